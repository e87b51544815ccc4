//! Parses the subobjects of a library.

use super::{Parsed, Parser};
use crate::module::ModuleRootSignature;
use crate::subobject::{HitGroupKind, Subobject, SubobjectValue};
use crate::text::lex::Token;
use hlslc_base::Span;
use hlslc_base::literals::Literals;

impl Parser<'_> {
    pub(super) fn subobject(&mut self) -> Parsed {
        self.expect_word("subobject")?;
        let name = self.text()?;
        self.expect('=')?;
        let value = match self.word()? {
            "state_object_config" => SubobjectValue::StateObjectConfig { flags: self.number()? },
            "global_root_signature" => self.root_signature_bytes(false)?,
            "local_root_signature" => self.root_signature_bytes(true)?,
            "association" => {
                let subobject = self.text()?;
                let mut exports = Vec::new();
                while let Token::Text(export) = self.peek() {
                    self.at += 1;
                    exports.push(export.clone());
                }
                SubobjectValue::Association { subobject, exports }
            }
            "shader_config" => {
                SubobjectValue::ShaderConfig { payload_bytes: self.number()?, attribute_bytes: self.number()? }
            }
            "pipeline_config" => SubobjectValue::PipelineConfig { recursion: self.number()? },
            "pipeline_config1" => SubobjectValue::PipelineConfig1 { recursion: self.number()?, flags: self.number()? },
            "triangle_hit_group" => self.hit_group(HitGroupKind::Triangle)?,
            "procedural_hit_group" => self.hit_group(HitGroupKind::ProceduralPrimitive)?,
            _ => return self.error_before("unknown subobject"),
        };
        self.module.subobjects.push(Subobject { name, span: Span::NONE, value });
        Ok(())
    }

    fn hit_group(&mut self, kind: HitGroupKind) -> Parsed<SubobjectValue> {
        let (any_hit, closest_hit, intersection) = (self.text()?, self.text()?, self.text()?);
        Ok(SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection })
    }

    fn root_signature_bytes(&mut self, local: bool) -> Parsed<SubobjectValue> {
        let digits = self.text()?;
        let bytes: Option<Vec<u8>> = digits
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        match bytes.map(|bytes| hlslc_rootsig::binary::read(&bytes)) {
            Some(Ok(signature)) => {
                let signature = ModuleRootSignature { signature, literals: Literals::default(), span: Span::NONE };
                Ok(SubobjectValue::RootSignature { local, signature })
            }
            _ => self.error_before("these are not the bytes of a root signature"),
        }
    }
}

//! Lists semantics of Direct3D 9 that have no special meaning in shader model 6 without `-Gec`, and their replacements.

use crate::cx::Checker;
use crate::errors;
use hlslc_hir::types::Semantic;
use hlslc_semantics::{SigPoint, SystemValue};

/// (semantic, where it was one, what replaces it).
const SEMANTICS: [(&str, SigPoint, &str); 2] =
    [("POSITION", SigPoint::VsOut, "SV_Position"), ("VFACE", SigPoint::PsIn, "SV_IsFrontFace")];

/// (type, what replaces it).
const TYPES: [(&str, &str); 9] = [
    ("sampler1D", "a `Texture1D` and a `SamplerState`"),
    ("sampler2D", "a `Texture2D` and a `SamplerState`"),
    ("sampler3D", "a `Texture3D` and a `SamplerState`"),
    ("samplerCUBE", "a `TextureCube` and a `SamplerState`"),
    ("sampler2DShadow", "a `Texture2D` and a `SamplerComparisonState`"),
    ("texture1D", "`Texture1D`"),
    ("texture2D", "`Texture2D`"),
    ("texture3D", "`Texture3D`"),
    ("textureCUBE", "`TextureCube`"),
];

/// The replacement for a type of Direct3D 9.
pub fn type_of_today(name: &str) -> Option<&'static str> {
    TYPES.iter().find(|row| row.0 == name).map(|row| row.1)
}

impl Checker<'_> {
    /// The semantic that one of Direct3D 9 stands for, if it does.
    pub fn semantic_of_today(&self, semantic: &Semantic, point: SigPoint) -> Option<Semantic> {
        if !self.options.old_semantics {
            return None;
        }
        let name = SystemValue::from_old_name(&semantic.name, point)?.name().to_owned();
        let written = format!("{name}{}", &semantic.written[semantic.name.len()..]);
        Some(Semantic { name, written, ..semantic.clone() })
    }

    /// Warns about a semantic that once said what a system value says today.
    pub fn warn_about_old_semantic(&mut self, semantic: &Semantic, point: SigPoint) {
        let old = SEMANTICS
            .iter()
            .find(|(name, at, _)| *at == point && semantic.index == 0 && semantic.name.eq_ignore_ascii_case(name));
        let old = old.filter(|_| self.semantic_of_today(semantic, point).is_none());
        if let Some((name, point, today)) = old {
            let warning = if *point == SigPoint::VsOut {
                errors::old_output_semantic(semantic.span, name, today)
            } else {
                errors::old_input_semantic(semantic.span, name, today)
            };
            self.report(warning.suggest(semantic.span, *today, format!("did you mean `{today}`?")));
        }
    }
}

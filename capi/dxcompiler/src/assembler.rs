//! Implements the assembler: makes containers of the text of modules, or of their bitcode.

use crate::blob;
use crate::com::hresult::{DXC_E_INCORRECT_DXIL_METADATA, E_FAIL, E_POINTER, Hresult};
use crate::com::interfaces::*;
use crate::com::{Done, Given, IUnknown, Memory, OutRef, Own, Ref, class};
use crate::outcome::{self, DONE, Kind, Outcome};
use dxil::container::Signing;
use dxil::validator::ValidatorVersion;
use dxil::{Module, asm, bitcode, complete};
use std::fmt::Write as _;

/// Makes containers of assembly.
pub struct Assembler(Memory);

class! { Assembler: IDxcAssembler }

/// The messages about a text: DXC names it so, and shows the line with a mark under the place.
fn messages(text: &str, found: &asm::Errors) -> String {
    let mut out = String::new();
    for error in &found.0 {
        let line = text.lines().nth(error.line as usize - 1).unwrap_or_default();
        let blanks = error.column as usize - 1;
        let _ =
            writeln!(out, "shader:{}:{}: error: {}\n{line}\n{:blanks$}^", error.line, error.column, error.message, "");
    }
    out
}

/// The module of bitcode or of a text.
pub fn read(bytes: &[u8]) -> Result<Module, String> {
    if bytes.starts_with(&bitcode::MAGIC) {
        return bitcode::read(bytes).map_err(|error| format!("shader: error: {error}\n"));
    }
    let text = String::from_utf8_lossy(bytes);
    asm::parse(&text).map_err(|found| messages(&text, &found))
}

impl AssemblerMethods for Assembler {
    fn AssembleToContainer(&self, shader: Given<IDxcBlob>, result: OutRef<IDxcOperationResult>) -> Done {
        let shader = shader.keep().ok_or(E_POINTER)?;
        result.clear()?;
        let Self(memory) = self;
        let is_bitcode = shader.bytes().starts_with(&bitcode::MAGIC);
        let text = if is_bitcode { shader.bytes().to_vec() } else { blob::text_of(&shader)?.into_bytes() };
        let module = match read(&text) {
            Ok(module) => module,
            Err(why) => return result.put(outcome::failed(memory, E_FAIL, &why)?),
        };
        let is_shader = !module.named_nodes("dx.shaderModel").is_empty();
        match complete(module, ValidatorVersion::DEFAULT) {
            Ok(container) => {
                let object = blob::of_object(memory, &container.write(Signing::Unsigned))?;
                let outcome = Outcome::new(DONE, Kind::Object).with(memory, Kind::Object, &object, None)?;
                result.put(outcome.into_result(memory)?.into_parent())
            }
            Err(why) => {
                let status = if is_shader { DXC_E_INCORRECT_DXIL_METADATA } else { E_FAIL };
                result.put(outcome::failed(memory, status, &format!("error: {why}\n"))?)
            }
        }
    }
}

/// An assembler.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Assembler(memory.clone()))?.into_unknown())
}

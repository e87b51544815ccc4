//! Implements the optimizer: passes of this compiler, by their names, on modules of any compiler.

use crate::arguments::texts;
use crate::com::hresult::{
    DXC_E_CONTAINER_MISSING_DXIL, DXC_E_IR_VERIFICATION_FAILED, E_FAIL, E_INVALIDARG, E_POINTER, Hresult,
};
use crate::com::interfaces::*;
use crate::com::{Done, Given, IUnknown, List, Memory, Out, OutRef, OutWide, Own, Ref, Wide, class};
use crate::{assembler, blob};
use dxil::container::program::Program;
use dxil::container::{Container, FourCc, Signing};
use dxil::validator::ValidatorVersion;
use dxil::{Module, bitcode, complete};
use hlslc::request::{NotOptimised, optimise, passes};

/// Runs passes.
pub struct Optimizer(Memory);

/// A pass: its name, and what it does.
pub struct Pass(&'static str, &'static str);

class! { Optimizer: IDxcOptimizer }
class! { Pass: IDxcOptimizerPass }

/// The option by which the module is printed as well.
const PRINT: &str = "-S";

impl OptimizerPassMethods for Pass {
    fn GetOptionName(&self, name: OutWide) -> Done {
        name.put(self.0)
    }
    fn GetDescription(&self, text: OutWide) -> Done {
        text.put(self.1)
    }
    fn GetOptionArgCount(&self, count: Out<u32>) -> Done {
        count.put(0)
    }
    fn GetOptionArgName(&self, _: u32, name: OutWide) -> Done {
        name.clear()?;
        Err(E_INVALIDARG)
    }
    fn GetOptionArgDescription(&self, _: u32, text: OutWide) -> Done {
        text.clear()?;
        Err(E_INVALIDARG)
    }
}

/// The module of a container's program.
fn program(container: &[u8]) -> Result<Module, Hresult> {
    let container = Container::read(container).map_err(|_| DXC_E_CONTAINER_MISSING_DXIL)?;
    let part = container.part(FourCc::DXIL).ok_or(DXC_E_CONTAINER_MISSING_DXIL)?;
    let program = Program::read(FourCc::DXIL, part).map_err(|_| DXC_E_IR_VERIFICATION_FAILED)?;
    bitcode::read(&program.bitcode).map_err(|_| DXC_E_IR_VERIFICATION_FAILED)
}

/// The module of a container, of a program by itself, of bitcode or of a text, and its container.
fn read(bytes: &[u8]) -> Result<(Module, Vec<u8>), Hresult> {
    if bytes.starts_with(b"DXBC") {
        return Ok((program(bytes)?, bytes.to_vec()));
    }
    let of_program = Program::read(FourCc::DXIL, bytes).ok().map(|program| program.bitcode);
    let module = assembler::read(of_program.as_deref().unwrap_or(bytes)).map_err(|_| DXC_E_IR_VERIFICATION_FAILED)?;
    let container = complete(module.clone(), ValidatorVersion::DEFAULT).map_err(|_| DXC_E_IR_VERIFICATION_FAILED)?;
    Ok((module, container.write(Signing::Unsigned)))
}

impl OptimizerMethods for Optimizer {
    fn GetAvailablePassCount(&self, count: Out<u32>) -> Done {
        count.put(passes().len() as u32)
    }

    fn GetAvailablePass(&self, index: u32, pass: OutRef<IDxcOptimizerPass>) -> Done {
        pass.clear()?;
        let &(name, what) = passes().get(index as usize).ok_or(E_INVALIDARG)?;
        pass.put(Own::new(&self.0, Pass(name, what))?.into_face())
    }

    fn RunOptimizer(
        &self,
        module: Given<IDxcBlob>,
        options: List<Wide>,
        count: u32,
        output: OutRef<IDxcBlob>,
        text: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        if !output.is_null() {
            output.clear()?;
        }
        if !text.is_null() {
            text.clear()?;
        }
        let module = module.keep().ok_or(E_POINTER)?;
        let options = texts(options.get(count).ok_or(E_POINTER)?)?;
        let (mut module, container) = read(module.bytes())?;
        let names = options.iter().filter(|option| *option != PRINT);
        let names: Option<Vec<String>> =
            names.map(|option| option.strip_prefix(['-', '/']).map(str::to_owned)).collect();
        let names = names.ok_or(E_INVALIDARG)?;
        if !names.is_empty() {
            let done = optimise(&container, &names).map_err(|why| match why {
                NotOptimised::Pass(_) => E_INVALIDARG,
                NotOptimised::Program(_) => E_FAIL,
            })?;
            module = program(&done)?;
        }
        if !text.is_null() {
            let is_printed = options.iter().any(|option| option == PRINT);
            let listing = if is_printed { dxil::disasm::disassemble_module(&module) } else { String::new() };
            text.put(blob::of_text(&self.0, &listing)?.into_parent())?;
        }
        if output.is_null() {
            return Ok(());
        }
        let bytes = bitcode::write(&module).map_err(|_| E_FAIL)?;
        output.put(blob::of_object(&self.0, &bytes)?)
    }
}

/// An optimizer.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Optimizer(memory.clone()))?.into_unknown())
}

//! Runs cases on the interpreter: the contents of the buffers after the run of a DXContainer.
//!
//! Input: a container of any compiler, and how the case is run. Output: the contents of its buffers, in their order.

use dxil::shader::ResourceClass;
use hlslc_interp::{Binding, BufferView, Format as ElementFormat, FormatKind, Machine, Options, Program, View};

use crate::case::{BufferKind, Execution, Format};
use crate::compare::Scalar;

/// The wave sizes that every case is run with.
pub const WAVE_SIZES: [u32; 3] = [8, 32, 128];

/// Runs a container in waves of a size; 0 for the size that the shader prefers.
pub fn run(container: &[u8], execution: &Execution, wave_size: u32) -> Result<Vec<Vec<u8>>, String> {
    let program = Program::decode(container).map_err(|error| error.to_string())?;
    let mut machine = Machine::default();
    let mut memories = Vec::new();
    for buffer in &execution.buffers {
        let memory = machine.add_memory(buffer.data.clone());
        memories.push(memory);
        let register = buffer.register.ok_or("the case does not say which registers DXIL gives its buffers")?;
        let view = machine.add_view(View::Buffer(BufferView {
            memory,
            start: 0,
            bytes: buffer.data.len() as u32,
            format: format_of(buffer.kind),
            counter: None,
        }));
        let class = match register.letter {
            't' => ResourceClass::Srv,
            'u' => ResourceClass::Uav,
            _ => ResourceClass::Cbv,
        };
        machine.bind(Binding { class, space: register.space, register: register.number, view });
    }
    let options = Options { wave_size, ..Options::default() };
    let outcome = program.dispatch(&mut machine, execution.dispatch, &options).map_err(|error| error.to_string())?;
    if let Some(finding) = outcome.findings.first() {
        return Err(finding.to_string());
    }
    Ok(memories.into_iter().map(|memory| machine.memory(memory).to_vec()).collect())
}

/// The format of a typed buffer.
fn format_of(kind: BufferKind) -> Option<ElementFormat> {
    let (BufferKind::TypedRead(format) | BufferKind::TypedReadWrite(format)) = kind else { return None };
    let Format { scalar, components } = format;
    let kind = match scalar {
        Scalar::Int => FormatKind::Sint,
        Scalar::Uint => FormatKind::Uint,
        Scalar::Float => FormatKind::Float,
    };
    Some(ElementFormat { kind, bits: 32, components: components as u8 })
}

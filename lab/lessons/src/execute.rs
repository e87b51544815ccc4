//! Runs a compute shader on the interpreter, with the contents that a check states for its buffers.

use crate::rule::{Number, Run};
use dxil::bitcode;
use dxil::container::program::Program as Part;
use dxil::container::{Container, FourCc};
use dxil::shader::{Resource, ResourceKind, Shader};
use hlslc_interp::{Binding, Checks, Machine, Options, Program};

/// Instructions of all threads: a loop that does not end is over at once.
const BUDGET: u64 = 1 << 20;

/// The words that a buffer of the shader holds after one group has run, `words` of them; or what hinders that, as a sentence.
pub fn run(container: &[u8], run: &Run, buffer: &str, words: usize) -> Result<Vec<u32>, String> {
    let program =
        Program::decode(container).map_err(|error| format!("the interpreter does not read the program: {error}"))?;
    let resources = resources(container)?;
    let mut machine = Machine::default();
    let mut wanted = None;
    for (range, resource) in program.ranges().iter().zip(&resources) {
        let name = String::from_utf8_lossy(resource.name.as_bytes()).into_owned();
        if range.kind.is_texture() || range.kind == ResourceKind::Sampler {
            return Err(format!("`{name}` is no buffer: checks run shaders with buffers alone"));
        }
        let given = run.inputs.iter().find(|input| input.0 == name).map_or(&[][..], |input| &input.1);
        let length = given.len().max(if name == buffer { words } else { 0 });
        let bits = given.iter().map(|number| number.bits).chain(std::iter::repeat(0)).take(length);
        let memory = machine.add_memory(bits.flat_map(u32::to_le_bytes).collect());
        let view = machine.add_buffer(memory);
        machine.bind(Binding { class: range.class, space: range.space, register: range.first, view });
        if name == buffer {
            wanted = Some(memory);
        }
    }
    let options = Options { budget: BUDGET, checks: Checks { bounds: false, ..Checks::NONE }, ..Options::default() };
    program.dispatch(&mut machine, [1; 3], &options).map_err(|error| format!("the run ends early: {error}"))?;
    let Some(memory) = wanted else { return Err(format!("the shader has no buffer `{buffer}`")) };
    let words = machine.memory(memory).as_chunks::<4>().0;
    Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The resources of the finished shader with their names, which the part for reflection has.
pub fn resources(container: &[u8]) -> Result<Vec<Resource>, String> {
    let read = |part: FourCc, container: &Container| -> Option<Vec<Resource>> {
        let part = Part::read(part, container.part(part)?).ok()?;
        let shader = Shader::read(&bitcode::read(&part.bitcode).ok()?).ok()?;
        Some(shader.resources.classes().into_iter().flatten().cloned().collect())
    };
    let container = Container::read(container).map_err(|error| error.to_string())?;
    let found = [FourCc::STAT, FourCc::DXIL].into_iter().find_map(|part| read(part, &container));
    found.ok_or_else(|| "the container has no program that can be read".to_owned())
}

/// Whether a word is the number that a check wants: floats may differ in their last digits, as passes may reorder sums.
pub fn is_close(word: u32, wanted: &Number) -> bool {
    let (found, asked) = (f32::from_bits(word), f32::from_bits(wanted.bits));
    word == wanted.bits || wanted.is_float && (found - asked).abs() <= 1e-5 * asked.abs().max(1.0)
}

/// A word as a check shows it.
pub fn shown(word: u32, is_float: bool) -> String {
    if is_float { format!("{:?}", f32::from_bits(word)) } else { word.cast_signed().to_string() }
}

//! Compiles a text with the crate `hlslc`: no C, no pointers.

use hlslc::{Compiler, NoIncludes, Options, Reflection, Style};

/// The names of what the shader binds, or what is wrong with it.
pub fn bindings(source: &str, arguments: &[&str]) -> Result<Vec<String>, String> {
    let options = Options::from_args(arguments).map_err(|faults| faults.join("\n"))?;
    let output = Compiler::new(options).compile("text.hlsl", source.as_bytes(), &NoIncludes);
    let Some(object) = &output.object else { return Err(output.render(Style::Clang, false)) };
    match Reflection::of(object)? {
        Reflection::Dxil(found) => Ok(found.bindings.into_iter().map(|binding| binding.name).collect()),
        Reflection::Spirv(found) => Ok(found.bindings.into_iter().map(|binding| binding.name).collect()),
    }
}

fn main() -> Result<(), String> {
    let source = "RWBuffer<uint> Out; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i; }";
    for target in [&["-T", "cs_6_6"][..], &["-T", "cs_6_6", "-spirv"]] {
        println!("{:?}", bindings(source, target)?);
    }
    Ok(())
}

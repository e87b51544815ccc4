//! Works the runtime data of libraries out from their programs alone and compares it with what their containers hold: `cargo
//! run -p dxil --example runtime_data -- [--dump] FILE…`. For each file one line: `FILE equal`, `FILE differs`, or why it could
//! not be read.

use std::process::ExitCode;

use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::rdat::{RuntimeData, runtime_data};
use dxil::container::{Container, FourCc};
use dxil::shader::Shader;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, files): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.starts_with('-'));
    let dump = options.iter().any(|option| option == "--dump");
    for file in files {
        let said = compare(&file, dump);
        if said.is_err() {
            code = ExitCode::FAILURE;
        }
        println!("{file} {}", said.unwrap_or_else(|why| format!("error {why}")));
    }
    code
}

fn compare(file: &str, dump: bool) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let container = Container::read(&bytes).map_err(|error| error.to_string())?;
    let theirs = container.part(FourCc::RDAT).ok_or("no runtime data")?;
    let read = RuntimeData::read(theirs).map_err(|error| error.to_string())?;
    if read.write() != theirs {
        return Ok("is written differently".into());
    }
    let program = container.part(FourCc::DXIL).ok_or("no program")?;
    let program = Program::read(FourCc::DXIL, program).map_err(|error| error.to_string())?;
    let module = bitcode::read(&program.bitcode).map_err(|error| format!("bitcode: {error}"))?;
    let mut shader = Shader::read(&module).map_err(|error| format!("metadata: {error}"))?;
    // Programs in containers do not hold them.
    shader.subobjects = read.subobjects().collect();
    let ours = runtime_data(&module, &shader);
    if ours.write() == theirs {
        return Ok("equal".into());
    }
    if dump {
        println!("theirs\n{}\nours\n{}", read.list_all(), ours.list_all());
    }
    Ok("differs".into())
}

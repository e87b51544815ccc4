//! Takes containers apart, rebuilds their parts from the metadata alone, and reports the differences: `cargo run -p dxil
//! --example reassemble -- FILE…`. Each file gives one line for each typed part, `FILE PART equal`, `differs`, `missing` or
//! `extra`, or the reason why it could not be read.

use std::process::ExitCode;

use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::psv0::Psv0;
use dxil::container::rdat::RuntimeData;
use dxil::container::{Container, ExtraParts, FourCc, assemble};
use dxil::rules;
use dxil::shader::Shader;

const PARTS: [FourCc; 6] = [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT];

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, files): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.starts_with('-'));
    let dump = options.iter().any(|option| option == "--dump");
    for file in files {
        match compare(&file, dump) {
            Ok(lines) => lines.iter().for_each(|line| println!("{file} {line}")),
            Err(why) => {
                println!("{file} error {why}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn compare(file: &str, dump: bool) -> Result<Vec<String>, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let container = Container::read(&bytes).map_err(|error| error.to_string())?;
    let program = container.part(FourCc::DXIL).ok_or("no program")?;
    let program = Program::read(FourCc::DXIL, program).map_err(|error| error.to_string())?;
    let mut module = bitcode::read(&program.bitcode).map_err(|error| format!("bitcode: {error}"))?;
    let mut shader = Shader::read(&module).map_err(|error| format!("metadata: {error}"))?;
    let violations = rules::verify(&module);
    module.named_metadata.clear();
    shader.write(&mut module);
    let again = Shader::read(&module).map_err(|error| format!("metadata made anew: {error}"))?;
    let mut lines = vec![format!("META {}", if again == shader { "equal" } else { "differs" })];
    if let Some(part) = container.part(FourCc::RDAT) {
        shader.subobjects = RuntimeData::read(part).map_err(|error| error.to_string())?.subobjects().collect();
    }
    lines.extend(violations.iter().map(|violation| format!("VERIFY {violation}")));
    let made = assemble(&module, &shader, ExtraParts::default()).map_err(|error| error.to_string())?;
    for part in PARTS {
        let said = match (container.part(part), made.part(part)) {
            (None, None) => continue,
            (Some(_), None) => "missing",
            (None, Some(_)) => "extra",
            (Some(theirs), Some(ours)) if theirs == ours => "equal",
            (Some(theirs), Some(ours)) => {
                if dump && part == FourCc::PSV0 {
                    println!("theirs {:#?}\nours {:#?}", Psv0::read(theirs), Psv0::read(ours));
                } else if dump {
                    println!("theirs {theirs:02x?}\nours   {ours:02x?}");
                }
                "differs"
            }
        };
        lines.push(format!("{part} {said}"));
    }
    Ok(lines)
}

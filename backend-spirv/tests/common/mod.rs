//! Shared parts of this crate's tests: validated SPIR-V from IR text, and parts of its listing.

use hlslc_base::{Diagnostic, Diagnostics};
use hlslc_ir::form::SpirvModule;
use hlslc_ir::text::ParseError;
use hlslc_ir::verify::{Form, verify};
use hlslc_spirv::{SpirvEnv, SpirvOptions, disassemble};
use std::io::Write;
use std::process::{Command, Stdio};

/// A module from its text, in the form for SPIR-V.
pub fn parse(ir: &str) -> Result<SpirvModule, ParseError> {
    let module = hlslc_ir::text::parse(ir)?;
    Ok(SpirvModule::verified(module, Form::Common, false)
        .unwrap_or_else(|(_, errors)| panic!("the module is not in the form for SPIR-V: {errors:?}")))
}

/// The words of a module, or what is wrong with it.
pub fn emit(module: &SpirvModule, options: &SpirvOptions) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let mut found = Diagnostics::default();
    hlslc_spirv::emit(module, options, &mut found).map_err(|_| found.into_vec())
}

/// The SPIR-V of a module in text, validated.
pub fn spirv(name: &str, ir: &str, options: &SpirvOptions) -> String {
    let module = parse(ir).unwrap_or_else(|error| panic!("{name}: {error}"));
    verify(&module, Form::Common).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let words = emit(&module, options).unwrap_or_else(|problems| {
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        panic!("{name}: {}", messages.join("\n"))
    });
    assert_eq!(words, emit(&module, options).unwrap_or_default(), "{name}: not the same twice");
    validate(name, &words, options.env);
    disassemble(&words)
}

/// Runs `spirv-val` on a module. A test without it fails, so each that calls [`spirv`] is marked as one that needs it.
fn validate(name: &str, words: &[u32], env: SpirvEnv) {
    let child = Command::new("spirv-val")
        .args(["--target-env", &env.name().replace("spirv", "spv").replace("universal", "spv"), "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|why| panic!("{name}: this test needs spirv-val: {why}"));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&bytes).expect("spirv-val reads its input");
    }
    let output = child.wait_with_output().expect("spirv-val ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}\n{}", disassemble(words));
}

/// The lines of a disassembly that start an instruction of one of these kinds.
pub fn lines(text: &str, kinds: &[&str]) -> String {
    let wanted = |line: &&str| kinds.iter().any(|kind| line.split(' ').any(|word| word == *kind));
    text.lines().filter(wanted).collect::<Vec<_>>().join("\n")
}

/// The function alone.
pub fn body(text: &str) -> String {
    text.lines().skip_while(|line| !line.contains("OpFunction ")).collect::<Vec<_>>().join("\n")
}

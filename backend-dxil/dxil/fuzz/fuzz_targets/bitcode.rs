//! Reads any bytes as bitcode: nothing panics; a module that was read can be listed, verified and written, and what was written
//! reads as the same listing.
#![no_main]

use dxil::{bitcode, container, disasm, rules, shader::Shader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(module) = bitcode::read(bytes) else { return };
    let listing = disasm::disassemble_module(&module);
    let violations = rules::verify(&module);
    let Ok(written) = bitcode::write(&module) else { return };
    if violations.is_empty() {
        let again = bitcode::read(&written).expect("what was written can be read");
        assert_eq!(disasm::disassemble_module(&again), listing);
    }
    if let Ok(shader) = Shader::read(&module) {
        let _ = container::assemble(&module, &shader, container::ExtraParts::default());
    }
});

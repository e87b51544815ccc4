//! Any bytes as a container: no panic; what can be read is written back part by part; listings never fail to end.
#![no_main]

use dxil::container::psv0::Psv0;
use dxil::container::rdat::RuntimeData;
use dxil::container::signature::SignaturePart;
use dxil::container::{Container, FourCc, Signing};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(container) = Container::read(bytes) else { return };
    let written = container.write(Signing::Keep);
    assert_eq!(Container::read(&written).as_ref(), Ok(&container));
    for part in &container.parts {
        match part.name {
            FourCc::PSV0 => drop(Psv0::read(&part.data).map(|psv| psv.write())),
            FourCc::RDAT => {
                if let Ok(data) = RuntimeData::read(&part.data) {
                    let _ = data.list_all();
                    assert_eq!(RuntimeData::read(&data.write()).as_ref(), Ok(&data));
                }
            }
            FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => {
                drop(SignaturePart::read(part.name, &part.data).map(|signature| signature.write()));
            }
            _ => {}
        }
    }
    let _ = dxil::disasm::disassemble_container(bytes);
});

//! Any bytes as an `RTS0` part: no panic; what can be read is never larger than the bytes, and is written as it was read.
#![no_main]

use hlslc_base::Span;
use hlslc_rootsig::{Severity, binary, metadata, print, validate};
use hlslc_rootsig_syntax::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(signature) = binary::read(bytes) else { return };
    let written = binary::write(&signature);
    assert!(written.len() <= bytes.len(), "{} bytes out of {}", written.len(), bytes.len());
    let again = binary::read(&written).expect("what was written can be read");
    assert_eq!(again, signature);

    let list = metadata::write(&signature);
    metadata::read(&list, signature.version.raw()).expect("metadata that was written can be read");
    if validate(&signature).iter().any(|problem| problem.severity() == Severity::Error) {
        return;
    }
    if let Ok(text) = print::print(&signature) {
        let parsed = hlslc_rootsig_syntax::parse(&text, signature.version, &|_| Span::NONE).signature;
        assert_eq!(binary::write(&parsed.expect("what was printed can be parsed")), written, "{text}");
    }
    if let Ok(document) = yaml::write(&signature) {
        let read = yaml::read(&document, &|_| Span::NONE).signature;
        assert_eq!(binary::write(&read.expect("YAML that was written can be read")), written, "{document}");
    }
});

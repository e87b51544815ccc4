//! Any text as metadata of a module: no panic; what can be read prints as something that reads the same.
#![no_main]

use hlslc_rootsig::{metadata, metadata_text, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(pairs) = metadata_text::parse(text) else { return };
    let printed = metadata_text::print(&pairs, 0);
    let again = metadata_text::parse(&printed).expect("what was printed can be parsed");
    assert_eq!(metadata_text::print(&again, 0), printed);
    for pair in &pairs {
        if let Ok(signature) = metadata::read(&pair.signature, pair.version) {
            let _ = validate(&signature);
            let list = metadata::write(&signature);
            assert_eq!(metadata::read(&list, pair.version).map(|again| metadata::write(&again)), Ok(list));
        }
    }
});

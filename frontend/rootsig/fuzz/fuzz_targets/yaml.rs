//! Any text as YAML of a root signature: no panic; what is valid keeps its bytes; spans lie in the text.
#![no_main]

use hlslc_base::Span;
use hlslc_rootsig::binary;
use hlslc_rootsig_syntax::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = yaml::read(text, &|range| {
        assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} is no range of the text");
        Span::new(range.start + 1, range.end + 1)
    });
    let Some(signature) = parsed.signature else {
        assert!(!parsed.diagnostics.is_empty(), "refused without a word");
        return;
    };
    let bytes = binary::write(&signature);
    let document = yaml::write(&signature).expect("what was read can be written");
    let again = yaml::read(&document, &|_| Span::NONE).signature;
    assert_eq!(binary::write(&again.expect("what was written can be read")), bytes, "{document}");
});

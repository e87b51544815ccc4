//! Any text as a root signature: no panic; what is valid keeps its bytes through the printer; spans lie in the text.
#![no_main]

use hlslc_base::Span;
use hlslc_rootsig::{Version, binary, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for version in Version::ALL {
        let parsed = hlslc_rootsig_syntax::parse(text, version, &|range| {
            assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} is no range of the text");
            Span::new(range.start + 1, range.end + 1)
        });
        let Some(signature) = parsed.signature else {
            assert!(!parsed.diagnostics.is_empty(), "refused without a word");
            continue;
        };
        let bytes = binary::write(&signature);
        assert_eq!(binary::write(&binary::read(&bytes).expect("what was written can be read")), bytes);
        let printed = print::print(&signature).expect("what was parsed can be printed");
        let again = hlslc_rootsig_syntax::parse(&printed, version, &|_| Span::NONE).signature;
        assert_eq!(binary::write(&again.expect("what was printed can be parsed")), bytes, "{printed}");
    }
});

//! Compares the listings of the chapter on root signatures with the output of the code.

use hlslc_base::Span;
use hlslc_rootsig::metadata_text::{self, Pair};
use hlslc_rootsig::{Version, binary, metadata};
use hlslc_rootsig_syntax::yaml;

/// The listing of a kind.
fn listing(kind: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/08-root-signatures.md");
    let chapter = std::fs::read_to_string(path).expect("the chapter is there");
    let (_, rest) = chapter.split_once(&format!("```{kind}\n")).unwrap_or_else(|| panic!("no listing of {kind}"));
    rest.split_once("```").map_or(String::new(), |(listing, _)| listing.to_owned())
}

#[test]
fn the_listings_are_true() {
    let parsed = hlslc_rootsig_syntax::parse(listing("rootsig").trim(), Version::V1_1, &|_| Span::NONE);
    let signature = parsed.signature.expect("it is valid");

    let pair = Pair { function: "main".to_owned(), signature: metadata::write(&signature), version: 2 };
    assert_eq!(listing("llvm"), metadata_text::print(&[pair], 0));

    let word = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).expect("a hexadecimal number"),
        None if word.contains('.') => word.parse::<f32>().expect("a float").to_bits(),
        None => word.parse().expect("a number"),
    };
    let words: Vec<u8> = listing("words").split_whitespace().flat_map(|text| word(text).to_le_bytes()).collect();
    assert_eq!(words, binary::write(&signature));

    let document = yaml::write(&signature).expect("its flags have names");
    let (_, body) = document.split_once("RootSignature:\n").expect("it holds one");
    let lines = body.lines().filter(|line| *line != "...").map(|line| format!("{}\n", &line[6..]));
    assert_eq!(listing("yaml"), lines.collect::<Vec<_>>().concat());
    let read = yaml::read(&listing("yaml"), &|_| Span::NONE).signature.expect("it is valid");
    assert_eq!(binary::write(&read), words);
}

//! Tests the problems that are reported for metadata that is not a root signature, or an invalid one.

use hlslc_rootsig::Place;
use hlslc_rootsig::metadata::{MdNode, read};
use hlslc_rootsig::metadata_text::{parse, parse_with_lines, print};
use hlslc_rootsig::validate;

/// What is said about the elements, written as nodes `!10` and on, in a root signature of version 1.1.
fn complaints_of_version(version: u32, elements: &[&str]) -> Vec<String> {
    let list: Vec<String> = (0..elements.len()).map(|index| format!("!{}", 10 + index)).collect();
    let mut lines = vec![
        "!dx.rootsignatures = !{!0}".to_owned(),
        format!("!0 = !{{ptr @main, !1, i32 {version}}}"),
        format!("!1 = !{{{}}}", list.join(", ")),
    ];
    lines.extend(elements.iter().zip(10..).map(|(element, id)| format!("!{id} = !{{{element}}}")));
    // Ranges that the elements may refer to.
    lines.push(r#"!100 = !{!"SRV", i32 1, i32 0, i32 0, i32 -1, i32 4}"#.to_owned());
    lines.push(r#"!101 = !{!"Sampler", i32 1, i32 0, i32 0, i32 -1, i32 0}"#.to_owned());
    lines.push(r#"!102 = !{!"Texture", i32 1, i32 0, i32 0, i32 -1, i32 0}"#.to_owned());
    lines.push(r#"!103 = !{!"UAV", i32 1, i32 0}"#.to_owned());
    let pairs = match parse(&lines.join("\n")) {
        Ok(pairs) => pairs,
        Err(error) => return vec![error.to_string()],
    };
    let mut said = Vec::new();
    for pair in pairs {
        match read(&pair.signature, pair.version) {
            Ok(signature) => said.extend(validate(&signature).iter().map(ToString::to_string)),
            Err(errors) => said.extend(errors.iter().map(ToString::to_string)),
        }
    }
    said
}

fn complaints(elements: &[&str]) -> Vec<String> {
    complaints_of_version(2, elements)
}

#[test]
fn the_elements_of_the_specification_are_valid() {
    let elements = [
        r#"!"RootFlags", i32 1"#,
        r#"!"RootConstants", i32 0, i32 1, i32 2, i32 3"#,
        r#"!"RootCBV", i32 0, i32 1, i32 0, i32 0"#,
        r#"!"StaticSampler", i32 1, i32 4, i32 1, i32 1, float 0.0, i32 16, i32 4, i32 2, float 0x0000000000000000, float 0x47EFFFFFE0000000, i32 0, i32 0, i32 0"#,
        r#"!"DescriptorTable", i32 0, !100"#,
    ];
    assert_eq!(complaints(&elements), [] as [String; 0]);
}

#[test]
fn unknown_versions() {
    for version in [0, 4, u32::MAX] {
        let said = complaints_of_version(version, &[]);
        assert_eq!(said, [format!("root signature (element 0 of the metadata): unknown version {version}")]);
    }
}

#[test]
fn malformed_elements_are_all_reported() {
    let elements = [
        "i32 1",
        "",
        r#"!"RootFlag", i32 1"#,
        r#"!"RootFlags""#,
        r#"!"RootFlags", float 1.0"#,
        r#"!"RootFlags", i32 1, i32 2"#,
        r#"!"RootConstants", i32 8, i32 1, i32 2, i32 3"#,
        r#"!"RootSRV", i32 0, i32 1, !"x", i32 0"#,
        r#"!"StaticSampler", i32 2, i32 1, i32 1, i32 1, float 0.0, i32 0, i32 0, i32 0, float 0.0, float 0.0, i32 0, i32 0, i32 0"#,
        r#"!"StaticSampler", i32 0, i32 1, i32 1, i32 1, i32 0"#,
        r#"!"DescriptorTable", i32 0, i32 5"#,
        r#"!"DescriptorTable", i32 0, !102"#,
        r#"!"DescriptorTable", i32 0, !100, !103"#,
    ];
    assert_eq!(
        complaints(&elements),
        [
            "root signature (element 0 of the metadata): the first operand must be a string",
            "root signature (element 1 of the metadata): the first operand must be a string",
            "root parameter 0 (element 2 of the metadata): unknown element `RootFlag`",
            "root flags (element 3 of the metadata): the operand for flags is missing",
            "root flags (element 4 of the metadata): the operand for flags must be an i32",
            "root flags (element 5 of the metadata): too many operands",
            "root parameter 1 (element 6 of the metadata): unknown shader visibility 8",
            "root parameter 2 (element 7 of the metadata): the operand for the space must be an i32",
            "static sampler 0 (element 8 of the metadata): unknown filter 2",
            "static sampler 1 (element 9 of the metadata): the operand for mipLODBias must be a float",
            "range 0 of root parameter 3 (element 10 of the metadata): expected a metadata node",
            "range 0 of root parameter 4 (element 11 of the metadata): unknown element `Texture`",
            "range 1 of root parameter 5 (element 12 of the metadata): the operand for the space is missing",
        ]
    );
}

#[test]
fn the_rules_hold_for_metadata_too() {
    assert_eq!(
        complaints(&[r#"!"RootFlags", i32 1"#, r#"!"RootFlags", i32 4096"#]),
        [
            "root flags: RootFlags can be given only once (see root flags)",
            "root flags: no root flag has the bits 0x1000",
        ]
    );
    assert_eq!(
        complaints(&[r#"!"DescriptorTable", i32 0, !100, !101"#]),
        ["range 1 of root parameter 0: a descriptor table holds either samplers or other descriptors, not both \
          (see range 0 of root parameter 0)"]
    );
    assert_eq!(
        complaints(&[r#"!"RootSRV", i32 0, i32 0, i32 0, i32 0"#, r#"!"DescriptorTable", i32 5, !100"#]),
        ["range 0 of root parameter 1: register t0 of space 0 is bound twice (see root parameter 0)"]
    );
    assert_eq!(
        complaints_of_version(1, &[r#"!"RootCBV", i32 0, i32 0, i32 0, i32 4"#]),
        ["root parameter 0: in version 1.0 the flags of a root descriptor can only be DATA_VOLATILE"]
    );
    assert_eq!(complaints_of_version(1, &[r#"!"RootCBV", i32 0, i32 0, i32 0, i32 2"#]), [] as [String; 0]);
    assert_eq!(
        complaints(&[r#"!"RootCBV", i32 0, i32 -1, i32 -1, i32 3"#]),
        [
            "root parameter 0: no root descriptor flag has the bits 0x1",
            "root parameter 0: register b4294967295 is past the last valid register",
            "root parameter 0: register space 4294967295 is reserved for the system, as are all from 4294967280 (0xFFFFFFF0) on",
        ]
    );
}

fn text_error(text: &str) -> String {
    parse(text).expect_err("it is wrong").to_string()
}

#[test]
fn text_that_is_no_table() {
    assert_eq!(parse(""), Ok(vec![]));
    assert_eq!(parse("!0 = !{i64 1}\n!llvm.ident = !{!0}\n; !dx.rootsignatures = !{!7}"), Ok(vec![]));
    assert_eq!(text_error("!dx.rootsignatures = !{!0}"), "line 1: node !0 is not defined");
    assert_eq!(text_error("!dx.rootsignatures = !{i32 1}"), "line 1: dx.rootsignatures is a list of nodes");
    assert_eq!(
        text_error("!dx.rootsignatures = !{!0}\n!0 = !{ptr @f, !1}"),
        "line 2: expected a function, a root signature and an i32 for the version"
    );
    let table = "!dx.rootsignatures = !{!0}\n!0 = !{ptr @f, !1, i32 2}\n";
    assert_eq!(text_error(&format!("{table}!1 = !{{!1}}")), "line 3: node !1 contains itself");
    assert_eq!(
        text_error(&format!("{table}!1 = !{{!2}}\n!2 = !{{!3}}\n!3 = !{{!1}}")),
        "line 5: node !1 contains itself"
    );
    assert_eq!(
        text_error(&format!("{table}!1 = !{{!2}}\n!2 = !{{!3}}\n!3 = !{{!4}}\n!4 = !{{!5}}")),
        "line 5: node !4 is nested deeper than root signatures are"
    );
    assert_eq!(text_error(&format!("{table}!1 = !{{!\"a}}")), "line 3: the string has no end");
    assert_eq!(text_error(&format!("{table}!1 = !{{!\"\\4\"}}")), "line 3: expected two hexadecimal digits after `\\`");
    assert_eq!(text_error(&format!("{table}!1 = !{{i32 4294967296}}")), "line 3: `4294967296` is not a 32-bit integer");
    assert_eq!(text_error(&format!("{table}!1 = !{{float x}}")), "line 3: `x` is not a float");
    assert_eq!(text_error(&format!("{table}!1 = !{{i64 1}}")), "line 3: `i64 1` is no operand of a root signature");
    assert_eq!(text_error(&format!("{table}!1 = !{{i32 1 !2}}")), "line 3: `1 !2` is not a 32-bit integer");
    assert_eq!(text_error(&format!("{table}!1 = !{{ptr @g}}")), "line 3: function @g inside of a root signature");
}

#[test]
fn a_node_may_stand_where_it_is_referred_to() {
    let apart = "!dx.rootsignatures = !{!0}\n!0 = !{ptr @f, !1, i32 2}\n!1 = !{!2, !3}\n!2 = !{!\"RootFlags\", i32 1}\n\
                 !3 = !{!\"DescriptorTable\", i32 0, !4}\n!4 = !{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}\n";
    let nested = "!dx.rootsignatures = !{!{ptr @f, !{!{!\"RootFlags\", i32 1}, !3}, i32 2}}\n\
                  !3 = !{!\"DescriptorTable\", i32 0, !{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n";
    assert_eq!(parse(nested), parse(apart));
    assert!(parse(apart).is_ok_and(|pairs| pairs.len() == 1));
    let deep = format!("!dx.rootsignatures = !{{{}{}}}", "!{".repeat(1000), "}".repeat(1000));
    assert_eq!(text_error(&deep), "line 1: nodes are nested deeper than those of root signatures");
    assert_eq!(text_error("!dx.rootsignatures = !{!{ptr @f, !{}"), "line 1: a node has no `}`");
    assert_eq!(text_error("!dx.rootsignatures = !{}}"), "line 1: there is a `}` too much");
}

#[test]
fn the_root_signature_of_a_function_that_is_no_more_is_left_out() {
    let rest = "!1 = !{}\n!2 = !{ptr @f, !1, i32 2}\n";
    for gone in ["null", "ptr null"] {
        let pairs = parse(&format!("!dx.rootsignatures = !{{!0, !2}}\n!0 = !{{{gone}, !1, i32 2}}\n{rest}"))
            .expect("it is valid");
        assert_eq!(pairs.iter().map(|pair| pair.function.as_str()).collect::<Vec<_>>(), ["f"]);
    }
    assert_eq!(
        text_error("!dx.rootsignatures = !{!0}\n!0 = !{ptr @f, !1, i32 2}\n!1 = !{null}"),
        "line 3: `null` inside of a root signature"
    );
}

#[test]
fn a_node_that_is_defined_twice_is_an_error() {
    assert_eq!(text_error("!0 = !{}\n!1 = !{}\n!0 = !{i32 1}"), "line 3: node !0 is defined twice");
    // A list with a name is one, however many lines it takes.
    let lists = "!dx.rootsignatures = !{!0}\n!dx.rootsignatures = !{!1}\n";
    let pairs = parse(&format!("{lists}!0 = !{{ptr @f, !2, i32 2}}\n!1 = !{{ptr @g, !2, i32 2}}\n!2 = !{{}}"))
        .expect("it is valid");
    assert_eq!(pairs.iter().map(|pair| pair.function.as_str()).collect::<Vec<_>>(), ["f", "g"]);
}

#[test]
fn what_is_wrong_is_found_at_the_line_of_its_node() {
    let text = "!dx.rootsignatures = !{!0}
!0 = !{ptr @f, !1, i32 2}
!1 = !{!2, !5, !3, !4, i32 7}
!2 = !{!\"RootFlags\", i32 1}
!3 = !{!\"DescriptorTable\", i32 0, !6, !7}
!4 = !{!\"StaticSampler\", i32 1}
!5 = !{!\"RootCBV\", i32 0, i32 1, i32 0, i32 0}
!6 = !{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}
!7 = !{!\"Texture\", i32 1, i32 0, i32 0, i32 -1, i32 0}";
    let pairs = parse_with_lines(text).expect("it is a list");
    let [(pair, lines)] = pairs.as_slice() else { panic!("one pair: {pairs:?}") };
    let errors = read(&pair.signature, pair.version).expect_err("three elements are wrong");
    assert_eq!(errors.iter().map(|why| lines.of_error(why)).collect::<Vec<_>>(), [9, 6, 3], "{errors:?}");
    let version = read(&pair.signature, 9).expect_err("there is no such version");
    assert_eq!(lines.of_error(&version[0]), 2);
    let of_place = |place| lines.of_place(&pair.signature, place);
    assert_eq!(of_place(Place::Signature), 2);
    assert_eq!(of_place(Place::RootFlags), 4);
    assert_eq!(of_place(Place::Parameter(0)), 7);
    assert_eq!(of_place(Place::Range { parameter: 1, range: 0 }), 8);
    assert_eq!(of_place(Place::Range { parameter: 1, range: 1 }), 9);
    assert_eq!(of_place(Place::StaticSampler(0)), 6);
    assert_eq!(of_place(Place::StaticSampler(1)), 3, "the line of the list");
}

#[test]
fn shared_nodes_cannot_grow_without_bound() {
    // Three levels of nodes with 200 references each would be eight million nodes.
    let many = |id: u32| vec![format!("!{id}"); 200].join(", ");
    let text = format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{ptr @f, !1, i32 2}}\n!1 = !{{{}}}\n!2 = !{{{}}}\n!3 = !{{i32 1}}",
        many(2),
        many(3)
    );
    assert_eq!(text_error(&text), "line 5: the shared nodes of the root signatures grow beyond the limit");
}

#[test]
fn function_names_and_strings_are_quoted_where_needed() {
    let pair = |function: &str| hlslc_rootsig::metadata_text::Pair {
        function: function.to_owned(),
        signature: MdNode::Node(vec![MdNode::Node(vec!["a\"b\\c\u{e9}".into()])]),
        version: 2,
    };
    let pairs = [pair("main"), pair("?main@@YAXXZ"), pair(""), pair("0")];
    let text = print(&pairs, 5);
    assert!(text.contains("!5 = !{ptr @main, !9, i32 2}"), "{text}");
    assert!(text.contains("ptr @\"?main@@YAXXZ\""), "{text}");
    assert!(text.contains("!\"a\\22b\\5Cc\\C3\\A9\""), "{text}");
    assert_eq!(parse(&text), Ok(pairs.to_vec()));
}

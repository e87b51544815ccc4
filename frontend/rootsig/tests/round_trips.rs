//! Tests that every form of a root signature converts back: bytes, source text, YAML, metadata and its text. On all
//! tables, and on random root signatures.

use crate::support::table;
use hlslc_base::Span;
use hlslc_rootsig::metadata_text::{self, Pair};
use hlslc_rootsig::*;
use hlslc_rootsig_syntax::yaml;
use proptest::prelude::*;

fn parse(text: &str, version: Version) -> RootSignature {
    let parsed = hlslc_rootsig_syntax::parse(text, version, &|_| Span::NONE);
    parsed.signature.unwrap_or_else(|| panic!("{text}: {:#?}", parsed.diagnostics))
}

/// The signature with what its unwritten flags stand for, as metadata shows it.
fn resolved(signature: &RootSignature) -> RootSignature {
    let mut resolved = signature.clone();
    for element in &mut resolved.elements {
        match element {
            Element::Descriptor(e) => e.flags = Some(e.resolved_flags(signature.version)).into(),
            Element::Table(e) => {
                for range in &mut e.ranges {
                    range.flags = Some(range.resolved_flags(signature.version)).into();
                }
            }
            Element::Flags(_) | Element::Constants(_) | Element::StaticSampler(_) => {}
        }
    }
    resolved
}

/// Sends a valid root signature through every form.
fn check(signature: &RootSignature) {
    let bytes = binary::write(signature);
    assert_eq!(bytes.len(), binary::layout(signature).size as usize);
    let read = binary::read(&bytes).expect("what was written can be read");
    assert_eq!(binary::write(&read), bytes, "bytes -> model -> bytes");

    for model in [signature, &read] {
        let text = print::print(model).expect("valid numbers can be printed");
        assert_eq!(binary::write(&parse(&text, model.version)), bytes, "model -> text -> bytes: {text}");
    }

    let document = yaml::write(&read).expect("valid flags have names");
    let from_yaml = yaml::read(&document, &|_| Span::NONE);
    let signature_of = |parsed: hlslc_rootsig_syntax::Parsed| match parsed.signature {
        Some(signature) => signature,
        None => panic!("{document}\n{:#?}", parsed.diagnostics),
    };
    assert_eq!(binary::write(&signature_of(from_yaml)), bytes, "model -> YAML -> bytes: {document}");

    let list = metadata::write(signature);
    let from_list = metadata::read(&list, signature.version.raw()).expect("what was written can be read");
    assert_eq!(from_list, resolved(signature), "model -> metadata -> model");
    assert_eq!(validate(&from_list).len(), validate(signature).len());
    let pair = Pair { function: "main".to_owned(), signature: list, version: signature.version.raw() };
    let text = metadata_text::print(std::slice::from_ref(&pair), 0);
    assert_eq!(metadata_text::parse(&text), Ok(vec![pair]), "metadata -> text -> metadata: {text}");
}

#[test]
fn all_tables() {
    for row in ["valid", "beyond-dxc", "version-1.2"].into_iter().flat_map(table) {
        let text = row.text.split("  => ").next().unwrap_or("");
        row.versions.iter().for_each(|&version| check(&parse(text, version)));
    }
    // What is valid in 1.1 is valid in 1.2.
    for row in table("valid").iter().filter(|row| row.versions.contains(&Version::V1_1)) {
        check(&parse(&row.text, Version::V1_2));
    }
}

/// The words of a row: numbers, floats with a point, `|` for nothing.
fn bytes_of(words: &str) -> Vec<u8> {
    let word = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).expect("a hexadecimal number"),
        None if word.contains('.') => word.parse::<f64>().map(|float| (float as f32).to_bits()).expect("a float"),
        None => word.parse().expect("a number"),
    };
    words.split_whitespace().filter(|text| *text != "|").flat_map(|text| word(text).to_le_bytes()).collect()
}

#[test]
fn version_1_2_has_the_bytes_laid_out_by_hand() {
    let rows = table("version-1.2");
    assert!(rows.len() >= 40);
    for row in rows {
        let (text, words) = row.text.split_once("  => ").expect("the words of the part");
        let bytes = binary::write(&parse(text, Version::V1_2));
        assert_eq!(bytes, bytes_of(words), "{}: {text}", row.name);
    }
}

#[test]
fn the_yaml_of_a_root_signature() {
    let signature = parse(
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0, flags=DATA_STATIC), \
         RootConstants(num32BitConstants=4, b1, space=2), DescriptorTable(SRV(t0, numDescriptors=unbounded), \
         visibility=SHADER_VISIBILITY_PIXEL), StaticSampler(s0, mipLODBias=1.23)",
        Version::V1_1,
    );
    insta::assert_snapshot!(yaml::write(&signature).expect("it has no odd flags"));
}

#[test]
fn the_metadata_of_a_root_signature() {
    let signature = parse(
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(b0, space=1, num32BitConstants=3), \
         CBV(b1, flags=0), StaticSampler(s0, filter=FILTER_MIN_MAG_POINT_MIP_LINEAR, \
         addressU=TEXTURE_ADDRESS_BORDER), DescriptorTable(visibility=SHADER_VISIBILITY_ALL, \
         SRV(t0, flags=DATA_STATIC_WHILE_SET_AT_EXECUTE), UAV(u1, numDescriptors=5, space=10, offset=5, \
         flags=DATA_VOLATILE)), SRV(t9), UAV(u9), DescriptorTable(Sampler(s1), Sampler(s9, numDescriptors=unbounded))",
        Version::V1_1,
    );
    let pair = Pair { function: "main".to_owned(), signature: metadata::write(&signature), version: 2 };
    insta::assert_snapshot!(metadata_text::print(&[pair], 0));
}

fn value<T: Value + std::fmt::Debug>() -> impl Strategy<Value = Arg<T>> {
    let values: Vec<T> = T::ROWS.iter().map(|row| row.value).collect();
    prop::sample::select(values).prop_map(Arg::from)
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..4u32, Just(u32::MAX - 1), any::<u32>().prop_map(|n| n.min(u32::MAX - 1))]
}

/// A register of its own for every index, so that nothing overlaps.
fn register(index: usize) -> impl Strategy<Value = Register> {
    number().prop_map(move |number| Register::new(number, index as u32))
}

fn sampler(index: usize) -> impl Strategy<Value = Element> {
    let addresses = (value(), value(), value());
    let floats = (-16.0..15.99f32, prop::num::f32::NORMAL | prop::num::f32::ZERO, prop::num::f32::SUBNORMAL);
    (register(index), value(), addresses, floats, 0..=16u32, value(), value(), value()).prop_map(
        |(register, filter, address, float, max_anisotropy, comparison, border_color, visibility)| {
            let comparison_func =
                if comparison.value == ComparisonFunc::None { ComparisonFunc::Always.into() } else { comparison };
            Element::StaticSampler(Box::new(StaticSampler {
                filter,
                address_u: address.0,
                address_v: address.1,
                address_w: address.2,
                mip_lod_bias: float.0.into(),
                min_lod: float.1.into(),
                max_lod: float.2.into(),
                max_anisotropy: max_anisotropy.into(),
                comparison_func,
                border_color,
                visibility,
                ..StaticSampler::new(register)
            }))
        },
    )
}

fn range(index: usize, class: Class, version: Version) -> impl Strategy<Value = DescriptorRange> {
    let flags = match (version, class) {
        (Version::V1_0, _) => vec![None],
        (_, Class::Sampler) => vec![None, Some(0), Some(1), Some(0x10000)],
        _ => [0, 1, 2, 4, 8, 3, 5, 0x10000, 0x10002, 0x10008, 0x10004].map(Some).into_iter().chain([None]).collect(),
    };
    let count = prop_oneof![1..9u32, Just(UNBOUNDED)];
    (register(index), count, 0..100u32, prop::sample::select(flags)).prop_map(
        move |(register, count, offset, flags)| {
            let room = u32::MAX - register.number.value;
            DescriptorRange {
                pos: Pos::NONE,
                class,
                count: if count == UNBOUNDED { count } else { count.min(room) }.into(),
                register,
                offset: offset.into(),
                flags: flags.map(RangeFlags::from_bits_retain).into(),
            }
        },
    )
}

fn element(index: usize, version: Version) -> impl Strategy<Value = Element> {
    let pos = Pos::NONE;
    let constants = (register(index), number(), value()).prop_map(move |(register, count, visibility)| {
        Element::Constants(RootConstants { pos, count: count.into(), register, visibility })
    });
    let flags = if version == Version::V1_0 { vec![None] } else { vec![None, Some(0), Some(2), Some(4), Some(8)] };
    let kinds = vec![DescriptorKind::Cbv, DescriptorKind::Srv, DescriptorKind::Uav];
    let descriptor = (prop::sample::select(kinds), register(index), value(), prop::sample::select(flags)).prop_map(
        move |(kind, register, visibility, flags)| {
            let flags = flags.map(DescriptorFlags::from_bits_retain).into();
            Element::Descriptor(RootDescriptor { pos, kind, register, visibility, flags })
        },
    );
    let resources = prop::sample::select(vec![Class::Cbv, Class::Srv, Class::Uav]);
    let resources = prop::collection::vec(resources.prop_flat_map(move |class| range(index, class, version)), 0..2);
    let samplers = prop::collection::vec(range(index, Class::Sampler, version), 0..2);
    let table = (prop_oneof![resources, samplers], value())
        .prop_map(move |(ranges, visibility)| Element::Table(DescriptorTable { pos, visibility, ranges }));
    prop_oneof![constants, descriptor, table, sampler(index)]
}

fn root_signature() -> impl Strategy<Value = RootSignature> {
    let version = prop::sample::select(Version::ALL.to_vec());
    (version, 0..12usize, 0..0x1000u32).prop_flat_map(|(version, length, flags)| {
        let elements: Vec<_> = (0..length).map(|index| element(index, version)).collect();
        elements.prop_map(move |mut elements| {
            let flags = RootFlags::from_bits_retain(flags);
            elements.insert(0, Element::Flags(RootFlagsElement { pos: Pos::NONE, flags }));
            RootSignature { version, elements }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_root_signatures(signature in root_signature()) {
        let errors: Vec<_> = validate(&signature).into_iter().filter(|p| p.severity() == Severity::Error).collect();
        prop_assert!(errors.is_empty(), "{errors:?}");
        check(&signature);
    }

    #[test]
    fn any_text_is_answered(text in ".{0,200}", version in prop::sample::select(Version::ALL.to_vec())) {
        let _ = hlslc_rootsig_syntax::parse(&text, version, &|_| Span::NONE);
        let _ = yaml::read(&text, &|_| Span::NONE);
        let _ = metadata_text::parse(&text);
    }

    #[test]
    fn any_words_are_answered(words in prop::collection::vec(prop::sample::select(vec![
        "CBV", "SRV", "DescriptorTable", "StaticSampler", "RootFlags", "(", ")", ",", ",", "=", "|", "b0", "t1", "s2", "0",
        "-1", "1.5f", "space", "flags", "visibility", "SHADER_VISIBILITY_ALL", "DATA_STATIC", "unbounded", "numDescriptors",
    ]), 0..40)) {
        let _ = hlslc_rootsig_syntax::parse(&words.join(" "), Version::V1_1, &|_| Span::NONE);
    }
}

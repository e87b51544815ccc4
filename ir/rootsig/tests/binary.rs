//! Tests the problems that are reported for bytes that are not an `RTS0` part, or one of an invalid root signature.

use hlslc_rootsig::*;

/// A part of version 1.1 with a root CBV, a table of two ranges and a static sampler.
fn sample() -> Vec<u8> {
    let register = |number| Register::new(number, 0);
    let range = |class, number| DescriptorRange {
        pos: Pos::NONE,
        class,
        count: 1.into(),
        register: register(number),
        offset: OFFSET_APPEND.into(),
        flags: None.into(),
    };
    let elements = vec![
        Element::Descriptor(RootDescriptor {
            pos: Pos::NONE,
            kind: DescriptorKind::Cbv,
            register: register(0),
            visibility: Visibility::All.into(),
            flags: None.into(),
        }),
        Element::Table(DescriptorTable {
            pos: Pos::NONE,
            visibility: Visibility::All.into(),
            ranges: vec![range(Class::Srv, 0), range(Class::Uav, 0)],
        }),
        Element::StaticSampler(Box::new(StaticSampler::new(register(0)))),
    ];
    binary::write(&RootSignature { version: Version::V1_1, elements })
}

/// The sample with the word at a byte replaced.
fn with(changes: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = sample();
    for (at, word) in changes {
        bytes[*at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn complaints(bytes: &[u8]) -> Vec<String> {
    match binary::read(bytes) {
        Ok(signature) => validate(&signature).iter().map(ToString::to_string).collect(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// The offsets of the words of the sample that the tests below change.
const VERSION: usize = 0;
const PARAMETER_COUNT: usize = 4;
const PARAMETERS_AT: usize = 8;
const SAMPLER_COUNT: usize = 12;
const SAMPLERS_AT: usize = 16;
const FLAGS: usize = 20;
const CBV_TYPE: usize = 24;
const CBV_PAYLOAD_AT: usize = 32;
const TABLE_VISIBILITY: usize = 40;
const CBV_FLAGS: usize = 56;
const RANGE_COUNT: usize = 60;
const RANGES_AT: usize = 64;
const SRV_TYPE: usize = 68;
const SRV_COUNT: usize = 72;
const UAV_TYPE: usize = 92;
const SAMPLER: usize = 116;

#[test]
fn the_sample_is_valid_and_laid_out_as_the_offsets_say() {
    let bytes = sample();
    assert_eq!(bytes.len(), SAMPLER + 52);
    assert_eq!(complaints(&bytes), [] as [String; 0]);
    assert_eq!(bytes[SAMPLERS_AT], SAMPLER as u8);
    assert_eq!(bytes[UAV_TYPE], 1);
}

#[test]
fn every_truncation_is_rejected() {
    let bytes = sample();
    for length in 0..bytes.len() {
        assert!(binary::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(
        complaints(&[]),
        ["root signature: the header of 24 bytes at offset 0 does not fit into 0 bytes (byte 0)"]
    );
    assert_eq!(
        complaints(&bytes[..bytes.len() - 1]),
        ["root signature: the static sampler array of 52 bytes at offset 116 does not fit into 167 bytes (byte 16)"]
    );
}

#[test]
fn what_lies_beyond_the_last_block_is_no_matter() {
    let mut bytes = sample();
    bytes.extend_from_slice(&[1, 2, 3]);
    assert_eq!(complaints(&bytes), [] as [String; 0]);
}

#[test]
fn wrong_headers() {
    assert_eq!(complaints(&with(&[(VERSION, 0)])), ["root signature: unknown version 0 (byte 0)"]);
    assert_eq!(complaints(&with(&[(VERSION, 4)])), ["root signature: unknown version 4 (byte 0)"]);
    assert_eq!(
        complaints(&with(&[(PARAMETER_COUNT, u32::MAX)])),
        ["root signature: the parameter array of 51539607540 bytes at offset 24 does not fit into 168 bytes (byte 8)"]
    );
    assert_eq!(
        complaints(&with(&[(PARAMETERS_AT, u32::MAX)])),
        ["root signature: the parameter array of 24 bytes at offset 4294967295 does not fit into 168 bytes (byte 8)"]
    );
    assert_eq!(
        complaints(&with(&[(PARAMETERS_AT, 26)])),
        ["root signature: the parameter array at offset 26, which is not a multiple of 4 (byte 8)"]
    );
    assert_eq!(
        complaints(&with(&[(SAMPLER_COUNT, u32::MAX)])),
        [
            "root signature: the static sampler array of 223338299340 bytes at offset 116 does not fit into 168 bytes (byte 16)"
        ]
    );
}

#[test]
fn wrong_parameters() {
    assert_eq!(complaints(&with(&[(CBV_TYPE, 5)])), ["root parameter 0: unknown root parameter type 5 (byte 24)"]);
    assert_eq!(
        complaints(&with(&[(TABLE_VISIBILITY, 8)])),
        ["root parameter 1: unknown shader visibility 8 (byte 40)"]
    );
    assert_eq!(
        complaints(&with(&[(CBV_PAYLOAD_AT, 160)])),
        ["root parameter 0: the root descriptor of 12 bytes at offset 160 does not fit into 168 bytes (byte 32)"]
    );
    assert_eq!(
        complaints(&with(&[(RANGE_COUNT, u32::MAX)])),
        ["root parameter 1: the range array of 103079215080 bytes at offset 68 does not fit into 168 bytes (byte 64)"]
    );
    assert_eq!(
        complaints(&with(&[(RANGES_AT, 200)])),
        ["root parameter 1: the range array of 48 bytes at offset 200 does not fit into 168 bytes (byte 64)"]
    );
}

#[test]
fn all_unknown_values_are_reported() {
    let bytes =
        with(&[(SRV_TYPE, 4), (UAV_TYPE, 77), (SAMPLER, 2), (SAMPLER + 4, 0), (SAMPLER + 24, 9), (SAMPLER + 28, 5)]);
    assert_eq!(
        complaints(&bytes),
        [
            "range 0 of root parameter 1: unknown descriptor range type 4 (byte 68)",
            "range 1 of root parameter 1: unknown descriptor range type 77 (byte 92)",
            "static sampler 0: unknown filter 2 (byte 116)",
            "static sampler 0: unknown texture address mode 0 (byte 120)",
            "static sampler 0: unknown comparison function 9 (byte 140)",
            "static sampler 0: unknown border colour 5 (byte 144)",
        ]
    );
}

#[test]
fn blocks_that_share_bytes_are_rejected() {
    // What is read out of the wrong bytes may be complained about first.
    let last_complaint = |changes: &[(usize, u32)]| complaints(&with(changes)).pop().unwrap_or_default();
    assert_eq!(
        last_complaint(&[(CBV_PAYLOAD_AT, 60)]),
        "root parameter 0: the root descriptor overlaps with the descriptor table (byte 60)"
    );
    assert_eq!(
        last_complaint(&[(SAMPLERS_AT, 68)]),
        "root signature: the static sampler array overlaps with the range array (byte 68)"
    );
    assert_eq!(
        last_complaint(&[(RANGES_AT, 64)]),
        "root parameter 1: the range array overlaps with the descriptor table (byte 64)"
    );
}

#[test]
fn invalid_root_signatures_in_bytes() {
    assert_eq!(complaints(&with(&[(FLAGS, 0x1000)])), ["root flags: no root flag has the bits 0x1000"]);
    assert_eq!(complaints(&with(&[(FLAGS, RootFlags::LOW_TIER_RESERVED)])), [] as [String; 0]);
    assert_eq!(complaints(&with(&[(CBV_FLAGS, 1)])), ["root parameter 0: no root descriptor flag has the bits 0x1"]);
    assert_eq!(
        complaints(&with(&[(CBV_FLAGS, 6)])),
        ["root parameter 0: a root descriptor can have only one DATA_… flag"]
    );
    assert_eq!(
        complaints(&with(&[(SRV_COUNT, 0)])),
        ["range 0 of root parameter 1: a descriptor range needs at least one descriptor"]
    );
    assert_eq!(
        complaints(&with(&[(SRV_COUNT, u32::MAX)])),
        ["range 1 of root parameter 1: no range can be appended after one that takes the rest of the table \
          (see range 0 of root parameter 1)"]
    );
    assert_eq!(
        complaints(&with(&[(UAV_TYPE, 0)])),
        ["range 1 of root parameter 1: register t0 of space 0 is bound twice (see range 0 of root parameter 1)"]
    );
    assert_eq!(
        complaints(&with(&[(UAV_TYPE, 3)])),
        [
            "range 1 of root parameter 1: a descriptor table holds either samplers or other descriptors, not both \
             (see range 0 of root parameter 1)",
            "static sampler 0: register s0 of space 0 is bound twice (see range 1 of root parameter 1)",
        ]
    );
    let nan = f32::NAN.to_bits();
    assert_eq!(
        complaints(&with(&[(SAMPLER + 16, nan), (SAMPLER + 32, nan), (SAMPLER + 36, nan)])),
        [
            "static sampler 0: mipLODBias is NaN, outside of -16 to 15.99",
            "static sampler 0: minLOD is not a number",
            "static sampler 0: maxLOD is not a number",
        ]
    );
    assert_eq!(
        complaints(&with(&[(SAMPLER, 0x80), (SAMPLER + 24, 0)])),
        ["static sampler 0: a comparison filter needs a comparison function"]
    );
}

#[test]
fn many_tables_cannot_multiply_one_array() {
    // 1000 tables that all claim the same ranges.
    let tables = 1000u32;
    let payload = 24 + tables * 12;
    let mut words = vec![2, tables, 24, 0, payload + 8, 0];
    for _ in 0..tables {
        words.extend([0, 0, payload]);
    }
    words.extend([400, 24]);
    let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    assert_eq!(complaints(&bytes), ["root signature: the parameter array overlaps with the range array (byte 24)"]);
}

#[test]
fn positions_in_the_model_are_bytes_of_the_part() {
    let signature = binary::read(&with(&[(CBV_FLAGS, 6)])).expect("it is well formed");
    assert_eq!(validate(&signature)[0].pos, Pos::new(CBV_FLAGS as u32, CBV_FLAGS as u32 + 4));
}

#[test]
fn validators_look_at_no_border_colour() {
    assert!(binary::read_as_validators(&with(&[(SAMPLER + 28, 5)])).is_ok());
    assert!(binary::read_as_validators(&with(&[(SAMPLER, 2)])).is_err(), "no filter has number 2");
}

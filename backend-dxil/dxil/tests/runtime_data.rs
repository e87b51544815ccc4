//! Tests the `RDAT` part: runtime data is built, written, read and listed; damaged data is rejected.

use dxil::container::rdat::{
    Builder, ComputeRecord, FeatureBits, FunctionRecord, InfoNumber, List, NodeAttribute, NodeAttributeRecord, Number,
    Record, RuntimeData, StageBits, StoredSubobject, StoredValue, Str, Strs, Target, unmangled,
};
use dxil::subobject::{HitGroupKind, Subobject, SubobjectValue};
use dxil::{ShaderKind, ShaderModel, ValidatorVersion};

fn subobjects() -> Vec<Subobject> {
    let values = [
        ("config", SubobjectValue::StateObjectConfig { flags: 5 }),
        ("global", SubobjectValue::RootSignature { local: false, data: vec![1, 0, 0, 0], text: "".into() }),
        ("local", SubobjectValue::RootSignature { local: true, data: vec![1, 0, 0, 0], text: "".into() }),
        (
            "association",
            SubobjectValue::Association { subobject: "local".into(), exports: vec!["hit".into(), "miss".into()] },
        ),
        ("everywhere", SubobjectValue::Association { subobject: "config".into(), exports: Vec::new() }),
        ("sizes", SubobjectValue::ShaderConfig { payload_bytes: 128, attribute_bytes: 64 }),
        ("depth", SubobjectValue::PipelineConfig { recursion: 4 }),
        ("depth1", SubobjectValue::PipelineConfig1 { recursion: 32, flags: 0x300 }),
        (
            "group",
            SubobjectValue::HitGroup {
                kind: HitGroupKind::ProceduralPrimitive as u32,
                any_hit: "".into(),
                closest_hit: "hit".into(),
                intersection: "meet".into(),
            },
        ),
    ];
    values.map(|(name, value)| Subobject { name: name.into(), value }).into()
}

/// A library of two functions and every kind of subobject.
fn library(validator: ValidatorVersion) -> RuntimeData {
    let mut builder = Builder::new(validator);
    let helper = builder.string(b"helper");
    for (name, kind) in [("\x01?hit@@YAXXZ", ShaderKind::ClosestHit), ("helper", ShaderKind::Library)] {
        let record = FunctionRecord {
            name: builder.string(name.as_bytes()),
            unmangled_name: builder.string(unmangled(name.as_bytes())),
            dependencies: builder.strings(&[helper]),
            kind: Number::of(kind),
            payload_bytes: 16,
            features: FeatureBits(1 << 40 | 1 << 14 | 1),
            stages: StageBits(1 << kind as u32),
            min_target: Target::of(ShaderModel::new(kind, 6, 3)),
            ..FunctionRecord::default()
        };
        builder.function(record);
    }
    for subobject in &subobjects() {
        builder.subobject(subobject);
    }
    builder.finish()
}

#[test]
fn what_is_written_is_read_again() {
    for minor in 0..=9 {
        let built = library(ValidatorVersion::minor(minor));
        let bytes = built.write();
        let read = RuntimeData::read(&bytes).unwrap_or_else(|error| panic!("for 1.{minor}: {error}"));
        assert_eq!(read, built, "for 1.{minor}");
        assert_eq!(read.write(), bytes, "for 1.{minor}");
        let expected = if minor < 4 { Vec::new() } else { subobjects() };
        assert_eq!(read.subobjects().collect::<Vec<_>>(), expected, "for 1.{minor}");
    }
}

/// DXC 1.8 numbers the tables of libraries for linking one lower than DXC 1.9.
#[test]
fn libraries_for_linking_of_both_numberings_are_read() {
    let mut data = library(ValidatorVersion::minor(8));
    let function = &mut data.tables.functions.rows[0];
    (function.kind, function.info) = (Number::of(ShaderKind::Compute), InfoNumber(0));
    data.tables.compute_shaders.rows.push(ComputeRecord { groupshared_bytes: 64, ..ComputeRecord::default() });
    let mut bytes = data.write();
    assert_eq!(RuntimeData::read(&bytes).as_ref(), Ok(&data));
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("a word"));
    let mut parts = (0..word(&bytes, 4) as usize).map(|number| word(&bytes, 8 + 4 * number) as usize);
    let table = parts.next_back().expect("parts");
    assert_eq!(word(&bytes, table), ComputeRecord::PART);
    bytes[table..table + 4].copy_from_slice(&(ComputeRecord::PART - 1).to_le_bytes());
    assert_eq!(RuntimeData::read(&bytes), Ok(data));
}

#[test]
fn a_listing_shows_every_record() {
    insta::assert_snapshot!(library(ValidatorVersion::minor(8)).list_all());
}

#[test]
fn equal_strings_lists_and_bytes_are_stored_once() {
    let data = library(ValidatorVersion::minor(8));
    let bytes = data.write();
    let count = |text: &[u8]| bytes.windows(text.len()).filter(|window| *window == text).count();
    assert_eq!(count(b"\0helper\0"), 1);
    let rows = &data.tables.functions.rows;
    assert_eq!(rows[0].dependencies, rows[1].dependencies);
    let places: Vec<_> = data.tables.subobjects.rows.iter().map(|row| row.subobject.value).collect();
    let (StoredValue::RootSignature { data: first, .. }, StoredValue::RootSignature { data: second, .. }) =
        (places[1], places[2])
    else {
        panic!("{places:?}");
    };
    assert_eq!(first, second);
}

/// The part with one field changed is rejected, for this reason.
fn rejected(why: &str, damage: impl FnOnce(&mut RuntimeData)) {
    let mut data = library(ValidatorVersion::minor(8));
    damage(&mut data);
    let error = RuntimeData::read(&data.write()).expect_err(why);
    assert_eq!(error.what, why);
}

#[test]
fn references_to_nothing_are_refused() {
    rejected("a string is not there", |data| data.tables.functions.rows[0].name = Str(1 << 20));
    rejected("a list is not there", |data| data.tables.functions.rows[0].dependencies = Strs(1));
    rejected("a record is not there", |data| {
        data.tables.functions.rows[1].resources = {
            let list = data.tables.functions.rows[0].dependencies;
            dxil::container::rdat::Refs::new(list.0)
        }
    });
    rejected("a record is not there", |data| {
        let node = &mut data.tables.functions.rows[0];
        (node.kind, node.info.0) = (Number::of(ShaderKind::Node), 0);
    });
    rejected("bytes are not there", |data| {
        let StoredValue::RootSignature { data, .. } = &mut data.tables.subobjects.rows[1].subobject.value else {
            return;
        };
        data.offset = u32::MAX;
    });
    rejected("a string is not there", |data| {
        let value = StoredValue::Association { subobject: Str(1 << 20), exports: Strs::default() };
        data.tables.subobjects.rows[0].subobject = StoredSubobject { name: Str(0), value };
    });
    rejected("a list is not there", |data| {
        let attribute = NodeAttribute::NumThreads(List(1 << 20));
        data.tables.node_attributes.rows.push(NodeAttributeRecord { attribute });
    });
}

/// Changes a word of the part; what reading it says.
fn with_word(at: usize, word: u32) -> Result<RuntimeData, &'static str> {
    let mut bytes = library(ValidatorVersion::minor(8)).write();
    bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    RuntimeData::read(&bytes).map_err(|error| error.what)
}

#[test]
fn sizes_that_lie_are_refused() {
    // The version, the number of parts, the places of the first three.
    assert_eq!(with_word(0, 1), Err("the version is not known"));
    assert_eq!(with_word(4, u32::MAX), Err("there are more parts than there is room for"));
    assert_eq!(with_word(8, u32::MAX), Err("an offset points outside"));
    assert_eq!(with_word(8, 1), Err("a part is not made of whole words"));
    let bytes = library(ValidatorVersion::minor(8)).write();
    let place = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("a word"));
    let [strings, functions, lists] = [8, 12, 16].map(|at| place(at) as usize);
    assert_eq!(with_word(12, place(8)), Err("there are two parts of one kind"));
    // The kind of a part, and its size.
    assert_eq!(with_word(strings, 4), Err("a table has more records than there is room for"));
    assert_eq!(with_word(strings + 4, u32::MAX - 3), Err("the data ends too early"));
    assert_eq!(with_word(strings + 4, 4), Err("the strings do not end"));
    // How many functions there are, and the bytes of each; how long the first list is.
    assert_eq!(with_word(functions + 8, 1 << 30), Err("a table has more records than there is room for"));
    assert_eq!(with_word(functions + 12, 0), Err("the records of a table are too short"));
    assert_eq!(with_word(lists + 8, 1 << 20), Err("a list is longer than what is left"));
}

#[test]
fn damaged_bytes_never_do_harm() {
    let bytes = library(ValidatorVersion::minor(8)).write();
    for end in 0..bytes.len() {
        let _ = RuntimeData::read(&bytes[..end]);
    }
    for at in 0..bytes.len() {
        for byte in [0, 1, 0x7F, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            if let Ok(read) = RuntimeData::read(&damaged) {
                let _ = read.list_all();
                assert_eq!(RuntimeData::read(&read.write()).as_ref(), Ok(&read));
            }
        }
    }
}

#[test]
fn names_lose_what_the_compiler_put_around_them() {
    assert_eq!(unmangled(b"\x01?main@@YAXXZ"), b"main");
    assert_eq!(unmangled(b"\x01?in_space@ns@@YAXXZ"), b"in_space");
    assert_eq!(unmangled(b"plain"), b"plain");
}

/// Validators take a hit group of any kind, and compare what was read with what is made of it.
#[test]
fn a_hit_group_of_no_known_kind_is_kept() {
    let mut builder = Builder::new(ValidatorVersion::minor(8));
    let value = SubobjectValue::HitGroup {
        kind: 13,
        any_hit: "any".into(),
        closest_hit: "hit".into(),
        intersection: "meet".into(),
    };
    builder.subobject(&Subobject { name: "group".into(), value });
    let data = builder.finish();
    let read = RuntimeData::read(&data.write()).expect("what we write we can read");
    let mut again = Builder::new(ValidatorVersion::minor(8));
    read.subobjects().for_each(|subobject| again.subobject(&subobject));
    assert_eq!(again.finish(), data);
}

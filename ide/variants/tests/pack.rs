//! The packed file and the manifest.

use hlslc_variants::manifest::{File, Group, Manifest, Outcome, Variant};
use hlslc_variants::pack::{Object, Tables, from_hex, hash, head, hex, variant_name};

fn file() -> (Vec<u8>, Tables) {
    let objects: [&[u8]; 2] = [b"one", b"twelve bytes"];
    let mut bytes = head().to_vec();
    let mut tables = Tables::default();
    for object in objects {
        tables.objects.push(Object { hash: hash(object), offset: bytes.len() as u64, length: object.len() as u64 });
        bytes.extend_from_slice(object);
    }
    for (at, value) in [Some("1"), None, Some("0")].into_iter().enumerate() {
        tables.variants.push((variant_name("lit", "dxil", [("A", value)].into_iter()), at as u32 % 2));
    }
    let (end, _) = tables.write(bytes.len() as u64);
    bytes.extend_from_slice(&end);
    (bytes, tables)
}

#[test]
fn a_packed_file_is_read_as_it_was_written() {
    let (bytes, tables) = file();
    let (read, _) = Tables::read(&bytes).expect("it is whole");
    assert_eq!(read, tables);
    let found = read.find(&variant_name("lit", "dxil", [("A", None)].into_iter())).expect("it is there");
    assert_eq!(&bytes[found.offset as usize..][..found.length as usize], b"twelve bytes");
    assert_eq!(read.find(&variant_name("lit", "spirv", [("A", None)].into_iter())), None);
}

#[test]
fn a_packed_file_that_is_cut_off_or_damaged_in_its_tables_is_rejected() {
    let (bytes, tables) = file();
    for end in 0..bytes.len() {
        assert!(Tables::read(&bytes[..end]).is_err(), "{end} bytes");
    }
    for at in tables.objects[1].offset as usize + 12..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        assert!(Tables::read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn a_hash_is_read_as_it_is_written() {
    assert_eq!(from_hex(&hex(&hash(b""))), Some(hash(b"")));
    assert_eq!((from_hex("12"), from_hex(&"x".repeat(64))), (None, None));
}

#[test]
fn a_manifest_is_read_as_it_is_written_and_a_damaged_one_rejected() {
    let mut manifest = Manifest {
        version: 1,
        compiler: "a \"b\"".to_owned(),
        pack: hex(&hash(b"")),
        files: vec![File { name: "a.hlsl".to_owned(), sha256: String::new(), code: String::new() }],
        groups: vec![Group {
            entry: "a".to_owned(),
            target: "dxil".to_owned(),
            macros: vec!["A".to_owned()],
            options: String::new(),
        }],
        results: vec![Outcome { object: Some(1), files: vec![0], ..Outcome::default() }],
        variants: vec![Variant { group: 0, values: vec![None], result: 0 }],
    };
    assert_eq!(Manifest::read(&manifest.write()), Ok(manifest.clone()));
    assert_eq!(
        Manifest::read(&Manifest { version: 1, ..Manifest::default() }.write()).map(|it| it.variants),
        Ok(Vec::new())
    );
    manifest.variants[0].result = 1;
    assert!(Manifest::read(&manifest.write()).is_err());
    assert!(Manifest::read(&manifest.write().replace("\"version\": 1", "\"version\": 2")).is_err());
    assert!(Manifest::read("{").is_err());
}

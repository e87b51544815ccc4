//! Tests the sources of a shader: both forms of the part that stores them, compressed and plain, intact and damaged.

use dxil::container::sources::{Arguments, SourceFile, Sources};
use dxil::container::{Container, FourCc, Signing, dump};
use miniz_oxide::deflate::compress_to_vec_zlib;

const MAIN: &[u8] = b"#include \"inc.h\"\nfloat4 main() : SV_Target { return ONE; }\n";
const INCLUDED: &[u8] = b"#define ONE 1\n";

fn expected() -> Sources {
    let file = |name: &str, content: &[u8]| SourceFile { name: name.into(), content: content.into() };
    let pair = |name: &str, value: &str| (name.as_bytes().to_vec(), value.as_bytes().to_vec());
    Sources {
        files: vec![file("main.hlsl", MAIN), file("./inc.h", INCLUDED)],
        arguments: Arguments::Pairs(vec![pair("T", "ps_6_0"), pair("Zi", "")]),
        libraries: Vec::new(),
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn padded(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn with_nul(text: &[u8]) -> Vec<u8> {
    [text, &[0]].concat()
}

/// How bytes are packed, and their numbers.
fn packed(bytes: &[u8], zlib: bool) -> ([u8; 2], Vec<u8>) {
    if zlib { ([1, 0], compress_to_vec_zlib(bytes, 6)) } else { ([0, 0], bytes.to_vec()) }
}

fn srci(zlib: bool) -> Vec<u8> {
    let entry = |fields: &[u32], text: &[u8]| {
        let rest = padded([words(fields), with_nul(text)].concat());
        [words(&[rest.len() as u32 + 4]), rest].concat()
    };
    let files = expected().files;
    let name = |file: &SourceFile| entry(&[0, file.name.len() as u32 + 1, file.content.len() as u32 + 1], &file.name);
    let names: Vec<u8> = files.iter().flat_map(name).collect();
    let names = [words(&[0, 2]), (names.len() as u16).to_le_bytes().to_vec(), names].concat();
    let text = |file: &SourceFile| entry(&[0, file.content.len() as u32 + 1], &file.content);
    let texts: Vec<u8> = files.iter().flat_map(text).collect();
    let (packing, bytes) = packed(&texts, zlib);
    let numbers = words(&[bytes.len() as u32, texts.len() as u32, 2]);
    let contents = [words(&[0]), vec![0, 0], packing.to_vec(), numbers, bytes].concat();
    let pairs = b"T\0ps_6_0\0Zi\0\0".to_vec();
    let arguments = [words(&[0, pairs.len() as u32, 2]), pairs].concat();
    let section = |kind: u16, body: Vec<u8>| {
        let body = padded(body);
        [words(&[body.len() as u32 + 8]), vec![0, 0], kind.to_le_bytes().to_vec(), body].concat()
    };
    let sections = [section(1, names), section(0, contents), section(2, arguments)].concat();
    [words(&[sections.len() as u32 + 8]), vec![0, 0, 3, 0], sections].concat()
}

fn pdbi(zlib: bool) -> Vec<u8> {
    let mut strings = vec![0];
    let mut string = |text: &[u8]| {
        let at = strings.len() as u32;
        strings.extend(with_nul(text));
        at
    };
    let sources: Vec<u32> =
        expected().files.iter().flat_map(|file| [string(&file.name), string(&file.content)]).collect();
    let pairs = [string(b"T"), string(b"ps_6_0"), string(b"Zi"), 0];
    let lists = [&[2, 0, 1, 4][..], &pairs].concat();
    // Sources, libraries, arguments, hash, name, identity and data of a toolchain, the whole program.
    let info = [0, u32::MAX, 3, 0, 0, 0, 0, 0, 0, 0, 0];
    let table = |rows: u32, fields: &[u32]| [words(&[rows, fields.len() as u32 / rows * 4]), words(fields)].concat();
    let parts = [(1, padded(strings)), (2, words(&lists)), (0x1_0001, table(1, &info)), (0x1_0002, table(2, &sources))];
    let mut head = words(&[0x10, 4]);
    let mut body = Vec::new();
    for (kind, bytes) in parts {
        head.extend(words(&[24 + body.len() as u32]));
        body.extend(words(&[kind, bytes.len() as u32]));
        body.extend(bytes);
    }
    let data = [head, body].concat();
    let (packing, bytes) = packed(&data, zlib);
    [vec![0, 0], packing.to_vec(), words(&[bytes.len() as u32, data.len() as u32]), bytes].concat()
}

#[test]
fn both_parts_say_the_same() {
    for zlib in [false, true] {
        assert_eq!(Sources::read_srci(&srci(zlib)), Ok(expected()), "packed: {zlib}");
        assert_eq!(Sources::read_pdbi(&pdbi(zlib)), Ok(expected()), "packed: {zlib}");
    }
}

#[test]
fn containers_are_asked_for_the_newer_part_first() {
    let mut container = Container::new();
    assert_eq!(Sources::of(&container), Ok(None));
    container.push(FourCc::SRCI, srci(true));
    assert_eq!(Sources::of(&container), Ok(Some(expected())));
    container.push(FourCc::PDBI, pdbi(true));
    assert_eq!(Sources::of(&container), Ok(Some(expected())));
    container.put(FourCc::PDBI, vec![0; 3]);
    assert!(Sources::of(&container).is_err());
}

#[test]
fn packed_bytes_that_become_too_many_are_rejected() {
    let zeros = vec![b' '; 1 << 22];
    let bytes = compress_to_vec_zlib(&zeros, 9);
    let part = [vec![0, 0, 1, 0], words(&[bytes.len() as u32, zeros.len() as u32]), bytes].concat();
    let error = Sources::read_pdbi(&part).expect_err("it is a bomb");
    assert_eq!(error.what, "packed bytes would become too many");
}

#[test]
fn listings_show_the_files() {
    let mut container = Container::new();
    container.push(FourCc::SRCI, srci(true));
    container.push(FourCc::PDBI, pdbi(true));
    let listing = dump::fields(&container.write(Signing::Digest), &[]).expect("a container");
    assert_eq!(listing.faults, []);
    let files = listing.text.lines().filter(|line| line.contains("unpacked file")).count();
    assert_eq!(files, 4, "{}", listing.text);
}

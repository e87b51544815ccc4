//! Cases of rules on containers: parts, and their agreement with the program.

use super::bases::*;
use super::{Case, case};
use dxil::container::{FourCc, Part};

pub const CASES: &[Case] = &[
    case("CONTAINER.PARTMATCHES", &VERTEX, "a feature is stated that the program does not need", |m| {
        m.part(FourCc::SFI0, |data| data[0] ^= 1);
    }),
    case("CONTAINER.PARTREPEATED", &VERTEX, "the input signature is there twice", |m| {
        m.container(|container| {
            let again = container.parts.iter().find(|part| part.name == FourCc::ISG1).expect("the part").clone();
            container.parts.push(again);
        });
    }),
    case("CONTAINER.PARTMISSING", &VERTEX, "the facts of the shader are missing", |m| {
        m.container(|container| assert!(container.remove(FourCc::PSV0)));
    }),
    case("CONTAINER.PARTINVALID", &VERTEX, "there is a part `WHAT`", |m| {
        m.container(|container| container.parts.push(Part { name: FourCc(*b"WHAT"), data: vec![0; 4] }));
    }),
    case("CONTAINER.CONTENTMATCHES", &VERTEX, "the waves have at least 4 lanes", |m| {
        m.part(FourCc::PSV0, |data| data[20] = 4);
    })
    .also(&["CONTAINER.PARTMATCHES"]),
    case("CONTAINER.CONTENTINVALID", &VERTEX, "the name of an element lies after the strings", |m| {
        m.element_word(0, 0, 0xFFFF);
    })
    .also(&["CONTAINER.PARTMATCHES", "CONTAINER.UNUSEDITEMINTABLE"]),
    case("CONTAINER.UNUSEDITEMINTABLE", &VERTEX, "an element has the name of another", |m| {
        m.same_name();
    })
    .also(&["CONTAINER.CONTENTMATCHES", "CONTAINER.PARTMATCHES"]),
    case("CONTAINER.ROOTSIGNATUREINCOMPATIBLE", &ROOTED, "the root signature has no constant buffer", |m| {
        m.part(FourCc::RTS0, |data| {
            let other = ROOTED_OTHERWISE.compile();
            *data = other.part(FourCc::RTS0).expect("a root signature").to_vec();
        });
    }),
    case("SM.PROGRAMVERSION", &VERTEX, "the header of the program states 6.5", |m| {
        m.part(FourCc::DXIL, |data| data[0] = 0x65);
    }),
];

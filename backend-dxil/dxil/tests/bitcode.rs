//! Tests bitcode: a module written and read again is the same, and damaged input is an error, not a crash.

use dxil::bitcode;
use dxil::bitstream::{
    Abbreviation, AbbreviationId, BitReader, BitWriter, BlockAbbreviations, Encoding, Entry, Record, rotate_sign,
    unrotate_sign,
};
use dxil::errors::BitcodeErrorKind;
use dxil::{BinaryOp, Flags, FunctionBuilder, Module, Op, Overload, Predicate};
use proptest::prelude::*;

/// A loop with a phi that refers forward, a call, attachments, and metadata with a cycle.
fn sample() -> Module {
    let mut module = Module::new();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.declare_function("main", ty, None);
    let node = module.md_i32(1);
    let version = module.metadata.tuple(&[node, node]);
    module.add_named_metadata("dx.version", version);

    let mut b = FunctionBuilder::new(&mut module, main);
    let (entry, body, exit) = (b.create_block(), b.create_block(), b.create_block());
    b.switch_to(entry);
    b.br(body);
    b.switch_to(body);
    let i32 = b.module.types.i32();
    let i = b.phi(i32);
    let sum = b.phi(i32);
    let (zero, one, ten) = (b.i32(0), b.i32(1), b.i32(10));
    let next = b.binary(BinaryOp::Add, i, one, Flags::NSW);
    let grown = b.binary(BinaryOp::Xor, sum, next, Flags::NONE);
    for (phi, value) in [(i, next), (sum, grown)] {
        b.add_incoming(phi, zero, entry);
        b.add_incoming(phi, value, body);
    }
    let more = b.cmp(Predicate::ISlt, next, ten, Flags::NONE);
    let back = b.cond_br(more, body, exit);
    b.mark_loop(back, &[]);
    b.switch_to(exit);
    let sine = {
        let x = b.float(0.5);
        b.call_op(Op::Sin, Overload::F32, &[x])
    };
    b.mark_precise(sine);
    b.ret(None);
    module
}

#[test]
fn written_and_read_again_it_is_the_same() {
    let first = bitcode::write(&sample()).expect("the sample is complete");
    let module = bitcode::read(&first).expect("what we write we can read");
    assert_eq!(module.version, dxil::Version::new(1, 1), "taken from the metadata");
    let second = bitcode::write(&module).expect("complete");
    assert_eq!(first, second);
}

#[test]
fn the_map_names_every_bit_once_and_every_instruction() {
    let module = sample();
    let bytes = bitcode::write(&module).expect("complete");
    let pieces = bitcode::map::map(&bytes).expect("what we write we can read");
    let mut end = 0;
    for piece in &pieces {
        assert_eq!(piece.bits.start, end, "{piece:?} begins where the one before ended");
        assert!(!piece.name.starts_with("unknown") && !piece.block.starts_with("unknown"), "{piece:?}");
        end = piece.bits.end;
    }
    assert_eq!(end, 8 * bytes.len() as u64);
    let body = module.functions.values().find_map(|function| function.body.as_ref()).expect("there is one");
    let defined: Vec<u32> = pieces
        .iter()
        .filter_map(|piece| match piece.defines {
            bitcode::map::Defines::Instruction { body: 0, index } => Some(index),
            _ => None,
        })
        .collect();
    assert_eq!(defined, (0..body.layout().count() as u32).collect::<Vec<_>>());
}

#[test]
fn output_is_whole_words_and_stable() {
    let bytes = bitcode::write(&sample()).expect("complete");
    assert_eq!(bytes.len() % 4, 0);
    assert_eq!(bytes, bitcode::write(&sample()).expect("complete"));
}

#[test]
fn every_truncation_is_an_error_inside_the_data() {
    let bytes = bitcode::write(&sample()).expect("complete");
    for length in 0..bytes.len() {
        let error = bitcode::read(&bytes[..length]).expect_err("half a module");
        assert!(error.bit <= bytes.len() as u64 * 8, "{error}");
    }
}

#[test]
fn text_is_not_bitcode() {
    let error = bitcode::read(b"define void @main()").expect_err("text");
    assert_eq!(error.kind, BitcodeErrorKind::NotBitcode);
    assert_eq!(error.to_string(), "bitcode error at bit 32: this is not LLVM bitcode");
}

/// LLVM lets only named structs be referred to before they come, wherever a cycle is entered.
#[test]
fn types_that_contain_themselves_come_back() {
    let mut module = sample();
    let (i32, label) =
        (module.types.i32(), dxil::types::NamedStruct { name: "List".into(), fields: None, packed: false });
    let list = module.types.new_struct(label);
    let many = module.types.array(list, 2);
    let next = module.types.pointer(many, 0);
    if let dxil::Type::Named(id) = *module.types.get(list) {
        module.types.set_struct_fields(id, &[i32, next]);
    }
    let nothing = module.undef(next);
    let node = module.metadata.value(nothing);
    let node = module.metadata.tuple(&[node]);
    module.add_named_metadata("test", node);
    let bytes = bitcode::write(&module).expect("complete");
    let again = bitcode::read(&bytes).expect("what we write we can read");
    let text = dxil::disasm::disassemble_module(&again);
    assert!(text.contains("%List = type { i32, [2 x %List]* }"), "{text}");
    assert!(text.contains("!{[2 x %List]* undef}"), "{text}");
}

/// Texts are written in the shapes of `abbreviations.rs`; in full, each letter would take six bits or twelve.
#[test]
fn texts_are_short() {
    let longer_by = |change: &dyn Fn(&mut Module)| {
        let (short, mut long) = (sample(), sample());
        change(&mut long);
        let length = |module: &Module| bitcode::write(module).expect("complete").len();
        length(&long) - length(&short)
    };
    let text = longer_by(&|module| {
        let text = module.metadata.string("t".repeat(800).as_str());
        let node = module.metadata.tuple(&[text]);
        module.add_named_metadata("text", node);
    });
    assert!((800..860).contains(&text), "eight bits a letter of metadata: {text}");
    let named = |letters: &'static str| {
        move |module: &mut Module| {
            let void = module.types.void();
            let ty = module.types.function(void, &[]);
            module.declare_function(letters.repeat(400).as_str(), ty, None);
        }
    };
    let letters = longer_by(&named("fn"));
    assert!((600..660).contains(&letters), "six bits a letter of a name: {letters}");
    let marks = longer_by(&named("f?"));
    assert!((700..760).contains(&marks), "seven bits a character of other names: {marks}");
}

/// A damaged module that was read may have any operands.
#[test]
fn records_that_fit_no_abbreviation_are_written_in_full() {
    let shape = Abbreviation::new(&[Encoding::Literal(5), Encoding::Fixed(2), Encoding::Vbr(6)]);
    for operands in [&[1u64, 9][..], &[4, 9], &[1], &[1, 9, 2], &[]] {
        let mut out = BitWriter::new(bitcode::MAGIC);
        out.enter_block(30, 3);
        let id = out.abbreviate(shape.clone());
        out.record_as(id, 5, operands);
        out.end_block();
        let bytes = out.finish();
        let mut reader = BitReader::new(&bytes, bitcode::MAGIC).expect("magic");
        let mut record = Record::default();
        assert_eq!(reader.next(&mut record), Ok(Entry::Block(30)));
        assert_eq!(reader.next(&mut record), Ok(Entry::Record));
        assert_eq!((record.code, record.operands.as_slice()), (5, operands));
    }
}

/// Abbreviations of every encoding, defined in BLOCKINFO, as DXC's own output has them.
#[test]
fn the_reader_understands_abbreviations() {
    let mut out = BitWriter::new(bitcode::MAGIC);
    out.enter_block(0, 2);
    out.record(1, &[9]);
    // [literal 7, fixed 3, vbr 4, array of char6]
    out.fixed(2, 2);
    out.vbr(5, 5);
    out.fixed(1, 1);
    out.vbr(7, 8);
    for (encoding, width) in [(1, Some(3)), (2, Some(4)), (3, None), (4, None)] {
        out.fixed(0, 1);
        out.fixed(encoding, 3);
        if let Some(width) = width {
            out.vbr(width, 5);
        }
    }
    out.end_block();
    out.enter_block(9, 3);
    out.fixed(4, 3);
    out.fixed(5, 3);
    out.vbr(100, 4);
    out.vbr(2, 6);
    out.fixed(0, 6);
    out.fixed(63, 6);
    out.end_block();
    let bytes = out.finish();

    let mut reader = BitReader::new(&bytes, bitcode::MAGIC).expect("magic");
    let mut record = Record::default();
    assert_eq!(reader.next(&mut record), Ok(Entry::Block(9)));
    assert_eq!(reader.next(&mut record), Ok(Entry::Record));
    assert_eq!((record.code, record.operands.as_slice()), (7, &[5, 100, u64::from(b'a'), u64::from(b'_')][..]));
    assert_eq!(reader.next(&mut record), Ok(Entry::EndBlock));
}

proptest! {
    #[test]
    fn signs_rotate_there_and_back(value: i64) {
        prop_assert_eq!(unrotate_sign(rotate_sign(value)), value);
    }

    #[test]
    fn records_come_back(codes in prop::collection::vec((0u64..99, prop::collection::vec(any::<u64>(), 0..9)), 0..9)) {
        let mut out = BitWriter::new(bitcode::MAGIC);
        out.enter_block(30, 5);
        for (code, operands) in &codes {
            out.record(*code, operands);
        }
        out.end_block();
        let bytes = out.finish();
        let mut reader = BitReader::new(&bytes, bitcode::MAGIC).expect("magic");
        let mut record = Record::default();
        prop_assert_eq!(reader.next(&mut record), Ok(Entry::Block(30)));
        for (code, operands) in codes {
            prop_assert_eq!(reader.next(&mut record), Ok(Entry::Record));
            prop_assert_eq!((record.code, &record.operands), (code, &operands));
        }
        prop_assert_eq!(reader.next(&mut record), Ok(Entry::EndBlock));
        prop_assert!(reader.at_end());
    }

    /// A text is the record that its letters are, in full and in every abbreviation that holds it.
    #[test]
    fn texts_are_records_of_their_letters(text in "[a-zA-Z0-9._]{0,40}", first: u16, shape in 0u32..5) {
        let letters = [Encoding::Vbr(6), Encoding::Char6, Encoding::Fixed(7), Encoding::Fixed(8)];
        let shapes = letters.map(|letter| {
            Abbreviation::new(&[Encoding::Literal(5), Encoding::Vbr(6), Encoding::Array, letter])
        });
        let mut out = BitWriter::new(bitcode::MAGIC);
        out.define([BlockAbbreviations { block: 30, rows: shapes.to_vec() }]);
        out.enter_block(30, 3);
        let first = u64::from(first);
        out.text((shape < 4).then(|| AbbreviationId::nth(shape)), 5, &[first], text.as_bytes());
        out.end_block();
        let bytes = out.finish();
        let mut reader = BitReader::new(&bytes, bitcode::MAGIC).expect("magic");
        let mut record = Record::default();
        prop_assert_eq!(reader.next(&mut record), Ok(Entry::Block(30)));
        prop_assert_eq!(reader.next(&mut record), Ok(Entry::Record));
        let operands: Vec<u64> = [first].into_iter().chain(text.bytes().map(u64::from)).collect();
        prop_assert_eq!((record.code, &record.operands), (5, &operands));
    }

    /// Flipped bits may give another module or an error; never a panic, and whatever was read can be written.
    #[test]
    fn damage_does_no_harm(flips in prop::collection::vec((0usize..20_000, 0u8..8), 1..6)) {
        let mut bytes = bitcode::write(&sample()).expect("complete");
        for (at, bit) in flips {
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
        }
        if let Ok(module) = bitcode::read(&bytes) {
            let _ = bitcode::write(&module);
        }
    }

    #[test]
    fn noise_does_no_harm(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut bytes = bitcode::MAGIC.to_vec();
        bytes.extend(noise);
        let _ = bitcode::read(&bytes);
    }
}

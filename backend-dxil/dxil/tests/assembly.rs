//! Tests the assembler: what is printed is read again, what is written by hand is read by LLVM's rules, and what is wrong is an
//! error with its place.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use dxil::container::FourCc;
use dxil::disasm::disassemble_module;
use dxil::inst::Value;
use dxil::module::UseListTarget;
use dxil::validator::ValidatorVersion;
use dxil::{Module, asm, bitcode, complete, rules};

/// Everything that a module holds, in the form in which it is printed.
const EVERYTHING: &str = include_str!("assembly/everything.ll");

/// A compute shader as it is written by hand.
const SHADER: &str = r#"
target triple = "dxil-ms-dx"
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:32-f16:32-f32:32-f64:64-n8:16:32:64"
!dx.version = !{!{i32 1, i32 0}}
!dx.shaderModel = !{!{!"cs", i32 6, i32 0}}
!dx.entryPoints = !{!{void ()* @main, !"main", null, null, !{i32 4, !{i32 8, i32 1, i32 1}}}}
define void @main() {
entry: ; a barrier
  call void @dx.op.barrier(i32 80, i32 9)
  ret void
}
declare void @dx.op.barrier(i32, i32) #0
attributes #0 = { noduplicate nounwind }
"#;

fn parse(text: &str) -> Module {
    asm::parse(text).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A function around instructions.
fn in_function(body: &str) -> String {
    format!(
        "declare float @f(float, i32)\n@g = external addrspace(3) global [4 x i32]\ndefine void @main(i32 %a, float %x) {{\n{body}\n}}\n"
    )
}

#[test]
fn what_is_printed_is_read_again() {
    let module = parse(EVERYTHING);
    let printed = disassemble_module(&module);
    for (line, (written, printed)) in EVERYTHING.lines().zip(printed.lines()).enumerate() {
        assert_eq!(printed, written, "line {}", line + 1);
    }
    assert_eq!(printed.len(), EVERYTHING.len());
}

#[test]
fn bitcode_of_what_is_read_holds_the_same() {
    let written = bitcode::write(&parse(EVERYTHING)).expect("all operands are there");
    let again = bitcode::read(&written).expect("what we write we can read");
    assert_eq!(disassemble_module(&again), EVERYTHING);
    assert_eq!(bitcode::write(&again).as_ref(), Ok(&written));
}

#[test]
fn a_shader_written_by_hand_becomes_a_valid_container() {
    let layout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";
    let text = SHADER.replace("i64:32", "i64:64");
    let module = parse(&text);
    assert_eq!(module.data_layout, layout);
    let container = complete(module, ValidatorVersion::DEFAULT).expect("the metadata describes a shader");
    let names: Vec<_> = container.parts.iter().map(|part| part.name.to_string()).collect();
    assert_eq!(names, ["SFI0", "ISG1", "OSG1", "PSV0", "STAT", "HASH", "DXIL"]);
    let verdict = rules::validate(&container.write(dxil::container::Signing::Digest));
    assert!(verdict.accepts(), "{:?}", verdict.violations.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn debug_information_goes_into_a_part_of_its_own() {
    let text = SHADER.replace("i64:32", "i64:64")
        + "!llvm.dbg.cu = !{!1}\n!1 = distinct !DICompileUnit(language: 4, file: !DIFile(filename: \"a\", directory: \"\"))\n\
           !llvm.module.flags = !{!{i32 2, !\"Debug Info Version\", i32 3}}\n\
           declare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n";
    let text = text.replace("i32 9)\n", "i32 9), !dbg !DILocation(line: 1, scope: !DISubprogram(name: \"main\"))\n");
    let container = complete(parse(&text), ValidatorVersion::DEFAULT).expect("the metadata describes a shader");
    let listing = |name: FourCc| {
        let program = dxil::container::program::Program::read(name, container.part(name).expect("it is there"));
        disassemble_module(&bitcode::read(&program.expect("written here").bitcode).expect("written here"))
    };
    let (whole, stripped) = (listing(FourCc::ILDB), listing(FourCc::DXIL));
    for what in ["!llvm.dbg.cu", "!dbg", "@llvm.dbg.value", "!llvm.module.flags"] {
        assert!(whole.contains(what) && !stripped.contains(what), "{what}");
    }
    assert!(container.part(FourCc::ILDN).is_some());
}

#[test]
fn forms_that_are_not_printed_are_read_too() {
    let cases = [
        ("numbers of blocks as newer LLVM prints them", "  br label %1\n1:\n  ret void", "; <label>:1"),
        ("a block before it is defined", "  br label %b\nb:\n  ret void", "label %b"),
        (
            "a value before it is defined",
            "  br label %c\nb:\n  %y = add i32 %z, 1\n  ret void\nc:\n  %z = add i32 %a, 2\n  br label %b",
            "add i32 %z, 1",
        ),
        (
            "a type of the function in a call",
            "  %r = call float (float, i32) @f(float %x, i32 1)\n  ret void",
            "call float @f(float %x, i32 1)",
        ),
        (
            "a decimal number in another spelling",
            "  %r = fadd float %x, 25.0E-2\n  ret void",
            "fadd float %x, 2.500000e-01",
        ),
        ("an unsigned number", "  %r = add i32 %a, 4294967295\n  ret void", "add i32 %a, -1"),
        ("a half by its value", "  %r = fadd half 0.5, 0xH3C00\n  ret void", "fadd half 0xH3800, 0xH3C00"),
        ("no names at all", "  add i32 %a, 1\n  add i32 %1, 1\n  ret void", "%2 = add i32 %1, 1"),
        ("blanks and comments", "  ret ; done\n\tvoid", "ret void"),
        ("metadata in place", "  %r = add i32 %a, 1, !dx.precise !{i32 1}\n  ret void", "!dx.precise !0"),
        ("attributes without a group", "  %r = call float @f(float %x, i32 1) nounwind\n  ret void", "#0"),
    ];
    for (what, body, expected) in cases {
        let printed = disassemble_module(&parse(&in_function(body)));
        assert!(printed.contains(expected), "{what}: {expected}\n{printed}");
    }
}

#[test]
fn an_attribute_group_that_is_not_defined_is_empty() {
    let module = parse("declare void @f() #3\ndeclare void @g()");
    let attributes = |name: &str| module.functions[module.function_by_name(name.as_bytes()).unwrap()].attributes;
    assert_eq!(attributes("f"), attributes("g"));
}

#[test]
fn orders_of_uses_are_kept() {
    let body = "  %r = add i32 %a, %a\n  br label %b\nb:\n  ret void\n  uselistorder i32 %a, { 1, 0 }\n  uselistorder label %b, { 1, 0 }";
    let module = parse(&(in_function(body) + "uselistorder i32 7, { 2, 0, 1 }\n"));
    let body = module.functions.values().find_map(|function| function.body.as_ref()).expect("it has a body");
    assert_eq!(body.use_lists[0].of, UseListTarget::Value(Value::Arg(0)));
    assert!(matches!(body.use_lists[1].of, UseListTarget::Block(block) if block.as_u32() == 1));
    assert_eq!(*module.use_lists[0].indices, [2, 0, 1]);
}

#[test]
fn texts_are_told_from_those_of_newer_llvm() {
    assert!(asm::is_dxil(SHADER) && asm::is_dxil(EVERYTHING));
    assert!(asm::is_dxil("declare void @dx.op.barrier(i32, i32)"));
    assert!(!asm::is_dxil("target triple = \"dxil-pc-shadermodel6.3-library\"\n; no @dx.op.barrier"));
    assert!(!asm::is_dxil("define void @main() { ret void }"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let whole = [
        ("x", "1:1: expected a definition, such as `define`, `declare`, `@name =` or `!0 =`, found `x`"),
        ("@a = global i32 1\n@a = global i32 2", "2:1: `@a` is defined twice: remove or rename one"),
        ("@a = global i32 1.0", "1:17: `1.0` is no constant of the type `i32`"),
        ("@a = global i8 256", "1:16: `256` does not fit in 8 bits"),
        (
            "@a = global float 0.1",
            "1:19: `0.1` is not exactly a `float`: the nearest that is has the bits `0x3FB99999A0000000`",
        ),
        ("@a = global [2 x i32] [i32 1]", "1:23: `[2 x i32]` has 2 elements, and 1 are given"),
        (
            "@a = global i32 ptrtoint (i32* @b to i32)",
            "1:32: `@b` is not defined: declare it as a function or a global",
        ),
        (
            "@a = global ptr null",
            "1:13: `ptr` is a type of newer LLVM: pointers of DXIL name what they point to, as in `i32*`",
        ),
        ("@a = global %t undef", "1:13: the type `%t` is not defined: add `%t = type …`"),
        ("%t = type { %t }", "1:1: the type `%t` contains itself: use a pointer to it"),
        ("%1 = type { i32 }", "1:1: types without a name are numbered in sequence: this one is `%0`"),
        ("!0 = !{!1}", "1:8: the node `!1` is not defined: add `!1 = !{…}`"),
        ("!0 = !{}\n!0 = !{}", "2:1: the node `!0` is defined twice: remove one"),
        ("!0 = !DIFrob(a: 1)", "1:6: `!DIFrob` is no record of LLVM 3.7: records are named as `!DILocation`"),
        ("!0 = !DILocation(line: 1)", "1:6: `!DILocation` needs the field `scope`: add it"),
        ("!0 = !DIFile(path: \"a\")", "1:14: `!DIFile` has no field `path`: it has filename, directory"),
        (
            "declare void @f() {",
            "1:19: expected no body after `declare`: write `define` for a function that has one, found `{`",
        ),
        (
            "define void @f()",
            "1:17: expected the body of the function in braces: write `declare` for one without, found the end of the text",
        ),
        ("define void @f() {", "1:18: the bracket `{` is not closed"),
        (
            "@s = constant [1 x i8] c\"",
            "1:25: this string does not end: write `\"` after it (`\\22` stands for a quote inside)",
        ),
    ];
    let bodies = [
        (
            "  %r = add i32 %b, 1\n  ret void",
            "4:16: the value `%b` is not defined in this function: define it or name another",
        ),
        ("  %r = add i32 %x, 1\n  ret void", "4:16: the value `%x` has the type `float`, but `i32` is needed here"),
        (
            "  %r = fadd i32 %a, 1\n  ret void",
            "4:13: `fadd` is an operation on floating-point numbers, and the operands are `i32`",
        ),
        (
            "  %2 = add i32 %a, 1\n  ret void",
            "4:3: values and blocks without a name are numbered in sequence: this one is `%1`",
        ),
        ("  %a = add i32 %a, 1\n  ret void", "4:3: the value `%a` is defined twice: rename one"),
        (
            "  br label %b\n  ret void",
            "4:12: the block `%b` is not defined in this function: add its label or name another",
        ),
        (
            "  %r = add i32 %a, 1",
            "5:1: the last block of this function does not end: add `ret`, `br`, `switch` or `unreachable`",
        ),
        ("  ret i32 1", "4:7: what is returned has the type `i32`, but `void` is needed here"),
        (
            "  %r = trunc i32 %a to i64\n  ret void",
            "4:24: `trunc` does not lead from `i32` to `i64`: use another conversion",
        ),
        (
            "  %r = call float @f(float %x)\n  ret void",
            "4:19: this address has the type `float (float, i32)*`, but `float (float)*` is needed here",
        ),
        ("  %r = load i32, i32* %a\n  ret void", "4:23: the value `%a` has the type `i32`, but `i32*` is needed here"),
        (
            "  %r = getelementptr [4 x i32], [4 x i32] addrspace(3)* @g, i32 0, i32 0, i32 0\n  ret void",
            "4:22: these indices lead out of the type `[4 x i32]`: use fewer or smaller ones",
        ),
        ("  fence seq_cst\n  ret void", "4:3: `fence` is not an instruction of DXIL"),
        ("  %r = ret void", "4:3: this instruction has no result to name: remove the name and `=`"),
        ("  ret void, !dbg !{}", "4:18: `!dbg` names a `!DILocation(…)`, and this is another node"),
        ("  %r = extractvalue { i32 } undef, 1\n  ret void", "4:36: the type `{ i32 }` has no part 1"),
    ];
    let reported =
        |text: &str| asm::parse(text).map_or_else(|errors| errors.0[0].to_string(), |_| "nothing".to_owned());
    for (text, expected) in whole {
        assert_eq!(reported(text), expected, "{text}");
    }
    for (body, expected) in bodies {
        assert_eq!(reported(&in_function(body)), expected, "{body}");
    }
}

#[test]
fn faults_in_several_definitions_are_all_told() {
    let text = "@a = global i33x 1\n@b = global i32 1\ndefine void @f(i32 {\n}\n!0 = ?\n";
    let errors = asm::parse(text).expect_err("three of four are wrong");
    let places: Vec<_> = errors.0.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(1, 13), (3, 20), (5, 6)]);
}

#[test]
fn deep_nesting_is_an_error() {
    let deep =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(100_000), close.repeat(100_000));
    let texts = [
        format!("@a = global {} undef", deep("[1 x ", "i32", "]")),
        format!("@a = global i32 {}", deep("add (i32 ", "1", ", i32 1)")),
        format!("!0 = {}", deep("!{", "!{}", "}")),
        format!("!0 = !{{metadata {}}}", "metadata ".repeat(100_000)),
    ];
    for text in texts {
        let errors = asm::parse(&text).expect_err("it is too deep");
        assert!(errors.0[0].message.contains("nested more than 200 deep"), "{errors}");
    }
    // What is long is not deep.
    let pointers = format!("@a = external global i32{}", "*".repeat(1000));
    assert!(asm::parse(&pointers).is_ok());
    let mut chain = "!list = !{!0}\n".to_owned();
    for node in 0..20_000 {
        let _ = writeln!(chain, "!{node} = !{{!{}}}", (node + 1) % 20_000);
    }
    let module = parse(&chain);
    assert!(bitcode::write(&module).is_ok());
}

/// Numbers that look random, always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Changes a text in some place: a byte, a piece that is left out, doubled or put elsewhere, a word for another.
fn damage(text: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let words: Vec<&str> = text.split_whitespace().collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        let end = (at + numbers.below(40)).min(bytes.len());
        match numbers.below(6) {
            0 => bytes[at] = b' ' + numbers.below(95) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => {
                let piece: Vec<u8> = bytes.drain(at..end).collect();
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => bytes.truncate(at),
            _ => {
                let word = words[numbers.below(words.len())].as_bytes().to_vec();
                bytes.splice(at..end, word);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_text_is_an_error_or_a_module_that_can_be_written() {
    let start = Instant::now();
    let mut numbers = Numbers(0x1357_9BDF_2468_ACE1);
    let (mut accepted, mut slowest) = (0, Duration::ZERO);
    for round in 0..6000 {
        let text = damage(if round % 3 == 0 { SHADER } else { EVERYTHING }, &mut numbers);
        let begin = Instant::now();
        if let Ok(module) = asm::parse(&text) {
            let written = bitcode::write(&module).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let again = bitcode::read(&written).unwrap_or_else(|error| panic!("{error}\n{text}"));
            drop(disassemble_module(&again));
            drop(rules::verify(&again));
            drop(complete(again, ValidatorVersion::DEFAULT));
            accepted += 1;
        }
        slowest = slowest.max(begin.elapsed());
    }
    assert!(accepted > 100, "only {accepted} are modules");
    assert!(slowest < Duration::from_secs(5), "one took {slowest:?} of {:?}", start.elapsed());
}

//! Tests `hlslc specialize`: constants of `[[vk::constant_id(n)]]` in containers.

use crate::support::{Folder, Ran};
use dxil::container::edit::lies;
use dxil::container::specialize::{Specializer, Table, Value};
use dxil::container::{Container, FourCc, Signing};
use hlslc::{Compiler, NoIncludes, Options};

const SHADER: &str = "\
[[vk::constant_id(3)]] const float scale = 2.5;
[[vk::constant_id(1)]] const bool flag = true;
[[vk::constant_id(2)]] const int N = 4;
RWStructuredBuffer<float> Out : register(u0);
[numthreads(8, 1, 1)] void main(uint3 i : SV_DispatchThreadID) {
    float s = 0;
    for (int k = 0; k < N; ++k) s += k * scale;
    Out[i.x] = flag ? s : -s;
}
";

fn folder(name: &str, options: &[&str]) -> Folder {
    let folder = Folder::new(name);
    folder.file("s.hlsl", SHADER.as_bytes());
    let words = [&["s.hlsl", "-T", "cs_6_0", "-Fo", "s.dxo"], options].concat();
    done(&folder.run(&words));
    folder
}

fn done(ran: &Ran) {
    assert_eq!(ran.code, 0, "{ran:?}");
}

fn refused(ran: &Ran, why: &str) {
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains(why), "{why}: {ran:?}");
}

/// The instructions of the listing that name a constant of the source.
fn selects(folder: &Folder, file: &str) -> Vec<String> {
    let listing = folder.run(&["-dumpbin", file]).out;
    let chosen = listing.lines().filter_map(|line| line.split_once("select i1 true, "));
    chosen.map(|(_, rest)| rest.split(',').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn constants_are_listed_and_chosen_by_number_and_by_name() {
    let folder = folder("specialize", &[]);
    let listed = folder.run(&["specialize", "s.dxo"]);
    assert_eq!(listed.out, "2: int N = 4\n3: float scale = 2.5\n1: bool flag = true\n");
    done(&folder.run(&["specialize", "s.dxo", "3=7.5", "flag=false", "N=-2", "-Fo", "t.dxo"]));
    let listed = folder.run(&["specialize", "t.dxo"]);
    assert_eq!(listed.out, "2: int N = 4, now -2\n3: float scale = 2.5, now 7.5\n1: bool flag = true, now false\n");
    assert_eq!(selects(&folder, "t.dxo"), ["i32 -2", "float 7.500000e+00", "i1 false"]);
    // Chosen again, they are what they were.
    done(&folder.run(&["specialize", "t.dxo", "3=2.5", "1=true", "2=4", "-Fo", "u.dxo", "--patch-only"]));
    assert_eq!(folder.read("u.dxo"), folder.read("s.dxo"));
}

#[test]
fn what_is_written_is_hashed_and_signed_and_true() {
    for options in [&[][..], &["-Zi", "-Qembed_debug"], &["-Zi", "-Qembed_debug", "-Zss"]] {
        let folder = folder("specialize_signed", options);
        let before = folder.read("s.dxo");
        done(&folder.run(&["specialize", "s.dxo", "scale=0", "N=0", "flag=0", "-Fo", "t.dxo"]));
        let after = folder.read("t.dxo");
        assert_eq!(before.len(), after.len());
        let container = Container::read(&after).expect("a container");
        assert_eq!(Container::digest_of(&after), Some(container.digest), "{options:?}");
        assert_eq!(lies(&container), Vec::<String>::new(), "{options:?}");
        assert_ne!(container.part(FourCc::HASH), Container::read(&before).expect("a container").part(FourCc::HASH));
        let table = Table::read(container.part(FourCc::PRIV).expect("a table")).expect("read").1.expect("a table");
        let parts = if options.is_empty() { 1 } else { 2 };
        assert!(table.constants.iter().all(|constant| constant.places.len() == parts), "{table:?}");
        // Only the places, the hash and the digest differ.
        let different = before.iter().zip(&after).filter(|(one, other)| one != other).count();
        assert!(different < 16 + 16 + parts * 3 * 8, "{different}");
    }
}

#[test]
fn values_must_fit() {
    let folder = folder("specialize_values", &[]);
    let choose = |choice: &str| folder.run(&["specialize", "s.dxo", choice, "-Fo", "t.dxo"]);
    refused(&choose("9=1"), "it has no constant `9`; it has 2 (`N`), 3 (`scale`), 1 (`flag`)");
    refused(&choose("N=7.5"), "`7.5` is no value of the constant `N`, which is a `int`");
    refused(&choose("N=2147483648"), "`2147483648` is no value of the constant `N`");
    refused(&choose("flag=2"), "`2` is no value of the constant `flag`, which is a `bool`");
    refused(&choose("scale=fast"), "`fast` is no value of the constant `scale`");
    refused(&choose("scale"), "is no choice: write CONSTANT=VALUE");
    assert!(!folder.has("t.dxo"));
    done(&folder.run(&["specialize", "s.dxo", "9=1", "--ignore-unknown", "-Fo", "t.dxo"]));
    assert_eq!(folder.read("t.dxo"), folder.read("s.dxo"));
    done(&choose("scale=0x7fc00001"));
    folder.file("none.hlsl", b"[numthreads(1, 1, 1)] void main() {}");
    done(&folder.run(&["none.hlsl", "-T", "cs_6_0", "-Fo", "none.dxo"]));
    refused(&folder.run(&["specialize", "none.dxo", "1=1", "-Fo", "t.dxo"]), "has no constants to choose");
}

#[test]
fn bytes_of_the_user_and_the_table_live_in_one_part() {
    let folder = folder("specialize_private", &[]);
    folder.file("user.bin", b"seven b");
    done(&folder.run(&["-dumpbin", "s.dxo", "-setprivate", "user.bin", "-Fo", "t.dxo"]));
    done(&folder.run(&["specialize", "t.dxo", "scale=1", "-Fo", "u.dxo"]));
    done(&folder.run(&["-dumpbin", "u.dxo", "-getprivate", "out.bin"]));
    assert_eq!(folder.read("out.bin"), b"seven b");
    refused(&folder.run(&["-dumpbin", "s.dxo", "-getprivate", "none.bin"]), "it holds no private data");
    assert!(folder.run(&["parts", "show", "u.dxo", "PRIV"]).out.contains("\"scale\""));
}

#[test]
fn reflection_lists_the_constants() {
    let folder = folder("specialize_reflect", &[]);
    let json: serde_json::Value = serde_json::from_str(&folder.run(&["reflect", "s.dxo", "--json"]).out).expect("JSON");
    assert_eq!(
        json["specialization_constants"],
        serde_json::json!([
            { "id": 2, "name": "N", "type": "int", "default": 4, "places": 1 },
            { "id": 3, "name": "scale", "type": "float", "default": 2.5, "places": 1 },
            { "id": 1, "name": "flag", "type": "bool", "default": true, "places": 1 },
        ])
    );
}

/// Every value of the extremes of every type is read back as it was chosen.
#[test]
fn values_of_every_type_are_read_back() {
    let source = "\
[[vk::constant_id(0)]] const bool a = false; [[vk::constant_id(1)]] const int16_t b = -7;
[[vk::constant_id(2)]] const uint16_t c = 9; [[vk::constant_id(3)]] const int d = -1; [[vk::constant_id(4)]] const uint e = 1;
[[vk::constant_id(5)]] const int64_t f = -7; [[vk::constant_id(6)]] const uint64_t g = 9; [[vk::constant_id(7)]] const half h = 2;
[[vk::constant_id(8)]] const float i = 0.1; [[vk::constant_id(9)]] const double j = 1.5;
enum E { One = 1, Two }; [[vk::constant_id(10)]] const E k = Two;
RWByteAddressBuffer Out;
[numthreads(1, 1, 1)] void main() {
    Out.Store(0, a); Out.Store(4, b); Out.Store(8, c); Out.Store(12, d); Out.Store(16, e); Out.Store(20, f); Out.Store(28, g);
    Out.Store(36, h); Out.Store(40, i); Out.Store(44, j); Out.Store(52, (int)k);
}";
    let mut options = Options::new("cs_6_2".parse().expect("a profile"));
    options.native_16bit = true;
    let output = Compiler::new(options).compile("s.hlsl", source.as_bytes(), &NoIncludes);
    let container = output.object.as_ref().unwrap_or_else(|| panic!("{}", output.render(hlslc::Style::Clang, false)));
    let read = Specializer::new(container).expect("constants");
    assert_eq!(read.constants().len(), 11);
    let extremes: [&[&str]; 11] = [
        &["true", "false"],
        &["-32768", "32767", "0"],
        &["65535", "0"],
        &["-2147483648", "2147483647", "-1"],
        &["4294967295", "0"],
        &["-9223372036854775808", "9223372036854775807", "-1"],
        &["18446744073709551615", "0"],
        &["65504", "-0", "0.5"],
        &["3.4028235e38", "1e-45", "-0.0", "inf", "NaN"],
        &["1.7976931348623157e308", "5e-324", "-0.0"],
        &["-2147483648", "2"],
    ];
    for constant in read.constants() {
        for text in extremes[constant.id as usize] {
            let bits = constant.parse(text).unwrap_or_else(|| panic!("{text} of {constant:?}"));
            let chosen = hlslc::specialize(container, &[(constant.id, Value::Bits(bits))]).expect("it fits");
            let again = Specializer::new(&chosen).expect("constants");
            let index = read.constants().iter().position(|other| other == constant).expect("itself");
            assert_eq!(again.current(index), bits, "{text} of {constant:?}");
            assert_eq!(constant.text(bits).to_lowercase(), text.to_lowercase(), "{constant:?}");
            assert!(hlslc::validation::validate(&chosen, None).accepts);
        }
    }
}

/// Compiled again, the branch is decided, and what the user put beside the program is still there.
#[test]
fn what_a_chosen_value_decides_can_be_decided() {
    let folder = folder("specialize_optimize", &["-rootsig-define", "RS", "-DRS=\"UAV(u0)\""]);
    folder.file("user.bin", b"seven b");
    done(&folder.run(&["-dumpbin", "s.dxo", "-setprivate", "user.bin", "-Fo", "t.dxo"]));
    done(&folder.run(&["specialize", "t.dxo", "flag=true", "N=2", "scale=2", "--optimize", "-Fo", "u.dxo"]));
    let listing = folder.run(&["-dumpbin", "u.dxo"]).out;
    assert!(!listing.contains("select ") && !listing.contains("fsub"), "{listing}");
    let container = Container::read(&folder.read("u.dxo")).expect("a container");
    assert_eq!(container.part(FourCc::PRIV), Some(&b"seven b"[..]));
    assert!(container.part(FourCc::RTS0).is_some());
    assert_eq!(lies(&container), Vec::<String>::new());
    refused(
        &folder.run(&["specialize", "t.dxo", "N=1", "--optimize", "--patch-only", "-Fo", "v.dxo"]),
        "exclude each other",
    );
}

/// Where a constant decides what is compiled, that is an error with its name.
#[test]
fn what_a_declaration_depends_on_cannot_be_chosen_later() {
    let folder = Folder::new("specialize_fixed");
    for (name, text) in [
        ("size", "float a[N]; a[i] = 1; Out[0] = a[0];"),
        ("case", "switch (i) { case N: Out[0] = 1; }"),
        ("offset", "Out[0] = T.Load(int3(0, 0, 0), int2(N, 0));"),
    ] {
        let file = format!("{name}.hlsl");
        let source = format!(
            "[[vk::constant_id(3)]] const uint N = 4; RWBuffer<float> Out; Texture2D<float> T;\n\
             [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{ {text} }}"
        );
        folder.file(&file, source.as_bytes());
        let ran = folder.run(&[&file, "-T", "cs_6_0"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stderr.contains("error"), "{ran:?}");
    }
}

#[test]
fn damaged_tables_are_rejected() {
    let folder = folder("specialize_damaged", &[]);
    let bytes = folder.read("s.dxo");
    let whole = Container::read(&bytes).expect("a container");
    let table = whole.part(FourCc::PRIV).expect("a table").to_vec();
    // No damage makes it write something that is not as long, or panics.
    for at in 0..table.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut damaged = whole.clone();
            let mut part = table.clone();
            part[at] = value;
            damaged.set_part(FourCc::PRIV, part);
            let damaged = damaged.write(Signing::Digest);
            if let Ok(chosen) = hlslc::specialize(&damaged, &[(3, Value::Float(1.0))]) {
                assert_eq!(chosen.len(), damaged.len());
            }
        }
        let mut damaged = whole.clone();
        damaged.set_part(FourCc::PRIV, table[at..].to_vec());
        let _ = hlslc::specialize(&damaged.write(Signing::Digest), &[(3, Value::Float(1.0))]);
    }
    // Another program in its place.
    let mut other = whole.clone();
    folder.file("o.hlsl", SHADER.replace("float s = 0", "float s = i.y").as_bytes());
    done(&folder.run(&["o.hlsl", "-T", "cs_6_0", "-Fo", "o.dxo"]));
    let program =
        Container::read(&folder.read("o.dxo")).expect("a container").part(FourCc::DXIL).expect("one").to_vec();
    other.set_part(FourCc::DXIL, program);
    folder.file("other.dxo", &other.write(Signing::Digest));
    refused(&folder.run(&["specialize", "other.dxo"]), "part DXIL was changed: the constant `N` does not stand at bit");
}

/// The pass for such constants looked at a function in which another pass had made a table of constants of a variable.
#[test]
fn a_function_with_a_table_and_no_constant_to_choose_compiles() {
    let source = "struct Pair { float x[2]; float y; };
        Pair start() { Pair p; p.y = 3; p.x[0] = 1; p.x[1] = p.y; return p; }
        export float pick(int i) { Pair p = start(); return p.x[i]; }";
    let options = Options::from_args(["-T", "lib_6_3"]).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.object.is_some(), "{}", output.render(hlslc::Style::Located, false));
}

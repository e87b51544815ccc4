//! Tests many command lines at once, several inputs on one, and the cache: the same bytes, texts and exit codes as one
//! by one.

use crate::support::Folder;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::SystemTime;

/// Warns, includes, and is different for each `K`.
const SHADER: &str = "\
#include \"common.hlsli\"
RWBuffer<uint> Out;
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) { uint u; int same = common(i) * K; Out[i] = same; }
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.hlsl", SHADER.as_bytes());
    folder.file("common.hlsli", b"uint common(uint i) { return i + 1; }\n");
    folder
}

#[test]
fn many_are_what_they_are_one_by_one() {
    let folder = folder("batch");
    let mut list = String::from("# permutations\n\n");
    for k in 0..40 {
        let _ = writeln!(list, "a.hlsl -T cs_6_0 -D \"K={k}u\" -Fo many{k}.dxo");
    }
    // Listings come in the order of the lines.
    list.push_str("a.hlsl -T cs_6_0 -DK=1\na.hlsl -T cs_6_0 -DK=2\n");
    folder.file("list.txt", list.as_bytes());
    let all = folder.run(&["batch", "list.txt", "--jobs", "4"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    let (mut reported, mut out) = (String::new(), String::new());
    for k in 0..40 {
        let one = folder.run(&["a.hlsl", "-T", "cs_6_0", "-D", &format!("K={k}u"), "-Fo", "one.dxo"]);
        reported.push_str(&one.stderr);
        out.push_str(&one.out);
        assert_eq!(folder.read("one.dxo"), folder.read(&format!("many{k}.dxo")), "{k}");
    }
    for k in ["-DK=1", "-DK=2"] {
        let one = folder.run(&["a.hlsl", "-T", "cs_6_0", k]);
        reported.push_str(&one.stderr);
        out.push_str(&one.out);
    }
    assert_eq!((all.stderr, all.out), (reported, out));
}

#[test]
fn one_that_fails_is_reported_and_the_others_go_on() {
    let folder = folder("batch-bad");
    let list = "a.hlsl -T cs_6_0 -DK=1 -Fo 1.dxo\n\
                a.hlsl -T cs_6_0 -DK=nothing -Fo 2.dxo\n\
                a.hlsl -T cs_9_9 -DK=1 -Fo 3.dxo\n\
                none.hlsl -T cs_6_0 -Fo 4.dxo\n\
                a.hlsl -T cs_6_0 -DK=1 -Fo 1.dxo\n\
                - -T cs_6_0 -Fo 5.dxo\n\
                a.hlsl -T cs_6_0 -DK=1 -Fo 6.dxo\n";
    folder.file("list.txt", list.as_bytes());
    let ran = folder.run(&["batch", "list.txt"]);
    assert_eq!(ran.code, 1);
    let last = ran.stderr.lines().rev().take(6).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
    assert!(ran.stderr.contains("a.hlsl:4:74: error: use of undeclared identifier `nothing`"), "{}", ran.stderr);
    // What a system says of files that are not there is its own.
    insta::assert_snapshot!(last.replace(" (os error 2)", "").replace("No such file or directory", "no such file"), @"
    hlslc: note: list.txt:2: this was asked for here
    hlslc: error: list.txt:3: option `-T`: the shader model of `cs_9_9` is not supported
    hlslc: error: list.txt:4: cannot read `none.hlsl`: no such file
    hlslc: error: list.txt:5: `1.dxo` is written by list.txt:1 too
    hlslc: error: list.txt:6: standard input cannot be an input of many
    hlslc: error: 5 of 7 failed
    ");
    let made: Vec<bool> = (1..=6).map(|k| folder.has(&format!("{k}.dxo"))).collect();
    assert_eq!(made, [true, false, false, false, false, true]);
}

#[test]
fn what_is_wrong_with_a_batch_itself_is_reported() {
    let folder = folder("batch-wrong");
    folder.file("binary.txt", &[0xff, 0xfe, 0x00]);
    for args in [
        &["batch"][..],
        &["batch", "none.txt"],
        &["batch", "binary.txt"],
        &["batch", "a.hlsl", "--jobs"],
        &["batch", "a.hlsl", "--jobs", "0"],
        &["batch", "a.hlsl", "--nothing"],
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 1, "{args:?}");
        assert!(ran.stderr.starts_with("hlslc batch: error: "), "{}", ran.stderr);
    }
    folder.file("empty.txt", b"\n# nothing\n");
    assert_eq!(folder.run(&["batch", "empty.txt"]).code, 0);
}

#[test]
fn several_inputs_are_written_into_folders() {
    let folder = folder("several");
    folder.file("b.hlsl", SHADER.replace('+', "-").as_bytes());
    std::fs::create_dir_all(folder.0.join("out")).expect("a folder");
    let ran = folder.run(&["a.hlsl", "b.hlsl", "-T", "cs_6_0", "-DK=3", "-Fo", "out/", "-Fc", "out/", "--jobs", "2"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in ["a", "b"] {
        let (input, object) = (format!("{name}.hlsl"), format!("out/{name}.dxo"));
        let one = folder.run(&[&input, "-T", "cs_6_0", "-DK=3", "-Fo", "one.dxo", "-Fc", "one.asm"]);
        assert_eq!(one.code, 0, "{}", one.stderr);
        assert_eq!(folder.read("one.dxo"), folder.read(&object));
        assert_eq!(folder.read("one.asm"), folder.read(&format!("out/{name}.asm")));
    }
    std::fs::create_dir_all(folder.0.join("other")).expect("a folder");
    folder.file("other/a.hlsl", SHADER.as_bytes());
    for (args, why) in [
        (&["a.hlsl", "b.hlsl", "-T", "cs_6_0", "-Fo", "x.dxo"][..], "-Fo: several inputs are written into a folder"),
        (&["a.hlsl", "-", "-T", "cs_6_0"], "standard input is an input by itself"),
        (
            &["a.hlsl", "other/a.hlsl", "-T", "cs_6_0", "-Fo", "out/"],
            "`a.hlsl` and `other/a.hlsl` would both be written to `out/a.dxo`",
        ),
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

/// When each file in the cache got its name.
fn kept(folder: &Folder) -> Vec<(PathBuf, SystemTime)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder.0.join("cache")).into_iter().flatten().flatten() {
        for entry in std::fs::read_dir(entry.path()).into_iter().flatten().flatten() {
            let written = entry.metadata().and_then(|meta| meta.modified()).expect("files have times");
            all.push((entry.path(), written));
        }
    }
    all.sort();
    all
}

#[test]
fn the_cache_gives_what_compiling_would() {
    let folder = folder("cache");
    std::fs::create_dir_all(folder.0.join("inc")).expect("a folder");
    folder.file("inc/deep.hlsli", b"#define DEEP 1\n");
    folder.file("b.hlsl", format!("#include <deep.hlsli>\n{}", SHADER.replace("i)", "i + DEEP)")).as_bytes());
    let args = ["b.hlsl", "-T", "cs_6_0", "-DK=3", "-I", "inc", "-Fo", "b.dxo", "-H"];
    let cached = [&args[..], &["--cache", "cache"]].concat();
    // Compiles without the cache, then with it; whether it took from it what it gave.
    let check = || {
        let _ = std::fs::remove_file(folder.0.join("b.dxo"));
        let plain = folder.run(&args);
        let object = folder.has("b.dxo").then(|| folder.read("b.dxo"));
        let _ = std::fs::remove_file(folder.0.join("b.dxo"));
        let before = kept(&folder);
        let ran = folder.run(&cached);
        assert_eq!((ran.code, &ran.stderr, &ran.out), (plain.code, &plain.stderr, &plain.out));
        assert_eq!(folder.has("b.dxo").then(|| folder.read("b.dxo")), object);
        !before.is_empty() && kept(&folder) == before
    };
    assert!(!check());
    assert!(check() && check());
    // Another text of a header, deep down, and back again.
    folder.file("common.hlsli", b"uint common(uint i) { return i + 2; }\n");
    assert!(!check());
    assert!(check());
    folder.file("common.hlsli", b"uint common(uint i) { return i + 1; }\n");
    assert!(check());
    // Another header before it on the way.
    folder.file("deep.hlsli", b"#define DEEP 5\n");
    // `<…>` looks beside the file last.
    assert!(check());
    std::fs::create_dir_all(folder.0.join("inc/x")).expect("a folder");
    std::fs::remove_file(folder.0.join("inc/deep.hlsli")).expect("it was there");
    assert!(!check());
    assert!(check());
    // What fails is reported each time.
    std::fs::remove_file(folder.0.join("deep.hlsli")).expect("it was there");
    assert!(!check());
    assert!(check());
    folder.file("deep.hlsli", b"#define DEEP 5\n");
    assert!(check());
    // What is damaged is made again.
    for (path, _) in kept(&folder) {
        std::fs::write(path, b"damaged").expect("it can be written");
    }
    assert!(!check());
    assert!(check());
}

#[test]
fn other_options_and_texts_are_other_names_in_the_cache() {
    let folder = folder("cache-keys");
    let run = |input: &str, more: &[&str]| {
        let plain = folder.run(&[&[input, "-T", "cs_6_0", "-DK=1", "-Fo", "x.dxo"], more].concat());
        let object = folder.read("x.dxo");
        let ran = folder.run(&[&[input, "-T", "cs_6_0", "-DK=1", "-Fo", "x.dxo", "--cache", "cache"], more].concat());
        assert_eq!((ran.code, ran.stderr), (plain.code, plain.stderr), "{input} {more:?}");
        assert_eq!(folder.read("x.dxo"), object, "{input} {more:?}");
    };
    folder.file("b.hlsl", SHADER.replace("8,", "16,").as_bytes());
    for _ in 0..2 {
        run("a.hlsl", &[]);
        run("b.hlsl", &[]);
        run("a.hlsl", &["-Od"]);
        run("a.hlsl", &["-DX"]);
        run("a.hlsl", &["-Wno-all", "-no-warnings"]);
        run("a.hlsl", &["-spirv"]);
    }
}

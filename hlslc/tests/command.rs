//! Tests the command as users of dxc and of make call it: standard output as a file, rules for make, help, colours,
//! messages.

use crate::support::Folder;
use std::process::Command;

const SHADER: &str = "#include \"part.hlsli\"\nTexture2D unused : register(t0); Texture2D used;\n\
                      float4 main(float4 p : SV_Position) : SV_Target { return used.Load(int3(p.xyz)) * PART; }\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("command-{name}"));
    folder.file("a.hlsl", SHADER.as_bytes());
    folder.file("part.hlsli", b"static const float PART = 2;\n");
    folder
}

/// What comes to standard output, as bytes.
fn printed(folder: &Folder, args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_hlslc")).args(args).current_dir(&folder.0).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!folder.has("-"), "{args:?} makes a file with the name -");
    output.stdout
}

#[test]
fn a_file_called_minus_is_standard_output() {
    let folder = folder("minus");
    let base = ["a.hlsl", "-T", "ps_6_0"];
    for (option, file) in [
        ("-Fo", "object"),
        ("-Fc", "listing"),
        ("-Fh", "header"),
        ("-Fsh", "hash"),
        ("-Fre", "reflection"),
        ("--reflect-json", "json"),
        ("-MF", "rule"),
    ] {
        let beside: &[&str] = if option == "-MF" { &["-Fo", "x.dxo"] } else { &[] };
        assert_eq!(folder.run(&[&base[..], beside, &[option, file]].concat()).code, 0, "{option}");
        let out = printed(&folder, &[&base[..], beside, &[option, "-"]].concat());
        assert!(out == folder.read(file) && !out.is_empty(), "{option}: {}", String::from_utf8_lossy(&out));
    }
    let preprocessed = printed(&folder, &["a.hlsl", "-P", "-Fi", "-"]);
    assert!(String::from_utf8_lossy(&preprocessed).contains("PART = 2"));
    let bitcode = printed(&folder, &["a.hlsl", "-T ps_6_0", "-Fo -", "-Zi", "-Fd", "a.pdb"]);
    assert!(bitcode.starts_with(b"DXBC") && folder.has("a.pdb"));
    folder.file("bad.hlsl", b"float4 main() : SV_Target { return x; }");
    let reported = folder.run(&["bad.hlsl", "-T", "ps_6_0", "-Fe", "-"]);
    assert!(reported.out.contains("undeclared identifier") && reported.stderr.is_empty(), "{reported:?}");
    assert_eq!(printed(&folder, &["reflect", "object", "-o", "-"]), printed(&folder, &["reflect", "object"]));
}

#[test]
fn standard_output_has_the_results_of_a_batch_in_order() {
    let folder = folder("minus-batch");
    folder.file("list.txt", b"a.hlsl -T ps_6_0 -Fo -\na.hlsl -T ps_6_1 -Fo -\n");
    let both = printed(&folder, &["batch", "list.txt"]);
    let each: Vec<u8> = ["ps_6_0", "ps_6_1"]
        .iter()
        .flat_map(|profile| printed(&folder, &["a.hlsl", "-T", profile, "-Fo", "-"]))
        .collect();
    assert!(both == each, "{} bytes, {} alone", both.len(), each.len());
    let cached = ["a.hlsl", "-T", "ps_6_0", "-Fo", "-", "--cache", "cache"];
    assert!(printed(&folder, &cached) == printed(&folder, &cached));
}

#[test]
fn a_cache_remembers_headers_for_other_shaders() {
    let folder = folder("headers");
    let functions =
        |from: u32| (0..300).map(move |at| format!("float f{at}(float3 a) {{ return a.x * {}; }}\n", at + from));
    folder.file("many.hlsli", functions(0).collect::<String>().as_bytes());
    let shader = |name: &str, call: &str| {
        let text = format!(
            "#include \"many.hlsli\"\nfloat away(float3 a) {{ float b = a; return b; }}\nfloat main(float3 a : A) : SV_Target {{ return {call}; }}\n"
        );
        folder.file(name, text.as_bytes());
    };
    let compiled = |name: &str, cache: &[&str]| {
        let ran = folder.run(&[&[name, "-T", "ps_6_0", "-Fo", "out"], cache].concat());
        (ran.code, ran.stderr, ran.out, if ran.code == 0 { folder.read("out") } else { Vec::new() })
    };
    let cache: &[&str] = &["--cache", "cache"];
    for (name, call) in [("one.hlsl", "f1(a)"), ("two.hlsl", "f2(a) + away(a)"), ("three.hlsl", "f3(b)")] {
        shader(name, call);
        assert_eq!(compiled(name, cache), compiled(name, &[]), "{name}");
    }
    // What there is to say about the next version of a header is said, and what is damaged is found out again.
    folder.file("many.hlsli", functions(1).collect::<String>().replace("* 250", "* c").as_bytes());
    assert_eq!(compiled("one.hlsl", cache), compiled("one.hlsl", &[]));
    folder.file("many.hlsli", functions(2).collect::<String>().as_bytes());
    let inside = |path: std::path::PathBuf| {
        std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path())
    };
    for place in inside(folder.0.join("cache")).flat_map(inside) {
        std::fs::write(place, b"damaged").expect("it can be written");
    }
    assert_eq!(compiled("one.hlsl", cache), compiled("one.hlsl", &[]));
}

#[test]
fn rules_for_make_have_the_targets_that_are_asked_for() {
    let folder = folder("make");
    let rule = |args: &[&str]| folder.run(&[&["a.hlsl", "-T", "ps_6_0", "-M"], args].concat()).out;
    assert_eq!(rule(&[]), "a.o: \\\n  a.hlsl \\\n  part.hlsli\n");
    assert_eq!(rule(&["-MP"]), "a.o: \\\n  a.hlsl \\\n  part.hlsli\n\npart.hlsli:\n");
    assert_eq!(rule(&["-MT", "$(OUT)/a.dxo", "-MTb"]), "$(OUT)/a.dxo b: \\\n  a.hlsl \\\n  part.hlsli\n");
    assert_eq!(rule(&["-MQ", "$x y"]), "$$x\\ y: \\\n  a.hlsl \\\n  part.hlsli\n");
}

#[test]
fn debug_information_without_a_place_is_embedded_with_the_warning_of_dxc() {
    let folder = folder("debug");
    let reported = folder.run(&["a.hlsl", "-T", "ps_6_0", "-Zi", "-Fo", "alone.dxo"]);
    let warning = "hlslc: warning: no output provided for debug - embedding PDB in shader container.  Use -Qembed_debug to silence this warning.\n";
    assert_eq!((reported.code, reported.stderr.as_str()), (0, warning));
    assert!(folder.run(&["parts", "list", "alone.dxo"]).out.contains("ILDB"));
    let reported = folder.run(&["a.hlsl", "-T", "ps_6_0", "-Zi", "-Qembed_debug", "-Fo", "asked.dxo"]);
    assert_eq!((reported.code, reported.stderr.as_str()), (0, ""));
}

#[test]
fn an_older_shader_model_is_promoted_and_keeps_the_registers_of_what_is_unused() {
    let folder = folder("promoted");
    let run = |profile: &str| folder.run(&["a.hlsl", "-T", profile]);
    let (old, new) = (run("ps_5_0"), run("ps_6_0"));
    assert_eq!(old.stderr, "hlslc: warning: Promoting older shader model profile to 6.0 version.\n");
    let register =
        |listing: &str| listing.lines().find(|line| line.contains("; used ")).map(|line| line.contains(" t1 "));
    assert_eq!((register(&old.out), register(&new.out)), (Some(true), Some(false)));
}

#[test]
fn every_command_says_how_it_is_called() {
    let folder = folder("help");
    let overview = folder.run(&["--help"]).out;
    let head: Vec<&str> = overview.lines().take_while(|line| !line.starts_with("Options")).collect();
    for (command, _) in hlslc::shells::COMMANDS {
        assert!(
            head.iter().any(|line| line.starts_with(&format!("  {command} "))),
            "{command} is not in:\n{}",
            head.join("\n")
        );
        let help = folder.run(&["help", command]);
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{command}");
        assert!(help.out.starts_with(&format!("hlslc {command}")), "{}", help.out);
        assert_eq!(folder.run(&[command, "--help"]).out, help.out, "{command}");
    }
    assert_eq!(folder.run(&["help"]).out, overview);
    let none = folder.run(&["help", "nothing"]);
    assert!(none.code == 1 && none.stderr.contains("there is no command `nothing`"), "{none:?}");
}

#[test]
fn the_environment_says_whether_messages_have_colours() {
    let folder = folder("colours");
    folder.file("bad.hlsl", b"float4 main() : SV_Target { return x; }");
    let is_coloured = |variables: &[(&str, &str)], option: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        let command = command.args(["bad.hlsl", "-T", "ps_6_0"]).args(option).current_dir(&folder.0);
        let command = command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        String::from_utf8_lossy(&command.output().expect("it runs").stderr).contains('\x1b')
    };
    assert!(!is_coloured(&[], None));
    assert!(is_coloured(&[("CLICOLOR_FORCE", "1")], None));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], None));
    // What an option says counts for more.
    assert!(is_coloured(&[("NO_COLOR", "1")], Some("-fdiagnostics-color")));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "1")], Some("-fno-diagnostics-color")));
}

#[test]
fn verbose_says_what_is_read_compiled_and_written() {
    let folder = folder("verbose");
    let reported = folder.run(&["a.hlsl", "-T", "ps_6_0", "-Fo", "a.dxo", "-verbose"]).stderr;
    let size = folder.read("a.dxo").len();
    let expected = format!(
        "hlslc: note: reads `a.hlsl`, {} bytes\nhlslc: note: compiles `main` of `a.hlsl` for ps_6_0 to DXIL\n\
         hlslc: note: it includes `part.hlsli`\nhlslc: note: writes `a.dxo`, {size} bytes\n",
        SHADER.len()
    );
    assert_eq!(reported, expected);
}

#[test]
fn the_command_lists_the_warnings() {
    let folder = folder("warnings");
    let list = folder.run(&["-Whelp", "-Wno-conversion"]);
    assert!(
        list.code == 0 && list.out.lines().any(|line| line.contains("-Wconversion ") && line.contains(" off ")),
        "{list:?}"
    );
}

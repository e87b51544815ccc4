//! Tests the option table and the parsing rules of the command line.

use hlslc::args::{Action, CommandLine};
use hlslc::flags::{self, Does, Takes};
use hlslc::options::{LanguageVersion, OptLevel};
use hlslc::{Compiler, NoIncludes, Options};

fn parse(args: &[&str]) -> CommandLine {
    let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
    CommandLine::parse(&args, &|path| match path {
        "args.txt" => Ok("-T \"cs_6_2\" -D \"A=1 2\"".to_owned()),
        "one_argument.txt" => Ok("\"-T ps_6_6\" \"-Fc a b.txt\"".to_owned()),
        "loop.txt" => Ok("@loop.txt".to_owned()),
        _ => Err("not found".to_owned()),
    })
}

#[test]
fn values_may_be_glued_on_or_separate() {
    let line = parse(&["-Tcs_6_6", "/E", "Main", "-DX", "/DY=2", "-I", "inc", "a.hlsl"]);
    assert_eq!(line.errors, Vec::<String>::new());
    assert_eq!(line.options.target.unwrap().to_string(), "cs_6_6");
    assert_eq!(line.options.entry, "Main");
    assert_eq!(line.options.defines, [("X".to_owned(), "1".to_owned()), ("Y".to_owned(), "2".to_owned())]);
    assert_eq!((line.include_dirs, line.inputs), (vec!["inc".to_owned()], vec!["a.hlsl".to_owned()]));
}

#[test]
fn response_files_expand_and_cannot_loop() {
    let line = parse(&["@args.txt", "-Od"]);
    assert_eq!(line.options.target.unwrap().to_string(), "cs_6_2");
    assert_eq!(line.options.defines, [("A".to_owned(), "1 2".to_owned())]);
    assert_eq!(line.options.opt_level, OptLevel::Disabled);
    assert_eq!(parse(&["@loop.txt"]).errors, ["response files nest too deeply at `@loop.txt`"]);
    assert_eq!(parse(&["@none"]).errors, ["cannot read response file `none`: not found"]);
}

/// What is understood of a command line, without the words it was read from.
fn understood(args: &[&str]) -> String {
    let mut line = parse(args);
    line.words.clear();
    format!("{line:?}")
}

#[test]
fn an_option_and_its_value_may_be_one_argument() {
    for (one, apart) in [
        ("-T ps_6_6", ["-T", "ps_6_6"]),
        ("/T  ps_6_6", ["/T", "ps_6_6"]),
        ("-HV 2018", ["-HV", "2018"]),
        ("-E Main", ["-E", "Main"]),
        ("-D A=1 2", ["-D", "A=1 2"]),
        ("-I dir with blanks ", ["-I", "dir with blanks "]),
        ("-Fc out.txt", ["-Fc", "out.txt"]),
        ("-denorm ftz", ["-denorm", "ftz"]),
        ("-denormftz", ["-denorm", "ftz"]),
        ("-setprivate file", ["-setprivate", "file"]),
        ("--reflect-json out.json", ["--reflect-json", "out.json"]),
    ] {
        assert_eq!(understood(&[one]), understood(&apart), "{one}");
    }
    // Blanks alone are no value: the next argument is.
    assert_eq!(understood(&["-T  ", "ps_6_6"]), understood(&["-T", "ps_6_6"]));
    // An option is found by its name up to the blank: `-HV` is no `-H`.
    assert_eq!(parse(&["-HV 2018"]).options.language, LanguageVersion::V2018);
}

#[test]
fn every_option_with_a_value_may_have_it_in_its_own_argument() {
    for flag in flags::all() {
        for name in flag.names {
            let (one, apart) = (format!("-{name}  value"), [format!("-{name}"), "value".to_owned()]);
            let apart: Vec<&str> = apart.iter().map(String::as_str).collect();
            match flag.takes {
                Takes::Separate(1) | Takes::Either => {
                    // What is wrong is reported for the option as it is spelt.
                    assert_eq!(understood(&[&one]).replace("  value`", "`"), understood(&apart), "{one}");
                }
                Takes::Separate(_) => assert!(parse(&[&one]).errors[0].contains("an argument of its own"), "{one}"),
                // It is not taken for the option alone, though it may be another's glued value: `-WX` is a kind of `-W`.
                Takes::Nothing => assert_ne!(understood(&[&one]), understood(&apart[..1]), "{one}"),
                // As in dxc, the blanks belong to what is glued on.
                Takes::Joined => {}
            }
        }
    }
}

#[test]
fn response_files_and_lists_of_arguments_know_values_in_one_argument() {
    let line = parse(&["@one_argument.txt"]);
    assert_eq!(line.errors, Vec::<String>::new());
    assert_eq!(
        (line.options.target.unwrap().to_string(), line.listing_file.as_deref()),
        ("ps_6_6".into(), Some("a b.txt"))
    );
    let options = Options::from_args(["-T ps_6_6", "-E Main"]).unwrap();
    assert_eq!((options.target.unwrap().to_string(), options.entry), ("ps_6_6".into(), "Main".into()));
    let pairs = hlslc::args::pairs(&["-T ps_6_6".into(), "-E".into(), "Main".into(), "-HV 2021".into()]);
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(pairs, [("T", "ps_6_6"), ("E", "Main"), ("HV", "2021")]);
}

#[test]
fn absolute_paths_are_inputs() {
    assert_eq!(parse(&["/home/x.hlsl"]).inputs, ["/home/x.hlsl"]);
}

#[test]
fn problems_are_reported_with_the_nearest_option() {
    insta::assert_debug_snapshot!(
        parse(&["-T", "cs_9_9", "-enable-16bit-type", "-Qqq", "-verify", "-metal", "-HV", "1999", "-E"]).errors,
        @r#"
    [
        "option `-T`: the shader model of `cs_9_9` is not supported",
        "unknown option `-enable-16bit-type`; did you mean `-enable-16bit-types`?",
        "unknown option `-Qqq`; `hlslc --help` lists what there is",
        "option `-metal`: Metal is not a target of this compiler",
        "option `-HV`: Unknown HLSL version: 1999. Valid versions: 2015, 2016, 2017, 2018, and 2021",
        "option `-E` needs a value (NAME)",
        "option `-verify` is not supported yet",
    ]
    "#
    );
}

#[test]
fn options_of_old_scripts_are_accepted_with_a_note() {
    let line = parse(&["-opt-disable", "structurize-loop-exits-for-unroll", "/Zpc", "/Qstrip_debug", "/Ges"]);
    assert_eq!(line.errors, Vec::<String>::new());
    assert_eq!(
        line.notes,
        [
            "option `-opt-disable`: there is no optimisation `structurize-loop-exits-for-unroll` here; -Odump lists what runs",
            "option `/Ges`: strict mode makes no difference: there are no loose rules to drop",
        ]
    );
}

#[test]
fn checking_does_not_mind_options_of_outputs_that_are_not_there_yet() {
    let line = parse(&["-fsyntax-only", "-fspv-use-descriptor-heap"]);
    assert_eq!((line.errors, line.notes.len()), (Vec::<String>::new(), 1));
}

#[test]
fn older_shader_models_are_promoted_as_dxc_does() {
    let promoted = ["Promoting older shader model profile to 6.0 version."];
    for (profile, target, keeps_registers) in [
        ("ps_5_0", "ps_6_0", true),
        ("vs_4_0", "vs_6_0", true),
        ("gs_4_1", "gs_6_0", true),
        ("hs_5_0", "hs_6_0", true),
        ("ds_5_0", "ds_6_0", true),
        ("cs_5_1", "cs_6_0", false),
    ] {
        let line = parse(&["-T", profile]);
        assert_eq!((line.errors.len(), line.options.target.unwrap().to_string()), (0, target.to_owned()));
        assert_eq!(
            (line.warnings, line.options.reserves_unused),
            (promoted.map(str::to_owned).to_vec(), keeps_registers)
        );
    }
    // The last profile counts.
    assert_eq!(parse(&["-T", "ps_5_0", "-T", "ps_6_0"]).warnings, Vec::<String>::new());
    assert!(!parse(&["-T", "ps_6_0"]).options.reserves_unused);
    let library = ["option `-T`: the shader model of `lib_5_1` is not supported: libraries begin with lib_6_3"];
    assert_eq!(parse(&["-T", "lib_5_1"]).errors, library);
    for profile in ["ps_3_0", "ms_5_0", "cs_5_2"] {
        assert_eq!(parse(&["-T", profile]).errors.len(), 1, "{profile}");
    }
}

#[test]
fn a_list_of_the_warnings_says_how_each_is_given() {
    assert_eq!(parse(&["-Whelp"]).action, Action::ListWarnings);
    let state = |args: &[&str], name: &str| {
        let text = flags::warnings(&parse(args).options.warnings);
        let row = text.lines().find(|line| line.contains(&format!("-W{name} "))).expect(name).to_owned();
        row.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(state(&[], "conversion"), "on");
    assert_eq!(state(&["-Wno-conversion"], "conversion"), "off");
    assert_eq!(state(&["-Werror=conversion"], "conversion"), "error");
    assert_eq!(state(&["-WX"], "conversion"), "error");
    assert_eq!(state(&["-no-warnings"], "conversion"), "off");
    let by_all = hlslc::diagnostics().find(|row| row.given == hlslc::Given::WithAll).expect("a warning of -Wall").group;
    assert_eq!((state(&[], by_all), state(&["-Wall"], by_all)), ("off".to_owned(), "on".to_owned()));
    let text = flags::warnings(&hlslc::options::WarningOptions::default());
    let warnings = hlslc::diagnostics().filter(|row| row.severity == hlslc::Severity::Warning);
    for row in warnings {
        assert!(text.contains(&format!("{}  {}", row.code, row.summary())), "{}", row.code);
    }
}

#[test]
fn no_spelling_stands_twice() {
    let mut names: Vec<&str> = flags::all().flat_map(|flag| flag.names.iter().copied()).collect();
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(names.len(), before);
}

#[test]
fn help_lists_working_options_and_hidden_help_all() {
    assert_eq!(parse(&["--help"]).action, Action::Help { hidden: false });
    let (short, long) = (flags::help(false), flags::help(true));
    for flag in flags::all() {
        let head = format!("  -{}", flag.names[0]);
        assert!(long.contains(&head), "{head}");
        assert_eq!(
            short.lines().any(|l| l.starts_with(&format!("{head} "))
                || l.starts_with(&format!("{head}{}", flag.value)) && !flag.value.is_empty()),
            matches!(flag.does, Does::Set(_)),
            "{head}"
        );
    }
}

#[test]
fn debug_information_goes_where_it_is_told_or_its_absence_is() {
    let reported = |args: &[&str]| {
        let line = parse(args);
        (line.errors, line.notes)
    };
    let none = Vec::<String>::new;
    assert_eq!(reported(&["-Zi", "-Qembed_debug"]), (none(), none()));
    assert_eq!(reported(&["-Zi", "-Fd", "x.pdb"]), (none(), none()));
    assert_eq!(parse(&["-Zi", "-Fd", "x.pdb"]).options.debug.file_name.as_deref(), Some("x.pdb"));
    assert_eq!(parse(&["-Zi", "-Fd", "dir/"]).options.debug.file_name, None);
    assert_eq!(reported(&["-Fd", "x.pdb"]).0, ["option `-Fd` writes debug information, which `-Zi` asks for"]);
    // The words of dxc's command, which embeds it then; the library, as dxc's, does not.
    let alone = parse(&["-Zi"]);
    let reported_by_dxc =
        "no output provided for debug - embedding PDB in shader container.  Use -Qembed_debug to silence this warning.";
    assert_eq!(
        (alone.warnings, alone.embeds_debug, alone.options.debug.embed),
        (vec![reported_by_dxc.to_owned()], true, false)
    );
    for quiet in [
        &["-Zi", "-Qembed_debug"][..],
        &["-Zi", "-Fd", "x.pdb"],
        &["-Zi", "-Qstrip_debug"],
        &["-Zi", "-spirv"],
        &["-Zs"],
    ] {
        let line = parse(quiet);
        assert_eq!((line.warnings, line.embeds_debug), (none(), false), "{quiet:?}");
    }
    let spirv = "option `-Fd`: a SPIR-V module holds its debug information itself: no file is written";
    assert_eq!(reported(&["-spirv", "-Zi", "-Fd", "x.pdb"]).1, [spirv]);
}

#[test]
fn what_contradicts_itself_is_reported() {
    let lines: [&[&str]; 16] = [
        &["-Zpr", "-Zpc"],
        &["-Gfa", "/Gfp"],
        &["-pack-optimized", "-pack_prefix_stable"],
        &["-T", "ps_6_1", "-denorm", "ftz"],
        &["-Zss", "-Qembed_debug"],
        &["-validator-version", "0.0"],
        &["-HV", "2015"],
        &["-T", "ps_6_0", "--emit=spirv-asm"],
        &["-T", "ps_6_0", "-spirv", "--emit=dxil"],
        &["-T", "ps_6_1", "-enable-16bit-types"],
        &["-T", "ps_6_2", "-HV", "2017", "-enable-16bit-types"],
        &["-print-after=nosuch"],
        &["-print-before", "simplfy"],
        &["-Wconversoin", "-Wno-nosuch", "-Wnosuch", "-Wno-error=conversoin"],
        &["-budget", "nestin=3", "-budget", "nesting", "-budget", "nesting=many"],
        &["-P", "a.hlsl", "b.hlsl"],
    ];
    let reported: Vec<Vec<String>> = lines
        .iter()
        .map(|words| {
            let line = parse(words);
            [line.errors, line.notes].concat()
        })
        .collect();
    insta::assert_debug_snapshot!(reported);
}

#[test]
fn a_limit_of_no_errors_is_no_limit() {
    let line = parse(&["-T", "ps_6_0", "-ferror-limit=0"]);
    let bad = "a\n;".repeat(1200);
    let source = format!("{bad} float4 main() : SV_Target {{ return 1; }}");
    let reported = Compiler::new(line.options.clone()).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    assert!(reported.diagnostics.error_count() >= 1200, "{}", reported.diagnostics.error_count());
    let fine = b"float4 main() : SV_Target { return 1; }";
    assert!(Compiler::new(line.options).compile("a.hlsl", fine, &NoIncludes).is_ok());
}

/// What is said of a source that writes a constant and has a path without `return`.
fn said(words: &[&str]) -> String {
    let source = b"float g; float4 main(float4 a : A) : SV_Target {
#ifdef W
 g = a.x;
#endif
 if (a.x > g) return a; }";
    let line = parse(&[words, &["-E", "main"]].concat());
    let mut reported = line.errors.join("\n");
    if reported.is_empty() {
        reported =
            Compiler::new(line.options).compile("a.hlsl", source, &NoIncludes).render(hlslc::Style::Clang, false);
    }
    reported
        .lines()
        .filter(|line| line.contains("error") || line.contains("warning") || line.contains("option"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_validator_that_is_asked_for_must_know_the_shader_model() {
    let early = |version, target| said(&["-T", target, "-validator-version", version, "-Wno-return-type"]);
    insta::assert_snapshot!(early("1.6", "ps_6_7"), @"error: validator version 1.6 does not support the target ps_6_7: use 1.7 or later, or leave out `-validator-version`");
    insta::assert_snapshot!(early("1.0", "lib_6_3"), @"error: validator version 1.0 does not support the target lib_6_3: use 1.3 or later, or leave out `-validator-version`");
    assert_eq!(early("1.7", "ps_6_7"), "");
    assert_eq!(early("0.0", "ps_6_0"), "option `-validator-version 0.0` needs `-Vd`, as no validator is written for");
    assert_eq!(said(&["-T", "ps_6_9", "-Wno-return-type"]), "");
    assert_eq!(said(&["-T", "ps_6_7", "-validator-version", "1.6", "-spirv", "-Wno-return-type"]), "");
}

#[test]
fn a_table_binds_resources() {
    let source = "#define TABLE \"resourcename, binding, space;\" \"cb, b10, 0x1e; t, s1, 2;\" \"t, t3, 4\"
#define WORDS resourcename,binding,space;t,t3,4
#define WRONG \"resourcename, binding, space; t, 3, 4\"
cbuffer cb { float a; }
Texture2D t : register(t0);
float4 main() : SV_Target { return t.Load(0) * a; }";
    let bound = |macro_name| {
        let line = parse(&["-T", "ps_6_0", "-binding-table-define", macro_name, "--emit=dxil"]);
        let output = Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        let reported = output.render(hlslc::Style::Clang, false);
        let text = output.text.unwrap_or(reported);
        let rows = text.lines().filter(|line| {
            line.contains(" 1") && line.contains("CB0") || line.contains(" T0 ") || line.contains("error")
        });
        rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(bound("TABLE"), @r"
    ; cb cbuffer NA NA CB0 cb10,space30 1
    ; t texture f32 2d T0 t3,space4 1
    ");
    insta::assert_snapshot!(bound("WORDS"), @r"
    ; cb cbuffer NA NA CB0 cb0 1
    ; t texture f32 2d T0 t3,space4 1
    ");
    insta::assert_snapshot!(bound("WRONG"), @"error: the binding table cannot be read: Invalid resource class. Needs to be one of 'b', 's', 't', or 'u'.");
    insta::assert_snapshot!(bound("NONE"), @"error: there is no macro `NONE` to take the bindings from");
}

#[test]
fn what_a_function_gives_that_ends_early_may_be_nobodys_matter() {
    insta::assert_snapshot!(said(&["-T", "ps_6_0"]), @"a.hlsl:5:25: error: control may reach the end of `main`, which must return a value");
    assert_eq!(said(&["-T", "ps_6_0", "-Wno-return-type"]), "");
}

#[test]
fn constants_are_written_where_that_is_asked_for() {
    let write = |words: &[&str]| said(&[&["-T", "ps_6_0", "-D", "W", "-Wno-return-type"], words].concat());
    insta::assert_snapshot!(write(&["-HV", "2016"]), @"a.hlsl:3:4: error: expression is not assignable");
    insta::assert_snapshot!(write(&["-Gec"]), @"warning: option `-Gec` is deprecated: give variables that are written `static`");
    insta::assert_snapshot!(write(&["-Gec", "-HV", "2018"]), @"option `-Gec` needs `-HV 2016`: later, what buffers hold is constant");
    insta::assert_snapshot!(said(&["-T", "ps_6_0", "-no-legacy-cbuf-layout", "-Wno-return-type"]), @"warning: option `-no-legacy-cbuf-layout` is deprecated: constant buffers have one layout, and it has no effect");
}

#[test]
fn the_file_behind_preprocessing_is_written_as_it_was_by_older_dxc() {
    let line = parse(&["-T", "ps_6_0", "a.hlsl", "-P", "out.i"]);
    assert_eq!((line.inputs, line.preprocessed_file), (vec!["a.hlsl".to_owned()], Some("out.i".to_owned())));
    assert_eq!(line.notes.len(), 1);
}

#[test]
fn a_binding_table_beside_spirv_is_noted() {
    for table in ["-binding-table-define", "-import-binding-table"] {
        let notes = |words: &[&str]| parse(&[words, &["-T", "ps_6_0", "a.hlsl", table, "t"]].concat()).notes;
        assert_eq!(notes(&[]), Vec::<String>::new());
        let [note] = &notes(&["-spirv"])[..] else { panic!("one note for {table}") };
        assert!(note.starts_with("binding tables are for DXIL"), "{note}");
    }
}

/// The text that comes out for a source and the words of a command line.
fn emitted(words: &[&str], source: &str) -> String {
    let line = parse(words);
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Clang, false));
    output.text.unwrap_or_default()
}

#[test]
fn outputs_are_precise_if_the_command_line_says_so() {
    let source =
        "float4 main(float4 a : A, out float4 b : SV_Target1) : SV_Target0 { b = a * a + a; return a + a * 3; }";
    let fast = |words: &[&str]| {
        // Multiply-adds are calls, which have no flags.
        let split = ["-T", "ps_6_0", "--emit=dxil", "-opt-disable", "fuse-products"];
        let text = emitted(&[&split, words].concat(), source);
        text.lines().filter(|line| line.contains(" fast ")).count()
    };
    let (all, one) = (fast(&[]), fast(&["-precise-output", "sv_target1"]));
    assert!(0 < one && one < all, "{one} of {all}");
    assert_eq!(fast(&["-precise-output", "SV_Target1", "-precise-output", "SV_Target0"]), 0);
}

#[test]
fn what_is_joined_is_expanded_first_if_the_command_line_says_so() {
    let source = "#define ONE 1\n#define JOIN(a, b) a##b\nint JOIN(x, ONE);\n";
    let joined = |words: &[&str]| emitted(&[&["-P"], words].concat(), source);
    assert!(joined(&[]).contains("int xONE;"));
    assert!(joined(&["-flegacy-macro-expansion"]).contains("int x1;"));
}

#[test]
fn the_ir_is_shown_before_and_after_a_pass_or_one_run_of_it() {
    let line = parse(&["-T", "ps_6_0", "-print-before=mem2reg", "-print-after=mem2reg"]);
    let source = b"float4 main() : SV_Target { return 1; }";
    let output = Compiler::new(line.options).compile("a.hlsl", source, &NoIncludes);
    let dumps: Vec<&str> = output.dumps.iter().map(|dump| dump.0.as_str()).collect();
    assert_eq!(dumps[..2], ["before early mem2reg", "after early mem2reg"]);
    let line = parse(&["-T", "ps_6_0", "-print-after=late dce"]);
    let output = Compiler::new(line.options).compile("a.hlsl", source, &NoIncludes);
    let dumps: Vec<&str> = output.dumps.iter().map(|dump| dump.0.as_str()).collect();
    assert_eq!(dumps, ["after late dce"], "the name of a run is that of one only");
}

#[test]
fn the_ir_is_shown_behind_each_pass_that_changed_it() {
    let line = parse(&["-T", "ps_6_0", "-print-changed"]);
    let source = b"float4 main(float a : A) : SV_Target { return a * 2 * 3; }";
    let output = Compiler::new(line.options).compile("a.hlsl", source, &NoIncludes);
    let dumps: Vec<&str> = output.dumps.iter().map(|dump| dump.0.as_str()).collect();
    assert_eq!(dumps[..2], ["at the start", "after inline"]);
    assert!(dumps.contains(&"after early simplify") && !dumps.contains(&"after unroll"), "{dumps:?}");
    assert!(output.dumps.windows(2).all(|pair| pair[0].1 != pair[1].1));
}

#[test]
fn the_time_of_each_pass_is_taken_by_a_clock_of_the_caller() {
    static TICKS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let clock = || std::time::Duration::from_secs(TICKS.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let line = parse(&["-T", "ps_6_0", "-time-passes"]);
    let source = b"float4 main(float a : A) : SV_Target { return a * 2 * 3; }";
    assert!(Compiler::new(line.options.clone()).compile("a.hlsl", source, &NoIncludes).pass_times.is_empty());
    let output = Compiler::new(line.options).with_clock(clock).compile("a.hlsl", source, &NoIncludes);
    assert_eq!((output.pass_times[0].name, output.pass_times[0].runs), ("inline", 1));
    assert!(output.pass_times.iter().any(|pass| pass.name == "simplify" && pass.runs > 1));
    assert!(output.pass_times.iter().all(|pass| pass.time.as_secs() == u64::from(pass.runs)));
}

#[test]
fn the_time_of_each_stage_is_taken_by_a_clock_of_the_caller() {
    static TICKS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let clock = || std::time::Duration::from_secs(TICKS.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let line = parse(&["-T", "ps_6_0", "-ftime-report"]);
    let source = b"float4 main() : SV_Target { return 1; }";
    let compiler = Compiler::new(line.options.clone());
    assert!(compiler.compile("a.hlsl", source, &NoIncludes).timings.is_empty());
    let output = compiler.with_clock(clock).compile("a.hlsl", source, &NoIncludes);
    assert!(output.timings.len() > 5 && output.timings.iter().all(|(_, seconds)| *seconds == 1.0));
}

#[test]
fn a_program_gives_options_as_words_too() {
    let options =
        Options::from_args(["-T", "ps_6_2", "-enable-16bit-types", "-Fo", "out.dxo"]).expect("they are right");
    assert!(options.native_16bit);
    assert_eq!(Options::from_args(["-T", "ps_9_9"]).expect_err("no such model").len(), 1);
}

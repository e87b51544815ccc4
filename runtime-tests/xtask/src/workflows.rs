//! Tests that what `.github/workflows` and `action.yml` call exists: they run elsewhere, where a wrong name is seen late.

use std::collections::BTreeSet;
use std::fs;

use yaml_rust2::{Yaml, YamlLoader};

use crate::workspace;

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The workflows and the action: path, text, and the document.
fn files() -> Vec<(String, String, Yaml)> {
    let folder = fs::read_dir(workspace().join(".github/workflows")).expect("the workflows");
    let names = folder.map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"));
    let mut paths: Vec<String> = names.map(|name| format!(".github/workflows/{name}")).collect();
    paths.push("action.yml".to_owned());
    paths.sort();
    let document = |text: &str, path: &str| {
        let found = YamlLoader::load_from_str(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        found.into_iter().next().expect("a document")
    };
    paths.into_iter().map(|path| (path.clone(), read(&path), document(&read(&path), &path))).collect()
}

/// The texts of a key anywhere in a document.
fn values<'a>(document: &'a Yaml, key: &str, found: &mut Vec<&'a str>) {
    match document {
        Yaml::Hash(members) => {
            for (name, value) in members {
                if name.as_str() == Some(key) {
                    found.extend(value.as_str());
                }
                values(value, key, found);
            }
        }
        Yaml::Array(items) => items.iter().for_each(|item| values(item, key, found)),
        Yaml::Real(_)
        | Yaml::Integer(_)
        | Yaml::String(_)
        | Yaml::Boolean(_)
        | Yaml::Alias(_)
        | Yaml::Null
        | Yaml::BadValue => {}
    }
}

/// The words after each appearance of one.
fn after<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let found: Vec<&str> = words.windows(2).filter(|pair| pair[0] == word).map(|pair| pair[1]).collect();
    found.into_iter()
}

/// What is wrong with a text of commands.
fn faults(commands: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut needs = |is_there: bool, what: String| {
        if !is_there {
            wrong.push(what);
        }
    };
    let manifest = read("Cargo.toml");
    let (tasks, others) = (read("runtime-tests/xtask/src/main.rs"), read("runtime-tests/src/main.rs"));
    let known =
        |task: &str| tasks.contains(&format!("Some(\"{task}\")")) || others.contains(&format!("Some(\"{task}\")"));
    for task in after(commands, "xtask").filter(|word| !word.starts_with('-')) {
        needs(known(task), format!("cargo xtask {task}"));
    }
    for package in after(commands, "--package") {
        let is_member =
            manifest.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\",")).any(|folder| {
                fs::read_to_string(workspace().join(folder).join("Cargo.toml"))
                    .is_ok_and(|text| text.contains(&format!("name = \"{package}\"\n")))
            });
        needs(is_member, format!("package {package}"));
    }
    for profile in after(commands, "--profile").filter(|profile| *profile != "minimal") {
        needs(manifest.contains(&format!("[profile.{profile}]")), format!("profile {profile}"));
    }
    for word in commands.split_whitespace() {
        let path = word.trim_matches(['"', '\'', ';']).trim_start_matches("$GITHUB_ACTION_PATH/");
        let is_ours =
            [".ci/", "packaging/", "lab/", "examples", "runtime-tests/"].iter().any(|start| path.starts_with(start))
                || path == "test.sh";
        needs(!is_ours || workspace().join(path).exists(), format!("file {path}"));
    }
    // The options of the command line of one line, where its usage is a text of the source.
    for (command, usage) in
        [("xtask release", "runtime-tests/xtask/src/release/plan.rs"), ("-- bench", "runtime-tests/src/main.rs")]
    {
        let usage = read(usage);
        let known: BTreeSet<&str> =
            usage.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').collect();
        for line in commands.replace("\\\n", " ").lines().filter(|line| line.contains(command)) {
            let (_, options) = line.split_once(command).unwrap_or_default();
            for option in options.split_whitespace().filter(|word| word.starts_with("--")) {
                needs(known.contains(option), format!("option {option} of {command}"));
            }
        }
    }
    wrong
}

#[test]
fn workflows_call_what_exists() {
    for (path, text, document) in files() {
        let mut commands = Vec::new();
        values(&document, "run", &mut commands);
        assert!(!commands.is_empty(), "{path}");
        assert_eq!(faults(&commands.join("\n")), Vec::<String>::new(), "{path}");
        let mut used = Vec::new();
        values(&document, "uses", &mut used);
        for action in used.into_iter().filter_map(|used| used.strip_prefix("./")) {
            assert!(workspace().join(action).join("action.yml").is_file(), "{path}: {action}");
        }
        // Variables of ours are read by the checks or by a build.
        let readers = format!("{}{}", read("test.sh"), read("hlslc/src/command/version.rs"));
        for name in text.split(|letter: char| !letter.is_ascii_uppercase() && letter != '_') {
            assert!(!name.starts_with("HLSLC_") || readers.contains(name), "{path}: {name} is read by nothing");
        }
    }
}

#[test]
fn a_release_is_built_for_every_system_that_there_are_files_for() {
    let triples = |text: &str, start: &str| {
        let found =
            text.lines().filter_map(|line| Some(line.trim().strip_prefix(start)?.trim_matches(['"', ',']).to_owned()));
        found.collect::<BTreeSet<String>>()
    };
    let table = read("runtime-tests/xtask/src/release/targets.rs");
    let in_table: BTreeSet<String> =
        triples(&table, "triple: ").into_iter().filter(|name| name.contains('-')).collect();
    assert!(in_table.len() > 4, "{in_table:?}");
    assert_eq!(
        in_table,
        triples(&read(".github/workflows/release.yml"), "- target: "),
        "left the table, right the workflow"
    );
}

#[test]
fn a_name_that_does_not_exist_is_found() {
    for (commands, wanted) in [
        ("cargo xtask releases", "cargo xtask releases"),
        ("cargo build --package hlsl", "package hlsl"),
        ("cargo build --profile fast", "profile fast"),
        ("packaging/tests.sh dist", "file packaging/tests.sh"),
        ("cargo run -- bench examples --level x", "option --level of -- bench"),
        ("cargo xtask release --triple x", "option --triple of xtask release"),
    ] {
        assert_eq!(faults(commands), [wanted], "{commands}");
    }
}

#[test]
fn the_action_uses_the_inputs_that_it_declares() {
    let (_, text, document) = files().into_iter().find(|file| file.0 == "action.yml").expect("the action");
    let declared: BTreeSet<&str> =
        document["inputs"].as_hash().expect("inputs").keys().filter_map(Yaml::as_str).collect();
    let used: BTreeSet<&str> =
        text.split("inputs.").skip(1).map(|rest| rest.split([' ', '}']).next().unwrap_or_default()).collect();
    assert_eq!(declared, used);
}

/// What the action does with its inputs, with a program that only notes its arguments.
#[cfg(unix)]
#[test]
fn the_action_compiles_each_file_with_all_options_and_runs_nothing_else() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;
    let folder = std::env::temp_dir().join(format!("hlslc-action-{}", std::process::id()));
    fs::create_dir_all(folder.join("sub dir")).expect("a folder");
    let program = folder.join("program");
    fs::write(&program, "#!/bin/sh\nprintf '<%s>' \"$@\"\necho\ncase $1 in *bad*) exit 1 ;; esac\n").expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its mode");
    for name in ["a.hlsl", "bad.hlsl", "sub dir/b c.hlsl"] {
        fs::write(folder.join(name), "").expect("a file");
    }
    let run = |variables: &[(&str, &str)]| {
        let mut command = Command::new("bash");
        command.arg(workspace().canonicalize().expect("it is there").join("packaging/action/compile.sh"));
        command.current_dir(&folder).env("PROGRAM", &program).envs(variables.iter().copied());
        let output = command.output().expect("bash runs");
        // The name of the output is another one each time.
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = lines.lines().map(|line| line.split("<-Fo>").next().unwrap_or_default().to_owned());
        (output.status.success(), lines.collect::<Vec<_>>())
    };
    let all = "<-fdiagnostics-format=github>";
    assert_eq!(
        run(&[("FILES", "a.hlsl sub*/b*.hlsl"), ("OPTIONS", "-T ps_6_0 -D 'A=1 2'")]),
        (
            true,
            vec![
                format!("<a.hlsl><-T><ps_6_0><-D><A=1 2>{all}"),
                format!("<sub dir/b c.hlsl><-T><ps_6_0><-D><A=1 2>{all}"),
                "hlslc: 2 compiled, 0 failed".to_owned(),
            ]
        )
    );
    // One that fails does not keep others from being compiled.
    let (is_ok, lines) = run(&[("FILES", "bad.hlsl a.hlsl"), ("OPTIONS", "")]);
    assert_eq!((is_ok, lines.last().map(String::as_str)), (false, Some("hlslc: 2 compiled, 1 failed")));
    assert_eq!(run(&[("MANIFEST", "hlslc.toml")]), (true, vec![format!("<variants><hlslc.toml><-->{all}")]));
    for files in ["", "no*.hlsl", "$(touch${IFS}made) `touch made`"] {
        let (is_ok, _) = run(&[("FILES", files), ("OPTIONS", "; touch made")]);
        assert!(!is_ok || files.starts_with('$'), "{files}");
    }
    assert!(!folder.join("made").exists());
    fs::remove_dir_all(&folder).expect("it can be removed");
}

//! Completions, the manual page and the version are made of the tables.

use crate::support::Folder;
use hlslc::flags::{self, Does};
use hlslc::shells::{COMMANDS, Shell, manual};

#[test]
fn completions_name_every_option_that_works_and_no_other() {
    for (shell, name) in Shell::ALL {
        let text = shell.completions();
        let has = |word: &str| {
            let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '='));
            text.split(ends).any(|found| found == word)
        };
        for flag in flags::all() {
            let works = matches!(flag.does, Does::Set(_) | Does::Nothing);
            for spelling in flag.names.iter().filter(|name| name.len() > 2 && **name != "-help") {
                let (dashed, quoted) = (format!("-{spelling}"), format!("-o '{spelling}'"));
                let is_there = if shell == Shell::Fish { text.contains(&quoted) } else { has(&dashed) };
                assert_eq!(is_there, works, "{dashed} for {name}");
            }
        }
        assert!(COMMANDS.iter().all(|row| has(row.0)), "{name}");
    }
}

#[test]
fn the_manual_page_has_every_option() {
    let page = manual();
    for flag in flags::all() {
        for spelling in flag.names {
            let shown = format!("\\fB\\-{}\\fR", spelling.replace('-', "\\-"));
            assert!(page.contains(&shown), "{shown}");
        }
    }
    assert!(page.lines().all(|line| !line.starts_with('\'')));
}

#[test]
fn the_command_prints_them_and_what_it_supports() {
    let folder = Folder::new("shells");
    for (_, name) in Shell::ALL {
        assert_eq!(folder.run(&["completions", name]).code, 0, "{name}");
    }
    assert_ne!(folder.run(&["completions", "csh"]).code, 0);
    assert!(folder.run(&["man"]).out.starts_with(".TH HLSLC"));
    let version = folder.run(&["--version"]).out;
    for part in ["hlslc 0.1.0", "shader models 6.0 to 6.10", "validators 1.0 to 1.10", "vulkan1.3", "universal1.5"] {
        assert!(version.contains(part), "{part} is not in {version}");
    }
}

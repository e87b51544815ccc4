//! Runs the commands other than compiling: `hlslc run`, `hlslc reflect` and the others that
//! [`COMMANDS`](hlslc::shells::COMMANDS) lists. Each takes `--help`, and `hlslc help COMMAND` is the same.

use crate::files::{self, FileIncludes, print_text, read_input, response_file, write_output};
use crate::{batch, dap, explore, fmt, portable, report, run, serving, variants, version};
use hlslc::dxil_command::Compared;
use hlslc::shells::{COMMANDS, Shell, manual};
use std::sync::Arc;

/// The exit status of a command that failed; `hlslc dxil diff`, like `diff`, has another.
const FAILED: u8 = 1;

/// Runs a command, if this is the name of one; its exit status.
pub fn run(command: &str, args: &[String]) -> Option<u8> {
    if command == "dxil" {
        return Some(compared(hlslc::dxil_command::command(args, &files::Disk)));
    }
    if command == "--version" && matches!(args, [only] if only == "--json") {
        return Some(print_text(&version::json()).map_or_else(
            |why| {
                files::complain("hlslc", &why);
                FAILED
            },
            |()| 0,
        ));
    }
    if command == "fmt" && !asks_for_help(args) {
        return Some(fmt::command(args).unwrap_or_else(|why| {
            files::complain("hlslc fmt", &why);
            fmt::TROUBLE
        }));
    }
    // What workers run, with what another hlslc has written for them; people have no use for it, so it is not listed.
    if command == "perform" {
        return Some(portable::command(args).map_or_else(
            |why| {
                files::complain("hlslc perform", &why);
                FAILED
            },
            |_| 0,
        ));
    }
    succeeds(command, args).map(|is_ok| if is_ok { 0 } else { FAILED })
}

/// Reports a comparison; its exit status.
fn compared(found: Result<Compared, String>) -> u8 {
    const DIFFERENT: u8 = 1;
    const TROUBLE: u8 = 2;
    match found {
        Ok(Compared { answer, differs }) => match files::report("dxil", Ok(answer)) {
            true if differs => DIFFERENT,
            true => 0,
            false => TROUBLE,
        },
        Err(why) => {
            files::complain("hlslc dxil", &why);
            TROUBLE
        }
    }
}

/// Runs any other command, if this is the name of one. Returns whether all succeeded.
fn succeeds(command: &str, args: &[String]) -> Option<bool> {
    let (command, _) = COMMANDS.iter().find(|row| row.0 == command)?;
    let done = match usage(command).filter(|_| asks_for_help(args)) {
        Some(usage) => print_text(usage).map(|()| true),
        None => match *command {
            "batch" => batch::command(args, &response_file),
            "completions" => completions(args),
            "dap" => dap::command(args),
            "docs" => docs(args),
            "explain" => explain(args),
            "explore" => explore::command(args, &response_file),
            "help" => help(args),
            #[cfg(feature = "lint")]
            "lint" => crate::lint::command(args),
            #[cfg(feature = "lsp")]
            "lsp" => crate::lsp::command(args),
            "man" if args.is_empty() => print_text(&manual()).map(|()| true),
            "man" => Err(format!("it takes nothing\n{MAN_USAGE}")),
            "ops" => return Some(files::report("ops", hlslc::ops::command(args))),
            "parts" => return Some(files::report("parts", hlslc::parts::command(args, &files::Disk))),
            "reflect" => reflect(args),
            "report" => report::command(args, &response_file),
            "rewrite" => rewrite(args),
            "rootsig" => return Some(files::report("rootsig", hlslc::rootsig::command(args, &files::Disk))),
            "run" => run::command(args, &response_file),
            "serve" => serving::command(args),
            "variants" => variants::command(args, &response_file),
            "specialize" => return Some(files::report("specialize", hlslc::specialize::command(args, &files::Disk))),
            other => Err(format!("`{other}` is a command that this build does not have")),
        },
    };
    Some(done.unwrap_or_else(|why| {
        files::complain(&format!("hlslc {command}"), &why);
        false
    }))
}

fn asks_for_help(args: &[String]) -> bool {
    args.iter().any(|arg| matches!(arg.as_str(), "--help" | "-help" | "-h" | "-?" | "/?"))
}

/// The usage of a command. Those with subcommands print their own.
fn usage(command: &str) -> Option<&'static str> {
    Some(match command {
        "batch" => batch::USAGE,
        "completions" => COMPLETIONS_USAGE,
        "dap" => dap::USAGE,
        "docs" => DOCS_USAGE,
        "explain" => EXPLAIN_USAGE,
        "explore" => explore::USAGE,
        "fmt" => fmt::USAGE,
        "help" => HELP_USAGE,
        #[cfg(feature = "lint")]
        "lint" => crate::lint::USAGE,
        #[cfg(feature = "lsp")]
        "lsp" => crate::lsp::USAGE,
        "man" => MAN_USAGE,
        "reflect" => REFLECT_USAGE,
        "report" => report::USAGE,
        "rewrite" => hlslc::rewrite::USAGE,
        "run" => run::USAGE,
        "serve" => serving::USAGE,
        "variants" => variants::USAGE,
        _ => return None,
    })
}

const COMPLETIONS_USAGE: &str = "\
hlslc completions bash|zsh|fish|powershell     prints completions, to be read by the shell as it starts
";

/// `hlslc completions`.
fn completions(args: &[String]) -> Result<bool, String> {
    let shell = args.first().and_then(|name| Shell::from_name(name)).filter(|_| args.len() == 1);
    let shell = shell.ok_or_else(|| format!("name one shell\n{COMPLETIONS_USAGE}"))?;
    print_text(&shell.completions()).map(|()| true)
}

const MAN_USAGE: &str = "\
hlslc man     prints the manual page: `hlslc man | man -l -`
";

const DOCS_USAGE: &str = "\
hlslc docs DIR [--html]     writes reference pages: intrinsics and what they become, operations of DXIL, options, messages, passes,
                            root signatures
  --html                    as pages of HTML with a search, which load nothing from elsewhere; as Markdown if not given
";

/// `hlslc docs`.
fn docs(args: &[String]) -> Result<bool, String> {
    let (options, folders): (Vec<&String>, Vec<&String>) = args.iter().partition(|word| word.starts_with("--"));
    if let Some(unknown) = options.iter().find(|word| **word != "--html") {
        return Err(format!("unknown option `{unknown}`\n{DOCS_USAGE}"));
    }
    let [folder] = folders[..] else { return Err(format!("name one folder\n{DOCS_USAGE}")) };
    files::make_folder(folder)?;
    let pages = hlslc::docs::pages();
    let files = if options.is_empty() { hlslc::docs::markdown(&pages) } else { hlslc::docs::site(&pages) };
    for (name, text) in files {
        write_output(&format!("{}/{name}", folder.trim_end_matches('/')), text.as_bytes())?;
    }
    print_text(&format!("{} pages\n", pages.len())).map(|()| true)
}

const EXPLAIN_USAGE: &str = "\
hlslc explain CODE...     what a message means: E0703, 703, -Wconversion, or the name of its row such as unknown_name
";

/// `hlslc explain`.
fn explain(args: &[String]) -> Result<bool, String> {
    if args.is_empty() {
        return Err(format!("name a code\n{EXPLAIN_USAGE}"));
    }
    let texts = args.iter().map(|word| hlslc::explain::explain(word)).collect::<Result<Vec<_>, _>>()?;
    print_text(&texts.join("\n")).map(|()| true)
}

const HELP_USAGE: &str = "\
hlslc help [COMMAND]     how hlslc, or one of its commands, is called
";

/// `hlslc help`.
fn help(args: &[String]) -> Result<bool, String> {
    match args {
        [] => print_text(&hlslc::flags::help(false)).map(|()| true),
        [command] => run(command, &["--help".to_owned()]).map(|status| status == 0).ok_or_else(|| {
            let names: Vec<&str> = COMMANDS.iter().map(|row| row.0).collect();
            format!("there is no command `{command}`; there are {}", names.join(", "))
        }),
        _ => Err(format!("it takes one command\n{HELP_USAGE}")),
    }
}

/// `hlslc rewrite`.
fn rewrite(args: &[String]) -> Result<bool, String> {
    let (rewriting, line) = hlslc::rewrite::parse(args, &response_file)?;
    let [input] = &line.inputs[..] else {
        return Err(format!("it takes one source\n{}", hlslc::rewrite::USAGE));
    };
    let source = read_input(input)?;
    let name = if input == "-" { "<stdin>" } else { input };
    let includes = FileIncludes::new(&line.include_dirs, Arc::default());
    match rewriting.run(&line.options, name, &source, &includes) {
        Ok(text) => match &line.object_file {
            Some(path) => write_output(path, text.as_bytes()),
            None => print_text(&text),
        }
        .map(|()| true),
        Err(why) => {
            files::say(&why);
            Ok(false)
        }
    }
}

const REFLECT_USAGE: &str = "\
hlslc reflect FILE [--json] [-o FILE]     what a shader says of itself: a container, a PDB or a SPIR-V module
";

/// `hlslc reflect`.
fn reflect(args: &[String]) -> Result<bool, String> {
    let (mut inputs, mut output, mut json) = (Vec::new(), None, false);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "--json" => json = true,
            "-o" | "-Fo" => output = Some(args.next().ok_or_else(|| format!("`{arg}` needs a file"))?),
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{REFLECT_USAGE}"));
            }
            input => inputs.push(input),
        }
    }
    let [input] = inputs[..] else { return Err(format!("it takes one file\n{REFLECT_USAGE}")) };
    let found = hlslc::Reflection::of(&read_input(input)?).map_err(|why| format!("{input}: {why}"))?;
    let text = if json { found.json() } else { found.to_string() };
    let written = match output {
        Some(path) => write_output(path, text.as_bytes()),
        None => print_text(&text),
    };
    written.map(|()| true)
}

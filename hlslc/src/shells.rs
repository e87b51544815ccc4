//! Creates shell completions and the manual page from the table in [`flags`](crate::flags).
//!
//! Input: the table. Output: text, deterministic.

use crate::flags::{Does, Flag, GROUPS, Rewrites, Takes};
use std::fmt::Write as _;

/// The commands beside compiling, with what each does.
pub const COMMANDS: [(&str, &str); 22] = [
    ("batch", "Compile a list of command lines"),
    ("completions", "Print completions for a shell: bash, zsh, fish or powershell"),
    ("dap", "Debug shaders in an editor: a debug adapter"),
    ("docs", "Write reference pages"),
    ("dxil", "Compare two containers"),
    ("explain", "Say what the code of a message means"),
    ("explore", "Write a page that shows a compilation, every stage of it"),
    ("fmt", "Format sources"),
    ("help", "Say how a command is called"),
    ("lint", "Say what a reviewer would say of a shader"),
    ("lsp", "Serve the Language Server Protocol to an editor"),
    ("man", "Print the manual page"),
    ("ops", "List the operations of DXIL, with what each is and what becomes it"),
    ("parts", "List, extract and insert parts of a container"),
    ("reflect", "Print the reflection of a shader"),
    ("report", "Say what a shader costs: live values, loops, dynamic indices, divergent branches"),
    ("rewrite", "Rewrite a source to one that needs no other file"),
    ("rootsig", "Show, build and suggest root signatures"),
    ("run", "Run a compute shader"),
    ("serve", "Compile what clients ask for, in one process"),
    ("specialize", "Choose values of constants in a container"),
    ("variants", "Compile every combination of macros of a project"),
];

/// A shell that there are completions for.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    /// GNU Bash.
    Bash,
    /// The Z shell.
    Zsh,
    /// fish.
    Fish,
    /// PowerShell.
    PowerShell,
}

impl Shell {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Bash, "bash"), (Self::Zsh, "zsh"), (Self::Fish, "fish"), (Self::PowerShell, "powershell")];

    /// The shell of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The completions, to be read by the shell as it starts.
    pub fn completions(self) -> String {
        match self {
            Self::Bash => bash(),
            Self::Zsh => zsh(),
            Self::Fish => fish(),
            Self::PowerShell => powershell(),
        }
    }
}

/// The options that do something, in the order of the table.
fn working() -> impl Iterator<Item = &'static Flag> {
    let works = |flag: &&Flag| matches!(flag.does, Does::Set(_) | Does::Nothing);
    GROUPS.iter().flat_map(|group| group.1).filter(works)
}

/// Every spelling of those options, with its dash.
fn spellings() -> impl Iterator<Item = (String, &'static Flag)> {
    working().flat_map(|flag| flag.names.iter().map(move |name| (format!("-{name}"), flag)))
}

fn bash() -> String {
    let words: Vec<String> = spellings().map(|row| row.0).collect();
    let commands = COMMANDS.map(|row| row.0).join(" ");
    format!(
        "# Completions of hlslc for bash: source this file.\n_hlslc() {{\n    local word=\"${{COMP_WORDS[COMP_CWORD]}}\"\n    \
         case \"$word\" in\n        -*) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n        \
         *) COMPREPLY=($(compgen -f -- \"$word\")); [ \"$COMP_CWORD\" -eq 1 ] && COMPREPLY+=($(compgen -W '{commands}' -- \"$word\")) ;;\n    \
         esac\n}}\ncomplete -o filenames -F _hlslc hlslc\n",
        words.join(" ")
    )
}

fn zsh() -> String {
    let mut out = String::from(
        "#compdef hlslc\n# Completions of hlslc for zsh: put this file on the fpath as _hlslc.\nlocal -a options\noptions=(\n",
    );
    for (name, flag) in spellings() {
        let name = name.replace(':', "\\:");
        let _ = writeln!(out, "    '{name}:{}'", flag.help.replace('\'', "’"));
    }
    let commands = COMMANDS.map(|(name, help)| format!("    '{name}:{help}'\n")).concat();
    let _ = write!(
        out,
        ")\nlocal -a commands\ncommands=(\n{commands})\nif [[ $words[CURRENT] == -* ]]; then\n    _describe -o option options\nelse\n    \
         (( CURRENT == 2 )) && _describe command commands\n    _files\nfi\n"
    );
    out
}

fn fish() -> String {
    let mut out = String::from("# Completions of hlslc for fish.\n");
    for (name, help) in COMMANDS {
        let _ = writeln!(out, "complete -c hlslc -n __fish_use_subcommand -a {name} -d '{help}'");
    }
    for (name, flag) in spellings() {
        let value = if flag.takes == Takes::Nothing { "" } else { " -r" };
        let _ = writeln!(out, "complete -c hlslc -o '{}'{value} -d '{}'", &name[1..], flag.help.replace('\'', "’"));
    }
    out
}

fn powershell() -> String {
    let mut out = String::from(
        "# Completions of hlslc for PowerShell: dot-source this file.\nRegister-ArgumentCompleter -Native -CommandName hlslc -ScriptBlock {\n    \
         param($word, $line, $place)\n    @(\n",
    );
    let rows =
        COMMANDS.iter().map(|row| (row.0.to_owned(), row.1)).chain(spellings().map(|(name, flag)| (name, flag.help)));
    for (name, help) in rows {
        let _ = writeln!(
            out,
            "        [System.Management.Automation.CompletionResult]::new('{name}', '{name}', 'ParameterName', '{}')",
            help.replace('\'', "’")
        );
    }
    out.push_str("    ) | Where-Object { $_.CompletionText -like \"$word*\" }\n}\n");
    out
}

/// The manual page, for `man`.
pub fn manual() -> String {
    let mut out = format!(
        ".TH HLSLC 1 \"\" \"hlslc {}\" \"User Commands\"\n.SH NAME\nhlslc \\- HLSL to DXIL and SPIR-V\n.SH SYNOPSIS\n.B hlslc\n[\\fIoptions\\fR] \\fIFILE\\fR\n.br\n.B hlslc\n\\fICOMMAND\\fR ...\n\
         .SH DESCRIPTION\nCompiles shaders of HLSL to DXIL containers and SPIR-V modules. Options are those of dxc, with a dash or a slash.\n.SH COMMANDS\n",
        env!("CARGO_PKG_VERSION")
    );
    for (name, help) in COMMANDS {
        let _ = writeln!(out, ".TP\n\\fB{name}\\fR\n{help}");
    }
    out.push_str(".SH OPTIONS\n");
    for (title, rows) in GROUPS {
        let _ = writeln!(out, ".SS {title}");
        for flag in *rows {
            let names: Vec<String> = flag.names.iter().map(|name| format!("\\fB\\-{}\\fR", escaped(name))).collect();
            let gap = if flag.takes == Takes::Joined || flag.value.is_empty() { "" } else { " " };
            let value =
                if flag.value.is_empty() { String::new() } else { format!("{gap}\\fI{}\\fR", escaped(flag.value)) };
            let what = match flag.does {
                Does::Set(_) | Does::Nothing => String::new(),
                Does::Note(note) => format!(" Accepted: {note}."),
                Does::NotYet => " Not supported yet.".to_owned(),
                Does::Rejected(why) => format!(" Refused: {why}."),
                Does::Rewrites(_) => format!(" Refused: {}.", Rewrites::REJECTED),
            };
            let help = if what.is_empty() { flag.help.to_owned() } else { format!("{}.{what}", flag.help) };
            let _ = writeln!(out, ".TP\n{}{value}\n{}", names.join(", "), escaped(&help));
        }
    }
    out.push_str(".SH EXIT STATUS\n0 if all that was asked for was made, 1 if not.\n");
    out
}

/// A text for `man`: dashes stay dashes, and no line begins with a mark of its own.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

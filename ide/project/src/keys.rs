//! Lists every table and key of `hlslc.toml` with its type and meaning: the one place of each.
//!
//! Input: nothing. Output: [`TABLES`], which the reader, its messages and the reference page follow.

/// A table of the file.
#[derive(Clone, Copy, Debug)]
pub struct TableRow {
    /// Its name.
    pub name: &'static str,
    /// Whether there may be several: `[[name]]`.
    pub is_list: bool,
    /// What it says.
    pub meaning: &'static str,
    /// Its keys; none if the keys are names that the author chooses.
    pub keys: &'static [KeyRow],
}

impl TableRow {
    /// The name in brackets, as it is written.
    pub fn heading(&self) -> String {
        if self.is_list { format!("[[{}]]", self.name) } else { format!("[{}]", self.name) }
    }
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// Its name.
    pub name: &'static str,
    /// What is written after it.
    pub value: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

macro_rules! tables {
    ($($name:literal $is_list:literal $meaning:literal { $($key:literal : $value:literal = $says:literal;)* })*) => {
        /// Every table.
        pub const TABLES: &[TableRow] = &[$(TableRow {
            name: $name,
            is_list: $is_list,
            meaning: $meaning,
            keys: &[$(KeyRow { name: $key, value: $value, meaning: $says }),*],
        }),*];
    };
}

tables! {
    "project" false "what is true of every entry" {
        "include": "strings" = "folders of included files";
        "defines": "a table of macros" = "macros of every entry";
        "language": "a string" = "the version of HLSL, as `-HV` names it";
        "options": "strings" = "further words of the command line";
        "output": "a string" = "the folder of what is written";
    }
    "entry" true "a program that is compiled" {
        "name": "a string" = "its name in the manifest; the name of the file, and the entry point if that is not `main`";
        "file": "a string" = "the source; required";
        "entry": "a string" = "the entry point; `main`";
        "profile": "a string" = "the profile, such as `ps_6_6`; required";
        "targets": "strings" = "what it is compiled to, of `dxil` and `spirv`; `[\"dxil\"]`";
        "defines": "a table of macros" = "macros beside those of the project, which they override";
        "options": "strings" = "further words of the command line, after those of the project";
        "axes": "strings" = "the axes that it varies over; all";
    }
    "variants" false "which combinations of the axes are compiled" {
        "exclude": "tables" = "combinations that are left out: macros, each with a value or a list of values, all of which hold";
        "limit": "a number" = "the most variants that are compiled without asking; 100000";
        "pack": "a string" = "the packed file; `variants.hlslpack` in the folder of what is written";
        "manifest": "a string" = "the manifest; `variants.json` in the folder of what is written";
    }
    "axis" true "what varies" {
        "name": "a string" = "its name; that of the macro";
        "macro": "a string" = "the macro that takes one of the values";
        "values": "a list" = "the values of the macro; without a macro, tables of macros of which one is defined";
        "range": "two numbers" = "in place of values: the first and the last number";
    }
    "format" false "what sources look like" {
        "width": "a number" = "the most columns of a line";
        "indent": "a number" = "columns of one level of indentation";
        "use_tabs": "`true` or `false`" = "whether tabs indent";
        "brace_style": "a string" = "where an opening brace stands: `next-line`, `same-line` or `keep`";
    }
    "lint" false "for the code of a message or the name of its group, what it is: `allow`, `warn` or `deny`" {}
}

/// The table of this name.
pub fn table(name: &str) -> Option<&'static TableRow> {
    TABLES.iter().find(|row| row.name == name)
}

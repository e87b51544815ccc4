//! Finds the programs that a file belongs to, and remembers which one the editor shows.
//!
//! In this order: entries of `hlslc.toml` in the folder of the file or one above, entries of `compile_commands.json` there, lines
//! `// hlslc: …` in the file, entry points that the text suggests. A header without any of these belongs to the programs that include
//! it: of the project, of the files that are open, of the sources in its folder.

use hlslc_analysis::context::{Context, closure, guessed, stated_in};
use hlslc_analysis::host::{Host, folder_of, join};
use hlslc_project::{AxisValues, FILE_NAME, OutputKind, Project};
use hlslc_syntax::Define;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Programs of one file that are looked at; a project may have thousands of variants.
const MOST: usize = 64;
/// Values of an axis that are looked at by themselves.
const MOST_VALUES: u64 = 8;
/// Sources in the folder of a header that may include it.
const MOST_NEIGHBOURS: usize = 64;

/// The programs of files.
#[derive(Debug, Default)]
pub struct Programs {
    /// The programs of each file, until something changes that decides it.
    known: HashMap<String, Vec<Context>>,
    /// The label of the program that the editor has chosen for a file.
    chosen: HashMap<String, String>,
}

/// The settings file of a source: its name and its text.
pub fn settings_of(host: &Host, file: &str, name: &str) -> Option<(String, String)> {
    let mut folder = folder_of(file);
    loop {
        let path = join(folder, name);
        if let Some(text) = host.text(&path) {
            return Some((path, text.to_string()));
        }
        let outer = folder_of(folder);
        if outer == folder || folder.is_empty() {
            return None;
        }
        folder = outer;
    }
}

impl Programs {
    /// Forgets which programs there are: a file was opened, saved or changed on the disk.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Chooses the program that a file is shown in.
    pub fn choose(&mut self, file: &str, label: &str) {
        self.chosen.insert(file.to_owned(), label.to_owned());
    }

    /// The programs of a file, the one that the editor shows first.
    pub fn of(&mut self, host: &Host, file: &str) -> Vec<Context> {
        let list = match self.known.get(file) {
            Some(list) => list,
            None => {
                let found = find(host, file);
                self.known.entry(file.to_owned()).or_insert(found)
            }
        };
        let mut list = list.clone();
        if let Some(label) = self.chosen.get(file)
            && let Some(at) = list.iter().position(|context| context.label == *label)
        {
            let chosen = list.remove(at);
            list.insert(0, chosen);
        }
        list
    }
}

fn find(host: &Host, file: &str) -> Vec<Context> {
    let stated = stated(host, file);
    let of_file: Vec<Context> = stated.iter().filter(|context| context.root == file).cloned().collect();
    if !of_file.is_empty() {
        return shortened(of_file);
    }
    let text = host.text(file).unwrap_or_default();
    let in_text = stated_in(file, &text);
    if !in_text.is_empty() {
        return shortened(in_text);
    }
    let own = guessed(host, file);
    let has_entry = own.iter().any(|context| context.target.stage != hlslc_base::Stage::Library);
    if has_entry {
        return shortened(with_settings(host, file, own));
    }
    // A header: whoever includes it.
    let includes = |context: &Context| closure(host, context).iter().any(|name| name == file);
    let mut including: Vec<Context> = stated.into_iter().filter(|context| includes(context)).collect();
    if including.is_empty() {
        let folder = folder_of(file);
        let neighbours = host.list(folder).into_iter().filter(|name| {
            let name = name.to_ascii_lowercase();
            [".hlsl", ".fx", ".ps", ".vs", ".cs", ".usf"].iter().any(|ending| name.ends_with(ending))
        });
        let neighbours = neighbours.take(MOST_NEIGHBOURS).map(|name| join(folder, &name));
        let open = host.open_files().map(str::to_owned);
        let mut roots: Vec<String> = open.chain(neighbours).filter(|name| name != file).collect();
        roots.sort();
        roots.dedup();
        for root in roots {
            if !includes(&Context::library(&root)) {
                continue;
            }
            let text = host.text(&root).unwrap_or_default();
            let stated = stated_in(&root, &text);
            including.extend(if stated.is_empty() { guessed(host, &root) } else { stated });
        }
    }
    if including.is_empty() { with_settings(host, file, own) } else { shortened(including) }
}

fn shortened(mut list: Vec<Context>) -> Vec<Context> {
    list.truncate(MOST);
    // Programs of one label are distinguished by their file.
    let labels: Vec<String> = list.iter().map(|context| context.label.clone()).collect();
    for context in &mut list {
        if labels.iter().filter(|label| **label == context.label).count() > 1 {
            context.label = format!("{}: {}", context.root.rsplit('/').next().unwrap_or_default(), context.label);
        }
    }
    list
}

/// Guessed programs with the folders and macros that the project has for all.
fn with_settings(host: &Host, file: &str, mut list: Vec<Context>) -> Vec<Context> {
    let Some((path, text)) = settings_of(host, file, FILE_NAME) else { return list };
    let project = hlslc_project::parse(&text).project;
    for context in &mut list {
        add_general(context, &project, folder_of(&path));
    }
    list
}

fn add_general(context: &mut Context, project: &Project, folder: &str) {
    let general = &project.general;
    context.includes.extend(general.include.iter().map(|path| join(folder, &path.value)));
    if let Some(language) = &general.language {
        context.language = language.value;
    }
    add_defines(context, &general.defines);
}

fn add_defines(context: &mut Context, defines: &[hlslc_project::Define]) {
    for define in defines {
        context.defines.retain(|known| known.name != define.name.value);
        if let Some(text) = define.value.value.text() {
            context.defines.push(Define { name: define.name.value.clone(), value: text.to_owned() });
        }
    }
}

/// The programs that the settings around a file state.
fn stated(host: &Host, file: &str) -> Vec<Context> {
    let mut list = Vec::new();
    if let Some((path, text)) = settings_of(host, file, FILE_NAME) {
        list.extend(of_project(&hlslc_project::parse(&text).project, folder_of(&path)));
    }
    if list.is_empty()
        && let Some((path, text)) = settings_of(host, file, "compile_commands.json")
    {
        list.extend(of_commands(&text, folder_of(&path)));
    }
    list
}

/// The entries of a project, each with the first variants of it.
fn of_project(project: &Project, folder: &str) -> Vec<Context> {
    let mut list = Vec::new();
    for entry in &project.entries {
        for target in &entry.targets {
            let root = join(folder, &entry.file.value);
            let options = project.general.options.iter().chain(&entry.options);
            let words: Vec<String> = options.map(|word| word.value.clone()).collect();
            let mut context = Context::from_words(&root, folder, &words);
            context.target = entry.profile.value;
            context.entry.clone_from(&entry.entry.value);
            context.spirv |= *target == OutputKind::Spirv;
            add_general(&mut context, project, folder);
            add_defines(&mut context, &entry.defines);
            context.words = Vec::new();
            context.words = command(&context, &words);
            context.label.clone_from(&entry.name.value);
            if entry.targets.len() > 1 {
                let _ = write!(context.label, " ({})", target.name());
            }
            list.push(context.clone());
            let axes = project.axes.iter().filter(|axis| {
                entry.axes.as_ref().is_none_or(|axes| axes.iter().any(|name| name.value == axis.name.value))
            });
            for axis in axes {
                list.extend(variants(&context, axis, &words));
            }
        }
    }
    list.truncate(MOST * 8);
    list
}

/// The words of a command line of a program of a project.
fn command(context: &Context, words: &[String]) -> Vec<String> {
    let mut all = context.command();
    if context.spirv {
        all.push("-spirv".to_owned());
    }
    all.extend(words.iter().cloned());
    all
}

/// One program for each value of an axis.
fn variants(base: &Context, axis: &hlslc_project::Axis, words: &[String]) -> Vec<Context> {
    let name = axis.of_macro.as_ref().map_or(&axis.name.value, |name| &name.value);
    let of_value = |value: Option<String>| {
        let mut context = base.clone();
        context.defines.retain(|define| define.name != *name);
        let shown = value.clone().unwrap_or_else(|| "undefined".to_owned());
        context.defines.extend(value.map(|value| Define { name: name.clone(), value }));
        context.label = format!("{} [{name}={shown}]", base.label);
        context
    };
    let mut list: Vec<Context> = match &axis.values {
        AxisValues::List(values) => values
            .iter()
            .take(MOST_VALUES as usize)
            .map(|value| of_value(value.value.text().map(str::to_owned)))
            .collect(),
        AxisValues::Range { from, .. } => {
            let count = axis.values.count().min(MOST_VALUES) as i64;
            (0..count).map(|at| of_value(Some((from + at).to_string()))).collect()
        }
        AxisValues::Sets(sets) => sets
            .iter()
            .take(MOST_VALUES as usize)
            .map(|set| {
                let mut context = base.clone();
                add_defines(&mut context, set);
                let names: Vec<&str> = set.iter().map(|define| define.name.value.as_str()).collect();
                context.label = format!("{} [{}]", base.label, names.join(", "));
                context
            })
            .collect(),
    };
    for context in &mut list {
        context.words = Vec::new();
        context.words = command(context, words);
    }
    list
}

/// The programs of a file `compile_commands.json`: commands of a compiler of shaders.
fn of_commands(text: &str, folder: &str) -> Vec<Context> {
    let Ok(Value::Array(entries)) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let mut list = Vec::new();
    for entry in entries.iter().take(MOST * 16) {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let (Some(file), directory) = (text("file"), text("directory").unwrap_or(folder)) else { continue };
        let directory = join(folder, directory);
        let words: Vec<String> = match entry.get("arguments").and_then(Value::as_array) {
            Some(words) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            None => split(text("command").unwrap_or_default()),
        };
        let Some((compiler, words)) = words.split_first() else { continue };
        let compiler = compiler.rsplit(['/', '\\']).next().unwrap_or_default();
        if ["dxc", "hlslc", "fxc", "slangc"].iter().any(|name| compiler.trim_end_matches(".exe") == *name) {
            let words: Vec<String> = words.iter().filter(|word| *word != file).cloned().collect();
            list.push(Context::from_words(&join(&directory, file), &directory, &words));
        }
    }
    list
}

/// The words of a command as a shell reads it.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut is_word) = (Vec::new(), String::new(), None, false);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.push(c),
            ('"' | '\'', None) => (quote, is_word) = (Some(c), true),
            (c, None) if c.is_whitespace() => {
                if is_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            (c, None) => word.push(c),
        }
    }
    if is_word || !word.is_empty() {
        words.push(word);
    }
    words
}

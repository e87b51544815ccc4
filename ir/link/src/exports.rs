//! Determines what the result starts with and gives out, and the names of that.
//!
//! Input: libraries, then the merged module, and the options. Output: the functions that are wanted, and their names. A shader has
//! its entry point. A library has all entry points and all exported functions of its parts, or those that `-exports` names: by
//! their symbols, or by the names that the source has for them, which several may share. Functions that a list leaves out
//! are internal from then on. A function that goes out under several names is copied for each but the first.

use crate::errors::LinkError;
use crate::merge::Merged;
use crate::symbols::{Place, Symbols, is_visible, symbol};
use crate::{Library, LinkOptions};
use hlslc_ir::Func;
use hlslc_ir::function::Linkage;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::entry_roots;
use indexmap::{IndexMap, IndexSet};

/// For each function the names under which it goes out, as `-exports` gives them.
pub type Exports = IndexMap<String, IndexSet<String>>;

/// The start of a mangled name.
const MANGLED: &str = "\u{1}?";

/// A symbol as it is, of one that a user wrote: the first character of a mangled one cannot be typed.
fn typed(symbol: &str) -> String {
    match symbol.strip_prefix("\\01").or_else(|| symbol.strip_prefix("\\1")) {
        Some(rest) => format!("\u{1}{rest}"),
        None => symbol.to_owned(),
    }
}

/// The name in the source of a symbol.
fn plain(symbol: &str) -> &str {
    let Some(name) = symbol.strip_prefix(MANGLED) else { return symbol };
    name.split_once('@').map_or(name, |(name, _)| name)
}

/// A symbol with another name in it.
fn with_name(symbol: &str, name: &str) -> String {
    match symbol.strip_prefix(MANGLED).and_then(|rest| rest.find('@').map(|at| &rest[at..])) {
        Some(rest) => format!("{MANGLED}{name}{rest}"),
        None => name.to_owned(),
    }
}

/// The entry in a list of exports for a symbol.
fn listed<'a>(exports: &'a Exports, symbol: &str) -> Option<(&'a String, &'a IndexSet<String>)> {
    let exact = exports.iter().find(|(own, _)| typed(own) == symbol);
    exact.or_else(|| exports.get_key_value(plain(symbol)))
}

/// What is wanted of libraries: entry points, by library and position, and functions.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    pub(crate) entries: Vec<(usize, usize)>,
    pub(crate) funcs: Vec<Place>,
}

impl Roots {
    fn add_entry(&mut self, libraries: &[Library], library: usize, at: usize) {
        self.entries.push((library, at));
        let roots = entry_roots(&libraries[library].module.entries[at]);
        self.funcs.extend(roots.map(|func| Place { library, func }));
    }
}

/// Finds what is wanted.
pub(crate) fn roots(libraries: &[Library], symbols: &Symbols, options: &LinkOptions) -> Result<Roots, Vec<LinkError>> {
    match options.stage {
        Some(_) => shader_roots(libraries, symbols, options).map_err(|error| vec![error]),
        None => library_roots(libraries, symbols, options),
    }
}

fn shader_roots(libraries: &[Library], symbols: &Symbols, options: &LinkOptions) -> Result<Roots, LinkError> {
    let wanted = typed(&options.entry);
    let named = |of: &dyn Fn(&Library, &EntryPoint) -> bool| {
        libraries.iter().enumerate().find_map(|(at, library)| {
            let found = library.module.entries.iter().position(|entry| of(library, entry))?;
            Some((at, found))
        })
    };
    let by_name = named(&|_, entry| entry.name == wanted);
    let by_symbol = || named(&|library, entry| symbol(&library.module.funcs[entry.func]) == wanted);
    let Some((library, at)) = by_name.or_else(by_symbol) else {
        let function = symbols.get(&wanted).map(|place| (wanted.clone(), place));
        let function =
            function.or_else(|| symbols.iter().find(|(name, _)| plain(name) == wanted).map(|(n, p)| (n.to_owned(), p)));
        return Err(match function {
            Some((symbol, place)) => LinkError::NoEntry { symbol, library: libraries[place.library].name.clone() },
            None => LinkError::EntryMissing { name: wanted },
        });
    };
    let entry = &libraries[library].module.entries[at];
    if Some(entry.stage()) != options.stage {
        let target = options.stage.map(|stage| stage.to_string()).unwrap_or_default();
        return Err(LinkError::Stage { name: entry.name.clone(), stage: entry.stage().to_string(), target });
    }
    let mut roots = Roots::default();
    roots.add_entry(libraries, library, at);
    Ok(roots)
}

fn library_roots(libraries: &[Library], symbols: &Symbols, options: &LinkOptions) -> Result<Roots, Vec<LinkError>> {
    let exports = &options.exports;
    let mut used: IndexSet<&String> = IndexSet::new();
    let mut wanted = |symbol: &str, is_entry: bool| {
        let found = listed(exports, symbol);
        used.extend(found.map(|(own, _)| own));
        if options.shaders_only { is_entry } else { exports.is_empty() || found.is_some() }
    };
    let mut roots = Roots::default();
    for (at, library) in libraries.iter().enumerate() {
        for (number, entry) in library.module.entries.iter().enumerate() {
            if wanted(symbol(&library.module.funcs[entry.func]), true) {
                roots.add_entry(libraries, at, number);
            }
        }
    }
    for (name, place) in symbols.iter() {
        let module = &libraries[place.library].module;
        if module.funcs[place.func].linkage == Linkage::Exported
            && is_visible(module, place.func)
            && wanted(name, false)
            && !roots.funcs.contains(&place)
        {
            roots.funcs.push(place);
        }
    }
    if roots.funcs.is_empty() {
        return Err(vec![LinkError::NothingToExport]);
    }
    let missing = exports.keys().filter(|own| !used.contains(own));
    let missing: Vec<LinkError> = missing.map(|own| LinkError::ExportMissing { name: typed(own) }).collect();
    if missing.is_empty() { Ok(roots) } else { Err(missing) }
}

/// Names and copies the functions of a library as the list of exports says.
pub(crate) fn rename(merged: &mut Merged, options: &LinkOptions) -> Result<(), Vec<LinkError>> {
    let exports = &options.exports;
    if options.stage.is_some() || exports.is_empty() {
        return Ok(());
    }
    let mut taken: IndexSet<String> = IndexSet::new();
    let mut errors = Vec::new();
    let mut take = |symbol: &str| {
        if !taken.insert(symbol.to_owned()) {
            errors.push(LinkError::ExportTwice { symbol: symbol.to_owned() });
        }
    };
    let module = &mut merged.module;
    for entry in std::mem::take(&mut module.entries) {
        let own = symbol(&module.funcs[entry.func]).to_owned();
        for (at, name) in names(exports, &own).iter().enumerate() {
            let func = under(module, &mut merged.origins, entry.func, at, with_name(&own, name));
            take(symbol(&module.funcs[func]));
            // A ray shader is known by its name in the source too.
            module.entries.push(EntryPoint { name: name.clone(), func, ..entry.clone() });
        }
    }
    for func in merged.exported.clone() {
        let own = symbol(&module.funcs[func]).to_owned();
        for (at, name) in names(exports, &own).iter().enumerate() {
            let func = under(module, &mut merged.origins, func, at, with_name(&own, name));
            take(symbol(&module.funcs[func]));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The names of a function by the list: its own first, if it is one of them.
fn names(exports: &Exports, symbol: &str) -> Vec<String> {
    let own = plain(symbol).to_owned();
    let Some((_, names)) = listed(exports, symbol) else { return vec![own] };
    let mut names: Vec<String> = names.iter().map(|name| plain(&typed(name)).to_owned()).collect();
    if let Some(at) = names.iter().position(|name| *name == own) {
        names[..=at].rotate_right(1);
    }
    names
}

/// The function with a symbol: itself for the first, a copy for others.
fn under(module: &mut hlslc_ir::Module, origins: &mut Vec<usize>, func: Func, at: usize, symbol: String) -> Func {
    let id = if at == 0 {
        func
    } else {
        let copy = module.funcs[func].clone();
        origins.push(origins[func.as_u32() as usize]);
        module.funcs.push(copy)
    };
    module.funcs[id].symbol = Some(symbol);
    id
}

//! Lists of arguments that clients build.

use crate::com::hresult::{E_INVALIDARG, Hresult};
use crate::com::interfaces::*;
use crate::com::{Done, List, Narrow, Pair, Wide, WideChar, class, wide};
use std::sync::Mutex;

/// A list of arguments.
#[derive(Default)]
pub struct CompilerArgs {
    state: Mutex<State>,
}

/// The arguments, and the list of where they are that clients pass on.
#[derive(Default)]
struct State {
    texts: Vec<Vec<WideChar>>,
    addresses: Vec<*const WideChar>,
}

class! { CompilerArgs: IDxcCompilerArgs }

impl CompilerArgs {
    /// Adds arguments.
    pub fn add(&self, arguments: impl IntoIterator<Item = String>) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for argument in arguments {
            let text = wide(&argument);
            state.addresses.push(text.as_ptr());
            // The units of a vector stay where they are when the vector itself moves.
            state.texts.push(text);
        }
    }
}

/// Defines as arguments: the option and its value.
pub fn of_defines(defines: &[Pair]) -> Result<Vec<String>, Hresult> {
    let mut arguments = Vec::new();
    for define in defines {
        let name = define.name.required()?;
        let value = define.value.text()?;
        arguments.extend(["-D".to_owned(), value.map_or(name.clone(), |value| format!("{name}={value}"))]);
    }
    Ok(arguments)
}

/// The texts of arguments; a failure where one is null.
pub fn texts(arguments: &[Wide]) -> Result<Vec<String>, Hresult> {
    arguments.iter().map(Wide::required).collect()
}

/// Arguments without those that name the entry point and the profile, where those are given by themselves.
fn without(arguments: Vec<String>, has_entry: bool, has_profile: bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let names = |letter: char| argument.starts_with(['-', '/']) && argument[1..].starts_with(letter);
        if has_entry && names('E') || has_profile && names('T') {
            if argument.len() == 2 {
                rest.next();
            }
        } else {
            kept.push(argument);
        }
    }
    kept
}

/// The arguments of a compilation whose name, entry point, profile and defines are given by themselves; what is null or empty is not.
pub fn build(
    name: &Wide,
    entry: &Wide,
    profile: &Wide,
    arguments: &[Wide],
    defines: &[Pair],
) -> Result<Vec<String>, Hresult> {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (entry, profile) = (given(entry.text()?), given(profile.text()?));
    let mut list: Vec<String> = name.text()?.into_iter().collect();
    list.extend(entry.iter().flat_map(|entry| ["-E".to_owned(), entry.clone()]));
    list.extend(profile.iter().flat_map(|profile| ["-T".to_owned(), profile.clone()]));
    list.extend(without(texts(arguments)?, entry.is_some(), profile.is_some()));
    list.extend(of_defines(defines)?);
    Ok(list)
}

impl CompilerArgsMethods for CompilerArgs {
    fn GetArguments(&self) -> *const *const WideChar {
        let state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if state.addresses.is_empty() { std::ptr::null() } else { state.addresses.as_ptr() }
    }
    fn GetCount(&self) -> u32 {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner).addresses.len() as u32
    }
    fn AddArguments(&self, arguments: List<Wide>, count: u32) -> Done {
        self.add(texts(arguments.required(count)?)?);
        Ok(())
    }
    fn AddArgumentsUTF8(&self, arguments: List<Narrow>, count: u32) -> Done {
        let texts: Option<Vec<String>> = arguments.required(count)?.iter().map(Narrow::text).collect();
        self.add(texts.ok_or(E_INVALIDARG)?);
        Ok(())
    }
    fn AddDefines(&self, defines: List<Pair>, count: u32) -> Done {
        self.add(of_defines(defines.required(count)?)?);
        Ok(())
    }
}

//! Lists the facts of a container, each with a section, a key that finds it in another container, and its value as text.

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::FactDiff;
use crate::reflect::{Binding, Parameter, Reflection, text};

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub section: &'static str,
    /// Which one of these.
    pub key: String,
    /// Its value.
    pub value: String,
}

/// The facts of a reflection. Who made it, hashes and counts of instructions are none.
pub(super) fn of(found: &Reflection) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut fact = |section, key: &str, value: String| facts.push(Fact { section, key: key.to_owned(), value });
    if let Some(profile) = &found.shader {
        fact("program", "shader", format!("{} {}", profile.kind.title(), profile.shader_model));
    }
    if let Some(version) = found.dxil_version {
        fact("program", "DXIL", version.to_string());
    }
    if !found.requires.is_empty() {
        fact("program", "requires", text::requires_text(found.requires));
    }
    if let Some(entry) = &found.entry_point {
        fact("program", "entry point", entry.name.clone());
        for (title, value) in text::stage_facts(&entry.stage) {
            fact("program", title, value);
        }
        let signatures =
            [("input", &entry.inputs), ("output", &entry.outputs), ("patch constant", &entry.patch_constants)];
        for (section, parameters) in signatures {
            for parameter in parameters {
                let key = format!("{}{}", parameter.semantic_name, parameter.semantic_index);
                fact(section, &key, parameter_text(parameter));
            }
        }
    }
    for binding in &found.bindings {
        let key = format!("{} space {}", text::register_text(binding), binding.space);
        fact("binding", &key, binding_text(binding));
    }
    for buffer in &found.buffers {
        let name = &buffer.name;
        fact("layout", name, format!("{} bytes", buffer.size));
        for variable in &buffer.variables {
            let of_type = variable.r#type.as_ref().map_or(String::new(), |ty| format!(", {}", found.type_name(ty)));
            let value = format!("{} bytes at {}{of_type}", variable.size, variable.start_offset);
            fact("layout", &format!("{name}.{}", variable.name), value);
        }
    }
    for structure in &found.structs {
        let members = structure.members.iter();
        let members =
            members.map(|member| format!("{} {} at {}", found.type_name(&member.r#type), member.name, member.offset));
        fact("struct", &structure.name, members.collect::<Vec<_>>().join("; "));
    }
    for function in &found.functions {
        let name = &function.name;
        fact("function", name, function.kind.title().to_owned());
        if !function.requires.is_empty() {
            fact("function", &format!("{name}: requires"), text::requires_text(function.requires));
        }
        for (title, value) in function.stage.iter().flat_map(text::stage_facts) {
            fact("function", &format!("{name}: {title}"), value);
        }
        if !function.dependencies.is_empty() {
            fact("function", &format!("{name}: calls"), function.dependencies.join(", "));
        }
    }
    for subobject in &found.subobjects {
        fact("subobject", &subobject.name, format!("{:?}", subobject.value));
    }
    for constant in &found.specialization_constants {
        let value = format!("{} {} = {}", constant.r#type, constant.name, constant.default);
        fact("specialization constant", &constant.id.to_string(), value);
    }
    if let Some(signature) = &found.root_signature {
        let value = hlslc_rootsig::print::print(signature).unwrap_or_else(|error| error.to_string());
        fact("root signature", &signature.version.to_string(), value.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    facts
}

fn parameter_text(parameter: &Parameter) -> String {
    let mut value = parameter.register.map_or("no register".to_owned(), |register| format!("register {register}"));
    let used = text::mask_text(parameter.read_write_mask & parameter.mask).replace(' ', "");
    let _ = write!(value, " {}", text::mask_text(parameter.mask).replace(' ', ""));
    let _ = write!(value, ", {}", text::word(parameter.component));
    if !used.is_empty() {
        let _ = write!(value, ", mask {used}");
    }
    if let Some(mode) = parameter.interpolation.filter(|mode| !mode.text().is_empty()) {
        let _ = write!(value, ", {}", mode.text());
    }
    if parameter.stream > 0 {
        let _ = write!(value, ", stream {}", parameter.stream);
    }
    value
}

fn binding_text(binding: &Binding) -> String {
    let mut value = text::type_text(binding);
    let notes = text::notes(binding);
    if !notes.is_empty() {
        let _ = write!(value, ", {notes}");
    }
    if !binding.name.is_empty() {
        let _ = write!(value, ", {}", binding.name);
    }
    value
}

/// The facts that are not the same in both: those with the same key are the same fact, in order if several have it.
pub(super) fn compare(a: &[Fact], b: &[Fact]) -> Vec<FactDiff> {
    let mut of_b: indexmap::IndexMap<(&str, &str), VecDeque<&str>, rustc_hash::FxBuildHasher> =
        indexmap::IndexMap::default();
    for fact in b {
        of_b.entry((fact.section, fact.key.as_str())).or_default().push_back(&fact.value);
    }
    let mut found = Vec::new();
    for fact in a {
        let other = of_b.get_mut(&(fact.section, fact.key.as_str())).and_then(VecDeque::pop_front);
        if other != Some(fact.value.as_str()) {
            found.push(FactDiff {
                section: fact.section,
                key: fact.key.clone(),
                a: Some(fact.value.clone()),
                b: other.map(str::to_owned),
            });
        }
    }
    // Those that only the second has, in its order.
    for fact in b {
        let left = of_b.get_mut(&(fact.section, fact.key.as_str()));
        if let Some(value) = left.and_then(VecDeque::pop_front) {
            found.push(FactDiff { section: fact.section, key: fact.key.clone(), a: None, b: Some(value.to_owned()) });
        }
    }
    found
}

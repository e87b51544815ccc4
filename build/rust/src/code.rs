//! Writes Rust: a module for each shader.
//!
//! Input: [`Facts`]. Output: text, which depends on nothing else. Names are those of the source; what is no name in Rust gets an
//! underscore.

use crate::facts::{Binding, Block, Class, Content, Element, Facts, Field, Shape, Struct};
use std::collections::HashSet;
use std::fmt::Write as _;

/// What the constants of a shader are made of, beside its facts.
pub struct Named<'a> {
    /// The module.
    pub module: &'a str,
    /// The source.
    pub file: &'a str,
    /// The entry point.
    pub entry: &'a str,
    /// The profile.
    pub profile: &'a str,
    /// The file with the object, beside the text that is written.
    pub object: &'a str,
    /// The words of the object, if it is SPIR-V.
    pub words: Option<usize>,
}

/// Names that mean something else in Rust.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A name as Rust has it.
pub fn identifier(name: &str) -> String {
    let mut out: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if out.is_empty() || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    if KEYWORDS.contains(&out.as_str()) || out == "_" {
        out.push('_');
    }
    out
}

/// Names in one scope, each once.
#[derive(Default)]
struct Scope(HashSet<String>);

impl Scope {
    fn of(names: &[&str]) -> Self {
        Self(names.iter().map(|&name| name.to_owned()).collect())
    }

    fn take(&mut self, name: &str) -> String {
        let name = identifier(name);
        let (mut free, mut count) = (name.clone(), 1);
        while !self.0.insert(free.clone()) {
            count += 1;
            free = format!("{name}_{count}");
        }
        free
    }
}

/// The module of a shader.
pub fn module(named: &Named<'_>, facts: &Facts) -> String {
    let mut out = String::new();
    let Named { file, entry, profile, object, .. } = named;
    let _ = writeln!(out, "\n/// `{entry}` of `{}`, for `{profile}`.", file.escape_default());
    let _ = writeln!(out, "#[allow(dead_code, non_snake_case, non_camel_case_types, unused_imports)]");
    let _ = writeln!(out, "pub mod {} {{", named.module);
    out.push_str("    use super::hlsl::{self, Binding, Class, Element, Shader, Write};\n\n");
    out.push_str("    /// The shader with everything that is known of it.\n");
    let _ = writeln!(
        out,
        "    pub const SHADER: Shader = Shader {{ bytes: BYTES, entry: {entry:?}, profile: {profile:?}, threads: {:?}, bindings: BINDINGS, \
         inputs: INPUTS, outputs: OUTPUTS }};",
        facts.threads
    );
    out.push_str("    /// The object.\n");
    let _ = writeln!(out, "    pub const BYTES: &[u8] = include_bytes!({object:?});");
    if let Some(words) = named.words {
        out.push_str("    /// The words of the object.\n");
        let _ = writeln!(out, "    pub static WORDS: [u32; {words}] = hlsl::words(BYTES);");
    }
    if let Some(threads) = facts.threads {
        out.push_str("    /// Threads of a group.\n");
        let _ = writeln!(out, "    pub const THREADS: [u32; 3] = {threads:?};");
    }
    out.push_str("    /// The bindings, as `bindings` names them.\n    pub const BINDINGS: &[Binding] = &[\n");
    for binding in &facts.bindings {
        let _ = writeln!(out, "        {},", binding_text(binding));
    }
    out.push_str("    ];\n");
    for (name, what, elements) in [("INPUTS", "inputs", &facts.inputs), ("OUTPUTS", "outputs", &facts.outputs)] {
        let _ = writeln!(out, "    /// The {what}.\n    pub const {name}: &[Element] = &[");
        for element in elements {
            let _ = writeln!(out, "        {},", element_text(element));
        }
        out.push_str("    ];\n");
    }
    out.push_str(
        "\n    /// The bindings by their names.\n    pub mod bindings {\n        use super::{Binding, BINDINGS};\n",
    );
    let mut scope = Scope::default();
    for (at, binding) in facts.bindings.iter().enumerate() {
        let name = scope.take(&binding.name.to_ascii_uppercase());
        let _ = writeln!(out, "        /// `{}`.", binding.name.escape_default());
        let _ = writeln!(out, "        pub const {name}: Binding = BINDINGS[{at}];");
    }
    out.push_str("    }\n");
    buffers(&mut out, facts);
    out.push_str("}\n");
    out
}

fn binding_text(binding: &Binding) -> String {
    let Binding { name, class, kind, register, space, count, stride } = binding;
    let class = match class {
        Class::Constants => "Constants",
        Class::Read => "Read",
        Class::Write => "Write",
        Class::Sampler => "Sampler",
    };
    // A linker chooses where there is none, which a finished shader has seen.
    let register = register.unwrap_or(0);
    format!(
        "Binding {{ name: {name:?}, class: Class::{class}, kind: {kind:?}, register: {register}, space: {space}, count: {count:?}, \
         stride: {stride:?} }}"
    )
}

fn element_text(element: &Element) -> String {
    let Element { semantic, index, location, component, mask, is_system_value } = element;
    format!(
        "Element {{ semantic: {semantic:?}, index: {index}, location: {location:?}, component: {component:?}, mask: {mask}, \
         is_system_value: {is_system_value} }}"
    )
}

/// The structs of buffers that the blocks use, and the blocks that are no struct of the source themselves.
fn buffers(out: &mut String, facts: &Facts) {
    let mut scope = Scope::of(&[
        "Binding", "Class", "Element", "Shader", "Write", "String", "Self", "Vec", "Option", "Some", "None",
    ]);
    let mut is_used = vec![false; facts.structs.len()];
    let mut open: Vec<&Shape> = Vec::new();
    for block in &facts.blocks {
        match &block.content {
            Content::Fields(fields) => open.extend(fields.iter().map(|field| &field.shape)),
            Content::Elements(shape) => open.push(shape),
        }
    }
    while let Some(shape) = open.pop() {
        match shape {
            Shape::Number(_) => {}
            Shape::Array { of, .. } => open.push(of),
            Shape::Struct(at) => {
                if let Some(given) = facts.structs.get(*at as usize)
                    && !std::mem::replace(&mut is_used[*at as usize], true)
                {
                    open.extend(given.fields.iter().map(|field| &field.shape));
                }
            }
        }
    }
    // One that lies the same by both rules is one type.
    let mut names: Vec<String> = Vec::new();
    let mut written: Vec<(usize, &Struct)> = Vec::new();
    for (at, given) in facts.structs.iter().enumerate() {
        let same = written
            .iter()
            .find(|(before, other)| is_used[at] && is_same(facts, *before, at) && other.name == given.name);
        let name = match same {
            Some((before, _)) => names[*before].clone(),
            None if is_used[at] => scope.take(&given.name),
            None => String::new(),
        };
        if is_used[at] && same.is_none() {
            written.push((at, given));
        }
        names.push(name);
    }
    for (at, given) in &written {
        let _ = writeln!(out, "\n    /// The struct `{}`.", given.name.escape_default());
        record(out, &names[*at], &given.fields, None, &names);
    }
    for block in &facts.blocks {
        write_block(out, block, &mut scope, &names);
    }
}

/// Whether two structs have the same members in the same places. Those of structs in them are compared by their own places, which are the
/// same if the structs were found to be the same type before; if in doubt, they are two types.
fn is_same(facts: &Facts, one: usize, other: usize) -> bool {
    let has_structs = |fields: &[Field]| {
        fields.iter().any(|field| {
            let mut shape = &field.shape;
            while let Shape::Array { of, .. } = shape {
                shape = of;
            }
            matches!(shape, Shape::Struct(_))
        })
    };
    let (one, other) = (&facts.structs[one].fields, &facts.structs[other].fields);
    one == other && !has_structs(one)
}

fn write_block(out: &mut String, block: &Block, scope: &mut Scope, names: &[String]) {
    let shown = block.name.escape_default();
    match &block.content {
        Content::Fields(fields) => {
            let name = scope.take(&block.name);
            let _ = writeln!(out, "\n    /// The constants of `{shown}`.");
            record(out, &name, fields, Some(block.size), names);
        }
        Content::Elements(shape) => {
            let name = scope.take(&format!("{}_element", identifier(&block.name)));
            let _ = writeln!(out, "\n    /// An element of `{shown}`.");
            let _ = writeln!(out, "    pub type {name} = {};", type_text(shape, names));
            let function = format!("write_{name}");
            let _ = writeln!(out, "    /// Writes an element of `{shown}`: {} bytes.", block.size);
            let _ = writeln!(out, "    pub fn {function}(value: &{name}, out: &mut [u8]) {{");
            let _ = writeln!(out, "        {};", write_text(shape, "value", "&mut out[..]", 0));
            out.push_str("    }\n");
        }
    }
}

/// A struct. One with a size of its own gives its bytes.
fn record(out: &mut String, name: &str, fields: &[Field], size: Option<u32>, names: &[String]) {
    let mut scope = Scope::default();
    let fields: Vec<(String, &Field)> = fields.iter().map(|field| (scope.take(&field.name), field)).collect();
    let _ = writeln!(out, "    #[derive(Clone, Copy, Debug, PartialEq)]\n    pub struct {name} {{");
    for (name, field) in &fields {
        let _ = writeln!(out, "        /// At byte {}.", field.offset);
        let _ = writeln!(out, "        pub {name}: {},", type_text(&field.shape, names));
    }
    out.push_str("    }\n\n");
    if let Some(size) = size {
        let _ = writeln!(out, "    impl {name} {{");
        let _ = writeln!(out, "        /// The bytes of the buffer.\n        pub const SIZE: usize = {size};\n");
        out.push_str("        /// The bytes as the shader reads them.\n");
        out.push_str(
            "        pub fn to_bytes(&self) -> [u8; Self::SIZE] {\n            let mut out = [0; Self::SIZE];\n",
        );
        out.push_str("            self.write(&mut out);\n            out\n        }\n    }\n\n");
    }
    let _ = writeln!(out, "    impl Write for {name} {{\n        fn write(&self, out: &mut [u8]) {{");
    if fields.is_empty() {
        out.push_str("            let _ = out;\n");
    }
    for (name, field) in &fields {
        let place = format!("&mut out[{}..]", field.offset);
        let _ = writeln!(out, "            {};", write_text(&field.shape, &format!("&self.{name}"), &place, 0));
    }
    out.push_str("        }\n    }\n");
}

/// The type of a shape. Shapes nest as deep as rows, matrices and arrays.
fn type_text(shape: &Shape, names: &[String]) -> String {
    match shape {
        Shape::Number(number) => (*number).to_owned(),
        Shape::Array { of, count, .. } => format!("[{}; {count}]", type_text(of, names)),
        Shape::Struct(at) => names.get(*at as usize).cloned().unwrap_or_default(),
    }
}

/// An expression that writes a value, given as a reference, to a place.
fn write_text(shape: &Shape, value: &str, place: &str, depth: u32) -> String {
    match shape {
        Shape::Number(_) | Shape::Struct(_) => format!("Write::write({value}, {place})"),
        Shape::Array { of, stride, .. } => {
            let inner = write_text(of, &format!("value{depth}"), &format!("out{depth}"), depth + 1);
            format!("hlsl::array({value}, {stride}, {place}, |value{depth}, out{depth}| {inner})")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_one_of_rust() {
        for (given, expected) in
            [("Settings", "Settings"), ("type", "type_"), ("2d", "_2d"), ("a.b", "a_b"), ("", "__"), ("_", "__")]
        {
            assert_eq!(identifier(given), expected, "{given}");
        }
        let mut scope = Scope::default();
        assert_eq!(["A", "A", "A_2"].map(|name| scope.take(name)), ["A", "A_2", "A_2_2"]);
    }
}

//! `dx.rootsignatures` as text of LLVM IR, both ways.
//!
//! ```text
//! !dx.rootsignatures = !{!0}
//! !0 = !{ptr @main, !1, i32 2}
//! !1 = !{!2, !3}
//! !2 = !{!"RootFlags", i32 1}
//! !3 = !{!"RootCBV", i32 0, i32 0, i32 0, i32 4}
//! ```
//!
//! [`parse`] takes the metadata lines of a module, in any order and with others between them, and follows only what
//! `dx.rootsignatures` reaches. It refuses cycles, nesting deeper than root signatures have, and text whose shared nodes
//! would grow far beyond its size.

use crate::metadata::MdNode;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A function with its root signature: one operand of `dx.rootsignatures`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The name of the function, without `@`.
    pub function: String,
    /// The list of elements.
    pub signature: MdNode,
    /// The number of the version.
    pub version: u32,
}

/// Prints the table with the nodes it needs, numbered from `first_node` on.
pub fn print(pairs: &[Pair], first_node: u32) -> String {
    let mut nodes = Nodes { next: first_node, lines: String::new() };
    let ids: Vec<u32> = pairs.iter().map(|_| nodes.reserve()).collect();
    for (pair, id) in pairs.iter().zip(&ids) {
        let signature = nodes.reserve();
        nodes.line(*id, &format!("ptr {}, !{signature}, i32 {}", function_name(&pair.function), pair.version));
        nodes.define(signature, &pair.signature);
    }
    let list: Vec<String> = ids.iter().map(|id| format!("!{id}")).collect();
    format!("!dx.rootsignatures = !{{{}}}\n{}", list.join(", "), nodes.lines)
}

fn function_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("@{name}")
    } else {
        format!("@\"{}\"", escape(name))
    }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f.. => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(byte as char),
        }
    }
    out
}

/// Numbered nodes, printed in the order of their numbers.
struct Nodes {
    next: u32,
    lines: String,
}

impl Nodes {
    fn reserve(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn line(&mut self, id: u32, operands: &str) {
        let _ = writeln!(self.lines, "!{id} = !{{{operands}}}");
    }

    /// Defines a node and then those it refers to. Root signatures nest four nodes deep, so this does not recurse far;
    /// deeper metadata is printed as deep as it is given.
    fn define(&mut self, id: u32, node: &MdNode) {
        let mut pending = vec![(id, node)];
        while !pending.is_empty() {
            let mut children = Vec::new();
            for (id, node) in pending {
                let MdNode::Node(operands) = node else { continue };
                let texts: Vec<String> = operands.iter().map(|operand| self.operand(operand, &mut children)).collect();
                self.line(id, &texts.join(", "));
            }
            pending = children;
        }
    }

    fn operand<'a>(&mut self, operand: &'a MdNode, children: &mut Vec<(u32, &'a MdNode)>) -> String {
        match operand {
            MdNode::String(text) => format!("!\"{}\"", escape(text)),
            MdNode::Int(value) => format!("i32 {}", *value as i32),
            MdNode::Float(value) => format!("float {}", float_text(*value)),
            MdNode::Node(_) => {
                let id = self.reserve();
                children.push((id, operand));
                format!("!{id}")
            }
        }
    }
}

/// A float as LLVM prints it: six decimals if they are exact, else the bits of the 64-bit number.
fn float_text(value: f32) -> String {
    let wide = f64::from(value);
    if value.is_finite() {
        let short = llvm_exponent(&format!("{wide:.6e}"));
        if short.parse() == Ok(wide) && (wide != 0.0 || !wide.is_sign_negative()) {
            return short;
        }
    }
    format!("0x{:016X}", wide.to_bits())
}

/// `1.5e2` to `1.5e+02`.
fn llvm_exponent(text: &str) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = match exponent.strip_prefix('-') {
                Some(digits) => ('-', digits),
                None => ('+', exponent),
            };
            format!("{mantissa}e{sign}{digits:0>2}")
        }
        None => text.to_owned(),
    }
}

/// Why text is no `dx.rootsignatures`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1; 0 for the text as a whole.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.message) } else { write!(f, "line {}: {}", self.line, self.message) }
    }
}

impl std::error::Error for TextError {}

fn error<T>(line: u32, message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError { line, message: message.into() })
}

/// Reads the pairs of `dx.rootsignatures` out of the metadata lines of a module. No such table is an empty list.
pub fn parse(text: &str) -> Result<Vec<Pair>, TextError> {
    let mut module = Definitions { nodes: BTreeMap::new(), budget: 1000 };
    let mut table = None;
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let Some((name, operands)) = definition(line) else { continue };
        let is_table = name == "dx.rootsignatures";
        let id = name.parse::<u32>().ok();
        if !is_table && id.is_none() {
            continue;
        }
        // Nodes that belong to something else may hold what root signatures never do: they fail only if reached.
        let parsed = operands_of(operands, number);
        if is_table {
            table = Some((parsed?, number));
        } else if let Some(id) = id {
            module.budget += 64 * parsed.as_ref().map_or(0, |operands| operands.len() as u64);
            module.nodes.insert(id, (parsed, number));
        }
    }
    let Some((table, line)) = table else { return Ok(Vec::new()) };
    table.iter().map(|operand| module.pair(operand, line)).collect()
}

/// The name and the text between the braces of `!name = !{ … }`.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('!')?.split_once('=')?;
    let value = value.trim().strip_prefix("distinct").unwrap_or(value).trim();
    let (operands, _) = value.strip_prefix("!{")?.rsplit_once('}')?;
    Some((name.trim(), operands))
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Text(String),
    Int(u32),
    Float(f32),
    Reference(u32),
    Function(String),
}

fn operands_of(text: &str, line: u32) -> Result<Vec<Operand>, TextError> {
    let mut operands = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (operand, after) = operand(rest, line)?;
        operands.push(operand);
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(after) => rest = after.trim_start(),
            None if rest.is_empty() => {}
            None => return error(line, format!("expected `,` before `{}`", excerpt(rest))),
        }
    }
    Ok(operands)
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

fn operand(text: &str, line: u32) -> Result<(Operand, &str), TextError> {
    if let Some(quoted) = text.strip_prefix("!\"") {
        let (value, rest) = quoted_text(quoted, line)?;
        return Ok((Operand::Text(value), rest));
    }
    if let Some(rest) = text.strip_prefix('!') {
        let (digits, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        return match digits.parse() {
            Ok(id) => Ok((Operand::Reference(id), rest)),
            Err(_) => error(line, format!("expected the number of a node in `{}`", excerpt(text))),
        };
    }
    let (word, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    if let Some(at) = text.find('@')
        && at < word.len()
    {
        return function_operand(&text[at + 1..], line);
    }
    let word = word.trim();
    if let Some(value) = word.strip_prefix("i32 ") {
        let value = value.trim();
        let number = value.parse::<u32>().or_else(|_| value.parse::<i32>().map(|value| value as u32));
        return match number {
            Ok(number) => Ok((Operand::Int(number), rest)),
            Err(_) => error(line, format!("`{value}` is not a 32-bit integer")),
        };
    }
    if let Some(value) = word.strip_prefix("float ") {
        let value = value.trim();
        let number = match value.strip_prefix("0x") {
            Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits),
            None => value.parse::<f64>().ok(),
        };
        return match number {
            Some(number) => Ok((Operand::Float(number as f32), rest)),
            None => error(line, format!("`{value}` is not a float")),
        };
    }
    error(line, format!("`{}` is no operand of a root signature", excerpt(word)))
}

fn function_operand(name: &str, line: u32) -> Result<(Operand, &str), TextError> {
    if let Some(quoted) = name.strip_prefix('"') {
        let (value, rest) = quoted_text(quoted, line)?;
        return Ok((Operand::Function(value), rest));
    }
    let (name, rest) = name.split_at(name.find([',', ' ']).unwrap_or(name.len()));
    Ok((Operand::Function(name.to_owned()), rest))
}

/// The text up to the closing quote, with `\XX` decoded.
fn quoted_text(text: &str, line: u32) -> Result<(String, &str), TextError> {
    let Some(end) = text.find('"') else { return error(line, "the string has no end") };
    let mut bytes = Vec::new();
    let mut parts = text[..end].split('\\');
    bytes.extend_from_slice(parts.next().unwrap_or("").as_bytes());
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(code) = code else { return error(line, "expected two hexadecimal digits after `\\`") };
        bytes.push(code);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    match String::from_utf8(bytes) {
        Ok(value) => Ok((value, &text[end + 1..])),
        Err(_) => error(line, "the string is not UTF-8"),
    }
}

/// The numbered nodes of a module.
struct Definitions {
    nodes: BTreeMap<u32, (Result<Vec<Operand>, TextError>, u32)>,
    /// How many more operands may be copied out of shared nodes.
    budget: u64,
}

/// A root signature's list, an element, a range: no node of it contains more.
const DEEPEST: usize = 3;

impl Definitions {
    fn node(&self, id: u32, line: u32) -> Result<(&[Operand], u32), TextError> {
        match self.nodes.get(&id) {
            Some((Ok(operands), at)) => Ok((operands, *at)),
            Some((Err(error), _)) => Err(error.clone()),
            None => error(line, format!("node !{id} is not defined")),
        }
    }

    fn pair(&mut self, operand: &Operand, line: u32) -> Result<Pair, TextError> {
        let &Operand::Reference(id) = operand else { return error(line, "dx.rootsignatures is a list of nodes") };
        match self.node(id, line)? {
            ([Operand::Function(function), Operand::Reference(list), Operand::Int(version)], line) => {
                let (function, list, version) = (function.clone(), *list, *version);
                let signature = self.build(list, line, &mut Vec::new())?;
                Ok(Pair { function, signature, version })
            }
            (_, line) => error(line, "expected a function, a root signature and an i32 for the version"),
        }
    }

    /// The node with all it refers to. `path` are the nodes that contain it, at most [`DEEPEST`].
    fn build(&mut self, id: u32, line: u32, path: &mut Vec<u32>) -> Result<MdNode, TextError> {
        if path.contains(&id) {
            return error(line, format!("node !{id} contains itself"));
        }
        if path.len() == DEEPEST {
            return error(line, format!("node !{id} is nested deeper than root signatures are"));
        }
        let (operands, at) = self.node(id, line)?;
        let operands = operands.to_vec();
        match self.budget.checked_sub(operands.len() as u64 + 1) {
            Some(left) => self.budget = left,
            None => return error(at, "the shared nodes of the root signatures grow beyond the limit"),
        }
        path.push(id);
        let nodes = operands.into_iter().map(|operand| match operand {
            Operand::Text(text) => Ok(MdNode::String(text)),
            Operand::Int(value) => Ok(MdNode::Int(value)),
            Operand::Float(value) => Ok(MdNode::Float(value)),
            Operand::Reference(id) => self.build(id, at, path),
            Operand::Function(name) => error(at, format!("function @{name} inside of a root signature")),
        });
        let node = nodes.collect::<Result<Vec<MdNode>, TextError>>().map(MdNode::Node);
        path.pop();
        node
    }
}

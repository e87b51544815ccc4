//! Converts `dx.rootsignatures` to and from text of LLVM IR.
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
//! `dx.rootsignatures` reaches. A node may stand where it is referred to, as in `!{!{!"RootFlags", i32 1}}`, and a pair of a function
//! that is no more has `null` in its place. It rejects cycles, nodes that are defined twice, nesting deeper than root signatures have,
//! and text whose shared nodes would grow far beyond its size.

use crate::metadata::{MdNode, ReadError, ReadErrorKind};
use crate::problem::Place;
use crate::tables::clause;
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

/// The places of the nodes of a pair in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLines {
    /// The line of the pair.
    pub pair: u32,
    /// The lines of the list of elements, of the elements, and of the ranges in these.
    list: NodeLines,
}

/// The line of an operand, and those of the operands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NodeLines {
    line: u32,
    operands: Vec<NodeLines>,
}

/// Which operand of a table is its first range: the name and the visibility stand before it.
const FIRST_RANGE: usize = 2;

impl PairLines {
    /// The line of what cannot be read.
    pub fn of_error(&self, error: &ReadError) -> u32 {
        if matches!(error.kind, ReadErrorKind::Version(_)) {
            self.pair
        } else {
            self.of_element(error.element as usize, error.place)
        }
    }

    /// The line of a part of a root signature that was read from a list of elements.
    pub fn of_place(&self, list: &MdNode, place: Place) -> u32 {
        let (MdNode::Node(elements), false) = (list, place == Place::Signature) else { return self.pair };
        let is_meant = |name: &str| match place {
            Place::Signature | Place::RootFlags => name == clause::FLAGS,
            Place::StaticSampler(_) => name == clause::STATIC_SAMPLER,
            Place::Parameter(_) | Place::Range { .. } => !matches!(name, clause::FLAGS | clause::STATIC_SAMPLER),
        };
        let (Place::Parameter(nth) | Place::Range { parameter: nth, .. } | Place::StaticSampler(nth)) = place else {
            let at = elements.iter().rposition(|element| element.name().is_some_and(is_meant));
            return at.map_or(self.list.line, |at| self.of_element(at, place));
        };
        let mut meant = (0..elements.len()).filter(|&at| elements[at].name().is_some_and(is_meant));
        meant.nth(nth as usize).map_or(self.list.line, |at| self.of_element(at, place))
    }

    fn of_element(&self, at: usize, place: Place) -> u32 {
        let Some(element) = self.list.operands.get(at) else { return self.list.line };
        let Place::Range { range, .. } = place else { return element.line };
        element.operands.get(FIRST_RANGE + range as usize).map_or(element.line, |range| range.line)
    }
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
    /// The error.
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
    Ok(parse_with_lines(text)?.into_iter().map(|(pair, _)| pair).collect())
}

/// Reads the pairs, each with the lines that its nodes stand in.
pub fn parse_with_lines(text: &str) -> Result<Vec<(Pair, PairLines)>, TextError> {
    let mut module = Definitions { nodes: BTreeMap::new(), budget: 1000 };
    // As of every named list, what further lines of the name hold is added.
    let mut table = Vec::new();
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
            table.extend(parsed?.into_iter().map(|operand| (operand, number)));
        } else if let Some(id) = id {
            module.budget += 64 * parsed.as_ref().map_or(0, |operands| operands.len() as u64);
            if module.nodes.insert(id, (parsed, number)).is_some() {
                return error(number, format!("node !{id} is defined twice"));
            }
        }
    }
    let pairs = table.iter().map(|(operand, line)| module.pair(operand, *line));
    pairs.filter_map(Result::transpose).collect()
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
    /// A node that stands here.
    Node(Vec<Operand>),
    /// A node that was removed.
    Null,
}

/// The operands of a node, up to the end of the text.
fn operands_of(text: &str, line: u32) -> Result<Vec<Operand>, TextError> {
    // The nodes that are open, the outermost first.
    let mut open: Vec<Vec<Operand>> = vec![Vec::new()];
    let mut rest = text.trim();
    let mut is_after_operand = false;
    loop {
        if let Some(after) = rest.strip_prefix('}') {
            let Some(operands) = open.pop() else { break };
            let Some(outer) = open.last_mut() else { return error(line, "there is a `}` too much") };
            outer.push(Operand::Node(operands));
            (rest, is_after_operand) = (after.trim_start(), true);
            continue;
        }
        if rest.is_empty() {
            break;
        }
        if is_after_operand {
            let Some(after) = rest.strip_prefix(',') else {
                return error(line, format!("expected `,` before `{}`", excerpt(rest)));
            };
            (rest, is_after_operand) = (after.trim_start(), false);
            continue;
        }
        if let Some(after) = rest.strip_prefix("!{") {
            if open.len() > DEEPEST + 1 {
                return error(line, "nodes are nested deeper than those of root signatures");
            }
            open.push(Vec::new());
            rest = after.trim_start();
            continue;
        }
        let (operand, after) = operand(rest, line)?;
        if let Some(operands) = open.last_mut() {
            operands.push(operand);
        }
        (rest, is_after_operand) = (after.trim_start(), true);
    }
    match (open.pop(), open.is_empty()) {
        (Some(operands), true) => Ok(operands),
        _ => error(line, "a node has no `}`"),
    }
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
    let (word, rest) = text.split_at(text.find([',', '}']).unwrap_or(text.len()));
    if let Some(at) = text.find('@')
        && at < word.len()
    {
        return function_operand(&text[at + 1..], line);
    }
    let word = word.trim();
    if matches!(word, "null" | "ptr null") {
        return Ok((Operand::Null, rest));
    }
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
    let (name, rest) = name.split_at(name.find([',', ' ', '}']).unwrap_or(name.len()));
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
    /// The number of operands that may still be copied out of shared nodes.
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

    /// Reads one operand of the table as a function and its root signature; `None` if the function was removed (`null`).
    fn pair(&mut self, operand: &Operand, line: u32) -> Result<Option<(Pair, PairLines)>, TextError> {
        let (operands, line) = match operand {
            Operand::Node(operands) => (operands.as_slice(), line),
            Operand::Reference(id) => self.node(*id, line)?,
            Operand::Text(_) | Operand::Int(_) | Operand::Float(_) | Operand::Function(_) | Operand::Null => {
                return error(line, "dx.rootsignatures is a list of nodes");
            }
        };
        match operands {
            [Operand::Null, ..] => Ok(None),
            [Operand::Function(function), list @ (Operand::Reference(_) | Operand::Node(_)), Operand::Int(version)] => {
                let (function, list, version) = (function.clone(), list.clone(), *version);
                let (signature, lines) = self.build(&list, line, &mut Vec::new())?;
                Ok(Some((Pair { function, signature, version }, PairLines { pair: line, list: lines })))
            }
            _ => error(line, "expected a function, a root signature and an i32 for the version"),
        }
    }

    /// The node that an operand is, with all it refers to. `path` are the nodes that contain it, at most [`DEEPEST`], those that are
    /// referred to by their numbers.
    fn build(
        &mut self,
        operand: &Operand,
        line: u32,
        path: &mut Vec<Option<u32>>,
    ) -> Result<(MdNode, NodeLines), TextError> {
        let (id, operands, at) = match operand {
            Operand::Reference(id) => {
                if path.contains(&Some(*id)) {
                    return error(line, format!("node !{id} contains itself"));
                }
                if path.len() == DEEPEST {
                    return error(line, format!("node !{id} is nested deeper than root signatures are"));
                }
                let (operands, at) = self.node(*id, line)?;
                (Some(*id), operands.to_vec(), at)
            }
            Operand::Node(_) if path.len() == DEEPEST => {
                return error(line, "nodes are nested deeper than those of root signatures");
            }
            Operand::Node(operands) => (None, operands.clone(), line),
            Operand::Text(_) | Operand::Int(_) | Operand::Float(_) | Operand::Function(_) | Operand::Null => {
                return error(line, "expected a node");
            }
        };
        match self.budget.checked_sub(operands.len() as u64 + 1) {
            Some(left) => self.budget = left,
            None => return error(at, "the shared nodes of the root signatures grow beyond the limit"),
        }
        path.push(id);
        let (mut nodes, mut lines) = (Vec::with_capacity(operands.len()), NodeLines { line: at, operands: Vec::new() });
        for operand in operands {
            let here = NodeLines { line: at, operands: Vec::new() };
            let (node, of_operand) = match operand {
                Operand::Text(text) => (MdNode::String(text), here),
                Operand::Int(value) => (MdNode::Int(value), here),
                Operand::Float(value) => (MdNode::Float(value), here),
                Operand::Reference(_) | Operand::Node(_) => self.build(&operand, at, path)?,
                Operand::Function(name) => return error(at, format!("function @{name} inside of a root signature")),
                Operand::Null => return error(at, "`null` inside of a root signature"),
            };
            nodes.push(node);
            lines.operands.push(of_operand);
        }
        path.pop();
        Ok((MdNode::Node(nodes), lines))
    }
}

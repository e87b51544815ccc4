//! Parses a YAML document to a tree, with the spelling and the line of every scalar.
//!
//! Input: text. Output: its first document as [`Node`]s. Numbers stay text: `-0`, `0x1.8p3` and `18446744073709551615` mean what the
//! field that holds them makes of them. [`Fields`] reads a mapping key by key and rejects keys that are unknown.

use yaml_rust2::parser::{Event, MarkedEventReceiver, Parser};
use yaml_rust2::scanner::Marker;

/// Why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from one; zero for the document as a whole.
    pub line: usize,
    /// The error.
    pub message: String,
}

impl Fault {
    /// A fault on a line.
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "YAML:{}: error: {}", self.line, self.message)
    }
}

/// A value with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The line it starts on.
    pub line: usize,
    /// The kind.
    pub value: Value,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A scalar as written, without quotes.
    Scalar(String),
    /// A sequence.
    Sequence(Vec<Node>),
    /// A mapping in the order written.
    Mapping(Vec<(String, Node)>),
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Result<&str, Fault> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(Fault::new(self.line, "a scalar is expected here")),
        }
    }

    /// The elements of a sequence.
    pub fn elements(&self) -> Result<&[Node], Fault> {
        match &self.value {
            Value::Sequence(elements) => Ok(elements),
            // A key without a value is an empty list too.
            Value::Scalar(text) if text.is_empty() || text == "~" => Ok(&[]),
            _ => Err(Fault::new(self.line, "a sequence is expected here")),
        }
    }

    /// The fields of a mapping.
    pub fn fields(&self) -> Result<Fields<'_>, Fault> {
        match &self.value {
            Value::Mapping(entries) => Ok(Fields { line: self.line, entries, taken: vec![false; entries.len()] }),
            _ => Err(Fault::new(self.line, "a mapping is expected here")),
        }
    }

    /// A scalar made into a value by `read`; `what` names what is expected.
    pub fn parse<T>(&self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Fault> {
        let text = self.text()?;
        read(text).ok_or_else(|| Fault::new(self.line, format!("`{text}` is no {what}")))
    }
}

/// A mapping that is read key by key.
pub struct Fields<'a> {
    line: usize,
    entries: &'a [(String, Node)],
    taken: Vec<bool>,
}

impl<'a> Fields<'a> {
    /// The value of a key that may be missing.
    pub fn optional(&mut self, key: &str) -> Option<&'a Node> {
        let at = self.entries.iter().position(|(name, _)| name == key)?;
        self.taken[at] = true;
        Some(&self.entries[at].1)
    }

    /// The value of a key that must be there.
    pub fn required(&mut self, key: &str) -> Result<&'a Node, Fault> {
        self.optional(key).ok_or_else(|| Fault::new(self.line, format!("missing required key '{key}'")))
    }

    /// The line the mapping starts on.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Ends the reading: a key that was never asked for is a fault.
    pub fn end(self) -> Result<(), Fault> {
        let unknown = self.entries.iter().zip(&self.taken).find(|(_, taken)| !**taken);
        match unknown {
            Some(((key, node), _)) => Err(Fault::new(node.line, format!("unknown key '{key}'"))),
            None => Ok(()),
        }
    }
}

/// How far lines inside brackets are moved to the right.
const FLOW_INDENT: &str = "                                                                ";

/// The text as YAML wants it where LLVM's reader, for which the suite is written, does not care: lines inside brackets are
/// moved to the right, for they must stand further in than what holds them, and of commas in sequence one is kept.
fn strict(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    for line in text.lines() {
        if depth > 0 {
            out.push_str(FLOW_INDENT);
        }
        let mut quote = None;
        let mut before = ' ';
        for c in line.chars() {
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
                (None, '#') if before.is_whitespace() => break,
                (None, ',') if depth > 0 && out.trim_end().ends_with(',') => continue,
                (None, '[' | '{') => depth += 1,
                (None, ']' | '}') => depth = depth.saturating_sub(1),
                (None, _) => {}
            }
            out.push(c);
            before = c;
        }
        out.push('\n');
    }
    out
}

/// The first document of a text.
pub fn read(text: &str) -> Result<Node, Fault> {
    let text = strict(text);
    let mut tree = Tree::default();
    let mut parser = Parser::new_from_str(&text);
    parser.load(&mut tree, false).map_err(|error| Fault::new(error.marker().line(), error.info()))?;
    match (tree.fault, tree.done) {
        (Some(fault), _) => Err(fault),
        (None, Some(node)) => Ok(node),
        (None, None) => Err(Fault::new(0, "there is no document")),
    }
}

/// Sequences and mappings that are not at their end.
enum Open {
    Sequence(usize, Vec<Node>),
    /// The key that waits for its value is the third.
    Mapping(usize, Vec<(String, Node)>, Option<String>),
}

#[derive(Default)]
struct Tree {
    open: Vec<Open>,
    done: Option<Node>,
    fault: Option<Fault>,
}

impl Tree {
    fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            None => self.done = Some(node),
            Some(Open::Sequence(_, elements)) => elements.push(node),
            Some(Open::Mapping(_, entries, key)) => match key.take() {
                Some(name) => entries.push((name, node)),
                None => match node.value {
                    Value::Scalar(name) if entries.iter().any(|(known, _)| *known == name) => {
                        self.fault.get_or_insert(Fault::new(node.line, format!("duplicated mapping key '{name}'")));
                        *key = Some(name);
                    }
                    Value::Scalar(name) => *key = Some(name),
                    _ => {
                        self.fault.get_or_insert(Fault::new(node.line, "a key is a scalar"));
                        *key = Some(String::new());
                    }
                },
            },
        }
    }
}

impl MarkedEventReceiver for Tree {
    fn on_event(&mut self, event: Event, mark: Marker) {
        let line = mark.line();
        match event {
            Event::Scalar(text, ..) => self.add(Node { line, value: Value::Scalar(text) }),
            Event::SequenceStart(..) => self.open.push(Open::Sequence(line, Vec::new())),
            Event::MappingStart(..) => self.open.push(Open::Mapping(line, Vec::new(), None)),
            Event::SequenceEnd | Event::MappingEnd => {
                let node = match self.open.pop() {
                    Some(Open::Sequence(line, elements)) => Node { line, value: Value::Sequence(elements) },
                    Some(Open::Mapping(line, entries, _)) => Node { line, value: Value::Mapping(entries) },
                    None => return,
                };
                self.add(node);
            }
            Event::Alias(_) => {
                self.fault.get_or_insert(Fault::new(line, "aliases are not read"));
                self.add(Node { line, value: Value::Scalar(String::new()) });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_stay_as_written_and_keys_know_their_lines() {
        let tree = read("---\na: [ -0, 0x10, ]\nb:\n  - { c: 1 }\n...\n").expect("it is well formed");
        let mut fields = tree.fields().expect("a mapping");
        let texts: Vec<_> =
            fields.required("a").unwrap().elements().unwrap().iter().map(|n| n.text().unwrap()).collect();
        assert_eq!(texts, ["-0", "0x10"]);
        assert_eq!(fields.end(), Err(Fault::new(4, "unknown key 'b'")));
    }

    #[test]
    fn lists_are_read_as_loosely_as_llvm_reads_them() {
        let tree = read("a:\r\n  b: [\r\n  1, # ] not its end\r\n,2,,\r\n  ]\r\n  c: 3\r\n").expect("LLVM reads it");
        let mut fields = tree.fields().unwrap();
        let mut inner = fields.required("a").unwrap().fields().unwrap();
        assert_eq!(inner.required("b").unwrap().elements().unwrap().len(), 2);
        assert_eq!(inner.required("c").unwrap(), &Node { line: 6, value: Value::Scalar("3".to_owned()) });
    }

    #[test]
    fn what_is_missing_twice_or_no_document_is_said() {
        let tree = read("a: 1").unwrap();
        assert_eq!(tree.fields().unwrap().required("b").unwrap_err(), Fault::new(1, "missing required key 'b'"));
        assert_eq!(read("a: 1\na: 2").unwrap_err(), Fault::new(2, "duplicated mapping key 'a'"));
        assert!(read("").is_err());
        assert!(read("[ 1, 2").is_err());
    }
}

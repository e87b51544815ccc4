//! Parses YAML text to a tree with positions.
//!
//! Invariant: the tree is never larger than the text, and never deeper than [`DEEPEST`], whatever the text is: aliases,
//! which could multiply it, are rejected, and the parser is driven event by event, without recursion.

use hlslc_rootsig::Pos;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::{Marker, ScanError};

/// How deep sequences and mappings may nest. A root signature in a container needs nine levels.
const DEEPEST: usize = 32;

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    pub pos: Pos,
    pub value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Scalar(String),
    Sequence(Vec<Node>),
    Mapping(Vec<(Key, Node)>),
}

/// The key of an entry, and where it stands.
#[derive(Debug)]
pub(super) struct Key {
    pub pos: Pos,
    pub name: String,
}

/// Why a text is no tree.
#[derive(Debug)]
pub(super) struct TreeError {
    pub pos: Pos,
    pub message: String,
}

/// From the characters that the YAML parser counts to the bytes of the text.
struct Places<'a> {
    text: &'a str,
    /// The byte at which each character starts; none if every character is a byte.
    bytes: Option<Vec<u32>>,
}

impl Places<'_> {
    fn of(text: &str) -> Places<'_> {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(byte, _)| byte as u32).collect());
        Places { text, bytes }
    }

    fn byte(&self, marker: Marker) -> usize {
        let byte = match &self.bytes {
            Some(bytes) => bytes.get(marker.index()).map_or(self.text.len(), |byte| *byte as usize),
            None => marker.index(),
        };
        byte.min(self.text.len())
    }

    /// The place of a word, or of the first character of what is no plain word.
    fn pos(&self, marker: Marker, word: &str) -> Pos {
        let start = self.byte(marker);
        let rest = &self.text[start..];
        let length = if rest.starts_with(word) { word.len() } else { 0 };
        let length = length.max(rest.chars().next().map_or(0, char::len_utf8));
        Pos::new(start as u32, (start + length) as u32)
    }

    fn error<T>(&self, marker: Marker, message: &str) -> Result<T, TreeError> {
        Err(TreeError { pos: self.pos(marker, ""), message: message.to_owned() })
    }

    fn scan_error(&self, error: &ScanError) -> TreeError {
        TreeError { pos: self.pos(*error.marker(), ""), message: error.info().to_owned() }
    }
}

/// A sequence or mapping that is not complete yet.
struct Open {
    node: Node,
    /// The key whose value comes next.
    key: Option<Key>,
}

/// The tree of the first document. A text without documents is an empty mapping.
pub(super) fn parse(text: &str) -> Result<Node, TreeError> {
    let places = Places::of(text);
    let mut parser = Parser::new_from_str(text);
    let mut open: Vec<Open> = Vec::new();
    loop {
        let (event, marker) = parser.next_token().map_err(|error| places.scan_error(&error))?;
        let complete = match event {
            Event::Nothing | Event::StreamStart | Event::DocumentStart | Event::DocumentEnd => continue,
            Event::StreamEnd => return Ok(Node { pos: Pos::new(0, 0), value: Value::Mapping(Vec::new()) }),
            Event::Alias(_) => return places.error(marker, "aliases are not supported"),
            Event::Scalar(word, ..) => Node { pos: places.pos(marker, &word), value: Value::Scalar(word) },
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() == DEEPEST {
                    return places.error(marker, "nested too deeply");
                }
                let value = if matches!(event, Event::SequenceStart(..)) {
                    Value::Sequence(Vec::new())
                } else {
                    Value::Mapping(Vec::new())
                };
                open.push(Open { node: Node { pos: places.pos(marker, ""), value }, key: None });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(open) => open.node,
                None => return places.error(marker, "an end without a start"),
            },
        };
        match open.last_mut() {
            None => return Ok(complete),
            Some(parent) => parent.add(complete)?,
        }
    }
}

impl Open {
    /// Adds an item, a key or the value of the last key.
    fn add(&mut self, node: Node) -> Result<(), TreeError> {
        match &mut self.node.value {
            Value::Scalar(_) => {}
            Value::Sequence(items) => items.push(node),
            Value::Mapping(entries) => match self.key.take() {
                Some(key) => entries.push((key, node)),
                None => match node.value {
                    Value::Scalar(name) => self.key = Some(Key { pos: node.pos, name }),
                    Value::Sequence(_) | Value::Mapping(_) => {
                        return Err(TreeError { pos: node.pos, message: "a key must be a word".to_owned() });
                    }
                },
            },
        }
        Ok(())
    }
}

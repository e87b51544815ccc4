//! Reads metadata: numbered nodes, named lists, and nodes that are written where they are used.
//!
//! Nodes may refer to later ones and, through distinct ones, to themselves. So they are read first, as [`RawNode`]s, and made in
//! the order of their references, with an explicit stack. A node in a cycle gets its entry before its operands have theirs.

use crate::debug_info::{DebugField, DebugKind, DebugRecord};
use crate::metadata::{MdId, Metadata};
use crate::module::DebugLoc;

use super::lex::{Kind, Token};
use super::parser::{Parse, Parser, Pending};

/// A reference to an entry.
#[derive(Clone, Copy, Debug)]
pub(super) enum RawRef {
    /// `null`.
    Null,
    /// A string or a constant.
    Entry(MdId),
    /// A numbered node, by its index, which its number gives.
    Node(usize),
}

/// A field of a debug record.
#[derive(Clone, Copy, Debug)]
pub(super) enum RawField {
    Int(u64),
    Ref(RawRef),
}

/// A node as it is written.
#[derive(Clone, Debug)]
pub(super) enum RawNode {
    Tuple { distinct: bool, operands: Vec<RawRef> },
    Debug { distinct: bool, kind: DebugKind, fields: Vec<RawField> },
}

impl RawNode {
    /// The nodes that it refers to.
    fn nodes(&self) -> Vec<usize> {
        let node = |reference: &RawRef| match reference {
            RawRef::Node(index) => Some(*index),
            RawRef::Null | RawRef::Entry(_) => None,
        };
        match self {
            Self::Tuple { operands, .. } => operands.iter().filter_map(node).collect(),
            Self::Debug { fields, .. } => {
                let references = fields.iter().filter_map(|field| match field {
                    RawField::Ref(reference) => Some(reference),
                    RawField::Int(_) => None,
                });
                references.filter_map(node).collect()
            }
        }
    }
}

/// A step of making nodes: those a node refers to come between its own two.
enum Step {
    Open(usize),
    Close(usize),
}

impl Parser<'_> {
    /// `!5 = …`, which is only noted.
    pub(super) fn node_definition(&mut self) -> Parse<()> {
        let token = self.next();
        let number = self.number_in(token)?;
        self.require(b'=', "after the number of a node")?;
        self.nodes.push(Pending { of: number, at: self.at });
        self.take_word("distinct");
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a node")]
        match self.kind() {
            Kind::Bang => {
                self.at += 1;
                if self.is_punct(b'{') { self.skip_brackets() } else { self.expected("`{` after `!`") }
            }
            Kind::MetadataName => {
                self.at += 1;
                if self.is_punct(b'(') {
                    self.skip_brackets()
                } else {
                    self.expected("the fields of the record in parentheses")
                }
            }
            _ => self.expected("a node, `!{…}`, or a record such as `!DILocation(…)`"),
        }
    }

    /// `!name = !{…}`, which is only noted.
    pub(super) fn named_list_definition(&mut self) -> Parse<()> {
        let token = self.next();
        let name = self.metadata_name(token);
        self.require(b'=', "after the name of a metadata list")?;
        self.named_lists.push(Pending { of: name, at: self.at });
        if self.kind() != Kind::Bang {
            return self.expected("a list of nodes, `!{…}`");
        }
        self.at += 1;
        if self.is_punct(b'{') { self.skip_brackets() } else { self.expected("`{` after `!`") }
    }

    /// Reads all nodes and lists.
    pub(super) fn metadata(&mut self) {
        let pending = std::mem::take(&mut self.nodes);
        // Indices of nodes are by the sequence of their definitions; inline ones follow.
        for (index, node) in pending.iter().enumerate() {
            if self.node_indices.insert(node.of, index).is_some() {
                let token = self.token_at(node.at.saturating_sub(2));
                let found: Parse<()> =
                    self.error(token, format!("the node `!{}` is defined twice: remove one", node.of));
                self.errors.extend(found.err().map(|error| *error));
            }
        }
        // Room for the numbered ones, so that the inline ones have later indices.
        self.numbered_nodes = pending.len();
        self.raw_nodes = vec![RawNode::Tuple { distinct: false, operands: Vec::new() }; pending.len()];
        for (index, node) in pending.iter().enumerate() {
            self.revisit(node.at, |parser| {
                let raw = parser.node()?;
                parser.raw_nodes[index] = raw;
                Ok(())
            });
        }
        if !self.errors.is_empty() {
            return;
        }
        for index in 0..pending.len() {
            self.make_node(index);
        }
        for Pending { of, at } in std::mem::take(&mut self.named_lists) {
            self.revisit(at, |parser| {
                let mut nodes = Vec::new();
                parser.at += 2;
                while !parser.take(b'}') {
                    let token = parser.peek();
                    match parser.node_reference()? {
                        RawRef::Node(index) => nodes.push(parser.make_node(index)),
                        RawRef::Null | RawRef::Entry(_) => {
                            return parser.error(token, "a metadata list holds nodes alone: put this into a node");
                        }
                    }
                    if !parser.is_punct(b'}') {
                        parser.require(b',', "between nodes")?;
                    }
                }
                parser.module.named_metadata.entry(of).or_default().extend(nodes);
                Ok(())
            });
        }
    }

    /// A tuple or a record, with `distinct` before it.
    fn node(&mut self) -> Parse<RawNode> {
        let distinct = self.take_word("distinct");
        if self.kind() == Kind::MetadataName {
            return self.record(distinct);
        }
        self.at += usize::from(self.kind() == Kind::Bang);
        self.require(b'{', "before the operands of a node")?;
        let mut operands = Vec::new();
        while !self.take(b'}') {
            operands.push(self.reference()?);
            if !self.is_punct(b'}') {
                self.require(b',', "between the operands of a node")?;
            }
        }
        Ok(RawNode::Tuple { distinct, operands })
    }

    /// A reference: `null`, a string, a node, or a constant with its type.
    pub(super) fn reference(&mut self) -> Parse<RawRef> {
        if self.take_word("null") {
            return Ok(RawRef::Null);
        }
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "every other token starts a value, or is an error of its parser"
        )]
        match self.kind() {
            Kind::Bang | Kind::MetadataNumber | Kind::MetadataName => self.node_reference(),
            Kind::Word if self.is_word("distinct") => self.node_reference(),
            _ => {
                // A word for the type is not needed.
                if self.take_word("metadata") {
                    return self.nested(Self::reference);
                }
                let value = self.typed_constant()?;
                Ok(RawRef::Entry(self.module.metadata.value(value)))
            }
        }
    }

    /// A string or a node, by its number or in place.
    fn node_reference(&mut self) -> Parse<RawRef> {
        let token = self.peek();
        if token.kind == Kind::MetadataNumber {
            self.at += 1;
            return self.numbered_node(token).map(RawRef::Node);
        }
        if token.kind == Kind::Bang && self.token_at(self.at + 1).kind == Kind::Text {
            self.at += 1;
            let text = self.string("a string")?;
            return Ok(RawRef::Entry(self.module.metadata.string(text)));
        }
        let node = self.nested(Self::node)?;
        self.raw_nodes.push(node);
        Ok(RawRef::Node(self.raw_nodes.len() - 1))
    }

    fn numbered_node(&self, token: Token) -> Parse<usize> {
        let number = self.number_in(token)?;
        match self.node_indices.get(&number) {
            Some(&index) => Ok(index),
            None => self.error(token, format!("the node `!{number}` is not defined: add `!{number} = !{{…}}`")),
        }
    }

    /// The entry of a node, which is made with those it refers to unless it is there.
    pub(super) fn make_node(&mut self, index: usize) -> MdId {
        let count = self.raw_nodes.len();
        self.made.resize(count, None);
        self.opened.resize(count, false);
        let mut work = vec![Step::Open(index)];
        while let Some(step) = work.pop() {
            match step {
                Step::Open(index) if self.opened[index] => {
                    // Either it is complete, or it is on the way to itself and gets its entry before its operands have theirs.
                    if self.made[index].is_none() {
                        let empty = Metadata::Node { distinct: true, operands: [].into() };
                        self.made[index] = Some(self.module.metadata.push(empty));
                    }
                }
                Step::Open(index) => {
                    self.opened[index] = true;
                    work.push(Step::Close(index));
                    work.extend(self.raw_nodes[index].nodes().into_iter().rev().map(Step::Open));
                }
                Step::Close(index) => {
                    let entry = self.entry(index);
                    match self.made[index] {
                        Some(id) => self.module.metadata.replace(id, entry),
                        // Numbered nodes are as many as there are numbers, as in bitcode; LLVM makes one of equal ones.
                        None if index < self.numbered_nodes => {
                            self.made[index] = Some(self.module.metadata.push(entry));
                        }
                        None => self.made[index] = Some(self.module.metadata.add(entry)),
                    }
                }
            }
        }
        self.made[index].unwrap_or_else(|| self.module.metadata.node(&[]))
    }

    /// A node whose operands have their entries.
    fn entry(&self, index: usize) -> Metadata {
        let target = |reference: &RawRef| match reference {
            RawRef::Null => None,
            RawRef::Entry(id) => Some(*id),
            RawRef::Node(index) => self.made[*index],
        };
        match &self.raw_nodes[index] {
            RawNode::Tuple { distinct, operands } => {
                Metadata::Node { distinct: *distinct, operands: operands.iter().map(target).collect() }
            }
            RawNode::Debug { distinct, kind, fields } => {
                let fields = fields.iter().map(|field| match field {
                    RawField::Int(value) => DebugField::Int(*value),
                    RawField::Ref(reference) => DebugField::Ref(target(reference)),
                });
                Metadata::Debug(DebugRecord { kind: *kind, distinct: *distinct, fields: fields.collect() })
            }
        }
    }

    /// The node of an attachment, by its number or in place.
    pub(super) fn attached_node(&mut self) -> Parse<MdId> {
        let token = self.peek();
        match self.node_reference()? {
            RawRef::Node(index) => Ok(self.make_node(index)),
            RawRef::Null | RawRef::Entry(_) => {
                self.error(token, "a node is attached to an instruction: put this into one")
            }
        }
    }

    /// Metadata as an operand, after its type; `None` for a local value, which comes next.
    pub(super) fn metadata_operand(&mut self) -> Parse<MdId> {
        match self.reference()? {
            RawRef::Node(index) => Ok(self.make_node(index)),
            RawRef::Entry(id) => Ok(id),
            RawRef::Null => self.expected("metadata before this: `null` is no operand"),
        }
    }

    /// The location of an instruction in a record.
    pub(super) fn location(&self, token: Token, id: MdId) -> Parse<DebugLoc> {
        if let Metadata::Debug(record) = self.module.metadata.get(id)
            && record.kind == DebugKind::DILocation
            && let [DebugField::Int(line), DebugField::Int(column), DebugField::Ref(scope), DebugField::Ref(inlined_at)] =
                *record.fields
        {
            return Ok(DebugLoc { line: line as u32, column: column as u32, scope, inlined_at });
        }
        self.error(token, "`!dbg` names a `!DILocation(…)`, and this is another node")
    }
}

//! Reads and writes the metadata form: `dx.rootsignatures` as specified for root signatures in LLVM IR.
//!
//! [`write()`] makes the list of element nodes of one root signature, [`read()`] takes one apart again. A module pairs each
//! list with a function and a version; see [`metadata_text`](crate::metadata_text) for pairs and their text.
//!
//! Holds: metadata shows what flags stand for, so what [`write()`] makes has no unwritten flags left, and `RTS0` made from
//! what [`read()`] gives holds exactly the flags of the metadata. [`read`] checks shape and numbers of enums, nothing more.

use crate::model::*;
use crate::tables::*;
use crate::{Place, Version};
use std::fmt;

/// A metadata operand.
#[derive(Clone, Debug, PartialEq)]
pub enum MdNode {
    /// A string, `!"RootCBV"`.
    String(String),
    /// A 32-bit integer, `i32 1`.
    Int(u32),
    /// A 32-bit float, `float 0.0`.
    Float(f32),
    /// A node with operands, `!{ … }`.
    Node(Vec<MdNode>),
}

impl MdNode {
    /// The name that a node begins with.
    pub(crate) fn name(&self) -> Option<&str> {
        let Self::Node(operands) = self else { return None };
        if let Some(Self::String(name)) = operands.first() { Some(name) } else { None }
    }
}

impl From<&str> for MdNode {
    fn from(text: &str) -> Self {
        MdNode::String(text.to_owned())
    }
}

impl From<u32> for MdNode {
    fn from(value: u32) -> Self {
        MdNode::Int(value)
    }
}

impl From<f32> for MdNode {
    fn from(value: f32) -> Self {
        MdNode::Float(value)
    }
}

/// A node with these operands.
macro_rules! node {
    ($($operand:expr),* $(,)?) => { MdNode::Node(vec![$(MdNode::from($operand)),*]) };
}

/// The list of element nodes of a root signature: the second operand of a function's pair.
pub fn write(signature: &RootSignature) -> MdNode {
    let version = signature.version;
    MdNode::Node(signature.elements.iter().map(|element| write_element(element, version)).collect())
}

fn write_element(element: &Element, version: Version) -> MdNode {
    match element {
        Element::Flags(e) => node![clause::FLAGS, e.flags.bits()],
        Element::Constants(e) => node![
            clause::CONSTANTS,
            e.visibility.value.raw(),
            e.register.number.value,
            e.register.space.value,
            e.count.value,
        ],
        Element::Descriptor(e) => node![
            root_descriptor_name(e.kind),
            e.visibility.value.raw(),
            e.register.number.value,
            e.register.space.value,
            e.resolved_flags(version).bits(),
        ],
        Element::Table(e) => {
            let mut operands = vec![MdNode::from(clause::TABLE), MdNode::from(e.visibility.value.raw())];
            operands.extend(e.ranges.iter().map(|range| write_range(range, version)));
            MdNode::Node(operands)
        }
        Element::StaticSampler(e) => node![
            clause::STATIC_SAMPLER,
            e.filter.value.raw(),
            e.address_u.value.raw(),
            e.address_v.value.raw(),
            e.address_w.value.raw(),
            e.mip_lod_bias.value,
            e.max_anisotropy.value,
            e.comparison_func.value.raw(),
            e.border_color.value.raw(),
            e.min_lod.value,
            e.max_lod.value,
            e.register.number.value,
            e.register.space.value,
            e.visibility.value.raw(),
            e.flags.value.bits(),
        ],
    }
}

fn write_range(range: &DescriptorRange, version: Version) -> MdNode {
    node![
        range.class.keyword(),
        range.count.value,
        range.register.number.value,
        range.register.space.value,
        range.offset.value,
        range.resolved_flags(version).bits(),
    ]
}

fn root_descriptor_name(kind: DescriptorKind) -> &'static str {
    match kind {
        DescriptorKind::Cbv => "RootCBV",
        DescriptorKind::Srv => "RootSRV",
        DescriptorKind::Uav => "RootUAV",
    }
}

/// Reads the list of element nodes of a root signature, with the version of its pair.
/// The result is well formed but not validated; see [`validate`](crate::validate).
pub fn read(list: &MdNode, version: u32) -> Result<RootSignature, Vec<ReadError>> {
    let fatal = |kind| vec![ReadError { element: 0, place: Place::Signature, kind }];
    let version = Version::from_raw(version).ok_or_else(|| fatal(ReadErrorKind::Version(version)))?;
    let MdNode::Node(elements) = list else { return Err(fatal(ReadErrorKind::NotANode)) };
    let mut signature = RootSignature::new(version);
    let mut errors = Vec::new();
    let (mut parameters, mut samplers) = (0, 0);
    for (index, element) in elements.iter().enumerate() {
        let mut operands = match Operands::of(element, index as u32, Place::Signature) {
            Ok(operands) => operands,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        operands.place = match operands.name {
            clause::FLAGS => Place::RootFlags,
            clause::STATIC_SAMPLER => Place::StaticSampler(samplers),
            _ => Place::Parameter(parameters),
        };
        match read_element(&mut operands) {
            Ok(element) => signature.elements.push(element),
            Err(error) => errors.push(error),
        }
        match operands.place {
            Place::StaticSampler(_) => samplers += 1,
            Place::Signature | Place::RootFlags => {}
            Place::Parameter(_) | Place::Range { .. } => parameters += 1,
        }
    }
    if errors.is_empty() { Ok(signature) } else { Err(errors) }
}

/// Why metadata is no root signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The element's number in the list.
    pub element: u32,
    /// Which part of the root signature was being read.
    pub place: Place,
    /// The error.
    pub kind: ReadErrorKind,
}

/// The forms in which metadata is no root signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// A version that does not exist.
    Version(u32),
    /// A node was expected.
    NotANode,
    /// The first operand is not the name of an element or range.
    NotAName,
    /// The name is none of an element or range.
    UnknownName(String),
    /// An operand is missing.
    MissingOperand {
        /// The name of the operand.
        what: &'static str,
    },
    /// An operand has the wrong type.
    OperandType {
        /// The name of the operand.
        what: &'static str,
        /// The type it must have.
        expected: &'static str,
    },
    /// More operands than the element has.
    TooManyOperands,
    /// A number that the enum does not have.
    UnknownValue {
        /// The enum.
        what: &'static str,
        /// The number.
        raw: u32,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (element {} of the metadata): ", self.place, self.element)?;
        match &self.kind {
            ReadErrorKind::Version(raw) => write!(f, "unknown version {raw}"),
            ReadErrorKind::NotANode => write!(f, "expected a metadata node"),
            ReadErrorKind::NotAName => write!(f, "the first operand must be a string"),
            ReadErrorKind::UnknownName(name) => write!(f, "unknown element `{name}`"),
            ReadErrorKind::MissingOperand { what } => write!(f, "the operand for {what} is missing"),
            ReadErrorKind::OperandType { what, expected } => write!(f, "the operand for {what} must be {expected}"),
            ReadErrorKind::TooManyOperands => write!(f, "too many operands"),
            ReadErrorKind::UnknownValue { what, raw } => write!(f, "unknown {what} {raw}"),
        }
    }
}

impl std::error::Error for ReadError {}

fn read_element(operands: &mut Operands<'_>) -> Result<Element, ReadError> {
    let element = match operands.name {
        clause::FLAGS => {
            let flags = RootFlags::from_raw(operands.int("flags")?);
            Element::Flags(RootFlagsElement { pos: Pos::NONE, flags })
        }
        clause::CONSTANTS => Element::Constants(RootConstants {
            pos: Pos::NONE,
            visibility: operands.value()?,
            register: operands.register()?,
            count: operands.int("the number of constants")?.into(),
        }),
        "RootCBV" => read_descriptor(operands, DescriptorKind::Cbv)?,
        "RootSRV" => read_descriptor(operands, DescriptorKind::Srv)?,
        "RootUAV" => read_descriptor(operands, DescriptorKind::Uav)?,
        clause::TABLE => read_table(operands)?,
        clause::STATIC_SAMPLER => Element::StaticSampler(Box::new(StaticSampler {
            pos: Pos::NONE,
            filter: operands.value()?,
            address_u: operands.value()?,
            address_v: operands.value()?,
            address_w: operands.value()?,
            mip_lod_bias: operands.float("mipLODBias")?,
            max_anisotropy: operands.int("maxAnisotropy")?.into(),
            comparison_func: operands.value()?,
            border_color: operands.value()?,
            min_lod: operands.float("minLOD")?,
            max_lod: operands.float("maxLOD")?,
            register: operands.register()?,
            visibility: operands.value()?,
            // Metadata from before version 1.2 ends here.
            flags: if operands.at_end() {
                SamplerFlags::empty().into()
            } else {
                SamplerFlags::from_raw(operands.int("flags")?).into()
            },
        })),
        name => return Err(operands.error(ReadErrorKind::UnknownName(name.to_owned()))),
    };
    operands.end()?;
    Ok(element)
}

fn read_descriptor(operands: &mut Operands<'_>, kind: DescriptorKind) -> Result<Element, ReadError> {
    Ok(Element::Descriptor(RootDescriptor {
        pos: Pos::NONE,
        kind,
        visibility: operands.value()?,
        register: operands.register()?,
        flags: Some(DescriptorFlags::from_raw(operands.int("flags")?)).into(),
    }))
}

fn read_table(operands: &mut Operands<'_>) -> Result<Element, ReadError> {
    let visibility = operands.value()?;
    let mut ranges = Vec::new();
    while !operands.at_end() {
        let node = operands.next("a range")?;
        let place = match operands.place {
            Place::Parameter(parameter) => Place::Range { parameter, range: ranges.len() as u32 },
            other @ (Place::Signature | Place::RootFlags | Place::Range { .. } | Place::StaticSampler(_)) => other,
        };
        let mut range = Operands::of(node, operands.element, place)?;
        ranges.push(read_range(&mut range)?);
    }
    Ok(Element::Table(DescriptorTable { pos: Pos::NONE, visibility, ranges }))
}

fn read_range(operands: &mut Operands<'_>) -> Result<DescriptorRange, ReadError> {
    let class = Class::ROWS
        .iter()
        .find(|row| row.keyword == operands.name)
        .map(|row| row.value)
        .ok_or_else(|| operands.error(ReadErrorKind::UnknownName(operands.name.to_owned())))?;
    let range = DescriptorRange {
        pos: Pos::NONE,
        class,
        count: operands.int("the number of descriptors")?.into(),
        register: operands.register()?,
        offset: operands.int("the offset")?.into(),
        flags: Some(RangeFlags::from_raw(operands.int("flags")?)).into(),
    };
    operands.end()?;
    Ok(range)
}

/// The operands of a node that starts with a name, taken one by one.
struct Operands<'a> {
    name: &'a str,
    rest: std::slice::Iter<'a, MdNode>,
    element: u32,
    place: Place,
}

impl<'a> Operands<'a> {
    fn of(node: &'a MdNode, element: u32, place: Place) -> Result<Operands<'a>, ReadError> {
        let error = |kind| ReadError { element, place, kind };
        let MdNode::Node(operands) = node else { return Err(error(ReadErrorKind::NotANode)) };
        let mut rest = operands.iter();
        match rest.next() {
            Some(MdNode::String(name)) => Ok(Operands { name, rest, element, place }),
            Some(MdNode::Int(_) | MdNode::Float(_) | MdNode::Node(_)) | None => Err(error(ReadErrorKind::NotAName)),
        }
    }

    fn error(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { element: self.element, place: self.place, kind }
    }

    fn at_end(&self) -> bool {
        self.rest.as_slice().is_empty()
    }

    fn end(&self) -> Result<(), ReadError> {
        if self.at_end() { Ok(()) } else { Err(self.error(ReadErrorKind::TooManyOperands)) }
    }

    fn next(&mut self, what: &'static str) -> Result<&'a MdNode, ReadError> {
        self.rest.next().ok_or_else(|| self.error(ReadErrorKind::MissingOperand { what }))
    }

    fn int(&mut self, what: &'static str) -> Result<u32, ReadError> {
        match self.next(what)? {
            MdNode::Int(value) => Ok(*value),
            MdNode::String(_) | MdNode::Float(_) | MdNode::Node(_) => {
                Err(self.error(ReadErrorKind::OperandType { what, expected: "an i32" }))
            }
        }
    }

    fn float(&mut self, what: &'static str) -> Result<Arg<f32>, ReadError> {
        match self.next(what)? {
            MdNode::Float(value) => Ok((*value).into()),
            MdNode::String(_) | MdNode::Int(_) | MdNode::Node(_) => {
                Err(self.error(ReadErrorKind::OperandType { what, expected: "a float" }))
            }
        }
    }

    fn value<T: Value>(&mut self) -> Result<Arg<T>, ReadError> {
        let raw = self.int(T::WHAT)?;
        T::from_raw(raw).map(Arg::from).ok_or_else(|| self.error(ReadErrorKind::UnknownValue { what: T::WHAT, raw }))
    }

    fn register(&mut self) -> Result<Register, ReadError> {
        Ok(Register { number: self.int("the register")?.into(), space: self.int("the space")?.into() })
    }
}

//! Defines the syntax tree of root signatures: elements with their arguments, as positions in the text.
//!
//! Invariant: every argument stands where the grammar allows it; whether it is repeated, missing or out of range, and the
//! meaning of its words, is the business of [`resolve`](crate::resolve). A part that could not be parsed is an `Error`
//! node, so that the rest can still be checked.

use hlslc_rootsig::{Class, DescriptorKind, Pos};

/// The whole text.
#[derive(Debug)]
pub(crate) struct Ast {
    pub elements: Vec<Element>,
    /// The comma after the last element.
    pub trailing_comma: Option<Pos>,
}

/// An element of the root signature.
#[derive(Debug)]
pub(crate) enum Element {
    RootFlags { pos: Pos, flags: Vec<Pos> },
    RootConstants { pos: Pos, args: Vec<Arg> },
    RootDescriptor { pos: Pos, kind: DescriptorKind, args: Vec<Arg> },
    DescriptorTable { pos: Pos, items: Vec<TableItem> },
    StaticSampler { pos: Pos, args: Vec<Arg> },
    Error,
}

/// What stands between the parentheses of a descriptor table.
#[derive(Debug)]
pub(crate) enum TableItem {
    Range { pos: Pos, class: Class, args: Vec<Arg> },
    Arg(Arg),
}

/// An argument of an element or range.
#[derive(Debug)]
pub(crate) struct Arg {
    pub name: ArgName,
    /// All of it: `space = 1`.
    pub pos: Pos,
    pub value: ArgValue,
}

/// What stands after the `=`; for a register, the register.
#[derive(Debug)]
pub(crate) enum ArgValue {
    /// A number, a word or a register.
    Text(Pos),
    /// `unbounded` or `DESCRIPTOR_RANGE_OFFSET_APPEND`.
    Keyword,
    /// Flags with `|` between them.
    Flags(Vec<Pos>),
    /// Something that could not be parsed.
    Error,
}

/// The arguments of all elements and ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgName {
    Register,
    Num32BitConstants,
    NumDescriptors,
    Space,
    Visibility,
    Offset,
    Flags,
    Filter,
    AddressU,
    AddressV,
    AddressW,
    MipLodBias,
    MaxAnisotropy,
    ComparisonFunc,
    BorderColor,
    MinLod,
    MaxLod,
    Error,
}

impl ArgName {
    /// The number of names.
    pub const COUNT: usize = ArgName::Error as usize + 1;

    /// All names that a text can have.
    pub const WRITTEN: [ArgName; ArgName::COUNT - 1] = [
        ArgName::Register,
        ArgName::Num32BitConstants,
        ArgName::NumDescriptors,
        ArgName::Space,
        ArgName::Visibility,
        ArgName::Offset,
        ArgName::Flags,
        ArgName::Filter,
        ArgName::AddressU,
        ArgName::AddressV,
        ArgName::AddressW,
        ArgName::MipLodBias,
        ArgName::MaxAnisotropy,
        ArgName::ComparisonFunc,
        ArgName::BorderColor,
        ArgName::MinLod,
        ArgName::MaxLod,
    ];

    /// The name as a message shows it.
    pub fn text(self) -> &'static str {
        match self {
            ArgName::Register => "register",
            ArgName::Num32BitConstants => "num32BitConstants",
            ArgName::NumDescriptors => "numDescriptors",
            ArgName::Space => "space",
            ArgName::Visibility => "visibility",
            ArgName::Offset => "offset",
            ArgName::Flags => "flags",
            ArgName::Filter => "filter",
            ArgName::AddressU => "addressU",
            ArgName::AddressV => "addressV",
            ArgName::AddressW => "addressW",
            ArgName::MipLodBias => "mipLODBias",
            ArgName::MaxAnisotropy => "maxAnisotropy",
            ArgName::ComparisonFunc => "comparisonFunc",
            ArgName::BorderColor => "borderColor",
            ArgName::MinLod => "minLOD",
            ArgName::MaxLod => "maxLOD",
            ArgName::Error => "argument",
        }
    }
}

impl Arg {
    /// An argument from its parts.
    pub fn new(name: ArgName, start: u32, end: u32, value: ArgValue) -> Arg {
        Arg { name, pos: Pos::new(start, end), value }
    }

    /// An argument that could not be parsed.
    pub fn error() -> Arg {
        Arg { name: ArgName::Error, pos: Pos::NONE, value: ArgValue::Error }
    }
}

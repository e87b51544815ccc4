//! Defines the kinds of fields in records: numbers, and references into the pools and tables.
//!
//! Each says how it is read, written and listed, and what a reference must lead to.

use std::fmt::Write as _;
use std::marker::PhantomData;

use rustc_hash::FxHashSet;

use super::{NONE, Record, RuntimeData};
use crate::bytestr::quote;
use crate::container::{ContainerError, Reader};
use crate::flags::{FUNCTION_FEATURES, feature_names};
use crate::shader::{ResourceClass, ResourceKind};
use crate::target::{ShaderKind, ShaderModel};

/// A string: where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Str(pub u32);

/// A list of strings, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strs(pub u32);

/// A list of numbers, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List(pub u32);

/// Bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ByteRange {
    /// The offset of the first.
    pub offset: u32,
    /// The number of elements.
    pub size: u32,
}

/// A record of a table, or none.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Ref<T>(pub u32, PhantomData<T>);

/// A list of records of a table, or none.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Refs<T>(pub u32, PhantomData<T>);

macro_rules! typed_reference {
    ($name:ident) => {
        impl<T> $name<T> {
            /// The reference with that number.
            pub const fn new(at: u32) -> Self {
                Self(at, PhantomData)
            }
        }

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> Default for $name<T> {
            fn default() -> Self {
                Self::new(NONE)
            }
        }
    };
}

typed_reference!(Ref);
typed_reference!(Refs);

impl Default for Strs {
    fn default() -> Self {
        Self(NONE)
    }
}

impl Default for List {
    fn default() -> Self {
        Self(NONE)
    }
}

/// A field of a record.
pub(super) trait Field: Copy + Default {
    /// The bytes it takes.
    const SIZE: u32;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError>;

    fn write(self, out: &mut Vec<u8>);

    /// Checks that what it refers to is there; else returns what is wrong.
    fn check(self, _checker: &mut Checker<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// Its value as listings show it.
    fn list(self, data: &RuntimeData, out: &mut String);
}

macro_rules! number_fields {
    ($($ty:ident $size:literal,)*) => {
        $(impl Field for $ty {
            const SIZE: u32 = $size;

            fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
                reader.$ty()
            }

            fn write(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn list(self, _data: &RuntimeData, out: &mut String) {
                let _ = write!(out, "{self}");
            }
        })*
    };
}

number_fields! {
    u8 1,
    u16 2,
    u32 4,
    u64 8,
}

impl Field for [u32; 4] {
    const SIZE: u32 = 16;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        Ok([reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?])
    }

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.into_iter().flat_map(u32::to_le_bytes));
    }

    fn list(self, _data: &RuntimeData, out: &mut String) {
        let _ = write!(out, "{self:?}");
    }
}

/// The number of something that has a name.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Number<T>(pub u32, PhantomData<T>);

impl<T> Clone for Number<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Number<T> {}

impl<T> Default for Number<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

/// A value with a number.
pub trait Numbered: Copy {
    /// The one with that number.
    fn by_number(number: u32) -> Option<Self>;

    /// Its number.
    fn number(self) -> u32;

    /// Its name in listings.
    fn label(self) -> &'static str;
}

macro_rules! numbered_by {
    ($($ty:ident $name:ident,)*) => {
        $(impl Numbered for $ty {
            fn by_number(number: u32) -> Option<Self> {
                Self::from_number(number)
            }

            fn number(self) -> u32 {
                self as u32
            }

            fn label(self) -> &'static str {
                self.$name()
            }
        })*
    };
}

numbered_by! {
    ResourceClass text,
    ResourceKind text,
    ShaderKind title,
}

impl<T: Numbered> Number<T> {
    /// The number of a value.
    pub fn of(value: T) -> Self {
        Self(value.number(), PhantomData)
    }

    /// The value of the number, if it is known.
    pub fn get(self) -> Option<T> {
        T::by_number(self.0)
    }
}

impl<T: Numbered> Field for Number<T> {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        Ok(Self(reader.u32()?, PhantomData))
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        match self.get() {
            Some(value) => out.push_str(value.label()),
            None => self.0.list(data, out),
        }
    }
}

/// Numbers that are listed in a special form.
macro_rules! wrapped_fields {
    ($($(#[doc = $doc:literal])+ $name:ident($ty:ident) = $default:expr => $list:ident;)*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $name(pub $ty);

            impl Default for $name {
                fn default() -> Self {
                    Self($default)
                }
            }

            impl Field for $name {
                const SIZE: u32 = <$ty as Field>::SIZE;

                fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
                    reader.$ty().map(Self)
                }

                fn write(self, out: &mut Vec<u8>) {
                    self.0.write(out);
                }

                fn list(self, _data: &RuntimeData, out: &mut String) {
                    $list(self, out);
                }
            }
        )*
    };
}

wrapped_fields! {
    /// Bits of the `SFI0` part.
    FeatureBits(u64) = 0 => list_features;
    /// Kinds of shaders: a bit for the number of each.
    StageBits(u32) = 0 => list_stages;
    /// A shader model: the kind, and twice four bits.
    Target(u32) = 0 => list_target;
    /// The place of a record whose table follows from another field, or none.
    InfoNumber(u32) = NONE => list_number;
}

fn list_features(bits: FeatureBits, out: &mut String) {
    let own = FUNCTION_FEATURES.into_iter().filter(|(bit, _)| bits.0 >> bit & 1 == 1).map(|(_, name)| name);
    list_items(feature_names(bits.0).chain(own), out, |name, out| out.push_str(name));
}

fn list_stages(bits: StageBits, out: &mut String) {
    let kinds = ShaderKind::ALL.iter().filter(|&&kind| bits.0 >> kind as u32 & 1 == 1);
    match bits.0 {
        StageBits::ALL => out.push_str("all"),
        _ => list_items(kinds, out, |kind, out| out.push_str(kind.title())),
    }
}

fn list_target(target: Target, out: &mut String) {
    let _ = match target.get() {
        Some(model) => write!(out, "{model}"),
        None => write!(out, "{:#x}", target.0),
    };
}

fn list_number(number: InfoNumber, out: &mut String) {
    let _ = match number.0 {
        NONE => write!(out, "none"),
        at => write!(out, "[{at}]"),
    };
}

impl StageBits {
    /// Every kind of shader.
    const ALL: u32 = (1 << ShaderKind::ALL.len()) - 1;
}

impl Target {
    /// The number of a shader model.
    pub fn of(model: ShaderModel) -> Self {
        Self((model.kind as u32) << 16 | u32::from(model.version.major) << 4 | u32::from(model.version.minor))
    }

    /// The shader model, if its kind is known.
    pub fn get(self) -> Option<ShaderModel> {
        let kind = ShaderKind::from_number(self.0 >> 16)?;
        Some(ShaderModel::new(kind, (self.0 >> 4 & 0xF) as u8, (self.0 & 0xF) as u8))
    }
}

/// Bytes of text that a list may take: records can share lists, and lists strings.
const LONGEST_LIST: usize = 1 << 12;

/// Items in brackets, as many as fit.
fn list_items<T>(items: impl Iterator<Item = T>, out: &mut String, mut item: impl FnMut(T, &mut String)) {
    out.push('[');
    for (index, value) in items.enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        if out.len() > LONGEST_LIST {
            out.push('…');
            break;
        }
        item(value, out);
    }
    out.push(']');
}

/// The meaning of the numbers of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Items {
    Numbers,
    Strings,
    /// Records of the table with that number.
    Records(u32),
}

/// Looks at references while a part is read. Each list is looked at once for all that refer to it.
pub(super) struct Checker<'a> {
    data: &'a RuntimeData,
    /// The starts of lists.
    starts: FxHashSet<u32>,
    known: FxHashSet<(Items, u32)>,
}

impl<'a> Checker<'a> {
    /// The checker of read data; none if the pool of lists is not made of whole lists.
    pub(super) fn new(data: &'a RuntimeData) -> Option<Self> {
        let mut starts = FxHashSet::default();
        let mut at = 0;
        while let Some(&count) = data.lists.get(at) {
            starts.insert(at as u32);
            at = (at + 1).checked_add(count as usize)?;
        }
        (at == data.lists.len()).then(|| Self { data, starts, known: FxHashSet::default() })
    }

    pub(super) fn string(&self, at: u32) -> Result<(), &'static str> {
        // The last byte is a NUL, so a string that starts inside also ends there.
        if (at as usize) < self.data.strings.len() { Ok(()) } else { Err("a string is not there") }
    }

    pub(super) fn record<T: Record>(&self, at: u32) -> Result<(), &'static str> {
        let is_there = at == NONE || (at as usize) < T::table(&self.data.tables).rows.len();
        if is_there { Ok(()) } else { Err("a record is not there") }
    }

    fn list(
        &mut self,
        at: u32,
        items: Items,
        item: impl Fn(&Self, u32) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        if at == NONE {
            return Ok(());
        }
        if !self.starts.contains(&at) {
            return Err("a list is not there");
        }
        if self.known.insert((items, at)) {
            self.data.list(at).iter().try_for_each(|&number| item(self, number))?;
        }
        Ok(())
    }
}

impl Field for Str {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        reader.u32().map(Self)
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        checker.string(self.0)
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        quote(data.string(self), out);
    }
}

impl Field for Strs {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        reader.u32().map(Self)
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        checker.list(self.0, Items::Strings, Checker::string)
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        list_items(data.strings(self), out, quote);
    }
}

impl Field for List {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        reader.u32().map(Self)
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        checker.list(self.0, Items::Numbers, |_, _| Ok(()))
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        list_items(data.list(self.0).iter(), out, |number, out| number.list(data, out));
    }
}

impl Field for ByteRange {
    const SIZE: u32 = 8;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        Ok(Self { offset: reader.u32()?, size: reader.u32()? })
    }

    fn write(self, out: &mut Vec<u8>) {
        self.offset.write(out);
        self.size.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        let end = self.offset.checked_add(self.size).filter(|&end| end as usize <= checker.data.bytes.len());
        if end.is_some() { Ok(()) } else { Err("bytes are not there") }
    }

    fn list(self, _data: &RuntimeData, out: &mut String) {
        let _ = write!(out, "{} bytes", self.size);
    }
}

impl<T: Record> Field for Ref<T> {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        reader.u32().map(Self::new)
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        checker.record::<T>(self.0)
    }

    fn list(self, _data: &RuntimeData, out: &mut String) {
        match self.0 {
            NONE => out.push_str("none"),
            at => {
                let _ = write!(out, "{}[{at}]", T::TITLE);
            }
        }
    }
}

impl<T: Record> Field for Refs<T> {
    const SIZE: u32 = 4;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        reader.u32().map(Self::new)
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        checker.list(self.0, Items::Records(T::PART), Checker::record::<T>)
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        let records = data.list(self.0).iter().map(|&at| Ref::<T>::new(at));
        list_items(records, out, |record, out| record.list(data, out));
    }
}

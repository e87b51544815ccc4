//! Assigns registers to signature elements.
//!
//! Packing is prefix-stable: elements are placed in order, and later ones never move earlier ones, so two stages that
//! declare the same elements in the same order agree. Otherwise, on request, they are placed by kind and size, large ones
//! first, which takes fewer registers. The rules within a row: one interpolation, one data width, system values right of
//! arbitrary ones and generated values right of both, and no arrays beside system values.

mod optimized;

use bitflags::bitflags;

use crate::semantics::{Interpretation, PackingKind, SemanticKind};
use crate::signature::{Interpolation, Location, SignatureElement};
use hlslc_semantics::limits;

/// The registers of a signature.
const ROWS: usize = limits::SIGNATURE_REGISTERS as usize;
/// The output streams of a geometry shader.
const STREAMS: usize = limits::GEOMETRY_STREAMS as usize;
/// The components of a register.
const COLUMNS: usize = limits::REGISTER_COMPONENTS as usize;
/// Clip and cull distances share this many registers.
const CLIP_CULL_ROWS: usize = limits::CLIP_CULL_REGISTERS as usize;

/// In which order elements get their places.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// As they are declared.
    #[default]
    PrefixStable,
    /// By kind and size, for as few registers as will do.
    Optimized,
}

/// Why a signature could not be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The element that has no place.
    pub element: usize,
}

/// Gives the elements of one signature their registers; geometry shader streams have registers of their own.
///
/// `native_16bit` says whether 16-bit components are native, and so apart from 32-bit ones.
pub fn pack(
    elements: &mut [SignatureElement],
    kind: PackingKind,
    packing: Packing,
    native_16bit: bool,
) -> Result<(), PackError> {
    let pack_stream = match packing {
        Packing::PrefixStable => pack_stream,
        Packing::Optimized => optimized::pack_stream,
    };
    match kind {
        PackingKind::None => Ok(()),
        PackingKind::InputAssembler => pack_in_order(elements),
        PackingKind::Target => pack_targets(elements),
        PackingKind::Vertex | PackingKind::PatchConstant => {
            let streams = elements.iter().map(|element| element.stream).max().unwrap_or(0);
            (0..=streams).try_for_each(|stream| pack_stream(elements, stream, native_16bit))
        }
    }
}

/// Whether an element has a register at all.
fn is_packed(element: &SignatureElement) -> bool {
    match element.interpretation {
        Interpretation::NotAllowed
        | Interpretation::NotInSignature
        | Interpretation::NotPacked
        | Interpretation::Shadow => false,
        Interpretation::Arbitrary
        | Interpretation::SystemValue
        | Interpretation::SystemGenerated
        | Interpretation::Target
        | Interpretation::TessFactor
        | Interpretation::ClipCull => true,
    }
}

/// Why an element cannot lie where it is said to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// There are fewer registers or components.
    Fit,
    /// An array beside what no array may lie beside, or the other way round.
    Indexing,
    /// Another interpolation than that of the register.
    Interpolation,
    /// Another width than that of the register.
    Width,
    /// Components that another element has.
    Overlap,
    /// To the left of what it must follow, or to the right of what must follow it.
    Order,
}

/// The elements that do not lie where packing could have put them, after those before them; `by_stream` if each stream has
/// registers of its own.
pub fn misplaced(elements: &[SignatureElement], native_16bit: bool, by_stream: bool) -> Vec<(usize, Conflict)> {
    let mut registers: [Registers; STREAMS] = std::array::from_fn(|_| Registers { rows: Vec::new(), native_16bit });
    let mut found = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let Some(location) =
            element.location.filter(|_| is_packed(element) && element.semantic != SemanticKind::Target)
        else {
            continue;
        };
        let of_stream = &mut registers[if by_stream { usize::from(element.stream) % STREAMS } else { 0 }];
        of_stream.rows.resize(ROWS, Row::EMPTY);
        if let Err(conflict) = of_stream.put_at(&Shape::of(element), location) {
            found.push((index, conflict));
        }
    }
    found
}

/// Whether the view number, which is no element, finds a component of its own beside the inputs of a pixel shader.
pub fn has_room_for_view_id(elements: &[SignatureElement], native_16bit: bool) -> bool {
    let mut registers = Registers::new(ROWS, native_16bit);
    for element in elements.iter().filter(|element| is_packed(element)) {
        if let Some(location) = element.location {
            // What does not fit is reported by itself.
            let _ = registers.put_at(&Shape::of(element), location);
        }
    }
    let view_id = Shape {
        rows: 1,
        columns: 1,
        class: Class::SYSTEM_GENERATED,
        interpolation: Interpolation::Constant,
        is_16bit: false,
    };
    registers.place(&view_id).is_some()
}

fn pack_in_order(elements: &mut [SignatureElement]) -> Result<(), PackError> {
    let mut next = 0u32;
    for (index, element) in elements.iter_mut().enumerate().filter(|(_, element)| is_packed(element)) {
        element.location = Some(Location { row: next, column: 0 });
        next = next.saturating_add(element.rows);
        if next > ROWS as u32 {
            return Err(PackError { element: index });
        }
    }
    Ok(())
}

fn pack_targets(elements: &mut [SignatureElement]) -> Result<(), PackError> {
    for (index, element) in elements.iter_mut().enumerate() {
        if element.semantic == SemanticKind::Target {
            let row = element.indices.first().copied().unwrap_or(0);
            if row.saturating_add(element.rows) > limits::RENDER_TARGETS {
                return Err(PackError { element: index });
            }
            element.location = Some(Location { row, column: 0 });
        }
    }
    Ok(())
}

fn pack_stream(elements: &mut [SignatureElement], stream: u8, native_16bit: bool) -> Result<(), PackError> {
    let mut registers = Registers::new(ROWS, native_16bit);
    let mut distances = ClipCullRows::new(native_16bit);
    for (index, element) in elements.iter_mut().enumerate() {
        if element.stream != stream || !is_packed(element) {
            continue;
        }
        let shape = Shape::of(element);
        element.location = if matches!(element.interpretation, Interpretation::ClipCull) {
            distances.place(&shape, &mut registers)
        } else {
            registers.place(&shape)
        };
        if element.location.is_none() {
            return Err(PackError { element: index });
        }
    }
    Ok(())
}

bitflags! {
    /// A class of element, as a component excludes it; and whether a component is taken.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Class: u8 {
        const OCCUPIED = 1 << 0;
        const ARBITRARY = 1 << 1;
        const SYSTEM_GENERATED = 1 << 2;
        const SYSTEM_VALUE = 1 << 3;
        const TESS_FACTOR = 1 << 4;
        const CLIP_CULL = 1 << 5;
        /// The classes between arbitrary and generated values.
        const MIDDLE = Self::SYSTEM_VALUE.bits() | Self::TESS_FACTOR.bits() | Self::CLIP_CULL.bits();
    }

    /// The neighbours a row of an array is tied to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Links: u8 {
        const UP = 1 << 0;
        const DOWN = 1 << 1;
    }
}

impl Class {
    /// The classes that may not stand left of this one.
    fn excluded_left(self) -> Self {
        if self.intersects(Self::ARBITRARY) {
            Self::MIDDLE | Self::SYSTEM_GENERATED
        } else if self.intersects(Self::MIDDLE) {
            Self::SYSTEM_GENERATED
        } else {
            Self::empty()
        }
    }

    /// The classes that may not stand right of this one.
    fn excluded_right(self) -> Self {
        if self.intersects(Self::SYSTEM_GENERATED) {
            Self::ARBITRARY | Self::MIDDLE
        } else if self.intersects(Self::MIDDLE) {
            Self::ARBITRARY
        } else {
            Self::empty()
        }
    }
}

/// The properties of an element that packing uses.
#[derive(Clone, Copy, Debug)]
struct Shape {
    rows: usize,
    columns: usize,
    class: Class,
    interpolation: Interpolation,
    is_16bit: bool,
}

impl Shape {
    fn of(element: &SignatureElement) -> Self {
        let class = match element.interpretation {
            Interpretation::SystemValue => Class::SYSTEM_VALUE,
            Interpretation::SystemGenerated => Class::SYSTEM_GENERATED,
            Interpretation::TessFactor => Class::TESS_FACTOR,
            Interpretation::ClipCull => Class::CLIP_CULL,
            Interpretation::Arbitrary
            | Interpretation::NotAllowed
            | Interpretation::NotInSignature
            | Interpretation::NotPacked
            | Interpretation::Target
            | Interpretation::Shadow => Class::ARBITRARY,
        };
        Self {
            rows: element.rows as usize,
            columns: usize::from(element.columns),
            class,
            interpolation: element.interpolation,
            is_16bit: element.component.is_16bit(),
        }
    }

    /// Arrays of tessellation factors stand in the last component only.
    fn first_column(&self) -> usize {
        if self.class == Class::TESS_FACTOR && self.rows > 1 { COLUMNS - 1 } else { 0 }
    }

    fn links(&self, row: usize) -> Links {
        let mut links = Links::empty();
        links.set(Links::UP, row > 0);
        links.set(Links::DOWN, row + 1 < self.rows);
        links
    }
}

/// A register, with what is in it.
#[derive(Clone, Copy, Debug)]
struct Row {
    columns: [Class; COLUMNS],
    interpolation: Interpolation,
    is_16bit: Option<bool>,
    links: Links,
    /// Whether its links can no longer change.
    links_fixed: bool,
}

impl Row {
    const EMPTY: Self = Self {
        columns: [Class::empty(); COLUMNS],
        interpolation: Interpolation::Undefined,
        is_16bit: None,
        links: Links::empty(),
        links_fixed: false,
    };

    fn takes(&self, shape: &Shape, links: Links, is_16bit: bool) -> Result<(), Conflict> {
        let single = shape.class.intersects(Class::SYSTEM_VALUE | Class::SYSTEM_GENERATED);
        let indexing = (self.links.is_empty() || !single)
            && (!self.links_fixed || self.links.contains(links))
            && (shape.class != Class::TESS_FACTOR || links.contains(self.links));
        let interpolation = self.interpolation == Interpolation::Undefined || self.interpolation == shape.interpolation;
        let width = self.is_16bit.is_none_or(|known| known == is_16bit);
        match (indexing, interpolation, width) {
            (false, ..) => Err(Conflict::Indexing),
            (_, false, _) => Err(Conflict::Interpolation),
            (.., false) => Err(Conflict::Width),
            (true, true, true) => Ok(()),
        }
    }

    fn has_room(&self, shape: &Shape, column: usize) -> Result<(), Conflict> {
        let forbidden = shape.class | Class::OCCUPIED;
        match self.columns[column..column + shape.columns].iter().find(|taken| taken.intersects(forbidden)) {
            Some(taken) if taken.contains(Class::OCCUPIED) => Err(Conflict::Overlap),
            Some(_) => Err(Conflict::Order),
            None => Ok(()),
        }
    }

    fn put(&mut self, shape: &Shape, column: usize, links: Links, is_16bit: bool) {
        self.interpolation = shape.interpolation;
        self.is_16bit = Some(is_16bit);
        self.links |= links;
        self.links_fixed |= shape.class.intersects(Class::SYSTEM_VALUE | Class::SYSTEM_GENERATED | Class::TESS_FACTOR);
        for (index, taken) in self.columns.iter_mut().enumerate() {
            if taken.contains(Class::OCCUPIED) {
                continue;
            }
            if index < column {
                *taken |= shape.class.excluded_left();
            } else if index < column + shape.columns {
                *taken = shape.class | Class::OCCUPIED;
            } else {
                *taken |= shape.class.excluded_right();
            }
        }
    }
}

/// The registers of a signature or of a part of it.
#[derive(Clone, Debug)]
struct Registers {
    rows: Vec<Row>,
    native_16bit: bool,
}

impl Registers {
    fn new(count: usize, native_16bit: bool) -> Self {
        Self { rows: vec![Row::EMPTY; count], native_16bit }
    }

    /// Places an element at the first location that takes it.
    fn place(&mut self, shape: &Shape) -> Option<Location> {
        self.place_from(shape, 0)
    }

    /// The same, not before a row.
    fn place_from(&mut self, shape: &Shape, first: usize) -> Option<Location> {
        let last = self.rows.len().checked_sub(shape.rows)?;
        (first..=last).find_map(|row| self.place_at(shape, row))
    }

    /// Places an element where it is said to lie, if that place takes it.
    fn put_at(&mut self, shape: &Shape, location: Location) -> Result<(), Conflict> {
        let is_16bit = self.native_16bit && shape.is_16bit;
        let (first, column) = (location.row as usize, usize::from(location.column));
        let rows = first.checked_add(shape.rows).and_then(|end| self.rows.get_mut(first..end));
        let rows = rows.ok_or(Conflict::Fit)?;
        for (index, row) in rows.iter().enumerate() {
            row.takes(shape, shape.links(index), is_16bit)?;
        }
        if column + shape.columns > COLUMNS {
            return Err(Conflict::Fit);
        }
        for row in rows.iter() {
            row.has_room(shape, column)?;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            row.put(shape, column, shape.links(index), is_16bit);
        }
        Ok(())
    }

    /// Places an element at a row, in the first component that takes it.
    fn place_at(&mut self, shape: &Shape, row: usize) -> Option<Location> {
        let is_16bit = self.native_16bit && shape.is_16bit;
        let rows = self.rows.get_mut(row..row.checked_add(shape.rows)?)?;
        let takes = |(index, row): (usize, &Row)| row.takes(shape, shape.links(index), is_16bit).is_ok();
        let takes = rows.iter().enumerate().all(takes);
        let last = COLUMNS.checked_sub(shape.columns).filter(|_| takes)?;
        let mut columns = shape.first_column()..=last;
        let column = columns.find(|&column| rows.iter().all(|row| row.has_room(shape, column).is_ok()))?;
        for (index, row) in rows.iter_mut().enumerate() {
            row.put(shape, column, shape.links(index), is_16bit);
        }
        Some(Location { row: row as u32, column: column as u8 })
    }
}

/// Clip and cull distances: packed by themselves into two rows, each of which takes a whole register when first used.
struct ClipCullRows {
    registers: Registers,
    /// The register of each row, once it has one.
    reserved: [Option<u32>; CLIP_CULL_ROWS],
}

impl ClipCullRows {
    fn new(native_16bit: bool) -> Self {
        Self { registers: Registers::new(CLIP_CULL_ROWS, native_16bit), reserved: [None; CLIP_CULL_ROWS] }
    }

    fn place(&mut self, shape: &Shape, outer: &mut Registers) -> Option<Location> {
        let inner = self.registers.place(shape)?;
        let first = inner.row as usize;
        if shape.rows > 1 {
            self.reserve_both(shape, outer)?;
        } else if self.reserved[first].is_none() {
            let full_rows = Shape { rows: 1, columns: COLUMNS, ..*shape };
            self.reserved[first] = Some(outer.place(&full_rows)?.row);
        }
        Some(Location { row: self.reserved[first]?, column: inner.column })
    }

    /// An array needs both rows, next to each other.
    fn reserve_both(&mut self, shape: &Shape, outer: &mut Registers) -> Option<()> {
        let full_rows = |rows| Shape { rows, columns: COLUMNS, ..*shape };
        match self.reserved {
            [None, None] => {
                let row = outer.place(&full_rows(CLIP_CULL_ROWS))?.row;
                self.reserved = [Some(row), Some(row + 1)];
            }
            [Some(first), None] => {
                outer.place_at(&full_rows(1), first as usize + 1)?;
                self.reserved[1] = Some(first + 1);
            }
            [None, Some(second)] => {
                let first = second.checked_sub(1)?;
                outer.place_at(&full_rows(1), first as usize)?;
                self.reserved[0] = Some(first);
            }
            [Some(first), Some(second)] if second == first + 1 => {}
            [Some(_), Some(_)] => return None,
        }
        Some(())
    }
}

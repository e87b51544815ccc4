//! Reads and writes the signature parts: `ISG1`, `OSG1` and `PSG1`.
//!
//! One record for each row of each element, sorted by stream, register and place of the name.

use crate::container::order::sort_as_validators;
use crate::container::{ContainerError, FourCc, Reader, pad4};
use crate::semantics::{Domain, Interpretation, tess_factor_system_value};
use crate::signature::SignatureElement;
use crate::validator::ValidatorVersion;

/// A register number that says there is none.
const NO_REGISTER: u32 = u32::MAX;
/// The size of the header and of a record.
const HEADER_SIZE: usize = 8;
const RECORD_SIZE: usize = 32;

/// A record of a signature part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureRecord {
    /// The output stream of a geometry shader.
    pub stream: u32,
    /// The name without its index, by its place in [`SignaturePart::names`].
    pub name: usize,
    /// The semantic index.
    pub index: u32,
    /// The system value; 0 for none.
    pub system_value: u32,
    /// The type of the components, see [`crate::signature::ComponentType::register_type`].
    pub component: u32,
    /// The register, if it has one.
    pub register: Option<u32>,
    /// The components, in their place in the register.
    pub mask: u8,
    /// Inputs: the components that are read. Outputs: those that are never written.
    pub usage: u8,
    /// The minimum precision, see [`crate::signature::ComponentType::min_precision`].
    pub min_precision: u32,
}

/// A signature part.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SignaturePart {
    /// The records, sorted.
    pub records: Vec<SignatureRecord>,
    /// The names, in the order they are stored. Equal names may be stored more than once.
    pub names: Vec<Vec<u8>>,
    /// Whether zeros follow up to the next multiple of four bytes.
    pub padded: bool,
}

/// The role of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The shader reads it.
    Read,
    /// The shader writes it.
    Written,
}

impl SignaturePart {
    /// The part for the elements of a signature.
    ///
    /// `domain` distinguishes tessellation factors; `native_16bit` says that 16-bit components have no minimum
    /// precision. A validator makes the part anew and compares bytes, so its version decides what they are.
    pub fn from_elements(
        elements: &[SignatureElement],
        direction: Direction,
        domain: Option<Domain>,
        native_16bit: bool,
        validator: ValidatorVersion,
    ) -> Self {
        let mut part = Self { padded: validator.shares_names(), ..Self::default() };
        for element in elements {
            if matches!(element.interpretation, Interpretation::NotInSignature | Interpretation::NotAllowed) {
                continue;
            }
            // The names of system values are always shared.
            let shared = validator.shares_names() || element.is_system_value();
            let known = part.names.iter().position(|name| shared && name == element.name.as_bytes());
            let name = known.unwrap_or_else(|| {
                part.names.push(element.name.clone().into_bytes());
                part.names.len() - 1
            });
            let column = element.location.map_or(0, |location| location.column);
            let mask = element.column_mask() << column;
            let usage = match direction {
                Direction::Read if validator.states_component_use() => element.usage_mask << column,
                Direction::Written if validator.states_component_use() => !(element.usage_mask << column) & 0xF,
                // Not known: nothing is always read, and what there is may be written.
                Direction::Read => 0,
                Direction::Written => !mask,
            };
            // Members of arrays of structs have the indices of one struct, each for as many rows.
            let rows_each = element.rows / u32::try_from(element.indices.len()).unwrap_or(u32::MAX).max(1);
            for (at, &index) in (0u32..).zip(&element.indices) {
                part.records.push(SignatureRecord {
                    stream: u32::from(element.stream),
                    name,
                    index,
                    system_value: tess_factor_system_value(element.semantic, domain, at).0,
                    component: u32::from(element.component.register_type(validator)),
                    register: element
                        .location
                        .map(|location| location.row.saturating_add(at.saturating_mul(rows_each))),
                    mask,
                    usage,
                    min_precision: if native_16bit { 0 } else { element.component.min_precision() },
                });
            }
        }
        sort_as_validators(&mut part.records, |record| {
            (record.stream, record.register.unwrap_or(NO_REGISTER), record.name)
        });
        part
    }

    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let mut offsets = Vec::with_capacity(self.names.len());
        let mut strings = Vec::new();
        for name in &self.names {
            offsets.push(HEADER_SIZE + RECORD_SIZE * self.records.len() + strings.len());
            strings.extend_from_slice(name);
            strings.push(0);
        }
        let mut out = Vec::new();
        out.extend((self.records.len() as u32).to_le_bytes());
        out.extend((HEADER_SIZE as u32).to_le_bytes());
        for record in &self.records {
            let offset = offsets.get(record.name).copied().unwrap_or(0);
            let before = [record.stream, offset as u32, record.index, record.system_value, record.component];
            out.extend(before.into_iter().flat_map(u32::to_le_bytes));
            out.extend(record.register.unwrap_or(NO_REGISTER).to_le_bytes());
            out.extend([record.mask, record.usage, 0, 0]);
            out.extend(record.min_precision.to_le_bytes());
        }
        out.extend(strings);
        if self.padded {
            pad4(&mut out);
        }
        out
    }

    /// Reads a part.
    pub fn read(name: FourCc, data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(name), data);
        let count = reader.u32()?;
        let first = reader.u32()? as usize;
        reader.seek(first)?;
        let mut part = Self { padded: data.len().is_multiple_of(4), ..Self::default() };
        let mut places = Vec::new();
        for _ in 0..count {
            let stream = reader.u32()?;
            let offset = reader.u32()? as usize;
            places.push(offset);
            let (index, system_value, component) = (reader.u32()?, reader.u32()?, reader.u32()?);
            let register = Some(reader.u32()?).filter(|&register| register != NO_REGISTER);
            let (mask, usage) = (reader.u8()?, reader.u8()?);
            let _zero = reader.u16()?;
            let min_precision = reader.u32()?;
            let record = SignatureRecord {
                stream,
                name: offset,
                index,
                system_value,
                component,
                register,
                mask,
                usage,
                min_precision,
            };
            part.records.push(record);
        }
        places.sort_unstable();
        places.dedup();
        for record in &mut part.records {
            record.name = places.binary_search(&record.name).unwrap_or_default();
        }
        let texts = places.iter().map(|&offset| Ok(reader.text_at(offset)?.to_vec()));
        part.names = texts.collect::<Result<_, _>>()?;
        Ok(part)
    }
}

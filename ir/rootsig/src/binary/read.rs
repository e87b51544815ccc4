//! Reads the bytes of an `RTS0` part of any compiler to a root signature.
//!
//! Nothing is trusted: every block is claimed from the input before it is read, claims may not overlap, and together they
//! cannot exceed the input; so the model is never larger than the input times a small constant. Numbers that no enum has
//! are all reported; a block that does not fit ends the reading. Positions in the model are byte ranges of the part.

use super::*;
use crate::Place;
use crate::model::*;
use crate::tables::*;
use std::fmt;
use std::ops::Range;

/// Reads an `RTS0` part. The root signature is well formed but not validated; see [`validate`](crate::validate).
pub fn read(bytes: &[u8]) -> Result<RootSignature, Vec<ReadError>> {
    read_unless(bytes, |_, _| false)
}

/// The same as validators of DXC read it: no border colour is looked at, and no comparison of a filter that does not
/// compare. Values that are not known are replaced by the defaults.
pub fn read_as_validators(bytes: &[u8]) -> Result<RootSignature, Vec<ReadError>> {
    read_unless(bytes, |error, signature| {
        let ReadErrorKind::UnknownValue { what, .. } = error.kind else { return false };
        let Place::StaticSampler(index) = error.place else { return false };
        let sampler = signature.static_samplers().nth(index as usize);
        what == BorderColor::WHAT
            || what == ComparisonFunc::WHAT && sampler.is_some_and(|sampler| !sampler.filter.value.is_comparison())
    })
}

/// Reads a part; some of its errors may be passed over.
fn read_unless(
    bytes: &[u8],
    is_passed_over: impl Fn(&ReadError, &RootSignature) -> bool,
) -> Result<RootSignature, Vec<ReadError>> {
    let mut reader = Reader { bytes, version: Version::V1_0, claims: Vec::new(), claimed: 0, errors: Vec::new() };
    match reader.signature() {
        Ok(signature) => {
            reader.errors.retain(|error| !is_passed_over(error, &signature));
            if reader.errors.is_empty() { Ok(signature) } else { Err(reader.errors) }
        }
        Err(fatal) => {
            reader.errors.push(fatal);
            Err(reader.errors)
        }
    }
}

/// Why bytes are no `RTS0` part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The error.
    pub kind: ReadErrorKind,
    /// Which part of the root signature was being read.
    pub place: Place,
    /// The byte at which the offending number or block stands.
    pub at: u32,
}

/// The forms in which bytes are no `RTS0` part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// More than 4 GiB.
    TooLong,
    /// A version that does not exist.
    Version(u32),
    /// A block that does not lie within the part.
    OutOfRange {
        /// The kind of block.
        what: &'static str,
        /// The offset of its start.
        offset: u32,
        /// The size of the block in bytes.
        size: u64,
        /// The number of available bytes.
        available: u32,
    },
    /// A block that does not start at a multiple of 4.
    Misaligned {
        /// The kind of block.
        what: &'static str,
        /// The offset of its start.
        offset: u32,
    },
    /// Two blocks that share bytes.
    Overlapping {
        /// The kind of the second block.
        what: &'static str,
        /// The kind of the first block.
        other: &'static str,
    },
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
        write!(f, "{}: ", self.place)?;
        match &self.kind {
            ReadErrorKind::TooLong => write!(f, "the part is too long for 32-bit offsets"),
            ReadErrorKind::Version(raw) => write!(f, "unknown version {raw}"),
            ReadErrorKind::OutOfRange { what, offset, size, available } => {
                write!(f, "{what} of {size} bytes at offset {offset} does not fit into {available} bytes")
            }
            ReadErrorKind::Misaligned { what, offset } => {
                write!(f, "{what} at offset {offset}, which is not a multiple of 4")
            }
            ReadErrorKind::Overlapping { what, other } => write!(f, "{what} overlaps with {other}"),
            ReadErrorKind::UnknownValue { what, raw } => write!(f, "unknown {what} {raw}"),
        }?;
        write!(f, " (byte {})", self.at)
    }
}

impl std::error::Error for ReadError {}

/// A block of the part that has been given a meaning.
struct Claim {
    bytes: Range<u32>,
    what: &'static str,
    place: Place,
}

struct Reader<'a> {
    bytes: &'a [u8],
    version: Version,
    claims: Vec<Claim>,
    claimed: u64,
    errors: Vec<ReadError>,
}

impl Reader<'_> {
    fn signature(&mut self) -> Result<RootSignature, ReadError> {
        if u32::try_from(self.bytes.len()).is_err() {
            return Err(ReadError { kind: ReadErrorKind::TooLong, place: Place::Signature, at: 0 });
        }
        let mut header = self.claim("the header", 0, 1, HEADER_SIZE, Place::Signature, 0)?;
        let version = self.word(&mut header);
        self.version = Version::from_raw(version).ok_or(ReadError {
            kind: ReadErrorKind::Version(version),
            place: Place::Signature,
            at: 0,
        })?;
        let [parameter_count, parameters_at, sampler_count, samplers_at] =
            std::array::from_fn(|_| self.word(&mut header));
        let mut signature = RootSignature::new(self.version);
        let flags = RootFlags::from_raw(self.word(&mut header));
        if !flags.is_empty() {
            let pos = Pos::new(HEADER_SIZE - 4, HEADER_SIZE);
            signature.elements.push(Element::Flags(RootFlagsElement { pos, flags }));
        }
        self.parameters(&mut signature, parameter_count, parameters_at)?;
        self.static_samplers(&mut signature, sampler_count, samplers_at)?;
        self.check_claims()?;
        Ok(signature)
    }

    fn parameters(&mut self, signature: &mut RootSignature, count: u32, at: u32) -> Result<(), ReadError> {
        let mut records = self.claim("the parameter array", at, count, PARAMETER_SIZE, Place::Signature, 8)?;
        for index in 0..count {
            let place = Place::Parameter(index);
            let record_at = records.start;
            let kind = self.value::<ParameterType>(&mut records, place);
            let visibility = self.value::<Visibility>(&mut records, place);
            let payload_field = records.start;
            let payload_at = self.word(&mut records);
            let pos = Pos::new(record_at, records.start);
            // Without its type the payload has no size; a visibility that is wrong leaves the rest readable.
            let Some(kind) = kind else { continue };
            let visibility = visibility.unwrap_or(Arg::from(Visibility::All));
            let element = match kind.value {
                ParameterType::DescriptorTable => {
                    let ranges = self.table(payload_at, payload_field, index)?;
                    Element::Table(DescriptorTable { pos, visibility, ranges })
                }
                ParameterType::Constants32Bit => {
                    let mut payload =
                        self.claim("the root constants", payload_at, 1, CONSTANTS_SIZE, place, payload_field)?;
                    let register = self.register(&mut payload);
                    let count = self.arg(&mut payload);
                    Element::Constants(RootConstants { pos, count, register, visibility })
                }
                ParameterType::Cbv => {
                    self.descriptor(DescriptorKind::Cbv, visibility, payload_at, payload_field, place)?
                }
                ParameterType::Srv => {
                    self.descriptor(DescriptorKind::Srv, visibility, payload_at, payload_field, place)?
                }
                ParameterType::Uav => {
                    self.descriptor(DescriptorKind::Uav, visibility, payload_at, payload_field, place)?
                }
            };
            signature.elements.push(element);
        }
        Ok(())
    }

    fn descriptor(
        &mut self,
        kind: DescriptorKind,
        visibility: Arg<Visibility>,
        payload_at: u32,
        payload_field: u32,
        place: Place,
    ) -> Result<Element, ReadError> {
        let size = descriptor_size(self.version);
        let mut payload = self.claim("the root descriptor", payload_at, 1, size, place, payload_field)?;
        let pos = Pos::new(payload.start, payload.end);
        let register = self.register(&mut payload);
        let flags = if self.version >= Version::V1_1 {
            let bits = self.arg(&mut payload);
            Arg::new(Some(DescriptorFlags::from_raw(bits.value)), bits.pos)
        } else {
            None.into()
        };
        Ok(Element::Descriptor(RootDescriptor { pos, kind, register, visibility, flags }))
    }

    fn table(
        &mut self,
        payload_at: u32,
        payload_field: u32,
        parameter: u32,
    ) -> Result<Vec<DescriptorRange>, ReadError> {
        let place = Place::Parameter(parameter);
        let mut payload = self.claim("the descriptor table", payload_at, 1, TABLE_SIZE, place, payload_field)?;
        let count = self.word(&mut payload);
        let ranges_field = payload.start;
        let ranges_at = self.word(&mut payload);
        let size = range_size(self.version);
        let mut records = self.claim("the range array", ranges_at, count, size, place, ranges_field)?;
        let mut ranges = Vec::with_capacity(count as usize);
        for index in 0..count {
            let place = Place::Range { parameter, range: index };
            let start = records.start;
            let class = self.value::<Class>(&mut records, place);
            let count = self.arg(&mut records);
            let register = self.register(&mut records);
            let flags = if self.version >= Version::V1_1 {
                let bits = self.arg(&mut records);
                Arg::new(Some(RangeFlags::from_raw(bits.value)), bits.pos)
            } else {
                None.into()
            };
            let offset = self.arg(&mut records);
            let pos = Pos::new(start, records.start);
            if let Some(class) = class {
                ranges.push(DescriptorRange { pos, class: class.value, count, register, offset, flags });
            }
        }
        Ok(ranges)
    }

    fn static_samplers(&mut self, signature: &mut RootSignature, count: u32, at: u32) -> Result<(), ReadError> {
        let size = sampler_size(self.version);
        let mut records = self.claim("the static sampler array", at, count, size, Place::Signature, 16)?;
        for index in 0..count {
            let place = Place::StaticSampler(index);
            let start = records.start;
            let defaults = StaticSampler::new(Register::new(0, 0));
            let sampler = StaticSampler {
                filter: self.value(&mut records, place).unwrap_or(defaults.filter),
                address_u: self.value(&mut records, place).unwrap_or(defaults.address_u),
                address_v: self.value(&mut records, place).unwrap_or(defaults.address_v),
                address_w: self.value(&mut records, place).unwrap_or(defaults.address_w),
                mip_lod_bias: self.float(&mut records),
                max_anisotropy: self.arg(&mut records),
                comparison_func: self.value(&mut records, place).unwrap_or(defaults.comparison_func),
                border_color: self.value(&mut records, place).unwrap_or(defaults.border_color),
                min_lod: self.float(&mut records),
                max_lod: self.float(&mut records),
                register: self.register(&mut records),
                visibility: self.value(&mut records, place).unwrap_or(defaults.visibility),
                flags: self.sampler_flags(&mut records),
                pos: Pos::new(start, start + size),
            };
            signature.elements.push(Element::StaticSampler(Box::new(sampler)));
        }
        Ok(())
    }

    fn sampler_flags(&self, at: &mut Range<u32>) -> Arg<SamplerFlags> {
        if self.version < Version::V1_2 {
            return SamplerFlags::empty().into();
        }
        let bits = self.arg(at);
        Arg::new(SamplerFlags::from_raw(bits.value), bits.pos)
    }

    fn register(&self, at: &mut Range<u32>) -> Register {
        Register { number: self.arg(at), space: self.arg(at) }
    }

    fn float(&self, at: &mut Range<u32>) -> Arg<f32> {
        let bits = self.arg(at);
        Arg::new(f32::from_bits(bits.value), bits.pos)
    }

    /// The next number as a value of an enum; reports and returns none if the enum does not have it.
    fn value<T: Value>(&mut self, at: &mut Range<u32>, place: Place) -> Option<Arg<T>> {
        let raw = self.arg(at);
        let value = T::from_raw(raw.value);
        if value.is_none() {
            let kind = ReadErrorKind::UnknownValue { what: T::WHAT, raw: raw.value };
            self.errors.push(ReadError { kind, place, at: at.start - 4 });
        }
        value.map(|value| Arg::new(value, raw.pos))
    }

    fn arg(&self, at: &mut Range<u32>) -> Arg<u32> {
        let start = at.start;
        Arg::new(self.word(at), Pos::new(start, at.start))
    }

    /// The next number of a claimed block.
    fn word(&self, at: &mut Range<u32>) -> u32 {
        let start = at.start as usize;
        at.start += 4;
        match self.bytes.get(start..start + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            // Never: the block was claimed, so it lies in the part.
            _ => 0,
        }
    }

    /// Takes `count` records of `size` bytes at an offset that stands at byte `field`.
    fn claim(
        &mut self,
        what: &'static str,
        offset: u32,
        count: u32,
        size: u32,
        place: Place,
        field: u32,
    ) -> Result<Range<u32>, ReadError> {
        let size = u64::from(count) * u64::from(size);
        let available = self.bytes.len() as u32;
        let error = |kind| Err(ReadError { kind, place, at: field });
        let end = u64::from(offset) + size;
        if end > u64::from(available) {
            return error(ReadErrorKind::OutOfRange { what, offset, size, available });
        }
        if !offset.is_multiple_of(4) && size > 0 {
            return error(ReadErrorKind::Misaligned { what, offset });
        }
        if size == 0 {
            return Ok(offset..offset);
        }
        // More bytes claimed than there are means that some are claimed twice: do not wait for the end to notice.
        self.claimed += size;
        let bytes = offset..end as u32;
        self.claims.push(Claim { bytes: bytes.clone(), what, place });
        if self.claimed > u64::from(available) {
            self.check_claims()?;
        }
        Ok(bytes)
    }

    /// Reports blocks that share bytes.
    fn check_claims(&mut self) -> Result<(), ReadError> {
        self.claims.sort_by_key(|claim| (claim.bytes.start, claim.bytes.end));
        for pair in self.claims.windows(2) {
            let [first, second] = pair else { continue };
            if second.bytes.start < first.bytes.end {
                let kind = ReadErrorKind::Overlapping { what: second.what, other: first.what };
                return Err(ReadError { kind, place: second.place, at: second.bytes.start });
            }
        }
        Ok(())
    }
}

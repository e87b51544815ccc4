//! Validates a root signature: every rule of the specification on the model, whatever its origin.
//!
//! Input: a [`RootSignature`]. Output: all [`Problem`]s in the order of its elements, overlaps after them. Problems that
//! the types of the model exclude (an unknown visibility, a `t` register in a CBV) are reported by the code that builds the
//! model.
//!
//! Rules for each element: known flags, flags and colours of the version, combinations of `DATA_…` and `DESCRIPTORS_…`,
//! register number and space, ranges that are empty, overflow, or follow an unbounded one, samplers mixed with others, the
//! numbers of static samplers and the conditions of the flags of 1.2. Rules for the root signature: registers bound twice,
//! `RootFlags` given twice, more than 64 DWORDs (a warning).

use crate::model::*;
use crate::overlap::{Binding, find_overlaps};
use crate::tables::*;
use crate::{Place, Pos, Problem, Rule, Version};
use hlslc_semantics::limits;

/// The most DWORDs of root arguments that D3D12 allows.
pub const DWORD_LIMIT: u64 = 64;

/// Register spaces from here on belong to the system.
const FIRST_RESERVED_SPACE: u32 = 0xFFFF_FFF0;

/// All problems of a root signature.
pub fn validate(signature: &RootSignature) -> Vec<Problem> {
    let mut checker = Checker { version: signature.version, problems: Vec::new(), bindings: Vec::new() };
    let mut parameters = 0;
    let mut samplers = 0;
    let mut flags_at = None;
    for element in &signature.elements {
        match element {
            Element::Flags(flags) => {
                checker.root_flags(flags, flags_at);
                flags_at = flags_at.or(Some(flags.pos));
            }
            Element::Constants(constants) => {
                checker.constants(constants, Place::Parameter(parameters));
                parameters += 1;
            }
            Element::Descriptor(descriptor) => {
                checker.descriptor(descriptor, Place::Parameter(parameters));
                parameters += 1;
            }
            Element::Table(table) => {
                checker.table(table, parameters);
                parameters += 1;
            }
            Element::StaticSampler(sampler) => {
                checker.static_sampler(sampler, Place::StaticSampler(samplers));
                samplers += 1;
            }
        }
    }
    let overlaps = find_overlaps(&checker.bindings);
    checker.problems.extend(overlaps);
    checker.size(signature);
    checker.problems
}

struct Checker {
    version: Version,
    problems: Vec<Problem>,
    bindings: Vec<Binding>,
}

impl Checker {
    fn report(&mut self, rule: Rule, place: Place, pos: Pos) {
        self.problems.push(Problem { rule, place, pos, other: None });
    }

    fn root_flags(&mut self, element: &RootFlagsElement, before: Option<Pos>) {
        if let Some(before) = before {
            let other = Some((Place::RootFlags, before));
            self.problems.push(Problem {
                rule: Rule::RootFlagsTwice,
                place: Place::RootFlags,
                pos: element.pos,
                other,
            });
        }
        let unknown = element.flags.unknown_bits(self.version) & !RootFlags::LOW_TIER_RESERVED;
        if unknown != 0 {
            self.report(Rule::UnknownRootFlags(unknown), Place::RootFlags, element.pos);
        }
    }

    fn constants(&mut self, element: &RootConstants, place: Place) {
        self.single_register(Class::Cbv, &element.register, element.visibility.value, place, element.pos);
    }

    fn descriptor(&mut self, element: &RootDescriptor, place: Place) {
        if let Some(flags) = element.flags.value
            && let Some(rule) = wrong_descriptor_flags(flags, self.version)
        {
            self.report(rule, place, element.flags.pos.or(element.pos));
        }
        let class = element.kind.class();
        self.single_register(class, &element.register, element.visibility.value, place, element.pos);
    }

    fn table(&mut self, table: &DescriptorTable, parameter: u32) {
        let mut first_of_kind: [Option<u32>; 2] = [None; 2];
        let mut mixed = false;
        // Where an appended range starts, and the range that left no room to append.
        let mut append_at = 0u64;
        let mut filler = None;
        for (index, range) in table.ranges.iter().enumerate() {
            let place = Place::Range { parameter, range: index as u32 };
            let is_sampler = range.class == Class::Sampler;
            first_of_kind[usize::from(is_sampler)].get_or_insert(index as u32);
            if let [Some(a), Some(b)] = first_of_kind
                && !mixed
            {
                mixed = true;
                let other = Place::Range { parameter, range: a.min(b) };
                let other = Some((other, table.ranges[a.min(b) as usize].pos));
                self.problems.push(Problem { rule: Rule::SamplersMixed, place, pos: range.pos, other });
            }
            if let Some(rule) = wrong_range_flags(range, self.version) {
                self.report(rule, place, range.flags.pos.or(range.pos));
            }
            if range.count.value == 0 {
                self.report(Rule::NoDescriptors, place, range.count.pos.or(range.pos));
            }
            let appended = range.offset.value == OFFSET_APPEND;
            let offset = if appended { append_at } else { u64::from(range.offset.value) };
            if appended && offset > u64::from(u32::MAX) {
                self.problems.push(Problem {
                    rule: Rule::AppendAfterUnbounded,
                    place,
                    pos: range.offset.pos.or(range.pos),
                    other: filler,
                });
            } else {
                append_at = self.range_extent(range, place, offset);
                filler = Some((place, range.pos));
            }
            self.registers(range, table.visibility.value, place);
        }
    }

    /// Checks that the range fits below the largest numbers; returns where the next range would be appended.
    fn range_extent(&mut self, range: &DescriptorRange, place: Place, offset: u64) -> u64 {
        let (first, count) = (range.register.number.value, range.count.value);
        if count == UNBOUNDED {
            return 1 << 32;
        }
        if overflows(first, count) {
            let rule = Rule::RegisterOverflow { class: range.class, first, count };
            self.report(rule, place, range.count.pos.or(range.pos));
        }
        let end = offset + u64::from(count);
        if end > 1 << 32 {
            self.report(
                Rule::OffsetOverflow { offset, count },
                place,
                range.offset.pos.or(range.count.pos).or(range.pos),
            );
        }
        end
    }

    fn registers(&mut self, range: &DescriptorRange, visibility: Visibility, place: Place) {
        // A range that overflows has been reported, whatever its first register.
        if !overflows(range.register.number.value, range.count.value) {
            self.register_number(range.class, &range.register, place, range.pos);
        }
        self.register_space(&range.register, place, range.pos);
        if range.count.value == 0 {
            return;
        }
        self.bindings.push(Binding {
            class: range.class,
            space: range.register.space.value,
            first: range.register.number.value,
            last: range.last_register(),
            visibility,
            place,
            pos: range.pos,
        });
    }

    fn single_register(&mut self, class: Class, register: &Register, visibility: Visibility, place: Place, pos: Pos) {
        self.register_number(class, register, place, pos);
        self.register_space(register, place, pos);
        let number = register.number.value;
        let space = register.space.value;
        self.bindings.push(Binding { class, space, first: number, last: number, visibility, place, pos });
    }

    fn register_number(&mut self, class: Class, register: &Register, place: Place, pos: Pos) {
        if register.number.value == u32::MAX {
            self.report(Rule::RegisterNumber(class), place, register.number.pos.or(pos));
        }
    }

    fn register_space(&mut self, register: &Register, place: Place, pos: Pos) {
        if register.space.value >= FIRST_RESERVED_SPACE {
            self.report(Rule::ReservedSpace(register.space.value), place, register.space.pos.or(pos));
        }
    }

    fn static_sampler(&mut self, sampler: &StaticSampler, place: Place) {
        let bias = sampler.mip_lod_bias;
        if !limits::is_level_bias(bias.value) {
            self.report(Rule::MipLodBias(bias.value), place, bias.pos.or(sampler.pos));
        }
        if sampler.max_anisotropy.value > limits::ANISOTROPY {
            let rule = Rule::MaxAnisotropy(sampler.max_anisotropy.value);
            self.report(rule, place, sampler.max_anisotropy.pos.or(sampler.pos));
        }
        if sampler.min_lod.value.is_nan() {
            self.report(Rule::MinLodNan, place, sampler.min_lod.pos.or(sampler.pos));
        }
        if sampler.max_lod.value.is_nan() {
            self.report(Rule::MaxLodNan, place, sampler.max_lod.pos.or(sampler.pos));
        }
        if sampler.filter.value.is_comparison() && sampler.comparison_func.value == ComparisonFunc::None {
            let pos = sampler.comparison_func.pos.or(sampler.filter.pos).or(sampler.pos);
            self.report(Rule::ComparisonWithoutFunction, place, pos);
        }
        self.sampler_flags(sampler, place);
        self.single_register(Class::Sampler, &sampler.register, sampler.visibility.value, place, sampler.pos);
    }

    fn sampler_flags(&mut self, sampler: &StaticSampler, place: Place) {
        let flags = sampler.flags.value;
        let at_flags = sampler.flags.pos.or(sampler.pos);
        if self.version < Version::V1_2 {
            if !flags.is_empty() {
                self.report(Rule::SamplerFlagsBefore1_2(self.version), place, at_flags);
            }
            return;
        }
        let unknown = flags.unknown_bits(self.version);
        if unknown != 0 {
            self.report(Rule::UnknownSamplerFlags(unknown), place, at_flags);
        }
        if flags.contains(SamplerFlags::SAMPLER_FLAG_UINT_BORDER_COLOR) {
            match sampler.border_color.value {
                BorderColor::TransparentBlack | BorderColor::OpaqueBlackUint | BorderColor::OpaqueWhiteUint => {}
                color @ (BorderColor::OpaqueBlack | BorderColor::OpaqueWhite) => {
                    let pos = sampler.border_color.pos.or(at_flags);
                    self.report(Rule::UintFlagBorderColor(color), place, pos);
                }
            }
        }
        if flags.contains(SamplerFlags::SAMPLER_FLAG_NON_NORMALIZED_COORDINATES) {
            self.non_normalized(sampler, place, at_flags);
        }
    }

    fn non_normalized(&mut self, sampler: &StaticSampler, place: Place, at_flags: Pos) {
        let filter = sampler.filter;
        if !filter.value.allows_non_normalized() {
            self.report(Rule::NonNormalizedFilter(filter.value), place, filter.pos.or(at_flags));
        }
        for (lod, max) in [(sampler.min_lod, false), (sampler.max_lod, true)] {
            if lod.value != 0.0 {
                self.report(Rule::NonNormalizedLod { max }, place, lod.pos.or(at_flags));
            }
        }
        for (mode, axis) in [(sampler.address_u, 'U'), (sampler.address_v, 'V')] {
            if !matches!(mode.value, TextureAddress::Clamp | TextureAddress::Border) {
                let rule = Rule::NonNormalizedAddress { axis, mode: mode.value };
                self.report(rule, place, mode.pos.or(at_flags));
            }
        }
    }

    fn size(&mut self, signature: &RootSignature) {
        let cost = signature.cost_in_dwords();
        if cost <= DWORD_LIMIT {
            return;
        }
        // Point at the parameter with which it became too much.
        let mut total = 0;
        for (index, element) in signature.parameters().enumerate() {
            total += element.cost_in_dwords();
            if total > DWORD_LIMIT {
                self.report(Rule::TooLarge(cost), Place::Parameter(index as u32), element.pos());
                return;
            }
        }
    }
}

/// Whether `count` registers from `first` on go past the last 32-bit number.
fn overflows(first: u32, count: u32) -> bool {
    count != UNBOUNDED && count > 1 && first.checked_add(count - 1).is_none()
}

/// The rule that the flags of a root descriptor break, the most telling one first.
fn wrong_descriptor_flags(flags: DescriptorFlags, version: Version) -> Option<Rule> {
    let unknown = flags.unknown_bits(version);
    if unknown != 0 {
        return Some(Rule::UnknownDescriptorFlags(unknown));
    }
    if version == Version::V1_0 {
        return (flags != DescriptorFlags::DATA_VOLATILE).then_some(Rule::DescriptorFlagsOfV1_0);
    }
    (flags.bits().count_ones() > 1).then_some(Rule::SeveralDataFlagsOnDescriptor)
}

/// The rule that the flags of a range break, the most telling one first. What is left are the lists of valid values of
/// the specification.
fn wrong_range_flags(range: &DescriptorRange, version: Version) -> Option<Rule> {
    let flags = range.flags.value?;
    let unknown = flags.unknown_bits(version);
    if unknown != 0 {
        return Some(Rule::UnknownRangeFlags(unknown));
    }
    if version == Version::V1_0 {
        return (flags != RangeFlags::of_unwritten(range.class, version))
            .then_some(Rule::RangeFlagsOfV1_0(range.class));
    }
    let data = flags.intersection(RangeFlags::DATA);
    if range.class == Class::Sampler && !data.is_empty() {
        return Some(Rule::DataFlagsOnSamplers);
    }
    if data.bits().count_ones() > 1 {
        return Some(Rule::SeveralDataFlagsOnRange);
    }
    if flags.contains(RangeFlags::DESCRIPTORS_VOLATILE) {
        if data == RangeFlags::DATA_STATIC {
            return Some(Rule::VolatileDescriptorsOfStaticData);
        }
        if flags.contains(RangeFlags::DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS) {
            return Some(Rule::VolatileAndStaticDescriptors);
        }
    }
    None
}

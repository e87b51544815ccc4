//! Prints a root signature as text of its language.
//!
//! Arguments that have their default value are left out, and so are flags that are 0: both give the same bytes again.
//! The text holds spaces as its only white space, as DXC wants it.

use crate::model::*;
use crate::number::print_f32;
use crate::tables::*;
use crate::{Place, Version};
use std::fmt::{self, Write};

/// Why a root signature has no text: it was read from a form that can say more than the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable {
    /// The part that cannot be said.
    pub place: Place,
    /// The remark.
    pub what: &'static str,
}

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the root signature language cannot express {}", self.place, self.what)
    }
}

impl std::error::Error for Unprintable {}

/// The text of a root signature on one line.
pub fn print(signature: &RootSignature) -> Result<String, Unprintable> {
    Ok(print_elements(signature)?.join(", "))
}

/// The text of a root signature as string literals, one element per line, that an HLSL file can hold.
pub fn print_literals(signature: &RootSignature) -> Result<String, Unprintable> {
    let elements = print_elements(signature)?;
    if elements.is_empty() {
        return Ok("\"\"".to_owned());
    }
    let last = elements.len() - 1;
    let lines = elements
        .iter()
        .enumerate()
        .map(|(index, element)| if index == last { format!("\"{element}\"") } else { format!("\"{element}, \" \\\n") });
    Ok(lines.collect())
}

/// The text of each element.
pub fn print_elements(signature: &RootSignature) -> Result<Vec<String>, Unprintable> {
    let (mut parameters, mut samplers) = (0, 0);
    let mut texts = Vec::with_capacity(signature.elements.len());
    for element in &signature.elements {
        let place = match element {
            Element::Flags(_) => Place::RootFlags,
            Element::StaticSampler(_) => Place::StaticSampler(samplers),
            Element::Constants(_) | Element::Descriptor(_) | Element::Table(_) => Place::Parameter(parameters),
        };
        texts.push(print_element(element, signature.version, place)?);
        match place {
            Place::StaticSampler(_) => samplers += 1,
            Place::Parameter(_) => parameters += 1,
            Place::Signature | Place::RootFlags | Place::Range { .. } => {}
        }
    }
    Ok(texts)
}

fn print_element(element: &Element, version: Version, place: Place) -> Result<String, Unprintable> {
    let mut call = Call::new(place);
    match element {
        Element::Flags(e) => {
            call.open(clause::FLAGS);
            let flags = call.flags(e.flags)?;
            call.arg(flags);
        }
        Element::Constants(e) => {
            call.open(clause::CONSTANTS);
            call.arg(format!("num32BitConstants={}", e.count.value));
            call.register(Class::Cbv, &e.register);
            call.visibility(e.visibility.value);
        }
        Element::Descriptor(e) => {
            call.open(e.kind.class().keyword());
            call.register(e.kind.class(), &e.register);
            call.visibility(e.visibility.value);
            call.written_flags(e.flags.value, version)?;
        }
        Element::Table(e) => {
            call.open(clause::TABLE);
            for (index, range) in e.ranges.iter().enumerate() {
                let text = print_range(range, version, place, index as u32)?;
                call.arg(text);
            }
            call.visibility(e.visibility.value);
        }
        Element::StaticSampler(e) => print_sampler(&mut call, e)?,
    }
    Ok(call.close())
}

fn print_range(range: &DescriptorRange, version: Version, table: Place, index: u32) -> Result<String, Unprintable> {
    let place = match table {
        Place::Parameter(parameter) => Place::Range { parameter, range: index },
        other @ (Place::Signature | Place::RootFlags | Place::Range { .. } | Place::StaticSampler(_)) => other,
    };
    let mut call = Call::new(place);
    call.open(range.class.keyword());
    call.register(range.class, &range.register);
    match range.count.value {
        1 => {}
        UNBOUNDED => call.arg("numDescriptors=unbounded".to_owned()),
        count => call.arg(format!("numDescriptors={count}")),
    }
    if range.offset.value != OFFSET_APPEND {
        call.arg(format!("offset={}", range.offset.value));
    }
    call.written_flags(range.flags.value, version)?;
    Ok(call.close())
}

fn print_sampler(call: &mut Call, sampler: &StaticSampler) -> Result<(), Unprintable> {
    let default = StaticSampler::new(sampler.register);
    call.open(clause::STATIC_SAMPLER);
    call.register(Class::Sampler, &sampler.register);
    call.value("filter", sampler.filter.value, default.filter.value);
    call.value("addressU", sampler.address_u.value, default.address_u.value);
    call.value("addressV", sampler.address_v.value, default.address_v.value);
    call.value("addressW", sampler.address_w.value, default.address_w.value);
    call.float("mipLODBias", sampler.mip_lod_bias.value, default.mip_lod_bias.value)?;
    if sampler.max_anisotropy != default.max_anisotropy {
        call.arg(format!("maxAnisotropy={}", sampler.max_anisotropy.value));
    }
    call.value("comparisonFunc", sampler.comparison_func.value, default.comparison_func.value);
    call.value("borderColor", sampler.border_color.value, default.border_color.value);
    call.float("minLOD", sampler.min_lod.value, default.min_lod.value)?;
    call.float("maxLOD", sampler.max_lod.value, default.max_lod.value)?;
    call.visibility(sampler.visibility.value);
    if !sampler.flags.value.is_empty() {
        let flags = call.flags(sampler.flags.value)?;
        call.arg(format!("flags={flags}"));
    }
    Ok(())
}

/// `Name(argument, argument)`, in the making.
struct Call {
    text: String,
    place: Place,
    empty: bool,
}

impl Call {
    fn new(place: Place) -> Call {
        Call { text: String::new(), place, empty: true }
    }

    fn open(&mut self, name: &str) {
        self.text.push_str(name);
        self.text.push('(');
    }

    fn arg(&mut self, text: String) {
        if !self.empty {
            self.text.push_str(", ");
        }
        self.empty = false;
        self.text.push_str(&text);
    }

    fn close(mut self) -> String {
        self.text.push(')');
        self.text
    }

    fn register(&mut self, class: Class, register: &Register) {
        self.arg(format!("{}{}", class.letter(), register.number.value));
        if register.space.value != 0 {
            self.arg(format!("space={}", register.space.value));
        }
    }

    fn visibility(&mut self, visibility: Visibility) {
        self.value("visibility", visibility, Visibility::All);
    }

    fn value<T: Value>(&mut self, name: &str, value: T, default: T) {
        if value != default {
            self.arg(format!("{name}={}", value.keyword()));
        }
    }

    fn float(&mut self, name: &'static str, value: f32, default: f32) -> Result<(), Unprintable> {
        if value.to_bits() == default.to_bits() {
            return Ok(());
        }
        let text = print_f32(value).ok_or(Unprintable { place: self.place, what: name })?;
        self.arg(format!("{name}={text}"));
        Ok(())
    }

    fn written_flags<T: FlagSet>(&mut self, flags: Option<T>, version: Version) -> Result<(), Unprintable> {
        // Version 1.0 has no place for flags in its binary; 0 is what unwritten flags become.
        if let Some(flags) = flags.filter(|flags| flags.raw() != 0 && version > Version::V1_0) {
            let flags = self.flags(flags)?;
            self.arg(format!("flags={flags}"));
        }
        Ok(())
    }

    fn flags<T: FlagSet>(&self, flags: T) -> Result<String, Unprintable> {
        if flags.unknown_bits(Version::V1_2) != 0 {
            return Err(Unprintable { place: self.place, what: "flags without a name" });
        }
        let mut text = String::new();
        for row in flags.rows() {
            let separator = if text.is_empty() { "" } else { " | " };
            // Writing to a string does not fail.
            let _ = write!(text, "{separator}{}", row.keyword);
        }
        Ok(if text.is_empty() { "0".to_owned() } else { text })
    }
}

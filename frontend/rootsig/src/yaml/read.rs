//! Converts YAML to a root signature.

use super::tree::{self, Node, Value as Tree};
use crate::errors;
use crate::report::Report;
use crate::{Parsed, SpanMap};
use hlslc_base::{Diagnostic, Span};
use hlslc_rootsig::{
    Arg, Class, DescriptorKind, DescriptorRange, DescriptorTable, Element, FlagSet, ParameterType, Pos, Register,
    RootConstants, RootDescriptor, RootFlags, RootFlagsElement, RootSignature, SamplerFlags, StaticSampler, Value,
    Version, Visibility, validate,
};
use std::collections::BTreeSet;

/// Reads and validates a root signature: a document of `obj2yaml`, or the mapping of the root signature alone.
pub fn read(text: &str, map: SpanMap<'_>) -> Parsed {
    let mut report = Report::new(text, map);
    let signature = match tree::parse(text) {
        Ok(tree) => Reader { report: &mut report, failed: false }.document(&tree),
        Err(error) => {
            let span = report.span(error.pos);
            report.push(error.pos, errors::yaml_syntax(span, &error.message));
            None
        }
    };
    if let Some(signature) = &signature {
        for problem in validate(signature) {
            let diagnostic = hlslc_rootsig_diag::problem(&problem, &|pos| report.span(pos));
            report.push(problem.pos, diagnostic);
        }
    }
    let signature = signature.filter(|_| !report.has_errors());
    Parsed { signature, diagnostics: report.finish() }
}

struct Reader<'a, 'text> {
    report: &'a mut Report<'text>,
    /// Whether an error has been reported.
    failed: bool,
}

/// A mapping, and what it is.
#[derive(Clone, Copy)]
struct Map<'a> {
    node: &'a Node,
    entries: &'a [(tree::Key, Node)],
    what: &'static str,
}

impl<'a> Map<'a> {
    fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(name, _)| name.name == key).map(|(_, node)| node)
    }
}

impl Reader<'_, '_> {
    fn document(&mut self, root: &Node) -> Option<RootSignature> {
        let top = self.map(root, "document")?;
        if let Some(node) = top.get("RootSignature") {
            return self.signature(node);
        }
        if let Some(parts) = top.get("Parts") {
            for part in self.sequence(parts, "Parts")? {
                if let Some(node) = self.map(part, "part")?.get("RootSignature") {
                    return self.signature(node);
                }
            }
            return self.error(parts, |span| errors::yaml_missing(span, "RootSignature", "document"));
        }
        self.signature(root)
    }

    fn signature(&mut self, node: &Node) -> Option<RootSignature> {
        let map = self.map(node, "root signature")?;
        let parameters = map.get("Parameters");
        let samplers = map.get("Samplers");
        self.known_keys::<RootFlags>(map, &SIGNATURE_KEYS);
        let version_node = self.required(map, "Version")?;
        let raw = self.number(version_node)?;
        let Some(version) = Version::from_raw(raw) else {
            let text = raw.to_string();
            return self.error(version_node, |span| errors::yaml_unknown_value(span, "version", &text));
        };
        let mut signature = RootSignature::new(version);
        let flags = self.flags::<RootFlags>(map)?;
        if !flags.is_empty() {
            let pos = node.pos;
            signature.elements.push(Element::Flags(RootFlagsElement { pos, flags }));
        }
        let parameters = parameters.map_or(Some(&[][..]), |node| self.sequence(node, "Parameters"))?;
        self.count(map, "NumRootParameters", parameters.len());
        for node in parameters {
            let element = self.parameter(node, version);
            signature.elements.extend(element);
        }
        let samplers = samplers.map_or(Some(&[][..]), |node| self.sequence(node, "Samplers"))?;
        self.count(map, "NumStaticSamplers", samplers.len());
        for node in samplers {
            let sampler = self.sampler(node);
            signature.elements.extend(sampler.map(|sampler| Element::StaticSampler(Box::new(sampler))));
        }
        (!self.failed).then_some(signature)
    }

    fn parameter(&mut self, node: &Node, version: Version) -> Option<Element> {
        let pos = node.pos;
        let map = self.map(node, "parameter")?;
        self.known_keys::<RootFlags>(map, &["ParameterType", "ShaderVisibility", "Constants", "Descriptor", "Table"]);
        let kind: Arg<ParameterType> = self.required_value(map, "ParameterType")?;
        let visibility: Arg<Visibility> = self.required_value(map, "ShaderVisibility")?;
        match kind.value {
            ParameterType::DescriptorTable => {
                let table = self.required(map, "Table")?;
                let table = self.map(table, "table")?;
                self.known_keys::<RootFlags>(table, &["NumRanges", "RangesOffset", "Ranges"]);
                let ranges = self.required(table, "Ranges")?;
                let nodes = self.sequence(ranges, "Ranges")?;
                self.count(table, "NumRanges", nodes.len());
                let ranges = nodes.iter().filter_map(|node| self.range(node, version)).collect();
                Some(Element::Table(DescriptorTable { pos, visibility, ranges }))
            }
            ParameterType::Constants32Bit => {
                let constants = self.required(map, "Constants")?;
                let map = self.map(constants, "root constants")?;
                self.known_keys::<RootFlags>(map, &["Num32BitValues", "ShaderRegister", "RegisterSpace"]);
                let count = self.required_number(map, "Num32BitValues")?;
                let register = self.register(map, "ShaderRegister")?;
                Some(Element::Constants(RootConstants { pos, count, register, visibility }))
            }
            ParameterType::Cbv => self.descriptor(map, DescriptorKind::Cbv, pos, visibility, version),
            ParameterType::Srv => self.descriptor(map, DescriptorKind::Srv, pos, visibility, version),
            ParameterType::Uav => self.descriptor(map, DescriptorKind::Uav, pos, visibility, version),
        }
    }

    fn descriptor(
        &mut self,
        parameter: Map<'_>,
        kind: DescriptorKind,
        pos: Pos,
        visibility: Arg<Visibility>,
        version: Version,
    ) -> Option<Element> {
        let node = self.required(parameter, "Descriptor")?;
        let map = self.map(node, "root descriptor")?;
        self.known_keys::<hlslc_rootsig::DescriptorFlags>(map, &["ShaderRegister", "RegisterSpace"]);
        let register = self.register(map, "ShaderRegister")?;
        let flags = self.written_flags(map, version)?;
        Some(Element::Descriptor(RootDescriptor { pos, kind, register, visibility, flags }))
    }

    fn range(&mut self, node: &Node, version: Version) -> Option<DescriptorRange> {
        let map = self.map(node, "descriptor range")?;
        self.known_keys::<hlslc_rootsig::RangeFlags>(
            map,
            &[
                "RangeType",
                "NumDescriptors",
                "BaseShaderRegister",
                "RegisterSpace",
                "OffsetInDescriptorsFromTableStart",
            ],
        );
        let class: Arg<Class> = self.required_value(map, "RangeType")?;
        Some(DescriptorRange {
            pos: node.pos,
            class: class.value,
            count: self.required_number(map, "NumDescriptors")?,
            register: self.register(map, "BaseShaderRegister")?,
            offset: self.required_number(map, "OffsetInDescriptorsFromTableStart")?,
            flags: self.written_flags(map, version)?,
        })
    }

    fn sampler(&mut self, node: &Node) -> Option<StaticSampler> {
        let map = self.map(node, "static sampler")?;
        self.known_keys::<SamplerFlags>(map, &SAMPLER_KEYS);
        let default = StaticSampler::new(self.register(map, "ShaderRegister")?);
        let flags = self.flags(map)?;
        Some(StaticSampler {
            pos: node.pos,
            filter: self.optional_value(map, "Filter", default.filter)?,
            address_u: self.optional_value(map, "AddressU", default.address_u)?,
            address_v: self.optional_value(map, "AddressV", default.address_v)?,
            address_w: self.optional_value(map, "AddressW", default.address_w)?,
            mip_lod_bias: self.optional_float(map, "MipLODBias", default.mip_lod_bias)?,
            max_anisotropy: match map.get("MaxAnisotropy") {
                Some(node) => self.number_arg(node)?,
                None => default.max_anisotropy,
            },
            comparison_func: self.optional_value(map, "ComparisonFunc", default.comparison_func)?,
            border_color: self.optional_value(map, "BorderColor", default.border_color)?,
            min_lod: self.optional_float(map, "MinLOD", default.min_lod)?,
            max_lod: self.optional_float(map, "MaxLOD", default.max_lod)?,
            visibility: self.required_value(map, "ShaderVisibility")?,
            flags: Arg::new(flags, node.pos),
            register: default.register,
        })
    }

    fn register(&mut self, map: Map<'_>, name: &'static str) -> Option<Register> {
        Some(Register { number: self.required_number(map, name)?, space: self.required_number(map, "RegisterSpace")? })
    }

    /// The flags of a mapping, written from 1.1 on: `None` stands for those of 1.0, which its binary does not hold.
    fn written_flags<T: FlagSet>(&mut self, map: Map<'_>, version: Version) -> Option<Arg<Option<T>>> {
        let flags = self.flags::<T>(map)?;
        let written = version >= Version::V1_1 || flags.raw() != 0;
        Some(Arg::new(written.then_some(flags), map.node.pos))
    }

    /// The flags whose keys say `true`.
    fn flags<T: FlagSet>(&mut self, map: Map<'_>) -> Option<T> {
        let mut bits = 0;
        for row in T::ROWS {
            if let Some(node) = map.get(row.yaml)
                && self.boolean(node)?
            {
                bits |= row.flag.raw();
            }
        }
        Some(T::from_raw(bits))
    }

    fn boolean(&mut self, node: &Node) -> Option<bool> {
        match &node.value {
            Tree::Scalar(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Tree::Scalar(text) if text.eq_ignore_ascii_case("false") => Some(false),
            Tree::Scalar(_) | Tree::Sequence(_) | Tree::Mapping(_) => {
                self.error(node, |span| errors::yaml_type(span, "true or false"))
            }
        }
    }

    fn required_value<T: Value>(&mut self, map: Map<'_>, key: &'static str) -> Option<Arg<T>> {
        let node = self.required(map, key)?;
        self.value(node)
    }

    fn optional_value<T: Value>(&mut self, map: Map<'_>, key: &str, default: Arg<T>) -> Option<Arg<T>> {
        match map.get(key) {
            Some(node) => self.value(node),
            None => Some(default),
        }
    }

    /// A value of an enum, by name or by number.
    fn value<T: Value>(&mut self, node: &Node) -> Option<Arg<T>> {
        let Tree::Scalar(text) = &node.value else {
            return self.error(node, |span| errors::yaml_type(span, "a word"));
        };
        let value = T::from_yaml(text).or_else(|| T::from_raw(parse_number(text)?));
        match value {
            Some(value) => Some(Arg::new(value, node.pos)),
            None => self.error(node, |span| errors::yaml_unknown_value(span, T::WHAT, text)),
        }
    }

    fn optional_float(&mut self, map: Map<'_>, key: &str, default: Arg<f32>) -> Option<Arg<f32>> {
        let Some(node) = map.get(key) else { return Some(default) };
        let number = match &node.value {
            // `.inf` and `.nan` are the words of YAML, `inf` and `nan` those of LLVM.
            Tree::Scalar(text) => {
                let word = text.strip_prefix('.').filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
                word.unwrap_or(text).parse().ok()
            }
            Tree::Sequence(_) | Tree::Mapping(_) => None,
        };
        match number {
            Some(number) => Some(Arg::new(number, node.pos)),
            None => self.error(node, |span| errors::yaml_type(span, "a number")),
        }
    }

    fn required_number(&mut self, map: Map<'_>, key: &'static str) -> Option<Arg<u32>> {
        let node = self.required(map, key)?;
        self.number_arg(node)
    }

    fn number_arg(&mut self, node: &Node) -> Option<Arg<u32>> {
        let number = self.number(node)?;
        Some(Arg::new(number, node.pos))
    }

    fn number(&mut self, node: &Node) -> Option<u32> {
        let number = match &node.value {
            Tree::Scalar(text) => parse_number(text),
            Tree::Sequence(_) | Tree::Mapping(_) => None,
        };
        match number {
            Some(number) => Some(number),
            None => self.error(node, |span| errors::yaml_type(span, "a 32-bit number")),
        }
    }

    /// Warns if a count is not that of the list.
    fn count(&mut self, map: Map<'_>, key: &'static str, actual: usize) {
        let Some(node) = map.get(key) else { return };
        if let Tree::Scalar(text) = &node.value
            && text.parse() != Ok(actual)
        {
            let span = self.report.span(node.pos);
            self.report.push(node.pos, errors::yaml_count(span, key, actual));
        }
    }

    fn required<'n>(&mut self, map: Map<'n>, key: &'static str) -> Option<&'n Node> {
        match map.get(key) {
            Some(node) => Some(node),
            None => self.error(map.node, |span| errors::yaml_missing(span, key, map.what)),
        }
    }

    fn map<'n>(&mut self, node: &'n Node, what: &'static str) -> Option<Map<'n>> {
        match &node.value {
            Tree::Mapping(entries) => Some(Map { node, entries, what }),
            Tree::Scalar(_) | Tree::Sequence(_) => self.error(node, |span| errors::yaml_type(span, "a mapping")),
        }
    }

    fn sequence<'n>(&mut self, node: &'n Node, key: &'static str) -> Option<&'n [Node]> {
        match &node.value {
            Tree::Sequence(items) => Some(items),
            Tree::Scalar(_) | Tree::Mapping(_) => {
                self.error(node, |span| errors::yaml_type(span, "a list").remark(format!("of {key}")))
            }
        }
    }

    /// Reports keys that are neither fields nor flags of the mapping, and keys given twice.
    fn known_keys<T: FlagSet>(&mut self, map: Map<'_>, fields: &[&str]) {
        let mut seen = BTreeSet::new();
        for (key, _) in map.entries {
            let is_flag = T::ROWS.iter().any(|row| row.yaml == key.name) || matches!(&*key.name, "NONE" | "None");
            let known = fields.contains(&&*key.name) || is_flag;
            let first = seen.insert(&key.name);
            if known && first {
                continue;
            }
            let span = self.report.span(key.pos);
            let diagnostic = if known {
                errors::yaml_repeated_key(span, &key.name)
            } else {
                errors::yaml_unknown_key(span, &key.name, map.what)
            };
            self.failed = true;
            self.report.push(key.pos, diagnostic);
        }
    }

    fn error<T>(&mut self, node: &Node, make: impl FnOnce(Span) -> Diagnostic) -> Option<T> {
        self.failed = true;
        let diagnostic = make(self.report.span(node.pos));
        self.report.push(node.pos, diagnostic);
        None
    }
}

const SIGNATURE_KEYS: [&str; 7] = [
    "Version",
    "NumRootParameters",
    "RootParametersOffset",
    "NumStaticSamplers",
    "StaticSamplersOffset",
    "Parameters",
    "Samplers",
];

const SAMPLER_KEYS: [&str; 13] = [
    "Filter",
    "AddressU",
    "AddressV",
    "AddressW",
    "MipLODBias",
    "MaxAnisotropy",
    "ComparisonFunc",
    "BorderColor",
    "MinLOD",
    "MaxLOD",
    "ShaderRegister",
    "RegisterSpace",
    "ShaderVisibility",
];

/// A number of 32 bits, with sign or without, decimal or hexadecimal.
fn parse_number(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok();
    }
    text.parse::<u32>().ok().or_else(|| text.parse::<i32>().ok().map(|number| number as u32))
}

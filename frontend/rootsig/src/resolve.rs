//! Resolves the syntax tree to the model: the meaning of words and numbers.
//!
//! Input: the syntax tree of a text. Output: the elements that are valid in themselves; for the others, diagnostics:
//! unknown words, numbers out of range, arguments given twice or missing, registers of the wrong class.

use crate::ast::{Arg, ArgName, ArgValue, Ast, Element, TableItem};
use crate::errors;
use crate::report::Report;
use crate::spelling::nearest;
use hlslc_rootsig as model;
use hlslc_rootsig::{Class, FlagSet, Pos, Value, clause, number};

/// The sound elements of the AST, in order.
pub(crate) fn resolve(ast: &Ast, report: &mut Report<'_>) -> Vec<model::Element> {
    let mut resolver = Resolver { report };
    ast.elements.iter().filter_map(|element| resolver.element(element)).collect()
}

/// `None` from any of its methods means that something is wrong and has been reported.
struct Resolver<'a, 'text> {
    report: &'a mut Report<'text>,
}

/// The arguments of one element or range, by name.
struct Args<'a> {
    element: &'static str,
    pos: Pos,
    by_name: [Option<&'a Arg>; ArgName::COUNT],
}

impl<'a> Args<'a> {
    fn get(&self, name: ArgName) -> Option<&'a Arg> {
        self.by_name[name as usize]
    }
}

impl Resolver<'_, '_> {
    fn element(&mut self, element: &Element) -> Option<model::Element> {
        match element {
            Element::RootFlags { pos, flags } => {
                let flags = self.flag_list(flags)?;
                Some(model::Element::Flags(model::RootFlagsElement { pos: *pos, flags }))
            }
            Element::RootConstants { pos, args } => self.root_constants(*pos, args),
            Element::RootDescriptor { pos, kind, args } => self.root_descriptor(*pos, *kind, args),
            Element::DescriptorTable { pos, items } => self.table(*pos, items),
            Element::StaticSampler { pos, args } => self.static_sampler(*pos, args),
            Element::Error => None,
        }
    }

    fn root_constants(&mut self, pos: Pos, args: &[Arg]) -> Option<model::Element> {
        let args = self.args(clause::CONSTANTS, pos, args);
        let register = self.register(args.as_ref(), Class::Cbv, clause::CONSTANTS, pos);
        let args = args?;
        if args.get(ArgName::Num32BitConstants).is_none() {
            let span = self.report.span(pos);
            self.report.push(pos, errors::missing_constant_count(span));
            return None;
        }
        let count = self.unsigned(&args, ArgName::Num32BitConstants, 0);
        let visibility = self.visibility(&args);
        let constants = model::RootConstants { pos, count: count?, register: register?, visibility: visibility? };
        Some(model::Element::Constants(constants))
    }

    fn root_descriptor(&mut self, pos: Pos, kind: model::DescriptorKind, args: &[Arg]) -> Option<model::Element> {
        let element = kind.class().keyword();
        let args = self.args(element, pos, args);
        let register = self.register(args.as_ref(), kind.class(), element, pos);
        let args = args?;
        let visibility = self.visibility(&args);
        let flags = self.descriptor_flags(&args);
        let (register, visibility, flags) = (register?, visibility?, flags?);
        Some(model::Element::Descriptor(model::RootDescriptor { pos, kind, register, visibility, flags }))
    }

    fn table(&mut self, pos: Pos, items: &[TableItem]) -> Option<model::Element> {
        let own = items.iter().filter_map(|item| match item {
            TableItem::Arg(arg) => Some(arg),
            TableItem::Range { .. } => None,
        });
        let args = self.args(clause::TABLE, pos, own);
        let visibility = args.and_then(|args| self.visibility(&args));
        let mut ranges = Some(Vec::with_capacity(items.len()));
        for item in items {
            if let TableItem::Range { pos, class, args } = item {
                let range = self.range(*pos, *class, args);
                ranges = ranges.zip(range).map(|(mut ranges, range)| {
                    ranges.push(range);
                    ranges
                });
            }
        }
        Some(model::Element::Table(model::DescriptorTable { pos, visibility: visibility?, ranges: ranges? }))
    }

    fn range(&mut self, pos: Pos, class: Class, args: &[Arg]) -> Option<model::DescriptorRange> {
        let element = class.keyword();
        let args = self.args(element, pos, args);
        let register = self.register(args.as_ref(), class, element, pos);
        let args = args?;
        let count = self.unsigned(&args, ArgName::NumDescriptors, 1);
        let offset = self.unsigned(&args, ArgName::Offset, model::OFFSET_APPEND);
        let flags = self.flags(&args);
        let (register, count, offset, flags) = (register?, count?, offset?, flags?);
        Some(model::DescriptorRange { pos, class, count, register, offset, flags })
    }

    fn static_sampler(&mut self, pos: Pos, args: &[Arg]) -> Option<model::Element> {
        let args = self.args(clause::STATIC_SAMPLER, pos, args);
        let register = self.register(args.as_ref(), Class::Sampler, clause::STATIC_SAMPLER, pos);
        let args = args?;
        let default = model::StaticSampler::new(model::Register::new(0, 0));
        let filter = self.value(&args, ArgName::Filter, default.filter.value);
        let address_u = self.value(&args, ArgName::AddressU, default.address_u.value);
        let address_v = self.value(&args, ArgName::AddressV, default.address_v.value);
        let address_w = self.value(&args, ArgName::AddressW, default.address_w.value);
        let mip_lod_bias = self.float(&args, ArgName::MipLodBias, default.mip_lod_bias.value);
        let max_anisotropy = self.unsigned(&args, ArgName::MaxAnisotropy, default.max_anisotropy.value);
        let comparison_func = self.value(&args, ArgName::ComparisonFunc, default.comparison_func.value);
        let border_color = self.value(&args, ArgName::BorderColor, default.border_color.value);
        let min_lod = self.float(&args, ArgName::MinLod, default.min_lod.value);
        let max_lod = self.float(&args, ArgName::MaxLod, default.max_lod.value);
        let visibility = self.visibility(&args);
        let flags = self.flags::<model::SamplerFlags>(&args);
        let flags = flags?;
        Some(model::Element::StaticSampler(Box::new(model::StaticSampler {
            pos,
            register: register?,
            filter: filter?,
            address_u: address_u?,
            address_v: address_v?,
            address_w: address_w?,
            mip_lod_bias: mip_lod_bias?,
            max_anisotropy: max_anisotropy?,
            comparison_func: comparison_func?,
            border_color: border_color?,
            min_lod: min_lod?,
            max_lod: max_lod?,
            visibility: visibility?,
            flags: model::Arg::new(flags.value.unwrap_or_default(), flags.pos),
        })))
    }

    /// The arguments by name. `None` if one could not be parsed or is given twice.
    fn args<'a>(
        &mut self,
        element: &'static str,
        pos: Pos,
        args: impl IntoIterator<Item = &'a Arg>,
    ) -> Option<Args<'a>> {
        let mut by_name = [None::<&Arg>; ArgName::COUNT];
        let mut sound = true;
        for arg in args {
            let slot = &mut by_name[arg.name as usize];
            match *slot {
                _ if arg.name == ArgName::Error => sound = false,
                None => *slot = Some(arg),
                Some(first) => {
                    let (first, again) = (self.report.span(first.pos), self.report.span(arg.pos));
                    let diagnostic = errors::repeated_argument(again, arg.name.text(), element);
                    self.report.push(arg.pos, diagnostic.label(first, "given here already"));
                    sound = false;
                }
            }
        }
        sound.then_some(Args { element, pos, by_name })
    }

    /// The register with its space.
    fn register(
        &mut self,
        args: Option<&Args<'_>>,
        class: Class,
        element: &'static str,
        pos: Pos,
    ) -> Option<model::Register> {
        // Of unsound arguments the register may be the one that is missing.
        let args = args?;
        let Some(arg) = args.get(ArgName::Register) else {
            let span = self.report.span(pos);
            self.report.push(pos, errors::missing_register(span, element, class.letter()));
            return None;
        };
        let text = self.report.text_at(arg.pos);
        let space = self.unsigned(args, ArgName::Space, 0);
        let mut characters = text.chars();
        if characters.next() != Some(class.letter()) {
            let span = self.report.span(arg.pos);
            let replacement = format!("{}{}", class.letter(), characters.as_str());
            let diagnostic = errors::wrong_register(span, element, class.letter(), text);
            self.report.push(arg.pos, diagnostic.suggest(span, &replacement, format!("did you mean `{replacement}`?")));
            return None;
        }
        let rest = characters.as_str();
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        let Some(number) = number::parse_u32(digits) else {
            let span = self.report.span(arg.pos);
            self.report.push(arg.pos, errors::number_too_large(span, digits));
            return None;
        };
        if digits.len() < rest.len() {
            let span = self.report.span(arg.pos);
            let register = format!("{}{number}", class.letter());
            let diagnostic = errors::register_suffix(span, text, &register);
            self.report.push(arg.pos, diagnostic.suggest(span, &register, format!("write `{register}`")));
        }
        Some(model::Register { number: model::Arg::new(number, arg.pos), space: space? })
    }

    fn unsigned(&mut self, args: &Args<'_>, name: ArgName, default: u32) -> Option<model::Arg<u32>> {
        let Some(arg) = args.get(name) else { return Some(default.into()) };
        match arg.value {
            // Both keywords of numbers, `unbounded` and `DESCRIPTOR_RANGE_OFFSET_APPEND`, are the largest number.
            ArgValue::Keyword => Some(model::Arg::new(u32::MAX, arg.pos)),
            ArgValue::Text(pos) => {
                let text = self.report.text_at(pos);
                let number = number::parse_u32(text);
                if number.is_none() {
                    let span = self.report.span(pos);
                    self.report.push(pos, errors::number_too_large(span, text));
                }
                number.map(|number| model::Arg::new(number, arg.pos))
            }
            ArgValue::Flags(_) | ArgValue::Error => None,
        }
    }

    fn float(&mut self, args: &Args<'_>, name: ArgName, default: f32) -> Option<model::Arg<f32>> {
        let Some(arg) = args.get(name) else { return Some(default.into()) };
        let ArgValue::Text(pos) = arg.value else { return None };
        let text = self.report.text_at(pos);
        let number = number::parse_f32(text);
        if number.is_none() {
            let span = self.report.span(pos);
            self.report.push(pos, errors::float_out_of_range(span, text));
        }
        number.map(|number| model::Arg::new(number, arg.pos))
    }

    fn visibility(&mut self, args: &Args<'_>) -> Option<model::Arg<model::Visibility>> {
        self.value(args, ArgName::Visibility, model::Visibility::All)
    }

    fn value<T: Value>(&mut self, args: &Args<'_>, name: ArgName, default: T) -> Option<model::Arg<T>> {
        let Some(arg) = args.get(name) else { return Some(default.into()) };
        let ArgValue::Text(pos) = arg.value else { return None };
        let word = self.report.text_at(pos);
        let value = T::from_keyword(word);
        if value.is_none() {
            let span = self.report.span(pos);
            let mut diagnostic = errors::unknown_value(span, T::WHAT, word);
            if let Some(keyword) = nearest(word, T::ROWS.iter().map(|row| row.keyword)) {
                diagnostic = diagnostic.suggest(span, keyword, format!("did you mean `{keyword}`?"));
            }
            self.report.push(pos, diagnostic);
        }
        value.map(|value| model::Arg::new(value, arg.pos))
    }

    fn flags<T: FlagSet>(&mut self, args: &Args<'_>) -> Option<model::Arg<Option<T>>> {
        let Some(arg) = args.get(ArgName::Flags) else { return Some(None.into()) };
        let ArgValue::Flags(words) = &arg.value else { return None };
        if words.is_empty() {
            let span = self.report.span(arg.pos);
            self.report.push(arg.pos, errors::empty_flags(span).remark(format!("in this {}", args.element)));
        }
        let flags = self.flag_list(words)?;
        Some(model::Arg::new(Some(flags), arg.pos.or(args.pos)))
    }

    /// The flags of a root descriptor: at least one, or 0 by itself.
    fn descriptor_flags<T: FlagSet>(&mut self, args: &Args<'_>) -> Option<model::Arg<Option<T>>> {
        let Some(Arg { value: ArgValue::Flags(words), pos, .. }) = args.get(ArgName::Flags) else {
            return self.flags(args);
        };
        let is_zero = |&&pos: &&Pos| number::parse_u32(self.report.text_at(pos)) == Some(0);
        let zero = words.iter().find(is_zero).copied().filter(|_| words.len() > 1);
        let (at, diagnostic) = match zero {
            _ if words.is_empty() => (*pos, errors::flags_missing(self.report.span(*pos), args.element)),
            Some(zero) => (zero, errors::zero_among_flags(self.report.span(zero), args.element)),
            None => return self.flags(args),
        };
        self.report.push(at, diagnostic);
        None
    }

    fn flag_list<T: FlagSet>(&mut self, words: &[Pos]) -> Option<T> {
        let mut bits = Some(0);
        for &pos in words {
            let flag = self.flag::<T>(pos);
            bits = bits.zip(flag).map(|(bits, flag)| bits | flag);
        }
        bits.map(T::from_raw)
    }

    /// The bits of one flag.
    fn flag<T: FlagSet>(&mut self, pos: Pos) -> Option<u32> {
        let word = self.report.text_at(pos);
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '+') {
            if number::parse_u32(word) == Some(0) {
                return Some(0);
            }
            let span = self.report.span(pos);
            self.report.push(pos, errors::number_as_flag(span, word));
            return None;
        }
        let flag = T::from_keyword(word);
        if flag.is_none() {
            let span = self.report.span(pos);
            let mut diagnostic = errors::unknown_flag(span, T::WHAT, word);
            if let Some(keyword) = nearest(word, T::ROWS.iter().map(|row| row.keyword)) {
                diagnostic = diagnostic.suggest(span, keyword, format!("did you mean `{keyword}`?"));
            }
            self.report.push(pos, diagnostic);
        }
        flag.map(T::raw)
    }
}

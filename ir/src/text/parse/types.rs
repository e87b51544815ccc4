//! Parses types and constants.

use super::{Parsed, Parser, key};
use crate::context::ConstData;
use crate::entity::{Const, Type};
use crate::node::{NodeKind, NodeType};
use crate::text::lex::Token;
use crate::types::{
    Access, ComponentKind, CooperativeMatrix, MAX_LANES, ResourceType, SamplerKind, Scalar, TextureDim, TextureShape,
    TypeData,
};

/// The maximum nesting depth of types and constants: each level costs call stack.
const MAX_DEPTH: u32 = 300;
/// The maximum weight of a type: as many scalars as the budget of the source's types allows.
const MAX_WEIGHT: u64 = 1 << 26;
/// The weight of a struct without members: arrays of it are limited, as each element has a cost all the same.
const EMPTY_WEIGHT: u64 = 2048;

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.type_at(0)
    }

    pub(super) fn type_at(&mut self, depth: u32) -> Parsed<Type> {
        if depth > MAX_DEPTH {
            return self.error("the type is nested too deeply");
        }
        match self.next() {
            Token::Local(name) => match self.structs.get(&key(name)) {
                Some(&ty) => Ok(ty),
                None => self.error_before(format!("no struct `{}`", name.text)),
            },
            Token::Punct('<') => {
                let count = self.number()?;
                self.expect_word("x")?;
                let scalar = self.scalar()?;
                self.expect('>')?;
                match count {
                    2.. if count <= u32::from(MAX_LANES) => Ok(self.module.ctx.vector(scalar, count as u16)),
                    _ => self.error_before(format!("vectors have two to {MAX_LANES} components")),
                }
            }
            Token::Punct('[') => {
                let count = self.number()?;
                self.expect_word("x")?;
                let element = self.type_at(depth + 1)?;
                self.expect(']')?;
                if count == 0 {
                    return self.error_before("an array has one element at least");
                }
                let weight = self.weight(element).saturating_mul(count.into());
                let ty = self.module.ctx.array(element, count);
                self.weigh(ty, weight)?;
                Ok(ty)
            }
            Token::Punct('{') => {
                let mut parts = Vec::new();
                while !self.eat('}') {
                    if !parts.is_empty() {
                        self.expect(',')?;
                    }
                    parts.push(self.type_at(depth + 1)?);
                }
                let weight = self.weight_of_parts(parts.iter().copied());
                let ty = self.module.ctx.tuple(parts);
                self.weigh(ty, weight)?;
                Ok(ty)
            }
            Token::Word(word) => match (word.as_str(), Scalar::from_name(word)) {
                (_, Some(scalar)) => Ok(self.module.ctx.scalar(scalar)),
                ("void", _) => Ok(self.module.ctx.void()),
                ("ptr", _) => {
                    self.expect('(')?;
                    let space = self.space()?;
                    self.expect(',')?;
                    let to = self.type_at(depth + 1)?;
                    self.expect(')')?;
                    Ok(self.module.ctx.pointer(to, space))
                }
                ("target", _) => self.resource_type(depth),
                ("hitobject", _) => Ok(self.module.ctx.hit_object()),
                ("rawhandle", _) => Ok(self.module.ctx.raw_handle()),
                ("coopmatrix", _) => self.cooperative_matrix(),
                ("node", _) => self.node_type(depth),
                ("address", _) => self.address_type(depth),
                ("spirv", _) => self.made_type(depth),
                _ => self.error_before(format!("`{word}` is no type")),
            },
            Token::Number(_) | Token::Text(_) | Token::Global(_) | Token::Punct(_) | Token::End => {
                self.error_before("a type is needed here")
            }
        }
    }

    /// The weight of a type.
    fn weight(&self, ty: Type) -> u64 {
        self.weights.get(&ty).copied().unwrap_or(1)
    }

    /// The same of what has such parts.
    pub(super) fn weight_of_parts(&self, parts: impl ExactSizeIterator<Item = Type>) -> u64 {
        if parts.len() == 0 {
            return EMPTY_WEIGHT;
        }
        parts.fold(0, |sum, part| sum.saturating_add(self.weight(part)))
    }

    /// Says how much a type holds that was just read.
    pub(super) fn weigh(&mut self, ty: Type, weight: u64) -> Parsed {
        if weight > MAX_WEIGHT {
            return self.error_before("the type holds too much");
        }
        self.weights.insert(ty, weight);
        Ok(())
    }

    fn cooperative_matrix(&mut self) -> Parsed<Type> {
        self.expect('(')?;
        let mut numbers = [self.number()?; 5];
        for number in &mut numbers[1..] {
            self.expect(',')?;
            *number = self.number()?;
        }
        self.expect(')')?;
        Ok(self.module.ctx.cooperative_matrix(CooperativeMatrix::of(numbers)))
    }

    fn node_type(&mut self, depth: u32) -> Parsed<Type> {
        self.expect('(')?;
        let kind = self.named(NodeKind::from_name)?;
        let tracks_sharing = self.eat_word("tracked");
        let record = if self.eat(',') { Some(self.type_at(depth + 1)?) } else { None };
        self.expect(')')?;
        Ok(self.module.ctx.node(NodeType { kind, record, tracks_sharing }))
    }

    fn resource_type(&mut self, depth: u32) -> Parsed<Type> {
        self.expect('(')?;
        let name = self.text()?;
        let resource = match name.as_str() {
            "dx.TypedBuffer" => {
                let element = self.element_type(depth)?;
                ResourceType::TypedBuffer { element, access: self.access()?, component: self.component()? }
            }
            "dx.RawBuffer" => {
                self.expect(',')?;
                let bytes = self.eat_word("i8");
                let element = if bytes { None } else { Some(self.type_at(depth + 1)?) };
                ResourceType::RawBuffer { element, access: self.access()? }
            }
            "dx.CBuffer" => ResourceType::CBuffer { layout: self.element_type(depth)? },
            "dx.TBuffer" => ResourceType::TBuffer { layout: self.element_type(depth)? },
            "dx.Texture" => {
                let element = self.element_type(depth)?;
                let (access, component) = (self.access()?, self.component()?);
                self.expect(',')?;
                let dim = if let Token::Number(text) | Token::Word(text) = self.next() {
                    TextureDim::all().find(|dim| dim.word() == text)
                } else {
                    None
                };
                let Some(dim) = dim else { return self.error_before("unknown shape of a texture") };
                let shape = TextureShape::new(dim, self.parameter()? != 0);
                ResourceType::Texture { element, component, access, shape, samples: self.parameter()? }
            }
            "dx.FeedbackTexture" => {
                ResourceType::FeedbackTexture { kind: self.parameter()?, array: self.parameter()? != 0 }
            }
            "dx.Sampler" => {
                let kind = if self.parameter()? == 0 { SamplerKind::Default } else { SamplerKind::Comparison };
                ResourceType::Sampler { kind }
            }
            "dx.AccelerationStructure" => ResourceType::AccelerationStructure,
            _ => return self.error_before(format!("unknown target type \"{name}\"")),
        };
        self.expect(')')?;
        Ok(self.module.ctx.handle(resource))
    }

    fn element_type(&mut self, depth: u32) -> Parsed<Type> {
        self.expect(',')?;
        self.type_at(depth + 1)
    }

    fn parameter(&mut self) -> Parsed<u32> {
        self.expect(',')?;
        self.number()
    }

    /// Writable, rasterizer ordered.
    fn access(&mut self) -> Parsed<Access> {
        Ok(match (self.parameter()?, self.parameter()?) {
            (0, _) => Access::ReadOnly,
            (_, 0) => Access::ReadWrite,
            _ => Access::RasterizerOrdered,
        })
    }

    fn component(&mut self) -> Parsed<ComponentKind> {
        let number = self.parameter()?;
        match ComponentKind::ALL.get(number as usize) {
            Some(row) => Ok(row.0),
            None => self.error_before("unknown kind of component"),
        }
    }

    /// Whether a constant may start here.
    pub(super) fn at_constant(&self) -> bool {
        match self.peek() {
            Token::Number(_) | Token::Punct('(') => true,
            Token::Word(word) => matches!(word.as_str(), "true" | "false" | "undef" | "zeroinitializer"),
            Token::Text(_) | Token::Local(_) | Token::Global(_) | Token::Punct(_) | Token::End => false,
        }
    }

    /// A constant of a given type.
    pub(super) fn constant(&mut self, ty: Type) -> Parsed<Const> {
        self.constant_at(ty, 0)
    }

    fn constant_at(&mut self, ty: Type, depth: u32) -> Parsed<Const> {
        if depth > MAX_DEPTH {
            return self.error("the constant is nested too deeply");
        }
        let data = match self.next() {
            Token::Word(word) => match word.as_str() {
                "true" => ConstData::Scalar(1),
                "false" => ConstData::Scalar(0),
                "undef" => ConstData::Undef,
                "zeroinitializer" => ConstData::Zero,
                _ => return self.error_before(format!("`{word}` is no constant")),
            },
            Token::Number(text) => {
                if let TypeData::Scalar(scalar) = *self.module.ctx.type_data(ty) {
                    match scalar_bits(scalar, text) {
                        Some(bits) => ConstData::Scalar(bits),
                        None => return self.error_before(format!("`{text}` is no constant of type {}", scalar.name())),
                    }
                } else {
                    return self.error_before("a number is no constant of this type");
                }
            }
            Token::Punct('(') => {
                let count = self.module.ctx.part_count(ty).unwrap_or(0);
                let mut parts = Vec::new();
                for index in 0..count {
                    if index > 0 {
                        self.expect(',')?;
                    }
                    let Some(part) = self.module.ctx.part_type(ty, index) else {
                        return self.error("this type has no such part");
                    };
                    parts.push(self.constant_at(part, depth + 1)?);
                }
                self.expect(')')?;
                ConstData::Composite(parts)
            }
            Token::Text(_) | Token::Local(_) | Token::Global(_) | Token::Punct(_) | Token::End => {
                return self.error_before("a constant is needed here");
            }
        };
        if matches!(data, ConstData::Scalar(_)) && !matches!(self.module.ctx.type_data(ty), TypeData::Scalar(_)) {
            return self.error_before("the constant is of another type");
        }
        Ok(self.module.ctx.constant(ty, data))
    }
}

/// The bits that a number means for a scalar type.
fn scalar_bits(scalar: Scalar, text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok();
    }
    let int = || text.parse::<i64>().ok().map(|n| n as u64).or_else(|| text.parse::<u64>().ok());
    match scalar {
        Scalar::Bool => int().filter(|&n| n <= 1),
        Scalar::I16 => int().map(|n| u64::from(n as u16)),
        Scalar::I32 | Scalar::MinI16 => int().map(|n| u64::from(n as u32)),
        Scalar::I64 => int(),
        Scalar::F16 => text.parse::<f32>().ok().map(|x| u64::from(half::f16::from_f32(x).to_bits())),
        Scalar::F32 | Scalar::MinF16 => text.parse::<f32>().ok().map(|x| u64::from(x.to_bits())),
        Scalar::F64 => text.parse::<f64>().ok().map(f64::to_bits),
    }
}

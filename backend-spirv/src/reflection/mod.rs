//! Reflects a SPIR-V module: entry points, bindings, push constants, specialization constants, locations.
//!
//! Input: the words of any module, of hlslc's or of another compiler's making. Output: a [`Reflection`]. Only what stands before the
//! functions is looked at. Each struct is described once and types name it by its place, so nothing is walked by recursion;
//! text and dimensions that many types share draw on a budget, a multiple of the module's words.

mod facts;
mod model;
mod text;
mod words;

use std::fmt;

use rspirv::spirv::{Capability, Decoration, Dim, ExecutionMode, ExecutionModel, Op, StorageClass};
use rustc_hash::FxHashMap;

pub use model::*;

use facts::{Constant, Declared, Decorated, Facts, Variable, built_in, has, number_of, text_of};

/// Why a module cannot be reflected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReflectError {
    /// The first word is not SPIR-V's.
    NotSpirv,
    /// An instruction reaches beyond the end.
    Truncated {
        /// The word at which it starts.
        word: usize,
    },
    /// Written out, it would be far larger than the module.
    TooLarge,
    /// The length of an array is no constant, or is worked out when a pipeline is made.
    UnknownLength {
        /// The id of the length.
        length: u32,
    },
    /// A member of a block has no offset.
    NoOffset {
        /// The id of the struct.
        id: u32,
        /// Which member.
        member: u32,
    },
}

impl fmt::Display for ReflectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSpirv => f.write_str("no SPIR-V module: the first word is not 0x07230203"),
            Self::Truncated { word } => {
                write!(f, "SPIR-V module at word {word}: an instruction does not end in the module")
            }
            Self::TooLarge => f.write_str(
                "the SPIR-V module refers to the same text and types so often that reflection of it has no bound",
            ),
            Self::UnknownLength { length } => write!(
                f,
                "SPIR-V module: %{length}, the length of an array, is no constant of its own, so that its size is not known"
            ),
            Self::NoOffset { id, member } => {
                write!(f, "SPIR-V module: member {member} of the struct %{id} is in a block, but has no offset")
            }
        }
    }
}

impl std::error::Error for ReflectError {}

type Reflect<T> = Result<T, ReflectError>;

/// Whether bytes start as a SPIR-V module does.
pub fn is_spirv(bytes: &[u8]) -> bool {
    words::words(bytes.get(..4).unwrap_or_default()) != Err(ReflectError::NotSpirv)
}

/// Reflects the bytes of a module.
pub fn reflect(bytes: &[u8]) -> Result<Reflection, ReflectError> {
    reflect_words(&words::words(bytes)?)
}

/// Reflects the words of a module.
pub fn reflect_words(words: &[u32]) -> Result<Reflection, ReflectError> {
    let instructions = words::instructions(words)?;
    let facts = Facts::of(&instructions);
    let version = words.get(1).copied().ok_or(ReflectError::Truncated { word: 1 })?.to_be_bytes();
    let mut work = Work {
        facts: &facts,
        structs: Vec::new(),
        places: FxHashMap::default(),
        pending: Vec::new(),
        sizes: FxHashMap::default(),
        budget: words.len().saturating_mul(TIMES).saturating_add(LEAST),
    };
    let mut bindings = Vec::new();
    let mut push_constants = Vec::new();
    for variable in &facts.variables {
        if variable.class == StorageClass::PushConstant {
            push_constants.push(work.push_constants(*variable)?);
        } else if let Some(binding) = work.binding(*variable)? {
            bindings.push(binding);
        }
    }
    bindings.sort_by_key(|binding| (binding.set, binding.binding));
    let entry_points = facts.entry_points.iter().map(|operands| work.entry_point(operands)).collect::<Reflect<_>>()?;
    let specialization_constants =
        facts.chosen.iter().filter_map(|constant| work.specialization(constant).transpose()).collect::<Reflect<_>>()?;
    work.finish_structs()?;
    Ok(Reflection {
        version: Version { major: version[1], minor: version[2] },
        capabilities: facts.capabilities.iter().filter_map(|&number| Capability::from_u32(number)).collect(),
        extensions: facts.extensions.iter().map(|words| work.text(words::text(words).0)).collect::<Reflect<_>>()?,
        entry_points,
        bindings,
        push_constants,
        specialization_constants,
        structs: work.structs,
    })
}

/// Bytes that any module may ask for, and how many for each of its words more.
const LEAST: usize = 1 << 16;
const TIMES: usize = 256;

/// The reflection under construction.
struct Work<'a, 'w> {
    facts: &'a Facts<'w>,
    structs: Vec<Struct>,
    /// The place of each struct in the table.
    places: FxHashMap<u32, u32>,
    /// Structs that have a place and no members yet.
    pending: Vec<u32>,
    /// The bytes of structs, as far as they are known.
    sizes: FxHashMap<u32, u32>,
    budget: usize,
}

impl<'w> Work<'_, 'w> {
    fn draw(&mut self, bytes: usize) -> Reflect<()> {
        self.budget = self.budget.checked_sub(bytes).ok_or(ReflectError::TooLarge)?;
        Ok(())
    }

    fn text(&mut self, bytes: Vec<u8>) -> Reflect<String> {
        self.draw(bytes.len())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn name(&mut self, id: u32) -> Reflect<String> {
        self.text(self.facts.name(id))
    }

    /// A type as a member with these decorations has it.
    fn describe(&mut self, mut id: u32, decorations: &[Decorated<'w>]) -> Reflect<Type> {
        self.draw(size_of::<Type>())?;
        let mut ty = Type {
            kind: TypeKind::Other,
            width: 0,
            components: 1,
            columns: 1,
            row_major: None,
            matrix_stride: None,
            array: Vec::new(),
            r#struct: None,
        };
        // Every step draws, so a type that is an array of itself ends.
        loop {
            let stride = number_of(self.facts.decorations(id), Decoration::ArrayStride);
            let Some((element, count)) = self.facts.array(id)? else { break };
            self.draw(size_of::<Dimension>())?;
            ty.array.push(Dimension { count, stride });
            id = element;
        }
        if let Declared::Matrix { column, count } = self.facts.declared(id) {
            ty.columns = count;
            ty.matrix_stride = number_of(decorations, Decoration::MatrixStride);
            if has(decorations, Decoration::RowMajor) || has(decorations, Decoration::ColMajor) {
                ty.row_major = Some(has(decorations, Decoration::RowMajor));
            }
            id = column;
        }
        if let Declared::Vector { element, count } = self.facts.declared(id) {
            ty.components = count;
            id = element;
        }
        (ty.kind, ty.width) = self.kind(id);
        if ty.kind == TypeKind::Struct {
            ty.r#struct = Some(self.place(id));
        }
        Ok(ty)
    }

    fn kind(&self, id: u32) -> (TypeKind, u32) {
        match self.facts.declared(id) {
            Declared::Void => (TypeKind::Void, 0),
            Declared::Bool => (TypeKind::Bool, 0),
            Declared::Int { width, signed: true } => (TypeKind::Int, width),
            Declared::Int { width, signed: false } => (TypeKind::UInt, width),
            Declared::Float { width } => (TypeKind::Float, width),
            Declared::Struct { .. } => (TypeKind::Struct, 0),
            Declared::Image { .. } => (TypeKind::Image, 0),
            Declared::Sampler => (TypeKind::Sampler, 0),
            Declared::SampledImage { .. } => (TypeKind::SampledImage, 0),
            Declared::AccelerationStructure => (TypeKind::AccelerationStructure, 0),
            Declared::Pointer { .. } => (TypeKind::Pointer, 64),
            Declared::Vector { .. }
            | Declared::Matrix { .. }
            | Declared::Array { .. }
            | Declared::RuntimeArray { .. }
            | Declared::Other => (TypeKind::Other, 0),
        }
    }

    /// The place of a struct, which is described later if it is new.
    fn place(&mut self, id: u32) -> u32 {
        let next = self.structs.len() as u32;
        let place = *self.places.entry(id).or_insert(next);
        if place == next {
            self.structs.push(Struct { name: String::new(), members: Vec::new() });
            self.pending.push(id);
        }
        place
    }

    /// Describes the structs that have a place, and those that they hold.
    fn finish_structs(&mut self) -> Reflect<()> {
        while let Some(id) = self.pending.pop() {
            let Declared::Struct { members } = self.facts.declared(id) else { continue };
            let name = self.name(id)?;
            let mut described = Vec::new();
            for (index, &member) in (0..).zip(members) {
                let decorations = self.facts.member_decorations(id, index);
                described.push(Member {
                    name: self.text(self.facts.member_name(id, index))?,
                    offset: number_of(decorations, Decoration::Offset),
                    r#type: self.describe(member, decorations)?,
                });
            }
            let place = self.place(id) as usize;
            self.structs[place] = Struct { name, members: described };
        }
        Ok(())
    }

    /// The first byte and the bytes of a block, an array without an end at its end not counted.
    fn extent(&mut self, id: u32) -> Reflect<(u32, u32)> {
        let Declared::Struct { members } = self.facts.declared(id) else { return Ok((0, 0)) };
        let (mut first, mut end) = (u32::MAX, 0);
        for (index, &member) in (0..).zip(members) {
            let decorations = self.facts.member_decorations(id, index);
            let offset = offset_of(id, index, decorations)?;
            first = first.min(offset);
            end = end.max(offset.saturating_add(self.size(member, decorations, MOST_NESTED)?));
        }
        Ok((if end == 0 { 0 } else { first }, end))
    }

    /// The bytes of a member. Structs that nest deeper than any layout does count for nothing.
    fn size(&mut self, id: u32, decorations: &[Decorated<'w>], nested: u32) -> Reflect<u32> {
        let Some(nested) = nested.checked_sub(1) else { return Ok(0) };
        Ok(match self.facts.declared(id) {
            Declared::Int { width, .. } | Declared::Float { width } => width / 8,
            Declared::Vector { element, count } => self.size(element, &[], nested)?.saturating_mul(count),
            Declared::Matrix { column, count } => {
                let rows = if let Declared::Vector { count, .. } = self.facts.declared(column) { count } else { 1 };
                let lines = if has(decorations, Decoration::RowMajor) { rows } else { count };
                let across = if has(decorations, Decoration::RowMajor) { count } else { rows };
                let scalar = self.size(column, &[], nested)? / rows.max(1);
                let stride = number_of(decorations, Decoration::MatrixStride).unwrap_or(across.saturating_mul(scalar));
                lines.saturating_sub(1).saturating_mul(stride).saturating_add(across.saturating_mul(scalar))
            }
            Declared::Array { element, length } => {
                let stride = number_of(self.facts.decorations(id), Decoration::ArrayStride);
                let stride = match stride {
                    Some(stride) => stride,
                    None => self.size(element, decorations, nested)?,
                };
                stride.saturating_mul(self.facts.length(length)?)
            }
            Declared::Pointer { .. } => 8,
            Declared::Struct { members } => {
                if let Some(&known) = self.sizes.get(&id) {
                    return Ok(known);
                }
                // One that holds itself has no bytes.
                self.sizes.insert(id, 0);
                let mut end = 0u32;
                for (index, &member) in (0..).zip(members) {
                    let decorations = self.facts.member_decorations(id, index);
                    let offset = offset_of(id, index, decorations)?;
                    end = end.max(offset.saturating_add(self.size(member, decorations, nested)?));
                }
                self.sizes.insert(id, end);
                end
            }
            Declared::Void
            | Declared::Bool
            | Declared::Image { .. }
            | Declared::Sampler
            | Declared::SampledImage { .. }
            | Declared::RuntimeArray { .. }
            | Declared::AccelerationStructure
            | Declared::Other => 0,
        })
    }

    /// The pointee of a pointer, through the arrays of resources.
    fn pointee(&self, variable: Variable) -> Reflect<(u32, Option<u32>)> {
        let Declared::Pointer { pointee } = self.facts.declared(variable.ty) else { return Ok((0, Some(1))) };
        let (mut id, mut count) = (pointee, Some(1u32));
        for _ in 0..MOST_NESTED {
            let Some((element, length)) = self.facts.array(id)? else { break };
            (id, count) = (element, count.zip(length).map(|(count, length)| count.saturating_mul(length)));
        }
        Ok((id, count))
    }

    fn binding(&mut self, variable: Variable) -> Reflect<Option<Binding>> {
        let decorations = self.facts.decorations(variable.id);
        let (ty, count) = self.pointee(variable)?;
        let of_type = self.facts.decorations(ty);
        let descriptor_type = match (variable.class, self.facts.declared(ty)) {
            (StorageClass::StorageBuffer, _) => DescriptorType::StorageBuffer,
            (StorageClass::Uniform, _) if has(of_type, Decoration::BufferBlock) => DescriptorType::StorageBuffer,
            (StorageClass::Uniform, _) => DescriptorType::UniformBuffer,
            (StorageClass::UniformConstant, declared) => descriptor_type(declared),
            _ => return Ok(None),
        };
        let is_buffer = matches!(descriptor_type, DescriptorType::UniformBuffer | DescriptorType::StorageBuffer);
        let mut binding = Binding {
            name: self.name(variable.id)?,
            set: number_of(decorations, Decoration::DescriptorSet),
            binding: number_of(decorations, Decoration::Binding),
            descriptor_type,
            count,
            image: self.image(ty),
            block: None,
            size: None,
            non_writable: has(decorations, Decoration::NonWritable),
            non_readable: has(decorations, Decoration::NonReadable),
            coherent: has(decorations, Decoration::Coherent),
            input_attachment_index: number_of(decorations, Decoration::InputAttachmentIndex),
            user_type: None,
        };
        if let Some(text) = text_of(decorations, Decoration::UserTypeGOOGLE) {
            binding.user_type = Some(self.text(text)?);
        }
        if is_buffer {
            binding.block = Some(self.describe(ty, &[])?);
            binding.size = Some(self.extent(ty)?.1);
            // Each member of a block may say it for itself.
            if let Declared::Struct { members } = self.facts.declared(ty) {
                let mut members = (0..members.len() as u32).map(|index| self.facts.member_decorations(ty, index));
                let all = |wanted| members.clone().all(|found| has(found, wanted)) && members.len() > 0;
                binding.non_writable |= all(Decoration::NonWritable);
                binding.non_readable |= all(Decoration::NonReadable);
                binding.coherent |= members.any(|found| has(found, Decoration::Coherent));
            }
        }
        Ok(Some(binding))
    }

    fn image(&self, ty: u32) -> Option<Image> {
        let ty = if let Declared::SampledImage { image } = self.facts.declared(ty) { image } else { ty };
        let Declared::Image { sampled_type, dim, arrayed, multisampled, format, .. } = self.facts.declared(ty) else {
            return None;
        };
        let (sampled_type, sampled_width) = self.kind(sampled_type);
        Some(Image { dim: dim?, arrayed, multisampled, format, sampled_type, sampled_width })
    }

    fn push_constants(&mut self, variable: Variable) -> Reflect<PushConstants> {
        let (ty, _) = self.pointee(variable)?;
        let (offset, end) = self.extent(ty)?;
        Ok(PushConstants {
            name: self.name(variable.id)?,
            r#type: self.describe(ty, &[])?,
            offset,
            size: end.saturating_sub(offset),
        })
    }

    fn specialization(&mut self, constant: &Constant<'w>) -> Reflect<Option<SpecializationConstant>> {
        let Some(id) = number_of(self.facts.decorations(constant.id), Decoration::SpecId) else { return Ok(None) };
        let r#type = self.describe(constant.ty, &[])?;
        let default = scalar(constant, &r#type);
        Ok(Some(SpecializationConstant { name: self.name(constant.id)?, id, r#type, default }))
    }

    fn entry_point(&mut self, operands: &[u32]) -> Reflect<EntryPoint> {
        let [model, function, rest @ ..] = operands else { return Err(ReflectError::Truncated { word: 0 }) };
        let (name, interface) = words::text(rest);
        let mut entry = EntryPoint {
            name: self.text(name)?,
            execution_model: ExecutionModel::from_u32(*model).unwrap_or(ExecutionModel::Kernel),
            execution_modes: Vec::new(),
            workgroup_size: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        for words in self.facts.modes.get(function).into_iter().flatten() {
            let Some((&number, numbers)) = words.split_first() else { continue };
            let Some(mode) = ExecutionMode::from_u32(number) else { continue };
            let by_id = mode == ExecutionMode::LocalSizeId;
            if let (ExecutionMode::LocalSize | ExecutionMode::LocalSizeId, &[x, y, z]) = (mode, numbers) {
                let size = |part: u32| if by_id { self.facts.number(part) } else { Some(part) };
                // A size that no constant says is not known.
                entry.workgroup_size = match [x, y, z].map(size) {
                    [Some(x), Some(y), Some(z)] => Some([x, y, z]),
                    _ => None,
                };
            }
            self.draw(4 * numbers.len())?;
            entry.execution_modes.push(Mode { mode, operands: numbers.to_vec() });
        }
        let variables: FxHashMap<u32, Variable> =
            self.facts.variables.iter().map(|variable| (variable.id, *variable)).collect();
        for variable in interface.iter().filter_map(|id| variables.get(id)) {
            if variable.class == StorageClass::Input {
                self.interface(*variable, &mut entry.inputs)?;
            } else if variable.class == StorageClass::Output {
                self.interface(*variable, &mut entry.outputs)?;
            }
        }
        let by_place = |found: &Interface| (found.built_in.is_some(), found.location, found.component, found.index);
        entry.inputs.sort_by_key(by_place);
        entry.outputs.sort_by_key(by_place);
        Ok(entry)
    }

    /// A variable of an interface; a block of built-ins gives one for each member.
    fn interface(&mut self, variable: Variable, into: &mut Vec<Interface>) -> Reflect<()> {
        let Declared::Pointer { pointee } = self.facts.declared(variable.ty) else { return Ok(()) };
        let (block, _) = self.pointee(variable)?;
        let decorations = self.facts.decorations(variable.id);
        if let Declared::Struct { members } = self.facts.declared(block)
            && number_of(decorations, Decoration::Location).is_none()
        {
            for (index, &member) in (0..).zip(members) {
                let decorations = self.facts.member_decorations(block, index);
                let name = self.text(self.facts.member_name(block, index))?;
                let found = self.one_interface(name, member, decorations)?;
                into.push(found);
            }
            return Ok(());
        }
        let name = self.name(variable.id)?;
        let found = self.one_interface(name, pointee, decorations)?;
        into.push(found);
        Ok(())
    }

    fn one_interface(&mut self, name: String, ty: u32, decorations: &[Decorated<'w>]) -> Reflect<Interface> {
        self.draw(size_of::<Interface>())?;
        let semantic = text_of(decorations, Decoration::UserSemantic).map(|text| self.text(text)).transpose()?;
        let kept = decorations.iter().map(|found| found.decoration).filter(|found| OF_INTERFACES.contains(found));
        Ok(Interface {
            name,
            location: number_of(decorations, Decoration::Location),
            component: number_of(decorations, Decoration::Component),
            index: number_of(decorations, Decoration::Index),
            built_in: built_in(decorations),
            semantic,
            decorations: kept.collect(),
            r#type: self.describe(ty, decorations)?,
        })
    }
}

/// Structs and arrays nested deeper than this, which no shader has, have no size.
const MOST_NESTED: u32 = 64;

/// The decorations of an interface that say how a value comes or goes.
const OF_INTERFACES: [Decoration; 8] = [
    Decoration::Flat,
    Decoration::NoPerspective,
    Decoration::Centroid,
    Decoration::Sample,
    Decoration::Patch,
    Decoration::PerPrimitiveEXT,
    Decoration::PerVertexKHR,
    Decoration::Invariant,
];

fn descriptor_type(declared: Declared<'_>) -> DescriptorType {
    // Of an image, 2 says that it is not sampled.
    const STORED: u32 = 2;
    match declared {
        Declared::Sampler => DescriptorType::Sampler,
        Declared::SampledImage { .. } => DescriptorType::CombinedImageSampler,
        Declared::AccelerationStructure => DescriptorType::AccelerationStructure,
        Declared::Image { dim: Some(Dim::DimSubpassData), .. } => DescriptorType::InputAttachment,
        Declared::Image { dim: Some(Dim::DimBuffer), sampled: STORED, .. } => DescriptorType::StorageTexelBuffer,
        Declared::Image { dim: Some(Dim::DimBuffer), .. } => DescriptorType::UniformTexelBuffer,
        Declared::Image { sampled: STORED, .. } => DescriptorType::StorageImage,
        Declared::Image { .. } => DescriptorType::SampledImage,
        Declared::Void
        | Declared::Bool
        | Declared::Int { .. }
        | Declared::Float { .. }
        | Declared::Vector { .. }
        | Declared::Matrix { .. }
        | Declared::Array { .. }
        | Declared::RuntimeArray { .. }
        | Declared::Struct { .. }
        | Declared::Pointer { .. }
        | Declared::Other => DescriptorType::Other,
    }
}

/// The offset of a member of a block.
fn offset_of(id: u32, member: u32, decorations: &[Decorated<'_>]) -> Reflect<u32> {
    number_of(decorations, Decoration::Offset).ok_or(ReflectError::NoOffset { id, member })
}

/// The value of a constant. Narrow ones have one word, and Booleans none.
fn scalar(constant: &Constant<'_>, ty: &Type) -> Scalar {
    let word = |index: usize| u64::from(constant.value.get(index).copied().unwrap_or(0));
    let bits = word(0) | word(1) << 32;
    match (constant.op, ty.kind, ty.width) {
        (Op::SpecConstantTrue, ..) => Scalar::Bool(true),
        (Op::SpecConstantFalse, ..) => Scalar::Bool(false),
        (_, TypeKind::Float, 64) => Scalar::Float(f64::from_bits(bits)),
        (_, TypeKind::Float, 16) => Scalar::Float(half::f16::from_bits(bits as u16).to_f64()),
        (_, TypeKind::Float, _) => Scalar::Float(f64::from(f32::from_bits(bits as u32))),
        (_, TypeKind::Int, 64) => Scalar::Int(bits.cast_signed()),
        (_, TypeKind::Int, _) => Scalar::Int(i64::from((bits as u32).cast_signed())),
        _ => Scalar::UInt(bits),
    }
}

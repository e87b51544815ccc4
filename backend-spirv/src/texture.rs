//! Lowers operations on textures: texels by coordinates, samples through a sampler, gathers, sizes.

use crate::resource::Handle;
use crate::writer::{Repr, Site, UsedParts, Writer};
use hlslc_ir::types::{ResourceType, Scalar, TextureShape};
use hlslc_ir::vulkan::VkPlace;
use hlslc_ir::{ConstData, Function, Imm, Inst, Op, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, ImageOperands, Op as Core, Word};
use smallvec::SmallVec;

/// The source of the level of a filtered read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// From the neighbours' coordinates.
    Implicit,
    /// The same, and an operand.
    Bias,
    /// From two operands that are derivatives.
    Grad,
    /// From an operand.
    Operand,
    /// It is level 0.
    Zero,
    /// There is none.
    None,
}

/// Operands after the fixed ones of an image instruction, in the order of their bits.
#[derive(Default)]
struct Extra {
    mask: u32,
    ids: SmallVec<[Word; 4]>,
}

impl Extra {
    /// Adds one. They must come in the order of their bits.
    fn with(&mut self, what: ImageOperands, ids: &[Word]) {
        self.mask |= what.bits();
        self.ids.extend_from_slice(ids);
    }

    fn operands(self) -> Vec<Operand> {
        if self.mask == 0 {
            return Vec::new();
        }
        let mask = ImageOperands::from_bits_truncate(self.mask);
        let mut list = vec![Operand::ImageOperands(mask)];
        list.extend(self.ids.into_iter().map(Operand::IdRef));
        list
    }
}

/// Of each instruction with a result of several parts, those that are used: a use that is no `extract` of one part uses all.
pub(crate) fn used_parts(func: &Function) -> UsedParts {
    let mut used = UsedParts::default();
    let mut add = |value: Value, parts: u32| {
        if let Some(inst) = func.as_inst(value) {
            used[inst] |= parts;
        }
    };
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            match (data.op, data.imm, func.args(inst)) {
                (Op::Extract, Imm::Index(part), &[of]) => add(of, 1_u32.checked_shl(part).unwrap_or(0)),
                (.., args) => args.iter().for_each(|&arg| add(arg, u32::MAX)),
            }
        }
        func.blocks[block].terminator.values().for_each(|value| add(value, u32::MAX));
    }
    used
}

/// The form of a read that shows whether memory is mapped.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "SPIR-V has hundreds of instructions; those that read images are named"
)]
fn sparse(core: Core) -> Option<Core> {
    Some(match core {
        Core::ImageSampleImplicitLod => Core::ImageSparseSampleImplicitLod,
        Core::ImageSampleExplicitLod => Core::ImageSparseSampleExplicitLod,
        Core::ImageSampleDrefImplicitLod => Core::ImageSparseSampleDrefImplicitLod,
        Core::ImageSampleDrefExplicitLod => Core::ImageSparseSampleDrefExplicitLod,
        Core::ImageFetch => Core::ImageSparseFetch,
        Core::ImageGather => Core::ImageSparseGather,
        Core::ImageDrefGather => Core::ImageSparseDrefGather,
        Core::ImageRead => Core::ImageSparseRead,
        _ => return None,
    })
}

impl Writer<'_> {
    /// The result of a read with a residency status, which is computed only if it is used. It is true for a read that
    /// has none.
    pub(crate) fn checked(&mut self, site: &Site<'_>, value: Word, mapped: Option<Word>) -> Repr {
        let mut parts = SmallVec::from_slice(&[value]);
        if self.uses_part(site.inst, 1) {
            parts.push(mapped.unwrap_or_else(|| self.scalar_const(Scalar::Bool, 1)));
        }
        Repr::Parts(parts)
    }

    pub(crate) fn store_texture(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[texture, coord, _, value] = site.args else { return None };
        let handle = self.handle(texture)?;
        let (coord, value) = (self.id(coord), self.id(value));
        self.store_texel(&handle, coord, value);
        Some(Repr::Nothing)
    }

    pub(crate) fn calculate_lod(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[texture, sampler, coord] = site.args else { return None };
        self.need_neighbours();
        let sampled = self.sampled_image(texture, sampler)?;
        self.asm.capability(Capability::ImageQuery);
        let pair_ty = self.vector_type(Scalar::F32, 2);
        let coord = self.id(coord);
        let pair = self.asm.op(Core::ImageQueryLod, pair_ty, &[sampled, coord]);
        let float = self.float_type();
        // The level that is read, then the one worked out.
        let at = u32::from(site.imm != Imm::Index(1));
        Some(Repr::Id(self.extract(float, pair, at)))
    }

    fn texture_shape(&self, handle: &Handle) -> Option<(TextureShape, bool)> {
        let ResourceType::Texture { shape, access, .. } = self.resource_type(handle.resource) else { return None };
        Some((shape, access.is_writable()))
    }

    pub(crate) fn load_texture(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[texture, coord, level, offset] = site.args else { return None };
        let handle = self.handle(texture)?;
        let (shape, written) = self.texture_shape(&handle)?;
        let texel = self.texel_of(handle.resource);
        let wide = self.vector_of(texel.sampled, 4);
        let mut extra = Extra::default();
        let is_attachment = self.module.resources[handle.resource].vk.place == VkPlace::Attachment;
        if !written && !is_attachment && shape.is_filtered() && !self.is_undef(level) {
            let level = self.id(level);
            extra.with(ImageOperands::LOD, &[level]);
        }
        self.offset(&mut extra, offset, false);
        if shape.dim.is_multisampled() && !self.is_undef(level) {
            let sample = self.id(level);
            extra.with(ImageOperands::SAMPLE, &[sample]);
        }
        let image = self.opaque(&handle);
        let coord = self.id(coord);
        let mut operands = vec![Operand::IdRef(image), Operand::IdRef(coord)];
        operands.extend(extra.operands());
        let core = if written || is_attachment { Core::ImageRead } else { Core::ImageFetch };
        if core == Core::ImageRead {
            self.need_format(handle.resource, Capability::StorageImageReadWithoutFormat);
        }
        let (value, mapped) = self.read_image(Some(site), core, wide, operands);
        let value = self.texel_value(value, texel);
        Some(self.checked(site, value, mapped))
    }

    /// Adds an offset, unless it is none. Only gathers take one that is not constant.
    fn offset(&mut self, extra: &mut Extra, offset: Value, gathers: bool) {
        let constant = self.func.as_const(offset).map(|id| self.module.ctx.const_data(id).1.clone());
        match constant {
            Some(ConstData::Undef | ConstData::Zero | ConstData::Scalar(0)) => {}
            Some(_) => {
                let offset = self.id(offset);
                extra.with(ImageOperands::CONST_OFFSET, &[offset]);
            }
            None if gathers => {
                self.asm.capability(Capability::ImageGatherExtended);
                let offset = self.id(offset);
                extra.with(ImageOperands::OFFSET, &[offset]);
            }
            None => self.unsupported("a texel offset that is not constant"),
        }
    }

    fn sampled_image(&mut self, texture: Value, sampler: Value) -> Option<Word> {
        let (texture, sampler) = (self.handle(texture)?, self.handle(sampler)?);
        if self.module.resources[texture.resource].vk.combined {
            return Some(self.loaded(&texture));
        }
        let image_ty = self.variable_of(&texture).ty;
        let ty = self.sampled_type(image_ty);
        let (image, state) = (self.opaque(&texture), self.opaque(&sampler));
        let both = self.asm.op(Core::SampledImage, ty, &[image, state]);
        if texture.non_uniform || sampler.non_uniform {
            self.mark_non_uniform(both);
        }
        Some(both)
    }

    /// Samples and gathers: what stands after the offset depends on the operation.
    pub(crate) fn sample(&mut self, site: &Site<'_>, core: Core, level: Level) -> Option<Repr> {
        let &[texture, sampler, coord, offset, ref rest @ ..] = site.args else { return None };
        let handle = self.handle(texture)?;
        let texel = self.texel_of(handle.resource);
        let sampled = self.sampled_image(texture, sampler)?;
        if matches!(level, Level::Implicit | Level::Bias) {
            self.need_neighbours();
        }
        let gathers = matches!(core, Core::ImageGather | Core::ImageDrefGather);
        let compares =
            matches!(core, Core::ImageSampleDrefImplicitLod | Core::ImageSampleDrefExplicitLod | Core::ImageDrefGather);
        let mut operands = vec![Operand::IdRef(sampled), Operand::IdRef(self.id(coord))];
        let mut rest = rest.iter().copied();
        if compares {
            operands.push(Operand::IdRef(self.id(rest.next()?)));
        }
        let mut extra = Extra::default();
        match level {
            Level::Bias => {
                let bias = self.id(rest.next()?);
                extra.with(ImageOperands::BIAS, &[bias]);
            }
            Level::Operand => {
                let level = self.id(rest.next()?);
                extra.with(ImageOperands::LOD, &[level]);
            }
            Level::Zero => {
                let level = self.float(0.0);
                extra.with(ImageOperands::LOD, &[level]);
            }
            Level::Grad => {
                let (x, y) = (self.id(rest.next()?), self.id(rest.next()?));
                extra.with(ImageOperands::GRAD, &[x, y]);
            }
            Level::Implicit | Level::None => {}
        }
        self.offset(&mut extra, offset, gathers);
        if let Some(clamp) = rest.next().filter(|&clamp| !self.is_undef(clamp)) {
            self.asm.capability(Capability::MinLod);
            let clamp = self.id(clamp);
            extra.with(ImageOperands::MIN_LOD, &[clamp]);
        }
        if let (Core::ImageGather, Imm::Index(channel)) = (core, site.imm) {
            operands.push(Operand::IdRef(self.uint(channel)));
        }
        operands.extend(extra.operands());
        let ty = if compares && !gathers { texel.sampled } else { self.vector_of(texel.sampled, 4) };
        let (read, mapped) = self.read_image(Some(site), core, ty, operands);
        let value = if gathers {
            self.sampled_value(read, crate::resource::Texel { lanes: 4, ..texel })
        } else if compares {
            read
        } else {
            self.texel_value(read, texel)
        };
        Some(self.checked(site, value, mapped))
    }

    /// Reads an image: what it gives, and whether all that was read is in memory. That is asked only where the function looks
    /// at it.
    pub(crate) fn read_image(
        &mut self,
        site: Option<&Site<'_>>,
        core: Core,
        ty: Word,
        operands: Vec<Operand>,
    ) -> (Word, Option<Word>) {
        let is_checked = site.is_some_and(|site| self.uses_part(site.inst, 1));
        let Some(sparse) = sparse(core).filter(|_| is_checked) else {
            return (self.asm.inst(core, ty, operands), None);
        };
        self.asm.capability(Capability::SparseResidency);
        let uint = self.uint_type();
        let both_ty = self.asm.global(Core::TypeStruct, None, vec![Operand::IdRef(uint), Operand::IdRef(ty)]);
        self.name_once(both_ty, "SparseResidencyStruct");
        let both = self.asm.inst(sparse, both_ty, operands);
        let (code, value) = (self.extract(uint, both, 0), self.extract(ty, both, 1));
        let truth = self.scalar_type(Scalar::Bool);
        (value, Some(self.asm.op(Core::ImageSparseTexelsResident, truth, &[code])))
    }

    /// Whether one part of the result of an instruction is used.
    fn uses_part(&self, inst: Inst, part: u32) -> bool {
        self.body.used_parts[inst] & (1 << part) != 0
    }

    /// Width, height, depth or slices, levels or samples.
    pub(crate) fn get_dimensions(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, level] = site.args else { return None };
        let handle = self.handle(handle)?;
        let uint = self.uint_type();
        let none = self.uint(0);
        let mut sizes: SmallVec<[Word; 4]> = SmallVec::from_slice(&[none; 4]);
        match self.resource_type(handle.resource) {
            ResourceType::RawBuffer { element, .. } => {
                let block = self.descriptor(&handle);
                let operands = vec![Operand::IdRef(block), Operand::LiteralBit32(0)];
                let count = self.asm.inst(Core::ArrayLength, uint, operands);
                sizes[0] = if element.is_some() {
                    count
                } else {
                    let four = self.uint(4);
                    self.asm.op(Core::IMul, uint, &[count, four])
                };
            }
            ResourceType::TypedBuffer { .. } => {
                self.asm.capability(Capability::ImageQuery);
                let image = self.opaque(&handle);
                sizes[0] = self.asm.op(Core::ImageQuerySize, uint, &[image]);
            }
            ResourceType::Texture { shape, access, .. } => {
                self.asm.capability(Capability::ImageQuery);
                let count = shape.sizes();
                let ty = self.vector_type(Scalar::I32, count);
                let image = self.opaque(&handle);
                let has_levels = shape.is_filtered() && !access.is_writable();
                let size = if has_levels {
                    let level = self.id(level);
                    self.asm.op(Core::ImageQuerySizeLod, ty, &[image, level])
                } else {
                    self.asm.op(Core::ImageQuerySize, ty, &[image])
                };
                for (at, slot) in (0..count).zip(sizes.iter_mut()) {
                    *slot = if count == 1 { size } else { self.extract(uint, size, u32::from(at)) };
                }
                // A call without a number of levels does not ask for it, which some readers of SPIR-V could not answer.
                if has_levels && self.uses_part(site.inst, 3) {
                    sizes[3] = self.asm.op(Core::ImageQueryLevels, uint, &[image]);
                } else if shape.dim.is_multisampled() {
                    sizes[3] = self.asm.op(Core::ImageQuerySamples, uint, &[image]);
                }
            }
            ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => return None,
        }
        Some(Repr::Parts(sizes))
    }
}

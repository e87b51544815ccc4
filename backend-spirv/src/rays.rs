//! Lowers ray queries. In the IR a query is a number that identifies it; here it is a variable of the function. A
//! function with several queries has an array of them, and the number is the index in it, so that a query in a
//! variable, in an array with a dynamic index or in a select is found.

use crate::raytracing::RayExtension;
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::{Op, Scalar, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as Core, RayFlags, StorageClass, Word};

/// Which hit an instruction is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// None: about the query or the ray.
    None,
    /// The candidate.
    Candidate,
    /// The committed one.
    Committed,
}

/// Which part of what the instruction gives is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// All, if it gives anything.
    Whole,
    /// The component that the immediate names, of a vector of this many.
    Vector(u16),
    /// A number of a matrix of three rows and four columns; the immediate counts by rows. SPIR-V has its columns one by one.
    Transform,
}

/// Rows and columns of a transform.
pub(crate) const ROWS: u16 = 3;
pub(crate) const COLUMNS: u32 = 4;

/// The ray queries of a function.
#[derive(Debug, Default)]
pub(crate) struct Queries {
    /// Queries met so far.
    met: u32,
    /// The variable: of one query, or an array of this many.
    variable: Option<(Word, u32)>,
}

impl Queries {
    /// Forgets those of the function before.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Writer<'_> {
    pub(crate) fn acceleration_structure_type(&mut self) -> Word {
        // Both extensions have it.
        self.asm.capability(self.ray_tracing.map_or(Capability::RayQueryKHR, RayExtension::capability));
        self.asm.global(Core::TypeAccelerationStructureKHR, None, Vec::new())
    }

    fn ray_query_type(&mut self) -> Word {
        self.asm.capability(Capability::RayQueryKHR);
        self.asm.global(Core::TypeRayQueryKHR, None, Vec::new())
    }

    /// The number of the next query.
    pub(crate) fn allocate_ray_query(&mut self, _: &Site<'_>) -> Option<Repr> {
        self.ray_queries()?;
        let number = self.body.queries.met;
        self.body.queries.met += 1;
        Some(Repr::Id(self.uint(number)))
    }

    /// The variable with the queries of this function, and how many it has.
    fn ray_queries(&mut self) -> Option<(Word, u32)> {
        if self.body.queries.variable.is_none() {
            let insts = self.func.layout.iter().flat_map(|&block| &self.func.blocks[block].insts);
            let count = insts.filter(|&&inst| self.func.insts[inst].op == Op::AllocateRayQuery).count() as u32;
            let query = self.ray_query_type();
            let ty = match count {
                0 => {
                    self.unsupported("a ray query that another function made");
                    return None;
                }
                1 => query,
                _ => {
                    let length = self.uint(count);
                    self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(query), Operand::IdRef(length)])
                }
            };
            self.body.queries.variable = Some((self.asm.local(ty), count));
        }
        self.body.queries.variable
    }

    /// Pointer to the query that a number stands for.
    fn ray_query(&mut self, number: Value) -> Option<Word> {
        let (variable, count) = self.ray_queries()?;
        if count == 1 {
            return Some(variable);
        }
        let number = self.id(number);
        let query = self.ray_query_type();
        let pointer = self.asm.pointer_type(query, StorageClass::Function);
        Some(self.asm.op(Core::AccessChain, pointer, &[variable, number]))
    }

    /// Sees that the module may have the flags of a ray, as far as they are known.
    pub(crate) fn need_ray_flags(&mut self, flags: Value) {
        let bits = self.func.const_bits(&self.module.ctx, flags).unwrap_or_default() as u32;
        if RayFlags::from_bits_truncate(bits).contains(RayFlags::FORCE_OPACITY_MICROMAP2_STATE_EXT) {
            self.asm.capability(Capability::RayTracingOpacityMicromapEXT);
        }
    }

    pub(crate) fn trace_ray_inline(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[query, scene, fixed, flags, mask, ref ray @ ..] = site.args else { return None };
        let &[x, y, z, least, direction_x, direction_y, direction_z, most] = ray else { return None };
        let scene = self.handle(scene)?;
        let scene = self.opaque(&scene);
        let query = self.ray_query(query)?;
        let uint = self.uint_type();
        self.need_ray_flags(fixed);
        self.need_ray_flags(flags);
        let known = |value| self.func.const_bits(&self.module.ctx, value);
        let flags = match (known(fixed), known(flags)) {
            (Some(fixed), Some(flags)) => self.uint((fixed | flags) as u32),
            (Some(0), None) => self.id(flags),
            _ => {
                let (fixed, flags) = (self.id(fixed), self.id(flags));
                self.asm.op(Core::BitwiseOr, uint, &[fixed, flags])
            }
        };
        let mask = self.id(mask);
        let origin = self.vector_from([x, y, z]);
        let direction = self.vector_from([direction_x, direction_y, direction_z]);
        let (least, most) = (self.id(least), self.id(most));
        self.asm.effect_on(Core::RayQueryInitializeKHR, &[query, scene, flags, mask, origin, least, direction, most]);
        Some(Repr::Nothing)
    }

    pub(crate) fn vector_from(&mut self, parts: [Value; 3]) -> Word {
        let parts = parts.map(|part| self.id(part));
        let ty = self.vector_type(Scalar::F32, 3);
        self.asm.op(Core::CompositeConstruct, ty, &parts)
    }

    /// An instruction on a query and numbers.
    pub(crate) fn on_ray_query(&mut self, site: &Site<'_>, core: Core, hit: Hit, fact: Fact) -> Option<Repr> {
        let (&number, rest) = site.args.split_first()?;
        let mut args = vec![self.ray_query(number)?];
        match hit {
            Hit::None => {}
            Hit::Candidate => args.push(self.uint(0)),
            Hit::Committed => args.push(self.uint(1)),
        }
        for &arg in rest {
            args.push(self.id(arg));
        }
        let part = site.imm.index().unwrap_or(0);
        Some(match fact {
            Fact::Whole if site.result == self.module.ctx.void() => {
                self.asm.effect_on(core, &args);
                Repr::Nothing
            }
            Fact::Whole => Repr::Id(self.asm.op(core, site.ty, &args)),
            Fact::Vector(count) => {
                let ty = self.vector_type(Scalar::F32, count);
                let vector = self.asm.op(core, ty, &args);
                Repr::Id(self.extract(site.ty, vector, part))
            }
            Fact::Transform => {
                let column = self.vector_type(Scalar::F32, ROWS);
                let operands = vec![Operand::IdRef(column), Operand::LiteralBit32(COLUMNS)];
                let ty = self.asm.global(Core::TypeMatrix, None, operands);
                let matrix = self.asm.op(core, ty, &args);
                let operands = vec![
                    Operand::IdRef(matrix),
                    Operand::LiteralBit32(part % COLUMNS),
                    Operand::LiteralBit32(part / COLUMNS),
                ];
                Repr::Id(self.asm.inst(Core::CompositeExtract, site.ty, operands))
            }
        })
    }

    /// SPIR-V says whether the candidate is opaque.
    pub(crate) fn candidate_not_opaque(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[query] = site.args else { return None };
        let query = self.ray_query(query)?;
        let opaque = self.asm.op(Core::RayQueryGetIntersectionCandidateAABBOpaqueKHR, site.ty, &[query]);
        Some(Repr::Id(self.asm.op(Core::LogicalNot, site.ty, &[opaque])))
    }
}

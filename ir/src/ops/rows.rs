//! Defines the words of the table: kinds of operands, address spaces, sets of stages, and rows by what kind of
//! operation it is.

use super::comparison::{Compared, Comparison, Order};
use super::effects::{Memory, Touches};
use super::types::Class::{self, Bits, Floats, Handle, HitObject, Ints, Of, One, Same};
use super::types::ResultRule::{self, Converted, Is, Like, Shaped, Stated, Tuple, Void};
use super::types::{Class::Any, Handles};
use super::{ImmKind, OpInfo, Scalars};
use crate::types::Scalar as K;
use crate::typing;
use hlslc_base::Stage;

pub(super) const BOOL: Class = One(K::Bool);
pub(super) const I32: Class = One(K::I32);
pub(super) const MATRIX: Class = Class::CooperativeMatrix;
pub(super) const BYTES: Class = Handle(Handles::BYTES);
pub(super) const WRITABLE_BYTES: Class = Handle(Handles::BYTES.union(Handles::WRITABLE));
pub(super) const F16: Class = One(K::F16);
pub(super) const F32: Class = One(K::F32);
pub(super) const F64: Class = One(K::F64);
/// A place in a texture or buffer, or an offset from one.
pub(super) const COORDINATE: Class = Of(K::I32);
/// A place in a texture as a sampler takes it, or how that changes from pixel to pixel.
pub(super) const PLACE: Class = Of(K::F32);

pub(super) const ANY_HANDLE: Class = Handle(Handles::empty());
/// A texture buffer is read as a typed buffer of four words an element.
pub(super) const TYPED_ROWS: Class = Handle(Handles::TYPED.union(Handles::TEXTURE_BUFFER));
pub(super) const WRITABLE_TYPED_BUFFER: Class = Handle(Handles::TYPED.union(Handles::WRITABLE));
pub(super) const RAW_BUFFER: Class = Handle(Handles::BYTES.union(Handles::STRUCTURED));
pub(super) const WRITABLE_RAW_BUFFER: Class =
    Handle(Handles::BYTES.union(Handles::STRUCTURED).union(Handles::WRITABLE));
pub(super) const WRITABLE_STRUCTURED: Class = Handle(Handles::STRUCTURED.union(Handles::WRITABLE));
pub(super) const CONSTANT_ROWS: Class = Handle(Handles::CONSTANTS);
pub(super) const TEXTURE: Class = Handle(Handles::TEXTURE);
pub(super) const WRITABLE_TEXTURE: Class = Handle(Handles::TEXTURE.union(Handles::WRITABLE));
pub(super) const WRITABLE: Class = Handle(Handles::WRITABLE);
/// A sampler, or a texture that is one with its own (only Vulkan has those).
pub(super) const SAMPLER: Class = Handle(Handles::SAMPLER.union(Handles::TEXTURE));
pub(super) const FEEDBACK: Class = Handle(Handles::FEEDBACK);
pub(super) const ACCELERATION: Class = Handle(Handles::ACCELERATION);

pub(super) const FOUR_INTS: ResultRule = Tuple(&[K::I32; 4]);
pub(super) const TWO_FLOATS: ResultRule = Tuple(&[K::F32; 2]);

pub(super) const INPUT: Touches = Touches::These(Memory::INPUT);
pub(super) const OUTPUT: Touches = Touches::These(Memory::OUTPUT);
pub(super) const CONSTANT: Touches = Touches::These(Memory::CONSTANT);
pub(super) const LANES: Touches = Touches::These(Memory::LANES);
/// The memory that a barrier orders.
pub(super) const SHARED: Touches = Touches::These(Memory::GROUPSHARED.union(Memory::WRITABLE));
pub(super) const QUERIES: Touches = Touches::These(Memory::QUERIES);
/// The ray shaders.
pub(super) const RAYS: &[Stage] =
    &[Stage::RayGeneration, Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss, Stage::Callable];
/// The stages with a ray.
pub(super) const WITH_RAY: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss];
/// The stages with a hit.
pub(super) const WITH_HIT: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit];
/// The stages that look at one hit of a triangle.
pub(super) const WITH_TRIANGLE: &[Stage] = &[Stage::AnyHit, Stage::ClosestHit];
/// The stages that trace rays.
pub(super) const TRACERS: &[Stage] = &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss];
/// The stages that call callable shaders.
pub(super) const CALLERS: &[Stage] = &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable];
/// Records of nodes.
pub(super) const NODE_RECORDS: Touches = Touches::These(Memory::NODE_RECORDS);
pub(super) const EVERYTHING: Touches = Touches::These(Memory::all());

/// The first of these and more of its type.
pub(super) const fn alike(first: &'static [Class; 4], count: usize) -> &'static [Class] {
    first.split_at(count).0
}

/// On integers or Booleans of one type.
pub(super) const fn int(name: &'static str, count: usize) -> OpInfo {
    OpInfo::new(name, alike(&[Bits, Same(0), Same(0), Same(0)], count), Like(0)).scalars(Scalars::Each)
}

/// On floats of one type.
pub(super) const fn float(name: &'static str, count: usize) -> OpInfo {
    OpInfo::new(name, alike(&[Floats, Same(0), Same(0), Same(0)], count), Like(0)).scalars(Scalars::Each)
}

/// A position or number of bits.
pub(super) const fn count(name: &'static str) -> OpInfo {
    OpInfo::new(name, &[Ints], Shaped(0, K::I32)).scalars(Scalars::Each)
}

/// A question about a float.
pub(super) const fn test(name: &'static str) -> OpInfo {
    OpInfo::new(name, &[Floats], Shaped(0, K::Bool)).scalars(Scalars::Each)
}

/// A comparison of two numbers.
pub(super) const fn compare(name: &'static str, of: Compared, holds: Order) -> OpInfo {
    let operands: &[Class] = match of {
        Compared::Floats => &[Floats, Same(0)],
        Compared::Bits | Compared::Unsigned | Compared::Signed => &[Bits, Same(0)],
    };
    OpInfo::new(name, operands, Shaped(0, K::Bool)).scalars(Scalars::Each).compares(Comparison { of, holds })
}

/// A conversion from one class of numbers to another kind of this one.
pub(super) const fn cast(name: &'static str, from: &'static [Class; 1], to: Class) -> OpInfo {
    OpInfo::new(name, from, Converted(to)).scalars(Scalars::Each)
}

/// On values or memory, written as an instruction.
pub(super) const fn value(name: &'static str, operands: &'static [Class], result: ResultRule) -> OpInfo {
    OpInfo::new(name, operands, result)
}

/// Of the target, written as a call.
pub(super) const fn call(name: &'static str, operands: &'static [Class], result: ResultRule) -> OpInfo {
    OpInfo::new(name, operands, result).written_as_call()
}

/// A value that is an input, read elsewhere; then where.
pub(super) const fn elsewhere(name: &'static str, operands: &'static [Class]) -> OpInfo {
    call(name, operands, Like(0))
}

/// A filtered read of a texture, which is not written while it is read by filter.
pub(super) const fn sample(name: &'static str, operands: &'static [Class]) -> OpInfo {
    call(name, operands, Stated(Any)).reads(Touches::These(Memory::READ_ONLY)).rows().keeps_undefined()
}

/// A record in a feedback texture of what a filtered read would touch.
pub(super) const fn feedback(name: &'static str, operands: &'static [Class]) -> OpInfo {
    call(name, operands, Void).writes(Touches::Handle).rows().keeps_undefined()
}

/// The inputs of a ray shader of one of these stages.
pub(super) const fn ray_fact(name: &'static str, kind: K, stages: &'static [Stage]) -> OpInfo {
    call(name, &[], Is(kind)).only_in(stages).differs()
}

/// One number of a vector or matrix that a ray shader gets: the immediate's.
pub(super) const fn ray_part(name: &'static str, kind: K, stages: &'static [Stage]) -> OpInfo {
    ray_fact(name, kind, stages).imm(ImmKind::Index)
}

/// A row for an operation that returns a property of a hit object.
pub(super) const fn hit_fact(name: &'static str, kind: K) -> OpInfo {
    call(name, &[HitObject], Is(kind)).only_in(TRACERS)
}

/// An operation on matrices that lanes hold together: all of them take part, and it may read and write any memory.
pub(super) const fn linear(name: &'static str, operands: &'static [Class], result: ResultRule) -> OpInfo {
    call(name, operands, result).changes(EVERYTHING).convergent().whole().keeps_undefined()
}

/// The corners of a triangle, nine numbers in one vector.
pub(super) const CORNERS: ResultRule = ResultRule::By(typing::corners);

/// A row for an operation on a ray query.
pub(super) const fn query(name: &'static str, operands: &'static [Class], result: ResultRule) -> OpInfo {
    call(name, operands, result).changes(QUERIES)
}

/// A row for an operation that returns a property of a ray query.
pub(super) const fn query_fact(name: &'static str, kind: K) -> OpInfo {
    call(name, &[I32], Is(kind)).reads(QUERIES).differs()
}

/// One number of a vector or matrix that a query knows: the immediate's.
pub(super) const fn query_part(name: &'static str) -> OpInfo {
    call(name, &[I32], Is(K::F32)).imm(ImmKind::Index).reads(QUERIES).differs()
}

//! Writes the positions of the samples of a texture, which SPIR-V cannot ask for.
//!
//! Input: a texture and the number of a sample. Output: two coordinates from the centre of the texel. They are those of the
//! standard patterns of Direct3D, which Vulkan has as `standardSampleLocations`: the number of samples decides the pattern, so
//! one table holds them all. A sample that the texture does not have, and one of a texture with more than [`MOST`], lies at the
//! centre, as in DXC.

use crate::writer::{Repr, Site, Writer};
use hlslc_ir::types::Scalar;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as Core, StorageClass, Word};
use smallvec::smallvec;

/// The largest number of samples that has a standard pattern.
const MOST: u32 = 16;

/// The parts of a texel in which positions are counted.
const PARTS: f32 = 16.0;

/// The patterns of 1, 2, 4, 8 and 16 samples, in sequence, so that the pattern of `n` begins at `n - 1`; then the centre.
const POSITIONS: [(i8, i8); 32] = [
    (0, 0),
    // 2 samples.
    (4, 4),
    (-4, -4),
    // 4 samples.
    (-2, -6),
    (6, -2),
    (-6, 2),
    (2, 6),
    // 8 samples.
    (1, -3),
    (-1, 3),
    (5, 1),
    (-3, -5),
    (-5, 5),
    (-7, -1),
    (3, 7),
    (7, -7),
    // 16 samples.
    (1, 1),
    (-1, -3),
    (-3, 2),
    (4, -1),
    (-5, -2),
    (2, 5),
    (5, 3),
    (3, -5),
    (-2, 6),
    (0, -7),
    (-4, -6),
    (-6, 4),
    (-8, 0),
    (7, -4),
    (6, 7),
    (-7, -8),
    // What has no position.
    (0, 0),
];

impl Writer<'_> {
    /// The position of a sample, by the number of samples of the texture.
    pub(crate) fn sample_position(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, sample] = site.args else { return None };
        let handle = self.handle(handle)?;
        self.asm.capability(Capability::ImageQuery);
        let (uint, truth) = (self.uint_type(), self.bool_type());
        let (image, sample) = (self.opaque(&handle), self.id(sample));
        let count = self.asm.op(Core::ImageQuerySamples, uint, &[image]);
        let (most, one, centre) = (self.uint(MOST), self.uint(1), self.uint(POSITIONS.len() as u32 - 1));
        let exists = self.asm.op(Core::ULessThan, truth, &[sample, count]);
        let is_standard = self.asm.op(Core::ULessThanEqual, truth, &[count, most]);
        let is_known = self.asm.op(Core::LogicalAnd, truth, &[exists, is_standard]);
        let first = self.asm.op(Core::ISub, uint, &[count, one]);
        let place = self.asm.op(Core::IAdd, uint, &[first, sample]);
        let place = self.asm.op(Core::Select, uint, &[is_known, place, centre]);
        let table = self.sample_positions();
        let pair = self.vector_type(Scalar::F32, 2);
        let pointer_ty = self.asm.pointer_type(pair, StorageClass::Private);
        let pointer = self.asm.op(Core::AccessChain, pointer_ty, &[table, place]);
        let position = self.asm.op(Core::Load, pair, &[pointer]);
        let float = self.float_type();
        Some(Repr::Parts(smallvec![self.extract(float, position, 0), self.extract(float, position, 1)]))
    }

    /// The variable with the positions of all patterns.
    fn sample_positions(&mut self) -> Word {
        if let Some(table) = self.sample_positions {
            return table;
        }
        let pair = self.vector_type(Scalar::F32, 2);
        let positions = POSITIONS.map(|(x, y)| {
            let coordinates = [x, y].map(|at| Operand::IdRef(self.float(f32::from(at) / PARTS)));
            Operand::IdRef(self.asm.global(Core::ConstantComposite, Some(pair), coordinates.to_vec()))
        });
        let length = self.uint(POSITIONS.len() as u32);
        let ty = self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(pair), Operand::IdRef(length)]);
        let init = self.asm.global(Core::ConstantComposite, Some(ty), positions.to_vec());
        let table = self.asm.variable(ty, StorageClass::Private, Some(init));
        self.asm.name(table, "samplePositions");
        self.sample_positions = Some(table);
        table
    }
}

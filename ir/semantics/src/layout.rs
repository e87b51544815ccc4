//! Defines memory layouts: the rules by which scalars, vectors, matrices, arrays and structs lie in buffers, one row a set of rules.
//!
//! Input: the size of a scalar and the numbers of a type. Output: an [`Extent`], and the offsets of the members of a struct. The engine
//! knows no types: who has some walks over them, innermost first, and combines the extents of the parts. The checker, the
//! layouts of the IR, both back ends and reflection do so.
//!
//! Structured buffers ([`Rules::STRUCTURED`]): every scalar lies at a multiple of its size, vectors and matrices are contiguous
//! scalars, a struct is aligned to, and padded to a multiple of, its widest scalar. Vulkan's scalar layout is the same.
//!
//! Constant buffers ([`Rules::CONSTANT_BUFFER`]): rows of 16 bytes. A vector does not cross a row; an array, a struct and a
//! matrix of more than one row (column, if column-major) start a new row; so does each of their elements, but the last element
//! is not padded.
//!
//! std140 and std430: those of OpenGL, in which a vector of two or four scalars is aligned to its size, and one of three to the size of
//! four; in std140 arrays, structs and the vectors of matrices start rows. By the relaxation that Vulkan's compilers of HLSL share, a
//! vector of scalars of up to 32 bits is aligned like its scalar unless it would then cross a row ([`Rules::relaxed`]).

/// Bytes of a row of a constant buffer.
pub const ROW: u32 = 16;

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Arrays, structs and the vectors of a matrix start rows.
    pub rows: bool,
    /// Vectors are aligned as OpenGL has it, not like their scalars.
    pub padded_vectors: bool,
    /// A vector is moved to the next row where it would cross one; if its scalars have up to 32 bits, it is aligned like them.
    pub no_crossing: bool,
    /// What follows an array, a matrix or a struct may lie in the padding after its last scalar.
    pub shares_end: bool,
    /// What takes no room has no alignment either.
    pub skips_empty: bool,
    /// Vulkan's matrices are aligned as OpenGL has it. In rows of 16 bytes a matrix is as long as if each of its vectors but the last
    /// had one row, even those of three or four scalars of 64 bits, which lie two rows apart: DXC has it so in SPIR-V alone.
    pub padded_matrices: bool,
    /// DXC counts a word for each scalar of the last vector of a matrix, be it smaller: in DXIL alone.
    pub words_in_matrices: bool,
    /// What members ask of their place in a row is heeded, which is what DXC has in DXIL alone.
    pub asks_of_rows: bool,
    /// The offsets that the source gives with `[[vk::offset]]` hold.
    pub offsets_of_source: bool,
}

impl Rules {
    /// Structured and byte address buffers of Direct3D.
    pub const STRUCTURED: Self = Self {
        rows: false,
        padded_vectors: false,
        no_crossing: false,
        shares_end: false,
        skips_empty: false,
        padded_matrices: false,
        words_in_matrices: false,
        asks_of_rows: false,
        offsets_of_source: false,
    };
    /// Constant buffers of Direct3D.
    pub const CONSTANT_BUFFER: Self = Self {
        rows: true,
        no_crossing: true,
        shares_end: true,
        skips_empty: true,
        words_in_matrices: true,
        asks_of_rows: true,
        ..Self::STRUCTURED
    };
    /// Those rules as DXC has them for SPIR-V.
    pub const VULKAN_CONSTANT_BUFFER: Self = Self {
        skips_empty: false,
        padded_matrices: true,
        words_in_matrices: false,
        asks_of_rows: false,
        offsets_of_source: true,
        ..Self::CONSTANT_BUFFER
    };
    /// Vulkan's scalar block layout, and Direct3D's structured buffers there.
    pub const SCALAR: Self = Self { offsets_of_source: true, ..Self::STRUCTURED };
    /// OpenGL's rules for storage buffers.
    pub const STD430: Self = Self { padded_vectors: true, padded_matrices: true, ..Self::SCALAR };
    /// OpenGL's rules for uniform buffers.
    pub const STD140: Self = Self { rows: true, ..Self::STD430 };

    /// These rules with the relaxation for vectors of small scalars.
    pub const fn relaxed(self) -> Self {
        Self { no_crossing: true, ..self }
    }

    /// Whether everything is aligned like its scalars.
    pub const fn is_tight(&self) -> bool {
        !self.rows && !self.padded_vectors
    }

    /// The alignment of what has no members.
    pub const fn empty_align(&self) -> u32 {
        if self.rows && !self.shares_end { ROW } else { 1 }
    }

    /// A vector of scalars of this many bytes, or one scalar.
    pub fn vector(&self, bytes: u32, lanes: u32) -> Extent {
        let align = if self.padded_vectors { padded(bytes, lanes) } else { bytes };
        let size = u64::from(bytes) * u64::from(lanes);
        let together = if self.no_crossing { size } else { 0 };
        // Only vectors of small scalars are relaxed; a scalar's alignment is its size under all rules.
        let loose = if self.no_crossing && bytes <= 4 { bytes } else { align };
        Extent { size, align, loose, starts_row: false, together }
    }

    /// A matrix.
    pub fn matrix(&self, shape: Lines) -> Extent {
        let Lines { vectors, lanes, bytes } = shape;
        if vectors == 1 || lanes == 1 && !self.spreads(shape) {
            let vector = self.vector(bytes, vectors * lanes);
            if !self.words_in_matrices {
                return vector;
            }
            let size = u64::from(bytes.max(4)) * u64::from(vectors * lanes);
            return Extent { size, together: size, ..vector };
        }
        let stride = u64::from(self.vector_stride(bytes, lanes));
        let before = u64::from(vectors - 1);
        let size = match (self.shares_end, self.padded_matrices) {
            (false, _) => stride * u64::from(vectors),
            (true, true) => u64::from(ROW) * before + u64::from(bytes) * u64::from(lanes),
            (true, false) => {
                let counted = if self.words_in_matrices { bytes.max(4) } else { bytes };
                stride * before + u64::from(counted) * u64::from(lanes)
            }
        };
        let align = if self.padded_matrices { padded(bytes, lanes) } else { bytes };
        Extent { starts_row: self.rows, ..Extent::opaque(size, align) }
    }

    /// Whether the vectors of a matrix are of one component, each in a row of its own.
    pub const fn spreads(&self, shape: Lines) -> bool {
        self.shares_end && shape.vectors > 1 && shape.lanes == 1
    }

    /// Distance of the vectors of a matrix.
    pub fn vector_stride(&self, bytes: u32, lanes: u32) -> u32 {
        if self.is_tight() {
            return bytes * lanes;
        }
        let align = padded(bytes, lanes);
        if self.rows { align.next_multiple_of(ROW) } else { align }
    }

    /// Distance of the elements of an array.
    pub fn stride(&self, element: &Extent) -> u64 {
        round_up(element.size, self.whole_align(element).into())
    }

    /// An array.
    pub fn array(&self, element: &Extent, count: u32) -> Extent {
        let last = if self.shares_end || self.is_tight() { element.size } else { self.stride(element) };
        // Elements whose alignment their size is no multiple of, which the source of SPIR-V alone can ask for, are not counted with
        // their padding: DXC has it so.
        let stride = if self.is_tight() { element.size } else { self.stride(element) };
        let size = count.checked_sub(1).map_or(0, |before| in_sequence(before, stride, last));
        Extent { starts_row: self.rows, ..Extent::opaque(size, element.align) }
    }

    /// The alignment of an element of an array and of what holds others: in rows, that of a row.
    pub const fn whole_align(&self, extent: &Extent) -> u32 {
        let align = if extent.align == 0 { 1 } else { extent.align };
        if self.rows { align.next_multiple_of(ROW) } else { align }
    }

    /// Where something goes that follows what ends at `end`. `asks` says that it has a row of its own even if it takes no room.
    pub fn place(&self, end: u64, what: &Extent, asks: bool) -> u64 {
        if self.skips_empty && what.size == 0 && !asks {
            return end;
        }
        let offset = round_up(end, what.loose.max(1).into());
        let crosses = what.together > 0 && offset % u64::from(ROW) + what.together > u64::from(ROW);
        if what.starts_row || crosses { round_up(offset, ROW.into()) } else { offset }
    }
}

/// The vectors of a matrix as memory has them: its rows, or its columns if it is column-major.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Vectors.
    pub vectors: u32,
    /// Scalars in each.
    pub lanes: u32,
    /// Bytes of a scalar.
    pub bytes: u32,
}

/// The size of a type in memory, and where it may start. Sizes saturate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Bytes from the start to the end of the last member.
    pub size: u64,
    /// Alignment in bytes, without that of a row.
    pub align: u32,
    /// The alignment that holds as long as no row is crossed.
    pub loose: u32,
    /// Whether it must start a row.
    pub starts_row: bool,
    /// Bytes from its start on that share a row, if they fit one; 0 where rows do not matter.
    pub together: u64,
}

impl Extent {
    /// What takes this many bytes with an alignment of its own.
    pub const fn opaque(size: u64, align: u32) -> Self {
        Self { size, align, loose: align, starts_row: false, together: 0 }
    }
}

/// A struct while its members are placed in sequence.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    rules: Rules,
    /// Where the next member begins at the earliest.
    end: u64,
    /// The last byte of all members.
    last: u64,
    align: u32,
}

impl Members {
    /// A struct whose members begin after `end`, where those end that have a place of their own.
    pub const fn after(rules: Rules, end: u64) -> Self {
        Self { rules, end, last: end, align: 1 }
    }

    /// Places a member after those before; its offset.
    pub fn next(&mut self, member: &Extent, asks: bool) -> u64 {
        let offset = self.rules.place(self.end, member, asks);
        self.go_on_at(offset, member)
    }

    /// Puts a member at a place from which those that follow go on; its offset.
    pub fn go_on_at(&mut self, offset: u64, member: &Extent) -> u64 {
        self.end = offset.saturating_add(member.size);
        self.put(offset, member)
    }

    /// Puts a member at a place of its own; its offset.
    pub fn put(&mut self, offset: u64, member: &Extent) -> u64 {
        self.last = self.last.max(offset.saturating_add(member.size));
        self.align = self.align.max(member.align);
        offset
    }

    /// The struct.
    pub fn finish(self) -> Extent {
        let mut extent = Extent { starts_row: self.rules.rows, ..Extent::opaque(self.last, self.align) };
        if !self.rules.shares_end {
            extent.size = round_up(extent.size, self.rules.whole_align(&extent).into());
        }
        extent
    }
}

/// The bytes of equally spaced elements, from their distance and the number of those before the last.
pub const fn in_sequence(before: u32, stride: u64, last: u64) -> u64 {
    stride.saturating_mul(before as u64).saturating_add(last)
}

/// The number of bytes up to the end of the last row.
pub fn whole_rows(bytes: u64) -> u64 {
    round_up(bytes, ROW.into())
}

/// Alignment of a vector in OpenGL's rules.
const fn padded(bytes: u32, lanes: u32) -> u32 {
    match lanes {
        0 | 1 => bytes,
        2 => bytes * 2,
        _ => bytes * 4,
    }
}

fn round_up(value: u64, to: u64) -> u64 {
    value.checked_next_multiple_of(to).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offsets of members placed in sequence, and the size of the struct.
    fn placed(rules: Rules, members: &[Extent]) -> (Vec<u64>, u64) {
        let mut layout = Members::after(rules, 0);
        let offsets = members.iter().map(|member| layout.next(member, false)).collect();
        (offsets, layout.finish().size)
    }

    /// `float a; float3 b; float c[2]; float2 d; float3x2 e (columns); double f;` under each set of rules.
    #[test]
    fn each_set_of_rules_places_members_in_its_own_places() {
        let of = |rules: Rules| {
            let float = rules.vector(4, 1);
            let lines = Lines { vectors: 2, lanes: 3, bytes: 4 };
            let list = [
                rules.vector(4, 3),
                rules.array(&float, 2),
                rules.vector(4, 2),
                rules.matrix(lines),
                rules.vector(8, 1),
            ];
            placed(rules, &[&[float][..], &list].concat())
        };
        assert_eq!(of(Rules::STRUCTURED), (vec![0, 4, 16, 24, 32, 56], 64));
        assert_eq!(of(Rules::CONSTANT_BUFFER), (vec![0, 4, 16, 36, 48, 80], 88));
        assert_eq!(of(Rules::VULKAN_CONSTANT_BUFFER), of(Rules::CONSTANT_BUFFER));
        assert_eq!(of(Rules::SCALAR), of(Rules::STRUCTURED));
        assert_eq!(of(Rules::STD430), (vec![0, 16, 28, 40, 48, 80], 96));
        assert_eq!(of(Rules::STD140), (vec![0, 16, 32, 64, 80, 112], 128));
        assert_eq!(of(Rules::STD430.relaxed()), (vec![0, 4, 16, 24, 32, 64], 80));
        assert_eq!(of(Rules::STD140.relaxed()), (vec![0, 4, 16, 48, 64, 96], 112));
    }

    #[test]
    fn sizes_saturate() {
        let element = Extent::opaque(u64::MAX / 2, 16);
        let rules = Rules::CONSTANT_BUFFER;
        assert_eq!(rules.array(&element, u32::MAX).size, u64::MAX);
        assert_eq!(placed(rules, &[element; 4]).1, u64::MAX);
    }
}

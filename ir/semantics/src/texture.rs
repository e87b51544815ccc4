//! Defines the shapes of textures: one type for the object types of HLSL, the types of the IR, both back ends and
//! reflection.
//!
//! Input: nothing. Output: [`TextureShape`], whose columns say how many coordinates, offsets and sizes an access has and which
//! methods exist, and [`TextureType`], a shape with what may be done to it. Which object has which method, which arguments an
//! operation takes and what reflection shows of a resource all follow from these columns.

/// The dimensions of a texture, the slices of an array not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum TextureDim {
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// Two dimensions, multisampled.
    D2Ms,
    /// Three dimensions.
    D3,
    /// Six faces.
    Cube,
}

/// A row: the dimensions, their word, the axes of a direction or position, the axes of texels, the offsets.
type Row = (TextureDim, &'static str, u16, u16, u16);

/// In the order of the variants.
const ROWS: [Row; 5] = [
    (TextureDim::D1, "1D", 1, 1, 1),
    (TextureDim::D2, "2D", 2, 2, 2),
    (TextureDim::D2Ms, "2DMS", 2, 2, 2),
    (TextureDim::D3, "3D", 3, 3, 3),
    // A direction, into squares; an offset has no meaning beyond the edge of a face.
    (TextureDim::Cube, "Cube", 3, 2, 0),
];

impl TextureDim {
    /// All dimensions.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    /// Their word, as in `Texture2DMS`.
    pub const fn word(self) -> &'static str {
        ROWS[self as usize].1
    }

    /// The axes of a coordinate that is sampled, the slice of an array not counted; derivatives have as many.
    pub const fn axes(self) -> u16 {
        ROWS[self as usize].2
    }

    /// The axes along which texels are counted.
    pub const fn texel_axes(self) -> u16 {
        ROWS[self as usize].3
    }

    /// The offsets that are added to a coordinate.
    pub const fn offsets(self) -> u16 {
        ROWS[self as usize].4
    }

    /// Whether a texel has several samples.
    pub const fn is_multisampled(self) -> bool {
        matches!(self, Self::D2Ms)
    }

    /// Whether it has six faces.
    pub const fn is_cube(self) -> bool {
        matches!(self, Self::Cube)
    }
}

/// The shape of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextureShape {
    /// The dimensions.
    pub dim: TextureDim,
    /// Whether it is an array of such.
    pub array: bool,
}

impl TextureShape {
    /// All shapes, in the order of their numbers in DXIL and in LLVM's target types, which start at 1.
    pub const ALL: [Self; 9] = [
        Self::one(TextureDim::D1),
        Self::one(TextureDim::D2),
        Self::one(TextureDim::D2Ms),
        Self::one(TextureDim::D3),
        Self::one(TextureDim::Cube),
        Self::many(TextureDim::D1),
        Self::many(TextureDim::D2),
        Self::many(TextureDim::D2Ms),
        Self::many(TextureDim::Cube),
    ];

    /// One texture.
    pub const fn one(dim: TextureDim) -> Self {
        Self { dim, array: false }
    }

    /// An array of textures.
    pub const fn many(dim: TextureDim) -> Self {
        Self { dim, array: true }
    }

    /// One texture, or an array.
    pub const fn new(dim: TextureDim, array: bool) -> Self {
        Self { dim, array }
    }

    /// The word `Array` after that of the dimensions, where it is one.
    pub const fn array_word(self) -> &'static str {
        if self.array { "Array" } else { "" }
    }

    /// The shape with the name that follows the word `Texture`: `2DMSArray`.
    pub fn from_name(name: &str) -> Option<Self> {
        let words = |shape: &Self| name.strip_prefix(shape.dim.word()) == Some(shape.array_word());
        Self::ALL.into_iter().find(words)
    }

    const fn slices(self) -> u16 {
        self.array as u16
    }

    /// The components of a coordinate that is sampled.
    pub const fn coordinates(self) -> u16 {
        self.dim.axes() + self.slices()
    }

    /// The components of the index of a texel; none where texels have no index.
    pub const fn texel_coordinates(self) -> u16 {
        if self.dim.is_cube() { 0 } else { self.dim.texel_axes() + self.slices() }
    }

    /// The sizes that it has: along each axis, and how many slices.
    pub const fn sizes(self) -> u16 {
        self.dim.texel_axes() + self.slices()
    }

    /// Whether a sampler filters it, which takes levels.
    pub const fn is_filtered(self) -> bool {
        !self.dim.is_multisampled()
    }

    /// Whether a sampler compares it.
    pub const fn is_compared(self) -> bool {
        matches!(self.dim, TextureDim::D1 | TextureDim::D2 | TextureDim::Cube)
    }

    /// Whether the four texels around a coordinate can be gathered.
    pub const fn is_gathered(self) -> bool {
        matches!(self.dim, TextureDim::D2 | TextureDim::Cube)
    }

    /// Its number in DXIL and in LLVM's target types. An array that there is not has the number of one texture.
    pub fn number(self) -> u32 {
        let place = |wanted: Self| Self::ALL.iter().position(|shape| *shape == wanted);
        place(self).or_else(|| place(Self::one(self.dim))).map_or(0, |place| place as u32 + 1)
    }

    /// The shape with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)? as usize).copied()
    }
}

/// What may be done to a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureUse {
    /// It is read, also through samplers.
    Read,
    /// It is read together with a sampler of its own, as Vulkan has it.
    Combined,
    /// It is read and written.
    Write,
    /// It is read and written in the order of rasterization.
    Ordered,
    /// It records what samplers read of another texture.
    Feedback,
}

impl TextureUse {
    /// All uses.
    pub const ALL: [Self; 5] = [Self::Read, Self::Combined, Self::Write, Self::Ordered, Self::Feedback];

    /// What stands before the word `Texture` in the name of a type.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Read => "",
            Self::Combined => "Sampled",
            Self::Write => "RW",
            Self::Ordered => "RasterizerOrdered",
            Self::Feedback => "Feedback",
        }
    }
}

/// The word in the name of every texture.
const TEXTURE: &str = "Texture";

/// The type of a texture: its shape, and what may be done to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureType {
    /// The shape.
    pub shape: TextureShape,
    /// What may be done to it.
    pub used: TextureUse,
}

impl TextureType {
    /// The type with a name of HLSL, as in `RWTexture2DArray`; those with a sampler of their own are in the namespace `vk`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (prefix, shape) = name.split_once(TEXTURE)?;
        let used = TextureUse::ALL.into_iter().find(|used| used.prefix() == prefix)?;
        // This family alone has its cubes in capitals.
        let shape = match (used, shape) {
            (TextureUse::Combined, "CUBE") => TextureShape::one(TextureDim::Cube),
            (TextureUse::Combined, "CUBEArray") => TextureShape::many(TextureDim::Cube),
            (TextureUse::Combined, _) if shape.starts_with(TextureDim::Cube.word()) => return None,
            _ => TextureShape::from_name(shape)?,
        };
        Some(Self { shape, used }).filter(|texture| texture.exists())
    }

    /// The word that the name begins with.
    pub const fn first_word(self) -> &'static str {
        let prefix = self.used.prefix();
        if prefix.is_empty() { TEXTURE } else { prefix }
    }

    /// The letters of the name.
    pub const fn name_length(self) -> usize {
        let shape = self.shape.dim.word().len() + self.shape.array_word().len();
        self.used.prefix().len() + TEXTURE.len() + shape
    }

    /// Whether HLSL has the type: faces are never written, samples not in the order of rasterization.
    pub const fn exists(self) -> bool {
        match self.used {
            TextureUse::Read | TextureUse::Combined => true,
            TextureUse::Write => !self.shape.dim.is_cube(),
            TextureUse::Ordered => !self.shape.dim.is_cube() && !self.shape.dim.is_multisampled(),
            TextureUse::Feedback => matches!(self.shape.dim, TextureDim::D2),
        }
    }

    /// Whether it is only read.
    pub const fn is_read_only(self) -> bool {
        matches!(self.used, TextureUse::Read | TextureUse::Combined)
    }

    /// Whether texels can be written by their index.
    pub const fn is_written(self) -> bool {
        matches!(self.used, TextureUse::Write | TextureUse::Ordered)
    }

    /// Whether it has levels: `.mips[]` and arguments for them.
    pub const fn has_levels(self) -> bool {
        self.is_read_only() && self.shape.is_filtered()
    }

    /// Whether it has samples: `.sample[]` and arguments for them.
    pub const fn has_samples(self) -> bool {
        self.shape.dim.is_multisampled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_dimensions() {
        for (place, dim) in TextureDim::all().enumerate() {
            assert_eq!(place, dim as usize);
        }
    }

    #[test]
    fn a_number_names_one_shape() {
        for shape in TextureShape::ALL {
            assert_eq!(TextureShape::from_number(shape.number()), Some(shape));
        }
        assert_eq!(TextureShape::many(TextureDim::D3).number(), TextureShape::one(TextureDim::D3).number());
        assert_eq!([0, 10].map(TextureShape::from_number), [None; 2]);
    }

    #[test]
    fn a_name_says_shape_and_use() {
        let named = |name: &str| TextureType::from_name(name).map(|texture| (texture.shape, texture.used));
        assert_eq!(named("Texture2DMSArray"), Some((TextureShape::many(TextureDim::D2Ms), TextureUse::Read)));
        assert_eq!(named("RasterizerOrderedTexture3D"), Some((TextureShape::one(TextureDim::D3), TextureUse::Ordered)));
        assert_eq!(named("SampledTextureCUBE"), Some((TextureShape::one(TextureDim::Cube), TextureUse::Combined)));
        let none = ["Texture", "Texture3DArray", "RWTextureCube", "RasterizerOrderedTexture2DMS", "FeedbackTexture1D"];
        for name in none.into_iter().chain(["SampledTextureCube", "TextureCUBE", "Texture2DArrayArray", "MyTexture2D"])
        {
            assert_eq!(named(name), None, "{name}");
        }
    }
}

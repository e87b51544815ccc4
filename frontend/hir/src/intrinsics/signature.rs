//! Defines the signature language of the intrinsic table.
//!
//! A signature is a text such as `"x: numeric*, min: =x, max: =x -> =x"`. It is read when this crate is compiled
//! (a slip in the table is a compile error), so that at run time a signature is plain data.
//!
//! ```text
//! signature = [parameter {"," parameter}] "->" pattern
//! parameter = ["?"] ["out" | "inout" | "ref"] name ":" pattern     "?": it and all after it may be left out
//! pattern   = "=" name          element kind and shape of that parameter
//!           | element shape
//! element   = class             one of the element classes below
//!           | "@" name          element kind of that parameter
//!           | "T" | "Telem"     element type of the object, and the kind of its components
//!           | "$T"              template argument of the call
//!           | "thread_records" | "group_records"     output records of the object's element
//!           | "void"
//! shape     = nothing           a scalar
//!           | "*"               any scalar, vector or matrix
//!           | "<" size ["," size] ">"   a vector, or rows and columns of a matrix
//!           | "~" name          shape of that parameter
//! size      = digit             that many
//!           | "C" | "R" | "K"   as many as wherever the letter stands in the signature
//!           | "axes" | "sample" | "texel" | "load"   what the object's row says
//! ```
//!
//! Parameters whose name is a [`Role`] with a condition exist only on objects that meet it: one row then says
//! what `Sample` is on textures with and without offsets.

use crate::objects::ObjectKind;
use crate::types::ScalarKind;

/// The most parameters a signature has.
pub const MAX_PARAMS: usize = 8;

/// The passing mode of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A value.
    In,
    /// Copied out.
    Out,
    /// Copied in and out.
    InOut,
    /// The place itself: destinations of atomics.
    Ref,
}

macro_rules! classes {
    ($($(#[doc = $doc:literal])* $class:ident = $name:literal, $cast:ident: $($kind:ident)*;)*) => {
        /// A set of element kinds that a parameter takes, in order of preference.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Class {
            $($(#[doc = $doc])* #[doc = concat!("`", $name, "` in signatures.")] $class),*
        }

        const CLASSES: &[(Class, &str, bool, &[ScalarKind])] =
            &[$((Class::$class, $name, classes!(@$cast), &[$(ScalarKind::$kind),*])),*];
    };
    (@cast) => { true };
    (@exact) => { false };
}

classes! {
    Bool = "bool", cast: Bool;
    Int = "int", cast: Int LitInt;
    Uint = "uint", cast: Uint LitInt;
    AnyInt = "any_int", cast: Int Int16 Uint Uint16 Int64 Uint64 LitInt;
    AnyInt32 = "any_int32", cast: Int Uint LitInt;
    AnyInt64 = "any_int64", cast: Int64 Uint64 LitInt;
    AnyInt16Or32 = "any_int16or32", cast: Int Uint Int16 Uint16 LitInt;
    UintOnly = "uint_only", exact: Uint Uint64 LitInt;
    Int32Only = "int32_only", exact: Int Uint LitInt;
    Int64Only = "int64_only", exact: Uint64 Int64 LitInt;
    Sint16Or32Only = "sint16or32_only", exact: Int Int16 LitInt;
    Uint64 = "u64", cast: Uint64;
    Int16 = "int16", cast: Int16 LitInt;
    Uint16 = "uint16", cast: Uint16 LitInt;
    Float16 = "float16", cast: Float16 LitFloat;
    Float = "float", cast: Float Half LitFloat;
    AnyFloat = "any_float", cast: Float Half Float16 Double LitFloat Min10Float Min16Float;
    FloatLike = "float_like", cast: Float Half Float16 LitFloat Min10Float Min16Float;
    Float32Only = "float32_only", exact: Float LitFloat;
    Double = "double", cast: Double LitFloat;
    DoubleOnly = "double_only", exact: Double LitFloat;
    Numeric = "numeric", cast: Float Half Float16 Double LitFloat Min10Float Min16Float LitInt Int16 Int Uint16 Uint
        Min12Int Min16Int Min16Uint Int64 Uint64;
    Numeric32Only = "numeric32_only", exact: Float Half LitFloat LitInt Int Uint;
    Numeric16Only = "numeric16_only", exact: Float16 Int16 Uint16 LitFloat LitInt;
    Any = "any", cast: Float Half Float16 Double LitFloat Min10Float Min16Float Int16 Uint16 LitInt Int Uint
        Min12Int Min16Int Min16Uint Bool Int64 Uint64;
    LinAlg = "linalg", exact: Float Half Float16 Double LitFloat LitInt Uint16 Uint Uint64 Int16 Int Int64
        PackedUint8x4 PackedInt8x4;
    PackedSigned = "p32i8", cast: PackedInt8x4 Uint LitInt;
    PackedUnsigned = "p32u8", cast: PackedUint8x4 Uint LitInt;
    /// A `SamplerState`.
    Sampler = "sampler", exact: ;
    /// A `SamplerComparisonState`.
    SamplerCmp = "sampler_cmp", exact: ;
    /// Either kind of sampler.
    AnySampler = "any_sampler", exact: ;
    /// A `Texture2D` of any element.
    Texture2D = "Texture2D", exact: ;
    /// A `Texture2DArray` of any element.
    Texture2DArray = "Texture2DArray", exact: ;
    /// A writable resource.
    Uav = "uav", exact: ;
    /// Records of a node.
    NodeRecords = "node_records", exact: ;
    /// A `RaytracingAccelerationStructure`.
    Acceleration = "acceleration", exact: ;
    /// A `RayQuery`.
    RayQuery = "ray_query", exact: ;
    /// A `dx::HitObject`.
    HitObject = "hit_object", exact: ;
    /// A matrix of linear algebra.
    LinAlgMatrix = "linalg_matrix", exact: ;
    /// An array of numbers or vectors in group-shared memory.
    SharedArray = "shared_array", exact: ;
    /// A `ByteAddressBuffer` or `RWByteAddressBuffer`.
    ByteBuffer = "byte_buffer", exact: ;
    /// A `RWByteAddressBuffer`.
    RwByteBuffer = "rw_byte_buffer", exact: ;
    /// The struct `BuiltInTrianglePositions`.
    TrianglePositions = "BuiltInTrianglePositions", exact: ;
    /// The struct `RayDesc`.
    RayDesc = "RayDesc", exact: ;
    /// Any struct.
    Struct = "struct", exact: ;
    /// A string literal.
    String = "string", exact: ;
    /// Arguments of any number and type from here on.
    Variadic = "any_more", exact: ;
}

impl Class {
    /// Word for it in signatures and messages.
    pub const fn name(self) -> &'static str {
        CLASSES[self as usize].1
    }

    /// Kinds that are taken as they are, the preferred first. Empty for classes of objects and structs.
    pub const fn kinds(self) -> &'static [ScalarKind] {
        CLASSES[self as usize].3
    }

    /// Whether other kinds are converted to the preferred one.
    pub const fn converts(self) -> bool {
        CLASSES[self as usize].2
    }

    /// The kind that `kind` is taken as.
    pub fn accept(self, kind: ScalarKind) -> Option<ScalarKind> {
        let kinds = self.kinds();
        if kinds.contains(&kind) {
            Some(kind)
        } else if self.converts() {
            kinds.first().copied()
        } else {
            None
        }
    }
}

macro_rules! roles {
    ($($(#[doc = $doc:literal])+ $role:ident = $name:literal;)*) => {
        /// What a parameter is to the lowering of its row, found by its name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Role {
            /// Known by its position alone.
            Plain,
            $($(#[doc = $doc])+ $role),*
        }

        const ROLES: &[(Role, &str)] = &[$((Role::$role, $name)),*];
    };
}

roles! {
    /// Sampler. Not on textures that are one with theirs.
    Sampler = "sampler";
    /// Where to sample, load or store.
    Coord = "coord";
    /// Sample of a multisampled texture.
    Sample = "sample";
    /// Texel offset. Only on objects that are addressed by texels, so not on cubes.
    Offset = "offset";
    /// Offset of the first gathered texel.
    Offset0 = "offset0";
    /// Offset of the second gathered texel.
    Offset1 = "offset1";
    /// Offset of the third gathered texel.
    Offset2 = "offset2";
    /// Offset of the fourth gathered texel.
    Offset3 = "offset3";
    /// Least level of detail.
    Clamp = "clamp";
    /// Out: whether all memory was mapped.
    Status = "status";
    /// Value to compare with.
    Compare = "compare";
    /// Level of detail bias.
    Bias = "bias";
    /// Level of detail.
    Level = "level";
    /// Derivative of the coordinate along x.
    Ddx = "ddx";
    /// Derivative of the coordinate along y.
    Ddy = "ddy";
    /// Mip level asked about.
    Mip = "mip";
    /// Out: width, elements or bytes.
    Width = "width";
    /// Out: height. Only with two axes or more.
    Height = "height";
    /// Out: depth. Only with three axes.
    Depth = "depth";
    /// Out: elements of a texture array. Only on arrays.
    Elements = "elements";
    /// Out: number of mip levels.
    Levels = "levels";
    /// Out: samples per texel. Only on multisampled textures.
    Samples = "samples";
    /// Out: bytes of an element of a structured buffer.
    Stride = "stride";
    /// Byte offset in a byte address buffer.
    Address = "address";
    /// Value to store or combine.
    Value = "value";
    /// What an atomic changes.
    Dest = "dest";
    /// Out: what was there before.
    Original = "original";
}

/// Component counts that an object's row decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectSize {
    /// Axes of the texture, without an array slice.
    Axes,
    /// A sampling coordinate, array slice included.
    Sample,
    /// A texel's index, array slice included.
    Texel,
    /// A texel's index and, where the texture has mips, the level.
    Load,
}

/// A number of components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// This many.
    Exactly(u8),
    /// The same wherever this number (of [`SIZE_NAMES`]) stands.
    Named(u8),
    /// The size in the object's row.
    OfObject(ObjectSize),
}

/// Letters of named sizes. Shapes `*` use the first two as rows and columns.
pub const SIZE_NAMES: [char; 3] = ['R', 'C', 'K'];

/// The numbers of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One number.
    Scalar,
    /// A scalar, vector or matrix.
    Any,
    /// A vector.
    Vector(Size),
    /// A matrix of rows and columns.
    Matrix(Size, Size),
    /// The shape of a parameter, by position.
    Like(u8),
}

/// The kind of components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// Nothing: `void`.
    Void,
    /// One of a class.
    Class(Class),
    /// The element kind of a parameter, by position.
    Like(u8),
    /// The element type of the object.
    Object,
    /// The kind of the components of the object's element type.
    ObjectComponent,
    /// The template argument of the call.
    Template,
    /// Output records like those that the object is an output of.
    Records {
        /// Whether they are each thread's own.
        per_thread: bool,
    },
}

/// A type in a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Its components.
    pub element: Element,
    /// Its shape.
    pub shape: Shape,
}

impl Pattern {
    const VOID: Self = Self { element: Element::Void, shape: Shape::Scalar };
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The passing mode.
    pub mode: Mode,
    /// Whether it and all after it may be left out.
    pub optional: bool,
    /// The role for lowering.
    pub role: Role,
    /// Its type.
    pub pattern: Pattern,
    /// Where its name stands in the text of the signature.
    pub(super) name: (u16, u16),
}

impl Param {
    const NONE: Self =
        Self { mode: Mode::In, optional: false, role: Role::Plain, pattern: Pattern::VOID, name: (0, 0) };

    /// Whether the parameter exists on an object.
    pub fn exists_on(&self, object: Option<ObjectKind>) -> bool {
        let Some(texture) = object.and_then(ObjectKind::texture) else { return true };
        let (shape, dim) = (texture.shape, texture.shape.dim);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other parameters do not depend on the shape")]
        match self.role {
            Role::Sampler => !object.is_some_and(ObjectKind::is_sampled_texture),
            Role::Offset => dim.offsets() > 0,
            Role::Height => dim.texel_axes() >= 2,
            Role::Depth => dim.texel_axes() >= 3,
            Role::Elements => shape.array,
            Role::Samples => texture.has_samples(),
            _ => true,
        }
    }
}

impl ObjectSize {
    /// The number on an object. Zero on objects without texels.
    pub fn on(self, object: ObjectKind) -> u8 {
        let Some(texture) = object.texture() else { return 0 };
        let shape = texture.shape;
        let count = match self {
            Self::Axes => shape.dim.axes(),
            Self::Sample => shape.coordinates(),
            Self::Texel => shape.texel_coordinates(),
            Self::Load => shape.texel_coordinates() + u16::from(texture.has_levels()),
        };
        count as u8
    }
}

/// A signature, ready for matching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    params: [Param; MAX_PARAMS],
    count: u8,
    /// Type of the result.
    pub ret: Pattern,
}

impl Signature {
    /// The parameters, those that exist only on some objects included.
    pub fn params(&self) -> &[Param] {
        &self.params[..self.count as usize]
    }

    /// The parameters that exist on an object, with their positions in [`Signature::params`].
    pub fn params_on(&self, object: Option<ObjectKind>) -> impl Iterator<Item = (u8, &Param)> {
        (0u8..).zip(self.params()).filter(move |(_, param)| param.exists_on(object))
    }

    /// Reads a signature. Meant for constants: a slip is a compile error.
    ///
    /// # Panics
    /// If the text is no signature.
    pub const fn parse(text: &str) -> Self {
        let mut reader = Reader { text: text.as_bytes(), at: 0, params: [Param::NONE; MAX_PARAMS], count: 0 };
        while !reader.take(b"->") {
            if reader.count > 0 {
                assert!(reader.take(b","), "a comma or `->` is missing");
            }
            let param = reader.param();
            assert!((reader.count as usize) < MAX_PARAMS, "too many parameters");
            reader.params[reader.count as usize] = param;
            reader.count += 1;
        }
        let ret = reader.pattern();
        assert!(reader.at == reader.text.len(), "something behind the result type");
        Self { params: reader.params, count: reader.count, ret }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    params: [Param; MAX_PARAMS],
    count: u8,
}

impl Reader<'_> {
    const fn skip_spaces(&mut self) {
        while self.at < self.text.len() && self.text[self.at] == b' ' {
            self.at += 1;
        }
    }

    /// Takes a symbol if it comes next.
    const fn take(&mut self, symbol: &[u8]) -> bool {
        self.skip_spaces();
        if !same(self.text, self.at, self.at + symbol.len(), symbol) {
            return false;
        }
        self.at += symbol.len();
        self.skip_spaces();
        true
    }

    /// Takes a word if it comes next.
    const fn take_word(&mut self, word: &str) -> bool {
        let start = self.at;
        let (from, to) = self.word();
        if same(self.text, from, to, word.as_bytes()) {
            return true;
        }
        self.at = start;
        false
    }

    /// The range of the word that comes next, which may be empty.
    const fn word(&mut self) -> (usize, usize) {
        self.skip_spaces();
        let start = self.at;
        while self.at < self.text.len() && (self.text[self.at].is_ascii_alphanumeric() || self.text[self.at] == b'_') {
            self.at += 1;
        }
        let end = self.at;
        self.skip_spaces();
        (start, end)
    }

    /// The position of the parameter whose name comes next.
    const fn reference(&mut self) -> u8 {
        let (start, end) = self.word();
        let mut i = 0;
        while i < self.count {
            let (from, to) = self.params[i as usize].name;
            if same_within(self.text, from as usize, to as usize, start, end) {
                return i;
            }
            i += 1;
        }
        panic!("a tie to a parameter that does not come before");
    }

    const fn param(&mut self) -> Param {
        let optional = self.take(b"?");
        let mode = if self.take_word("out") {
            Mode::Out
        } else if self.take_word("inout") {
            Mode::InOut
        } else if self.take_word("ref") {
            Mode::Ref
        } else {
            Mode::In
        };
        let (start, end) = self.word();
        assert!(start < end, "a parameter has no name");
        let mut role = Role::Plain;
        let mut i = 0;
        while i < ROLES.len() {
            if same(self.text, start, end, ROLES[i].1.as_bytes()) {
                role = ROLES[i].0;
            }
            i += 1;
        }
        assert!(self.take(b":"), "a parameter has no type");
        let pattern = self.pattern();
        Param { mode, optional, role, pattern, name: (start as u16, end as u16) }
    }

    const fn pattern(&mut self) -> Pattern {
        if self.take(b"=") {
            let like = self.reference();
            return Pattern { element: Element::Like(like), shape: Shape::Like(like) };
        }
        let element = self.element();
        let shape = if self.take(b"*") {
            Shape::Any
        } else if self.take(b"~") {
            Shape::Like(self.reference())
        } else if self.take(b"<") {
            let first = self.size();
            let shape = if self.take(b",") { Shape::Matrix(first, self.size()) } else { Shape::Vector(first) };
            assert!(self.take(b">"), "`>` is missing");
            shape
        } else {
            Shape::Scalar
        };
        Pattern { element, shape }
    }

    const fn element(&mut self) -> Element {
        if self.take(b"@") {
            return Element::Like(self.reference());
        }
        if self.take(b"$T") {
            return Element::Template;
        }
        let (start, end) = self.word();
        if same(self.text, start, end, b"void") {
            return Element::Void;
        }
        if same(self.text, start, end, b"T") {
            return Element::Object;
        }
        if same(self.text, start, end, b"thread_records") {
            return Element::Records { per_thread: true };
        }
        if same(self.text, start, end, b"group_records") {
            return Element::Records { per_thread: false };
        }
        if same(self.text, start, end, b"Telem") {
            return Element::ObjectComponent;
        }
        let mut i = 0;
        while i < CLASSES.len() {
            if same(self.text, start, end, CLASSES[i].1.as_bytes()) {
                return Element::Class(CLASSES[i].0);
            }
            i += 1;
        }
        panic!("unknown element class");
    }

    const fn size(&mut self) -> Size {
        let (start, end) = self.word();
        if end == start + 1 {
            let byte = self.text[start];
            if byte >= b'1' && byte <= b'4' {
                return Size::Exactly(byte - b'0');
            }
            let mut i = 0;
            while i < SIZE_NAMES.len() {
                if SIZE_NAMES[i] as u32 == byte as u32 {
                    return Size::Named(i as u8);
                }
                i += 1;
            }
        }
        if same(self.text, start, end, b"axes") {
            Size::OfObject(ObjectSize::Axes)
        } else if same(self.text, start, end, b"sample") {
            Size::OfObject(ObjectSize::Sample)
        } else if same(self.text, start, end, b"texel") {
            Size::OfObject(ObjectSize::Texel)
        } else if same(self.text, start, end, b"load") {
            Size::OfObject(ObjectSize::Load)
        } else {
            panic!("unknown size")
        }
    }
}

/// Whether bytes `from..to` are `other`.
const fn same(text: &[u8], from: usize, to: usize, other: &[u8]) -> bool {
    if to > text.len() || to - from != other.len() {
        return false;
    }
    let mut i = 0;
    while i < other.len() {
        if text[from + i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether two ranges of one text are equal.
const fn same_within(text: &[u8], from: usize, to: usize, other_from: usize, other_to: usize) -> bool {
    if to - from != other_to - other_from {
        return false;
    }
    let mut i = 0;
    while from + i < to {
        if text[from + i] != text[other_from + i] {
            return false;
        }
        i += 1;
    }
    true
}

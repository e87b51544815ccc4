//! Lists the words of the language: keywords, modifiers, built-in types, reserved words. One row each.
//!
//! Input: a word. Output: its [`Word`]. What a program declares is the classifier's business.

use crate::ast::Modifier;
use hlslc_semantics::texture::{TextureShape, TextureType, TextureUse};

/// Declares [`Keyword`] and its spellings.
macro_rules! keywords {
    ($( $variant:ident = $text:literal, )*) => {
        /// A word with a meaning to the grammar.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Keyword { $( #[doc = concat!("`", $text, "`")] $variant, )* }

        impl Keyword {
            /// As written.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }

            const TEXTS: &'static [&'static str] = &[$( $text, )*];

            fn find(text: &str) -> Option<Self> {
                match text { $( $text => Some(Self::$variant), )* _ => None }
            }
        }
    };
}

keywords! {
    Struct = "struct",
    Class = "class",
    Interface = "interface",
    Enum = "enum",
    Namespace = "namespace",
    CBuffer = "cbuffer",
    TBuffer = "tbuffer",
    Typedef = "typedef",
    Using = "using",
    Template = "template",
    Typename = "typename",
    Operator = "operator",
    Unsigned = "unsigned",
    If = "if",
    Else = "else",
    For = "for",
    While = "while",
    Do = "do",
    Switch = "switch",
    Case = "case",
    Default = "default",
    Break = "break",
    Continue = "continue",
    Discard = "discard",
    Return = "return",
    SizeOf = "sizeof",
    DeclType = "__decltype",
    This = "this",
    StaticAssert = "_Static_assert",
    // These four have their meaning after a colon only.
    Register = "register",
    PackOffset = "packoffset",
    Read = "read",
    Write = "write",
}

/// The class of a word before any declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A name.
    Plain,
    /// A keyword.
    Keyword(Keyword),
    /// `true` or `false`.
    Bool(bool),
    /// A modifier. A contextual one is a name where punctuation follows it.
    Modifier {
        /// Which one.
        modifier: Modifier,
        /// Whether it may also be a name.
        contextual: bool,
    },
    /// A built-in type.
    Type,
    /// `technique` and its like, which start an effect block.
    Effect,
    /// `sampler_state`, which starts a state block.
    SamplerState,
    /// A word that HLSL keeps from C++ without giving it a meaning.
    Reserved,
    /// A reserved word that names a type in C++.
    ReservedType,
}

/// Modifiers that may also be names.
pub const CONTEXTUAL: [Modifier; 9] = [
    Modifier::Precise,
    Modifier::Sample,
    Modifier::Center,
    Modifier::GloballyCoherent,
    Modifier::ReorderCoherent,
    Modifier::Indices,
    Modifier::Vertices,
    Modifier::Primitives,
    Modifier::Payload,
];

/// Types that have vectors (`float3`) and matrices (`float3x4`) under short names.
const SCALARS: [&str; 21] = [
    "bool",
    "int",
    "uint",
    "dword",
    "half",
    "float",
    "double",
    "int16_t",
    "uint16_t",
    "float16_t",
    "int32_t",
    "uint32_t",
    "float32_t",
    "int64_t",
    "uint64_t",
    "float64_t",
    "min16float",
    "min16int",
    "min16uint",
    "min10float",
    "min12int",
];

/// Types whose names are keywords: they can never name anything else.
const KEYWORD_TYPES: [&str; 6] = ["void", "bool", "int", "float", "double", AUTO];

/// The type of matrices that lanes hold together, and the attribute that states their properties.
pub(crate) const MATRIX_HANDLE: &str = "__builtin_LinAlgMatrix";
pub(crate) const MATRIX_PROPERTIES: &str = "__LinAlgMatrix_Attributes";

/// All other built-in types but the textures, which [`TextureType`] names.
const TYPES: [&str; 69] = [
    "void",
    AUTO,
    "string",
    "vector",
    "matrix",
    "int8_t4_packed",
    "uint8_t4_packed",
    // Resources.
    "Buffer",
    "RWBuffer",
    "RasterizerOrderedBuffer",
    "StructuredBuffer",
    "RWStructuredBuffer",
    "RasterizerOrderedStructuredBuffer",
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "ByteAddressBuffer",
    "RWByteAddressBuffer",
    "RasterizerOrderedByteAddressBuffer",
    "ConstantBuffer",
    "TextureBuffer",
    "SamplerState",
    "SamplerComparisonState",
    // Names from before Direct3D 10.
    "pixelfragment",
    "texture1D",
    "texture2D",
    "texture3D",
    "textureCUBE",
    "sampler",
    "sampler1D",
    "sampler2D",
    "sampler3D",
    "samplerCUBE",
    "sampler1DShadow",
    "sampler2DShadow",
    // Stages.
    "InputPatch",
    "OutputPatch",
    "PointStream",
    "LineStream",
    "TriangleStream",
    "RayDesc",
    "BuiltInTriangleIntersectionAttributes",
    "BuiltInTrianglePositions",
    "RaytracingAccelerationStructure",
    "RayQuery",
    "DispatchNodeInputRecord",
    "RWDispatchNodeInputRecord",
    "GroupNodeInputRecords",
    "RWGroupNodeInputRecords",
    "ThreadNodeInputRecord",
    "RWThreadNodeInputRecord",
    "NodeOutput",
    "NodeOutputArray",
    "EmptyNodeInput",
    "EmptyNodeOutput",
    "EmptyNodeOutputArray",
    "ThreadNodeOutputRecords",
    "GroupNodeOutputRecords",
    // Linear algebra.
    MATRIX_HANDLE,
    // Subobjects of libraries.
    "StateObjectConfig",
    "GlobalRootSignature",
    "LocalRootSignature",
    "SubobjectToExportsAssociation",
    "RaytracingShaderConfig",
    "RaytracingPipelineConfig",
    "RaytracingPipelineConfig1",
    "TriangleHitGroup",
    "ProceduralPrimitiveHitGroup",
    // SPIR-V only.
    "SubpassInput",
    "SubpassInputMS",
];

/// Types of objects of effect files. What is declared with one is ignored, and so is its initialiser.
pub const EFFECT_TYPES: [&str; 21] = [
    "texture",
    "Texture",
    "BlendState",
    "DepthStencilState",
    "DepthStencilView",
    "RasterizerState",
    "RenderTargetView",
    "PixelShader",
    "pixelshader",
    "VertexShader",
    "vertexshader",
    "GeometryShader",
    "geometryshader",
    "HullShader",
    "hullshader",
    "DomainShader",
    "domainshader",
    "ComputeShader",
    "computeshader",
    "stateblock_state",
    "Stateblock",
];

/// Words that start an effect block.
const EFFECT_WORDS: [&str; 4] = ["technique", "Technique", "technique10", "technique11"];

/// The type of what a variable is given.
pub const AUTO: &str = "auto";

const RESERVED_TYPES: [&str; 7] = ["char", "long", "short", "signed", "union", "wchar_t", "_Complex"];

const RESERVED: [&str; 26] = [
    "asm",
    "catch",
    "const_cast",
    "delete",
    "dynamic_cast",
    "explicit",
    "friend",
    "goto",
    "mutable",
    "new",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "static_cast",
    "throw",
    "try",
    "typeid",
    "virtual",
    "__attribute__",
    "__declspec",
    "__asm",
    "__try",
    "__finally",
    "__except",
    "volatile",
];

/// Words that are of no larger group.
const OTHERS: [(&str, Word); 3] =
    [("true", Word::Bool(true)), ("false", Word::Bool(false)), ("sampler_state", Word::SamplerState)];

/// By the first byte of a word, which lengths the words have that are more than names: a bit each. Most names of a program share
/// first letter and length with none of them, and are found by this alone.
const LENGTHS: [u64; 256] = {
    let mut lengths = [0; 256];
    let tables: [&[&str]; 7] =
        [Keyword::TEXTS, &SCALARS, &TYPES, &EFFECT_TYPES, &EFFECT_WORDS, &RESERVED_TYPES, &RESERVED];
    let mut table = 0;
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            let word = tables[table][row];
            lengths = with_length(lengths, word, word.len());
            row += 1;
        }
        table += 1;
    }
    let mut row = 0;
    while row < Modifier::ALL.len() {
        let word = Modifier::ALL[row].text();
        lengths = with_length(lengths, word, word.len());
        row += 1;
    }
    let mut row = 0;
    while row < OTHERS.len() {
        let word = OTHERS[row].0;
        lengths = with_length(lengths, word, word.len());
        row += 1;
    }
    let mut used = 0;
    while used < TextureUse::ALL.len() {
        let mut shape = 0;
        while shape < TextureShape::ALL.len() {
            let texture = TextureType { shape: TextureShape::ALL[shape], used: TextureUse::ALL[used] };
            lengths = with_length(lengths, texture.first_word(), texture.name_length());
            shape += 1;
        }
        used += 1;
    }
    lengths
};

/// With the length of a word, of which the start is given.
const fn with_length(mut lengths: [u64; 256], start: &str, length: usize) -> [u64; 256] {
    assert!(length < 64, "a length is a bit of 64");
    lengths[start.as_bytes()[0] as usize] |= 1 << length;
    lengths
}

/// Whether a word may be more than a name, by its first byte and its length.
fn may_be_known(text: &str) -> bool {
    let first = text.as_bytes().first().map_or(0, |&first| LENGTHS[usize::from(first)]);
    first.checked_shr(text.len() as u32).is_some_and(|lengths| lengths & 1 != 0)
}

/// The class of a word.
pub fn word(text: &str) -> Word {
    if !may_be_known(text) && !may_be_known(scalar_of(text)) {
        return Word::Plain;
    }
    if let Some(keyword) = Keyword::find(text) {
        return Word::Keyword(keyword);
    }
    if let Some(&(_, word)) = OTHERS.iter().find(|row| row.0 == text) {
        return word;
    }
    if let Some(&modifier) = Modifier::ALL.iter().find(|m| m.text() == text) {
        return Word::Modifier { modifier, contextual: CONTEXTUAL.contains(&modifier) };
    }
    let is_texture = || TextureType::from_name(text).is_some_and(|texture| texture.used != TextureUse::Combined);
    if TYPES.contains(&text) || is_texture() || EFFECT_TYPES.contains(&text) || is_numeric_type(text) {
        return Word::Type;
    }
    if EFFECT_WORDS.contains(&text) {
        return Word::Effect;
    }
    if RESERVED_TYPES.contains(&text) {
        return Word::ReservedType;
    }
    if RESERVED.contains(&text) {
        return Word::Reserved;
    }
    Word::Plain
}

/// Whether a type's name can never name anything else.
pub fn is_keyword_type(text: &str) -> bool {
    KEYWORD_TYPES.contains(&text)
}

/// A scalar (`uint`), a vector (`uint3`) or a matrix (`uint3x4`).
pub fn is_numeric_type(text: &str) -> bool {
    SCALARS.contains(&scalar_of(text)) || SCALARS.contains(&text)
}

/// A word without the size of a vector or a matrix at its end.
fn scalar_of(text: &str) -> &str {
    let size = |b: u8| (b'1'..=b'4').contains(&b);
    match text.as_bytes() {
        [.., rows, b'x', columns] if size(*rows) && size(*columns) => &text[..text.len() - 3],
        [.., columns] if size(*columns) => &text[..text.len() - 1],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No word of the tables is taken for a name before the tables are asked.
    #[test]
    fn words_of_the_tables_may_be_known() {
        let sizes = ["", "1", "4", "2x3", "4x4"];
        for scalar in SCALARS {
            for size in sizes {
                let text = format!("{scalar}{size}");
                assert_eq!(word(&text), Word::Type, "{text}");
            }
        }
        for text in Keyword::TEXTS {
            assert!(matches!(word(text), Word::Keyword(keyword) if keyword.text() == *text), "{text}");
        }
        for text in TYPES.iter().chain(&EFFECT_TYPES) {
            assert_eq!(word(text), Word::Type, "{text}");
        }
        for text in ["TextureCube", "RWTexture2DMSArray", "RasterizerOrderedTexture1D", "FeedbackTexture2DArray"] {
            assert_eq!(word(text), Word::Type, "{text}");
        }
        assert_eq!(word("SampledTexture2D"), Word::Plain, "a type of the namespace `vk` alone");
        for modifier in Modifier::ALL {
            let text = modifier.text();
            assert!(matches!(word(text), Word::Modifier { modifier: found, .. } if found == *modifier), "{text}");
        }
        assert!(RESERVED.iter().all(|text| word(text) == Word::Reserved));
        assert!(RESERVED_TYPES.iter().all(|text| word(text) == Word::ReservedType));
        assert!(EFFECT_WORDS.iter().all(|text| word(text) == Word::Effect));
        assert!(OTHERS.iter().all(|&(text, meaning)| word(text) == meaning));
        assert_eq!(word("colour"), Word::Plain);
    }
}

//! Defines function attributes: the kinds of LLVM 3.7 as one table, and the attribute lists of a module.

/// The index of the attributes of the function itself; 0 is its result and 1… are its parameters.
pub const FUNCTION_INDEX: u32 = u32::MAX;

/// The attribute for the treatment of denormals, which has a value, and the values that it may have.
pub const DENORMALS: &str = "fp32-denorm-mode";
/// See [`DENORMALS`].
pub const DENORMAL_MODES: [&str; 3] = ["any", "ftz", "preserve"];

/// The attribute of a function whose wave operations include helper lanes.
pub const HELPER_LANES: &str = "waveops-include-helper-lanes";

use cranelift_entity::entity_impl;

use crate::bytestr::ByteStr;

/// An attribute list of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttrListId(u32);
entity_impl!(AttrListId, "attrs");

macro_rules! attribute_kinds {
    ($($(#[$doc:meta])* $variant:ident = $number:literal $text:literal,)*) => {
        /// An attribute that is encoded by a number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AttrKind {
            $($(#[$doc])* $variant = $number,)*
        }

        impl AttrKind {
            /// Every kind, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The spelling in LLVM assembly.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

attribute_kinds! {
    /// Alignment of a pointer, in bytes.
    Align = 1 "align",
    /// Inline whenever possible.
    AlwaysInline = 2 "alwaysinline",
    /// Argument passed by a hidden copy.
    ByVal = 3 "byval",
    /// Inlining is desirable.
    InlineHint = 4 "inlinehint",
    /// Argument in a register.
    InReg = 5 "inreg",
    /// Optimise for size above all.
    MinSize = 6 "minsize",
    /// No prologue.
    Naked = 7 "naked",
    /// Static chain argument.
    Nest = 8 "nest",
    /// The pointer has no alias.
    NoAlias = 9 "noalias",
    /// No replacement by a builtin.
    NoBuiltin = 10 "nobuiltin",
    /// The pointer does not escape.
    NoCapture = 11 "nocapture",
    /// Calls may not be duplicated.
    NoDuplicate = 12 "noduplicate",
    /// No implicit floating-point instructions.
    NoImplicitFloat = 13 "noimplicitfloat",
    /// Never inline.
    NoInline = 14 "noinline",
    /// No lazy binding.
    NonLazyBind = 15 "nonlazybind",
    /// No red zone.
    NoRedZone = 16 "noredzone",
    /// Never returns.
    NoReturn = 17 "noreturn",
    /// Never unwinds.
    NoUnwind = 18 "nounwind",
    /// Optimise for size.
    OptSize = 19 "optsize",
    /// Accesses no memory.
    ReadNone = 20 "readnone",
    /// Only reads memory.
    ReadOnly = 21 "readonly",
    /// The argument is the result.
    Returned = 22 "returned",
    /// May return twice.
    ReturnsTwice = 23 "returns_twice",
    /// Sign-extended.
    SExt = 24 "signext",
    /// Stack alignment, in bytes.
    StackAlign = 25 "alignstack",
    /// Stack protection.
    Ssp = 26 "ssp",
    /// Stack protection, always.
    SspReq = 27 "sspreq",
    /// Stack protection, strong.
    SspStrong = 28 "sspstrong",
    /// Result through memory.
    SRet = 29 "sret",
    /// Address sanitizer.
    SanitizeAddress = 30 "sanitize_address",
    /// Thread sanitizer.
    SanitizeThread = 31 "sanitize_thread",
    /// Memory sanitizer.
    SanitizeMemory = 32 "sanitize_memory",
    /// Unwind tables wanted.
    UwTable = 33 "uwtable",
    /// Zero-extended.
    ZExt = 34 "zeroext",
    /// A builtin.
    Builtin = 35 "builtin",
    /// Rarely called.
    Cold = 36 "cold",
    /// Not optimised.
    OptNone = 37 "optnone",
    /// Argument memory of the caller.
    InAlloca = 38 "inalloca",
    /// The pointer is not null.
    NonNull = 39 "nonnull",
    /// Jump table instructions.
    JumpTable = 40 "jumptable",
    /// This number of bytes can be read.
    Dereferenceable = 41 "dereferenceable",
    /// This number of bytes can be read, unless the pointer is null.
    DereferenceableOrNull = 42 "dereferenceable_or_null",
    /// Depends on which threads run together.
    Convergent = 43 "convergent",
    /// Safe stack.
    SafeStack = 44 "safestack",
    /// Only memory at arguments.
    ArgMemOnly = 45 "argmemonly",
}

impl AttrKind {
    /// The kind with a number in bitcode.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|&kind| kind as u64 == number)
    }
}

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// A kind.
    Kind(AttrKind),
    /// A kind with a number, such as an alignment.
    Value(AttrKind, u64),
    /// A string, with or without a value.
    Text(ByteStr, Option<ByteStr>),
}

/// The attributes of one function or call: for the function, its result and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct AttributeList {
    /// `(index, attributes)`; see [`FUNCTION_INDEX`].
    pub groups: Vec<(u32, Vec<Attribute>)>,
}

impl AttributeList {
    /// A list with attributes for the function itself only.
    pub fn function(kinds: &[AttrKind]) -> Self {
        Self { groups: vec![(FUNCTION_INDEX, kinds.iter().map(|&kind| Attribute::Kind(kind)).collect())] }
    }

    /// The attributes at an index.
    pub fn at(&self, index: u32) -> &[Attribute] {
        self.groups.iter().find(|(i, _)| *i == index).map_or(&[], |(_, attributes)| attributes)
    }
}

/// Attributes in the order LLVM keeps them: kinds by name, then numbers, then texts.
pub(crate) fn in_llvm_order(attributes: &[Attribute]) -> Vec<Attribute> {
    let mut sorted = attributes.to_vec();
    sorted.sort_by_key(|attribute| match attribute {
        Attribute::Kind(kind) => (0, kind.text().as_bytes().to_vec()),
        Attribute::Value(kind, _) => (1, kind.text().as_bytes().to_vec()),
        Attribute::Text(key, _) => (2, key.to_vec()),
    });
    sorted
}

//! Lists the debug-information records of LLVM 3.7 in one table: number, name, and fields.
//!
//! Records of this kind live in `ILDB` modules. The table lets them be read, renumbered, written and printed without
//! further code for any of them; their meaning is not interpreted.

use crate::metadata::MdId;

/// The kind of a field of a debug record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// A number.
    Int,
    /// A signed number, stored rotated (sign in bit 0).
    Signed,
    /// A flag.
    Bool,
    /// A DWARF tag.
    Tag,
    /// Flags of an entity.
    Flags,
    /// A reference to an entry; stored as its number plus one, 0 for none.
    Ref,
    /// A reference to an entry that is never null; stored as its number.
    RequiredRef,
    /// A reference to a string; stored and null as [`FieldKind::Ref`].
    Text,
}

/// A value in a debug record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugField {
    /// A number, flag or tag.
    Int(u64),
    /// A reference.
    Ref(Option<MdId>),
}

/// A debug record: which, whether distinct, and its fields in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DebugRecord {
    /// Which record.
    pub kind: DebugKind,
    /// Whether it is equal only to itself.
    pub distinct: bool,
    /// The fields, then the repeated tail if the kind has one.
    pub fields: Box<[DebugField]>,
}

macro_rules! debug_records {
    ($($(#[$doc:meta])* $variant:ident = $code:literal { $($field:ident: $kind:ident),* } $(repeat $tail:ident)?;)*) => {
        /// A kind of debug record.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum DebugKind {
            $($(#[$doc])* $variant = $code,)*
        }

        impl DebugKind {
            /// Every kind, in the order of their record codes.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in LLVM assembly, without the `!`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant),)* }
            }

            /// Names and kinds of the fields, after the distinct flag.
            pub const fn fields(self) -> &'static [(&'static str, FieldKind)] {
                match self { $(Self::$variant => &[$((stringify!($field), FieldKind::$kind)),*],)* }
            }

            /// The kind of the fields that may follow any number of times.
            pub const fn tail(self) -> Option<FieldKind> {
                match self { $(Self::$variant => debug_records!(@tail $($tail)?),)* }
            }
        }
    };
    (@tail) => { None };
    (@tail $tail:ident) => { Some(FieldKind::$tail) };
}

debug_records! {
    /// A source location.
    DILocation = 7 { line: Int, column: Int, scope: RequiredRef, inlinedAt: Ref };
    /// A record whose meaning is in its tag.
    GenericDINode = 12 { tag: Tag, version: Int } repeat Ref;
    /// The range of an array.
    DISubrange = 13 { count: Int, lowerBound: Signed };
    /// A member of an enumeration.
    DIEnumerator = 14 { value: Signed, name: Text };
    /// A scalar type.
    DIBasicType = 15 { tag: Tag, name: Text, size: Int, align: Int, encoding: Int };
    /// A source file.
    DIFile = 16 { filename: Text, directory: Text };
    /// A type made from one other, or a member.
    DIDerivedType = 17 {
        tag: Tag, name: Text, file: Ref, line: Int, scope: Ref, baseType: Ref, size: Int, align: Int, offset: Int,
        flags: Flags, extraData: Ref
    };
    /// A struct, array or enumeration.
    DICompositeType = 18 {
        tag: Tag, name: Text, file: Ref, line: Int, scope: Ref, baseType: Ref, size: Int, align: Int, offset: Int,
        flags: Flags, elements: Ref, runtimeLang: Int, vtableHolder: Ref, templateParams: Ref, identifier: Text
    };
    /// The type of a function.
    DISubroutineType = 19 { flags: Flags, types: Ref };
    /// The compiled file, the compiler and its options.
    DICompileUnit = 20 {
        language: Int, file: Ref, producer: Text, isOptimized: Bool, flags: Text, runtimeVersion: Int,
        splitDebugFilename: Text, emissionKind: Int, enums: Ref, retainedTypes: Ref, subprograms: Ref, globals: Ref,
        imports: Ref, dwoId: Int
    };
    /// A function.
    DISubprogram = 21 {
        scope: Ref, name: Text, linkageName: Text, file: Ref, line: Int, type: Ref, isLocal: Bool, isDefinition: Bool,
        scopeLine: Int, containingType: Ref, virtuality: Int, virtualIndex: Int, flags: Flags, isOptimized: Bool,
        function: Ref, templateParams: Ref, declaration: Ref, variables: Ref
    };
    /// A block of statements.
    DILexicalBlock = 22 { scope: Ref, file: Ref, line: Int, column: Int };
    /// A block that goes on in another file.
    DILexicalBlockFile = 23 { scope: Ref, file: Ref, discriminator: Int };
    /// A namespace.
    DINamespace = 24 { scope: Ref, file: Ref, name: Text, line: Int };
    /// A type argument of a template.
    DITemplateTypeParameter = 25 { name: Text, type: Ref };
    /// A value argument of a template.
    DITemplateValueParameter = 26 { tag: Tag, name: Text, type: Ref, value: Ref };
    /// A global variable.
    DIGlobalVariable = 27 {
        scope: Ref, name: Text, linkageName: Text, file: Ref, line: Int, type: Ref, isLocal: Bool, isDefinition: Bool,
        variable: Ref, declaration: Ref
    };
    /// A local variable or argument.
    DILocalVariable = 28 {
        tag: Tag, scope: Ref, name: Text, file: Ref, line: Int, type: Ref, arg: Int, flags: Flags
    };
    /// The computation of a variable from a value.
    DIExpression = 29 {} repeat Int;
    /// An Objective-C property.
    DIObjCProperty = 30 {
        name: Text, file: Ref, line: Int, setter: Text, getter: Text, attributes: Int, type: Ref
    };
    /// A using directive.
    DIImportedEntity = 31 { tag: Tag, scope: Ref, entity: Ref, line: Int, name: Text };
    /// A module.
    DIModule = 32 { scope: Ref, name: Text, configMacros: Text, includePath: Text, isysroot: Text };
}

impl DebugKind {
    /// The kind with that record code.
    pub fn from_code(code: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|&kind| kind as u64 == code)
    }

    /// The kind of the `index`th field, counting on into the tail.
    pub fn field(self, index: usize) -> Option<FieldKind> {
        self.fields().get(index).map(|&(_, kind)| kind).or(self.tail())
    }
}

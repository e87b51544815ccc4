//! Lists DWARF's words for numbers, and LLVM's for flags, as assembly spells them.

use crate::debug_info::DebugKind;

/// The DWARF tags that records leave out because they go without saying.
pub(super) const BASE_TYPE: u64 = 0x24;
pub(super) const TEMPLATE_VALUE_PARAMETER: u64 = 0x30;
/// DWARF tags by number, without their prefix.
pub(super) const TAGS: &[(u64, &str)] = &[
    (0x01, "array_type"),
    (0x02, "class_type"),
    (0x04, "enumeration_type"),
    (0x05, "formal_parameter"),
    (0x08, "imported_declaration"),
    (0x0b, "lexical_block"),
    (0x0d, "member"),
    (0x0f, "pointer_type"),
    (0x10, "reference_type"),
    (0x13, "structure_type"),
    (0x15, "subroutine_type"),
    (0x16, "typedef"),
    (0x17, "union_type"),
    (0x1c, "inheritance"),
    (0x1f, "ptr_to_member_type"),
    (0x24, "base_type"),
    (0x26, "const_type"),
    (0x28, "enumerator"),
    (0x2a, "friend"),
    (0x2e, "subprogram"),
    (0x2f, "template_type_parameter"),
    (0x30, "template_value_parameter"),
    (0x34, "variable"),
    (0x35, "volatile_type"),
    (0x37, "restrict_type"),
    (0x39, "namespace"),
    (0x3a, "imported_module"),
    (0x3b, "unspecified_type"),
    (0x42, "rvalue_reference_type"),
    (0x100, "auto_variable"),
    (0x101, "arg_variable"),
];

/// DWARF encodings of scalars by number, without their prefix.
pub(super) const ENCODINGS: &[(u64, &str)] = &[
    (1, "address"),
    (2, "boolean"),
    (3, "complex_float"),
    (4, "float"),
    (5, "signed"),
    (6, "signed_char"),
    (7, "unsigned"),
    (8, "unsigned_char"),
];

/// DWARF languages by number, without their prefix.
pub(super) const LANGUAGES: &[(u64, &str)] = &[(1, "C89"), (2, "C"), (4, "C_plus_plus"), (12, "C99")];

/// How a function may be replaced in a derived class.
const VIRTUALITIES: &[(u64, &str)] = &[(0, "none"), (1, "virtual"), (2, "pure_virtual")];

/// The access to an entity: a number in the lowest bits of its flags.
pub(super) const ACCESS_MASK: u64 = 3;
pub(super) const ACCESS: [&str; 4] = ["", "DIFlagPrivate", "DIFlagProtected", "DIFlagPublic"];

/// The other flags of entities, by bit.
pub(super) const FLAGS: &[(u64, &str)] = &[
    (1 << 2, "DIFlagFwdDecl"),
    (1 << 3, "DIFlagAppleBlock"),
    (1 << 4, "DIFlagBlockByrefStruct"),
    (1 << 5, "DIFlagVirtual"),
    (1 << 6, "DIFlagArtificial"),
    (1 << 7, "DIFlagExplicit"),
    (1 << 8, "DIFlagPrototyped"),
    (1 << 9, "DIFlagObjcClassComplete"),
    (1 << 10, "DIFlagObjectPointer"),
    (1 << 11, "DIFlagVector"),
    (1 << 12, "DIFlagStaticMember"),
    (1 << 13, "DIFlagLValueReference"),
    (1 << 14, "DIFlagRValueReference"),
];

/// Operations of expressions: number, name without prefix, and how many arguments follow.
pub(super) const OPERATIONS: &[(u64, &str, usize)] = &[(0x06, "deref", 0), (0x22, "plus", 1), (0x9d, "bit_piece", 2)];

/// The number of a word in a table, after a prefix.
fn number_in(table: &[(u64, &str)], prefix: &str, word: &[u8]) -> Option<u64> {
    let word = std::str::from_utf8(word).ok()?.strip_prefix(prefix)?;
    table.iter().find(|(_, known)| *known == word).map(|&(number, _)| number)
}

/// The number of a word as the value of a field.
pub(crate) fn number(field: &str, word: &[u8]) -> Option<u64> {
    match field {
        "tag" => number_in(TAGS, "DW_TAG_", word),
        "language" => number_in(LANGUAGES, "DW_LANG_", word),
        "encoding" => number_in(ENCODINGS, "DW_ATE_", word),
        "virtuality" => number_in(VIRTUALITIES, "DW_VIRTUALITY_", word),
        _ => None,
    }
}

/// The bits of a flag.
pub(crate) fn flag(word: &[u8]) -> Option<u64> {
    let access = ACCESS.iter().skip(1).position(|known| known.as_bytes() == word).map(|index| index as u64 + 1);
    access.or_else(|| number_in(FLAGS, "", word))
}

/// The number of an operation of an expression.
pub(crate) fn operation(word: &[u8]) -> Option<u64> {
    let word = std::str::from_utf8(word).ok()?.strip_prefix("DW_OP_")?;
    OPERATIONS.iter().find(|(_, known, _)| *known == word).map(|&(number, ..)| number)
}

/// The tag of a record that does not state one.
pub(crate) fn default_tag(kind: DebugKind) -> Option<u64> {
    let defaults =
        [(DebugKind::DIBasicType, BASE_TYPE), (DebugKind::DITemplateValueParameter, TEMPLATE_VALUE_PARAMETER)];
    defaults.iter().find(|(known, _)| *known == kind).map(|&(_, tag)| tag)
}

//! Describes the two instruction sets for debug information: their names, and the differences between their operands.

/// Instructions, by their numbers in the sets. From 101 on only the second has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Say {
    InfoNone = 0,
    CompilationUnit = 1,
    TypeBasic = 2,
    TypeArray = 5,
    TypeVector = 6,
    Typedef = 7,
    TypeFunction = 8,
    TypeEnum = 9,
    TypeComposite = 10,
    TypeMember = 11,
    GlobalVariable = 18,
    Function = 20,
    LexicalBlock = 21,
    InlinedAt = 25,
    LocalVariable = 26,
    Declare = 28,
    Value = 29,
    Operation = 30,
    Expression = 31,
    Source = 35,
    FunctionDefinition = 101,
    SourceContinued = 102,
    EntryPoint = 107,
    TypeMatrix = 108,
}

/// An instruction of the sets for who reads modules.
pub(crate) struct Row {
    /// Its number.
    pub(crate) number: u32,
    /// Its name.
    pub(crate) name: &'static str,
    /// Which of its operands are numbers in the first set, counted from after its own number.
    literals: &'static [usize],
}

impl Row {
    /// Whether an operand is a number in the first set. Those of an operation all are.
    pub(crate) fn is_literal(&self, operand: usize) -> bool {
        self.literals.contains(&operand) || self.number == Say::Operation as u32
    }
}

const fn row(number: u32, name: &'static str, literals: &'static [usize]) -> Row {
    Row { number, name, literals }
}

/// The instructions that stand outside functions.
pub(crate) const DECLARATIONS: [Row; 28] = [
    row(0, "DebugInfoNone", &[]),
    row(1, "DebugCompilationUnit", &[0, 1, 3]),
    row(2, "DebugTypeBasic", &[2]),
    row(3, "DebugTypePointer", &[1, 2]),
    row(4, "DebugTypeQualifier", &[1]),
    row(5, "DebugTypeArray", &[]),
    row(6, "DebugTypeVector", &[1]),
    row(7, "DebugTypedef", &[3, 4]),
    row(8, "DebugTypeFunction", &[0]),
    row(9, "DebugTypeEnum", &[3, 4, 7]),
    row(10, "DebugTypeComposite", &[1, 3, 4, 8]),
    row(11, "DebugTypeMember", &[3, 4, 8]),
    row(12, "DebugTypeInheritance", &[4]),
    row(14, "DebugTypeTemplate", &[]),
    row(15, "DebugTypeTemplateParameter", &[4, 5]),
    row(18, "DebugGlobalVariable", &[3, 4, 8]),
    row(19, "DebugFunctionDeclaration", &[3, 4, 7]),
    row(20, "DebugFunction", &[3, 4, 7, 8]),
    row(21, "DebugLexicalBlock", &[1, 2]),
    row(25, "DebugInlinedAt", &[0]),
    row(26, "DebugLocalVariable", &[3, 4, 6, 7]),
    row(30, "DebugOperation", &[]),
    row(31, "DebugExpression", &[]),
    row(35, "DebugSource", &[]),
    row(102, "DebugSourceContinued", &[]),
    row(105, "DebugBuildIdentifier", &[]),
    row(107, "DebugEntryPoint", &[]),
    row(108, "DebugTypeMatrix", &[]),
];

/// Flags of declarations.
pub(super) mod flag {
    pub(in crate::debug) const PUBLIC: u32 = 3;
    pub(in crate::debug) const LOCAL: u32 = 1 << 2;
    pub(in crate::debug) const DEFINITION: u32 = 1 << 3;
    pub(in crate::debug) const ENUM_CLASS: u32 = 1 << 14;
}

/// The operations of an expression on the location of a variable.
pub(super) mod operation {
    /// It is at the address.
    pub(in crate::debug) const DEREF: u32 = 0;
    /// It is some bits of the variable: the first one, and how many.
    pub(in crate::debug) const FRAGMENT: u32 = 9;
}

/// The numbers of `DebugScope` and `DebugLine`, which stand before instructions.
pub(crate) const SCOPE: u32 = 23;
pub(crate) const LINE: u32 = 103;

//! Classifies the names of a file for semantic highlighting: the semantic tokens of the protocol of editors.

use crate::TextRange;
use crate::index::Source;
use crate::snapshot::Snapshot;
use hlslc_hir::hir::GlobalKind;
use hlslc_sema::uses::Sort;

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TokenType {
    /// A namespace.
    Namespace,
    /// A built-in type, or another name of a type.
    Type,
    /// A struct.
    Struct,
    /// An enumeration.
    Enum,
    /// A value of one.
    EnumMember,
    /// A parameter of a template.
    TypeParameter,
    /// A parameter.
    Parameter,
    /// A variable.
    Variable,
    /// A member.
    Property,
    /// A function.
    Function,
    /// A method.
    Method,
    /// A macro.
    Macro,
}

impl TokenType {
    /// Every type with its name in the protocol, in the order of the variants.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Namespace, "namespace"),
        (Self::Type, "type"),
        (Self::Struct, "struct"),
        (Self::Enum, "enum"),
        (Self::EnumMember, "enumMember"),
        (Self::TypeParameter, "typeParameter"),
        (Self::Parameter, "parameter"),
        (Self::Variable, "variable"),
        (Self::Property, "property"),
        (Self::Function, "function"),
        (Self::Method, "method"),
        (Self::Macro, "macro"),
    ];
}

/// Properties of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// It declares what it means.
    pub declaration: bool,
    /// It cannot be written.
    pub readonly: bool,
    /// It is no local of a function.
    pub is_global: bool,
    /// It is built in.
    pub default_library: bool,
}

impl Modifiers {
    /// The names in the protocol, in the order of the bits.
    pub const ALL: [&'static str; 4] = ["declaration", "readonly", "static", "defaultLibrary"];

    /// Encodes the modifiers as the bit set of the protocol.
    pub fn bits(self) -> u32 {
        let all = [self.declaration, self.readonly, self.is_global, self.default_library];
        all.iter().enumerate().map(|(at, set)| u32::from(*set) << at).sum()
    }
}

/// A word and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// The word.
    pub range: TextRange,
    /// What it is.
    pub ty: TokenType,
    /// Its properties.
    pub modifiers: Modifiers,
}

impl Snapshot {
    /// The names of a file in order; none of a file that is not part of the program.
    pub fn semantic_tokens(&self, file: &str) -> Vec<SemanticToken> {
        let Some(id) = self.file(file) else { return Vec::new() };
        let mut list: Vec<SemanticToken> = Vec::new();
        for entry in self.index().of_file(id) {
            let ends = list.last().map_or(0, |last| last.range.end);
            if entry.range.start < ends || entry.range.start == entry.range.end {
                continue;
            }
            let mut modifiers = Modifiers { declaration: entry.is_declaration, ..Modifiers::default() };
            let ty = match entry.source {
                Source::MacroUse(_) | Source::MacroDefinition(_) => TokenType::Macro,
                Source::Use(at) => {
                    let used = &self.uses.list[at as usize];
                    match used.sort {
                        Sort::Local => TokenType::Variable,
                        Sort::Parameter => TokenType::Parameter,
                        Sort::Global(global) => {
                            modifiers.is_global = true;
                            modifiers.readonly = !matches!(
                                self.program.globals.get(global).map(|global| &global.kind),
                                Some(GlobalKind::Static | GlobalKind::Groupshared)
                            );
                            TokenType::Variable
                        }
                        Sort::Buffer(_) => {
                            modifiers.is_global = true;
                            TokenType::Namespace
                        }
                        Sort::Member(..) => TokenType::Property,
                        Sort::Swizzle => {
                            modifiers.default_library = true;
                            TokenType::Property
                        }
                        Sort::Function(_) => TokenType::Function,
                        Sort::Method(_) => TokenType::Method,
                        Sort::Builtin(id) => {
                            modifiers.default_library = true;
                            if id.row().objects.is_empty() { TokenType::Function } else { TokenType::Method }
                        }
                        Sort::Struct(_) => TokenType::Struct,
                        Sort::Enum(_) => TokenType::Enum,
                        Sort::Enumerator => TokenType::EnumMember,
                        Sort::Constant => {
                            modifiers.readonly = true;
                            TokenType::Variable
                        }
                        Sort::BuiltinValue => {
                            (modifiers.readonly, modifiers.default_library) = (true, true);
                            TokenType::Variable
                        }
                        Sort::Alias | Sort::Template => TokenType::Type,
                        Sort::BuiltinType => {
                            modifiers.default_library = true;
                            TokenType::Type
                        }
                        Sort::TemplateParameter => TokenType::TypeParameter,
                        Sort::Namespace => TokenType::Namespace,
                        Sort::Unknown => continue,
                    }
                }
            };
            list.push(SemanticToken { range: entry.range, ty, modifiers });
        }
        list
    }
}

//! Defines the identifiers of declarations that the checker's tables are indexed by.

use cranelift_entity::entity_impl;

/// A function as declared: overloads, methods and templates each have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FnId(u32);
entity_impl!(FnId, "fn");

/// Functions of one name in one scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FnSetId(u32);
entity_impl!(FnSetId, "set");

/// A template of structs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordTemplateId(u32);
entity_impl!(RecordTemplateId, "template");

/// A template of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableTemplateId(u32);
entity_impl!(VariableTemplateId, "variables");

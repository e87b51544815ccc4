//! Holds the facts about structs other than their members.

use crate::facts::TemplateValue;
use crate::ids::{FnId, RecordTemplateId};
use crate::scope::ScopeId;
use crate::summary::Summary;
use hlslc_hir::types::StructId;

/// The facts about a struct beyond its members.
#[derive(Clone, Debug, Default)]
pub struct RecordInfo {
    /// Scope of its members.
    pub scope: Option<ScopeId>,
    /// Base class.
    pub base: Option<StructId>,
    /// Interfaces it implements.
    pub interfaces: Vec<StructId>,
    /// The methods that it does not define, once it is complete: nothing can be of such a type.
    pub open: Vec<FnId>,
    /// The template it was made from, and with what.
    pub origin: Option<(RecordTemplateId, Vec<TemplateValue>)>,
    /// Whether its name has a number for the arguments, which would be long.
    pub is_numbered: bool,
    /// Whether it is marked as a ray payload.
    pub is_payload: bool,
    /// The word it was declared with.
    pub word: &'static str,
    /// Whether its definition has begun.
    pub defining: bool,
    /// Whether its last member so far is `uint : 0`, after which a bit-field shares no number.
    pub has_full_number: bool,
    /// The summary of its contents, known once it is complete.
    pub summary: Summary,
}

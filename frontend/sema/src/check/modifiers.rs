//! Lists the allowed modifiers of each kind of declaration: one table, as dxc has it.
//!
//! Input: the modifiers of a declaration and its kind. Output: an error for each that is not allowed. Contradictions
//! between two modifiers are checked where they are interpreted.

use super::decl::Modifiers;
use crate::cx::Checker;
use crate::errors;
use hlslc_syntax::ast::Modifier;

/// The kind of a declaration with modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// A variable outside functions, or a `static` member.
    Global,
    /// A member of a `cbuffer` or `tbuffer`.
    BufferMember,
    /// A member of a struct.
    Member,
    /// A variable of a function.
    Local,
    /// A parameter.
    Parameter,
    /// A function that is no method.
    Function,
    /// A method.
    Method,
}

impl Site {
    /// Its name in messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Global | Self::BufferMember => "a global variable",
            Self::Member => "a member",
            Self::Local => "a local variable",
            Self::Parameter => "a parameter",
            Self::Function => "a function",
            Self::Method => "a method",
        }
    }
}

/// Whether a modifier may stand at a declaration.
fn may_stand(modifier: Modifier, site: Site) -> bool {
    use Modifier as M;
    use Site as S;
    match modifier {
        M::Static => site != S::Parameter,
        M::Const => site != S::Member,
        M::Uniform => matches!(site, S::Global | S::BufferMember | S::Parameter),
        M::Extern => matches!(site, S::Global | S::BufferMember),
        M::Constexpr => matches!(site, S::Global | S::Local | S::Function | S::Method),
        M::GroupShared => matches!(site, S::Global | S::BufferMember | S::Parameter),
        M::Shared => matches!(site, S::Global | S::BufferMember | S::Function),
        M::NoInterpolation | M::Linear | M::Centroid | M::NoPerspective | M::Sample | M::Center => {
            matches!(site, S::Member | S::Parameter | S::Function)
        }
        M::In
        | M::Out
        | M::InOut
        | M::Point
        | M::Line
        | M::Triangle
        | M::LineAdj
        | M::TriangleAdj
        | M::Vertices
        | M::Indices
        | M::Primitives
        | M::Payload => site == S::Parameter,
        M::Export => site == S::Function,
        M::Inline => matches!(site, S::Function | S::Method),
        M::Precise | M::RowMajor | M::ColumnMajor | M::UNorm | M::SNorm | M::GloballyCoherent | M::ReorderCoherent => {
            true
        }
    }
}

impl Checker<'_> {
    /// Reports the modifiers that what is declared cannot have.
    pub fn check_modifiers(&mut self, modifiers: &Modifiers, site: Site) {
        for &(modifier, span) in &modifiers.spans {
            if !may_stand(modifier, site) {
                self.report(errors::modifier_not_here(span, modifier.text(), site.name()));
            }
        }
    }
}

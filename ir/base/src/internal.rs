//! Our own mistakes as values: what a stage found wrong with what it was given, which another stage, not the user, has to
//! answer for. The one wording for all of them; what cannot be a value, a panic, is caught by [`guard`](crate::guard()).
//!
//! In: the stage, the function it worked on, what is wrong. Out: an error among the others, at the place in the source that
//! the function was at. Who reports one gives up what it was making.

use crate::diag::Diagnostic;
use crate::span::Span;

crate::diagnostics! {
    /// Verification failed after a pass, a panic, or something else that is our mistake.
    E1004 error internal(place: &str, what: &str) => "internal compiler error, not a mistake in the shader: {place}: {what}";
}

/// A mistake of ours that a stage found in a function.
#[must_use = "a diagnostic does nothing until it is pushed"]
pub fn internal_in(span: Span, stage: &str, function: &str, what: &str) -> Diagnostic {
    internal(span, &format!("{stage}, function `{function}`"), what)
}

#[cfg(test)]
mod tests {
    use super::{Span, internal_in};

    #[test]
    fn an_internal_error_names_stage_and_function() {
        let error = internal_in(Span::NONE, "lower to DXIL", "main", "a tuple as an operand");
        assert_eq!(
            error.message,
            "internal compiler error, not a mistake in the shader: lower to DXIL, function `main`: a tuple as an operand"
        );
    }
}

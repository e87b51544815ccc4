//! Reports faults of the compiler as diagnostics: a stage found that its input violates a rule, for which another stage
//! and not the user is responsible. Their wording stands here; panics are caught by [`guard`](crate::guard()).
//!
//! Input: the stage, the function that it worked on, the problem. Output: an error like others, at the place in the source
//! that the function was at. The stage that reports one abandons its output.

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

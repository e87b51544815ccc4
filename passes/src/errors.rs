//! The user errors that only optimised code can show.

hlslc_base::diagnostics! {
    /// Inlining all calls makes a function too large.
    E0701 error inlined_too_large(function: &str, limit: u32) => "`{function}` has more than {limit} instructions once its calls are inlined";
    /// A call that cannot be inlined, because it leads back to its own function.
    E0702 error recursive_call(function: &str) => "`{function}` calls itself: recursion is not allowed";
}

//! Limits on work that a small input can multiply. Each is spent by one stage, which reports a clear
//! error when it runs out instead of running on.

/// Limits of one compilation. The defaults are far above what real shaders use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Depth of nested `#include`s.
    pub include_depth: u32,
    /// Tokens that macro expansion may produce in total.
    pub expanded_tokens: u32,
    /// Depth of nested parentheses, blocks, types and initialisers.
    pub nesting: u32,
    /// Template instantiations in total.
    pub instantiations: u32,
    /// Depth of template instantiations that need each other.
    pub instantiation_depth: u32,
    /// Steps of constant evaluation.
    pub const_steps: u32,
    /// Scalars in one type (arrays and structs flattened).
    pub type_scalars: u32,
    /// Instructions of one function after inlining and unrolling.
    pub instructions: u32,
    /// Iterations of one unrolled loop.
    pub unroll: u32,
    /// Errors reported before the compiler gives up.
    pub errors: u32,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            include_depth: 200,
            expanded_tokens: 5_000_000,
            nesting: 256,
            instantiations: 20_000,
            instantiation_depth: 128,
            const_steps: 5_000_000,
            type_scalars: 1 << 26,
            instructions: 4_000_000,
            unroll: 4096,
            errors: 1000,
        }
    }
}

//! The user errors that only optimised code can show.

hlslc_base::diagnostics! {
    /// Inlining all calls makes a function too large.
    E0701 error inlined_too_large(function: &str, limit: u32) => "`{function}` has more than {limit} instructions once its calls are inlined";
    /// A call that cannot be inlined, because it leads back to its own function.
    E0702 error recursive_call(function: &str) => "`{function}` calls itself: recursion is not allowed";
    /// `[unroll]` on a loop whose iterations cannot be counted.
    E0703 error cannot_unroll(limit: u32) => "this loop cannot be unrolled: its iterations cannot be counted, or are more than {limit}; `[unroll(n)]` gives a bound, `[loop]` keeps it a loop";
    /// Unrolling makes a function too large.
    E0704 error unrolled_too_large(limit: u32) => "unrolled, this loop has more than {limit} instructions";
    /// A resource variable that could hold different resources where it is used.
    E0705 error open_resource() => "it is not known at compile time which resource this is";
    /// An operand that the target wants as a constant.
    E0706 error not_constant(what: &str, target: &str) => "{what} is not a constant, as {target} needs it: write one, or let it depend on nothing but the counters of loops that can be unrolled";
    /// A constant operand out of its range.
    E0707 error constant_range(what: &str, found: i32, least: i32, most: i32) => "{what} is {found}, but it must lie between {least} and {most}";
    /// An attribute to be evaluated elsewhere that is no attribute.
    E0708 error not_an_input() => "what is evaluated elsewhere in the pixel must be an input of the entry point as it came in: this value is computed or chosen";
    /// An access to an input or output that no target has.
    E0726 error interface_access(what: &str) => "{what}";
    /// `[unroll(n)]` ends a loop that could go on.
    W0701 warning["unroll-count"] loop_is_cut(count: u32) => "`[unroll({count})]` ends this loop after {count} iterations, though it may have more: raise the count, or write `[unroll]` or `[loop]`";
    /// A constant buffer that Direct3D cannot bind.
    E0720 error buffer_too_large(name: &str, size: u32, most: u32) => "constant buffer `{name}` has {size} bytes, the limit is {most}: a `tbuffer` or structured buffer may be larger";
    /// Elements of a structured buffer that Direct3D cannot bind.
    E0721 error element_too_large(name: &str, size: u32, most: u32) => "the elements of structured buffer `{name}` have {size} bytes, the limit is {most}";
    /// Memory of a group where there are no groups.
    E0722 error shared_without_groups(name: &str, stage: &str) => "`{name}` is groupshared, but {stage} shaders do not run in groups";
    /// A loop without an end.
    E0723 error endless_loop() => "this loop has no end: nothing leaves it";
    /// A counter that is incremented and decremented.
    E0725 error counter_both_ways(name: &str) => "the counter of `{name}` is both incremented and decremented, a shader may do one of them";
    /// Two resources in use have the same register.
    E0710 error registers_overlap(name: &str, register: &str, other: &str) => "`{name}` at {register} overlaps with `{other}`";
    /// No range of registers is left for a resource that names none.
    E0711 error no_register_left(name: &str, wanted: &str, letter: char, space: u32) => "`{name}` needs {wanted}, but no such {letter} registers are left in space {space}";
}

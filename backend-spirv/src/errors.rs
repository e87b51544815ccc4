//! What can be wrong with a program that only shows when SPIR-V is written.

hlslc_base::diagnostics! {
    /// Something known to the language that this back end cannot write yet.
    E0901 error not_supported_yet(what: &str) => "{what} is not supported yet in SPIR-V";
    /// A mistake of the compiler: the IR holds something SPIR-V has no form for.
    E0902 error not_spirv(what: &str) => "internal error: {what} has no form in SPIR-V";
    /// Lanes talk to each other, which Vulkan 1.0 cannot.
    E0904 error needs_later_environment(env: &str) => "operations between lanes need SPIR-V 1.3, which {env} does not have";
    /// Nothing in SPIR-V records what a sampler touches.
    E0905 error no_sampler_feedback(name: &str) => "`{name}` is a feedback texture, which SPIR-V does not have";
    /// There is nothing to start.
    E0903 error no_entry() => "internal error: the module has no entry point";
}

//! Lists the errors around a compilation rather than in the source.

hlslc_base::diagnostics! {
    /// No target profile, and the stage asked for needs one.
    E1001 error no_target() => "no target profile given: name one, such as `-T cs_6_6`";
    /// What comes out is of a back end that this build was made without.
    E0765 error not_built(target: &str, feature: &str) => "this build of the compiler writes no {target}: build it with the feature `{feature}`";
    /// An option that dxc will not have for ever.
    W0456 warning deprecated_option(option: &str, why: &str) => "option `{option}` is deprecated: {why}";
    /// `-validator-version` below what the shader model needs.
    E0641 error validator_too_old(version: &str, target: &str, needed: &str) => "validator version {version} does not support the target {target}: use {needed} or later, or leave out `-validator-version`";
    /// The text and its includes are larger than positions can count.
    E1002 error source_too_large(name: &str, limit: u64) => "`{name}` is larger than {limit} bytes, more than can be compiled";
    /// More errors than `-ferror-limit` allows.
    E1003 error too_many_errors(limit: usize) => "too many errors: stopped after {limit}";
    /// An entry point is needed, and there is none of that name.
    E1006 error no_entry(name: &str) => "no function `{name}` to start with: name the entry point with `-E`";
    /// The input is not text.
    E1007 error not_text(name: &str) => "`{name}` is not a source: it contains bytes that text does not have";
    /// `-T rootsig_1_N -E` names something that is no macro.
    E1009 error no_root_signature_macro(name: &str) => "there is no macro `{name}` to take the root signature from";
    /// `-rootsig-define` names something that is no macro, as it may where all shaders of an application have the option.
    W0464 warning["rootsig-define", all] root_signature_define_unknown(name: &str) => "there is no macro `{name}`, so `-rootsig-define` does not affect this shader";
    /// A binding table that cannot be read.
    E0644 error binding_table(why: &str) => "the binding table cannot be read: {why}";
    /// `-binding-table-define` names something that is no macro.
    E0645 error no_binding_table_macro(name: &str) => "there is no macro `{name}` to take the bindings from";
    /// The module breaks a rule of DXIL: something that no shader model can say, or a mistake of the compiler.
    E1010 error not_valid_dxil(what: &str) => "the shader is not valid DXIL: {what}";
    /// IR text that cannot be read.
    E1011 error ir_syntax(what: &str) => "this is not IR: {what}";
    /// IR text that breaks a rule of the IR.
    E1012 error ir_not_valid(what: &str) => "the IR breaks a rule: {what}";
    /// LLVM assembly that cannot be read.
    E1015 error llvm_syntax(what: &str) => "this LLVM assembly cannot be read: {what}";
    /// A container whose program has no form in the IR.
    E1016 error not_raised(why: &str) => "the program of this container cannot be compiled again: {why}";
    /// A container that is to be linked and holds no library that can be.
    E1018 error not_linked(name: &str, why: &str) => "`{name}` cannot be linked: {why}";
    /// The flag of [`Compiler::with_cancellation`](crate::Compiler::with_cancellation) was set.
    E1014 error cancelled() => "the compilation was cancelled";
    /// An entry point of IR text that is of another stage than the target.
    E1013 error ir_stage(name: &str, stage: &str, target: &str) => "the entry point `{name}` is a {stage} shader, the target a {target} shader: name another target with `-T`, or another entry point with `-E`";
}

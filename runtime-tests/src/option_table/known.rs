//! Lists the options over which hlslc and DXC differ, with reasons.

/// A difference on purpose.
#[derive(Debug)]
pub struct Known {
    /// The row of the compiler's table: its first name.
    pub option: &'static str,
    /// The words of the case, or a part of them.
    pub words: &'static str,
    /// How they differ: the word of [`Found::reported`](super::Found::reported).
    pub how: &'static str,
    /// Why.
    pub why: &'static str,
}

impl Known {
    /// Whether it is this difference.
    pub fn explains(&self, option: &str, words: &str, how: &str) -> bool {
        self.option == option && self.how == how && words.contains(self.words)
    }
}

const fn known(option: &'static str, words: &'static str, how: &'static str, why: &'static str) -> Known {
    Known { option, words, how, why }
}

/// The rows.
#[rustfmt::skip]
pub const ROWS: &[Known] = &[
    known("Fc", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("Fh", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("getprivate", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("extractrootsignature", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("-version", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("help", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("-help-hidden", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("verbose", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("nologo", "", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("Cc", "", "not of DXC's library", "dxc's command reads it, not its library; listings here have no such form, which is reported"),
    known("Ni", "", "not of DXC's library", "dxc's command reads it, not its library; listings here have no such form, which is reported"),
    known("No", "", "not of DXC's library", "dxc's command reads it, not its library; listings here have no such form, which is reported"),
    known("Lx", "", "not of DXC's library", "dxc's command reads it, not its library; listings here have no such form, which is reported"),
    known("dumpbin", "", "not of DXC's library", "dxc's command reads it, not its library; without an object there is nothing to read"),
    known("validate", "", "not of DXC's library", "dxv does this for DXC; it reads containers"),
    known("sign", "", "not of DXC's library", "dxv does this for DXC; without -validate there is nothing to sign"),
    known("link", "", "not of DXC's library", "dxc's command reads it, not its library"),
    known("no-digest", "", "not of DXC's library", "an option of hlslc alone"),
    known("reflect-json", "", "not of DXC's library", "an option of hlslc alone"),
    known("cache", "", "not of DXC's library", "an option of hlslc alone"),
    known("stats", "", "not of DXC's library", "an option of hlslc alone"),
    known("jobs", "", "not of DXC's library", "an option of hlslc alone"),
    known("emit=", "", "not of DXC's library", "an option of hlslc alone"),
    known("fsyntax-only", "", "not of DXC's library", "an option of hlslc alone"),
    known("-explain", "", "not of DXC's library", "an option of hlslc alone"),
    known("MP", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("MT", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("MQ", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("T", "ps_5_0", "only DXC rejects", "dxc's command promotes it to 6.0, its library does not; hlslc does in both"),
    known("W", "-Whelp", "differs", "DXC has no warning of that name and compiles; hlslc lists the warnings"),
    known("budget", "", "not of DXC's library", "an option of hlslc alone"),
    known("x", "", "not of DXC's library", "an option of hlslc alone"),
    known("fno-diagnostics-color", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fdiagnostics-show-category=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("opt-bisect-limit", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("opt-bisect-limit=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fconstexpr-depth=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fconstexpr-steps=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fconstexpr-backtrace-limit=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fhonor-nans", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fno-honor-nans", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fhonor-infinities", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fno-honor-infinities", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fassociative-math", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fno-associative-math", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fno-reciprocal-math", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fsigned-zeros", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("funsafe-math-optimizations", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("fno-unsafe-math-optimizations", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("flimited-precision=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("print-before=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("print-after=", "", "not of DXC's library", "an option of clang that DXC 1.9 does not take"),
    known("print-changed", "", "not of DXC's library", "an option of LLVM's `opt` that DXC 1.9 does not take"),
    known("time-passes", "", "not of DXC's library", "an option of LLVM's `opt` that DXC 1.9 does not take"),
    known("fdx-rootsignature-version=", "", "not of DXC's library", "an option of clang-dxc"),
    known("external", "", "not of DXC's library", "an option of other releases of dxc, which old scripts pass"),
    known("external-fn", "", "not of DXC's library", "an option of other releases of dxc, which old scripts pass"),
    known("disable-exception-handling", "", "not of DXC's library", "an option of other releases of dxc, which old scripts pass"),
    known("select-validator", "", "not of DXC's library", "an option of other releases of dxc, which old scripts pass"),
    known("unchanged", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("skip-fn-body", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("skip-static", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("global-extern-by-default", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("keep-user-macro", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("extract-entry-uniforms", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("remove-unused-globals", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("remove-unused-functions", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("line-directive", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("decl-global-cb", "", "not of DXC's library", "an option of dxc's rewriter"),
    known("Vn", "-Fh x.h", "not of DXC's library", "dxc's command reads it, not its library; hlslc has it"),
    known("Vn", "-Vn bytes", "not of DXC's library", "dxc's command reads it, not its library, and rejects it without -Fh; without a header it has no effect here"),
    known("O3", "-O", "not of DXC's library", "a level of FXC; -O4 is none of either"),
    known("enable-16bit-types", "-enable_16bit_types", "not of DXC's library", "a spelling with underscores, which earlier releases take"),
    known("rootsig-define", "-rootsig_define", "not of DXC's library", "a spelling with underscores, as other options have one"),
    known("no-warnings", "-no_warnings", "not of DXC's library", "a spelling with underscores, as other options have one"),
    known("Fd", "-Fd x.pdb", "only hlslc rejects", "dxc's command rejects it too: there is nothing to write"),
    known("M", "", "differs", "the library gives no object, and dxc's command prints the rule; here both come of one run"),
    known("MD", "", "differs", "the library gives no object; dxc's command writes the rule as hlslc does, which compiles too"),
    known("MF", "", "differs", "the library gives no object; dxc's command writes the rule as hlslc does, which compiles too"),
    known("ast-dump", "", "differs", "each compiler shows its own tree"),
    known("ast-dump-implicit", "", "differs", "each compiler shows its own tree"),
    known("fcgl", "", "differs", "each compiler shows its own code: DXC gives bitcode of LLVM, hlslc its IR"),
    known("Qembed_debug", "-Zi -Qembed_debug -Qstrip_debug", "differs", "dxc's library embeds it and its command takes it out again; here it never goes in"),
    known("Zsb", "-Zsb", "differs", "without debug information DXC states the name of a file that is never written"),
    known("import-binding-table", "-import-binding-table lost.csv", "only DXC rejects", "the file is read by hlslc's command, which rejects it as well"),
    known("setprivate", "-setprivate lost.bin", "only DXC rejects", "the file is read by hlslc's command, which rejects it as well"),
    known("setrootsignature", "-setrootsignature lost.bin", "only DXC rejects", "the file is read by hlslc's command, which rejects it as well"),
    known("verifyrootsignature", "", "only DXC rejects", "dxc's library takes it for -verify; the file is read by hlslc's command, which rejects it as well"),
    known("opt", "", "not of DXC's library", "containers are optimised by another program, dxopt"),
    known("opt-passes", "", "not of DXC's library", "containers are optimised by another program, dxopt"),
    known("recompile", "", "only hlslc rejects", "there is no object here whose options could be taken, and others contradict them"),
    known("fdiagnostics-format=", "", "only hlslc rejects", "DXC takes any name and does as without it; here the error lists them"),
    known("verify", "-verify", "only hlslc rejects", "messages are compared with comments by DXC's own tests, whose words they hold; not supported"),
    known("verify-each", "", "only DXC rejects", "DXC takes it for -verify; here it checks the IR after each pass"),
    known("fvk-use-dx-layout", "", "only DXC rejects", "DXC's module is not valid: it selects by a Boolean from memory, which is a number there"),
];

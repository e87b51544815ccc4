//! Defines the options of a compilation as plain data. The command line fills it through the table in
//! [`flags`](crate::flags); library users set the fields.

use hlslc_base::diag::{DiagInfo, Given};
pub use hlslc_base::target::{Denormals, OptLevel, ValidatorVersion};
use hlslc_base::{Budgets, Diagnostic, Severity, Span, Target};
use hlslc_options_spirv::{SpirvOptions, Vocabulary};
use hlslc_passes::{Choice, PassSet};
pub use hlslc_syntax::LanguageVersion;
use std::collections::BTreeMap;

/// The language of the input.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Input {
    /// HLSL.
    #[default]
    Hlsl,
    /// The text of the IR, as `--emit=ir` and `-print-after` write it: passes and back ends run on it.
    Ir,
    /// LLVM assembly, as the documents on resources of Direct3D and Clang write it: passes and back ends run on it.
    Llvm,
}

/// The kind of output.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Backend {
    /// DXIL in a container.
    #[default]
    Dxil,
    /// SPIR-V for Vulkan.
    Spirv,
}

impl Backend {
    /// The name of the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dxil => "DXIL",
            Self::Spirv => "SPIR-V",
        }
    }

    /// The feature of this crate that brings it.
    pub const fn feature(self) -> &'static str {
        match self {
            Self::Dxil => "dxil",
            Self::Spirv => "spirv",
        }
    }
}

/// The location of a binding table.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum BindingTable {
    /// In what a macro of the source expands to: `-binding-table-define`.
    Macro(String),
    /// Here: what `-import-binding-table` has read.
    Text(String),
}

/// A compiler as containers of libraries and files with debug information state it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct StatedCompiler {
    /// Major and minor version.
    pub version: (u8, u8),
    /// The number of its commit.
    pub commits: u32,
    /// Its commit.
    pub commit: String,
    /// The version as it is printed.
    pub text: String,
    /// Its validator, for which containers are written unless an option names another.
    pub validator: ValidatorVersion,
}

/// The stage to stop after and print: `--emit=`.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Emit {
    /// Compile to the end.
    #[default]
    Object,
    /// Tokens after preprocessing.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The typed tree.
    Hir,
    /// The IR before any pass.
    Ir,
    /// The DXIL assembly.
    Dxil,
    /// SPIR-V assembly.
    SpirvAsm,
    /// The parts of the container.
    Container,
    /// The listing of LLVM's analysis of resources.
    Resources,
    /// The listing of LLVM's analysis of root signatures.
    RootSignature,
    /// Where everything came from, as JSON; it needs the feature `provenance`.
    Provenance,
}

impl Emit {
    /// (stage, name after `--emit=`).
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Tokens, "tokens"),
        (Self::Ast, "ast"),
        (Self::Hir, "hir"),
        (Self::Ir, "ir"),
        (Self::Dxil, "dxil"),
        (Self::SpirvAsm, "spirv-asm"),
        (Self::Container, "container"),
        (Self::Resources, "resources"),
        (Self::RootSignature, "rootsig"),
        (Self::Provenance, "provenance"),
    ];
}

/// Severity changes by name of the warning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WarningOptions {
    /// `-WX`: warnings are errors.
    pub as_errors: bool,
    /// `-no-warnings`, `-w`.
    pub none: bool,
    /// `-Wname` (true), `-Wno-name` (false).
    pub groups: BTreeMap<String, bool>,
    /// `-Werror=name` (true), `-Wno-error=name` (false).
    pub error_groups: BTreeMap<String, bool>,
}

/// Groups of warnings that another group brings along, as in dxc.
const WITHIN: [(&str, &str); 1] = [("sometimes-uninitialized", "uninitialized")];

impl WarningOptions {
    /// Whether a group is turned on or off by its name, or by that of the group it belongs to.
    pub fn is_asked_for(&self, group: &str) -> Option<bool> {
        let around = || WITHIN.iter().find(|row| row.0 == group).and_then(|row| self.groups.get(row.1));
        self.groups.get(group).or_else(around).copied()
    }

    /// The severity of a warning: none, warning or error. `asked` is the request of a pragma at its place.
    pub(crate) fn severity_of(&self, row: DiagInfo, asked: Option<Severity>) -> Option<Severity> {
        let is_on = match self.is_asked_for(row.group) {
            _ if self.none || asked == Some(Severity::Note) => false,
            Some(on) => on,
            None => match row.given {
                Given::Always => true,
                Given::WithAll => self.has("all") || self.has("everything"),
                Given::OnRequest => self.has("everything"),
            },
        };
        let is_error = match self.error_groups.get(row.group) {
            Some(is_error) => *is_error,
            // `#pragma message` says something to the user, not about the program.
            None => self.as_errors && row.group != "#pragma-messages" || asked == Some(Severity::Error),
        };
        is_on.then_some(if is_error { Severity::Error } else { Severity::Warning })
    }

    /// Whether `-Wname` is given.
    pub fn has(&self, name: &str) -> bool {
        self.groups.get(name) == Some(&true)
    }

    /// Whether one of these warnings, which are only given on request, may be.
    pub fn may_give(&self, groups: &[&str]) -> bool {
        ["all", "everything"].iter().chain(groups).any(|name| self.has(name))
    }
}

/// Everything that changes what a compilation produces. Where its text comes from and where its results go is
/// the caller's affair.
///
/// More fields will come, so it is made from the default ones: [`Options::new`], [`Options::with`], or by assignment.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the command line")]
pub struct Options {
    /// `-T`.
    pub target: Option<Target>,
    /// `-E`.
    pub entry: String,
    /// The language of the source.
    pub input: Input,
    /// `-D`: name and value.
    pub defines: Vec<(String, String)>,
    /// `-HV`.
    pub language: LanguageVersion,
    /// `-O`.
    pub opt_level: OptLevel,
    /// DXIL or SPIR-V.
    pub backend: Backend,
    /// `--emit`.
    pub emit: Emit,
    /// `-fsyntax-only`: say all that compiling would say, of the passes and of the target's rules too, and write nothing.
    pub syntax_only: bool,
    /// `-ignore-line-directives`.
    pub ignore_line_directives: bool,
    /// `-P`: stop after preprocessing.
    pub preprocess_only: bool,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-Zpr`: matrices are row-major by default.
    pub row_major: bool,
    /// `-flegacy-macro-expansion`: what `##` joins is expanded first.
    pub legacy_macros: bool,
    /// `-precise-output`: semantics of what is precise.
    pub precise_outputs: Vec<String>,
    /// `-Gis`.
    pub ieee_strict: bool,
    /// `-Gec`: what the application gives in constant buffers may be written, and some semantics of Direct3D 9 stand for system
    /// values in DXIL; before HLSL 2017 only.
    pub writable_constants: bool,
    /// `-no-legacy-cbuf-layout`, which has no effect.
    pub loose_buffers: bool,
    /// `-binding-table-define` or what `-import-binding-table` reads: where resources lie, for DXIL.
    pub binding_table: Option<BindingTable>,
    /// `-denorm`, if it is given.
    pub denormals: Option<Denormals>,
    /// `-pack-optimized`: registers for inputs and outputs as few as will do, whatever comes later.
    pub packs_optimized: bool,
    /// Whether the program may read what has no value: one that another compiler wrote does, where its variables became values.
    pub reads_undefined: bool,
    /// `-flegacy-resource-reservation`: unused resources keep their registers from others.
    pub reserves_unused: bool,
    /// `-all-resources-bound`.
    pub all_resources_bound: bool,
    /// `-res-may-alias`.
    pub resources_may_alias: bool,
    /// `-Vd`: do not check the result.
    pub skip_validation: bool,
    /// `-validator-version`: what the container is written for. If none is given, 1.8 or what the shader model needs; one that is
    /// given must know the shader model.
    pub validator: Option<ValidatorVersion>,
    /// Leave the container's digest zero.
    pub no_digest: bool,
    /// Which compiler made a container, where it is to say another than this one.
    pub stated_compiler: Option<StatedCompiler>,
    /// `-Qstrip_rootsignature`.
    pub strip_root_signature: bool,
    /// `-Qstrip_reflect`: no part for reflection in the container.
    pub strip_reflection: bool,
    /// `-Qkeep_reflect_in_dxil`: names and annotations in the program part too.
    pub keep_reflection_in_dxil: bool,
    /// `-Zi` and what goes with it.
    pub debug: DebugOptions,
    /// `-Fre`: give the part for reflection beside the container, whether that holds it or not.
    pub separate_reflection: bool,
    /// `--reflect-json`: give what the shader says about itself, whatever of it the container holds.
    pub reflect: bool,
    /// Take no root signature from the source: one is about to be suggested.
    pub ignore_root_signature: bool,
    /// `-rootsig-define`.
    pub root_signature_define: Option<String>,
    /// `-force-rootsig-ver`, `-hlsl-rootsig-ver`.
    pub root_signature_version: Option<hlslc_rootsig::Version>,
    /// `-exports`, `-export-shaders-only`, `-default-linkage`: what a library gives to others.
    pub library: hlslc_sema::LibraryOptions,
    /// `-auto-binding-space`.
    pub auto_binding_space: Option<u32>,
    /// `-verify-each`.
    pub verify_each: bool,
    /// `-print-before=`: pass names, or `all`.
    pub print_before: Vec<String>,
    /// `-opt`: the input is a container, whose program is optimised.
    pub optimises: bool,
    /// `-opt-passes`: the passes, or runs of passes, that run on the program of a container, and no others; empty for all. The input is a container then.
    pub passes_alone: Vec<String>,
    /// `-opt-disable`: optimisations that do not run.
    pub passes_without: Vec<String>,
    /// `-opt-enable`: optimisations that run at every level.
    pub passes_with: Vec<String>,
    /// `-opt-bisect-limit`: how many times optimisations run, each on a function.
    pub pass_limit: Option<u32>,
    /// `--stats`: count what passes and rules do.
    pub stats: bool,
    /// What `hlslc report` says is computed: [`Output::report`](crate::Output::report).
    pub report: bool,
    /// `-print-after=`: pass names, or `all`.
    pub print_after: Vec<String>,
    /// `-print-changed`: the IR after each pass that changed it.
    pub print_changed: bool,
    /// `-time-passes`: take the time of each pass, with a [clock](crate::Compiler::with_clock).
    pub time_passes: bool,
    /// `-fspv-…` and `-fvk-…`: how SPIR-V is written.
    pub spirv: SpirvOptions,
    /// Warnings.
    pub warnings: WarningOptions,
    /// Limits.
    pub budgets: Budgets,
}

/// The origin of a shader, for debuggers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DebugOptions {
    /// `-Zi`: make debug information.
    pub wanted: bool,
    /// `-Zs`: the file has the sources and nothing else of debug information.
    pub sources_only: bool,
    /// `-Qembed_debug`: the container holds it.
    pub embed: bool,
    /// `-Fd`: give a file with it beside the container.
    pub separate: bool,
    /// The name of that file, which the container states; if none is given, one after the hash of the shader.
    pub file_name: Option<String>,
    /// `-Qsource_in_debug_module`: the program with debug information has the sources, not a part beside it.
    pub source_in_program: bool,
    /// `-Qpdb_in_private`: the container holds the file as private data.
    pub in_private: bool,
    /// `-Zss`: the hash of the shader depends on its source.
    pub hash_of_source: bool,
    /// The options of the command line, which the debug information repeats.
    pub arguments: Vec<String>,
    /// The origin that a SPIR-V module states.
    pub spirv: SpirvOrigin,
}

/// The origin that a SPIR-V module states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpirvOrigin {
    /// The names of files.
    pub files: bool,
    /// Their texts.
    pub texts: bool,
    /// The lines of instructions.
    pub lines: bool,
    /// The options of the command line.
    pub arguments: bool,
    /// The set of instructions that types and variables are said in.
    pub variables: Option<Vocabulary>,
}

impl Options {
    /// The default options for a target.
    pub fn new(target: Target) -> Self {
        Self { target: Some(target), ..Self::default() }
    }

    /// These options with some changed.
    ///
    /// ```
    /// use hlslc::options::{Backend, Options};
    ///
    /// let options = Options::new("ps_6_6".parse().unwrap()).with(|options| options.backend = Backend::Spirv);
    /// assert_eq!(options.entry, "main");
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Which optimisations run besides those of the level.
    pub(crate) fn pass_choice(&self) -> Choice {
        Choice { without: PassSet::new(&self.passes_without), with: PassSet::new(&self.passes_with) }
    }

    /// The options that these words of a command line give, by the same table as the command's, or what is wrong with them.
    /// Where texts come from and results go is not among them: such words are read and left out. There are no response files.
    pub fn from_args<S: AsRef<str>>(args: impl IntoIterator<Item = S>) -> Result<Self, Vec<String>> {
        let words: Vec<String> = args.into_iter().map(|word| word.as_ref().to_owned()).collect();
        let line = crate::args::CommandLine::parse(&words, &|_| Err("the caller reads files".to_owned()));
        if line.errors.is_empty() { Ok(line.options) } else { Err(line.errors) }
    }
}

impl Options {
    /// Whether the IR is shown somewhere between the passes.
    pub(crate) fn shows_ir(&self) -> bool {
        self.print_changed || !self.print_before.is_empty() || !self.print_after.is_empty()
    }

    /// A warning for each option that is deprecated that is given.
    pub(crate) fn deprecated(&self) -> Vec<Diagnostic> {
        let rows = [
            (self.writable_constants, "-Gec", "give variables that are written `static`"),
            (self.loose_buffers, "-no-legacy-cbuf-layout", "constant buffers have one layout, and it has no effect"),
        ];
        let given = rows.into_iter().filter(|row| row.0);
        given.map(|(_, option, why)| crate::errors::deprecated_option(Span::NONE, option, why)).collect()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target: None,
            entry: "main".to_owned(),
            input: Input::default(),
            defines: Vec::new(),
            language: LanguageVersion::default(),
            opt_level: OptLevel::default(),
            backend: Backend::default(),
            emit: Emit::default(),
            syntax_only: false,
            preprocess_only: false,
            ignore_line_directives: false,
            native_16bit: false,
            row_major: false,
            legacy_macros: false,
            precise_outputs: Vec::new(),
            ieee_strict: false,
            writable_constants: false,
            loose_buffers: false,
            binding_table: None,
            denormals: None,
            packs_optimized: false,
            reads_undefined: false,
            reserves_unused: false,
            all_resources_bound: false,
            resources_may_alias: false,
            skip_validation: false,
            validator: None,
            no_digest: false,
            stated_compiler: None,
            strip_root_signature: false,
            strip_reflection: false,
            keep_reflection_in_dxil: false,
            debug: DebugOptions::default(),
            separate_reflection: false,
            reflect: false,
            ignore_root_signature: false,
            root_signature_define: None,
            root_signature_version: None,
            library: hlslc_sema::LibraryOptions::default(),
            auto_binding_space: None,
            verify_each: cfg!(debug_assertions),
            print_before: Vec::new(),
            optimises: false,
            passes_alone: Vec::new(),
            passes_without: Vec::new(),
            passes_with: Vec::new(),
            pass_limit: None,
            stats: false,
            report: false,
            print_after: Vec::new(),
            print_changed: false,
            time_passes: false,
            spirv: SpirvOptions::default(),
            warnings: WarningOptions::default(),
            budgets: Budgets::default(),
        }
    }
}

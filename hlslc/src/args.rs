//! Parses the command line: the input are arguments, the output a [`CommandLine`] and diagnostics. The rules are dxc's:
//! `-x` and `/x`, case matters, values glued on or separate as the row says, `@file` for more arguments, `-` for
//! standard input. No I/O: response files are read by the caller's function.

mod libraries;

use crate::carried::options_of;
use crate::flags::{self, Does, Flag, FromData, Rewrites, Takes};
use crate::options::{Backend, Emit, Input, LanguageVersion, OptLevel, Options, SpirvOrigin, ValidatorVersion};
use hlslc_base::render::Style;
use hlslc_base::suggest::distance;
use hlslc_base::target::{ShaderModel, TargetError};
use hlslc_options_spirv::SpirvEnv;
use hlslc_rootsig::Version;

/// The action of the command.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Action {
    /// Compile.
    #[default]
    Compile,
    /// `-dumpbin`: read a container instead of compiling.
    Disassemble,
    /// `-validate`: validate containers.
    Validate,
    /// `-link`: link libraries, which may be sources.
    Link,
    /// `-recompile`: compile what a container carries.
    Recompile,
    /// `-M`.
    Dependencies,
    /// `-Odump`.
    ListPasses,
    /// `-budget help`.
    ListBudgets,
    /// `-Whelp`.
    ListWarnings,
    /// `--explain`: what a code means.
    Explain(String),
    /// `--version`.
    Version,
    /// `--help`.
    Help {
        /// Every option, also those without effect.
        hidden: bool,
    },
}

/// The request of `-ftime-trace`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeTrace {
    /// The output file; standard output if there is none.
    pub file: Option<String>,
    /// Steps shorter than this many microseconds are left out.
    pub shortest: u32,
}

/// A command line, taken apart.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The action.
    pub action: Action,
    /// `-sign`: with `-validate`, write the digest into what is accepted.
    pub signs: bool,
    /// How to compile.
    pub options: Options,
    /// `-x`: what the input is written in; its extension says so if this is not given.
    pub input_kind: Option<Input>,
    /// Files to read; `-` is standard input.
    pub inputs: Vec<String>,
    /// `-I`.
    pub include_dirs: Vec<String>,
    /// `-T rootsig_1_N`: compile a macro to a root signature, of that version.
    pub root_signature_target: Option<Version>,
    /// `-Fo`.
    pub object_file: Option<String>,
    /// `-Fc`.
    pub listing_file: Option<String>,
    /// `-Fe`.
    pub diagnostics_file: Option<String>,
    /// `-Frs`.
    pub root_signature_file: Option<String>,
    /// `-Fd`.
    pub debug_file: Option<String>,
    /// `-Fre`.
    pub reflection_file: Option<String>,
    /// `--reflect-json`.
    pub reflection_json_file: Option<String>,
    /// `-Fsh`.
    pub hash_file: Option<String>,
    /// `-Fh`.
    pub header_file: Option<String>,
    /// `-Vn`.
    pub header_variable: Option<String>,
    /// `-Fi`.
    pub preprocessed_file: Option<String>,
    /// `-MF`.
    pub dependency_file: Option<String>,
    /// `-MD`.
    pub write_dependencies: bool,
    /// `-MP`.
    pub phony_targets: bool,
    /// `-MT` and `-MQ`, and whether what make takes for something else is escaped.
    pub dependency_targets: Vec<(String, bool)>,
    /// `-setrootsignature`.
    pub set_root_signature: Option<String>,
    /// `-setprivate`.
    pub set_private: Option<String>,
    /// `-import-binding-table`.
    pub binding_table_file: Option<String>,
    /// `-getprivate`.
    pub private_file: Option<String>,
    /// `-verifyrootsignature`.
    pub verify_root_signature: Option<String>,
    /// `-extractrootsignature`.
    pub extract_root_signature: bool,
    /// `-Qstrip_debug`. What is compiled has no debug information; a container that is read may have.
    pub strip_debug: bool,
    /// `-Qstrip_priv`, likewise.
    pub strip_private: bool,
    /// `-pack-prefix-stable`.
    pub packs_prefix_stable: bool,
    /// Whether `-HV` is given.
    pub names_language: bool,
    /// Whether `-fspv-target-env=` is given.
    pub names_environment: bool,
    /// `--cache`.
    pub cache_dir: Option<String>,
    /// `--jobs`.
    pub jobs: Option<usize>,
    /// `-H`.
    pub show_includes: bool,
    /// `-ftime-report`.
    pub time_report: bool,
    /// `-ftime-trace`.
    pub time_trace: Option<TimeTrace>,
    /// Whether texts without a mark are in wide characters, as well as outputs.
    pub wide_text: bool,
    /// `-Qunused-arguments`.
    pub quiet_unused: bool,
    /// `-v`.
    pub verbose: bool,
    /// `-fdiagnostics-format=`.
    pub style: Style,
    /// `-fdiagnostics-color`; decided by the terminal if not given.
    pub colour: Option<bool>,
    /// The words given, with those of response files in their place.
    pub words: Vec<String>,
    /// `-fcgl`.
    pub code_generation_only: bool,
    /// Options that ask for something in the output that is not there yet. Errors, unless nothing is written.
    not_yet: Vec<String>,
    /// `-Zi`, and nowhere to put debug information: the command embeds it, as dxc's does. Its library, and this one, give a file beside
    /// the object where that is asked for.
    pub embeds_debug: bool,
    /// `-T` of a shader model before 6.0, without its stage: `5_0`.
    promoted_from: Option<String>,
    /// Notes about the command line itself.
    pub notes: Vec<String>,
    /// Warnings about the command line.
    pub warnings: Vec<String>,
    /// Errors in the command line.
    pub errors: Vec<String>,
}

impl Default for CommandLine {
    fn default() -> Self {
        Self {
            action: Action::default(),
            signs: false,
            options: Options::default(),
            input_kind: None,
            inputs: Vec::new(),
            include_dirs: Vec::new(),
            root_signature_target: None,
            object_file: None,
            listing_file: None,
            diagnostics_file: None,
            root_signature_file: None,
            debug_file: None,
            reflection_file: None,
            reflection_json_file: None,
            hash_file: None,
            header_file: None,
            header_variable: None,
            preprocessed_file: None,
            dependency_file: None,
            write_dependencies: false,
            phony_targets: false,
            dependency_targets: Vec::new(),
            set_root_signature: None,
            set_private: None,
            binding_table_file: None,
            private_file: None,
            verify_root_signature: None,
            extract_root_signature: false,
            strip_debug: false,
            strip_private: false,
            packs_prefix_stable: false,
            names_language: false,
            names_environment: false,
            cache_dir: None,
            jobs: None,
            show_includes: false,
            time_report: false,
            time_trace: None,
            wide_text: false,
            quiet_unused: false,
            verbose: false,
            style: Style::Located,
            colour: None,
            words: Vec::new(),
            code_generation_only: false,
            not_yet: Vec::new(),
            embeds_debug: false,
            promoted_from: None,
            notes: Vec::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
        }
    }
}

/// The name of a file that is standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// The warning of dxc's command where `-Zi` names no place for debug information.
const EMBEDS_DEBUG: &str =
    "no output provided for debug - embedding PDB in shader container.  Use -Qembed_debug to silence this warning.";

/// Nesting of response files.
const RESPONSE_DEPTH: u32 = 16;

/// The maximum number of response files for one command line: a few that each name the next one ten times would ask for
/// millions.
const RESPONSE_FILES: u32 = 1000;

/// Bytes of all response files of one command line, each as often as it is named.
pub const RESPONSE_BYTES: usize = 16 << 20;

impl CommandLine {
    /// Whether how long things took is part of what is reported.
    pub fn asks_for_times(&self) -> bool {
        self.time_report || self.time_trace.is_some() || self.options.time_passes
    }

    /// The same command line for a program that takes results as data instead of files: `-Zi` gives a file with debug information
    /// beside the object, where the command would put it into the container and say so.
    pub fn with_results_as_data(mut self) -> Self {
        if std::mem::take(&mut self.embeds_debug) {
            self.options.debug.separate = true;
            self.warnings.retain(|warning| warning != EMBEDS_DEBUG);
        }
        self
    }

    /// Takes arguments apart. `read` reads response files.
    pub fn parse(args: &[String], read: &dyn Fn(&str) -> Result<String, String>) -> Self {
        Self::of_words(args.to_vec(), read)
    }

    /// The same for words that nothing else needs.
    pub fn of_words(words: Vec<String>, read: &dyn Fn(&str) -> Result<String, String>) -> Self {
        let mut line = Self::default();
        let words = line.expand_response_files(words, read);
        let mut rest = words.iter().map(String::as_str);
        while let Some(arg) = rest.next() {
            line.take(arg, &mut rest);
        }
        line.words = words;
        let is_spirv = line.options.backend == Backend::Spirv;
        if line.code_generation_only && is_spirv {
            line.options.opt_level = OptLevel::O0;
        } else if line.code_generation_only {
            line.options.emit = Emit::Ir;
        }
        for arg in std::mem::take(&mut line.not_yet) {
            if line.options.syntax_only {
                line.notes.push(format!("option `{arg}` is not supported yet; checking does not need it"));
            } else {
                line.errors.push(format!("option `{arg}` is not supported yet"));
            }
        }
        // What is compiled again has the options that it carries, which are not known yet.
        if line.action != Action::Recompile {
            line.settle_debug();
        }
        line.settle_model();
        line.check_library_options();
        line.check_emit();
        line.check_models();
        line.check_contradictions();
        line.note_binding_table();
        line.settle_preprocessing();
        match line.action {
            Action::Disassemble if line.says_how_to_compile() => {
                let why =
                    "there is nothing to compile: -dumpbin reads a container, so leave out -T, -E, -D and the like";
                line.errors.push(why.to_owned());
            }
            Action::Validate if line.says_how_to_compile() => {
                let why =
                    "there is nothing to compile: -validate reads containers, so leave out -T, -E, -D and the like";
                line.errors.push(why.to_owned());
            }
            Action::Link => line.settle_link(),
            Action::Recompile if line.says_how_to_compile() => {
                let why = "-recompile takes the options that the input carries, so leave out -T, -E, -D and the like";
                line.errors.push(why.to_owned());
            }
            Action::Compile
            | Action::Disassemble
            | Action::Validate
            | Action::Recompile
            | Action::Dependencies
            | Action::ListPasses
            | Action::ListBudgets
            | Action::ListWarnings
            | Action::Explain(_)
            | Action::Version
            | Action::Help { .. } => {}
        }
        line
    }

    /// Takes shader models before 6.0 for 6.0, with the warning and the options of dxc's command.
    fn settle_model(&mut self) {
        let Some(model) = &self.promoted_from else { return };
        self.warnings.push("Promoting older shader model profile to 6.0 version.".to_owned());
        // Before 5.1 resources that are not used keep their registers.
        self.options.reserves_unused |= model != "5_1";
    }

    /// Reports a stage that the other kind of output has.
    fn check_emit(&mut self) {
        let is_spirv = self.options.backend == Backend::Spirv;
        match self.options.emit {
            Emit::SpirvAsm if !is_spirv => {
                self.errors.push("`--emit=spirv-asm` shows SPIR-V, which `-spirv` asks for".to_owned());
            }
            Emit::Dxil | Emit::Container if is_spirv => {
                let why = "`--emit=dxil` and `--emit=container` show DXIL, of which `-spirv` makes none: use `--emit=spirv-asm`";
                self.errors.push(why.to_owned());
            }
            Emit::Object
            | Emit::Tokens
            | Emit::Ast
            | Emit::Hir
            | Emit::Ir
            | Emit::Dxil
            | Emit::SpirvAsm
            | Emit::Container
            | Emit::Resources
            | Emit::RootSignature
            | Emit::Provenance => {}
        }
    }

    /// Notes that a binding table names registers, of which SPIR-V has none; dxc passes over it in silence.
    fn note_binding_table(&mut self) {
        let is_given = self.binding_table_file.is_some() || self.options.binding_table.is_some();
        if is_given && self.options.backend == Backend::Spirv {
            let why = "binding tables are for DXIL and have no effect with `-spirv`: `-fvk-bind-register` says where a register is bound";
            self.notes.push(why.to_owned());
        }
    }

    /// Reports features that a shader model does not have yet.
    fn check_models(&mut self) {
        let options = &self.options;
        let is_old = options.target.is_some_and(|target| target.model < ShaderModel { major: 6, minor: 2 });
        if options.native_16bit && (is_old || options.language < LanguageVersion::V2018) {
            let why = "option `-enable-16bit-types` needs shader model 6.2, such as `-T cs_6_2`, and `-HV 2018`";
            self.errors.push(why.to_owned());
        }
        if options.writable_constants && options.language > LanguageVersion::V2016 {
            if self.names_language {
                self.errors.push("option `-Gec` needs `-HV 2016`: later, what buffers hold is constant".to_owned());
            }
            self.options.language = LanguageVersion::V2016;
        }
        if self.options.denormals.is_some() && is_old {
            self.errors.push("option `-denorm` needs shader model 6.2, such as `-T cs_6_2`".to_owned());
        }
    }

    /// Options of which only one can be, and those that mean something only beside another.
    fn check_contradictions(&mut self) {
        let debug = &self.options.debug;
        let has_debug = debug.wanted || debug.sources_only;
        let given = |name: &str| self.words.iter().any(|word| word.strip_prefix(['-', '/']) == Some(name));
        let both = [
            (self.packs_prefix_stable && self.options.packs_optimized, "pack_prefix_stable", "pack_optimized"),
            (given("Zpr") && given("Zpc"), "Zpr", "Zpc"),
            (given("Gfa") && given("Gfp"), "Gfa", "Gfp"),
            (self.strip_private && self.set_private.is_some(), "Qstrip_priv", "setprivate"),
            (debug.in_private && self.set_private.is_some(), "Qpdb_in_private", "setprivate"),
            (self.strip_private && debug.in_private, "Qstrip_priv", "Qpdb_in_private"),
        ];
        // Libraries that are linked later are for no validator anyhow.
        let is_offline = self.options.target.is_some_and(|target| target.model == ShaderModel::OFFLINE);
        let alone = [
            (given("Zss") && !has_debug, "-Zss", "debug information, which `-Zi` or `-Zs` asks for"),
            (
                debug.embed && !debug.wanted && !self.strip_debug,
                "-Qembed_debug",
                "debug information, which `-Zi` asks for",
            ),
            (
                given("Gfa") && !self.options.all_resources_bound,
                "-Gfa",
                "resources that are all bound, which `-all-resources-bound` promises",
            ),
            (
                self.options.validator == Some(ValidatorVersion::NONE) && !self.options.skip_validation && !is_offline,
                "-validator-version 0.0",
                "`-Vd`, as no validator is written for",
            ),
        ];
        // What is compiled again has the options that it carries.
        if self.action == Action::Recompile {
            return;
        }
        for (_, one, other) in both.into_iter().filter(|row| row.0) {
            // In DXC's words, which clients look for.
            self.errors.push(format!("Cannot specify /{one} and /{other} together."));
        }
        for (_, option, needed) in alone.into_iter().filter(|row| row.0) {
            self.errors.push(format!("option `{option}` needs {needed}"));
        }
        self.check_libraries_without_validator();
    }

    /// Takes `-P FILE`, as dxc had it: the file after `-P` is the one to write.
    fn settle_preprocessing(&mut self) {
        if !self.options.preprocess_only || self.preprocessed_file.is_some() || self.inputs.len() != 2 {
            return;
        }
        let after = self.words.iter().position(|word| word == "-P" || word == "/P").map(|at| at + 1);
        let output = after.and_then(|at| self.words.get(at)).cloned();
        if let Some(at) = self.inputs.iter().position(|input| Some(input) == output.as_ref()) {
            self.preprocessed_file = Some(self.inputs.remove(at));
            self.notes.push("`-P FILE` is `-Po FILE` in today's dxc; the preprocessed text goes there".to_owned());
        }
    }

    /// What is linked: `dxc -link` has the names of libraries in one word.
    fn settle_link(&mut self) {
        let names = std::mem::take(&mut self.inputs);
        let names = names.iter().flat_map(|name| name.split(';')).filter(|name| !name.is_empty());
        self.inputs = names.map(str::to_owned).collect();
        let shows = !matches!(self.options.emit, Emit::Ast | Emit::Hir | Emit::Tokens | Emit::RootSignature);
        if self.options.preprocess_only || !shows || self.root_signature_target.is_some() {
            self.errors.push("-link makes one shader or library: it does not go with what shows a source".to_owned());
        }
    }

    /// Determines the place of debug information, once all options are known.
    fn settle_debug(&mut self) {
        let debug = &mut self.options.debug;
        if debug.sources_only && (debug.wanted || debug.source_in_program) {
            let other = if debug.wanted { "-Zi" } else { "-Qsource_in_debug_module" };
            self.errors.push(format!("`{other}` and `-Zs` contradict each other: leave one of them out"));
        }
        if !debug.wanted && !debug.sources_only && debug.spirv == SpirvOrigin::default() {
            if self.debug_file.is_some() {
                self.errors.push("option `-Fd` writes debug information, which `-Zi` asks for".to_owned());
            }
            return;
        }
        // No path of a file that is written is part of what is written. Unknown options are errors anyway.
        let carried = |flag: &Flag| match flag.from_data {
            FromData::Rejected => FromData::Carried,
            other @ (FromData::Carried | FromData::Dropped) => other,
        };
        debug.arguments = options_of(self.words.iter().cloned(), carried).unwrap_or_default();
        if self.options.backend == Backend::Spirv {
            if debug.wanted {
                // Options need SPIR-V 1.1, which an environment that nothing named may not have.
                let arguments = debug.spirv.arguments || self.names_environment;
                debug.spirv = SpirvOrigin { files: true, texts: true, lines: true, arguments, ..debug.spirv };
            }
            if debug.spirv.arguments && !debug.wanted && self.options.spirv.env == SpirvEnv::Vulkan1_0 {
                let why = "option `-fspv-debug=tool`: SPIR-V 1.0 has no instruction for options: nothing is written";
                self.notes.push(why.to_owned());
            }
            if self.debug_file.is_some() {
                let why = "option `-Fd`: a SPIR-V module holds its debug information itself: no file is written";
                self.notes.push(why.to_owned());
            }
            return;
        }
        debug.separate = self.debug_file.is_some();
        debug.file_name = self.debug_file.clone().filter(|file| !is_directory(file) && file != STANDARD_OUTPUT);
        if self.strip_debug {
            debug.embed = false;
        } else if debug.wanted && !debug.embed && !debug.separate && !debug.in_private {
            self.warnings.push(EMBEDS_DEBUG.to_owned());
            self.embeds_debug = true;
        }
    }

    /// The language of an input: by `-x`, or else IR if its name ends in `.ir`, LLVM assembly if it ends in `.ll`.
    pub fn kind_of(&self, input: &str) -> Input {
        let name = input.to_ascii_lowercase();
        let by_name = match name.rsplit_once('.') {
            Some((_, "ir")) => Input::Ir,
            Some((_, "ll")) => Input::Llvm,
            _ => Input::Hlsl,
        };
        self.input_kind.unwrap_or(by_name)
    }

    /// Whether an option is given that only compiling can heed.
    fn says_how_to_compile(&self) -> bool {
        let (given, default) = (&self.options, Options::default());
        let compiling = |options: &Options| {
            let root_signature = (options.root_signature_define.clone(), options.root_signature_version);
            let what = (options.target, options.entry.clone(), options.defines.clone(), options.language);
            (what, root_signature, options.opt_level, options.row_major, options.all_resources_bound)
        };
        compiling(given) != compiling(&default) || self.root_signature_target.is_some()
    }

    /// Takes `-T`: a profile, or a root signature version.
    pub(crate) fn set_target(&mut self, text: &str) -> Result<(), String> {
        if text.starts_with("rootsig_") {
            let version = Version::ALL.into_iter().find(|version| version.profile() == text);
            let version = version.ok_or_else(|| {
                let [all @ .., last] = Version::ALL.map(Version::profile);
                format!("`{text}` is no root signature version: use {} or {last}", all.join(", "))
            })?;
            self.root_signature_target = Some(version);
            return Ok(());
        }
        match text.parse() {
            Ok(target) => {
                self.options.target = Some(target);
                let model = text.split_once('_').map(|(_, model)| model);
                self.promoted_from = model.filter(|model| !model.starts_with('6')).map(str::to_owned);
                Ok(())
            }
            Err(TargetError::UnsupportedModel) if text.starts_with("lib_") => {
                Err(format!("the shader model of `{text}` is not supported: libraries begin with lib_6_3"))
            }
            Err(TargetError::Malformed) => Err(format!("`{text}` is no target profile: use one such as cs_6_6")),
            Err(TargetError::UnsupportedModel) => Err(format!("the shader model of `{text}` is not supported")),
        }
    }

    /// Takes `-force-rootsig-ver rootsig_1_1` or `-fdx-rootsignature-version=1.1`.
    pub(crate) fn set_root_signature_version(&mut self, text: &str) -> Result<(), String> {
        let is_named = |version: &Version| version.profile() == text || version.to_string() == text;
        let version = Version::ALL.into_iter().find(is_named);
        let version = version.ok_or_else(|| format!("unknown root signature version `{text}`"))?;
        self.options.root_signature_version = Some(version);
        Ok(())
    }

    fn expand_response_files(
        &mut self,
        args: Vec<String>,
        read: &dyn Fn(&str) -> Result<String, String>,
    ) -> Vec<String> {
        if args.iter().all(|arg| !arg.starts_with('@')) {
            return args;
        }
        let (mut files, mut bytes) = (0, 0usize);
        let mut out = Vec::new();
        let mut todo: Vec<(String, u32)> = args.into_iter().rev().map(|arg| (arg, 0)).collect();
        while let Some((arg, depth)) = todo.pop() {
            let Some(path) = arg.strip_prefix('@') else {
                out.push(arg);
                continue;
            };
            if depth >= RESPONSE_DEPTH {
                self.errors.push(format!("response files nest too deeply at `@{path}`"));
                break;
            }
            files += 1;
            if files > RESPONSE_FILES {
                self.errors.push(format!("more than {RESPONSE_FILES} response files: the last is `@{path}`"));
                break;
            }
            let words = read(path).and_then(|text| {
                bytes = bytes.saturating_add(text.len());
                if bytes > RESPONSE_BYTES {
                    return Err(format!("response files are larger than {RESPONSE_BYTES} bytes"));
                }
                split_words(&text)
            });
            match words {
                Ok(words) => todo.extend(words.into_iter().rev().map(|word| (word, depth + 1))),
                Err(why) => self.errors.push(format!("cannot read response file `{path}`: {why}")),
            }
            if bytes > RESPONSE_BYTES {
                break;
            }
        }
        out
    }

    fn take<'a>(&mut self, arg: &str, rest: &mut impl Iterator<Item = &'a str>) {
        let Some(name) = arg.strip_prefix(['-', '/']).filter(|name| !name.is_empty()) else {
            self.inputs.push(arg.to_owned());
            return;
        };
        if let Some((flag, glued)) = find(name) {
            let mut values = Vec::new();
            match flag.takes {
                Takes::Nothing => {}
                Takes::Separate(_) | Takes::Either if glued.is_empty() => {
                    values.extend(rest.take(flag.further(glued)).map(str::to_owned));
                }
                Takes::Joined | Takes::Either | Takes::Separate(_) => values.push(glued.to_owned()),
            }
            let wanted = match flag.takes {
                Takes::Nothing => 0,
                Takes::Joined | Takes::Either => 1,
                Takes::Separate(count) => usize::from(count),
            };
            if values.len() < wanted {
                self.errors.push(format!("option `{arg}` needs a value ({})", flag.value));
                return;
            }
            self.apply(arg, flag, &values);
        } else if let Some((first, flag)) = find_with_values(arg) {
            self.errors.push(format!("option `{first}` takes {}: each is an argument of its own", flag.value));
        } else if arg.starts_with('/') {
            // An absolute path looks like an option that nothing knows.
            self.inputs.push(arg.to_owned());
        } else {
            self.unknown(arg, name);
        }
    }

    fn apply(&mut self, arg: &str, flag: &Flag, values: &[String]) {
        match flag.does {
            Does::Set(set) => {
                if let Err(why) = set(self, values) {
                    self.errors.push(format!("option `{arg}`: {why}"));
                }
            }
            Does::Nothing => {}
            Does::Note(note) => self.notes.push(format!("option `{arg}`: {note}")),
            Does::NotYet => self.not_yet.push(arg.to_owned()),
            Does::Rejected(why) => self.errors.push(format!("option `{arg}`: {why}")),
            Does::Rewrites(_) => self.errors.push(format!("option `{arg}`: {}", Rewrites::REJECTED)),
        }
    }

    fn unknown(&mut self, arg: &str, name: &str) {
        let nearest = flags::all()
            .flat_map(|flag| flag.names.iter().copied())
            .map(|known| (distance(name, known), known))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, known)| *distance <= 2 + known.len() / 2);
        self.errors.push(match nearest {
            Some((_, known)) => format!("unknown option `{arg}`; did you mean `-{known}`?"),
            None => format!("unknown option `{arg}`; `hlslc --help` lists what there is"),
        });
    }
}

/// The words of a command line as names of options, without dashes, and values; what is no option has an empty name. Values that
/// are always glued on stay so, as DXC keeps them.
pub fn pairs(words: &[String]) -> Vec<(String, String)> {
    let mut words = words.iter();
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix('-').or_else(|| word.strip_prefix('/')) else {
            found.push((String::new(), word.clone()));
            continue;
        };
        let Some((flag, glued)) = find(name) else {
            found.push((name.to_owned(), String::new()));
            continue;
        };
        let known = name.strip_suffix(glued).unwrap_or(name).trim_end_matches(' ').to_owned();
        found.push(match flag.takes {
            Takes::Nothing | Takes::Joined => (name.to_owned(), String::new()),
            Takes::Separate(_) | Takes::Either if glued.is_empty() => {
                let values: Vec<String> = words.by_ref().take(flag.further(glued)).cloned().collect();
                (known, values.join(" "))
            }
            Takes::Separate(_) | Takes::Either => (known, glued.to_owned()),
        });
    }
    found
}

/// The row for `name` (without its dash) and what is glued on. The longest spelling that fits wins. Blanks before a value that may
/// also be the next argument are no part of it, as in dxc: `"-T ps_6_6"` is `-T ps_6_6`.
pub(crate) fn find(name: &str) -> Option<(&'static Flag, &str)> {
    let mut best: Option<(&'static Flag, &str)> = None;
    let mut best_len = 0;
    for &(known, flag) in flags::spelt_like(name) {
        let Some(glued) = name.strip_prefix(known) else { continue };
        let value = glued.trim_start_matches(' ');
        let (fits, value) = match flag.takes {
            Takes::Nothing => (glued.is_empty(), glued),
            Takes::Joined => (!glued.is_empty() || known.ends_with('='), glued),
            Takes::Separate(1) => (glued.is_empty() || value.len() < glued.len(), value),
            Takes::Separate(_) => (glued.is_empty(), glued),
            Takes::Either => (true, value),
        };
        if fits && known.len() >= best_len {
            best = Some((flag, value));
            best_len = known.len();
        }
    }
    best
}

/// The option that takes several values and has them in its own argument, where dxc does not take them either.
fn find_with_values(arg: &str) -> Option<(&str, &'static Flag)> {
    let (first, _) = arg.split_once(' ')?;
    let (flag, _) = find(first.strip_prefix(['-', '/'])?)?;
    matches!(flag.takes, Takes::Separate(2..)).then_some((first, flag))
}

/// Words of a response file, or of a line of one: white space separates, quotes group, a backslash takes the next quote
/// literally. A quote that nothing closes is an error.
pub fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut any) = (false, false);
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.find(|c: char| matches!(c, '"' | '\\') || c.is_whitespace()).unwrap_or(rest.len());
        word.push_str(&rest[..plain]);
        any |= plain > 0;
        rest = &rest[plain..];
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' if rest.starts_with('"') => {
                word.push('"');
                any = true;
                rest = &rest[1..];
            }
            '"' => {
                quoted = !quoted;
                any = true;
            }
            c if c.is_whitespace() && !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => {
                word.push(c);
                any = true;
            }
        }
    }
    if quoted {
        return Err("a quote is not closed".to_owned());
    }
    if any {
        words.push(word);
    }
    Ok(words)
}

/// Whether a path names a directory: it ends as one.
pub fn is_directory(path: &str) -> bool {
    path.ends_with(['/', '\\'])
}

//! The table of command-line options: every option of dxc and the few of our own, one row each.
//!
//! A row says how the option is spelt, what it takes, and what happens: it sets something, it is accepted
//! with a note, or it says that it is not supported yet. The parser in [`args`](crate::args) knows no option by name.

mod spellings;
mod texts;
mod values;

use crate::args::{Action, CommandLine};
use crate::options::{Backend, BindingTable, Denormals, Emit, Input, LanguageVersion, OptLevel, ValidatorVersion};
use hlslc_base::render::Style;
use hlslc_base::suggest::nearest;
use hlslc_ir::spirv::{Layout, SpirvEnv, SpirvOptions, Vocabulary};
use hlslc_ir::types::ResourceClass;
pub(crate) use spellings::spelt_like;
pub use texts::{budgets, help, version};
pub use values::job_count;
use values::{binding, define, number, optimisation, pass_name, register_binding, register_shift, value, warning};

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A value glued on: `-fspv-target-env=vulkan1.1`. The spelling ends with `=` where there is one.
    Joined,
    /// The next argument, or that many. One value may stand in the option's own argument, with blanks between.
    Separate(u8),
    /// A value glued on, or the next argument: `-Tcs_6_0`, `-T cs_6_0`; also with blanks between in one argument.
    Either,
}

/// What an option does.
#[derive(Clone, Copy)]
pub enum Does {
    /// Sets something; an error says what is wrong with the value.
    Set(fn(&mut CommandLine, &[String]) -> Result<(), String>),
    /// Nothing, silently: the behaviour asked for is the only one there is.
    Nothing,
    /// Nothing, with a remark to the user.
    Note(&'static str),
    /// Refused: not supported yet.
    NotYet,
    /// Refused, with the reason.
    Refused(&'static str),
}

/// One row.
pub struct Flag {
    /// Spellings without the dash; the first is the one shown.
    pub names: &'static [&'static str],
    /// What it takes.
    pub takes: Takes,
    /// Name of the value in the help text.
    pub value: &'static str,
    /// One line for `--help`.
    pub help: &'static str,
    /// What it does.
    pub does: Does,
}

impl Flag {
    /// How many of the arguments after it are values of it, when this is glued on.
    pub(crate) fn further(&self, glued: &str) -> usize {
        match self.takes {
            Takes::Separate(count) if glued.is_empty() => usize::from(count),
            Takes::Either if glued.is_empty() => 1,
            Takes::Nothing | Takes::Joined | Takes::Separate(_) | Takes::Either => 0,
        }
    }
}

macro_rules! flags {
    ($($title:literal { $( $($name:literal)|+ , $takes:ident $(($count:literal))? $(<$value:literal>)? , $help:literal => $does:expr; )* })*) => {
        /// The table, in the groups that `--help` shows.
        pub static GROUPS: &[(&str, &[Flag])] = &[$(($title, &[$(Flag {
            names: &[$($name),+],
            takes: Takes::$takes $(($count))?,
            value: concat!($($value)?),
            help: $help,
            does: $does,
        }),*])),*];
    };
}

/// `Set` for a boolean field of the options.
macro_rules! on {
    ($field:ident) => {
        Does::Set(|line, _| {
            line.options.$field = true;
            Ok(())
        })
    };
}

/// `Set` for something of how SPIR-V is written.
macro_rules! spirv {
    (|$spirv:ident| $what:expr) => {
        Does::Set(|line, _| {
            let $spirv = &mut line.options.spirv;
            $what;
            Ok(())
        })
    };
}

/// `Set` for how far the registers of a class are moved.
macro_rules! shift {
    ($class:ident) => {
        Does::Set(|line, values| {
            let row = register_shift(ResourceClass::$class, values)?;
            line.options.spirv.bindings.shifts.push(row);
            Ok(())
        })
    };
}

/// `Set` for a binding in a set.
macro_rules! bind {
    ($field:ident) => {
        Does::Set(|line, values| {
            line.options.spirv.bindings.$field = Some(binding(values)?);
            Ok(())
        })
    };
}

/// `Set` for a field of the command line that holds a path.
macro_rules! path {
    ($field:ident) => {
        Does::Set(|line, values| {
            line.$field = values.first().cloned();
            Ok(())
        })
    };
}

/// `Set` for an optimisation level.
macro_rules! level {
    ($level:ident) => {
        Does::Set(|line, _| {
            line.options.opt_level = OptLevel::$level;
            Ok(())
        })
    };
}

flags! {
    "Compiling" {
        "T", Either <"PROFILE">, "Target profile, such as cs_6_6" => Does::Set(|line, values| {
            line.set_target(value(values))
        });
        "E", Either <"NAME">, "Entry point; main if not given" => Does::Set(|line, values| {
            value(values).clone_into(&mut line.options.entry);
            Ok(())
        });
        "x", Separate(1) <"hlsl|ir">, "What the input is written in; by its extension if not given" => Does::Set(|line, values| {
            line.input_kind = Some(match value(values) {
                "hlsl" => Input::Hlsl,
                "ir" => Input::Ir,
                other => return Err(format!("unknown input `{other}`: use hlsl or ir")),
            });
            Ok(())
        });
        "D", Either <"NAME[=VALUE]">, "Define a macro" => Does::Set(define);
        "I", Either <"DIR">, "Look for included files there too" => Does::Set(|line, values| {
            line.include_dirs.push(value(values).to_owned());
            Ok(())
        });
        "HV", Separate(1) <"YEAR">, "Language version: 2016, 2017, 2018, 2021 (the default) or 202x" => Does::Set(|line, values| {
            line.options.language = LanguageVersion::from_option(value(values))
                .filter(|&version| version > LanguageVersion::V2015)
                .ok_or_else(|| format!("unknown HLSL version `{}`: use 2016, 2017, 2018 or 2021", value(values)))?;
            line.names_language = true;
            Ok(())
        });
        "O0", Nothing, "No optimisation" => level!(O0);
        "O1", Nothing, "Optimisation; the same as -O3" => level!(O1);
        "O2", Nothing, "Optimisation; the same as -O3" => level!(O2);
        "O3" | "O", Nothing, "Optimisation; the default" => level!(O3);
        "Od", Nothing, "No optimisation, for debugging" => level!(Disabled);
        "spirv", Nothing, "Make SPIR-V instead of DXIL" => Does::Set(|line, _| {
            line.options.backend = Backend::Spirv;
            Ok(())
        });
        "enable-16bit-types" | "enable_16bit_types", Nothing, "half and the 16-bit integers are native (shader model 6.2)" => on!(native_16bit);
        "Zpr", Nothing, "Matrices are row-major by default" => Does::Set(|line, _| {
            line.options.row_major = true;
            Ok(())
        });
        "Zpc", Nothing, "Matrices are column-major by default" => Does::Set(|line, _| {
            line.options.row_major = false;
            Ok(())
        });
        "Gis", Nothing, "IEEE strictness: every float operation is precise" => on!(ieee_strict);
        "Ges", Nothing, "Strict mode" => Does::Note("strict mode makes no difference: there are no loose rules to drop");
        "Gec", Nothing, "What buffers hold can be assigned to, as a copy; HLSL is that of 2016" => on!(writable_constants);
        "Gfa", Nothing, "Avoid flow control" => Does::Note("branches stay as the attributes say");
        "Gfp", Nothing, "Prefer flow control" => Does::Note("branches stay as the attributes say");
        "denorm", Either <"any|preserve|ftz">, "What happens to denormal floats (shader model 6.2)" => Does::Set(|line, values| {
            let given = value(values);
            let how = Denormals::from_name(given)
                .ok_or_else(|| format!("unsupported value `{given}`: use any, preserve or ftz"))?;
            line.options.denormals = Some(how);
            Ok(())
        });
        "all-resources-bound" | "all_resources_bound", Nothing, "Promise that every resource is bound" => on!(all_resources_bound);
        "res-may-alias" | "res_may_alias", Nothing, "Resources may share memory" => on!(resources_may_alias);
        "auto-binding-space", Separate(1) <"SPACE">, "Space for resources without a register" => Does::Set(|line, values| {
            line.options.auto_binding_space = Some(number(values)?);
            Ok(())
        });
        "Vd", Nothing, "Do not validate the result" => on!(skip_validation);
        "no-digest", Nothing, "Leave the container's digest zero" => on!(no_digest);
        "nologo", Nothing, "No effect" => Does::Nothing;
        "flegacy-macro-expansion" | "flegacy_macro_expansion", Nothing, "Expand what `##` joins first, as FXC does" => on!(legacy_macros);
        "flegacy-resource-reservation" | "flegacy_resource_reservation", Nothing, "Unused resources keep their registers" => on!(reserves_unused);
        "pack-prefix-stable" | "pack_prefix_stable", Nothing, "Pack signatures prefix-stable; the default" => Does::Set(|line, _| {
            line.packs_prefix_stable = true;
            Ok(())
        });
        "pack-optimized" | "pack_optimized", Nothing, "Pack signatures tightly" => on!(packs_optimized);
        "no-legacy-cbuf-layout" | "no_legacy_cbuf_layout", Nothing, "No effect" => on!(loose_buffers);
        "not_use_legacy_cbuf_load", Nothing, "No effect" => Does::Note("removed from dxc; no effect");
        "precise-output" | "precise_output", Separate(1) <"SEMANTIC">, "What has this semantic is precise" => Does::Set(|line, values| {
            line.options.precise_outputs.push(value(values).to_owned());
            Ok(())
        });
        "encoding", Separate(1) <"NAME">, "Encoding of the outputs as text; utf8 is the only one" => Does::Set(|_, values| {
            match value(values) {
                "utf8" | "UTF8" | "utf-8" => Ok(()),
                other => Err(format!("encoding `{other}` is not supported: text is utf8")),
            }
        });
    }
    "Outputs" {
        "Fo", Either <"FILE">, "Write the object there" => path!(object_file);
        "Fc", Either <"FILE">, "Write the disassembly there" => path!(listing_file);
        "Fe", Either <"FILE">, "Write warnings and errors there" => path!(diagnostics_file);
        "Frs", Separate(1) <"FILE">, "Write the root signature there" => path!(root_signature_file);
        "Fh", Either <"FILE">, "Write a C header with the object's bytes" => path!(header_file);
        "Vn", Either <"NAME">, "Name of the variable in the C header" => path!(header_variable);
        "Fi", Either <"FILE">, "With -P: write the preprocessed text there" => path!(preprocessed_file);
        "Fd", Either <"FILE|DIR/">, "Write a file with debug information there, or into a directory under its hash" => path!(debug_file);
        "Fre", Separate(1) <"FILE">, "Write reflection there" => Does::Set(|line, values| {
            line.options.separate_reflection = true;
            line.reflection_file = values.first().cloned();
            Ok(())
        });
        "reflect-json" | "-reflect-json", Separate(1) <"FILE">, "Write what the shader says of itself there as JSON" => Does::Set(|line, values| {
            line.reflection_json_file = values.first().cloned();
            line.options.reflect = true;
            Ok(())
        });
        "Fsh", Separate(1) <"FILE">, "Write the shader hash there" => path!(hash_file);
        "P", Nothing, "Preprocess only, to the file of -Fi or to the input's name with .i" => on!(preprocess_only);
        "Po", Either <"FILE">, "Preprocess only, to that file" => Does::Set(|line, values| {
            line.options.preprocess_only = true;
            line.preprocessed_file = values.first().cloned();
            Ok(())
        });
        "M", Nothing, "Print what the input includes, as a make rule" => Does::Set(|line, _| {
            line.action = Action::Dependencies;
            Ok(())
        });
        "MD", Nothing, "Compile, and write what the input includes to a .d file" => Does::Set(|line, _| {
            line.write_dependencies = true;
            Ok(())
        });
        "MF", Either <"FILE">, "Write what the input includes there" => Does::Set(|line, values| {
            line.dependency_file = values.first().cloned();
            line.write_dependencies = true;
            Ok(())
        });
        "cache" | "-cache", Separate(1) <"DIR">, "Keep what comes of this there, and take it from there next time" => path!(cache_dir);
        "jobs" | "-jobs", Separate(1) <"N">, "Compile so many inputs, or so many parts of a library, at once; as many as there are processors if not given" => Does::Set(|line, values| {
            line.jobs = Some(job_count(value(values))?);
            Ok(())
        });
        "H" | "Vi", Nothing, "Show included files" => Does::Set(|line, _| {
            line.show_includes = true;
            Ok(())
        });
        "emit=" | "-emit=", Joined <"STAGE">, "Print a stage: tokens, ast, hir, ir, dxil, spirv-asm, container" => Does::Set(|line, values| {
            match Emit::ALL.iter().find(|row| row.1 == value(values)) {
                Some(row) => line.options.emit = row.0,
                None => {
                    let names: Vec<&str> = Emit::ALL.iter().map(|row| row.1).collect();
                    return Err(format!("unknown stage `{}`: use one of {}", value(values), names.join(", ")));
                }
            }
            Ok(())
        });
        "fsyntax-only", Nothing, "Say all that compiling says, write nothing" => on!(syntax_only);
        "ast-dump", Nothing, "Print the syntax tree" => Does::Set(|line, _| {
            line.options.emit = Emit::Ast;
            Ok(())
        });
        "ast-dump-implicit", Nothing, "Print the typed tree, with what is implied" => Does::Set(|line, _| {
            line.options.emit = Emit::Hir;
            Ok(())
        });
        "fcgl", Nothing, "Print the IR before any pass; with -spirv, optimise nothing" => Does::Set(|line, _| {
            line.code_generation_only = true;
            Ok(())
        });
        "Cc", Nothing, "Colour listings" => Does::Note("listings are not coloured");
        "Ni", Nothing, "Number instructions in listings" => Does::Note("listings do not number instructions");
        "No", Nothing, "Show byte offsets in listings" => Does::Note("listings do not show byte offsets");
        "Lx", Nothing, "Hexadecimal literals in listings" => Does::Note("listings keep decimal literals");
    }
    "Debug information and parts" {
        "Zi", Nothing, "Debug information" => Does::Set(|line, _| {
            line.options.debug.wanted = true;
            Ok(())
        });
        "Zs", Nothing, "A small file with debug information: the sources and options alone" => Does::Set(|line, _| {
            line.options.debug.sources_only = true;
            Ok(())
        });
        "Zsb", Nothing, "The hash of the shader depends on the binary alone" => Does::Set(|line, _| {
            line.options.debug.hash_of_source = false;
            Ok(())
        });
        "Zss", Nothing, "The hash of the shader depends on its source" => Does::Set(|line, _| {
            line.options.debug.hash_of_source = true;
            Ok(())
        });
        "Qembed_debug", Nothing, "Debug information in the object" => Does::Set(|line, _| {
            line.options.debug.embed = true;
            Ok(())
        });
        "Qsource_in_debug_module", Nothing, "Sources in the program with debug information, not beside it" => Does::Set(|line, _| {
            line.options.debug.source_in_program = true;
            Ok(())
        });
        "Qstrip_debug", Nothing, "No debug information in the object" => Does::Set(|line, _| {
            line.strip_debug = true;
            Ok(())
        });
        "Qstrip_reflect", Nothing, "No reflection in the object" => on!(strip_reflection);
        "Qstrip_rootsignature", Nothing, "No root signature in the object" => on!(strip_root_signature);
        "Qstrip_priv", Nothing, "No private data in the object" => Does::Set(|line, _| {
            line.strip_private = true;
            Ok(())
        });
        "Qkeep_reflect_in_dxil", Nothing, "Reflection metadata in the program part too" => on!(keep_reflection_in_dxil);
        "Qstrip_reflect_from_dxil", Nothing, "No reflection metadata in the program part" => Does::Nothing;
        "Qpdb_in_private", Nothing, "The file with debug information as private data" => Does::Set(|line, _| {
            line.options.debug.in_private = true;
            Ok(())
        });
        "setprivate", Either <"FILE">, "Put the bytes of a file into the object as private data" => path!(set_private);
        "getprivate", Either <"FILE">, "Write the private data of the object there" => path!(private_file);
        "recompile", Nothing, "Compile again what a container or a file with debug information was compiled from" => Does::Set(|line, _| {
            line.action = Action::Recompile;
            Ok(())
        });
        "dumpbin", Nothing, "Read a container instead of compiling; list its program and all parts if nothing else is asked for" => Does::Set(|line, _| {
            line.action = Action::Disassemble;
            Ok(())
        });
        "link", Nothing, "Link libraries" => Does::NotYet;
        "exports", Separate(1) <"NAMES">, "What a library exports: names, `new,names=name`, and `;` between them" => Does::Set(|line, values| {
            line.options.library.add_exports(value(values))
        });
        "export-shaders-only", Nothing, "Export only entry points" => Does::Set(|line, _| {
            line.options.library.shaders_only = true;
            Ok(())
        });
        "default-linkage", Separate(1) <"internal|external">, "Linkage of functions of a library" => Does::Set(|line, values| {
            line.options.library.default_external = Some(match value(values).to_ascii_lowercase().as_str() {
                "internal" => false,
                "external" => true,
                other => return Err(format!("unknown linkage `{other}`: use internal or external")),
            });
            Ok(())
        });
        "enable-payload-qualifiers", Nothing, "Check access to ray payloads; the default from shader model 6.7 on" => Does::Set(|line, _| {
            line.options.library.payload_qualifiers.get_or_insert(true);
            Ok(())
        });
        "disable-payload-qualifiers", Nothing, "Do not check access to ray payloads" => Does::Set(|line, _| {
            line.options.library.payload_qualifiers = Some(false);
            Ok(())
        });
        "import-binding-table" | "import_binding_table", Either <"FILE">, "Registers of resources from a table in a file: ResourceName, Binding, Space (DXIL)" => path!(binding_table_file);
        "binding-table-define" | "binding_table_define", Separate(1) <"NAME">, "Registers of resources from a table in a macro (DXIL)" => Does::Set(|line, values| {
            line.options.binding_table = Some(BindingTable::Macro(value(values).to_owned()));
            Ok(())
        });
    }
    "Root signatures" {
        "rootsig-define" | "rootsig_define", Separate(1) <"NAME">, "Take the root signature from that macro" => Does::Set(|line, values| {
            line.options.root_signature_define = values.first().cloned();
            Ok(())
        });
        "force-rootsig-ver" | "force_rootsig_ver" | "hlsl-rootsig-ver", Either <"VERSION">, "Root signature version: rootsig_1_0, rootsig_1_1, rootsig_1_2" => Does::Set(|line, values| {
            line.set_root_signature_version(value(values))
        });
        "fdx-rootsignature-version=", Joined <"VERSION">, "Root signature version: 1.0, 1.1, 1.2" => Does::Set(|line, values| {
            line.set_root_signature_version(value(values))
        });
        "setrootsignature", Either <"FILE">, "Put a root signature into an object" => Does::Set(|line, values| {
            line.set_root_signature = values.first().cloned();
            Ok(())
        });
        "extractrootsignature", Nothing, "Write the root signature alone to the file of -Fo" => Does::Set(|line, _| {
            line.extract_root_signature = true;
            Ok(())
        });
        "verifyrootsignature", Either <"FILE">, "Check an object against a root signature" => Does::Set(|line, values| {
            line.verify_root_signature = values.first().cloned();
            Ok(())
        });
    }
    "Warnings and messages" {
        "WX", Nothing, "Warnings are errors" => Does::Set(|line, _| {
            line.options.warnings.as_errors = true;
            Ok(())
        });
        "no-warnings" | "no_warnings" | "w", Nothing, "No warnings" => Does::Set(|line, _| {
            line.options.warnings.none = true;
            Ok(())
        });
        "W", Joined <"[no-]NAME">, "Turn a warning on or off; -Wall, -Werror=NAME, -Wno-error=NAME" => Does::Set(warning);
        "ferror-limit=", Joined <"N">, "Stop after so many errors" => Does::Set(|line, values| {
            line.options.budgets.errors = number(values)?;
            Ok(())
        });
        "budget" | "-budget", Separate(1) <"NAME=N">, "Another limit of the work that a small source can make; `-budget help` lists them" => Does::Set(|line, values| {
            let given = value(values);
            if given == "help" {
                line.action = Action::ListBudgets;
                return Ok(());
            }
            let (name, size) = given.split_once('=').ok_or("write it as NAME=N")?;
            let size = size.parse().map_err(|_| format!("`{size}` is no number"))?;
            line.options.budgets.set(name, size)
        });
        "fdiagnostics-format=", Joined <"STYLE">, "Style of messages: default, clang, msvc, json" => Does::Set(|line, values| {
            line.style = match value(values) {
                "default" => Style::Located,
                "clang" => Style::Clang,
                "msvc" => Style::Msvc,
                "json" => Style::Json,
                other => return Err(format!("unknown format `{other}`: use default, clang, msvc or json")),
            };
            Ok(())
        });
        "fdiagnostics-color", Nothing, "Colour messages" => Does::Set(|line, _| {
            line.colour = Some(true);
            Ok(())
        });
        "fno-diagnostics-color", Nothing, "Do not colour messages" => Does::Set(|line, _| {
            line.colour = Some(false);
            Ok(())
        });
        "fdiagnostics-show-option", Nothing, "Show the name of a warning; the default" => Does::Nothing;
        "fno-diagnostics-show-option", Nothing, "Do not show the name of a warning" => Does::Note("the names of warnings are always shown");
        "fdiagnostics-show-category=", Joined <"none|id|name">, "Show the category of messages" => Does::Note("messages have codes instead of categories");
        "verify", Nothing, "Check messages against comments" => Does::NotYet;
        "Qunused-arguments", Nothing, "No warning about options without effect" => Does::Set(|line, _| {
            line.quiet_unused = true;
            Ok(())
        });
        "verbose" | "v", Nothing, "Show what is done" => Does::Set(|line, _| {
            line.verbose = true;
            Ok(())
        });
        "-explain" | "explain", Separate(1) <"CODE">, "Say what the code of a message means, as `hlslc explain CODE`" => Does::Set(|line, values| {
            line.action = Action::Explain(value(values).to_owned());
            Ok(())
        });
        "-version", Nothing, "Show the version" => Does::Set(|line, _| {
            line.action = Action::Version;
            Ok(())
        });
        "help" | "-help" | "h" | "?", Nothing, "Show this text" => Does::Set(|line, _| {
            line.action = Action::Help { hidden: false };
            Ok(())
        });
        "-help-hidden", Nothing, "Show every option" => Does::Set(|line, _| {
            line.action = Action::Help { hidden: true };
            Ok(())
        });
    }
    "For compiler people" {
        "verify-each", Nothing, "Check the IR after every pass" => on!(verify_each);
        "print-after=", Joined <"PASS">, "Print the IR after a pass; `all` for every pass" => Does::Set(|line, values| {
            line.options.print_after.push(pass_name(value(values))?);
            Ok(())
        });
        "print-after-all", Nothing, "Print the IR after every pass" => Does::Set(|line, _| {
            line.options.print_after.push("all".to_owned());
            Ok(())
        });
        "print-after", Separate(1) <"PASS">, "Print the IR after a pass" => Does::Set(|line, values| {
            line.options.print_after.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before=", Joined <"PASS">, "Print the IR before a pass; `all` for every pass" => Does::Set(|line, values| {
            line.options.print_before.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before", Separate(1) <"PASS">, "Print the IR before a pass" => Does::Set(|line, values| {
            line.options.print_before.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before-all", Nothing, "Print the IR before every pass" => Does::Set(|line, _| {
            line.options.print_before.push("all".to_owned());
            Ok(())
        });
        "print-changed" | "-print-changed", Nothing, "Print the IR at the start and after every pass that changed it" => on!(print_changed);
        "Odump", Nothing, "Print the passes that run" => Does::Set(|line, _| {
            line.action = Action::ListPasses;
            Ok(())
        });
        "stats" | "-stats", Nothing, "Show how often each rule fired and each pass changed something" => Does::Set(|line, _| {
            line.options.stats = true;
            Ok(())
        });
        "time-passes" | "-time-passes", Nothing, "Show the time of each pass" => on!(time_passes);
        "ftime-report", Nothing, "Show the time of each stage" => Does::Set(|line, _| {
            line.time_report = true;
            Ok(())
        });
        "ftime-trace", Nothing, "Print the time of each stage as a trace that browsers show" => Does::Set(|line, _| {
            line.time_trace.get_or_insert_default();
            Ok(())
        });
        "ftime-trace=", Joined <"FILE">, "Write that trace there" => Does::Set(|line, values| {
            line.time_trace.get_or_insert_default().file = values.first().cloned();
            Ok(())
        });
        "ftime-trace-granularity=", Joined <"MICROSECONDS">, "Shortest step in the trace" => Does::Set(|line, values| {
            let shortest = number(values)?;
            line.time_trace.get_or_insert_default().shortest = shortest;
            Ok(())
        });
        "opt-disable" | "opt_disable", Separate(1) <"NAME">, "Leave an optimisation out; -Odump lists what runs" => Does::Set(|line, values| {
            let name = optimisation(line, "-opt-disable", value(values))?;
            line.options.passes_without.extend(name);
            Ok(())
        });
        "opt-enable" | "opt_enable", Separate(1) <"NAME">, "Run an optimisation at every level" => Does::Set(|line, values| {
            let name = optimisation(line, "-opt-enable", value(values))?;
            line.options.passes_with.extend(name);
            Ok(())
        });
        "opt-bisect-limit" | "opt_bisect_limit", Separate(1) <"N">, "Run optimisations so many times, and tell which on what" => Does::Set(|line, values| {
            line.options.pass_limit = Some(number(values)?);
            Ok(())
        });
        "opt-bisect-limit=", Joined <"N">, "Run optimisations so many times, and tell which on what" => Does::Set(|line, values| {
            line.options.pass_limit = Some(number(values)?);
            Ok(())
        });
        "opt-select" | "opt_select", Separate(2) <"NAME VALUE">, "Choose a variant of a pass" => Does::Note("passes have no variants here");
        "Oconfig=", Joined <"PASSES">, "Passes of spirv-opt to run" => Does::Note("there is no spirv-opt inside: the passes of -O3 run");
        "validator-version" | "validator_version", Separate(1) <"1.N">, "Validator to write for: 1.0 to 1.9, at least the one of the shader model (by default that, or 1.8), or 0.0 with -Vd" => Does::Set(|line, values| {
            let version = ValidatorVersion::parse(value(values));
            line.options.validator = Some(version.ok_or_else(|| {
                format!("unknown validator version `{}`: use 1.0 to {}", value(values), ValidatorVersion::LATEST)
            })?);
            Ok(())
        });
        "preserve-intermediate-values" | "preserve_intermediate_values", Nothing, "Keep values for debugging" => Does::Note("-Od keeps every value; optimised code has what it needs");
        "fconstexpr-depth=", Joined <"N">, "Depth of constant evaluation" => Does::Note("constant evaluation counts steps, not depth");
        "fconstexpr-steps=", Joined <"N">, "Steps of constant evaluation" => Does::Set(|line, values| {
            line.options.budgets.const_steps = number(values)?;
            Ok(())
        });
        "fconstexpr-backtrace-limit=", Joined <"N">, "Notes about constant evaluation" => Does::Nothing;
    }
    "SPIR-V" {
        "fspv-target-env=", Joined <"ENV">, "Environment: vulkan1.0, vulkan1.1 (the default), vulkan1.1spirv1.4, vulkan1.2, vulkan1.3, universal1.5" => Does::Set(|line, values| {
            line.names_environment = true;
            line.options.spirv.env = SpirvEnv::from_name(value(values)).ok_or_else(|| {
                format!("unknown environment `{}`: use {}", value(values), SpirvEnv::ALL.map(|row| row.1).join(", "))
            })?;
            Ok(())
        });
        "fspv-extension=", Joined <"NAME">, "Allow this extension and no other that is not named too; KHR for all of Khronos'" => Does::Set(|line, values| {
            let name = value(values);
            if !SpirvOptions::EXTENSIONS.contains(&name) {
                let close = nearest(name, SpirvOptions::EXTENSIONS);
                let hint = close.map_or(String::new(), |close| format!("; did you mean `{close}`?"));
                return Err(format!("unknown extension `{name}`{hint}"));
            }
            line.options.spirv.extensions.push(name.to_owned());
            Ok(())
        });
        "fspv-entrypoint-name=", Joined <"NAME">, "Name of the entry point in the module, where it is not that of its function" => Does::Set(|line, values| {
            line.options.spirv.entry_name = values.first().cloned();
            Ok(())
        });
        "fspv-debug=", Joined <"WHAT">, "What a module says of where it came from: file, source, line, tool, rich, rich-with-source, vulkan or vulkan-with-source" => Does::Set(|line, values| {
            let origin = &mut line.options.debug.spirv;
            match value(values) {
                "file" => origin.files = true,
                "source" => (origin.files, origin.texts) = (true, true),
                "line" => (origin.files, origin.texts, origin.lines) = (true, true, true),
                "tool" => origin.arguments = true,
                rich @ ("rich" | "rich-with-source" | "vulkan" | "vulkan-with-source") => {
                    (origin.files, origin.lines, origin.texts) = (true, true, rich.ends_with("source"));
                    let is_vulkan = rich.starts_with("vulkan") || origin.variables == Some(Vocabulary::Vulkan);
                    origin.variables = Some(if is_vulkan { Vocabulary::Vulkan } else { Vocabulary::OpenCl });
                }
                other => return Err(format!("`{other}` is none of file, source, line, tool, rich, vulkan and vulkan-with-source")),
            }
            Ok(())
        });
        "fspv-reflect", Nothing, "Semantics and the types of resources as decorations" => spirv!(|spirv| spirv.reflect = true);
        "fspv-preserve-bindings", Nothing, "Keep resources that nothing uses" => spirv!(|spirv| spirv.keep.resources = true);
        "fspv-preserve-interface", Nothing, "Keep inputs that nothing reads" => spirv!(|spirv| spirv.keep.inputs = true);
        "fspv-flatten-resource-arrays", Nothing, "One variable and one binding for each element of an array of resources" => spirv!(|spirv| spirv.bindings.flatten = true);
        "fspv-reduce-load-size", Nothing, "Load no more of a composite than is used, as always" => Does::Nothing;
        "fspv-fix-func-call-arguments", Nothing, "Pass memory objects to functions, as always" => Does::Nothing;
        "fspv-enable-maximal-reconvergence", Nothing, "Invocations come together as the source says" => spirv!(|spirv| spirv.maximal_reconvergence = true);
        "fspv-use-vulkan-memory-model", Nothing, "Vulkan's own memory model: each access says who sees it" => spirv!(|spirv| spirv.vulkan_memory_model = true);
        "fspv-use-unknown-image-format", Nothing, "Images have no format where none is written" => spirv!(|spirv| spirv.unknown_formats = true);
        "fspv-use-legacy-buffer-matrix-order", Nothing, "Byte address buffers hold matrices row by row" => spirv!(|spirv| spirv.raw_matrices_by_rows = true);
        "fspv-use-emulated-heap", Nothing, "Descriptor heaps as arrays, as always" => Does::Nothing;
        "fspv-use-descriptor-heap", Nothing, "Descriptor heaps of an extension" => Does::NotYet;
        "fspv-max-id", Separate(1) <"N">, "The largest number of ids of a module" => Does::Set(|line, values| {
            line.options.spirv.max_id = Some(number(values)?);
            Ok(())
        });
        "fspv-print-all", Nothing, "Print the module after each step" => Does::Note("the module is written in one step: -print-after shows the IR, --emit=spirv-asm the module");
        "fvk-use-gl-layout", Nothing, "Buffers in std140 and std430" => spirv!(|spirv| spirv.layout = Layout::OpenGl);
        "fvk-use-dx-layout", Nothing, "Buffers as in Direct3D" => spirv!(|spirv| spirv.layout = Layout::Direct3d);
        "fvk-use-scalar-layout", Nothing, "Buffers in scalar block layout" => spirv!(|spirv| spirv.layout = Layout::Scalar);
        "fvk-b-shift", Separate(2) <"N SPACE|all">, "Move the bindings of b registers" => shift!(Cbv);
        "fvk-t-shift", Separate(2) <"N SPACE|all">, "Move the bindings of t registers" => shift!(Srv);
        "fvk-s-shift", Separate(2) <"N SPACE|all">, "Move the bindings of s registers" => shift!(Sampler);
        "fvk-u-shift", Separate(2) <"N SPACE|all">, "Move the bindings of u registers" => shift!(Uav);
        "fvk-auto-shift-bindings", Nothing, "Move resources without a register too" => spirv!(|spirv| spirv.bindings.shift_all = true);
        "fvk-bind-register" | "vkbr", Separate(4) <"REG SPACE BINDING SET">, "Binding of a register; then every resource needs one" => Does::Set(|line, values| {
            let row = register_binding(values)?;
            line.options.spirv.bindings.registers.push(row);
            Ok(())
        });
        "fvk-bind-globals", Separate(2) <"BINDING SET">, "Binding of the globals that stand in no buffer" => bind!(globals);
        "fvk-bind-resource-heap", Separate(2) <"BINDING SET">, "Binding of the heap of resources" => bind!(resource_heap);
        "fvk-bind-sampler-heap", Separate(2) <"BINDING SET">, "Binding of the heap of samplers" => bind!(sampler_heap);
        "fvk-bind-counter-heap", Separate(2) <"BINDING SET">, "Binding of the counters of the heap" => bind!(counter_heap);
        "fvk-stage-io-order=", Joined <"decl|alpha">, "Locations in the order of declarations (the default) or of names" => Does::Set(|line, values| {
            line.options.spirv.locations_by_name = match value(values) {
                "decl" => false,
                "alpha" => true,
                other => return Err(format!("unknown order `{other}`: use decl or alpha")),
            };
            Ok(())
        });
        "fvk-invert-y", Nothing, "Negate SV_Position.y before the rasteriser" => spirv!(|spirv| spirv.positions.turn_y = true);
        "fvk-use-dx-position-w", Nothing, "Reciprocate SV_Position.w in pixel shaders" => spirv!(|spirv| spirv.positions.reciprocal_w = true);
        "fvk-support-nonzero-base-instance", Nothing, "SV_InstanceID starts at 0" => spirv!(|spirv| spirv.bases.instance = true);
        "fvk-support-nonzero-base-vertex", Nothing, "SV_VertexID starts at 0" => spirv!(|spirv| spirv.bases.vertex = true);
    }
    "Float rules" {
        "ffinite-math-only", Nothing, "Assume finite floats, which changes nothing" => Does::Nothing;
        "fno-finite-math-only", Nothing, "Do not assume finite floats" => Does::Nothing;
        "fhonor-nans", Nothing, "NaNs matter: IEEE rules for floats, as -Gis" => on!(ieee_strict);
        "fno-honor-nans", Nothing, "NaNs do not matter" => Does::Nothing;
        "fhonor-infinities", Nothing, "Infinities matter: as -Gis" => on!(ieee_strict);
        "fno-honor-infinities", Nothing, "Infinities do not matter" => Does::Nothing;
        "fassociative-math", Nothing, "Floats may be re-associated" => Does::Nothing;
        "fno-associative-math", Nothing, "Floats may not be re-associated: as -Gis" => on!(ieee_strict);
        "fno-reciprocal-math", Nothing, "Divisions stay divisions: as -Gis" => on!(ieee_strict);
        "fsigned-zeros", Nothing, "The sign of zero matters: as -Gis" => on!(ieee_strict);
        "funsafe-math-optimizations", Nothing, "Any algebra" => Does::Nothing;
        "fno-unsafe-math-optimizations", Nothing, "No algebra: as -Gis" => on!(ieee_strict);
        "flimited-precision=", Joined <"N">, "Precision of expansions" => Does::Note("the hardware has the functions that this is about");
    }
    "Accepted for old scripts" {
        "external", Separate(1) <"FILE">, "Load another compiler" => Does::Note("there is no other compiler to load");
        "external-fn", Separate(1) <"NAME">, "Function of the other compiler" => Does::Note("there is no other compiler to load");
        "disable-exception-handling", Nothing, "No effect" => Does::Note("removed from dxc; no effect");
        "skip-serialization", Nothing, "No effect" => Does::Note("removed from dxc; no effect");
        "enable-lifetime-markers", Nothing, "No effect" => Does::Note("no lifetime markers are written");
        "disable-lifetime-markers", Nothing, "No effect" => Does::Note("no lifetime markers are written");
        "force-zero-store-lifetimes", Nothing, "No effect" => Does::Note("no lifetime markers are written");
        "fnew-inlining-behavior", Nothing, "No effect" => Does::Note("removed from dxc; no effect");
        "fdisable-loc-tracking", Nothing, "No effect" => Does::Note("removed from dxc; no effect");
        "memdep-block-scan-limit", Separate(1) <"N">, "No effect" => Does::Note("removed from dxc; no effect");
        "select-validator", Separate(1) <"NAME">, "No effect" => Does::Note("there is one validator, our own");
        "ignore-line-directives", Nothing, "Read #line, but do not follow it" => on!(ignore_line_directives);
        "ignore-semdef", Separate(1) <"NAME">, "Ignore a semantic define" => Does::Note("semantic defines have no effect");
        "ignore-opt-semdefs", Nothing, "Ignore optimisation semantic defines" => Does::Note("semantic defines have no effect");
        "override-semdef", Separate(1) <"NAME=VALUE">, "Override a semantic define" => Does::Note("semantic defines have no effect");
        "metal", Nothing, "Make Metal code" => Does::Refused("Metal is not a target of this compiler");
        "unchanged", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "skip-fn-body", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "skip-static", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "global-extern-by-default", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "keep-user-macro", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "extract-entry-uniforms", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "remove-unused-globals", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "remove-unused-functions", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "line-directive", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
        "decl-global-cb", Nothing, "Rewriter" => Does::Refused("an option of the rewriter, which is not part of the compiler");
    }
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Flag> {
    GROUPS.iter().flat_map(|group| group.1.iter())
}

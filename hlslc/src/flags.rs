//! Defines the table of command-line options: every option of dxc and a few more, one row each.
//!
//! A row states the spelling of the option, its operands, and its effect: it sets something, it is accepted with a note, or
//! it reports that it is not supported yet. The parser in [`args`](crate::args) knows no option by name.

mod rewriting;
mod spellings;
mod texts;
mod values;

use crate::args::{Action, CommandLine};
use crate::options::{Backend, BindingTable, Denormals, Emit, Input, LanguageVersion, OptLevel, ValidatorVersion};
use hlslc_base::render::Style;
use hlslc_base::suggest::nearest;
use hlslc_ir::types::ResourceClass;
use hlslc_options_spirv::{Layout, SpirvEnv, SpirvOptions, Vocabulary};
pub use rewriting::Rewrites;
pub(crate) use spellings::spelt_like;
pub use texts::{budgets, help, version, warnings};
pub(crate) use values::is_wide_encoding;
pub use values::job_count;
use values::{
    binding, c_name, define, number, optimisation, pass_name, passes, register_binding, register_shift, value, warning,
};

/// The versions of HLSL in DXC's words; it says itself that 2015 is for language services alone.
const YEARS: &str = "2015, 2016, 2017, 2018, and 2021";

/// The values of an option.
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

/// The effect of an option.
#[derive(Clone, Copy)]
pub enum Does {
    /// Sets something; an error says what is wrong with the value.
    Set(fn(&mut CommandLine, &[String]) -> Result<(), String>),
    /// Nothing, silently: the behaviour asked for is the only one there is.
    Nothing,
    /// Nothing, with a remark to the user.
    Note(&'static str),
    /// Rejected: not supported yet.
    NotYet,
    /// Rejected, with the reason.
    Rejected(&'static str),
    /// Rejected: an option of rewriting, where this is its effect.
    Rewrites(Rewrites),
}

/// The treatment of an option from a container, whose origin is not trusted. A row without one is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromData {
    /// It says how to compile and touches no file: it is used.
    Carried,
    /// It names files to write or says what to show, which is for the user to say: it is left out.
    Dropped,
    /// The compilation depends on a file that the container does not have.
    Rejected,
}

/// One row.
pub struct Flag {
    /// Spellings without the dash; the first is the one shown.
    pub names: &'static [&'static str],
    /// The values.
    pub takes: Takes,
    /// Name of the value in the help text.
    pub value: &'static str,
    /// The treatment if a container has it.
    pub from_data: FromData,
    /// Whether only the command has it, and the library in the place of DXC's rejects it, as DXC's own does.
    pub is_of_command: bool,
    /// One line for `--help`.
    pub help: &'static str,
    /// The effect.
    pub does: Does,
}

impl Flag {
    /// The number of following arguments that are values of it, if this one is glued on.
    pub(crate) fn further(&self, glued: &str) -> usize {
        match self.takes {
            Takes::Separate(count) if glued.is_empty() => usize::from(count),
            Takes::Either if glued.is_empty() => 1,
            Takes::Nothing | Takes::Joined | Takes::Separate(_) | Takes::Either => 0,
        }
    }
}

macro_rules! from_data {
    () => {
        FromData::Rejected
    };
    (carried) => {
        FromData::Carried
    };
    (dropped) => {
        FromData::Dropped
    };
}

macro_rules! of_command {
    () => {
        false
    };
    (command) => {
        true
    };
}

macro_rules! flags {
    ($($title:literal { $( $($name:literal)|+ , $takes:ident $(($count:literal))? $(<$value:literal>)? $([$from:ident $(, $only:ident)?])?, $help:literal => $does:expr; )* })*) => {
        /// The table, in the groups that `--help` shows.
        pub static GROUPS: &[(&str, &[Flag])] = &[$(($title, &[$(Flag {
            names: &[$($name),+],
            takes: Takes::$takes $(($count))?,
            value: concat!($($value)?),
            from_data: from_data!($($from)?),
            is_of_command: of_command!($($($only)?)?),
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
        "T", Either <"PROFILE"> [carried], "Target profile, such as cs_6_6" => Does::Set(|line, values| {
            line.set_target(value(values))
        });
        "E", Either <"NAME"> [carried], "Entry point; main if not given" => Does::Set(|line, values| {
            value(values).clone_into(&mut line.options.entry);
            Ok(())
        });
        "x", Separate(1) <"hlsl|ir|ll"> [carried], "What the input is written in; by its extension if not given" => Does::Set(|line, values| {
            line.input_kind = Some(match value(values) {
                "hlsl" => Input::Hlsl,
                "ir" => Input::Ir,
                "ll" => Input::Llvm,
                other => return Err(format!("unknown input `{other}`: use hlsl, ir or ll")),
            });
            Ok(())
        });
        "D", Either <"NAME[=VALUE]"> [carried], "Define a macro" => Does::Set(define);
        "I", Either <"DIR"> [carried], "Look for included files there too" => Does::Set(|line, values| {
            line.include_dirs.push(value(values).to_owned());
            Ok(())
        });
        "HV", Separate(1) <"YEAR"> [carried], "Language version: 2016, 2017, 2018, 2021 (the default) or 202x" => Does::Set(|line, values| {
            // In DXC's words, which clients look for.
            let year = value(values);
            line.options.language = match LanguageVersion::from_option(year) {
                Some(LanguageVersion::V2015) => {
                    return Err("HLSL Version 2015 is only supported for language services".to_owned());
                }
                Some(version) => version,
                None => return Err(format!("Unknown HLSL version: {year}. Valid versions: {YEARS}")),
            };
            line.names_language = true;
            Ok(())
        });
        "O0", Nothing [carried], "No optimisation" => level!(O0);
        "O1", Nothing [carried], "Optimisation; the same as -O3" => level!(O1);
        "O2", Nothing [carried], "Optimisation; the same as -O3" => level!(O2);
        "O3" | "O", Nothing [carried], "Optimisation; the default" => level!(O3);
        "Od", Nothing [carried], "No optimisation, for debugging" => level!(Disabled);
        "spirv", Nothing [carried], "Make SPIR-V instead of DXIL" => Does::Set(|line, _| {
            line.options.backend = Backend::Spirv;
            Ok(())
        });
        "enable-16bit-types" | "enable_16bit_types", Nothing [carried], "half and the 16-bit integers are native (shader model 6.2)" => on!(native_16bit);
        "Zpr", Nothing [carried], "Matrices are row-major by default" => Does::Set(|line, _| {
            line.options.row_major = true;
            Ok(())
        });
        "Zpc", Nothing [carried], "Matrices are column-major by default" => Does::Set(|line, _| {
            line.options.row_major = false;
            Ok(())
        });
        "Gis", Nothing [carried], "IEEE strictness: every float operation is precise" => on!(ieee_strict);
        "Ges", Nothing [carried], "Strict mode" => Does::Note("strict mode makes no difference: there are no loose rules to drop");
        "Gec", Nothing [carried], "What buffers hold can be assigned to, as a copy; HLSL is that of 2016" => on!(writable_constants);
        "Gfa", Nothing [carried], "Avoid flow control" => Does::Note("branches follow the attributes");
        "Gfp", Nothing [carried], "Prefer flow control" => Does::Note("branches follow the attributes");
        "denorm", Either <"any|preserve|ftz"> [carried], "What happens to denormal floats (shader model 6.2)" => Does::Set(|line, values| {
            let given = value(values);
            let how = Denormals::from_name(given)
                .ok_or_else(|| format!("unsupported value `{given}`: use any, preserve or ftz"))?;
            line.options.denormals = Some(how);
            Ok(())
        });
        "all-resources-bound" | "all_resources_bound", Nothing [carried], "Promise that every resource is bound" => on!(all_resources_bound);
        "res-may-alias" | "res_may_alias", Nothing [carried], "Resources may share memory" => on!(resources_may_alias);
        "auto-binding-space", Separate(1) <"SPACE"> [carried], "Space for resources without a register" => Does::Set(|line, values| {
            line.options.auto_binding_space = Some(number(values)?);
            Ok(())
        });
        "Vd", Nothing [carried], "Do not validate the result" => on!(skip_validation);
        "no-digest", Nothing [carried], "Leave the container's digest zero" => on!(no_digest);
        "nologo", Nothing [carried, command], "No effect" => Does::Nothing;
        "flegacy-macro-expansion" | "flegacy_macro_expansion", Nothing [carried], "Expand what `##` joins first, as FXC does" => on!(legacy_macros);
        "flegacy-resource-reservation" | "flegacy_resource_reservation", Nothing [carried], "Unused resources keep their registers" => on!(reserves_unused);
        "pack-prefix-stable" | "pack_prefix_stable", Nothing [carried], "Pack signatures prefix-stable; the default" => Does::Set(|line, _| {
            line.packs_prefix_stable = true;
            Ok(())
        });
        "pack-optimized" | "pack_optimized", Nothing [carried], "Pack signatures tightly" => on!(packs_optimized);
        "no-legacy-cbuf-layout" | "no_legacy_cbuf_layout", Nothing [carried], "No effect" => on!(loose_buffers);
        "not_use_legacy_cbuf_load", Nothing [carried], "No effect" => Does::Note("removed from dxc; no effect");
        "precise-output" | "precise_output", Separate(1) <"SEMANTIC"> [carried], "What has this semantic is precise" => Does::Set(|line, values| {
            line.options.precise_outputs.push(value(values).to_owned());
            Ok(())
        });
        "encoding", Separate(1) <"NAME"> [carried], "Encoding of text: utf8; in the library in the place of dxcompiler also wide" => Does::Set(|line, values| {
            line.wide_text = is_wide_encoding(value(values))
                .ok_or_else(|| format!("unsupported value `{}`: use utf8 or wide", value(values)))?;
            Ok(())
        });
    }
    "Outputs" {
        "Fo", Either <"FILE"> [dropped], "Write the object there" => path!(object_file);
        "Fc", Either <"FILE"> [dropped, command], "Write the disassembly there" => path!(listing_file);
        "Fe", Either <"FILE"> [dropped], "Write warnings and errors there" => path!(diagnostics_file);
        "Frs", Separate(1) <"FILE"> [dropped], "Write the root signature there" => path!(root_signature_file);
        "Fh", Either <"FILE"> [dropped, command], "Write a C header with the object's bytes" => path!(header_file);
        "Vn", Either <"NAME"> [dropped, command], "Name of the variable in the C header" => Does::Set(|line, values| {
            line.header_variable = Some(c_name(value(values))?);
            Ok(())
        });
        "Fi", Either <"FILE"> [dropped], "With -P: write the preprocessed text there" => path!(preprocessed_file);
        "Fd", Either <"FILE|DIR/"> [dropped], "Write a file with debug information there, or into a directory under its hash" => path!(debug_file);
        "Fre", Separate(1) <"FILE"> [dropped], "Write reflection there" => Does::Set(|line, values| {
            line.options.separate_reflection = true;
            line.reflection_file = values.first().cloned();
            Ok(())
        });
        "reflect-json" | "-reflect-json", Separate(1) <"FILE"> [dropped, command], "Write the reflection of the shader there as JSON" => Does::Set(|line, values| {
            line.reflection_json_file = values.first().cloned();
            line.options.reflect = true;
            Ok(())
        });
        "Fsh", Separate(1) <"FILE"> [dropped], "Write the shader hash there" => path!(hash_file);
        "P", Nothing [dropped], "Preprocess only, to the file of -Fi or to the input's name with .i" => on!(preprocess_only);
        "Po", Either <"FILE"> [dropped], "Preprocess only, to that file" => Does::Set(|line, values| {
            line.options.preprocess_only = true;
            line.preprocessed_file = values.first().cloned();
            Ok(())
        });
        "M", Nothing [dropped], "Print what the input includes, as a make rule" => Does::Set(|line, _| {
            line.action = Action::Dependencies;
            Ok(())
        });
        "MD", Nothing [dropped], "Compile, and write what the input includes to a .d file" => Does::Set(|line, _| {
            line.write_dependencies = true;
            Ok(())
        });
        "MP", Nothing [dropped], "With -M or -MD: a rule without prerequisites for each included file, so that make minds none that is gone" => Does::Set(|line, _| {
            line.phony_targets = true;
            Ok(())
        });
        "MT", Either <"TARGET"> [dropped], "With -M or -MD: the target of the rule, as it is written; may be given more than once" => Does::Set(|line, values| {
            line.dependency_targets.push((value(values).to_owned(), false));
            Ok(())
        });
        "MQ", Either <"TARGET"> [dropped], "The same, escaped for make" => Does::Set(|line, values| {
            line.dependency_targets.push((value(values).to_owned(), true));
            Ok(())
        });
        "MF", Either <"FILE"> [dropped], "Write what the input includes there" => Does::Set(|line, values| {
            line.dependency_file = values.first().cloned();
            line.write_dependencies = true;
            Ok(())
        });
        "cache" | "-cache", Separate(1) <"DIR"> [dropped, command], "Keep results in this folder and reuse them" => path!(cache_dir);
        "jobs" | "-jobs", Separate(1) <"N"> [dropped, command], "Compile this many inputs, or parts of a library, at once; as many as there are processors if not given" => Does::Set(|line, values| {
            line.jobs = Some(job_count(value(values))?);
            Ok(())
        });
        "H" | "Vi", Nothing [dropped], "Show included files" => Does::Set(|line, _| {
            line.show_includes = true;
            Ok(())
        });
        "emit=" | "-emit=", Joined <"STAGE"> [dropped], "Print a stage: tokens, ast, hir, ir, dxil, spirv-asm, container, resources, rootsig, provenance" => Does::Set(|line, values| {
            match Emit::ALL.iter().find(|row| row.1 == value(values)) {
                Some(row) => line.options.emit = row.0,
                None => {
                    let names: Vec<&str> = Emit::ALL.iter().map(|row| row.1).collect();
                    return Err(format!("unknown stage `{}`: use one of {}", value(values), names.join(", ")));
                }
            }
            Ok(())
        });
        "fsyntax-only", Nothing [dropped], "Report everything that compiling reports, write nothing" => on!(syntax_only);
        "ast-dump", Nothing [dropped], "Print the syntax tree" => Does::Set(|line, _| {
            line.options.emit = Emit::Ast;
            Ok(())
        });
        "ast-dump-implicit", Nothing [dropped], "Print the typed tree, with what is implied" => Does::Set(|line, _| {
            line.options.emit = Emit::Hir;
            Ok(())
        });
        "fcgl", Nothing [dropped], "Print the IR before any pass; with -spirv, optimise nothing" => Does::Set(|line, _| {
            line.code_generation_only = true;
            Ok(())
        });
        "Cc", Nothing [dropped, command], "Colour listings" => Does::Note("listings are not coloured");
        "Ni", Nothing [dropped, command], "Number instructions in listings" => Does::Note("listings do not number instructions");
        "No", Nothing [dropped, command], "Show byte offsets in listings" => Does::Note("listings do not show byte offsets");
        "Lx", Nothing [dropped, command], "Hexadecimal literals in listings" => Does::Note("listings keep decimal literals");
    }
    "Debug information and parts" {
        "Zi", Nothing [carried], "Debug information" => Does::Set(|line, _| {
            line.options.debug.wanted = true;
            Ok(())
        });
        "Zs", Nothing [carried], "A small file with debug information: the sources and options alone" => Does::Set(|line, _| {
            line.options.debug.sources_only = true;
            Ok(())
        });
        "Zsb", Nothing [carried], "The hash of the shader depends on the binary alone" => Does::Set(|line, _| {
            line.options.debug.hash_of_source = false;
            Ok(())
        });
        "Zss", Nothing [carried], "The hash of the shader depends on its source" => Does::Set(|line, _| {
            line.options.debug.hash_of_source = true;
            Ok(())
        });
        "Qembed_debug", Nothing [carried], "Debug information in the object" => Does::Set(|line, _| {
            line.options.debug.embed = true;
            Ok(())
        });
        "Qsource_in_debug_module", Nothing [carried], "Sources in the program with debug information, not beside it" => Does::Set(|line, _| {
            line.options.debug.source_in_program = true;
            Ok(())
        });
        "Qstrip_debug", Nothing [carried], "No debug information in the object" => Does::Set(|line, _| {
            line.strip_debug = true;
            Ok(())
        });
        "Qstrip_reflect", Nothing [carried], "No reflection in the object" => on!(strip_reflection);
        "Qstrip_rootsignature", Nothing [carried], "No root signature in the object" => on!(strip_root_signature);
        "Qstrip_priv", Nothing [carried], "No private data in the object" => Does::Set(|line, _| {
            line.strip_private = true;
            Ok(())
        });
        "Qkeep_reflect_in_dxil", Nothing [carried], "Reflection metadata in the program part too" => on!(keep_reflection_in_dxil);
        "Qstrip_reflect_from_dxil", Nothing [carried], "No reflection metadata in the program part" => Does::Nothing;
        "Qpdb_in_private", Nothing [carried], "The file with debug information as private data" => Does::Set(|line, _| {
            line.options.debug.in_private = true;
            Ok(())
        });
        "setprivate", Either <"FILE"> [dropped], "Put the bytes of a file into the object as private data" => path!(set_private);
        "getprivate", Either <"FILE"> [dropped, command], "Write the private data of the object there" => path!(private_file);
        "recompile", Nothing [dropped], "Compile again what a container or a file with debug information was compiled from" => Does::Set(|line, _| {
            line.action = Action::Recompile;
            Ok(())
        });
        "opt", Nothing [dropped], "Optimise the program of a container, of whatever compiler" => Does::Set(|line, _| {
            line.options.optimises = true;
            Ok(())
        });
        "opt-passes", Separate(1) <"NAMES"> [dropped], "With -opt: run these passes, in this order; -Odump lists their names" => Does::Set(|line, values| {
            line.options.passes_alone = passes(value(values))?;
            line.options.optimises = true;
            Ok(())
        });
        "dumpbin", Nothing [dropped, command], "Read a container instead of compiling; list its program and all parts if nothing else is asked for" => Does::Set(|line, _| {
            line.action = Action::Disassemble;
            Ok(())
        });
        "validate", Nothing [dropped, command], "Validate containers instead of compiling: files, folders, or `-`; -validator-version says for which validator" => Does::Set(|line, _| {
            line.action = Action::Validate;
            Ok(())
        });
        "sign", Nothing [dropped, command], "With -validate: write the digest into what is accepted, in its place or where -Fo says" => Does::Set(|line, _| {
            line.signs = true;
            Ok(())
        });
        "link", Nothing [dropped, command], "Link libraries instead of compiling: containers and sources become the shader of -E, or a library" => Does::Set(|line, _| {
            line.action = Action::Link;
            Ok(())
        });
        "exports", Separate(1) <"NAMES"> [carried], "What a library exports: names, `new,names=name`, and `;` between them" => Does::Set(|line, values| {
            line.options.library.add_exports(value(values))
        });
        "export-shaders-only", Nothing [carried], "Export only entry points" => Does::Set(|line, _| {
            line.options.library.shaders_only = true;
            Ok(())
        });
        "default-linkage", Separate(1) <"internal|external"> [carried], "Linkage of functions of a library" => Does::Set(|line, values| {
            line.options.library.default_external = Some(match value(values).to_ascii_lowercase().as_str() {
                "internal" => false,
                "external" => true,
                other => return Err(format!("unknown linkage `{other}`: use internal or external")),
            });
            Ok(())
        });
        "enable-payload-qualifiers", Nothing [carried], "Check access to ray payloads; the default from shader model 6.7 on" => Does::Set(|line, _| {
            line.options.library.payload_qualifiers.get_or_insert(true);
            Ok(())
        });
        "disable-payload-qualifiers", Nothing [carried], "Do not check access to ray payloads" => Does::Set(|line, _| {
            line.options.library.payload_qualifiers = Some(false);
            Ok(())
        });
        "import-binding-table" | "import_binding_table", Either <"FILE">, "Registers of resources from a table in a file: ResourceName, Binding, Space (DXIL)" => path!(binding_table_file);
        "binding-table-define" | "binding_table_define", Separate(1) <"NAME"> [carried], "Registers of resources from a table in a macro (DXIL)" => Does::Set(|line, values| {
            line.options.binding_table = Some(BindingTable::Macro(value(values).to_owned()));
            Ok(())
        });
    }
    "Root signatures" {
        "rootsig-define" | "rootsig_define", Separate(1) <"NAME"> [carried], "Take the root signature from that macro" => Does::Set(|line, values| {
            line.options.root_signature_define = values.first().cloned();
            Ok(())
        });
        "force-rootsig-ver" | "force_rootsig_ver" | "hlsl-rootsig-ver", Either <"VERSION"> [carried], "Root signature version: rootsig_1_0, rootsig_1_1, rootsig_1_2" => Does::Set(|line, values| {
            line.set_root_signature_version(value(values))
        });
        "fdx-rootsignature-version=", Joined <"VERSION"> [carried], "Root signature version: 1.0, 1.1, 1.2" => Does::Set(|line, values| {
            line.set_root_signature_version(value(values))
        });
        "setrootsignature", Either <"FILE"> [dropped], "Put a root signature into an object" => Does::Set(|line, values| {
            line.set_root_signature = values.first().cloned();
            Ok(())
        });
        "extractrootsignature", Nothing [dropped, command], "Write the root signature alone to the file of -Fo" => Does::Set(|line, _| {
            line.extract_root_signature = true;
            Ok(())
        });
        "verifyrootsignature", Either <"FILE"> [dropped, command], "Check an object against a root signature" => Does::Set(|line, values| {
            line.verify_root_signature = values.first().cloned();
            Ok(())
        });
    }
    "Warnings and messages" {
        "WX", Nothing [carried], "Warnings are errors" => Does::Set(|line, _| {
            line.options.warnings.as_errors = true;
            Ok(())
        });
        "no-warnings" | "no_warnings" | "w", Nothing [carried], "No warnings" => Does::Set(|line, _| {
            line.options.warnings.none = true;
            Ok(())
        });
        "W", Joined <"[no-]NAME"> [carried], "Turn a warning on or off; -Wall, -Werror=NAME, -Wno-error=NAME; -Whelp lists them" => Does::Set(warning);
        "ferror-limit=", Joined <"N"> [dropped], "Stop after this many errors" => Does::Set(|line, values| {
            line.options.budgets.errors = number(values)?;
            Ok(())
        });
        "budget" | "-budget", Separate(1) <"NAME=N"> [dropped, command], "Another limit of the work that a small source can make; `-budget help` lists them" => Does::Set(|line, values| {
            let given = value(values);
            if given == "help" {
                line.action = Action::ListBudgets;
                return Ok(());
            }
            let (name, size) = given.split_once('=').ok_or("write it as NAME=N")?;
            let size = size.parse().map_err(|_| format!("`{size}` is no number"))?;
            line.options.budgets.set(name, size)
        });
        "fdiagnostics-format=", Joined <"STYLE"> [dropped], "Style of messages: default, clang, msvc, json, sarif, github" => Does::Set(|line, values| {
            let found = Style::ALL.iter().find(|row| row.1 == value(values));
            line.style = found.map(|row| row.0).ok_or_else(|| {
                format!("unknown format `{}`: use one of {}", value(values), Style::ALL.map(|row| row.1).join(", "))
            })?;
            Ok(())
        });
        "fdiagnostics-color", Nothing [dropped], "Colour messages" => Does::Set(|line, _| {
            line.colour = Some(true);
            Ok(())
        });
        "fno-diagnostics-color", Nothing [dropped], "Do not colour messages" => Does::Set(|line, _| {
            line.colour = Some(false);
            Ok(())
        });
        "fdiagnostics-show-option", Nothing [dropped], "Show the name of a warning; the default" => Does::Nothing;
        "fno-diagnostics-show-option", Nothing [dropped], "Do not show the name of a warning" => Does::Note("the names of warnings are always shown");
        "fdiagnostics-show-category=", Joined <"none|id|name"> [dropped], "Show the category of messages" => Does::Note("messages have codes instead of categories");
        "verify", Nothing [dropped], "Check messages against comments" => Does::NotYet;
        "Qunused-arguments", Nothing [carried], "No warning about options without effect" => Does::Set(|line, _| {
            line.quiet_unused = true;
            Ok(())
        });
        "verbose" | "v", Nothing [dropped, command], "Say what is read, compiled and written" => Does::Set(|line, _| {
            line.verbose = true;
            Ok(())
        });
        "-explain" | "explain", Separate(1) <"CODE"> [carried, command], "Say what the code of a message means, as `hlslc explain CODE`" => Does::Set(|line, values| {
            line.action = Action::Explain(value(values).to_owned());
            Ok(())
        });
        "-version", Nothing [dropped, command], "Show the version; with --json after it as data" => Does::Set(|line, _| {
            line.action = Action::Version;
            Ok(())
        });
        "help" | "-help" | "h" | "?", Nothing [dropped, command], "Show this text" => Does::Set(|line, _| {
            line.action = Action::Help { hidden: false };
            Ok(())
        });
        "-help-hidden", Nothing [dropped, command], "Show every option" => Does::Set(|line, _| {
            line.action = Action::Help { hidden: true };
            Ok(())
        });
    }
    "For compiler people" {
        "verify-each", Nothing [dropped], "Check the IR after every pass" => on!(verify_each);
        "print-after=", Joined <"PASS"> [dropped], "Print the IR after a pass, or one of its runs; `all` for every pass" => Does::Set(|line, values| {
            line.options.print_after.push(pass_name(value(values))?);
            Ok(())
        });
        "print-after-all", Nothing [dropped], "Print the IR after every pass" => Does::Set(|line, _| {
            line.options.print_after.push("all".to_owned());
            Ok(())
        });
        "print-after", Separate(1) <"PASS"> [dropped], "Print the IR after a pass" => Does::Set(|line, values| {
            line.options.print_after.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before=", Joined <"PASS"> [dropped], "Print the IR before a pass, or one of its runs; `all` for every pass" => Does::Set(|line, values| {
            line.options.print_before.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before", Separate(1) <"PASS"> [dropped], "Print the IR before a pass" => Does::Set(|line, values| {
            line.options.print_before.push(pass_name(value(values))?);
            Ok(())
        });
        "print-before-all", Nothing [dropped], "Print the IR before every pass" => Does::Set(|line, _| {
            line.options.print_before.push("all".to_owned());
            Ok(())
        });
        "print-changed" | "-print-changed", Nothing [dropped], "Print the IR at the start and after every pass that changed it" => on!(print_changed);
        "Odump", Nothing [dropped], "Print the passes that run" => Does::Set(|line, _| {
            line.action = Action::ListPasses;
            Ok(())
        });
        "stats" | "-stats", Nothing [dropped], "Show how often each rule fired and each pass changed something" => Does::Set(|line, _| {
            line.options.stats = true;
            Ok(())
        });
        "time-passes" | "-time-passes", Nothing [dropped], "Show the time of each pass" => on!(time_passes);
        "ftime-report", Nothing [dropped], "Show the time of each stage" => Does::Set(|line, _| {
            line.time_report = true;
            Ok(())
        });
        "ftime-trace", Nothing [dropped], "Print the time of each stage as a trace that browsers show" => Does::Set(|line, _| {
            line.time_trace.get_or_insert_default();
            Ok(())
        });
        "ftime-trace=", Joined <"FILE"> [dropped], "Write that trace there" => Does::Set(|line, values| {
            line.time_trace.get_or_insert_default().file = values.first().cloned();
            Ok(())
        });
        "ftime-trace-granularity=", Joined <"MICROSECONDS"> [dropped], "Shortest step in the trace" => Does::Set(|line, values| {
            let shortest = number(values)?;
            line.time_trace.get_or_insert_default().shortest = shortest;
            Ok(())
        });
        "opt-disable" | "opt_disable", Separate(1) <"NAME"> [carried], "Leave an optimisation out; -Odump lists what runs" => Does::Set(|line, values| {
            let name = optimisation(line, "-opt-disable", value(values))?;
            line.options.passes_without.extend(name);
            Ok(())
        });
        "opt-enable" | "opt_enable", Separate(1) <"NAME"> [carried], "Run an optimisation at every level" => Does::Set(|line, values| {
            let name = optimisation(line, "-opt-enable", value(values))?;
            line.options.passes_with.extend(name);
            Ok(())
        });
        "opt-bisect-limit" | "opt_bisect_limit", Separate(1) <"N"> [carried], "Run N optimisations, and report each with its function" => Does::Set(|line, values| {
            line.options.pass_limit = Some(number(values)?);
            Ok(())
        });
        "opt-bisect-limit=", Joined <"N"> [carried], "Run N optimisations, and report each with its function" => Does::Set(|line, values| {
            line.options.pass_limit = Some(number(values)?);
            Ok(())
        });
        "opt-select" | "opt_select", Separate(2) <"NAME VALUE"> [carried], "Choose a variant of a pass" => Does::Note("passes have no variants here");
        "Oconfig=", Joined <"PASSES"> [carried], "Passes of spirv-opt to run" => Does::Note("there is no spirv-opt inside: the passes of -O3 run");
        "validator-version" | "validator_version", Separate(1) <"1.N"> [carried], "Validator to write for: 1.0 to 1.10, at least the one of the shader model (by default that, or 1.8), or 0.0 with -Vd" => Does::Set(|line, values| {
            let version = ValidatorVersion::parse(value(values));
            line.options.validator = Some(version.ok_or_else(|| {
                format!("unknown validator version `{}`: use 1.0 to {}", value(values), ValidatorVersion::LATEST)
            })?);
            Ok(())
        });
        "preserve-intermediate-values" | "preserve_intermediate_values", Nothing [carried], "Keep values for debugging" => Does::Note("-Od keeps every value; optimised code has what it needs");
        "fconstexpr-depth=", Joined <"N"> [carried], "Depth of constant evaluation" => Does::Note("constant evaluation counts steps, not depth");
        "fconstexpr-steps=", Joined <"N"> [dropped], "Steps of constant evaluation" => Does::Set(|line, values| {
            line.options.budgets.const_steps = number(values)?;
            Ok(())
        });
        "fconstexpr-backtrace-limit=", Joined <"N"> [carried], "Notes about constant evaluation" => Does::Nothing;
    }
    "SPIR-V" {
        "fspv-target-env=", Joined <"ENV"> [carried], "Environment: vulkan1.0, vulkan1.1 (the default), vulkan1.1spirv1.4, vulkan1.2, vulkan1.3, universal1.5" => Does::Set(|line, values| {
            line.names_environment = true;
            line.options.spirv.env = SpirvEnv::from_name(value(values)).ok_or_else(|| {
                format!("unknown environment `{}`: use {}", value(values), SpirvEnv::ALL.map(|row| row.1).join(", "))
            })?;
            Ok(())
        });
        "fspv-extension=", Joined <"NAME"> [carried], "Allow this extension and no other that is not named too; KHR for all of Khronos'" => Does::Set(|line, values| {
            let name = value(values);
            if !SpirvOptions::EXTENSIONS.contains(&name) {
                let close = nearest(name, SpirvOptions::EXTENSIONS);
                let hint = close.map_or(String::new(), |close| format!("; did you mean `{close}`?"));
                return Err(format!("unknown extension `{name}`{hint}"));
            }
            line.options.spirv.extensions.push(name.to_owned());
            Ok(())
        });
        "fspv-entrypoint-name=", Joined <"NAME"> [carried], "Name of the entry point in the module, where it is not that of its function" => Does::Set(|line, values| {
            line.options.spirv.entry_name = values.first().cloned();
            Ok(())
        });
        "fspv-debug=", Joined <"WHAT"> [carried], "Debug information of a module: file, source, line, tool, rich, rich-with-source, vulkan or vulkan-with-source" => Does::Set(|line, values| {
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
        "fspv-reflect", Nothing [carried], "Semantics and the types of resources as decorations" => spirv!(|spirv| spirv.reflect = true);
        "fspv-preserve-bindings", Nothing [carried], "Keep resources that nothing uses" => spirv!(|spirv| spirv.keep.resources = true);
        "fspv-preserve-interface", Nothing [carried], "Keep inputs that nothing reads" => spirv!(|spirv| spirv.keep.inputs = true);
        "fspv-flatten-resource-arrays", Nothing [carried], "One variable and one binding for each element of an array of resources" => spirv!(|spirv| spirv.bindings.flatten = true);
        "fspv-reduce-load-size", Nothing [carried], "Load no more of a composite than is used, as always" => Does::Nothing;
        "fspv-fix-func-call-arguments", Nothing [carried], "Pass memory objects to functions, as always" => Does::Nothing;
        "fspv-enable-maximal-reconvergence", Nothing [carried], "Invocations reconverge as in the source" => spirv!(|spirv| spirv.maximal_reconvergence = true);
        "fspv-use-vulkan-memory-model", Nothing [carried], "Vulkan memory model: accesses have scopes" => spirv!(|spirv| spirv.vulkan_memory_model = true);
        "fspv-use-unknown-image-format", Nothing [carried], "Images have no format where none is written" => spirv!(|spirv| spirv.unknown_formats = true);
        "fspv-use-legacy-buffer-matrix-order", Nothing [carried], "Byte address buffers hold matrices row by row" => spirv!(|spirv| spirv.raw_matrices_by_rows = true);
        "fspv-use-emulated-heap", Nothing [carried], "Descriptor heaps as arrays, as always" => Does::Nothing;
        "fspv-use-descriptor-heap", Nothing [carried], "Descriptor heaps of an extension" => Does::NotYet;
        "fspv-max-id", Separate(1) <"N"> [carried], "The largest number of ids of a module" => Does::Set(|line, values| {
            line.options.spirv.max_id = Some(number(values)?);
            Ok(())
        });
        "fspv-print-all", Nothing [carried], "Print the module after each step" => Does::Note("the module is written in one step: -print-after shows the IR, --emit=spirv-asm the module");
        "fvk-use-gl-layout", Nothing [carried], "Buffers in std140 and std430" => spirv!(|spirv| spirv.layout = Layout::OpenGl);
        "fvk-use-dx-layout", Nothing [carried], "Buffers as in Direct3D" => spirv!(|spirv| spirv.layout = Layout::Direct3d);
        "fvk-use-scalar-layout", Nothing [carried], "Buffers in scalar block layout" => spirv!(|spirv| spirv.layout = Layout::Scalar);
        "fvk-b-shift", Separate(2) <"N SPACE|all"> [carried], "Move the bindings of b registers" => shift!(Cbv);
        "fvk-t-shift", Separate(2) <"N SPACE|all"> [carried], "Move the bindings of t registers" => shift!(Srv);
        "fvk-s-shift", Separate(2) <"N SPACE|all"> [carried], "Move the bindings of s registers" => shift!(Sampler);
        "fvk-u-shift", Separate(2) <"N SPACE|all"> [carried], "Move the bindings of u registers" => shift!(Uav);
        "fvk-auto-shift-bindings", Nothing [carried], "Move resources without a register too" => spirv!(|spirv| spirv.bindings.shift_all = true);
        "fvk-bind-register" | "vkbr", Separate(4) <"REG SPACE BINDING SET"> [carried], "Binding of a register, or of a counter (u1.counter); then every resource needs one" => Does::Set(|line, values| {
            let row = register_binding(values)?;
            line.options.spirv.bindings.registers.push(row);
            Ok(())
        });
        "fvk-bind-globals", Separate(2) <"BINDING SET"> [carried], "Binding of the globals that stand in no buffer" => bind!(globals);
        "fvk-bind-resource-heap", Separate(2) <"BINDING SET"> [carried], "Binding of the heap of resources" => bind!(resource_heap);
        "fvk-bind-sampler-heap", Separate(2) <"BINDING SET"> [carried], "Binding of the heap of samplers" => bind!(sampler_heap);
        "fvk-bind-counter-heap", Separate(2) <"BINDING SET"> [carried], "Binding of the counters of the heap" => bind!(counter_heap);
        "fvk-stage-io-order=", Joined <"decl|alpha"> [carried], "Locations in the order of declarations (the default) or of names" => Does::Set(|line, values| {
            line.options.spirv.locations_by_name = match value(values) {
                "decl" => false,
                "alpha" => true,
                other => return Err(format!("unknown order `{other}`: use decl or alpha")),
            };
            Ok(())
        });
        "fvk-invert-y", Nothing [carried], "Negate SV_Position.y before the rasteriser" => spirv!(|spirv| spirv.positions.turn_y = true);
        "fvk-use-dx-position-w", Nothing [carried], "Reciprocate SV_Position.w in pixel shaders" => spirv!(|spirv| spirv.positions.reciprocal_w = true);
        "fvk-support-nonzero-base-instance", Nothing [carried], "SV_InstanceID starts at 0" => spirv!(|spirv| spirv.bases.instance = true);
        "fvk-support-nonzero-base-vertex", Nothing [carried], "SV_VertexID starts at 0" => spirv!(|spirv| spirv.bases.vertex = true);
    }
    "Float rules" {
        "ffinite-math-only", Nothing [carried], "Assume finite floats, which changes nothing" => Does::Nothing;
        "fno-finite-math-only", Nothing [carried], "Do not assume finite floats" => Does::Nothing;
        "fhonor-nans", Nothing [carried], "NaNs matter: IEEE rules for floats, as -Gis" => on!(ieee_strict);
        "fno-honor-nans", Nothing [carried], "NaNs do not matter" => Does::Nothing;
        "fhonor-infinities", Nothing [carried], "Infinities matter: as -Gis" => on!(ieee_strict);
        "fno-honor-infinities", Nothing [carried], "Infinities do not matter" => Does::Nothing;
        "fassociative-math", Nothing [carried], "Floats may be re-associated" => Does::Nothing;
        "fno-associative-math", Nothing [carried], "Floats may not be re-associated: as -Gis" => on!(ieee_strict);
        "fno-reciprocal-math", Nothing [carried], "Divisions stay divisions: as -Gis" => on!(ieee_strict);
        "fsigned-zeros", Nothing [carried], "The sign of zero matters: as -Gis" => on!(ieee_strict);
        "funsafe-math-optimizations", Nothing [carried], "Any algebra" => Does::Nothing;
        "fno-unsafe-math-optimizations", Nothing [carried], "No algebra: as -Gis" => on!(ieee_strict);
        "flimited-precision=", Joined <"N"> [carried], "Precision of expansions" => Does::Note("the hardware has the functions that this is about");
    }
    "Accepted for old scripts" {
        "external", Separate(1) <"FILE"> [dropped, command], "Load another compiler" => Does::Note("there is no other compiler to load");
        "external-fn", Separate(1) <"NAME"> [dropped, command], "Function of the other compiler" => Does::Note("there is no other compiler to load");
        "disable-exception-handling", Nothing [carried, command], "No effect" => Does::Note("removed from dxc; no effect");
        "skip-serialization", Nothing [carried], "No effect" => Does::Note("removed from dxc; no effect");
        "enable-lifetime-markers", Nothing [carried], "No effect" => Does::Note("no lifetime markers are written");
        "disable-lifetime-markers", Nothing [carried], "No effect" => Does::Note("no lifetime markers are written");
        "force-zero-store-lifetimes", Nothing [carried], "No effect" => Does::Note("no lifetime markers are written");
        "fnew-inlining-behavior", Nothing [carried], "No effect" => Does::Note("removed from dxc; no effect");
        "fdisable-loc-tracking", Nothing [carried], "No effect" => Does::Note("removed from dxc; no effect");
        "memdep-block-scan-limit", Separate(1) <"N"> [carried], "No effect" => Does::Note("removed from dxc; no effect");
        "select-validator", Separate(1) <"NAME"> [carried], "No effect" => Does::Note("there is one validator, our own");
        "ignore-line-directives", Nothing [carried], "Read #line, but do not follow it" => on!(ignore_line_directives);
        "ignore-semdef", Separate(1) <"NAME"> [carried], "Ignore a semantic define" => Does::Note("semantic defines have no effect");
        "ignore-opt-semdefs", Nothing [carried], "Ignore optimisation semantic defines" => Does::Note("semantic defines have no effect");
        "override-semdef", Separate(1) <"NAME=VALUE"> [carried], "Override a semantic define" => Does::Note("semantic defines have no effect");
        "metal", Nothing, "Make Metal code" => Does::Rejected("Metal is not a target of this compiler");
        "unchanged", Nothing, "Rewriter" => Does::Rewrites(Rewrites::Unchanged);
        "skip-fn-body", Nothing, "Rewriter" => Does::Rewrites(Rewrites::SkipBodies);
        "skip-static", Nothing, "Rewriter" => Does::Rewrites(Rewrites::SkipStatic);
        "global-extern-by-default", Nothing, "Rewriter" => Does::Rewrites(Rewrites::ExternGlobals);
        "keep-user-macro", Nothing, "Rewriter" => Does::Rewrites(Rewrites::NotYet);
        "extract-entry-uniforms", Nothing, "Rewriter" => Does::Rewrites(Rewrites::NotYet);
        "remove-unused-globals", Nothing, "Rewriter" => Does::Rewrites(Rewrites::RemoveGlobals);
        "remove-unused-functions", Nothing, "Rewriter" => Does::Rewrites(Rewrites::RemoveFunctions);
        "line-directive", Nothing, "Rewriter" => Does::Rewrites(Rewrites::KeepLines);
        "decl-global-cb", Nothing, "Rewriter" => Does::Rewrites(Rewrites::GlobalBuffer);
    }
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Flag> {
    GROUPS.iter().flat_map(|group| group.1.iter())
}

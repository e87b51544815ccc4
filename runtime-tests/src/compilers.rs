//! Provides the two compilers under one interface, so that every check can be made with either.
//!
//! Input: a [`Case`]. Output: a DXContainer or a SPIR-V module, or the compiler's messages.

use dxc_oracle::{CompileRequest, Dxc, Release, Validator};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

use crate::case::{Case, DxcFault};
use crate::checks::Stage;
use crate::raised::again;

/// The two forms a shader is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A DXContainer for a version of the validator.
    Dxil(Validator),
    /// A SPIR-V module, for Vulkan 1.1 unless the case says another environment.
    Spirv,
}

/// A compiler of test cases.
pub trait ShaderCompiler {
    /// Compiles a case; the error is what the compiler said.
    fn compile(&self, case: &Case, form: Form) -> Result<Vec<u8>, String>;
}

/// The language that both compilers are to compile: that of today's dxc.
const LANGUAGE: [&str; 2] = ["-HV", "2021"];

/// The environment whose subgroup operations and storage buffers the suite may use.
const ENVIRONMENT: &str = "vulkan1.1";

/// How an environment is asked for.
const ENVIRONMENT_OPTION: &str = "-fspv-target-env=";

/// The environment that a case's SPIR-V is for: what it asks for, or that of the suite.
pub fn environment(case: &Case) -> &str {
    case.args.iter().find_map(|option| option.strip_prefix(ENVIRONMENT_OPTION)).unwrap_or(ENVIRONMENT)
}

/// Whether an option names the environment.
pub fn is_environment(option: &str) -> bool {
    option.starts_with(ENVIRONMENT_OPTION)
}

/// A case's options: its own, the language, and what the form needs.
fn options(case: &Case, form: Form) -> Vec<String> {
    let form_options = match form {
        Form::Dxil((major, minor)) => ["-validator-version".to_owned(), format!("{major}.{minor}")],
        Form::Spirv => ["-spirv".to_owned(), format!("{ENVIRONMENT_OPTION}{}", environment(case))],
    };
    let own = case.args.iter().filter(|option| !is_environment(option)).cloned();
    LANGUAGE.iter().map(|&option| option.to_owned()).chain(form_options).chain(own).collect()
}

impl ShaderCompiler for Dxc {
    fn compile(&self, case: &Case, form: Form) -> Result<Vec<u8>, String> {
        let file = format!("{}.hlsl", case.name);
        let output = Dxc::compile(
            self,
            &CompileRequest {
                source: &case.source,
                name: &file,
                entry: &case.entry,
                target: &case.target,
                args: options(case, form),
                ..Default::default()
            },
        );
        if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
    }
}

/// What compiles a source with a name and options.
pub type CompileSource = dyn Fn(&str, &str, &[String]) -> Result<Vec<u8>, String>;

/// The options for both targets, and those for SPIR-V, each with its values.
fn by_target(options: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut own, mut of_spirv) = (Vec::new(), Vec::new());
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        let values = match option.as_str() {
            "-fvk-bind-register" | "-vkbr" => 4,
            "-fvk-bind-globals" | "-fvk-bind-resource-heap" | "-fvk-bind-sampler-heap" | "-fvk-bind-counter-heap" => 2,
            "-fspv-max-id" => 1,
            shift if shift.starts_with("-fvk-") && shift.ends_with("-shift") => 2,
            _ => 0,
        };
        let is_of_spirv = ["-spirv", "-fspv-", "-fvk-", "-vkbr"].iter().any(|start| option.starts_with(start));
        let list = if is_of_spirv { &mut of_spirv } else { &mut own };
        list.push(option.clone());
        list.extend(rest.by_ref().take(values).cloned());
    }
    (own, of_spirv)
}

/// hlslc, through the command line's own reading of options, so that they mean what they mean to users.
fn hlslc_compiles(source: &str, name: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let line = CommandLine::parse(options, &|path| Err(format!("no file is read here, not even {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    let output = Compiler::new(line.options).compile(name, source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Excerpt, false);
    output.object.ok_or(messages)
}

/// hlslc as the compiler of cases.
pub struct Hlslc;

impl ShaderCompiler for Hlslc {
    fn compile(&self, case: &Case, form: Form) -> Result<Vec<u8>, String> {
        let named = ["-E", &case.entry, "-T", &case.target].map(str::to_owned);
        let args: Vec<String> = named.into_iter().chain(options(case, form)).collect();
        hlslc_compiles(&case.source, &format!("{}.hlsl", case.name), &args)
    }
}

/// The compilers that can be put to the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// hlslc.
    Hlslc,
    /// DXC itself: shows that the suite's expectations are right.
    Dxc,
}

impl Subject {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Hlslc, Self::Dxc];

    /// The compiler's name in reports and test names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hlslc => "hlslc",
            Self::Dxc => "dxc",
        }
    }

    /// Why a stage is known to fail with this compiler, if it is; `release` is the DXC in use.
    pub fn known_fault(self, case: &Case, stage: Stage, release: Option<Release>) -> Option<&str> {
        let is_this = |fault: &&DxcFault| {
            fault.stage == stage && (fault.release.is_none() || release.is_none() || fault.release == release)
        };
        match self {
            Self::Hlslc => None,
            Self::Dxc => case.dxc_faults.iter().find(is_this).map(|fault| fault.reason.as_str()),
        }
    }

    /// What compiles a source, its name and options as on the command line; or why there is nothing.
    pub fn of_sources(self) -> Result<Box<CompileSource>, String> {
        match self {
            Self::Hlslc => Ok(Box::new(hlslc_compiles)),
            Self::Dxc => {
                let dxc = Dxc::load().map_err(|error| error.to_string())?;
                Ok(Box::new(move |source, name, options| {
                    let args = options.to_vec();
                    let output = dxc.compile(&CompileRequest { source, name, args, ..Default::default() });
                    if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
                }))
            }
        }
    }

    /// What compiles a source to a container and translates that to SPIR-V, with these options beside the test's own.
    pub fn through_dxil(self, more: Vec<String>) -> Result<Box<CompileSource>, String> {
        let compile = self.of_sources()?;
        Ok(Box::new(move |source, name, options| {
            let (own, mut of_spirv) = by_target(options);
            of_spirv.extend(more.iter().cloned());
            again(&compile(source, name, &own)?, &of_spirv)
        }))
    }

    /// The compiler, or why there is none.
    pub fn compiler(self) -> Result<Box<dyn ShaderCompiler>, String> {
        match self {
            Self::Hlslc => Ok(Box::new(Hlslc)),
            Self::Dxc => Dxc::load().map(|dxc| Box::new(dxc) as Box<dyn ShaderCompiler>).map_err(|e| e.to_string()),
        }
    }
}

//! Generates sources with every attribute of Vulkan on everything that it may annotate and with every function and
//! type that only Vulkan has, compiles them with both compilers and compares the outcomes.
//!
//! Input: the tables of the compiler ([`hlslc::vulkan`]). Output: cases, and for each whether both accept it and show
//! the same. What has no case is reported, so that a new row of the compiler's tables asks for one here.

mod blocks;
mod elements;
pub mod known;
pub mod options;
mod places;
mod resources;
mod wrong;

use dxc_oracle::{CompileRequest, Dxc};
use hlslc::args::CommandLine;
use hlslc::vulkan::On;
use hlslc::{Compiler, NoIncludes, Style};

use crate::outer::Outer;
use crate::spirv::{Verdict, validate_with};

/// A source with an attribute in one place, or with a function or type of Vulkan.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about: attribute, what it stands on, and how.
    pub name: String,
    /// The attribute, function or type.
    pub word: &'static str,
    /// What the attribute stands on; nothing for functions and types.
    pub on: Option<On>,
    /// Profile.
    pub target: &'static str,
    /// Options beside it.
    pub options: &'static str,
    /// The source.
    pub text: String,
}

/// What makes the cases of a part.
pub type Maker = fn() -> Vec<Case>;

/// The parts of the table, by name: what they are about, and how their cases are made.
pub const PARTS: [(&str, Maker); 6] = [
    ("places", places::cases),
    ("resources", resources::cases),
    ("elements", elements::cases),
    ("blocks", blocks::cases),
    ("options", options::cases),
    ("wrong", wrong::cases),
];

/// All cases.
pub fn cases() -> Vec<Case> {
    PARTS.iter().flat_map(|part| part.1()).collect()
}

/// What the compiler's tables have and no case is about.
pub fn without_case(cases: &[Case]) -> Vec<String> {
    let mut missing = Vec::new();
    for attribute in hlslc::vulkan::ATTRIBUTES {
        for on in On::ALL {
            if !cases.iter().any(|case| case.word == attribute.name && case.on == Some(on)) {
                missing.push(format!("{} on {}", attribute.name, on.words()));
            }
        }
    }
    let words = hlslc::vulkan::functions().chain(hlslc::vulkan::object_types().map(|object| object.name));
    let is_missing = |word: &&str| !cases.iter().any(|case| case.word == *word);
    missing.extend(words.filter(is_missing).map(str::to_owned));
    let contained = |quoted: &str| cases.iter().any(|case| case.text.contains(quoted));
    let quoted = hlslc::vulkan::image_formats().chain(hlslc::vulkan::built_ins()).map(|word| format!("\"{word}\""));
    missing.extend(quoted.filter(|quoted| !contained(quoted)));
    missing.extend(options::without_case());
    missing
}

/// What both compilers make of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Both accept it and show the same.
    Same,
    /// Both reject it.
    Rejected,
    /// Only DXC rejects it, for this reason.
    OnlyDxcRejects(String),
    /// Only hlslc rejects it, for this reason.
    OnlyHlslcRejects(String),
    /// Both accept it and show different things.
    Differs(String),
    /// What hlslc writes is not valid.
    Invalid(String),
    /// Neither is what DXC writes, which says so.
    InvalidTo(String),
}

impl Found {
    /// In a word and what there is to show.
    pub fn reported(&self) -> (&'static str, &str) {
        match self {
            Self::Same => ("same", ""),
            Self::Rejected => ("both reject", ""),
            Self::OnlyDxcRejects(why) => ("only DXC rejects", why),
            Self::OnlyHlslcRejects(why) => ("only hlslc rejects", why),
            Self::Differs(what) => ("differs", what),
            Self::Invalid(why) => ("invalid", why),
            Self::InvalidTo(why) => ("invalid to both", why),
        }
    }
}

impl Case {
    /// The options, as on the command line.
    pub fn args(&self) -> Vec<String> {
        let named = ["-E", "main", "-T", self.target, "-HV", "2021", "-spirv"].map(str::to_owned);
        named.into_iter().chain(self.options.split_whitespace().map(str::to_owned)).collect()
    }

    /// hlslc's module, or what it says.
    pub fn ours(&self) -> Result<Vec<u8>, String> {
        let line = CommandLine::parse(&self.args(), &|path| Err(format!("no file {path}")));
        if !line.errors.is_empty() {
            return Err(line.errors.join("; "));
        }
        let output = Compiler::new(line.options).compile("shader.hlsl", self.text.as_bytes(), &NoIncludes);
        let messages = output.render(Style::Clang, false);
        output.object.ok_or(messages)
    }

    /// What hlslc says of it, error or warning.
    pub fn messages(&self) -> String {
        let line = CommandLine::parse(&self.args(), &|path| Err(format!("no file {path}")));
        Compiler::new(line.options)
            .compile("shader.hlsl", self.text.as_bytes(), &NoIncludes)
            .render(Style::Clang, false)
    }

    /// What `spirv-val` says of a module, in the environment and the layout that the options name.
    fn verdict(&self, module: &[u8]) -> Verdict {
        let mut named = self.options.split_whitespace().filter_map(|word| word.strip_prefix("-fspv-target-env="));
        let environment = match named.next_back() {
            Some("vulkan1.1spirv1.4") => "vulkan1.1spv1.4",
            Some("universal1.5") => "spv1.5",
            Some(other) => other,
            None => "vulkan1.1",
        };
        // Direct3D's layout is a scalar one to the validator.
        let is_scalar = ["-fvk-use-scalar-layout", "-fvk-use-dx-layout"].iter().any(|word| self.options.contains(word));
        let layout = if is_scalar { "--scalar-block-layout" } else { "--relax-block-layout" };
        match validate_with(module, environment, &[layout]) {
            // Validators of earlier days do not know the mode.
            Verdict::Invalid(why) if why.contains("Invalid execution mode operand: 6023") => Verdict::Valid,
            verdict => verdict,
        }
    }

    /// What both compilers make of it; `validates` if `spirv-val` is to be asked.
    pub fn compare(&self, dxc: Option<&Dxc>, validates: bool) -> Found {
        let ours = self.ours();
        let theirs =
            dxc.map(|dxc| dxc.compile(&CompileRequest { source: &self.text, args: self.args(), ..Default::default() }));
        if validates
            && let Ok(ours) = &ours
            && let Verdict::Invalid(why) = self.verdict(ours)
        {
            // Who is not asked does not accept it.
            let is_rejected = theirs.is_none_or(|theirs| !theirs.ok);
            return if is_rejected { Found::InvalidTo(why) } else { Found::Invalid(why) };
        }
        let Some(theirs) = theirs else { return Found::Same };
        match (theirs.ok, ours) {
            (false, Ok(_)) => Found::OnlyDxcRejects(first_error(&theirs.diagnostics)),
            (true, Err(why)) => Found::OnlyHlslcRejects(first_error(&why)),
            (false, Err(_)) => Found::Rejected,
            (true, Ok(ours)) => match (Outer::of_module(&theirs.object), Outer::of_module(&ours)) {
                (Ok(theirs), Ok(ours)) => {
                    let found = theirs.differences(&ours);
                    let text: String = found
                        .into_iter()
                        .flat_map(|(aspect, what)| [aspect.title(), ":\n"].map(str::to_owned).into_iter().chain([what]))
                        .collect();
                    if text.is_empty() { Found::Same } else { Found::Differs(text) }
                }
                (Err(why), _) | (_, Err(why)) => Found::Differs(why),
            },
        }
    }
}

fn first_error(messages: &str) -> String {
    let line = messages.lines().find(|line| line.contains("error")).or(messages.lines().next());
    line.unwrap_or_default().to_owned()
}

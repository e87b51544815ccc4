//! Implements the validator: checks containers by the rules of DXIL, and signs them.
//!
//! Input: a container, a module or a root signature as bytes, and the flags of `IDxcValidator`. Output: a status and messages as
//! DXC gives them, and where that is asked for the container with its digest. The rules are those of [`rules`]; nothing here knows
//! any of them.

use crate::blob;
use crate::com::hresult::{
    DXC_E_CONTAINER_INVALID, DXC_E_CONTAINER_MISSING_DXIL, DXC_E_INCORRECT_ROOT_SIGNATURE,
    DXC_E_IR_VERIFICATION_FAILED, DXC_E_MALFORMED_CONTAINER, DXC_E_MISSING_PART, E_INVALIDARG, Hresult,
};
use crate::com::interfaces::*;
use crate::com::{Buffer, Done, Given, IUnknown, In, Memory, Out, OutRef, Own, Ref, class};
use crate::outcome::{DONE, Kind, Outcome};
use crate::{rule_words, version};
use dxil::container::Container;
use dxil::rules::{self, Finding, Verdict, Where};
use std::fmt::Write as _;

/// The bits of the flags.
mod flag {
    pub const IN_PLACE: u32 = 1;
    pub const ROOT_SIGNATURE_ONLY: u32 = 2;
    pub const MODULE_ONLY: u32 = 4;
    pub const ALL: u32 = 7;
}

/// The text after the messages of a failure.
const FAILED: &str = "Validation failed.\n";

/// Checks and signs.
pub struct Validator {
    memory: Memory,
}

class! { Validator: IDxcValidator2, IDxcVersionInfo2 }

/// Why bytes are not accepted.
pub struct Fault {
    status: Hresult,
    text: String,
}

impl Fault {
    fn silent(status: Hresult) -> Self {
        Self { status, text: String::new() }
    }

    /// The status of a result, and its messages.
    pub fn as_told(&self) -> (Hresult, String) {
        let text = self.text.trim_end();
        (self.status, if text.is_empty() { FAILED.to_owned() } else { format!("{text}\n{FAILED}") })
    }
}

/// Checks a container by all rules that there are.
fn check_container(bytes: &[u8]) -> Result<(), Fault> {
    reported(&rules::validate(bytes))
}

/// Converts a verdict to a status and messages.
fn reported(verdict: &Verdict) -> Result<(), Fault> {
    if verdict.accepts() {
        return Ok(());
    }
    let status = match &verdict.fault {
        Some(rules::Fault::Frame(_) | rules::Fault::Program(_)) => DXC_E_CONTAINER_INVALID,
        Some(rules::Fault::NoProgram) => DXC_E_CONTAINER_MISSING_DXIL,
        Some(rules::Fault::NoRootSignature | rules::Fault::NoRuntimeInfo) => DXC_E_MISSING_PART,
        None if verdict.is_of_parts() => DXC_E_MALFORMED_CONTAINER,
        Some(rules::Fault::Bitcode(_)) | None => DXC_E_IR_VERIFICATION_FAILED,
    };
    if verdict.fault.as_ref().is_some_and(|fault| !matches!(fault, rules::Fault::Bitcode(_))) {
        return Err(Fault::silent(status));
    }
    let text = verdict.findings().iter().map(told).collect();
    Err(Fault { status, text })
}

/// The message for a rule that is broken, in DXC's form and, where these are known, in its words; then our own words, and the place.
fn told(finding: &Finding) -> String {
    let place = finding.place.as_ref();
    let at = match place {
        Some(Where { file: Some(file), line: Some((line, column)), .. }) => format!("{file}:{line}:{column}: "),
        Some(place) => format!("Function: {}: ", place.function),
        None => String::new(),
    };
    let words = rule_words::of_rule(finding.rule, &finding.of);
    let (text, rule) = (words.as_deref().unwrap_or(&finding.text), finding.rule);
    let mut lines = format!("{at}error: {text} [{rule}]\n");
    if words.is_some() {
        let _ = writeln!(lines, "note: {}", finding.text);
    }
    if let Some(place) = place {
        let block = place.block.map_or(String::new(), |block| format!(" in block '#{block}'"));
        // Without the comment that a listing has after it.
        let code = |listed: &str| listed.rsplit_once("  ; ").map_or(listed, |parts| parts.0).to_owned();
        let at = place.instruction.as_deref().map_or(String::new(), |listed| format!(" at '{}'", code(listed)));
        let _ = writeln!(lines, "note:{at}{block} of function '{}'.", place.function);
    }
    lines
}

/// Checks the bitcode of a program by itself.
fn check_module(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.starts_with(b"DXBC") {
        return Err(Fault::silent(E_INVALIDARG));
    }
    reported(&rules::validate_module(bytes))
}

/// Checks the root signature of a container, and that it serves the shader, if there is one.
pub fn check_root_signature(bytes: &[u8]) -> Result<(), Fault> {
    reported(&rules::validate_root_signature(bytes)).map_err(|fault| match fault.status {
        DXC_E_CONTAINER_INVALID => Fault::silent(DXC_E_IR_VERIFICATION_FAILED),
        DXC_E_MALFORMED_CONTAINER => Fault { status: DXC_E_INCORRECT_ROOT_SIGNATURE, ..fault },
        _ => fault,
    })
}

impl Validator {
    fn run(&self, shader: &Given<IDxcBlob>, flags: u32, result: &OutRef<IDxcOperationResult>) -> Done {
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        let shader = shader.required()?;
        let is_module = flags & flag::MODULE_ONLY != 0;
        if flags & !flag::ALL != 0 || is_module && flags & (flag::IN_PLACE | flag::ROOT_SIGNATURE_ONLY) != 0 {
            return Err(E_INVALIDARG);
        }
        let checked = if flags & flag::ROOT_SIGNATURE_ONLY != 0 {
            check_root_signature(shader.bytes())
        } else if is_module {
            check_module(shader.bytes())
        } else {
            check_container(shader.bytes())
        };
        let (status, text) = match checked {
            Ok(()) => (DONE, String::new()),
            Err(fault) => fault.as_told(),
        };
        let mut outcome = Outcome::new(status, if is_module { Kind::None } else { Kind::Object });
        if !is_module && let Some(signed) = self.signed(&shader, flags & flag::IN_PLACE != 0)? {
            outcome = outcome.with(&self.memory, Kind::Object, &signed, None)?;
        }
        result.put(outcome.with_errors(&self.memory, &text)?.into_result(&self.memory)?.into_parent())
    }

    /// The container with its digest: itself, or a copy. DXC signs what it has found faults in too; the status says that there are.
    fn signed(&self, shader: &Ref<IDxcBlob>, is_in_place: bool) -> Result<Option<Ref<IDxcBlob>>, Hresult> {
        let bytes = shader.bytes();
        let Some(digest) = Container::digest_of(bytes).filter(|_| bytes.starts_with(b"DXBC")) else { return Ok(None) };
        let start = [b"DXBC", &digest.0[..]].concat();
        if is_in_place {
            shader.overwrite(&start);
            return Ok(Some(shader.clone()));
        }
        let signed = [&start, &bytes[start.len()..]].concat();
        blob::of_object(&self.memory, &signed).map(Some)
    }
}

impl ValidatorMethods for Validator {
    fn Validate(&self, shader: Given<IDxcBlob>, flags: u32, result: OutRef<IDxcOperationResult>) -> Done {
        self.run(&shader, flags, &result)
    }
}

impl Validator2Methods for Validator {
    fn ValidateWithDebug(
        &self,
        shader: Given<IDxcBlob>,
        flags: u32,
        debug: In<Buffer>,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        // The module with debug information would give lines to the messages, which name functions and instructions without it.
        if debug.get().is_some_and(|debug| debug.bytes().is_none_or(<[u8]>::is_empty)) {
            return Err(E_INVALIDARG);
        }
        self.run(&shader, flags, &result)
    }
}

impl VersionInfoMethods for Validator {
    fn GetVersion(&self, major: Out<u32>, minor: Out<u32>) -> Done {
        version::of_dxil(&major, &minor)
    }
    fn GetFlags(&self, flags: Out<u32>) -> Done {
        version::flags(&flags, version::INTERNAL)
    }
}

impl VersionInfo2Methods for Validator {
    fn GetCommitInfo(&self, count: Out<u32>, hash: crate::com::OutNarrow) -> Done {
        version::commit(&count, &hash)
    }
}

/// A validator.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Validator { memory: memory.clone() })?.into_unknown())
}

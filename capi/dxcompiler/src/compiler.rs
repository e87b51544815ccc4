//! Implements the compiler: `IDxcCompiler3`, and for older clients `IDxcCompiler` and `IDxcCompiler2`.

use crate::arguments::{build, texts};
use crate::blob::{self, page_of};
use crate::com::hresult::{
    DXC_E_CONTAINER_INVALID, DXC_E_STRING_ENCODING_FAILED, E_FAIL, E_INVALIDARG, E_POINTER, Hresult,
};
use crate::com::interface::Interface;
use crate::com::interfaces::*;
use crate::com::{
    Buffer, Done, Given, Guid, In, List, Memory, Out, OutAny, OutNarrow, OutRef, OutWide, Own, Pair, Ref, WIDE_PAGE,
    Wide, class, wide,
};
use crate::encoding::UTF8;
use crate::outcome::{DONE, Kind, Outcome};
use crate::version;
use dxil::container::FourCc;
use dxil::container::program::Program;
use hlslc::request::{self, Answer, Files, Request, Status};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Compiles.
pub struct Compiler {
    memory: Memory,
}

class! { Compiler: IDxcCompiler3, IDxcCompiler2, IDxcVersionInfo2, IDxcVersionInfo3 }

/// A source as a client gives it.
struct Source<'a> {
    bytes: &'a [u8],
    /// The code page, if it is known.
    page: Option<u32>,
}

/// The handler that supplies included files.
type Handler = Option<Ref<IDxcIncludeHandler>>;

/// A file with debug information: its name and its bytes.
type DebugFile = (Option<String>, Vec<u8>);

/// The time since this was asked first.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The files of a handler. One that fails has none.
pub struct Handled<'a> {
    handler: &'a Ref<IDxcIncludeHandler>,
    /// The code page of texts that do not say theirs.
    page: u32,
}

impl<'a> Handled<'a> {
    /// Texts that do not say their code page are in this one.
    pub fn new(handler: &'a Ref<IDxcIncludeHandler>, page: u32) -> Self {
        Self { handler, page }
    }

    fn load(&self, name: &str) -> Option<Ref<IDxcBlob>> {
        let name = wide(name);
        OutRef::receive(|place| self.handler.LoadSource(Wide::of(&name), place)).ok()?
    }
}

impl Files for Handled<'_> {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        blob::source_of(&self.load(name)?, self.page).ok()
    }
    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        Some(self.load(name)?.bytes().to_vec())
    }
}

/// The warning where no output for debug information was requested.
const EMBEDDED: &str = "warning: no output provided for debug - embedding PDB in shader container.  Use -Qembed_debug to silence this warning.\n";

impl Compiler {
    /// What it makes is in this memory.
    pub fn new(memory: Memory) -> Self {
        Self { memory }
    }

    fn run(&self, source: &Source<'_>, arguments: &[String], handler: &Handler) -> Result<Answer, Hresult> {
        let page = if request::wants_wide(arguments) { WIDE_PAGE } else { UTF8 };
        let text = blob::source(source.bytes, source.page, page)?;
        let handled = handler.as_ref().map(|handler| Handled::new(handler, page));
        let files = handled.as_ref().map(|handled| handled as &dyn Files);
        let stated_compiler = Some(version::stated());
        Ok(request::answer(&Request { arguments, source: &text, files, stated_compiler, clock: Some(clock) }))
    }

    /// An answer as a result, with a text before its messages.
    pub fn result(&self, answer: &Answer, before: &str, keeps_times: bool) -> Result<Outcome, Hresult> {
        let status = match answer.status {
            Status::Done => DONE,
            Status::Failed => E_FAIL,
            Status::Rejected => E_INVALIDARG,
        };
        let mut outcome = Outcome::new(status, answer.primary.map_or(Kind::None, kind));
        for made in &answer.outputs {
            let kind = kind(made.kind);
            let name = made.name.as_deref();
            match kind {
                Kind::TimeReport | Kind::TimeTrace if !keeps_times => {}
                Kind::Object | Kind::Pdb | Kind::Reflection | Kind::RootSignature => {
                    let object = blob::of_object(&self.memory, &made.bytes)?;
                    outcome = outcome.with(&self.memory, kind, &object, name)?;
                }
                Kind::ShaderHash => {
                    let object = blob::of_bytes(&self.memory, &made.bytes)?;
                    outcome = outcome.with(&self.memory, kind, &object, name)?;
                }
                Kind::None
                | Kind::Errors
                | Kind::Disassembly
                | Kind::Hlsl
                | Kind::Text
                | Kind::ExtraOutputs
                | Kind::Remarks
                | Kind::TimeReport
                | Kind::TimeTrace => {
                    let text = String::from_utf8_lossy(&made.bytes);
                    let text = if kind == Kind::Errors { format!("{before}{text}") } else { text.into_owned() };
                    outcome = if answer.wide_text {
                        outcome.with(&self.memory, kind, &blob::of_wide(&self.memory, &text)?, name)?
                    } else {
                        outcome.with(&self.memory, kind, &blob::of_text(&self.memory, &text)?, name)?
                    };
                }
            }
        }
        Ok(outcome)
    }

    /// Compiles as clients of before `IDxcCompiler3` ask for it, and gives the file with debug information, if there is one.
    fn run_former(
        &self,
        source: &Ref<IDxcBlob>,
        mut arguments: Vec<String>,
        handler: &Handler,
        embeds: bool,
        result: &OutRef<IDxcOperationResult>,
    ) -> Result<Option<DebugFile>, Hresult> {
        let embeds = embeds && request::has_loose_debug(&arguments);
        if embeds {
            arguments.push("-Qembed_debug".to_owned());
        }
        let page = source.query::<IDxcBlobEncoding>().ok().and_then(|source| page_of(&source));
        let mut answer = self.run(&Source { bytes: source.bytes(), page }, &arguments, handler)?;
        let before = if embeds && answer.status != Status::Rejected { EMBEDDED } else { "" };
        let outcome = self.result(&answer, before, true)?;
        result.put(outcome.into_result(&self.memory)?.into_parent())?;
        let debug = answer.outputs.iter_mut().find(|made| made.kind == request::Kind::DebugFile);
        Ok(debug.map(|made| (made.name.take(), std::mem::take(&mut made.bytes))))
    }

    /// The listing of a container, of a program by itself, or of what a file with debug information holds. What is none of these has no
    /// result at all.
    fn listing(&self, bytes: &[u8]) -> Result<Outcome, Hresult> {
        let inner = dxil::container::pdb::read(bytes).ok();
        let bytes = inner.as_deref().unwrap_or(bytes);
        let text = if bytes.starts_with(b"DXBC") {
            crate::parts::of(bytes).ok_or(DXC_E_CONTAINER_INVALID)?;
            hlslc::disassemble(bytes)
        } else {
            let bitcode = Program::read(FourCc::DXIL, bytes).map_or_else(|_| bytes.to_vec(), |program| program.bitcode);
            let module = dxil::bitcode::read(&bitcode).map_err(|_| E_FAIL)?;
            Ok(dxil::disasm::disassemble_module(&module))
        };
        match text {
            Ok(text) => {
                let text = blob::of_text(&self.memory, &text)?;
                Outcome::new(DONE, Kind::Disassembly).with(&self.memory, Kind::Disassembly, &text, None)
            }
            Err(why) => Outcome::new(E_FAIL, Kind::None).with_errors(&self.memory, &why),
        }
    }
}

/// The kind of an output as DXC numbers it.
fn kind(kind: request::Kind) -> Kind {
    match kind {
        request::Kind::Object => Kind::Object,
        request::Kind::Errors => Kind::Errors,
        request::Kind::DebugFile => Kind::Pdb,
        request::Kind::Hash => Kind::ShaderHash,
        request::Kind::Hlsl => Kind::Hlsl,
        request::Kind::Text => Kind::Text,
        request::Kind::Reflection => Kind::Reflection,
        request::Kind::RootSignature => Kind::RootSignature,
        request::Kind::Remarks => Kind::Remarks,
        request::Kind::TimeReport => Kind::TimeReport,
        request::Kind::TimeTrace => Kind::TimeTrace,
    }
}

/// The identifier of a result that a client asks for; no object has any other.
fn result_iid(iid: &In<Guid>) -> Result<Guid, Hresult> {
    let iid = iid.get().copied().ok_or(E_INVALIDARG)?;
    let is_result = [IDxcResult::LINEAGE, IDxcOperationResult::LINEAGE].iter().any(|known| known.iid == Some(iid));
    if is_result { Ok(iid) } else { Err(E_INVALIDARG) }
}

impl Compiler3Methods for Compiler {
    fn Compile(
        &self,
        source: In<Buffer>,
        arguments: List<Wide>,
        count: u32,
        includes: Given<IDxcIncludeHandler>,
        iid: In<Guid>,
        result: OutAny,
    ) -> Done {
        let source = source.get().ok_or(E_INVALIDARG)?;
        let arguments = arguments.required(count)?;
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        let iid = result_iid(&iid)?;
        result.clear()?;
        let page = (source.encoding != 0).then_some(source.encoding);
        let bytes = source.bytes().unwrap_or(&[]);
        let Ok(arguments) = texts(arguments) else {
            let why = "error: an argument is null or no text\n";
            let outcome = Outcome::new(DXC_E_STRING_ENCODING_FAILED, Kind::None).with_errors(&self.memory, why)?;
            return result.put(&outcome.into_result(&self.memory)?, &iid);
        };
        let answer = self.run(&Source { bytes, page }, &arguments, &includes.keep())?;
        result.put(&self.result(&answer, "", false)?.into_result(&self.memory)?, &iid)
    }

    fn Disassemble(&self, object: In<Buffer>, iid: In<Guid>, result: OutAny) -> Done {
        let object = object.get().ok_or(E_INVALIDARG)?;
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        let iid = result_iid(&iid)?;
        result.clear()?;
        result.put(&self.listing(object.bytes().unwrap_or(&[]))?.into_result(&self.memory)?, &iid)
    }
}

impl CompilerMethods for Compiler {
    fn Compile(
        &self,
        source: Given<IDxcBlob>,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: List<Wide>,
        count: u32,
        defines: List<Pair>,
        define_count: u32,
        includes: Given<IDxcIncludeHandler>,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let source = source.required()?;
        let (arguments, defines) = (arguments.required(count)?, defines.required(define_count)?);
        if result.is_null() || profile.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        let arguments = build(&name, &entry, &profile, arguments, defines)?;
        self.run_former(&source, arguments, &includes.keep(), true, &result).map(drop)
    }

    fn Preprocess(
        &self,
        source: Given<IDxcBlob>,
        name: Wide,
        arguments: List<Wide>,
        count: u32,
        defines: List<Pair>,
        define_count: u32,
        includes: Given<IDxcIncludeHandler>,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let source = source.required()?;
        let (arguments, defines) = (arguments.required(count)?, defines.required(define_count)?);
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        let mut arguments = build(&name, &Wide::NULL, &Wide::NULL, arguments, defines)?;
        arguments.extend(["-P", "-Fi", "preprocessed.hlsl"].map(str::to_owned));
        self.run_former(&source, arguments, &includes.keep(), true, &result).map(drop)
    }

    fn Disassemble(&self, object: Given<IDxcBlob>, text: OutRef<IDxcBlobEncoding>) -> Done {
        let object = object.required()?;
        if text.is_null() {
            return Err(E_INVALIDARG);
        }
        text.clear()?;
        let listing = self.listing(object.bytes())?.into_result(&self.memory)?;
        let mut status = 0;
        listing.up().GetStatus(Out::to(&mut status))?;
        if Hresult(status).is_failure() {
            return Err(Hresult(status));
        }
        let found = OutRef::receive(|place| listing.up().GetResult(place))?.ok_or(E_FAIL)?;
        text.put(found.query()?)
    }
}

impl Compiler2Methods for Compiler {
    fn CompileWithDebug(
        &self,
        source: Given<IDxcBlob>,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: List<Wide>,
        count: u32,
        defines: List<Pair>,
        define_count: u32,
        includes: Given<IDxcIncludeHandler>,
        result: OutRef<IDxcOperationResult>,
        debug_name: OutWide,
        debug: OutRef<IDxcBlob>,
    ) -> Done {
        let source = source.required()?;
        let (arguments, defines) = (arguments.required(count)?, defines.required(define_count)?);
        if result.is_null() || profile.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        if !debug_name.is_null() {
            debug_name.clear()?;
        }
        if !debug.is_null() {
            debug.clear()?;
        }
        let arguments = build(&name, &entry, &profile, arguments, defines)?;
        let file = self.run_former(&source, arguments, &includes.keep(), debug.is_null(), &result)?;
        let Some((name, bytes)) = file else { return Ok(()) };
        if let Some(name) = name.filter(|_| !debug_name.is_null()) {
            debug_name.put(&name)?;
        }
        if debug.is_null() { Ok(()) } else { debug.put(blob::of_object(&self.memory, &bytes)?) }
    }
}

impl VersionInfoMethods for Compiler {
    fn GetVersion(&self, major: Out<u32>, minor: Out<u32>) -> Done {
        version::of_dxil(&major, &minor)
    }
    fn GetFlags(&self, flags: Out<u32>) -> Done {
        version::flags(&flags, version::NO_FLAGS)
    }
}

impl VersionInfo2Methods for Compiler {
    fn GetCommitInfo(&self, count: Out<u32>, hash: OutNarrow) -> Done {
        version::commit(&count, &hash)
    }
}

impl VersionInfo3Methods for Compiler {
    fn GetCustomVersionString(&self, text: OutNarrow) -> Done {
        if text.is_null() { Err(E_POINTER) } else { text.put(version::TEXT) }
    }
}

/// A compiler.
pub fn create(memory: &Memory) -> Result<Ref<crate::com::IUnknown>, Hresult> {
    Ok(Own::new(memory, Compiler::new(memory.clone()))?.into_unknown())
}

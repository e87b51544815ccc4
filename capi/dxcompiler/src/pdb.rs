//! Implements `IDxcPdbUtils2`, and `IDxcPdbUtils` for older clients: they return debug information as data.

use crate::blob;
use crate::com::hresult::{E_FAIL, E_INVALIDARG, E_NOTIMPL, E_POINTER, Hresult};
use crate::com::interfaces::*;
use crate::com::{Done, Given, IUnknown, List, Memory, Out, OutBstr, OutNarrow, OutRef, Own, Pair, Ref, Wide, class};
use dxil::container::program::Program;
use dxil::container::small::{CompilerVersion, DebugName};
use dxil::container::sources::{Arguments, Sources};
use dxil::container::{Container, FourCc, pdb};
use hlslc::request::normalised;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reads debug information.
pub struct PdbUtils {
    memory: Memory,
    loaded: Mutex<Loaded>,
}

class! { PdbUtils: IDxcPdbUtils2, IDxcPdbUtils }

/// The contents of the file. Missing texts are `None`.
#[derive(Default)]
struct Loaded {
    /// The names and texts of files, the main file first.
    sources: Vec<(String, String)>,
    /// Options and their values, without dashes.
    pairs: Vec<(Option<String>, Option<String>)>,
    entry: Option<String>,
    profile: Option<String>,
    defines: Vec<String>,
    /// The options except entry point, profile and defines.
    flags: Vec<String>,
    /// All options.
    arguments: Vec<String>,
    hash: Option<Vec<u8>>,
    name: Option<String>,
    version: Option<CompilerVersion>,
    has_program: bool,
}

/// The default name of the entry point.
const ENTRY: &str = "main";

impl Loaded {
    fn of(bytes: &[u8]) -> Result<Self, Hresult> {
        if let Ok(inner) = pdb::read(bytes) {
            let loaded = Self::of_container(&inner)?;
            return if loaded.sources.is_empty() && !loaded.has_program { Err(E_FAIL) } else { Ok(loaded) };
        }
        if bytes.starts_with(b"DXBC") {
            return Self::of_container(bytes);
        }
        let bitcode = Program::read(FourCc::ILDB, bytes).map_or_else(|_| bytes.to_vec(), |program| program.bitcode);
        let module = dxil::bitcode::read(&bitcode).map_err(|_| E_INVALIDARG)?;
        let mut loaded = Self { has_program: true, ..Self::default() };
        loaded.add_sources(Sources::of_module(&module));
        Ok(loaded)
    }

    fn of_container(bytes: &[u8]) -> Result<Self, Hresult> {
        let container = Container::read(bytes).map_err(|_| E_INVALIDARG)?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let mut loaded = Self {
            hash: container.part(FourCc::HASH).map(<[u8]>::to_vec),
            name: container.part(FourCc::ILDN).and_then(|part| DebugName::read(part).ok()).map(|name| text(name.name)),
            version: container.part(FourCc::VERS).and_then(|part| CompilerVersion::read(part).ok()),
            has_program: container.part(FourCc::ILDB).is_some(),
            ..Self::default()
        };
        loaded.add_sources(Sources::of(&container).map_err(|_| E_FAIL)?);
        Ok(loaded)
    }

    fn add_sources(&mut self, sources: Option<Sources>) {
        let Some(sources) = sources else { return };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        self.sources =
            sources.files.into_iter().map(|file| (normalised(&text(file.name)), text(file.content))).collect();
        let pairs = match sources.arguments {
            Arguments::Pairs(pairs) => pairs.into_iter().map(|(name, value)| (text(name), text(value))).collect(),
            Arguments::Words(words) => hlslc::args::pairs(&words.into_iter().map(text).collect::<Vec<_>>()),
        };
        for (name, value) in pairs {
            self.add_pair(name, value);
        }
        let is_library = self.profile.as_ref().is_some_and(|profile| profile.starts_with("lib"));
        if self.entry.as_ref().is_none_or(String::is_empty) && !self.pairs.is_empty() && !is_library {
            self.entry = Some(ENTRY.to_owned());
        }
    }

    fn add_pair(&mut self, name: String, value: String) {
        if name == "D" && value.is_empty() {
            return;
        }
        let is_named = match name.as_str() {
            "E" => self.entry.insert(value.clone()).is_empty(),
            "T" => self.profile.insert(value.clone()).is_empty(),
            "D" => {
                self.defines.push(value.clone());
                false
            }
            _ => true,
        };
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        let (name, value) = (given(name), given(value));
        let words = name.iter().map(|name| format!("-{name}")).chain(value.clone());
        self.arguments.extend(words.clone());
        if is_named {
            self.flags.extend(words);
        }
        self.pairs.push((name, value));
    }
}

/// The hash in the name of a file with debug information.
pub fn hash_of(bytes: &[u8]) -> Option<Vec<u8>> {
    let container = Container::read(&pdb::read(bytes).ok()?).ok()?;
    Some(container.part(FourCc::HASH)?.get(4..20)?.to_vec())
}

/// Returns an optional text to a client that requests a blob.
fn put_text(memory: &Memory, text: Option<&String>, place: &OutRef<IDxcBlobWide>) -> Done {
    place.clear()?;
    text.map_or(Ok(()), |text| place.put(blob::of_wide(memory, text)?))
}

/// Returns an optional text to a client that requests a string.
fn put_string(text: Option<&String>, place: &OutBstr) -> Done {
    place.clear()?;
    text.map_or(Ok(()), |text| place.put(text))
}

fn put_count(count: usize, place: &Out<u32>) -> Done {
    place.put(count as u32)
}

impl PdbUtils {
    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self, file: &Given<IDxcBlob>) -> Done {
        let file = file.keep().ok_or(E_POINTER)?;
        let mut loaded = self.loaded();
        *loaded = Loaded::default();
        *loaded = Loaded::of(file.bytes())?;
        Ok(())
    }

    fn source(&self, index: u32, source: &OutRef<IDxcBlobEncoding>) -> Done {
        let loaded = self.loaded();
        let (_, text) = loaded.sources.get(index as usize).ok_or(E_INVALIDARG)?;
        source.put(blob::of_text(&self.memory, text)?.into_parent())
    }

    fn hash(&self, hash: &OutRef<IDxcBlob>) -> Done {
        hash.clear()?;
        hash.put(blob::of_bytes(&self.memory, self.loaded().hash.as_ref().ok_or(E_FAIL)?)?)
    }

    fn version(&self, info: &OutRef<IDxcVersionInfo>) -> Done {
        info.clear()?;
        let version = self.loaded().version.clone().ok_or(E_FAIL)?;
        let info_of = Own::new(&self.memory, StatedVersion(version))?;
        info.put(info_of.into_face::<IDxcVersionInfo2>().into_parent())
    }
}

impl PdbUtils2Methods for PdbUtils {
    fn Load(&self, file: Given<IDxcBlob>) -> Done {
        self.load(&file)
    }
    fn GetSourceCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().sources.len(), &count)
    }
    fn GetSource(&self, index: u32, source: OutRef<IDxcBlobEncoding>) -> Done {
        self.source(index, &source)
    }
    fn GetSourceName(&self, index: u32, name: OutRef<IDxcBlobWide>) -> Done {
        let loaded = self.loaded();
        let source = loaded.sources.get(index as usize).ok_or(E_INVALIDARG)?;
        put_text(&self.memory, Some(&source.0), &name)
    }
    fn GetLibraryPDBCount(&self, count: Out<u32>) -> Done {
        put_count(0, &count)
    }
    fn GetLibraryPDB(&self, _: u32, pdb: OutRef<IDxcPdbUtils2>, _: OutRef<IDxcBlobWide>) -> Done {
        pdb.clear()?;
        Err(E_INVALIDARG)
    }
    fn GetFlagCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().flags.len(), &count)
    }
    fn GetFlag(&self, index: u32, flag: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, Some(self.loaded().flags.get(index as usize).ok_or(E_INVALIDARG)?), &flag)
    }
    fn GetArgCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().arguments.len(), &count)
    }
    fn GetArg(&self, index: u32, argument: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, Some(self.loaded().arguments.get(index as usize).ok_or(E_INVALIDARG)?), &argument)
    }
    fn GetArgPairCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().pairs.len(), &count)
    }
    fn GetArgPair(&self, index: u32, name: OutRef<IDxcBlobWide>, value: OutRef<IDxcBlobWide>) -> Done {
        if name.is_null() || value.is_null() {
            return Err(E_POINTER);
        }
        let loaded = self.loaded();
        let pair = loaded.pairs.get(index as usize).ok_or(E_INVALIDARG)?;
        put_text(&self.memory, pair.0.as_ref(), &name)?;
        put_text(&self.memory, pair.1.as_ref(), &value)
    }
    fn GetDefineCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().defines.len(), &count)
    }
    fn GetDefine(&self, index: u32, define: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, Some(self.loaded().defines.get(index as usize).ok_or(E_INVALIDARG)?), &define)
    }
    fn GetTargetProfile(&self, profile: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, self.loaded().profile.as_ref(), &profile)
    }
    fn GetEntryPoint(&self, entry: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, self.loaded().entry.as_ref(), &entry)
    }
    fn GetMainFileName(&self, name: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, self.loaded().sources.first().map(|source| &source.0), &name)
    }
    fn GetHash(&self, hash: OutRef<IDxcBlob>) -> Done {
        self.hash(&hash)
    }
    fn GetName(&self, name: OutRef<IDxcBlobWide>) -> Done {
        put_text(&self.memory, self.loaded().name.as_ref(), &name)
    }
    fn GetVersionInfo(&self, info: OutRef<IDxcVersionInfo>) -> Done {
        self.version(&info)
    }
    fn GetCustomToolchainID(&self, id: Out<u32>) -> Done {
        id.put(0)
    }
    fn GetCustomToolchainData(&self, data: OutRef<IDxcBlob>) -> Done {
        data.clear()
    }
    fn GetWholeDxil(&self, container: OutRef<IDxcBlob>) -> Done {
        container.clear()
    }
    fn IsFullPDB(&self) -> i32 {
        i32::from(self.loaded().has_program)
    }
    fn IsPDBRef(&self) -> i32 {
        i32::from(self.loaded().sources.is_empty())
    }
}

impl PdbUtilsMethods for PdbUtils {
    fn Load(&self, file: Given<IDxcBlob>) -> Done {
        self.load(&file)
    }
    fn GetSourceCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().sources.len(), &count)
    }
    fn GetSource(&self, index: u32, source: OutRef<IDxcBlobEncoding>) -> Done {
        self.source(index, &source)
    }
    fn GetSourceName(&self, index: u32, name: OutBstr) -> Done {
        put_string(Some(&self.loaded().sources.get(index as usize).ok_or(E_INVALIDARG)?.0), &name)
    }
    fn GetFlagCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().flags.len(), &count)
    }
    fn GetFlag(&self, index: u32, flag: OutBstr) -> Done {
        put_string(Some(self.loaded().flags.get(index as usize).ok_or(E_INVALIDARG)?), &flag)
    }
    fn GetArgCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().arguments.len(), &count)
    }
    fn GetArg(&self, index: u32, argument: OutBstr) -> Done {
        put_string(Some(self.loaded().arguments.get(index as usize).ok_or(E_INVALIDARG)?), &argument)
    }
    fn GetArgPairCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().pairs.len(), &count)
    }
    fn GetArgPair(&self, index: u32, name: OutBstr, value: OutBstr) -> Done {
        let loaded = self.loaded();
        let pair = loaded.pairs.get(index as usize).ok_or(E_INVALIDARG)?;
        put_string(pair.0.as_ref(), &name)?;
        put_string(pair.1.as_ref(), &value)
    }
    fn GetDefineCount(&self, count: Out<u32>) -> Done {
        put_count(self.loaded().defines.len(), &count)
    }
    fn GetDefine(&self, index: u32, define: OutBstr) -> Done {
        put_string(Some(self.loaded().defines.get(index as usize).ok_or(E_INVALIDARG)?), &define)
    }
    fn GetTargetProfile(&self, profile: OutBstr) -> Done {
        put_string(self.loaded().profile.as_ref(), &profile)
    }
    fn GetEntryPoint(&self, entry: OutBstr) -> Done {
        put_string(self.loaded().entry.as_ref(), &entry)
    }
    fn GetMainFileName(&self, name: OutBstr) -> Done {
        put_string(self.loaded().sources.first().map(|source| &source.0), &name)
    }
    fn GetHash(&self, hash: OutRef<IDxcBlob>) -> Done {
        self.hash(&hash)
    }
    fn GetName(&self, name: OutBstr) -> Done {
        put_string(self.loaded().name.as_ref(), &name)
    }
    fn IsFullPDB(&self) -> i32 {
        i32::from(self.loaded().has_program)
    }
    fn GetFullPDB(&self, _: OutRef<IDxcBlob>) -> Done {
        Err(E_NOTIMPL)
    }
    fn GetVersionInfo(&self, info: OutRef<IDxcVersionInfo>) -> Done {
        self.version(&info)
    }
    fn SetCompiler(&self, _: Given<IDxcCompiler3>) -> Done {
        Err(E_NOTIMPL)
    }
    fn CompileForFullPDB(&self, _: OutRef<IDxcResult>) -> Done {
        Err(E_NOTIMPL)
    }
    fn OverrideArgs(&self, _: List<Pair>, _: u32) -> Done {
        Err(E_NOTIMPL)
    }
    fn OverrideRootSignature(&self, _: Wide) -> Done {
        Err(E_NOTIMPL)
    }
}

/// The version that a container states.
struct StatedVersion(CompilerVersion);

class! { StatedVersion: IDxcVersionInfo2, IDxcVersionInfo3 }

impl VersionInfoMethods for StatedVersion {
    fn GetVersion(&self, major: Out<u32>, minor: Out<u32>) -> Done {
        if major.is_null() || minor.is_null() {
            return Err(E_POINTER);
        }
        major.put(u32::from(self.0.version.major))?;
        minor.put(u32::from(self.0.version.minor))
    }
    fn GetFlags(&self, flags: Out<u32>) -> Done {
        flags.put(self.0.flags)
    }
}

impl VersionInfo2Methods for StatedVersion {
    fn GetCommitInfo(&self, count: Out<u32>, hash: OutNarrow) -> Done {
        if count.is_null() || hash.is_null() {
            return Err(E_POINTER);
        }
        count.put(self.0.commits)?;
        hash.put(&String::from_utf8_lossy(&self.0.commit))
    }
}

impl VersionInfo3Methods for StatedVersion {
    fn GetCustomVersionString(&self, text: OutNarrow) -> Done {
        text.put(&String::from_utf8_lossy(&self.0.text))
    }
}

/// Creates a reader of debug information.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    let loaded = Mutex::default();
    Ok(Own::new(memory, PdbUtils { memory: memory.clone(), loaded })?.into_unknown())
}

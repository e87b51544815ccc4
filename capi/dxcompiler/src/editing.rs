//! `IDxcIntelliSense`: a file is parsed as editors ask for it, and there is what is wrong with it.
//!
//! Nothing of the syntax stays after that: cursors, tokens, places and completions are methods that fail with `E_NOTIMPL`.

use crate::com::hresult::{E_INVALIDARG, E_NOTIMPL, E_POINTER, Hresult};
use crate::com::interfaces::*;
use crate::com::{
    Bytes, Done, Given, IUnknown, List, Memory, Narrow, Out, OutBstr, OutNarrow, OutRef, Own, Ref, class,
};
use hlslc::args::{CommandLine, pairs};
use hlslc::options::Emit;
use hlslc::request::candidates;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Severity};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Makes what editors work with.
pub struct IntelliSense(Memory);

/// Parses files.
pub struct Index {
    memory: Memory,
    options: Mutex<u32>,
}

/// A text that takes the place of a file.
#[derive(Clone)]
pub struct UnsavedFile {
    name: String,
    text: String,
}

/// A file that was parsed.
pub struct TranslationUnit {
    memory: Memory,
    name: String,
    arguments: Vec<String>,
    found: Mutex<Vec<Found>>,
}

/// Something that is wrong with a file.
pub struct Diagnostic(Found);

class! { IntelliSense: IDxcIntelliSense }
class! { Index: IDxcIndex }
class! { UnsavedFile: IDxcUnsavedFile }
class! { TranslationUnit: IDxcTranslationUnit }
class! { Diagnostic: IDxcDiagnostic }

/// What is wrong, and where.
#[derive(Clone)]
struct Found {
    severity: Severity,
    message: String,
    /// The option that turns a warning off.
    option: Option<String>,
    /// Its place, if it is about one.
    place: Option<hlslc::Place>,
}

impl Found {
    fn shown(&self, options: u32) -> String {
        let has = |what: u32| options & what != 0;
        let place = self.place.as_ref().filter(|_| has(display::PLACE)).map(|place| {
            let column = if has(display::COLUMN) { format!("{}:", place.column) } else { String::new() };
            format!("{}:{}:{column} ", place.file, place.line)
        });
        let severity = match self.severity {
            _ if !has(display::SEVERITY) => "",
            Severity::Note => "note: ",
            Severity::Warning => "warning: ",
            Severity::Error => "error: ",
        };
        let option = self.option.as_ref().filter(|_| has(display::OPTION)).map(|option| format!(" [-W{option}]"));
        [place.unwrap_or_default().as_str(), severity, &self.message, &option.unwrap_or_default()].concat()
    }
}

/// The options that say how a file is read; others, such as `-c`, are for compilers of other languages and passed over.
const HEEDED: [&str; 7] = ["D", "I", "HV", "Zpr", "Zpc", "Gec", "enable-16bit-types"];

/// The options of a file that is parsed by itself: it has functions of all stages, and its entry points are not known.
fn line_of(arguments: &[String]) -> CommandLine {
    let mut words = vec!["-T".to_owned(), "lib_6_9".to_owned()];
    for (name, value) in pairs(arguments) {
        // What is for FXC alone is read as the oldest version that is compiled.
        if HEEDED.contains(&name.as_str()) && !(name == "HV" && value == "2015") {
            words.push(format!("-{name}"));
            words.extend(Some(value).filter(|value| !value.is_empty()));
        }
    }
    CommandLine::of_words(words, &|_| Err("there are no files here".to_owned()))
}

/// Files of the disk, under those that are not saved.
struct Files<'a> {
    unsaved: &'a [UnsavedFile],
    dirs: &'a [String],
}

impl Files<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let plain = |name: &str| name.strip_prefix("./").unwrap_or(name).to_owned();
        let unsaved = self.unsaved.iter().find(|file| plain(&file.name) == plain(name));
        unsaved.map(|file| file.text.clone().into_bytes()).or_else(|| std::fs::read(name).ok())
    }
}

impl IncludeResolver for Files<'_> {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let names = candidates(path, from, angled, self.dirs).into_iter();
        Ok(names.into_iter().find_map(|name| Some(IncludedFile { bytes: self.read(&name)?, name })))
    }
}

/// What is wrong with a file; nothing if there is no such file.
fn check(name: &str, arguments: &[String], unsaved: &[UnsavedFile]) -> Option<Vec<Found>> {
    let line = line_of(arguments);
    let files = Files { unsaved, dirs: &line.include_dirs };
    let text = files.read(name)?;
    let mut options = line.options.clone();
    options.emit = Emit::Hir;
    let output = Compiler::new(options).compile(name, &text, &files);
    let found = output.diagnostics.iter().map(|found| Found {
        severity: found.severity,
        message: found.message.clone(),
        option: Some(found.info.group.to_owned()).filter(|group| !group.is_empty()),
        place: output.place(found.primary.span),
    });
    Some(found.collect())
}

/// The texts that a client passes in place of files.
fn unsaved(files: &[Given<IDxcUnsavedFile>]) -> Result<Vec<UnsavedFile>, Hresult> {
    let read = |file: &Given<IDxcUnsavedFile>| {
        let file = file.required()?;
        let name = OutNarrow::receive(|place| file.GetFileName(place))?.ok_or(E_INVALIDARG)?;
        let mut text = OutNarrow::receive(|place| file.GetContents(place))?.ok_or(E_INVALIDARG)?;
        let mut length = 0;
        file.GetLength(Out::to(&mut length))?;
        text.truncate(length as usize);
        let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(UnsavedFile { name: lossy(name), text: lossy(text) })
    };
    files.iter().map(read).collect()
}

/// Writes null and fails: there is no such object.
fn none(place: &OutRef<IUnknown>) -> Done {
    place.clear()?;
    Err(E_NOTIMPL)
}

/// The same for a list.
fn no_list(count: &Out<u32>, place: &OutRef<IUnknown>) -> Done {
    count.put(0)?;
    none(place)
}

impl IntelliSenseMethods for IntelliSense {
    fn CreateIndex(&self, index: OutRef<IDxcIndex>) -> Done {
        index.clear()?;
        let made = Index { memory: self.0.clone(), options: Mutex::new(0) };
        index.put(Own::new(&self.0, made)?.into_face())
    }
    fn GetNullLocation(&self, location: OutRef<IUnknown>) -> Done {
        none(&location)
    }
    fn GetNullRange(&self, range: OutRef<IUnknown>) -> Done {
        none(&range)
    }
    fn GetRange(&self, _: Given<IUnknown>, _: Given<IUnknown>, range: OutRef<IUnknown>) -> Done {
        none(&range)
    }
    fn GetDefaultDiagnosticDisplayOptions(&self, options: Out<u32>) -> Done {
        options.put(DEFAULT_DISPLAY)
    }
    fn GetDefaultEditingTUOptions(&self, options: Out<u32>) -> Done {
        options.put(DEFAULT_EDITING)
    }
    fn CreateUnsavedFile(&self, name: Narrow, contents: Bytes, length: u32, file: OutRef<IDxcUnsavedFile>) -> Done {
        file.clear()?;
        let name = name.text().ok_or(E_INVALIDARG)?;
        let contents = contents.get(length as usize).ok_or(E_INVALIDARG)?;
        let text = String::from_utf8_lossy(contents).into_owned();
        file.put(Own::new(&self.0, UnsavedFile { name, text })?.into_face())
    }
}

impl UnsavedFileMethods for UnsavedFile {
    fn GetFileName(&self, name: OutNarrow) -> Done {
        name.put(&self.name)
    }
    fn GetContents(&self, text: OutNarrow) -> Done {
        text.put(&self.text)
    }
    fn GetLength(&self, length: Out<u32>) -> Done {
        length.put(self.text.len() as u32)
    }
}

impl IndexMethods for Index {
    fn SetGlobalOptions(&self, options: u32) -> Done {
        *self.options.lock().unwrap_or_else(PoisonError::into_inner) = options;
        Ok(())
    }
    fn GetGlobalOptions(&self, options: Out<u32>) -> Done {
        options.put(*self.options.lock().unwrap_or_else(PoisonError::into_inner))
    }
    fn ParseTranslationUnit(
        &self,
        name: Narrow,
        arguments: List<Narrow>,
        count: i32,
        files: List<Given<IDxcUnsavedFile>>,
        file_count: u32,
        _: u32,
        unit: OutRef<IDxcTranslationUnit>,
    ) -> Done {
        unit.clear()?;
        let count = u32::try_from(count).map_err(|_| E_INVALIDARG)?;
        let arguments: Option<Vec<String>> = arguments.required(count)?.iter().map(Narrow::text).collect();
        let (name, arguments) = (name.text().ok_or(E_INVALIDARG)?, arguments.ok_or(E_INVALIDARG)?);
        let found = check(&name, &arguments, &unsaved(files.required(file_count)?)?);
        let found = Mutex::new(found.ok_or(E_INVALIDARG)?);
        let made = TranslationUnit { memory: self.memory.clone(), name, arguments, found };
        unit.put(Own::new(&self.memory, made)?.into_face())
    }
}

impl TranslationUnit {
    fn found(&self) -> MutexGuard<'_, Vec<Found>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn at(&self, index: u32) -> Result<Found, Hresult> {
        self.found().get(index as usize).cloned().ok_or(E_INVALIDARG)
    }
}

impl TranslationUnitMethods for TranslationUnit {
    fn GetCursor(&self, cursor: OutRef<IUnknown>) -> Done {
        none(&cursor)
    }
    fn Tokenize(&self, _: Given<IUnknown>, tokens: OutRef<IUnknown>, count: Out<u32>) -> Done {
        no_list(&count, &tokens)
    }
    fn GetLocation(&self, _: Given<IUnknown>, _: u32, _: u32, location: OutRef<IUnknown>) -> Done {
        none(&location)
    }
    fn GetNumDiagnostics(&self, count: Out<u32>) -> Done {
        count.put(self.found().len() as u32)
    }
    fn GetDiagnostic(&self, index: u32, diagnostic: OutRef<IDxcDiagnostic>) -> Done {
        diagnostic.clear()?;
        diagnostic.put(Own::new(&self.memory, Diagnostic(self.at(index)?))?.into_face())
    }
    fn GetFile(&self, _: Narrow, file: OutRef<IUnknown>) -> Done {
        none(&file)
    }
    fn GetFileName(&self, name: OutNarrow) -> Done {
        name.put(&self.name)
    }
    fn Reparse(&self, files: List<Given<IDxcUnsavedFile>>, count: u32) -> Done {
        let found = check(&self.name, &self.arguments, &unsaved(files.required(count)?)?).ok_or(E_INVALIDARG)?;
        *self.found() = found;
        Ok(())
    }
    fn GetCursorForLocation(&self, _: Given<IUnknown>, cursor: OutRef<IUnknown>) -> Done {
        none(&cursor)
    }
    fn GetLocationForOffset(&self, _: Given<IUnknown>, _: u32, location: OutRef<IUnknown>) -> Done {
        none(&location)
    }
    fn GetSkippedRanges(&self, _: Given<IUnknown>, count: Out<u32>, ranges: OutRef<IUnknown>) -> Done {
        no_list(&count, &ranges)
    }
    fn GetDiagnosticDetails(
        &self,
        index: u32,
        options: u32,
        code: Out<u32>,
        line: Out<u32>,
        column: Out<u32>,
        file: OutBstr,
        offset: Out<u32>,
        length: Out<u32>,
        message: OutBstr,
    ) -> Done {
        let numbers = [&code, &line, &column, &offset, &length];
        if numbers.iter().any(|place| place.is_null()) || file.is_null() || message.is_null() {
            return Err(E_POINTER);
        }
        file.clear()?;
        message.clear()?;
        numbers.iter().try_for_each(|place| place.put(0))?;
        let found = self.at(index)?;
        message.put(&found.shown(options))?;
        let Some(place) = found.place else { return Ok(()) };
        line.put(place.line)?;
        column.put(place.column)?;
        offset.put(place.range.start as u32)?;
        length.put(place.range.len() as u32)?;
        file.put(&place.file)
    }
    fn GetInclusionList(&self, count: Out<u32>, inclusions: OutRef<IUnknown>) -> Done {
        no_list(&count, &inclusions)
    }
    fn CodeCompleteAt(
        &self,
        _: Narrow,
        _: u32,
        _: u32,
        _: List<Given<IDxcUnsavedFile>>,
        _: u32,
        _: u32,
        results: OutRef<IUnknown>,
    ) -> Done {
        none(&results)
    }
}

impl DiagnosticMethods for Diagnostic {
    fn FormatDiagnostic(&self, options: u32, text: OutNarrow) -> Done {
        text.put(&self.0.shown(options))
    }
    fn GetSeverity(&self, severity: Out<u32>) -> Done {
        severity.put(match self.0.severity {
            Severity::Note => 1,
            Severity::Warning => 2,
            Severity::Error => 3,
        })
    }
    fn GetLocation(&self, location: OutRef<IUnknown>) -> Done {
        none(&location)
    }
    fn GetSpelling(&self, text: OutNarrow) -> Done {
        text.put(&self.0.message)
    }
    fn GetCategoryText(&self, text: OutNarrow) -> Done {
        text.put("")
    }
    fn GetNumRanges(&self, count: Out<u32>) -> Done {
        count.put(0)
    }
    fn GetRangeAt(&self, _: u32, range: OutRef<IUnknown>) -> Done {
        none(&range)
    }
    fn GetNumFixIts(&self, count: Out<u32>) -> Done {
        count.put(0)
    }
    fn GetFixItAt(&self, _: u32, range: OutRef<IUnknown>, text: OutNarrow) -> Done {
        text.clear()?;
        none(&range)
    }
}

/// What serves editors.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, IntelliSense(memory.clone()))?.into_unknown())
}

//! Represents the result of a compilation for the caller: texts are created once, and exist until the result is freed.
//! What has to be read out of the object again is made when it is asked for.

use std::sync::OnceLock;

use hlslc::args::CommandLine;
use hlslc::{DebugFile, Diagnostic, Output, Reflection, Severity, Span, Style};

use crate::abi::*;
use crate::memory::zeroed;
use crate::text::Text;

/// What a compilation gave. Any number of threads may look at it at once.
pub struct HlslcResult {
    status: HlslcStatus,
    errors: Text,
    object: Option<Text>,
    pdb: Option<Text>,
    pdb_name: Text,
    root_signature: Option<Text>,
    text: Option<Text>,
    diagnostics: Vec<Reported>,
    dependencies: Vec<Text>,
    /// What the compiler said of the shader, if it was asked to.
    reflection: Option<Reflection>,
    later: Later,
}

/// What is made when it is asked for.
#[derive(Default)]
struct Later {
    reflection: OnceLock<Made>,
    reflection_part: OnceLock<Made>,
    disassembly: OnceLock<Made>,
    hash: OnceLock<Made>,
}

/// Something, or there is no such thing.
type Made = Option<Text>;

/// A diagnostic.
struct Reported {
    severity: HlslcSeverity,
    code: Text,
    group: Text,
    message: Text,
    place: Place,
    notes: Vec<(Text, Place)>,
    fixes: Vec<Fix>,
}

/// Where something is; without a file it is nowhere.
#[derive(Default)]
struct Place {
    file: Text,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    range: std::ops::Range<usize>,
}

struct Fix {
    message: Text,
    replacement: Text,
    place: Place,
}

impl HlslcResult {
    /// A result that says what is wrong with the options.
    pub fn of_options(line: &CommandLine, faults: Vec<String>) -> Self {
        let mut diagnostics = about_options(line);
        diagnostics.extend(faults.into_iter().map(|fault| about_option(HlslcSeverity::Error, fault)));
        Self {
            status: HlslcStatus::InvalidOption,
            errors: lines(&diagnostics).into(),
            object: None,
            pdb: None,
            pdb_name: Text::default(),
            root_signature: None,
            text: None,
            diagnostics,
            dependencies: Vec::new(),
            reflection: None,
            later: Later::default(),
        }
    }

    /// What came of the source.
    pub fn of_output(line: &CommandLine, mut output: Output) -> Self {
        let status = if output.is_ok() { HlslcStatus::Ok } else { HlslcStatus::CompileFailed };
        let mut diagnostics = about_options(line);
        // Programs that parse lines expect this style; `-fdiagnostics-format` names another.
        let style = if line.style == Style::Located { Style::Clang } else { line.style };
        let errors = lines(&diagnostics) + &output.render(style, false);
        diagnostics.extend(output.diagnostics.iter().map(|found| reported(&output, found)));
        let (pdb, pdb_name) = match output.debug_file.take() {
            Some(DebugFile { name, bytes, .. }) => (Some(bytes.into()), name.into()),
            None => (None, Text::default()),
        };
        Self {
            status,
            errors: errors.into(),
            object: output.object.take().map(Text::from),
            pdb,
            pdb_name,
            root_signature: output.root_signature.take().filter(|_| status == HlslcStatus::Ok).map(Text::from),
            text: output.text.take().map(Text::from),
            diagnostics,
            dependencies: output.dependencies.iter().map(|name| Text::from(name.as_str())).collect(),
            reflection: output.reflection.take(),
            later: Later::default(),
        }
    }

    /// Whether it went well.
    pub fn status(&self) -> HlslcStatus {
        self.status
    }

    /// The names of the included files.
    pub fn dependencies(&self) -> &[Text] {
        &self.dependencies
    }

    /// How many diagnostics there are.
    pub fn diagnostic_count(&self) -> usize {
        self.diagnostics.len()
    }

    /// An output.
    pub fn output(&self, kind: HlslcOutput) -> Option<&Text> {
        match kind {
            HlslcOutput::Object => self.object.as_ref(),
            HlslcOutput::Errors => Some(&self.errors),
            HlslcOutput::Pdb => self.pdb.as_ref(),
            HlslcOutput::RootSignature => self.root_signature.as_ref(),
            HlslcOutput::Text => self.text.as_ref(),
            HlslcOutput::ReflectionJson => {
                let of_object = || self.of_object(&self.later.reflection, |bytes| reflection(bytes).ok());
                match &self.reflection {
                    Some(found) => self.later.reflection.get_or_init(|| Some(found.json().into())).as_ref(),
                    None => of_object(),
                }
            }
            HlslcOutput::ReflectionPart => {
                self.of_object(&self.later.reflection_part, |bytes| hlslc::reflection_part(bytes).ok().map(Text::from))
            }
            HlslcOutput::Disassembly => self.of_object(&self.later.disassembly, |bytes| disassembly(bytes).ok()),
            HlslcOutput::ShaderHash => {
                self.of_object(&self.later.hash, |bytes| hlslc::shader_hash(bytes).ok().map(Text::from))
            }
        }
    }

    /// The name of an output.
    pub fn output_name(&self, kind: HlslcOutput) -> Option<&Text> {
        (kind == HlslcOutput::Pdb && self.pdb.is_some()).then_some(&self.pdb_name)
    }

    fn of_object<'a>(&'a self, cell: &'a OnceLock<Made>, make: impl FnOnce(&[u8]) -> Made) -> Option<&'a Text> {
        cell.get_or_init(|| make(self.object.as_ref()?.as_ref())).as_ref()
    }

    /// A diagnostic as the caller sees it.
    pub fn diagnostic(&self, index: usize) -> Option<HlslcDiagnostic> {
        let reported = self.diagnostics.get(index)?;
        Some(HlslcDiagnostic {
            code: reported.code.shown(),
            group: reported.group.shown(),
            message: reported.message.shown(),
            file: reported.place.file.shown(),
            severity: reported.severity as u32,
            line: reported.place.line,
            column: reported.place.column,
            end_line: reported.place.end_line,
            end_column: reported.place.end_column,
            note_count: reported.notes.len() as u32,
            fix_count: reported.fixes.len() as u32,
            ..zeroed()
        })
    }

    /// A note of a diagnostic as the caller sees it.
    pub fn note(&self, diagnostic: usize, index: usize) -> Option<HlslcNote> {
        let (message, place) = self.diagnostics.get(diagnostic)?.notes.get(index)?;
        Some(HlslcNote {
            message: message.shown(),
            file: place.file.shown(),
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            ..zeroed()
        })
    }

    /// A repair of a diagnostic as the caller sees it.
    pub fn fix(&self, diagnostic: usize, index: usize) -> Option<HlslcFix> {
        let Fix { message, replacement, place } = self.diagnostics.get(diagnostic)?.fixes.get(index)?;
        Some(HlslcFix {
            message: message.shown(),
            replacement: replacement.shown(),
            file: place.file.shown(),
            offset: place.range.start,
            size: place.range.len(),
            line: place.line,
            column: place.column,
            ..zeroed()
        })
    }
}

/// What bytes say of themselves, as JSON.
pub fn reflection(bytes: &[u8]) -> Result<Text, String> {
    Reflection::of(bytes).map(|found| found.json().into())
}

/// The listing of a container, or of a SPIR-V module.
pub fn disassembly(bytes: &[u8]) -> Result<Text, String> {
    let is_container = bytes.starts_with(b"DXBC");
    let text = if is_container { hlslc::disassemble(bytes) } else { hlslc::disassemble_spirv(bytes) };
    text.map(Text::from)
}

fn about_option(severity: HlslcSeverity, message: String) -> Reported {
    let (code, group, place) = (Text::default(), Text::default(), Place::default());
    Reported { severity, code, group, message: message.into(), place, notes: Vec::new(), fixes: Vec::new() }
}

/// Facts about the options other than their errors.
fn about_options(line: &CommandLine) -> Vec<Reported> {
    let notes = line.notes.iter().filter(|_| !line.quiet_unused);
    let notes = notes.map(|note| about_option(HlslcSeverity::Note, note.clone()));
    let warnings = line.warnings.iter().filter(|_| !line.options.warnings.none);
    notes.chain(warnings.map(|warning| about_option(HlslcSeverity::Warning, warning.clone()))).collect()
}

/// Diagnostics without a place, a line each.
fn lines(diagnostics: &[Reported]) -> String {
    let line = |reported: &Reported| {
        let word = match reported.severity {
            HlslcSeverity::Note => "note",
            HlslcSeverity::Warning => "warning",
            HlslcSeverity::Error => "error",
        };
        format!("{word}: {}\n", String::from_utf8_lossy(reported.message.as_ref()))
    };
    diagnostics.iter().map(line).collect()
}

fn reported(output: &Output, found: &Diagnostic) -> Reported {
    let place = |span| place(output, span);
    let mut notes: Vec<(Text, Place)> = Vec::new();
    if !found.primary.text.is_empty() {
        notes.push((found.primary.text.as_str().into(), place(found.primary.span)));
    }
    let others = found.labels.iter().chain(&found.notes);
    notes.extend(others.map(|label| (label.text.as_str().into(), place(label.span))));
    let fixes = found.suggestion.iter().map(|fix| Fix {
        message: fix.text.as_str().into(),
        replacement: fix.replacement.as_str().into(),
        place: place(fix.span),
    });
    Reported {
        severity: match found.severity {
            Severity::Note => HlslcSeverity::Note,
            Severity::Warning => HlslcSeverity::Warning,
            Severity::Error => HlslcSeverity::Error,
        },
        code: found.info.code.into(),
        group: found.info.group.into(),
        message: found.message.as_str().into(),
        place: place(found.primary.span),
        notes,
        fixes: fixes.collect(),
    }
}

fn place(output: &Output, span: Span) -> Place {
    let Some(found) = output.place(span) else { return Place::default() };
    Place {
        file: found.file.into(),
        line: found.line,
        column: found.column,
        end_line: found.end_line,
        end_column: found.end_column,
        range: found.range,
    }
}

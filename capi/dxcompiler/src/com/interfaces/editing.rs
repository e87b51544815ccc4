//! Declares the interfaces for editors: an index parses files into translation units, which have diagnostics. The interfaces of
//! cursors, tokens and places need a persistent syntax tree; they have a place in each table, and no methods.

use crate::com::interface::{IUnknown, UnknownMethods, interface};
use crate::com::{Bytes, Done, Given, List, Narrow, Out, OutBstr, OutNarrow, OutRef};

/// How messages are shown by default.
pub const DEFAULT_DISPLAY: u32 = display::PLACE | display::COLUMN | display::OPTION;

/// What a message is shown with.
pub mod display {
    /// Its place.
    pub const PLACE: u32 = 0x1;
    /// The column of its place.
    pub const COLUMN: u32 = 0x2;
    /// The option that turns it off.
    pub const OPTION: u32 = 0x8;
    /// How bad it is.
    pub const SEVERITY: u32 = 0x200;
}

/// How a file that changes is parsed by default: its first lines once (4), completions kept (8), on the caller's thread.
pub const DEFAULT_EDITING: u32 = 0x4 | 0x8 | 0x800;

interface! {
    /// Makes what editors work with.
    IDxcIntelliSense (IntelliSenseMethods): IUnknown (UnknownMethods) = "b1f99513-46d6-4112-8169-dd0d6053f17d" {
        fn CreateIndex(index: OutRef<IDxcIndex>) -> Done;
        fn GetNullLocation(location: OutRef<IUnknown>) -> Done;
        fn GetNullRange(range: OutRef<IUnknown>) -> Done;
        fn GetRange(start: Given<IUnknown>, end: Given<IUnknown>, range: OutRef<IUnknown>) -> Done;
        fn GetDefaultDiagnosticDisplayOptions(options: Out<u32>) -> Done;
        fn GetDefaultEditingTUOptions(options: Out<u32>) -> Done;
        fn CreateUnsavedFile(name: Narrow, contents: Bytes, length: u32, file: OutRef<IDxcUnsavedFile>) -> Done;
    }

    /// A text that takes the place of a file.
    IDxcUnsavedFile (UnsavedFileMethods): IUnknown (UnknownMethods) = "8ec00f98-07d0-4e60-9d7c-5a50b5b0017f" {
        fn GetFileName(name: OutNarrow) -> Done;
        fn GetContents(text: OutNarrow) -> Done;
        fn GetLength(length: Out<u32>) -> Done;
    }

    /// Parses files.
    IDxcIndex (IndexMethods): IUnknown (UnknownMethods) = "937824a0-7f5a-4815-9ba7-7fc0424f4173" {
        fn SetGlobalOptions(options: u32) -> Done;
        fn GetGlobalOptions(options: Out<u32>) -> Done;
        fn ParseTranslationUnit(name: Narrow, arguments: List<Narrow>, count: i32, files: List<Given<IDxcUnsavedFile>>, file_count: u32, options: u32, unit: OutRef<IDxcTranslationUnit>) -> Done;
    }

    /// A file that was parsed.
    IDxcTranslationUnit (TranslationUnitMethods): IUnknown (UnknownMethods) = "9677dee0-c0e5-46a1-8b40-3db3168be63d" {
        fn GetCursor(cursor: OutRef<IUnknown>) -> Done;
        fn Tokenize(range: Given<IUnknown>, tokens: OutRef<IUnknown>, count: Out<u32>) -> Done;
        fn GetLocation(file: Given<IUnknown>, line: u32, column: u32, location: OutRef<IUnknown>) -> Done;
        fn GetNumDiagnostics(count: Out<u32>) -> Done;
        fn GetDiagnostic(index: u32, diagnostic: OutRef<IDxcDiagnostic>) -> Done;
        fn GetFile(name: Narrow, file: OutRef<IUnknown>) -> Done;
        fn GetFileName(name: OutNarrow) -> Done;
        fn Reparse(files: List<Given<IDxcUnsavedFile>>, count: u32) -> Done;
        fn GetCursorForLocation(location: Given<IUnknown>, cursor: OutRef<IUnknown>) -> Done;
        fn GetLocationForOffset(file: Given<IUnknown>, offset: u32, location: OutRef<IUnknown>) -> Done;
        fn GetSkippedRanges(file: Given<IUnknown>, count: Out<u32>, ranges: OutRef<IUnknown>) -> Done;
        fn GetDiagnosticDetails(index: u32, options: u32, code: Out<u32>, line: Out<u32>, column: Out<u32>, file: OutBstr, offset: Out<u32>, length: Out<u32>, message: OutBstr) -> Done;
        fn GetInclusionList(count: Out<u32>, inclusions: OutRef<IUnknown>) -> Done;
        fn CodeCompleteAt(name: Narrow, line: u32, column: u32, files: List<Given<IDxcUnsavedFile>>, count: u32, options: u32, results: OutRef<IUnknown>) -> Done;
    }

    /// Something that is wrong with a file.
    IDxcDiagnostic (DiagnosticMethods): IUnknown (UnknownMethods) = "4f76b234-3659-4d33-99b0-3b0db994b564" {
        fn FormatDiagnostic(options: u32, text: OutNarrow) -> Done;
        fn GetSeverity(severity: Out<u32>) -> Done;
        fn GetLocation(location: OutRef<IUnknown>) -> Done;
        fn GetSpelling(text: OutNarrow) -> Done;
        fn GetCategoryText(text: OutNarrow) -> Done;
        fn GetNumRanges(count: Out<u32>) -> Done;
        fn GetRangeAt(index: u32, range: OutRef<IUnknown>) -> Done;
        fn GetNumFixIts(count: Out<u32>) -> Done;
        fn GetFixItAt(index: u32, range: OutRef<IUnknown>, text: OutNarrow) -> Done;
    }
}

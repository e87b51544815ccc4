//! Defines the types of the interface, as in `hlslc.h`.
//!
//! Structs that cross the boundary begin with their size, which the caller sets to `sizeof`: the library reads and writes no more
//! than that, so a program that was compiled with an older header goes on working with a later library. Fields are only ever added
//! at the end, and zero in a field of the caller's means what was done before it existed.

use std::ffi::{c_char, c_void};

/// The version of this interface. It grows when a program that was compiled with an older header would not work any more; what is
/// only added leaves it as it is.
pub const HLSLC_ABI_VERSION: u32 = 1;

/// What a call came to.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HlslcStatus {
    /// It was done.
    Ok = 0,
    /// The source has errors: the result has the diagnostics.
    CompileFailed = 1,
    /// An option is wrong: the result has the diagnostics.
    InvalidOption = 2,
    /// A pointer is null that must not be, a size is impossible, an index or a kind does not exist.
    InvalidArgument = 3,
    /// A text is not UTF-8.
    InvalidUtf8 = 4,
    /// A struct's size is none that this library knows, or a field that it does not know is set.
    InvalidSize = 5,
    /// The result has no output of this kind.
    NoOutput = 6,
    /// These bytes are no container, PDB or SPIR-V module, or a damaged one.
    Unreadable = 7,
    /// A fault of this library.
    Internal = 8,
}

/// What is written.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HlslcBackend {
    /// A DXIL container.
    Dxil = 0,
    /// A SPIR-V module.
    Spirv = 1,
}

/// How much is optimised.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HlslcOptimization {
    /// As without an option: `-O3`.
    Default = 0,
    /// `-Od`.
    None = 1,
    /// `-O1`.
    Level1 = 2,
    /// `-O2`.
    Level2 = 3,
    /// `-O3`.
    Level3 = 4,
}

/// `HlslcOptions.flags`: `-Zi`; the debug information is an output of its own, unless an argument says otherwise.
pub const HLSLC_DEBUG_INFO: u32 = 1;
/// `HlslcOptions.flags`: `-WX`.
pub const HLSLC_WARNINGS_ARE_ERRORS: u32 = 2;
/// `HlslcOptions.flags`: `-no-warnings`.
pub const HLSLC_NO_WARNINGS: u32 = 4;
/// `HlslcOptions.flags`: `-Zpr`.
pub const HLSLC_ROW_MAJOR: u32 = 8;
/// `HlslcOptions.flags`: `-enable-16bit-types`.
pub const HLSLC_16BIT_TYPES: u32 = 16;
/// `HlslcOptions.flags`: `-Vd`.
pub const HLSLC_NO_VALIDATION: u32 = 32;
/// `HlslcOptions.flags`: the reflection is that of the whole shader, also where the object is stripped of it.
pub const HLSLC_FULL_REFLECTION: u32 = 64;
/// `HlslcOptions.flags`: without a callback, `#include` reads files from disk.
pub const HLSLC_INCLUDE_FROM_DISK: u32 = 128;

/// How bad a diagnostic is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HlslcSeverity {
    /// Something to know.
    Note = 0,
    /// There is output, but it may not be what was meant.
    Warning = 1,
    /// There is no output.
    Error = 2,
}

/// What a compilation gives.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HlslcOutput {
    /// The container, or the words of the module.
    Object = 1,
    /// The diagnostics as text, in lines such as `file:3:7: error: …`. Always there, and empty if there are none.
    Errors = 2,
    /// The file with debug information. Its name is what `hlslc_result_output_name` says.
    Pdb = 3,
    /// The reflection of the shader, as JSON.
    ReflectionJson = 4,
    /// The part for reflection, as `-Fre` writes it.
    ReflectionPart = 5,
    /// A container of the root signature alone.
    RootSignature = 6,
    /// The listing of the object.
    Disassembly = 7,
    /// The part with the hash of the shader.
    ShaderHash = 8,
    /// The text that an argument asked for instead of an object: `-P`, `--emit=ir` and the like.
    Text = 9,
}

/// What an include callback came to: the file is there.
pub const HLSLC_INCLUDE_FOUND: i32 = 0;
/// What an include callback came to: there is no such file.
pub const HLSLC_INCLUDE_NOT_FOUND: i32 = 1;
/// What an include callback came to: it could not be read. Any other number means the same.
pub const HLSLC_INCLUDE_FAILED: i32 = 2;

/// A text in UTF-8. A zero byte follows it, which `size` does not count. `data` is never null in what the library gives.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcText {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes.
    pub size: usize,
}

/// Bytes that belong to the object that returned them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcBytes {
    /// The first byte.
    pub data: *const u8,
    /// How many bytes.
    pub size: usize,
}

/// A macro of the command line. Its size is part of the ABI, as it stands in arrays.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcDefine {
    /// The name.
    pub name: *const c_char,
    /// What it stands for; null is the same as `"1"`.
    pub value: *const c_char,
}

/// Options as values. They go before the arguments, which have the last word.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcOptions {
    /// `sizeof(HlslcOptions)`.
    pub struct_size: usize,
    /// The target profile, such as `"ps_6_6"`; may be null if an argument says it.
    pub target: *const c_char,
    /// The entry point; null is `"main"`.
    pub entry: *const c_char,
    /// Macros.
    pub defines: *const HlslcDefine,
    /// How many.
    pub define_count: usize,
    /// Folders that are searched for included files.
    pub include_dirs: *const *const c_char,
    /// How many.
    pub include_dir_count: usize,
    /// One of `HlslcBackend`.
    pub backend: u32,
    /// One of `HlslcOptimization`.
    pub optimization: u32,
    /// The version of the language as its year, such as 2021; zero is the default one.
    pub language: u32,
    /// `HLSLC_DEBUG_INFO` and the like.
    pub flags: u32,
}

/// The answer of an include callback. It comes with zeros in it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcIncluded {
    /// The size of this struct in the library that asks; fields beyond it are not there.
    pub struct_size: usize,
    /// The bytes of the file.
    pub data: *const u8,
    /// How many bytes.
    pub size: usize,
    /// The name of the file for messages and for relative includes in it; null is the path that was asked for.
    pub name: *const c_char,
    /// Why the file could not be read, if that is so.
    pub message: *const c_char,
    /// Anything that the release callback needs.
    pub token: *mut c_void,
}

/// Finds an included file. It is called with one path after another, beside the including file (for `"…"`) and in each folder of
/// `-I`, until a file is there. It returns one of `HLSLC_INCLUDE_FOUND`, `_NOT_FOUND`, `_FAILED`, and fills `included` in the first
/// case and the last. It runs on the thread that compiles, and must not throw an exception.
pub type HlslcInclude =
    Option<unsafe extern "C" fn(user: *mut c_void, path: *const c_char, included: *mut HlslcIncluded) -> i32>;

/// Takes back what an include callback gave; called once after each call of it, whatever it returned.
pub type HlslcIncludeRelease = Option<unsafe extern "C" fn(user: *mut c_void, included: *mut HlslcIncluded)>;

/// What is to be compiled, and how.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcRequest {
    /// `sizeof(HlslcRequest)`.
    pub struct_size: usize,
    /// The source: UTF-8, or UTF-16 or UTF-32 with a byte order mark. No zero has to follow it.
    pub source: *const c_char,
    /// How many bytes.
    pub source_size: usize,
    /// The name of the source for messages and relative includes; null is `"hlsl.hlsl"`.
    pub source_name: *const c_char,
    /// Words of a command line, as `hlslc` and dxc take them, such as `"-T"`, `"ps_6_6"`.
    pub arguments: *const *const c_char,
    /// How many.
    pub argument_count: usize,
    /// Options as values, or null.
    pub options: *const HlslcOptions,
    /// Finds included files; null if there are none.
    pub include: HlslcInclude,
    /// Takes back what `include` gave; may be null.
    pub include_release: HlslcIncludeRelease,
    /// What both are called with.
    pub include_user: *mut c_void,
}

/// A diagnostic. Texts belong to the result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcDiagnostic {
    /// `sizeof(HlslcDiagnostic)`.
    pub struct_size: usize,
    /// The code, such as `E0203`; empty for what is about an option.
    pub code: HlslcText,
    /// The name after `-W` that turns it off; empty for errors.
    pub group: HlslcText,
    /// What is wrong.
    pub message: HlslcText,
    /// The file; empty if it is about no place.
    pub file: HlslcText,
    /// One of `HlslcSeverity`.
    pub severity: u32,
    /// The line, from 1; zero if it is about no place.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// How many notes it has: `hlslc_result_note`.
    pub note_count: u32,
    /// How many repairs it has: `hlslc_result_fix`.
    pub fix_count: u32,
}

/// A remark to a diagnostic, with a place or without.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcNote {
    /// `sizeof(HlslcNote)`.
    pub struct_size: usize,
    /// The remark; empty if the place says it all.
    pub message: HlslcText,
    /// The file; empty if it is about no place.
    pub file: HlslcText,
    /// The line, from 1; zero if it is about no place.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
}

/// A change of the source that repairs what is wrong.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HlslcFix {
    /// `sizeof(HlslcFix)`.
    pub struct_size: usize,
    /// In words.
    pub message: HlslcText,
    /// The new text.
    pub replacement: HlslcText,
    /// The file.
    pub file: HlslcText,
    /// The first byte in the file's text that is replaced.
    pub offset: usize,
    /// How many bytes are replaced.
    pub size: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

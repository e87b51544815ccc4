//! Wraps the interface for Rust: a request with owned texts, and a result that is freed.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};

use hlslc_c::abi::*;
use hlslc_c::*;

/// A compute shader that compiles.
pub const GOOD: &str = "RWBuffer<uint> Out : register(u0);
cbuffer Settings { uint scale; };
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i * scale; }
";

/// A result, freed in the end.
pub struct Compiled {
    pub status: HlslcStatus,
    pub result: *mut HlslcResult,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: it came from `hlslc_compile`, and no one else has it.
        unsafe { hlslc_result_free(self.result) };
    }
}

pub fn bytes_of(bytes: HlslcBytes) -> Vec<u8> {
    assert!(!bytes.data.is_null());
    // SAFETY: the library says that there are this many.
    let with_zero = unsafe { std::slice::from_raw_parts(bytes.data, bytes.size + 1) };
    assert_eq!(with_zero.last(), Some(&0), "a zero stands behind what is given out");
    with_zero[..bytes.size].to_vec()
}

pub fn text_of(text: HlslcText) -> String {
    String::from_utf8(bytes_of(HlslcBytes { data: text.data.cast(), size: text.size })).expect("UTF-8")
}

/// A request with nothing in it but its size.
pub fn request() -> HlslcRequest {
    HlslcRequest {
        struct_size: size_of::<HlslcRequest>(),
        source: null(),
        source_size: 0,
        source_name: null(),
        arguments: null(),
        argument_count: 0,
        options: null(),
        include: None,
        include_release: None,
        include_user: null_mut(),
    }
}

/// Options with nothing in them but their size.
pub fn options() -> HlslcOptions {
    HlslcOptions {
        struct_size: size_of::<HlslcOptions>(),
        target: null(),
        entry: null(),
        defines: null(),
        define_count: 0,
        include_dirs: null(),
        include_dir_count: 0,
        backend: 0,
        optimization: 0,
        language: 0,
        flags: 0,
    }
}

/// Compiles what a request says.
pub fn run(request: &HlslcRequest) -> Compiled {
    let mut result = null_mut();
    // SAFETY: all pointers of the request are good for as long as the call.
    let status = unsafe { hlslc_compile(request, &raw mut result) };
    Compiled { status, result }
}

/// Compiles with these words, and what the change makes of the request.
pub fn compile_with(source: &str, words: &[&str], change: impl FnOnce(&mut HlslcRequest)) -> Compiled {
    let words: Vec<CString> = words.iter().map(|word| CString::new(*word).expect("no zero")).collect();
    let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let mut request = HlslcRequest {
        source: source.as_ptr().cast(),
        source_size: source.len(),
        source_name: c"shader.hlsl".as_ptr(),
        arguments: pointers.as_ptr(),
        argument_count: pointers.len(),
        ..request()
    };
    change(&mut request);
    run(&request)
}

pub fn compile(source: &str, words: &[&str]) -> Compiled {
    compile_with(source, words, |_| {})
}

impl Compiled {
    pub fn output(&self, kind: HlslcOutput) -> Result<Vec<u8>, HlslcStatus> {
        let mut bytes = HlslcBytes { data: null(), size: 7 };
        // SAFETY: the result was not freed, and there is room.
        match unsafe { hlslc_result_output(self.result, kind as u32, &raw mut bytes) } {
            HlslcStatus::Ok => Ok(bytes_of(bytes)),
            status => {
                assert_eq!(bytes.size, 0, "nothing is given where there is nothing");
                Err(status)
            }
        }
    }

    pub fn text(&self, kind: HlslcOutput) -> String {
        String::from_utf8(self.output(kind).expect("there is one")).expect("UTF-8")
    }

    /// The messages of all diagnostics.
    pub fn messages(&self) -> Vec<String> {
        // SAFETY: the result was not freed.
        let count = unsafe { hlslc_result_diagnostic_count(self.result) };
        (0..count).map(|index| text_of(self.diagnostic(index).message)).collect()
    }

    pub fn diagnostic(&self, index: usize) -> HlslcDiagnostic {
        let none = HlslcText { data: null(), size: 0 };
        let mut found = HlslcDiagnostic {
            struct_size: size_of::<HlslcDiagnostic>(),
            code: none,
            group: none,
            message: none,
            file: none,
            severity: 0,
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            note_count: 0,
            fix_count: 0,
        };
        // SAFETY: the result was not freed, and the struct is as large as it says.
        let status = unsafe { hlslc_result_diagnostic(self.result, index, &raw mut found) };
        assert_eq!(status, HlslcStatus::Ok);
        found
    }

    pub fn note(&self, diagnostic: usize, index: usize) -> HlslcNote {
        let none = HlslcText { data: null(), size: 0 };
        let mut found = HlslcNote {
            struct_size: size_of::<HlslcNote>(),
            message: none,
            file: none,
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
        };
        // SAFETY: as for a diagnostic.
        let status = unsafe { hlslc_result_note(self.result, diagnostic, index, &raw mut found) };
        assert_eq!(status, HlslcStatus::Ok);
        found
    }

    pub fn fix(&self, diagnostic: usize, index: usize) -> HlslcFix {
        let none = HlslcText { data: null(), size: 0 };
        let mut found = HlslcFix {
            struct_size: size_of::<HlslcFix>(),
            message: none,
            replacement: none,
            file: none,
            offset: 0,
            size: 0,
            line: 0,
            column: 0,
        };
        // SAFETY: as for a diagnostic.
        let status = unsafe { hlslc_result_fix(self.result, diagnostic, index, &raw mut found) };
        assert_eq!(status, HlslcStatus::Ok);
        found
    }

    pub fn dependencies(&self) -> Vec<String> {
        // SAFETY: the result was not freed.
        let count = unsafe { hlslc_result_dependency_count(self.result) };
        let name = |index| {
            let mut name = HlslcText { data: null(), size: 0 };
            // SAFETY: as above, and there is room.
            let status = unsafe { hlslc_result_dependency(self.result, index, &raw mut name) };
            assert_eq!(status, HlslcStatus::Ok);
            text_of(name)
        };
        (0..count).map(name).collect()
    }
}

/// Files for an include callback, and what it was asked.
pub struct Files<'a> {
    pub files: &'a [(&'a str, &'a str)],
    pub asked: Vec<String>,
    pub released: usize,
    names: Vec<CString>,
}

impl<'a> Files<'a> {
    pub fn new(files: &'a [(&'a str, &'a str)]) -> Self {
        Self { files, asked: Vec::new(), released: 0, names: Vec::new() }
    }

    /// Puts the callback into a request.
    pub fn serve(&mut self, request: &mut HlslcRequest) {
        request.include = Some(find);
        request.include_release = Some(release);
        request.include_user = std::ptr::from_mut(self).cast();
    }
}

unsafe extern "C" fn find(user: *mut c_void, path: *const c_char, included: *mut HlslcIncluded) -> i32 {
    // SAFETY: `serve` put it there, and the call of the compiler has not returned.
    let files = unsafe { &mut *user.cast::<Files>() };
    // SAFETY: the library gives a text that ends with a zero.
    let path = unsafe { std::ffi::CStr::from_ptr(path) }.to_str().expect("UTF-8");
    // SAFETY: the library gives a struct of its own.
    let included = unsafe { &mut *included };
    assert_eq!(included.struct_size, size_of::<HlslcIncluded>());
    assert!(included.data.is_null() && included.size == 0 && included.token.is_null());
    files.asked.push(path.to_owned());
    match files.files.iter().find(|row| row.0 == path) {
        Some((name, "unreadable")) => {
            files.names.push(CString::new(format!("{name} is locked")).expect("no zero"));
            included.message = files.names.last().expect("pushed").as_ptr();
            HLSLC_INCLUDE_FAILED
        }
        Some((_, text)) => {
            (included.data, included.size) = (text.as_ptr(), text.len());
            included.token = user;
            HLSLC_INCLUDE_FOUND
        }
        None => HLSLC_INCLUDE_NOT_FOUND,
    }
}

unsafe extern "C" fn release(user: *mut c_void, included: *mut HlslcIncluded) {
    // SAFETY: as in `find`.
    let (files, included) = unsafe { (&mut *user.cast::<Files>(), &*included) };
    assert!(included.data.is_null() || included.token == user);
    files.released += 1;
}

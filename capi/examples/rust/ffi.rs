//! Compiles a text through the C interface, as a program in any language does that can call C.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use hlslc_c::abi::{HlslcBytes, HlslcOutput, HlslcRequest, HlslcStatus};
use hlslc_c::{HlslcResult, hlslc_compile, hlslc_result_free, hlslc_result_output, hlslc_status_text};

/// A result that is freed in the end.
struct Compiled(*mut HlslcResult);

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: it came from `hlslc_compile`, and no one else has it.
        unsafe { hlslc_result_free(self.0) };
    }
}

impl Compiled {
    fn output(&self, kind: HlslcOutput) -> Option<Vec<u8>> {
        let mut bytes = HlslcBytes { data: null(), size: 0 };
        // SAFETY: the result was not freed, and there is room for the answer.
        let status = unsafe { hlslc_result_output(self.0, kind as u32, &raw mut bytes) };
        // SAFETY: the bytes belong to the result, which is still there.
        (status == HlslcStatus::Ok).then(|| unsafe { std::slice::from_raw_parts(bytes.data, bytes.size) }.to_vec())
    }
}

/// The object, or what is wrong.
pub fn object(source: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let words: Result<Vec<CString>, _> = arguments.iter().map(|word| CString::new(*word)).collect();
    let words = words.map_err(|error| error.to_string())?;
    let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let request = HlslcRequest {
        struct_size: size_of::<HlslcRequest>(),
        source: source.as_ptr().cast(),
        source_size: source.len(),
        source_name: c"text.hlsl".as_ptr(),
        arguments: pointers.as_ptr(),
        argument_count: pointers.len(),
        options: null(),
        include: None,
        include_release: None,
        include_user: null_mut(),
    };
    let mut result = null_mut();
    // SAFETY: every pointer of the request is good until the call returns, and there is room for the result.
    let status = unsafe { hlslc_compile(&raw const request, &raw mut result) };
    let result = Compiled(result);
    result.output(HlslcOutput::Object).ok_or_else(|| {
        let reported = result.output(HlslcOutput::Errors).unwrap_or_else(|| {
            // SAFETY: the text is the library's own.
            unsafe { CStr::from_ptr(hlslc_status_text(status as i32)) }.to_bytes().to_vec()
        });
        String::from_utf8_lossy(&reported).into_owned()
    })
}

fn main() -> Result<(), String> {
    let container = object("float4 main() : SV_Target { return 1; }", &["-T", "ps_6_6"])?;
    println!("{}, {} bytes", String::from_utf8_lossy(&container[..4]), container.len());
    Ok(())
}

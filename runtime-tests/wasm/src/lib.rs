//! Builds the library for a test in a WebAssembly machine, where there is no clock, no thread and no file.
//!
//! Input: a request, as bytes in a place that [`room`] gives: words of a command line, one a line, an empty line, and the source.
//! Output: what [`compile`] leaves there: how many bytes follow, what was said, a zero, and the object. Between two calls nothing
//! is held but these bytes. [`answer`] is the whole of it, and the test calls it natively too.

use std::sync::{Mutex, PoisonError};

use hlslc::{Compiler, NoIncludes, Options, Style};

/// Where requests come and answers go.
static MAIL: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// What comes of a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let cut = request.windows(2).position(|pair| pair == b"\n\n").unwrap_or(request.len());
    let (words, source) = (&request[..cut], request.get(cut + 2..).unwrap_or_default());
    let words = String::from_utf8_lossy(words);
    let (said, object) = match Options::from_args(words.lines()) {
        Ok(options) => {
            let output = Compiler::new(options).compile("shader.hlsl", source, &NoIncludes);
            (output.render(Style::Excerpt, false), output.object.unwrap_or_default())
        }
        Err(faults) => (faults.join("\n"), Vec::new()),
    };
    [said.as_bytes(), &[0], &object].concat()
}

/// Room for a request of so many bytes.
#[expect(unsafe_code, reason = "what is exported has a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut mail = MAIL.lock().unwrap_or_else(PoisonError::into_inner);
    *mail = vec![0; bytes];
    mail.as_mut_ptr()
}

/// Takes the request, and gives where the answer lies: its length in four bytes, the least first, and the answer.
#[expect(unsafe_code, reason = "what is exported has a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn compile() -> *const u8 {
    let mut mail = MAIL.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = answer(&mail);
    *mail = [&(answer.len() as u32).to_le_bytes(), answer.as_slice()].concat();
    mail.as_ptr()
}

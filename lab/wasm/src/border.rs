//! Takes requests into a module of WebAssembly and answers out of it, as bytes; a panic leaves its message.
//!
//! The module of the compiler and that of `lab/gpu` have it; each brings a `Session` and a `respond`.

use std::sync::{Mutex, PoisonError};

use crate::{Session, mail, respond};

/// Where requests come and answers go, and what is kept.
static MAIL: Mutex<(Vec<u8>, Option<Session>)> = Mutex::new((Vec::new(), None));

/// The message of a panic.
static LAST_WORDS: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Room for a request of this many bytes.
#[expect(unsafe_code, reason = "what is exported has a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let (mail, session) = &mut *MAIL.lock().unwrap_or_else(PoisonError::into_inner);
    if session.is_none() {
        *session = Some(Session::default());
        std::panic::set_hook(Box::new(|what| {
            *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = mail::framed(what.to_string().into_bytes());
        }));
    }
    *mail = vec![0; bytes];
    mail.as_mut_ptr()
}

/// Answers the request in that room, and gives where the answer lies: its length in four bytes, the least first, and the answer.
#[expect(unsafe_code, reason = "what is exported has a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let (mail, session) = &mut *MAIL.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = respond(session.get_or_insert_default(), mail);
    *mail = mail::framed(answer);
    mail.as_ptr()
}

/// The message of the panic that ended the last request, framed as an answer is. It can be called when [`answer`] has trapped.
#[expect(unsafe_code, reason = "what is exported has a name of its own")]
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    let mut words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if words.is_empty() {
        *words = mail::framed(Vec::new());
    }
    words.as_ptr()
}

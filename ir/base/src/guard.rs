//! Turns a panic, which is a mistake of the compiler, into a value that can be reported.
//!
//! Input: a closure. Output: its result, or the message of the panic. Data that the closure borrowed mutably may be in an
//! inconsistent state afterwards, so the caller drops it after an error.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work; an error is the message of a panic in it.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => {
            payload.downcast::<&str>().map_or_else(|_| "no reason given".to_owned(), |text| (*text).to_owned())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn the_message_of_a_panic_is_kept() {
        let list = [1, 2];
        assert_eq!(guard(|| list[1]), Ok(2));
        let at = list.len();
        assert_eq!(guard(|| list[at]), Err("index out of bounds: the len is 2 but the index is 2".to_owned()));
        assert_eq!(guard::<()>(|| panic!("plain")), Err("plain".to_owned()));
        assert_eq!(guard::<()>(|| std::panic::panic_any(1)), Err("no reason given".to_owned()));
    }
}

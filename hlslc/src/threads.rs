//! Two things at once, where there are threads.

use std::thread;

/// Does `one` on a thread of its own, if there is one to be had, while `other` is done here.
pub(crate) fn beside<A: Send, B>(one: impl Fn() -> A + Sync, other: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let running = thread::Builder::new().spawn_scoped(scope, &one);
        let second = other();
        let first = match running {
            Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => one(),
        };
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_are_done() {
        assert_eq!(super::beside(|| 1 + 1, || "two"), (2, "two"));
    }
}

//! Provides the threads of the command to the library.

use hlslc::{Threads, Work};
use std::thread;

/// As much as the main thread of a process has: sources are checked on these threads too, which follows their nesting.
const STACK: usize = 8 << 20;

/// As many as were asked for, or as there are processors.
pub fn lent(wanted: Option<usize>) -> Threads {
    let processors = || thread::available_parallelism().map_or(1, Into::into);
    Threads { count: wanted.unwrap_or_else(processors), run: at_once }
}

fn at_once(here: &mut dyn FnMut(), others: &mut [&mut Work<'_>]) {
    thread::scope(|scope| {
        for work in others {
            // The scope waits for it. Where there is no thread to be had it is left to who asks.
            drop(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
        }
        here();
    });
}

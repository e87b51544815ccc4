//! Provides the threads of the command to the library.

use hlslc::{ThreadCount, Threads, Work};
use std::sync::OnceLock;
use std::thread;

/// As much as the main thread of a process has: sources are checked on these threads too, which follows their nesting.
const STACK: usize = 8 << 20;

/// As many as were asked for, or as there are processors.
pub fn lent(wanted: Option<usize>) -> Threads {
    Threads { count: wanted.map_or(ThreadCount::Asked(processors), ThreadCount::Of), run: at_once }
}

/// The number of processors, for which the system is asked once: on Linux it reads the files of control groups.
fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| thread::available_parallelism().map_or(1, Into::into))
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

//! Time for measurements.

use std::time::{Duration, Instant};

/// The processor time of this thread where the system tells it, since other work on the machine would bend the curve; else
/// the time on the wall.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// Of the processor, when it started.
    Processor(Duration),
    /// On the wall.
    Wall(Instant),
}

impl Clock {
    /// Starts.
    pub fn start() -> Self {
        spent_on_processor().map_or_else(|| Self::Wall(Instant::now()), Self::Processor)
    }

    /// The time since it started.
    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => spent_on_processor().unwrap_or(*start).saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

/// Linux counts it in nanoseconds, first of three numbers, and brings it up to date when the thread gives way.
fn spent_on_processor() -> Option<Duration> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

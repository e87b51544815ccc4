//! Measures time: the processor time of the thread, if the system reports it.

use std::time::{Duration, Instant};

/// The processor time of this thread if the system reports it, as other work on the machine would distort a
/// measurement; otherwise the wall time.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The processor time at the start.
    Processor(Duration),
    /// The wall time at the start.
    Wall(Instant),
}

impl Clock {
    /// Starts the clock.
    pub fn start() -> Self {
        spent_on_processor().map_or_else(|| Self::Wall(Instant::now()), Self::Processor)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => spent_on_processor().unwrap_or(*start).saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

/// A call costs less than a microsecond; the equivalent file of the system would cost seven.
#[cfg(unix)]
fn spent_on_processor() -> Option<Duration> {
    cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(not(unix))]
fn spent_on_processor() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn who_waits_takes_no_time_of_the_processor() {
        let (clock, wall) = (Clock::start(), Instant::now());
        std::thread::sleep(Duration::from_millis(50));
        assert!(clock.elapsed() < wall.elapsed() / 2);
        let mut sum = 0u64;
        while clock.elapsed().is_zero() {
            sum = std::hint::black_box(sum + 1);
        }
    }
}

//! Draws a progress bar on a terminal; without a terminal, it draws nothing.

use std::io::{IsTerminal as _, Write as _};

/// The width of the bar itself.
const WIDTH: usize = 30;

/// What is shown of the name of what was done last.
const NAME: usize = 40;

/// Shows how far something is.
pub struct Progress {
    all: usize,
    done: usize,
    is_watched: bool,
}

impl Progress {
    /// For this many things.
    pub fn new(all: usize) -> Self {
        Self { all, done: 0, is_watched: std::io::stderr().is_terminal() }
    }

    /// One more is done.
    pub fn step(&mut self, name: &str) {
        self.done += 1;
        if self.is_watched {
            tell(&format!("\r{}\x1b[K", line(self.done, self.all, name)));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_watched && self.done > 0 {
            tell("\r\x1b[K");
        }
    }
}

/// A terminal that is gone is no reason to stop.
fn tell(text: &str) {
    let mut stream = std::io::stderr().lock();
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

fn line(done: usize, all: usize, name: &str) -> String {
    let full = (WIDTH * done / all.max(1)).min(WIDTH);
    let skipped = name.chars().count().saturating_sub(NAME);
    let end: String = name.chars().skip(skipped).collect();
    format!("[{}{}] {done} of {all}  {end}", "=".repeat(full), " ".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_bar_fills_and_names_show_their_end() {
        assert_eq!(super::line(1, 3, "a"), "[==========                    ] 1 of 3  a");
        assert!(
            super::line(3, 3, &format!("{}end", "x".repeat(50)))
                .ends_with("3 of 3  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxend")
        );
    }
}

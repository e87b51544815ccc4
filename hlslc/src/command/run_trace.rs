//! Implements `hlslc run --trace`: selects the thread, and prints its trace.
//!
//! Input: the thread as the command line names it; each instruction that it executes. Output: a line for each, up to a number of lines.

use std::fmt::Write;

use hlslc_interp::{Step, Thread};

use crate::files::{print_text, say};
use hlslc_base::shown::escaped;

/// Lines of a trace if nothing is said of it.
pub const LINES: u64 = 10_000;

/// The number of bytes that are written at once.
const AT_ONCE: usize = 1 << 16;

/// A group, as its number or its place, and a thread in it.
pub fn parse(text: &str) -> Result<(Vec<u32>, u32), String> {
    let bad = || format!("`{text}` is no thread such as 5, 2:5 or 1,0,0:5");
    let (group, thread) = text.split_once(':').unwrap_or(("0", text));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| bad());
    let group = group.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if matches!(group.len(), 1 | 3) { Ok((group, number(thread)?)) } else { Err(bad()) }
}

/// The thread, if there is one.
pub fn thread((group, number): &(Vec<u32>, u32), size: [u32; 3], groups: [u32; 3]) -> Result<Thread, String> {
    let threads = size.iter().map(|&count| u64::from(count)).product::<u64>();
    if u64::from(*number) >= threads {
        return Err(format!("`--trace`: a group has {threads} threads, so there is no thread {number}"));
    }
    let [width, height, depth] = groups.map(u64::from);
    let group = match group[..] {
        [x, y, z] => [x, y, z].map(u64::from),
        _ => {
            let at = u64::from(group[0]);
            let row = at / width.max(1);
            [at % width.max(1), row % height.max(1), row / height.max(1)]
        }
    };
    if group.iter().zip([width, height, depth]).any(|(&at, count)| at >= count) {
        let [x, y, z] = group;
        return Err(format!("`--trace`: {width}x{height}x{depth} groups are run, so there is no group {x},{y},{z}"));
    }
    Ok(Thread { group: group.map(|at| at as u32), number: *number })
}

/// Compiles a source with debug information, unless the command line says something of it.
pub fn ask_for_lines(compile: &mut Vec<String>) {
    let is_of_debug = |arg: &String| {
        let name = arg.trim_start_matches(['-', '/']);
        name.len() < arg.len() && ["Zi", "Zs"].contains(&name)
    };
    if !compile.iter().any(is_of_debug) {
        compile.extend(["-Zi", "-Qembed_debug"].map(str::to_owned));
    }
}

/// Prints steps.
pub struct Trace {
    most: u64,
    count: u64,
    text: String,
    failure: Option<String>,
}

impl Trace {
    pub fn new(most: u64) -> Self {
        Self { most, count: 0, text: String::new(), failure: None }
    }

    /// Prints a step; false if there are to be no more.
    pub fn tell(&mut self, step: Step<'_>) -> bool {
        if step.record.is_some() && self.count <= self.most && self.failure.is_none() {
            self.print(step);
            return true;
        }
        if self.count == self.most || self.failure.is_some() {
            self.count = self.count.saturating_add(1);
            return false;
        }
        self.count += 1;
        self.print(step);
        true
    }

    fn print(&mut self, step: Step<'_>) {
        if let Some(place) = step.place {
            let _ = write!(self.text, "{place}: ");
        }
        self.text += step.text;
        self.text.push('\n');
        if self.text.len() >= AT_ONCE {
            self.failure = print_text(&escaped(&std::mem::take(&mut self.text))).err();
        }
    }

    /// Prints what is left, and says if that is not all.
    pub fn finish(self) -> Result<(), String> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        print_text(&escaped(&self.text))?;
        if self.count > self.most {
            say(&format!("hlslc run: the trace ends after {} instructions (`--trace-lines N` for more)\n", self.most));
        }
        Ok(())
    }
}

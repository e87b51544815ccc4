//! Counts the runs of passes and the applications of rules, on request.
//!
//! Input: the events that the runner and [`simplify`](crate::scalar::simplify) record. Output: for each pass how often it ran on a
//! function, or on the module, and how often it changed it; for each algebraic rule how often it fired, including those
//! that never did.

/// The counts of one compilation; empty if they were not requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Whether to count.
    is_on: bool,
    rules: Vec<(&'static str, u32)>,
    passes: Vec<PassCount>,
}

/// The counts of a pass.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassCount {
    /// The name of the pass.
    pub name: &'static str,
    /// The number of runs.
    pub runs: u32,
    /// The number of runs that changed something.
    pub changes: u32,
}

impl Stats {
    /// Counts these rules, and all passes.
    pub(crate) fn on(rules: impl Iterator<Item = &'static str>) -> Self {
        Self { is_on: true, rules: rules.map(|rule| (rule, 0)).collect(), passes: Vec::new() }
    }

    /// Counts an application of a rule.
    pub(crate) fn fired(&mut self, rule: &'static str) {
        if self.is_on
            && let Some((_, count)) = self.rules.iter_mut().find(|(name, _)| *name == rule)
        {
            *count += 1;
        }
    }

    /// Counts a run of a pass.
    pub(crate) fn ran(&mut self, pass: &'static str, changed: bool) {
        if !self.is_on {
            return;
        }
        let at = self.passes.iter().position(|count| count.name == pass).unwrap_or(self.passes.len());
        if at == self.passes.len() {
            self.passes.push(PassCount { name: pass, runs: 0, changes: 0 });
        }
        self.passes[at].runs += 1;
        self.passes[at].changes += u32::from(changed);
    }

    /// The number of applications of each rule, in the order in which rules are tried.
    pub fn rules(&self) -> &[(&'static str, u32)] {
        &self.rules
    }

    /// The counts of passes, in the order of their first runs.
    pub fn passes(&self) -> &[PassCount] {
        &self.passes
    }

    /// Adds the counts of another compilation, or of another pipeline of the same one.
    pub fn add(&mut self, other: &Self) {
        self.is_on |= other.is_on;
        for &(name, count) in &other.rules {
            match self.rules.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => self.rules.push((name, count)),
            }
        }
        for count in &other.passes {
            match self.passes.iter_mut().find(|known| known.name == count.name) {
                Some(sum) => (sum.runs, sum.changes) = (sum.runs + count.runs, sum.changes + count.changes),
                None => self.passes.push(*count),
            }
        }
    }
}

//! Decides which optimisations run: those of the level, minus `-opt-disable`, plus `-opt-enable`.
//!
//! Only optimisations can be switched. The other passes produce the form that a target requires.

use crate::run::pass::{OptLevel, Pass};
use crate::run::schedule::Pipeline;

/// The names of the passes that are a choice, each once, in the order of the pipelines.
pub fn optimisations() -> Vec<&'static str> {
    let pipelines = [Pipeline::Common, Pipeline::Dxil, Pipeline::Spirv];
    let mut names: Vec<&'static str> = Vec::new();
    for pass in pipelines.into_iter().flat_map(Pipeline::passes).filter(|pass| pass.is_choice()) {
        if !names.contains(&pass.name) {
            names.push(pass.name);
        }
    }
    names
}

/// Some of the optimisations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassSet(u64);

impl PassSet {
    /// Those with these names; names that no optimisation has count for nothing.
    pub fn new(names: &[String]) -> Self {
        // Nearly always; it would cost a twentieth of a small shader to find that out from the list.
        if names.is_empty() {
            return Self::default();
        }
        let all = optimisations();
        let places = names.iter().filter_map(|name| all.iter().position(|known| known == name));
        Self(places.filter(|&at| at < 64).fold(0, |set, at| set | 1 << at))
    }

    fn has(self, pass: &Pass) -> bool {
        self.0 != 0
            && optimisations().iter().position(|&name| name == pass.name).is_some_and(|at| self.0 >> at & 1 != 0)
    }
}

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// These do not run.
    pub without: PassSet,
    /// These run at every level.
    pub with: PassSet,
}

impl Choice {
    /// Whether a pass runs at a level.
    pub(crate) fn runs(self, pass: &Pass, level: OptLevel) -> bool {
        !self.without.has(pass) && (level >= pass.from || self.with.has(pass))
    }
}

impl Pass {
    /// Whether code is as right without it.
    pub fn is_choice(&self) -> bool {
        self.from > OptLevel::Disabled
    }
}

//! Decides which optimisations run: those of the level, minus `-opt-disable`, plus `-opt-enable`.
//!
//! Only optimisations can be switched. The other passes produce the form that a target requires.

pub use crate::analysis::PassSet;
use crate::run::pass::{OptLevel, Pass};
use crate::run::schedule::Pipeline;

/// The names of the optimisations, each once, in the order of the pipelines.
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

impl PassSet {
    /// The passes with these names; names of no optimisation are ignored.
    pub fn new(names: &[String]) -> Self {
        let mut set = Self::default();
        // There are rarely any; a search of the schedule would take a twentieth of the time for a small shader.
        if names.is_empty() {
            return set;
        }
        let pipelines = [Pipeline::Common, Pipeline::Dxil, Pipeline::Spirv];
        let passes = pipelines.into_iter().flat_map(Pipeline::passes).filter(|pass| pass.is_choice());
        for pass in passes.filter(|pass| names.iter().any(|name| name == pass.name)) {
            pass.number.into_iter().for_each(|number| set.insert(number));
        }
        set
    }

    fn has(&self, pass: &Pass) -> bool {
        pass.number.is_some_and(|number| self.contains(number))
    }
}

/// The optimisations that are switched on or off.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// These do not run.
    pub without: PassSet,
    /// These run at every level.
    pub with: PassSet,
}

impl Choice {
    /// Whether a pass runs at a level.
    pub(crate) fn runs(&self, pass: &Pass, level: OptLevel) -> bool {
        !self.without.has(pass) && (level >= pass.from || self.with.has(pass))
    }
}

impl Pass {
    /// Whether it is an optimisation, without which the code is as correct.
    pub fn is_choice(&self) -> bool {
        self.from > OptLevel::Disabled
    }
}

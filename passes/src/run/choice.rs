//! Lists the optimisations by name, for `-opt-disable` and `-opt-enable`.
//!
//! Input: names. Output: the rows of the passes. Only optimisations can be switched. The other passes produce the form that a target
//! requires.

pub use crate::analysis::PassSet;
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
}

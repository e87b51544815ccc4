//! States why the passes run in their order: constraints between named runs, and the check of the schedule against
//! them.
//!
//! Input: the pipelines of [`schedule`](crate::run::schedule). Output: their violations ([`violations`]): a constraint
//! that does not hold, or a name that two runs on the route to one target have. Debug builds check once, before the
//! first pipeline runs. A constraint names two runs exactly, not two passes that run several times, so it holds in half
//! of all orders, and no move of another run satisfies it. Cost: runs times constraints.

use crate::run::schedule::{Pipeline, each_row};

/// Pairs of runs with the reason: if both run, the first must run before the second.
pub(crate) const ORDER: &[(&str, &str, &str)] = &[
    ("inline", "early forward-copies", "copies are known only after inlining"),
    ("inline", "interface", "callees take pointers into the interface"),
    ("inline", "localise-globals", "a static has to be one variable for all functions that use it"),
    ("inline", "early sroa", "a variable whose pointer is an argument of a call cannot be split"),
    ("inline", "carry-non-uniform", "an index may be marked in one function and used in another"),
    ("early forward-copies", "interface", "an input that is indexed at run time must not be copied any more"),
    ("localise-globals", "early sroa", "statics are split and promoted like locals"),
    (
        "localise-globals",
        "generic forward-copies",
        "only then are statics local variables whose copies can be forwarded",
    ),
    ("early sroa", "early mem2reg", "only variables that are loaded and stored as scalars or vectors become values"),
    ("early mem2reg", "carry-non-uniform", "dependences of an index are precise for values, not for variables"),
    ("early mem2reg", "propagate-precise", "dependences of a value are precise for values, not for variables"),
    ("early mem2reg", "early simplify", "a constant that is stored to a variable folds only once it is a value"),
    ("early mem2reg", "early propagate-constants", "facts are tracked for values, not for variables"),
    ("early mem2reg", "evaluate-inputs", "the input that a value comes from is not tracked through variables"),
    (
        "carry-non-uniform",
        "early simplify",
        "a warning must be the same at every level, so nothing may be optimised yet",
    ),
    ("carry-non-uniform", "resolve-handles", "a select of handles is non-uniform if one of them is"),
    ("propagate-precise", "early simplify", "only then is it known which float operations may be changed"),
    ("propagate-precise", "generic cse", "a precise operation and a fast one must not be united"),
    ("propagate-precise", "early reassociate", "only then is it known which float operations may be changed"),
    ("early simplify", "constant simplify-cfg", "branches on folded conditions disappear"),
    ("early propagate-constants", "constant simplify-cfg", "branches on constants disappear"),
    ("early propagate-constants", "generic sroa", "the indices of arrays are constants only then"),
    ("early propagate-constants", "keep-tested", "a loop with a constant trip count is unrolled whatever it reads"),
    ("keep-tested", "generic cse", "the load of an exit test may be hoisted out of the loop"),
    ("merge-copies", "generic forward-copies", "a copy of a copy is then a copy"),
    ("generic forward-copies", "generic constant-tables", "a copy of a table must not become a second table"),
    ("generic forward-copies", "check-aggregates", "only the remaining copies count"),
    (
        "generic sroa",
        "generic mem2reg",
        "only variables that are loaded and stored as scalars or vectors become values",
    ),
    ("generic mem2reg", "generic propagate-equality", "facts are tracked for values, not for variables"),
    ("generic cse", "generic propagate-equality", "a condition that is computed twice is one value only then"),
    ("generic propagate-equality", "generic propagate-constants", "facts from branches make other values constant"),
    ("generic simplify", "generic simplify-cfg", "branches on folded conditions disappear"),
    ("generic propagate-constants", "generic simplify-cfg", "branches on constants disappear"),
    ("generic simplify-cfg", "generic if-to-select", "the arms of a branch are single blocks only then"),
    ("generic if-to-select", "selected simplify", "selects of Booleans are ands and ors"),
    ("evaluate-inputs", "generic dce", "the load of the input may have no other use"),
    ("generic hoist-non-boolean", "hoisted cse", "handles from several branches are in one block only then"),
    ("hoisted cse", "generic dce", "united operations leave dead operands"),
    ("generic drop-unread", "generic dce", "operands of removed stores are dead"),
    ("generic dce", "dead simplify-cfg", "dead branches leave chains of blocks"),
    ("generic dce", "generic drop-globals", "only then is it known which globals are used"),
    ("unroll", "unrolled constant-tables", "the stores of a loop have constant indices only then"),
    ("unroll", "evaluate-last-inputs", "the index of the evaluated element may be constant only then"),
    ("unroll", "resolve-handles", "the index of a handle may be constant only then"),
    ("unroll", "check-constants", "the counter of a loop may become the constant that is required"),
    ("unroll", "keep-exits", "an unrolled loop has no exits"),
    ("unroll", "drop-regions", "the annotations state which loops to unroll"),
    ("unroll", "unrolled mem2reg", "arrays indexed by the counter can then become values"),
    ("unroll", "narrow-loads", "the used part of an array may be known only then"),
    ("unroll", "rotate", "an unrolled loop needs no second test"),
    ("split-counters", "unroll", "an inner loop starts with the counter of the outer one only then"),
    (
        "counters simplify",
        "counters simplify-cfg",
        "parameters that pass a counter on unchanged are equal to it only then",
    ),
    ("unrolled simplify-cfg", "unrolled simplify", "the parameters of an iteration are its arguments only then"),
    (
        "unrolled simplify",
        "exited simplify-cfg",
        "exits that no iteration takes would pass on each variable of an array",
    ),
    (
        "exited simplify-cfg",
        "unrolled mem2reg",
        "exits that no iteration takes would pass on each variable of an array",
    ),
    (
        "unrolled sroa",
        "unrolled mem2reg",
        "only variables that are loaded and stored as scalars or vectors become values",
    ),
    ("unrolled mem2reg", "promoted simplify", "a constant that is stored to a variable folds only once it is a value"),
    ("unrolled mem2reg", "promoted propagate-constants", "facts are tracked for values, not for variables"),
    ("promoted simplify", "promoted simplify-cfg", "branches on folded conditions disappear"),
    ("promoted propagate-constants", "promoted simplify-cfg", "branches on constants disappear"),
    ("helper-lanes", "unrolled mem2reg", "the state of helper lanes is in a variable"),
    ("helper-lanes", "flat mem2reg", "the state of helper lanes is in a variable"),
    ("evaluate-last-inputs", "check-constants", "the vertex of an input must be a constant"),
    ("evaluate-last-inputs", "scalarise", "the split of a value is derived from the aggregate"),
    ("keep-exits", "drop-regions", "the annotations state which blocks are in a loop"),
    ("keep-exits", "nest-exits", "an exit that is kept in its loop still has the loop around it"),
    ("nest-exits", "drop-regions", "the annotations state which branches are around a block"),
    ("drop-regions", "unstructured simplify-cfg", "blocks that annotations name cannot be merged"),
    ("drop-regions", "rotate", "no region names a header that is bypassed"),
    ("drop-regions", "thread-jumps", "no region names a block that is bypassed"),
    ("drop-regions", "merge-arms", "no region delimits an arm any more"),
    ("resolve-handles", "resource-access", "the layout of a resource is that of its declaration"),
    ("resolve-handles", "structurize", "handles are rematerialised at their uses, so they must be resolved"),
    ("whole-elements", "resource-access", "the operations of DXIL access elements as a whole"),
    ("whole-elements", "late hoisted cse", "the loads of an element for two of its components are united only then"),
    ("whole-elements", "late dce", "a load that all components of the element replace is dead"),
    ("check-aggregates", "resource-access", "the budget for splitting is checked before"),
    ("resource-access", "access dce", "the pointers that accesses replace are dead"),
    ("resource-access", "scalarise", "loads from resources return vectors until they are split"),
    ("scalarise", "scalar simplify", "components are operands of scalar operations only then"),
    ("scalar cse", "scalar propagate-equality", "a condition that is computed twice is one value only then"),
    ("scalar propagate-equality", "scalar propagate-constants", "facts from branches make other values constant"),
    ("scalar propagate-constants", "scalar dce", "operands of operations that became constant are dead"),
    ("scalarise", "split-lanes", "only then is all memory accessed one scalar at a time"),
    ("scalarise", "flatten-memory", "only then is all memory accessed one scalar at a time"),
    ("scalarise", "early reassociate", "chains consist of scalar operations"),
    ("split-lanes", "flatten-memory", "arrays of vectors become arrays of scalars there as well"),
    ("split-payloads", "flatten-memory", "a payload keeps its type, as would the struct that contains it"),
    ("flatten-memory", "flat sroa", "arrays of scalars with constant indices are split into scalars"),
    ("flatten-memory", "one-value", "each component of an array has an array of its own only then"),
    ("flatten-memory", "merge-arms", "equal addresses are computed by equal operations only then"),
    ("flat sroa", "flat mem2reg", "only variables that are loaded and stored as scalars become values"),
    ("flat mem2reg", "check-reads", "variables without a store are undefined only then"),
    ("flat mem2reg", "settle-undefined", "variables without a store are undefined only then"),
    ("check-reads", "settle-undefined", "undefined operands are replaced by values there"),
    ("one-value", "flat constant-tables", "an array of one value needs no table"),
    ("rotate", "rotated simplify-cfg", "the first test folds if it compares constants"),
    ("rotate", "hoist", "only code after the test executes in every iteration"),
    ("rotate", "thread-jumps", "a loop has one test by then"),
    ("flat simplify", "flat simplify-cfg", "branches on folded conditions disappear"),
    ("flat simplify-cfg", "thread-jumps", "an edge leads directly to the block with the branch only then"),
    ("thread-jumps", "threaded simplify-cfg", "a block with one predecessor is merged with it only then"),
    ("merge-arms", "late if-to-select", "an arm whose store was moved may become a select"),
    ("late if-to-select", "unread simplify", "selects of Booleans are ands and ors"),
    ("late if-to-select", "selected simplify-cfg", "a replaced branch leaves a chain of blocks"),
    ("unread-bits", "unread simplify", "zeros in the place of values without demanded bits fold"),
    ("early reassociate", "reassociated simplify", "common factors fold now"),
    ("early reassociate", "reassociated cse", "common parts of chains are separate operations until then"),
    ("reassociated cse", "late reassociate", "the common pairs of chains are terms only then"),
    ("late reassociate", "fuse-products", "a common term of sums must not be part of one of them"),
    ("late reassociate", "late cse", "common parts of chains are separate operations until then"),
    ("hoist", "late cse", "handles from several branches are in one block only then"),
    ("hoist", "late dce", "a loop with a value that is used after it would stay"),
    ("hoist", "sink", "operations that were hoisted move back to their uses"),
    ("unread simplify", "narrow-loads", "the used parts are known only then"),
    ("unread simplify", "gather-lanes", "the components of one vector are known only then"),
    ("late hoist-non-boolean", "late hoisted cse", "handles from several branches are in one block only then"),
    (
        "late hoist-non-boolean",
        "group-factors",
        "a product of what does not change in a loop is computed before it only then",
    ),
    ("group-factors", "late cse", "products that have scalars in common compute their product once only then"),
    ("group-factors", "late dce", "the products that are replaced are dead"),
    ("narrow-loads", "late cse", "equal parts of two equal loads are united only then"),
    ("narrow-loads", "late dce", "the load of the aggregate is dead"),
    ("gather-lanes", "late cse", "dot products with one vector construct it once only then"),
    ("gather-lanes", "late dce", "the operations on components are dead"),
    ("late cse", "drop-overwritten", "what was stored is known at a load, and the load gone, only then"),
    ("late cse", "late dce", "what was merged leaves dead operands"),
    ("late cse", "fuse-products", "what sums share is one value only then"),
    ("drop-overwritten", "late dce", "what was computed to be stored is dead"),
    ("late drop-unread", "late dce", "what was computed to be stored is dead"),
    ("late dce", "late drop-globals", "only then is it known which globals are used"),
    ("late dce", "implicit-binding", "only what is still used gets a register"),
    ("late dce", "late simplify-cfg", "an arm whose operations are dead is empty, and bypassed, only then"),
    ("late simplify-cfg", "bypassed dce", "what only removed blocks used is dead"),
    (
        "late simplify-cfg",
        "sink",
        "an empty arm would be filled, and stay; and what some arms did not need may be needed always",
    ),
    (
        "late simplify-cfg",
        "dedicate-exits",
        "the blocks that it makes are empty and would be bypassed or removed again",
    ),
    (
        "late simplify-cfg",
        "check-stages",
        "a call that is never reached is none, and branches that join again are no detour",
    ),
    ("sink", "order-sums", "a term is in the block of its sum only then"),
    ("late cse", "order-sums", "what sums share is one value only then"),
    ("sink", "fuse-products", "a product is in the block of its sum only then"),
    ("fuse-products", "fused dce", "the operands of a fused sum are dead"),
    ("late drop-globals", "check-limits", "unused globals violate no limit"),
    ("implicit-binding", "check-root-signature", "a root signature binds registers"),
    ("nest-cases", "structurize", "a switch whose exits are routed leaves at more places than one"),
    ("structurize", "structured dce", "the parameters of blocks that are bypassed are dead"),
];

/// The pipelines for each target, from the source on.
const ROUTES: [(&str, [Pipeline; 2]); 2] =
    [("DXIL", [Pipeline::Common, Pipeline::Dxil]), ("SPIR-V", [Pipeline::Common, Pipeline::Spirv])];

/// A run on the route to a target: its name, and the name of its pass or check.
type Named = (&'static str, &'static str);

/// The runs of a route, in order.
fn runs(pipelines: [Pipeline; 2]) -> Vec<Named> {
    let mut runs = Vec::new();
    for pipeline in pipelines {
        each_row(pipeline.steps(), 0, &mut |row, _| {
            runs.push((row.name(), row.pass().map_or(row.name(), |pass| pass.name)));
        });
    }
    runs
}

/// The violations of the schedule.
pub(crate) fn violations() -> Vec<String> {
    let routes = ROUTES.map(|(target, pipelines)| (target, runs(pipelines)));
    let mut wrong: Vec<String> = Vec::new();
    for (target, runs) in &routes {
        wrong.extend(broken(target, runs));
    }
    for name in ORDER.iter().flat_map(|&(earlier, later, _)| [earlier, later]) {
        if !routes.iter().any(|(_, runs)| runs.iter().any(|run| run.0 == name)) {
            wrong.push(format!("an order constraint names `{name}`, which never runs"));
        }
    }
    wrong
}

/// The violations on the route to one target.
fn broken(target: &str, runs: &[Named]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, &(run, pass)) in runs.iter().enumerate() {
        if runs[..at].iter().any(|other| other.0 == run) {
            wrong.push(format!("{target}: two runs are called `{run}`"));
        }
        if run != pass && !run.strip_suffix(pass).is_some_and(|word| word.ends_with(' ')) {
            wrong.push(format!("{target}: `{run}` does not end in the name of its pass, `{pass}`"));
        }
    }
    let place = |name: &str| runs.iter().position(|run| run.0 == name);
    for &(earlier, later, why) in ORDER {
        if let (Some(one), Some(two)) = (place(earlier), place(later))
            && one >= two
        {
            wrong.push(format!("{target}: `{earlier}` must run before `{later}`: {why}"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schedule_satisfies_its_constraints() {
        assert_eq!(violations(), Vec::<String>::new());
    }

    #[test]
    fn every_constraint_applies_to_a_target() {
        let routes = ROUTES.map(|(_, pipelines)| runs(pipelines));
        for (earlier, later, _) in ORDER {
            let has = |runs: &Vec<Named>, name: &str| runs.iter().any(|run| run.0 == name);
            let applies = routes.iter().any(|runs| has(runs, earlier) && has(runs, later));
            assert!(applies, "`{earlier}` and `{later}` run for no target both");
        }
    }

    #[test]
    fn two_runs_that_change_places_break_their_constraint() {
        let route = runs(ROUTES[0].1);
        let place = |name: &str| route.iter().position(|run| run.0 == name);
        for &(earlier, later, why) in ORDER {
            let (Some(one), Some(two)) = (place(earlier), place(later)) else { continue };
            let mut swapped = route.clone();
            swapped.swap(one, two);
            let message = format!("DXIL: `{earlier}` must run before `{later}`: {why}");
            assert!(broken("DXIL", &swapped).contains(&message), "{message}");
        }
    }

    /// No constraint holds in most orders of the runs, as one between passes that run several times would.
    #[test]
    fn each_constraint_holds_in_half_of_the_shuffles() {
        let (mut seed, shuffles) = (7_u64, 400);
        let mut held = vec![(0, 0); ORDER.len()];
        for (_, pipelines) in ROUTES {
            let mut route = runs(pipelines);
            for _ in 0..shuffles {
                for at in (1..route.len()).rev() {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    route.swap(at, (seed >> 33) as usize % (at + 1));
                }
                let place = |name: &str| route.iter().position(|run| run.0 == name);
                for (&(earlier, later, _), (holds, of)) in ORDER.iter().zip(&mut held) {
                    if let (Some(one), Some(two)) = (place(earlier), place(later)) {
                        (*holds, *of) = (*holds + u32::from(one < two), *of + 1);
                    }
                }
            }
        }
        for ((earlier, later, _), (holds, of)) in ORDER.iter().zip(held) {
            assert!(of > 0 && holds * 10 < of * 6, "`{earlier}` before `{later}` holds in {holds} of {of} shuffles");
        }
    }

    #[test]
    fn names_that_are_ambiguous_are_found() {
        let route = [("late dce", "dce"), ("late dce", "dce"), ("odd sink", "simplify")];
        let wrong = [
            "DXIL: two runs are called `late dce`",
            "DXIL: `odd sink` does not end in the name of its pass, `simplify`",
        ];
        assert_eq!(broken("DXIL", &route), wrong);
    }
}

//! Measures growth with ladders: sources that grow in one dimension, and the exponent by which a measurement grows with
//! them.
//!
//! Input: a ladder and a size. Output: a source; of sizes and what was measured, the exponent: the slope of one logarithm over the
//! other, 1 is linear, 2 is quadratic. `cargo bench --bench growth` climbs from each ladder's base, `hlslc-runtime-tests bench
//! --ladders` from its unit to a thousand times that.

mod sources;

/// A kind of source.
pub struct Ladder {
    /// What grows.
    pub name: &'static str,
    /// The first size where thirty times that is enough.
    pub base: u32,
    /// The first size where it grows by a thousand.
    pub unit: u32,
    /// How many times the unit there may be: a language has limits.
    pub most: u32,
    /// What it is compiled for.
    pub profile: &'static str,
    /// What is measured of it.
    pub works: &'static [Work],
    /// The source of a size.
    pub source: fn(u32) -> String,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Compiling to a DXIL container, which our own rules over DXIL are part of.
    Dxil,
    /// Compiling to SPIR-V.
    Spirv,
    /// The listing of a container.
    DxilListing,
    /// The listing of a SPIR-V module.
    SpirvListing,
}

use Work::{Dxil, DxilListing, Spirv, SpirvListing};

impl Work {
    /// What it makes.
    pub fn name(self) -> &'static str {
        match self {
            Dxil => "DXIL",
            Spirv => "SPIR-V",
            DxilListing => "listing of DXIL",
            SpirvListing => "listing of SPIR-V",
        }
    }

    /// Whether a SPIR-V module is part of it.
    pub fn is_spirv(self) -> bool {
        matches!(self, Spirv | SpirvListing)
    }
}

const BOTH: &[Work] = &[Dxil, Spirv];
const CONTAINER: &[Work] = &[Dxil, DxilListing];
const ALL: &[Work] = &[Dxil, Spirv, DxilListing, SpirvListing];
const COMPUTE: &str = "cs_6_0";
const PIXEL: &str = "ps_6_0";
const LIBRARY: &str = "lib_6_3";

impl Ladder {
    /// The options that compile it.
    pub fn options(&self) -> Vec<String> {
        ["-E", "main", "-T", self.profile, "-HV", "2021"].map(str::to_owned).to_vec()
    }
}

/// All of them.
pub const LADDERS: &[Ladder] = &[
    Ladder {
        name: "statements",
        base: 300,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::statements,
    },
    Ladder {
        name: "unrolled loops in a row",
        base: 25,
        unit: 2,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::unrolled_loops,
    },
    Ladder {
        name: "unrolled loops, nested",
        base: 3,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::unrolled_nest,
    },
    Ladder {
        name: "inlined returns",
        base: 25,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::inlined_returns,
    },
    Ladder {
        name: "chain of calls",
        base: 25,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::call_chain,
    },
    Ladder {
        name: "structs by value through calls",
        base: 25,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::struct_through_calls,
    },
    Ladder {
        name: "breaks in one loop",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::breaks,
    },
    Ladder {
        name: "breaks on inputs",
        base: 940,
        unit: 10,
        most: 1000,
        profile: PIXEL,
        works: BOTH,
        source: sources::breaks_on_inputs,
    },
    Ladder {
        name: "else-if chain",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::else_ifs,
    },
    Ladder {
        name: "early returns",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::early_returns,
    },
    Ladder {
        name: "cases of a switch",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::cases,
    },
    Ladder {
        name: "constants of a switch",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::case_constants,
    },
    Ladder {
        name: "cases that run on",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::cases_that_run_on,
    },
    Ladder {
        name: "variables of a loop",
        base: 300,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::loop_variables,
    },
    Ladder {
        name: "resources without a register",
        base: 940,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::unbound_resources,
    },
    Ladder {
        name: "conditional expressions",
        base: 940,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::conditionals,
    },
    Ladder {
        name: "initialiser of a constant table",
        base: 940,
        unit: 20,
        most: 1000,
        profile: COMPUTE,
        works: ALL,
        source: sources::constant_table,
    },
    Ladder {
        name: "initialiser of a local array",
        base: 940,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::local_table,
    },
    Ladder {
        name: "a large struct read by value",
        base: 94,
        unit: 2,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::struct_reads,
    },
    Ladder {
        name: "exported functions",
        base: 94,
        unit: 2,
        most: 1000,
        profile: LIBRARY,
        works: CONTAINER,
        source: sources::exported,
    },
    Ladder {
        name: "exported functions that call",
        base: 94,
        unit: 1,
        most: 1000,
        profile: LIBRARY,
        works: CONTAINER,
        source: sources::exported_chain,
    },
    Ladder {
        name: "miss shaders",
        base: 94,
        unit: 2,
        most: 1000,
        profile: LIBRARY,
        works: CONTAINER,
        source: sources::miss_shaders,
    },
    Ladder {
        name: "the rows of a struct by value",
        base: 94,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::struct_rows,
    },
    Ladder {
        name: "functions that nothing calls",
        base: 300,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::functions_unused,
    },
    Ladder {
        name: "functions that are called",
        base: 300,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::functions_called,
    },
    Ladder {
        name: "functions of 25 lines",
        base: 25,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::functions_of_25_lines,
    },
    Ladder {
        name: "loops in a row",
        base: 100,
        unit: 2,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::loops,
    },
    Ladder {
        name: "nests of loops and ifs",
        base: 50,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::nests,
    },
    Ladder {
        name: "nested ifs",
        base: 6,
        unit: 1,
        most: 100,
        profile: COMPUTE,
        works: BOTH,
        source: sources::nested_ifs,
    },
    Ladder {
        name: "nested parentheses",
        base: 6,
        unit: 1,
        most: 240,
        profile: COMPUTE,
        works: BOTH,
        source: sources::nested_expression,
    },
    Ladder {
        name: "resources with registers",
        base: 300,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::resources,
    },
    Ladder {
        name: "members of a constant buffer",
        base: 300,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::constants,
    },
    Ladder {
        name: "count of an unrolled loop",
        base: 100,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::unroll_count,
    },
    Ladder {
        name: "count of unrolled loops over an array",
        base: 100,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::unroll_array,
    },
    Ladder {
        name: "an array by value",
        base: 100,
        unit: 10,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::array_by_value,
    },
    Ladder {
        name: "members of a struct",
        base: 300,
        unit: 4,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::struct_members,
    },
    Ladder { name: "macros", base: 300, unit: 10, most: 1000, profile: COMPUTE, works: BOTH, source: sources::macros },
    Ladder {
        name: "lines of comments",
        base: 3000,
        unit: 100,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::comments,
    },
    Ladder { name: "stores", base: 300, unit: 10, most: 1000, profile: COMPUTE, works: BOTH, source: sources::stores },
    Ladder {
        name: "instances of a template",
        base: 100,
        unit: 2,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::instances,
    },
    Ladder {
        name: "products of matrices",
        base: 30,
        unit: 1,
        most: 1000,
        profile: COMPUTE,
        works: BOTH,
        source: sources::matrices,
    },
    Ladder {
        name: "resources of a library",
        base: 30,
        unit: 1,
        most: 100,
        profile: LIBRARY,
        works: BOTH,
        source: sources::library_resources,
    },
    Ladder {
        name: "structs without names",
        base: 100,
        unit: 2,
        most: 300,
        profile: COMPUTE,
        works: BOTH,
        source: sources::nameless,
    },
];

/// The exponent of points (size, measured): the slope of a line through their logarithms, by least squares.
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    (points.len() > 1 && along > 0.0).then(|| across / along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shaders::Loaded;

    #[test]
    fn the_exponent_is_the_slope() {
        let squares: Vec<(f64, f64)> = [1.0, 2.0, 5.0].map(|x| (x, 3.0 * x * x)).to_vec();
        assert!((exponent(&squares).expect("there are points") - 2.0).abs() < 1e-9);
        assert_eq!(exponent(&squares[..1]), None);
    }

    #[test]
    fn the_first_step_of_each_ladder_compiles() {
        for ladder in LADDERS {
            let shader = Loaded::new("ladder.hlsl".to_owned(), (ladder.source)(ladder.unit), ladder.options());
            let made = shader.ours((1, 6), &[]);
            assert!(made.is_ok(), "{}: {made:?}", ladder.name);
        }
    }
}

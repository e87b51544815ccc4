//! Runs the command `faces`, which counts over many shaders how often both compilers' SPIR-V has the same interface,
//! and names the reasons of differences.
//!
//! Input: the cases of the suite, or a file of commands (`FILE.hlsl OPTIONS…` a line, files beside the list). Output: for each shader
//! that differs what does, by aspect, each fact with its reason; a table of counts, one of reasons, and how much has none.

use std::collections::BTreeMap;

use crate::listings::{Shader, for_each_shader};
use dxc_oracle::Dxc;
use hlslc_runtime_tests::outer::Aspect;
use hlslc_runtime_tests::reasons::Pair;

/// SPIR-V, whatever a command says of the target.
const TO_SPIRV: [&str; 1] = ["-spirv"];
/// What the shaders of the suite need.
const OF_SUITE: [&str; 2] = ["-spirv", "-fspv-target-env=vulkan1.1"];
/// What keeps all that nothing uses.
const KEPT: [&str; 2] = ["-fspv-preserve-bindings", "-fspv-preserve-interface"];

/// Runs the command; gives how many facts have no reason.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut table = Table::default();
    for_each_shader(args, &mut |dxc, name, shader| {
        let more: &[&str] = if matches!(shader, Shader::Case(_)) { &OF_SUITE } else { &TO_SPIRV };
        table.add(name, compare(dxc, shader, more));
    })?;
    table.print();
    Ok(table.unexplained)
}

/// Both modules of a shader; where they differ, also what both are with all that nothing uses.
fn compare(dxc: &Dxc, shader: &Shader<'_>, more: &[&str]) -> Result<Pair, String> {
    let theirs = shader.theirs(dxc, more)?;
    let ours = shader.ours(more)?;
    let pair = Pair::of_modules(&theirs, &ours, [None, None])?;
    if pair.explained().is_empty() {
        return Ok(pair);
    }
    let all: Vec<&str> = more.iter().chain(&KEPT).copied().collect();
    Pair::of_modules(&theirs, &ours, [shader.theirs(dxc, &all).ok(), shader.ours(&all).ok()])
}

/// How often there is something of an aspect, how often it differs, and why.
#[derive(Default)]
struct Table {
    compared: usize,
    skipped: usize,
    counts: [(usize, usize); Aspect::ALL.len()],
    /// How many facts have a reason, and in how many shaders.
    reasons: BTreeMap<&'static str, (usize, usize)>,
    /// How many facts have none.
    unexplained: usize,
    /// Shaders with such.
    unexplained_in: usize,
}

impl Table {
    fn add(&mut self, name: &str, pair: Result<Pair, String>) {
        let pair = match pair {
            Ok(pair) => pair,
            Err(why) => {
                self.skipped += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
                return;
            }
        };
        self.compared += 1;
        let explained = pair.explained();
        for ((aspect, _), (there, different)) in Aspect::ALL.iter().zip(&mut self.counts) {
            *there += usize::from(pair.theirs().has(*aspect) || pair.ours().has(*aspect));
            *different += usize::from(explained.iter().any(|row| row.0.aspect == *aspect));
        }
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        let mut open = 0;
        for (aspect, title) in Aspect::ALL {
            let facts: Vec<_> = explained.iter().filter(|row| row.0.aspect == aspect).collect();
            if !facts.is_empty() {
                println!("{name}: {title}");
            }
            for (fact, why) in facts {
                println!("{} {}", if fact.is_ours { '+' } else { '-' }, fact.text);
                match why {
                    Some(why) => println!("    {why}"),
                    None => println!("    !!! no reason is known"),
                }
                open += usize::from(why.is_none());
                if let Some(why) = *why {
                    *found.entry(why).or_default() += 1;
                    self.reasons.entry(why).or_default().0 += 1;
                }
            }
        }
        for why in found.keys() {
            if let Some((_, row)) = self.reasons.iter_mut().find(|(known, _)| *known == why) {
                row.1 += 1;
            }
        }
        self.unexplained += open;
        self.unexplained_in += usize::from(open > 0);
    }

    fn print(&self) {
        println!("\n{} compared, {} not", self.compared, self.skipped);
        for ((_, title), (there, different)) in Aspect::ALL.iter().zip(self.counts) {
            let equal = there - different;
            let percent = if there == 0 { 100.0 } else { 100.0 * equal as f64 / there as f64 };
            println!("{title:26} {equal:>5} of {there} equal {percent:>6.1} %");
        }
        println!("\nfacts  shaders");
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(why, row)| (std::cmp::Reverse(row.0), **why));
        for (why, (facts, shaders)) in reasons {
            println!("{facts:>5}  {shaders:>7}  {why}");
        }
        println!("{:>5}  {:>7}  no reason is known", self.unexplained, self.unexplained_in);
    }
}

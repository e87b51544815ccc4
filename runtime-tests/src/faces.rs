//! The command `faces`: over many shaders, how often an application sees the same of both compilers' SPIR-V.
//!
//! In: the cases of the suite, or a file of commands (`FILE.hlsl OPTIONS…` a line, files beside the list). Out: for each shader that
//! differs what does, by aspect, and a table of counts.

use crate::listings::{Shader, for_each_shader};
use hlslc_runtime_tests::outer::{Aspect, Outer};

/// SPIR-V, whatever a command says of the target.
const TO_SPIRV: [&str; 1] = ["-spirv"];
/// What the shaders of the suite need.
const OF_SUITE: [&str; 2] = ["-spirv", "-fspv-target-env=vulkan1.1"];

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut table = Table::default();
    for_each_shader(args, &mut |dxc, name, shader| {
        let more: &[&str] = if matches!(shader, Shader::Case(_)) { &OF_SUITE } else { &TO_SPIRV };
        let pair = shader.theirs(dxc, more).and_then(|theirs| Ok((theirs, shader.ours(more)?)));
        table.add(name, pair);
    })?;
    table.print();
    Ok(table.differing)
}

/// How often there is something of an aspect, and how often it differs.
#[derive(Default)]
struct Table {
    compared: usize,
    differing: usize,
    skipped: usize,
    counts: [(usize, usize); Aspect::ALL.len()],
}

impl Table {
    fn add(&mut self, name: &str, pair: Result<(Vec<u8>, Vec<u8>), String>) {
        let modules = pair.and_then(|(theirs, ours)| Ok((Outer::of_module(&theirs)?, Outer::of_module(&ours)?)));
        let (theirs, ours) = match modules {
            Ok(modules) => modules,
            Err(why) => {
                self.skipped += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
                return;
            }
        };
        let found = theirs.differences(&ours);
        self.compared += 1;
        self.differing += usize::from(!found.is_empty());
        for ((aspect, _), (there, different)) in Aspect::ALL.iter().zip(&mut self.counts) {
            *there += usize::from(theirs.has(*aspect) || ours.has(*aspect));
            *different += usize::from(found.iter().any(|row| row.0 == *aspect));
        }
        for (aspect, what) in found {
            println!("{name}: {}\n{what}", aspect.title());
        }
    }

    fn print(&self) {
        println!("\n{} compared, {} not", self.compared, self.skipped);
        for ((_, title), (there, different)) in Aspect::ALL.iter().zip(self.counts) {
            println!("{title:26} {:>5} of {there} equal", there - different);
        }
    }
}

//! Runs the command `debug-information`, which checks for many shaders that the output of `-Zi` is valid, changes
//! nothing else, and covers the lines and variables that DXC's covers.
//!
//! Input: the cases of the suite, or a file of commands, as for `listings`; with `--spirv SET`, debug information of SPIR-V in
//! place of DXIL's, SET being a value of `-fspv-debug=`. Output: for each shader what is missing or wrong, and a table.

use dxc_oracle::Dxc;
use hlslc_runtime_tests::debugging::{Coverage, Shown, shown, without_debug_information};
use hlslc_runtime_tests::spirv::{Verdict, validate};
use hlslc_runtime_tests::spirv_debugging::{code, shown_by_module};

use crate::listings::{Shader, for_each_shader};

const WITH_DEBUG: [&str; 2] = ["-Zi", "-Qembed_debug"];

/// What there is to say of one shader.
struct Found {
    ours: Shown,
    theirs: Option<Shown>,
    faults: Vec<String>,
}

/// Runs the command; gives how many shaders have faults.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut rest, mut set) = (Vec::new(), None);
    while let Some(arg) = args.next() {
        if arg == "--spirv" {
            set = Some(args.next().ok_or("--spirv needs a set, such as rich or vulkan")?);
        } else {
            rest.push(arg);
        }
    }
    let (mut coverage, mut compiled, mut faulty, mut rejected) = (Coverage::default(), 0, 0, 0);
    for_each_shader(rest.into_iter(), &mut |dxc, name, shader| {
        let found = match &set {
            Some(set) => look_at_spirv(dxc, shader, set),
            None => look(dxc, shader),
        };
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                rejected += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
                return;
            }
        };
        compiled += 1;
        faulty += usize::from(!found.faults.is_empty());
        for fault in &found.faults {
            println!("{name}: {fault}");
        }
        if let Some(theirs) = &found.theirs {
            coverage.add(&found.ours, theirs);
            let lines: Vec<_> = theirs.lines.difference(&found.ours.lines).collect();
            let variables: Vec<_> = theirs.variables.difference(&found.ours.variables).collect();
            if !lines.is_empty() || !variables.is_empty() {
                println!("{name}: without lines {lines:?}, variables {variables:?}");
            }
        }
    })?;
    let percent = |(all, both): (usize, usize)| {
        let hundredths = both * 10_000 / all.max(1);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    };
    let Coverage { compared, lines, variables } = coverage;
    println!("\n{compiled} compiled, {rejected} not; {faulty} not valid or not the same without debug information");
    println!("{compared} compared with DXC's");
    println!("lines     {:>6} % of {}", percent(lines), lines.0);
    println!("variables {:>6} % of {}", percent(variables), variables.0);
    Ok(faulty)
}

fn look(dxc: &Dxc, shader: &Shader<'_>) -> Result<Found, String> {
    let plain = shader.ours(&[])?;
    let with = shader.ours(&WITH_DEBUG)?;
    let mut faults = Vec::new();
    faults.extend(dxc.validate(&with).err().map(|error| format!("not valid: {error}")));
    if without_debug_information(&plain)? != without_debug_information(&with)? {
        faults.push("not the same without debug information".to_owned());
    }
    let theirs = shader.theirs(dxc, &WITH_DEBUG).and_then(|theirs| shown(dxc, &theirs)).ok();
    Ok(Found { ours: shown(dxc, &with)?, theirs, faults })
}

/// The environments of SPIR-V that shaders are tried for, in order.
const ENVIRONMENTS: [&str; 2] = ["vulkan1.1", "vulkan1.3"];

fn look_at_spirv(dxc: &Dxc, shader: &Shader<'_>, set: &str) -> Result<Found, String> {
    let mut why = String::new();
    for environment in ENVIRONMENTS {
        let (target, debug) = (format!("-fspv-target-env={environment}"), format!("-fspv-debug={set}"));
        let plain = match shader.ours(&["-spirv", &target]) {
            Ok(plain) => plain,
            Err(error) => {
                why = error;
                continue;
            }
        };
        let with = shader.ours(&["-spirv", &target, &debug])?;
        let mut faults = Vec::new();
        if let (Verdict::Valid, Verdict::Invalid(error)) = (validate(&plain, environment), validate(&with, environment))
        {
            faults.push(format!("not valid: {error}"));
        }
        if code(&plain)? != code(&with)? {
            faults.push("not the same code with debug information".to_owned());
        }
        // DXC ends by a fault on some libraries.
        let theirs = (!shader.is_library()).then(|| shader.theirs(dxc, &["-spirv", &target, &debug]));
        let theirs = theirs.and_then(|theirs| shown_by_module(&theirs.ok()?).ok());
        return Ok(Found { ours: shown_by_module(&with)?, theirs, faults });
    }
    Err(why)
}

//! Compares the output of both compilers for one shader.
//!
//! Input: a shader, DXC. Output: a [`Judged`]. What cannot be compared since one has no such part, or since a tool does not know it,
//! is left out or skipped, never equal.

use std::time::Duration;

use dxc_oracle::Dxc;
use dxil::container::{Container, FourCc};

use super::executed::Executed;
use super::handles::Handles;
use super::{Aspect, Judged, Outcome, Verdict, alignment, executed};
use crate::interface::Interface;
use crate::measured::{Made, Turns};
use crate::reflected;
use crate::shaders::{Loaded, Shader, validator_of};
use crate::vulkan::Device;

/// Enough to state a time, for a report that is about more.
const TURNS: Turns = Turns { most: 3, long_enough: Duration::from_millis(50) };

/// More of what a compiler says is of no use to anyone.
const MOST_SAID: usize = 4000;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Whether shaders are executed.
    pub execution: bool,
    /// Whether listings are kept.
    pub listings: bool,
}

/// Judges a shader; what runs our SPIR-V and what runs DXC's, or why there is nothing.
pub fn judge(dxc: &Dxc, devices: [Result<&Device, &str>; 2], shader: &Shader, wanted: Wanted) -> Judged {
    let options = shader.options.join(" ");
    let unknown = |why| Judged::unknown(shader.name.clone(), options.clone(), shader.is_guessed, why);
    let loaded = match shader.read() {
        Ok(loaded) => loaded,
        Err(why) => return unknown(why),
    };
    let validator = validator_of(dxc);
    let (ours, theirs) = (loaded.ours(validator, &[]), loaded.theirs(dxc, validator, &[]));
    let verdict = match (&ours, &theirs) {
        (Ok(_), Ok(_)) => Verdict::Accepted,
        (Err(_), Err(_)) => Verdict::Rejected,
        (Err(_), Ok(_)) => Verdict::OnlyDxc,
        (Ok(_), Err(_)) => Verdict::OnlyHlslc,
    };
    let said = [&ours, &theirs].map(|made| made.as_ref().err().map_or(String::new(), |said| cut(said)));
    let mut judged = Judged { verdict, said, ..unknown(String::new()) };
    if let (Ok(ours), Ok(theirs)) = (&ours, &theirs)
        && let Err(why) = compare(dxc, devices, &loaded, &mut judged, [ours, theirs], wanted)
    {
        return unknown(why);
    }
    judged
}

fn cut(text: &str) -> String {
    text.chars().take(MOST_SAID).collect()
}

fn compare(
    dxc: &Dxc,
    devices: [Result<&Device, &str>; 2],
    loaded: &Loaded,
    judged: &mut Judged,
    [ours, theirs]: [&Vec<u8>; 2],
    wanted: Wanted,
) -> Result<(), String> {
    let read = |bytes: &[u8]| Container::read(bytes).map_err(|error| error.to_string());
    let (our_parts, their_parts) = (read(ours)?, read(theirs)?);
    let (our_listing, their_listing) = (dxc.disassemble(ours)?, dxc.disassemble(theirs)?);
    let mut add = |aspect, outcome: Option<Outcome>| judged.aspects.extend(outcome.map(|outcome| (aspect, outcome)));
    add(
        Aspect::Validator,
        Some(dxc.validate(ours).map_or_else(Outcome::Different, |()| Outcome::Equal(String::new()))),
    );
    let bindings = bindings(&their_listing, &our_listing);
    add(Aspect::Bindings, Some(bindings.map_or(Outcome::Equal(String::new()), Outcome::Different)));
    add(Aspect::Handles, Some(handles(theirs, ours)));
    let parts = |names: &[FourCc]| parts(&our_parts, &their_parts, names);
    add(Aspect::Signatures, parts(&[FourCc::ISG1, FourCc::OSG1, FourCc::PSG1]));
    add(Aspect::Psv0, parts(&[FourCc::PSV0]));
    add(Aspect::Features, parts(&[FourCc::SFI0]));
    add(Aspect::RuntimeData, parts(&[FourCc::RDAT]));
    let reflection = reflected::difference(theirs, ours);
    add(
        Aspect::Reflection,
        Some(match reflection {
            Ok(None) => Outcome::Equal(String::new()),
            Ok(Some((key, what))) => Outcome::Different(format!("{key}: {what}")),
            Err(why) => Outcome::Skipped(why),
        }),
    );
    add(Aspect::RootSignature, parts(&[FourCc::RTS0]));
    if wanted.execution && loaded.option("-T").is_some_and(executed::is_executed) {
        let (validator, [device, their_device]) = (validator_of(dxc), devices);
        for (aspect, outcome) in (Executed { dxc, validator, device, their_device, loaded }).judge(theirs) {
            add(aspect, Some(outcome));
        }
    }
    let [ours, theirs] = TURNS.pair(dxc, loaded, validator_of(dxc), &[])?;
    let made = |(bytes, seconds): &(Vec<u8>, f64)| Made::of(bytes).map(|made| Made { seconds: *seconds, ..made });
    judged.made = Some([made(&ours)?, made(&theirs)?]);
    if wanted.listings {
        judged.listings = alignment::packed(&their_listing, &our_listing);
    }
    Ok(())
}

/// Whether the same handles are made.
fn handles(theirs: &[u8], ours: &[u8]) -> Outcome {
    match (Handles::of_container(theirs), Handles::of_container(ours)) {
        (Ok(theirs), Ok(ours)) => theirs.differences(&ours).map_or(Outcome::Equal(String::new()), Outcome::Different),
        (Err(why), _) | (_, Err(why)) => Outcome::Skipped(why),
    }
}

/// The rows in which the tables of bindings of two listings differ. The other tables are those of parts, which are compared by
/// themselves.
fn bindings(theirs: &str, ours: &str) -> Option<String> {
    let found = Interface::of_listing(theirs).differences(&Interface::of_listing(ours))?;
    let mut lines = found.lines();
    lines.find(|line| *line == "Resource Bindings:")?;
    let rows: Vec<&str> = lines.take_while(|line| line.starts_with(' ')).map(str::trim).collect();
    Some(rows.join("\n"))
}

/// Whether parts are the same bytes; nothing where neither has any of them.
fn parts(ours: &Container, theirs: &Container, names: &[FourCc]) -> Option<Outcome> {
    let mut differing = Vec::new();
    let mut is_there = false;
    for &name in names {
        match (theirs.part(name), ours.part(name)) {
            (None, None) => continue,
            (Some(_), None) => differing.push(format!("{name}: only DXC has it")),
            (None, Some(_)) => differing.push(format!("{name}: only hlslc has it")),
            (Some(expected), Some(found)) if expected != found => {
                let at = expected.iter().zip(found).position(|(a, b)| a != b);
                let at = at.unwrap_or(expected.len().min(found.len()));
                differing.push(format!("{name}: {} and {} bytes, from byte {at} on", expected.len(), found.len()));
            }
            (Some(_), Some(_)) => {}
        }
        is_there = true;
    }
    let outcome =
        if differing.is_empty() { Outcome::Equal(String::new()) } else { Outcome::Different(differing.join("\n")) };
    is_there.then_some(outcome)
}

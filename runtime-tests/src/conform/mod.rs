//! Creates the conformance report, which compares, for each shader, all comparable parts of the output of two
//! compilers.
//!
//! Input: shaders ([`crate::shaders`]). Output: a [`Judged`] each ([`judge`]), which goes to and from JSON, a text of counts, and a page
//! ([`page`]) on which both disassemblies stand side by side ([`alignment`]).

pub mod alignment;
pub mod executed;
pub mod explained;
pub mod handles;
pub mod judge;
pub mod module;
pub mod page;
pub mod settings;
pub mod standing;

use std::fmt::Write as _;

use serde_json::{Value, json};

use standing::{Standing, standings};

use crate::measured::{Compared, MEASURES, Made, mean, quantile, ratios};

/// What both compilers say of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both take it.
    Accepted,
    /// Both reject it.
    Rejected,
    /// DXC takes it, hlslc rejects it.
    OnlyDxc,
    /// hlslc takes it, DXC rejects it.
    OnlyHlslc,
    /// It could not be judged.
    Unknown,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Accepted, Self::Rejected, Self::OnlyDxc, Self::OnlyHlslc, Self::Unknown];

    /// In words, in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "both accept",
            Self::Rejected => "both reject",
            Self::OnlyDxc => "only DXC accepts",
            Self::OnlyHlslc => "only hlslc accepts",
            Self::Unknown => "not judged",
        }
    }
}

/// What is compared of two containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// What DXC's validator says of hlslc's.
    Validator,
    /// The table of bindings in DXC's listing.
    Bindings,
    /// The operands of the operations that make and annotate handles, and the resources' properties ([`handles`]).
    Handles,
    /// The parts ISG1, OSG1 and PSG1.
    Signatures,
    /// The part PSV0.
    Psv0,
    /// The part SFI0.
    Features,
    /// The part RDAT.
    RuntimeData,
    /// What `hlslc reflect --json` says.
    Reflection,
    /// The part RTS0.
    RootSignature,
    /// What our DXIL at `-Od` leaves in memory when it is executed, beside DXC's DXIL; so do the rows below.
    RunOd,
    /// Our DXIL at `-O1`.
    RunO1,
    /// Our DXIL at `-O3`.
    RunO3,
    /// Our DXIL at `-O3` beside our DXIL at `-Od`.
    Levels,
    /// Our SPIR-V at `-Od`, on a device.
    SpirvOd,
    /// Our SPIR-V at `-O3`.
    SpirvO3,
    /// DXC's SPIR-V.
    TheirSpirv,
}

impl Aspect {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 16] = [
        Self::Validator,
        Self::Bindings,
        Self::Handles,
        Self::Signatures,
        Self::Psv0,
        Self::Features,
        Self::RuntimeData,
        Self::Reflection,
        Self::RootSignature,
        Self::RunOd,
        Self::RunO1,
        Self::RunO3,
        Self::Levels,
        Self::SpirvOd,
        Self::SpirvO3,
        Self::TheirSpirv,
    ];

    /// The forms in which a shader is executed.
    pub const ROUTES: [Self; 6] =
        [Self::RunOd, Self::RunO1, Self::RunO3, Self::SpirvOd, Self::SpirvO3, Self::TheirSpirv];

    /// Whether it is of what a shader does.
    pub fn is_execution(self) -> bool {
        Self::ROUTES.contains(&self) || self == Self::Levels
    }

    /// Its title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Validator => "validator",
            Self::Bindings => "bindings",
            Self::Handles => "handles",
            Self::Signatures => "signatures",
            Self::Psv0 => "PSV0",
            Self::Features => "features",
            Self::RuntimeData => "RDAT",
            Self::Reflection => "reflection",
            Self::RootSignature => "RTS0",
            Self::RunOd => "run -Od",
            Self::RunO1 => "run -O1",
            Self::RunO3 => "run -O3",
            Self::Levels => "-O3 as -Od",
            Self::SpirvOd => "SPIR-V -Od",
            Self::SpirvO3 => "SPIR-V -O3",
            Self::TheirSpirv => "DXC's SPIR-V",
        }
    }
}

/// What a comparison gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The same, or clean; with a word on it that may be empty.
    Equal(String),
    /// Not the same: what differs.
    Different(String),
    /// It could not be made.
    Skipped(String),
}

/// All that is known of one shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What it is called.
    pub name: String,
    /// The options both got.
    pub options: String,
    /// Whether entry point and profile are a guess.
    pub is_guessed: bool,
    /// Who takes it.
    pub verdict: Verdict,
    /// What hlslc and DXC say if they reject it; of what could not be judged, why.
    pub said: [String; 2],
    /// What could be compared, in the order of [`Aspect::ALL`].
    pub aspects: Vec<(Aspect, Outcome)>,
    /// hlslc's numbers, then DXC's, of what both take.
    pub made: Option<[Made; 2]>,
    /// Both disassemblies, DXC's first; see [`alignment`].
    pub listings: String,
}

impl Judged {
    /// One of which nothing else is known.
    pub fn unknown(name: String, options: String, is_guessed: bool, why: String) -> Self {
        let said = [why, String::new()];
        Self {
            name,
            options,
            is_guessed,
            verdict: Verdict::Unknown,
            said,
            aspects: Vec::new(),
            made: None,
            listings: String::new(),
        }
    }

    /// What a comparison gave, if it was tried.
    pub fn outcome(&self, aspect: Aspect) -> Option<&Outcome> {
        self.aspects.iter().find(|(of, _)| *of == aspect).map(|(_, outcome)| outcome)
    }

    /// Whether there is nothing to look at.
    pub fn is_good(&self) -> bool {
        let agrees = matches!(self.verdict, Verdict::Accepted | Verdict::Rejected);
        agrees && !self.aspects.iter().any(|(_, outcome)| matches!(outcome, Outcome::Different(_)))
    }

    /// As reports keep it, and as one process hands it to another.
    pub fn to_json(&self) -> Value {
        let aspect = |(aspect, outcome): &(Aspect, Outcome)| {
            let (is, text) = match outcome {
                Outcome::Equal(text) => ("equal", text),
                Outcome::Different(text) => ("different", text),
                Outcome::Skipped(text) => ("skipped", text),
            };
            (aspect.name().to_owned(), json!({ "is": is, "text": text }))
        };
        json!({
            "name": self.name,
            "options": self.options,
            "guessed": self.is_guessed,
            "verdict": self.verdict.name(),
            "said": self.said,
            "aspects": self.aspects.iter().map(aspect).collect::<Value>(),
            "made": self.made.as_ref().map(|made| made.iter().map(Made::to_json).collect::<Vec<_>>()),
            "listings": self.listings,
        })
    }

    /// What [`to_json`](Self::to_json) wrote.
    pub fn from_json(value: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let aspect = |aspect: Aspect| {
            let found = &value["aspects"][aspect.name()];
            let words = text(&found["text"])?;
            let outcome = match found["is"].as_str()? {
                "equal" => Outcome::Equal(words),
                "different" => Outcome::Different(words),
                _ => Outcome::Skipped(words),
            };
            Some((aspect, outcome))
        };
        let made = match value["made"].as_array().map(Vec::as_slice) {
            Some([ours, theirs]) => Some([Made::from_json(ours)?, Made::from_json(theirs)?]),
            _ => None,
        };
        Some(Self {
            name: text(&value["name"])?,
            options: text(&value["options"])?,
            is_guessed: value["guessed"].as_bool()?,
            verdict: Verdict::ALL.into_iter().find(|verdict| value["verdict"] == verdict.name())?,
            said: [text(&value["said"][0])?, text(&value["said"][1])?],
            aspects: Aspect::ALL.into_iter().filter_map(aspect).collect(),
            made,
            listings: text(&value["listings"])?,
        })
    }
}

/// A shader that both take.
struct Both<'a>(&'a str, &'a [Made; 2]);

impl Compared for Both<'_> {
    fn name(&self) -> &str {
        self.0
    }
    fn numbers(&self) -> [&Made; 2] {
        [&self.1[0], &self.1[1]]
    }
}

/// Those that both take.
fn both(all: &[Judged]) -> Vec<Both<'_>> {
    all.iter().filter_map(|judged| Some(Both(&judged.name, judged.made.as_ref()?))).collect()
}

/// How many of each outcome an aspect has: equal, different, skipped.
fn counts(all: &[Judged], aspect: Aspect) -> [usize; 3] {
    let mut counts = [0; 3];
    for outcome in all.iter().filter_map(|judged| judged.outcome(aspect)) {
        let at = match outcome {
            Outcome::Equal(_) => 0,
            Outcome::Different(_) => 1,
            Outcome::Skipped(_) => 2,
        };
        counts[at] += 1;
    }
    counts
}

/// Whether an aspect of a shader differs for no reason that is listed.
fn is_unexplained(judged: &Judged, aspect: Aspect) -> bool {
    matches!(judged.outcome(aspect), Some(Outcome::Different(_))) && explained::why(&judged.name, aspect).is_none()
}

/// The counts, and what differs, a line each.
pub fn render(all: &[Judged]) -> String {
    let mut out = String::new();
    for verdict in Verdict::ALL {
        let found: Vec<&Judged> = all.iter().filter(|judged| judged.verdict == verdict).collect();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "{:>6}  {}", found.len(), verdict.name());
        let which = match verdict {
            Verdict::OnlyDxc | Verdict::Unknown => 0,
            Verdict::OnlyHlslc => 1,
            Verdict::Accepted | Verdict::Rejected => continue,
        };
        for judged in found {
            let _ = writeln!(out, "        {}: {}", judged.name, first_line(&judged.said[which]));
        }
    }
    let _ = writeln!(out, "\n{:12} {:>8} {:>10} {:>12} {:>8}", "", "equal", "different", "unexplained", "skipped");
    for aspect in Aspect::ALL {
        let [equal, different, skipped] = counts(all, aspect);
        let unexplained = all.iter().filter(|judged| is_unexplained(judged, aspect)).count();
        let _ = writeln!(out, "{:12} {equal:>8} {different:>10} {unexplained:>12} {skipped:>8}", aspect.name());
    }
    let _ = writeln!(out);
    for (standing, count, part) in standings(all) {
        let _ = writeln!(out, "{count:>6} {:>5.1} %  {}", 100.0 * part, standing.name());
    }
    for (route, why, count) in standing::hindrances(all) {
        let _ = writeln!(out, "{count:>6} not compared: {}: {why}", route.name());
    }
    for judged in all {
        for (aspect, outcome) in &judged.aspects {
            if let Outcome::Different(what) = outcome {
                let why = explained::why(&judged.name, *aspect).map_or(String::new(), |why| format!(" ({why})"));
                let _ = writeln!(out, "{}: {}: {}{why}", judged.name, aspect.name(), first_line(what));
            }
        }
        if Standing::of(judged).is_some_and(Standing::is_open) {
            let reasons = standing::reasons(judged);
            let _ = writeln!(out, "{}: not in every route: {}", judged.name, reasons.join("; "));
        }
    }
    let both = both(all);
    if !both.is_empty() {
        let _ = writeln!(out, "\n{:14} {:>8} {:>8} {:>8} {:>8}", "of DXC's", "mean", "median", "95 %", "most");
        for (name, of) in MEASURES {
            let all = ratios(&both, of);
            let [median, late, most] = [0.5, 0.95, 1.0].map(|part| quantile(&all, part));
            let _ = writeln!(out, "{name:14} {:>8.3} {median:>8.3} {late:>8.3} {most:>8.3}", mean(&all));
        }
    }
    out
}

/// The first line that says something.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A few shaders of all sorts.
    pub(crate) fn some() -> Vec<Judged> {
        let made = |instructions, seconds| Made { instructions, seconds, bytes: 100, ..Made::default() };
        let first = Judged {
            name: "a<b.hlsl:main".to_owned(),
            options: "-T cs_6_6 -E main".to_owned(),
            is_guessed: true,
            verdict: Verdict::Accepted,
            said: Default::default(),
            aspects: vec![
                (Aspect::Validator, Outcome::Equal(String::new())),
                (Aspect::Bindings, Outcome::Different("Resource Bindings:\n  expected u0\n  found    u1".to_owned())),
                (Aspect::RunO3, Outcome::Skipped("it runs for too long".to_owned())),
            ],
            made: Some([made(12, 0.001), made(10, 0.004)]),
            listings: alignment::packed("%1 = a\n%2 = b\nret\n", "%3 = a\nret\n"),
        };
        let rejected = Judged {
            verdict: Verdict::OnlyDxc,
            said: ["x.hlsl:1:1: error: no </script> here [E0101]".to_owned(), String::new()],
            name: "x.hlsl:main".to_owned(),
            aspects: Vec::new(),
            made: None,
            listings: String::new(),
            ..first.clone()
        };
        let lost =
            Judged::unknown("y.hlsl:main".to_owned(), String::new(), false, "it did not end within 60 s".to_owned());
        vec![first, rejected, lost]
    }

    #[test]
    fn counts_and_differences_are_told() {
        insta::assert_snapshot!(render(&some()));
    }

    #[test]
    fn what_is_judged_goes_from_one_process_to_another() {
        for judged in some() {
            assert_eq!(Judged::from_json(&judged.to_json()), Some(judged));
        }
        assert_eq!(Judged::from_json(&json!({})), None);
    }
}

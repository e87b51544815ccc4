//! For each rule of DXIL a container that breaks it: a small shader, compiled and then changed in one place.
//!
//! A case is one row: the rule, the shader, what is done to it in words, and the change. The words are also the last column of
//! the table in docs/22. DXC 1.9 rejects every container by the same name, or the row says what it does instead.

mod access_cases;
mod bases;
mod broken;
mod changes;
mod code_cases;
mod container_cases;
mod library_cases;
mod matrix_cases;
mod metadata_cases;
mod signature_cases;
mod stage_cases;

use bases::Base;
pub use broken::{Arg, Broken};
use dxil::ValidatorVersion;
use dxil::container::Signing;
use dxil::rules::{validate, validate_for};
use hlslc::validation::rules;
use std::collections::{BTreeMap, BTreeSet};

/// What DXC 1.9 says of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dxc {
    /// It rejects it by the same rule.
    Same,
    /// It rejects it and names another rule, or none; the reason.
    Other(&'static str),
}

/// A container that breaks a rule.
pub struct Case {
    pub rule: &'static str,
    /// Rules that cannot but be broken with it.
    also: &'static [&'static str],
    base: &'static Base,
    /// What was done, in words.
    pub what: &'static str,
    change: fn(&mut Broken),
    dxc: Dxc,
}

impl Case {
    const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    const fn dxc(self, dxc: Dxc) -> Self {
        Self { dxc, ..self }
    }

    fn container(&self) -> Vec<u8> {
        let mut broken = Broken::of(self.base);
        (self.change)(&mut broken);
        broken.finish()
    }
}

/// A case where only that rule is broken, and DXC names it too.
const fn case(rule: &'static str, base: &'static Base, what: &'static str, change: fn(&mut Broken)) -> Case {
    Case { rule, also: &[], base, what, change, dxc: Dxc::Same }
}

/// All cases.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    let topics: [&'static [Case]; 8] = [
        code_cases::CASES,
        access_cases::CASES,
        signature_cases::CASES,
        stage_cases::CASES,
        metadata_cases::CASES,
        library_cases::CASES,
        matrix_cases::CASES,
        container_cases::CASES,
    ];
    topics.into_iter().flatten()
}

/// Rules without a case, each with its reason. This list may only become shorter.
const WITHOUT: &[(&str, &str)] = &[];

/// Rules that DXC has a name for and that it cannot be made to report in a released shader model, with the reason. There is no
/// row for them.
pub const NEVER: &[(&str, &[&str])] = &[
    (
        "nothing in DXC reports it",
        &[
            "DECL.RAYQUERYINFNSIG",
            "INSTR.CREATEHANDLEIMMRANGEID",
            "INSTR.OPCODERESERVED",
            "INSTR.STATUS",
            "META.REQUIRED",
            "SM.APPENDANDCONSUMEONSAMEUAV",
            "SM.PATCHCONSTANTONLYFORHSDS",
        ],
    ),
    ("its condition is never true: whether a value differs between threads is not computed", &["INSTR.TGSMRACECOND"]),
    ("the bitcode cannot be read where a part is taken that is not there", &["INSTR.DXILSTRUCTUSEROUTOFBOUND"]),
    (
        "the metadata cannot be loaded, or is changed as it is loaded",
        &[
            "META.NOENTRYPROPSFORENTRY",
            "META.SEMAKINDMATCHESNAME",
            "META.SEMAKINDVALID",
            "SM.WAVESIZERANGENEEDSSM68PLUS",
        ],
    ),
];

#[test]
fn bases_are_sound() {
    let verdicts = bases::ALL.iter().map(|base| (base.name, validate(&Broken::of(base).finish())));
    let wrong: Vec<_> = verdicts.filter(|row| !row.1.accepts()).map(|row| (row.0, row.1.findings())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn containers_of_every_validator_version_are_accepted_from_that_version_on() {
    use bases::*;
    let of_stages = [&VERTEX, &PIXEL, &RESOURCES, &SHARED, &GEOMETRY, &HULL, &DOMAIN, &RAYS, &MESH, &NODES];
    for base in of_stages {
        for minor in base.minor()..=9 {
            let version = format!("1.{minor}");
            let bytes = base.compile_with(&["-validator-version", &version]).write(Signing::Digest);
            for latest in 0..=9 {
                let verdict = validate_for(&bytes, ValidatorVersion::minor(latest));
                assert_eq!(
                    verdict.accepts(),
                    latest >= minor,
                    "{}, {version}, 1.{latest}: {:?}",
                    base.name,
                    verdict.findings()
                );
            }
        }
    }
}

#[test]
fn each_case_breaks_its_rule_alone() {
    let folder = std::env::var_os("BROKEN_CONTAINERS").map(std::path::PathBuf::from);
    let mut wrong = Vec::new();
    for (index, case) in cases().enumerate() {
        let Ok(bytes) = std::panic::catch_unwind(|| case.container()) else {
            wrong.push(format!("{} ({}, {}): the change fails", case.rule, case.base.name, case.what));
            continue;
        };
        if let Some(folder) = &folder {
            let kind = match case.dxc {
                Dxc::Same => "same",
                Dxc::Other(_) => "other",
            };
            let file = folder.join(format!("{index:03}.{}.{kind}.dxo", case.rule));
            std::fs::write(file, &bytes).expect("the folder for containers");
        }
        let verdict = validate(&bytes);
        let found: BTreeSet<&str> = verdict.findings().iter().map(|finding| finding.rule).collect();
        let wanted: BTreeSet<&str> = [case.rule].into_iter().chain(case.also.iter().copied()).collect();
        if found != wanted {
            let texts: Vec<String> = verdict.findings().iter().map(|finding| finding.text.clone()).collect();
            wrong.push(format!("{} ({}, {}): {found:?} {texts:?}", case.rule, case.base.name, case.what));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_rule_has_a_case() {
    let known: BTreeSet<&str> = rules().iter().map(|row| row.name).filter(|name| !name.is_empty()).collect();
    let shown: BTreeSet<&str> = cases().map(|case| case.rule).collect();
    let without: BTreeMap<&str, &str> = WITHOUT.iter().copied().collect();
    let missing: Vec<&&str> =
        known.iter().filter(|name| !shown.contains(**name) && !without.contains_key(**name)).collect();
    assert!(missing.is_empty(), "{} rules without a case: {missing:?}", missing.len());
    let unknown: Vec<&&str> = shown.iter().filter(|name| !known.contains(**name)).collect();
    assert!(unknown.is_empty(), "cases of rules that are not in the table: {unknown:?}");
    let never: Vec<&&str> = NEVER.iter().flat_map(|row| row.1).filter(|name| known.contains(**name)).collect();
    assert!(never.is_empty(), "these are in the table, so something reports them: {never:?}");
    let stale: Vec<&&str> = without.keys().filter(|name| shown.contains(**name) || !known.contains(**name)).collect();
    assert!(stale.is_empty(), "these have a case now, or are no rules: {stale:?}");
}

#[test]
fn where_dxc_differs_the_reason_is_given() {
    for case in cases() {
        if let Dxc::Other(reason) = case.dxc {
            assert!(reason.len() > 10, "{}: {reason:?}", case.rule);
        }
    }
}

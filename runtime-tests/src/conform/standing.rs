//! Summarises whether the executions of a shader agree, and counts the outcomes of many shaders.
//!
//! Input: what was judged. Output: for each shader that was to be executed one [`Standing`], and why it is not in every route.

use std::collections::BTreeMap;

use super::{Aspect, Judged, Outcome, explained, first_line};

/// What outcomes begin with where a program does something undefined.
pub const UNDEFINED: &str = "undefined: ";

/// How the executions of a shader stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All routes leave the same.
    Agrees,
    /// All routes that there are leave the same: a compiler rejects one, or a device or the interpreter lacks something.
    AgreesWhereRun,
    /// A route leaves something else, and the reason is known ([`explained`]).
    Explained,
    /// A route leaves something else where the shader does something undefined.
    Undefined,
    /// A route leaves something else.
    Differs,
    /// No route could be run.
    NotRun,
}

impl Standing {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Agrees, Self::AgreesWhereRun, Self::Explained, Self::Undefined, Self::Differs, Self::NotRun];

    /// In words, in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agree in every route",
            Self::AgreesWhereRun => "agree in every route that can be run",
            Self::Explained => "differ, with a known reason",
            Self::Undefined => "differ where the shader does something undefined",
            Self::Differs => "differ",
            Self::NotRun => "cannot be run",
        }
    }

    /// Whether something is to be said of it.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Undefined | Self::NotRun)
    }

    /// How a shader stands; nothing if it was not to be executed.
    pub fn of(judged: &Judged) -> Option<Self> {
        let outcomes: Vec<&Outcome> = Aspect::ROUTES.iter().filter_map(|route| judged.outcome(*route)).collect();
        let is_equal = |outcome: &&Outcome| matches!(outcome, Outcome::Equal(_));
        // A reason excuses the routes that it is of, and no other.
        let of = |is_such: &dyn Fn(&Outcome) -> bool| {
            let such = Aspect::ROUTES.into_iter().filter(|route| judged.outcome(*route).is_some_and(is_such));
            such.fold((0, 0), |(excused, open), route| match explained::why(&judged.name, route) {
                Some(_) => (excused + 1, open),
                None => (excused, open + 1),
            })
        };
        let different = of(&|outcome| matches!(outcome, Outcome::Different(_)));
        let undefined = of(&|outcome| matches!(outcome, Outcome::Skipped(why) if why.starts_with(UNDEFINED)));
        Some(if outcomes.is_empty() {
            return None;
        } else if different.1 > 0 {
            Self::Differs
        } else if undefined.1 > 0 {
            Self::Undefined
        } else if different.0 + undefined.0 > 0 {
            Self::Explained
        } else if outcomes.iter().all(is_equal) {
            Self::Agrees
        } else if outcomes.iter().any(is_equal) {
            Self::AgreesWhereRun
        } else {
            Self::NotRun
        })
    }
}

/// How many shaders stand how, and which part of all that is.
pub fn standings(all: &[Judged]) -> Vec<(Standing, usize, f64)> {
    let found: Vec<Standing> = all.iter().filter_map(Standing::of).collect();
    let count = |standing| found.iter().filter(|it| **it == standing).count();
    let counts = Standing::ALL.map(|standing| (standing, count(standing), count(standing) as f64 / found.len() as f64));
    if found.is_empty() { Vec::new() } else { counts.to_vec() }
}

/// Of the shaders that agree where they can be run: why routes of them were not, and how many shaders each reason is of, the most
/// first.
pub fn hindrances(all: &[Judged]) -> Vec<(Aspect, String, usize)> {
    let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
    for judged in all.iter().filter(|judged| Standing::of(judged) == Some(Standing::AgreesWhereRun)) {
        for (number, route) in Aspect::ROUTES.into_iter().enumerate() {
            if let Some(Outcome::Skipped(why)) = judged.outcome(route) {
                *counts.entry((number, sort_of(why))).or_default() += 1;
            }
        }
    }
    let mut found: Vec<_> =
        counts.into_iter().map(|((number, why), count)| (Aspect::ROUTES[number], why, count)).collect();
    found.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    found
}

/// What a reason has in common with others: no places, no names, no numbers.
fn sort_of(why: &str) -> String {
    let (rejected, said) = match (why.strip_prefix("refused: "), why.split_once("error: ")) {
        (Some(_), Some((_, said))) => ("refused: ", said),
        _ => ("", why),
    };
    let mut sort = rejected.to_owned();
    // The mark that a name ends with, inside of one.
    let mut ends_with = None;
    for c in first_line(said).chars() {
        match c {
            _ if ends_with.is_some() => ends_with = ends_with.filter(|&end| end != c),
            // After a letter it is an apostrophe.
            '\'' if sort.ends_with(char::is_alphabetic) => sort.push(c),
            '`' | '\'' => {
                ends_with = Some(c);
                sort.push_str("`…`");
            }
            '0'..='9' if said.contains("lanes") => {}
            '(' => break,
            c => sort.push(c),
        }
    }
    sort.trim().to_owned()
}

/// Why routes of a shader were not compared, each reason once.
pub fn reasons(judged: &Judged) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for route in Aspect::ROUTES {
        if let Some(Outcome::Skipped(why)) = judged.outcome(route) {
            let line = first_line(why).to_owned();
            if !reasons.contains(&line) {
                reasons.push(line);
            }
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(outcomes: &[Outcome]) -> Judged {
        let aspects = Aspect::ROUTES.into_iter().zip(outcomes.iter().cloned()).collect();
        Judged { aspects, ..Judged::unknown("a.hlsl".to_owned(), String::new(), false, String::new()) }
    }

    #[test]
    fn shaders_stand_by_their_worst_way() {
        let equal = || Outcome::Equal(String::new());
        let skipped = |why: &str| Outcome::Skipped(why.to_owned());
        let different = || Outcome::Different("u0".to_owned());
        let of = |outcomes: &[Outcome]| Standing::of(&judged(outcomes));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[equal(), equal()]), Some(Standing::Agrees));
        assert_eq!(of(&[equal(), skipped("refused: no")]), Some(Standing::AgreesWhereRun));
        assert_eq!(of(&[equal(), skipped("undefined: order")]), Some(Standing::Undefined));
        assert_eq!(of(&[skipped("undefined: order"), different()]), Some(Standing::Differs));
        assert_eq!(of(&[skipped("no"), skipped("no")]), Some(Standing::NotRun));
        let version = |outcomes: &[Outcome]| {
            let name = "version_defines/define_spirv.hlsl".to_owned();
            Standing::of(&Judged { name, ..judged(outcomes) })
        };
        assert_eq!(version(&[equal(), equal(), equal(), different()]), Some(Standing::Explained));
        // What a reason is not of, it does not excuse.
        assert_eq!(version(&[different(), equal(), equal(), different()]), Some(Standing::Differs));
        let all = [judged(&[equal()]), judged(&[skipped("no\nmore"), skipped("no")])];
        assert_eq!(standings(&all)[0], (Standing::Agrees, 1, 0.5));
        assert_eq!(reasons(&all[1]), ["no"]);
        let rejected = |name: &str| skipped(&format!("refused: {name}.hlsl:1:2: error: `{name}` is too long\nmore"));
        let all = [judged(&[equal(), rejected("a")]), judged(&[equal(), rejected("b")]), judged(&[equal()])];
        assert_eq!(hindrances(&all), [(Aspect::ROUTES[1], "refused: `…` is too long".to_owned(), 2)]);
        let narrow = |count: u32| skipped(&format!("the device's waves have {count} lanes: 'a' (b)"));
        let all = [judged(&[equal(), narrow(4)]), judged(&[equal(), narrow(8)])];
        assert_eq!(hindrances(&all), [(Aspect::ROUTES[1], "the device's waves have  lanes: `…`".to_owned(), 2)]);
    }
}

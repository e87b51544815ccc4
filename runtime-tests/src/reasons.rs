//! Explains why the interfaces of two modules of one shader differ: classes of differences, each with its reason.
//!
//! Input: the facts that only one of the two has, and what shows why: what needs capabilities in both modules, and the faces of
//! both where nothing unused is dropped. Output: the reason of each fact; none where no class fits. The classes look at the
//! difference, never at the name of a shader.

use std::collections::{BTreeMap, BTreeSet};

use crate::needs;
use crate::outer::{Aspect, Outer};

/// A fact that only one of two modules has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub aspect: Aspect,
    /// Whether it is hlslc's; else it is DXC's.
    pub is_ours: bool,
    /// In words.
    pub text: String,
}

/// Both modules of a shader, and what else is known of them.
pub struct Pair {
    theirs: Outer,
    ours: Outer,
    /// The capabilities that something in DXC's module needs, and in ours.
    needs: [BTreeSet<u32>; 2],
    /// The faces where nothing unused is dropped, DXC's and ours; nothing where that was not made.
    kept: [Outer; 2],
    /// All facts that only one has.
    facts: Vec<Fact>,
}

/// A class of differences.
struct Class {
    aspects: &'static [Aspect],
    why: &'static str,
    fits: fn(&Pair, &Fact) -> bool,
}

const USED: &[Aspect] = &[Aspect::Bindings, Aspect::Resources, Aspect::Interface, Aspect::InterfaceTypes];

/// The classes; the first that fits counts.
const CLASSES: &[Class] = &[
    Class {
        aspects: USED,
        why: "hlslc finds that nothing needs it and drops it, DXC's optimiser does not",
        fits: |pair, fact| !fact.is_ours && pair.kept[1].holds(fact.aspect, &fact.text),
    },
    Class {
        aspects: USED,
        why: "DXC finds that nothing needs it and drops it, hlslc keeps it",
        fits: |pair, fact| fact.is_ours && pair.kept[0].holds(fact.aspect, &fact.text),
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "DXC asks for what nothing in its module needs: its optimiser took away the use, not the capability",
        fits: |pair, fact| {
            !fact.is_ours && number(fact).is_some_and(|it| needs::is_known(it) && !pair.needs[0].contains(&it))
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "hlslc does without what needs it in DXC's module, and its module needs it nowhere",
        fits: |pair, fact| {
            !fact.is_ours && number(fact).is_some_and(|it| needs::is_known(it) && !pair.needs[1].contains(&it))
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "something in hlslc's module needs it that DXC folds away or writes otherwise",
        fits: |pair, fact| {
            let has = |which: usize| number(fact).is_some_and(|it| pair.needs[which].contains(&it));
            fact.is_ours && has(1) && !has(0)
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "both modules need it, and DXC's does not say so",
        fits: |pair, fact| {
            fact.is_ours && number(fact).is_some_and(|it| pair.needs.iter().all(|needs| needs.contains(&it)))
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "hlslc asks for what nothing in its module needs: the source names it, or what needed it is folded while the module is written",
        fits: |pair, fact| {
            fact.is_ours && number(fact).is_some_and(|it| needs::is_known(it) && !pair.needs[1].contains(&it))
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "an index that differs between lanes needs ShaderNonUniform; DXC asks for what the kind of array needs too, or not at all",
        fits: |pair, fact| {
            number(fact).is_some_and(|it| (5301..=5312).contains(&it))
                && pair.needs.iter().any(|needs| needs.contains(&5301))
        },
    },
    Class {
        aspects: &[Aspect::Capabilities],
        why: "layers and viewports of all stages have one capability by extension, and one each since SPIR-V 1.5",
        fits: |_, fact| number(fact).is_some_and(|it| [69, 70, 5254].contains(&it)),
    },
    Class {
        aspects: &[Aspect::Modes],
        why: "what is covered behind the tests is known early only with EarlyFragmentTests",
        fits: |pair, fact| fact.is_ours && fact.text == "9 []" && pair.ours.holds(Aspect::Modes, "4446 []"),
    },
    Class {
        aspects: &[Aspect::Modes],
        why: "nothing is left that pixels could take turns at: what is read and not used is not read",
        fits: |pair, fact| {
            let takes_turns = ["5366 []", "5368 []", "5370 []"].contains(&fact.text.as_str());
            takes_turns && !fact.is_ours && !pair.needs[1].contains(&5378)
        },
    },
    Class {
        aspects: &[Aspect::Modes],
        why: "a shader that writes a stencil reference says StencilRefReplacingEXT",
        fits: |pair, fact| {
            fact.is_ours && fact.text == "5027 []" && pair.ours.holds(Aspect::Interface, "out built-in 5014")
        },
    },
    Class {
        aspects: &[Aspect::InterfaceTypes],
        why: "integers are flat wherever they go in or out between stages; DXC says it of some only, and of built-ins, where it says nothing",
        fits: |pair, fact| {
            pair.partner(fact).is_some_and(|other| without_flat(&other.text) == without_flat(&fact.text))
        },
    },
    Class {
        aspects: &[Aspect::InterfaceTypes],
        why: "a built-in that an operation reads, and enumerators, have no sign in hlslc",
        fits: |pair, fact| pair.partner(fact).is_some_and(|other| unsigned(&other.text) == unsigned(&fact.text)),
    },
    Class {
        aspects: &[Aspect::Interface, Aspect::InterfaceTypes],
        why: "the same numbers at the same locations, as one array or one by one",
        fits: |pair, _| pair.covers_the_same(),
    },
    Class {
        aspects: &[Aspect::Interface, Aspect::InterfaceTypes],
        why: "whether a pixel is there for its neighbours alone is a built-in to hlslc and an instruction of an extension to DXC",
        fits: |_, fact| fact.is_ours && fact.text.starts_with("in built-in 23"),
    },
    Class {
        aspects: &[Aspect::Interface, Aspect::InterfaceTypes],
        why: "the numbers of threads are read where they are used: where nothing uses them they are no inputs, at any level",
        fits: |pair, fact| {
            let of_threads = (26..=29).any(|number| place(&fact.text) == format!("in built-in {number}"));
            !fact.is_ours && of_threads && pair.partner(fact).is_none()
        },
    },
    Class {
        aspects: &[Aspect::Interface, Aspect::InterfaceTypes],
        why: "what is `inout` and never written goes out as it came in; DXC reads nothing and leaves it undefined",
        fits: |pair, fact| {
            let goes_out = place(&fact.text).strip_prefix("in ").map(|at| format!("out {at}"));
            fact.is_ours && goes_out.is_some_and(|at| pair.theirs.holds(Aspect::Interface, &at))
        },
    },
    Class {
        aspects: &[Aspect::Interface, Aspect::InterfaceTypes],
        why: "hlslc keeps a matrix or an array as one variable: with -pack-optimized DXC makes one of each row, beside others",
        fits: |pair, _| pair.facts.iter().any(|fact| !fact.is_ours && has_component(&fact.text)),
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "a resource of the heap that is declared coherent is so in hlslc's module, with a variable of its own",
        fits: |pair, fact| {
            let changes = |other: &Fact| without_list(&other.text) == without_list(&fact.text);
            (fact.text.ends_with("[23]") && fact.is_ours) || pair.partner(fact).is_some_and(changes)
        },
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "integer matrices are arrays, of which a stride of matrices says nothing",
        fits: |pair, fact| {
            pair.partner(fact).is_some_and(|other| without_strides(&other.text) == without_strides(&fact.text))
        },
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "enumerators are unsigned in hlslc, as DXC's own reflection of DXIL has them",
        fits: |pair, fact| pair.partner(fact).is_some_and(|other| unsigned(&other.text) == unsigned(&fact.text)),
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "an array of structs without members takes no room in hlslc, as in DXIL, and 16 bytes for each in DXC's SPIR-V",
        fits: |pair, fact| {
            fact.text.contains("{}") && pair.partner(fact).is_some_and(|other| other.text.contains("{}"))
        },
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "bit-fields of either sign share a number in hlslc, as in DXIL; in DXC's SPIR-V each type has its own",
        fits: |pair, fact| {
            let both = pair.partner(fact).map(|other| (numbers(&fact.text), numbers(&other.text)));
            both.is_some_and(|(one, two)| one != two && widths(&one) == widths(&two))
        },
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "a group-shared variable among the members of a constant buffer is no member to hlslc; DXC keeps its place",
        fits: |pair, fact| {
            let begins = |whole: &str, start: &str| {
                start.rsplit_once('}').is_some_and(|(members, _)| whole.starts_with(&format!("{members}; @")))
            };
            let with_place = |other: &Fact| {
                if fact.is_ours { begins(&other.text, &fact.text) } else { begins(&fact.text, &other.text) }
            };
            pair.partner(fact).is_some_and(with_place)
        },
    },
    Class {
        aspects: &[Aspect::Bindings, Aspect::Resources],
        why: "a heap of what the source names and never takes is in DXC's module where nothing is optimised",
        fits: |pair, fact| {
            let is_alone = |at: &str| pair.facts.iter().all(|other| !other.is_ours || place(&other.text) != at);
            let is_array = |fact: &Fact| {
                fact.text.split(": ").nth(1).is_some_and(|shape| shape.starts_with("acceleration structure[]"))
            };
            let same = |other: &&Fact| !other.is_ours && place(&other.text) == place(&fact.text) && is_array(other);
            !fact.is_ours && is_alone(place(&fact.text)) && pair.facts.iter().any(|other| same(&other))
        },
    },
    Class {
        aspects: &[Aspect::Resources],
        why: "what is in a heap has no sign in hlslc: buffers of signed and of unsigned numbers are one variable, as an array of descriptors is",
        fits: |pair, fact| {
            let has_sign = unsigned(&fact.text) != fact.text;
            !fact.is_ours
                && fact.text.ends_with("}[] []")
                && has_sign
                && pair.ours.holds(fact.aspect, &unsigned(&fact.text))
        },
    },
    Class {
        aspects: &[Aspect::InterfaceTypes],
        why: "an input of which hlslc finds that no vertex is asked for is a plain one, and three in DXC's module",
        fits: |pair, fact| {
            let of_vertices = |text: &str| text.replace("[3] [14]", " [14]");
            pair.partner(fact).is_some_and(|other| of_vertices(&other.text) == of_vertices(&fact.text))
        },
    },
];

/// The kinds of numbers in a type, each once.
fn numbers(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_number = |word: &&str| word.strip_prefix(['i', 'u']).is_some_and(|bits| bits.parse::<u32>().is_ok());
    words.filter(is_number).map(str::to_owned).collect()
}

/// How wide numbers are, whatever their sign.
fn widths(numbers: &BTreeSet<String>) -> BTreeSet<String> {
    numbers.iter().map(|number| number.replace('i', "u")).collect()
}

/// The number of a capability.
fn number(fact: &Fact) -> Option<u32> {
    fact.text.parse().ok()
}

/// What stands before the first colon: route and place.
fn place(text: &str) -> &str {
    text.split(": ").next().unwrap_or_default()
}

/// A fact of the interface without Flat.
fn without_flat(text: &str) -> String {
    text.replace("[14]", "[]").replace("14, ", "").replace(", 14]", "]")
}

/// A fact without its decorations.
fn without_list(text: &str) -> &str {
    text.rsplit_once(" [").map_or(text, |row| row.0)
}

/// A fact where no integer has a sign, and nothing is flat.
fn unsigned(text: &str) -> String {
    let text = without_flat(text);
    ["i8", "i16", "i32", "i64"].iter().fold(text, |text, kind| text.replace(kind, &kind.replace('i', "u")))
}

/// A type without strides of matrices.
fn without_strides(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once(" vectors/") {
        out.push_str(before);
        rest = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    out + rest
}

/// Whether an element stands after the first component of its location.
fn has_component(text: &str) -> bool {
    let place = place(text);
    place.starts_with(['i', 'o'])
        && !place.contains("built-in")
        && place.rsplit_once('.').is_some_and(|row| row.1 != "0")
}

/// The vectors that an element puts at locations in sequence: their type and how many; nothing for what is no plain
/// element.
fn vectors(shape: &str) -> Option<(String, u32)> {
    let (mut base, mut count) = (shape.trim(), 1u32);
    while let Some((inner, size)) = base.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        count = count.checked_mul(size.parse().ok()?)?;
        base = inner;
    }
    if let Some(members) = base.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let plain = members.replace(['{', '}'], "");
        let parts: Vec<&str> = plain.split("; ").collect();
        let first = (*parts.first()?).to_owned();
        let same = parts.iter().all(|part| **part == first);
        return same.then(|| (first, count * parts.len() as u32));
    }
    if let Some(inside) = base.strip_prefix("matrix(").and_then(|rest| rest.strip_suffix(')')) {
        let (vector, columns) = inside.split_once(", ")?;
        return Some((vector.to_owned(), count.checked_mul(columns.parse().ok()?)?));
    }
    Some((base.to_owned(), count))
}

impl Pair {
    /// The facts of both modules, and of those that drop nothing.
    pub fn of_modules(theirs: &[u8], ours: &[u8], kept: [Option<Vec<u8>>; 2]) -> Result<Self, String> {
        let kept = kept.map(|bytes| bytes.and_then(|bytes| Outer::of_module(&bytes).ok()).unwrap_or_default());
        let needs = [needs::of_module(theirs), needs::of_module(ours)];
        let (theirs, ours) = (Outer::of_module(theirs)?, Outer::of_module(ours)?);
        let mut facts = Vec::new();
        for (aspect, _) in Aspect::ALL {
            let reported = |is_ours: bool| move |text: &str| Fact { aspect, is_ours, text: text.to_owned() };
            facts.extend(theirs.missing_in(&ours, aspect).into_iter().map(reported(false)));
            facts.extend(ours.missing_in(&theirs, aspect).into_iter().map(reported(true)));
        }
        Ok(Self { theirs, ours, needs, kept, facts })
    }

    /// DXC's facts.
    pub fn theirs(&self) -> &Outer {
        &self.theirs
    }

    /// Ours.
    pub fn ours(&self) -> &Outer {
        &self.ours
    }

    /// The facts that only one has, each with its reason.
    pub fn explained(&self) -> Vec<(&Fact, Option<&'static str>)> {
        let reason = |fact: &Fact| {
            let of_aspect = CLASSES.iter().filter(|class| class.aspects.contains(&fact.aspect));
            of_aspect.into_iter().find(|class| (class.fits)(self, fact)).map(|class| class.why)
        };
        self.facts.iter().map(|fact| (fact, reason(fact))).collect()
    }

    /// The other module's fact of the same place, if it differs.
    fn partner(&self, fact: &Fact) -> Option<&Fact> {
        let is_partner = |other: &&Fact| {
            other.aspect == fact.aspect && other.is_ours != fact.is_ours && place(&other.text) == place(&fact.text)
        };
        self.facts.iter().find(is_partner)
    }

    /// Whether what differs of the interface is the same vectors at the same locations.
    fn covers_the_same(&self) -> bool {
        let covered = |is_ours: bool| -> Option<BTreeMap<String, u32>> {
            let mut all = BTreeMap::new();
            for fact in
                self.facts.iter().filter(|fact| fact.aspect == Aspect::InterfaceTypes && fact.is_ours == is_ours)
            {
                let (place, rest) = fact.text.split_once(": ")?;
                let (way, location) = place.split_once(' ')?;
                let first: u32 = location.strip_suffix(".0")?.parse().ok()?;
                let (vector, count) = vectors(without_list(rest))?;
                for at in 0..count {
                    *all.entry(format!("{way} {} {vector}", first + at)).or_default() += 1;
                }
            }
            Some(all)
        };
        let both = (covered(false), covered(true));
        matches!(both, (Some(theirs), Some(ours)) if !theirs.is_empty() && theirs == ours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_come_apart() {
        assert_eq!(vectors("matrix(f32x2, 2)[2]"), Some(("f32x2".to_owned(), 4)));
        assert_eq!(vectors("f32x4"), Some(("f32x4".to_owned(), 1)));
        assert_eq!(vectors("{{f32}; {f32}; f32}[2]"), Some(("f32".to_owned(), 6)));
        assert_eq!(vectors("{f32; u32}"), None);
    }

    #[test]
    fn words_of_facts_are_taken_away() {
        assert_eq!(unsigned("in 0.0: i32x2 [14]"), "in 0.0: u32x2 []");
        assert_eq!(without_strides("{@0 u32x2[2]/8[]/16 vectors/8}"), "{@0 u32x2[2]/8[]/16}");
        assert!(has_component("out 0.3: f32 []") && !has_component("out 0.0: f32 []"));
    }

    #[test]
    fn what_nothing_needs_is_explained() {
        // Nothing is known of what needs the second.
        let fact = |is_ours, text: &str| Fact { aspect: Aspect::Capabilities, is_ours, text: text.to_owned() };
        let pair = Pair {
            theirs: Outer::default(),
            ours: Outer::default(),
            needs: [BTreeSet::new(), BTreeSet::new()],
            kept: [Outer::default(), Outer::default()],
            facts: vec![fact(false, "41"), fact(true, "1")],
        };
        let reported: Vec<bool> = pair.explained().into_iter().map(|row| row.1.is_some()).collect();
        assert_eq!(reported, [true, false]);
    }
}

//! Generates cases for every conversion between types: each numeric type to each other, implicit and explicit, and each
//! shape to each other.

use hlslc::Stage;
use hlslc_hir::types::ScalarKind;

use super::building::{Form, is_native};
use super::{Case, Row};

/// The kinds that values have.
fn kinds() -> impl Iterator<Item = ScalarKind> {
    use ScalarKind as K;
    let of_resources = [K::SNormFloat, K::UNormFloat, K::SNormHalf, K::UNormHalf, K::Half];
    ScalarKind::all().filter(move |kind| !kind.is_literal() && !of_resources.contains(kind))
}

/// Whether there are vectors of a kind, and DXC can store them.
fn has_vectors(kind: ScalarKind) -> bool {
    use ScalarKind as K;
    !matches!(kind, K::PackedInt8x4 | K::PackedUint8x4 | K::Min16Int | K::Min12Int | K::Min16Uint)
}

/// The forms that values have.
const FORMS: [Form; 11] = [
    Form::Scalar,
    Form::Vector(1),
    Form::Vector(2),
    Form::Vector(3),
    Form::Vector(4),
    Form::Matrix(1, 1),
    Form::Matrix(1, 3),
    Form::Matrix(2, 2),
    Form::Matrix(3, 2),
    Form::Matrix(3, 3),
    Form::Matrix(4, 4),
];

fn case(from: &str, to: &str, is_asked: bool) -> Case {
    let word = if is_asked { "asked for" } else { "by itself" };
    let mut case = Case::new(format!("{from} to {to}, {word}"), Row::None, Stage::Compute, 6);
    case.native = is_native(from) || is_native(to);
    case.casts = true;
    case.arguments.push(from.to_owned());
    case.results.push(to.to_owned());
    case.body = if is_asked { format!("$r0 = ({to})$0;") } else { "$r0 = $0;".to_owned() };
    case
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for from in kinds() {
        for to in kinds() {
            for is_asked in [false, true] {
                cases.push(case(from.name(), to.name(), is_asked));
                if [from, to].into_iter().all(has_vectors) {
                    let [from, to] = [from, to].map(|kind| Form::Vector(3).of(kind.name()));
                    cases.push(case(&from, &to, is_asked));
                }
            }
        }
    }
    for from in FORMS {
        for to in FORMS {
            for is_asked in [false, true] {
                for [a, b] in
                    [["float", "float"], ["int", "float"], ["float", "uint"], ["bool", "int"], ["uint", "bool"]]
                {
                    cases.push(case(&from.of(a), &to.of(b), is_asked));
                }
            }
        }
    }
    cases
}

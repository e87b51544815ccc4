//! Holds the texts of the lessons, the chapters that they link to, and their pictures, by their names below `docs`.

use crate::lesson::{Fault, Lesson};

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: [$($file:literal),* $(,)?];)*) => {
        $($(#[$doc])* pub const $name: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../../docs/", $file)))),*];)*
    };
}

texts! {
    /// The lessons, in order.
    LESSONS: [
        "lessons/01-tokens.md",
        "lessons/02-scopes-and-types.md",
        "lessons/03-ssa-and-phis.md",
        "lessons/04-dominance.md",
        "lessons/05-mem2reg.md",
        "lessons/06-dead-code-and-binding.md",
        "lessons/07-loops.md",
        "lessons/08-root-signatures.md",
        "lessons/09-scalarisation.md",
        "lessons/10-containers.md",
    ];
    /// The chapters that lessons link to, and the glossary.
    OTHERS: [
        "01-syntax.md",
        "02-checking.md",
        "03-lowering.md",
        "04-ir.md",
        "05-passes.md",
        "06-dxil.md",
        "08-root-signatures.md",
        "glossary.md",
    ];
    /// The pictures.
    PICTURES: [
        "lessons/pictures/tokens.svg",
        "lessons/pictures/branch.svg",
        "lessons/pictures/loop.svg",
        "lessons/pictures/flow.svg",
        "lessons/pictures/dominators.svg",
        "lessons/pictures/promoted.svg",
        "lessons/pictures/rolled.svg",
        "lessons/pictures/dwords.svg",
        "lessons/pictures/parts.svg",
        "lessons/pictures/bits.svg",
    ];
}

/// The lesson of a number, from 1.
pub fn lesson(number: usize) -> Option<Result<Lesson, Vec<Fault>>> {
    LESSONS.get(number.checked_sub(1)?).map(|(_, text)| Lesson::parse(text))
}

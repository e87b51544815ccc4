//! Writes equations as text, as the tables of the optimiser write them.

use hlslc_ir::Op;
use hlslc_passes::rules::law::{Assumptions, Condition, Kind, Law, Number, Oper, Pattern, Replacement};

/// An equation in one line.
pub fn law(law: &Law) -> String {
    let on: Vec<&str> = law.on.iter().map(|op| op.name()).collect();
    let on = if on.is_empty() { String::new() } else { format!("on {}: ", on.join(", ")) };
    let from: Vec<String> = law.from.iter().map(pattern).collect();
    let given: Vec<String> = law.given.iter().map(condition).collect();
    let given = if given.is_empty() { String::new() } else { format!(" if {}", given.join(" ")) };
    format!("{on}({}){given} => {}", from.join(" "), replacement(&law.to))
}

/// What a rule assumes of floats.
pub fn assumptions(assumes: Assumptions) -> String {
    let words: Vec<&str> =
        Assumptions::WORDS.iter().filter(|word| assumes.contains(word.0)).map(|word| word.1).collect();
    words.join(", ")
}

fn names(ops: &[Op]) -> String {
    match ops {
        [first, .., last] if ops.len() > 6 => format!("{}…{}", first.name(), last.name()),
        _ => ops.iter().map(|op| op.name()).collect::<Vec<_>>().join("|"),
    }
}

fn oper(op: Oper) -> String {
    match op {
        Oper::Is(op) => op.name().to_owned(),
        Oper::Root => "same".to_owned(),
        Oper::OneOf(at, ops) => format!("op{at}:{}", names(ops)),
        Oper::Made(at, _) => format!("of-op{at}"),
        Oper::RootMade(_) => "of-same".to_owned(),
    }
}

fn pattern(one: &Pattern) -> String {
    match *one {
        Pattern::Any => "_".to_owned(),
        Pattern::Truth => "truth".to_owned(),
        Pattern::Value(letter) | Pattern::Number(letter) => letter.name().to_owned(),
        Pattern::Constant(letter) => format!("(const {})", letter.name()),
        Pattern::Named(letter, inner) => format!("(let {} {})", letter.name(), pattern(inner)),
        Pattern::Made { op, sole, args } => {
            let args: Vec<String> = args.iter().map(pattern).collect();
            format!("({}{} {})", if sole { "sole " } else { "" }, oper(op), args.join(" "))
        }
    }
}

fn number(one: &Number) -> String {
    match *one {
        Number::Bits(letter) => letter.name().to_owned(),
        Number::Literal(number) => number.to_string(),
        Number::Ones => "ones".to_owned(),
        Number::OnesOf(letter) => format!("(ones {})", letter.name()),
        Number::OnesOfResult => "(ones result)".to_owned(),
        Number::Low(at) => format!("(low {at})"),
        Number::LowWidth(at) => format!("(lowwidth {at})"),
        Number::Least(letter) => format!("(least {})", letter.name()),
        Number::Width(letter) => format!("(width {})", letter.name()),
        Number::Possible(letter) => format!("(possible {})", letter.name()),
        Number::Not(inner) => format!("(not {})", number(inner)),
        Number::Neg(inner) => format!("(neg {})", number(inner)),
        Number::Log2(inner) => format!("(log2 {})", number(inner)),
        Number::Two(calc, left, right) => {
            format!("({} {} {})", format!("{calc:?}").to_lowercase(), number(left), number(right))
        }
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Truth => "Boolean",
        Kind::Integer => "integer",
        Kind::Sized => "sized",
        Kind::Narrow => "narrow",
        Kind::Word => "word",
        Kind::Long => "long",
    }
}

fn condition(one: &Condition) -> String {
    let two = |name: &str, left: &Number, right: &Number| format!("({name} {} {})", number(left), number(right));
    match *one {
        Condition::Equal(ref left, ref right) => two("=", left, right),
        Condition::Differ(ref left, ref right) => two("≠", left, right),
        Condition::Less(ref left, ref right) => two("<", left, right),
        Condition::SignedLess(_, ref left, ref right) => two("signed <", left, right),
        Condition::Power(ref of) => format!("(power {})", number(of)),
        Condition::Either(all) => format!("(or {})", all.iter().map(condition).collect::<Vec<_>>().join(" ")),
        Condition::Is(letter, of) => format!("({} {})", kind(of), letter.name()),
        Condition::ResultIs(of) => format!("({} result)", kind(of)),
        Condition::SameType(one, other) => format!("(alike {} {})", one.name(), other.name()),
        Condition::Distinct(one, other) => format!("(differ {} {})", one.name(), other.name()),
        Condition::OfResult(letter) => format!("(alike {} result)", letter.name()),
        Condition::Float(letter, number) => format!("(= {} {number:?})", letter.name()),
        Condition::Nan(letter) => format!("(nan {})", letter.name()),
        Condition::Negative(letter) => format!("(negative {})", letter.name()),
        Condition::ExactReciprocal(letter) => format!("(exact-reciprocal {})", letter.name()),
        Condition::NormalReciprocal(letter) => format!("(normal-reciprocal {})", letter.name()),
        Condition::Ordinary(ref of) => format!("(ordinary {})", replacement(of)),
        Condition::Operations(_) => "(operations fit)".to_owned(),
        Condition::Unlike(letter, ref of) => format!("(unlike {} {})", letter.name(), pattern(of)),
        Condition::NotOfRow(letter) => format!("(not-of-row {})", letter.name()),
    }
}

fn replacement(one: &Replacement) -> String {
    let made = |op: Oper, parts: &[Replacement], what: &str| {
        let parts: Vec<String> = parts.iter().map(replacement).collect();
        format!("({what}{} {})", oper(op), parts.join(" "))
    };
    match *one {
        Replacement::Value(letter) => letter.name().to_owned(),
        Replacement::Operand(at) => format!("(operand {at})"),
        Replacement::Number(ref of) | Replacement::Like(_, ref of) => format!("#{}", number(of)),
        Replacement::Float(number) => format!("#{number:?}"),
        Replacement::Reciprocal(letter) => format!("#(1/{})", letter.name()),
        Replacement::Folded(op, parts) | Replacement::FoldedLike(_, op, parts) => made(op, parts, "fold "),
        Replacement::Made(op, parts) | Replacement::MadeLike(_, op, parts) => made(op, parts, ""),
        Replacement::Undefined => "undefined".to_owned(),
    }
}

//! Holds what the checks of an exercise require, as data: a row of [`ROWS`] for each kind, with the words that lessons write for it.
//!
//! Input: a line such as `count fmul <= 3 after mem2reg`. Output: a [`Rule`], or what is wrong with the line.

use dxil::optable;
use hlslc_ir::Op;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At most this many.
    AtMost(u64),
    /// At least this many.
    AtLeast(u64),
    /// This many.
    Exactly(u64),
}

impl Limit {
    /// Whether a number is within it.
    pub fn holds(self, number: u64) -> bool {
        match self {
            Self::AtMost(limit) => number <= limit,
            Self::AtLeast(limit) => number >= limit,
            Self::Exactly(limit) => number == limit,
        }
    }

    /// As a phrase: `at most 3`.
    pub fn words(self) -> String {
        match self {
            Self::AtMost(0) | Self::Exactly(0) => "none".to_owned(),
            Self::AtMost(limit) => format!("at most {limit}"),
            Self::AtLeast(limit) => format!("at least {limit}"),
            Self::Exactly(limit) => limit.to_string(),
        }
    }
}

/// The form of the code that is counted in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// The IR before the passes.
    Lowered,
    /// The IR after the first run of a pass.
    After(String),
    /// The finished program.
    Dxil,
}

impl At {
    /// As a phrase.
    pub fn words(&self) -> String {
        match self {
            Self::Lowered => "in the IR before the passes".to_owned(),
            Self::After(pass) => format!("in the IR after `{pass}`"),
            Self::Dxil => "in the DXIL".to_owned(),
        }
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Operations of this name.
    Operations(String),
    /// Instructions of any kind, terminators included.
    Instructions,
    /// Blocks.
    Blocks,
    /// Edges that lead back to a block that dominates their source.
    Loops,
    /// Phis, which are parameters of blocks in the IR.
    Phis,
}

/// A register: `t3`, or `t3,space1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// `t`, `u`, `b` or `s`.
    pub class: char,
    /// Its number.
    pub number: u32,
    /// Its space.
    pub space: u32,
}

impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.class, self.number)?;
        if self.space != 0 {
            write!(f, " in space{}", self.space)?;
        }
        Ok(())
    }
}

/// A number that a buffer holds: its spelling and its bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// As the lesson writes it; with a point it is a float.
    pub text: String,
    /// Its bits.
    pub bits: u32,
    /// Whether it is a float.
    pub is_float: bool,
}

/// A run of a compute shader: what buffers hold before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Contents by the names of resources.
    pub inputs: Vec<(String, Vec<Number>)>,
}

/// What a check requires.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// There is no error.
    Compiles,
    /// There is neither an error nor a warning.
    Silent,
    /// There is a message with this code.
    Says(String),
    /// The parser sees this many tokens.
    Tokens(Limit),
    /// There is a token of this text and kind.
    Token(String, String),
    /// There is none of this text.
    NoToken(String),
    /// A token comes out of a macro.
    Expanded(String, String),
    /// A resource is bound.
    Bound(String, Register),
    /// The finished shader has no such resource.
    Dropped(String),
    /// A limit on the number of something.
    Count(Counted, Limit, At),
    /// Each operation of the second name is dominated by one of the first.
    Dominates(String, String, At),
    /// The container has a part.
    Part(String),
    /// It does not.
    NoPart(String),
    /// A part has this many bytes.
    Size(String, Limit),
    /// A part, or `container` for all, is that of the shader that the exercise begins with.
    Same(String),
    /// It is another.
    Differs(String),
    /// The root signature costs this many DWORDs.
    Root(Limit),
    /// A run leaves these numbers in a buffer.
    Gives(Run, String, Vec<Number>),
    /// A run leaves in this many words of a buffer what the shader leaves that the exercise begins with.
    Unchanged(Run, String, usize),
}

/// The kinds: the word that begins a line, and the form of the rest.
pub const ROWS: &[(&str, &str)] = &[
    ("compiles", ""),
    ("silent", ""),
    ("says", "CODE"),
    ("tokens", "LIMIT"),
    ("token", "TEXT KIND"),
    ("no-token", "TEXT"),
    ("expanded", "TEXT MACRO"),
    ("bound", "RESOURCE REGISTER"),
    ("dropped", "RESOURCE"),
    ("count", "OPERATION|instructions|blocks|loops|phis LIMIT lowered|after PASS|dxil"),
    ("dominates", "OPERATION OPERATION lowered|after PASS|dxil"),
    ("part", "NAME"),
    ("no-part", "NAME"),
    ("size", "NAME LIMIT"),
    ("same", "NAME|container"),
    ("differs", "NAME|container"),
    ("root", "LIMIT"),
    ("gives", "BUFFER=N,N… [for BUFFER=N,N… …]"),
    ("unchanged", "BUFFER:WORDS [for BUFFER=N,N… …]"),
];

impl Rule {
    /// The rule that a line states.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut words = Words { rest: line.split_whitespace().collect::<Vec<_>>().into_iter(), line };
        let word = words.next()?;
        let Some(row) = ROWS.iter().find(|row| row.0 == word) else {
            let known: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
            return Err(format!("`{word}` is no kind of check; these are: {}", known.join(", ")));
        };
        let rule = match word {
            "compiles" => Self::Compiles,
            "silent" => Self::Silent,
            "says" => Self::Says(words.next()?.to_owned()),
            "tokens" => Self::Tokens(words.limit()?),
            "token" => Self::Token(words.next()?.to_owned(), words.remaining()),
            "no-token" => Self::NoToken(words.next()?.to_owned()),
            "expanded" => Self::Expanded(words.next()?.to_owned(), words.next()?.to_owned()),
            "bound" => Self::Bound(words.next()?.to_owned(), words.register()?),
            "dropped" => Self::Dropped(words.next()?.to_owned()),
            "count" => Self::Count(words.counted()?, words.limit()?, words.at()?),
            "dominates" => Self::Dominates(words.operation()?, words.operation()?, words.at()?),
            "part" => Self::Part(words.next()?.to_owned()),
            "no-part" => Self::NoPart(words.next()?.to_owned()),
            "size" => Self::Size(words.next()?.to_owned(), words.limit()?),
            "same" => Self::Same(words.next()?.to_owned()),
            "differs" => Self::Differs(words.next()?.to_owned()),
            "root" => Self::Root(words.limit()?),
            "gives" => {
                let (buffer, numbers) = contents(words.next()?)?;
                Self::Gives(words.run()?, buffer, numbers)
            }
            _ => {
                let text = words.next()?;
                let parts = text.split_once(':').and_then(|(name, count)| Some((name, count.parse().ok()?)));
                let (buffer, count) = parts.ok_or_else(|| format!("`{text}` is no BUFFER:WORDS"))?;
                Self::Unchanged(words.run()?, buffer.to_owned(), count)
            }
        };
        match words.rest.next() {
            Some(extra) => Err(format!("`{extra}` is too much: the form is `{} {}`", row.0, row.1)),
            None => Ok(rule),
        }
    }

    /// Whether the rule is about a program that was compiled.
    pub fn needs_program(&self) -> bool {
        !matches!(
            self,
            Self::Says(_) | Self::Silent | Self::Tokens(_) | Self::Token(..) | Self::NoToken(_) | Self::Expanded(..)
        )
    }
}

/// The words of a line.
struct Words<'a> {
    rest: std::vec::IntoIter<&'a str>,
    line: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, String> {
        self.rest.next().ok_or_else(|| format!("`{}` ends too early", self.line))
    }

    fn remaining(&mut self) -> String {
        self.rest.by_ref().collect::<Vec<_>>().join(" ")
    }

    fn limit(&mut self) -> Result<Limit, String> {
        let (how, text) = (self.next()?, self.next()?);
        let number = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        match how {
            "<=" => Ok(Limit::AtMost(number)),
            ">=" => Ok(Limit::AtLeast(number)),
            "=" => Ok(Limit::Exactly(number)),
            other => Err(format!("`{other}` is none of <=, >= and =")),
        }
    }

    fn register(&mut self) -> Result<Register, String> {
        let text = self.next()?;
        let (register, space) = text.split_once(",space").unwrap_or((text, "0"));
        let class = register.chars().next().filter(|class| "tubs".contains(*class));
        let numbers = (register.get(1..).and_then(|number| number.parse().ok()), space.parse().ok());
        match (class, numbers) {
            (Some(class), (Some(number), Some(space))) => Ok(Register { class, number, space }),
            _ => Err(format!("`{text}` is no register")),
        }
    }

    /// The name of an operation, as a form of the program has it.
    fn operation(&mut self) -> Result<String, String> {
        let name = self.next()?;
        let is_known = Op::ALL.iter().any(|op| op.name() == name)
            || optable::Op::ALL.iter().any(|op| op.info().name() == name)
            || crate::code::MNEMONICS.contains(&name)
            || dxil::BinaryOp::ALL.iter().any(|op| op.text() == name)
            || dxil::CastOp::ALL.iter().any(|op| op.text() == name);
        if is_known { Ok(name.to_owned()) } else { Err(format!("there is no operation `{name}`")) }
    }

    fn counted(&mut self) -> Result<Counted, String> {
        let of_all = match self.rest.as_slice().first() {
            Some(&"instructions") => Counted::Instructions,
            Some(&"blocks") => Counted::Blocks,
            Some(&"loops") => Counted::Loops,
            Some(&"phis") => Counted::Phis,
            _ => return self.operation().map(Counted::Operations),
        };
        self.rest.next();
        Ok(of_all)
    }

    fn at(&mut self) -> Result<At, String> {
        match self.next()? {
            "lowered" => Ok(At::Lowered),
            "dxil" => Ok(At::Dxil),
            "after" => Ok(At::After(self.next()?.to_owned())),
            other => Err(format!("`{other}` is none of lowered, after PASS and dxil")),
        }
    }

    fn run(&mut self) -> Result<Run, String> {
        let mut run = Run::default();
        match self.rest.next() {
            None => return Ok(run),
            Some("for") => {}
            Some(other) => return Err(format!("`for` stands before what buffers hold, and not `{other}`")),
        }
        for text in self.rest.by_ref() {
            run.inputs.push(contents(text)?);
        }
        Ok(run)
    }
}

/// The contents of a buffer: `NAME=1,2.5`.
fn contents(text: &str) -> Result<(String, Vec<Number>), String> {
    let (name, list) = text.split_once('=').ok_or_else(|| format!("`{text}` is no BUFFER=N,N"))?;
    let numbers: Result<Vec<Number>, String> = list.split(',').map(number).collect();
    Ok((name.to_owned(), numbers?))
}

fn number(text: &str) -> Result<Number, String> {
    let is_float = text.contains('.');
    let bits = if is_float {
        text.parse().ok().map(f32::to_bits)
    } else {
        text.parse().ok().or_else(|| text.parse().ok().map(i32::cast_unsigned))
    };
    let bits = bits.ok_or_else(|| format!("`{text}` is no number"))?;
    Ok(Number { text: text.to_owned(), bits, is_float })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_states_a_rule() {
        let float = |text: &str, value: f32| Number { text: text.to_owned(), bits: value.to_bits(), is_float: true };
        let run = Run { inputs: vec![("In".to_owned(), vec![float("-1.0", -1.0)])] };
        for (line, rule) in [
            ("compiles", Rule::Compiles),
            ("tokens = 12", Rule::Tokens(Limit::Exactly(12))),
            ("token 1 number", Rule::Token("1".to_owned(), "number".to_owned())),
            ("bound Normal t3,space1", Rule::Bound("Normal".to_owned(), Register { class: 't', number: 3, space: 1 })),
            (
                "count fmul <= 3 after mem2reg",
                Rule::Count(Counted::Operations("fmul".to_owned()), Limit::AtMost(3), At::After("mem2reg".to_owned())),
            ),
            ("count phis = 0 dxil", Rule::Count(Counted::Phis, Limit::Exactly(0), At::Dxil)),
            ("gives Out=2.0 for In=-1.0", Rule::Gives(run.clone(), "Out".to_owned(), vec![float("2.0", 2.0)])),
            ("unchanged Out:4 for In=-1.0", Rule::Unchanged(run, "Out".to_owned(), 4)),
        ] {
            assert_eq!(Rule::parse(line), Ok(rule), "{line}");
        }
    }

    #[test]
    fn what_is_no_rule_is_said() {
        for (line, why) in [
            ("", "ends too early"),
            ("comples", "is no kind of check"),
            ("compiles now", "`now` is too much"),
            ("count fmull = 3 dxil", "there is no operation `fmull`"),
            ("count fmul = 3 inside", "none of lowered, after PASS and dxil"),
            ("count fmul < 3 dxil", "none of <=, >= and ="),
            ("bound Normal x3", "`x3` is no register"),
            ("gives Out", "is no BUFFER=N,N"),
            ("gives Out=1,x", "`x` is no number"),
            ("unchanged Out for In=1", "is no BUFFER:WORDS"),
        ] {
            let found = Rule::parse(line).expect_err(line);
            assert!(found.contains(why), "{line}: {found}");
        }
    }
}

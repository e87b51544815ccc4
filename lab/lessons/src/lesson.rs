//! Reads the file of a lesson: prose, and exercises with their shaders, checks, hints and solutions.
//!
//! Input: Markdown that is readable by itself. Output: a [`Lesson`], or the lines that are wrong. This is the form of an exercise:
//!
//! ````text
//! ```hlsl exercise NAME OPTIONS        the shader that it begins with
//! ```
//! * [ ] What is to be reached. <!-- count fmul <= 3 dxil -->
//!   Hint: what to try.
//!
//! <details><summary>A solution</summary>
//!
//! ```hlsl solution
//! ```
//! </details>
//! ````
//!
//! The comment after a point is its rule ([`Rule`]). Everything between exercises is prose.

use crate::rule::Rule;
use hlslc_prose::{Resolve, html};

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its number.
    pub number: u32,
    /// Its title, without the number.
    pub title: String,
    /// Its contents in order.
    pub blocks: Vec<Block>,
}

/// A part of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Text, as Markdown.
    Prose(String),
    /// Something to do.
    Exercise(Exercise),
}

/// Something to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exercise {
    /// Its name, once in a lesson.
    pub name: String,
    /// The options of its compilation.
    pub options: Vec<String>,
    /// The shader that it begins with.
    pub start: String,
    /// What is to be reached.
    pub checks: Vec<Check>,
    /// A shader that reaches it.
    pub solution: String,
}

/// A point of an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is to be reached, as Markdown.
    pub text: String,
    /// The same as data.
    pub rule: Rule,
    /// What to try.
    pub hint: String,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

const EXERCISE: &str = "```hlsl exercise";
const SOLUTION: &str = "```hlsl solution";
const POINT: &str = "* [ ] ";
const HINT: &str = "  Hint: ";

impl Lesson {
    /// The lesson that a text is.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let mut reader = Reader { lines: text.lines().collect(), at: 0, faults: Vec::new() };
        let lesson = reader.lesson();
        if reader.faults.is_empty() { Ok(lesson) } else { Err(reader.faults) }
    }

    /// The exercises in order.
    pub fn exercises(&self) -> impl Iterator<Item = &Exercise> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Exercise(exercise) => Some(exercise),
            Block::Prose(_) => None,
        })
    }

    /// The exercise of a name.
    pub fn exercise(&self, name: &str) -> Option<&Exercise> {
        self.exercises().find(|exercise| exercise.name == name)
    }
}

impl Check {
    /// What is to be reached, as HTML.
    pub fn html(&self, resolve: &dyn Resolve) -> String {
        inline(&self.text, resolve)
    }

    /// What to try, as HTML.
    pub fn hint_html(&self, resolve: &dyn Resolve) -> String {
        inline(&self.hint, resolve)
    }
}

/// The HTML of one paragraph, without the element of the paragraph.
fn inline(text: &str, resolve: &dyn Resolve) -> String {
    let found = html(text, resolve);
    let found = found.trim();
    found.strip_prefix("<p>").and_then(|inner| inner.strip_suffix("</p>")).unwrap_or(found).to_owned()
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at).copied();
        self.at += usize::from(line.is_some());
        line
    }

    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// Notes what is wrong with the line before.
    fn wrong(&mut self, what: impl Into<String>) {
        self.faults.push(Fault { line: self.at, what: what.into() });
    }

    /// The lines up to the end of a block of code.
    fn code(&mut self) -> String {
        let start = self.at;
        let mut text = String::new();
        while let Some(line) = self.next() {
            if line == "```" {
                return text;
            }
            text.push_str(line);
            text.push('\n');
        }
        self.at = start;
        self.wrong("the block of code does not end");
        self.at = self.lines.len();
        text
    }

    fn lesson(&mut self) -> Lesson {
        let mut lesson = Lesson { number: 0, title: String::new(), blocks: Vec::new() };
        let head = self.next().unwrap_or_default();
        match head.strip_prefix("# ").and_then(|head| head.split_once(". ")) {
            Some((number, title)) if number.parse::<u32>().is_ok() => {
                lesson.number = number.parse().unwrap_or_default();
                title.clone_into(&mut lesson.title);
            }
            _ => self.wrong("a lesson begins with `# NUMBER. TITLE`"),
        }
        let mut prose = String::new();
        while let Some(line) = self.next() {
            let Some(words) = line.strip_prefix(EXERCISE) else {
                prose.push_str(line);
                prose.push('\n');
                // Code of the prose is not looked into.
                if line.starts_with("```") {
                    prose.push_str(&self.code());
                    prose.push_str("```\n");
                }
                continue;
            };
            add_prose(&mut lesson.blocks, &mut prose);
            let exercise = self.exercise(words);
            if lesson.exercise(&exercise.name).is_some() {
                self.wrong(format!("there are two exercises `{}`", exercise.name));
            }
            lesson.blocks.push(Block::Exercise(exercise));
        }
        add_prose(&mut lesson.blocks, &mut prose);
        lesson
    }

    fn exercise(&mut self, words: &str) -> Exercise {
        let mut words = words.split_whitespace().map(str::to_owned);
        let mut exercise = Exercise { name: words.next().unwrap_or_default(), ..Exercise::default() };
        exercise.options = words.collect();
        if exercise.name.is_empty() || exercise.options.is_empty() {
            self.wrong("an exercise has a name and options");
        }
        exercise.start = self.code();
        self.skip_blank();
        while let Some(point) = self.peek().and_then(|line| line.strip_prefix(POINT)) {
            self.at += 1;
            self.point(point, &mut exercise.checks);
        }
        if exercise.checks.is_empty() {
            self.wrong("checks follow the shader of an exercise");
        }
        self.skip_blank();
        if self.peek().is_some_and(|line| line.starts_with("<details>")) {
            self.at += 1;
            self.skip_blank();
        }
        if self.peek() == Some(SOLUTION) {
            self.at += 1;
            exercise.solution = self.code();
        } else {
            self.at += 1;
            self.wrong("a solution follows the checks");
        }
        self.skip_blank();
        if self.peek() == Some("</details>") {
            self.at += 1;
        }
        exercise
    }

    /// A check: its text may go on in further lines; the comment at its end is the rule.
    fn point(&mut self, first: &str, checks: &mut Vec<Check>) {
        let mut text = first.to_owned();
        let mut hint: Option<String> = None;
        while let Some(line) = self.peek().filter(|line| line.starts_with("  ")) {
            self.at += 1;
            let (into, line) = match (line.strip_prefix(HINT), &mut hint) {
                (Some(start), _) => {
                    hint = Some(start.to_owned());
                    continue;
                }
                (None, Some(hint)) => (hint, line),
                (None, None) => (&mut text, line),
            };
            into.push(' ');
            into.push_str(line.trim_start());
        }
        let Some((shown, rule)) =
            text.split_once("<!--").and_then(|(shown, rest)| Some((shown, rest.strip_suffix("-->")?)))
        else {
            self.wrong("a check ends with its rule in a comment");
            return;
        };
        match (Rule::parse(rule.trim()), hint) {
            (Ok(rule), Some(hint)) => checks.push(Check { text: shown.trim().to_owned(), rule, hint }),
            (Ok(_), None) => self.wrong("a check has a hint"),
            (Err(what), _) => self.wrong(what),
        }
    }

    fn skip_blank(&mut self) {
        while self.peek() == Some("") {
            self.at += 1;
        }
    }
}

fn add_prose(blocks: &mut Vec<Block>, prose: &mut String) {
    let text = std::mem::take(prose);
    if !text.trim().is_empty() {
        blocks.push(Block::Prose(text.trim().to_owned() + "\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# 3. A title

Prose.

```text
```hlsl is not looked at here
```

```hlsl exercise one -T cs_6_0 -O1
void main() {}
```

* [ ] It compiles,
  and well. <!-- compiles -->
  Hint: try
  this.

<details><summary>A solution</summary>

```hlsl solution
int x;
```

</details>

More.
";

    #[test]
    fn a_file_is_prose_and_exercises() {
        let lesson = Lesson::parse(TEXT).expect("it is right");
        assert_eq!((lesson.number, lesson.title.as_str(), lesson.blocks.len()), (3, "A title", 3));
        let exercise = lesson.exercise("one").expect("it is there");
        assert_eq!(exercise.options, ["-T", "cs_6_0", "-O1"]);
        assert_eq!((exercise.start.as_str(), exercise.solution.as_str()), ("void main() {}\n", "int x;\n"));
        let check =
            Check { text: "It compiles, and well.".to_owned(), rule: Rule::Compiles, hint: "try this.".to_owned() };
        assert_eq!(exercise.checks, [check]);
        assert_eq!(lesson.blocks[2], Block::Prose("More.\n".to_owned()));
    }

    #[test]
    fn what_is_wrong_with_a_file_has_its_line() {
        for (from, to, line, what) in [
            ("# 3. A", "# A", 1, "a lesson begins with"),
            ("one -T cs_6_0 -O1", "one", 9, "a name and options"),
            (" <!-- compiles -->", "", 16, "ends with its rule"),
            ("<!-- compiles -->", "<!-- compile -->", 16, "`compile` is no kind of check"),
            ("  Hint: try\n  this.\n", "", 14, "a check has a hint"),
            ("```hlsl solution", "```hlsl", 20, "a solution follows"),
            ("int x;\n```\n", "int x;\n", 20, "does not end"),
        ] {
            let faults = Lesson::parse(&TEXT.replace(from, to)).expect_err(from);
            assert!(faults.iter().any(|fault| fault.line == line && fault.what.contains(what)), "{from}: {faults:?}");
        }
    }
}

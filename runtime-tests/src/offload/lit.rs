//! Reads a test file of the suite: its parts, its conditions, and the commands that are run.
//!
//! Input: the text of a `.test` or `.yaml` file, and the features that a compiler and a device have. Output: a [`Test`]. What lit
//! would hand to a shell is read into [`Step`]s, the few forms that the suite uses; anything else stays as [`Step::Other`] and
//! cannot be made.

use std::collections::BTreeSet;

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The files it consists of, by name.
    pub parts: Vec<(String, String)>,
    /// What must hold for it to apply.
    pub requires: Vec<String>,
    /// What must not hold.
    pub unsupported: Vec<String>,
    /// Where it is known to fail.
    pub expected_failures: Vec<String>,
    /// What is run.
    pub steps: Vec<Step>,
}

/// One thing to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A shader is compiled.
    Compile {
        /// The options of the test.
        options: Vec<String>,
        /// The part that holds the source.
        source: String,
        /// The name of the object.
        object: String,
        /// Whether it must fail.
        must_fail: bool,
    },
    /// A pipeline is run.
    Run {
        /// The part that describes it.
        pipeline: String,
        /// The objects of its shaders.
        objects: Vec<String>,
        /// Whether it must fail.
        must_fail: bool,
        /// Whether what it prints is checked against the file.
        is_checked: bool,
    },
    /// What cannot be made here.
    Other(String),
}

impl Test {
    /// Takes a file apart, with conditional parts of commands by these features.
    pub fn parse(text: &str, features: &BTreeSet<String>) -> Result<Self, String> {
        let mut test = Self {
            parts: parts(text),
            requires: Vec::new(),
            unsupported: Vec::new(),
            expected_failures: Vec::new(),
            steps: Vec::new(),
        };
        let mut unfinished: Option<String> = None;
        for line in text.lines() {
            for (key, list) in [
                ("REQUIRES:", &mut test.requires),
                ("UNSUPPORTED:", &mut test.unsupported),
                ("XFAIL:", &mut test.expected_failures),
            ] {
                if let Some(rest) = keyword(line, key) {
                    list.extend(rest.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()));
                }
            }
            let Some(command) = keyword(line, "RUN:") else { continue };
            let command = match unfinished.take() {
                Some(start) => format!("{start} {}", command.trim()),
                None => command.trim().to_owned(),
            };
            match command.strip_suffix('\\') {
                Some(start) => unfinished = Some(start.trim_end().to_owned()),
                None => test.steps.extend(step(&command, features)?),
            }
        }
        if test.steps.is_empty() {
            return Err("the file has no RUN line".to_owned());
        }
        Ok(test)
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> Result<&str, String> {
        let found = self.parts.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str()).ok_or_else(|| format!("the test has no part `{name}`"))
    }

    /// Why the test does not apply with these features, if it does not.
    pub fn does_not_apply(&self, features: &BTreeSet<String>) -> Result<Option<String>, String> {
        for condition in &self.requires {
            if !holds(condition, features)? {
                return Ok(Some(format!("requires {condition}")));
            }
        }
        for condition in &self.unsupported {
            if holds(condition, features)? {
                return Ok(Some(format!("unsupported: {condition}")));
            }
        }
        Ok(None)
    }

    /// Where the suite knows that it fails, if that is here.
    pub fn is_expected_to_fail(&self, features: &BTreeSet<String>) -> Result<Option<&str>, String> {
        for condition in &self.expected_failures {
            if condition == "*" || holds(condition, features)? {
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }
}

/// What stands after a keyword of lit, which starts the line but for a comment's mark.
fn keyword<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let at = line.find(key)?;
    let before = line[..at].trim();
    before.chars().all(|c| "#/;".contains(c)).then(|| line[at + key.len()..].trim())
}

/// The parts: each starts after a line `#--- NAME`, with any one character or two slashes before the dashes.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end_matches(['\n', '\r']);
        let start = plain.strip_prefix("//").or_else(|| plain.get(1..)).and_then(|rest| rest.strip_prefix("--- "));
        match (start, parts.last_mut()) {
            (Some(name), _) => parts.push((name.trim().to_owned(), String::new())),
            (None, Some((_, body))) => body.push_str(line),
            (None, None) => {}
        }
    }
    parts
}

/// What a command line asks for; nothing if it only takes the file apart.
fn step(command: &str, features: &BTreeSet<String>) -> Result<Option<Step>, String> {
    let command = conditional(command, features)?;
    let words: Vec<&str> = command.split_whitespace().collect();
    let (must_fail, words) = match words.split_first() {
        Some((&"not", rest)) => (true, rest),
        _ => (false, &words[..]),
    };
    let Some((&tool, rest)) = words.split_first() else { return Ok(None) };
    let local = |word: &str| word.strip_prefix("%t/").or_else(|| word.strip_prefix("%t")).map(str::to_owned);
    Ok(match tool {
        "split-file" => None,
        "%dxc_target" | "%dxc_target_lib" => {
            let mut options = Vec::new();
            let (mut object, mut source) = (None, None);
            let mut words = rest.iter();
            while let Some(&word) = words.next() {
                if word == "-Fo" {
                    object = words.next().and_then(|word| local(word));
                } else if let Some(part) = local(word) {
                    source = Some(part);
                } else {
                    options.push(word.to_owned());
                }
            }
            Some(match (source, object) {
                (Some(source), Some(object)) => Step::Compile { options, source, object, must_fail },
                _ => Step::Other(command.clone()),
            })
        }
        "%offloader" => {
            let (run, check) = match rest.iter().position(|&word| word == "|") {
                Some(at) => (&rest[..at], Some(&rest[at + 1..])),
                None => (rest, None),
            };
            let is_known_check = check.is_none_or(|check| check == ["FileCheck", "%s"]);
            // A picture is written for another tool to compare.
            let writes_picture = run.contains(&"-r");
            let mut files = run.iter().filter_map(|word| local(word));
            Some(match files.next() {
                Some(pipeline) if is_known_check && !writes_picture => {
                    Step::Run { pipeline, objects: files.collect(), must_fail, is_checked: check.is_some() }
                }
                _ => Step::Other(command.clone()),
            })
        }
        _ => Some(Step::Other(command.clone())),
    })
}

/// A command with each `%if CONDITION %{ … %}` replaced by what it holds, or by nothing.
fn conditional(command: &str, features: &BTreeSet<String>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = command;
    while let Some((before, after)) = rest.split_once("%if ") {
        let (condition, after) = after.split_once("%{").ok_or("`%if` without `%{`")?;
        let (inner, after) = after.split_once("%}").ok_or("`%{` without `%}`")?;
        out.push_str(before);
        let is_true = holds(condition.trim(), features)?;
        if is_true {
            out.push_str(inner);
        }
        rest = after;
        if let Some((between, tail)) = rest.split_once("%else").filter(|(between, _)| between.trim().is_empty()) {
            let (_, after) = tail.split_once("%{").ok_or("`%else` without `%{`")?;
            let (inner, after) = after.split_once("%}").ok_or("`%{` without `%}`")?;
            out.push_str(between);
            if !is_true {
                out.push_str(inner);
            }
            rest = after;
        }
    }
    Ok(out + rest)
}

/// How deep parentheses of a condition may go.
const MAX_DEPTH: usize = 64;

/// Whether a condition over features holds: names, `!`, `&&`, `||` and parentheses.
pub fn holds(condition: &str, features: &BTreeSet<String>) -> Result<bool, String> {
    let mut words = Vec::new();
    let mut rest = condition.trim_start();
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '!' | '(' | ')' => 1,
            '&' | '|' if rest[1..].starts_with(c) => 2,
            _ => rest.find(|c: char| c.is_whitespace() || "!()&|".contains(c)).unwrap_or(rest.len()),
        };
        if end == 0 {
            return Err(format!("`{condition}` is no condition"));
        }
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    let mut reader = Condition { words: &words, at: 0, features };
    match reader.either(0) {
        Some(value) if reader.at == words.len() => Ok(value),
        _ => Err(format!("`{condition}` is no condition")),
    }
}

/// Reads a condition.
struct Condition<'a> {
    words: &'a [&'a str],
    at: usize,
    features: &'a BTreeSet<String>,
}

impl Condition<'_> {
    fn next_is(&mut self, word: &str) -> bool {
        let is = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is);
        is
    }

    fn either(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.both(depth)?;
        while self.next_is("||") {
            value |= self.both(depth)?;
        }
        Some(value)
    }

    fn both(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.one(depth)?;
        while self.next_is("&&") {
            value &= self.one(depth)?;
        }
        Some(value)
    }

    fn one(&mut self, depth: usize) -> Option<bool> {
        let mut is_negated = false;
        while self.next_is("!") {
            is_negated = !is_negated;
        }
        let value = if self.next_is("(") {
            let value = if depth < MAX_DEPTH { self.either(depth + 1)? } else { return None };
            self.next_is(")").then_some(value)?
        } else {
            let name = *self.words.get(self.at)?;
            self.at += 1;
            let is_name = name.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
            is_name.then(|| self.features.contains(name) || name == "true")?
        };
        Some(value != is_negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_file_falls_into_parts_conditions_and_steps() {
        let text = "#--- a.hlsl\nvoid main() {}\n//--- p.yaml\n---\n...\n#--- end\n\
                    # REQUIRES: Half, Int16\n# UNSUPPORTED: Metal || (Lavapipe && !DXC)\n# XFAIL: Clang\n\
                    # RUN: split-file %s %t\n\
                    # RUN: %dxc_target -T cs_6_0 %if Vulkan %{ -fvk-use-dx-layout %} -Fo %t.o %t/a.hlsl\n\
                    # RUN: not %offloader %t/p.yaml %t.o \\\n# RUN:   2>&1 | FileCheck %s\n";
        let test = Test::parse(text, &features(&["Vulkan"])).expect("it is well formed");
        assert_eq!(test.part("a.hlsl"), Ok("void main() {}\n"));
        assert_eq!(test.part("p.yaml"), Ok("---\n...\n"));
        let options = ["-T", "cs_6_0", "-fvk-use-dx-layout"].map(str::to_owned).to_vec();
        let object = ".o".to_owned();
        assert_eq!(
            test.steps,
            [
                Step::Compile { options, source: "a.hlsl".to_owned(), object: object.clone(), must_fail: false },
                Step::Run { pipeline: "p.yaml".to_owned(), objects: vec![object], must_fail: true, is_checked: true },
            ]
        );
        assert_eq!(test.does_not_apply(&features(&["Half"])), Ok(Some("requires Int16".to_owned())));
        assert_eq!(test.does_not_apply(&features(&["Half", "Int16"])), Ok(None));
        let why = test.does_not_apply(&features(&["Half", "Int16", "Lavapipe"]));
        assert_eq!(why, Ok(Some("unsupported: Metal || (Lavapipe && !DXC)".to_owned())));
        assert_eq!(test.is_expected_to_fail(&features(&["Clang"])), Ok(Some("Clang")));
    }

    #[test]
    fn what_is_no_condition_is_said() {
        for condition in ["", "a &&", "(a", "a b", "a & b", "!"] {
            assert!(holds(condition, &features(&[])).is_err(), "{condition}");
        }
        assert!(holds(&"(".repeat(100_000), &features(&[])).is_err());
        assert_eq!(holds("!a && (b || SM_6_6)", &features(&["SM_6_6"])), Ok(true));
    }

    #[test]
    fn commands_of_other_tools_cannot_be_made() {
        let other = |command: &str| matches!(step(command, &features(&[])), Ok(Some(Step::Other(_))));
        assert!(other("obj2yaml %t.o | FileCheck %s --check-prefix=OBJ"));
        assert!(other("%offloader %t/p.yaml %t.o -r Out -o %t/out.png"));
        assert!(Test::parse("nothing", &features(&[])).is_err());
    }
}

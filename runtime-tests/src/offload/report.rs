//! Prints the results of the suite: a table by folder, JSON, and JUnit's XML.
//!
//! Input: each test's path and [`Verdict`]. Output: text. Paths are those inside the suite; every test that did not pass is listed
//! with its reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Phase, Verdict};
use crate::svg::escape;

/// All results, in the order of the tests.
#[derive(Clone, Debug, Default)]
pub struct Report {
    rows: Vec<(String, Verdict)>,
}

/// The columns of the table.
const COLUMNS: [&str; 6] = ["tests", "passed", "failed", "expected", "unexpected", "skipped"];

/// Which columns a test counts in, beside the first.
fn column(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Passed => 1,
        Verdict::Failed(..) => 2,
        Verdict::FailedAsExpected(..) => 3,
        Verdict::PassedUnexpectedly(_) => 4,
        Verdict::Skipped(_) => 5,
    }
}

impl Report {
    /// Adds a test.
    pub fn add(&mut self, path: String, verdict: Verdict) {
        self.rows.push((path, verdict));
    }

    /// How many failed.
    pub fn failures(&self) -> usize {
        self.rows.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Failed(..))).count()
    }

    /// The table, and below it each test that did not pass.
    pub fn render(&self) -> String {
        let mut folders: BTreeMap<&str, [usize; COLUMNS.len()]> = BTreeMap::new();
        let mut total = [0; COLUMNS.len()];
        for (path, verdict) in &self.rows {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for counts in [folders.entry(folder).or_default(), &mut total] {
                counts[0] += 1;
                counts[column(verdict)] += 1;
            }
        }
        let width = folders.keys().map(|folder| folder.len()).max().unwrap_or(0).max("all".len());
        let mut out = String::new();
        let mut line = |name: &str, cells: [String; COLUMNS.len()]| {
            // Writing to a string cannot fail, here and below.
            let _ = write!(out, "{name:width$}");
            for cell in cells {
                let _ = write!(out, "  {cell:>10}");
            }
            out.push('\n');
        };
        line("", COLUMNS.map(str::to_owned));
        for (folder, counts) in &folders {
            line(folder, counts.map(|count| count.to_string()));
        }
        line("all", total.map(|count| count.to_string()));
        for (path, verdict) in &self.rows {
            let _ = match verdict {
                Verdict::Passed => Ok(()),
                Verdict::PassedUnexpectedly(condition) => {
                    writeln!(out, "{path}: passed, though the suite expects a failure with {condition}")
                }
                Verdict::FailedAsExpected(condition, why) => {
                    writeln!(out, "{path}: failed as the suite expects with {condition}: {}", first_line(why))
                }
                Verdict::Skipped(why) => writeln!(out, "{path}: skipped: {}", first_line(why)),
                Verdict::Failed(phase, why) => writeln!(out, "{path}: FAILED {}: {}", phase.name(), first_line(why)),
            };
        }
        out
    }

    /// A list of objects with `path`, `verdict` and `reason`.
    pub fn to_json(&self) -> String {
        let rows: Vec<serde_json::Value> = self.rows.iter().map(|(path, verdict)| to_json(path, verdict)).collect();
        format!("{:#}\n", serde_json::Value::Array(rows))
    }

    /// JUnit's XML: one suite a folder.
    pub fn to_junit(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        let mut folders: BTreeMap<&str, Vec<(&str, &Verdict)>> = BTreeMap::new();
        for (path, verdict) in &self.rows {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            folders.entry(folder).or_default().push((name, verdict));
        }
        for (folder, rows) in folders {
            let count = |wanted: fn(&Verdict) -> bool| rows.iter().filter(|(_, verdict)| wanted(verdict)).count();
            let failed = count(|verdict| matches!(verdict, Verdict::Failed(..)));
            let skipped = count(|verdict| matches!(verdict, Verdict::Skipped(_) | Verdict::FailedAsExpected(..)));
            let (name, tests) = (escape(folder), rows.len());
            let _ = writeln!(
                out,
                "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">"
            );
            for (test, verdict) in rows {
                let _ = write!(out, "    <testcase classname=\"{name}\" name=\"{}\"", escape(test));
                let _ = match verdict {
                    Verdict::Passed | Verdict::PassedUnexpectedly(_) => writeln!(out, "/>"),
                    Verdict::Skipped(why) => {
                        writeln!(out, "><skipped message=\"{}\"/></testcase>", escape(first_line(why)))
                    }
                    Verdict::FailedAsExpected(condition, _) => {
                        writeln!(out, "><skipped message=\"fails as expected with {}\"/></testcase>", escape(condition))
                    }
                    Verdict::Failed(phase, why) => writeln!(
                        out,
                        "><failure type=\"{}\" message=\"{}\">{}</failure></testcase>",
                        phase.name(),
                        escape(first_line(why)),
                        escape(why)
                    ),
                };
            }
            out.push_str("  </testsuite>\n");
        }
        out + "</testsuites>\n"
    }
}

/// The first line that says something.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// A test's result as the JSON of a report, and as one process hands it to another.
pub fn to_json(path: &str, verdict: &Verdict) -> serde_json::Value {
    let (name, phase, condition, reason) = match verdict {
        Verdict::Passed => ("passed", None, None, None),
        Verdict::PassedUnexpectedly(condition) => ("passed unexpectedly", None, Some(condition), None),
        Verdict::FailedAsExpected(condition, why) => ("failed as expected", None, Some(condition), Some(why)),
        Verdict::Skipped(why) => ("skipped", None, None, Some(why)),
        Verdict::Failed(phase, why) => ("failed", Some(phase.name()), None, Some(why)),
    };
    let mut row = serde_json::Map::new();
    let mut put = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            row.insert(key.to_owned(), value.into());
        }
    };
    put("path", Some(path));
    put("verdict", Some(name));
    put("phase", phase);
    put("condition", condition.map(String::as_str));
    put("reason", reason.map(String::as_str));
    serde_json::Value::Object(row)
}

/// The verdict that [`to_json`] wrote.
pub fn from_json(text: &str) -> Option<Verdict> {
    let row: serde_json::Value = serde_json::from_str(text).ok()?;
    let field = |key: &str| row.get(key).and_then(serde_json::Value::as_str).map(str::to_owned);
    Some(match field("verdict")?.as_str() {
        "passed" => Verdict::Passed,
        "passed unexpectedly" => Verdict::PassedUnexpectedly(field("condition")?),
        "failed as expected" => Verdict::FailedAsExpected(field("condition")?, field("reason")?),
        "skipped" => Verdict::Skipped(field("reason")?),
        _ => {
            let name = field("phase")?;
            Verdict::Failed(Phase::ALL.into_iter().find(|phase| phase.name() == name)?, field("reason")?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let mut report = Report::default();
        let verdicts = [
            Verdict::Passed,
            Verdict::PassedUnexpectedly("Vulkan".to_owned()),
            Verdict::FailedAsExpected("Vulkan".to_owned(), "it broke".to_owned()),
            Verdict::Skipped("requires <More>".to_owned()),
            Verdict::Failed(Phase::Comparing, "\nTest failed: \"A\"\nExpected: 1".to_owned()),
        ];
        for (at, verdict) in verdicts.into_iter().enumerate() {
            report.add(format!("{}/test-{at}", ["Basic", "Feature/More"][at % 2]), verdict);
        }
        report
    }

    #[test]
    fn the_table_counts_by_folder_and_lists_what_did_not_pass() {
        insta::assert_snapshot!(report().render(), @r#"
                           tests      passed      failed    expected  unexpected     skipped
        Basic                  3           1           1           1           0           0
        Feature/More           2           0           0           0           1           1
        all                    5           1           1           1           1           1
        Feature/More/test-1: passed, though the suite expects a failure with Vulkan
        Basic/test-2: failed as the suite expects with Vulkan: it broke
        Feature/More/test-3: skipped: requires <More>
        Basic/test-4: FAILED comparing: Test failed: "A"
        "#);
        assert_eq!(report().failures(), 1);
    }

    #[test]
    fn junit_says_the_same() {
        insta::assert_snapshot!(report().to_junit(), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="Basic" tests="3" failures="1" skipped="1">
            <testcase classname="Basic" name="test-0"/>
            <testcase classname="Basic" name="test-2"><skipped message="fails as expected with Vulkan"/></testcase>
            <testcase classname="Basic" name="test-4"><failure type="comparing" message="Test failed: &quot;A&quot;">
        Test failed: &quot;A&quot;
        Expected: 1</failure></testcase>
          </testsuite>
          <testsuite name="Feature/More" tests="2" failures="0" skipped="1">
            <testcase classname="Feature/More" name="test-1"/>
            <testcase classname="Feature/More" name="test-3"><skipped message="requires &lt;More&gt;"/></testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn a_verdict_goes_from_one_process_to_another() {
        for (path, verdict) in report().rows {
            assert_eq!(from_json(&to_json(&path, &verdict).to_string()), Some(verdict));
        }
        assert_eq!(from_json("no"), None);
    }
}

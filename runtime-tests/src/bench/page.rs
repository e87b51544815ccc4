//! Writes the page of `bench`: the distribution of ratios, the tables of each level, the reasons, growth, memory, and
//! earlier runs.

use hlslc_runtime_tests::measured::{MEASURES, ratios};
use hlslc_runtime_tests::page::{Cell, Page, Row as Line};
use hlslc_runtime_tests::svg::{Axis, Mark, Plot, Series};

use super::Results;
use super::climb::{Climb, LIMIT};
use super::row::{Row, of_level};
use super::summary::{lines, over, titles};

/// Levels in the order of numbers say little more than a few.
const SHOWN_MEASURES: usize = 4;

/// The page.
pub fn page(results: &Results) -> String {
    let mut page = Page::new("hlslc and DXC: time and code");
    page.paragraph("Numbers are hlslc's part of DXC's. Both compiled in one process in turns; the best processor time of each counts.");
    for level in &results.levels {
        let rows = of_level(&results.rows, level);
        if !rows.is_empty() {
            of_one_level(&mut page, level, &rows);
        }
    }
    if !results.climbs.is_empty() {
        ladders(&mut page, &results.climbs);
    }
    peaks(&mut page, results);
    if results.history.len() > 1 {
        history(&mut page, results);
    }
    if !results.skipped.is_empty() {
        page.heading("Not measured");
        let row = |(name, why): &(String, String)| Line {
            cells: vec![Cell::text(name), Cell::text(why.lines().next().unwrap_or_default())],
            tags: Vec::new(),
        };
        page.table("skipped", &["shader", "why"], &results.skipped.iter().map(row).collect::<Vec<_>>(), &[]);
    }
    page.finish()
}

fn axis(title: &'static str, is_logarithmic: bool) -> Axis {
    Axis { title, is_logarithmic }
}

fn of_one_level(page: &mut Page, level: &str, rows: &[&Row]) {
    page.heading(&format!("{level}: {} shaders", rows.len()));
    let spread = |(name, of): &(&'static str, fn(&_) -> f64)| {
        let all = ratios(rows, *of);
        let last = all.len().saturating_sub(1).max(1) as f64;
        let point =
            |(at, (ratio, _)): (usize, &(f64, &str))| (100.0 * at as f64 / last, ratio.max(0.01), String::new());
        Series { name: (*name).to_owned(), mark: Mark::Line, points: all.iter().enumerate().map(point).collect() }
    };
    let times =
        rows.iter().map(|row| (row.made[1].seconds * 1e3, row.made[0].seconds * 1e3, row.name.clone())).collect();
    let plots = [
        Plot {
            title: format!("Ratios at {level}"),
            x: axis("shaders, percent", false),
            y: axis("of DXC's", true),
            level: Some(1.0),
            series: MEASURES[..SHOWN_MEASURES].iter().map(spread).collect(),
        },
        Plot {
            title: format!("Time at {level}"),
            x: axis("DXC, ms", true),
            y: axis("hlslc, ms", true),
            level: None,
            series: vec![Series { name: String::new(), mark: Mark::Points, points: times }],
        },
    ];
    page.plots(&plots);
    let name = level.trim_start_matches('-');
    let line = |line: &super::summary::Line| {
        let numbers = [line.mean].into_iter().chain(line.quantiles).map(|value| Cell::number(value, 3));
        let share = Cell::text(format!("{:.1} %", 100.0 * line.not_above));
        Line { cells: [Cell::text(line.name)].into_iter().chain(numbers).chain([share]).collect(), tags: Vec::new() }
    };
    let header: Vec<&str> = [""].into_iter().chain(titles()).collect();
    page.table(&format!("means-{name}"), &header, &lines(rows).iter().map(line).collect::<Vec<_>>(), &[]);
    let over = over(rows);
    page.paragraph(&format!("{} shaders with more than 1.5 times DXC's instructions", over.len()));
    let reason = |(ratio, row): &(f64, &Row)| {
        let (text, mark) =
            row.excess.as_ref().map_or(("", ""), |it| (&it.reason, if it.is_explained { "" } else { "open" }));
        Line {
            cells: vec![Cell::text(&row.name), Cell::number(*ratio, 3), Cell::text(text).marked(mark)],
            tags: Vec::new(),
        }
    };
    page.table(
        &format!("over-{name}"),
        &["shader", "ratio", "reason"],
        &over.iter().map(reason).collect::<Vec<_>>(),
        &[],
    );
    let all = |row: &&Row| {
        let [ours, theirs] = &row.made;
        let numbers = MEASURES.iter().map(|(_, of)| Cell::number(of(ours) / of(theirs), 3));
        let mut tags = Vec::new();
        for (tag, is_so) in [
            ("longer", ours.instructions > theirs.instructions),
            ("loads", ours.loads > theirs.loads),
            ("branches", ours.branches > theirs.branches),
            ("slower", ours.seconds > theirs.seconds),
        ] {
            tags.extend(is_so.then_some(tag));
        }
        let time = Cell::number(ours.seconds * 1e3, 3);
        Line { cells: [Cell::text(&row.name), time].into_iter().chain(numbers).collect(), tags }
    };
    let header: Vec<&str> = ["shader", "ms"].into_iter().chain(MEASURES.map(|(name, _)| name)).collect();
    let filters =
        [("more instructions", "longer"), ("more loads", "loads"), ("more branches", "branches"), ("slower", "slower")];
    page.table(&format!("all-{name}"), &header, &rows.iter().map(all).collect::<Vec<_>>(), &filters);
}

fn ladders(page: &mut Page, climbs: &[Climb]) {
    page.heading("Ladders");
    page.paragraph("One thing grows a thousandfold. The exponent is 1 where time is in proportion.");
    let plot = |climb: &Climb| {
        let series = |which: usize, name: &str| Series {
            name: format!(
                "{name} {}",
                climb.exponent(which).map_or(String::new(), |exponent| format!("{exponent:.2}"))
            ),
            mark: Mark::Line,
            points: climb.steps[which]
                .iter()
                .map(|step| (f64::from(step.size), step.seconds * 1e3, String::new()))
                .collect(),
        };
        Plot {
            title: climb.name.to_owned(),
            x: axis("how many", true),
            y: axis("ms", true),
            level: None,
            series: vec![series(0, "hlslc"), series(1, "DXC")],
        }
    };
    page.plots(&climbs.iter().map(plot).collect::<Vec<_>>());
    let row = |climb: &Climb| {
        let exponent = |which: usize| Cell::number(climb.exponent(which).unwrap_or(f64::NAN), 2);
        let is_over = climb.exponent(0).is_some_and(|exponent| exponent > LIMIT);
        let ours = if is_over { exponent(0).marked("bad") } else { exponent(0) };
        let (time, memory) = climb.at_the_top().unwrap_or((f64::NAN, f64::NAN));
        let stopped = climb.stopped.iter().flatten().cloned().collect::<Vec<_>>().join("; ");
        let cells = vec![
            Cell::text(climb.name),
            ours,
            exponent(1),
            Cell::number(time, 3),
            Cell::number(memory, 3),
            Cell::text(stopped),
        ];
        Line { cells, tags: Vec::new() }
    };
    let header = ["ladder", "exponent", "DXC's", "time at the top", "memory at the top", "stopped"];
    page.table("ladders", &header, &climbs.iter().map(row).collect::<Vec<_>>(), &[]);
}

fn peaks(page: &mut Page, results: &Results) {
    if let Some(why) = &results.no_peaks {
        page.heading("Memory");
        page.paragraph(&format!("Skipped: {why}"));
    }
    if results.peaks.is_empty() {
        return;
    }
    page.heading("Memory");
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let point = |peak: &super::Peak| (megabytes(peak.taken[1].peak), megabytes(peak.taken[0].peak), peak.name.clone());
    page.plots(&[Plot {
        title: "The most that a process had in memory".to_owned(),
        x: axis("DXC, MB", true),
        y: axis("hlslc, MB", true),
        level: None,
        series: vec![Series {
            name: String::new(),
            mark: Mark::Points,
            points: results.peaks.iter().map(point).collect(),
        }],
    }]);
    let row = |peak: &super::Peak| {
        let [ours, theirs] = peak.taken;
        let [whole, more] = peak.ratios();
        let sizes = [ours.peak, theirs.peak].map(|bytes| Cell::number(megabytes(bytes), 1));
        let ratios = [whole, more].map(|ratio| Cell::number(ratio, 3));
        Line { cells: [Cell::text(&peak.name)].into_iter().chain(sizes).chain(ratios).collect(), tags: Vec::new() }
    };
    let header = ["shader", "hlslc, MB", "DXC, MB", "ratio", "ratio while compiling"];
    page.table("peaks", &header, &results.peaks.iter().map(row).collect::<Vec<_>>(), &[]);
}

fn history(page: &mut Page, results: &Results) {
    page.heading("Earlier runs");
    let series = |level: &String, measure: &str| {
        let mean = |(at, run): (usize, &serde_json::Value)| {
            let label = run["label"].as_str().unwrap_or_default().to_owned();
            Some((at as f64, run["levels"][level][measure]["mean"].as_f64()?, label))
        };
        let points = results.history.iter().enumerate().filter_map(mean).collect();
        Series { name: format!("{measure} {level}"), mark: Mark::Line, points }
    };
    let plot = |measure: &str| Plot {
        title: format!("Geometric mean of {measure}"),
        x: axis("run", false),
        y: axis("of DXC's", false),
        level: None,
        series: results.levels.iter().map(|level| series(level, measure)).collect(),
    };
    page.plots(&["time", "instructions"].map(plot));
}

//! Writes the page of the conformance report: counts, plots, a table with filters, and the differences and disassemblies of
//! the selected shader.
//!
//! Input: what was judged. Output: one file. The details lie in it as JSON, the listings packed ([`super::alignment`]); `page.html#3`
//! opens with the fourth shader chosen.

use serde_json::{Value, json};

use super::standing::{Standing, hindrances, standings};
use super::{Aspect, Judged, Outcome, Verdict, both, counts, explained, first_line};
use crate::measured::{MEASURES, mean, quantile, ratios};
use crate::page::{Cell, Page, Row};
use crate::svg::{Axis, Mark, Plot, Series};

/// What is executed.
const ROUTES: &str = "Executed on made-up inputs, beside DXC's DXIL on the interpreter: hlslc's DXIL at -Od, -O1 and -O3 on the interpreter, hlslc's \
    SPIR-V at -Od and -O3 and DXC's SPIR-V on a device.";

/// Bytes of listings that a page may hold and still open at once.
const MOST_LISTED: usize = 32 << 20;

/// What shows a shader that is chosen.
const SCRIPT: &str = include_str!("page.js");

/// The ratios that are plotted.
const PLOTTED: [usize; 3] = [1, 5, 0];

/// The page.
pub fn page(title: &str, all: &[Judged]) -> String {
    let mut page = Page::new(title);
    summary(&mut page, all);
    plots(&mut page, all);
    table(&mut page, all);
    let listed = listed(all);
    let details: Vec<Value> = all.iter().zip(listed).map(|(judged, is_listed)| detail(judged, is_listed)).collect();
    // What ends a script may stand in no string of it.
    let data = Value::from(details).to_string().replace("</", "<\\/");
    let markup = format!("<div id=\"detail\"></div>\n<script type=\"application/json\" id=\"data\">{data}</script>\n");
    page.script(&markup, SCRIPT);
    page.finish()
}

fn summary(page: &mut Page, all: &[Judged]) {
    page.heading(&format!("{} shaders", all.len()));
    let verdict = |verdict: Verdict| Row {
        cells: vec![
            Cell::text(verdict.name()),
            Cell::number(all.iter().filter(|judged| judged.verdict == verdict).count() as f64, 0),
        ],
        tags: Vec::new(),
    };
    page.table("verdicts", &["verdict", "shaders"], &Verdict::ALL.map(verdict), &[]);
    let aspect = |aspect: Aspect| {
        let numbers = counts(all, aspect).map(|count| Cell::number(count as f64, 0));
        Row { cells: [Cell::text(aspect.name())].into_iter().chain(numbers).collect(), tags: Vec::new() }
    };
    page.table("aspects", &["", "equal", "different", "skipped"], &Aspect::ALL.map(aspect), &[]);
    let standing = |(standing, count, part): &(Standing, usize, f64)| Row {
        cells: vec![Cell::text(standing.name()), Cell::number(*count as f64, 0), Cell::number(100.0 * part, 1)],
        tags: Vec::new(),
    };
    let standings: Vec<Row> = standings(all).iter().map(standing).collect();
    if !standings.is_empty() {
        page.paragraph(ROUTES);
        page.table("standings", &["executed", "shaders", "%"], &standings, &[]);
        let hindrance = |(route, why, count): &(Aspect, String, usize)| Row {
            cells: vec![Cell::text(route.name()), Cell::text(why.as_str()), Cell::number(*count as f64, 0)],
            tags: Vec::new(),
        };
        let rows: Vec<Row> = hindrances(all).iter().map(hindrance).collect();
        page.table("hindrances", &["not compared", "because", "shaders"], &rows, &[]);
    }
    let both = both(all);
    let measure = |(name, of): &(&str, fn(&_) -> f64)| {
        let all = ratios(&both, *of);
        let numbers = [mean(&all), quantile(&all, 0.5), quantile(&all, 0.95), quantile(&all, 1.0)];
        let numbers = numbers.map(|number| Cell::number(number, 3));
        Row { cells: [Cell::text(*name)].into_iter().chain(numbers).collect(), tags: Vec::new() }
    };
    page.paragraph("hlslc's part of DXC's, of shaders that both accept:");
    page.table(
        "means",
        &["", "mean", "median", "95 %", "most"],
        &MEASURES.iter().map(measure).collect::<Vec<_>>(),
        &[],
    );
}

fn plots(page: &mut Page, all: &[Judged]) {
    let both = both(all);
    if both.is_empty() {
        return;
    }
    let axis = |title, is_logarithmic| Axis { title, is_logarithmic };
    let spread = |at: usize| {
        let (name, of) = MEASURES[at];
        let all = ratios(&both, of);
        let last = all.len().saturating_sub(1).max(1) as f64;
        let points =
            all.iter().enumerate().map(|(at, (ratio, _))| (100.0 * at as f64 / last, ratio.max(0.01), String::new()));
        Series { name: name.to_owned(), mark: Mark::Line, points: points.collect() }
    };
    let against = |of: fn(&crate::measured::Made) -> f64| {
        let points = both.iter().map(|it| (of(&it.1[1]), of(&it.1[0]), it.0.to_owned())).collect();
        vec![Series { name: String::new(), mark: Mark::Points, points }]
    };
    page.plots(&[
        Plot {
            title: "Ratios".to_owned(),
            x: axis("shaders, percent", false),
            y: axis("of DXC's", true),
            level: Some(1.0),
            series: PLOTTED.map(spread).to_vec(),
        },
        Plot {
            title: "Instructions".to_owned(),
            x: axis("DXC", true),
            y: axis("hlslc", true),
            level: None,
            series: against(|made| made.instructions as f64),
        },
        Plot {
            title: "Time".to_owned(),
            x: axis("DXC, ms", true),
            y: axis("hlslc, ms", true),
            level: None,
            series: against(|made| made.seconds * 1e3),
        },
    ]);
}

/// Tags of rows that filters ask for, with their titles.
const FILTERS: [(&str, &str); 6] = [
    ("to be looked at", "open"),
    ("refused by hlslc", "refused"),
    ("not clean", "unclean"),
    ("interface differs", "interface"),
    ("execution differs", "execution"),
    ("longer code", "longer"),
];

fn tags(judged: &Judged) -> Vec<&'static str> {
    let differs = |aspect: Aspect| matches!(judged.outcome(aspect), Some(Outcome::Different(_)));
    let of_interface = [Aspect::Bindings, Aspect::Signatures, Aspect::Psv0, Aspect::Features, Aspect::RuntimeData];
    let is_longer = judged.made.as_ref().is_some_and(|[ours, theirs]| ours.instructions > theirs.instructions);
    let is_so = [
        !judged.is_good(),
        judged.verdict == Verdict::OnlyDxc,
        differs(Aspect::Validator),
        of_interface.into_iter().chain([Aspect::Reflection, Aspect::RootSignature]).any(differs),
        Aspect::ROUTES.into_iter().chain([Aspect::Levels]).any(differs),
        is_longer,
    ];
    FILTERS.iter().zip(is_so).filter(|(_, is_so)| *is_so).map(|((_, tag), _)| *tag).collect()
}

fn table(page: &mut Page, all: &[Judged]) {
    page.heading("Shaders");
    let row = |judged: &Judged| {
        let verdict = Cell::text(judged.verdict.name()).marked(match judged.verdict {
            Verdict::Accepted | Verdict::Rejected => "good",
            Verdict::OnlyDxc | Verdict::OnlyHlslc => "bad",
            Verdict::Unknown => "open",
        });
        let aspect = |aspect: Aspect| match judged.outcome(aspect) {
            None => Cell::text(""),
            Some(Outcome::Equal(_)) => Cell::text("equal").marked("good"),
            Some(Outcome::Different(_)) => Cell::text("differs").marked("bad"),
            Some(Outcome::Skipped(_)) => Cell::text("skipped").marked("open"),
        };
        let ratio = |at: usize| match &judged.made {
            Some([ours, theirs]) => Cell::number((MEASURES[at].1)(ours) / (MEASURES[at].1)(theirs), 3),
            None => Cell::text(""),
        };
        let cells =
            [Cell::text(&judged.name), verdict].into_iter().chain(Aspect::ALL.map(aspect)).chain(PLOTTED.map(ratio));
        Row { cells: cells.collect(), tags: tags(judged) }
    };
    let titles = Aspect::ALL.map(Aspect::name).into_iter().chain(PLOTTED.map(|at| MEASURES[at].0));
    let header: Vec<&str> = ["shader", "verdict"].into_iter().chain(titles).collect();
    page.table("shaders", &header, &all.iter().map(row).collect::<Vec<_>>(), &FILTERS);
}

/// Which shaders have their listings on the page: as many as there is room for, those that are to be looked at first.
fn listed(all: &[Judged]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| (tags(&all[at]).is_empty(), at));
    let (mut is_listed, mut bytes) = (vec![false; all.len()], 0);
    for at in order {
        bytes += all[at].listings.len();
        is_listed[at] = bytes <= MOST_LISTED;
    }
    is_listed
}

/// What a chosen shader shows.
fn detail(judged: &Judged, is_listed: bool) -> Value {
    let mut lines = Vec::new();
    for (compiler, said) in ["hlslc", "DXC"].iter().zip(&judged.said).filter(|(_, said)| !said.is_empty()) {
        lines.push(format!("{compiler} says:\n{}", said.trim_end()));
    }
    for (aspect, outcome) in &judged.aspects {
        match outcome {
            Outcome::Equal(text) if text.is_empty() => {}
            Outcome::Equal(text) => lines.push(format!("{}: {text}", aspect.name())),
            Outcome::Different(text) => {
                lines.push(format!("{} differs:\n{}", aspect.name(), text.trim_end()));
                let why = explained::why(&judged.name, *aspect);
                lines.extend(why.map(|why| format!("The reason is known: {why}.")));
            }
            Outcome::Skipped(text) => lines.push(format!("{} skipped: {}", aspect.name(), first_line(text))),
        }
    }
    if !is_listed {
        lines.push("Its listings are left out, for the page would be too large: ask for it alone.".to_owned());
    }
    let guessed = if judged.is_guessed { " (a guess)" } else { "" };
    json!({
        "name": judged.name,
        "options": format!("{}{guessed}", judged.options),
        "text": lines.join("\n\n"),
        "listings": if is_listed { judged.listings.as_str() } else { "" },
    })
}

#[cfg(test)]
mod tests {
    use crate::conform::tests::some;

    #[test]
    fn the_page_has_a_row_and_the_details_of_each_shader() {
        let text = super::page("Report", &some());
        let rows = text.split("<table id=\"shaders\">").nth(1).and_then(|rest| rest.split("</table>").next());
        insta::assert_snapshot!(rows.expect("there is a table"));
        let data = text.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data: serde_json::Value = serde_json::from_str(data.expect("there is data")).expect("it is JSON");
        assert_eq!(data.as_array().map(Vec::len), Some(3));
        assert_eq!(data[1]["text"], "hlslc says:\nx.hlsl:1:1: error: no </script> here [E0101]");
        insta::assert_snapshot!(data[0]["text"].as_str().expect("it is text"));
    }
}

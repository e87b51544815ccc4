//! Draws plots of figures that this repository stated over time, from `docs/measured/history.json`.
//!
//! In: the text of that file: plots of series, whose points have the commit that stated the figure, its time and the figure. Out: an
//! SVG file for each plot. `cargo xtask plots` writes them, and a test compares the committed files with what the history gives.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use crate::svg::{Axis, COLOURS, Mark, Plot, Series, escape};

/// Styles and a background, for a file that no page surrounds.
const STYLE: &str = "\
<style>svg { font: 11px system-ui, sans-serif; fill: #333; } .title { font-weight: 600; font-size: 13px; } .x { text-anchor: middle; } \
.y { text-anchor: end; } .grid { stroke: #ddd; fill: none; } .level { stroke: #333; stroke-dasharray: 4 3; fill: none; } \
.line { fill: none; stroke-width: 1.6; }</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";

/// The folder with the history and the plots.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/measured")
}

/// The plots of the history on disk, each with the name of its file.
pub fn plots() -> Result<Vec<(String, String)>, String> {
    let path = folder().join("history.json");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    plots_of(&text)
}

/// The plots of a history, each with the name of its file.
pub fn plots_of(history: &str) -> Result<Vec<(String, String)>, String> {
    let history: Value = serde_json::from_str(history).map_err(|error| error.to_string())?;
    list(&history, "plots")?.iter().map(plot).collect()
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], String> {
    value[key].as_array().map(Vec::as_slice).ok_or_else(|| format!("`{key}` is not a list"))
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    value[key].as_str().map(str::to_owned).ok_or_else(|| format!("`{key}` is not a text"))
}

fn plot(value: &Value) -> Result<(String, String), String> {
    let file = text(value, "file")?;
    let (mut series, mut names) = (Vec::new(), Vec::new());
    for one in list(value, "series")? {
        let name = text(one, "name")?;
        let points = list(one, "points")?.iter().map(point).collect::<Result<Vec<_>, _>>();
        let points = points.map_err(|error| format!("{file}, `{name}`: {error}"))?;
        names.push(name);
        series.push(Series { name: String::new(), mark: Mark::Marked, points });
    }
    let plot = Plot {
        title: text(value, "title")?,
        x: Axis { title: "day of November 2026", is_logarithmic: false },
        y: Axis { title: unit(&text(value, "unit")?)?, is_logarithmic: false },
        level: value["level"].as_f64(),
        series,
    };
    let drawn = plot.draw().replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    // The names are below the plot, where no line passes through them.
    let (head, body) = drawn.split_once(">\n").ok_or("a plot has no head")?;
    let mut legend = String::new();
    for (number, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let (colour, y) = (COLOURS[number % COLOURS.len()], 310 + 15 * number);
        // Writing to a string cannot fail.
        let _ = writeln!(legend, "<text x=\"56\" y=\"{y}\" fill=\"{colour}\">\u{25cf} {}</text>", escape(name));
    }
    let head = head.replacen("520 300", &format!("520 {}", 302 + 15 * names.len()), 1);
    let body = body.strip_suffix("</svg>\n").ok_or("a plot has no end")?;
    Ok((file, format!("{head}>\n{STYLE}{body}{legend}</svg>\n")))
}

/// The units that plots have.
fn unit(name: &str) -> Result<&'static str, String> {
    const UNITS: [&str; 5] = ["part of DXC's time", "part of DXC's figure", "megabytes", "shaders", "percent"];
    UNITS.into_iter().find(|unit| *unit == name).ok_or_else(|| format!("there is no unit `{name}`"))
}

/// `[commit, time, figure]`: the day with its fraction, the figure, and what is shown at the point.
fn point(value: &Value) -> Result<(f64, f64, String), String> {
    let parts = value.as_array().filter(|parts| parts.len() == 3).ok_or("a point has a commit, a time and a figure")?;
    let (commit, time) = (parts[0].as_str().unwrap_or_default(), parts[1].as_str().unwrap_or_default());
    let figure = parts[2].as_f64().ok_or("a figure is a number")?;
    let number = |range: std::ops::Range<usize>| time.get(range).and_then(|text| text.parse::<f64>().ok());
    let day = time.strip_prefix("2026-11-").and(number(8..10)).zip(number(11..13)).zip(number(14..16));
    let ((day, hour), minute) = day.ok_or_else(|| format!("`{time}` is not a time of November 2026"))?;
    let is_commit = commit.len() == 8 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_commit {
        return Err(format!("`{commit}` is not a commit"));
    }
    Ok((day + hour / 24.0 + minute / 1440.0, figure, format!("{figure} ({commit})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plots_are_those_of_the_history() {
        let plots = plots().unwrap_or_else(|error| panic!("{error}"));
        assert!(plots.len() >= 5, "{} plots", plots.len());
        for (file, fresh) in plots {
            let old = std::fs::read_to_string(folder().join(&file)).unwrap_or_default();
            assert!(old == fresh, "docs/measured/{file} is out of date; `cargo xtask plots` writes it anew");
        }
    }

    #[test]
    fn a_point_names_its_commit_and_time() {
        let history = |point: &str| {
            format!(
                r#"{{"plots": [{{"file": "a.svg", "title": "a", "unit": "percent", "level": null, "series": [{{"name": "b", "points": [{point}]}}]}}]}}"#
            )
        };
        let drawn =
            plots_of(&history(r#"["c0b823de", "2026-11-23T06:00", 93.9]"#)).unwrap_or_else(|error| panic!("{error}"));
        assert!(drawn[0].1.contains("<title>93.9 (c0b823de)</title>"), "{}", drawn[0].1);
        assert!(plots_of(&history(r#"["today", "2026-11-23T06:00", 93.9]"#)).is_err());
        assert!(plots_of(&history(r#"["c0b823de", "yesterday", 93.9]"#)).is_err());
    }
}

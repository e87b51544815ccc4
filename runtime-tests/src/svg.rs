//! Draws plots as SVG: lines and points over two axes, each linear or logarithmic. The result refers to no other file.
//!
//! Input: [`Plot`]s. Output: an `<svg>` element. Numbers have few digits, so that the same data gives the same text.

use std::fmt::Write as _;

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The title, with the unit.
    pub title: &'static str,
    /// Whether the axis is logarithmic.
    pub is_logarithmic: bool,
}

/// The style of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Points joined in their order.
    Line,
    /// Separate points.
    Points,
    /// Points that are joined in their order.
    Marked,
}

/// Data with a name.
#[derive(Clone, Debug)]
pub struct Series {
    /// The text in the legend; an empty one is not shown.
    pub name: String,
    /// The style.
    pub mark: Mark,
    /// The points, each with a description, which may be empty.
    pub points: Vec<(f64, f64, String)>,
}

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title above the plot.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// A horizontal line for comparison.
    pub level: Option<f64>,
    /// The data.
    pub series: Vec<Series>,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 300.0;
/// The left, top, right and bottom margins.
const MARGINS: [f64; 4] = [56.0, 28.0, 12.0, 40.0];
/// Colours that remain distinct with a colour vision deficiency.
pub const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#555555"];
const TICKS: usize = 6;

/// An axis with its visible range.
struct Scale {
    is_logarithmic: bool,
    least: f64,
    most: f64,
    /// The start on the page.
    from: f64,
    to: f64,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let is_logarithmic = axis.is_logarithmic;
        let place = |value: f64| if is_logarithmic { value.log10() } else { value };
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.map(place).filter(|value| value.is_finite()) {
            (least, most) = (least.min(value), most.max(value));
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        if most - least < 1e-9 {
            (least, most) = (least - 0.5, most + 0.5);
        }
        Self { is_logarithmic, least, most, from, to }
    }

    /// The position of a value on the page.
    fn at(&self, value: f64) -> f64 {
        let place = if self.is_logarithmic { value.log10() } else { value };
        self.from + (self.to - self.from) * (place - self.least) / (self.most - self.least)
    }

    /// Rounded values within the range.
    fn ticks(&self) -> Vec<f64> {
        let span = self.most - self.least;
        if self.is_logarithmic && span >= 1.0 {
            let every = (span / TICKS as f64).ceil().max(1.0) as i32;
            let first = self.least.ceil() as i32;
            return (first..=self.most.floor() as i32).step_by(every as usize).map(|power| 10f64.powi(power)).collect();
        }
        let (least, most) =
            if self.is_logarithmic { (10f64.powf(self.least), 10f64.powf(self.most)) } else { (self.least, self.most) };
        let rough = (most - least) / TICKS as f64;
        let unit = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|step| *step >= rough).unwrap_or(rough);
        let first = (least / step).ceil() as i64;
        (0..=TICKS as i64 + 1)
            .map(|at| (first + at) as f64 * step)
            .take_while(|value| *value <= most * (1.0 + 1e-9))
            .collect()
    }
}

/// The label of a value on an axis.
fn label(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Escapes text for XML and HTML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

impl Plot {
    /// Returns the element.
    pub fn draw(&self) -> String {
        let [left, top, right, bottom] = MARGINS;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Scale::new(&self.x, points().map(|point| point.0), left, WIDTH - right);
        let y = Scale::new(&self.y, points().map(|point| point.1).chain(self.level), HEIGHT - bottom, top);
        let mut out =
            format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n", escape(&self.title));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "<text class=\"title\" x=\"{left}\" y=\"16\">{}</text>", escape(&self.title));
        for value in x.ticks() {
            let at = x.at(value);
            let _ = writeln!(out, "<path class=\"grid\" d=\"M{at:.1} {top}V{:.1}\"/>", HEIGHT - bottom);
            let _ = writeln!(
                out,
                "<text class=\"x\" x=\"{at:.1}\" y=\"{:.1}\">{}</text>",
                HEIGHT - bottom + 14.0,
                label(value)
            );
        }
        for value in y.ticks() {
            let at = y.at(value);
            let _ = writeln!(out, "<path class=\"grid\" d=\"M{left} {at:.1}H{:.1}\"/>", WIDTH - right);
            let _ = writeln!(
                out,
                "<text class=\"y\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left - 5.0,
                at + 4.0,
                label(value)
            );
        }
        if let Some(level) = self.level {
            let _ = writeln!(out, "<path class=\"level\" d=\"M{left} {:.1}H{:.1}\"/>", y.at(level), WIDTH - right);
        }
        let _ = writeln!(
            out,
            "<text class=\"x\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            WIDTH / 2.0,
            HEIGHT - 8.0,
            escape(self.x.title)
        );
        let middle = HEIGHT / 2.0;
        let _ = writeln!(
            out,
            "<text class=\"x\" transform=\"translate(12 {middle})rotate(-90)\">{}</text>",
            escape(self.y.title)
        );
        for (number, series) in self.series.iter().enumerate() {
            draw_series(&mut out, series, COLOURS[number % COLOURS.len()], &x, &y);
            if !series.name.is_empty() {
                let at = top + 14.0 * (number as f64 + 1.0);
                let colour = COLOURS[number % COLOURS.len()];
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{colour}\">{}</text>",
                    left + 8.0,
                    escape(&series.name)
                );
            }
        }
        out + "</svg>\n"
    }
}

fn draw_series(out: &mut String, series: &Series, colour: &str, x: &Scale, y: &Scale) {
    let places: Vec<(f64, f64, &str)> = series
        .points
        .iter()
        .map(|(across, up, what)| (x.at(*across), y.at(*up), what.as_str()))
        .filter(|(across, up, _)| across.is_finite() && up.is_finite())
        .collect();
    if series.mark != Mark::Points {
        let path: Vec<String> = places.iter().map(|(across, up, _)| format!("{across:.1} {up:.1}")).collect();
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"line\" stroke=\"{colour}\" d=\"M{}\"/>", path.join("L"));
        }
    }
    if series.mark != Mark::Line {
        for (across, up, what) in places {
            let title = if what.is_empty() { String::new() } else { format!("<title>{}</title>", escape(what)) };
            let _ =
                writeln!(out, "<circle cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"2.5\" fill=\"{colour}\">{title}</circle>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_axes_lines_and_points() {
        let axis = |title, is_logarithmic| Axis { title, is_logarithmic };
        let series = |name: &str, mark, points: &[(f64, f64)]| Series {
            name: name.to_owned(),
            mark,
            points: points.iter().map(|&(x, y)| (x, y, format!("{x}<{y}"))).collect(),
        };
        let plot = Plot {
            title: "a & b".to_owned(),
            x: axis("size", true),
            y: axis("ms", false),
            level: Some(1.0),
            series: vec![
                series("one", Mark::Line, &[(1.0, 0.0), (10.0, 2.0), (0.0, 1.0)]),
                series("", Mark::Points, &[(100.0, 4.0)]),
            ],
        };
        insta::assert_snapshot!(plot.draw());
    }

    #[test]
    fn ticks_are_round() {
        let scale = |values: [f64; 2], is_logarithmic| {
            Scale::new(&Axis { title: "", is_logarithmic }, values.into_iter(), 0.0, 1.0)
        };
        assert_eq!(scale([0.0, 10.0], false).ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(scale([0.5, 2000.0], true).ticks(), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(scale([3.0, 3.0], false).ticks().len(), 5);
        assert_eq!([0.0, 0.25, 1e6, 2e-5].map(label), ["0", "0.25", "1e6", "2e-5"]);
    }
}

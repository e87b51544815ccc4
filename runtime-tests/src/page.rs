//! Writes pages of HTML that refer to no other file: text, tables that can be sorted and filtered, and plots.
//!
//! Input: the contents of the page, in order. Output: the text of the file. All text from outside is escaped here.

use std::fmt::Write as _;

use crate::svg::{Plot, escape};

/// The style sheet of all pages.
const STYLE: &str = include_str!("page.css");

/// The script that sorts and filters tables.
const SCRIPT: &str = include_str!("page.js");

/// A page under construction.
pub struct Page {
    title: String,
    body: String,
    /// The scripts of this page only.
    scripts: String,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The displayed text.
    pub text: String,
    /// The key for sorting, if that is not the text.
    pub key: Option<f64>,
    /// The class of the cell: `good`, `bad`, `open` or none.
    pub mark: &'static str,
}

impl Cell {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), key: None, mark: "" }
    }

    /// A number with a number of digits; empty if it is NaN.
    pub fn number(number: f64, digits: usize) -> Self {
        if number.is_nan() {
            return Self { text: String::new(), key: Some(-1.0), mark: "number" };
        }
        Self { text: format!("{number:.digits$}"), key: Some(number), mark: "number" }
    }

    /// The same cell with a class.
    pub fn marked(self, mark: &'static str) -> Self {
        Self { mark, ..self }
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The tags by which filters select the row.
    pub tags: Vec<&'static str>,
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), body: String::new(), scripts: String::new() }
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escape(text));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escape(text));
    }

    /// Adds plots beside each other.
    pub fn plots(&mut self, plots: &[Plot]) {
        self.body.push_str("<div class=\"plots\">\n");
        for plot in plots {
            let _ = writeln!(self.body, "<figure>{}</figure>", plot.draw());
        }
        self.body.push_str("</div>\n");
    }

    /// Adds a table; `filters` are buttons with a text and the tag that each selects. There are no buttons without
    /// filters.
    pub fn table(&mut self, id: &str, header: &[&str], rows: &[Row], filters: &[(&str, &str)]) {
        if !filters.is_empty() {
            let _ =
                write!(self.body, "<div class=\"filters\" data-table=\"{id}\"><input placeholder=\"part of a name\">");
            for (title, tag) in filters {
                let count = rows.iter().filter(|row| row.tags.contains(tag)).count();
                let _ = write!(self.body, "<button data-tag=\"{tag}\">{} ({count})</button>", escape(title));
            }
            self.body.push_str("<span></span><button class=\"more\" hidden></button></div>\n");
        }
        let _ = write!(self.body, "<table id=\"{id}\"><thead><tr>");
        for title in header {
            let _ = write!(self.body, "<th>{}</th>", escape(title));
        }
        self.body.push_str("</tr></thead><tbody>\n");
        for (number, row) in rows.iter().enumerate() {
            let tags =
                if row.tags.is_empty() { String::new() } else { format!(" data-tags=\"{}\"", row.tags.join(" ")) };
            let _ = write!(self.body, "<tr data-row=\"{number}\"{tags}>");
            for cell in &row.cells {
                let class = if cell.mark.is_empty() { String::new() } else { format!(" class=\"{}\"", cell.mark) };
                let key = cell.key.map_or(String::new(), |key| format!(" data-key=\"{key}\""));
                let _ = write!(self.body, "<td{class}{key}>{}</td>", escape(&cell.text));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table>\n");
    }

    /// Adds two texts beside each other.
    pub fn side_by_side(&mut self, titles: [&str; 2], texts: [&str; 2]) {
        self.body.push_str("<div class=\"beside\">");
        for (title, text) in titles.iter().zip(texts) {
            let _ = write!(self.body, "<div><b>{}</b><pre>{}</pre></div>", escape(title), escape(text));
        }
        self.body.push_str("</div>\n");
    }

    /// Adds markup and a script for this page, after the common scripts.
    pub fn script(&mut self, markup: &str, script: &str) {
        self.body.push_str(markup);
        self.scripts.push_str(script);
    }

    /// Returns the text of the file.
    pub fn finish(self) -> String {
        let title = escape(&self.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>\n{STYLE}</style></head>\n\
             <body>\n<h1>{title}</h1>\n{}<script>\n{SCRIPT}{}</script>\n</body></html>\n",
            self.body, self.scripts
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_carry_what_sorts_and_filters_them() {
        let mut page = Page::new("a <b>");
        let row = |name: &str, number, tags: &[&'static str]| Row {
            cells: vec![Cell::text(name), Cell::number(number, 2).marked("bad")],
            tags: tags.to_vec(),
        };
        page.heading("Rows");
        page.table(
            "rows",
            &["name", "ratio"],
            &[row("x&y", 1.5, &["longer"]), row("z", f64::NAN, &[])],
            &[("longer", "longer")],
        );
        insta::assert_snapshot!(page.body);
        let text = page.finish();
        assert!(text.contains("<title>a &lt;b&gt;</title>"));
        assert!(!text.contains("src=") && !text.contains("http"), "a page fetches nothing");
    }
}

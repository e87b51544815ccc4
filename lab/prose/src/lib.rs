//! Renders Markdown as HTML: chapters, lessons and reference pages.
//!
//! Input: Markdown, and functions that resolve links and pictures. Output: HTML without a document around it. It holds no markup
//! but what this crate writes: raw HTML of the input is dropped if it is a comment, kept if it is one of [`KEPT`], and shown as
//! text otherwise. Every heading has the anchor that renderers of Markdown give it ([`slug`]).

#![warn(clippy::wildcard_enum_match_arm)]

mod site;

pub use site::{Entry, SitePage, site};

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Raw HTML that is kept as it is: a part of a page that opens.
const KEPT: [&str; 4] = ["<details>", "</details>", "<summary>", "</summary>"];

/// Resolves what a text refers to.
pub trait Resolve {
    /// The address of a link; none if the page has no such place, and then the link is shown as text with its target as a title.
    fn link(&self, target: &str) -> Option<String>;

    /// The markup of a picture, which is trusted; none shows the text in its place.
    fn picture(&self, target: &str) -> Option<String> {
        let _ = target;
        None
    }

    /// The markup of a listing in a language, which is trusted; none shows its text without colours.
    fn listing(&self, language: &str, text: &str) -> Option<String> {
        let _ = (language, text);
        None
    }
}

/// Links as they are written, and no pictures.
#[derive(Clone, Copy, Debug)]
pub struct AsWritten;

impl Resolve for AsWritten {
    fn link(&self, target: &str) -> Option<String> {
        is_harmless(target).then(|| target.to_owned())
    }
}

/// Whether following a link runs no code: it is relative, an anchor, or of the web.
pub fn is_harmless(target: &str) -> bool {
    let scheme = target.split(['/', '?', '#']).next().unwrap_or_default();
    !scheme.contains(':') || scheme == "http:" || scheme == "https:"
}

/// The anchor of a heading: its letters, digits, hyphens and underscores in lower case, with a hyphen for each blank.
pub fn slug(heading: &str) -> String {
    let letters = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' '));
    letters.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

/// Text as HTML shows it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The Markdown as HTML.
pub fn html(markdown: &str, resolve: &dyn Resolve) -> String {
    let mut writer = Writer {
        out: String::new(),
        resolve,
        ends: Vec::new(),
        heading: 0,
        aligned: Vec::new(),
        column: 0,
        in_head: false,
        alt: None,
        listing: None,
        anchors: HashMap::new(),
    };
    let mut raw = String::new();
    for event in
        Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH)
    {
        // A comment may come in several events, one a line.
        if let Event::Html(text) | Event::InlineHtml(text) = &event {
            raw.push_str(text);
            continue;
        }
        if matches!(event, Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock)) {
            continue;
        }
        writer.raw(&std::mem::take(&mut raw));
        writer.event(event);
    }
    writer.raw(&raw);
    writer.out
}

struct Writer<'a> {
    out: String,
    resolve: &'a dyn Resolve,
    /// What ends the open links.
    ends: Vec<&'static str>,
    /// Where the text of the heading begins.
    heading: usize,
    aligned: Vec<Alignment>,
    column: usize,
    in_head: bool,
    /// The text of an open picture, with its target.
    alt: Option<(String, String)>,
    /// The language of an open listing, with its text.
    listing: Option<(String, String)>,
    /// How often each anchor was asked for.
    anchors: HashMap<String, usize>,
}

impl Writer<'_> {
    fn raw(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if let Some(kept) = KEPT.iter().find(|kept| rest.starts_with(**kept)) {
                self.out.push_str(kept);
                rest = &rest[kept.len()..];
            } else {
                let end = rest[1..]
                    .find('<')
                    .map_or(rest.len(), |at| at + 1)
                    .max(rest.chars().next().map_or(0, char::len_utf8));
                self.out.push_str(&escaped(&rest[..end]));
                rest = &rest[end..];
            }
        }
    }

    fn text(&mut self, text: &str) {
        match (&mut self.alt, &mut self.listing) {
            (Some((alt, _)), _) => alt.push_str(text),
            (None, Some((_, listing))) => listing.push_str(text),
            (None, None) => self.out.push_str(&escaped(text)),
        }
    }

    /// The anchor of a heading: a number distinguishes those of the same text, as renderers of Markdown do.
    fn anchor(&mut self, wanted: String) -> String {
        let times = self.anchors.entry(wanted.clone()).or_default();
        *times += 1;
        if *times == 1 { wanted } else { format!("{wanted}-{}", *times - 1) }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => {
                if self.alt.is_some() {
                    self.text(&text);
                } else {
                    let _ = write!(self.out, "<code>{}</code>", escaped(&text));
                }
            }
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(_) => {
                // It takes the place of the bullet.
                let item = self.out.trim_end_matches("<li>").len();
                self.out.truncate(item);
                self.out.push_str("<li class=\"task\">☐ ");
            }
            // Not asked for, or taken before.
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            // The anchor follows from the text, which comes later.
            Tag::Heading { .. } => self.heading = self.out.len(),
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>\n"),
            Tag::CodeBlock(kind) => {
                let word = match &kind {
                    CodeBlockKind::Fenced(words) => words.split_whitespace().next().unwrap_or(""),
                    CodeBlockKind::Indented => "",
                };
                let word: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
                let _ = write!(self.out, "<pre tabindex=\"0\"><code class=\"language-{word}\">");
                self.listing = Some((word, String::new()));
            }
            Tag::List(Some(first)) => {
                let _ = writeln!(self.out, "<ol start=\"{first}\">");
            }
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::Item => self.out.push_str("<li>"),
            Tag::Table(aligned) => {
                self.aligned = aligned;
                self.out.push_str("<div class=\"table\" tabindex=\"0\"><table>\n");
            }
            Tag::TableHead => {
                (self.in_head, self.column) = (true, 0);
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => {
                let aligned = self.aligned.get(self.column).copied().unwrap_or(Alignment::None);
                self.column += 1;
                let class = match aligned {
                    Alignment::Right => " class=\"right\"",
                    Alignment::Center => " class=\"middle\"",
                    Alignment::None | Alignment::Left => "",
                };
                let _ = write!(self.out, "<{}{class}>", if self.in_head { "th" } else { "td" });
            }
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<s>"),
            Tag::Link { dest_url, .. } => match self.resolve.link(&dest_url).filter(|address| is_harmless(address)) {
                Some(address) => {
                    let _ = write!(self.out, "<a href=\"{}\">", escaped(&address));
                    self.ends.push("</a>");
                }
                None => {
                    let _ = write!(self.out, "<span class=\"elsewhere\" title=\"{}\">", escaped(&dest_url));
                    self.ends.push("</span>");
                }
            },
            Tag::Image { dest_url, .. } => self.alt = Some((String::new(), dest_url.to_string())),
            // Not asked for, or taken before.
            Tag::HtmlBlock
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>\n"),
            TagEnd::Heading(level) => {
                let (level, inner) = (level as u8, self.out.split_off(self.heading));
                let anchor = self.anchor(slug(&plain(&inner)));
                let _ = writeln!(self.out, "<h{level} id=\"{anchor}\">{inner}</h{level}>");
            }
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => {
                let (word, text) = self.listing.take().unwrap_or_default();
                self.out.push_str(&self.resolve.listing(&word, &text).unwrap_or_else(|| escaped(&text)));
                self.out.push_str("</code></pre>\n");
            }
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str("</tr></thead><tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => self.out.push_str(if self.in_head { "</th>" } else { "</td>" }),
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</s>"),
            TagEnd::Link => self.out.push_str(self.ends.pop().unwrap_or_default()),
            TagEnd::Image => {
                if let Some((alt, target)) = self.alt.take() {
                    match self.resolve.picture(&target) {
                        Some(markup) => {
                            let alt = escaped(&alt);
                            let _ = write!(
                                self.out,
                                "<span class=\"picture\" role=\"img\" aria-label=\"{alt}\">{markup}</span>"
                            );
                        }
                        None => self.out.push_str(&escaped(&alt)),
                    }
                }
            }
            TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => {}
        }
    }
}

/// The text of markup that [`html`] wrote.
pub fn plain(markup: &str) -> String {
    let mut text = String::new();
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        rest = after.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_holds_runs_no_code() {
        for (text, wanted) in [
            ("<script>alert(1)</script>", "&lt;script&gt;"),
            ("a <img src=x onerror=alert(1)> b", "&lt;img"),
            ("[a](javascript:alert(1))", "<span class=\"elsewhere\""),
            ("[a](data:text/html,<b>)", "<span class=\"elsewhere\""),
            ("![<b>](x.png)", "&lt;b&gt;"),
            ("```\"><b>\nx\n```", "<code class=\"language-b\">x"),
            ("<!-- <script> -->\nb", "b"),
            ("# a\n# a", "<h1 id=\"a-1\">a</h1>"),
            ("# <i> `a<b`", "<h1 id=\"i-ab\">&lt;i&gt; <code>a&lt;b</code></h1>"),
        ] {
            let found = html(text, &AsWritten);
            assert!(found.contains(wanted), "{text}: {found}");
            assert!(!found.contains("<script") && !found.contains("<img") && !found.contains("<b>"), "{text}: {found}");
        }
    }

    #[test]
    fn each_form_is_rendered() {
        let text = "\
## A *b*

One `c`, [d](e.md#f)\\\nand **g**.

1. h
2. i

* [ ] j

| k | l |
| --- | --: |
| m | n |

```hlsl more
o < p
```

<details><summary>q</summary>

r

</details>
";
        let wanted = "\
<h2 id=\"a-b\">A <em>b</em></h2>
<p>One <code>c</code>, <a href=\"e.md#f\">d</a><br>
and <strong>g</strong>.</p>
<ol start=\"1\">
<li>h</li>
<li>i</li>
</ol>
<ul>
<li class=\"task\">☐ j</li>
</ul>
<div class=\"table\" tabindex=\"0\"><table>
<thead><tr><th>k</th><th class=\"right\">l</th></tr></thead><tbody>
<tr><td>m</td><td class=\"right\">n</td></tr>
</tbody></table></div>
<pre tabindex=\"0\"><code class=\"language-hlsl\">o &lt; p
</code></pre>
<details><summary>q</summary>
<p>r</p>
</details>
";
        assert_eq!(html(text, &AsWritten).replace("\n\n", "\n"), wanted);
    }
}

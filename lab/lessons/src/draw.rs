//! Draws what the compiler made of a shader, as SVG: the control-flow graph, the dominator tree, the tokens of a line, the DWORDs of a
//! root signature, the parts of a container, the bits of a record.
//!
//! Input: a line such as `graph one after mem2reg`, a lesson and a compiler. Output: an `<svg>` element with the colours of the page
//! that it stands in, or its own where it stands alone. Coordinates are whole numbers, so that the same shader gives the same text.

use crate::code::{Code, FunctionCode};
use crate::judge::{Compiles, code_of, container_of, provenance_of};
use crate::lesson::{Exercise, Lesson};
use crate::rule::At;
use hlslc_prose::escaped;
use hlslc_rootsig::{Element, clause};
use std::fmt::Write as _;

/// The width of a letter and the height of a line.
const LETTER: i32 = 7;
const LINE: i32 = 17;
/// A longer line is cut.
const LONGEST: usize = 58;
const GAP: i32 = 34;

/// The colours: of the page, or of the theme of the reader.
const STYLE: &str = "\
.hlp{--i:var(--ink,#1c2330);--p:var(--paper,#fff);--r:var(--rule,#b9c2cf);--s:var(--soft,#5b6678);--a:var(--accent,#2257c4);--h:var(--head,#eef1f5)}\
@media (prefers-color-scheme:dark){.hlp{--i:var(--ink,#dde3ed);--p:var(--paper,#1a1e26);--r:var(--rule,#46506a);--s:var(--soft,#97a3b6);--a:var(--accent,#86b0ff);--h:var(--head,#222834)}}\
.hlp text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:var(--i);white-space:pre}.hlp .soft{fill:var(--s)}.hlp .accent{fill:var(--a)}\
.hlp rect{fill:var(--p);stroke:var(--r)}.hlp .head{fill:var(--h)}.hlp path{fill:none;stroke:var(--s);stroke-width:1.4}.hlp .back{stroke-dasharray:5 4;stroke:var(--a)}\
.hlp .tip{fill:var(--s);stroke:none}.hlp .k0{fill:#2257c433}.hlp .k1{fill:#0f6e7c33}.hlp .k2{fill:#9a4a0033}.hlp .k3{fill:#7a2fa833}.hlp .k4{fill:#1d703433}.hlp .k5{fill:#a0306a33}";

/// A picture for a lesson: its kind, the exercise (with `:solution` the shader that solves it), and what the kind needs.
pub fn picture(line: &str, lesson: &Lesson, by: &dyn Compiles) -> Result<String, String> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or_else(|| format!("`{line}` ends too early"));
    let (kind, name) = (next()?, next()?);
    let (name, part) = name.split_once(':').unwrap_or((name, "start"));
    let exercise = lesson.exercise(name).ok_or_else(|| format!("there is no exercise `{name}`"))?;
    let source = if part == "solution" { &exercise.solution } else { &exercise.start };
    let rest: Vec<&str> = words.collect();
    let of = Of { exercise, source, by };
    match kind {
        "graph" => Ok(graph(&of.function(&rest)?)),
        "tree" => Ok(tree(&of.function(&rest)?)),
        "tokens" => tokens(&of, rest.join(" ").parse().map_err(|_| "a line is named by its number".to_owned())?),
        "root" => root(&of),
        "parts" => parts(&of),
        "bits" => bits(&of, &rest.join(" ")),
        other => Err(format!("`{other}` is no kind of picture")),
    }
}

/// A shader of an exercise.
struct Of<'a> {
    exercise: &'a Exercise,
    source: &'a str,
    by: &'a dyn Compiles,
}

impl Of<'_> {
    /// The function with the most blocks in a form of the program.
    fn function(&self, words: &[&str]) -> Result<FunctionCode, String> {
        let at = match words {
            ["lowered"] => At::Lowered,
            ["after", pass] => At::After((*pass).to_owned()),
            _ => return Err("a form is `lowered` or `after PASS`".to_owned()),
        };
        let code: Code = code_of(self.exercise, self.source, self.by, &at)?;
        let largest = code.functions.into_iter().rev().max_by_key(|function| function.blocks.len());
        largest.ok_or_else(|| "there is no function".to_owned())
    }
}

fn svg(width: i32, height: i32, body: &str) -> String {
    format!(
        "<svg class=\"hlp\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" aria-hidden=\"true\"><style>{STYLE}</style>{body}</svg>\n"
    )
}

fn text(out: &mut String, (x, y): (i32, i32), class: &str, text: &str) {
    let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escaped(text));
}

fn rect(out: &mut String, (x, y): (i32, i32), (width, height): (i32, i32), class: &str) {
    let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" class=\"{class}\"/>");
}

/// A line from the lower edge of one box to the upper edge of another.
fn arrow(out: &mut String, (x0, y0): (i32, i32), (x1, y1): (i32, i32)) {
    let middle = i32::midpoint(y0, y1);
    let _ = write!(out, "<path d=\"M{x0} {y0}C{x0} {middle} {x1} {middle} {x1} {}\"/>", y1 - 5);
    let _ = write!(out, "<path class=\"tip\" d=\"M{x1} {y1}l-4 -7h8z\"/>");
}

fn cut(line: &str) -> String {
    let kept: String = line.chars().take(LONGEST).collect();
    if kept.len() < line.len() { kept + "…" } else { kept }
}

/// The number of letters of a text.
fn letters(line: &str) -> i32 {
    line.chars().count() as i32
}

/// A box of a drawing.
struct Drawn {
    lines: Vec<String>,
    size: (i32, i32),
    place: (i32, i32),
}

/// A line of the IR without what a drawing needs no room for.
fn short(line: &str) -> String {
    let mut line = line.split(" !").next().unwrap_or_default().to_owned();
    for (from, to) in [("target(\"dx.RawBuffer\", float, 0, 0) ", ""), ("target(\"dx.RawBuffer\", float, 1, 0) ", "")] {
        line = line.replace(from, to);
    }
    cut(&line)
}

/// The control-flow graph in layers: a block stands below all of its predecessors, but for the sources of back edges.
fn graph(function: &FunctionCode) -> String {
    let back = function.back_edges();
    let mut layer = vec![0_usize; function.blocks.len()];
    // Blocks stand in reverse post-order, so that a predecessor comes first.
    for (at, block) in function.blocks.iter().enumerate() {
        for &to in &block.to {
            if !back.contains(&(at as u32, to)) {
                layer[to as usize] = layer[to as usize].max(layer[at] + 1);
            }
        }
    }
    let mut boxes: Vec<Drawn> = function
        .blocks
        .iter()
        .map(|block| {
            let lines: Vec<String> = block.lines.iter().map(|line| short(line)).collect();
            let width = lines.iter().map(|line| letters(line)).max().unwrap_or(0) * LETTER + 20;
            Drawn { size: (width, lines.len() as i32 * LINE + 10), lines, place: (0, 0) }
        })
        .collect();
    let layers = layer.iter().max().map_or(0, |last| last + 1);
    let rows: Vec<Vec<usize>> =
        (0..layers).map(|row| (0..boxes.len()).filter(|&at| layer[at] == row).collect()).collect();
    let width_of = |row: &[usize], boxes: &[Drawn]| row.iter().map(|&at| boxes[at].size.0 + GAP).sum::<i32>() - GAP;
    let widest = rows.iter().map(|row| width_of(row, &boxes)).max().unwrap_or(0);
    let mut y = 6;
    for row in &rows {
        let mut x = 6 + (widest - width_of(row, &boxes)) / 2;
        let tallest = row.iter().map(|&at| boxes[at].size.1).max().unwrap_or(0);
        for &at in row {
            boxes[at].place = (x, y);
            x += boxes[at].size.0 + GAP;
        }
        y += tallest + GAP;
    }
    let mut out = String::new();
    let mut right = widest + 12;
    for (from, block) in function.blocks.iter().enumerate() {
        let (source, count) = (&boxes[from], block.to.len() as i32);
        for (number, &to) in block.to.iter().enumerate() {
            let target = &boxes[to as usize];
            let start = source.place.0 + source.size.0 * (number as i32 + 1) / (count + 1);
            let bottom = source.place.1 + source.size.1;
            if back.contains(&(from as u32, to)) {
                // Along the right side, up to the header.
                let (x, up) = (widest + 24, target.place.1 + 14);
                let from_x = source.place.0 + source.size.0;
                let to_x = target.place.0 + target.size.0;
                let middle = source.place.1 + source.size.1 / 2;
                let _ = write!(
                    out,
                    "<path class=\"back\" d=\"M{from_x} {middle}C{x} {middle} {x} {middle} {x} {}V{}C{x} {up} {x} {up} {to_x} {up}\"/>",
                    middle - 12,
                    up + 12
                );
                let _ = write!(out, "<path class=\"tip\" d=\"M{to_x} {up}l7 -4v8z\"/>");
                right = widest + 34;
            } else if layer[to as usize] > layer[from] + 1 {
                // Beside what stands between.
                let between = (0..boxes.len()).filter(|&at| (layer[from] + 1..layer[to as usize]).contains(&layer[at]));
                let (mut side, mut low) = (start, bottom);
                for at in between {
                    side = side.max(boxes[at].place.0 + boxes[at].size.0 + 16);
                    low = low.max(boxes[at].place.1 + boxes[at].size.1);
                }
                let (x, y) = (target.place.0 + target.size.0 * 3 / 4, target.place.1);
                let first = bottom + GAP / 2;
                let _ = write!(
                    out,
                    "<path d=\"M{start} {bottom}C{start} {first} {side} {bottom} {side} {first}V{low}C{side} {y} {x} {low} {x} {}\"/>",
                    y - 5
                );
                let _ = write!(out, "<path class=\"tip\" d=\"M{x} {y}l-4 -7h8z\"/>");
            } else {
                arrow(&mut out, (start, bottom), (target.place.0 + target.size.0 / 2, target.place.1));
            }
        }
    }
    for block in &boxes {
        rect(&mut out, block.place, block.size, "");
        for (number, line) in block.lines.iter().enumerate() {
            let class = if number == 0 { "accent" } else { "" };
            text(&mut out, (block.place.0 + 10, block.place.1 + 17 + number as i32 * LINE), class, line);
        }
    }
    svg(right, y - GAP + 8, &out)
}

/// The dominator tree: children below their immediate dominator.
fn tree(function: &FunctionCode) -> String {
    let dominators = function.dominators();
    let count = function.blocks.len();
    let children = |of: u32| -> Vec<u32> {
        (1..count as u32).filter(|&at| dominators.is_reached(at) && dominators.parent(at) == Some(of)).collect()
    };
    let width = function.blocks.iter().map(|block| letters(&block.name)).max().unwrap_or(0) * LETTER + 20;
    // Leaves take a column each, in order; a parent stands above the middle of its children.
    let mut column = vec![0_i32; count];
    let mut leaves = 0;
    let mut order = vec![0_u32];
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        order.splice(at + 1..=at, children(node));
        at += 1;
    }
    for &node in &order {
        if children(node).is_empty() {
            column[node as usize] = leaves * (width + GAP);
            leaves += 1;
        }
    }
    for &node in order.iter().rev() {
        let below: Vec<i32> = children(node).into_iter().map(|child| column[child as usize]).collect();
        if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
            column[node as usize] = i32::midpoint(first, last);
        }
    }
    let top = |node: u32| 6 + dominators.depth(node) as i32 * 58;
    let mut out = String::new();
    for &node in order.iter().skip(1) {
        if let Some(parent) = dominators.parent(node) {
            let middle = |node: u32| 6 + column[node as usize] + width / 2;
            arrow(&mut out, (middle(parent), top(parent) + 26), (middle(node), top(node)));
        }
    }
    for &node in &order {
        let x = 6 + column[node as usize];
        rect(&mut out, (x, top(node)), (width, 26), "");
        text(&mut out, (x + 10, top(node) + 17), "accent", &function.blocks[node as usize].name);
    }
    let deepest = order.iter().map(|&node| top(node)).max().unwrap_or(0);
    svg(leaves * (width + GAP) - GAP + 12, deepest + 34, &out)
}

/// The tokens that a line of the source becomes, each with its kind; those out of a macro with its name.
fn tokens(of: &Of<'_>, line: u32) -> Result<String, String> {
    let found = provenance_of(of.exercise, of.source, of.by)?;
    let shown = of.source.lines().nth(line as usize - 1).unwrap_or_default();
    let start: usize = of.source.lines().take(line as usize - 1).map(|line| line.len() + 1).sum();
    let first = shown.len() - shown.trim_start().len();
    let within = start..start + shown.len() + 1;
    let mut out = String::new();
    text(&mut out, (10, 20), "soft", shown.trim());
    let (mut x, mut kinds) = (6, Vec::new());
    for item in &found.tokens.items {
        let place = found.source.items.get((item.source - found.source.first) as usize);
        let Some(place) = place.filter(|place| place.file == 0 && within.contains(&(place.start as usize))) else {
            continue;
        };
        if item.text.is_empty() || item.kind == "end of file" {
            continue;
        }
        let below =
            item.macros.first().map_or_else(|| item.kind.to_owned(), |step| format!("{} ← {}", item.kind, step.name));
        let width = letters(&item.text).max(letters(&below)) * LETTER + 14;
        let kind = kinds.iter().position(|kind| *kind == item.kind).unwrap_or_else(|| {
            kinds.push(item.kind);
            kinds.len() - 1
        });
        let at = 10 + (place.start as i32 - start as i32 - first as i32) * LETTER + LETTER / 2;
        let _ = write!(out, "<path d=\"M{at} 26C{at} 44 {} 36 {} 54\"/>", x + width / 2, x + width / 2);
        rect(&mut out, (x, 54), (width, 26), &format!("k{}", kind % 6));
        text(&mut out, (x + 7, 71), "", &item.text);
        text(&mut out, (x + 7, 97), "soft", &below);
        x += width + 6;
    }
    Ok(svg((x + 6).max(letters(shown.trim()) * LETTER + 24), 106, &out))
}

/// The 64 DWORDs of a root signature, with the clause that takes each.
fn root(of: &Of<'_>) -> Result<String, String> {
    let container = container_of(of.exercise, of.source, of.by)?;
    let part = crate::judge::part_of(&container, "RTS0")?.ok_or_else(|| "there is no root signature".to_owned())?;
    let signature = hlslc_rootsig::binary::read(&part).map_err(|_| "the root signature cannot be read".to_owned())?;
    let mut out = String::new();
    let cell = |number: i32| (6 + number % 16 * 30, 6 + number / 16 * 30);
    for number in 0..64 {
        rect(&mut out, cell(number), (26, 26), "head");
    }
    let (mut used, mut row) = (0, 0);
    for (number, element) in signature.elements.iter().enumerate() {
        let (cost, class) = (element.cost_in_dwords() as i32, format!("k{}", number % 6));
        for cell_number in used..used + cost {
            rect(&mut out, cell(cell_number), (26, 26), &class);
        }
        let what = match element {
            Element::Flags(_) => clause::FLAGS,
            Element::Constants(_) => clause::CONSTANTS,
            Element::Descriptor(_) => "root descriptor",
            Element::Table(_) => clause::TABLE,
            Element::StaticSampler(_) => clause::STATIC_SAMPLER,
        };
        let y = 136 + row * 22;
        rect(&mut out, (6, y), (16, 16), &class);
        let range = match cost {
            0 => "no DWORD".to_owned(),
            1 => format!("DWORD {used}"),
            _ => format!("DWORDs {used} to {}", used + cost - 1),
        };
        text(&mut out, (30, y + 13), "", &format!("{what}: {range}"));
        used += cost;
        row += 1;
    }
    text(&mut out, (300, 149), "soft", &format!("{used} of 64 DWORDs"));
    Ok(svg(492, 140 + row * 22, &out))
}

/// The parts of a container, each as tall as its share of the bytes allows.
fn parts(of: &Of<'_>) -> Result<String, String> {
    let found = provenance_of(of.exercise, of.source, of.by)?;
    let (mut out, mut y) = (String::new(), 6);
    let first = found.container.parts.first().map_or(0, |part| part.start);
    let total = found.container.parts.last().map_or(first, |part| part.end).max(1);
    let mut row = |name: &str, bytes: u32, what: &str, class: &str| {
        let height = 24 + (bytes * 150 / total) as i32;
        rect(&mut out, (6, y), (150, height), class);
        text(&mut out, (16, y + 16), "accent", name);
        text(&mut out, (66, y + 16), "soft", &format!("{bytes} bytes"));
        text(&mut out, (172, y + 16), "", what);
        y += height + 3;
    };
    row("DXBC", first, "magic number, digest, version, size, offsets of the parts", "head");
    for (number, part) in found.container.parts.iter().enumerate() {
        row(&part.name, part.end - part.start, &part.title, &format!("k{}", number % 6));
    }
    Ok(svg(600, y + 4, &out))
}

/// The bits of the first record of a name.
fn bits(of: &Of<'_>, name: &str) -> Result<String, String> {
    let found = provenance_of(of.exercise, of.source, of.by)?;
    let item = found.container.items.iter().find(|item| item.name == name);
    let item = item.ok_or_else(|| format!("there is no record `{name}`"))?;
    let bytes = found.container.bytes.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&digit| char::from(digit).to_digit(16)).unwrap_or(0);
    let bit = |at: u32| {
        let byte = at as usize / 8;
        (digit(byte * 2) << 4 | digit(byte * 2 + 1)) >> (at % 8) & 1
    };
    let mut out = String::new();
    text(&mut out, (6, 18), "", &format!("{}   {}", item.name, item.value));
    text(
        &mut out,
        (6, 38),
        "soft",
        &format!("bits {} to {} of the container; the lowest bit of a byte is on the left", item.start, item.end - 1),
    );
    let (first, last) = (item.start / 8, (item.end - 1) / 8);
    for byte in first..=last {
        let at = (byte - first) as i32;
        let (x, y) = (6 + at % 4 * 134, 50 + at / 4 * 56);
        for number in 0..8_u32 {
            let position = byte * 8 + number;
            let class = if (item.start..item.end).contains(&position) { "k0" } else { "head" };
            rect(&mut out, (x + number as i32 * 16, y), (14, 22), class);
            text(
                &mut out,
                (x + number as i32 * 16 + 4, y + 15),
                if class == "k0" { "" } else { "soft" },
                &bit(position).to_string(),
            );
        }
        text(
            &mut out,
            (x, y + 38),
            "soft",
            &format!("byte {byte}: {:02x}", digit(byte as usize * 2) << 4 | digit(byte as usize * 2 + 1)),
        );
    }
    let rows = (last - first) as i32 / 4 + 1;
    Ok(svg(600, 50 + rows * 56, &out))
}

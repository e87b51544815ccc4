//! Reduces a program as long as a predicate holds for it (delta debugging, Zeller and Hildebrandt, 2002).
//!
//! Lines and blocks are taken away, blocks lose what is around them, and parts of expressions in parentheses become numbers or
//! what is inside.

/// The shortest text found for which `holds` does. It must hold for what comes in.
pub fn reduce(source: &str, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    loop {
        let before = lines.clone();
        drop_lines(&mut lines, holds);
        simplify(&mut lines, holds);
        if lines == before {
            return lines.join("\n") + "\n";
        }
    }
}

fn accept(lines: &mut Vec<String>, candidate: Vec<String>, holds: &mut dyn FnMut(&str) -> bool) -> bool {
    let is_shorter = holds(&(candidate.join("\n") + "\n"));
    if is_shorter {
        *lines = candidate;
    }
    is_shorter
}

fn drop_lines(lines: &mut Vec<String>, holds: &mut dyn FnMut(&str) -> bool) {
    // Large pieces first.
    let mut size = lines.len() / 2;
    while size >= 2 {
        let mut at = lines.len();
        while at > 0 {
            let start = at.saturating_sub(size);
            if is_balanced(&lines[start..at]) {
                let candidate = [&lines[..start], &lines[at..]].concat();
                accept(lines, candidate, holds);
            }
            at = start;
        }
        size /= 2;
    }
    let mut at = lines.len();
    while at > 0 {
        at -= 1;
        if at >= lines.len() {
            continue;
        }
        let end = if lines[at].ends_with('{') { block_end(lines, at) } else { at };
        let candidate = [&lines[..at], &lines[end + 1..]].concat();
        if is_balanced(&lines[at..=end]) && accept(lines, candidate, holds) {
            continue;
        }
        if end > at {
            let inner = lines[at + 1..end].to_vec();
            if is_balanced(&inner) {
                let candidate = [&lines[..at], &inner, &lines[end + 1..]].concat();
                accept(lines, candidate, holds);
            }
        }
    }
}

fn depth_change(line: &str) -> i64 {
    line.chars().map(|letter| i64::from(letter == '{') - i64::from(letter == '}')).sum()
}

fn is_balanced(lines: &[String]) -> bool {
    let mut depth = 0;
    for line in lines {
        if line.trim_start().starts_with('}') && depth <= 0 {
            return false;
        }
        depth += depth_change(line);
    }
    depth == 0
}

/// The line that ends the block that a line begins.
fn block_end(lines: &[String], start: usize) -> usize {
    let mut depth = 0;
    for (at, line) in lines.iter().enumerate().skip(start) {
        depth += depth_change(line);
        if depth <= 0 {
            return at;
        }
    }
    start
}

fn simplify(lines: &mut Vec<String>, holds: &mut dyn FnMut(&str) -> bool) {
    for at in 0..lines.len() {
        let mut from = 0;
        while let Some(open) = lines[at][from..].find('(').map(|found| found + from) {
            from = open + 1;
            let line = lines[at].clone();
            let Some(close) = matching(&line, open) else { break };
            let inner = &line[open + 1..close];
            // With the name of what is called.
            let start =
                line[..open].rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |end| end + 1);
            let parts = arguments(inner);
            let mut candidates = vec!["0".to_owned(), "1".to_owned()];
            candidates.extend(parts.iter().map(|part| format!("({part})")));
            candidates.extend(operands(inner));
            for candidate in candidates {
                if candidate.len() >= close + 1 - start {
                    continue;
                }
                let mut changed = lines.clone();
                changed[at] = format!("{}{candidate}{}", &line[..start], &line[close + 1..]);
                if accept(lines, changed, holds) {
                    from = start;
                    break;
                }
            }
        }
    }
}

/// The parenthesis that belongs to the one at a place.
fn matching(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match letter {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The parts between commas outside parentheses.
fn arguments(text: &str) -> Vec<String> {
    split(text, |rest| rest.starts_with(", ").then_some(2))
}

/// The sides of operators outside parentheses; of a mask only its right side: the left alone may lie outside of what it indexes.
fn operands(text: &str) -> Vec<String> {
    let operators =
        [" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", " << ", " >> ", " && ", " || ", " ? ", " : "];
    let parts =
        split(text, |rest| operators.iter().find(|operator| rest.starts_with(**operator)).map(|found| found.len()));
    let is_mask = |part: &String| part.trim_end_matches('u').parse::<u32>().is_ok();
    match &parts[..] {
        [_] => Vec::new(),
        [left, right] if is_mask(right) && [" & ", " % "].iter().any(|op| *text == format!("{left}{op}{right}")) => {
            vec![right.clone()]
        }
        _ => parts,
    }
}

fn split(text: &str, separator: impl Fn(&str) -> Option<usize>) -> Vec<String> {
    let (mut parts, mut depth, mut start, mut skip) = (Vec::new(), 0, 0, 0);
    for (at, letter) in text.char_indices() {
        if at < skip {
            continue;
        }
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0
            && let Some(length) = separator(&text[at..])
        {
            parts.push(text[start..at].to_owned());
            skip = at + length;
            start = skip;
        }
    }
    parts.push(text[start..].to_owned());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let source = "int a = (1 + f(2, bad));\nif (x) {\n    int b = 3;\n    use(b);\n} else {\n    c();\n}\n";
        let short = reduce(source, &mut |text| text.contains("bad") && is_balanced(&[text.to_owned()]));
        assert_eq!(short, "int a = (bad);\n");
    }
}

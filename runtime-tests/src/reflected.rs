//! Compares the output of `hlslc reflect --json` for two containers, and finds the first difference.
//!
//! Set aside is what describes the compiler and its code and not of the shader: `creator`, `compiler`, `hash`, `statistics`.

use hlslc::Reflection;

/// The keys that are not compared.
const SET_ASIDE: [&str; 4] = ["creator", "compiler", "hash", "statistics"];

/// A line of JSON, with the key it is under.
type Line = (String, String);

/// The key at which a container says something else than DXC's, and what each says there.
pub fn difference(theirs: &[u8], ours: &[u8]) -> Result<Option<(String, String)>, String> {
    Ok(first_difference(&lines(theirs)?, &lines(ours)?))
}

/// What a container says, line by line, without what is set aside.
fn lines(container: &[u8]) -> Result<Vec<Line>, String> {
    let json = Reflection::of(container)?.json();
    let mut lines = Vec::new();
    // The JSON is in lines, and each level stands two further in.
    let mut path: Vec<String> = Vec::new();
    for line in json.lines() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        path.truncate(depth);
        let text = line.trim();
        let key = text.strip_prefix('"').and_then(|rest| Some(rest.split_once("\": ")?.0)).unwrap_or("[]");
        path.resize(depth, String::new());
        path.push(key.to_owned());
        if !path.iter().any(|key| SET_ASIDE.contains(&key.as_str())) {
            lines.push((path[1..].join("."), text.to_owned()));
        }
    }
    Ok(lines)
}

/// The key at which two differ first, and what each says there.
fn first_difference(theirs: &[Line], ours: &[Line]) -> Option<(String, String)> {
    let at = theirs.iter().zip(ours).position(|(a, b)| a != b);
    let at = at.or_else(|| (theirs.len() != ours.len()).then_some(theirs.len().min(ours.len())))?;
    let said = |lines: &[Line]| lines.get(at).map_or("nothing", |line| line.1.as_str()).to_owned();
    let key = theirs.get(at).or(ours.get(at)).map(|line| line.0.clone()).unwrap_or_default();
    Some((key, format!("DXC says {}, hlslc {}", said(theirs), said(ours))))
}

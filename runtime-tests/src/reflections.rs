//! The command `reflections`: over many shaders, how often `hlslc reflect --json` says the same of both compilers' containers.
//!
//! In: shaders as `listings` takes them. Out: the differences in clusters, by the key where the two first differ, and how many are
//! equal. Set aside is what tells of the compiler and its code and not of the shader: `creator`, `compiler`, `hash`, `statistics`.

use std::collections::BTreeMap;

use hlslc::Reflection;

use crate::listings::for_each_shader;

/// The keys that are not compared.
const SET_ASIDE: [&str; 4] = ["creator", "compiler", "hash", "statistics"];

/// How many of a cluster are shown.
const SHOWN: usize = 4;

/// Runs the command; gives how many shaders differ.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut compared, mut differing, mut skipped) = (0usize, 0usize, 0usize);
    let mut clusters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for_each_shader(args, &mut |dxc, name, shader| {
        let theirs = shader.theirs(dxc, &[]).and_then(|container| lines(&container));
        match theirs.and_then(|theirs| Ok((theirs, lines(&shader.ours(&[])?)?))) {
            Ok((theirs, ours)) => {
                compared += 1;
                if let Some((key, what)) = first_difference(&theirs, &ours) {
                    differing += 1;
                    clusters.entry(key).or_default().push(format!("{name}: {what}"));
                }
            }
            Err(why) => {
                skipped += 1;
                println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
            }
        }
    })?;
    let mut clusters: Vec<_> = clusters.into_iter().collect();
    clusters.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    for (key, cases) in clusters {
        println!("{} differ at {key}", cases.len());
        for case in cases.iter().take(SHOWN) {
            println!("    {case}");
        }
    }
    let equal = compared - differing;
    println!("\n{compared} compared, {skipped} not: {equal} equal, {differing} different");
    Ok(differing)
}

/// A line of JSON, with the key it is under.
type Line = (String, String);

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

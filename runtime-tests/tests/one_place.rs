//! Each fact stands in one place of the source: the numbers of Direct3D's limits, the shapes of textures, the rows of constant
//! buffers and the differences between targets are searched for outside of their tables.

use hlslc_semantics::limits;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of what is given out.
const PRODUCT: [&str; 6] = ["ir", "frontend", "passes", "backend-dxil", "backend-spirv", "hlslc"];

/// The sources of what is given out, without tests and generated parsers, by their path from the root.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace");
    let mut folders: Vec<PathBuf> = PRODUCT.iter().map(|folder| root.join(folder)).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the workspace is readable") {
            let path = entry.expect("the workspace is readable").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_other = ["target", "tests", "fuzz", "generated", "examples", "benches"].contains(&name.as_str());
            if path.is_dir() && !is_other {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).expect("a source is text");
                let name = path.strip_prefix(root).expect("it lies there").to_string_lossy().into_owned();
                sources.push((name, text));
            }
        }
    }
    sources.sort();
    assert!(sources.len() > 300, "only {} sources were found", sources.len());
    sources
}

/// The lines of a source that are code, and come before the start of its own tests, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().take_while(|(_, line)| *line != "#[cfg(test)]");
    lines.filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(index, line)| (index + 1, line))
}

/// How a limit may be written, and the words of which one stands beside it where it is meant.
const WORDS: &[(&str, &[&str])] = &[
    ("CONSTANT_BUFFER_BYTES", &["const", "buffer", "bytes"]),
    ("STRUCTURE_BYTES", &["stride", "struct", "bytes"]),
    ("TYPED_ELEMENT_BYTES", &["typed resource", "element_bytes"]),
    ("LEVEL_BIAS_LEAST", &["bias"]),
    ("LEVEL_BIAS_MOST", &[""]),
    ("ANISOTROPY", &["anisotropy"]),
    ("TEXEL_OFFSET_LEAST", &["offset"]),
    ("GROUP_THREADS", &["thread", "group", "stage::"]),
    ("GROUP_DEPTH", &["thread", "z >"]),
    ("MESH_GROUP_THREADS", &["thread"]),
    ("GROUP_MEMORY_BYTES", &["bytes", "shared", "memory", "mesh"]),
    ("MESH_GROUP_MEMORY_BYTES", &[""]),
    ("WAVE_LANES_MOST", &["wave size", "wave_size", "power_of_two"]),
    ("SIGNATURE_REGISTERS", &["registers", "rows of"]),
    ("RENDER_TARGETS", &["targets"]),
    ("CLIP_CULL_REGISTERS", &["clip_cull", "clip and cull"]),
    ("CLIP_CULL_DISTANCES", &["clip_cull", "clip and cull"]),
    ("CLIP_PLANES", &["planes"]),
    ("SEMANTIC_NAME_LENGTH", &["semantic name", "name_length"]),
    ("GEOMETRY_VERTICES", &["geometry", "vertices"]),
    ("GEOMETRY_INSTANCES", &["instances"]),
    ("GEOMETRY_STREAMS", &["streams:", "streams at most"]),
    ("CONTROL_POINTS", &["points", "control_point", "control point"]),
    ("CONTROL_POINT_COMPONENTS", &[""]),
    ("TESS_FACTOR_MOST", &["tess", "factor"]),
    ("MESH_ELEMENTS", &["mesh", "vertices", "primitives"]),
    ("MESH_GRANULE", &["count.next_multiple_of", "multiples of"]),
    ("MESH_BYTES", &[""]),
    ("PAYLOAD_BYTES", &[""]),
    ("RAY_ATTRIBUTE_BYTES", &["attribute_bytes", "attributes_too_large"]),
    ("GRID_SIDE", &["grid", "range("]),
    ("GRID_GROUPS", &[""]),
    ("NODE_RECURSION", &["recursion"]),
];

/// How a number may be written.
fn spellings(value: f64) -> Vec<String> {
    // As the table writes it: 15.99 is none of 64 bits.
    let written = value as f32;
    let plain = format!("{written}");
    let mut list = vec![plain.clone(), format!("{written:?}")];
    if value >= 1000.0 {
        let (front, back) = plain.split_at(plain.len() - 3);
        list.push(format!("{front}_{back}"));
        list.push(format!("{front} {back}"));
        for unit in [1024.0, 16.0] {
            if value % unit == 0.0 {
                list.push(format!("{} * {unit}", value / unit));
            }
        }
    }
    list.sort();
    list.dedup();
    list
}

/// Whether a number stands in a line by itself, not as a part of a longer one or of a name.
fn holds(line: &str, number: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    line.match_indices(number).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + number.len()..].chars().next();
        !before.is_some_and(|letter| is_part(letter) || letter == '.') && !after.is_some_and(is_part)
    })
}

#[test]
fn the_number_of_a_limit_stands_in_its_table_alone() {
    let sources = sources();
    let others = sources.iter().filter(|(name, _)| !name.ends_with("semantics/src/limits.rs"));
    let lines = others.flat_map(|(name, text)| code(text).map(move |(number, line)| (name, number, line)));
    let numbered = lines.filter(|(_, _, line)| line.contains(|letter: char| letter.is_ascii_digit()));
    let lines: Vec<_> = numbered.map(|(name, number, line)| (name, number, line, line.to_ascii_lowercase())).collect();
    let mut found = Vec::new();
    for (limit, words) in WORDS {
        let row = limits::ALL.iter().find(|row| row.0 == *limit);
        let (_, value) = *row.unwrap_or_else(|| panic!("`{limit}` is no limit"));
        let spellings = spellings(value);
        for (name, number, line, low) in &lines {
            let is_meant = words.iter().any(|word| low.contains(word));
            if is_meant && spellings.iter().any(|number| holds(line, number)) {
                found.push(format!("{limit}: {name}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "name the limit instead of its number:\n{}", found.join("\n"));
}

#[test]
fn the_search_for_limits_finds_what_it_should() {
    assert!(holds("const PAYLOAD: u32 = 16 * 1024;", "16 * 1024"));
    assert!(holds("a payload has at most 16384 bytes", "16384"));
    assert!(!holds("E16384 of 163840", "16384"));
    assert!(spellings(16384.0).contains(&"16_384".to_owned()) && spellings(16384.0).contains(&"16 * 1024".to_owned()));
    assert_eq!(spellings(15.99_f32.into()), ["15.99"]);
}

/// The files whose code holds one of some words, without those in which a test stands alone.
fn files_with(words: &[&str]) -> Vec<String> {
    let holds = |text: &str| code(text).any(|(_, line)| words.iter().any(|word| line.contains(word)));
    sources().into_iter().filter(|(_, text)| holds(text)).map(|(name, _)| name).collect()
}

/// The tables of the types of HLSL, of the kinds in DXIL and of the numbers in reflection; everything else follows from the shape.
#[test]
fn the_shapes_of_textures_are_named_in_three_tables() {
    let tables =
        ["backend-dxil/dxil/src/reflect/d3d.rs", "backend-dxil/dxil/src/shader/mod.rs", "frontend/hir/src/objects.rs"];
    assert_eq!(files_with(&["TextureCubeArray", "TextureCUBEArray"]), tables);
}

#[test]
fn the_rows_of_constant_buffers_are_counted_by_one_engine() {
    let rounding = ["ROW: u32 =", "next_multiple_of(ROW", "next_multiple_of(16", "round_up(size, ROW"];
    assert_eq!(files_with(&rounding), ["ir/semantics/src/layout.rs"]);
}

#[test]
fn the_checker_asks_for_capabilities_and_not_for_a_target() {
    let asks = files_with(&["options.spirv", "Dialect::SPIRV", "Dialect::DXIL"]);
    let of_checker: Vec<_> = asks.iter().filter(|name| name.starts_with("frontend/sema/src/check")).collect();
    assert!(of_checker.is_empty(), "{of_checker:?}");
}

#[test]
fn the_ir_has_no_options_of_a_target() {
    let options = files_with(&["SpirvOptions", "SpirvEnv", "hlslc_options_spirv"]);
    let early: Vec<_> =
        options.iter().filter(|name| ["ir/", "frontend/", "passes/"].iter().any(|at| name.starts_with(at))).collect();
    assert!(early.is_empty(), "{early:?}");
}

/// A variant that is added is then seen by every match that depends on it; a wildcard that stays says why.
#[test]
fn every_crate_that_is_given_out_asks_for_all_variants() {
    let roots =
        sources().into_iter().filter(|(name, _)| name.ends_with("src/lib.rs") || name == "hlslc/src/command/main.rs");
    let lint = "#![warn(clippy::wildcard_enum_match_arm)]";
    let without: Vec<_> = roots.filter(|(_, text)| !text.contains(lint)).map(|(name, _)| name).collect();
    assert!(without.is_empty(), "these do not have `{lint}`: {without:?}");
    let unreasoned = |line: &str| line.contains("wildcard_enum_match_arm") && line.contains("allow(");
    let allowed = sources().into_iter().filter(|(_, text)| code(text).any(|(_, line)| unreasoned(line)));
    let allowed: Vec<_> = allowed.map(|(name, _)| name).collect();
    let whole_files = ["passes/src/scalar/rules/proofs.rs"];
    assert_eq!(allowed, whole_files, "a match says why, not a file");
}

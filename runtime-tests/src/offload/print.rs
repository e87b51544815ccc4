//! Shows a pipeline as the suite's own tool prints it after a run, for the tests that look at this text.
//!
//! Input: a [`Pipeline`] whose buffers hold what the device left. Output: YAML as LLVM writes it: keys padded to a column, lists of
//! numbers on a line that is broken after its seventieth column. Only what tests look at is shown: shaders, buffers, sets.

use std::fmt::Write as _;

use super::pipeline::{Buffer, Format, Pipeline};

/// Where the value of a key starts, after its colon.
const KEY_WIDTH: usize = 16;

/// After this column a list goes on in the next line.
const WRAP: usize = 70;

/// The whole description.
pub fn pipeline(pipeline: &Pipeline) -> String {
    let mut out = String::from("---\nShaders:\n");
    for shader in &pipeline.shaders {
        entry(&mut out, "  - ", "Stage", shader.stage.name());
        entry(&mut out, "    ", "Entry", &shader.entry);
    }
    out.push_str("Buffers:\n");
    for one in &pipeline.buffers {
        fields(&mut out, one, "  - ", "    ");
    }
    out.push_str("DescriptorSets:\n");
    for set in &pipeline.sets {
        out.push_str("  - Resources:\n");
        for resource in set {
            entry(&mut out, "      - ", "Name", &resource.name);
            entry(&mut out, "        ", "Kind", resource.kind.name());
        }
    }
    out.push_str("...\n");
    out
}

/// One buffer as a document of its own.
pub fn buffer(buffer: &Buffer) -> String {
    let mut out = String::from("---\n");
    fields(&mut out, buffer, "", "");
    out.push_str("...\n");
    out
}

/// The elements of all blocks as the bits they are.
pub fn bits(buffer: &Buffer) -> String {
    let list = |block: &Vec<u8>| {
        let elements = block.chunks_exact(buffer.format.size()).map(|bytes| format!("0x{:x}", unsigned(bytes)));
        format!("[ {} ]", elements.collect::<Vec<_>>().join(", "))
    };
    match &buffer.data[..] {
        [block] => list(block),
        blocks => blocks.iter().map(|block| format!(" - {}", list(block))).collect::<Vec<_>>().join("\n"),
    }
}

fn entry(out: &mut String, indent: &str, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{indent}{:width$}{value}", format!("{key}:"), width = KEY_WIDTH + 1);
}

fn fields(out: &mut String, buffer: &Buffer, first: &str, indent: &str) {
    entry(out, first, "Name", &buffer.name);
    entry(out, indent, "Format", buffer.format.name());
    let optional =
        [("Channels", buffer.channels, 1), ("Stride", buffer.stride, 0), ("ArraySize", buffer.data.len() as u32, 1)];
    for (key, value, default) in optional {
        if value != default {
            entry(out, indent, key, &value.to_string());
        }
    }
    let counters: Vec<String> = buffer.counters.iter().map(u32::to_string).collect();
    match &counters[..] {
        [] => {}
        [one] => entry(out, indent, "Counter", one),
        several => numbers(out, &format!("{indent}Counters:       "), several.iter().cloned()),
    }
    let shown = |block: &[u8]| {
        let elements = block.chunks_exact(buffer.format.size());
        elements.map(|bytes| element(buffer.format, bytes)).collect::<Vec<_>>().into_iter()
    };
    match &buffer.data[..] {
        [block] => numbers(out, &format!("{indent}{:width$}", "Data:", width = KEY_WIDTH + 1), shown(block)),
        blocks => {
            let _ = writeln!(out, "{indent}Data:");
            for block in blocks {
                numbers(out, &format!("{indent}  - "), shown(block));
            }
        }
    }
    let _ = writeln!(out, "{indent}OutputProps:");
    let inner = format!("{indent}  ");
    let picture = &buffer.picture;
    for (key, value) in [("Height", picture.height), ("Width", picture.width), ("Depth", picture.depth)] {
        entry(out, &inner, key, &value.to_string());
    }
    if picture.levels > 1 {
        entry(out, &inner, "MipLevels", &picture.levels.to_string());
    }
}

/// A list on one line, or on several if it is long.
fn numbers(out: &mut String, start: &str, values: impl Iterator<Item = String>) {
    out.push_str(start);
    out.push_str("[ ");
    let indent = start.len();
    let mut column = indent + 2;
    for (at, value) in values.enumerate() {
        if at > 0 {
            out.push_str(", ");
            column += 2;
        }
        if column > WRAP {
            let _ = write!(out, "\n{:indent$}  ", "");
            column = indent + 2;
        }
        column += value.len();
        out.push_str(&value);
    }
    out.push_str(" ]\n");
}

fn unsigned(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// One element as its format is written.
pub fn element(format: Format, bytes: &[u8]) -> String {
    let bits = unsigned(bytes);
    match format {
        Format::Hex8 => format!("0x{bits:02X}"),
        Format::Hex16 | Format::Float16 => format!("0x{bits:X}"),
        Format::Hex32 | Format::Hex64 => format!("0x{bits:X}"),
        Format::UInt16 | Format::UInt32 | Format::UInt64 | Format::Bool => bits.to_string(),
        Format::Int16 => (bits as i16).to_string(),
        Format::Int32 => (bits as i32).to_string(),
        Format::Int64 => (bits as i64).to_string(),
        Format::Float32 | Format::Depth32 => general(f64::from(f32::from_bits(bits as u32))),
        Format::Float64 => general(f64::from_bits(bits)),
    }
}

/// What C's `%g` writes: six significant digits, without trailing zeros.
fn general(value: f64) -> String {
    const DIGITS: i32 = 6;
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let scientific = format!("{value:.*e}", DIGITS as usize - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        let is_whole = !text.contains('.');
        if is_whole { text.to_owned() } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
    };
    if (-4..DIGITS).contains(&exponent) {
        trimmed(&format!("{value:.*}", (DIGITS - 1 - exponent) as usize))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offload::pipeline::Picture;

    #[test]
    fn floats_are_as_c_prints_them() {
        let shown =
            [1.1, 12.0, 0.1, 1e-5, 123_456_789.0, -0.0, f64::NAN, 3.141_588_65, 999_999.5, 100_000.0].map(general);
        insta::assert_snapshot!(shown.join(" "), @"1.1 12 0.1 1e-05 1.23457e+08 -0 nan 3.14159 1e+06 100000");
    }

    #[test]
    fn a_buffer_is_as_llvm_writes_it() {
        let data = (0..24_u32).flat_map(|value| (value * 1000).to_le_bytes()).collect();
        let mut one = Buffer {
            name: "Out".to_owned(),
            format: Format::UInt32,
            channels: 1,
            stride: 4,
            data: vec![data],
            counters: vec![3],
            picture: Picture::default(),
        };
        insta::assert_snapshot!(buffer(&one), @r"
        ---
        Name:            Out
        Format:          UInt32
        Stride:          4
        Counter:         3
        Data:            [ 0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 
                           10000, 11000, 12000, 13000, 14000, 15000, 16000, 17000, 
                           18000, 19000, 20000, 21000, 22000, 23000 ]
        OutputProps:
          Height:          0
          Width:           0
          Depth:           0
        ...
        ");
        one.data = vec![vec![1, 0, 0, 0], vec![2, 0, 0, 0]];
        one.counters.clear();
        insta::assert_snapshot!(buffer(&one), @r"
        ---
        Name:            Out
        Format:          UInt32
        Stride:          4
        ArraySize:       2
        Data:
          - [ 1 ]
          - [ 2 ]
        OutputProps:
          Height:          0
          Width:           0
          Depth:           0
        ...
        ");
        insta::assert_snapshot!(bits(&one), @r"
        - [ 0x1 ]
        - [ 0x2 ]
        ");
    }
}

//! Compares the picture on the front page with the output of the program, drawn as a terminal.

use crate::support::Folder;
use std::fmt::Write as _;
use std::process::Command;

const WRONG: &str = "\
Texture2D<float4> Picture;
SamplerState Linear;
float3 Tint;

float4 main(float2 uv : UV) : SV_Target {
    float4 color = Picture.Sample(Linear, uv);
    color.rgb = satuate(color.rgb * Tint);
    return color;
}
";

/// Width of a column, height of a line, and the space around all of it, in pixels.
const COLUMN: f64 = 8.0;
const LINE: usize = 18;
const MARGIN: usize = 16;
const COLUMNS: usize = 82;

/// The session as lines with the escape sequences of a terminal: a command that fails, and after the correction one that does not.
fn session() -> Vec<String> {
    let folder = Folder::new("picture");
    folder.file("tint.hlsl", WRONG.as_bytes());
    let mut lines = Vec::new();
    let mut run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        let output = command.args(args).current_dir(&folder.0).env("CLICOLOR_FORCE", "1").output();
        let output = output.expect("the program runs");
        lines.push(format!("\u{1b}[1m$ hlslc {}\u{1b}[0m", args.join(" ")));
        let printed = String::from_utf8(output.stdout).expect("text") + &String::from_utf8_lossy(&output.stderr);
        lines.extend(printed.trim_end().lines().map(str::to_owned));
        lines.push(String::new());
        output.status.success()
    };
    assert!(!run(&["tint.hlsl", "-T", "ps_6_6"]));
    folder.file("tint.hlsl", WRONG.replace("satuate", "saturate").as_bytes());
    // SPIR-V, as the reflection of a container names its hash, which changes with every instruction.
    assert!(run(&["tint.hlsl", "-T", "ps_6_6", "-spirv", "-Fo", "tint.spv"]));
    assert!(run(&["reflect", "tint.spv"]));
    lines
}

/// The colour and weight that an escape sequence of `ESC [ CODES m` sets.
fn style(codes: &str) -> String {
    let mut style = String::new();
    for code in codes.split(';') {
        style += match code {
            "1" => "font-weight:bold;",
            "31" | "91" => "fill:#ff7b72;",
            "32" | "92" => "fill:#7ee787;",
            "33" | "93" => "fill:#e3b341;",
            "34" | "94" => "fill:#79c0ff;",
            "35" | "95" => "fill:#d2a8ff;",
            "36" | "96" => "fill:#76e3ea;",
            _ => "",
        };
    }
    style
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A terminal with these lines as SVG. Each run of one style is a text at its column, so that no font moves what follows it.
fn draw(lines: &[String]) -> String {
    let (width, height) = (COLUMNS as f64 * COLUMN + 2.0 * MARGIN as f64, lines.len() * LINE + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"A terminal: hlslc reports an error, then compiles the corrected shader\">\n\
         <style>text {{ font: 13px ui-monospace, monospace; fill: #e6edf3; white-space: pre; }}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n"
    );
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + (row + 1) * LINE - 5;
        let (mut column, mut current) = (0, String::new());
        for (index, part) in line.split("\u{1b}[").enumerate() {
            let text = if index == 0 {
                part
            } else {
                let (codes, text) = part.split_once('m').expect("a sequence that sets a style");
                current = style(codes);
                text
            };
            if !text.trim().is_empty() {
                let indent = text.chars().take_while(|&c| c == ' ').count();
                let x = MARGIN as f64 + (column + indent) as f64 * COLUMN;
                let length = text.trim().chars().count() as f64 * COLUMN;
                let style = if current.is_empty() { String::new() } else { format!(" style=\"{current}\"") };
                // Writing to a string cannot fail.
                let _ = writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\"{style}>{}</text>",
                    escaped(text.trim())
                );
            }
            column += text.chars().count();
        }
        assert!(column <= COLUMNS, "{column} columns: {line}");
    }
    out + "</svg>\n"
}

#[test]
fn the_picture_of_the_front_page_is_what_the_program_prints() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/terminal.svg");
    let lines = session();
    let plain = lines.join("\n");
    assert!(
        plain.contains("did you mean `saturate`?") && plain.contains("sampled_image 2D of float: Picture"),
        "{plain}"
    );
    let fresh = draw(&lines);
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(path, fresh).expect("the picture is written");
        return;
    }
    let old = std::fs::read_to_string(path).expect("the picture");
    assert!(old == fresh, "the picture is out of date; UPDATE_BOOK=1 writes it anew");
}

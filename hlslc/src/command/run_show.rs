//! `hlslc run --show`: prints the contents of a resource as text or as a picture.
//!
//! Input: the requested form, the bytes, and the shader's declaration. Output: text for standard output, or a file.

use std::fmt::Write;

use dxil::shader::ResourceKind;
use dxil::signature::ComponentType;
use hlslc_interp::{BoundRange, Format, FormatKind, TextureView};

use crate::files::print_text;
use crate::outputs::write_output;
use crate::png;

/// The format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Int,
    Uint,
    Float,
    Hex,
}

/// The format of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A line; of a texture a line for each row.
    Line,
    /// A row for each element.
    Csv,
    /// A picture in a file.
    Png(String),
}

/// A resource that is to be shown.
#[derive(Clone, Debug)]
pub struct Show {
    pub name: String,
    number: Option<Number>,
    form: Form,
}

impl Show {
    /// `NAME[:TYPE][:csv]`, `NAME:png=FILE`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, mut rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut show = Self { name: name.to_owned(), number: None, form: Form::Line };
        while let Some(text) = rest {
            if let Some(file) = text.strip_prefix("png=") {
                show.form = Form::Png(file.to_owned());
                break;
            }
            let (word, further) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
            rest = further;
            match word {
                "int" => show.number = Some(Number::Int),
                "uint" => show.number = Some(Number::Uint),
                "float" => show.number = Some(Number::Float),
                "hex" => show.number = Some(Number::Hex),
                "csv" => show.form = Form::Csv,
                "png" => return Err(format!("say which file the picture is: `--show {name}:png=FILE`")),
                other => return Err(format!("`--show` knows int, uint, float, hex, csv and png=FILE, not `{other}`")),
            }
        }
        Ok(show)
    }

    /// Shows a buffer.
    pub fn buffer(&self, data: &[u8], range: &BoundRange, format: Format) -> Result<(), String> {
        let name = &self.name;
        let number = self.number.unwrap_or(match range.element {
            Some(ComponentType::F32) => Number::Float,
            Some(ComponentType::I32) => Number::Int,
            _ => Number::Uint,
        });
        let words = |bytes: &[u8], between: &str| {
            let words =
                bytes.chunks_exact(4).map(|word| number.word(u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
            words.collect::<Vec<_>>().join(between)
        };
        match &self.form {
            Form::Line => print_text(&format!("{name}: {}\n", words(data, ", "))),
            Form::Csv => {
                #[expect(clippy::wildcard_enum_match_arm, reason = "every other resource is shown by words")]
                let element = match range.kind {
                    ResourceKind::StructuredBuffer => range.stride,
                    ResourceKind::TypedBuffer => format.bytes(),
                    // A register of constants.
                    ResourceKind::CBuffer => 16,
                    _ => 4,
                };
                if element == 0 || element % 4 != 0 {
                    return Err(format!(
                        "an element of `{name}` has {element} bytes, which are no words of 32 bits: `--show {name}:hex`"
                    ));
                }
                let rows = data.chunks(element as usize).map(|row| words(row, ",") + "\n");
                print_text(&rows.collect::<String>())
            }
            Form::Png(_) => Err(format!("`{name}` is no texture, and pictures are of those: `--show {name}:csv`")),
        }
    }

    /// Shows a texture.
    pub fn texture(&self, data: &[u8], view: &TextureView, format: Format) -> Result<(), String> {
        let [width, height, depth] = view.size;
        let slices = depth * view.layers;
        let texels = data.chunks_exact(format.bytes() as usize).map(|texel| format.read(texel));
        let count = usize::from(format.components);
        let numbers =
            |texel: [u64; 4]| texel[..count].iter().map(|&value| self.component(value, format)).collect::<Vec<_>>();
        match &self.form {
            Form::Line => {
                let texels: Vec<String> =
                    texels
                        .map(|texel| {
                            if count == 1 {
                                numbers(texel).concat()
                            } else {
                                format!("({})", numbers(texel).join(", "))
                            }
                        })
                        .collect();
                let mut out = String::new();
                for (at, row) in (0..).zip(texels.chunks(width as usize)) {
                    let (row_number, slice) = (at % height, at / height);
                    let slice = if slices > 1 { format!(" slice {slice}") } else { String::new() };
                    let _ = writeln!(out, "{}{slice} row {row_number}: {}", self.name, row.join(", "));
                }
                print_text(&out)
            }
            Form::Csv => print_text(&texels.map(|texel| numbers(texel).join(",") + "\n").collect::<String>()),
            Form::Png(file) => {
                let pixels: Vec<u8> = texels.flat_map(|texel| pixel(texel, format)).collect();
                // Slices stand below one another.
                write_output(file, &png::encode(width, height * slices, &pixels))
            }
        }
    }

    fn component(&self, value: u64, format: Format) -> String {
        match (self.number, format.kind) {
            (Some(number), _) => number.word(value as u32),
            (None, FormatKind::Uint) => value.to_string(),
            (None, FormatKind::Sint) if format.bits == 64 => value.cast_signed().to_string(),
            (None, FormatKind::Sint) => Number::Int.word(value as u32),
            (None, FormatKind::Float | FormatKind::Unorm | FormatKind::Snorm) => Number::Float.word(value as u32),
        }
    }
}

impl Number {
    fn word(self, bits: u32) -> String {
        match self {
            Self::Float => format!("{:?}", f32::from_bits(bits)),
            Self::Int => bits.cast_signed().to_string(),
            Self::Uint => bits.to_string(),
            Self::Hex => format!("{bits:#010x}"),
        }
    }
}

/// A texel as red, green, blue and opacity: floats from 0 to 1, whole numbers from 0 to 255. One component is a grey.
fn pixel(texel: [u64; 4], format: Format) -> [u8; 4] {
    let channel = |value: u64| match format.kind {
        FormatKind::Uint => value.min(255) as u8,
        FormatKind::Sint if format.bits == 64 => value.cast_signed().clamp(0, 255) as u8,
        FormatKind::Sint => (value as u32).cast_signed().clamp(0, 255) as u8,
        // What is no number becomes 0.
        FormatKind::Float | FormatKind::Unorm | FormatKind::Snorm => {
            (f32::from_bits(value as u32).clamp(0.0, 1.0) * 255.0).round_ties_even() as u8
        }
    };
    let [red, green, blue, alpha] = texel.map(channel);
    match format.components {
        1 => [red, red, red, 255],
        4 => [red, green, blue, alpha],
        _ => [red, green, blue, 255],
    }
}

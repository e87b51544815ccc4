//! Creates the initial contents of resources for `hlslc run`.
//!
//! Input: the command line's description of a resource, and the shader's declaration. Output: bytes and, for textures, size
//! and format. A buffer consists of words of 32 bits; a texel is encoded in its format.

use dxil::shader::ResourceKind;
use hlslc_interp::{Address, DEFAULT_WORDS, Format, FormatKind, MOST_RESOURCE_BYTES, MemoryId, Sampler, TextureView};

/// The given contents of a resource.
#[derive(Clone, Debug)]
pub enum Content {
    /// Values.
    Values(Vec<String>),
    /// Values that are repeated a number of times, or to the end of the resource.
    Fill(Vec<String>, Option<usize>),
    /// The bytes of a file.
    Bytes(Vec<u8>),
}

impl Content {
    /// `V,V,…`.
    pub fn values(text: &str) -> Self {
        Self::Values(list(text))
    }

    /// `V,V,…*N`.
    pub fn fill(text: &str) -> Result<Self, String> {
        let (values, count) = match text.split_once('*') {
            Some((values, count)) => {
                let count = count.trim().parse::<usize>();
                (values, Some(count.map_err(|_| format!("`{text}` has no count after `*`"))?))
            }
            None => (text, None),
        };
        let values = list(values);
        match count.map(|count| (count as u64).saturating_mul(values.len() as u64)) {
            Some(words) if words > MOST_RESOURCE_BYTES / 4 => Err(format!("{words} words are too many")),
            _ => Ok(Self::Fill(values, count)),
        }
    }

    /// The bytes of a buffer.
    pub fn of_buffer(&self) -> Result<Vec<u8>, String> {
        let words = |values: &[String]| values.iter().map(|value| word(value)).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Self::Values(values) => words(values)?.concat(),
            Self::Fill(values, count) => {
                let count = count.unwrap_or(DEFAULT_WORDS.div_ceil(values.len()));
                words(values)?.concat().repeat(count)
            }
            Self::Bytes(bytes) => bytes.clone(),
        })
    }

    /// The bytes of a texture of a size.
    fn of_texture(&self, name: &str, format: Format, bytes: usize) -> Result<Vec<u8>, String> {
        let width = usize::from(format.bits / 8);
        let numbers = |values: &[String]| values.iter().map(|v| number(v, name, format)).collect::<Result<Vec<_>, _>>();
        let values = match self {
            Self::Values(values) => numbers(values)?,
            Self::Fill(values, count) => {
                let values = numbers(values)?;
                match count {
                    Some(count) => values.repeat(*count),
                    None => values.into_iter().cycle().take(bytes / width).collect(),
                }
            }
            Self::Bytes(file) if file.len() == bytes => return Ok(file.clone()),
            Self::Bytes(file) => {
                return Err(format!(
                    "the file of `{name}` has {} bytes, and the texture {bytes}, {} of {} bits for a texel: say its size with `--size`",
                    file.len(),
                    format.components,
                    format.bits
                ));
            }
        };
        if values.len() * width > bytes {
            return Err(format!(
                "`{name}` has room for {} numbers, not for {}: say its size with `--size`",
                bytes / width,
                values.len()
            ));
        }
        let per_texel = usize::from(format.components);
        let mut data = vec![0; bytes];
        for (texel, values) in data.chunks_exact_mut(format.bytes() as usize).zip(values.chunks(per_texel)) {
            // Components of the last texel that are not given are zero.
            let mut components = [0; 4];
            components[..values.len()].copy_from_slice(values);
            format.write(texel, components);
        }
        Ok(data)
    }
}

/// The bytes of a buffer without given contents.
pub fn empty_buffer() -> Vec<u8> {
    vec![0; 4 * DEFAULT_WORDS]
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|value| value.trim().to_owned()).collect()
}

/// The bits of a value: a float if it is written as one, otherwise an integer.
fn word(text: &str) -> Result<[u8; 4], String> {
    let bad = || format!("`{text}` is no number of 32 bits");
    if let Some(digits) = text.strip_prefix("0x") {
        return Ok(u32::from_str_radix(digits, 16).map_err(|_| bad())?.to_le_bytes());
    }
    if let Ok(number) = text.parse::<i64>() {
        let fits = i64::from(i32::MIN) <= number && number <= i64::from(u32::MAX);
        return if fits { Ok((number as u32).to_le_bytes()) } else { Err(bad()) };
    }
    text.parse::<f32>().map(f32::to_le_bytes).map_err(|_| bad())
}

/// A component of a texel, as a shader sees it: a float, however it is written, or an integer.
fn number(text: &str, name: &str, format: Format) -> Result<u64, String> {
    if let FormatKind::Uint | FormatKind::Sint = format.kind {
        let bits = u32::from(format.bits);
        let least = if format.kind == FormatKind::Sint { -(1i128 << (bits - 1)) } else { 0 };
        let most = if format.kind == FormatKind::Sint { (1i128 << (bits - 1)) - 1 } else { (1i128 << bits) - 1 };
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16).ok(),
            None => text.parse::<i128>().ok(),
        };
        let parsed = parsed.filter(|number| (least..=most).contains(number));
        let parsed = parsed
            .ok_or_else(|| format!("`{text}` is no whole number from {least} to {most}, as `{name}` holds them"))?;
        return Ok(parsed as i64 as u64 & (u64::MAX >> (64 - bits.max(32))));
    }
    let parsed = text.parse::<f32>().map_err(|_| format!("`{text}` is no number, as `{name}` holds them"))?;
    Ok(u64::from(parsed.to_bits()))
}

/// Parses `64x32`: the size in each direction, followed by the number of layers.
pub fn size(text: &str) -> Result<Vec<u32>, String> {
    let sizes = text.split('x').map(|size| size.trim().parse::<u32>().ok().filter(|&size| size > 0));
    let sizes = sizes.collect::<Option<Vec<_>>>().filter(|sizes| sizes.len() <= 3);
    sizes.ok_or_else(|| format!("`{text}` is no size such as 64x32"))
}

/// The properties of a texture from the command line and the shader.
pub struct Texture<'a> {
    pub name: &'a str,
    pub kind: ResourceKind,
    pub format: Format,
    pub size: Option<&'a [u32]>,
    pub content: Option<&'a Content>,
}

impl Texture<'_> {
    /// Creates the view, whose memory is created from its bytes.
    pub fn view(&self, add_memory: impl FnOnce(Vec<u8>) -> MemoryId) -> Result<TextureView, String> {
        let Self { name, kind, format, .. } = *self;
        // An example of a size, and how many numbers of it are of texels; a layer number stands for this many.
        let shape = kind.texture().filter(|shape| shape.is_filtered());
        let several = || format!("`{name}` has several samples a texel, and `hlslc run` has no such textures");
        let shape = shape.ok_or_else(several)?;
        let is_cube = shape.dim.is_cube();
        let (directions, example) = match (is_cube, shape.dim.texel_axes()) {
            (true, axes) => (axes, "32x32"),
            (false, 1) => (1, "64"),
            (false, 2) => (2, "64x32"),
            (false, axes) => (axes, "16x16x16"),
        };
        let directions = usize::from(directions);
        let (layers_each, example) = match (shape.array, is_cube) {
            (false, _) => (0, example.to_owned()),
            (true, true) => (6, format!("{example}x2")),
            (true, false) => (1, format!("{example}x4")),
        };
        let wanted = directions + usize::from(layers_each > 0);
        let size = self.size.filter(|size| size.len() == wanted);
        let size = size.ok_or_else(|| format!("say how large the texture `{name}` is: `--size {name}={example}`"))?;
        let mut texels = [1; 3];
        texels[..directions].copy_from_slice(&size[..directions]);
        if is_cube && texels[0] != texels[1] {
            return Err(format!("the sides of the cube `{name}` are squares: `--size {name}={example}`"));
        }
        let layers = match size.get(directions) {
            Some(&count) => count.saturating_mul(layers_each),
            None if is_cube => 6,
            None => 1,
        };
        let count = texels.iter().chain(&[layers]).fold(1u64, |count, &size| count.saturating_mul(u64::from(size)));
        let bytes = count.saturating_mul(u64::from(format.bytes()));
        if bytes > MOST_RESOURCE_BYTES {
            return Err(format!("the texture `{name}` is larger than {MOST_RESOURCE_BYTES} bytes"));
        }
        let data = match self.content {
            Some(content) => content.of_texture(name, format, bytes as usize)?,
            None => vec![0; bytes as usize],
        };
        let memory = add_memory(data);
        Ok(TextureView { memory, start: 0, format: Some(format), size: texels, layers, levels: 1, samples: 1 })
    }
}

/// Parses `point,wrap`: the state of a sampler.
pub fn sampler(text: &str) -> Result<Sampler, String> {
    let mut sampler = Sampler::default();
    for word in text.split(',') {
        match word.trim() {
            "point" => sampler.linear = [false; 3],
            "linear" => sampler.linear = [true; 3],
            "wrap" => sampler.address = [Address::Wrap; 3],
            "mirror" => sampler.address = [Address::Mirror; 3],
            "clamp" => sampler.address = [Address::Clamp; 3],
            "border" => sampler.address = [Address::Border; 3],
            other => {
                return Err(format!("`--sampler` knows point, linear, wrap, mirror, clamp and border, not `{other}`"));
            }
        }
    }
    Ok(sampler)
}

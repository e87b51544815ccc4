//! Runs shaders on the interpreter: `prepare` compiles one, `bind` gives it memory, `poke` changes some of that, `dispatch` runs
//! groups of a compute shader, and `shade` draws a part of a picture with a pixel shader over a quad.
//!
//! A shader is compiled with debug information, so that what it does wrong has a line. Resources are named by their place in the
//! list that `prepare` gives.

use dxil::ShaderKind;
use dxil::semantics::SemanticKind;
use dxil::shader::ResourceClass;
use dxil::signature::{ComponentType, Interpolation};
use hlslc::options::Backend;
use hlslc_interp::{
    Address, Asked as Question, Binding, BoundRange, BufferView, Checks, Counter, Draw, DrawnLane, Finding, Format,
    FormatKind, Machine, MemoryId, Options, Outcome, Program, RunError, Sampler, Scalar, Schedule, Signature, Spot,
    TextureView, View,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::compile::{self, Asked};
use crate::{Answer, Request, Session};

/// What is ready to be run.
#[derive(Debug, Default)]
pub struct State {
    prepared: Option<Prepared>,
}

impl State {
    fn prepared(&mut self) -> Result<&mut Prepared, String> {
        self.prepared.as_mut().ok_or_else(|| "nothing is prepared to be run".to_owned())
    }
}

/// A shader and the machine that it runs on.
#[derive(Debug)]
struct Prepared {
    program: Program,
    machine: Machine,
    /// The memory of each resource, nothing for samplers.
    memories: Vec<Option<MemoryId>>,
}

/// A resource of the shader.
#[derive(Serialize)]
struct Resource {
    /// The letter of its registers.
    class: &'static str,
    space: u32,
    register: u32,
    /// `u32::MAX` for no end.
    count: u32,
    kind: &'static str,
    is_texture: bool,
    is_written: bool,
    /// The numbers of its size: directions, and layers after them.
    directions: u16,
    has_layers: bool,
    /// Six layers for each element.
    is_cube: bool,
    stride: u32,
    format: Shape,
}

/// A format of elements.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Shape {
    kind: Kind,
    bits: u8,
    components: u8,
}

/// What the bits of a component are.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Float,
    Unorm,
    Snorm,
    Uint,
    Sint,
}

impl Shape {
    fn of(format: Format) -> Self {
        let kind = match format.kind {
            FormatKind::Float => Kind::Float,
            FormatKind::Unorm => Kind::Unorm,
            FormatKind::Snorm => Kind::Snorm,
            FormatKind::Uint => Kind::Uint,
            FormatKind::Sint => Kind::Sint,
        };
        Self { kind, bits: format.bits, components: format.components }
    }

    fn format(self) -> Result<Format, String> {
        let kind = match self.kind {
            Kind::Float => FormatKind::Float,
            Kind::Unorm => FormatKind::Unorm,
            Kind::Snorm => FormatKind::Snorm,
            Kind::Uint => FormatKind::Uint,
            Kind::Sint => FormatKind::Sint,
        };
        let is_one = matches!(self.bits, 8 | 16 | 32 | 64) && matches!(self.components, 1..=4);
        if is_one {
            Ok(Format { kind, bits: self.bits, components: self.components })
        } else {
            Err("there is no such format".to_owned())
        }
    }
}

/// An element of a signature.
#[derive(Serialize)]
struct Element {
    name: String,
    index: u32,
    rows: u32,
    columns: u8,
    component: &'static str,
    /// Whether the system gives it, or takes it.
    is_of_system: bool,
    /// Whether it is one value for the quad.
    is_flat: bool,
}

fn elements(signature: &Signature) -> Vec<Element> {
    let element = |element: &dxil::signature::SignatureElement| Element {
        name: element.name.clone(),
        index: element.indices.first().copied().unwrap_or_default(),
        rows: element.rows,
        columns: element.columns,
        component: element.component.text(),
        is_of_system: element.semantic != SemanticKind::Arbitrary,
        is_flat: element.interpolation == Interpolation::Constant,
    };
    signature.elements().iter().map(element).collect()
}

fn resource(program: &Program, range: &BoundRange) -> Resource {
    let shape = range.kind.texture();
    Resource {
        class: match range.class {
            ResourceClass::Srv => "t",
            ResourceClass::Uav => "u",
            ResourceClass::Cbv => "b",
            ResourceClass::Sampler => "s",
        },
        space: range.space,
        register: range.first,
        count: range.count,
        kind: range.kind.text(),
        is_texture: range.kind.is_texture(),
        is_written: range.class == ResourceClass::Uav,
        directions: shape.map_or(0, |shape| shape.dim.texel_axes()),
        has_layers: shape.is_some_and(|shape| shape.array),
        is_cube: shape.is_some_and(|shape| shape.dim.is_cube()),
        stride: range.stride,
        format: Shape::of(program.format(range)),
    }
}

/// `prepare`: compiles a shader to be run, and says what it is given.
pub fn prepare(session: &mut Session, request: &Request) -> Result<Answer, String> {
    let mut asked: Asked = request.args()?;
    session.run.prepared = None;
    asked.args.extend(["-Zi", "-Qembed_debug"].map(str::to_owned));
    let mut options = asked.options()?;
    options.backend = Backend::Dxil;
    options.reflect = true;
    let output = asked.compile(options);
    let Some(object) = &output.object else {
        return Ok(Answer::of(json!({ "ok": false, "reported": compile::reported(&output, &asked.source) })));
    };
    let program = Program::decode(object).map_err(|error| error.to_string())?;
    let ranges = program.ranges();
    let said = json!({
        "ok": true,
        "stage": program.stage().prefix(),
        "group": program.group_size(),
        "inputs": elements(program.inputs()),
        "outputs": elements(program.outputs()),
        "resources": ranges.iter().map(|range| resource(&program, range)).collect::<Vec<_>>(),
        "reflection": output.reflection.map(|found| found.json()),
    });
    let memories = vec![None; ranges.len()];
    session.run.prepared = Some(Prepared { program, machine: Machine::default(), memories });
    Ok(Answer::of(said))
}

/// What is bound for a resource.
#[derive(Deserialize)]
struct Bound {
    /// The blob with its bytes.
    #[serde(default)]
    blob: usize,
    /// Of a texture: the texels in each direction.
    #[serde(default)]
    size: Option<[u32; 3]>,
    #[serde(default)]
    layers: Option<u32>,
    /// Of a texture: the format of its texels, if it is not that of the shader.
    #[serde(default)]
    format: Option<Shape>,
    /// Of a sampler: whether it filters linearly, and its address mode.
    #[serde(default)]
    linear: bool,
    #[serde(default)]
    address: AddressMode,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AddressMode {
    Wrap,
    Mirror,
    #[default]
    Clamp,
    Border,
}

/// The most bytes of all resources.
const MOST_BYTES: u64 = 1 << 28;

/// `bind`: gives every resource its contents; they stand in the blobs.
pub fn bind(session: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Args {
        resources: Vec<Bound>,
    }
    let args: Args = request.args()?;
    let prepared = session.run.prepared()?;
    let ranges = prepared.program.ranges().to_vec();
    if ranges.len() != args.resources.len() {
        return Err(format!("the shader has {} resources, not {}", ranges.len(), args.resources.len()));
    }
    let mut machine = Machine::default();
    let mut memories = Vec::new();
    let mut left = MOST_BYTES;
    for (range, bound) in ranges.iter().zip(&args.resources) {
        let blob = request.blobs.get(bound.blob);
        if blob.is_none() && range.class != ResourceClass::Sampler {
            return Err(format!("there is no blob {}", bound.blob));
        }
        let bytes = blob.cloned().unwrap_or_default();
        let (view, memory) = view(&prepared.program, range, bound, bytes, (&mut machine, &mut left))?;
        let view = machine.add_view(view);
        machine.bind(Binding { class: range.class, space: range.space, register: range.first, view });
        memories.push(memory);
    }
    (prepared.machine, prepared.memories) = (machine, memories);
    Ok(Answer::of(json!({})))
}

fn view(
    program: &Program,
    range: &BoundRange,
    bound: &Bound,
    bytes: Vec<u8>,
    (machine, left): (&mut Machine, &mut u64),
) -> Result<(View, Option<MemoryId>), String> {
    let mut take = |bytes: u64| {
        *left = left.checked_sub(bytes).ok_or("the resources have too many bytes")?;
        Ok::<(), String>(())
    };
    if range.class == ResourceClass::Sampler {
        let address = match bound.address {
            AddressMode::Wrap => Address::Wrap,
            AddressMode::Mirror => Address::Mirror,
            AddressMode::Clamp => Address::Clamp,
            AddressMode::Border => Address::Border,
        };
        let sampler = Sampler { linear: [bound.linear; 3], address: [address; 3], ..Sampler::default() };
        return Ok((View::Sampler(sampler), None));
    }
    if !range.kind.is_texture() {
        take(bytes.len() as u64)?;
        let count = bytes.len() as u32;
        let memory = machine.add_memory(bytes);
        let counter = range.has_counter.then(|| Counter { memory: machine.add_memory(vec![0; 4]), offset: 0 });
        return Ok((View::Buffer(BufferView { memory, start: 0, bytes: count, format: None, counter }), Some(memory)));
    }
    let size = bound.size.ok_or("a texture has a size")?;
    let layers = bound.layers.unwrap_or(1);
    let format = bound.format.map_or_else(|| Ok(program.format(range)), Shape::format)?;
    let texels = size.iter().chain(&[layers]).fold(1u64, |count, &side| count.saturating_mul(side.into()));
    let wanted = texels.saturating_mul(format.bytes().into());
    if texels == 0 {
        return Err("a texture has no texel".to_owned());
    }
    take(wanted)?;
    let mut bytes = bytes;
    bytes.resize(wanted as usize, 0);
    let memory = machine.add_memory(bytes);
    let view = TextureView { memory, start: 0, format: Some(format), size, layers, levels: 1, samples: 1 };
    Ok((View::Texture(view), Some(memory)))
}

/// `poke`: puts bytes into the memory of resources, such as the time into a constant buffer.
pub fn poke(session: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Args {
        /// The resource and the first byte, for each blob.
        at: Vec<(usize, usize)>,
    }
    let args: Args = request.args()?;
    let prepared = session.run.prepared()?;
    for (&(resource, start), bytes) in args.at.iter().zip(&request.blobs) {
        let memory = prepared.memories.get(resource).copied().flatten().ok_or("there is no such resource")?;
        let memory = prepared.machine.memory_mut(memory);
        let end = start.checked_add(bytes.len()).filter(|&end| end <= memory.len());
        let end = end.ok_or("the bytes lie outside of the resource")?;
        memory[start..end].copy_from_slice(bytes);
    }
    Ok(Answer::of(json!({})))
}

/// Something undefined, or the end of a run before its time.
#[derive(Serialize)]
struct Found {
    /// The line of the source, from 1; 0 if it is not known.
    line: u32,
    text: String,
    count: u64,
    group: [u32; 3],
    thread: u32,
}

fn found(finding: &Finding) -> Found {
    let detail = if finding.detail.is_empty() { String::new() } else { format!(" ({})", finding.detail) };
    Found {
        line: finding.place.as_ref().filter(|place| place.file == compile::SOURCE).map_or(0, |place| place.line),
        text: format!("{}{detail}", finding.kind.text()),
        count: finding.count,
        group: finding.group,
        thread: finding.thread,
    }
}

/// Converts the outcome of a run to JSON.
fn report(outcome: Result<&Outcome, &RunError>) -> serde_json::Value {
    match outcome {
        Ok(outcome) => {
            json!({ "findings": outcome.findings.iter().map(found).collect::<Vec<_>>(), "steps": outcome.steps, "error": null })
        }
        Err(error) => {
            let line = if let RunError::Budget { place: Some(place) } = error { place.line } else { 0 };
            json!({ "findings": [], "steps": 0, "error": { "message": error.to_string(), "line": line } })
        }
    }
}

/// The options of a run.
#[derive(Deserialize)]
struct How {
    /// The instructions of all threads at most.
    budget: u64,
    /// Whether undefined behaviour is detected.
    #[serde(default)]
    checks: bool,
    #[serde(default)]
    wave_size: u32,
    /// The seed of the order in which waves run.
    #[serde(default)]
    seed: Option<u64>,
}

impl How {
    fn options(&self) -> Options {
        Options {
            budget: self.budget,
            checks: if self.checks { Checks::UNDEFINED } else { Checks::NONE },
            wave_size: self.wave_size,
            schedule: self.seed.map_or(Schedule::Plain, Schedule::Seeded),
            ..Options::default()
        }
    }
}

/// `dispatch`: runs groups. The blobs of the answer are the contents of the resources that shaders write, in their order.
pub fn dispatch(session: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Args {
        groups: [u32; 3],
        #[serde(flatten)]
        how: How,
    }
    let args: Args = request.args()?;
    let prepared = session.run.prepared()?;
    let outcome = prepared.program.dispatch(&mut prepared.machine, args.groups, &args.how.options());
    let mut answer = Answer::of(report(outcome.as_ref()));
    answer.blobs = written(prepared);
    Ok(answer)
}

/// The contents of what is written.
fn written(prepared: &Prepared) -> Vec<Vec<u8>> {
    let ranges = prepared.program.ranges().iter().zip(&prepared.memories);
    let ranges = ranges.filter(|(range, _)| range.class == ResourceClass::Uav);
    ranges.map(|(_, memory)| memory.map_or_else(Vec::new, |memory| prepared.machine.memory(memory).to_vec())).collect()
}

/// A part of a picture.
#[derive(Clone, Deserialize)]
struct Part {
    /// The pixels of the picture in each direction.
    picture: [u32; 2],
    /// The first pixel of the part, even numbers.
    at: [u32; 2],
    /// Its pixels in each direction, even numbers.
    size: [u32; 2],
    /// The render target that is shown.
    #[serde(default)]
    target: u32,
    /// For each scalar of the input signature its values top left, top right and bottom left; between them they change evenly.
    inputs: Vec<[f64; 3]>,
}

/// The most pixels of a part.
const MOST_PIXELS: u64 = 1 << 16;

/// `shade`: draws a part of a picture. The blob of the answer has four bytes for each pixel, row by row: red, green, blue, and 255
/// or, where the pixel was discarded, 0.
pub fn shade(session: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Args {
        #[serde(flatten)]
        part: Part,
        #[serde(flatten)]
        how: How,
    }
    let Args { part, how } = request.args()?;
    let prepared = session.run.prepared()?;
    if prepared.program.stage() != ShaderKind::Pixel {
        return Err("only pixel shaders draw pictures".to_owned());
    }
    let [width, height] = part.size;
    let is_whole = part.size.iter().chain(&part.at).all(|side| side % 2 == 0);
    let count = u64::from(width) * u64::from(height);
    if !is_whole || count == 0 || count > MOST_PIXELS || part.picture.contains(&0) {
        return Err("a part of a picture has whole quads, and not too many".to_owned());
    }
    let program = &prepared.program;
    let given = |lane: u32, question: Question| part.given(program, lane, question);
    let draw = Draw { lanes: count as u32, helpers: &[], given: &given };
    let drawn = program.shade(&mut prepared.machine, draw, &how.options());
    let report = report(drawn.as_ref().map(|(_, outcome)| outcome));
    let lanes = drawn.map(|(lanes, _)| lanes).unwrap_or_default();
    let target = part.target;
    Ok(Answer::of(report).with(part.picture_of(&prepared.program, &lanes, target)))
}

impl Part {
    /// The pixel of a lane, counted from the corner of the part. Lanes are quads.
    fn pixel(&self, lane: u32) -> [u32; 2] {
        let (quad, within, quads) = (lane / 4, lane % 4, self.size[0] / 2);
        [quad % quads * 2 + within % 2, quad / quads * 2 + within / 2]
    }

    /// What a lane is given.
    fn given(&self, program: &Program, lane: u32, question: Question) -> u32 {
        let Question::Input(scalar, spot) = question else {
            // One sample, which is covered; the first primitive of the first view.
            return u32::from(matches!(question, Question::Coverage | Question::InnerCoverage | Question::SampleCount));
        };
        let [x, y] = self.pixel(lane);
        let [left, above] = match spot {
            Spot::Snapped(x, y) => [f64::from(x) / 16.0, f64::from(y) / 16.0],
            Spot::Here | Spot::Sample(_) | Spot::Centroid | Spot::Vertex(_) => [0.0; 2],
        };
        let centre = |at: u32, pixel: u32| f64::from(at) + f64::from(pixel) + 0.5;
        let [x, y] = [centre(self.at[0], x) + left, centre(self.at[1], y) + above];
        let Some(element) = program.inputs().elements().get(scalar.element as usize) else { return 0 };
        if element.semantic == SemanticKind::Position {
            // In the middle of the depths, without perspective.
            return ([x, y, 0.5, 1.0][scalar.column.min(3) as usize] as f32).to_bits();
        }
        if element.semantic == SemanticKind::IsFrontFace {
            return u32::MAX;
        }
        if element.semantic != SemanticKind::Arbitrary {
            return 0;
        }
        let corners = program.inputs().number(scalar).and_then(|number| self.inputs.get(number));
        let [first, right, below] = corners.copied().unwrap_or_default();
        let value = match spot {
            _ if element.interpolation == Interpolation::Constant => first,
            Spot::Vertex(vertex) => [first, right, below][vertex.min(2) as usize],
            Spot::Here | Spot::Sample(_) | Spot::Centroid | Spot::Snapped(..) => {
                let [width, height] = self.picture.map(f64::from);
                first + (right - first) * (x / width) + (below - first) * (y / height)
            }
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other component is a float")]
        match element.component {
            ComponentType::I32 | ComponentType::I16 => (value as i32).cast_unsigned(),
            ComponentType::U32 | ComponentType::U16 | ComponentType::I1 => value as u32,
            _ => (value as f32).to_bits(),
        }
    }

    /// Renders the values that lanes wrote to a render target; black if the draw ended early.
    fn picture_of(&self, program: &Program, lanes: &[DrawnLane], target: u32) -> Vec<u8> {
        let outputs = program.outputs();
        let element = (0..)
            .zip(outputs.elements())
            .find(|(_, element)| element.semantic == SemanticKind::Target && element.indices.first() == Some(&target));
        let mut picture = vec![0; 4 * (self.size[0] * self.size[1]) as usize];
        let Some((number, element)) = element else { return picture };
        for (lane, drawn) in (0..).zip(lanes) {
            let [x, y] = self.pixel(lane);
            let pixel = &mut picture[4 * (y * self.size[0] + x) as usize..][..4];
            let channel = |column: u32| {
                let scalar = Scalar { element: number, row: 0, column };
                let value = outputs.number(scalar).and_then(|at| drawn.outputs[at]).unwrap_or_default();
                #[expect(clippy::wildcard_enum_match_arm, reason = "every other component is a float")]
                match element.component {
                    ComponentType::U32 | ComponentType::U16 => value.min(255) as u8,
                    ComponentType::I32 | ComponentType::I16 => value.cast_signed().clamp(0, 255) as u8,
                    // What is no number becomes 0.
                    _ => (f32::from_bits(value).clamp(0.0, 1.0) * 255.0).round_ties_even() as u8,
                }
            };
            let columns = u32::from(element.columns);
            for (column, channel_of) in (0..3).zip(pixel.iter_mut()) {
                // One component is a grey; of two the third is none.
                *channel_of = if columns == 1 {
                    channel(0)
                } else if column < columns {
                    channel(column)
                } else {
                    0
                };
            }
            pixel[3] = if drawn.is_helper { 0 } else { 255 };
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::respond;
    use serde_json::Value;

    fn ask(session: &mut Session, method: &str, args: Value, blobs: Vec<Vec<u8>>) -> (Value, Vec<Vec<u8>>) {
        let request = Request { method: method.to_owned(), args, blobs };
        Request::read_parts(&respond(session, &request.write())).unwrap()
    }

    /// A session with a shader whose resources have these bytes.
    fn prepared(profile: &str, source: &str, contents: Vec<Vec<u8>>) -> Session {
        let mut session = Session::default();
        let (said, _) = ask(&mut session, "prepare", json!({ "args": ["-T", profile], "source": source }), Vec::new());
        assert_eq!(said["ok"], true, "{said}");
        let resources: Vec<Value> =
            (0..contents.len()).map(|blob| json!({ "blob": blob, "size": [2, 2, 1] })).collect();
        let (said, _) = ask(&mut session, "bind", json!({ "resources": resources }), contents);
        assert_eq!(said, json!({}));
        session
    }

    const HOW: u64 = 1 << 20;

    #[test]
    fn a_dispatch_gives_what_it_wrote() {
        let source = "RWStructuredBuffer<uint> Out; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = 10 * i; }";
        let mut session = prepared("cs_6_0", source, vec![vec![0; 16]]);
        let (said, blobs) =
            ask(&mut session, "dispatch", json!({ "groups": [1, 1, 1], "budget": HOW, "checks": true }), Vec::new());
        assert_eq!((&said["findings"], &said["error"]), (&json!([]), &Value::Null));
        let words: Vec<u8> = blobs[0].chunks(4).map(|word| word[0]).collect();
        assert_eq!(words, [0, 10, 20, 30]);
    }

    #[test]
    fn a_race_has_its_line() {
        let source = "groupshared uint Sums[64];\nRWStructuredBuffer<uint> Out;\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n\
                      Sums[i] = i;\n    Out[i] = Sums[i ^ 32];\n}";
        let mut session = prepared("cs_6_0", source, vec![vec![0; 256]]);
        let (said, _) =
            ask(&mut session, "dispatch", json!({ "groups": [1, 1, 1], "budget": HOW, "checks": true }), Vec::new());
        let lines: Vec<&Value> = said["findings"].as_array().unwrap().iter().map(|found| &found["line"]).collect();
        assert!(lines.iter().any(|line| [json!(4), json!(5)].contains(line)), "{said}");
    }

    #[test]
    fn an_endless_loop_ends_with_its_line() {
        let source = "RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() {\n    while (Out[0] == 0)\n        Out[1] += 1;\n}";
        let mut session = prepared("cs_6_0", source, vec![vec![0; 16]]);
        let (said, _) = ask(&mut session, "dispatch", json!({ "groups": [1, 1, 1], "budget": HOW }), Vec::new());
        assert!([json!(3), json!(4)].contains(&said["error"]["line"]), "{said}");
        assert!(said["error"]["message"].as_str().unwrap().contains("budget"));
    }

    #[test]
    fn a_picture_has_its_pixels_in_rows() {
        let source = "cbuffer C { float Blue; }; float4 main(float4 at : SV_Position, float2 uv : TEXCOORD) : SV_Target {\n\
                      if (at.x > 3 && at.y > 3) discard;\n    return float4(uv, Blue, 1);\n}";
        let mut session = prepared("ps_6_0", source, vec![vec![0; 16]]);
        let (said, _) = ask(&mut session, "poke", json!({ "at": [[0, 0]] }), vec![1_f32.to_le_bytes().to_vec()]);
        assert_eq!(said, json!({}));
        // The scalars of the position have no values of their own.
        let none = [0, 0, 0];
        let inputs = json!([none, none, none, none, [0, 1, 0], [0, 0, 1]]);
        let part = json!({ "picture": [4, 4], "at": [2, 2], "size": [2, 2], "inputs": inputs, "budget": HOW });
        let (said, blobs) = ask(&mut session, "shade", part, Vec::new());
        assert_eq!(said["error"], Value::Null);
        let [near, far] = [159, 223];
        assert_eq!(blobs[0], [near, near, 255, 255, far, near, 255, 255, near, far, 255, 255, far, far, 255, 0]);
    }

    #[test]
    fn requests_that_do_not_fit_the_shader_are_refused() {
        let mut session = Session::default();
        let faults = |session: &mut Session, method: &str, args: Value| {
            ask(session, method, args, Vec::new()).0["fault"].is_string()
        };
        assert!(faults(&mut session, "dispatch", json!({ "groups": [1, 1, 1], "budget": 1 })), "nothing is prepared");
        let source = "RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = 1; }";
        let mut session = prepared("cs_6_0", source, vec![vec![0; 4]]);
        assert!(faults(&mut session, "bind", json!({ "resources": [] })));
        assert!(faults(&mut session, "bind", json!({ "resources": [{ "blob": 1 }] })), "there is no such blob");
        for at in [json!([[3, 0]]), json!([[0, usize::MAX]])] {
            let far = Request { method: "poke".to_owned(), args: json!({ "at": at }), blobs: vec![vec![1]] };
            assert!(poke(&mut session, &far).is_err(), "{at}");
        }
        let part = json!({ "picture": [4, 4], "at": [0, 0], "size": [2, 2], "inputs": [], "budget": HOW });
        assert!(faults(&mut session, "shade", part), "it is a compute shader");
    }
}

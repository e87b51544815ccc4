//! Reads a scene: what a shader is run with.
//!
//! Input: JSON ([the book](../../../docs/28-stepping.md) describes it), and the program with its resources. Output: a session that has not begun, and
//! the thread that it is about. What the scene does not say is zero, as many as needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use dxil::ShaderKind;
use dxil::semantics::SemanticKind;
use dxil::shader::{ResourceClass, ResourceKind};
use dxil::signature::{ComponentType, SignatureElement};
use hlslc_interp::session::Given;
use hlslc_interp::{
    Address, Asked, Binding, BufferView, Checks, Counter, DEFAULT_WORDS, Format, FormatKind, Lanes,
    MOST_RESOURCE_BYTES, Machine, Options, Program, Sampler, Scalar as Component, Schedule, Session, Signature, Spot,
    TextureView, Thread, View,
};
use serde_json::{Map, Value};

use crate::layout::{ResourceInfo, scalar_of};
use crate::types::{Scalar, Types};

/// Instructions of all lanes, unless the scene gives another number.
const BUDGET: u64 = 1 << 28;

/// Lanes of a draw of which nothing is said.
const LANES: u32 = 4;

/// A scene.
#[derive(Clone, Debug, Default)]
pub struct Scene(Map<String, Value>);

/// What a scene may say.
const FIELDS: [&str; 18] = [
    "dispatch",
    "resources",
    "inputs",
    "patch",
    "payload",
    "domain",
    "lanes",
    "pixels",
    "origin",
    "helpers",
    "group",
    "thread",
    "lane",
    "pixel",
    "wave_size",
    "seed",
    "budget",
    "checks",
];

impl Scene {
    /// Reads the text of a scene; an empty text is an empty scene.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let value: Value = serde_json::from_str(text).map_err(|error| format!("the scene is no JSON: {error}"))?;
        Self::of(value)
    }

    /// The same, of what was read already.
    pub fn of(value: Value) -> Result<Self, String> {
        let Value::Object(fields) = value else { return Err("the scene is no object of JSON".to_owned()) };
        if let Some(unknown) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
            return Err(format!("a scene has no `{unknown}`; it has {}", FIELDS.join(", ")));
        }
        Ok(Self(fields))
    }

    fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let number = |value: &Value| value.as_u64().ok_or_else(|| format!("`{name}` is no whole number"));
        self.0.get(name).map(number).transpose()
    }

    fn numbers(&self, name: &str) -> Result<Vec<u32>, String> {
        let bad = || format!("`{name}` is no list of whole numbers");
        let one = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(bad);
        match self.0.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => list.iter().map(one).collect(),
            Some(value) => Ok(vec![one(value)?]),
        }
    }

    fn object(&self, name: &str) -> Result<Map<String, Value>, String> {
        match self.0.get(name) {
            None => Ok(Map::new()),
            Some(Value::Object(map)) => Ok(map.clone()),
            Some(_) => Err(format!("`{name}` is no object")),
        }
    }

    /// The options of the run.
    fn options(&self) -> Result<Options, String> {
        let mut options = Options { checks: Checks::UNDEFINED, budget: BUDGET, ..Options::default() };
        if let Some(size) = self.number("wave_size")? {
            options.wave_size = size as u32;
        }
        if let Some(seed) = self.number("seed")? {
            options.schedule = Schedule::Seeded(seed);
        }
        if let Some(budget) = self.number("budget")? {
            options.budget = budget;
        }
        if let Some(names) = self.0.get("checks") {
            options.checks = Checks::NONE;
            for name in names.as_array().ok_or("`checks` is no list")? {
                match name.as_str() {
                    Some("races") => options.checks.races = true,
                    Some("bounds") => options.checks.bounds = true,
                    Some("uninit") => options.checks.uninitialized = true,
                    Some("arithmetic") => options.checks.arithmetic = true,
                    Some("portable") => options.checks.portable = true,
                    _ => return Err(format!("`checks` knows races, bounds, uninit, arithmetic, portable, not {name}")),
                }
            }
        }
        Ok(options)
    }

    /// Makes the session.
    pub fn session(
        &self,
        program: Arc<Program>,
        resources: &[ResourceInfo],
        types: &Types,
    ) -> Result<(Session, Thread), String> {
        let machine = self.machine(resources, types)?;
        let options = self.options()?;
        let triple = |name: &str, missing: u32| -> Result<[u32; 3], String> {
            let list = self.numbers(name)?;
            let [x, y, z] = [0, 1, 2].map(|at| list.get(at).copied().unwrap_or(missing));
            if list.len() > 3 { Err(format!("`{name}` has one to three numbers")) } else { Ok([x, y, z]) }
        };
        let said = |error: hlslc_interp::RunError| error.to_string();
        if program.stage() == ShaderKind::Compute || program.stage_has_groups() {
            let groups = triple("dispatch", 1)?;
            let payload = self.numbers("payload")?;
            let given: Given = Arc::new(move |_, asked| {
                let word = if let Asked::Payload(word) = asked { payload.get(word as usize) } else { None };
                word.copied().unwrap_or(0)
            });
            let size = program.group_size();
            let session = Session::dispatch(program, machine, groups, given, options).map_err(said)?;
            let number = match self.numbers("thread")?[..] {
                [] => 0,
                [number] => number,
                [x, y] => y.saturating_mul(size[0]).saturating_add(x),
                [x, y, z, ..] => {
                    let row = z.saturating_mul(size[1]).saturating_add(y);
                    row.saturating_mul(size[0]).saturating_add(x)
                }
            };
            let thread = Thread { group: triple("group", 0)?, number };
            if number >= session.threads() {
                return Err(format!("a group has {} threads, so there is no thread {number}", session.threads()));
            }
            if thread.group.iter().zip(groups).any(|(&at, count)| at >= count) {
                return Err("`group` is none of those of `dispatch`".to_owned());
            }
            return Ok((session, thread));
        }
        let draw = Arc::new(self.draw(&program)?);
        let lanes = Lanes { count: draw.lanes, helpers: self.numbers("helpers")? };
        let lane = match (self.number("lane")?, &self.numbers("pixel")?[..]) {
            (Some(lane), _) => lane as u32,
            (None, &[x, y]) => draw.lane_of([x, y]).ok_or("`pixel` is outside of `pixels`")?,
            (None, _) => 0,
        };
        if lane >= draw.lanes {
            return Err(format!("there are {} lanes, so there is no lane {lane}", draw.lanes));
        }
        let (of, what) = (draw.clone(), program.clone());
        let given: Given = Arc::new(move |lane, asked| of.given(&what, lane, asked));
        let session = Session::draw(program, machine, &lanes, given, options).map_err(said)?;
        Ok((session, Thread { group: [0; 3], number: lane }))
    }

    fn machine(&self, resources: &[ResourceInfo], types: &Types) -> Result<Machine, String> {
        let given = self.object("resources")?;
        if let Some(unknown) = given.keys().find(|name| !resources.iter().any(|resource| resource.name == **name)) {
            let known = resources.iter().map(|resource| &*resource.name).collect::<Vec<_>>().join(", ");
            return Err(format!("the shader has no resource `{unknown}`; it has {known}"));
        }
        let mut machine = Machine::default();
        for resource in resources {
            let content = Content { resource, types, given: given.get(&resource.name).unwrap_or(&Value::Null) };
            let view = content.view(&mut machine).map_err(|what| format!("`{}`: {what}", resource.name))?;
            let view = machine.add_view(view);
            let range = resource.range;
            machine.bind(Binding { class: range.class, space: range.space, register: range.first, view });
        }
        Ok(machine)
    }

    fn draw(&self, program: &Program) -> Result<Drawn, String> {
        let inputs = Inputs::read(program.inputs(), &self.object("inputs")?)?;
        let patch = Inputs::read(program.patch_constants(), &self.object("patch")?)?;
        let domain = match self.0.get("domain") {
            None => vec![vec![0, 0, 0]],
            Some(value) => rows(value, ComponentType::F32).map_err(|what| format!("`domain`: {what}"))?,
        };
        let size = match self.numbers("pixels")?[..] {
            [] => [2, 2],
            [width, height] if width > 0 && height > 0 => [width, height].map(|size| size.next_multiple_of(2)),
            _ => return Err("`pixels` is a width and a height".to_owned()),
        };
        let origin = match self.numbers("origin")?[..] {
            [] => [0, 0],
            [x, y] => [x, y],
            _ => return Err("`origin` is two numbers".to_owned()),
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other stage has as many lanes as it is given")]
        let lanes = match program.stage() {
            ShaderKind::Hull => program.control_points(),
            ShaderKind::Pixel => size[0].saturating_mul(size[1]),
            ShaderKind::Domain if self.0.contains_key("domain") => domain.len() as u32,
            _ => self.number("lanes")?.map_or_else(|| inputs.lanes().unwrap_or(LANES), |count| count as u32),
        };
        Ok(Drawn { stage: program.stage(), lanes, size, origin, domain, inputs, patch })
    }
}

/// What the lanes of a draw are given.
struct Drawn {
    stage: ShaderKind,
    lanes: u32,
    /// The pixels, whole quads of them, and the first.
    size: [u32; 2],
    origin: [u32; 2],
    domain: Vec<Vec<u32>>,
    inputs: Inputs,
    patch: Inputs,
}

impl Drawn {
    /// The pixel of a lane, from the first on.
    fn pixel(&self, lane: u32) -> [u32; 2] {
        let (quad, within) = (lane / 4, lane % 4);
        let in_row = (self.size[0] / 2).max(1);
        [quad % in_row * 2 + within % 2, quad / in_row * 2 + within / 2]
    }

    fn lane_of(&self, pixel: [u32; 2]) -> Option<u32> {
        let [x, y] = [pixel[0].checked_sub(self.origin[0])?, pixel[1].checked_sub(self.origin[1])?];
        (x < self.size[0] && y < self.size[1]).then(|| (y / 2 * (self.size[0] / 2) + x / 2) * 4 + y % 2 * 2 + x % 2)
    }

    fn given(&self, program: &Program, lane: u32, asked: Asked) -> u32 {
        match asked {
            Asked::Input(scalar, spot) => self.input(program.inputs(), &self.inputs, lane, scalar, spot),
            Asked::PatchConstant(scalar) => {
                self.input(program.patch_constants(), &self.patch, lane, scalar, Spot::Here)
            }
            Asked::Coverage => 1,
            Asked::SampleCount => 1,
            Asked::PrimitiveId if self.stage == ShaderKind::Geometry => lane,
            Asked::DomainLocation(axis) => {
                let place = self.domain.get(lane as usize).or(self.domain.first());
                place.and_then(|place| place.get(axis as usize)).copied().unwrap_or(0)
            }
            Asked::SampleIndex
            | Asked::InnerCoverage
            | Asked::ViewId
            | Asked::PrimitiveId
            | Asked::Instance
            | Asked::StartVertex
            | Asked::StartInstance
            | Asked::Payload(_) => 0,
        }
    }

    fn input(&self, signature: &Signature, inputs: &Inputs, lane: u32, scalar: Component, spot: Spot) -> u32 {
        let Some(element) = signature.elements().get(scalar.element as usize) else { return 0 };
        let [x, y] = self.pixel(lane).map(|at| at as f32 + 0.5);
        let [right, below] = match spot {
            Spot::Snapped(right, below) => [right, below].map(|by| by as f32 / 16.0),
            Spot::Here | Spot::Sample(_) | Spot::Centroid | Spot::Vertex(_) => [0.0; 2],
        };
        let across = [(x + right) / self.size[0] as f32, (y + below) / self.size[1] as f32];
        if let Some(given) = inputs.0.get(&(scalar.element, scalar.row)) {
            return given.at(lane, scalar.column as usize, spot, across);
        }
        let is_pixel = self.stage == ShaderKind::Pixel;
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other input is zero")]
        match element.semantic {
            SemanticKind::VertexId => lane,
            SemanticKind::IsFrontFace => u32::MAX,
            SemanticKind::Position if is_pixel => match scalar.column {
                0 => (x + right + self.origin[0] as f32).to_bits(),
                1 => (y + below + self.origin[1] as f32).to_bits(),
                2 => 0,
                _ => 1f32.to_bits(),
            },
            _ => 0,
        }
    }
}

/// Numbers at a row of an element of a signature, as registers hold them.
enum Numbers {
    /// The same everywhere.
    One(Vec<u32>),
    /// Of each lane, or of each vertex of a primitive.
    List(Vec<Vec<u32>>),
    /// At the corners of the pixels, between which they are interpolated.
    Corners([Vec<u32>; 4]),
}

impl Numbers {
    fn at(&self, lane: u32, column: usize, spot: Spot, [right, below]: [f32; 2]) -> u32 {
        let of = |numbers: &[u32]| numbers.get(column).copied().unwrap_or(0);
        match self {
            Self::One(numbers) => of(numbers),
            Self::List(list) => {
                let number = if let Spot::Vertex(vertex) = spot { vertex } else { lane };
                list.get(number as usize).or(list.last()).map_or(0, |numbers| of(numbers))
            }
            Self::Corners(corners) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|corner| f32::from_bits(of(&corners[corner])));
                let (above, under) = (a + (b - a) * right, c + (d - c) * right);
                (above + (under - above) * below).to_bits()
            }
        }
    }
}

/// The inputs of a scene by element and row.
struct Inputs(BTreeMap<(u32, u32), Numbers>);

impl Inputs {
    fn read(signature: &Signature, given: &Map<String, Value>) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        let mut used: Vec<&str> = Vec::new();
        for (number, element) in (0..).zip(signature.elements()) {
            for row in 0..element.rows {
                let index = element.indices.get(row as usize).copied().unwrap_or(row);
                let Some((key, value)) = Self::find(given, element, index) else { continue };
                used.push(key);
                let numbers = Self::numbers(value, element.component).map_err(|what| format!("`{key}`: {what}"))?;
                found.insert((number, row), numbers);
            }
        }
        match given.keys().find(|key| !used.contains(&key.as_str())) {
            Some(unknown) => {
                let known = signature.elements().iter().map(|element| &*element.name).collect::<Vec<_>>().join(", ");
                Err(format!("the shader has no input `{unknown}`; it has {known}"))
            }
            None => Ok(Self(found)),
        }
    }

    /// What is given for a semantic: by its name with its index, or without if that is 0.
    fn find<'v>(given: &'v Map<String, Value>, element: &SignatureElement, index: u32) -> Option<(&'v str, &'v Value)> {
        let with_index = format!("{}{index}", element.name);
        given
            .iter()
            .find(|(key, _)| {
                key.eq_ignore_ascii_case(&with_index) || index == 0 && key.eq_ignore_ascii_case(&element.name)
            })
            .map(|(key, value)| (key.as_str(), value))
    }

    fn numbers(value: &Value, component: ComponentType) -> Result<Numbers, String> {
        if let Value::Object(fields) = value {
            let corners = fields.get("corners").filter(|_| fields.len() == 1);
            let corners = corners.ok_or("an object has `corners` and nothing else")?;
            let corners = <[Vec<u32>; 4]>::try_from(rows(corners, component)?);
            return Ok(Numbers::Corners(corners.map_err(|_| "there are four corners")?));
        }
        match value.as_array().map(Vec::as_slice) {
            Some([Value::Array(_), ..]) => Ok(Numbers::List(rows(value, component)?)),
            _ => Ok(Numbers::One(row(value, component)?)),
        }
    }

    /// The lanes that the longest list is for.
    fn lanes(&self) -> Option<u32> {
        let lists = self.0.values().filter_map(|numbers| match numbers {
            Numbers::List(list) => Some(list.len() as u32),
            Numbers::One(_) | Numbers::Corners(_) => None,
        });
        lists.max()
    }
}

/// Lists of numbers.
fn rows(value: &Value, component: ComponentType) -> Result<Vec<Vec<u32>>, String> {
    let list = value.as_array().ok_or("it is no list of lists of numbers")?;
    list.iter().map(|value| row(value, component)).collect()
}

/// A list of numbers, or one.
fn row(value: &Value, component: ComponentType) -> Result<Vec<u32>, String> {
    use ComponentType as C;
    let scalar = match component {
        C::F16
        | C::F32
        | C::F64
        | C::SNormF16
        | C::UNormF16
        | C::SNormF32
        | C::UNormF32
        | C::SNormF64
        | C::UNormF64 => Scalar::FLOAT,
        C::I1 => Scalar::Bool,
        C::Invalid | C::I16 | C::U16 | C::I32 | C::U32 | C::I64 | C::U64 | C::PackedS8x32 | C::PackedU8x32 => {
            Scalar::INT
        }
    };
    let one = |value: &Value| number(value, Some(scalar)).map(|bits| bits as u32);
    match value.as_array() {
        Some(list) => list.iter().map(one).collect(),
        None => Ok(vec![one(value)?]),
    }
}

/// The bits of a number: what the type says, or without one a float if it has a point.
fn number(value: &Value, scalar: Option<Scalar>) -> Result<u64, String> {
    let bad = || format!("{value} is no number of this kind");
    if let Some(text) = value.as_str() {
        let digits = text.strip_prefix("0x").ok_or_else(bad)?;
        return u64::from_str_radix(digits, 16).map_err(|_| bad());
    }
    if let Some(truth) = value.as_bool() {
        return Ok(u64::from(truth));
    }
    let float = value.as_f64().ok_or_else(bad)?;
    match scalar {
        Some(Scalar::Float { bits: 64 }) => Ok(float.to_bits()),
        Some(Scalar::Float { bits: 16 }) => Ok(u64::from(to_half(float as f32))),
        Some(Scalar::Float { .. }) => Ok(u64::from((float as f32).to_bits())),
        None if value.is_f64() => Ok(u64::from((float as f32).to_bits())),
        Some(Scalar::Bool | Scalar::Int { .. }) | None => {
            let whole = value.as_u64().or_else(|| value.as_i64().map(i64::cast_unsigned));
            let bits = scalar.map_or(32, Scalar::bits).clamp(1, 64);
            whole.map(|whole| whole & (u64::MAX >> (64 - bits))).ok_or_else(bad)
        }
    }
}

/// A float as a half, rounded toward zero.
fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let (sign, exponent, fraction) = ((bits >> 16 & 0x8000) as u16, (bits >> 23 & 255) as i32 - 112, bits >> 13 & 1023);
    match exponent {
        143 => sign | 0x7C00 | u16::from(bits & 0x7F_FFFF != 0) << 9,
        31.. => sign | 0x7BFF,
        1..=30 => sign | (exponent as u16) << 10 | fraction as u16,
        -10..=0 => sign | ((fraction | 1024) >> (1 - exponent)) as u16,
        _ => sign,
    }
}

/// What is given for a resource.
struct Content<'a> {
    resource: &'a ResourceInfo,
    types: &'a Types,
    given: &'a Value,
}

impl Content<'_> {
    fn field(&self, name: &str) -> Option<&Value> {
        self.given.as_object().and_then(|fields| fields.get(name))
    }

    fn check_fields(&self, known: &[&str]) -> Result<(), String> {
        let fields = self.given.as_object().into_iter().flat_map(|fields| fields.keys());
        match fields.into_iter().find(|field| !known.contains(&field.as_str())) {
            Some(unknown) => Err(format!("there is no `{unknown}` here; there is {}", known.join(", "))),
            None => Ok(()),
        }
    }

    fn view(&self, machine: &mut Machine) -> Result<View, String> {
        let range = self.resource.range;
        if range.kind == ResourceKind::Sampler {
            return self.sampler().map(View::Sampler);
        }
        if range.kind.is_texture() {
            return self.texture(machine).map(View::Texture);
        }
        self.check_fields(&["values", "fill", "count"])?;
        let data = self.buffer()?;
        let bytes = data.len() as u32;
        let memory = machine.add_memory(data);
        let counter = range.has_counter.then(|| Counter { memory: machine.add_memory(vec![0; 4]), offset: 0 });
        Ok(View::Buffer(BufferView { memory, start: 0, bytes, format: None, counter }))
    }

    fn sampler(&self) -> Result<Sampler, String> {
        let mut sampler = Sampler::default();
        if self.given.is_null() {
            return Ok(sampler);
        }
        let text = self.given.as_str().ok_or("a sampler is words such as \"linear,wrap\"")?;
        for word in text.split(',') {
            match word.trim() {
                "point" => sampler.linear = [false; 3],
                "linear" => sampler.linear = [true; 3],
                "wrap" => sampler.address = [Address::Wrap; 3],
                "mirror" => sampler.address = [Address::Mirror; 3],
                "clamp" => sampler.address = [Address::Clamp; 3],
                "border" => sampler.address = [Address::Border; 3],
                other => {
                    return Err(format!("a sampler is point or linear, wrap, mirror, clamp or border, not `{other}`"));
                }
            }
        }
        Ok(sampler)
    }

    /// The values that are given, as a list that repeats or does not.
    fn values(&self) -> Result<(&[Value], bool), String> {
        match (self.given, self.field("values"), self.field("fill")) {
            (Value::Null, ..) => Ok((&[], true)),
            (Value::Array(values), ..) | (_, Some(Value::Array(values)), None) => Ok((values, false)),
            (_, None, Some(Value::Array(values))) => Ok((values, true)),
            (_, None, Some(value)) => Ok((std::slice::from_ref(value), true)),
            (Value::Object(_), None, None) => Ok((&[], true)),
            _ => Err("it is a list of numbers, or an object with `values` or `fill`".to_owned()),
        }
    }

    /// The bytes of a buffer: numbers in sequence, each where the type of the contents has one.
    fn buffer(&self) -> Result<Vec<u8>, String> {
        let (values, repeats) = self.values()?;
        let resource = self.resource;
        let is_constant = resource.range.class == ResourceClass::Cbv;
        let leaves = resource.element.map(|ty| self.types.leaves(ty)).unwrap_or_default();
        let stride = if is_constant { resource.stride.next_multiple_of(16) } else { resource.stride.max(1) };
        // Without a type, words.
        let slots: Vec<(usize, Option<Scalar>)> = if resource.range.kind == ResourceKind::RawBuffer || leaves.is_empty()
        {
            (0..stride as usize / 4).map(|word| (word * 4, None)).collect()
        } else {
            leaves.iter().map(|&(_, scalar, bit)| (bit as usize / 8, Some(scalar))).collect()
        };
        let each = slots.len().max(1);
        let elements = match self.field("count").map(|count| count.as_u64().ok_or("`count` is no whole number")) {
            Some(count) => count?,
            None if is_constant => 1,
            None if repeats => (DEFAULT_WORDS as u64 * 4).div_ceil(u64::from(stride)),
            None => values.len().div_ceil(each) as u64,
        };
        let bytes = elements.saturating_mul(u64::from(stride));
        if bytes > MOST_RESOURCE_BYTES {
            return Err(format!("it has more than {MOST_RESOURCE_BYTES} bytes"));
        }
        let mut data = vec![0; bytes as usize];
        let is_typed = resource.range.kind == ResourceKind::TypedBuffer;
        let mut given: Box<dyn Iterator<Item = &Value>> =
            if repeats { Box::new(values.iter().cycle()) } else { Box::new(values.iter()) };
        for element in 0..elements as usize {
            let base = element * stride as usize;
            let mut components = [0; 4];
            for (at, &(byte, scalar)) in slots.iter().enumerate() {
                let Some(value) = given.next() else { return Ok(data) };
                let bits = number(value, scalar)?;
                if is_typed {
                    components[at.min(3)] = bits;
                    resource.format.write(&mut data[base..base + stride as usize], components);
                    continue;
                }
                let count = scalar.map_or(4, |scalar| scalar.bits() as usize / 8);
                if let Some(room) = data.get_mut(base + byte..base + byte + count) {
                    room.copy_from_slice(&bits.to_le_bytes()[..count]);
                }
            }
        }
        if !repeats && given.next().is_some() {
            return Err(format!("there is room for {} numbers, not for {}", elements as usize * each, values.len()));
        }
        Ok(data)
    }

    fn texture(&self, machine: &mut Machine) -> Result<TextureView, String> {
        self.check_fields(&["values", "fill", "size", "layers"])?;
        let Self { resource, .. } = self;
        let format: Format = resource.format;
        let shape = resource.range.kind.texture().filter(|shape| shape.is_filtered());
        let shape = shape.ok_or("textures with several samples a texel cannot be given")?;
        let size = self.field("size").map_or(Ok(Vec::new()), |size| {
            let one = |value: &Value| value.as_u64().and_then(|size| u32::try_from(size).ok()).filter(|&size| size > 0);
            size.as_array().and_then(|list| list.iter().map(one).collect()).ok_or("`size` is a list of whole numbers")
        })?;
        let axes = usize::from(shape.dim.texel_axes());
        if size.len() > axes {
            return Err(format!("its size is of {axes} numbers"));
        }
        let mut texels = [1; 3];
        for (at, texel) in texels[..axes].iter_mut().enumerate() {
            *texel = size.get(at).copied().unwrap_or(4);
        }
        let layers =
            self.field("layers").map_or(Some(1), |layers| layers.as_u64().and_then(|it| u32::try_from(it).ok()));
        let layers = layers.filter(|&layers| layers > 0).ok_or("`layers` is no number of layers")?;
        let layers = if shape.dim.is_cube() { layers.saturating_mul(6) } else { layers };
        let count = texels.iter().chain(&[layers]).fold(1u64, |count, &size| count.saturating_mul(u64::from(size)));
        let bytes = count.saturating_mul(u64::from(format.bytes()));
        if bytes > MOST_RESOURCE_BYTES {
            return Err(format!("it has more than {MOST_RESOURCE_BYTES} bytes"));
        }
        let (values, repeats) = self.values()?;
        let per_texel = usize::from(format.components.max(1));
        if !repeats && values.len() as u64 > count * per_texel as u64 {
            return Err(format!("there is room for {} numbers, not for {}", count * per_texel as u64, values.len()));
        }
        let scalar = match format.kind {
            FormatKind::Float | FormatKind::Unorm | FormatKind::Snorm => Scalar::FLOAT,
            FormatKind::Uint | FormatKind::Sint => scalar_of(format),
        };
        let numbers = values.iter().map(|value| number(value, Some(scalar))).collect::<Result<Vec<_>, _>>()?;
        let mut data = vec![0; bytes as usize];
        let mut at = 0;
        for texel in data.chunks_exact_mut(format.bytes().max(1) as usize) {
            let mut components = [0; 4];
            for component in components.iter_mut().take(per_texel) {
                let number = if repeats { numbers.get(at % numbers.len().max(1)) } else { numbers.get(at) };
                *component = number.copied().unwrap_or(0);
                at += 1;
            }
            format.write(texel, components);
        }
        let memory = machine.add_memory(data);
        Ok(TextureView { memory, start: 0, format: Some(format), size: texels, layers, levels: 1, samples: 1 })
    }
}

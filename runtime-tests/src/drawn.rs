//! Executes made-up draws: chooses the inputs of the lanes of a stage, and collects their outputs.
//!
//! Input: a program, the inputs of a seed. Output: a [`Drawn`]. What a lane is given at an element of the input signature follows
//! from the seed and from what the element is called, so that all programs of one shader are given the same, however they
//! number it. Numbers are of the kinds that the signature declares. Vertices are given anything; pixels lie in two rows of
//! quads, and what is interpolated is a plane over them. A few pixels are helpers from the start. Lanes of hull and domain
//! shaders are of one patch, those of geometry shaders two of each primitive. Mesh and amplification shaders run in groups;
//! what a mesh shader reads of its payload follows from the seed.

use std::collections::BTreeMap;
use std::fmt;

use dxil::ShaderKind;
use dxil::semantics::SemanticKind;
use dxil::signature::{ComponentType, Interpolation, SignatureElement};
use hlslc_interp::{
    Asked, Draw, DrawnGroup, DrawnLane, Emitted, Machine, Options, Outcome, Program, RunError, Scalar, Signature, Spot,
    Started, sample_position,
};

use crate::agreement::{HALVES, apart};
use crate::inputs::Inputs;

/// Lanes that belong together: the vertices of a primitive, the pixels of two quads.
const OF_PRIMITIVE: u32 = 8;

/// Those of the pixels that are helpers.
const HELPERS: [u32; 2] = [3, 12];

/// The most vertices of a primitive.
const MOST_VERTICES: u32 = 32;

/// The groups of mesh and amplification shaders.
const GROUPS: [u32; 3] = [2, 1, 1];

/// The most vertices or primitives of a group.
const MOST_MADE: u32 = 256;

/// The samples of a pixel.
const SAMPLES: u32 = 4;

/// What a component of an output is called: the semantic, its index, the component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    name: String,
    index: u32,
    column: u32,
}

impl Place {
    fn of(scalar: Scalar, element: &SignatureElement, is_patch: bool) -> Self {
        let name = format!("{}{}", if is_patch { "patch constant " } else { "" }, element.name.to_ascii_uppercase());
        let index = element.indices.get(scalar.row as usize).copied().unwrap_or(scalar.row);
        Self { name, index, column: scalar.column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = ["x", "y", "z", "w"].get(self.column as usize).copied().unwrap_or("?");
        write!(f, "{}{}.{component}", self.name, self.index)
    }
}

/// Who left a number: a lane, and which of the vertices that it emits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Who {
    lane: u32,
    vertex: Option<u32>,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(vertex) = self.vertex {
            write!(f, "vertex {vertex} of ")?;
        }
        write!(f, "lane {}", self.lane)
    }
}

/// Numbers at a component of an output, of those that left some: a helper leaves none.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    component: ComponentType,
    numbers: BTreeMap<Who, u32>,
}

/// Two numbers that are not the same: where they are, how far apart, and what they are, nothing where none was left.
pub type Differing = ((Place, Who), f32, [Option<u32>; 2]);

/// What the lanes of a draw left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn(BTreeMap<Place, Column>);

impl Drawn {
    fn new(program: &Program, lanes: &[DrawnLane], undefined: u32) -> Self {
        let mut drawn = Self::default();
        // What was never stored is as undefined as what was stored so.
        let value = |stored: &Option<u32>| stored.unwrap_or(undefined);
        let is_hull = program.stage() == ShaderKind::Hull;
        let is_geometry = program.stage() == ShaderKind::Geometry;
        let points = lanes.len() - usize::from(is_hull);
        for (lane, it) in (0..).zip(lanes).filter(|(_, it)| !it.is_helper) {
            let is_patch = is_hull && lane as usize == points;
            let signature = if is_patch { program.patch_constants() } else { program.outputs() };
            for (number, (scalar, element)) in signature.scalars().enumerate().filter(|_| !is_geometry) {
                let place = Place::of(scalar, element, is_patch);
                drawn.add(place, element.component, Who { lane, vertex: None }, value(&it.outputs[number]));
            }
            for (vertex, emitted) in (0..).zip(&it.emitted) {
                let who = Who { lane, vertex: Some(vertex) };
                match emitted {
                    Emitted::Vertex(stream, outputs) => {
                        let of_stream = |element: &SignatureElement| u32::from(element.stream) == *stream;
                        for ((scalar, element), stored) in signature.scalars().zip(outputs) {
                            if of_stream(element) {
                                drawn.add(Place::of(scalar, element, false), element.component, who, value(stored));
                            }
                        }
                    }
                    Emitted::Cut(stream) => {
                        let place = Place { name: "the end of a strip".to_owned(), index: *stream, column: 0 };
                        drawn.add(place, ComponentType::I1, who, 1);
                    }
                }
            }
        }
        drawn
    }

    /// What groups of mesh and amplification shaders leave. Of vertices and primitives only those count that the group says it
    /// makes.
    fn of_groups(program: &Program, groups: &[DrawnGroup], undefined: u32) -> Self {
        let mut drawn = Self::default();
        let named = |name: &str, index: u32, column: u32| Place { name: name.to_owned(), index, column };
        for (lane, it) in (0..).zip(groups) {
            let whole = Who { lane, vertex: None };
            let counts = it.counts.unwrap_or_default();
            let kinds = [
                ("the number of vertices", program.outputs(), &it.vertices, false),
                ("the number of primitives", program.patch_constants(), &it.primitives, true),
            ];
            for ((name, signature, all, is_patch), count) in kinds.into_iter().zip(counts) {
                if it.counts.is_some() {
                    drawn.add(named(name, 0, 0), ComponentType::U32, whole, count);
                }
                for at in 0..count.min(MOST_MADE) {
                    let who = Who { lane, vertex: Some(at) };
                    for (number, (scalar, element)) in signature.scalars().enumerate() {
                        let stored = all.get(&at).and_then(|stored| stored.get(&number)).copied();
                        let place = Place::of(scalar, element, is_patch);
                        drawn.add(place, element.component, who, stored.unwrap_or(undefined));
                    }
                    for (column, vertex) in (0..).zip(it.indices.get(&at).copied().into_iter().flatten()) {
                        if is_patch {
                            drawn.add(named("the vertices of a primitive", 0, column), ComponentType::U32, who, vertex);
                        }
                    }
                }
            }
            let Some(Started { groups, payload }) = &it.started else { continue };
            for (column, &count) in (0..).zip(groups) {
                drawn.add(named("the groups that are started", 0, column), ComponentType::U32, whole, count);
            }
            for &(offset, component, value) in payload {
                // The words of a double are no floats: they have to be the same.
                let component = if component == ComponentType::F64 { ComponentType::U64 } else { component };
                for (column, word) in (0..).zip([value as u32, (value >> 32) as u32]) {
                    drawn.add(named("the payload", offset, column), component, whole, word);
                }
            }
        }
        drawn
    }

    fn add(&mut self, place: Place, component: ComponentType, who: Who, number: u32) {
        let column = self.0.entry(place).or_insert_with(|| Column { component, numbers: BTreeMap::new() });
        column.numbers.insert(who, number);
    }

    /// The numbers of two draws that are not the same, where they are and how far apart.
    pub fn differences(&self, other: &Self) -> Vec<Differing> {
        let mut found = Vec::new();
        let nothing = BTreeMap::new();
        for place in self.0.keys().chain(other.0.keys().filter(|place| !self.0.contains_key(place))) {
            let [one, two] = [self, other].map(|of| of.0.get(place));
            let component = one.or(two).map_or(ComponentType::Invalid, |column| column.component);
            let [one, two] = [one, two].map(|column| column.map_or(&nothing, |column| &column.numbers));
            for &who in one.keys().chain(two.keys().filter(|who| !one.contains_key(who))) {
                let pair = [one.get(&who).copied(), two.get(&who).copied()];
                if pair[0] != pair[1] {
                    found.push(((place.clone(), who), distance(component, pair), pair));
                }
            }
        }
        found
    }
}

fn distance(component: ComponentType, pair: [Option<u32>; 2]) -> f32 {
    use ComponentType as C;
    let [Some(a), Some(b)] = pair else { return f32::INFINITY };
    let apart = apart(f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b)));
    match component {
        C::F16 | C::SNormF16 | C::UNormF16 => apart / HALVES,
        C::F32 | C::F64 | C::SNormF32 | C::UNormF32 | C::SNormF64 | C::UNormF64 => apart,
        C::Invalid | C::I1 | C::I16 | C::U16 | C::I32 | C::U32 | C::I64 | C::U64 | C::PackedS8x32 | C::PackedU8x32 => {
            f32::INFINITY
        }
    }
}

/// Runs a program of a stage that is drawn, with this many lanes unless it says how many it has.
pub fn run(
    program: &Program,
    machine: &mut Machine,
    lanes: u32,
    inputs: &Inputs,
    options: &Options,
) -> Result<(Drawn, Outcome), RunError> {
    let given = |lane: u32, asked: Asked| given(program, inputs, lane, asked);
    if program.stage_has_groups() {
        let (groups, outcome) = program.shade_groups(machine, GROUPS, &given, options)?;
        return Ok((Drawn::of_groups(program, &groups, options.undefined as u32), outcome));
    }
    let helpers = if program.stage() == ShaderKind::Pixel { &HELPERS[..] } else { &[] };
    let lanes = if program.stage() == ShaderKind::Hull { program.control_points() } else { lanes };
    let (lanes, outcome) = program.shade(machine, Draw { lanes, helpers, given: &given }, options)?;
    Ok((Drawn::new(program, &lanes, options.undefined as u32), outcome))
}

fn given(program: &Program, inputs: &Inputs, lane: u32, asked: Asked) -> u32 {
    let sample = lane / 4 % SAMPLES;
    let of = |signature: &Signature, scalar: Scalar, spot: Spot, is_patch: bool| {
        let element = signature.elements().get(scalar.element as usize);
        element.map_or(0, |element| Given { inputs, element, scalar, lane, stage: program.stage(), is_patch }.at(spot))
    };
    match asked {
        Asked::Input(scalar, spot) => of(program.inputs(), scalar, spot, false),
        Asked::PatchConstant(scalar) => of(program.patch_constants(), scalar, Spot::Here, true),
        Asked::SampleIndex => sample,
        Asked::Coverage if HELPERS.contains(&lane) => 0,
        Asked::Coverage => [0xF, 0x5, 0x8, 0xF][lane as usize % 4],
        Asked::InnerCoverage | Asked::Instance => lane % 2,
        Asked::PrimitiveId if program.stage() == ShaderKind::Geometry => lane / 2,
        // All lanes are of one patch.
        Asked::PrimitiveId => 0,
        Asked::ViewId => inputs.seed() as u32 % 2,
        Asked::StartVertex => 3,
        Asked::StartInstance => 1,
        Asked::SampleCount => SAMPLES,
        // Small numbers serve as floats, counts and indices.
        Asked::Payload(word) => inputs.of_element("payload", ComponentType::U32, word),
        Asked::DomainLocation(axis) => {
            let (u, v) = ((lane % 4) as f32 / 8.0, (lane / 4 % 4) as f32 / 8.0);
            [u, v, 1.0 - u - v].get(axis as usize).map_or(0, |number| number.to_bits())
        }
    }
}

/// An input that a lane asks for.
struct Given<'a> {
    inputs: &'a Inputs,
    element: &'a SignatureElement,
    scalar: Scalar,
    lane: u32,
    stage: ShaderKind,
    is_patch: bool,
}

impl Given<'_> {
    fn at(&self, spot: Spot) -> u32 {
        let primitive = self.lane / OF_PRIMITIVE;
        match self.element.semantic {
            SemanticKind::VertexId => return self.lane,
            SemanticKind::InstanceId => return self.lane / 4,
            SemanticKind::PrimitiveId => return primitive,
            SemanticKind::IsFrontFace => return if primitive == 0 { u32::MAX } else { 0 },
            SemanticKind::SampleIndex => return self.lane / 4 % SAMPLES,
            SemanticKind::RenderTargetArrayIndex | SemanticKind::ViewportArrayIndex => return primitive % 2,
            SemanticKind::ShadingRate => return 0,
            _ => {}
        }
        match (self.stage, spot) {
            (ShaderKind::Pixel, _) => {}
            (ShaderKind::Geometry, Spot::Vertex(vertex)) => return self.number(self.lane / 2 * MOST_VERTICES + vertex),
            (_, Spot::Vertex(point)) => return self.number(point),
            _ if self.is_patch => return self.number(0),
            _ => return self.number(self.lane),
        }
        let (right, below) = (self.lane % 2 + self.lane / 4 % 2 * 2, self.lane / 2 % 2 + self.lane / 8 * 2);
        let [x, y] = match spot {
            Spot::Here | Spot::Vertex(_) => [0.0; 2],
            Spot::Snapped(x, y) => [x as f32 / 16.0, y as f32 / 16.0],
            Spot::Sample(number) => sample_position(SAMPLES, number),
            Spot::Centroid => [0.125, -0.125],
        };
        let (x, y) = (right as f32 + x, below as f32 + y);
        let is_constant = matches!(self.element.interpolation, Interpolation::Constant | Interpolation::Undefined)
            || !self.is_float();
        match (self.element.semantic, spot) {
            (SemanticKind::Position, _) if self.scalar.column < 2 => [x, y][self.scalar.column as usize] + 0.5,
            (_, Spot::Vertex(number)) => return self.number(primitive * 3 + number),
            (SemanticKind::Position, _) => 0.5 + 0.125 * (self.scalar.column - 2) as f32 + x / 32.0 + y / 64.0,
            (SemanticKind::Barycentrics, _) => match self.scalar.column {
                0 => 0.5 - x / 8.0 + y / 32.0,
                1 => 0.25 + x / 16.0,
                _ => 0.25 + x / 16.0 - y / 32.0,
            },
            _ if is_constant => return self.number(primitive),
            _ => {
                let [across, down] = self.inputs.slopes(&self.name());
                f32::from_bits(self.number(0)) + across * x + down * y
            }
        }
        .to_bits()
    }

    /// A number of the kind that is declared, one of many.
    fn number(&self, which: u32) -> u32 {
        self.inputs.of_element(&self.name(), self.element.component, which)
    }

    fn is_float(&self) -> bool {
        use ComponentType as C;
        matches!(self.element.component, C::F16 | C::F32 | C::SNormF16 | C::UNormF16 | C::SNormF32 | C::UNormF32)
    }

    fn name(&self) -> String {
        Place::of(self.scalar, self.element, self.is_patch).to_string()
    }
}

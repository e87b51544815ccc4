//! Implements the interface of the stages of a draw: the inputs of their lanes, and their outputs.
//!
//! Input: a [`Draw`] says how many lanes there are and answers whatever a lane asks its surroundings for: inputs of its signature,
//! its sample, its view. Output: of each lane what it stored at its outputs ([`DrawnLane`]). Numbers cross this border as
//! registers hold them, 32 bits each: a half as a float, an integer of 16 bits with its sign.
//!
//! Lanes of a pixel shader come in quads of four: top left, top right, bottom left, bottom right. A helper lane, from the start
//! or since it was discarded, goes on, for others want differences to its values; what it leaves counts nowhere.

use dxil::ShaderKind;
use dxil::signature::SignatureElement;

use crate::dispatch::{Options, Outcome, Watched, Work};
use crate::machine::Machine;
use crate::meshes::DrawnGroup;
use crate::program::Program;
use crate::report::RunError;

/// A component of an element of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scalar {
    /// The element.
    pub element: u32,
    /// Its row.
    pub row: u32,
    /// The component of that row, from 0.
    pub column: u32,
}

/// The position at which an input is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// At the position of the lane.
    Here,
    /// The offset in sixteenths of a pixel, right of and below the middle of the pixel.
    Snapped(i32, i32),
    /// At a sample.
    Sample(u32),
    /// At the middle of what is covered.
    Centroid,
    /// At a vertex of the primitive, or at a control point of the patch.
    Vertex(u32),
}

/// A query of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// An input.
    Input(Scalar, Spot),
    /// A patch constant.
    PatchConstant(Scalar),
    /// The sample that is shaded.
    SampleIndex,
    /// Which samples are covered.
    Coverage,
    /// Whether all of the pixel is.
    InnerCoverage,
    /// The view.
    ViewId,
    /// The number of the primitive.
    PrimitiveId,
    /// The instance of a geometry shader.
    Instance,
    /// A coordinate of the place in the domain.
    DomainLocation(u32),
    /// The first vertex of the draw.
    StartVertex,
    /// The first instance of the draw.
    StartInstance,
    /// The samples of a pixel of the render target.
    SampleCount,
    /// Four bytes of the payload, by their number.
    Payload(u32),
}

/// The environment of lanes.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// The number of lanes; whole quads for pixel shaders.
    pub lanes: u32,
    /// The lanes that are helper lanes from the start.
    pub helpers: &'a [u32],
    /// The inputs of a lane. Equal queries must have equal answers, or runs cannot be compared.
    pub given: &'a dyn Fn(u32, Asked) -> u32,
}

/// The outputs of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnLane {
    /// Whether it is a helper, so that nothing sees what it stored.
    pub is_helper: bool,
    /// The scalars of the output signature, in the order of [`Signature::scalars`]; nothing where none was stored.
    pub outputs: Vec<Option<u32>>,
    /// The vertices that a geometry shader emits, and where it cuts strips.
    pub emitted: Vec<Emitted>,
}

/// A record that a lane of a geometry shader appends to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emitted {
    /// A vertex: what was stored since the one before.
    Vertex(u32, Vec<Option<u32>>),
    /// The end of a strip.
    Cut(u32),
}

/// A signature and how its scalars are numbered.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    elements: Vec<SignatureElement>,
    /// The number of the first scalar of each element, and of all.
    starts: Vec<u32>,
}

impl Signature {
    pub(crate) fn new(elements: &[SignatureElement]) -> Self {
        let mut starts = vec![0u32];
        for element in elements {
            let count = element.rows.saturating_mul(u32::from(element.columns)).min(MOST_SCALARS);
            starts.push(starts[starts.len() - 1].saturating_add(count));
        }
        Self { elements: elements.to_vec(), starts }
    }

    /// Its elements.
    pub fn elements(&self) -> &[SignatureElement] {
        &self.elements
    }

    /// The number of scalars.
    pub fn len(&self) -> usize {
        self.starts.last().map_or(0, |&count| count as usize)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a scalar, if there is one.
    pub fn number(&self, scalar: Scalar) -> Option<usize> {
        let element = self.elements.get(scalar.element as usize)?;
        let columns = u32::from(element.columns);
        let is_there = scalar.row < element.rows && scalar.column < columns;
        is_there.then(|| (self.starts[scalar.element as usize] + scalar.row * columns + scalar.column) as usize)
    }

    /// All scalars by their numbers, with their elements.
    pub fn scalars(&self) -> impl Iterator<Item = (Scalar, &SignatureElement)> {
        (0..).zip(&self.elements).flat_map(|(number, element)| {
            let columns = u32::from(element.columns);
            let scalars = (0..element.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
            scalars.map(move |(row, column)| (Scalar { element: number, row, column }, element))
        })
    }
}

/// More scalars no signature has.
const MOST_SCALARS: u32 = 1 << 10;

/// A draw while it runs: what its lanes have left so far.
pub(crate) struct Drawing<'a> {
    pub given: &'a dyn Fn(u32, Asked) -> u32,
    pub lanes: &'a mut [DrawnLane],
    /// The control points that the patch-constant function of a hull shader reads.
    pub points: &'a [DrawnLane],
    /// The outputs of the groups of a mesh or an amplification shader.
    pub groups: &'a mut Vec<DrawnGroup>,
}

impl Program {
    /// The stage it is for.
    pub fn stage(&self) -> ShaderKind {
        self.stage
    }

    /// The input signature.
    pub fn inputs(&self) -> &Signature {
        &self.inputs
    }

    /// The output signature.
    pub fn outputs(&self) -> &Signature {
        &self.outputs
    }

    /// The patch constants that it reads or writes.
    pub fn patch_constants(&self) -> &Signature {
        &self.patch
    }

    /// The control points that a hull shader makes, which are its lanes.
    pub fn control_points(&self) -> u32 {
        self.control_points
    }

    /// Whether it runs in groups that leave what is drawn: a mesh or an amplification shader.
    pub fn stage_has_groups(&self) -> bool {
        matches!(self.stage, ShaderKind::Mesh | ShaderKind::Amplification)
    }

    /// Runs groups of a mesh or an amplification shader: what each leaves, in the order of their numbers, and what the run was
    /// like.
    pub fn shade_groups(
        &self,
        machine: &mut Machine,
        groups: [u32; 3],
        given: &dyn Fn(u32, Asked) -> u32,
        options: &Options,
    ) -> Result<(Vec<DrawnGroup>, Outcome), RunError> {
        if !self.stage_has_groups() {
            return Err(RunError::Stage(format!("a {} shader leaves nothing of groups", self.stage.prefix())));
        }
        if groups.iter().map(|&count| u64::from(count)).product::<u64>() > u64::from(MOST_DRAWN) {
            return Err(RunError::TooLarge);
        }
        let mut left = Vec::new();
        let drawing = Drawing { given, lanes: &mut [], points: &[], groups: &mut left };
        let work = Work { entry: self.entry, groups, threads: self.group_size.iter().product() };
        let outcome =
            self.run_groups(machine, work, options, Watched { drawing: Some(drawing), ..Watched::default() })?;
        // Some schedules begin with the last group.
        left.sort_by_key(|DrawnGroup { group: [x, y, z], .. }| [*z, *y, *x]);
        Ok((left, outcome))
    }

    /// Whether the stage can have this many lanes.
    pub(crate) fn check_lanes(&self, lanes: u32) -> Result<(), RunError> {
        match self.stage {
            ShaderKind::Vertex | ShaderKind::Domain | ShaderKind::Geometry => {}
            ShaderKind::Hull if lanes == self.control_points => {}
            ShaderKind::Hull => {
                return Err(RunError::Stage("a hull shader has a lane for each control point".to_owned()));
            }
            ShaderKind::Pixel if lanes.is_multiple_of(4) => {}
            ShaderKind::Pixel => return Err(RunError::Stage("the lanes of a pixel shader come in quads".to_owned())),
            other @ (ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable
            | ShaderKind::Mesh
            | ShaderKind::Amplification
            | ShaderKind::Node) => return Err(RunError::Stage(format!("a {} shader is not drawn", other.prefix()))),
        }
        if lanes > MOST_DRAWN {
            return Err(RunError::TooLarge);
        }
        Ok(())
    }

    /// Runs the lanes of a draw: what each leaves, and what the run was like. After the control points of a hull shader, its
    /// lanes, stands one more: its outputs are the patch constants.
    pub fn shade(
        &self,
        machine: &mut Machine,
        draw: Draw<'_>,
        options: &Options,
    ) -> Result<(Vec<DrawnLane>, Outcome), RunError> {
        self.check_lanes(draw.lanes)?;
        let lane = |number: u32| DrawnLane {
            is_helper: draw.helpers.contains(&number),
            outputs: vec![None; self.outputs.len()],
            emitted: Vec::new(),
        };
        let mut lanes: Vec<DrawnLane> = (0..draw.lanes).map(lane).collect();
        let mut none = Vec::new();
        let drawing = Drawing { given: draw.given, lanes: &mut lanes, points: &[], groups: &mut none };
        let mut work = Work { entry: self.entry, groups: [1; 3], threads: draw.lanes };
        let mut outcome =
            self.run_groups(machine, work, options, Watched { drawing: Some(drawing), ..Watched::default() })?;
        if let Some(entry) = self.patch_entry {
            let mut patch = [DrawnLane { outputs: vec![None; self.patch.len()], ..DrawnLane::default() }];
            let drawing = Drawing { given: draw.given, lanes: &mut patch, points: &lanes, groups: &mut none };
            work = Work { entry, threads: 1, ..work };
            let more =
                self.run_groups(machine, work, options, Watched { drawing: Some(drawing), ..Watched::default() })?;
            outcome.findings.extend(more.findings);
            outcome.steps += more.steps;
            lanes.extend(patch);
        }
        Ok((lanes, outcome))
    }
}

/// The most lanes of one draw.
const MOST_DRAWN: u32 = 1 << 16;

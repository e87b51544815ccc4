//! Lists the functions that create geometry: streams, mesh and amplification shaders, tessellation factors.

use super::stages::{AMPLIFICATION, GEOMETRY, HULL, MESH};
use super::{Row, TessReduction};
use crate::objects::ObjectKind::{self, *};
use Expansion::*;

/// Names of the small functions for what streams, patches and meshes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    StreamAppend,
    StreamRestart,
    SetMeshOutputCounts,
    DispatchMesh,
    QuadTessFactors(TessReduction),
    TriTessFactors(TessReduction),
    IsolineTessFactors,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Geometry(expansion))
}

const STREAMS: &[ObjectKind] = &[PointStream, LineStream, TriangleStream];

const QUAD: &str = "edges: float<4>, scale: float<1>, out rounded_edges: float<4>, out rounded_inside: float<2>, \
                    out inside: float<2> -> void";
const TRI: &str = "edges: float<3>, scale: float<1>, out rounded_edges: float<3>, out rounded_inside: float<1>, \
                   out inside: float<1> -> void";
const QUAD_2D: &str = "edges: float<4>, scale: float<2>, out rounded_edges: float<4>, out rounded_inside: float<2>, \
                       out inside: float<2> -> void";

pub(super) const ROWS: &[Row] = &[
    expand("Append", "vertex: T -> void", StreamAppend).on(STREAMS).stages(GEOMETRY),
    expand("RestartStrip", "-> void", StreamRestart).on(STREAMS).stages(GEOMETRY),
    expand("SetMeshOutputCounts", "vertices: uint, primitives: uint -> void", SetMeshOutputCounts)
        .since(5)
        .stages(MESH),
    expand("DispatchMesh", "x: uint, y: uint, z: uint, payload: struct -> void", DispatchMesh)
        .since(5)
        .stages(AMPLIFICATION),
    expand("ProcessQuadTessFactorsAvg", QUAD, QuadTessFactors(TessReduction::Avg)).stages(HULL),
    expand("ProcessQuadTessFactorsMax", QUAD, QuadTessFactors(TessReduction::Max)).stages(HULL),
    expand("ProcessQuadTessFactorsMin", QUAD, QuadTessFactors(TessReduction::Min)).stages(HULL),
    expand("Process2DQuadTessFactorsAvg", QUAD_2D, QuadTessFactors(TessReduction::Avg)).stages(HULL),
    expand("Process2DQuadTessFactorsMax", QUAD_2D, QuadTessFactors(TessReduction::Max)).stages(HULL),
    expand("Process2DQuadTessFactorsMin", QUAD_2D, QuadTessFactors(TessReduction::Min)).stages(HULL),
    expand("ProcessTriTessFactorsAvg", TRI, TriTessFactors(TessReduction::Avg)).stages(HULL),
    expand("ProcessTriTessFactorsMax", TRI, TriTessFactors(TessReduction::Max)).stages(HULL),
    expand("ProcessTriTessFactorsMin", TRI, TriTessFactors(TessReduction::Min)).stages(HULL),
    expand(
        "ProcessIsolineTessFactors",
        "detail: float<1>, density: float<1>, out rounded_detail: float<1>, out rounded_density: float<1> -> void",
        IsolineTessFactors,
    )
    .stages(HULL),
];

//! Emits execution modes that the source names by number.
//!
//! Input: the modes of the module, and an entry point with its own modes. Output: each mode once; a mode that Vulkan does
//! not have, one of other stages, and one that contradicts another is an error at the place in the source.

use super::given_words;
use crate::errors;
use crate::grammar::{self, Given};
use crate::stages::neighbours;
use crate::writer::Writer;
use hlslc_base::{Diagnostic, Stage};
use hlslc_ir::foreign::{ForeignMode, ModeOperands};
use rspirv::dr::Operand;
use rspirv::spirv::{ExecutionMode, Word};

use rspirv::spirv::ExecutionMode as M;

/// The stages whose mode something is. What is not here is of every stage.
const STAGES: [(&[ExecutionMode], &[Stage]); 9] = [
    (
        &[
            M::Invocations,
            M::InputPoints,
            M::InputLines,
            M::InputLinesAdjacency,
            M::InputTrianglesAdjacency,
            M::OutputLineStrip,
            M::OutputTriangleStrip,
        ],
        &[Stage::Geometry],
    ),
    (&[M::OutputPoints], &[Stage::Geometry, Stage::Mesh]),
    (
        &[
            M::SpacingEqual,
            M::SpacingFractionalEven,
            M::SpacingFractionalOdd,
            M::VertexOrderCw,
            M::VertexOrderCcw,
            M::PointMode,
            M::Quads,
            M::Isolines,
        ],
        &[Stage::Hull, Stage::Domain],
    ),
    (&[M::Triangles], &[Stage::Geometry, Stage::Hull, Stage::Domain]),
    (&[M::OutputVertices], &[Stage::Geometry, Stage::Hull, Stage::Domain, Stage::Mesh]),
    (&[M::OutputLinesEXT, M::OutputTrianglesEXT, M::OutputPrimitivesEXT], &[Stage::Mesh]),
    (
        &[
            M::OriginUpperLeft,
            M::EarlyFragmentTests,
            M::DepthReplacing,
            M::DepthGreater,
            M::DepthLess,
            M::DepthUnchanged,
            M::PostDepthCoverage,
            M::EarlyAndLateFragmentTestsAMD,
            M::StencilRefReplacingEXT,
            M::StencilRefUnchangedFrontAMD,
            M::StencilRefGreaterFrontAMD,
            M::StencilRefLessFrontAMD,
            M::StencilRefUnchangedBackAMD,
            M::StencilRefGreaterBackAMD,
            M::StencilRefLessBackAMD,
            M::NonCoherentColorAttachmentReadEXT,
            M::NonCoherentDepthAttachmentReadEXT,
            M::NonCoherentStencilAttachmentReadEXT,
            M::PixelInterlockOrderedEXT,
            M::PixelInterlockUnorderedEXT,
            M::SampleInterlockOrderedEXT,
            M::SampleInterlockUnorderedEXT,
            M::ShadingRateInterlockOrderedEXT,
            M::ShadingRateInterlockUnorderedEXT,
            M::RequireFullQuadsKHR,
            M::NonCoherentTileAttachmentReadQCOM,
        ],
        &[Stage::Pixel],
    ),
    (&[M::QuadDerivativesKHR], &[Stage::Pixel, Stage::Compute]),
    (
        &[M::LocalSize, M::LocalSizeId, M::DerivativeGroupQuadsKHR, M::DerivativeGroupLinearKHR],
        &[Stage::Compute, Stage::Mesh, Stage::Amplification],
    ),
];

/// Modes that Vulkan has in no shader, though its capabilities would allow it.
const NOT_OF_VULKAN: [ExecutionMode; 9] = [
    M::PixelCenterInteger,
    M::OriginLowerLeft,
    M::LocalSizeHint,
    M::VecTypeHint,
    M::LocalSizeHintId,
    M::MaximumRegistersINTEL,
    M::MaximumRegistersIdINTEL,
    M::NamedMaximumRegistersINTEL,
    // Not beside what `[numthreads]` says.
    M::TileShadingRateQCOM,
];

/// Modes of which an entry point has at most one.
const ONE_OF: [&[ExecutionMode]; 9] = [
    &[M::DepthGreater, M::DepthLess, M::DepthUnchanged],
    &[
        M::PixelInterlockOrderedEXT,
        M::PixelInterlockUnorderedEXT,
        M::SampleInterlockOrderedEXT,
        M::SampleInterlockUnorderedEXT,
        M::ShadingRateInterlockOrderedEXT,
        M::ShadingRateInterlockUnorderedEXT,
    ],
    &[M::StencilRefUnchangedFrontAMD, M::StencilRefGreaterFrontAMD, M::StencilRefLessFrontAMD],
    &[M::StencilRefUnchangedBackAMD, M::StencilRefGreaterBackAMD, M::StencilRefLessBackAMD],
    &[M::SpacingEqual, M::SpacingFractionalEven, M::SpacingFractionalOdd],
    &[
        M::InputPoints,
        M::InputLines,
        M::InputLinesAdjacency,
        M::InputTrianglesAdjacency,
        M::Triangles,
        M::Quads,
        M::Isolines,
    ],
    &[M::VertexOrderCw, M::VertexOrderCcw],
    &[M::OutputPoints, M::OutputLineStrip, M::OutputTriangleStrip, M::OutputLinesEXT, M::OutputTrianglesEXT],
    &[M::DerivativeGroupQuadsKHR, M::DerivativeGroupLinearKHR],
];

/// Modes that say something of a width of numbers, once for each.
const BY_WIDTH: [ExecutionMode; 5] =
    [M::DenormPreserve, M::DenormFlushToZero, M::SignedZeroInfNanPreserve, M::RoundingModeRTE, M::RoundingModeRTZ];

/// The stages that have a mode, if not all of them have it.
fn stages_of(mode: ExecutionMode) -> Option<&'static [Stage]> {
    STAGES.iter().find(|row| row.0.contains(&mode)).map(|row| row.1)
}

/// Whether an entry point with one of the modes has not the other.
fn exclude(mode: ExecutionMode, other: ExecutionMode) -> bool {
    let is_once = mode == other && !BY_WIDTH.contains(&mode);
    is_once || mode != other && ONE_OF.iter().any(|group| group.contains(&mode) && group.contains(&other))
}

impl Writer<'_> {
    /// Adds execution modes of an entry point that the source asks for.
    pub(crate) fn foreign_modes(&mut self, entry: Word) {
        let module = self.module;
        for mode in &module.foreign.modes {
            let Some(kind) = ExecutionMode::from_u32(mode.number) else {
                self.diagnostics.push(errors::unknown_execution_mode(mode.span, mode.number));
                continue;
            };
            if let Some(problem) = self.wrong_mode(mode, kind) {
                self.diagnostics.push(problem);
                continue;
            }
            self.need_operand(&Operand::ExecutionMode(kind), &format!("execution mode {kind:?}"), mode.span);
            self.foreign_mode(entry, mode, kind);
        }
    }

    /// Says a mode, if the entry point has not said it.
    fn foreign_mode(&mut self, entry: Word, mode: &ForeignMode, kind: ExecutionMode) {
        let mut operands = vec![Operand::ExecutionMode(kind)];
        match &mode.operands {
            ModeOperands::Literals(numbers) => {
                operands.extend(numbers.iter().map(|&number| Operand::LiteralBit32(number)));
            }
            ModeOperands::Ids(ids) => operands.extend(ids.iter().map(|&id| Operand::IdRef(self.constant(id)))),
        }
        let known = self.asm.modes_of(entry);
        if known.iter().any(|said| **said == operands) {
            return;
        }
        let against = known.iter().find_map(|said| match said.first() {
            Some(&Operand::ExecutionMode(other)) if exclude(kind, other) => Some(other),
            _ => None,
        });
        if let Some(other) = against.filter(|_| self.settings.is_checked) {
            self.diagnostics.push(errors::execution_modes_exclude(
                mode.span,
                &format!("{kind:?}"),
                &format!("{other:?}"),
            ));
            return;
        }
        match &mode.operands {
            ModeOperands::Literals(_) => self.asm.execution_mode(operands, entry),
            ModeOperands::Ids(_) => {
                // The size of a group by constants came to Vulkan with 1.3, and so with SPIR-V 1.6.
                self.asm.need_version(if kind == M::LocalSizeId { (1, 6) } else { (1, 2) });
                self.asm.execution_mode_id(operands, entry);
            }
        }
    }

    /// The error in a mode by itself, or in the current stage.
    fn wrong_mode(&self, mode: &ForeignMode, kind: ExecutionMode) -> Option<Diagnostic> {
        let name = format!("execution mode {kind:?}");
        let given: Vec<Given> = match &mode.operands {
            ModeOperands::Literals(numbers) => given_words(numbers),
            ModeOperands::Ids(ids) => ids.iter().map(|_| Given::Id).collect(),
        };
        if let Err(why) = grammar::operands(&Operand::ExecutionMode(kind).additional_operands(), &given) {
            return Some(errors::foreign_operands(mode.span, &name, &why));
        }
        if let ModeOperands::Ids(_) = mode.operands
            && given.is_empty()
        {
            return Some(errors::foreign_operands(mode.span, &name, "has no operands: say `vk::ext_execution_mode`"));
        }
        if !self.settings.is_checked {
            return None;
        }
        if !self.settings.links && NOT_OF_VULKAN.contains(&kind) {
            return Some(errors::not_of_vulkan(mode.span, &name));
        }
        let stage = self.entry.stage();
        let is_row = kind == M::DerivativeGroupLinearKHR;
        if (is_row || kind == M::DerivativeGroupQuadsKHR)
            && let Some([x, y, z]) = self.entry.properties.num_threads()
            && !neighbours([x, y, z]).is_some_and(|how| how == kind || is_row)
        {
            return Some(errors::group_without_quads(mode.span, x, y, z));
        }
        let stages = stages_of(kind).filter(|stages| !stages.contains(&stage))?;
        let stages: Vec<String> = stages.iter().map(ToString::to_string).collect();
        Some(errors::mode_of_others(mode.span, &name, &stages.join(" or "), &stage.to_string()))
    }
}

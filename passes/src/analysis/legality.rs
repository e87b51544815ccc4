//! Lists the properties of each target in rows: operands that must be constants, operations that must be scalarised,
//! whether it unrolls loops on request.
//!
//! [`unroll`](crate::flow::unroll) unrolls the loops that keep such an operand from being a constant, as DXC does;
//! [`check/constants`](crate::check::constants) reports the operands that are still not constant.

use hlslc_base::ShaderModel;
use hlslc_ir::Op;
use hlslc_semantics::limits;

/// The target of the compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// DXIL.
    #[default]
    Dxil,
    /// SPIR-V.
    Spirv,
}

/// An operand that must be a constant.
#[derive(Debug)]
pub(crate) struct ConstantOperand {
    pub op: Op,
    /// The index of the operand.
    pub operand: usize,
    /// Its name in messages.
    pub what: &'static str,
    /// The least and greatest value of each component.
    pub range: Option<(i32, i32)>,
    /// The first shader model in which it may have any value.
    pub free_from: Option<ShaderModel>,
    /// Whether it may vary; a constant must lie in the range nevertheless.
    pub may_vary: bool,
    /// Whether it may be undefined.
    pub may_be_undefined: bool,
}

/// The properties of one target.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Its name in messages.
    pub name: &'static str,
    /// Operands that must be constants.
    pub constants: &'static [ConstantOperand],
    /// Whether `[unroll]` is obeyed here. Otherwise it is passed on as a hint.
    pub unrolls_on_request: bool,
    /// Whether operations that some iterations do not need are computed before a loop.
    pub computes_early: bool,
    /// Whether more group-shared memory than Direct3D has is an error, although nothing is read of it.
    pub bounds_group_memory: bool,
    /// Whether control flow must stay structured as the regions state.
    pub structured: bool,
    /// The first shader model with vectors. Before it, they are scalarised.
    pub vectors_from: ShaderModel,
    /// Component-wise operations that exist on scalars only.
    pub on_numbers: &'static [Op],
}

/// The offset of an access to a texture. From shader model 6.7 on it may vary.
const fn dxil_offset(op: Op) -> ConstantOperand {
    let free_from = Some(ShaderModel::new(6, 7));
    ConstantOperand {
        op,
        operand: 3,
        what: "the offset",
        range: Some((limits::TEXEL_OFFSET_LEAST, limits::TEXEL_OFFSET_MOST)),
        free_from,
        may_vary: false,
        may_be_undefined: true,
    }
}

const fn spirv_offset(op: Op) -> ConstantOperand {
    ConstantOperand {
        op,
        operand: 3,
        what: "the offset",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: true,
    }
}

const fn barrier_kinds(op: Op, operand: usize) -> ConstantOperand {
    ConstantOperand {
        op,
        operand,
        what: "the kinds of memory of a barrier",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

const fn barrier_meaning(op: Op, operand: usize) -> ConstantOperand {
    ConstantOperand {
        op,
        operand,
        what: "the meaning of a barrier",
        range: None,
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

/// The stream of a vertex; the front end takes it from the declaration.
const fn stream(op: Op) -> ConstantOperand {
    ConstantOperand {
        op,
        operand: 0,
        what: "the stream",
        range: Some((0, 3)),
        free_from: None,
        may_vary: false,
        may_be_undefined: false,
    }
}

const VERTEX: ConstantOperand = ConstantOperand {
    op: Op::AttributeAtVertex,
    operand: 1,
    what: "the vertex",
    range: Some((0, 2)),
    free_from: None,
    may_vary: false,
    may_be_undefined: false,
};

/// Gathers accept any offset.
const DXIL: Limits = Limits {
    name: "DXIL",
    constants: &[
        dxil_offset(Op::LoadTexture),
        dxil_offset(Op::Sample),
        dxil_offset(Op::SampleBias),
        dxil_offset(Op::SampleGrad),
        dxil_offset(Op::SampleLevel),
        dxil_offset(Op::SampleCmp),
        dxil_offset(Op::SampleCmpLevelZero),
        dxil_offset(Op::SampleCmpBias),
        dxil_offset(Op::SampleCmpGrad),
        barrier_kinds(Op::BarrierByMemory, 0),
        barrier_meaning(Op::BarrierByMemory, 1),
        barrier_meaning(Op::BarrierByResource, 1),
        stream(Op::EmitVertex),
        stream(Op::CutStrip),
        VERTEX,
    ],
    unrolls_on_request: true,
    computes_early: true,
    bounds_group_memory: true,
    structured: false,
    vectors_from: ShaderModel::new(6, 9),
    on_numbers: &[Op::BitFieldInsert, Op::Msad, Op::F16ToF32, Op::F32ToF16],
};

/// Gathers accept any offset (`Offset` in place of `ConstOffset`).
const SPIRV: Limits = Limits {
    name: "SPIR-V",
    constants: &[
        spirv_offset(Op::LoadTexture),
        spirv_offset(Op::Sample),
        spirv_offset(Op::SampleBias),
        spirv_offset(Op::SampleGrad),
        spirv_offset(Op::SampleLevel),
        spirv_offset(Op::SampleCmp),
        spirv_offset(Op::SampleCmpLevelZero),
        spirv_offset(Op::SampleCmpLevel),
        spirv_offset(Op::SampleCmpBias),
        spirv_offset(Op::SampleCmpGrad),
        barrier_kinds(Op::BarrierByMemory, 0),
        barrier_meaning(Op::BarrierByMemory, 1),
        barrier_meaning(Op::BarrierByResource, 1),
        stream(Op::EmitVertex),
        stream(Op::CutStrip),
        ConstantOperand { may_vary: true, ..VERTEX },
    ],
    unrolls_on_request: false,
    computes_early: false,
    bounds_group_memory: false,
    structured: true,
    vectors_from: ShaderModel::new(0, 0),
    on_numbers: &[],
};

impl Target {
    pub(crate) fn limits(self) -> &'static Limits {
        match self {
            Self::Dxil => &DXIL,
            Self::Spirv => &SPIRV,
        }
    }
}

impl Limits {
    /// Whether a shader model has vectors.
    pub fn has_vectors(&self, model: ShaderModel) -> bool {
        model >= self.vectors_from
    }

    /// The row of an operation.
    pub fn row(&self, op: Op) -> Option<&'static ConstantOperand> {
        self.constants.iter().find(|row| row.op == op)
    }
}

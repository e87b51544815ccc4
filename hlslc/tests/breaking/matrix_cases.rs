//! Rules over matrices of linear algebra. Most are broken by what the metadata states of a type of a matrix.

use super::bases::*;
use super::broken::{Arg, Broken};
use super::{Case, Dxc, case};
use dxil::Op;
use dxil::metadata::Metadata;

/// What the metadata states of a matrix, by its place: component, rows, columns, use, scope.
#[derive(Clone, Copy)]
enum Part {
    Component = 1,
    Rows = 2,
    Columns = 3,
    Use = 4,
    Scope = 5,
}

/// The number of a use.
const RIGHT: i32 = 1;
const SUM: i32 = 2;
/// The number of a scope.
const THREAD: i32 = 0;
const WAVE: i32 = 1;
const GROUP: i32 = 2;

impl Broken {
    /// States something else of the matrices of this use.
    fn matrix(&mut self, role: u32, part: Part, value: i32) {
        self.metadata(move |module| {
            let value = module.md_i32(value);
            let of_role = |&node: &dxil::metadata::MdId| {
                let operands = module.metadata.operands(node)?;
                (module.md_int(operands[Part::Use as usize]?)? == u64::from(role)).then_some(node)
            };
            let node = module.named_nodes("dx.targetTypes").iter().find_map(of_role).expect("a matrix of this use");
            let mut operands = module.metadata.operands(node).expect("a node").to_vec();
            operands[part as usize] = Some(value);
            module.metadata.replace(node, Metadata::Node { distinct: false, operands: operands.into() });
        });
    }
}

/// A case that DXC 1.9 has no shader model for.
const fn preview(rule: &'static str, base: &'static Base, what: &'static str, change: fn(&mut Broken)) -> Case {
    case(rule, base, what, change).dxc(Dxc::Other("DXC 1.9 has no shader model 6.10"))
}

const LOAD: Op = Op::LinAlgMatrixLoadFromDescriptor;
const STORE: Op = Op::LinAlgMatrixStoreToDescriptor;
const ADD_TO: Op = Op::LinAlgMatrixAccumulateToDescriptor;
const ADD: Op = Op::LinAlgMatVecMulAdd;

pub const CASES: &[Case] = &[
    preview("INSTR.LINALGMETADATAMISSING", &MATRIX_FACTOR, "the entry of a matrix has no type", |m| {
        m.metadata(|module| Broken::set_node(module, "dx.targetTypes", &[0], None));
    }),
    preview("INSTR.LINALGILLEGALKDIM", &MATRIX_FACTOR, "a left factor has two columns", |m| {
        m.matrix(0, Part::Columns, 2);
    }),
    preview("INSTR.LINALGILLEGALCOMPONENTTYPE", &MATRIX_FACTOR, "the components of a matrix are Booleans", |m| {
        m.matrix(0, Part::Component, 1);
    }),
    preview(
        "INSTR.LINALGMATRIXSCOPEMISMATCH",
        &MATRIX_VECTOR,
        "a wave holds the matrix that a thread multiplies with",
        |m| {
            m.matrix(0, Part::Scope, WAVE);
        },
    ),
    preview("INSTR.LINALGMATRIXSCOPEMISMATCH2", &MATRIX_FACTOR, "a thread fills a matrix and stores it", |m| {
        m.matrix(0, Part::Scope, THREAD);
    }),
    preview("INSTR.LINALGMATRIXUSEMISMATCH", &MATRIX_VECTOR, "a right factor is multiplied with a vector", |m| {
        m.matrix(0, Part::Use, RIGHT);
    }),
    preview("INSTR.LINALGMATRIXUSEMISMATCH2", &MATRIX_SUMS, "a sum is added to a sum", |m| m.matrix(0, Part::Use, SUM)),
    preview("INSTR.LINALGMATRIXNOTEXACTMATCH", &MATRIX_SUMS, "a sum of halves becomes one of floats", |m| {
        *m = Broken::of(&UNSOUND_SUM);
    }),
    preview("INSTR.LINALGMATRIXSCOPEREQLAYOUT2", &MATRIX_SUMS, "a wave adds a matrix as outer products lie", |m| {
        m.set(ADD_TO, "layout", 4);
    }),
    preview(
        "INSTR.LINALGMATRIXLAYOUTREQSTRIDE",
        &MATRIX_VECTOR,
        "a matrix in a layout for products has a stride",
        |m| {
            m.set(LOAD, "layout", 2);
            m.set(LOAD, "stride", 16);
        },
    ),
    preview("INSTR.LINALGMATRIXDIMVECTORMISMATCH", &MATRIX_VECTOR, "a matrix of nine rows gives eight numbers", |m| {
        m.matrix(0, Part::Rows, 9);
    }),
    preview("INSTR.LINALGMATRIXDIMKVECKMISMATCH", &MATRIX_VECTOR, "a vector of 16 halves is read as 64 bytes", |m| {
        m.set(ADD, "inputInterpretation", 19);
    }),
    preview("INSTR.LINALGMATRIXOUTPUTBIASVECMISMATCH", &MATRIX_VECTOR, "floats are added to halves", |m| {
        *m = Broken::of(&UNSOUND_BIAS);
    }),
    preview("INSTR.LINALGMATRIXUNSIGNEDFLOATTYPENOTALLOWED", &MATRIX_VECTOR, "a product of halves is unsigned", |m| {
        m.set(ADD, "isOutputSigned", 0);
    }),
    preview(
        "INSTR.LINALGMATRIXLOADTHREADREQUIRESBAB",
        &MATRIX_VECTOR,
        "a thread loads a matrix from a writable buffer",
        |m| {
            let (function, _, inst) = m.call(LOAD, 0);
            let kind = m.body(function).insts[inst].kind.clone();
            let own = m.module.op_call(&kind).and_then(|call| call.arg("handle"));
            let other = (0..2).map(|nth| m.result(Op::AnnotateHandle, nth)).find(|&handle| Some(handle) != own);
            m.set(LOAD, "handle", other.expect("the other buffer"));
        },
    ),
    preview("INSTR.LINALGMATRIXREQUIRESRWBAB", &MATRICES, "a matrix is stored to a read-only buffer", |m| {
        let handle = Arg::Of(m.result(Op::AnnotateHandle, 0));
        m.set(STORE, "handle", handle);
    }),
    preview("INSTR.LINALGMATRIXREQUIRESLAYOUT2", &MATRIX_FACTOR, "a matrix is stored in a layout for products", |m| {
        m.set(STORE, "layout", 2);
    }),
    preview("INSTR.LINALGMATRIX2PARTSMUSTMATCH", &MATRIX_SUMS, "a matrix of nine rows is added to one of eight", |m| {
        m.matrix(0, Part::Rows, 9);
    }),
    preview("INSTR.LINALGMATRIXSCOPEMUSTMATCH3", &MATRICES, "a group's matrix is multiplied with a wave's", |m| {
        m.matrix(0, Part::Scope, GROUP);
    }),
    preview(
        "INSTR.LINALGMATRIXSCOPEMUSTMATCH4",
        &MATRIX_PRODUCT_SUM,
        "a product of a group's and a wave's is added",
        |m| {
            m.matrix(0, Part::Scope, GROUP);
        },
    ),
    preview("INSTR.LINALGMATRIXMATRIXKDIMMUSTMATCH", &MATRICES, "33 columns are multiplied with 32 rows", |m| {
        m.matrix(0, Part::Columns, 33);
    }),
    preview(
        "INSTR.LINALGMATRIXMATRIXRESDIMMUSTMATCH",
        &MATRICES,
        "the product of a matrix with 16 columns has 17",
        |m| {
            m.matrix(2, Part::Columns, 17);
        },
    ),
    preview("INSTR.PARAMMINIMUMVALUE", &MATRIX_FACTOR, "a matrix is stored without an alignment", |m| {
        m.set(STORE, "align", 0);
    }),
    preview("INSTR.PARAMMULTIPLE", &MATRIX_FACTOR, "a matrix is stored at a multiple of 100 bytes", |m| {
        m.set(STORE, "align", 100);
    }),
];

//! Checks operations on matrices of linear algebra: what each demands of its matrices, its vectors and of memory.
//!
//! The properties of a matrix are those that the metadata `!dx.targetTypes` states for its type: what its components are, how
//! many rows and columns it has, its use (the left factor of a product, the right one, or a sum), and its scope (whether a
//! thread, a wave or a thread group holds it).

use hlslc_semantics::limits::{
    GROUP_MATRIX_INNER_LEAST, GROUP_MATRIX_INNER_MOST, MATRIX_ALIGNMENT, MATRIX_INNER_LEAST, MATRIX_INNER_MOST,
};
use rustc_hash::FxHashMap;

use crate::calls::{Handles, OpCall};
use crate::inst::{InstId, Value};
use crate::module::{Body, FuncId, Module};
use crate::optable::{Op, ParamType};
use crate::shader::{ResourceClass, ResourceKind, Shader, names};
use crate::types::{Type, TypeId};

use super::{Checker, Demand, Rule};

/// Uses.
const LEFT: u32 = 0;
const RIGHT: u32 = 1;
const SUM: u32 = 2;
/// Scopes.
const THREAD: u32 = 0;
const WAVE: u32 = 1;
const GROUP: u32 = 2;
/// Layouts in memory: by rows and by columns, and as two forms of outer products.
const MAJOR: [u64; 2] = [0, 1];
const OUTER_PRODUCTS: [u64; 2] = [4, 5];

/// What a matrix is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    component: u32,
    rows: u32,
    columns: u32,
    role: u32,
    scope: u32,
}

impl Matrix {
    /// The dimension that the two factors of a product share.
    fn inner(self) -> u32 {
        if self.role == LEFT { self.columns } else { self.rows }
    }
}

/// Whether components of matrices can have a type with this number: integers, floats, and floats of 8 bits.
fn is_component(number: u64) -> bool {
    matches!(number, 2..=10 | 19..=23)
}

/// How many numbers of a type one component of a vector holds.
fn packed(component: u64) -> u32 {
    match component {
        2..=10 => 1,
        23 => 2,
        _ => 4,
    }
}

/// What the metadata states of types.
pub(super) fn stated(module: &Module) -> FxHashMap<TypeId, Matrix> {
    let entry = |node| {
        let operands = module.metadata.operands(node)?;
        let (ty, numbers) = operands.split_first()?;
        let ty = module.metadata.as_value((*ty)?).filter(|&id| module.constants.is_valid(id))?;
        let ty = module.constants.ty(ty);
        let numbers: Vec<u32> =
            numbers.iter().map(|&number| u32::try_from(module.md_int(number?)?).ok()).collect::<Option<_>>()?;
        let &[component, rows, columns, role, scope] = numbers.as_slice() else { return None };
        (role <= SUM && scope <= GROUP).then_some((ty, Matrix { component, rows, columns, role, scope }))
    };
    module.named_nodes(names::TARGET_TYPES).iter().filter_map(|&node| entry(node)).collect()
}

/// A call that is being checked.
struct At<'a> {
    shader: &'a Shader,
    function: FuncId,
    inst: InstId,
    body: &'a Body,
    call: OpCall<'a>,
}

impl Checker<'_> {
    /// Checks a call of an operation; any but those on matrices pass.
    pub(super) fn linear_algebra(&mut self, shader: &Shader, body: &Body, call: OpCall<'_>) {
        let is_matrix = |ty: ParamType| ty == ParamType::Matrix;
        let info = call.op.info();
        let converts = matches!(call.op, Op::LinAlgConvert | Op::LinAlgVectorAccumulateToDescriptor);
        if !converts && !is_matrix(info.result) && !info.params().iter().any(|param| is_matrix(param.ty)) {
            return;
        }
        let Some((function, inst)) = self.place.and_then(|place| Some((place.function, place.inst?))) else { return };
        if info.params().iter().filter_map(|param| call.arg(&param.name)).any(|arg| self.module.is_undef(arg)) {
            self.demand(Demand::UndefinedOperand);
        }
        let at = At { shader, function, inst, body, call };
        let named = info.params().iter().filter(|param| is_matrix(param.ty)).map(|param| param.name.as_str());
        for name in is_matrix(info.result).then_some("").into_iter().chain(named) {
            self.whole(&at, name);
        }
        self.operation_on_matrices(&at);
    }

    /// The type of the operand of this name, or of the result.
    fn type_at(&self, at: &At<'_>, name: &str) -> Option<TypeId> {
        if name.is_empty() {
            return Some(at.body.insts.get(at.inst)?.ty);
        }
        self.module.value_type(at.function, at.call.arg(name)?)
    }

    fn matrix_at(&self, at: &At<'_>, name: &str) -> Option<Matrix> {
        self.matrices.get(&self.type_at(at, name)?).copied()
    }

    /// What any operation demands of a matrix.
    fn whole(&mut self, at: &At<'_>, name: &str) {
        let Some(matrix) = self.matrix_at(at, name) else { return self.demand_of(Demand::MatrixUnstated, shown(name)) };
        let (least, most) = if matrix.scope == GROUP {
            (GROUP_MATRIX_INNER_LEAST, GROUP_MATRIX_INNER_MOST)
        } else {
            (MATRIX_INNER_LEAST, MATRIX_INNER_MOST)
        };
        if matrix.role != SUM && !(least..=most).contains(&matrix.inner()) {
            self.demand_of(Demand::MatrixInner, &format!("{} has {}", shown(name), matrix.inner()));
        }
        if !is_component(matrix.component.into()) {
            self.demand_of(Demand::MatrixComponent, &format!("{} has type {}", shown(name), matrix.component));
        }
    }

    /// The constant that an operand must be.
    fn stated_number(&mut self, at: &At<'_>, name: &'static str) -> Option<u64> {
        let value = at.call.arg(name)?;
        if !matches!(value, Value::Const(_)) {
            self.report(Rule::OpImmediate { op: at.call.op.info().name(), argument: name });
        }
        self.module.constant_int(value)
    }

    fn demand_if(&mut self, is_broken: bool, demand: Demand, of: &str) {
        if is_broken {
            self.demand_of(demand, of);
        }
    }

    fn use_of(&mut self, matrix: Matrix, role: u32, name: &str) {
        self.demand_if(matrix.role != role, Demand::MatrixUse, shown(name));
    }

    fn of_group(&mut self, matrix: Matrix, name: &str) {
        self.demand_if(!matches!(matrix.scope, WAVE | GROUP), Demand::MatrixOfGroup, shown(name));
    }

    /// What is said once of an operation that accesses memory by a descriptor.
    fn in_buffer(&mut self, at: &At<'_>, layout: u64, class: ResourceClass, demand: Option<Demand>) {
        if !MAJOR.contains(&layout) && at.call.op != Op::LinAlgMatrixStoreToDescriptor {
            let stride = self.stated_number(at, "stride");
            self.demand_if(stride.is_some_and(|stride| stride != 0), Demand::MatrixStride, "");
        }
        let index = self.index.clone();
        let handles = Handles::new(self.module, &at.shader.resources, &index);
        let handle = at.call.arg("handle").and_then(|handle| handles.get(at.body, handle));
        let is_other = handle.is_some_and(|handle| {
            handle.properties.class() != Some(class) || handle.properties.kind() != Some(ResourceKind::RawBuffer)
        });
        if let Some(demand) = demand.filter(|_| is_other) {
            self.demand(demand);
        }
        let alignment = self.stated_number(at, "align");
        self.demand_if(alignment == Some(0), Demand::MatrixAlignmentLeast, "");
        let is_other = |alignment: u64| !alignment.is_multiple_of(u64::from(MATRIX_ALIGNMENT));
        self.demand_if(alignment.is_some_and(is_other), Demand::MatrixAlignment, "");
    }

    /// What each operation demands.
    fn operation_on_matrices(&mut self, at: &At<'_>) {
        let matrix = |this: &Self, name: &str| this.matrix_at(at, name);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations demand nothing more")]
        match at.call.op {
            Op::LinAlgMatrixLength | Op::LinAlgMatrixGetCoordinate | Op::LinAlgMatrixGetElement => {
                if let Some(input) = matrix(self, "matrix") {
                    self.of_group(input, "matrix");
                }
            }
            Op::LinAlgFillMatrix => {
                if let Some(made) = matrix(self, "") {
                    self.of_group(made, "");
                }
            }
            Op::LinAlgMatrixSetElement => {
                if let (Some(made), Some(input)) = (matrix(self, ""), matrix(self, "matrix")) {
                    self.of_group(input, "matrix");
                    self.of_group(made, "");
                }
            }
            Op::LinAlgMatrixStoreToDescriptor => {
                let Some(input) = matrix(self, "matrix") else { return };
                let Some(layout) = self.stated_number(at, "layout") else { return };
                self.demand_if(!MAJOR.contains(&layout), Demand::MatrixLayout, "");
                self.of_group(input, "matrix");
                self.in_buffer(at, layout, ResourceClass::Uav, Some(Demand::MatrixToBytes));
            }
            Op::LinAlgMatrixAccumulateToDescriptor => {
                let Some(input) = matrix(self, "matrix") else { return };
                let Some(layout) = self.stated_number(at, "layout") else { return };
                let allowed = if input.scope == THREAD { OUTER_PRODUCTS } else { MAJOR };
                self.demand_if(!allowed.contains(&layout), Demand::MatrixLayoutOfScope, "");
                self.use_of(input, SUM, "matrix");
                self.in_buffer(at, layout, ResourceClass::Uav, Some(Demand::MatrixToBytes));
            }
            Op::LinAlgMatrixLoadFromDescriptor => {
                let Some(made) = matrix(self, "") else { return };
                let Some(layout) = self.stated_number(at, "layout") else { return };
                let is_major = MAJOR.contains(&layout);
                self.demand_if(made.scope != THREAD && !is_major, Demand::MatrixLayoutOfScope, "");
                let demand = (made.scope == THREAD).then_some(Demand::MatrixOfBytes);
                self.in_buffer(at, layout, ResourceClass::Srv, demand);
            }
            Op::LinAlgMatVecMul => self.product_with_vector(at, "interpretation"),
            Op::LinAlgMatVecMulAdd => {
                self.product_with_vector(at, "inputInterpretation");
                self.added_vector(at);
            }
            Op::LinAlgMatrixMultiply | Op::LinAlgMatrixMultiplyAccumulate => self.product(at),
            Op::LinAlgMatrixAccumulate => self.sum(at),
            Op::LinAlgCopyConvertMatrix => self.copy(at),
            _ => {}
        }
    }

    fn vector_at(&self, at: &At<'_>, name: &str) -> Option<(TypeId, u32)> {
        let ty = self.type_at(at, name)?;
        if let Type::Vector { elem, len } = *self.module.types.get(ty) { Some((elem, len)) } else { None }
    }

    fn product_with_vector(&mut self, at: &At<'_>, interpretation: &'static str) {
        let vectors = (self.vector_at(at, ""), self.vector_at(at, "inputVector"));
        let (Some(matrix), (Some((made, rows)), Some((_, given)))) = (self.matrix_at(at, "matrix"), vectors) else {
            return;
        };
        self.demand_if(matrix.scope != THREAD, Demand::MatrixOfThread, "");
        self.use_of(matrix, LEFT, "matrix");
        let component = self.stated_number(at, interpretation);
        let is_other = component.is_some_and(|component| !is_component(component));
        self.demand_if(is_other, Demand::MatrixComponent, interpretation);
        let wanted = matrix.columns.div_ceil(packed(component.unwrap_or(0)));
        self.demand_if(given != wanted, Demand::MatrixColumns, &format!("it has {given}, not {wanted}"));
        self.demand_if(
            rows != matrix.rows,
            Demand::MatrixRows,
            &format!("the product has {rows}, not {}", matrix.rows),
        );
        let signed = self.stated_number(at, "isOutputSigned");
        let is_float = matches!(self.module.types.get(made), Type::Half | Type::Float | Type::Double);
        self.demand_if(is_float && signed == Some(0), Demand::MatrixUnsigned, "");
    }

    fn added_vector(&mut self, at: &At<'_>) {
        let vectors = (self.vector_at(at, ""), self.vector_at(at, "biasVector"));
        let (Some(matrix), (Some((made, _)), Some((added, count)))) = (self.matrix_at(at, "matrix"), vectors) else {
            return;
        };
        let said = format!("the vector that is added has {count}, not {}", matrix.rows);
        self.demand_if(count != matrix.rows, Demand::MatrixRows, &said);
        self.demand_if(made != added, Demand::MatrixBias, "");
    }

    /// The product of two matrices, which may be added to a third.
    fn product(&mut self, at: &At<'_>) {
        let adds = at.call.op == Op::LinAlgMatrixMultiplyAccumulate;
        let added = if adds { self.matrix_at(at, "matrixC") } else { None };
        let parts = [("matrixA", LEFT), ("matrixB", RIGHT), ("", SUM)];
        let [Some(left), Some(right), Some(made)] = parts.map(|(name, _)| self.matrix_at(at, name)) else { return };
        if adds && added.is_none() {
            return;
        }
        let all = [(left, "matrixA", LEFT), (right, "matrixB", RIGHT), (made, "", SUM)];
        let all: Vec<_> = all.into_iter().chain(added.map(|added| (added, "matrixC", SUM))).collect();
        for &(matrix, name, role) in &all {
            self.use_of(matrix, role, name);
            self.of_group(matrix, name);
        }
        let demand = if adds { Demand::MatrixScopesOfSum } else { Demand::MatrixScopes };
        self.demand_if(all.iter().any(|row| row.0.scope != left.scope), demand, "");
        let said = format!("{} and {}", left.columns, right.rows);
        self.demand_if(left.columns != right.rows, Demand::MatrixFactors, &said);
        for &(matrix, name, _) in all.iter().filter(|row| row.2 == SUM) {
            let is_other = (matrix.rows, matrix.columns) != (left.rows, right.columns);
            self.demand_if(is_other, Demand::MatrixProduct, shown(name));
        }
    }

    /// A sum of a matrix and a factor.
    fn sum(&mut self, at: &At<'_>) {
        self.demand_if(self.type_at(at, "") != self.type_at(at, "matrixLHS"), Demand::MatrixSame, "");
        let parts = ["", "matrixLHS", "matrixRHS"].map(|name| self.matrix_at(at, name));
        let [Some(made), Some(_), Some(added)] = parts else { return };
        self.use_of(made, SUM, "");
        self.demand_if(added.role == SUM, Demand::MatrixFactor, "");
        let shape = |matrix: Matrix| (matrix.scope, matrix.rows, matrix.columns);
        self.demand_if(shape(made) != shape(added), Demand::MatrixParts, "");
        self.of_group(added, "matrixRHS");
        self.of_group(made, "");
    }

    /// A copy, which may be turned.
    fn copy(&mut self, at: &At<'_>) {
        let (Some(made), Some(from)) = (self.matrix_at(at, ""), self.matrix_at(at, "srcMatrix")) else { return };
        let turned = self.stated_number(at, "transpose") == Some(1);
        self.of_group(made, "");
        self.of_group(from, "srcMatrix");
        let (rows, columns) = if turned { (from.columns, from.rows) } else { (from.rows, from.columns) };
        let is_other = (made.scope, made.rows, made.columns) != (from.scope, rows, columns);
        self.demand_if(is_other, Demand::MatrixParts, "");
    }
}

/// The word for an operand; the result has no name.
fn shown(name: &str) -> &str {
    if name.is_empty() { "the result" } else { name }
}

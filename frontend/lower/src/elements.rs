//! Decides which arrays of resources are cut into their elements, and names and nests elements.
//!
//! For DXIL the elements of an array of resources in a struct or a buffer are entities of their own, as in DXC, which takes literal
//! indices only; HLSL 202x and Vulkan keep the array. A program that has another index into such an array keeps all of them.
//!
//! Input: the program. Output: whether to cut, the value of a literal index, and the parts of resource trees.

use crate::resource::ResourceTree;
use crate::state::Shared;
use hlslc_hir::hir::{ExprId, ExprKind, Function, GlobalKind, Place, PlaceBase, Program, Projection};
use hlslc_hir::types::{ScalarKind, Ty, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};

impl Shared<'_> {
    /// Whether the elements of arrays of resources in structs and buffers are entities of their own.
    pub(super) fn parts_arrays(&mut self) -> bool {
        if let Some(known) = self.resources.parts_arrays {
            return known;
        }
        let is_for_dxc = self.options.vulkan_set.is_none() && !self.options.binds_as_declared;
        let parts = is_for_dxc && !self.indexes_resources_at_run_time();
        self.resources.parts_arrays = Some(parts);
        parts
    }

    /// Whether a function chooses an element of an array of resources by what is no constant, and the array is not a global by
    /// itself.
    fn indexes_resources_at_run_time(&self) -> bool {
        let program = self.program;
        let is_alone = |place: &Place| {
            let PlaceBase::Global(id) = place.base else { return false };
            let global = &program.globals[id];
            let mut ty = global.ty;
            while let TyData::Array(element, _) = *program.types.data(ty) {
                ty = element;
            }
            let is_object = matches!(program.types.data(ty), TyData::Object(..));
            is_object && matches!(global.kind, GlobalKind::Resource) && !global.in_buffer
        };
        program.funcs.values().any(|func| {
            let is_constant = |index: ExprId| constant_index(program, func, index).is_some();
            let chooses = |place: &Place| {
                let mut indices = place.projections.iter();
                indices.any(|step| matches!(step, Projection::Index(index) if !is_constant(*index)))
            };
            func.exprs.values().any(|expr| {
                if let ExprKind::Index(_, index) = expr.kind {
                    return !is_constant(index) && self.holds_resources(expr.ty);
                }
                expr.kind
                    .places()
                    .any(|(_, place)| chooses(place) && self.holds_resources(place.ty) && !is_alone(place))
            })
        })
    }
}

/// The value of an index that is a literal, or the name of one, perhaps as another integer of 32 or 64 bits.
pub(super) fn constant_index(program: &Program, func: &Function, mut index: ExprId) -> Option<u32> {
    while let ExprKind::Convert(_, from) = func.exprs[index].kind {
        if !keeps_index(program, func.exprs[index].ty) {
            return None;
        }
        index = from;
    }
    let value = if let ExprKind::Load(Place { base: PlaceBase::Global(id), projections, .. }) = &func.exprs[index].kind
    {
        let global = &program.globals[*id];
        let is_value =
            matches!(global.kind, GlobalKind::Constant) && global.init_func.is_none() && projections.is_empty();
        global.init.as_ref().filter(|_| is_value)?
    } else {
        let ExprKind::Const(value) = &func.exprs[index].kind else { return None };
        value
    };
    match value {
        ConstValue::Scalar(ScalarValue::Int(bits)) => Some(*bits as u32),
        ConstValue::Zero => Some(0),
        ConstValue::Scalar(_) | ConstValue::Composite(_) | ConstValue::String(_) => None,
    }
}

/// Whether a conversion to a type keeps the low 32 bits of an integer.
fn keeps_index(program: &Program, ty: Ty) -> bool {
    let kind = match *program.types.data(ty) {
        TyData::Scalar(kind) => kind,
        TyData::Enum(id) => program.types.enums[id].underlying,
        TyData::Error
        | TyData::Void
        | TyData::Vector(..)
        | TyData::Matrix { .. }
        | TyData::Array(..)
        | TyData::Struct(_)
        | TyData::Object(..)
        | TyData::String => return false,
    };
    matches!(kind, ScalarKind::Int | ScalarKind::Uint | ScalarKind::Int64 | ScalarKind::Uint64)
}

/// The name of one element of an array, counted in memory order, with an index for each dimension; of what is no array its own.
pub(super) fn element_name(name: &str, at: u32, dims: &[Option<u32>]) -> String {
    let (mut rest, mut indices) = (at, Vec::with_capacity(dims.len()));
    for dim in dims.iter().rev() {
        let size = dim.unwrap_or(1).max(1);
        indices.push(rest % size);
        rest /= size;
    }
    indices.iter().rev().fold(name.to_owned(), |name, index| format!("{name}.{index}"))
}

/// Cuts a flat list of elements into nested lists by the dimensions of an array; without dimensions the list has
/// one element, which is the result.
pub(super) fn nest(mut elements: Vec<ResourceTree>, dims: &[Option<u32>]) -> ResourceTree {
    for dim in dims.iter().skip(1).rev() {
        let size = dim.unwrap_or(1).max(1) as usize;
        let mut rest = elements.into_iter().peekable();
        elements = Vec::new();
        while rest.peek().is_some() {
            elements.push(ResourceTree::Parts(rest.by_ref().take(size).collect()));
        }
    }
    if dims.is_empty() { elements.pop().unwrap_or(ResourceTree::None) } else { ResourceTree::Parts(elements) }
}

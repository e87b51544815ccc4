//! Replaces a local array that only ever holds the same constants by a constant global.
//!
//! Input: any function; best after `sroa`, which leaves the arrays with dynamic indices. Output: no local array or struct
//! is left whose stores all put constants at constant indices and whose other uses are loads, provided that the stores
//! follow each other and dominate all loads, or that no two of them write the same element (a load before its store reads
//! an undefined value, which may be the later one). A constant global with the same values replaces it, as in DXC. Elements
//! without a store are zero. Equal tables of the functions that a thread processes together become one. Cost: linear in
//! instructions and in the elements of the tables.
//!
//! ```text
//! store ptr(function, float) %v2, 1.0                     ; %v2 = gep %v1, i32 0
//! store ptr(function, float) %v3, 2.0                     ; %v3 = gep %v1, i32 1
//! %v4 = gep ptr(function, [2 x float]) %v1, i32 %i     =>     %v4 = gep ptr(constant, [2 x float]) @table, i32 %i
//! ```

use crate::analysis::locals::{Locals, Path, Use, Uses, is_aggregate};
use crate::edit::set_type;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_base::Span;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::module::GlobalData;
use hlslc_ir::{AddressSpace, Const, Function, Global, Imm, Inst, Module, Op, Type, Value};
use rustc_hash::FxHashMap;

/// A table with more parts is not replaced.
const LARGEST: usize = 4096;
/// A table with deeper nesting is not replaced.
const DEEPEST: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let locals = cx.analyses.locals(&module.ctx, func);
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    let (mut tables, mut changed) = (None, false);
    for &variable in &locals.all {
        let uses = locals.uses(variable);
        if uses.escapes || uses.stores.is_empty() || !is_aggregate(&module.ctx, func, variable) {
            continue;
        }
        let Some(paths) = paths(func, &locals, uses) else { continue };
        if !uses.stores_come_first(&cx.analyses.dominators(func)) && !are_apart(&paths) {
            continue;
        }
        let Some(table) = table(&mut module.ctx, func, variable, uses, &paths) else { continue };
        replace(module, func, variable, uses, table, &mut tables);
        uses.stores.iter().for_each(|store| gone[store.inst] = true);
        changed = true;
    }
    if changed {
        func.remove_insts(|inst| gone[inst]);
    }
    changed
}

/// Whether no two stores write the same element.
fn are_apart(paths: &[&Path]) -> bool {
    let mut sorted = paths.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| matches!(pair, [one, two] if !two.starts_with(one)))
}

/// The path of each store, if all paths and stored values are constant.
fn paths<'a>(func: &Function, locals: &'a Locals, uses: &Uses) -> Option<Vec<&'a Path>> {
    let path = |store: &Use| {
        func.as_const(*func.args(store.inst).get(1)?)?;
        locals.path(store.pointer)
    };
    uses.stores.iter().map(path).collect()
}

/// The contents of the variable after its stores.
fn table(ctx: &mut Context, func: &Function, variable: Value, uses: &Uses, paths: &[&Path]) -> Option<Const> {
    let (ty, _) = ctx.pointee(func.ty(variable))?;
    let (mut table, mut room) = (Parts::Zero, LARGEST);
    for (store, path) in uses.stores.iter().zip(paths) {
        let value = func.as_const(*func.args(store.inst).get(1)?)?;
        let undefined = *ctx.const_data(value).1 == ConstData::Undef;
        let part = table.part(ctx, ty, path, &mut room)?;
        *part = if undefined { Parts::Zero } else { Parts::Whole(value) };
    }
    Some(table.constant(ctx, ty))
}

/// A constant under construction.
enum Parts {
    Zero,
    Whole(Const),
    Of(Vec<Parts>),
}

impl Parts {
    /// The part at a path; `None` if there is none, or it exceeds the limit.
    fn part(&mut self, ctx: &mut Context, ty: Type, path: &[u64], room: &mut usize) -> Option<&mut Self> {
        if path.len() > DEEPEST {
            return None;
        }
        let (mut at, mut ty) = (self, ty);
        for &index in path {
            let (index, count) = (u32::try_from(index).ok()?, ctx.part_count(ty)?);
            if !matches!(at, Self::Of(_)) {
                *room = room.checked_sub(count as usize)?;
                let parts = (0..count).map(|index| match at {
                    Self::Whole(id) => ctx.const_part(*id, index).map(Self::Whole),
                    Self::Zero | Self::Of(_) => Some(Self::Zero),
                });
                *at = Self::Of(parts.collect::<Option<_>>()?);
            }
            let Self::Of(parts) = at else { return None };
            at = parts.get_mut(index as usize)?;
            ty = ctx.part_type(ty, index)?;
        }
        Some(at)
    }

    /// The constant of a type. The recursion is at most [`DEEPEST`] deep.
    fn constant(&self, ctx: &mut Context, ty: Type) -> Const {
        let data = match self {
            Self::Zero => ConstData::Zero,
            Self::Whole(id) => return *id,
            Self::Of(parts) => {
                let mut all = Vec::with_capacity(parts.len());
                for (index, part) in parts.iter().enumerate() {
                    let ty = ctx.part(ty, index as u32);
                    all.push(part.constant(ctx, ty));
                }
                ConstData::Composite(all)
            }
        };
        ctx.constant(ty, data)
    }
}

/// The tables of a module by their contents; `None` until the first one is needed.
type Tables = Option<FxHashMap<(Type, Const), Global>>;

/// The table with these contents, which is created if there is none.
fn table_of(module: &mut Module, ty: Type, init: Const, span: Span, tables: &mut Tables) -> Global {
    let tables = tables.get_or_insert_with(|| {
        let is_reported =
            |data: &GlobalData| data.specialization.is_some() || data.foreign.is_some() || !data.decorations.is_empty();
        let plain = |data: &GlobalData| data.space == AddressSpace::Constant && !is_reported(data);
        let known = module.globals.iter().filter(|(_, data)| plain(data));
        known.filter_map(|(global, data)| Some(((data.ty, data.init?), global))).collect()
    });
    *tables.entry((ty, init)).or_insert_with(|| {
        let name = module.fresh_global_name("table");
        let table = GlobalData::new(name, span, ty, AddressSpace::Constant);
        module.globals.push(GlobalData { init: Some(init), ..table })
    })
}

/// Redirects loads to a table.
fn replace(module: &mut Module, func: &mut Function, variable: Value, uses: &Uses, init: Const, tables: &mut Tables) {
    let (Some((ty, _)), Some(inst)) = (module.ctx.pointee(func.ty(variable)), func.as_inst(variable)) else { return };
    let span = module.ctx.span(func.insts[inst].loc);
    let global = table_of(module, ty, init, span, tables);
    func.change_inst(inst, Op::GlobalAddr, Imm::Global(global), &[]);
    let pointers = uses.geps.iter().filter_map(|gep| func.result(gep.inst)).chain([variable]);
    for pointer in pointers.collect::<Vec<_>>() {
        if let Some((to, _)) = module.ctx.pointee(func.ty(pointer)) {
            let ty = module.ctx.pointer(to, AddressSpace::Constant);
            set_type(func, pointer, ty);
        }
    }
}

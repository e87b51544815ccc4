//! Splits group-shared structs of which a member is passed on by address, as the payload of a mesh shader is:
//! afterwards, the payload is a variable and not a part of one, as in DXC and as readers of DXIL expect.
//!
//! Input: code in which pointers start at variables (after `sroa`). Output: no group-shared variable of which a part
//! has a [fixed layout](hlslc_ir::fixed_layout), except variables with uses other than a `gep` to a constant member. A
//! variable is split member by member, and then its members are. Cost: linear in uses times the depth of types.
//!
//! ```text
//! @s = groupshared global {i32, %P}             @s.0 = groupshared global i32
//! %v1 = globaladdr[@s]                          @s.1 = groupshared global %P
//! %v2 = gep ptr(groupshared, …) %v1, i32 1  =>  %v2 = globaladdr[@s.1]
//! call void @dx.dispatchmesh(…, %v2)            call void @dx.dispatchmesh(…, %v2)
//! ```

use crate::edit::{Renames, each_function};
use crate::module::drop_globals::drop_unused;
use crate::run::pass::ModuleCx;
use cranelift_entity::{EntityList, EntitySet, SecondaryMap};
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, Function, Global, Imm, Inst, Module, Op, TypeData, Value, fixed_layout};

/// The operations that yield the addresses of variables.
const ADDRESSES: OpSet = OpSet::of(&[Op::GlobalAddr]);

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let mut changed = false;
    loop {
        let split = candidates(module);
        if split.is_empty() {
            if changed {
                drop_unused(module, cx);
            }
            return changed;
        }
        split_globals(module, &split);
        changed = true;
    }
}

/// The variables to split: structs of which a part has a fixed layout, and whose uses all select a constant member.
fn candidates(module: &Module) -> Vec<Global> {
    let is_struct = |data: &GlobalData| {
        data.space == AddressSpace::Groupshared && matches!(module.ctx.type_data(data.ty), TypeData::Struct(_))
    };
    if !module.globals.values().any(is_struct) {
        return Vec::new();
    }
    let fixed = fixed_layout::globals(module);
    let mut staying = EntitySet::new();
    for func in module.funcs.values().filter(|func| func.may_hold(&ADDRESSES)) {
        let mut addresses: SecondaryMap<Value, Option<Global>> = SecondaryMap::new();
        for inst in insts(func) {
            if let (Op::GlobalAddr, Imm::Global(global), Some(address)) =
                (func.insts[inst].op, func.insts[inst].imm, func.result(inst))
            {
                addresses[address] = Some(global);
            }
        }
        for inst in insts(func) {
            for (at, &arg) in func.args(inst).iter().enumerate() {
                let Some(global) = addresses[arg] else { continue };
                if at != 0 || member(module, func, inst).is_none() {
                    staying.insert(global);
                }
            }
        }
        for &block in &func.layout {
            staying.extend(func.blocks[block].terminator.values().filter_map(|value| addresses[value]));
        }
    }
    let globals = module.globals.iter().filter(|(_, data)| is_struct(data)).map(|(id, _)| id);
    globals.filter(|&id| fixed.contains(id) && !staying.contains(id)).collect()
}

fn insts(func: &Function) -> impl Iterator<Item = Inst> + '_ {
    func.layout.iter().flat_map(|&block| func.blocks[block].insts.iter().copied())
}

/// The index of the struct member that a pointer points to or into.
fn member(module: &Module, func: &Function, inst: Inst) -> Option<u32> {
    let &[base, index, ..] = func.args(inst) else { return None };
    if func.insts[inst].op != Op::Gep {
        return None;
    }
    let (ty, _) = module.ctx.pointee(func.ty(base))?;
    let index = func.const_bits(&module.ctx, index)?;
    (index < u64::from(module.ctx.parts(ty))).then_some(index as u32)
}

/// Replaces each of the variables by one variable for each member.
fn split_globals(module: &mut Module, split: &[Global]) {
    let mut members: SecondaryMap<Global, Vec<Global>> = SecondaryMap::new();
    for &id in split {
        let data = module.globals[id].clone();
        for index in 0..module.ctx.parts(data.ty) {
            let ty = module.ctx.part(data.ty, index);
            let name = format!("{}.{index}", data.name);
            let part = module.globals.push(GlobalData { name, ty, init: None, ..data.clone() });
            members[id].push(part);
        }
    }
    each_function(module, |module, _, func| func.may_hold(&ADDRESSES) && name_members(module, func, &members));
    for known in module.debug.iter_mut().flat_map(|info| &mut info.globals) {
        known.replace_global(|global| members[global].is_empty().then_some(global));
    }
}

/// Redirects pointers into the variables to those of their members.
fn name_members(module: &mut Module, func: &mut Function, members: &SecondaryMap<Global, Vec<Global>>) -> bool {
    let mut addresses: SecondaryMap<Value, Option<Global>> = SecondaryMap::new();
    for inst in insts(func) {
        if let (Op::GlobalAddr, Imm::Global(global), Some(address)) =
            (func.insts[inst].op, func.insts[inst].imm, func.result(inst))
        {
            addresses[address] = Some(global).filter(|&global| !members[global].is_empty());
        }
    }
    let mut renames = Renames::default();
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for inst in func.take_insts(block) {
            if func.result(inst).is_some_and(|result| addresses[result].is_some()) {
                continue;
            }
            let global = func.args(inst).first().and_then(|&base| addresses[base]);
            let Some((global, index)) = global.zip(member(module, func, inst)) else {
                func.append_inst(block, inst);
                continue;
            };
            let part = members[global][index as usize];
            let GlobalData { ty, space, .. } = module.globals[part];
            let pointer = module.ctx.pointer(ty, space);
            let loc = func.insts[inst].loc;
            let address = func.make_inst(&module.ctx, Op::GlobalAddr, pointer, Imm::Global(part), &[], loc);
            func.append_inst(block, address);
            let address = func.result(address).expect("an address is a value");
            if func.args(inst).len() == 2 {
                let result = func.result(inst).expect("a pointer is a value");
                renames.rename(result, address);
            } else {
                let mut args = vec![address];
                args.extend_from_slice(&func.args(inst)[2..]);
                func.insts[inst].args = EntityList::from_slice(&args, &mut func.pool);
                func.append_inst(block, inst);
            }
        }
    }
    renames.apply(func);
    true
}

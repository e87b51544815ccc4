//! Checks the rules for the module: stated flags, thread groups, wave sizes, group-shared memory, and unused
//! declarations.

use cranelift_entity::EntityRef;
use hlslc_semantics::limits;
use rustc_hash::FxHashSet;

use crate::constants::{ConstId, ConstKind};
use crate::flags::ShaderFlags;
use crate::inst::{InstKind, Value};
use crate::module::{GlobalId, Linkage};
use crate::requirements::{groupshared_bytes, groupshared_bytes_of, library_flags, shader_flags, worked_out};
use crate::shader::{EntryPoint, Shader, WaveSize};
use crate::target::ShaderKind;
use crate::types::addrspace;

use super::{Checker, Demand};

impl Checker<'_> {
    pub(super) fn needs(&mut self, shader: &Shader) {
        self.leftovers();
        let Some(entry) = shader.entries.first() else { return };
        let mut needed = if shader.is_library() {
            library_flags(shader, &self.needs_of_functions(shader))
        } else {
            shader_flags(self.module, shader)
        };
        if !entry.flags.contains(ShaderFlags::RES_MAY_NOT_ALIAS) {
            needed -= ShaderFlags::RES_MAY_NOT_ALIAS;
        }
        if shader.is_library() && shader.validator.flags_subobjects() {
            // It may come from subobjects, which the module does not hold.
            needed |= entry.flags & ShaderFlags::RAYTRACING_1_1;
        }
        if entry.flags & worked_out() != needed & worked_out() {
            self.demand(Demand::FlagsDiffer);
        }
        if shader.is_library() {
            self.groupshared_by_entry(shader);
        } else {
            self.groupshared(entry, groupshared_bytes(self.module));
        }
        for entry in &shader.entries {
            if let Some(size) = entry.wave_size() {
                self.wave_size(size);
            }
        }
    }

    /// The variables of a group, which in a library belong to those entry points that use them.
    fn groupshared_by_entry(&mut self, shader: &Shader) {
        if !self.module.globals.values().any(|global| global.addrspace == addrspace::GROUPSHARED) {
            return;
        }
        for entry in &shader.entries {
            if let Some(function) = entry.function {
                let bytes = groupshared_bytes_of(self.module, function);
                self.groupshared(entry, bytes);
            }
        }
    }

    fn groupshared(&mut self, entry: &EntryPoint, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let usual = limits::group_memory_bytes(entry.kind == ShaderKind::Mesh);
        let most = u64::from(entry.group_memory_limit.unwrap_or(usual));
        let has_groups =
            matches!(entry.kind, ShaderKind::Compute | ShaderKind::Mesh | ShaderKind::Amplification | ShaderKind::Node);
        if !has_groups {
            self.demand(Demand::GroupsharedStage);
        } else if bytes > most {
            let broken = if entry.group_memory_limit.is_some() {
                Demand::GroupsharedStatedLimit
            } else {
                Demand::GroupsharedLimit
            };
            self.demand_of(broken, &format!("{} has {bytes} bytes, at most {most} are allowed", entry.name));
        }
    }

    fn wave_size(&mut self, size: WaveSize) {
        let is_size = limits::is_wave_size;
        let broken = match (size.min, size.max, size.preferred) {
            (0, 0, 0) => None,
            (0, ..) => Some(Demand::WaveSizeUndefined),
            (min, ..) if !is_size(min) => Some(Demand::WaveSize),
            (_, 0, 0) => None,
            (_, 0, _) => Some(Demand::WaveSizeNoRange),
            (_, max, _) if !is_size(max) => Some(Demand::WaveSize),
            (min, max, _) if max < min => Some(Demand::WaveSizeOrder),
            (_, _, 0) => None,
            (_, _, preferred) if !is_size(preferred) => Some(Demand::WaveSize),
            (min, max, preferred) => (!(min..=max).contains(&preferred)).then_some(Demand::WaveSizeRange),
        };
        if let Some(broken) = broken {
            self.demand(broken);
        }
    }

    /// The variable that a constant is the address of.
    fn variable_of(&self, id: ConstId) -> Option<GlobalId> {
        match self.module.constants.get(id).kind {
            ConstKind::Global(global) => Some(global),
            ConstKind::Cast { value, .. } => {
                if let ConstKind::Global(global) = self.module.constants.get(value).kind {
                    Some(global)
                } else {
                    None
                }
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Int(_)
            | ConstKind::Float(_)
            | ConstKind::Aggregate(_)
            | ConstKind::Function(_)
            | ConstKind::Gep { .. }
            | ConstKind::Binary { .. }
            | ConstKind::Cmp { .. }
            | ConstKind::Select { .. } => None,
        }
    }

    /// Variables that nothing reads, operations that nothing calls.
    fn leftovers(&mut self) {
        let constants = &self.module.constants;
        // Variables that code uses, and those that it names itself.
        let (mut globals, mut direct) = (FxHashSet::default(), FxHashSet::default());
        let mut used = vec![false; constants.len()];
        let mut work: Vec<_> = Vec::new();
        // What is named otherwise than to be called.
        let mut mentioned = FxHashSet::default();
        for function in self.module.functions.values() {
            let Some(body) = &function.body else { continue };
            for (_, inst) in body.layout() {
                let Some(inst) = body.insts.get(inst) else { continue };
                let called = if let InstKind::Call { callee, .. } = inst.kind { Some(callee) } else { None };
                let mut is_call = called.is_some();
                inst.kind.each_operand(|operand| {
                    let Value::Const(id) = operand else { return };
                    if !constants.is_valid(id) {
                        return;
                    }
                    if let ConstKind::Global(global) = constants.get(id).kind {
                        direct.insert(global);
                        globals.insert(global);
                        return;
                    }
                    if let ConstKind::Function(function) = constants.get(id).kind {
                        // The first mention of the callee is the call itself.
                        if is_call && Some(operand) == called {
                            is_call = false;
                        } else {
                            mentioned.insert(function);
                        }
                    }
                    if !used[id.index()] {
                        work.push(id);
                    }
                });
            }
        }
        let mut functions = FxHashSet::default();
        while let Some(id) = work.pop() {
            let index = id.index();
            if std::mem::replace(&mut used[index], true) {
                continue;
            }
            let kind = &constants.get(id).kind;
            match kind {
                ConstKind::Global(global) => {
                    globals.insert(*global);
                }
                ConstKind::Function(function) => {
                    functions.insert(*function);
                }
                ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => {}
            }
            // A function that another constant is made of is more than called.
            mentioned.extend(kind.operands().iter().filter_map(|&part| self.callee(Value::Const(part))));
            work.extend(kind.operands());
        }
        let is_library = self.is_library();
        let resources: FxHashSet<GlobalId> = match &self.shader {
            Some(shader) if is_library => shader
                .resources
                .classes()
                .into_iter()
                .flatten()
                .filter_map(|found| self.variable_of(found.variable))
                .collect(),
            _ => FxHashSet::default(),
        };
        for (id, global) in &self.module.globals {
            let is_static = global.linkage == Linkage::Internal && global.addrspace == addrspace::DEFAULT;
            let is_helper = is_library && global.name == HELPER;
            if is_static || global.addrspace == addrspace::GROUPSHARED {
                if !globals.contains(&id) {
                    self.demand_of(Demand::UnusedVariable, &global.name.to_string());
                }
            } else if direct.contains(&id) && !resources.contains(&id) && !is_helper {
                self.demand_of(Demand::UndeclaredVariable, &global.name.to_string());
            }
        }
        for (id, function) in &self.module.functions {
            let is_marker = function.name.starts_with(b"llvm.lifetime.") || function.name.starts_with(b"llvm.dbg.");
            if function.body.is_none() && !is_marker && !functions.contains(&id) {
                self.demand_of(Demand::UnusedFunction, &function.name.to_string());
            }
            if function.body.is_none() && mentioned.contains(&id) {
                self.demand_of(Demand::FunctionMention, &function.name.to_string());
            }
        }
    }
}

/// The variable that says in a library whether a lane is a helper.
const HELPER: &str = "dx.ishelper";

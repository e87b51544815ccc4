//! Renumbers a function without gaps.
//!
//! Input: a function whose removed instructions and values still occupy numbers, and rows in every table that is indexed by
//! them. Output: the same function with consecutive numbers in the same order, so that code that depends on the order
//! behaves the same. Blocks keep their numbers. Cost: linear.

use super::{Function, InstData, ValueData, ValueDef};
use crate::entity::{Inst, Value};
use cranelift_entity::EntityList;
use cranelift_entity::packed_option::ReservedValue;
use cranelift_entity::{EntityRef, SecondaryMap};

/// New numbers of what is left; reserved ones for the rest.
struct Numbers<T: EntityRef>(SecondaryMap<T, T>);

impl<T: EntityRef + ReservedValue> Numbers<T> {
    fn none(count: usize) -> Self {
        let mut all = SecondaryMap::with_default(T::reserved_value());
        all.resize(count);
        Self(all)
    }

    /// Keeps an item.
    fn mark(&mut self, id: T) {
        self.0[id] = id;
    }

    /// Numbers what is left; how much that is.
    fn number(&mut self) -> usize {
        let mut next = 0;
        for id in self.0.values_mut().filter(|id| !id.is_reserved_value()) {
            *id = T::new(next);
            next += 1;
        }
        next
    }

    fn get(&self, id: T) -> Option<T> {
        Some(self.0[id]).filter(|id| !id.is_reserved_value())
    }
}

impl Function {
    /// The function with as many instructions and values as there are. Not for functions with records of debug information.
    #[must_use]
    pub fn compacted(&self) -> Self {
        let mut inst_to = Numbers::<Inst>::none(self.insts.len());
        let mut value_to = Numbers::<Value>::none(self.values.len());
        self.mark(&mut inst_to, &mut value_to);
        let mut new = self.without_body();
        new.declared.clone_from(&self.declared);
        new.decorations.clone_from(&self.decorations);
        new.layout.clone_from(&self.layout);
        new.reserve(inst_to.number());
        new.values.reserve(value_to.number());
        let to = |value: Value| value_to.0[value];
        let mut args: Vec<Value> = Vec::new();
        for (inst, data) in self.insts.iter().filter(|&(inst, _)| inst_to.get(inst).is_some()) {
            args.clear();
            args.extend(data.args.as_slice(&self.pool).iter().map(|&arg| to(arg)));
            let args = EntityList::from_slice(&args, &mut new.pool);
            new.made.insert(data.op);
            new.insts.push(InstData { args, ..data.clone() });
            new.results.push(self.results[inst].map(to).into());
        }
        for (value, &ValueData { ty, def }) in self.values.iter().filter(|&(value, _)| value_to.get(value).is_some()) {
            let def = match def {
                ValueDef::Inst(inst) => ValueDef::Inst(inst_to.0[inst]),
                ValueDef::Param(..) | ValueDef::Const(_) => def,
            };
            let now = new.values.push(ValueData { ty, def });
            if let ValueDef::Const(id) = def {
                new.consts.insert(id, now);
            }
            if let Some(name) = self.names[value] {
                new.names[now] = Some(name);
            }
        }
        new.blocks = self.blocks.values().map(super::BlockData::emptied).collect();
        for &block in &self.layout {
            let (old, now) = (&self.blocks[block], &mut new.blocks[block]);
            now.params = old.params.iter().map(|&param| to(param)).collect();
            now.insts = old.insts.iter().map(|&inst| inst_to.0[inst]).collect();
            now.terminator = old.terminator.clone();
            now.terminator.map_values(to);
            now.region = old.region;
        }
        new
    }

    /// The number of instructions that are in no block any more.
    pub fn gone(&self) -> usize {
        let there: usize = self.layout.iter().map(|&block| self.blocks[block].insts.len()).sum();
        self.insts.len().saturating_sub(there)
    }

    /// Marks what stands in blocks, and what that names.
    fn mark(&self, insts: &mut Numbers<Inst>, values: &mut Numbers<Value>) {
        for &block in &self.layout {
            let data = &self.blocks[block];
            data.params.iter().for_each(|&param| values.mark(param));
            for &inst in &data.insts {
                insts.mark(inst);
                self.results[inst].expand().into_iter().for_each(|result| values.mark(result));
                self.insts[inst].args.as_slice(&self.pool).iter().for_each(|&arg| values.mark(arg));
            }
            data.terminator.values().for_each(|value| values.mark(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Func;
    use crate::text::{PrintOptions, parse, print};
    use cranelift_entity::EntityRef;

    #[test]
    fn what_is_left_keeps_its_order() {
        let text = "define i32 @f(i32 %v0, i1 %v1) {\nblock0:\n  %v2 = add i32 %v0, 7\n  %v3 = mul i32 %v0, 3\n  \
                    %v4 = add i32 %v3, 9\n  br i1 %v1, block1(i32 %v4), block2\nblock1(i32 %v5):\n  ret i32 %v5\n\
                    block2:\n  ret i32 1\n}\n";
        let mut module = parse(text).unwrap_or_else(|why| panic!("{why:?}"));
        let func = &mut module.funcs[Func::new(0)];
        let entry = func.entry().expect("there is a body");
        func.blocks[entry].insts.remove(0);
        assert_eq!((func.gone(), func.insts.len()), (1, 3));
        let before = func.values.len();
        *func = func.compacted();
        assert_eq!((func.gone(), func.insts.len()), (0, 2));
        // Its result, and the constant that only it has used.
        assert_eq!(func.values.len(), before - 2);
        crate::verify::verify(&module, crate::verify::Form::Any).expect("it is still well formed");
        let text = print(&module, PrintOptions::default());
        assert!(text.contains("%v2 = mul i32 %v0, 3") && text.contains("add i32 %v2, 9"), "{text}");
    }
}

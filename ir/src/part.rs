//! Splits functions off a module for another thread to work on, and joins them again.
//!
//! Input: a module and the functions to split off. Output: a module with those functions, in which everything else has the
//! same numbers. Types, constants, locations and variables that are added to a part get numbers that mean something else in
//! the original module; when the part is joined they are looked up or created there, in the order of the part, and the
//! functions are rewritten. So parts that are joined in the order of their functions leave the module that sequential
//! processing would have left.
//!
//! A part adds, and changes nothing but its own functions. Modules with debug information, which refers to functions from
//! elsewhere, have no parts.

use crate::context::Size;
use crate::module::GlobalData;
use crate::{Func, Function, Module};
use cranelift_entity::PrimaryMap;

/// Some functions of a module.
#[derive(Debug)]
pub struct Part {
    /// They, with what they need to know. Of the other functions there are no bodies.
    pub module: Module,
    funcs: Vec<Func>,
    then: Size,
    globals: usize,
}

impl Module {
    /// Takes functions out of the module, which has no debug information.
    pub fn take_part(&mut self, funcs: &[Func]) -> Part {
        assert!(self.debug.is_none(), "debug information says more of functions than they do");
        let bodies: PrimaryMap<Func, _> = self.funcs.values().map(Function::without_body).collect();
        let mut module = Self {
            ctx: self.ctx.clone(),
            funcs: bodies,
            globals: self.globals.clone(),
            resources: self.resources.clone(),
            entries: self.entries.clone(),
            flags: self.flags,
            ..Self::default()
        };
        for &id in funcs {
            std::mem::swap(&mut self.funcs[id], &mut module.funcs[id]);
        }
        Part { module, funcs: funcs.to_vec(), then: self.ctx.size(), globals: self.globals.len() }
    }

    /// A name for a variable that passes make: no name of the source has a dot.
    pub fn fresh_global_name(&self, stem: &str) -> String {
        format!("{stem}.{}", self.globals.len())
    }

    /// Takes back the functions of a part, and what was made for them.
    pub fn join(&mut self, part: Part) {
        let Part { mut module, funcs, then, globals } = part;
        let mut known = self.ctx.absorb(&module.ctx, then, globals);
        for data in module.globals.values().skip(globals) {
            let mut data = data.clone();
            (data.ty, data.init) = (known.ty(data.ty), data.init.map(|id| known.constant(id)));
            let id = match numbered(&data.name) {
                Some(stem) => {
                    data.name = self.fresh_global_name(stem);
                    None
                }
                // One for all functions, which the first that needs it makes.
                None => {
                    let is_same =
                        |other: &GlobalData| (&other.name, other.ty, other.init) == (&data.name, data.ty, data.init);
                    self.globals.iter().skip(globals).find(|(_, other)| is_same(other)).map(|(id, _)| id)
                }
            };
            known.add_global(id.unwrap_or_else(|| self.globals.push(data)));
        }
        let is_same = known.is_same();
        for id in funcs {
            if !is_same {
                module.funcs[id].renumber(&known);
            }
            std::mem::swap(&mut self.funcs[id], &mut module.funcs[id]);
        }
    }
}

impl Part {
    /// Puts copies, without the room of what is gone, in the place of the functions and gives the functions. Allocators keep
    /// memory by threads: what is worked on has to be of the thread that works.
    pub fn copy_bodies(&mut self) -> Vec<Function> {
        let copy = |id: &Func| {
            let func = &mut self.module.funcs[*id];
            let copy = func.compacted();
            std::mem::replace(func, copy)
        };
        self.funcs.iter().map(copy).collect()
    }
}

/// The stem of a numbered name that [`Module::fresh_global_name`] returned.
fn numbered(name: &str) -> Option<&str> {
    let (stem, number) = name.rsplit_once('.')?;
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{PrintOptions, parse, print};
    use crate::{AddressSpace, ConstData, Imm, Op};
    use cranelift_entity::EntityRef;
    use hlslc_base::Span;

    const FUNCTION: &str = "define float @first(float %v0) {\nblock0:\n  ret float %v0\n}\n";

    /// Adds to a function a constant, a type and a variable that nothing had before.
    fn work(module: &mut Module, id: Func, bits: u32) {
        let float = module.ctx.f32();
        let table = module.ctx.array(float, bits);
        let number = module.ctx.const_f32(f32::from_bits(bits));
        let init = module.ctx.constant(table, ConstData::Composite(vec![number; bits as usize]));
        let name = module.fresh_global_name("table");
        let mut data = GlobalData::new(name, Span::NONE, table, AddressSpace::Constant);
        data.init = Some(init);
        let global = module.globals.push(data);
        let pointer = module.ctx.pointer(table, AddressSpace::Constant);
        let loc = module.ctx.loc(Span::NONE, None);
        let Module { ctx, funcs, .. } = module;
        let func = &mut funcs[id];
        let value = func.constant(ctx, number);
        let entry = func.entry().expect("there is a body");
        let inst = func.make_inst(ctx, Op::GlobalAddr, pointer, Imm::Global(global), &[], loc);
        func.blocks[entry].insts.push(inst);
        func.blocks[entry].terminator = crate::Terminator::Return(Some(value));
    }

    fn module() -> Module {
        let text = FUNCTION.to_owned()
            + "\n"
            + &FUNCTION.replace("first", "second")
            + "\n"
            + &FUNCTION.replace("first", "third");
        parse(&text).unwrap_or_else(|why| panic!("{why:?}"))
    }

    #[test]
    fn parts_that_come_back_in_order_leave_what_one_after_the_other_leaves() {
        let ids: Vec<Func> = (0..3).map(Func::new).collect();
        let mut serial = module();
        for (at, &id) in ids.iter().enumerate() {
            work(&mut serial, id, 2 + at as u32);
        }
        let mut whole = module();
        let mut second = whole.take_part(&ids[1..2]);
        let mut third = whole.take_part(&ids[2..]);
        // In the order in which threads may come to it.
        work(&mut third.module, ids[2], 4);
        work(&mut second.module, ids[1], 3);
        work(&mut whole, ids[0], 2);
        whole.join(second);
        whole.join(third);
        crate::verify::verify(&whole, crate::verify::Form::Any).expect("what came back is well formed");
        assert_eq!(print(&whole, PrintOptions::default()), print(&serial, PrintOptions::default()));
    }

    #[test]
    fn what_two_parts_make_alike_is_one() {
        let ids: Vec<Func> = (0..3).map(Func::new).collect();
        let mut whole = module();
        let mut second = whole.take_part(&ids[1..2]);
        for module in [&mut whole, &mut second.module] {
            let bool = module.ctx.bool();
            let init = module.ctx.const_bool(true);
            let mut data = GlobalData::new("dx.shared", Span::NONE, bool, AddressSpace::Constant);
            data.init = Some(init);
            module.globals.push(data);
        }
        whole.join(second);
        assert_eq!(whole.globals.len(), 1);
    }
}

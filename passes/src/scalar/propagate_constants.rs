//! Propagates constants by sparse conditional constant propagation (Wegman, Zadeck: "Constant propagation with
//! conditional branches", 1991).
//!
//! Input: any function. Output: every use of a value that is always the same constant names that constant; `simplify-cfg`
//! then removes the branches that have become constant.
//!
//! Every value starts as unknown (top) and every block as unreached. When an edge becomes executable, its target is
//! evaluated; a branch on a constant makes one edge executable; a block parameter is the meet of the values on its
//! executable incoming edges. Changes are propagated to users through two work lists. The lattice has height two, so the
//! cost is linear. `simplify` folds operations on constants by themselves; this pass finds what is constant because other
//! values are, through loops and joins.
//!
//! ```text
//! br block1(i32 1)                                        ret i32 1
//! block1(i32 %v0):                                   =>   (after simplify-cfg)
//!   %v1 = icmp.eq i32 %v0, 1
//!   br i1 %v1, block2, block1(i32 2)
//! block2:
//!   ret i32 %v0
//! ```

use crate::edit::{Renames, by_value};
use crate::run::pass::PassCx;
use crate::scalar::simplify::fold_with;
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Block, Const, Function, Inst, Module, Terminator, Value};

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    propagate(&mut module.ctx, func)
}

/// The lattice element of a value.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Known {
    /// No executed instruction or edge gives it a value so far (top).
    #[default]
    Nothing,
    /// It is always this constant.
    Constant(Const),
    /// It is not constant (bottom).
    Varies,
}

#[derive(Clone, Copy)]
enum User {
    Inst(Block, Inst),
    /// The terminator of a block, whose condition it is.
    End(Block),
    /// An edge whose argument it is: source block, number of the target, number of the parameter.
    Passed(Block, u32, u32),
}

/// The outgoing edges of a block that are executable, by their numbers.
#[derive(Clone, Copy)]
enum Taken {
    None,
    One(usize),
    All,
}

impl Taken {
    fn has(self, number: usize) -> bool {
        match self {
            Self::None => false,
            Self::One(one) => one == number,
            Self::All => true,
        }
    }
}

struct Propagation<'a> {
    ctx: &'a mut Context,
    func: &'a Function,
    known: SecondaryMap<Value, Known>,
    users: Users,
    reached: SecondaryMap<Block, bool>,
    blocks: Vec<Block>,
    values: Vec<Value>,
}

fn propagate(ctx: &mut Context, func: &mut Function) -> bool {
    // In a function of one block, `simplify` has found all constants.
    let Some(entry) = func.entry().filter(|_| func.layout.len() > 1 && has_source(func)) else { return false };
    let mut this = Propagation {
        ctx,
        func,
        known: by_value(func, Known::Nothing),
        users: Users::of(func),
        reached: SecondaryMap::new(),
        blocks: vec![entry],
        values: Vec::new(),
    };
    this.reached[entry] = true;
    for &param in &func.blocks[entry].params {
        this.known[param] = Known::Varies;
    }
    loop {
        if let Some(value) = this.values.pop() {
            let mut next = this.users.first[value];
            while let Some(&(user, following)) = this.users.all.get(next as usize) {
                next = following;
                match user {
                    User::Inst(block, inst) if this.reached[block] => this.inst(inst),
                    User::End(block) if this.reached[block] => this.end(block),
                    User::Passed(block, target, param) if this.reached[block] => this.passed(block, target, param),
                    User::Inst(..) | User::End(_) | User::Passed(..) => {}
                }
            }
        } else if let Some(block) = this.blocks.pop() {
            for &inst in &this.func.blocks[block].insts {
                this.inst(inst);
            }
            this.end(block);
        } else {
            break;
        }
    }
    let (known, reached) = (this.known, this.reached);
    replace(ctx, func, &known, &reached)
}

/// Whether any value can turn out to be constant: if an operation on constants alone can be folded, or an edge has a
/// constant argument. All other constants follow from these.
fn has_source(func: &Function) -> bool {
    let is_constant = |&value: &Value| func.as_const(value).is_some();
    let is_source = |&inst: &Inst| {
        let args = func.args(inst);
        !args.is_empty() && args.iter().rev().all(is_constant) && func.insts[inst].op.may_fold()
    };
    func.layout.iter().map(|&block| &func.blocks[block]).any(|block| {
        block.insts.iter().any(is_source) || block.terminator.targets().any(|to| to.args.iter().any(is_constant))
    })
}

/// The users of values that are not constants, as linked lists in one array.
struct Users {
    /// The index of the first user of each value.
    first: SecondaryMap<Value, u32>,
    /// Each user with the index of the next one.
    all: Vec<(User, u32)>,
}

impl Users {
    fn of(func: &Function) -> Self {
        let mut users = Self { first: by_value(func, u32::MAX), all: Vec::with_capacity(func.values.len()) };
        // The lists are built from the end, so that they are in the order of the code.
        for &block in func.layout.iter().rev() {
            let data = &func.blocks[block];
            for (target, to) in (0..).zip(data.terminator.targets()) {
                for (param, &arg) in (0..).zip(&to.args) {
                    users.add(func, arg, User::Passed(block, target, param));
                }
            }
            if let Some(value) = data.terminator.operand() {
                users.add(func, value, User::End(block));
            }
            for &inst in data.insts.iter().rev() {
                for &arg in func.args(inst) {
                    users.add(func, arg, User::Inst(block, inst));
                }
            }
        }
        users
    }

    fn add(&mut self, func: &Function, value: Value, user: User) {
        if func.as_const(value).is_none() {
            let next = std::mem::replace(&mut self.first[value], self.all.len() as u32);
            self.all.push((user, next));
        }
    }
}

impl Propagation<'_> {
    fn known(&self, value: Value) -> Known {
        match self.func.as_const(value) {
            Some(constant) => Known::Constant(constant),
            None => self.known[value],
        }
    }

    fn set(&mut self, value: Value, new: Known) {
        if self.known[value] != new {
            self.known[value] = new;
            self.values.push(value);
        }
    }

    fn inst(&mut self, inst: Inst) {
        let Some(result) = self.func.result(inst) else { return };
        if self.known[result] == Known::Varies {
            return;
        }
        let args = self.func.args(inst);
        let new = if args.iter().any(|&arg| self.known(arg) == Known::Varies) || args.is_empty() {
            Known::Varies
        } else if args.iter().any(|&arg| self.known(arg) == Known::Nothing) {
            return;
        } else {
            let (known, func) = (&self.known, self.func);
            let constant = |value: Value| match (func.as_const(value), known[value]) {
                (Some(constant), _) | (None, Known::Constant(constant)) => Some(constant),
                (None, Known::Nothing | Known::Varies) => None,
            };
            fold_with(self.ctx, func, inst, constant).map_or(Known::Varies, Known::Constant)
        };
        self.set(result, new);
    }

    /// Visits the executable outgoing edges of a block.
    fn end(&mut self, block: Block) {
        let taken = self.taken(block);
        let func = self.func;
        for (number, to) in func.blocks[block].terminator.targets().enumerate() {
            if !taken.has(number) {
                continue;
            }
            if !std::mem::replace(&mut self.reached[to.block], true) {
                self.blocks.push(to.block);
            }
            for (&param, &arg) in func.blocks[to.block].params.iter().zip(&to.args) {
                self.reach(param, arg);
            }
        }
    }

    /// Updates a block parameter from an argument of one edge, if the edge is executable.
    fn passed(&mut self, block: Block, target: u32, param: u32) {
        let func = self.func;
        let Some(to) = func.blocks[block].terminator.target(target as usize) else { return };
        let params = &func.blocks[to.block].params;
        let (Some(&param), Some(&arg)) = (params.get(param as usize), to.args.get(param as usize)) else { return };
        if self.known[param] != Known::Varies && self.taken(block).has(target as usize) {
            self.reach(param, arg);
        }
    }

    fn reach(&mut self, param: Value, arg: Value) {
        let met = self.meet(self.known[param], self.known(arg));
        self.set(param, met);
    }

    /// The outgoing edges of a block that are executable, as far as is known so far.
    fn taken(&self, block: Block) -> Taken {
        let terminator = &self.func.blocks[block].terminator;
        let value = match terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => *value,
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {
                return Taken::All;
            }
        };
        let bits = match self.known(value) {
            Known::Nothing => return Taken::None,
            Known::Varies => None,
            Known::Constant(constant) => self.ctx.scalar_bits(constant),
        };
        match (bits, terminator) {
            (Some(bits), Terminator::Switch { cases, .. }) => {
                let case = cases.iter().position(|case| case.0 == bits);
                Taken::One(case.unwrap_or(cases.len()))
            }
            (Some(bits), _) => Taken::One(usize::from(bits == 0)),
            (None, _) => Taken::All,
        }
    }

    /// The meet of two lattice elements. An undefined value may be chosen to equal the other.
    fn meet(&self, a: Known, b: Known) -> Known {
        let undefined = |constant: Const| *self.ctx.const_data(constant).1 == ConstData::Undef;
        match (a, b) {
            (Known::Nothing, other) | (other, Known::Nothing) => other,
            (Known::Varies, _) | (_, Known::Varies) => Known::Varies,
            (Known::Constant(a), Known::Constant(b)) if a == b || undefined(b) => Known::Constant(a),
            (Known::Constant(a), Known::Constant(b)) if undefined(a) => Known::Constant(b),
            (Known::Constant(_), Known::Constant(_)) => Known::Varies,
        }
    }
}

fn replace(
    ctx: &Context,
    func: &mut Function,
    known: &SecondaryMap<Value, Known>,
    reached: &SecondaryMap<Block, bool>,
) -> bool {
    let mut renames = Renames::default();
    let mut values: Vec<Value> = Vec::new();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if !reached[block] {
            continue;
        }
        let results = func.blocks[block].insts.iter().filter_map(|&inst| func.result(inst));
        values.clear();
        values.extend(func.blocks[block].params.iter().copied().chain(results));
        for &value in &values {
            if let Known::Constant(constant) = known[value] {
                let constant = func.constant(ctx, constant);
                renames.rename(value, constant);
            }
        }
    }
    renames.apply(func);
    renames.any()
}

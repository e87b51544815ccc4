//! Lowers statements to blocks. Every selection and loop is annotated with its merge block; `break`, `continue` and
//! `return` jump directly to their target, through several levels if need be.
//!
//! An unreachable merge block (both arms return) exists all the same, and ends in `unreachable`, because the annotation
//! names it.

use crate::function::{FuncLowerer, JumpTargets};
use hlslc_base::Span;
use hlslc_hir::hir::{ExprId, ExprKind, LocalId, LoopAttributes, SelectionAttributes, StmtId, StmtKind, SwitchCase};
use hlslc_ir::function::{LoopHint, SelectionHint};
use hlslc_ir::{Block, BlockCall, Imm, Op, Region, Scalar, Terminator, Value};

impl<'p> FuncLowerer<'_, 'p> {
    /// Lowers a statement. Unreachable ones are not built.
    pub(crate) fn stmt(&mut self, id: StmtId) {
        if self.b.current().is_none() {
            return;
        }
        let span = self.f.stmts[id].span;
        self.deeper(span, |this| this.stmt_kind(id));
    }

    fn stmt_kind(&mut self, id: StmtId) {
        let stmt = &self.f.stmts[id];
        let span = stmt.span;
        self.at(span);
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.expr(*expr);
                self.at(span);
                self.stop();
            }
            StmtKind::Declare { local, init } => self.declare(*local, *init),
            StmtKind::Block(stmts) => stmts.iter().for_each(|&stmt| self.stmt(stmt)),
            StmtKind::If { .. } => self.if_chain(id),
            StmtKind::Loop { cond, step, body, attributes } => {
                self.while_loop(*cond, *step, *body, *attributes, span);
            }
            StmtKind::DoWhile { body, cond, attributes } => self.do_while(*body, *cond, *attributes, span),
            StmtKind::Switch { value, cases, attributes } => self.switch(*value, cases, *attributes, span),
            StmtKind::Break => {
                if let Some(targets) = self.jumps.last_mut() {
                    targets.merge_used = true;
                    let merge = targets.merge;
                    self.b.jump(merge);
                }
            }
            StmtKind::Continue => {
                if let Some(targets) = self.jumps.iter_mut().rev().find(|t| t.continue_block.is_some()) {
                    targets.continue_used = true;
                    if let Some(block) = targets.continue_block {
                        self.b.jump(block);
                    }
                }
            }
            StmtKind::Return(value) => {
                let value = value.and_then(|value| self.expr(value));
                self.at(span);
                let marks = self.marks_of(self.f.ret, self.f.ret_modifiers.precise);
                let mut value = value.map(|value| self.marked(value, marks));
                self.stop();
                if let (Some(pointer), Some(result)) = (self.result, value) {
                    self.b.store(pointer, result);
                    value = None;
                }
                self.b.terminate(Terminator::Return(value));
            }
            StmtKind::Discard => {
                let always = self.b.bool(true);
                let void = self.b.ctx.void();
                self.b.inst(Op::Discard, void, Imm::None, &[always]);
            }
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<ExprId>) {
        let pointer = self.local(local);
        let data = &self.f.locals[local];
        let Some(init) = init else {
            self.start_queries(pointer, data.ty, data.span);
            return;
        };
        self.store_initial(pointer, init, data.precise);
        self.at(data.span);
        self.stop();
    }

    /// Stores an initial value. Elements and members that are listed are stored one by one, so that a large array
    /// never is one value.
    fn store_initial(&mut self, pointer: Value, init: ExprId, precise: bool) {
        let expr = &self.f.exprs[init];
        let ty = self.ty(expr.ty, expr.span);
        if let (ExprKind::Construct(parts), None, false) = (&expr.kind, self.kind_of(expr.ty), self.has_bit_fields(ty))
        {
            for (index, &part) in parts.iter().enumerate() {
                self.at(expr.span);
                let at = self.b.i32(index as u32);
                let pointer = self.b.gep(pointer, &[at]);
                let precise = precise || self.is_precise_member(expr.ty, index);
                self.deeper(expr.span, |this| this.store_initial(pointer, part, precise));
            }
        } else if let Some(value) = self.expr(init) {
            self.at(expr.span);
            let value = self.marked(value, self.marks_of(expr.ty, precise));
            self.b.store(pointer, value);
        }
    }

    /// Lowers `if … else if … else …`, followed by a loop however long the chain is.
    fn if_chain(&mut self, id: StmtId) {
        // Merge block of each `if` of the chain, and whether anything jumps to it.
        let mut open: Vec<(Block, bool, Span)> = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.take() {
            let stmt = &self.f.stmts[id];
            let StmtKind::If { cond, then, otherwise, attributes } = &stmt.kind else {
                self.stmt(id);
                break;
            };
            let cond = self.value(*cond);
            self.at(stmt.span);
            let then_block = self.b.new_block();
            let merge = self.b.new_block();
            let else_block = otherwise.map(|_| self.b.new_block());
            let region = Region::Selection { merge, hint: selection_hint(*attributes) };
            self.b.branch(cond, then_block, else_block.unwrap_or(merge), region);
            self.b.place(then_block);
            self.stmt(*then);
            let reached = self.b.current().is_some();
            self.at(stmt.span.end());
            self.b.jump(merge);
            open.push((merge, reached || else_block.is_none(), stmt.span));
            if let Some(else_block) = else_block {
                self.b.place(else_block);
                next = *otherwise;
            }
        }
        while let Some((merge, reached, span)) = open.pop() {
            self.at(span.end());
            let reached = reached || self.b.current().is_some();
            self.b.jump(merge);
            self.place_merge(merge, reached);
        }
    }

    /// Goes on at a merge block, or ends it if nothing leads there.
    fn place_merge(&mut self, merge: Block, reached: bool) {
        self.b.place(merge);
        if !reached {
            self.b.terminate(Terminator::Unreachable);
        }
    }

    fn while_loop(
        &mut self,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        attributes: LoopAttributes,
        span: Span,
    ) {
        let head = self.b.new_block();
        let body_block = self.b.new_block();
        let continue_block = self.b.new_block();
        let merge = self.b.new_block();
        self.b.jump(head);
        self.b.place(head);
        let region = Region::Loop { merge, continue_target: continue_block, hint: loop_hint(attributes) };
        match cond {
            Some(cond) => {
                let cond = self.value(cond);
                self.at(span);
                self.branch_to(cond, BlockCall::plain(body_block), BlockCall::plain(merge), Region::None);
                self.annotate_head(head, region);
            }
            None => {
                self.b.jump(body_block);
                self.b.func.blocks[head].region = region;
            }
        }
        self.b.place(body_block);
        let targets = self.loop_body(body, merge, continue_block);
        self.b.place(continue_block);
        if let Some(step) = step {
            self.expr(step);
            self.at(self.f.exprs[step].span);
            self.stop();
        }
        self.at(span);
        self.b.jump(head);
        self.place_merge(merge, targets.merge_used || cond.is_some());
    }

    fn do_while(&mut self, body: StmtId, cond: ExprId, attributes: LoopAttributes, span: Span) {
        let head = self.b.new_block();
        let body_block = self.b.new_block();
        let continue_block = self.b.new_block();
        let merge = self.b.new_block();
        self.b.jump(head);
        self.b.place(head);
        self.b.jump(body_block);
        let hint = loop_hint(attributes);
        self.b.func.blocks[head].region = Region::Loop { merge, continue_target: continue_block, hint };
        self.b.place(body_block);
        let targets = self.loop_body(body, merge, continue_block);
        self.b.place(continue_block);
        if targets.continue_used {
            let cond = self.value(cond);
            self.at(span);
            self.branch_to(cond, BlockCall::plain(head), BlockCall::plain(merge), Region::None);
        } else {
            // The loop has no back edge: every path through the body leaves it.
            self.b.terminate(Terminator::Jump(BlockCall::plain(head)));
        }
        self.place_merge(merge, targets.merge_used || targets.continue_used);
    }

    /// Lowers the body of a loop, which ends at the continue block.
    fn loop_body(&mut self, body: StmtId, merge: Block, continue_block: Block) -> JumpTargets {
        let targets =
            JumpTargets { merge, continue_block: Some(continue_block), merge_used: false, continue_used: false };
        self.jumps.push(targets);
        self.stmt(body);
        let falls_through = self.b.current().is_some();
        self.b.jump(continue_block);
        let mut targets = self.jumps.pop().unwrap_or(targets);
        targets.continue_used |= falls_through;
        targets
    }

    /// Puts the loop annotation on the head. If evaluating the condition took several blocks, the head's own branch
    /// has an annotation already: then its contents move to a block of their own after it.
    fn annotate_head(&mut self, head: Block, region: Region) {
        let func = &mut *self.b.func;
        if func.blocks[head].region == Region::None {
            func.blocks[head].region = region;
            return;
        }
        let loc = func.blocks[head].loc;
        let moved = func.make_block(loc);
        func.move_insts_to_end(head, moved);
        func.blocks[moved].region = func.blocks[head].region;
        let jump = Terminator::Jump(BlockCall::plain(moved));
        func.blocks[moved].terminator = std::mem::replace(&mut func.blocks[head].terminator, jump);
        func.blocks[head].region = region;
        let at = func.layout.iter().rposition(|&b| b == head).map_or(func.layout.len(), |at| at + 1);
        func.layout.insert(at, moved);
    }

    /// The value of a switch, of 32 or 64 bits.
    fn switch_value(&mut self, value: ExprId) -> Value {
        let wide = self.value(value);
        if self.scalar_of(wide) == Scalar::I64 { wide } else { self.as_index(wide) }
    }

    fn switch(&mut self, value: ExprId, cases: &'p [SwitchCase], attributes: SelectionAttributes, span: Span) {
        let value = self.switch_value(value);
        self.at(span);
        let merge = self.b.new_block();
        let blocks: Vec<Block> = cases.iter().map(|_| self.b.new_block()).collect();
        let mut targets = Vec::new();
        let mut default = None;
        for (case, &block) in cases.iter().zip(&blocks) {
            for label in &case.labels {
                match label {
                    Some(bits) => targets.push((*bits, BlockCall::plain(block))),
                    None => default = Some(block),
                }
            }
        }
        let has_default = default.is_some();
        if let Some(block) = self.b.current() {
            self.b.func.blocks[block].region = Region::Selection { merge, hint: selection_hint(attributes) };
        }
        let default = BlockCall::plain(default.unwrap_or(merge));
        self.b.terminate(Terminator::Switch { value, cases: targets, default });

        self.jumps.push(JumpTargets { merge, continue_block: None, merge_used: !has_default, continue_used: false });
        for (case, &block) in cases.iter().zip(&blocks) {
            // A case that does not end otherwise falls into the next.
            self.b.jump(block);
            self.b.place(block);
            case.body.iter().for_each(|&stmt| self.stmt(stmt));
        }
        let falls_out = self.b.current().is_some();
        self.at(span.end());
        self.b.jump(merge);
        let used = self.jumps.pop().is_none_or(|t| t.merge_used);
        self.place_merge(merge, used || falls_out);
    }
}

fn selection_hint(attributes: SelectionAttributes) -> SelectionHint {
    match attributes {
        SelectionAttributes { branch: true, .. } => SelectionHint::Branch,
        SelectionAttributes { flatten: true, .. } => SelectionHint::Flatten,
        _ => SelectionHint::None,
    }
}

fn loop_hint(attributes: LoopAttributes) -> LoopHint {
    match attributes.unroll {
        Some(0) => LoopHint::Unroll,
        Some(n) => LoopHint::UnrollCount(n),
        None if attributes.keep => LoopHint::Keep,
        None => LoopHint::None,
    }
}

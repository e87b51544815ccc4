//! Tests the lowering of each construct independently of the checker, with programs that are built by hand.

use cranelift_entity::PrimaryMap;
use hlslc_base::{Diagnostics, Interner, Span, Stage};
use hlslc_hir::foreign::{ForeignAttributes, ForeignParam};
use hlslc_hir::hir::*;
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Coherence, FieldModifiers, ObjectArg, ScalarKind, Semantic, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_lower::{Options, lower};
use smallvec::smallvec;

/// A program in the making, with one function.
struct Maker {
    program: Program,
    names: Interner,
    f: Function,
}

const UINT: Ty = Types::scalar(ScalarKind::Uint);
const BOOL: Ty = Types::scalar(ScalarKind::Bool);

fn place(base: PlaceBase, projections: Vec<Projection>, ty: Ty) -> Place {
    Place { base, projections, ty, span: Span::NONE }
}

impl Maker {
    fn new() -> Self {
        let f = Function {
            name: "main".into(),
            span: Span::NONE,
            order: 0,
            ret: Types::VOID,
            ret_semantic: None,
            ret_modifiers: FieldModifiers::default(),
            this: None,
            params: Vec::new(),
            locals: PrimaryMap::default(),
            exprs: PrimaryMap::default(),
            stmts: PrimaryMap::default(),
            body: None,
            no_inline: false,
            linkage: Linkage::default(),
            symbols: Vec::new(),
            foreign: ForeignAttributes::default(),
            instruction: None,
        };
        Self { program: Program::default(), names: Interner::default(), f }
    }

    fn local(&mut self, name: &str, ty: Ty) -> LocalId {
        let name = self.names.intern(name);
        self.f.locals.push(Local { name, ty, span: Span::NONE, precise: false, coherence: Coherence::default() })
    }

    fn input(&mut self, name: &str, ty: Ty, semantic: &str) -> LocalId {
        let local = self.local(name, ty);
        self.f.params.push(Param {
            local,
            mode: ParamMode::In,
            semantic: Some(Semantic { name: semantic.into(), index: 0, span: Span::NONE, written: semantic.into() }),
            modifiers: FieldModifiers::default(),
            role: None,
            is_uniform: false,
            node: None,
            foreign: ForeignAttributes::default(),
            foreign_use: ForeignParam::default(),
        });
        local
    }

    fn buffer(&mut self, name: &str, kind: ObjectKind, element: Ty) -> GlobalId {
        let ty = self.program.types.intern(TyData::Object(kind, smallvec![ObjectArg::Type(element)]));
        self.program.globals.push(Global {
            name: name.into(),
            symbol: None,
            ty,
            span: Span::NONE,
            kind: GlobalKind::Resource,
            init: None,
            init_func: None,
            registers: Vec::new(),
            in_buffer: false,
            vk: hlslc_ir::vulkan::VkResource::default(),
            coherence: Coherence::default(),
            precise: false,
            foreign: ForeignAttributes::default(),
            foreign_variable: None,
        })
    }

    fn expr(&mut self, ty: Ty, kind: ExprKind) -> ExprId {
        self.f.exprs.push(Expr { ty, kind, span: Span::NONE })
    }

    fn uint(&mut self, value: u64) -> ExprId {
        self.expr(UINT, ExprKind::Const(ConstValue::int(value)))
    }

    fn var(&self, local: LocalId) -> Place {
        place(PlaceBase::Local(local), Vec::new(), self.f.locals[local].ty)
    }

    fn load(&mut self, place: Place) -> ExprId {
        self.expr(place.ty, ExprKind::Load(place))
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.f.stmts.push(Stmt { kind, span: Span::NONE })
    }

    fn assign(&mut self, place: Place, value: ExprId) -> StmtId {
        let assign = self.expr(place.ty, ExprKind::Assign { place, value });
        self.stmt(StmtKind::Expr(assign))
    }

    /// `buffer[index]`.
    fn element(&mut self, buffer: GlobalId, index: ExprId, projections: Vec<Projection>, ty: Ty) -> Place {
        let object_ty = self.program.globals[buffer].ty;
        let object = place(PlaceBase::Global(buffer), Vec::new(), object_ty);
        let object = self.expr(object_ty, ExprKind::Resource(object));
        place(PlaceBase::Element { object, index, mip: None.into(), sample: None.into() }, projections, ty)
    }

    /// Lowers `main` with this body as a compute shader.
    fn lower(mut self, body: Vec<StmtId>) -> Result<hlslc_ir::Module, Diagnostics> {
        self.f.body = Some(self.stmt(StmtKind::Block(body)));
        let func = self.program.funcs.push(self.f);
        let attributes = EntryAttributes { num_threads: Some([8, 1, 1]), ..EntryAttributes::default() };
        let entry = Entry {
            func,
            name: "main".into(),
            symbol: None,
            patch_symbol: None,
            stage: Stage::Compute,
            attributes,
            root_signature: None,
        };
        self.program.entries.push(entry);
        let mut found = Diagnostics::default();
        lower(&self.program, &self.names, Options::default(), &mut found).map_err(|_| found)
    }

    /// The same, checked and printed.
    fn lowered(self, body: Vec<StmtId>) -> String {
        let module = self.lower(body).unwrap_or_else(|found| panic!("{found:?}"));
        let text = hlslc_ir::text::print(&module, hlslc_ir::text::PrintOptions::default());
        if let Err(errors) = hlslc_ir::verify::verify(&module, hlslc_ir::verify::Form::Any) {
            panic!("{errors:#?}\n{text}");
        }
        text
    }
}

#[test]
fn a_loop_with_continue_and_break_is_annotated() {
    let mut m = Maker::new();
    let uint3 = m.program.types.vector(ScalarKind::Uint, 3);
    let out = m.buffer("Out", ObjectKind::RwBuffer, UINT);
    let id = m.input("id", uint3, "SV_DispatchThreadID");
    let (sum, i) = (m.local("sum", UINT), m.local("i", UINT));

    let zero = m.uint(0);
    let declare_sum = m.stmt(StmtKind::Declare { local: sum, init: Some(zero) });
    let declare_i = m.stmt(StmtKind::Declare { local: i, init: Some(zero) });
    let at = m.load(m.var(i));
    let end = m.load(place(PlaceBase::Local(id), vec![Projection::Swizzle(smallvec![0])], UINT));
    let cond = m.expr(BOOL, ExprKind::Binary(BinaryOp::Lt, at, end));
    let step = ExprKind::Step { place: m.var(i), decrement: false, postfix: false };
    let step = m.expr(UINT, step);

    let three = m.uint(3);
    let is_three = m.expr(BOOL, ExprKind::Binary(BinaryOp::Eq, at, three));
    let go_on = m.stmt(StmtKind::Continue);
    let skip =
        StmtKind::If { cond: is_three, then: go_on, otherwise: None, attributes: SelectionAttributes::default() };
    let skip = m.stmt(skip);
    let add = ExprKind::Update { place: m.var(sum), op: BinaryOp::Add, value: at, op_ty: UINT };
    let add = m.expr(UINT, add);
    let add = m.stmt(StmtKind::Expr(add));
    let leave = m.stmt(StmtKind::Break);
    let nine = m.uint(9);
    let is_nine = m.expr(BOOL, ExprKind::Binary(BinaryOp::Ge, at, nine));
    let stop = StmtKind::If { cond: is_nine, then: leave, otherwise: None, attributes: SelectionAttributes::default() };
    let stop = m.stmt(stop);
    let body = m.stmt(StmtKind::Block(vec![skip, add, stop]));
    let attributes = LoopAttributes { keep: true, ..LoopAttributes::default() };
    let looped = m.stmt(StmtKind::Loop { cond: Some(cond), step: Some(step), body, attributes });

    let result = m.load(m.var(sum));
    let target = m.element(out, end, Vec::new(), UINT);
    let store = m.assign(target, result);
    insta::assert_snapshot!(m.lowered(vec![declare_sum, declare_i, looped, store]));
}

#[test]
fn a_condition_of_several_blocks_leaves_the_head_of_the_loop() {
    let mut m = Maker::new();
    let out = m.buffer("Out", ObjectKind::RwStructuredBuffer, UINT);
    let i = m.local("i", UINT);
    let five = m.uint(5);
    let declare = m.stmt(StmtKind::Declare { local: i, init: Some(five) });
    let at = m.load(m.var(i));
    let stored = m.element(out, at, Vec::new(), UINT);
    let stored = m.load(stored);
    let zero = m.uint(0);
    let left = m.expr(BOOL, ExprKind::Binary(BinaryOp::Gt, at, zero));
    let right = m.expr(BOOL, ExprKind::Binary(BinaryOp::Ne, stored, zero));
    let cond = m.expr(BOOL, ExprKind::ShortCircuit { and: true, left, right });
    let step = ExprKind::Step { place: m.var(i), decrement: true, postfix: true };
    let step = m.expr(UINT, step);
    let body = m.stmt(StmtKind::Expr(step));
    let looped = StmtKind::Loop { cond: Some(cond), step: None, body, attributes: LoopAttributes::default() };
    let looped = m.stmt(looped);
    insta::assert_snapshot!(m.lowered(vec![declare, looped]));
}

#[test]
fn a_case_falls_through_and_a_swizzled_store_touches_its_components() {
    let mut m = Maker::new();
    let uint4 = m.program.types.vector(ScalarKind::Uint, 4);
    let uint2 = m.program.types.vector(ScalarKind::Uint, 2);
    let out = m.buffer("Out", ObjectKind::RwStructuredBuffer, uint4);
    let id = m.input("id", UINT, "SV_GroupIndex");
    let v = m.local("v", uint4);
    let at = m.load(m.var(id));
    let pair = m.expr(uint2, ExprKind::Construct(vec![at, at]));
    let local = place(PlaceBase::Local(v), vec![Projection::Swizzle(smallvec![3, 0])], uint2);
    let first = m.assign(local, pair);
    let element = m.element(out, at, vec![Projection::Swizzle(smallvec![1, 2])], uint2);
    let second = m.assign(element, pair);
    let leave = m.stmt(StmtKind::Break);
    let whole = m.element(out, at, Vec::new(), uint4);
    let value = m.load(m.var(v));
    let third = m.assign(whole, value);
    let cases = vec![
        SwitchCase { labels: vec![Some(1), Some(2)], body: vec![first] },
        SwitchCase { labels: vec![Some(7)], body: vec![second, leave] },
        SwitchCase { labels: vec![None], body: vec![third] },
    ];
    let switch = m.stmt(StmtKind::Switch { value: at, cases, attributes: SelectionAttributes::default() });
    insta::assert_snapshot!(m.lowered(vec![switch]));
}

/// A sum of a buffer and a number: nothing that the checker lets through.
#[test]
fn a_mistake_of_ours_names_stage_and_function() {
    let mut m = Maker::new();
    let out = m.buffer("Out", ObjectKind::RwBuffer, UINT);
    let (object_ty, one) = (m.program.globals[out].ty, m.uint(1));
    let object = m.expr(object_ty, ExprKind::Resource(place(PlaceBase::Global(out), Vec::new(), object_ty)));
    let sum = m.expr(UINT, ExprKind::Binary(BinaryOp::Add, one, object));
    let body = m.stmt(StmtKind::Expr(sum));
    let diagnostics = m.lower(vec![body]).expect_err("it is an error");
    let problems: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    insta::assert_snapshot!(problems.join("\n"), @"internal compiler error, not a mistake in the shader: lower to IR, function `main`: `RWBuffer<uint>` where a number is needed");
}

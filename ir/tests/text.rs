//! The text form: what a module looks like, and that it reads back.

use hlslc_base::{Span, Stage};
use hlslc_ir::context::ConstData;
use hlslc_ir::function::{Imm, Region, SelectionHint, Terminator};
use hlslc_ir::module::{Binding, EntryPoint, GlobalData, ResourceData};
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::types::{Access, AddressSpace, ComponentKind, Field, MatrixOrder, ResourceType, Scalar};
use hlslc_ir::{Builder, Function, Module, Op};

fn resource(name: &str, ty: hlslc_ir::Type, count: Option<u32>, binding: Binding) -> ResourceData {
    ResourceData {
        name: name.into(),
        span: Span::NONE,
        ty,
        count,
        is_array: count != Some(1),
        binding,
        globally_coherent: false,
        reorder_coherent: false,
        matrix: None,
        vk: None,
    }
}

/// A compute shader with a bit of everything.
fn sample() -> Module {
    let mut module = Module::default();
    let float4 = module.ctx.vector(Scalar::F32, 4);
    let matrix = module.ctx.array(float4, 4);
    let layout = module.ctx.add_struct(
        "Globals",
        vec![
            Field { name: "view".into(), ty: matrix, matrix: Some(MatrixOrder::ColumnMajor), offset: None },
            Field { name: "tint".into(), ty: float4, matrix: None, offset: Some(64) },
        ],
    );
    let typed = module.ctx.handle(ResourceType::TypedBuffer {
        element: float4,
        component: ComponentKind::Plain,
        access: Access::ReadWrite,
    });
    let cbuffer = module.ctx.handle(ResourceType::CBuffer { layout });
    let out = module.resources.push(resource("Out", typed, None, Binding::Explicit { space: 3, lower: 5 }));
    let globals =
        module.resources.push(resource("Globals", cbuffer, Some(1), Binding::Implicit { order: 0, space: None }));
    let i32 = module.ctx.i32();
    let table_type = module.ctx.array(i32, 2);
    let parts = vec![module.ctx.const_i32(1), module.ctx.const_i32(u32::MAX)];
    let table = module.ctx.constant(table_type, ConstData::Composite(parts));
    let table = module.globals.push(GlobalData {
        name: "table".into(),
        span: Span::NONE,
        ty: table_type,
        space: AddressSpace::Constant,
        init: Some(table),
    });

    let loc = module.ctx.no_loc();
    let void = module.ctx.void();
    let mut func = Function::new("main", void, loc);
    let mut b = Builder::new(&mut module.ctx, &mut func);
    let entry = b.new_block();
    b.place(entry);
    let id = b.value(Op::ThreadId, i32, Imm::Index(0), &[]);
    let zero = b.i32(0);
    let handle = b.value(Op::Handle, cbuffer, Imm::Handle { resource: globals, non_uniform: false }, &[zero]);
    let layout_pointer = b.ctx.pointer(layout, AddressSpace::Resource);
    let pointer = b.value(Op::GetPointer, layout_pointer, Imm::None, &[handle, zero]);
    let one = b.i32(1);
    let tint = b.gep(pointer, &[one]);
    let tint = b.load(tint);
    let pointer_type = b.ctx.pointer(table_type, AddressSpace::Constant);
    let base = b.value(Op::GlobalAddr, pointer_type, Imm::Global(table), &[]);
    let slot = b.gep(base, &[id]);
    let slot = b.load(slot);
    let cond = b.op(Op::SGt, &[slot, zero]);
    let (then, merge) = (b.new_block(), b.new_block());
    let scaled = b.func.add_param(merge, float4);
    b.branch(cond, then, merge, Region::Selection { merge, hint: SelectionHint::Branch });
    let entry_data = &mut b.func.blocks[entry].terminator;
    if let Terminator::Branch { otherwise, .. } = entry_data {
        otherwise.args.push(tint);
    }
    b.place(then);
    let f32 = b.cast(Op::SiToFp, slot, Scalar::F32);
    let splat = b.splat(f32, 4);
    b.precise = true;
    let product = b.op(Op::FMul, &[tint, splat]);
    b.precise = false;
    b.terminate(Terminator::Jump(hlslc_ir::BlockCall { block: merge, args: [product].into_iter().collect() }));
    b.place(merge);
    let wzyx = b.swizzle(scaled, &[3, 2, 1, 0]);
    let handle = b.value(Op::Handle, typed, Imm::Handle { resource: out, non_uniform: true }, &[slot]);
    b.inst(Op::StoreTyped, void, Imm::None, &[handle, id, wzyx]);
    b.terminate(Terminator::Return(None));
    let func = module.funcs.push(func);
    module.entries.push(EntryPoint {
        name: "main".into(),
        func,
        stage: Stage::Compute,
        span: Span::NONE,
        inputs: Default::default(),
        outputs: Default::default(),
        num_threads: Some([64, 1, 1]),
        wave_size: None,
        early_depth_stencil: false,
    });
    module
}

#[test]
fn a_module_reads_like_llvm() {
    insta::assert_snapshot!(print(&sample(), PrintOptions::default()));
}

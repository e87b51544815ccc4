//! Each module is damaged in one respect: our verifier names the violated rule, and DXC's validator rejects the container
//! too. Each is a test of its own, since DXC may crash.

use dxc_oracle::{Dxc, oracle};
use dxil::container::{ExtraParts, Signing, assemble};
use dxil::flags::ShaderFlags;
use dxil::requirements::shader_flags;
use dxil::rules::{Demand, Rule, verify};
use dxil::semantics::{Interpretation, SigPoint};
use dxil::shader::{
    Element, EntryPoint, Resource, ResourceClass, ResourceDetail, ResourceKind, Resources, SamplerKind, Shader,
    StageProperties,
};
use dxil::signature::{ComponentType, Interpolation, Location, SignatureElement};
use dxil::types::addrspace;
use dxil::{
    AtomicOp, BinaryOp, CastOp, FunctionBuilder, Global, Linkage, Module, Op, Overload, ShaderKind, ShaderModel,
    TypeId, ValidatorVersion, Value,
};

/// The versions of the validator that the library in use is asked for.
fn versions(dxc: &Dxc) -> Vec<ValidatorVersion> {
    dxc.validators().into_iter().map(|(_, minor)| ValidatorVersion::minor(minor as u8)).collect()
}

/// A shader of that kind and model, changed by `damage`, is rejected by both; by us for this reason.
fn rejected(
    name: &str,
    demand: Demand,
    kind: ShaderKind,
    minor: u8,
    damage: fn(&mut FunctionBuilder<'_>, &mut Shader),
) {
    rejected_since(name, demand, kind, minor, false, damage);
}

/// The same; `by_releases` says that the fetched library, which is of before the releases, does not know the demand.
fn rejected_since(
    name: &str,
    demand: Demand,
    kind: ShaderKind,
    minor: u8,
    by_releases: bool,
    damage: fn(&mut FunctionBuilder<'_>, &mut Shader),
) {
    let dxc = oracle();
    for validator in versions(&dxc) {
        let (module, shader) = made(kind, minor, validator, damage);
        let found = verify(&module);
        let is_it = |rule: &Rule| matches!(rule, Rule::Demand { demand: broken, .. } if *broken == demand);
        assert!(found.iter().any(|violation| is_it(&violation.rule)), "{name} for {validator}: found {found:?}");
        let container = assemble(&module, &shader, ExtraParts::default()).expect("it can be written");
        if by_releases && dxc.unknown_validator().is_some() {
            continue;
        }
        let verdict = dxc.validate(&container.write(Signing::Digest));
        assert!(
            verdict.is_err(),
            "{name} for {validator}: DXC accepts it, though {} ({})",
            demand.text(),
            demand.rule()
        );
    }
}

/// The same shader without damage is accepted by both.
fn accepted(name: &str, kind: ShaderKind, minor: u8, build: fn(&mut FunctionBuilder<'_>, &mut Shader)) {
    let dxc = oracle();
    for validator in versions(&dxc) {
        let (module, shader) = made(kind, minor, validator, build);
        assert_eq!(verify(&module), [], "{name} for {validator}");
        let container = assemble(&module, &shader, ExtraParts::default()).expect("it can be written");
        assert_eq!(dxc.validate(&container.write(Signing::Digest)), Ok(()), "{name} for {validator}");
    }
}

fn made(
    kind: ShaderKind,
    minor: u8,
    validator: ValidatorVersion,
    build: impl FnOnce(&mut FunctionBuilder<'_>, &mut Shader),
) -> (Module, Shader) {
    let model = ShaderModel::new(kind, 6, minor);
    let mut module = Module::new();
    module.version = model.dxil_version();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.declare_function("main", ty, None);
    let stage = match kind {
        ShaderKind::Compute => StageProperties::Compute { num_threads: [8, 1, 1], wave_size: None },
        _ => StageProperties::None,
    };
    let mut shader = Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: validator.at_least(model.dxil_version()),
        producer: None,
        resources: Resources::default(),
        dependencies: None,
        annotations: dxil::shader::TypeAnnotations::default(),
        entries: vec![EntryPoint {
            function: Some(main),
            kind: model.kind,
            name: "main".into(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            patch: Vec::new(),
            flags: ShaderFlags::empty(),
            stage,
            auto_space: None,
            root_signature: Vec::new(),
            group_memory_limit: None,
        }],
        subobjects: Vec::new(),
    };
    let mut builder = FunctionBuilder::new(&mut module, main);
    build(&mut builder, &mut shader);
    builder.ret(None);
    let flags = shader_flags(&module, &shader);
    shader.entries[0].flags |= flags;
    shader.write(&mut module);
    (module, shader)
}

/// Adds a resource of register 0 and makes a handle of it.
fn resource(b: &mut FunctionBuilder<'_>, shader: &mut Shader, detail: ResourceDetail, member: TypeId) -> Value {
    let object = b.module.types.named_struct(format!("Object{}", b.module.types.len()), &[member]);
    let pointer = b.module.types.pointer(object, addrspace::DEFAULT);
    let variable = b.module.undef(pointer);
    let resource = Resource { variable, name: "".into(), space: 0, lower_bound: 0, range_size: 1, detail };
    let class = resource.class();
    let list = match class {
        ResourceClass::Srv => &mut shader.resources.srvs,
        ResourceClass::Uav => &mut shader.resources.uavs,
        ResourceClass::Cbv => &mut shader.resources.cbvs,
        ResourceClass::Sampler => &mut shader.resources.samplers,
    };
    list.push(resource);
    let number = list.len() as i32 - 1;
    let args = [b.i8(class as i8), b.i32(number), b.i32(0), b.i1(false)];
    b.call_op(Op::CreateHandle, Overload::None, &args).into()
}

fn uav(kind: ResourceKind, element: Element) -> ResourceDetail {
    ResourceDetail::Uav {
        kind,
        globally_coherent: false,
        has_counter: false,
        rasterizer_ordered: false,
        element,
        atomic64: false,
        reorder_coherent: false,
    }
}

const FLOATS: Element = Element::Typed(ComponentType::F32);
const UINTS: Element = Element::Typed(ComponentType::U32);

/// A writable buffer of numbers.
fn numbers(b: &mut FunctionBuilder<'_>, shader: &mut Shader) -> Value {
    let u32 = b.module.types.i32();
    resource(b, shader, uav(ResourceKind::TypedBuffer, UINTS), u32)
}

/// Stores a number, which keeps what made it alive.
fn keep(b: &mut FunctionBuilder<'_>, out: Value, value: Value) {
    let (zero, i32) = (b.i32(0), b.module.types.i32());
    let undef = b.undef(i32);
    let mask = b.i8(15);
    b.call_op(Op::BufferStore, Overload::I32, &[out, zero, undef, value, value, value, value, mask]);
}

fn sampler(b: &mut FunctionBuilder<'_>, shader: &mut Shader, kind: SamplerKind) -> Value {
    let i32 = b.module.types.i32();
    resource(b, shader, ResourceDetail::Sampler { kind }, i32)
}

fn texture(b: &mut FunctionBuilder<'_>, shader: &mut Shader, kind: ResourceKind, element: Element) -> Value {
    let float = b.module.types.float();
    let member = b.module.types.vector(float, 4);
    resource(b, shader, ResourceDetail::Srv { kind, sample_count: 0, element }, member)
}

/// A sample of a 2D texture with these offsets.
fn sample(b: &mut FunctionBuilder<'_>, texture: Value, sampler: Value, coordinates: usize, offset: i32) {
    let (float, i32) = (b.module.types.float(), b.module.types.i32());
    let (half, no_float, no_int) = (b.float(0.5), b.undef(float), b.undef(i32));
    let offset = b.i32(offset);
    let mut args = vec![texture, sampler];
    args.extend((0..4).map(|index| if index < coordinates { half } else { no_float }));
    args.extend([offset, offset, no_int, no_float]);
    b.call_op(Op::Sample, Overload::F32, &args);
}

fn element(point: SigPoint, name: &str, component: ComponentType, columns: u8, row: Option<u32>) -> SignatureElement {
    let mut element =
        SignatureElement::new(point, ShaderModel::new(ShaderKind::Pixel, 6, 6).version, name, 0, component, columns);
    element.location = row.map(|row| Location { row, column: 0 });
    if element.interpretation == Interpretation::NotPacked {
        element.location = None;
    }
    if point == SigPoint::PsIn {
        element.interpolation = Interpolation::Linear;
    }
    element
}

/// Writes all components of outputs.
fn write_outputs(b: &mut FunctionBuilder<'_>, shader: &Shader) {
    for (id, element) in shader.entries[0].outputs.iter().enumerate() {
        for column in 0..element.columns {
            let args = [b.i32(id as i32), b.i32(0), b.i8(column as i8), b.float(0.5)];
            b.call_op(Op::StoreOutput, Overload::F32, &args);
        }
    }
}

macro_rules! rejected {
    ($($name:ident: $demand:ident, $kind:ident $minor:literal, $damage:expr;)*) => {
        $(#[test]
        #[cfg_attr(without_dxc, ignore = "needs DXC")]
        fn $name() {
            rejected(stringify!($name), Demand::$demand, ShaderKind::$kind, $minor, $damage);
        })*
    };
}

/// The fetched library is of before these demands.
macro_rules! rejected_by_releases {
    ($($name:ident: $demand:ident, $kind:ident $minor:literal, $damage:expr;)*) => {
        $(#[test]
        #[cfg_attr(without_dxc, ignore = "needs DXC")]
        fn $name() {
            rejected_since(stringify!($name), Demand::$demand, ShaderKind::$kind, $minor, true, $damage);
        })*
    };
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn sound_modules_are_accepted() {
    accepted("sound_modules_are_accepted", ShaderKind::Compute, 0, |b, shader| {
        let out = numbers(b, shader);
        let one = b.i32(1);
        keep(b, out, one);
    });
    accepted("sound_modules_are_accepted", ShaderKind::Pixel, 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 2, 7);
        shader.entries[0].outputs = vec![element(SigPoint::PsOut, "SV_Depth", ComponentType::F32, 1, None)];
        shader.entries[0].outputs[0].usage_mask = 1;
        write_outputs(b, shader);
    });
}

rejected! {
    an_undefined_operand: UndefinedOperand, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let (undef, one) = (b.undef(i32), b.i32(1));
        let sum = b.binary(BinaryOp::Add, undef, one, 0);
        keep(b, out, sum);
    };
    an_undefined_store: UndefinedStore, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let undef = b.undef(i32);
        keep(b, out, undef);
    };
    a_division_by_zero: UnsignedDivisionByZero, Compute 0, |b, shader| {
        let out = numbers(b, shader);
        let zero = b.i32(0);
        let id = b.call_op(Op::FlattenedThreadIdInGroup, Overload::I32, &[]).into();
        let quotient = b.binary(BinaryOp::UDiv, id, zero, 0);
        keep(b, out, quotient);
    };
    a_signed_division_by_zero: SignedDivisionByZero, Compute 0, |b, shader| {
        let out = numbers(b, shader);
        let zero = b.i32(0);
        let id = b.call_op(Op::FlattenedThreadIdInGroup, Overload::I32, &[]).into();
        let quotient = b.binary(BinaryOp::SDiv, id, zero, 0);
        keep(b, out, quotient);
    };
    an_index_out_of_bounds: OutOfBounds, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let array = b.module.types.array(i32, 4);
        let variable = b.alloca(array, 4);
        let (zero, five) = (b.i32(0), b.i32(5));
        let address = b.gep(variable, &[zero, five], true);
        b.store(address, zero, 4);
        let loaded = b.load(address, 4);
        keep(b, out, loaded);
    };
    an_array_of_arrays: ArrayOfArrays, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let row = b.module.types.array(i32, 4);
        let array = b.module.types.array(row, 4);
        let variable = b.alloca(array, 4);
        let zero = b.i32(0);
        let address = b.gep(variable, &[zero, zero, zero], true);
        b.store(address, zero, 4);
        keep(b, out, zero);
    };
    a_group_shared_variable_in_a_pixel_shader: GroupsharedStage, Pixel 0, |b, _| {
        let i32 = b.module.types.i32();
        let global = b.module.add_global(Global {
            name: "shared".into(),
            ty: i32,
            addrspace: addrspace::GROUPSHARED,
            is_const: false,
            initializer: None,
            linkage: Linkage::External,
            align: 4,
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
        let address = b.module.global_address(global).into();
        let one = b.i32(1);
        b.store(address, one, 4);
    };
    too_much_group_shared_memory: GroupsharedLimit, Compute 0, |b, _| {
        let i32 = b.module.types.i32();
        let ty = b.module.types.array(i32, 8193);
        let global = b.module.add_global(Global {
            name: "shared".into(),
            ty,
            addrspace: addrspace::GROUPSHARED,
            is_const: false,
            initializer: None,
            linkage: Linkage::External,
            align: 4,
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
        let address = b.module.global_address(global).into();
        let one = b.i32(1);
        let zero = b.i32(0);
        let id = b.call_op(Op::FlattenedThreadIdInGroup, Overload::I32, &[]).into();
        let place = b.gep(address, &[zero, id], true);
        b.store(place, one, 4);
    };
    a_loop_without_an_end: DeadLoop, Compute 0, |b, _| {
        let (entry, around, end) = (b.create_block(), b.create_block(), b.create_block());
        b.switch_to(entry);
        let id = b.call_op(Op::FlattenedThreadIdInGroup, Overload::I32, &[]).into();
        let zero = b.i32(0);
        let is_first = b.cmp(dxil::Predicate::IEq, id, zero, 0);
        b.cond_br(is_first, around, end);
        b.switch_to(around);
        b.br(around);
        b.switch_to(end);
    };
    a_loop_entered_twice: Irreducible, Compute 0, |b, _| {
        let blocks = [b.create_block(), b.create_block(), b.create_block(), b.create_block()];
        let [entry, one, two, end] = blocks;
        b.switch_to(entry);
        let id = b.call_op(Op::FlattenedThreadIdInGroup, Overload::I32, &[]).into();
        let zero = b.i32(0);
        let is_first = b.cmp(dxil::Predicate::IEq, id, zero, 0);
        b.cond_br(is_first, one, two);
        b.switch_to(one);
        b.cond_br(is_first, two, end);
        b.switch_to(two);
        b.br(one);
        b.switch_to(end);
    };
    an_offset_out_of_range: OffsetRange, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 2, 8);
    };
    a_coordinate_too_few: CoordinateMissing, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 1, 0);
    };
    a_coordinate_too_many: CoordinateExtra, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 3, 0);
    };
    a_sampler_that_compares: SampleSampler, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Comparison);
        sample(b, texture, sampler, 2, 0);
    };
    a_sampled_buffer: SampledKind, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::TypedBuffer, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 1, 0);
    };
    a_sampled_integer: SampledType, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, UINTS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        sample(b, texture, sampler, 2, 0);
    };
    a_bias_out_of_range: SampleBias, Pixel 0, |b, shader| {
        let texture = texture(b, shader, ResourceKind::Texture2D, FLOATS);
        let sampler = sampler(b, shader, SamplerKind::Default);
        let (float, i32) = (b.module.types.float(), b.module.types.i32());
        let (half, no_float, no_int, bias) = (b.float(0.5), b.undef(float), b.undef(i32), b.float(16.0));
        let args =
            [texture, sampler, half, half, no_float, no_float, no_int, no_int, no_int, bias, no_float];
        b.call_op(Op::SampleBias, Overload::F32, &args);
    };
    a_typed_store_of_one_component: TypedStoreMask, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let (one, undef, mask) = (b.i32(1), b.undef(i32), b.i8(1));
        b.call_op(Op::BufferStore, Overload::I32, &[out, one, undef, one, undef, undef, undef, mask]);
    };
    a_store_to_a_read_only_buffer: StoreClass, Compute 0, |b, shader| {
        let (i32, one) = (b.module.types.i32(), b.i32(1));
        let detail = ResourceDetail::Srv { kind: ResourceKind::TypedBuffer, sample_count: 0, element: UINTS };
        let out = resource(b, shader, detail, i32);
        keep(b, out, one);
    };
    a_raw_buffer_with_two_coordinates: BufferCoordinates, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let out = resource(b, shader, uav(ResourceKind::RawBuffer, Element::Bytes), i32);
        let (one, undef, mask) = (b.i32(1), b.undef(i32), b.i8(1));
        b.call_op(Op::BufferStore, Overload::I32, &[out, one, one, one, undef, undef, undef, mask]);
    };
    a_constant_behind_the_end: ConstantBounds, Compute 0, |b, shader| {
        let (i32, row) = (b.module.types.i32(), b.i32(1));
        let constants = resource(b, shader, ResourceDetail::Cbv { size: 16 }, i32);
        b.call_op(Op::CBufferLoadLegacy, Overload::I32, &[constants, row]);
    };
    a_constant_buffer_too_large: ConstantSize, Compute 0, |b, shader| {
        let (i32, row) = (b.module.types.i32(), b.i32(1));
        let constants = resource(b, shader, ResourceDetail::Cbv { size: 65540 }, i32);
        b.call_op(Op::CBufferLoadLegacy, Overload::I32, &[constants, row]);
    };
    a_stride_too_large: StrideLimit, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let detail = uav(ResourceKind::StructuredBuffer, Element::Struct { stride: 2052 });
        let out = resource(b, shader, detail, i32);
        let (one, undef, mask) = (b.i32(1), b.undef(i32), b.i8(1));
        b.call_op(Op::BufferStore, Overload::I32, &[out, one, one, one, undef, undef, undef, mask]);
    };
    an_unaligned_stride: StrideAlignment, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let detail = uav(ResourceKind::StructuredBuffer, Element::Struct { stride: 6 });
        let out = resource(b, shader, detail, i32);
        let (one, undef, mask) = (b.i32(1), b.undef(i32), b.i8(1));
        b.call_op(Op::BufferStore, Overload::I32, &[out, one, one, one, undef, undef, undef, mask]);
    };
    an_element_of_32_bytes: ElementSize, Compute 0, |b, shader| {
        let (double, one) = (b.module.types.double(), b.i32(1));
        let member = b.module.types.vector(double, 4);
        let out = resource(b, shader, uav(ResourceKind::TypedBuffer, UINTS), member);
        keep(b, out, one);
    };
    a_cube_that_is_written: CubeUav, Compute 0, |b, shader| {
        let float = b.module.types.float();
        let detail = uav(ResourceKind::TextureCube, FLOATS);
        let cube = resource(b, shader, detail, float);
        let level = b.i32(0);
        b.call_op(Op::GetDimensions, Overload::None, &[cube, level]);
    };
    an_ordered_resource_in_a_compute_shader: OrderedStage, Compute 0, |b, shader| {
        let (i32, one) = (b.module.types.i32(), b.i32(1));
        let mut detail = uav(ResourceKind::TypedBuffer, UINTS);
        if let ResourceDetail::Uav { rasterizer_ordered, .. } = &mut detail {
            *rasterizer_ordered = true;
        }
        let out = resource(b, shader, detail, i32);
        keep(b, out, one);
    };
    a_counter_that_is_incremented_and_decremented: CounterUpAndDown, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let mut detail = uav(ResourceKind::StructuredBuffer, Element::Struct { stride: 4 });
        if let ResourceDetail::Uav { has_counter, .. } = &mut detail {
            *has_counter = true;
        }
        let out = resource(b, shader, detail, i32);
        for step in [1, -1] {
            let step = b.i8(step);
            b.call_op(Op::BufferUpdateCounter, Overload::None, &[out, step]);
        }
    };
    a_counter_that_is_not_stated: CounterUse, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let detail = uav(ResourceKind::StructuredBuffer, Element::Struct { stride: 4 });
        let (out, step) = (resource(b, shader, detail, i32), b.i8(1));
        b.call_op(Op::BufferUpdateCounter, Overload::None, &[out, step]);
    };
    a_level_of_a_buffer: DimensionsLevel, Compute 0, |b, shader| {
        let (out, zero) = (numbers(b, shader), b.i32(0));
        let dimensions = b.call_op(Op::GetDimensions, Overload::None, &[out, zero]).into();
        let width = b.extract_value(dimensions, 0);
        keep(b, out, width);
    };
    a_dimension_that_is_not_there: DimensionsResult, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let undef = b.undef(i32);
        let dimensions = b.call_op(Op::GetDimensions, Overload::None, &[out, undef]).into();
        let height = b.extract_value(dimensions, 1);
        keep(b, out, height);
    };
    a_barrier_of_nothing: BarrierNothing, Compute 0, |b, _| {
        let mode = b.i32(1);
        b.call_op(Op::Barrier, Overload::None, &[mode]);
    };
    a_barrier_of_a_group_in_a_pixel_shader: BarrierStage, Pixel 0, |b, _| {
        let mode = b.i32(9);
        b.call_op(Op::Barrier, Overload::None, &[mode]);
    };
    the_logarithm_of_infinity: IndefiniteLogarithm, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let infinity = b.float(f32::INFINITY);
        let log = b.call_op(Op::Log, Overload::F32, &[infinity]).into();
        let number = b.cast(CastOp::FpToSi, log, i32);
        keep(b, out, number);
    };
    two_depths: DepthTwice, Pixel 0, |b, shader| {
        let depth = |name| element(SigPoint::PsOut, name, ComponentType::F32, 1, None);
        shader.entries[0].outputs = vec![depth("SV_Depth"), depth("SV_DepthGreaterEqual")];
        write_outputs(b, shader);
    };
    a_conservative_depth_with_a_linear_position: DepthInterpolation, Pixel 0, |b, shader| {
        let mut position = element(SigPoint::PsIn, "SV_Position", ComponentType::F32, 4, Some(0));
        position.interpolation = Interpolation::LinearNoPerspective;
        shader.entries[0].inputs = vec![position];
        let depth = element(SigPoint::PsOut, "SV_DepthGreaterEqual", ComponentType::F32, 1, None);
        shader.entries[0].outputs = vec![depth];
        write_outputs(b, shader);
    };
    both_coverages: CoverageBoth, Pixel 0, |b, shader| {
        let out = numbers(b, shader);
        let coverage = b.call_op(Op::Coverage, Overload::I32, &[]).into();
        let inner = b.call_op(Op::InnerCoverage, Overload::I32, &[]).into();
        let sum = b.binary(BinaryOp::Add, coverage, inner, 0);
        keep(b, out, sum);
    };
    an_interpolated_integer: IntegerInterpolation, Pixel 0, |_, shader| {
        shader.entries[0].inputs = vec![element(SigPoint::PsIn, "A", ComponentType::I32, 1, Some(0))];
    };
    a_position_of_three_components: SemanticType, Vertex 0, |b, shader| {
        shader.entries[0].outputs = vec![element(SigPoint::VsOut, "SV_Position", ComponentType::F32, 3, Some(0))];
        write_outputs(b, shader);
    };
    a_position_that_is_not_written: UndefinedOutput, Vertex 0, |_, shader| {
        shader.entries[0].outputs = vec![element(SigPoint::VsOut, "SV_Position", ComponentType::F32, 4, Some(0))];
    };
    a_semantic_twice: SemanticTwice, Vertex 0, |b, shader| {
        let output = |name, row| element(SigPoint::VsOut, name, ComponentType::F32, 4, Some(row));
        shader.entries[0].outputs = vec![output("A", 0), output("a", 1)];
        write_outputs(b, shader);
    };
    a_register_with_two_interpolations: RegisterInterpolation, Pixel 0, |_, shader| {
        let mut other = element(SigPoint::PsIn, "B", ComponentType::F32, 1, Some(0));
        other.location = Some(Location { row: 0, column: 1 });
        other.interpolation = Interpolation::Constant;
        shader.entries[0].inputs = vec![element(SigPoint::PsIn, "A", ComponentType::F32, 1, Some(0)), other];
    };
    a_target_of_another_register: TargetRegister, Pixel 0, |b, shader| {
        shader.entries[0].outputs = vec![element(SigPoint::PsOut, "SV_Target", ComponentType::F32, 4, Some(1))];
        write_outputs(b, shader);
    };
    an_input_of_a_vertex_shader_that_is_interpolated: NoInterpolation, Vertex 0, |_, shader| {
        let mut input = element(SigPoint::VsIn, "A", ComponentType::F32, 4, Some(0));
        input.interpolation = Interpolation::Linear;
        shader.entries[0].inputs = vec![input];
    };
    flags_that_are_too_many: FlagsDiffer, Compute 0, |_, shader| {
        shader.entries[0].flags = ShaderFlags::DOUBLES;
    };
}

rejected_by_releases! {
    an_atomic_on_a_local: AtomicTarget, Compute 0, |b, shader| {
        let (out, i32) = (numbers(b, shader), b.module.types.i32());
        let variable = b.alloca(i32, 4);
        let one = b.i32(1);
        let old = b.atomic_rmw(AtomicOp::Add, variable, one);
        keep(b, out, old);
    };
    a_store_with_a_gap: StoreMaskGap, Compute 0, |b, shader| {
        let i32 = b.module.types.i32();
        let out = resource(b, shader, uav(ResourceKind::RawBuffer, Element::Bytes), i32);
        let (one, undef, mask) = (b.i32(1), b.undef(i32), b.i8(5));
        b.call_op(Op::BufferStore, Overload::I32, &[out, one, undef, one, undef, one, undef, mask]);
    };
}

/// Releases take derivatives in compute shaders from validator 1.8 on, in thread groups of whole quads.
#[test]
fn derivatives_in_compute_shaders() {
    fn differ(b: &mut FunctionBuilder<'_>, shader: &mut Shader, num_threads: [u32; 3]) {
        shader.entries[0].stage = StageProperties::Compute { num_threads, wave_size: None };
        let half = b.float(0.5);
        b.call_op(Op::DerivCoarseX, Overload::F32, &[half]);
    }
    let dxc = oracle();
    for validator in versions(&dxc) {
        for (fits, num_threads) in [(true, [4, 1, 1]), (true, [2, 6, 3]), (false, [6, 1, 1]), (false, [4, 3, 1])] {
            let build = |b: &mut FunctionBuilder<'_>, shader: &mut Shader| differ(b, shader, num_threads);
            let (module, shader) = made(ShaderKind::Compute, 6, validator, build);
            let may_be = fits && validator.allows_compute_derivatives();
            assert_eq!(verify(&module).is_empty(), may_be, "{validator}");
            let container = assemble(&module, &shader, ExtraParts::default()).expect("it can be written");
            let verdict = dxc.validate(&container.write(Signing::Digest));
            if dxc.unknown_validator().is_none() {
                assert_eq!(verdict.is_ok(), may_be, "{validator}: {verdict:?}");
            }
        }
    }
}

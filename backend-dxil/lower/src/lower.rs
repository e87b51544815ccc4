//! The lowering as a whole: globals, the entry function, and what metadata and container say of them.

use crate::constant::constant;
use crate::errors;
use crate::features::{chosen_flags, unwanted_flags};
use crate::function::{Env, lower_function};
use crate::interface::Interface;
use crate::resource::Resources;
use crate::signature_use::signature_use;
use crate::types;
use cranelift_entity::SecondaryMap;
use dxil::Module as DxModule;
use dxil::builder::FunctionBuilder;
use dxil::flags::ShaderFlags;
use dxil::module::{Global as DxGlobal, GlobalId, LAYOUT_NATIVE_16BIT, Linkage};
use dxil::requirements::{groupshared_bytes, shader_flags};
use dxil::shader::{EntryPoint as DxEntry, Shader, StageProperties, WaveSize};
use dxil::target::{ShaderKind, ShaderModel as DxShaderModel};
use dxil::types::addrspace;
use dxil::validator::ValidatorVersion;
use hlslc_base::{Diagnostic, Span, Stage, Target};
use hlslc_ir::module::{EntryPoint, GlobalData};
use hlslc_ir::stage::StageProperties as IrProperties;
use hlslc_ir::{AddressSpace, Function, Global, Imm, Module, Resource};

/// How to lower.
#[derive(Clone, Copy, Debug)]
pub struct LowerOptions {
    /// What for.
    pub target: Target,
    /// `-auto-binding-space`, which the module then states.
    pub automatic_space: Option<u32>,
    /// The validator the module is written for; a later one where the shader model needs it.
    pub validator: ValidatorVersion,
}

/// A module, what its metadata says as data, and where its resources come from.
#[derive(Debug)]
pub struct Lowered {
    /// The module, metadata included.
    pub module: DxModule,
    /// What the metadata says.
    pub shader: Shader,
    /// The IR's resources behind the shader's, class by class in the order SRV, UAV, CBV, sampler.
    pub resources: Vec<Resource>,
}

/// Bytes of group-shared memory a thread group has.
const GROUPSHARED_LIMIT: u64 = 32 * 1024;

/// Lowers an entry point of a module in DXIL form.
pub fn lower(module: &Module, entry: &EntryPoint, options: LowerOptions) -> Result<Lowered, Vec<Diagnostic>> {
    let target = options.target;
    let Some(kind) = ShaderKind::from_number(u32::from(target.stage as u8)) else {
        return Err(vec![errors::not_supported_yet(entry.span, &format!("a {} shader", target.stage))]);
    };
    let model = DxShaderModel::new(kind, target.model.major, target.model.minor);
    let func = &module.funcs[entry.func];
    let uses = signature_use(&module.ctx, entry, func);
    let interface = Interface::new(module, entry, model.version, &uses)?;

    let mut dx = DxModule::new();
    dx.version = model.dxil_version();
    if module.flags.native_16bit {
        dx.data_layout = LAYOUT_NATIVE_16BIT.into();
    }
    let resources = Resources::new(&mut dx, module, func);
    let globals = lower_globals(module, func, &mut dx)?;
    let void = dx.types.void();
    let ty = dx.types.function(void, &[]);
    let function = dx.declare_function(entry.name.as_str(), ty, None);
    let env = Env { module, target, entry, resources: &resources, globals: &globals, interface: &interface };
    let problems = lower_function(&env, func, FunctionBuilder::new(&mut dx, function));
    if !problems.is_empty() {
        return Err(problems);
    }
    let shared = groupshared_bytes(&dx);
    if shared > GROUPSHARED_LIMIT {
        let span = last_groupshared(module, &globals);
        return Err(vec![errors::groupshared_too_large(span, shared, GROUPSHARED_LIMIT)]);
    }

    let stage = match entry.properties {
        IrProperties::Compute { num_threads, wave_size } => StageProperties::Compute {
            num_threads,
            wave_size: wave_size.map(|min| WaveSize { min, max: 0, preferred: 0 }),
        },
        _ => StageProperties::None,
    };
    let mut shader = Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: options.validator.at_least(model.dxil_version()),
        producer: Some(concat!("hlslc ", env!("CARGO_PKG_VERSION")).into()),
        resources: resources.lists.clone(),
        dependencies: None,
        entries: vec![DxEntry {
            function: Some(function),
            name: entry.name.as_str().into(),
            inputs: interface.inputs.clone(),
            outputs: interface.outputs.clone(),
            patch: Vec::new(),
            flags: ShaderFlags::empty(),
            stage,
            auto_space: options.automatic_space,
        }],
    };
    let flags = (shader_flags(&dx, &shader) | chosen_flags(module, entry)) - unwanted_flags(module);
    if target.stage != Stage::Compute {
        let uses_view_id = flags.contains(ShaderFlags::VIEW_ID);
        shader.dependencies = Some(interface.dependencies(entry, &uses, uses_view_id));
    }
    for entry in &mut shader.entries {
        entry.flags = flags;
    }
    shader.write(&mut dx);
    Ok(Lowered { module: dx, shader, resources: resources.used })
}

/// Declares the globals that a function uses.
fn lower_globals(
    module: &Module,
    func: &Function,
    dx: &mut DxModule,
) -> Result<SecondaryMap<Global, Option<GlobalId>>, Vec<Diagnostic>> {
    let mut used: SecondaryMap<Global, bool> = SecondaryMap::new();
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        if let Imm::Global(global) = func.insts[inst].imm {
            used[global] = true;
        }
    }
    let mut out = SecondaryMap::new();
    for (id, data) in module.globals.iter().filter(|(id, _)| used[*id]) {
        let Some(global) = lower_global(module, data, dx) else {
            return Err(vec![errors::not_dxil(data.span, &format!("the variable `{}`", data.name))]);
        };
        out[id] = Some(dx.add_global(global));
    }
    Ok(out)
}

fn lower_global(module: &Module, data: &GlobalData, dx: &mut DxModule) -> Option<DxGlobal> {
    let ty = types::memory(dx, &module.ctx, data.ty)?;
    let align = types::align(&module.ctx, data.ty).max(4);
    let initializer = match (data.space, data.init) {
        (AddressSpace::Constant, Some(init)) => Some(constant(dx, &module.ctx, init)?),
        (AddressSpace::Groupshared, _) => None,
        _ => return None,
    };
    let is_const = initializer.is_some();
    Some(DxGlobal {
        name: data.name.as_str().into(),
        ty,
        addrspace: if is_const { addrspace::DEFAULT } else { addrspace::GROUPSHARED },
        is_const,
        initializer,
        linkage: if is_const { Linkage::Internal } else { Linkage::External },
        align,
        section: None,
        unnamed_addr: is_const,
        externally_initialized: false,
    })
}

/// Where the last of the group-shared variables is declared.
fn last_groupshared(module: &Module, globals: &SecondaryMap<Global, Option<GlobalId>>) -> Span {
    let mut latest = module.globals.iter().rev();
    let found = latest.find(|(id, data)| globals[*id].is_some() && data.space == AddressSpace::Groupshared);
    found.map_or(Span::NONE, |(_, data)| data.span)
}

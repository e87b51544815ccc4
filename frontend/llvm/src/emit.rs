//! Translates an [`Ast`] to a module: functions, globals, entry points and their root signatures. Types are in
//! [`types`], resources in [`resources`], the bodies of functions in [`body`], addresses in [`memory`], and what
//! intrinsics become in [`intrinsics`].

mod body;
mod constant;
mod intrinsics;
mod memory;
mod resources;
mod types;

use crate::ast::{Ast, Function as Source, TypeId};
use crate::{Error, Result};
use cranelift_entity::PrimaryMap;
use hlslc_base::{Span, Stage};
use hlslc_ir::function::{Inline, Linkage};
use hlslc_ir::module::{EntryPoint, GlobalData};
use hlslc_ir::stage::{StageProperties, WaveSize};
use hlslc_ir::{AddressSpace, Func, Function, Global, Module, Resource, Type};
pub(crate) use intrinsics::names;
use resources::Key;
use rustc_hash::FxHashMap;
use std::ops::Range;
use types::{Extent, StructInfo};

/// Where a range of the text is in the source.
pub(crate) type Spans<'a> = &'a dyn Fn(Range<usize>) -> Span;

/// The attribute that makes a function an entry point.
const SHADER: &str = "hlsl.shader";
const NUM_THREADS: &str = "hlsl.numthreads";
const WAVE_SIZE: &str = "hlsl.wavesize";

pub(crate) fn emit(text: &str, ast: &Ast, spans: Spans<'_>) -> Result<Module> {
    let mut emit = Emit {
        ast,
        spans,
        module: Module::default(),
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        types: FxHashMap::default(),
        structs: FxHashMap::default(),
        extents: FxHashMap::default(),
        open: Vec::new(),
        resources: FxHashMap::default(),
    };
    let is_library = emit.declare()?;
    for function in ast.functions.iter().filter(|function| !function.blocks.is_empty()) {
        let mut func = body::function(&mut emit, function)?;
        let Some(&id) = emit.funcs.get(&function.name) else { continue };
        let declared = &mut emit.module.funcs[id];
        (func.linkage, func.inline) = (declared.linkage, declared.inline);
        func.symbol = declared.symbol.take();
        *declared = func;
        if !is_library || emit.attribute(function, SHADER).is_some() {
            emit.entry(function, id)?;
        }
    }
    let mut module = emit.module;
    let native = [hlslc_ir::Scalar::F16, hlslc_ir::Scalar::I16].map(hlslc_ir::TypeData::Scalar);
    module.flags.native_16bit = native.iter().any(|ty| module.ctx.find(ty).is_some());
    hlslc_ir::text::root_signatures(text, &mut module).map_err(|why| {
        let line: usize = text.split_inclusive('\n').take(why.line.saturating_sub(1) as usize).map(str::len).sum();
        let length = text.get(line..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        Error::new(line..line + length, why.message)
    })?;
    Ok(module)
}

/// A module that is being made.
struct Emit<'a> {
    ast: &'a Ast,
    spans: Spans<'a>,
    module: Module,
    funcs: FxHashMap<String, Func>,
    globals: FxHashMap<String, (Global, TypeId)>,
    types: FxHashMap<TypeId, Type>,
    structs: FxHashMap<TypeId, StructInfo>,
    extents: FxHashMap<TypeId, Extent>,
    /// The structs whose members are being looked at.
    open: Vec<TypeId>,
    resources: FxHashMap<Key, Resource>,
}

impl<'a> Emit<'a> {
    /// Declares the functions, so that they may call each other in any order. Returns whether the module is a library.
    fn declare(&mut self) -> Result<bool> {
        let ast = self.ast;
        let has_entry = ast.functions.iter().any(|function| self.attribute(function, SHADER).is_some());
        let is_library = !has_entry || ast.triple.ends_with("-library");
        let no_loc = self.module.ctx.no_loc();
        for function in &ast.functions {
            let ret = self.value_type(function.result, &function.range)?;
            let mut func = Function::new(function.name.clone(), ret, no_loc);
            if function.blocks.is_empty() {
                // A linker finds it.
                let types = function.parameters.iter().map(|parameter| self.value_type(parameter.ty, &parameter.range));
                func.declared = types.collect::<Result<_>>()?;
                func.linkage = Linkage::External;
                func.inline = Inline::Keep;
                func.symbol = Some(function.name.clone());
            } else if is_library && !function.is_internal && self.attribute(function, SHADER).is_none() {
                func.linkage = Linkage::Exported;
                func.inline = Inline::Keep;
                func.symbol = Some(function.name.clone());
            }
            let id = self.module.funcs.push(func);
            self.funcs.insert(function.name.clone(), id);
        }
        Ok(is_library)
    }

    /// The value of an attribute that stands at a function or in one of its groups.
    fn attribute(&self, function: &'a Source, key: &str) -> Option<&'a str> {
        let groups = function.groups.iter().filter_map(|group| self.ast.groups.get(group)).flatten();
        function.attributes.iter().chain(groups).find(|row| row.0 == key).map(|row| row.1.as_str())
    }

    fn entry(&mut self, function: &'a Source, func: Func) -> Result {
        let Some(stage) = self.attribute(function, SHADER) else { return Ok(()) };
        let error = |message: String| Err(Error::new(function.range.clone(), message));
        let Some(mut properties) = Stage::all().find(|known| known.to_string() == stage).and_then(StageProperties::of)
        else {
            return error(format!("`{stage}` is no stage that a shader runs in"));
        };
        if !function.parameters.is_empty() {
            return error("an entry point takes its inputs by intrinsics, not by parameters".to_owned());
        }
        let threads = self.attribute(function, NUM_THREADS).map(numbers);
        let waves = self.attribute(function, WAVE_SIZE).map(numbers);
        match (&mut properties, threads) {
            (
                StageProperties::Compute { num_threads, .. }
                | StageProperties::Mesh { num_threads, .. }
                | StageProperties::Amplification { num_threads, .. },
                Some(Some([x, y, z])),
            ) => *num_threads = [x, y, z],
            (_, Some(None)) => return error(format!("\"{NUM_THREADS}\" takes three numbers")),
            _ => {}
        }
        match (&mut properties, waves) {
            (StageProperties::Compute { wave_size, .. }, Some(Some([min, max, preferred]))) => {
                *wave_size = Some(WaveSize { min, max, preferred });
            }
            (_, Some(None)) => return error(format!("\"{WAVE_SIZE}\" takes three numbers")),
            _ => {}
        }
        self.module.entries.push(EntryPoint {
            name: function.name.clone(),
            func,
            properties,
            span: (self.spans)(function.range.clone()),
            inputs: PrimaryMap::new(),
            outputs: PrimaryMap::new(),
            patch_constants: PrimaryMap::new(),
            variables: Vec::new(),
            parameters: Vec::new(),
            root_signature: None,
            bare: Some(String::new()),
            vk_modes: Vec::new(),
            group_memory_limit: None,
        });
        Ok(())
    }

    /// The variable of a name, made when it is first used.
    fn global(&mut self, name: &str, range: &Range<usize>) -> Result<(Global, TypeId)> {
        if let Some(&known) = self.globals.get(name) {
            return Ok(known);
        }
        let error = |message: String| Err(Error::new(range.clone(), message));
        let Some(source) = self.ast.globals.get(name) else {
            return error(format!("no global `@{name}`"));
        };
        let ty = self.memory_type(source.ty, &source.range)?;
        let space = match (source.space, source.is_constant) {
            (types::GROUPSHARED, _) => AddressSpace::Groupshared,
            (0, true) if source.init.is_some() => AddressSpace::Constant,
            (0, false) => AddressSpace::Private,
            _ => return error(format!("nothing is known here of what `@{name}` holds or where it is")),
        };
        let mut data = GlobalData::new(name, (self.spans)(source.range.clone()), ty, space);
        if space != AddressSpace::Groupshared
            && let Some(init) = &source.init
        {
            data.init = Some(self.constant(init)?);
        }
        let id = self.module.globals.push(data);
        self.globals.insert(name.to_owned(), (id, source.ty));
        Ok((id, source.ty))
    }
}

/// Three numbers with commas between them.
fn numbers(text: &str) -> Option<[u32; 3]> {
    let mut numbers = text.split(',').map(|number| number.trim().parse().ok());
    let found = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(found)
}

//! Makes one module of the functions that are reached, with the variables, resources and entry points that these use.
//!
//! Input: libraries, and what is reached of them. Output: a module in which a function is called where it was declared. What is
//! the same in several libraries is there once: types, by their contents; resources, by their names, since a resource is
//! declared in every library that uses it. Variables are of one library each, and so are functions that only their library knows;
//! where two of them have one name, the later one gets that of its library before it.
//!
//! Resources without registers are counted on from library to library, so that they get registers as if the libraries were one
//! source. Cost: linear.

mod debug;
mod precision;
mod resources;

use crate::errors::LinkError;
use crate::exports::Roots;
use crate::reach::{Reached, globals_of};
use crate::symbols::{Place, symbol};
use crate::{Library, LinkOptions};
use cranelift_entity::EntitySet;
use hlslc_ir::context::Renumbering;
use hlslc_ir::foreign::ModeOperands;
use hlslc_ir::function::{Function, Inline, Linkage};
use hlslc_ir::module::{EntryPoint, GlobalData, ModuleFlags};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::subobject::{Subobject, SubobjectValue};
use hlslc_ir::{AddressSpace, Func, Module};
use rustc_hash::{FxHashMap, FxHashSet};

/// A module that was made of several.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) module: Module,
    /// The library of each function.
    pub(crate) origins: Vec<usize>,
    /// The functions that go out, if it is a library.
    pub(crate) exported: Vec<Func>,
    pub(crate) is_shader: bool,
}

pub(crate) fn merge(
    mut libraries: Vec<Library>,
    reached: &Reached,
    roots: &Roots,
    options: &LinkOptions,
) -> Result<Merged, Vec<LinkError>> {
    let mut numbers: FxHashMap<Place, Func> = FxHashMap::default();
    let mut places = Vec::new();
    for (at, library) in libraries.iter().enumerate() {
        for func in library.module.funcs.keys() {
            let place = Place { library: at, func };
            if reached.contains(place) {
                numbers.insert(place, Func::from_u32(places.len() as u32));
                places.push(place);
            }
        }
    }
    let mut errors = precision::check(&libraries, &places);
    let wanted: FxHashSet<Place> = roots.funcs.iter().copied().collect();
    let mut merger = Merger {
        made: Merged {
            module: Module { flags: flags(&libraries, &places, roots), ..Module::default() },
            origins: places.iter().map(|place| place.library).collect(),
            exported: Vec::new(),
            is_shader: options.stage.is_some(),
        },
        names: FxHashMap::default(),
        symbols: FxHashSet::default(),
        resources: resources::Resources::default(),
        subobjects: FxHashMap::default(),
        library_names: libraries.iter().map(|library| library.name.clone()).collect(),
        errors: Vec::new(),
        calls: Vec::new(),
    };
    for (at, library) in libraries.iter_mut().enumerate() {
        let own: Vec<Func> = places.iter().filter(|place| place.library == at).map(|place| place.func).collect();
        if own.is_empty() && library.module.subobjects.is_empty() {
            continue;
        }
        let mut known = merger.made.module.ctx.import(&library.module.ctx);
        for func in library.module.funcs.keys() {
            let definition = reached.definition(Place { library: at, func });
            if let Some(&number) = numbers.get(&definition) {
                known.set_func(func, number);
            }
        }
        if !own.is_empty() {
            let entries = roots.entries.iter().filter(|(of, _)| *of == at).map(|&(_, entry)| entry);
            merger.variables(at, &library.module, &own, &entries.clone().collect::<Vec<_>>(), &mut known);
            merger.resources(at, &library.module, &own, &mut known);
            merger.debug(&library.module, &mut known);
            for func in own {
                let is_wanted = wanted.contains(&Place { library: at, func });
                merger.function(at, &mut library.module, func, is_wanted, &known);
            }
            merger.declarations(at, &library.module, &known, reached);
            for entry in entries {
                merger.made.module.entries.push(renumbered(&library.module.entries[entry], &known));
            }
            merger.needs(&mut library.module, &known);
        }
        if !merger.made.is_shader {
            merger.subobjects(at, &library.module);
        }
    }
    merger.check_calls();
    errors.append(&mut merger.errors);
    if options.binds_by_name {
        resources::order_by_name(&mut merger.made.module);
    }
    if errors.is_empty() { Ok(merger.made) } else { Err(errors) }
}

/// The options of all of it: those of the library of the entry point, if there is one, with what another one cannot do without.
fn flags(libraries: &[Library], places: &[Place], roots: &Roots) -> ModuleFlags {
    let used: FxHashSet<usize> = places.iter().map(|place| place.library).collect();
    let first = roots.entries.first().map(|&(library, _)| library).or(places.first().map(|place| place.library));
    let of = |at: usize| libraries[at].module.flags;
    let mut flags = first.map(of).unwrap_or_default();
    (0..libraries.len()).filter(|at| used.contains(at)).for_each(|at| flags.link(of(at)));
    if let Some(native) = precision::decided(libraries, places) {
        flags.native_16bit = native;
    }
    flags
}

/// A call of a function of another library, to be compared with its definition.
struct Call {
    definition: Func,
    declared: Function,
    library: usize,
}

struct Merger {
    made: Merged,
    /// The variables by their names, with their libraries.
    names: FxHashMap<String, (hlslc_ir::Global, usize)>,
    /// The symbols of functions so far.
    symbols: FxHashSet<String>,
    resources: resources::Resources,
    subobjects: FxHashMap<String, (usize, usize)>,
    library_names: Vec<String>,
    errors: Vec<LinkError>,
    calls: Vec<Call>,
}

impl Merger {
    fn pair(&self, first: usize, second: usize) -> [String; 2] {
        [self.library_names[first].clone(), self.library_names[second].clone()]
    }

    /// Takes in the variables that functions and entry points of a library use.
    fn variables(&mut self, at: usize, from: &Module, own: &[Func], entries: &[usize], known: &mut Renumbering) {
        let mut used = EntitySet::new();
        for &id in own {
            used.extend(globals_of(&from.funcs[id]));
        }
        for &entry in entries {
            let entry = &from.entries[entry];
            used.extend(entry.variables.iter().map(|variable| variable.global));
            used.extend(entry.parameters.iter().map(|parameter| parameter.global));
        }
        for (id, data) in from.globals.iter().filter(|(id, _)| used.contains(*id)) {
            let mut data =
                GlobalData { ty: known.ty(data.ty), init: data.init.map(|init| known.constant(init)), ..data.clone() };
            known.decorations(&mut data.decorations);
            let module = &mut self.made.module;
            if let Some(&(other, library)) = self.names.get(&data.name) {
                let before = &module.globals[other];
                let is_same = (before.space, before.ty, before.init) == (data.space, data.ty, data.init);
                if data.space == AddressSpace::Groupshared {
                    let libraries = self.pair(library, at);
                    self.errors.push(LinkError::GlobalTwice { name: data.name.clone(), libraries });
                    continue;
                }
                if data.space == AddressSpace::Constant && is_same {
                    known.set_global(id, other);
                    continue;
                }
                data.name = format!("{}.{}", self.library_names[at], data.name);
            }
            let name = data.name.clone();
            let new = module.globals.push(data);
            self.names.entry(name).or_insert((new, at));
            known.set_global(id, new);
        }
    }

    fn function(&mut self, at: usize, from: &mut Module, id: Func, is_wanted: bool, known: &Renumbering) {
        let empty = Function::new("", from.ctx.void(), from.ctx.no_loc());
        let mut func = std::mem::replace(&mut from.funcs[id], empty);
        func.renumber(known);
        func.names.clear();
        if self.made.is_shader {
            func.linkage = if func.linkage == Linkage::Constructor { func.linkage } else { Linkage::Internal };
            func.inline = Inline::Always;
            func.symbol = None;
            func.param_data.clear();
            func.ret_data = hlslc_ir::function::ParamData::default();
        } else if func.linkage == Linkage::Exported && !is_wanted {
            func.linkage = Linkage::Internal;
        }
        let has_own_name = matches!(func.linkage, Linkage::Exported | Linkage::External) || is_wanted;
        if func.linkage == Linkage::Constructor {
            // All of one source file would have one name.
            func.name = format!("{}.{}", self.library_names[at], func.name);
            func.symbol = None;
        } else if !has_own_name
            && let Some(symbol) = func.symbol.as_ref().filter(|symbol| self.symbols.contains(*symbol))
        {
            func.symbol = Some(format!("{}.{symbol}", self.library_names[at]));
        }
        self.symbols.insert(symbol(&func).to_owned());
        let exported = func.linkage == Linkage::Exported;
        let new = self.made.module.funcs.push(func);
        if exported {
            self.made.exported.push(new);
        }
    }

    /// Notes the calls of a library that go to definitions in others.
    fn declarations(&mut self, at: usize, from: &Module, known: &Renumbering, reached: &Reached) {
        for (id, func) in from.funcs.iter().filter(|(_, func)| func.linkage == Linkage::External) {
            let place = Place { library: at, func: id };
            let definition = reached.definition(place);
            if definition != place && reached.contains(definition) {
                let mut declared = func.without_body();
                declared.declared.clone_from(&func.declared);
                declared.renumber(known);
                self.calls.push(Call { definition: known.func(id), declared, library: at });
            }
        }
    }

    /// Compares calls with the definitions, once all of these are there.
    fn check_calls(&mut self) {
        for Call { definition, declared, library } in std::mem::take(&mut self.calls) {
            let module = &self.made.module;
            let Some(func) = module.funcs.get(definition) else { continue };
            let (expected, found): (Vec<_>, Vec<_>) = (declared.param_types().collect(), func.param_types().collect());
            let how = if declared.ret != func.ret {
                "the results have other types".to_owned()
            } else if expected.len() != found.len() {
                format!("the call passes {} arguments, the definition takes {}", expected.len(), found.len())
            } else if let Some(at) = expected.iter().zip(&found).position(|(a, b)| a != b) {
                format!("parameter {} is of another type", at + 1)
            } else if let Some(at) = (0..expected.len())
                .find(|&at| !self.made.is_shader && declared.param_data(at).matrix != func.param_data(at).matrix)
            {
                format!("parameter {} is a matrix of another order", at + 1)
            } else {
                continue;
            };
            let libraries = self.pair(library, self.made.origins[definition.as_u32() as usize]);
            self.errors.push(LinkError::Function { symbol: symbol(&declared).to_owned(), libraries, how });
        }
    }

    /// What a source asks of SPIR-V, and the errors that are none if nothing is left of their places.
    fn needs(&mut self, from: &mut Module, known: &Renumbering) {
        let needs = &mut self.made.module.foreign;
        from.foreign.capabilities.iter().for_each(|&(number, span)| needs.capability(number, span));
        from.foreign.extensions.iter().for_each(|(name, span)| needs.extension(name, *span));
        for mut mode in std::mem::take(&mut from.foreign.modes) {
            if let ModeOperands::Ids(ids) = &mut mode.operands {
                for id in ids {
                    *id = known.constant(*id);
                }
            }
            needs.mode(mode);
        }
        self.made.module.unless_unused.append(&mut from.unless_unused);
    }

    fn subobjects(&mut self, at: usize, from: &Module) {
        for subobject in &from.subobjects {
            let Some(&(number, library)) = self.subobjects.get(&subobject.name) else {
                let number = self.made.module.subobjects.len();
                self.subobjects.insert(subobject.name.clone(), (number, at));
                self.made.module.subobjects.push(subobject.clone());
                continue;
            };
            if !same_subobject(&self.made.module.subobjects[number], subobject) {
                let libraries = self.pair(library, at);
                self.errors.push(LinkError::Subobject { name: subobject.name.clone(), libraries });
            }
        }
    }
}

/// An entry point with the numbers that its parts have now.
fn renumbered(entry: &EntryPoint, known: &Renumbering) -> EntryPoint {
    let mut entry = EntryPoint { func: known.func(entry.func), ..entry.clone() };
    match &mut entry.properties {
        StageProperties::Hull { patch_constant: Some(func), .. } => *func = known.func(*func),
        StageProperties::Node(node) => {
            let ports = node.inputs.iter_mut().chain(&mut node.outputs);
            for ty in ports.filter_map(|port| port.ty.record.as_mut()) {
                *ty = known.ty(*ty);
            }
        }
        StageProperties::Vertex
        | StageProperties::Pixel { .. }
        | StageProperties::Compute { .. }
        | StageProperties::Geometry { .. }
        | StageProperties::Hull { .. }
        | StageProperties::Domain { .. }
        | StageProperties::Mesh { .. }
        | StageProperties::Amplification { .. }
        | StageProperties::RayGeneration
        | StageProperties::Intersection
        | StageProperties::AnyHit
        | StageProperties::ClosestHit
        | StageProperties::Miss
        | StageProperties::Callable => {}
    }
    for elements in [&mut entry.inputs, &mut entry.outputs, &mut entry.patch_constants] {
        elements.values_mut().for_each(|element| known.decorations(&mut element.decorations));
    }
    entry.variables.iter_mut().for_each(|variable| variable.global = known.global(variable.global));
    entry.parameters.iter_mut().for_each(|parameter| parameter.global = known.global(parameter.global));
    entry
}

/// Whether two subobjects have one value, wherever they were declared.
fn same_subobject(a: &Subobject, b: &Subobject) -> bool {
    match (&a.value, &b.value) {
        (
            SubobjectValue::RootSignature { local: a_local, signature: a },
            SubobjectValue::RootSignature { local: b_local, signature: b },
        ) => a_local == b_local && a.bytes() == b.bytes(),
        (a, b) => format!("{a:?}") == format!("{b:?}"),
    }
}

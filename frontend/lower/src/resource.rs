//! Lowers resources: declarations to `Resource` entities, and resource-typed expressions to handles.
//!
//! Every global that is or contains resources becomes entities, used or not: unused ones disappear later, when the target
//! decides its bindings. A struct gives one entity for each resource member, named `s.member`, an array of resources one
//! entity with a range, an array of structs one entity for each element and member, named `s.0.member`, or `s.0.1.member` in
//! an array of arrays. Members of a base class follow its name: `s.Base.member`. For DXIL the elements of an array of resources in a
//! struct or a buffer are entities of their own too (`s.member.1`), unless the program has an index at run time into such an array,
//! which DXC rejects.
//!
//! Entities, and the assignment of registers, have an order of their own ([`Turn`]); for Vulkan it is the order of
//! declaration. It is DXC's with one exception: the elements of an array of structs, and the members of one class in a
//! struct, are ordered as they are declared here (in a `ConstantBuffer` the last one first), and as the shader uses them
//! there.
//!
//! A handle is made where the resource is mentioned; a pass unites equal ones. Resource-typed locals and parameters are
//! ordinary variables that hold handles.

use crate::declared::{declared, element_of, object_name};
use crate::elements::{constant_index, element_name, nest};
use crate::errors;
use crate::function::FuncLowerer;
use crate::state::Shared;
use crate::types::matrix_order;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::Span;
use hlslc_hir::hir::{
    BufferKind, ExprId, ExprKind, Global, GlobalId, GlobalKind, Place, PlaceBase, Program, Projection, RegisterBinding,
};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::objects::{ObjectKind, ObjectShape};
use hlslc_hir::types::{Coherence, Ty, TyData};
use hlslc_ir::module::{Binding, Heap, ResourceData};
use hlslc_ir::types::{Declared, MatrixOrder, ResourceClass};
use hlslc_ir::vulkan::{VkBinding, VkPlace, VkResource};
use hlslc_ir::{Context, Imm, Op, Resource, ResourceType, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Most elements that an array of structs with resources may have.
const MAX_STRUCTS: u32 = 4096;

/// Resources of the module and where each global's are.
#[derive(Default)]
pub(crate) struct ResourceTable {
    /// The entities, by their turns; for Vulkan in declaration order.
    pub(crate) entities: PrimaryMap<Resource, ResourceData>,
    trees: FxHashMap<GlobalId, ResourceTree>,
    heaps: FxHashMap<(Type, Heap, Coherence, Option<MatrixOrder>, Declared), Resource>,
    /// The turn of each, until all are declared.
    turns: Vec<Turn>,
    /// Resources and other members of structs that hold resources so far.
    parts: u32,
    /// Whether the elements of arrays in structs and buffers are entities of their own; unknown until there is such an array.
    pub(crate) parts_arrays: Option<bool>,
}

/// Where a resource stands, and when it gets a register if it has none: the classes of resources in sequence, each in
/// declaration order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Turn {
    /// `$Globals`.
    Globals,
    /// A resource that is a global by itself.
    Plain,
    /// A resource in a struct or among the members of a buffer: those of `$Globals`, then buffer by buffer.
    Member(u32, Among),
    /// `tbuffer` and `TextureBuffer`.
    TBuffer,
}

/// The position of a resource among the members of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Among {
    /// In a struct: in declaration order.
    InStruct,
    /// By itself, after those in structs: the last one first.
    Alone(Reverse<u32>),
    /// In what a `ConstantBuffer` holds: the last one first.
    InBlock(Reverse<u32>),
}

/// The resources in a global, by the path to them.
pub(crate) enum ResourceTree {
    /// No resource here.
    None,
    /// A resource, or an array of them with its dimensions, outermost first; `None` is unbounded.
    Leaf(Resource, Vec<Option<u32>>),
    /// A constant or texture buffer, and the resources in the struct that it holds.
    Block(Resource, Box<ResourceTree>),
    /// One tree for each member of a struct, or for each element of an array of structs.
    Parts(Vec<ResourceTree>),
}

/// The written binding of a global.
struct Declaration {
    global: GlobalId,
    /// The written registers; the numbers are those of the next resource of each class.
    registers: Vec<RegisterBinding>,
    turn: Turn,
    /// The number of the buffer that it is a member of; zero is `$Globals`.
    buffer: u32,
    /// In what a `ConstantBuffer` holds, how many resources there were before.
    in_block: Option<u32>,
    /// That of the global, or of the current member.
    coherence: Coherence,
    /// The number of descriptors of a struct of resources that have a binding from `[[vk::binding]]` already.
    bound: u32,
}

impl Declaration {
    fn new(global: GlobalId, data: &Global, buffer: u32) -> Self {
        let turn =
            if data.in_buffer { Turn::Member(buffer, Among::Alone(Reverse(global.as_u32()))) } else { Turn::Plain };
        Self {
            global,
            registers: data.registers.clone(),
            turn,
            buffer,
            in_block: None,
            coherence: data.coherence,
            bound: 0,
        }
    }

    /// The turn of the next resource.
    fn next_turn(&mut self) -> Turn {
        let Some(before) = &mut self.in_block else { return self.turn };
        *before = before.saturating_add(1);
        Turn::Member(self.buffer, Among::InBlock(Reverse(*before)))
    }

    /// Register and space for a resource of a class, which takes `count` registers.
    fn take(&mut self, class: ResourceClass, count: Option<u32>) -> (Option<u32>, Option<u32>) {
        let found = self.registers.iter_mut().find(|register| register.class.is_none_or(|only| is_for(only, class)));
        let Some(register) = found else { return (None, None) };
        let number = register.number;
        // Members of one struct take registers in sequence.
        register.number = number.map(|n| n.saturating_add(count.unwrap_or(1)));
        (number, register.space)
    }
}

/// Whether an object of a class is bound like a resource of a class.
fn is_for(object: ObjectClass, class: ResourceClass) -> bool {
    match class {
        ResourceClass::Srv => object == ObjectClass::Srv,
        ResourceClass::Uav => object == ObjectClass::Uav,
        ResourceClass::Cbv => object == ObjectClass::Cbv,
        ResourceClass::Sampler => object == ObjectClass::Sampler,
    }
}

impl ResourceTable {
    /// Whether structs that hold resources have more members than the budget says.
    pub(crate) fn has_too_many_parts(&self, most: u32) -> bool {
        self.parts > most
    }

    /// Numbers the resources by their turns, or as they were declared after `$Globals`, and puts them by their turns if they are not
    /// to stay as they were declared.
    fn give_turns(&mut self, as_declared: bool, stay: bool) {
        let turns = std::mem::take(&mut self.turns);
        let mut sorted: Vec<(Turn, Resource)> = turns.into_iter().zip(self.entities.keys()).collect();
        let mut numbered = sorted.clone();
        sorted.sort_by_key(|&(turn, _)| turn);
        if as_declared {
            numbered.sort_by_key(|&(turn, id)| (turn != Turn::Globals, id));
        } else {
            numbered.clone_from(&sorted);
        }
        let mut next = 0;
        for &(_, id) in &numbered {
            if let Binding::Implicit { order, .. } = &mut self.entities[id].binding {
                *order = next;
                next += 1;
            }
        }
        if stay || sorted.is_sorted_by_key(|&(_, id)| id) {
            return;
        }
        let mut places: SecondaryMap<Resource, Resource> = SecondaryMap::with_default(Resource::from_u32(0));
        let mut before: SecondaryMap<Resource, Option<ResourceData>> = SecondaryMap::with_capacity(sorted.len());
        for (id, data) in std::mem::take(&mut self.entities) {
            before[id] = Some(data);
        }
        for &(_, id) in &sorted {
            if let Some(data) = before[id].take() {
                places[id] = self.entities.push(data);
            }
        }
        for tree in self.trees.values_mut() {
            tree.rename(&places);
        }
    }
}

impl ResourceTree {
    /// Gives the resources in it other names. As deep as structs in structs are declared at most.
    fn rename(&mut self, names: &SecondaryMap<Resource, Resource>) {
        match self {
            Self::None => {}
            Self::Leaf(resource, _) => *resource = names[*resource],
            Self::Block(resource, inside) => {
                *resource = names[*resource];
                inside.rename(names);
            }
            Self::Parts(parts) => parts.iter_mut().for_each(|part| part.rename(names)),
        }
    }
}

impl Shared<'_> {
    /// Makes entities for all resource globals of the program.
    pub(crate) fn declare_resources(&mut self, ctx: &mut Context) {
        let program = self.program;
        let mut order: Vec<GlobalId> = program.globals.keys().collect();
        if self.options.vulkan_set.is_some() {
            members_first(program, &mut order);
        }
        let mut buffer = 0;
        for id in order {
            let global = &program.globals[id];
            // Members stand after their buffer.
            if is_buffer(global) && self.options.vulkan_set.is_none() {
                buffer = id.as_u32().saturating_add(1);
            }
            let mut declaration = Declaration::new(id, global, if is_member(program, global) { buffer } else { 0 });
            let tree = match global.kind {
                GlobalKind::Resource => self.declare(ctx, &mut declaration, &global.name, global.ty, 0),
                GlobalKind::Buffer(kind) => self.declare_buffer(ctx, &mut declaration, kind),
                // A struct in a buffer may hold resources beside its numbers.
                GlobalKind::BufferMember { .. } if self.holds_resources(global.ty) => {
                    self.declare(ctx, &mut declaration, &global.name, global.ty, 0)
                }
                GlobalKind::Static
                | GlobalKind::Constant
                | GlobalKind::Specialization(_)
                | GlobalKind::Groupshared
                | GlobalKind::BufferMember { .. } => continue,
            };
            self.resources.trees.insert(id, tree);
        }
        self.resources.give_turns(self.options.binds_as_declared, self.options.vulkan_set.is_some());
    }

    /// Whether a type is a resource or has one somewhere inside.
    pub(crate) fn holds_resources(&self, ty: Ty) -> bool {
        self.holds_object(ty, ObjectKind::is_resource)
    }

    /// Whether a type is or holds an object of such a kind.
    pub(crate) fn holds_object(&self, ty: Ty, wanted: impl Fn(ObjectKind) -> bool) -> bool {
        let types = &self.program.types;
        let mut open = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = open.pop() {
            match types.data(ty) {
                TyData::Object(kind, _) => {
                    if wanted(*kind) {
                        return true;
                    }
                }
                TyData::Array(element, _) => open.push(*element),
                TyData::Struct(id) => {
                    if seen.insert(*id) {
                        open.extend(types.structs[*id].fields.iter().map(|field| field.ty));
                    }
                }
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Enum(_)
                | TyData::String => {}
            }
        }
        false
    }

    fn declare(&mut self, ctx: &mut Context, to: &mut Declaration, name: &str, ty: Ty, depth: u32) -> ResourceTree {
        let program = self.program;
        let types = &program.types;
        // Arrays of structs of arrays of structs: each level multiplies.
        let most = self.options.budgets.resource_parts;
        self.resources.parts = self.resources.parts.saturating_add(1);
        if self.resources.has_too_many_parts(most) {
            if self.resources.parts == most.saturating_add(1) {
                self.report(errors::too_many_resource_parts(program.globals[to.global].span, most));
            }
            return ResourceTree::None;
        }
        let (mut element, mut dims) = (ty, Vec::new());
        while let TyData::Array(inner, count) = *types.data(element) {
            dims.push(count);
            element = inner;
        }
        let is_inside = depth > 0 || program.globals[to.global].in_buffer;
        let count = dims.iter().try_fold(1u32, |n, dim| dim.map(|d| n.saturating_mul(d)));
        let is_resource = matches!(types.data(element), TyData::Object(kind, _) if kind.is_resource());
        if let Some(count) = count.filter(|&count| count <= MAX_STRUCTS && is_resource && is_inside && !dims.is_empty())
            && self.parts_arrays()
        {
            let elements = (0..count).map(|at| self.declare(ctx, to, &element_name(name, at, &dims), element, depth));
            return nest(elements.collect(), &dims);
        }
        match types.data(element) {
            TyData::Object(kind, args) if kind.is_resource() => {
                let Some(handle) = self.handle_ty(ctx, element) else { return ResourceTree::None };
                let matrix = element_of(args).and_then(|ty| matrix_order(types, ty));
                let resource = self.add_resource(ctx, to, name, handle, count, !dims.is_empty());
                let data = &mut self.resources.entities[resource];
                data.matrix = matrix;
                // Only the outermost dimension may be left open.
                if dims.len() > 1 {
                    data.dims = dims.iter().map(|dim| dim.unwrap_or(0)).collect();
                }
                data.declared_type = object_name(types, *kind, args);
                if kind.info().class == ObjectClass::Vulkan {
                    data.vk.place = VkPlace::Attachment;
                }
                data.vk.own_sampler = kind.is_sampled_texture();
                data.vk.combined |= data.vk.own_sampler;
                data.is_list = matches!(kind, ObjectKind::AppendStructuredBuffer | ObjectKind::ConsumeStructuredBuffer);
                data.element =
                    element_of(args).map_or_else(Declared::default, |ty| declared(types, ty, program.native_16bit));
                let is_block = matches!(kind.info().shape, ObjectShape::ConstantBuffer) && dims.is_empty();
                match element_of(args).filter(|&contents| is_block && self.holds_resources(contents)) {
                    Some(contents) => {
                        // What is written is the buffer's own place.
                        to.registers.clear();
                        let around = (to.turn, to.buffer, to.in_block);
                        if self.options.vulkan_set.is_none() {
                            to.buffer = to.global.as_u32().saturating_add(1);
                            to.in_block = Some(to.in_block.unwrap_or(0));
                        }
                        let inside = self.declare(ctx, to, name, contents, depth + 1);
                        (to.turn, to.buffer, to.in_block) = around;
                        ResourceTree::Block(resource, Box::new(inside))
                    }
                    None => ResourceTree::Leaf(resource, dims),
                }
            }
            TyData::Struct(_) if depth > 64 => ResourceTree::None,
            TyData::Struct(id) => {
                let Some(count) = count else { return ResourceTree::None };
                if count > MAX_STRUCTS {
                    return ResourceTree::None;
                }
                to.turn = Turn::Member(to.buffer, Among::InStruct);
                let fields = &types.structs[*id].fields;
                let mut elements = Vec::with_capacity(count as usize);
                for at in 0..count {
                    let prefix = element_name(name, at, &dims);
                    let mut parts = Vec::with_capacity(fields.len());
                    for field in fields {
                        // A base class follows the name of its type.
                        let name = match (self.interner.text(field.name), types.data(field.ty)) {
                            ("", TyData::Struct(base)) => format!("{prefix}.{}", types.structs[*base].name),
                            ("", _) => prefix.clone(),
                            (field, _) => format!("{prefix}.{field}"),
                        };
                        to.coherence = field.modifiers.coherence;
                        parts.push(self.declare(ctx, to, &name, field.ty, depth + 1));
                    }
                    elements.push(ResourceTree::Parts(parts));
                }
                nest(elements, &dims)
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => ResourceTree::None,
        }
    }

    fn declare_buffer(&mut self, ctx: &mut Context, to: &mut Declaration, kind: BufferKind) -> ResourceTree {
        let global = &self.program.globals[to.global];
        if let TyData::Struct(id) = *self.program.types.data(global.ty)
            && kind != BufferKind::Whole
        {
            self.types.declare_block(id);
        }
        let Some(layout) = self.try_ty(ctx, global.ty) else { return ResourceTree::None };
        let ty = match kind {
            BufferKind::Texture => ResourceType::TBuffer { layout },
            BufferKind::Constant | BufferKind::Globals | BufferKind::Whole => ResourceType::CBuffer { layout },
        };
        if kind == BufferKind::Globals {
            to.turn = Turn::Globals;
        }
        let handle = ctx.handle(ty);
        let resource = self.add_resource(ctx, to, &global.name, handle, Some(1), false);
        ResourceTree::Leaf(resource, Vec::new())
    }

    fn add_resource(
        &mut self,
        ctx: &mut Context,
        to: &mut Declaration,
        name: &str,
        ty: Type,
        count: Option<u32>,
        is_array: bool,
    ) -> Resource {
        let program = self.program;
        let global = &program.globals[to.global];
        let decorations = self.decorations(ctx, &global.foreign);
        let resource_ty = ctx.resource_type(ty);
        let turn = match resource_ty {
            Some(ResourceType::TBuffer { .. }) => Turn::TBuffer,
            _ => to.next_turn(),
        };
        let (number, space) = match resource_ty {
            Some(ty) => to.take(ty.class(), count),
            None => (None, None),
        };
        let vulkan_set = self.options.vulkan_set;
        // What nothing can give a space stands in space 0, whatever the space for all others.
        let space =
            space.or((vulkan_set.is_none() && matches!(to.turn, Turn::Globals | Turn::Member(..))).then_some(0));
        let binding = match number {
            Some(lower) => Binding::Explicit { space: space.unwrap_or(vulkan_set.unwrap_or(0)), lower },
            None => Binding::Implicit { order: 0, space },
        };
        self.resources.turns.push(turn);
        // Members of one struct take the numbers after the one that is written.
        let vk_binding = global.vk.binding.map(|at| VkBinding { binding: at.binding.saturating_add(to.bound), ..at });
        to.bound = to.bound.saturating_add(count.unwrap_or(1));
        self.resources.entities.push(ResourceData {
            symbol: global.symbol.clone().filter(|_| name == global.name),
            decorations,
            count,
            is_array,
            globally_coherent: to.coherence.globally,
            reorder_coherent: to.coherence.reorder,
            holds_globals: to.turn == Turn::Globals,
            vk: VkResource {
                binding: vk_binding,
                in_struct: self.options.vulkan_set.is_some()
                    && matches!(to.turn, Turn::Member(..))
                    && !global.in_buffer,
                ..global.vk
            },
            ..ResourceData::new(name, global.span, ty, binding)
        })
    }

    /// The entity that stands for a heap seen as resources of one type, coherence and order of matrices.
    pub(crate) fn heap(&mut self, handle: Type, ty: Ty, heap: Heap, coherence: Coherence, span: Span) -> Resource {
        let types = &self.program.types;
        let element = if let TyData::Object(_, args) = types.data(ty) { element_of(args) } else { None };
        let matrix = element.and_then(|element| matrix_order(types, element));
        let declared_as = |element| declared(types, element, self.program.native_16bit);
        // One entity serves for all elements of one meaning.
        let element =
            element.map(declared_as).filter(|element| element.component().is_normalised()).unwrap_or_default();
        let key = (handle, heap, coherence, matrix, element);
        if let Some(&known) = self.resources.heaps.get(&key) {
            return known;
        }
        let resource = self.resources.entities.push(ResourceData {
            count: None,
            is_array: true,
            globally_coherent: coherence.globally,
            reorder_coherent: coherence.reorder,
            matrix,
            element,
            ..ResourceData::new(heap.name(), span, handle, Binding::Heap(heap))
        });
        self.resources.heaps.insert(key, resource);
        resource
    }
}

/// Whether a global is a `cbuffer` or `tbuffer`.
fn is_buffer(global: &Global) -> bool {
    matches!(global.kind, GlobalKind::Buffer(BufferKind::Constant | BufferKind::Texture))
}

/// Whether a global is a member of a `cbuffer` or `tbuffer`.
fn is_member(program: &Program, global: &Global) -> bool {
    if let GlobalKind::BufferMember { buffer, .. } = global.kind {
        is_buffer(&program.globals[buffer])
    } else {
        global.in_buffer
    }
}

/// Puts the resources among the members of a buffer before it, as DXC binds them for Vulkan.
fn members_first(program: &Program, order: &mut [GlobalId]) {
    let stands_in_one = |id: GlobalId| {
        let global = &program.globals[id];
        global.in_buffer || matches!(global.kind, GlobalKind::BufferMember { .. })
    };
    let mut at = 0;
    while let Some(found) = order.iter().skip(at).position(|&id| is_buffer(&program.globals[id])) {
        let first = at + found;
        let members = order.iter().skip(first + 1).take_while(|&&id| stands_in_one(id)).count();
        if let Some(run) = order.get_mut(first..=first + members) {
            run.rotate_left(1);
        }
        at = first + members + 1;
    }
}

impl<'p> FuncLowerer<'_, 'p> {
    /// The handle (or array or struct of handles) of a resource-typed place.
    pub(crate) fn resource(&mut self, place: &'p Place) -> Value {
        if let Some(id) = self.declared(place) {
            return self.global_resource(id, place);
        }
        match &place.base {
            PlaceBase::Local(id) if self.is_in_place(place.ty) && !self.cx.is_patch(place.ty) => self.local(*id),
            PlaceBase::HeapElement { sampler, index, coherence } => {
                let at = self.value(*index);
                let ty = self.handle_ty(place.ty, place.span);
                let heap = if *sampler { Heap::Samplers } else { Heap::Resources };
                let resource = self.cx.heap(ty, place.ty, heap, *coherence, place.span);
                self.at(place.span);
                self.handle(resource, ty, at)
            }
            PlaceBase::Local(_)
            | PlaceBase::Global(_)
            | PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_) => {
                let target = self.place(place);
                self.load_place(&target)
            }
        }
    }

    /// Whether a part of type `ty` of a global is found through its tree of resources, not in memory.
    pub(crate) fn holds_resource(&self, id: GlobalId, ty: Ty) -> bool {
        match self.cx.program.globals[id].kind {
            GlobalKind::Resource => true,
            GlobalKind::BufferMember { .. } => self.cx.holds_resources(ty),
            GlobalKind::Static
            | GlobalKind::Constant
            | GlobalKind::Specialization(_)
            | GlobalKind::Groupshared
            | GlobalKind::Buffer { .. } => false,
        }
    }

    /// The constant buffer that a place is the contents of, if resources are among them.
    pub(crate) fn block_around(&self, object: ExprId, part: Ty) -> Option<GlobalId> {
        let (ExprKind::Resource(buffer) | ExprKind::Load(buffer)) = &self.f.exprs[object].kind else { return None };
        let id = self.declared(buffer).filter(|_| buffer.projections.is_empty())?;
        let is_block = matches!(self.cx.resources.trees.get(&id), Some(ResourceTree::Block(..)));
        (is_block && self.cx.holds_resources(part)).then_some(id)
    }

    /// Handle of the only element of a `cbuffer`, `tbuffer` or `$Globals`.
    pub(crate) fn buffer_handle(&mut self, id: GlobalId, span: Span) -> Option<Value> {
        let Some(&ResourceTree::Leaf(resource, _)) = self.cx.resources.trees.get(&id) else {
            let name = &self.cx.program.globals[id].name;
            self.cx.unsupported(span, &format!("a member type of buffer `{name}`"));
            return None;
        };
        let ty = self.cx.resources.entities[resource].ty;
        let zero = self.b.i32(0);
        Some(self.b.value(Op::Handle, ty, Imm::Handle { resource, non_uniform: false }, &[zero]))
    }

    /// The value of an element of a resource: its handle, or a raw one where there are such. Whether the index may differ between
    /// lanes a pass finds out, from the marks that reach it.
    fn handle(&mut self, resource: Resource, ty: Type, index: Value) -> Value {
        let (op, ty) =
            if self.cx.options.raw_handles { (Op::RawHandle, self.b.ctx.raw_handle()) } else { (Op::Handle, ty) };
        self.b.value(op, ty, Imm::Handle { resource, non_uniform: false }, &[index])
    }

    /// Follows the projections of a place through the tree of a global, then makes handles of what is there.
    fn global_resource(&mut self, id: GlobalId, place: &'p Place) -> Value {
        let mut path: Vec<Value> = Vec::new();
        for projection in &place.projections {
            path.push(match projection {
                Projection::Field(field) => self.b.i32(*field),
                Projection::Index(index) => match constant_index(self.cx.program, self.f, *index) {
                    Some(at) => self.b.i32(at),
                    None => self.value(*index),
                },
                Projection::Swizzle(_) | Projection::MatrixSwizzle(_) => break,
            });
        }
        self.at(place.span);
        // The numbers beside resources are in a buffer.
        let in_block = matches!(place.base, PlaceBase::BufferContents(_));
        let is_mixed = (in_block || matches!(self.cx.program.globals[id].kind, GlobalKind::BufferMember { .. }))
            && !matches!(self.cx.program.types.data(place.ty), TyData::Object(..));
        let numbers = is_mixed.then(|| self.place(place).pointer);
        // The tree is taken out while handles are made, which need the rest of the state.
        let trees = std::mem::take(&mut self.cx.resources.trees);
        let tree = trees.get(&id).map(|tree| {
            let inside = if let ResourceTree::Block(_, contents) = tree { Some(&**contents) } else { None };
            inside.filter(|_| in_block).unwrap_or(tree)
        });
        let value = tree.and_then(|tree| self.tree_value(tree, &path, id, place, numbers));
        self.cx.resources.trees = trees;
        let ty = self.ty(place.ty, place.span);
        value.unwrap_or_else(|| self.b.undef(ty))
    }

    fn tree_value(
        &mut self,
        mut tree: &ResourceTree,
        mut path: &[Value],
        id: GlobalId,
        place: &'p Place,
        numbers: Option<Value>,
    ) -> Option<Value> {
        let name = &self.cx.program.globals[id].name;
        while let (ResourceTree::Parts(parts), Some((at, rest))) = (tree, path.split_first()) {
            let Some(at) = self.b.func.const_bits(self.b.ctx, *at) else {
                self.cx.report(errors::resource_index_not_constant(place.span, name));
                return None;
            };
            let Some(part) = parts.get(at as usize) else {
                self.cx.report(errors::resource_index_out_of_range(place.span, at, parts.len() as u32));
                return None;
            };
            (tree, path) = (part, rest);
        }
        let ty = self.ty(place.ty, place.span);
        self.tree_handles(tree, path, ty, numbers, place.span)
    }

    /// Value of type `ty` of the resources of a tree, the path into an array of resources already given in part, and of
    /// the numbers beside them.
    fn tree_handles(
        &mut self,
        tree: &ResourceTree,
        path: &[Value],
        ty: Type,
        numbers: Option<Value>,
        span: Span,
    ) -> Option<Value> {
        match tree {
            ResourceTree::None => match numbers {
                Some(pointer) => Some(self.b.load(pointer)),
                None => {
                    self.cx.unsupported(span, "a value beside the resources of a struct");
                    None
                }
            },
            ResourceTree::Parts(parts) => {
                let is_struct = matches!(self.b.ctx.type_data(ty), TypeData::Struct(_));
                let mut values = Vec::with_capacity(parts.len());
                for (at, part) in (0..).zip(parts) {
                    let slot = if is_struct { self.field_slot(ty, at).index } else { at };
                    // Bit-fields share a number, which is there already.
                    if (slot as usize) < values.len() {
                        continue;
                    }
                    let part_ty = self.b.ctx.part_type(ty, slot)?;
                    let numbers = numbers.map(|pointer| {
                        let slot = self.b.i32(slot);
                        self.b.gep(pointer, &[slot])
                    });
                    values.push(self.tree_handles(part, &[], part_ty, numbers, span)?);
                }
                Some(self.b.construct(ty, &values))
            }
            ResourceTree::Block(resource, _) => {
                let first = self.b.i32(0);
                self.leaf_handles(*resource, &[], first, ty, span)
            }
            ResourceTree::Leaf(resource, dims) => {
                let mut index = self.b.i32(0);
                for (&at, dim) in path.iter().zip(dims) {
                    index = self.flat_index(index, at, *dim);
                }
                index = self.wrap(index, self.cx.resources.entities[*resource].count);
                self.leaf_handles(*resource, dims.get(path.len()..).unwrap_or(&[]), index, ty, span)
            }
        }
    }

    /// Handle of a resource at `index`, or the array of all of them below the dimensions that are left.
    fn leaf_handles(
        &mut self,
        resource: Resource,
        dims: &[Option<u32>],
        index: Value,
        ty: Type,
        span: Span,
    ) -> Option<Value> {
        let Some((&dim, rest)) = dims.split_first() else {
            let ty = self.cx.resources.entities[resource].ty;
            return Some(self.handle(resource, ty, index));
        };
        let Some(count) = dim.filter(|&n| n <= MAX_STRUCTS) else {
            self.cx.unsupported(span, "an array of resources of this size as a value");
            return None;
        };
        let part_ty = self.b.ctx.part_type(ty, 0)?;
        let mut values = Vec::with_capacity(count as usize);
        for at in 0..count {
            let at = self.b.i32(at);
            let index = self.flat_index(index, at, dim);
            values.push(self.leaf_handles(resource, rest, index, part_ty, span)?);
        }
        Some(self.b.construct(ty, &values))
    }

    /// A constant index into a range of registers; beyond its end it starts again, as in DXC.
    fn wrap(&mut self, index: Value, count: Option<u32>) -> Value {
        let bits = self.b.func.const_bits(self.b.ctx, index).map(|bits| i64::from(bits as u32 as i32));
        match (bits, count.filter(|&count| count > 0)) {
            (Some(at), Some(count)) => match at.rem_euclid(i64::from(count)) {
                inside if inside == at => index,
                inside => self.b.i32(inside as u32),
            },
            _ => index,
        }
    }

    /// `outer * dim + at`, worked out now where it can be.
    fn flat_index(&mut self, outer: Value, at: Value, dim: Option<u32>) -> Value {
        let outer_bits = self.b.func.const_bits(self.b.ctx, outer);
        let at_bits = self.b.func.const_bits(self.b.ctx, at);
        let dim = dim.unwrap_or(1);
        match (outer_bits, at_bits) {
            (Some(0), _) => at,
            (Some(outer), Some(at)) => self.b.i32((outer as u32).wrapping_mul(dim).wrapping_add(at as u32)),
            _ => {
                let dim = self.b.i32(dim);
                let scaled = self.b.op(Op::Mul, &[outer, dim]);
                self.b.op(Op::Add, &[scaled, at])
            }
        }
    }

    /// `NonUniformResourceIndex`: the index with a mark that flows with it. A constant is the same in all lanes.
    pub(crate) fn mark_non_uniform(&mut self, index: Value) -> Value {
        if self.b.func.as_const(index).is_some() {
            return index;
        }
        let ty = self.b.func.ty(index);
        self.b.value(Op::MarkNonUniform, ty, Imm::None, &[index])
    }
}

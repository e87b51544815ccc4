//! Lowers HLSL types to IR types.
//!
//! One IR type serves as value and as memory type: `bool` is `i1` and takes 32 bits in any memory, minimum
//! precision keeps its own scalar kinds, a matrix is an array of its rows. What only memory knows, the order of
//! a matrix and `packoffset`, stands at the fields of structs. A base class is the first member, without a name.

use crate::bitfield::{BitRange, FieldSlot, storage};
use crate::declared::{declared, interpolation, struct_name};
use crate::state::Shared;
use hlslc_base::Span;
use hlslc_hir::bit_fields::{BitFields, BitPlace};
use hlslc_hir::hir::Program;
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectShape};
use hlslc_hir::types::{
    ObjectArg, Orientation, PayloadAccess, PayloadStage, ScalarClass, ScalarKind, StructId, Ty, TyData, Types,
};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::node::NodeType;
use hlslc_ir::types::{
    Access, BitField, ComponentKind, DeclaredStruct, Field, MatrixOrder, RowPlace, SamplerKind, StructData,
};
use hlslc_ir::{AddressSpace, Context, CooperativeMatrix, ResourceType, Scalar, Type, TypeData};
use hlslc_semantics::texture::{TextureDim, TextureShape, TextureType, TextureUse};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The maximum nesting depth of structs and arrays.
const MAX_DEPTH: u32 = 200;

/// Types lowered so far.
#[derive(Debug, Default)]
pub(crate) struct TypeMap {
    types: FxHashMap<Ty, Option<Type>>,
    structs: FxHashMap<StructId, Option<Type>>,
    /// Structs whose members are being lowered, with the type of one whose address is among them.
    open: FxHashMap<StructId, Option<Type>>,
    packed: FxHashMap<hlslc_ir::StructId, Vec<FieldSlot>>,
    wrappers: FxHashMap<(Type, MatrixOrder), Type>,
    /// The members of each `cbuffer` and `tbuffer`.
    blocks: FxHashSet<StructId>,
    /// The layouts of types in constant buffers.
    constants: Option<Layouts>,
    /// The names of structs, each with the last number that was put after it.
    struct_names: FxHashMap<String, u32>,
}

impl TypeMap {
    /// Makes a struct known as the members of a `cbuffer` or `tbuffer`, before it is lowered.
    pub(crate) fn declare_block(&mut self, id: StructId) {
        self.blocks.insert(id);
    }
}

/// The IR scalar of an HLSL scalar.
pub(crate) fn scalar(kind: ScalarKind, native_16bit: bool) -> Scalar {
    use ScalarKind as K;
    match kind {
        K::Bool => Scalar::Bool,
        K::Int | K::Uint | K::PackedInt8x4 | K::PackedUint8x4 => Scalar::I32,
        K::Int16 | K::Uint16 => Scalar::I16,
        K::Int64 | K::Uint64 | K::LitInt => Scalar::I64,
        K::Float16 => Scalar::F16,
        // With native 16-bit types, the minimum-precision ones are other names for them.
        K::SNormHalf | K::UNormHalf | K::Min16Float | K::Min10Float if native_16bit => Scalar::F16,
        K::Min16Int | K::Min12Int | K::Min16Uint if native_16bit => Scalar::I16,
        K::Half | K::Float | K::SNormFloat | K::UNormFloat | K::SNormHalf | K::UNormHalf => Scalar::F32,
        K::Double | K::LitFloat => Scalar::F64,
        K::Min16Int | K::Min12Int | K::Min16Uint => Scalar::MinI16,
        K::Min16Float | K::Min10Float => Scalar::MinF16,
    }
}

/// Sign or normalisation of a component in a typed resource or a signature.
pub(crate) fn component(kind: ScalarKind) -> ComponentKind {
    use ScalarKind as K;
    match kind {
        K::SNormFloat | K::SNormHalf => ComponentKind::SNorm,
        K::UNormFloat | K::UNormHalf => ComponentKind::UNorm,
        K::Bool
        | K::Int
        | K::Uint
        | K::PackedInt8x4
        | K::PackedUint8x4
        | K::Int16
        | K::Uint16
        | K::Int64
        | K::Uint64
        | K::LitInt
        | K::Float16
        | K::Half
        | K::Float
        | K::Double
        | K::LitFloat
        | K::Min16Int
        | K::Min12Int
        | K::Min16Uint
        | K::Min16Float
        | K::Min10Float => {
            if kind.class() == ScalarClass::Signed {
                ComponentKind::Signed
            } else {
                ComponentKind::Plain
            }
        }
    }
}

/// The bits of DXIL for the readers and writers of a member of a payload.
fn payload_access(access: PayloadAccess) -> u16 {
    let stages = PayloadStage::ALL.iter().enumerate();
    let bits = stages.map(|(at, (stage, _))| {
        let reads = u16::from(access.reads & stage.bit() != 0);
        let writes = u16::from(access.writes & stage.bit() != 0);
        (reads | writes << 1) << (4 * at)
    });
    bits.sum()
}

/// The order of the matrix that a type is, or is an array of.
pub(crate) fn matrix_order(types: &Types, mut ty: Ty) -> Option<MatrixOrder> {
    while let TyData::Array(element, _) = *types.data(ty) {
        ty = element;
    }
    match *types.data(ty) {
        TyData::Matrix { orientation: Orientation::RowMajor, .. } => Some(MatrixOrder::RowMajor),
        TyData::Matrix { orientation: Orientation::ColumnMajor, .. } => Some(MatrixOrder::ColumnMajor),
        TyData::Error
        | TyData::Void
        | TyData::Scalar(_)
        | TyData::Vector(..)
        | TyData::Array(..)
        | TyData::Struct(_)
        | TyData::Enum(_)
        | TyData::Object(..)
        | TyData::String => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the row of an object type says its class; only some are ordered")]
/// Whether a resource is read-only, writable or rasterizer-ordered.
fn access(kind: ObjectKind) -> Access {
    use ObjectKind as K;
    match kind {
        K::RovBuffer | K::RovStructuredBuffer | K::RovByteAddressBuffer => Access::RasterizerOrdered,
        _ if kind.texture().is_some_and(|texture| texture.used == TextureUse::Ordered) => Access::RasterizerOrdered,
        _ if kind.info().class == ObjectClass::Uav => Access::ReadWrite,
        _ => Access::ReadOnly,
    }
}

/// What the row of a `cbuffer` that is being filled holds: minimum-precision numbers (matrices of Booleans among them) and
/// others share none. Arrays and structs start rows of their own; after a struct the row is one of other numbers, after an
/// array what it was.
#[derive(Default)]
struct RowKinds {
    minimum_precision: bool,
}

impl RowKinds {
    /// The place of the next member, of HLSL type `ty` and IR type `lowered`.
    fn place(&mut self, ctx: &mut Context, program: &Program, ty: Ty, lowered: Type) -> RowPlace {
        let types = &program.types;
        let before = self.minimum_precision;
        match types.data(ty) {
            TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_) => {
                let row = if ctx.scalar_of(lowered).is_some() { Some(lowered) } else { ctx.part_type(lowered, 0) };
                let scalar = row.and_then(|row| ctx.scalar_of(row));
                // DXC takes the single bits of a matrix of Booleans for small numbers.
                let is_bits = matches!(types.data(ty), TyData::Matrix { scalar: ScalarKind::Bool, .. });
                self.minimum_precision =
                    matches!(scalar, Some(Scalar::MinI16 | Scalar::MinF16)) || is_bits && !program.native_16bit;
                if self.minimum_precision == before { RowPlace::Natural } else { RowPlace::NewRow }
            }
            TyData::Struct(_) => {
                let is_empty = Layouts::new(LayoutRules::CONSTANT_BUFFER).extent(ctx, lowered, None).size == 0;
                self.minimum_precision = before && is_empty;
                RowPlace::Natural
            }
            TyData::Array(..) | TyData::Object(..) if is_patch(types, ty) => RowPlace::OneElement,
            TyData::Array(..) | TyData::Object(..) | TyData::Error | TyData::Void | TyData::String => RowPlace::Natural,
        }
    }
}

/// Whether a type is a patch or an array of them.
fn is_patch(types: &Types, mut ty: Ty) -> bool {
    while let TyData::Array(element, _) = *types.data(ty) {
        ty = element;
    }
    matches!(types.data(ty), TyData::Object(kind, _) if kind.info().class == ObjectClass::Patch)
}

impl TypeMap {
    /// Whether a struct or an array has nothing in it that lies in a constant buffer.
    fn takes_no_room(&mut self, ctx: &Context, ty: Type) -> bool {
        let constants = self.constants.get_or_insert_with(|| Layouts::new(LayoutRules::CONSTANT_BUFFER));
        matches!(ctx.type_data(ty), TypeData::Struct(_) | TypeData::Array(..))
            && constants.extent(ctx, ty, None).size == 0
    }
}

/// The element kind of numbers, or of the numbers that an enumeration is; and whether it is one.
fn number_kind(types: &Types, ty: Ty) -> (Option<ScalarKind>, bool) {
    if let TyData::Enum(id) = *types.data(ty) {
        return (Some(types.enums[id].underlying), true);
    }
    (types.element_kind(ty), false)
}

/// The place of a member of a struct in a constant buffer. DXC rounds native numbers that are written with a name of minimum
/// precision, and enumerations, to whole words there, though not in other memory. It asks the order that matrices have by
/// default whether one has several rows (columns), not the order of the current one, and takes its scalars for a vector's where
/// it has one.
fn place_in_struct(program: &Program, ty: Ty) -> RowPlace {
    use ScalarKind as K;
    if let TyData::Matrix { scalar: kind, rows, cols, orientation } = *program.types.data(ty) {
        let vectors = |order| if order == Orientation::RowMajor { rows } else { cols };
        let assumed = vectors(program.default_orientation.unwrap_or(Orientation::ColumnMajor)) > 1;
        let is_small = scalar(kind, program.native_16bit).bytes() < 4;
        return match (assumed, vectors(orientation) > 1) {
            (true, false) => RowPlace::NewRow,
            (false, true) => RowPlace::Packed,
            (false, false) if is_small => RowPlace::Packed,
            (false, false) | (true, true) => RowPlace::Natural,
        };
    }
    if is_patch(&program.types, ty) {
        return RowPlace::OneElement;
    }
    let (kind, is_enum) = number_kind(&program.types, ty);
    let is_other_name = program.native_16bit
        && matches!(kind, Some(K::Min16Float | K::Min10Float | K::Min16Int | K::Min12Int | K::Min16Uint));
    let is_small_enum = is_enum && kind.is_some_and(|kind| scalar(kind, program.native_16bit).bytes() < 4);
    if is_other_name || is_small_enum { RowPlace::WholeWord } else { RowPlace::Natural }
}

impl Shared<'_> {
    /// The IR type of an HLSL type; `None` if no back end has it yet.
    pub(crate) fn try_ty(&mut self, ctx: &mut Context, ty: Ty) -> Option<Type> {
        self.lower_ty(ctx, ty, 0)
    }

    /// The type of the handles of a resource of this type.
    pub(crate) fn handle_ty(&mut self, ctx: &mut Context, ty: Ty) -> Option<Type> {
        if let TyData::Object(kind, args) = self.program.types.data(ty)
            && kind.is_resource()
        {
            return self.lower_object(ctx, *kind, args, 0).map(|data| ctx.handle(data));
        }
        self.try_ty(ctx, ty)
    }

    /// The IR type of a struct.
    pub(crate) fn struct_ty(&mut self, ctx: &mut Context, id: StructId, span: Span) -> Type {
        self.lower_struct(ctx, id, 0).unwrap_or_else(|| {
            self.unsupported(span, &format!("struct `{}`", self.program.types.structs[id].name));
            ctx.i32()
        })
    }

    /// The IR scalar of an HLSL scalar in this program.
    pub(crate) fn scalar(&self, kind: ScalarKind) -> Scalar {
        scalar(kind, self.program.native_16bit)
    }

    pub(crate) fn lower_ty(&mut self, ctx: &mut Context, ty: Ty, depth: u32) -> Option<Type> {
        if let Some(&known) = self.types.types.get(&ty) {
            return known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let program = self.program;
        let lowered = match program.types.data(ty) {
            TyData::Error | TyData::String => None,
            TyData::Void => Some(ctx.void()),
            TyData::Scalar(kind) => Some(ctx.scalar(self.scalar(*kind))),
            TyData::Vector(kind, n) => Some(ctx.vector(self.scalar(*kind), *n)),
            TyData::Matrix { scalar, rows, cols, .. } => {
                let row = ctx.vector(self.scalar(*scalar), u16::from(*cols));
                Some(ctx.array(row, u32::from(*rows)))
            }
            TyData::Array(element, Some(count)) => {
                let element = self.lower_ty(ctx, *element, depth + 1).filter(|&ty| ctx.pointee(ty).is_none());
                element.map(|element| ctx.array(element, *count))
            }
            TyData::Array(_, None) => None,
            TyData::Struct(id) => self.lower_struct(ctx, *id, depth),
            TyData::Enum(id) => Some(ctx.scalar(self.scalar(program.types.enums[*id].underlying))),
            // A number that says which.
            TyData::Object(ObjectKind::RayQuery, _) => Some(ctx.i32()),
            // Its type says which of the two it is, and there is nothing else to know: a function gets a number that it never
            // reads.
            TyData::Object(ObjectKind::ResourceDescriptorHeap | ObjectKind::SamplerDescriptorHeap, _) => {
                Some(ctx.i32())
            }
            TyData::Object(ObjectKind::HitObject, _) => Some(ctx.hit_object()),
            TyData::Object(ObjectKind::LinAlgMatrix, args) => {
                let mut numbers = [0; 5];
                for (number, arg) in numbers.iter_mut().zip(args) {
                    if let ObjectArg::Number(stated) = arg {
                        *number = *stated;
                    }
                }
                Some(ctx.cooperative_matrix(CooperativeMatrix::of(numbers)))
            }
            TyData::Object(kind, args) if kind.node().is_some() => self.lower_node(ctx, *kind, args, depth),
            TyData::Object(kind, args) if kind.info().class.is_in_place() => self.lower_in_place(ctx, args, depth),
            TyData::Object(kind, args) if kind.is_foreign() => self.lower_foreign(ctx, *kind, args, depth),
            TyData::Object(kind, _) if self.options.raw_handles && kind.is_resource() => Some(ctx.raw_handle()),
            TyData::Object(kind, args) => self.lower_object(ctx, *kind, args, depth).map(|data| ctx.handle(data)),
        };
        self.types.types.insert(ty, lowered);
        let needs = program.type_needs.iter().filter(|row| row.0 == ty);
        for (_, needs) in needs {
            self.need(needs);
        }
        lowered
    }

    /// A struct whose address is taken, perhaps by one of its own members.
    pub(crate) fn open_struct(&mut self, ctx: &mut Context, id: StructId, depth: u32) -> Option<Type> {
        if let Some(open) = self.types.open.get(&id).copied() {
            let ty = open.unwrap_or_else(|| {
                let name = self.ir_struct_name(id);
                ctx.declare_struct(StructData { name, fields: Vec::new(), declared: None })
            });
            self.types.open.insert(id, Some(ty));
            return Some(ty);
        }
        self.lower_struct(ctx, id, depth + 1)
    }

    /// The name of a struct in the IR, which no other has.
    fn ir_struct_name(&mut self, id: StructId) -> String {
        let data = &self.program.types.structs[id];
        let written = if data.name.is_empty() { "anon" } else { data.name.as_str() };
        self.unique_struct_name(written)
    }

    fn lower_struct(&mut self, ctx: &mut Context, id: StructId, depth: u32) -> Option<Type> {
        if let Some(&known) = self.types.structs.get(&id) {
            return known;
        }
        self.types.open.insert(id, None);
        let lowered = self.lower_fields(ctx, id, depth).map(|(fields, slots)| {
            let data = &self.program.types.structs[id];
            let early = self.types.open.get(&id).copied().flatten();
            let early = early.and_then(|ty| {
                let &TypeData::Struct(early) = ctx.type_data(ty) else { return None };
                Some((ty, early))
            });
            let name = match early {
                Some((_, early)) => ctx.struct_data(early).name.clone(),
                None => self.ir_struct_name(id),
            };
            let cpp_name = struct_name(&self.program.types, data);
            let is_plain = !data.is_class && !data.leaves_out_objects && cpp_name == name;
            let declared = (!is_plain).then_some(DeclaredStruct {
                name: cpp_name,
                is_class: data.is_class,
                leaves_out_resources: data.leaves_out_objects,
            });
            let made = StructData { name, fields, declared };
            let ty = match early {
                Some((ty, early)) => {
                    ctx.complete_struct(early, made);
                    ty
                }
                None => ctx.declare_struct(made),
            };
            if let (TypeData::Struct(id), true) = (ctx.type_data(ty), slots.iter().any(|slot| slot.bits.is_some())) {
                self.types.packed.insert(*id, slots);
            }
            ty
        });
        self.types.open.remove(&id);
        self.types.structs.insert(id, lowered);
        lowered
    }

    /// The places of the members of a struct with bit-fields; `None` for one without.
    pub(crate) fn packed_fields(&self, id: hlslc_ir::StructId) -> Option<&[FieldSlot]> {
        self.types.packed.get(&id).map(Vec::as_slice)
    }

    fn lower_fields(&mut self, ctx: &mut Context, id: StructId, depth: u32) -> Option<(Vec<Field>, Vec<FieldSlot>)> {
        let program = self.program;
        let data = &program.types.structs[id];
        let mut fields: Vec<Field> = Vec::with_capacity(data.fields.len());
        let mut slots = Vec::with_capacity(data.fields.len());
        let mut rows = self.types.blocks.contains(&id).then(RowKinds::default);
        let mut numbers = BitFields::default();
        for field in &data.fields {
            let mut ty = self.lower_ty(ctx, field.ty, depth + 1).filter(|&ty| ctx.pointee(ty).is_none())?;
            let (mut bits, mut bit_field) = (None, None);
            let place = numbers.next(&program.types, field);
            if let (Some(BitPlace { offset, width, is_shared }), Some(scalar)) = (place, ctx.scalar_of(ty)) {
                let kind = number_kind(&program.types, field.ty).0?;
                bits = Some(BitRange { offset, width, kind });
                let name = self.interner.text(field.name).to_owned();
                let part = BitField { name, width, declared: declared(&program.types, field.ty, program.native_16bit) };
                if let (true, Some(unit)) = (is_shared, fields.last_mut()) {
                    unit.bit_fields.push(part);
                    slots.push(FieldSlot { index: fields.len() as u32 - 1, bits });
                    continue;
                }
                ty = ctx.scalar(storage(scalar));
                bit_field = Some(part);
            }
            slots.push(FieldSlot { index: fields.len() as u32, bits });
            let row_place = match &mut rows {
                Some(_) if field.packoffset.is_some() => RowPlace::Natural,
                Some(rows) => rows.place(ctx, program, field.ty, ty),
                None if data.has_base && fields.is_empty() => RowPlace::Natural,
                None if self.types.takes_no_room(ctx, ty) => RowPlace::NewRow,
                None => place_in_struct(program, field.ty),
            };
            fields.push(Field {
                matrix: matrix_order(&program.types, field.ty),
                offset: field.packoffset,
                vk_offset: field.modifiers.vk.offset,
                row_place,
                declared: declared(&program.types, field.ty, program.native_16bit),
                semantic: field.semantic.as_ref().map(|semantic| semantic.written.clone()),
                interpolation: interpolation(field.modifiers),
                bit_fields: bit_field.into_iter().collect(),
                payload_access: field.payload.map(payload_access),
                decorations: self.decorations(ctx, &field.foreign),
                ..Field::new(self.interner.text(field.name), ty)
            });
        }
        Some((fields, slots))
    }

    /// An input, an output or records of a node.
    fn lower_node(&mut self, ctx: &mut Context, kind: ObjectKind, args: &[ObjectArg], depth: u32) -> Option<Type> {
        let (mut record, mut tracks_sharing) = (None, false);
        if let Some(&ObjectArg::Type(ty)) = args.first() {
            record = Some(self.lower_ty(ctx, ty, depth + 1)?);
            if let TyData::Struct(id) = *self.program.types.data(ty) {
                tracks_sharing = self.program.types.structs[id].tracks_sharing;
            }
        }
        Some(ctx.node(NodeType { kind: kind.node()?, record, tracks_sharing }))
    }

    /// A stream or patch: a pointer to the next vertex, or the vertices. A parameter that is a patch is a pointer to them
    /// ([`patch`](crate::patch)).
    fn lower_in_place(&mut self, ctx: &mut Context, args: &[ObjectArg], depth: u32) -> Option<Type> {
        let &ObjectArg::Type(vertex) = args.first()? else { return None };
        let vertex = self.lower_ty(ctx, vertex, depth + 1)?;
        Some(match args.get(1) {
            Some(&ObjectArg::Number(count)) => ctx.array(vertex, count),
            _ => ctx.pointer(vertex, AddressSpace::Output),
        })
    }

    /// A struct whose only member is a matrix, or array of matrices, that lies in memory in this order.
    pub(crate) fn matrix_wrapper(&mut self, ctx: &mut Context, ty: Type, order: MatrixOrder) -> Type {
        if let Some(&known) = self.types.wrappers.get(&(ty, order)) {
            return known;
        }
        let name = self.unique_struct_name("matrix");
        let field = Field { matrix: Some(order), ..Field::new("m", ty) };
        let wrapper = ctx.add_struct(name, vec![field]);
        self.types.wrappers.insert((ty, order), wrapper);
        wrapper
    }

    /// `name`, with a number if another struct has it.
    fn unique_struct_name(&mut self, name: &str) -> String {
        let names = &mut self.types.struct_names;
        let (mut unique, mut number) = (name.to_owned(), names.get(name).copied().unwrap_or(0));
        while names.contains_key(&unique) {
            number += 1;
            unique = format!("{name}.{number}");
        }
        names.insert(unique.clone(), 0);
        names.insert(name.to_owned(), number);
        unique
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "objects without a shape that are no resources have no type here"
    )]
    fn lower_object(
        &mut self,
        ctx: &mut Context,
        kind: ObjectKind,
        args: &SmallVec<[ObjectArg; 2]>,
        depth: u32,
    ) -> Option<ResourceType> {
        let element_ty = args.iter().find_map(|arg| match arg {
            ObjectArg::Type(ty) => Some(*ty),
            ObjectArg::Number(_) => None,
        });
        let number = args.iter().find_map(|arg| match arg {
            ObjectArg::Number(n) => Some(*n),
            ObjectArg::Type(_) => None,
        });
        let access = access(kind);
        match kind.info().shape {
            ObjectShape::TypedBuffer => {
                let (element, component) = self.typed_element(ctx, element_ty, depth)?;
                Some(ResourceType::TypedBuffer { element, component, access })
            }
            ObjectShape::StructuredBuffer => {
                let element = match self.program.types.data(element_ty?) {
                    TyData::Object(kind, _) if kind.is_resource() => ctx.vector(Scalar::F32, 4),
                    _ => self.lower_ty(ctx, element_ty?, depth + 1)?,
                };
                Some(ResourceType::RawBuffer { element: Some(element), access })
            }
            ObjectShape::RawBuffer => Some(ResourceType::RawBuffer { element: None, access }),
            ObjectShape::ConstantBuffer => {
                let layout = self.lower_ty(ctx, element_ty?, depth + 1)?;
                let is_texture = kind == ObjectKind::TextureBuffer;
                Some(if is_texture { ResourceType::TBuffer { layout } } else { ResourceType::CBuffer { layout } })
            }
            ObjectShape::Texture(TextureType { shape, used: TextureUse::Feedback }) => {
                Some(ResourceType::FeedbackTexture { kind: number.unwrap_or(0), array: shape.array })
            }
            ObjectShape::Texture(TextureType { shape, .. }) => {
                let (element, component) = self.typed_element(ctx, element_ty, depth)?;
                let samples = number.unwrap_or(0);
                Some(ResourceType::Texture { element, component, access, shape, samples })
            }
            ObjectShape::None => match kind {
                ObjectKind::SamplerState => Some(ResourceType::Sampler { kind: SamplerKind::Default }),
                ObjectKind::SamplerComparisonState => Some(ResourceType::Sampler { kind: SamplerKind::Comparison }),
                ObjectKind::RaytracingAccelerationStructure => Some(ResourceType::AccelerationStructure),
                ObjectKind::SubpassInput | ObjectKind::SubpassInputMs => {
                    let (element, component) = self.typed_element(ctx, element_ty, depth)?;
                    let dim = if kind == ObjectKind::SubpassInput { TextureDim::D2 } else { TextureDim::D2Ms };
                    let shape = TextureShape::one(dim);
                    Some(ResourceType::Texture { element, component, access, shape, samples: 0 })
                }
                _ => None,
            },
            ObjectShape::Elements => None,
        }
    }

    /// Element of a typed buffer or texture: a scalar or vector, `float4` if the source leaves it out.
    fn typed_element(&mut self, ctx: &mut Context, ty: Option<Ty>, depth: u32) -> Option<(Type, ComponentKind)> {
        // Elements that are no numbers are never accessed.
        let is_number =
            |&ty: &Ty| matches!(self.program.types.data(ty), TyData::Scalar(_) | TyData::Vector(..) | TyData::Enum(_));
        let Some(ty) = ty.filter(is_number) else { return Some((ctx.vector(Scalar::F32, 4), ComponentKind::Plain)) };
        let kind = self.program.types.element_kind(ty)?;
        let element = self.lower_ty(ctx, ty, depth + 1)?;
        // Handles of normalised and of plain floats go to each other, so their type is one; the resource says which they are.
        let component = match component(kind) {
            component if component.is_normalised() => ComponentKind::Plain,
            component => component,
        };
        ctx.scalar_of(element).map(|_| (element, component))
    }
}

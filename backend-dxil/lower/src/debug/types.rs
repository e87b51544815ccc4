//! Lowers the types of variables to records of debug information.

use super::{Writer, none, number};
use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::metadata::{MdId, Metadata};
use hlslc_base::Span;
use hlslc_ir::debug::{DebugMember, DebugTypeData, Encoding};
use hlslc_ir::entity::DebugType;

/// Tags of types, by their DWARF names.
mod tag {
    pub(super) const ARRAY: u64 = 0x01;
    pub(super) const CLASS: u64 = 0x02;
    pub(super) const ENUMERATION: u64 = 0x04;
    pub(super) const MEMBER: u64 = 0x0d;
    pub(super) const REFERENCE: u64 = 0x10;
    pub(super) const STRUCTURE: u64 = 0x13;
    pub(super) const TYPEDEF: u64 = 0x16;
    pub(super) const INHERITANCE: u64 = 0x1c;
    pub(super) const BASE: u64 = 0x24;
    pub(super) const CONST: u64 = 0x26;
    pub(super) const TEMPLATE_VALUE: u64 = 0x30;
}

/// `DIFlagPublic`.
const PUBLIC: u64 = 3;
/// `DIFlagArtificial` and `DIFlagObjectPointer`.
const OBJECT_POINTER: u64 = 1 << 6 | 1 << 10;

/// The encoding of a number, by DWARF's numbers.
fn encoding(encoding: Encoding) -> u64 {
    match encoding {
        Encoding::Bool => 2,
        Encoding::Float => 4,
        Encoding::Signed => 5,
        Encoding::Unsigned => 7,
    }
}

/// The description of a struct, class, array or enumeration.
struct Composite<'t> {
    tag: u64,
    name: Option<&'t str>,
    span: Span,
    base: Option<MdId>,
    extent: (u32, u32),
    elements: Option<MdId>,
    arguments: Option<MdId>,
}

/// The description of a member.
struct Member<'t> {
    name: &'t str,
    span: Span,
    ty: MdId,
    offset: u32,
    extent: (u32, u32),
    flags: u64,
}

impl Writer<'_> {
    /// The record of a type. Types refer to earlier ones only.
    pub(super) fn ty(&mut self, ty: DebugType) -> Option<MdId> {
        if let Some(&known) = self.types.get(&ty) {
            return Some(known);
        }
        let info = self.module.debug.as_deref()?;
        let data = info.types.get(ty)?;
        let extent = info.extent(ty);
        let made = match data {
            DebugTypeData::Number { name, encoding, .. } => self.number_type(name, extent, *encoding),
            DebugTypeData::Alias { name, span, to } => {
                let to = self.ty(*to)?;
                self.derived(tag::TYPEDEF, Some(name), *span, Some(to), None)
            }
            DebugTypeData::Vector { element, count } => {
                let names = ["x", "y", "z", "w"].iter().take(*count as usize).map(|&name| name.to_owned()).collect();
                let arguments = [("element_count", *count)];
                self.numbers_type(*element, "vector", names, &arguments, extent)?
            }
            DebugTypeData::Matrix { element, rows, cols } => {
                let places = (1..=*rows).flat_map(|row| (1..=*cols).map(move |col| format!("_{row}{col}")));
                let arguments = [("row_count", *rows), ("col_count", *cols)];
                self.numbers_type(*element, "matrix", places.collect(), &arguments, extent)?
            }
            DebugTypeData::Array { .. } => self.array_type(ty, extent)?,
            DebugTypeData::Struct { name, span, is_class, members, .. } => {
                let tag = if *is_class { tag::CLASS } else { tag::STRUCTURE };
                self.struct_type(Composite { span: *span, ..Composite::new(tag, name, extent) }, members)?
            }
            DebugTypeData::Enum { name, span, element, values, .. } => {
                let base = self.ty(*element);
                let values: Vec<MdId> = values.iter().map(|(name, value)| self.enumerator(name, *value)).collect();
                let elements = Some(self.dx.metadata.tuple(&values));
                let composite = Composite::new(tag::ENUMERATION, name, extent);
                self.composite(&Composite { span: *span, base, elements, ..composite })
            }
            DebugTypeData::Object { name } => {
                let elements = Some(self.dx.metadata.node(&[]));
                self.composite(&Composite { elements, ..Composite::new(tag::CLASS, name, extent) })
            }
        };
        self.types.insert(ty, made);
        Some(made)
    }

    /// The same type that cannot be written.
    pub(super) fn const_type(&mut self, ty: MdId) -> MdId {
        if let Some(&known) = self.constant_types.get(&ty) {
            return known;
        }
        let made = self.derived(tag::CONST, None, Span::NONE, Some(ty), None);
        self.constant_types.insert(ty, made);
        made
    }

    /// The type of the implicit parameter of a method.
    pub(super) fn object_reference(&mut self, ty: MdId) -> MdId {
        let fields = [
            DebugField::Int(tag::REFERENCE),
            none(),
            none(),
            number(0),
            none(),
            DebugField::Ref(Some(ty)),
            number(0),
            number(0),
            number(0),
            DebugField::Int(OBJECT_POINTER),
            none(),
        ];
        self.record(DebugKind::DIDerivedType, false, &fields)
    }

    fn number_type(&mut self, name: &str, (bits, align): (u32, u32), read: Encoding) -> MdId {
        let fields =
            [DebugField::Int(tag::BASE), self.text(name), number(bits), number(align), DebugField::Int(encoding(read))];
        self.record(DebugKind::DIBasicType, false, &fields)
    }

    /// A value of an enumeration. Its number has the sign in its lowest bit.
    fn enumerator(&mut self, name: &str, value: i64) -> MdId {
        let rotated = if value < 0 { value.unsigned_abs().wrapping_shl(1) | 1 } else { (value as u64) << 1 };
        let fields = [DebugField::Int(rotated), self.text(name)];
        self.record(DebugKind::DIEnumerator, false, &fields)
    }

    /// A vector or a matrix: an instance of a template with a member for each number.
    fn numbers_type(
        &mut self,
        element: DebugType,
        template: &str,
        names: Vec<String>,
        counts: &[(&str, u32)],
        extent: (u32, u32),
    ) -> Option<MdId> {
        let info = self.module.debug.as_deref()?;
        let DebugTypeData::Number { name: element_name, .. } = &info.types[element] else { return None };
        let (bits, align) = info.extent(element);
        let element = self.ty(element)?;
        let list: Vec<String> = counts.iter().map(|count| count.1.to_string()).collect();
        let name = format!("{template}<{element_name}, {}>", list.join(", "));
        let fields = [self.text("element"), DebugField::Ref(Some(element))];
        let mut arguments = vec![self.record(DebugKind::DITemplateTypeParameter, false, &fields)];
        for (name, count) in counts {
            let int = self.number_type("int", (32, 32), Encoding::Signed);
            let value = self.dx.md_u32(*count);
            let fields = [
                DebugField::Int(tag::TEMPLATE_VALUE),
                self.text(name),
                DebugField::Ref(Some(int)),
                DebugField::Ref(Some(value)),
            ];
            arguments.push(self.record(DebugKind::DITemplateValueParameter, false, &fields));
        }
        let arguments = Some(self.dx.metadata.tuple(&arguments));
        let composite = Composite { arguments, ..Composite::new(tag::CLASS, &name, extent) };
        let made = self.composite(&composite);
        let step = bits.next_multiple_of(align.max(1));
        let members: Vec<MdId> = (0..)
            .zip(&names)
            .map(|(at, name)| {
                let offset = at * step;
                let member =
                    Member { name, span: Span::NONE, ty: element, offset, extent: (bits, align), flags: PUBLIC };
                self.member(made, &member)
            })
            .collect();
        self.complete(made, composite, &members);
        Some(made)
    }

    fn array_type(&mut self, ty: DebugType, extent: (u32, u32)) -> Option<MdId> {
        let info = self.module.debug.as_deref()?;
        let (mut element, mut ranges) = (ty, Vec::new());
        while let DebugTypeData::Array { element: inner, count } = &info.types[element] {
            let fields = [number(*count), DebugField::Int(0)];
            ranges.push(self.record(DebugKind::DISubrange, false, &fields));
            element = *inner;
        }
        let base = self.ty(element)?;
        let elements = Some(self.dx.metadata.tuple(&ranges));
        let composite = Composite { name: None, base: Some(base), elements, ..Composite::new(tag::ARRAY, "", extent) };
        Some(self.composite(&composite))
    }

    fn struct_type(&mut self, composite: Composite<'_>, members: &[DebugMember]) -> Option<MdId> {
        let made = self.composite(&composite);
        let mut records = Vec::with_capacity(members.len());
        for member in members {
            let align = self.module.debug.as_deref()?.extent(member.ty).1;
            let ty = self.ty(member.ty)?;
            let DebugMember { name, span, offset, bits, .. } = member;
            records.push(if member.is_base {
                self.derived(tag::INHERITANCE, None, Span::NONE, Some(ty), Some((made, *offset, (0, 0), 0)))
            } else {
                let extent = (*bits, align);
                self.member(made, &Member { name, span: *span, ty, offset: *offset, extent, flags: 0 })
            });
        }
        self.complete(made, composite, &records);
        Some(made)
    }

    /// Gives a type the members that name it.
    fn complete(&mut self, made: MdId, composite: Composite<'_>, members: &[MdId]) {
        let elements = Some(self.dx.metadata.tuple(members));
        let record = self.composite_record(&Composite { elements, ..composite });
        self.dx.metadata.replace(made, Metadata::Debug(record));
    }

    fn composite(&mut self, composite: &Composite<'_>) -> MdId {
        let record = self.composite_record(composite);
        self.dx.metadata.push(Metadata::Debug(record))
    }

    fn composite_record(&mut self, composite: &Composite<'_>) -> DebugRecord {
        let (file, line) = self.file_and_line(composite.span);
        let fields = [
            DebugField::Int(composite.tag),
            composite.name.map_or(none(), |name| self.text(name)),
            file,
            number(line),
            none(),
            DebugField::Ref(composite.base),
            number(composite.extent.0),
            number(composite.extent.1),
            number(0),
            number(0),
            DebugField::Ref(composite.elements),
            number(0),
            none(),
            DebugField::Ref(composite.arguments),
            none(),
        ];
        DebugRecord { kind: DebugKind::DICompositeType, distinct: false, fields: fields.into() }
    }

    fn member(&mut self, scope: MdId, member: &Member<'_>) -> MdId {
        let place = (scope, member.offset, member.extent, member.flags);
        self.derived(tag::MEMBER, Some(member.name), member.span, Some(member.ty), Some(place))
    }

    /// A type made of another, or a member of one: what it is in, its first bit, its size and alignment, flags.
    fn derived(
        &mut self,
        tag: u64,
        name: Option<&str>,
        span: Span,
        base: Option<MdId>,
        place: Option<(MdId, u32, (u32, u32), u64)>,
    ) -> MdId {
        let (file, line) = self.file_and_line(span);
        let (scope, offset, (bits, align), flags) =
            place.map_or((None, 0, (0, 0), 0), |(scope, offset, extent, flags)| (Some(scope), offset, extent, flags));
        let fields = [
            DebugField::Int(tag),
            name.map_or(none(), |name| self.text(name)),
            file,
            number(line),
            DebugField::Ref(scope),
            DebugField::Ref(base),
            number(bits),
            number(align),
            number(offset),
            DebugField::Int(flags),
            none(),
        ];
        self.record(DebugKind::DIDerivedType, false, &fields)
    }
}

impl<'t> Composite<'t> {
    fn new(tag: u64, name: &'t str, extent: (u32, u32)) -> Self {
        Self { tag, name: Some(name), span: Span::NONE, base: None, extent, elements: None, arguments: None }
    }
}

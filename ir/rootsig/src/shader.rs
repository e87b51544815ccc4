//! Checks a shader against a root signature: everything it uses must be bound, be visible, and have a kind that can be
//! bound in this way.
//!
//! Input: the resources that a shader uses after dead-code elimination and binding ([`Shader`]), and a valid root
//! signature. Output: [`Finding`]s, each with the resource's tag, the clause that matters and, where there is one, the
//! clause that would repair it.
//!
//! As in DXC a range that a shader declares must lie within one binding, and of an unbounded range only the first register
//! must be bound. Two findings are warnings because DXC accepts them: a heap that is indexed without its root flag, and
//! fewer root constants than the shader reads.

use crate::model::*;
use crate::print::print_elements;
use crate::tables::*;
use crate::{Place, Severity, Version};
use std::fmt;

/// The uses of a root signature by a shader.
#[derive(Clone, Debug, Default)]
pub struct Shader {
    /// The stage, as visibility knows it; none for compute, which sees all that is visible to all.
    pub stage: Option<Visibility>,
    /// The registers that are used.
    pub uses: Vec<Use>,
    /// The tag of a use of `ResourceDescriptorHeap`.
    pub indexes_resource_heap: Option<u32>,
    /// The tag of a use of `SamplerDescriptorHeap`.
    pub indexes_sampler_heap: Option<u32>,
    /// Whether it is a vertex shader with inputs that an input layout feeds.
    pub reads_input_layout: bool,
}

/// A range of registers that a shader uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The kind of the resources in the registers.
    pub kind: UseKind,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub first: u32,
    /// The number of registers, or [`UNBOUNDED`].
    pub count: u32,
    /// Whatever the caller knows the resource by.
    pub tag: u32,
}

/// The kind of the resource in a register, as far as root signatures distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// A constant buffer.
    ConstantBuffer {
        /// The number of bytes from its start that the shader reads.
        bytes_read: u32,
    },
    /// A sampler.
    Sampler,
    /// A texture or a typed buffer that is read.
    TypedSrv,
    /// A raw or structured buffer, or an acceleration structure, that is read.
    BufferSrv,
    /// A texture or a typed buffer that is written.
    TypedUav,
    /// A raw or structured buffer that is written.
    BufferUav,
    /// A structured buffer with a counter.
    CounterUav,
}

impl UseKind {
    /// The class of the registers.
    pub fn class(self) -> Class {
        match self {
            UseKind::ConstantBuffer { .. } => Class::Cbv,
            UseKind::Sampler => Class::Sampler,
            UseKind::TypedSrv | UseKind::BufferSrv => Class::Srv,
            UseKind::TypedUav | UseKind::BufferUav | UseKind::CounterUav => Class::Uav,
        }
    }

    /// Whether a root descriptor can point to it.
    pub fn fits_root_descriptor(self) -> bool {
        matches!(self, UseKind::ConstantBuffer { .. } | UseKind::BufferSrv | UseKind::BufferUav)
    }
}

impl Use {
    /// The last register that must be bound.
    fn last_needed(&self) -> u32 {
        if self.count == UNBOUNDED { self.first } else { last_register(self.first, self.count) }
    }

    /// The last register that may be used.
    pub(crate) fn last_possible(&self) -> u32 {
        last_register(self.first, self.count)
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind.class().letter();
        match self.count {
            1 => write!(f, "register {letter}{}", self.first)?,
            UNBOUNDED => write!(f, "registers {letter}{} and on", self.first)?,
            _ => write!(f, "registers {letter}{} to {letter}{}", self.first, self.last_possible())?,
        }
        if self.space == 0 { Ok(()) } else { write!(f, " of space {}", self.space) }
    }
}

/// Something wrong between a shader and its root signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The error.
    pub kind: FindingKind,
    /// The tag of the resource, or of the use of a heap; none if it is about the shader as a whole.
    pub tag: Option<u32>,
    /// The part of the root signature that matters.
    pub clause: Option<(Place, Pos)>,
    /// A clause that would repair it.
    pub suggestion: Option<Suggestion>,
}

/// A clause, and what to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// Add this element.
    Add(String),
    /// Put this in place of the clause that the finding shows.
    Replace(String),
}

/// The errors between a shader and its root signature.
#[derive(Clone, Debug, PartialEq)]
pub enum FindingKind {
    /// No binding has any of the registers.
    NotBound(Use),
    /// The registers are bound, but in another space.
    OtherSpace {
        /// The use.
        used: Use,
        /// The space that is bound.
        bound: u32,
    },
    /// A binding has some of the registers, but not all.
    PartlyBound {
        /// The use.
        used: Use,
        /// The first register of the binding.
        first: u32,
        /// Its last register.
        last: u32,
    },
    /// The registers are bound for another stage only.
    NotVisible {
        /// The use.
        used: Use,
        /// The stage that sees them.
        visibility: Visibility,
    },
    /// A root descriptor for what only a table can hold.
    NotForRootDescriptor(Use),
    /// The stage is denied access, but uses something.
    StageDenied(Visibility),
    /// The root signature is a local one, which only ray tracing pipelines have.
    LocalRootSignature,
    /// A heap is indexed without the flag that allows it.
    HeapFlagMissing(RootFlags),
    /// The shader reads more root constants than there are.
    TooFewConstants {
        /// The use.
        used: Use,
        /// The constants that it reads.
        needed: u32,
        /// The constants that there are.
        given: u32,
    },
}

impl Finding {
    /// Error or warning.
    pub fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::NotBound(_)
            | FindingKind::OtherSpace { .. }
            | FindingKind::PartlyBound { .. }
            | FindingKind::NotVisible { .. }
            | FindingKind::NotForRootDescriptor(_)
            | FindingKind::StageDenied(_)
            | FindingKind::LocalRootSignature => Severity::Error,
            FindingKind::HeapFlagMissing(_) | FindingKind::TooFewConstants { .. } => Severity::Warning,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::NotBound(used) => write!(f, "the root signature does not bind {used}"),
            FindingKind::OtherSpace { used, bound } => {
                write!(f, "the root signature does not bind {used}, but the same in space {bound}")
            }
            FindingKind::PartlyBound { used, first, last } => {
                let letter = used.kind.class().letter();
                write!(f, "the root signature does not bind all of {used}, only {letter}{first}")?;
                if first == last { Ok(()) } else { write!(f, " to {letter}{last}") }
            }
            FindingKind::NotVisible { used, visibility } => {
                write!(f, "the root signature binds {used} only for {}", visibility.keyword())
            }
            FindingKind::NotForRootDescriptor(used) => {
                if matches!(used.kind, UseKind::CounterUav) {
                    write!(f, "{used} is a buffer with a counter, which a root descriptor cannot bind")
                } else {
                    write!(
                        f,
                        "{used} is a texture or typed buffer, but a root descriptor can bind only raw and structured buffers"
                    )
                }
            }
            FindingKind::StageDenied(stage) => {
                let flag = RootFlags::deny(*stage);
                let name = flag.rows().next().map_or("", |row| row.keyword);
                write!(f, "the shader uses resources, but the root signature has {name}")
            }
            FindingKind::LocalRootSignature => {
                write!(f, "the root signature of an entry point cannot have LOCAL_ROOT_SIGNATURE")
            }
            FindingKind::HeapFlagMissing(flag) => {
                let name = flag.rows().next().map_or("", |row| row.keyword);
                write!(f, "the shader indexes a descriptor heap, but the root signature lacks {name}")
            }
            FindingKind::TooFewConstants { used, needed, given } => {
                write!(f, "the shader reads {needed} root constants of {used}, but the root signature has {given}")
            }
        }
    }
}

/// Checks a shader against a valid root signature; O((uses + bindings) log bindings) unless something is wrong.
pub fn check(signature: &RootSignature, shader: &Shader) -> Vec<Finding> {
    let bindings = bindings(signature);
    let mut visible: Vec<&Binding> =
        bindings.iter().filter(|b| b.visibility == Visibility::All || Some(b.visibility) == shader.stage).collect();
    visible.sort_by_key(|b| (b.class, b.space, b.first));
    let mut findings = Vec::new();
    for used in &shader.uses {
        let class = used.kind.class();
        let after = visible.partition_point(|b| (b.class, b.space, b.first) <= (class, used.space, used.first));
        let covering = after
            .checked_sub(1)
            .map(|index| visible[index])
            .filter(|b| b.class == class && b.space == used.space && used.last_needed() <= b.last);
        match covering {
            Some(binding) => findings.extend(unfit(signature.version, used, binding)),
            None => findings.push(unbound(signature.version, used, &bindings, shader.stage)),
        }
    }
    rules_for_the_shader(signature, shader, &mut findings);
    findings
}

/// Checks the flags of the root signature that concern the shader as a whole.
fn rules_for_the_shader(signature: &RootSignature, shader: &Shader, findings: &mut Vec<Finding>) {
    let flags = signature.flags();
    let clause = signature.elements.iter().find_map(|element| match element {
        Element::Flags(flags) => Some((Place::RootFlags, flags.pos)),
        Element::Constants(_) | Element::Descriptor(_) | Element::Table(_) | Element::StaticSampler(_) => None,
    });
    let with_flags = |flags: RootFlags, findings: &mut Vec<Finding>, kind, tag| {
        let text = print_one(Element::Flags(RootFlagsElement { pos: Pos::NONE, flags }), signature.version);
        let suggestion = if clause.is_some() { text.map(Suggestion::Replace) } else { text.map(Suggestion::Add) };
        findings.push(Finding { kind, tag, clause, suggestion });
    };
    if let Some(stage) = shader.stage
        && !shader.uses.is_empty()
        && flags.intersects(RootFlags::deny(stage))
    {
        let tag = shader.uses.first().map(|used| used.tag);
        with_flags(flags.difference(RootFlags::deny(stage)), findings, FindingKind::StageDenied(stage), tag);
    }
    if flags.contains(RootFlags::LOCAL_ROOT_SIGNATURE) {
        let global = flags.difference(RootFlags::LOCAL_ROOT_SIGNATURE);
        with_flags(global, findings, FindingKind::LocalRootSignature, None);
    }
    let heaps = [
        (shader.indexes_resource_heap, RootFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED),
        (shader.indexes_sampler_heap, RootFlags::SAMPLER_HEAP_DIRECTLY_INDEXED),
    ];
    let needed = heaps.iter().filter(|(tag, _)| tag.is_some()).fold(flags, |flags, (_, flag)| flags.union(*flag));
    for (tag, flag) in heaps.into_iter().filter(|(tag, flag)| tag.is_some() && !flags.contains(*flag)) {
        with_flags(needed, findings, FindingKind::HeapFlagMissing(flag), tag);
    }
}

/// One clause that binds registers.
struct Binding<'a> {
    class: Class,
    space: u32,
    first: u32,
    last: u32,
    visibility: Visibility,
    visibility_pos: Pos,
    place: Place,
    pos: Pos,
    /// The element, for a range its table.
    element: &'a Element,
}

fn bindings(signature: &RootSignature) -> Vec<Binding<'_>> {
    let mut bindings = Vec::new();
    let (mut parameters, mut samplers) = (0, 0);
    for element in &signature.elements {
        let mut single = |class, register: &Register, visibility: Arg<Visibility>, place, pos| {
            let (first, space) = (register.number.value, register.space.value);
            bindings.push(Binding {
                class,
                space,
                first,
                last: first,
                visibility: visibility.value,
                visibility_pos: visibility.pos,
                place,
                pos,
                element,
            });
        };
        match element {
            Element::Flags(_) => continue,
            Element::StaticSampler(e) => {
                single(Class::Sampler, &e.register, e.visibility, Place::StaticSampler(samplers), e.pos);
                samplers += 1;
                continue;
            }
            Element::Constants(e) => {
                single(Class::Cbv, &e.register, e.visibility, Place::Parameter(parameters), e.pos);
            }
            Element::Descriptor(e) => {
                single(e.kind.class(), &e.register, e.visibility, Place::Parameter(parameters), e.pos);
            }
            Element::Table(table) => {
                bindings.extend(table.ranges.iter().enumerate().map(|(index, range)| Binding {
                    class: range.class,
                    space: range.register.space.value,
                    first: range.register.number.value,
                    last: range.last_register(),
                    visibility: table.visibility.value,
                    visibility_pos: table.visibility.pos,
                    place: Place::Range { parameter: parameters, range: index as u32 },
                    pos: range.pos,
                    element,
                }));
            }
        }
        parameters += 1;
    }
    bindings
}

/// The error in a binding that has all registers of the use.
fn unfit(version: Version, used: &Use, binding: &Binding<'_>) -> Option<Finding> {
    let clause = Some((binding.place, binding.pos));
    match (binding.element, used.kind) {
        (Element::Descriptor(_), kind) if !kind.fits_root_descriptor() => Some(Finding {
            kind: FindingKind::NotForRootDescriptor(*used),
            tag: Some(used.tag),
            clause,
            suggestion: clause_for(used, binding.visibility, version).map(Suggestion::Replace),
        }),
        (Element::Constants(constants), UseKind::ConstantBuffer { bytes_read }) => {
            let (needed, given) = (bytes_read.div_ceil(4), constants.count.value);
            let enough = Element::Constants(RootConstants { count: needed.into(), ..constants.clone() });
            (needed > given).then(|| Finding {
                kind: FindingKind::TooFewConstants { used: *used, needed, given },
                tag: Some(used.tag),
                clause,
                suggestion: print_one(enough, version).map(Suggestion::Replace),
            })
        }
        _ => None,
    }
}

/// Why no binding has all registers of the use: what comes nearest to one.
fn unbound(version: Version, used: &Use, bindings: &[Binding<'_>], stage: Option<Visibility>) -> Finding {
    let class = used.kind.class();
    let sees = |b: &Binding<'_>| b.visibility == Visibility::All || Some(b.visibility) == stage;
    let covers = |b: &Binding<'_>| b.first <= used.first && used.last_needed() <= b.last;
    let touches = |b: &Binding<'_>| b.first <= used.last_needed() && used.first <= b.last;
    let of_class = || bindings.iter().filter(|b| b.class == class);
    let of_space = || of_class().filter(|b| b.space == used.space);
    let clause_of = |b: &Binding<'_>| Some((b.place, b.pos));
    let add = clause_for(used, stage.unwrap_or(Visibility::All), version).map(Suggestion::Add);
    let finding = |kind, clause, suggestion| Finding { kind, tag: Some(used.tag), clause, suggestion };
    if let Some(b) = of_space().find(|b| covers(b) && !sees(b)) {
        let kind = FindingKind::NotVisible { used: *used, visibility: b.visibility };
        return match stage {
            Some(_) => finding(kind, clause_of(b), add),
            // Compute sees only what all see, which a second binding would overlap: widen this one.
            None => {
                let text = format!("visibility={}", Visibility::All.keyword());
                finding(kind, Some((b.place, b.visibility_pos.or(b.pos))), Some(Suggestion::Replace(text)))
            }
        };
    }
    if let Some(b) = of_space().find(|b| touches(b) && sees(b)) {
        let kind = FindingKind::PartlyBound { used: *used, first: b.first, last: b.last };
        let suggestion = widened(version, used, b, of_space());
        return finding(kind, clause_of(b), suggestion.map(Suggestion::Replace));
    }
    if let Some(b) = of_class().find(|b| covers(b) && sees(b)) {
        let kind = FindingKind::OtherSpace { used: *used, bound: b.space };
        return finding(kind, clause_of(b), add);
    }
    finding(FindingKind::NotBound(*used), None, add)
}

/// The clause that has all registers of a use in place of the binding that has some. None if other bindings overlap it.
fn widened<'a>(
    version: Version,
    used: &Use,
    binding: &Binding<'_>,
    others: impl Iterator<Item = &'a Binding<'a>>,
) -> Option<String> {
    let first = used.first.min(binding.first);
    let last = used.last_needed().max(binding.last);
    let mut others_in_space = others.filter(|other| other.place != binding.place);
    if others_in_space.any(|other| other.first <= last && first <= other.last) {
        return None;
    }
    let wide = Use { first, count: (last - first).saturating_add(1), ..*used };
    // A range keeps its other arguments; whatever else has some of the registers must be replaced by a table.
    match (binding.element, binding.place) {
        (Element::Table(table), Place::Range { range, .. }) => {
            let range = table.ranges.get(range as usize)?;
            let DescriptorRange { count, register, .. } = range_for(&wide);
            print_range(DescriptorRange { count, register, ..range.clone() }, version)
        }
        _ => print_range(range_for(&wide), version).map(|range| format!("DescriptorTable({range})")),
    }
}

/// The element that binds a use for a stage: a root descriptor where one fits, else a table.
fn clause_for(used: &Use, visibility: Visibility, version: Version) -> Option<String> {
    let register = Register::new(used.first, used.space);
    let kind = match used.kind.class() {
        Class::Cbv => Some(DescriptorKind::Cbv),
        Class::Srv => Some(DescriptorKind::Srv),
        Class::Uav => Some(DescriptorKind::Uav),
        Class::Sampler => None,
    };
    let element = match kind.filter(|_| used.count == 1 && used.kind.fits_root_descriptor()) {
        Some(kind) => Element::Descriptor(RootDescriptor {
            pos: Pos::NONE,
            kind,
            register,
            visibility: visibility.into(),
            flags: None.into(),
        }),
        None => Element::Table(DescriptorTable {
            pos: Pos::NONE,
            visibility: visibility.into(),
            ranges: vec![range_for(used)],
        }),
    };
    print_one(element, version)
}

/// The range of a table that binds a use.
pub(crate) fn range_for(used: &Use) -> DescriptorRange {
    DescriptorRange {
        pos: Pos::NONE,
        class: used.kind.class(),
        count: used.count.into(),
        register: Register::new(used.first, used.space),
        offset: OFFSET_APPEND.into(),
        flags: None.into(),
    }
}

/// The text of a range.
fn print_range(range: DescriptorRange, version: Version) -> Option<String> {
    let table = DescriptorTable { pos: Pos::NONE, visibility: Visibility::All.into(), ranges: vec![range] };
    let text = print_one(Element::Table(table), version)?;
    Some(text.strip_prefix("DescriptorTable(")?.strip_suffix(')')?.to_owned())
}

fn print_one(element: Element, version: Version) -> Option<String> {
    print_elements(&RootSignature { version, elements: vec![element] }).ok()?.pop()
}

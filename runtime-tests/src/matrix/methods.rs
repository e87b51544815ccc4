//! Generates cases for every method of every object, with every element type and every form of access to an object, and
//! for the operator `[]`.

use hlslc::Stage;
use hlslc_hir::intrinsics::{Element, Intrinsic, TABLE};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectParams, ObjectShape};
use hlslc_hir::types::ScalarKind;
use std::fmt::Write as _;

use super::building::{Choice, STRUCT, call, is_native};
use super::{Case, Row};

/// The shader model of methods that all have: the first with heaps and with quads in compute shaders.
const MINOR: u8 = 6;

/// How a shader gets at an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// By its name.
    Global,
    /// An element of an array.
    Array,
    /// An element of an array, which lanes choose for themselves.
    NonUniform,
    /// An element of an array of arrays without bound.
    Unbounded,
    /// A descriptor of the heap.
    Heap,
    /// A parameter.
    Parameter,
    /// A parameter that is an array.
    ArrayParameter,
    /// A member of a struct of resources.
    Member,
    /// A local variable.
    Local,
}

impl Reach {
    const ALL: [Self; 9] = [
        Self::Global,
        Self::Array,
        Self::NonUniform,
        Self::Unbounded,
        Self::Heap,
        Self::Parameter,
        Self::ArrayParameter,
        Self::Member,
        Self::Local,
    ];
}

/// The elements that the cases of an object have.
fn elements(object: ObjectKind) -> &'static [&'static str] {
    const TYPED: &[&str] = &[
        "float4",
        "float",
        "float2",
        "float3",
        "int",
        "int2",
        "uint3",
        "uint4",
        "min16float4",
        "min16int2",
        "min16uint",
        "float16_t3",
        "int16_t4",
        "uint16_t",
        "int64_t",
        "uint64_t2",
        "double",
        "double2",
        "unorm float4",
        "snorm float2",
    ];
    const ANY: &[&str] = &[
        "float4",
        "float",
        "float3",
        "int4",
        "uint",
        "bool",
        "bool2",
        "double2",
        "int64_t3",
        "uint64_t",
        "min16float3",
        "min16int",
        "float16_t4",
        "int16_t",
        "uint16_t3",
        "float3x2",
        "row_major float2x4",
        "S",
    ];
    let is_typed = matches!(object.info().shape, ObjectShape::TypedBuffer | ObjectShape::Texture { .. });
    match object.info().params {
        ObjectParams::Element if !is_typed => ANY,
        ObjectParams::OptionalElement
        | ObjectParams::Element
        | ObjectParams::ElementSamples
        | ObjectParams::OptionalElementSamples => TYPED,
        _ => &["float4"],
    }
}

/// The type of an object with an element.
fn type_of(object: ObjectKind, element: &str) -> String {
    let name = object.name();
    match object.info().params {
        ObjectParams::None => name.to_owned(),
        ObjectParams::Number => format!("{name}<SAMPLER_FEEDBACK_MIN_MIP>"),
        ObjectParams::Flags => format!("{name}<0>"),
        _ => format!("{name}<{element}>"),
    }
}

/// A name that a type gives.
fn identifier(ty: &str) -> String {
    ty.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Declares an object and puts the code between what gets at it and what comes after; the code gets the expression.
fn reach(
    case: &mut Case,
    object: ObjectKind,
    element: &str,
    how: Reach,
    code: impl FnOnce(&mut Case, &str) -> bool,
) -> bool {
    let ty = type_of(object, element);
    let name = identifier(&ty);
    if element == "S" {
        case.global(STRUCT);
    }
    if is_native(element) {
        case.native = true;
    }
    if matches!(object, ObjectKind::RwTexture2DMs | ObjectKind::RwTexture2DMsArray) {
        case.minor = case.minor.max(7);
    }
    if object == ObjectKind::RayQuery {
        case.global("RaytracingAccelerationStructure scene;");
        case.body.push_str(
            "RayDesc ray; ray.Origin = 1; ray.TMin = 2; ray.Direction = 3; ray.TMax = 4; RayQuery<0> query; ",
        );
        case.body.push_str("query.TraceRayInline(scene, 0, 1, ray); ");
        return code(case, "query");
    }
    match how {
        Reach::Global => {
            case.global(&format!("{ty} {name};"));
            code(case, &name)
        }
        Reach::Array | Reach::NonUniform | Reach::Unbounded => {
            let index = case.argument("uint");
            let index = if how == Reach::NonUniform { format!("NonUniformResourceIndex({index})") } else { index };
            let (extent, suffix) = if how == Reach::Unbounded { ("", "all") } else { ("4", "several") };
            // Ranges without end lie in spaces of their own.
            let register = match (how, object.info().class) {
                (Reach::Unbounded, ObjectClass::Uav) => " : register(u0, space7)",
                (Reach::Unbounded, ObjectClass::Sampler) => " : register(s0, space7)",
                (Reach::Unbounded, _) => " : register(t0, space7)",
                _ => "",
            };
            case.is_alone |= how == Reach::Unbounded;
            case.global(&format!("{ty} {name}_{suffix}[{extent}]{register};"));
            code(case, &format!("{name}_{suffix}[{index}]"))
        }
        Reach::Heap => {
            let heap = if object.info().class == ObjectClass::Sampler {
                "SamplerDescriptorHeap"
            } else {
                "ResourceDescriptorHeap"
            };
            let index = case.argument("uint");
            let _ = write!(case.body, "{ty} found = {heap}[{index}]; ");
            code(case, "found")
        }
        Reach::Parameter | Reach::ArrayParameter => {
            let extent = if how == Reach::ArrayParameter { "[3]" } else { "" };
            let (global, object) = match how {
                Reach::Parameter => (name.clone(), "it".to_owned()),
                _ => (format!("{name}_three"), format!("it[{}]", case.argument("uint"))),
            };
            case.global(&format!("{ty} {global}{extent};"));
            let body = std::mem::take(&mut case.body);
            let is_made = code(case, &object);
            let inside = std::mem::replace(&mut case.body, body);
            // The members are known before the function is.
            case.functions.push(format!("void with$n({ty} it{extent}, Arguments a, inout Results r) {{ {inside} }}"));
            let _ = write!(case.body, "with$n({global}, a, r); ");
            is_made
        }
        Reach::Member => {
            case.global(&format!("struct Has_{name} {{ {ty} one; }}; Has_{name} has_{name};"));
            code(case, &format!("has_{name}.one"))
        }
        Reach::Local => {
            case.global(&format!("{ty} {name};"));
            let _ = write!(case.body, "{ty} local = {name}; ");
            code(case, "local")
        }
    }
}

/// The methods that cases are made of here, with their places in the table and their objects.
fn methods() -> impl Iterator<Item = (usize, &'static Intrinsic, ObjectKind)> {
    let here = |object: ObjectKind| {
        let class = object.info().class;
        !object.is_vulkan_only() && !matches!(class, ObjectClass::Node | ObjectClass::Stream | ObjectClass::Patch)
    };
    let rows = TABLE.iter().enumerate().filter(|(_, row)| !row.vulkan_only);
    rows.flat_map(move |(at, row)| {
        row.objects.iter().filter(move |&object| here(object)).map(move |object| (at, row, object))
    })
}

fn stage_of(row: &Intrinsic) -> Stage {
    if row.stages.contains_exactly(Stage::Compute) { Stage::Compute } else { Stage::Pixel }
}

/// The case of a method.
fn case(at: usize, row: &'static Intrinsic, object: ObjectKind, how: Reach, choice: &Choice) -> Option<Case> {
    let mut case = Case::new(String::new(), Row::Method(at, object), stage_of(row), row.since.minor.max(MINOR));
    let is_made = reach(&mut case, object, choice.element, how, |case, it| call(case, row, Some((object, it)), choice));
    if is_native(choice.template) {
        case.native = true;
    }
    if choice.template == "S" {
        case.global(STRUCT);
    }
    let template = if takes_template(row) { format!("<{}>", choice.template) } else { String::new() };
    let kind = choice.kind.map_or(String::new(), |(_, kind)| format!(" {}", kind.name()));
    let ty = type_of(object, choice.element);
    case.name = format!("{ty}.{}{template}({}):{kind} +{} {how:?}", row.name(), row.signature_text(), choice.optional);
    is_made.then_some(case)
}

fn takes_template(row: &Intrinsic) -> bool {
    let params = row.signature.params().iter().map(|param| param.pattern);
    params.chain([row.signature.ret]).any(|pattern| pattern.element == Element::Template)
}

fn most_optional(row: &Intrinsic, object: ObjectKind) -> usize {
    row.signature.params_on(Some(object)).filter(|(_, param)| param.optional).count()
}

/// The types that a template argument is.
const TEMPLATES: &[&str] = &[
    "uint",
    "float",
    "float2",
    "int3",
    "uint4",
    "bool",
    "double",
    "double2",
    "int64_t",
    "uint64_t2",
    "float16_t",
    "int16_t3",
    "uint16_t4",
    "min16float2",
    "min16uint",
    "float3x2",
    "S",
];

/// Every method with every element of its object, with nothing that can be left out and with all of it.
pub fn elements_of_methods() -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, row, object) in methods() {
        let params: Vec<_> =
            row.signature.params().iter().map(|param| param.pattern).chain([row.signature.ret]).collect();
        let depends = params.iter().any(|p| matches!(p.element, Element::Object | Element::ObjectComponent));
        let list = if depends { elements(object) } else { &elements(object)[..1] };
        let templates = if takes_template(row) { TEMPLATES } else { &TEMPLATES[..1] };
        let kinds = kinds_of(row);
        for &element in list {
            for &template in templates {
                for &kind in &kinds {
                    // The kind of what can be left out is one of what is given.
                    let is_optional = kind.is_some_and(|(at, _)| row.signature.params()[at].optional);
                    let optional = if is_optional { most_optional(row, object) } else { 0 };
                    let choice = Choice { kind, element, template, optional, ..Choice::default() };
                    cases.extend(case(at, row, object, Reach::Global, &choice));
                }
            }
        }
        for optional in 1..=most_optional(row, object) {
            let choice = Choice { element: list[0], optional, ..Choice::default() };
            cases.extend(case(at, row, object, Reach::Global, &choice));
        }
    }
    cases
}

/// The kinds that the parameters of a method may have beside the preferred ones.
fn kinds_of(row: &Intrinsic) -> Vec<Option<(usize, ScalarKind)>> {
    let mut kinds = vec![None];
    for (at, param) in row.signature.params().iter().enumerate() {
        let Element::Class(class) = param.pattern.element else { continue };
        let others = class.kinds().iter().filter(|kind| !kind.is_literal() && **kind != ScalarKind::Half);
        kinds.extend(others.skip(1).map(|&kind| Some((at, kind))));
    }
    kinds
}

/// Every method in every other form.
pub fn forms() -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, row, object) in methods().filter(|(_, _, object)| *object != ObjectKind::RayQuery) {
        for how in Reach::ALL.into_iter().skip(1) {
            let optional = most_optional(row, object);
            let choice = Choice { element: elements(object)[0], optional, ..Choice::default() };
            cases.extend(case(at, row, object, how, &choice));
        }
    }
    cases
}

/// An access with `[]`.
struct Access {
    name: &'static str,
    /// The statement: `IT`, `AT` and `V` stand for the object, the index and a value; it leaves its result in `R`.
    text: &'static str,
    writes: bool,
    /// Whether elements need components.
    components: bool,
}

const ACCESSES: &[Access] = &[
    Access { name: "read", text: "R = IT[AT];", writes: false, components: false },
    Access { name: "read of a component", text: "R.y = IT[AT].x;", writes: false, components: true },
    Access { name: "write", text: "IT[AT] = V;", writes: true, components: false },
    Access { name: "write of a component", text: "IT[AT].y = V.x;", writes: true, components: true },
    Access { name: "write of components", text: "IT[AT].yx = V.xy;", writes: true, components: true },
    Access { name: "addition", text: "IT[AT] += V;", writes: true, components: false },
];

fn accesses_of(cases: &mut Vec<Case>, object: ObjectKind, element: &str, how: Reach) {
    let (index, variants): (String, Vec<&str>) = match object.info().shape {
        ObjectShape::TypedBuffer | ObjectShape::StructuredBuffer => ("uint".to_owned(), vec!["IT[AT]"]),
        ObjectShape::Texture(texture) if texture.shape.texel_coordinates() > 0 => {
            let coords = texture.shape.texel_coordinates();
            let mut variants = vec!["IT[AT]"];
            variants.extend(texture.has_levels().then_some("IT.mips[$0][AT]"));
            variants.extend(texture.has_samples().then_some("IT.sample[$0][AT]"));
            (if coords == 1 { "uint".to_owned() } else { format!("uint{coords}") }, variants)
        }
        _ => return,
    };
    let has_components = ["2", "3", "4"].iter().any(|digit| element.ends_with(digit)) && !element.contains('x');
    for variant in variants {
        for access in ACCESSES {
            let is_write = access.writes && object.info().class != ObjectClass::Uav;
            if is_write || (access.components && !has_components) || (access.name == "addition" && element == "S") {
                continue;
            }
            let mut case = Case::new(String::new(), Row::Object(object), Stage::Compute, MINOR);
            case.argument("uint");
            let at = case.argument(&index);
            let value = if access.writes { case.argument(element) } else { String::new() };
            let result = if access.writes { String::new() } else { case.result(element) };
            let ty = type_of(object, element);
            case.name = format!("{}: {} with {variant} {how:?}", ty, access.name);
            if element.starts_with("unorm") || element.starts_with("snorm") {
                for list in [&mut case.arguments, &mut case.results] {
                    for ty in list {
                        *ty = ty.trim_start_matches("unorm ").trim_start_matches("snorm ").to_owned();
                    }
                }
            }
            reach(&mut case, object, element, how, |case, it| {
                let place = variant.replace("IT", it).replace("AT", &at);
                let clear = if access.components && !access.writes {
                    format!("{result} = ({element})0; ")
                } else {
                    String::new()
                };
                let text = access.text.replace('R', &result).replace('V', &value).replace("IT[AT]", &place);
                let _ = write!(case.body, "{clear}{text} ");
                true
            });
            cases.push(case);
        }
    }
}

/// Reading and writing with `[]`, in every form and with every element.
pub fn accesses() -> Vec<Case> {
    let mut cases = Vec::new();
    for &object in ObjectKind::ALL.iter().filter(|object| !object.is_vulkan_only()) {
        if !matches!(object.info().class, ObjectClass::Srv | ObjectClass::Uav) {
            continue;
        }
        for &element in elements(object) {
            accesses_of(&mut cases, object, element, Reach::Global);
        }
        for how in Reach::ALL.into_iter().skip(1) {
            accesses_of(&mut cases, object, elements(object)[0], how);
        }
    }
    cases.extend(of_members());
    cases.extend(of_samplers());
    cases
}

/// Members of constant and texture buffers, in every form.
fn of_members() -> Vec<Case> {
    let mut cases = Vec::new();
    for object in [ObjectKind::ConstantBuffer, ObjectKind::TextureBuffer] {
        for how in Reach::ALL {
            for (member, ty) in [("a", "float3"), ("b[$1 & 1]", "int"), ("m", "float2x3"), ("m[1]", "float3")] {
                let mut case = Case::new(
                    format!("{}<S>: .{member} {how:?}", object.name()),
                    Row::Object(object),
                    Stage::Compute,
                    MINOR,
                );
                case.argument("uint");
                case.argument("uint");
                let result = case.result(ty);
                if how == Reach::Unbounded && object == ObjectKind::ConstantBuffer {
                    continue;
                }
                reach(&mut case, object, "S", how, |case, it| {
                    let _ = write!(case.body, "{result} = {it}.{member}; ");
                    true
                });
                cases.push(case);
            }
        }
    }
    cases
}

/// Samplers and scenes, in every form.
fn of_samplers() -> Vec<Case> {
    let used = [
        (ObjectKind::SamplerState, "Texture2D<float4> paired;", "$r0 = paired.SampleLevel(IT, $0, 1).x;"),
        (
            ObjectKind::SamplerComparisonState,
            "Texture2D<float4> paired;",
            "$r0 = paired.SampleCmpLevelZero(IT, $0, 0.5);",
        ),
        (
            ObjectKind::RaytracingAccelerationStructure,
            "",
            "RayDesc ray; ray.Origin = 1; ray.TMin = 2; ray.Direction = 3; ray.TMax = 4; RayQuery<0> query; \
             query.TraceRayInline(IT, 0, 1, ray); $r0 = query.Proceed();",
        ),
    ];
    let mut cases = Vec::new();
    for (object, global, text) in used {
        for how in Reach::ALL {
            let mut case = Case::new(format!("{} {how:?}", object.name()), Row::Object(object), Stage::Compute, MINOR);
            if !global.is_empty() {
                case.global(global);
            }
            case.argument("float2");
            case.result("float");
            reach(&mut case, object, "", how, |case, it| {
                case.body.push_str(&text.replace("IT", it));
                true
            });
            cases.push(case);
        }
    }
    cases
}

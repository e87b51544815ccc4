//! Writes a call for a row of the intrinsic table: arguments of the types in its signature, and uses of its results.
//!
//! Input: a row, and for what its signature leaves open a [`Choice`]. Output: the call in the body of a [`Case`].

use hlslc_hir::intrinsics::{Class, Element, Intrinsic, Mode, Param, Pattern, Role, Shape, Size};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::ScalarKind;
use std::fmt::Write as _;

use super::Case;

/// Rows and columns of a type; none for what has fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One number.
    Scalar,
    /// A vector.
    Vector(u8),
    /// A matrix.
    Matrix(u8, u8),
}

impl Form {
    /// The type of this form with components of a kind.
    pub fn of(self, kind: &str) -> String {
        match self {
            Self::Scalar => kind.to_owned(),
            Self::Vector(size) => format!("{kind}{size}"),
            Self::Matrix(rows, columns) => format!("{kind}{rows}x{columns}"),
        }
    }
}

/// Where the destination of an atomic lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In group-shared memory.
    Shared,
    /// An element of a structured buffer.
    Structured,
    /// A member of an element of a structured buffer.
    Member,
    /// An element of a typed buffer.
    Typed,
    /// A texel.
    Texel,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Structured, Self::Shared, Self::Member, Self::Typed, Self::Texel];
}

/// What a signature leaves open.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The kind of one parameter's components; the others have the preferred one.
    pub kind: Option<(usize, ScalarKind)>,
    /// What `*` stands for.
    pub any: Form,
    /// What `R`, `C` and `K` stand for.
    pub sizes: [u8; 3],
    /// The element of the object.
    pub element: &'a str,
    /// The template argument of the call.
    pub template: &'a str,
    /// How many parameters that may be left out are given.
    pub optional: usize,
    /// Where a destination lies.
    pub place: Place,
}

impl Default for Choice<'_> {
    fn default() -> Self {
        Self {
            kind: None,
            any: Form::Scalar,
            sizes: [2, 3, 4],
            element: "float4",
            template: "uint",
            optional: 0,
            place: Place::Structured,
        }
    }
}

/// The kind of the components of a type.
pub fn component(element: &str) -> &str {
    let plain = element.strip_prefix("row_major ").unwrap_or(element);
    let end = plain.len();
    let shape =
        plain.rsplit_once('x').filter(|(_, columns)| columns.parse::<u8>().is_ok()).map_or(end, |(rest, _)| rest.len());
    let stem = &plain[..shape];
    if stem.ends_with("_t") {
        return stem;
    }
    match stem.as_bytes() {
        [.., b'1'..=b'4'] => &stem[..stem.len() - 1],
        _ => stem,
    }
}

/// Whether 16-bit types have to be native for a type.
pub fn is_native(ty: &str) -> bool {
    ["float16_t", "int16_t"].iter().any(|word| ty.contains(word))
}

/// The struct that elements may be.
pub const STRUCT: &str = "struct S { float3 a; int b[2]; row_major float2x3 m; };";

const RAY: &str =
    "RayDesc ray; ray.Origin = float3(1, 2, 3); ray.TMin = 4; ray.Direction = float3(5, 6, 7); ray.TMax = 8;";

/// A type as it has been worked out: kind and form, or the text of a type that has neither.
#[derive(Clone, Debug)]
enum Known {
    Numbers(String, Form),
    Text(String),
}

impl Known {
    fn text(&self) -> String {
        match self {
            Self::Numbers(kind, form) => form.of(kind),
            Self::Text(text) => text.clone(),
        }
    }
}

struct Writer<'a> {
    row: &'a Intrinsic,
    object: Option<ObjectKind>,
    choice: &'a Choice<'a>,
    /// The types of the parameters before, by position in the signature.
    known: Vec<Known>,
    before: String,
    behind: String,
}

/// Writes a call of a row on an object, which is an expression; says whether that is possible.
pub fn call(case: &mut Case, row: &Intrinsic, object: Option<(ObjectKind, &str)>, choice: &Choice) -> bool {
    let kind = object.map(|(kind, _)| kind);
    let mut writer =
        Writer { row, object: kind, choice, known: Vec::new(), before: String::new(), behind: String::new() };
    let (mut args, mut optional) = (Vec::new(), 0);
    let params = row.signature.params();
    for (at, param) in params.iter().enumerate() {
        let known = writer.known_type(at, param.pattern);
        writer.known.push(known);
        if !param.exists_on(kind) {
            continue;
        }
        if param.optional {
            optional += 1;
            if optional > choice.optional {
                continue;
            }
        }
        let arg = writer.argument(case, at, param);
        args.push(arg);
    }
    let result = writer.known_type(params.len(), row.signature.ret);
    let (receiver, name) = match (object, row.name().split_once('.')) {
        (Some((_, expression)), _) => (format!("{expression}."), row.name().to_owned()),
        (None, Some((_, method))) => (format!("{}.", args.remove(0)), method.to_owned()),
        (None, None) => (String::new(), row.name().to_owned()),
    };
    let has_template =
        params.iter().map(|param| param.pattern).chain([row.signature.ret]).any(|p| p.element == Element::Template);
    let template = if has_template { format!("<{}>", choice.template) } else { String::new() };
    let call = format!("{receiver}{name}{template}({})", args.join(", "));
    let Writer { before, behind, .. } = writer;
    let text = result.text();
    if is_native(&text) {
        case.native = true;
    }
    let statement = match text.as_str() {
        "void" => format!("{call};"),
        "hit_object" => format!("{} = ({call}).IsMiss();", case.result("bool")),
        _ => format!("{} = {call};", case.result(&text)),
    };
    let _ = write!(case.body, "{before}{statement} {behind}");
    true
}

impl Writer<'_> {
    fn known_type(&self, at: usize, pattern: Pattern) -> Known {
        let kind = match pattern.element {
            Element::Void => return Known::Text("void".to_owned()),
            Element::Object => return Known::Text(self.choice.element.to_owned()),
            Element::Template => return Known::Text(self.choice.template.to_owned()),
            Element::Records { .. } => return Known::Text("records".to_owned()),
            Element::ObjectComponent => component(self.choice.element).to_owned(),
            Element::Like(other) => match &self.known[usize::from(other)] {
                Known::Numbers(kind, _) => kind.clone(),
                Known::Text(text) => text.clone(),
            },
            Element::Class(class) => match self.kind(at, class) {
                Some(kind) => kind.name().to_owned(),
                None => return Known::Text(class.name().to_owned()),
            },
        };
        Known::Numbers(kind, self.form(pattern.shape))
    }

    fn kind(&self, at: usize, class: Class) -> Option<ScalarKind> {
        match self.choice.kind {
            Some((of, kind)) if of == at => Some(kind),
            _ => class.kinds().iter().copied().find(|kind| !kind.is_literal()),
        }
    }

    fn form(&self, shape: Shape) -> Form {
        match shape {
            Shape::Scalar => Form::Scalar,
            Shape::Any => self.choice.any,
            Shape::Vector(size) => Form::Vector(self.size(size)),
            Shape::Matrix(rows, columns) => Form::Matrix(self.size(rows), self.size(columns)),
            Shape::Like(other) => match &self.known[usize::from(other)] {
                Known::Numbers(_, form) => *form,
                Known::Text(_) => Form::Scalar,
            },
        }
    }

    fn size(&self, size: Size) -> u8 {
        match size {
            Size::Exactly(size) => size,
            Size::Named(letter) => self.choice.sizes[usize::from(letter)],
            Size::OfObject(size) => self.object.map_or(1, |object| size.on(object)),
        }
    }

    /// The argument for a parameter.
    fn argument(&mut self, case: &mut Case, at: usize, param: &Param) -> String {
        let known = self.known[at].clone();
        let ty = known.text();
        if is_native(&ty) {
            case.native = true;
        }
        let name = self.row.name_of(param);
        if let Known::Text(text) = &known
            && let Some(object) = self.of_class(case, at, text, name)
        {
            return object;
        }
        match (self.row.name(), name) {
            ("GetAttributeAtVertex", "value") => {
                case.parameters.push(format!("nointerpolation {ty} e$n : E$n"));
                return "e$n".to_owned();
            }
            ("GetAttributeAtVertex", "vertex") => return "2".to_owned(),
            ("Barrier", "memory") => return "UAV_MEMORY".to_owned(),
            ("Barrier", "meaning") => return "DEVICE_SCOPE".to_owned(),
            (call, "value") if call.starts_with("EvaluateAttribute") => {
                case.parameters.push(format!("{ty} e$n : E$n"));
                return "e$n".to_owned();
            }
            _ => {}
        }
        match param.mode {
            Mode::In if param.role == Role::Offset => {
                let numbers = ["1", "-2", "3"].iter().take(match self.form(param.pattern.shape) {
                    Form::Vector(size) => usize::from(size),
                    _ => 1,
                });
                format!("{ty}({})", numbers.copied().collect::<Vec<_>>().join(", "))
            }
            Mode::In => case.argument(&ty),
            Mode::Out | Mode::InOut => {
                let start = if param.mode == Mode::Out { String::new() } else { format!(" = {}", case.argument(&ty)) };
                let _ = write!(self.before, "{ty} o{at}{start}; ");
                let taken = case.result(&ty);
                let _ = write!(self.behind, "{taken} = o{at}; ");
                format!("o{at}")
            }
            Mode::Ref => self.destination(case, &ty),
        }
    }

    /// An argument of a class that has no numbers.
    fn of_class(&mut self, case: &mut Case, at: usize, class: &str, name: &str) -> Option<String> {
        let is_qualified = case.minor >= 7;
        let mut declared = |line: &str, name: &str| {
            case.global(line);
            Some(name.to_owned())
        };
        match class {
            "sampler" | "any_sampler" => declared("SamplerState smp;", "smp"),
            "sampler_cmp" => declared("SamplerComparisonState cmp;", "cmp"),
            "Texture2D" => declared("Texture2D<float4> paired;", "paired"),
            "Texture2DArray" => declared("Texture2DArray<float4> paired_array;", "paired_array"),
            "uav" => declared("RWBuffer<uint> touched;", "touched"),
            "acceleration" => declared("RaytracingAccelerationStructure scene;", "scene"),
            "RayDesc" => {
                self.before.push_str(RAY);
                Some("ray".to_owned())
            }
            "hit_object" => {
                let is_nop = self.row.name().ends_with("IsNop");
                let made = if is_nop { "MakeNop()" } else { "MakeMiss(1, 2, ray)" };
                if !is_nop {
                    self.before.push_str(RAY);
                }
                let _ = write!(self.before, "dx::HitObject hit = dx::HitObject::{made}; ");
                Some("hit".to_owned())
            }
            "ray_query" => {
                declared("RaytracingAccelerationStructure scene;", "scene");
                self.before.push_str(RAY);
                self.before.push_str("RayQuery<0> query; query.TraceRayInline(scene, 0, 1, ray); ");
                Some("query".to_owned())
            }
            "struct" => {
                let (line, ty) = match name {
                    "attributes" => ("struct Attributes { float2 b; };", "Attributes"),
                    "parameter" => ("struct Parameter { float4 x; };", "Parameter"),
                    _ if is_qualified => (
                        "struct [raypayload] Payload { float4 x : read(caller, closesthit, miss, anyhit) : \
                         write(caller, closesthit, miss, anyhit); };",
                        "Payload",
                    ),
                    _ => ("struct Payload { float4 x; };", "Payload"),
                };
                declared(line, ty);
                let member = if ty == "Attributes" { "b" } else { "x" };
                let value = case.argument(if ty == "Attributes" { "float2" } else { "float4" });
                let _ = write!(self.before, "{ty} s{at}; s{at}.{member} = {value}; ");
                let taken = case.result(if ty == "Attributes" { "float2" } else { "float4" });
                let _ = write!(self.behind, "{taken} = s{at}.{member}; ");
                Some(format!("s{at}"))
            }
            _ => None,
        }
    }

    fn destination(&mut self, case: &mut Case, ty: &str) -> String {
        let index = |case: &mut Case| case.argument("uint");
        match self.choice.place {
            Place::Shared => {
                case.global(&format!("groupshared {ty} shared_{ty}[16];"));
                format!("shared_{ty}[{}]", index(case))
            }
            Place::Structured => {
                case.global(&format!("RWStructuredBuffer<{ty}> structured_{ty};"));
                format!("structured_{ty}[{}]", index(case))
            }
            Place::Member => {
                case.global(&format!(
                    "struct Of_{ty} {{ float2 a; {ty} b[3]; }}; RWStructuredBuffer<Of_{ty}> member_{ty};"
                ));
                format!("member_{ty}[{}].b[{}]", index(case), index(case))
            }
            Place::Typed => {
                case.global(&format!("RWBuffer<{ty}> typed_{ty};"));
                format!("typed_{ty}[{}]", index(case))
            }
            Place::Texel => {
                case.global(&format!("RWTexture2D<{ty}> texels_{ty};"));
                format!("texels_{ty}[{}]", case.argument("uint2"))
            }
        }
    }
}

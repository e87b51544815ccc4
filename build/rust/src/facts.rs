//! Reduces the reflections of both targets to what becomes Rust.
//!
//! Input: a [`Reflection`]. Output: [`Facts`], in which every offset and stride is a number: rules of layouts end here.

use dxil::reflect::{self as d3d, d3d::VariableClass, d3d::VariableType};
use hlslc::Reflection;
use hlslc_semantics::layout::{Extent, Rules};
use hlslc_spirv::reflection::{self as spirv, DescriptorType, TypeKind};

/// What is known of a shader.
#[derive(Debug, Default, PartialEq)]
pub struct Facts {
    pub threads: Option<[u32; 3]>,
    pub bindings: Vec<Binding>,
    pub inputs: Vec<Element>,
    pub outputs: Vec<Element>,
    /// The contents of buffers.
    pub blocks: Vec<Block>,
    /// The structs that they are made of.
    pub structs: Vec<Struct>,
}

/// The kind of a binding, as `hlsl.rs` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Constants,
    Read,
    Write,
    Sampler,
}

#[derive(Debug, PartialEq)]
pub struct Binding {
    pub name: String,
    pub class: Class,
    pub kind: String,
    pub register: Option<u32>,
    pub space: u32,
    pub count: Option<u32>,
    pub stride: Option<u32>,
}

#[derive(Debug, PartialEq)]
pub struct Element {
    pub semantic: String,
    pub index: u32,
    pub location: Option<u32>,
    pub component: String,
    pub mask: u8,
    pub is_system_value: bool,
}

/// What a buffer holds.
#[derive(Debug, PartialEq)]
pub struct Block {
    pub name: String,
    pub size: u32,
    pub content: Content,
}

#[derive(Debug, PartialEq)]
pub enum Content {
    /// Constants.
    Fields(Vec<Field>),
    /// Elements of a structured buffer.
    Elements(Shape),
}

#[derive(Debug, PartialEq)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<Field>,
}

#[derive(Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub offset: u32,
    pub shape: Shape,
}

/// A type with its layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A number of Rust.
    Number(&'static str),
    /// Equal parts with this many bytes from one to the next.
    Array { of: Box<Shape>, count: u32, stride: u32 },
    /// By its place in [`Facts::structs`].
    Struct(u32),
}

/// The bytes of a number.
fn bytes(number: &str) -> u32 {
    match number {
        "i16" | "u16" => 2,
        "f64" | "i64" | "u64" => 8,
        _ => 4,
    }
}

impl Facts {
    /// Those of a shader.
    pub fn of(reflection: &Reflection) -> Self {
        // There are more targets in other builds of the library.
        #[allow(clippy::wildcard_enum_match_arm, unreachable_patterns)]
        match reflection {
            Reflection::Dxil(found) => Self::of_dxil(found),
            Reflection::Spirv(found) => Self::of_spirv(found),
            _ => Self::default(),
        }
    }

    fn of_dxil(found: &d3d::Reflection) -> Self {
        let layouts = [Rules::CONSTANT_BUFFER, Rules::STRUCTURED].map(|rules| Layouts::new(found, rules));
        // Structs by the rules of constants come first, then the same by those of structured buffers.
        let packed = found.structs.len() as u32;
        let structs = layouts.iter().zip([0, packed]).flat_map(|(layouts, first)| {
            found.structs.iter().map(move |given| Struct {
                name: given.name.clone(),
                fields: given
                    .members
                    .iter()
                    .filter_map(|member| Some((member, layouts.shape(&member.r#type, first)?)))
                    .map(|(member, shape)| Field { name: member.name.clone(), offset: member.offset, shape })
                    .collect(),
            })
        });
        let blocks = found.buffers.iter().filter_map(|buffer| {
            let is_packed = buffer.buffer_type == d3d::d3d::BufferType::ResourceBindInfo;
            let (layouts, first) = if is_packed { (&layouts[1], packed) } else { (&layouts[0], 0) };
            let mut fields = buffer.variables.iter().filter_map(|variable| {
                let shape = layouts.shape(variable.r#type.as_ref()?, first)?;
                Some(Field { name: variable.name.clone(), offset: variable.start_offset, shape })
            });
            let content =
                if is_packed { Content::Elements(fields.next()?.shape) } else { Content::Fields(fields.collect()) };
            Some(Block { name: buffer.name.clone(), size: buffer.size, content })
        });
        let element = |parameter: &d3d::Parameter| Element {
            semantic: parameter.semantic_name.clone(),
            index: parameter.semantic_index,
            location: parameter.register,
            component: parameter.component.text().to_owned(),
            mask: parameter.mask,
            is_system_value: parameter.system_value != d3d::d3d::SystemValue::Undefined,
        };
        let entry = found.entry_point.as_ref();
        Self {
            threads: found.thread_group_size(),
            bindings: found.bindings.iter().map(binding_of_dxil).collect(),
            inputs: entry.map_or(Vec::new(), |entry| entry.inputs.iter().map(element).collect()),
            outputs: entry.map_or(Vec::new(), |entry| entry.outputs.iter().map(element).collect()),
            blocks: blocks.collect(),
            structs: structs.collect(),
        }
    }

    fn of_spirv(found: &spirv::Reflection) -> Self {
        let fields = |of: u32| {
            let members = found.structs.get(of as usize).map_or(&[][..], |given| &given.members);
            let shaped = members.iter().filter_map(|member| Some((member, shape_of_spirv(&member.r#type)?)));
            let fields = shaped.map(|(member, shape)| Field {
                name: member.name.clone(),
                offset: member.offset.unwrap_or(0),
                shape,
            });
            fields.collect::<Vec<_>>()
        };
        let structs = found.structs.iter().enumerate();
        let structs = structs.map(|(at, given)| Struct { name: given.name.clone(), fields: fields(at as u32) });
        let elements = |block: &spirv::Type| {
            let array = &found.structs.get(block.r#struct? as usize)?.members.first()?.r#type;
            let (outer, rest) = array.array.split_first()?;
            let element = spirv::Type { array: rest.to_vec(), ..array.clone() };
            Some((outer.stride?, shape_of_spirv(&element)?))
        };
        let block = |binding: &spirv::Binding| {
            let block = binding.block.as_ref()?;
            let (size, content) = if binding.descriptor_type == DescriptorType::UniformBuffer {
                (binding.size?, Content::Fields(fields(block.r#struct?)))
            } else {
                elements(block).map(|(stride, shape)| (stride, Content::Elements(shape)))?
            };
            Some(Block { name: binding.name.clone(), size, content })
        };
        let push = |found: &spirv::PushConstants| {
            let fields = fields(found.r#type.r#struct?);
            Some(Block { name: found.name.clone(), size: found.offset + found.size, content: Content::Fields(fields) })
        };
        let binding = |given: &spirv::Binding| Binding {
            name: given.name.clone(),
            class: class_of_spirv(given),
            kind: given.descriptor_type.text().to_owned(),
            register: given.binding,
            space: given.set.unwrap_or(0),
            count: given.count,
            stride: given.block.as_ref().and_then(elements).map(|(stride, _)| stride),
        };
        let entry = found.entry_points.first();
        let signature = |of: fn(&spirv::EntryPoint) -> &Vec<spirv::Interface>| {
            entry.map_or(Vec::new(), |entry| of(entry).iter().map(element_of_spirv).collect())
        };
        Self {
            threads: entry.and_then(|entry| entry.workgroup_size),
            bindings: found.bindings.iter().map(binding).collect(),
            inputs: signature(|entry| &entry.inputs),
            outputs: signature(|entry| &entry.outputs),
            blocks: found
                .bindings
                .iter()
                .filter_map(block)
                .chain(found.push_constants.iter().filter_map(push))
                .collect(),
            structs: structs.collect(),
        }
    }
}

fn binding_of_dxil(given: &d3d::Binding) -> Binding {
    use dxil::shader::ResourceClass;
    Binding {
        name: given.name.clone(),
        class: match given.class {
            ResourceClass::Cbv => Class::Constants,
            ResourceClass::Srv => Class::Read,
            ResourceClass::Uav => Class::Write,
            ResourceClass::Sampler => Class::Sampler,
        },
        kind: given.kind.text().to_owned(),
        register: given.bind_point,
        space: given.space,
        count: given.bind_count,
        stride: given.stride,
    }
}

fn class_of_spirv(given: &spirv::Binding) -> Class {
    match given.descriptor_type {
        DescriptorType::Sampler => Class::Sampler,
        DescriptorType::UniformBuffer => Class::Constants,
        DescriptorType::StorageImage | DescriptorType::StorageTexelBuffer => Class::Write,
        DescriptorType::StorageBuffer if !given.non_writable => Class::Write,
        DescriptorType::StorageBuffer
        | DescriptorType::CombinedImageSampler
        | DescriptorType::SampledImage
        | DescriptorType::UniformTexelBuffer
        | DescriptorType::InputAttachment
        | DescriptorType::AccelerationStructure
        | DescriptorType::Other => Class::Read,
    }
}

fn element_of_spirv(given: &spirv::Interface) -> Element {
    let spelled = given.semantic.clone().unwrap_or_else(|| given.name.clone());
    let spelled = spelled.trim_start_matches("in.var.").trim_start_matches("out.var.").to_owned();
    let digits = spelled.len() - spelled.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (name, index) = spelled.split_at(spelled.len() - digits);
    let first = given.component.unwrap_or(0);
    Element {
        semantic: name.to_owned(),
        index: index.parse().unwrap_or(0),
        location: given.location,
        component: format!("{}{}", given.r#type.kind.text(), given.r#type.width),
        mask: (0..given.r#type.components.min(4)).fold(0, |mask, at| mask | 1u8.checked_shl(first + at).unwrap_or(0)),
        is_system_value: given.built_in.is_some(),
    }
}

fn shape_of_spirv(of: &spirv::Type) -> Option<Shape> {
    let number = |number| Some(Shape::Number(number));
    let one = match (of.kind, of.width) {
        (TypeKind::Struct, _) => Some(Shape::Struct(of.r#struct?)),
        (TypeKind::Float, 32) => number("f32"),
        (TypeKind::Float, 64) => number("f64"),
        (TypeKind::Float | TypeKind::UInt, 16) => number("u16"),
        (TypeKind::Int, 16) => number("i16"),
        (TypeKind::Int, 32) => number("i32"),
        (TypeKind::UInt | TypeKind::Bool, 32) => number("u32"),
        (TypeKind::Int, 64) => number("i64"),
        (TypeKind::UInt, 64) => number("u64"),
        _ => None,
    }?;
    let vector = |of: Shape, count: u32| {
        let Shape::Number(number) = of else { return of };
        if count == 1 {
            return of;
        }
        Shape::Array { of: Box::new(of), count, stride: bytes(number) }
    };
    let mut shape = match (of.columns, of.row_major, of.matrix_stride) {
        (2.., Some(row_major), Some(stride)) => {
            // Rows or columns, whichever lie one after another.
            let (count, each) = if row_major { (of.components, of.columns) } else { (of.columns, of.components) };
            Shape::Array { of: Box::new(vector(one, each)), count, stride }
        }
        _ => vector(one, of.components),
    };
    for dimension in of.array.iter().rev() {
        shape = Shape::Array { of: Box::new(shape), count: dimension.count?, stride: dimension.stride? };
    }
    Some(shape)
}

/// The sizes of structs by the rules of a buffer.
struct Layouts {
    rules: Rules,
    /// Bytes to the end of the last member, and the largest number in it; none for one that holds itself.
    structs: Vec<Option<(u32, u32)>>,
}

impl Layouts {
    fn new(found: &d3d::Reflection, rules: Rules) -> Self {
        let mut layouts = Self { rules, structs: vec![None; found.structs.len()] };
        // A struct has a size once those in it do; none is nested deeper than there are structs.
        loop {
            let mut is_new = false;
            for (at, given) in found.structs.iter().enumerate() {
                if layouts.structs[at].is_some() {
                    continue;
                }
                let ends = given.members.iter().map(|member| {
                    let (size, align) = layouts.size(&layouts.shape(&member.r#type, 0)?, 0)?;
                    Some((member.offset.checked_add(size)?, align))
                });
                layouts.structs[at] = ends.into_iter().try_fold((0, 1), |all: (u32, u32), end| {
                    let end = end?;
                    Some((all.0.max(end.0), all.1.max(end.1)))
                });
                is_new |= layouts.structs[at].is_some();
            }
            if !is_new {
                return layouts;
            }
        }
    }

    /// The bytes of a shape, and of the largest number in it. Structs are numbered from `first`.
    fn size(&self, of: &Shape, first: u32) -> Option<(u32, u32)> {
        // Shapes nest as deep as rows, matrices and arrays: three levels.
        match of {
            Shape::Number(number) => Some((bytes(number), bytes(number))),
            Shape::Struct(at) => *self.structs.get((at - first) as usize)?,
            Shape::Array { of, count, stride } => {
                let (last, align) = self.size(of, first)?;
                Some((count.checked_sub(1)?.checked_mul(*stride)?.checked_add(last)?, align))
            }
        }
    }

    fn array(&self, of: Shape, count: u32, first: u32) -> Option<Shape> {
        let (size, align) = self.size(&of, first)?;
        let stride = u32::try_from(self.rules.stride(&Extent::opaque(size.into(), align))).ok()?;
        Some(Shape::Array { of: Box::new(of), count, stride })
    }

    /// The shape of a type. Structs are numbered from `first`.
    fn shape(&self, of: &d3d::Type, first: u32) -> Option<Shape> {
        let number = match of.r#type {
            VariableType::Float | VariableType::Min16Float => "f32",
            VariableType::Int | VariableType::Min16Int => "i32",
            VariableType::UInt | VariableType::Min16UInt | VariableType::Bool | VariableType::Void => "u32",
            VariableType::Double => "f64",
            VariableType::Int16 => "i16",
            VariableType::UInt16 | VariableType::Float16 => "u16",
            VariableType::Int64 => "i64",
            VariableType::UInt64 => "u64",
        };
        let vector = |count: u32| Shape::Array { of: Box::new(Shape::Number(number)), count, stride: bytes(number) };
        let one = match of.class {
            VariableClass::Scalar | VariableClass::BitField => Shape::Number(number),
            VariableClass::Vector => vector(of.columns),
            VariableClass::MatrixRows => self.array(vector(of.columns), of.rows, first)?,
            VariableClass::MatrixColumns => self.array(vector(of.rows), of.columns, first)?,
            VariableClass::Struct => Shape::Struct(first + of.r#struct?),
            VariableClass::Object => return None,
        };
        if of.elements == 0 { Some(one) } else { self.array(one, of.elements, first) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc::{Compiler, NoIncludes, Options};

    const SOURCE: &str = "
        struct Inner { double wide; float narrow; };
        struct Outer { float first; Inner inners[2]; float2x3 columns; row_major float2x3 rows; bool flag; };
        cbuffer Constants { Outer one; Outer many[2]; float tail; double3 wide[2]; float3x4 matrices[2]; uint64_t big; }
        StructuredBuffer<Outer> In;
        RWStructuredBuffer<float> Out;
        [numthreads(1, 1, 1)] void main() {
            Out[0] = one.first + many[1].flag + tail + wide[1].x + matrices[1][2][3] + In[0].inners[1].narrow + float(big);
        }";

    /// The reflection says where a variable ends; the strides in it are computed here.
    #[test]
    fn every_variable_is_as_long_as_the_reflection_says() {
        let mut options = Options::new("cs_6_0".parse().expect("it is a profile"));
        options.reflect = true;
        let output = Compiler::new(options).compile("a.hlsl", SOURCE.as_bytes(), &NoIncludes);
        let Some(Reflection::Dxil(found)) = output.reflection else { panic!("{:?}", output.diagnostics) };
        let mut lengths = Vec::new();
        for buffer in &found.buffers {
            let is_packed = buffer.buffer_type == d3d::d3d::BufferType::ResourceBindInfo;
            let layouts = Layouts::new(&found, if is_packed { Rules::STRUCTURED } else { Rules::CONSTANT_BUFFER });
            for variable in &buffer.variables {
                let shape = variable.r#type.as_ref().and_then(|of| layouts.shape(of, 0)).expect("it has a shape");
                let (size, align) = layouts.size(&shape, 0).expect("it has a size");
                let size = if is_packed { size.next_multiple_of(align) } else { size };
                assert_eq!(size, variable.size, "{}", variable.name);
                lengths.push((variable.name.as_str(), size));
            }
        }
        assert_eq!(lengths.len(), 8, "{lengths:?}");
    }
}

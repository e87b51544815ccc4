//! Prints `ID3D12ShaderReflection` and `ID3D12LibraryReflection` of a container as lines of text.
//!
//! The objects that these interfaces return have no reference counts: they live as long as the reflection object. Layouts of structs are
//! those of D3D's header for 64-bit systems.

use std::ffi::{CStr, c_char, c_void};
use std::fmt::Write as _;

use super::object::{HResult, Method, Object};

/// `D3D12_SHADER_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct ShaderDesc {
    version: u32,
    creator: *const c_char,
    flags: u32,
    constant_buffers: u32,
    bound_resources: u32,
    input_parameters: u32,
    output_parameters: u32,
    /// From `InstructionCount` to `EmitInstructionCount`.
    counts: [u32; 19],
    gs_output_topology: u32,
    gs_max_output_vertex_count: u32,
    input_primitive: u32,
    patch_constant_parameters: u32,
    gs_instance_count: u32,
    control_points: u32,
    hs_output_primitive: u32,
    hs_partitioning: u32,
    tessellator_domain: u32,
    /// Barriers, atomics and texture stores.
    more_counts: [u32; 3],
}

/// `D3D12_SIGNATURE_PARAMETER_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct ParameterDesc {
    semantic_name: *const c_char,
    semantic_index: u32,
    register: u32,
    system_value: u32,
    component_type: u32,
    mask: u8,
    read_write_mask: u8,
    stream: u32,
    min_precision: u32,
}

/// `D3D12_SHADER_INPUT_BIND_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct BindDesc {
    name: *const c_char,
    input_type: u32,
    bind_point: u32,
    bind_count: u32,
    flags: u32,
    return_type: u32,
    dimension: u32,
    num_samples: u32,
    space: u32,
    id: u32,
}

/// `D3D12_SHADER_BUFFER_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct BufferDesc {
    name: *const c_char,
    buffer_type: u32,
    variables: u32,
    size: u32,
    flags: u32,
}

/// `D3D12_SHADER_VARIABLE_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct VariableDesc {
    name: *const c_char,
    start_offset: u32,
    size: u32,
    flags: u32,
    default_value: *const c_void,
    textures_and_samplers: [u32; 4],
}

/// `D3D12_SHADER_TYPE_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct TypeDesc {
    class: u32,
    ty: u32,
    rows: u32,
    columns: u32,
    elements: u32,
    members: u32,
    offset: u32,
    name: *const c_char,
}

/// `D3D12_LIBRARY_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct LibraryDesc {
    creator: *const c_char,
    flags: u32,
    functions: u32,
}

/// `D3D12_FUNCTION_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct FunctionDesc {
    version: u32,
    creator: *const c_char,
    flags: u32,
    constant_buffers: u32,
    bound_resources: u32,
    /// From `InstructionCount` to `BitwiseInstructionCount`.
    counts: [u32; 21],
    min_feature_level: u32,
    required_feature_flags: u64,
    name: *const c_char,
    parameters: i32,
    booleans: [i32; 3],
}

type GetDesc<T> = unsafe extern "system" fn(*mut c_void, *mut T) -> HResult;
type GetDescAt<T> = unsafe extern "system" fn(*mut c_void, u32, *mut T) -> HResult;
type GetAt = unsafe extern "system" fn(*mut c_void, u32) -> *mut c_void;
type Get = unsafe extern "system" fn(*mut c_void) -> *mut c_void;
type GetThreads = unsafe extern "system" fn(*mut c_void, *mut u32, *mut u32, *mut u32) -> u32;

/// The methods of the two interfaces with reference counts, by their index after those of `IUnknown`.
mod method {
    use super::{
        BindDesc, GetAt, GetDesc, GetDescAt, GetThreads, LibraryDesc, Method, ParameterDesc, ShaderDesc, c_void,
    };
    pub(super) const SHADER_DESC: Method<GetDesc<ShaderDesc>> = Method::new(0);
    pub(super) const BUFFER: Method<GetAt> = Method::new(1);
    pub(super) const BINDING: Method<GetDescAt<BindDesc>> = Method::new(3);
    pub(super) const INPUT: Method<GetDescAt<ParameterDesc>> = Method::new(4);
    pub(super) const OUTPUT: Method<GetDescAt<ParameterDesc>> = Method::new(5);
    pub(super) const PATCH_CONSTANT: Method<GetDescAt<ParameterDesc>> = Method::new(6);
    pub(super) const THREADS: Method<GetThreads> = Method::new(17);
    pub(super) const REQUIRES: Method<unsafe extern "system" fn(*mut c_void) -> u64> = Method::new(18);
    pub(super) const LIBRARY_DESC: Method<GetDesc<LibraryDesc>> = Method::new(0);
    pub(super) const FUNCTION: Method<GetAt> = Method::new(1);
}

/// The indices of the methods of interfaces without reference counts.
mod place {
    pub(super) const DESC: usize = 0;
    pub(super) const BUFFER: usize = 1;
    pub(super) const VARIABLE: usize = 1;
    pub(super) const BINDING: usize = 3;
    pub(super) const TYPE: usize = 1;
    pub(super) const MEMBER_TYPE: usize = 1;
    pub(super) const MEMBER_NAME: usize = 3;
}

/// A part of a reflection object, with the same lifetime.
#[derive(Clone, Copy)]
struct Part(*mut c_void);

impl Part {
    /// # Safety
    /// The part must be of an interface without base whose method at that place has that signature.
    unsafe fn method<F: Copy>(self, place: usize) -> F {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        // SAFETY: an object starts with the pointer to its table; the rest is the caller's promise.
        unsafe { (*self.0.cast::<*const *const c_void>()).add(place).cast::<F>().read() }
    }

    /// # Safety
    /// The first method of the part must fill a description of that type.
    unsafe fn desc<T: Copy>(self) -> Option<T> {
        let mut desc = std::mem::MaybeUninit::<T>::zeroed();
        // SAFETY: promised by the caller; every description is valid when it is all zeros.
        unsafe {
            let status = self.method::<GetDesc<T>>(place::DESC)(self.0, desc.as_mut_ptr());
            (status >= 0).then(|| desc.assume_init())
        }
    }
}

/// The text of a name; empty for a null pointer.
///
/// # Safety
/// The pointer must be null or to text that ends in a zero.
unsafe fn text(name: *const c_char) -> String {
    if name.is_null() {
        return String::new();
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}

/// The lines of a shader; `None` if the object has no description.
///
/// # Safety
/// The object must be an `ID3D12ShaderReflection`.
pub(super) unsafe fn shader(object: &Object) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    // SAFETY: the methods are those of the interface, every description is plain data, and names live as long as the object.
    unsafe {
        let described = |method, index| {
            let mut desc = std::mem::MaybeUninit::<ParameterDesc>::zeroed();
            let status = object.method::<GetDescAt<ParameterDesc>>(method)(object.as_ptr(), index, desc.as_mut_ptr());
            (status >= 0).then(|| desc.assume_init())
        };
        let mut desc = std::mem::MaybeUninit::<ShaderDesc>::zeroed();
        if object.method(method::SHADER_DESC)(object.as_ptr(), desc.as_mut_ptr()) < 0 {
            return None;
        }
        let desc = desc.assume_init();
        lines.push(format!(
            "shader {:#x} topology {} vertices {} primitive {} instances {} points {} makes {} partitioning {} domain {}",
            desc.version,
            desc.gs_output_topology,
            desc.gs_max_output_vertex_count,
            desc.input_primitive,
            desc.gs_instance_count,
            desc.control_points,
            desc.hs_output_primitive,
            desc.hs_partitioning,
            desc.tessellator_domain
        ));
        lines.push(format!("counts {:?} {:?}", desc.counts, desc.more_counts));
        let [mut x, mut y, mut z] = [0; 3];
        object.method(method::THREADS)(object.as_ptr(), &raw mut x, &raw mut y, &raw mut z);
        lines.push(format!("threads {x} {y} {z}"));
        lines.push(format!("requires {:#x}", object.method(method::REQUIRES)(object.as_ptr())));
        for (title, method, count) in [
            ("input", method::INPUT, desc.input_parameters),
            ("output", method::OUTPUT, desc.output_parameters),
            ("patch constant", method::PATCH_CONSTANT, desc.patch_constant_parameters),
        ] {
            for parameter in (0..count).filter_map(|index| described(method, index)) {
                lines.push(format!("{title} {}", self::parameter(&parameter)));
            }
        }
        for index in 0..desc.bound_resources {
            let mut bound = std::mem::MaybeUninit::<BindDesc>::zeroed();
            if object.method(method::BINDING)(object.as_ptr(), index, bound.as_mut_ptr()) >= 0 {
                lines.push(binding(&bound.assume_init()));
            }
        }
        for index in 0..desc.constant_buffers {
            buffer(Part(object.method(method::BUFFER)(object.as_ptr(), index)), &mut lines);
        }
    }
    Some(lines)
}

/// The features that D3D names. DXC also returns bits that only its own parts use.
const D3D_FEATURES: u64 = (1 << 40) - 1;

/// The lines of a library.
///
/// # Safety
/// The object must be an `ID3D12LibraryReflection`.
pub(super) unsafe fn library(object: &Object) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    // SAFETY: as in `shader`.
    unsafe {
        let mut desc = std::mem::MaybeUninit::<LibraryDesc>::zeroed();
        if object.method(method::LIBRARY_DESC)(object.as_ptr(), desc.as_mut_ptr()) < 0 {
            return None;
        }
        for index in 0..desc.assume_init().functions {
            let function = Part(object.method(method::FUNCTION)(object.as_ptr(), index));
            let Some(desc) = function.desc::<FunctionDesc>() else { continue };
            let (name, requires) = (text(desc.name), desc.required_feature_flags & D3D_FEATURES);
            lines.push(format!("function {name} {:#x} requires {requires:#x}", desc.version));
            for index in 0..desc.bound_resources {
                let mut bound = std::mem::MaybeUninit::<BindDesc>::zeroed();
                let get = function.method::<GetDescAt<BindDesc>>(place::BINDING);
                if get(function.0, index, bound.as_mut_ptr()) >= 0 {
                    lines.push(binding(&bound.assume_init()));
                }
            }
            for index in 0..desc.constant_buffers {
                buffer(Part(function.method::<GetAt>(place::BUFFER)(function.0, index)), &mut lines);
            }
        }
    }
    Some(lines)
}

/// # Safety
/// The description must have been filled by DXC.
unsafe fn parameter(desc: &ParameterDesc) -> String {
    // SAFETY: promised by the caller.
    let name = unsafe { text(desc.semantic_name) };
    format!(
        "{name}{} register {} value {} type {} mask {:#x} {:#x} stream {} precision {}",
        desc.semantic_index,
        desc.register.cast_signed(),
        desc.system_value,
        desc.component_type,
        desc.mask,
        desc.read_write_mask,
        desc.stream,
        desc.min_precision
    )
}

/// # Safety
/// The description must have been filled by DXC.
unsafe fn binding(desc: &BindDesc) -> String {
    // SAFETY: promised by the caller.
    let name = unsafe { text(desc.name) };
    format!(
        "bound {name} type {} at {} count {} flags {:#x} returns {} dimension {} samples {} space {} id {}",
        desc.input_type,
        desc.bind_point.cast_signed(),
        desc.bind_count.cast_signed(),
        desc.flags,
        desc.return_type,
        desc.dimension,
        desc.num_samples.cast_signed(),
        desc.space.cast_signed(),
        desc.id
    )
}

/// # Safety
/// The part must be an `ID3D12ShaderReflectionConstantBuffer`.
unsafe fn buffer(part: Part, lines: &mut Vec<String>) {
    // SAFETY: promised by the caller; what the buffer hands out are variables and their types.
    unsafe {
        let Some(desc) = part.desc::<BufferDesc>() else { return };
        lines.push(format!("buffer {} type {} size {}", text(desc.name), desc.buffer_type, desc.size));
        for index in 0..desc.variables {
            let variable = Part(part.method::<GetAt>(place::VARIABLE)(part.0, index));
            let Some(desc) = variable.desc::<VariableDesc>() else { continue };
            let has_default = !desc.default_value.is_null();
            lines.push(format!(
                "  {} at {} size {} flags {:#x} default {has_default}",
                text(desc.name),
                desc.start_offset,
                desc.size,
                desc.flags
            ));
            describe(Part(variable.method::<Get>(place::TYPE)(variable.0)), "", 2, lines);
        }
    }
}

/// Adds the lines of a type and its members. The recursion is as deep as the structs of the source.
///
/// # Safety
/// The part must be an `ID3D12ShaderReflectionType`.
unsafe fn describe(part: Part, member: &str, depth: usize, lines: &mut Vec<String>) {
    // SAFETY: promised by the caller; the types of members are types.
    unsafe {
        let Some(desc) = part.desc::<TypeDesc>() else { return };
        let mut line = "  ".repeat(depth);
        let _ = write!(
            line,
            "{member}: {} class {} type {} rows {} columns {} elements {} members {} offset {}",
            text(desc.name),
            desc.class,
            desc.ty,
            desc.rows,
            desc.columns,
            desc.elements,
            desc.members,
            desc.offset
        );
        lines.push(line);
        for index in 0..desc.members {
            let name = part.method::<unsafe extern "system" fn(*mut c_void, u32) -> *const c_char>(place::MEMBER_NAME);
            let name = text(name(part.0, index));
            describe(Part(part.method::<GetAt>(place::MEMBER_TYPE)(part.0, index)), &name, depth + 1, lines);
        }
    }
}

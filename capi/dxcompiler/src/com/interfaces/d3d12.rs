//! Declares the interfaces of reflection: identifiers, methods in the order of `d3d12shader.h` with their arguments,
//! and the structs that methods fill. The parts of a reflection have no `IUnknown`: they live as long as the object
//! that returned them.

use crate::com::interface::{Bare, BareMethods, IUnknown, UnknownMethods, interface};
use crate::com::{Address, Bool, Done, Narrow, Out, TextAddress};

interface! {
    /// A type of a variable or of a member.
    ID3D12ShaderReflectionType (TypeMethods): Bare (BareMethods) = none {
        fn GetDesc(desc: Out<TypeDesc>) -> Done;
        fn GetMemberTypeByIndex(index: u32) -> Address<ID3D12ShaderReflectionType>;
        fn GetMemberTypeByName(name: Narrow) -> Address<ID3D12ShaderReflectionType>;
        fn GetMemberTypeName(index: u32) -> TextAddress;
        fn IsEqual(other: Address<ID3D12ShaderReflectionType>) -> Done;
        fn GetSubType() -> Address<ID3D12ShaderReflectionType>;
        fn GetBaseClass() -> Address<ID3D12ShaderReflectionType>;
        fn GetNumInterfaces() -> u32;
        fn GetInterfaceByIndex(index: u32) -> Address<ID3D12ShaderReflectionType>;
        fn IsOfType(other: Address<ID3D12ShaderReflectionType>) -> Done;
        fn ImplementsInterface(other: Address<ID3D12ShaderReflectionType>) -> Done;
    }

    /// A member of a buffer.
    ID3D12ShaderReflectionVariable (VariableMethods): Bare (BareMethods) = none {
        fn GetDesc(desc: Out<VariableDesc>) -> Done;
        fn GetType() -> Address<ID3D12ShaderReflectionType>;
        fn GetBuffer() -> Address<ID3D12ShaderReflectionConstantBuffer>;
        fn GetInterfaceSlot(index: u32) -> u32;
    }

    /// A buffer with a layout: a constant buffer, a texture buffer, or the element of a structured buffer.
    ID3D12ShaderReflectionConstantBuffer (ConstantBufferMethods): Bare (BareMethods) = none {
        fn GetDesc(desc: Out<BufferDesc>) -> Done;
        fn GetVariableByIndex(index: u32) -> Address<ID3D12ShaderReflectionVariable>;
        fn GetVariableByName(name: Narrow) -> Address<ID3D12ShaderReflectionVariable>;
    }

    /// What the reflection of a shader has, by whatever identifier it is asked for.
    ShaderReflectionTable (ShaderReflectionMethods): IUnknown (UnknownMethods) = none {
        fn GetDesc(desc: Out<ShaderDesc>) -> Done;
        fn GetConstantBufferByIndex(index: u32) -> Address<ID3D12ShaderReflectionConstantBuffer>;
        fn GetConstantBufferByName(name: Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer>;
        fn GetResourceBindingDesc(index: u32, desc: Out<BindingDesc>) -> Done;
        fn GetInputParameterDesc(index: u32, desc: Out<SignatureDesc>) -> Done;
        fn GetOutputParameterDesc(index: u32, desc: Out<SignatureDesc>) -> Done;
        fn GetPatchConstantParameterDesc(index: u32, desc: Out<SignatureDesc>) -> Done;
        fn GetVariableByName(name: Narrow) -> Address<ID3D12ShaderReflectionVariable>;
        fn GetResourceBindingDescByName(name: Narrow, desc: Out<BindingDesc>) -> Done;
        fn GetMovInstructionCount() -> u32;
        fn GetMovcInstructionCount() -> u32;
        fn GetConversionInstructionCount() -> u32;
        fn GetBitwiseInstructionCount() -> u32;
        fn GetGSInputPrimitive() -> u32;
        fn IsSampleFrequencyShader() -> Bool;
        fn GetNumInterfaceSlots() -> u32;
        fn GetMinFeatureLevel(level: Out<u32>) -> Done;
        fn GetThreadGroupSize(x: Out<u32>, y: Out<u32>, z: Out<u32>) -> u32;
        fn GetRequiresFlags() -> u64;
    }

    /// A shader.
    ID3D12ShaderReflection (ID3D12ShaderReflectionMethods): ShaderReflectionTable (ShaderReflectionMethods) = "5a58797d-a72c-478d-8ba2-efc6b0efe88e" {}

    /// A shader, for clients of Direct3D 11 with the compiler's version 47.
    ID3D11ShaderReflection47 (ID3D11ShaderReflection47Methods): ShaderReflectionTable (ShaderReflectionMethods) = "8d536ca1-0cca-4956-a837-786963755584" {}

    /// The same with version 43.
    ID3D11ShaderReflection43 (ID3D11ShaderReflection43Methods): ShaderReflectionTable (ShaderReflectionMethods) = "0a233719-3960-4578-9d7c-203b8b1d9cc1" {}

    /// A library.
    ID3D12LibraryReflection (LibraryReflectionMethods): IUnknown (UnknownMethods) = "8e349d19-54db-4a56-9dc9-119d87bdb804" {
        fn GetDesc(desc: Out<LibraryDesc>) -> Done;
        fn GetFunctionByIndex(index: i32) -> Address<ID3D12FunctionReflection>;
    }

    /// A function of a library.
    ID3D12FunctionReflection (FunctionReflectionMethods): Bare (BareMethods) = none {
        fn GetDesc(desc: Out<FunctionDesc>) -> Done;
        fn GetConstantBufferByIndex(index: u32) -> Address<ID3D12ShaderReflectionConstantBuffer>;
        fn GetConstantBufferByName(name: Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer>;
        fn GetResourceBindingDesc(index: u32, desc: Out<BindingDesc>) -> Done;
        fn GetVariableByName(name: Narrow) -> Address<ID3D12ShaderReflectionVariable>;
        fn GetResourceBindingDescByName(name: Narrow, desc: Out<BindingDesc>) -> Done;
        fn GetFunctionParameter(index: i32) -> Address<ID3D12FunctionParameterReflection>;
    }

    /// A parameter of a function, which DXIL does not describe.
    ID3D12FunctionParameterReflection (FunctionParameterMethods): Bare (BareMethods) = none {
        fn GetDesc(desc: Out<ParameterDesc>) -> Done;
    }
}

macro_rules! descs {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty,)* })*) => {
        $($(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        #[allow(missing_docs, reason = "the header of D3D12 has them")]
        pub struct $name { $(pub $field: $ty,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: <$ty as Zero>::ZERO,)* }
            }
        })*
    };
}

/// The value of a field without information.
trait Zero {
    const ZERO: Self;
}

impl Zero for u8 {
    const ZERO: Self = 0;
}
impl Zero for u32 {
    const ZERO: Self = 0;
}
impl Zero for i32 {
    const ZERO: Self = 0;
}
impl Zero for u64 {
    const ZERO: Self = 0;
}
impl Zero for TextAddress {
    const ZERO: Self = Self::NULL;
}

descs! {
    /// `D3D12_SIGNATURE_PARAMETER_DESC`
    SignatureDesc {
        semantic_name: TextAddress,
        semantic_index: u32,
        register: u32,
        system_value: u32,
        component_type: u32,
        mask: u8,
        read_write_mask: u8,
        stream: u32,
        min_precision: u32,
    }

    /// `D3D12_SHADER_BUFFER_DESC`
    BufferDesc {
        name: TextAddress,
        kind: u32,
        variables: u32,
        size: u32,
        flags: u32,
    }

    /// `D3D12_SHADER_VARIABLE_DESC`
    VariableDesc {
        name: TextAddress,
        start_offset: u32,
        size: u32,
        flags: u32,
        default_value: TextAddress,
        start_texture: u32,
        texture_size: u32,
        start_sampler: u32,
        sampler_size: u32,
    }

    /// `D3D12_SHADER_TYPE_DESC`
    TypeDesc {
        class: u32,
        kind: u32,
        rows: u32,
        columns: u32,
        elements: u32,
        members: u32,
        offset: u32,
        name: TextAddress,
    }

    /// `D3D12_SHADER_DESC`
    ShaderDesc {
        version: u32,
        creator: TextAddress,
        flags: u32,
        constant_buffers: u32,
        bound_resources: u32,
        input_parameters: u32,
        output_parameters: u32,
        instruction_count: u32,
        temp_register_count: u32,
        temp_array_count: u32,
        def_count: u32,
        dcl_count: u32,
        texture_normal_instructions: u32,
        texture_load_instructions: u32,
        texture_comp_instructions: u32,
        texture_bias_instructions: u32,
        texture_gradient_instructions: u32,
        float_instruction_count: u32,
        int_instruction_count: u32,
        uint_instruction_count: u32,
        static_flow_control_count: u32,
        dynamic_flow_control_count: u32,
        macro_instruction_count: u32,
        array_instruction_count: u32,
        cut_instruction_count: u32,
        emit_instruction_count: u32,
        gs_output_topology: u32,
        gs_max_output_vertex_count: u32,
        input_primitive: u32,
        patch_constant_parameters: u32,
        gs_instance_count: u32,
        control_points: u32,
        hs_output_primitive: u32,
        hs_partitioning: u32,
        tessellator_domain: u32,
        barrier_instructions: u32,
        interlocked_instructions: u32,
        texture_store_instructions: u32,
    }

    /// `D3D12_SHADER_INPUT_BIND_DESC`
    BindingDesc {
        name: TextAddress,
        kind: u32,
        bind_point: u32,
        bind_count: u32,
        flags: u32,
        return_type: u32,
        dimension: u32,
        num_samples: u32,
        space: u32,
        id: u32,
    }

    /// `D3D12_LIBRARY_DESC`
    LibraryDesc {
        creator: TextAddress,
        flags: u32,
        function_count: u32,
    }

    /// `D3D12_FUNCTION_DESC`
    FunctionDesc {
        version: u32,
        creator: TextAddress,
        flags: u32,
        constant_buffers: u32,
        bound_resources: u32,
        instruction_count: u32,
        temp_register_count: u32,
        temp_array_count: u32,
        def_count: u32,
        dcl_count: u32,
        texture_normal_instructions: u32,
        texture_load_instructions: u32,
        texture_comp_instructions: u32,
        texture_bias_instructions: u32,
        texture_gradient_instructions: u32,
        float_instruction_count: u32,
        int_instruction_count: u32,
        uint_instruction_count: u32,
        static_flow_control_count: u32,
        dynamic_flow_control_count: u32,
        macro_instruction_count: u32,
        array_instruction_count: u32,
        mov_instruction_count: u32,
        movc_instruction_count: u32,
        conversion_instruction_count: u32,
        bitwise_instruction_count: u32,
        min_feature_level: u32,
        required_feature_flags: u64,
        name: TextAddress,
        function_parameter_count: i32,
        has_return: Bool,
        has_10level9_vertex_shader: Bool,
        has_10level9_pixel_shader: Bool,
    }

    /// `D3D12_PARAMETER_DESC`
    ParameterDesc {
        name: TextAddress,
        semantic_name: TextAddress,
        kind: u32,
        class: u32,
        rows: u32,
        columns: u32,
        interpolation_mode: u32,
        flags: u32,
        first_in_register: u32,
        first_in_component: u32,
        first_out_register: u32,
        first_out_component: u32,
    }
}

impl SignatureDesc {
    /// The size of what Direct3D 11 had in its place, which ends before the precision.
    pub const SIZE_OF_43: usize = std::mem::offset_of!(Self, min_precision);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes on systems with 64-bit pointers, as in the header.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn structs_have_the_sizes_of_the_header() {
        let sizes = [
            size_of::<SignatureDesc>(),
            size_of::<BufferDesc>(),
            size_of::<VariableDesc>(),
            size_of::<TypeDesc>(),
            size_of::<ShaderDesc>(),
            size_of::<BindingDesc>(),
            size_of::<LibraryDesc>(),
            size_of::<FunctionDesc>(),
            size_of::<ParameterDesc>(),
        ];
        let function = if cfg!(windows) { 152 } else { 144 };
        assert_eq!(sizes, [40, 24, 48, 40, 160, 48, 16, function, 56]);
    }
}

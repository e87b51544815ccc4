// Matrices of linear algebra, held by a thread, a wave or a thread group: the interface of shader model 6.10.
//
// `dx::linalg::Matrix` wraps what the compiler knows a matrix by; its functions are built-in ones with the properties of the
// matrix filled in. Numbers that HLSL has no type for (bytes, `bfloat16`) travel in the bits of a `uint`.
#pragma once

#include <enable_if>
#include <type_traits>

#if (__SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 10)) && __HLSL_VERSION >= 2021

namespace dx {
namespace linalg {

// The numbers are those of DXIL.
struct ComponentType {
    enum ComponentEnum {
        I16 = 2,
        U16 = 3,
        I32 = 4,
        U32 = 5,
        I64 = 6,
        U64 = 7,
        F16 = 8,
        F32 = 9,
        F64 = 10,
        I8 = 19,
        U8 = 20,
        F8_E4M3FN = 21,
        F8_E5M2 = 22,
        BFloat16 = 23,
    };
};
using ComponentEnum = ComponentType::ComponentEnum;

struct MatrixUse {
    enum MatrixUseEnum { A = 0, B = 1, Accumulator = 2 };
};
using MatrixUseEnum = MatrixUse::MatrixUseEnum;

struct MatrixScope {
    enum MatrixScopeEnum { Thread = 0, Wave = 1, ThreadGroup = 2 };
};
using MatrixScopeEnum = MatrixScope::MatrixScopeEnum;

struct MatrixLayout {
    enum MatrixLayoutEnum {
        RowMajor = 0,
        ColMajor = 1,
        MulOptimal = 2,
        MulOptimalTranspose = 3,
        OuterProductOptimal = 4,
        OuterProductOptimalTranspose = 5,
    };
};
using MatrixLayoutEnum = MatrixLayout::MatrixLayoutEnum;

namespace __detail {

// The type that numbers of a component type travel in, and how many of them one of it holds.
template <ComponentEnum Component> struct Carrier {
    using type = uint;
    static const bool native = false;
    static const uint count = 4;
};
template <> struct Carrier<ComponentEnum::BFloat16> {
    using type = uint;
    static const bool native = false;
    static const uint count = 2;
};
// The component type of a number.
template <typename T> struct ComponentOf {
    static const ComponentEnum value = (ComponentEnum)0;
};

#define __NATIVE(component, number)                              \
    template <> struct Carrier<ComponentEnum::component> {       \
        using type = number;                                     \
        static const bool native = true;                         \
        static const uint count = 1;                             \
    };                                                           \
    template <> struct ComponentOf<number> {                     \
        static const ComponentEnum value = ComponentEnum::component; \
    };
__NATIVE(I32, int)
__NATIVE(U32, uint)
__NATIVE(I64, int64_t)
__NATIVE(U64, uint64_t)
__NATIVE(F32, float)
__NATIVE(F64, double)
#if __HLSL_ENABLE_16_BIT
__NATIVE(I16, int16_t)
__NATIVE(U16, uint16_t)
__NATIVE(F16, float16_t)
#endif
#undef __NATIVE

// So many carriers hold so many numbers.
template <ComponentEnum Component, int Numbers> struct Carriers {
    static const int value = (Numbers + Carrier<Component>::count - 1) / Carrier<Component>::count;
};
// So many carriers hold what so many carriers of another component type hold.
template <ComponentEnum To, ComponentEnum From, int Given> struct Converted {
    static const int value = (Given * Carrier<From>::count + Carrier<To>::count - 1) / Carrier<To>::count;
};

template <int Rows, int Columns, bool Turned> struct Size {
    static const int rows = Rows;
    static const int columns = Columns;
};
template <int Rows, int Columns> struct Size<Rows, Columns, true> {
    static const int rows = Columns;
    static const int columns = Rows;
};

}

// A vector in a buffer.
template <ComponentEnum Component, uint Numbers> struct VectorRef {
    ByteAddressBuffer Buf;
    uint Offset;
};

// A vector whose numbers mean another type.
template <typename T, int N, ComponentEnum DT> struct InterpretedVector {
    vector<T, N> Data;
    static const ComponentEnum Interpretation = DT;
    static const int Size = __detail::Carrier<DT>::count * N;
};

template <ComponentEnum DT, typename T, int N> InterpretedVector<T, N, DT> MakeInterpretedVector(vector<T, N> Vec) {
    InterpretedVector<T, N, DT> made = { Vec };
    return made;
}

template <ComponentEnum To, ComponentEnum From, typename T, int N>
typename hlsl::enable_if<To == From, InterpretedVector<T, N, To> >::type Convert(vector<T, N> Vec) {
    return MakeInterpretedVector<To>(Vec);
}

template <ComponentEnum To, ComponentEnum From, typename T, int N>
typename hlsl::enable_if<
    To != From,
    InterpretedVector<typename __detail::Carrier<To>::type, __detail::Converted<To, From, N>::value, To> >::type
Convert(vector<T, N> Vec) {
    vector<typename __detail::Carrier<To>::type, __detail::Converted<To, From, N>::value> converted;
    __builtin_LinAlg_Convert(converted, Vec, From, To);
    return MakeInterpretedVector<To>(converted);
}

template <ComponentEnum ComponentTy, int M, int N, MatrixUseEnum Use, MatrixScopeEnum Scope> class Matrix {
    using ElementType = typename __detail::Carrier<ComponentTy>::type;
    static const bool IsNativeScalar = __detail::Carrier<ComponentTy>::native;
    using HandleT = __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(ComponentTy, M, N, Use, Scope)]];
    HandleT __handle;

    template <ComponentEnum NewComponent, MatrixUseEnum NewUse = Use, bool Transpose = false>
    Matrix<NewComponent, __detail::Size<M, N, Transpose>::rows, __detail::Size<M, N, Transpose>::columns, NewUse, Scope> Cast() {
        Matrix<NewComponent, __detail::Size<M, N, Transpose>::rows, __detail::Size<M, N, Transpose>::columns, NewUse, Scope> made;
        __builtin_LinAlg_CopyConvertMatrix(made.__handle, __handle, Transpose);
        return made;
    }

    template <typename T> static typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, Matrix>::type Splat(T Val) {
        Matrix made;
        __builtin_LinAlg_FillMatrix(made.__handle, Val);
        return made;
    }

    template <uint Align = 128>
    static Matrix Load(ByteAddressBuffer Res, uint StartOffset, uint Stride, MatrixLayoutEnum Layout) {
        Matrix made;
        __builtin_LinAlg_MatrixLoadFromDescriptor(made.__handle, Res, StartOffset, Stride, Layout, Align);
        return made;
    }

    template <uint Align = 128>
    static Matrix Load(RWByteAddressBuffer Res, uint StartOffset, uint Stride, MatrixLayoutEnum Layout) {
        Matrix made;
        __builtin_LinAlg_MatrixLoadFromDescriptor(made.__handle, Res, StartOffset, Stride, Layout, Align);
        return made;
    }

    template <typename T, int Size>
    static typename hlsl::enable_if<
        hlsl::is_same<typename hlsl::strip_vector_type<T>::type, ElementType>::value ||
            hlsl::is_same<typename hlsl::strip_vector_type<T>::type, uint8_t4_packed>::value,
        Matrix>::type
    Load(groupshared T Arr[Size], uint StartIdx, uint Stride, MatrixLayoutEnum Layout) {
        Matrix made;
        __builtin_LinAlg_MatrixLoadFromMemory(made.__handle, Arr, StartIdx, Stride, Layout);
        return made;
    }

    template <ComponentEnum Own = ComponentTy>
    typename hlsl::enable_if<Own == ComponentTy && IsNativeScalar, uint>::type Length() {
        return __builtin_LinAlg_MatrixLength(__handle);
    }

    template <ComponentEnum Own = ComponentTy>
    typename hlsl::enable_if<Own == ComponentTy && IsNativeScalar, uint2>::type GetCoordinate(uint Index) {
        return __builtin_LinAlg_MatrixGetCoordinate(__handle, Index);
    }

    template <ComponentEnum Own = ComponentTy>
    typename hlsl::enable_if<Own == ComponentTy && IsNativeScalar, ElementType>::type Get(uint Index) {
        ElementType element;
        __builtin_LinAlg_MatrixGetElement(element, __handle, Index);
        return element;
    }

    template <ComponentEnum Own = ComponentTy>
    typename hlsl::enable_if<Own == ComponentTy && IsNativeScalar, void>::type Set(uint Index, ElementType Value) {
        __builtin_LinAlg_MatrixSetElement(__handle, __handle, Index, Value);
    }

    template <uint Align = 128>
    void Store(RWByteAddressBuffer Res, uint StartOffset, uint Stride, MatrixLayoutEnum Layout) {
        __builtin_LinAlg_MatrixStoreToDescriptor(__handle, Res, StartOffset, Stride, Layout, Align);
    }

    template <typename T, int Size>
    typename hlsl::enable_if<
        hlsl::is_same<typename hlsl::strip_vector_type<T>::type, ElementType>::value ||
            hlsl::is_same<typename hlsl::strip_vector_type<T>::type, uint8_t4_packed>::value,
        void>::type
    Store(groupshared T Arr[Size], uint StartIdx, uint Stride, MatrixLayoutEnum Layout) {
        __builtin_LinAlg_MatrixStoreToMemory(__handle, Arr, StartIdx, Stride, Layout);
    }

    template <uint Align = 128, MatrixUseEnum Own = Use>
    typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
    InterlockedAccumulate(RWByteAddressBuffer Res, uint StartOffset, uint Stride, MatrixLayoutEnum Layout) {
        __builtin_LinAlg_MatrixAccumulateToDescriptor(__handle, Res, StartOffset, Stride, Layout, Align);
    }

    template <typename T, MatrixUseEnum Own = Use, MatrixScopeEnum OwnScope = Scope, int Size>
    typename hlsl::enable_if<
        hlsl::is_arithmetic_vector<T>::value && Use == MatrixUse::Accumulator && Own == Use &&
            Scope == MatrixScope::Wave && OwnScope == Scope,
        void>::type
    InterlockedAccumulate(groupshared T Arr[Size], uint StartIdx, uint Stride, MatrixLayoutEnum Layout) {
        __builtin_LinAlg_MatrixAccumulateToMemory(__handle, Arr, ComponentTy, StartIdx, Stride, Layout);
    }

    template <
        ComponentEnum Target = ComponentTy, typename T, MatrixUseEnum Own = Use, MatrixScopeEnum OwnScope = Scope, int Size>
    typename hlsl::enable_if<
        hlsl::is_same<typename hlsl::strip_vector_type<T>::type, uint8_t4_packed>::value &&
            Use == MatrixUse::Accumulator && Own == Use && Scope == MatrixScope::Wave && OwnScope == Scope,
        void>::type
    InterlockedAccumulate(groupshared T Arr[Size], uint StartIdx, uint Stride, MatrixLayoutEnum Layout) {
        __builtin_LinAlg_MatrixAccumulateToMemory(__handle, Arr, Target, StartIdx, Stride, Layout);
    }

    template <ComponentEnum Other, MatrixUseEnum Own = Use>
    typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
    Accumulate(const Matrix<Other, M, N, MatrixUse::A, Scope> MatrixA) {
        __builtin_LinAlg_MatrixAccumulate(__handle, __handle, MatrixA.__handle);
    }

    template <ComponentEnum Other, MatrixUseEnum Own = Use>
    typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
    Accumulate(const Matrix<Other, M, N, MatrixUse::B, Scope> MatrixB) {
        __builtin_LinAlg_MatrixAccumulate(__handle, __handle, MatrixB.__handle);
    }

    template <ComponentEnum Left, ComponentEnum Right, int K, MatrixUseEnum Own = Use>
    typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type MultiplyAccumulate(
        const Matrix<Left, M, K, MatrixUse::A, Scope> MatrixA, const Matrix<Right, K, N, MatrixUse::B, Scope> MatrixB) {
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(__handle, MatrixA.__handle, MatrixB.__handle, __handle);
    }
};

// What one thread holds is read once, and not written but as a sum.
template <ComponentEnum ComponentTy, int M, int N, MatrixUseEnum Use>
class Matrix<ComponentTy, M, N, Use, MatrixScope::Thread> {
    using ElementType = typename __detail::Carrier<ComponentTy>::type;
    using HandleT = __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(ComponentTy, M, N, Use, MatrixScope::Thread)]];
    HandleT __handle;

    template <MatrixLayoutEnum Layout, uint Align = 128, MatrixUseEnum Own = Use>
    static typename hlsl::enable_if<Use == MatrixUse::A && Own == Use, Matrix>::type
    Load(ByteAddressBuffer Res, uint StartOffset, uint Stride) {
        Matrix made;
        __builtin_LinAlg_MatrixLoadFromDescriptor(made.__handle, Res, StartOffset, Stride, Layout, Align);
        return made;
    }

    template <uint Align = 128, MatrixUseEnum Own = Use>
    typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
    InterlockedAccumulate(RWByteAddressBuffer Res, uint StartOffset) {
        __builtin_LinAlg_MatrixAccumulateToDescriptor(
            __handle, Res, StartOffset, 0, MatrixLayout::OuterProductOptimal, Align);
    }
};

MatrixUseEnum AccumulatorLayout() { return (MatrixUseEnum)(__builtin_LinAlg_MatrixQueryAccumulatorLayout()); }

// Products of matrices.

#define __PRODUCTS(scope)                                                                                        \
    template <ComponentEnum Out, ComponentEnum Left, ComponentEnum Right, int M, int N, int K>                   \
    Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::scope> Multiply(                                      \
        const Matrix<Left, M, K, MatrixUse::A, MatrixScope::scope> MatrixA,                                      \
        const Matrix<Right, K, N, MatrixUse::B, MatrixScope::scope> MatrixB) {                                   \
        Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::scope> product;                                   \
        __builtin_LinAlg_MatrixMatrixMultiply(product.__handle, MatrixA.__handle, MatrixB.__handle);             \
        return product;                                                                                          \
    }                                                                                                            \
    template <ComponentEnum Both, int M, int N, int K>                                                           \
    Matrix<Both, M, N, MatrixUse::Accumulator, MatrixScope::scope> Multiply(                                     \
        const Matrix<Both, M, K, MatrixUse::A, MatrixScope::scope> MatrixA,                                      \
        const Matrix<Both, K, N, MatrixUse::B, MatrixScope::scope> MatrixB) {                                    \
        Matrix<Both, M, N, MatrixUse::Accumulator, MatrixScope::scope> product;                                  \
        __builtin_LinAlg_MatrixMatrixMultiply(product.__handle, MatrixA.__handle, MatrixB.__handle);             \
        return product;                                                                                          \
    }
__PRODUCTS(Wave)
__PRODUCTS(ThreadGroup)
#undef __PRODUCTS

// Products of a matrix and a vector.

template <typename Out, typename T, int M, int K, ComponentEnum DT>
typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, vector<Out, M> >::type
Multiply(Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, vector<T, K> Vec) {
    vector<Out, M> product;
    __builtin_LinAlg_MatrixVectorMultiply(product, MatrixA.__handle, hlsl::is_signed<Out>::value, Vec, DT);
    return product;
}

template <typename Out, typename T, ComponentEnum Means, int M, int K, int VecK, ComponentEnum DT>
typename hlsl::enable_if<InterpretedVector<T, VecK, Means>::Size == K, vector<Out, M> >::type Multiply(
    Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, InterpretedVector<T, VecK, Means> InterpVec) {
    vector<Out, M> product;
    __builtin_LinAlg_MatrixVectorMultiply(product, MatrixA.__handle, hlsl::is_signed<Out>::value, InterpVec.Data, Means);
    return product;
}

// The same, added to a vector.

namespace __detail {

// A sum in numbers of the result.
template <typename Out, typename T, int M> vector<Out, M> Bias(vector<T, M> Vec) {
    InterpretedVector<Out, M, ComponentOf<Out>::value> converted =
        Convert<ComponentOf<Out>::value, ComponentOf<T>::value>(Vec);
    return converted.Data;
}

// The same from a buffer. Packed numbers come in whole carriers, of which the last may be half empty.
template <typename Out, ComponentEnum Component, int M> vector<Out, M> BiasOf(VectorRef<Component, M> Ref) {
    using Packed = vector<typename Carrier<Component>::type, Carriers<Component, M>::value>;
    Packed packed = Ref.Buf.template Load<Packed>(Ref.Offset);
    InterpretedVector<Out, Converted<ComponentOf<Out>::value, Component, Carriers<Component, M>::value>::value, ComponentOf<Out>::value>
        converted = Convert<ComponentOf<Out>::value, Component>(packed);
    return (vector<Out, M>)converted.Data;
}

}

template <typename Out, typename T, typename BiasT, int M, int K, ComponentEnum DT>
typename hlsl::enable_if<hlsl::is_arithmetic<T>::value && hlsl::is_arithmetic<BiasT>::value, vector<Out, M> >::type
MultiplyAdd(Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, vector<T, K> Vec, vector<BiasT, M> Bias) {
    vector<Out, M> sum;
    __builtin_LinAlg_MatrixVectorMultiplyAdd(
        sum, MatrixA.__handle, hlsl::is_signed<Out>::value, Vec, __detail::ComponentOf<T>::value,
        __detail::Bias<Out, BiasT, M>(Bias));
    return sum;
}

template <typename Out, typename T, ComponentEnum Means, typename BiasT, int M, int K, int VecK, ComponentEnum DT>
typename hlsl::enable_if<
    VecK == __detail::Carriers<Means, K>::value && hlsl::is_arithmetic<BiasT>::value, vector<Out, M> >::type
MultiplyAdd(
    Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, InterpretedVector<T, VecK, Means> InterpVec,
    vector<BiasT, M> Bias) {
    vector<Out, M> sum;
    __builtin_LinAlg_MatrixVectorMultiplyAdd(
        sum, MatrixA.__handle, hlsl::is_signed<Out>::value, InterpVec.Data, Means, __detail::Bias<Out, BiasT, M>(Bias));
    return sum;
}

template <typename Out, typename T, ComponentEnum BiasDT, int M, int K, ComponentEnum DT>
typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, vector<Out, M> >::type
MultiplyAdd(Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, vector<T, K> Vec, VectorRef<BiasDT, M> BiasRef) {
    vector<Out, M> sum;
    __builtin_LinAlg_MatrixVectorMultiplyAdd(
        sum, MatrixA.__handle, hlsl::is_signed<Out>::value, Vec, __detail::ComponentOf<T>::value,
        __detail::BiasOf<Out, BiasDT, M>(BiasRef));
    return sum;
}

template <typename Out, typename T, ComponentEnum Means, ComponentEnum BiasDT, int M, int K, int VecK, ComponentEnum DT>
typename hlsl::enable_if<VecK == __detail::Carriers<Means, K>::value, vector<Out, M> >::type MultiplyAdd(
    Matrix<DT, M, K, MatrixUse::A, MatrixScope::Thread> MatrixA, InterpretedVector<T, VecK, Means> InterpVec,
    VectorRef<BiasDT, M> BiasRef) {
    vector<Out, M> sum;
    __builtin_LinAlg_MatrixVectorMultiplyAdd(
        sum, MatrixA.__handle, hlsl::is_signed<Out>::value, InterpVec.Data, Means,
        __detail::BiasOf<Out, BiasDT, M>(BiasRef));
    return sum;
}

// The outer product of two vectors, and vectors that are added to a buffer.

template <ComponentEnum Out, typename T, int M, int N>
typename hlsl::enable_if<
    hlsl::is_arithmetic<T>::value, Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::Thread> >::type
OuterProduct(vector<T, M> VecA, vector<T, N> VecB) {
    Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::Thread> product;
    __builtin_LinAlg_MatrixOuterProduct(product.__handle, VecA, VecB);
    return product;
}

template <uint Align = 64, typename T, int M>
typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, void>::type
InterlockedAccumulate(RWByteAddressBuffer Res, uint StartOffset, vector<T, M> Vec) {
    __builtin_LinAlg_VectorAccumulateToDescriptor(Res, StartOffset, Align, Vec);
}

}
}

#endif

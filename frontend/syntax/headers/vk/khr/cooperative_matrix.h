// Matrices that the threads of a scope hold together: SPV_KHR_cooperative_matrix.

#ifndef HLSLC_VK_KHR_COOPERATIVE_MATRIX_H
#define HLSLC_VK_KHR_COOPERATIVE_MATRIX_H

#if __SPIRV_MAJOR_VERSION__ == 1 && __SPIRV_MINOR_VERSION__ < 6
#error "vk/khr/cooperative_matrix.h needs SPIR-V 1.6: compile with -fspv-target-env=vulkan1.3"
#endif

#include <vk/opcode_selector.h>
#include <vk/spirv.h>

namespace vk {
namespace khr {

// One function for each instruction and form of its operands.
namespace op {
template <typename M, typename C> [[vk::ext_instruction(80)]] M splat(C value);
template <typename M, typename C> [[vk::ext_instruction(143)]] M scale(M matrix, C factor);

// The components of a matrix in memory of its thread: OpAccessChain, OpLoad, OpStore.
template <typename P, typename M> [[vk::ext_instruction(65)]] P component([[vk::ext_reference]] M matrix, uint index);
template <typename C, typename P> [[vk::ext_instruction(61)]] C load_component(P place);
template <typename P, typename C> [[vk::ext_instruction(62)]] void store_component(P place, C value);

template <typename M, typename T>
[[vk::ext_instruction(4457)]] M load([[vk::ext_reference]] T place, CooperativeMatrixLayout layout, uint stride,
                                     [[vk::ext_literal]] uint access);
template <typename M, typename T>
[[vk::ext_instruction(4457)]] M load_in_scope([[vk::ext_reference]] T place, CooperativeMatrixLayout layout, uint stride,
                                              [[vk::ext_literal]] uint access, Scope scope);
template <typename M, typename P>
[[vk::ext_instruction(4457)]] M load_shared(P place, CooperativeMatrixLayout layout, uint stride,
                                            [[vk::ext_literal]] uint access, Scope scope);

template <typename T, typename M>
[[vk::ext_instruction(4458)]] void store([[vk::ext_reference]] T place, M matrix, CooperativeMatrixLayout layout,
                                         uint stride, [[vk::ext_literal]] uint access);
template <typename T, typename M>
[[vk::ext_instruction(4458)]] void store_in_scope([[vk::ext_reference]] T place, M matrix,
                                                  CooperativeMatrixLayout layout, uint stride,
                                                  [[vk::ext_literal]] uint access, Scope scope);
template <typename P, typename M>
[[vk::ext_instruction(4458)]] void store_shared(P place, M matrix, CooperativeMatrixLayout layout, uint stride,
                                                [[vk::ext_literal]] uint access, Scope scope);

template <typename R, typename A, typename B, typename C>
[[vk::ext_instruction(4459)]] R multiply_add(A a, B b, C c, [[vk::ext_literal]] uint operands);
} // namespace op

// A matrix of rows x columns components that the threads of a scope hold together.
template <typename ComponentType, Scope scope, uint rows, uint columns, CooperativeMatrixUse use>
class CooperativeMatrix {
  using SpirvMatrixType =
      vk::SpirvOpaqueType<4456, ComponentType, vk::integral_constant<uint, scope>, vk::integral_constant<uint, rows>,
                          vk::integral_constant<uint, columns>, vk::integral_constant<uint, use> >;
  using ComponentPointer = vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, 7> >, ComponentType>;

  [[vk::ext_extension("SPV_KHR_cooperative_matrix")]]
  [[vk::ext_capability(6022)]]
  [[vk::ext_capability(5345)]]
  SpirvMatrixType _matrix;

  static const bool hasSignedIntegerComponentType = (ComponentType(0) - ComponentType(1) < ComponentType(0));

  // ---- values

  // Every component has the value, which is the same in all threads of the scope.
  static CooperativeMatrix Splat(ComponentType v) {
    CooperativeMatrix result;
    result._matrix = op::splat<SpirvMatrixType>(v);
    return result;
  }

  // The same matrix with components of another type.
  template <class NewComponentType> CooperativeMatrix<NewComponentType, scope, rows, columns, use> cast() {
    CooperativeMatrix<NewComponentType, scope, rows, columns, use> result;
    result._matrix = util::ConversionSelector<ComponentType, NewComponentType>::Convert<
        typename CooperativeMatrix<NewComponentType, scope, rows, columns, use>::SpirvMatrixType>(_matrix);
    return result;
  }

  // ---- component by component

  CooperativeMatrix negate() {
    CooperativeMatrix result;
    result._matrix = util::ArithmeticSelector<ComponentType>::Negate(_matrix);
    return result;
  }

  CooperativeMatrix operator+(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = util::ArithmeticSelector<ComponentType>::Add(_matrix, other._matrix);
    return result;
  }

  CooperativeMatrix operator-(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = util::ArithmeticSelector<ComponentType>::Sub(_matrix, other._matrix);
    return result;
  }

  CooperativeMatrix operator*(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = util::ArithmeticSelector<ComponentType>::Mul(_matrix, other._matrix);
    return result;
  }

  CooperativeMatrix operator/(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = util::ArithmeticSelector<ComponentType>::Div(_matrix, other._matrix);
    return result;
  }

  CooperativeMatrix operator*(ComponentType scalar) {
    CooperativeMatrix result;
    result._matrix = op::scale(_matrix, scalar);
    return result;
  }

  // ---- the components that this thread holds

  // How many there are.
  static uint GetLength() {
    SpirvMatrixType any;
    return __builtin_spv_CooperativeMatrixLengthKHR<SpirvMatrixType>(any);
  }

  ComponentType Get(uint index) {
    return op::load_component<ComponentType>(op::component<ComponentPointer>(_matrix, index));
  }

  void Set(ComponentType value, uint index) {
    op::store_component(op::component<ComponentPointer>(_matrix, index), value);
  }

  // ---- memory: with a layout, or with memory operands (MemoryAccessMask) and a layout

  // Groupshared memory, seen by the whole group.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(WorkgroupSpirvPointer<Type> data, uint stride) {
    CooperativeMatrix result;
    result._matrix = op::load_shared<SpirvMatrixType>(
        data, layout, stride,
        memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerVisibleMask, ScopeWorkgroup);
    return result;
  }

  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(WorkgroupSpirvPointer<Type> data, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, stride);
  }

  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  void Store(WorkgroupSpirvPointer<Type> data, uint stride) {
    op::store_shared(data, _matrix, layout, stride,
                     memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerAvailableMask,
                     ScopeWorkgroup);
  }

  template <CooperativeMatrixLayout layout, class Type>
  void Store(WorkgroupSpirvPointer<Type> data, uint stride) {
    Store<MemoryAccessMaskNone, layout>(data, stride);
  }

  // Buffers, from an element on.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(RWStructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = op::load<SpirvMatrixType>(data[index], layout, stride, memoryAccessOperands);
    return result;
  }

  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(RWStructuredBuffer<Type> data, uint index, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  // Nobody writes to what is only read, so its memory operands are those of any load.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(StructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = op::load<SpirvMatrixType>(data[index], layout, stride, MemoryAccessMaskNone);
    return result;
  }

  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(StructuredBuffer<Type> data, uint index, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  void Store(RWStructuredBuffer<Type> data, uint index, uint stride) {
    op::store(data[index], _matrix, layout, stride, memoryAccessOperands);
  }

  template <CooperativeMatrixLayout layout, class Type>
  void Store(RWStructuredBuffer<Type> data, uint index, uint stride) {
    Store<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  // Buffers that others write to and read from while the shader runs.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix CoherentLoad(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = op::load_in_scope<SpirvMatrixType>(
        data[index], layout, stride,
        memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerVisibleMask,
        ScopeQueueFamily);
    return result;
  }

  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix CoherentLoad(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    return CoherentLoad<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  void CoherentStore(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    op::store_in_scope(data[index], _matrix, layout, stride,
                       memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerAvailableMask,
                       ScopeQueueFamily);
  }

  template <CooperativeMatrixLayout layout, class Type>
  void CoherentStore(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    CoherentStore<MemoryAccessMaskNone, layout>(data, index, stride);
  }
};

// The three places of a matrix in A * B + C.
template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixA = CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixAKHR>;
template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixB = CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixBKHR>;
template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixAccumulator =
    CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixAccumulatorKHR>;

// What the multiplication is told of components: all four are of one type.
template <typename ComponentType> struct CooperativeMatrixOperands {
  static const uint signs = (ComponentType(0) - ComponentType(1) < ComponentType(0))
                                ? (CooperativeMatrixOperandsMatrixASignedComponentsKHRMask |
                                   CooperativeMatrixOperandsMatrixBSignedComponentsKHRMask |
                                   CooperativeMatrixOperandsMatrixCSignedComponentsKHRMask |
                                   CooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask)
                                : CooperativeMatrixOperandsMaskNone;
};

// a * b + c.
template <typename ComponentType, Scope scope, uint rows, uint columns, uint K>
CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>
cooperativeMatrixMultiplyAdd(CooperativeMatrixA<ComponentType, scope, rows, K> a,
                             CooperativeMatrixB<ComponentType, scope, K, columns> b,
                             CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> c) {
  CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> result;
  result._matrix =
      op::multiply_add<typename CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>::SpirvMatrixType>(
          a._matrix, b._matrix, c._matrix, CooperativeMatrixOperands<ComponentType>::signs);
  return result;
}

// a * b + c, where sums that are too large for a component end at its largest value.
template <typename ComponentType, Scope scope, uint rows, uint columns, uint K>
CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>
cooperativeMatrixSaturatingMultiplyAdd(CooperativeMatrixA<ComponentType, scope, rows, K> a,
                                       CooperativeMatrixB<ComponentType, scope, K, columns> b,
                                       CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> c) {
  CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> result;
  result._matrix =
      op::multiply_add<typename CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>::SpirvMatrixType>(
          a._matrix, b._matrix, c._matrix,
          CooperativeMatrixOperands<ComponentType>::signs | CooperativeMatrixOperandsSaturatingAccumulationKHRMask);
  return result;
}

} // namespace khr
} // namespace vk

#endif // HLSLC_VK_KHR_COOPERATIVE_MATRIX_H

// Numbers of SPIR-V by name, and pointers into groupshared memory.

#ifndef HLSLC_VK_SPIRV_H
#define HLSLC_VK_SPIRV_H

namespace vk {

// Who takes part in an operation, or sees what it writes.
enum Scope {
  ScopeCrossDevice = 0,
  ScopeDevice = 1,
  ScopeWorkgroup = 2,
  ScopeSubgroup = 3,
  ScopeInvocation = 4,
  ScopeQueueFamily = 5,
  ScopeQueueFamilyKHR = 5,
  ScopeShaderCallKHR = 6,
  ScopeMax = 0x7fffffff,
};

// Where a variable lives: the one storage class that has pointers here.
enum StorageClass {
  StorageClassWorkgroup = 4,
};

// Memory operands of a load or a store; bits may be joined.
enum MemoryAccessMask {
  MemoryAccessMaskNone = 0,
  MemoryAccessVolatileMask = 0x1,
  MemoryAccessAlignedMask = 0x2,
  MemoryAccessNontemporalMask = 0x4,
  MemoryAccessMakePointerAvailableMask = 0x8,
  MemoryAccessMakePointerAvailableKHRMask = 0x8,
  MemoryAccessMakePointerVisibleMask = 0x10,
  MemoryAccessMakePointerVisibleKHRMask = 0x10,
  MemoryAccessNonPrivatePointerMask = 0x20,
  MemoryAccessNonPrivatePointerKHRMask = 0x20,
  MemoryAccessAliasScopeINTELMaskMask = 0x10000,
  MemoryAccessNoAliasINTELMaskMask = 0x20000,
};

// The place of a cooperative matrix in A * B + C.
enum CooperativeMatrixUse {
  CooperativeMatrixUseMatrixAKHR = 0,
  CooperativeMatrixUseMatrixBKHR = 1,
  CooperativeMatrixUseMatrixAccumulatorKHR = 2,
  CooperativeMatrixUseMax = 0x7fffffff,
};

// How a cooperative matrix lies in memory.
enum CooperativeMatrixLayout {
  CooperativeMatrixLayoutRowMajorKHR = 0,
  CooperativeMatrixLayoutColumnMajorKHR = 1,
  CooperativeMatrixLayoutRowBlockedInterleavedARM = 4202,
  CooperativeMatrixLayoutColumnBlockedInterleavedARM = 4203,
  CooperativeMatrixLayoutMax = 0x7fffffff,
};

// What OpCooperativeMatrixMulAddKHR is told of its operands; bits may be joined.
enum CooperativeMatrixOperandsMask {
  CooperativeMatrixOperandsMaskNone = 0,
  CooperativeMatrixOperandsMatrixASignedComponentsKHRMask = 0x1,
  CooperativeMatrixOperandsMatrixBSignedComponentsKHRMask = 0x2,
  CooperativeMatrixOperandsMatrixCSignedComponentsKHRMask = 0x4,
  CooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask = 0x8,
  CooperativeMatrixOperandsSaturatingAccumulationKHRMask = 0x10,
};

// OpTypePointer (32) to groupshared memory. It cannot be assigned to: SPIR-V's logical pointers do not vary.
template <typename T>
using WorkgroupSpirvPointer =
    const vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, StorageClassWorkgroup> >, T>;

// The address of a groupshared variable, or of an element of one: its OpAccessChain, copied by OpCopyObject (83).
template <typename T>
[[vk::ext_instruction(83)]] WorkgroupSpirvPointer<T> GetGroupSharedAddress([[vk::ext_reference]] T v);

} // namespace vk

#endif // HLSLC_VK_SPIRV_H

// Instructions of SPIR-V chosen by the type of a component: of scalars, vectors and cooperative matrices alike.

#ifndef HLSLC_VK_OPCODE_SELECTOR_H
#define HLSLC_VK_OPCODE_SELECTOR_H

namespace vk {
namespace util {

// One function for each instruction, with the opcode.
namespace op {
template <typename R, typename A> [[vk::ext_instruction(83)]] R copy(A a);
template <typename R, typename A> [[vk::ext_instruction(109)]] R float_to_unsigned(A a);
template <typename R, typename A> [[vk::ext_instruction(110)]] R float_to_signed(A a);
template <typename R, typename A> [[vk::ext_instruction(111)]] R signed_to_float(A a);
template <typename R, typename A> [[vk::ext_instruction(112)]] R unsigned_to_float(A a);
template <typename R, typename A> [[vk::ext_instruction(113)]] R to_unsigned(A a);
template <typename R, typename A> [[vk::ext_instruction(114)]] R to_signed(A a);
template <typename R, typename A> [[vk::ext_instruction(115)]] R to_float(A a);
template <typename R, typename A> [[vk::ext_instruction(124)]] R bits(A a);

template <typename T> [[vk::ext_instruction(126)]] T negate_integer(T a);
template <typename T> [[vk::ext_instruction(127)]] T negate_float(T a);
template <typename T> [[vk::ext_instruction(128)]] T add_integers(T a, T b);
template <typename T> [[vk::ext_instruction(129)]] T add_floats(T a, T b);
template <typename T> [[vk::ext_instruction(130)]] T subtract_integers(T a, T b);
template <typename T> [[vk::ext_instruction(131)]] T subtract_floats(T a, T b);
template <typename T> [[vk::ext_instruction(132)]] T multiply_integers(T a, T b);
template <typename T> [[vk::ext_instruction(133)]] T multiply_floats(T a, T b);
template <typename T> [[vk::ext_instruction(134)]] T divide_unsigned(T a, T b);
template <typename T> [[vk::ext_instruction(135)]] T divide_signed(T a, T b);
template <typename T> [[vk::ext_instruction(136)]] T divide_floats(T a, T b);
} // namespace op

// ArithmeticSelector<C> works on values whose components are of type C.
template <class C> class ArithmeticSelector;

#define HLSLC_ARITHMETIC(C, FORM, DIVIDE)                                                                              \
  template <> class ArithmeticSelector<C> {                                                                            \
    template <class T> static T Negate(T a) { return op::negate_##FORM(a); }                                           \
    template <class T> static T Add(T a, T b) { return op::add_##FORM##s(a, b); }                                      \
    template <class T> static T Sub(T a, T b) { return op::subtract_##FORM##s(a, b); }                                 \
    template <class T> static T Mul(T a, T b) { return op::multiply_##FORM##s(a, b); }                                 \
    template <class T> static T Div(T a, T b) { return op::DIVIDE(a, b); }                                             \
  };

HLSLC_ARITHMETIC(half, float, divide_floats)
HLSLC_ARITHMETIC(float, float, divide_floats)
HLSLC_ARITHMETIC(double, float, divide_floats)
HLSLC_ARITHMETIC(int32_t, integer, divide_signed)
HLSLC_ARITHMETIC(int64_t, integer, divide_signed)
HLSLC_ARITHMETIC(uint32_t, integer, divide_unsigned)
HLSLC_ARITHMETIC(uint64_t, integer, divide_unsigned)
#if __HLSL_ENABLE_16_BIT
HLSLC_ARITHMETIC(int16_t, integer, divide_signed)
HLSLC_ARITHMETIC(uint16_t, integer, divide_unsigned)
#endif

#undef HLSLC_ARITHMETIC

// ConversionSelector<From, To>::Convert<R>(a) is `a`, with components of type From, as an R, with components of type To.
template <class From, class To> class ConversionSelector;

#define HLSLC_CONVERSION(From, To, OP)                                                                                 \
  template <> class ConversionSelector<From, To> {                                                                     \
    template <class R, class A> static R Convert(A a) { return op::OP<R>(a); }                                         \
  };

// Integers of one width keep their bits.
#define HLSLC_ONE_WIDTH(S, U)                                                                                          \
  HLSLC_CONVERSION(S, S, copy)                                                                                         \
  HLSLC_CONVERSION(U, U, copy)                                                                                         \
  HLSLC_CONVERSION(S, U, bits)                                                                                         \
  HLSLC_CONVERSION(U, S, bits)

// The sign of the type that an integer becomes says whether it is extended by its sign, as in DXC's header.
#define HLSLC_TWO_WIDTHS(S1, U1, S2, U2)                                                                               \
  HLSLC_CONVERSION(S1, S2, to_signed)                                                                                  \
  HLSLC_CONVERSION(U1, S2, to_signed)                                                                                  \
  HLSLC_CONVERSION(S1, U2, to_unsigned)                                                                                \
  HLSLC_CONVERSION(U1, U2, to_unsigned)                                                                                \
  HLSLC_CONVERSION(S2, S1, to_signed)                                                                                  \
  HLSLC_CONVERSION(U2, S1, to_signed)                                                                                  \
  HLSLC_CONVERSION(S2, U1, to_unsigned)                                                                                \
  HLSLC_CONVERSION(U2, U1, to_unsigned)

#define HLSLC_WITH_FLOAT(S, U, F)                                                                                      \
  HLSLC_CONVERSION(S, F, signed_to_float)                                                                              \
  HLSLC_CONVERSION(U, F, unsigned_to_float)                                                                            \
  HLSLC_CONVERSION(F, S, float_to_signed)                                                                              \
  HLSLC_CONVERSION(F, U, float_to_unsigned)

#define HLSLC_WITH_FLOATS(S, U)                                                                                        \
  HLSLC_WITH_FLOAT(S, U, half)                                                                                         \
  HLSLC_WITH_FLOAT(S, U, float)                                                                                        \
  HLSLC_WITH_FLOAT(S, U, double)

HLSLC_ONE_WIDTH(int32_t, uint32_t)
HLSLC_ONE_WIDTH(int64_t, uint64_t)
HLSLC_TWO_WIDTHS(int32_t, uint32_t, int64_t, uint64_t)
HLSLC_WITH_FLOATS(int32_t, uint32_t)
HLSLC_WITH_FLOATS(int64_t, uint64_t)
#if __HLSL_ENABLE_16_BIT
HLSLC_ONE_WIDTH(int16_t, uint16_t)
HLSLC_TWO_WIDTHS(int16_t, uint16_t, int32_t, uint32_t)
HLSLC_TWO_WIDTHS(int16_t, uint16_t, int64_t, uint64_t)
HLSLC_WITH_FLOATS(int16_t, uint16_t)
#endif

HLSLC_CONVERSION(half, half, copy)
HLSLC_CONVERSION(float, float, copy)
HLSLC_CONVERSION(double, double, copy)
#if __HLSL_ENABLE_16_BIT
HLSLC_CONVERSION(half, float, to_float)
HLSLC_CONVERSION(float, half, to_float)
#else
// Without types of 16 bits `half` is another name of 32.
HLSLC_CONVERSION(half, float, copy)
HLSLC_CONVERSION(float, half, copy)
#endif
HLSLC_CONVERSION(half, double, to_float)
HLSLC_CONVERSION(double, half, to_float)
HLSLC_CONVERSION(float, double, to_float)
HLSLC_CONVERSION(double, float, to_float)

#undef HLSLC_WITH_FLOATS
#undef HLSLC_WITH_FLOAT
#undef HLSLC_TWO_WIDTHS
#undef HLSLC_ONE_WIDTH
#undef HLSLC_CONVERSION

} // namespace util
} // namespace vk

#endif // HLSLC_VK_OPCODE_SELECTOR_H

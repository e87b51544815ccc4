// A switch on 64 bits looks at all of them: the labels differ in the high word alone, in a loop, of an enumeration and of a constant.
//: target cs_6_0
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<uint> = 24*0
//: dxc-fault interpret 1.7 A switch with one label compares the low word alone.
//: dxc-fault spirv 1.7 It has no switch on 64 bits.
//: dxc-fault run 1.7 It has no switch on 64 bits.
//: expect u0 = 2 1 3 7 4 5 0 6 4 5 6 0 11 12 10 10 1 0 3 2 31 30 41 40

RWStructuredBuffer<uint> found : register(u0);

enum Wide : uint64_t { Low = 2, High = 0x100000002, All = 0xffffffffffffffff };

uint of_unsigned(uint64_t value) {
  switch (value) {
  case 0x100000002: return 1;
  case 2: return 2;
  case 0xffffffffffffffff: return 3;
  default: return 7;
  }
}

uint of_signed(int64_t value) {
  uint result = 0;
  switch (value) {
  case -1: result = 4; break;
  case 0x1ffffffff: result = 5; break;
  case 5: case 0x7fffffffffffffff: result = 6; break;
  }
  return result;
}

uint of_enum(Wide value) {
  switch (value) {
  case Wide::Low: return 10;
  case Wide::High: return 11;
  case Wide::All: return 12;
  }
  return 13;
}

[numthreads(8, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  // What the threads differ in is not known when this is compiled.
  uint64_t high = (uint64_t)(thread & 1) << 32;
  if (thread < 4)
    found[thread] = thread == 3 ? of_unsigned((uint64_t)3 << 32) : thread == 2 ? of_unsigned(~(high ^ high)) : of_unsigned(high | 2);
  int64_t numbers[8] = { -1, 0x1ffffffff, 0xffffffff, 5, -1, 0x1ffffffff, 0x7fffffffffffffff, 0x7fffffff };
  found[4 + thread] = of_signed(numbers[thread]);
  Wide wide[4] = { Wide::High, Wide::All, Wide::Low, Wide::Low };
  if (thread < 4)
    found[12 + thread] = of_enum(wide[thread]);
  // Here everything is known.
  if (thread == 0) {
    found[16] = of_unsigned(0x100000002);
    found[17] = of_signed(0x100000005);
    found[18] = of_unsigned(~(uint64_t)0);
    found[19] = of_unsigned(2);
  }
  // One label beside the default, and a choice of two numbers.
  if (thread < 2) {
    uint one = 30;
    switch (high) { case 0: one = 31; break; }
    found[20 + thread] = one;
    uint two = 40;
    [flatten] switch (high + 7) { case 7: two = 41; break; case 0x200000007: two = 42; break; }
    found[22 + thread] = two;
  }
}

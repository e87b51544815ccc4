//# Conv.LVal
//@ 1 reject: an incomplete type has no value
struct S; extern S s; void f() { S t = s; }
//@ 2 accept: an array is copied
int f() { int a[2] = { 1, 2 }; int b[2] = a; b[0] = 3; return a[0]; }
//@ 3 accept: a bit-field is read as its underlying type
struct S { uint a : 3; }; uint f(S s) { return s.a; }
//# Conv.IPromote
//@ 1 accept: an integer grows
int64_t f(int a) { return a; }
//@ 1 accept: `bool` becomes an integer
int f(bool a) { return a; }
//# Conv.FPPromote
//@ 1 accept: a float grows
double f(float a) { return a; }
//# Conv.IConv
//@ 1 accept: any integer becomes any other
int f(int64_t a) { return (int)a; }
//@ 1 reject: but no scoped enumeration does
enum class E { a }; int f(E e) { return e; }
//@ 2 accept: an unsigned one keeps the bits
_Static_assert((uint)-1 == 0xFFFFFFFFu && (uint)0x100000001ll == 1u, "");
//@ 3 accept: a signed one keeps the value
_Static_assert((int)5u == 5 && (int64_t)-1 == -1ll, "");
//@ 4 accept: `true` is one and `false` zero
_Static_assert((int)true == 1 && (int)false == 0, "");
//# Conv.Bitfield
//@ 1 accept: a bit-field becomes a float
struct S { uint a : 3; }; float f(S s) { return s.a; }
//# Conv.FConv
//@ 2 accept: a value that both types hold stays
_Static_assert((int)(double)0.5f == 0 && (int)((double)0.5f * 2) == 1, "");
//# Conv.FPInt
//@ 1 accept: a float loses its fraction
_Static_assert((int)1.9f == 1 && (int)-1.9f == -1, "");
//@ 2 accept: an integer becomes a float
_Static_assert((int)((float)3 / 2 * 2) == 3, "");
//# Conv.Bool
//@ 1 accept: zero is false, all else true
_Static_assert(!(bool)0 && (bool)2 && (bool)0.5f && (bool)-1, "");
//@ 1 reject: a scoped enumeration is no condition
enum class E { a }; int f(E e) { return e ? 1 : 2; }
//# Conv.Flat
//@ 1 accept: an aggregate becomes a shorter one
struct A { float3 a; }; struct B { float a; float b; }; B f(A a) { return (B)a; }
//@ 1 reject: and no longer one
struct A { float2 a; }; struct B { float3 a; }; B f(A a) { return (B)a; }
//@ 2 accept: an array becomes its first element
float f(float a[2]) { return (float)a; }
//@ 3 accept: an array becomes a shorter one
void g(float a[2]) {} void f(float a[3]) { g((float[2])a); }
//@ 4 accept: an array becomes a vector
float2 f(float a[3]) { return (float2)a; }
//@ 5 accept: a vector becomes an array
void g(float a[2]) {} void f(float3 a) { g((float[2])a); }
//# Conv.vsplat
//@ 1 accept: a scalar fills a vector
float3 f(float a) { return a; }
//@ 2 accept: so does a vector of one
float3 f(float1 a) { return a; }
//# Conv.msplat
//@ 1 accept: and a matrix
float2x3 f(float a) { return a; }
//# Conv.ASplat
//@ 1 accept: a scalar fills a struct
struct S { float a; int b[2]; }; S f() { return (S)1; }
//@ 2 accept: so does a vector of one
struct S { float a; int b[2]; }; S f(float1 a) { return (S)a; }
//@ 3 accept: a scalar fills an array
void g(float a[2]) {} void f() { g((float[2])1); }
//@ 4 accept: so does a vector of one
void g(float a[2]) {} void f(float1 a) { g((float[2])a); }
//# Conv.VTrunc
//@ 1 accept: a vector loses components at its end
float2 f(float4 a) { return (float2)a; }
//@ 1 accept: down to a scalar
float f(float4 a) { return (float)a; }
//@ 3 accept: a matrix loses rows and columns
float2x2 f(float3x3 a) { return (float2x2)a; }
//@ 3 accept: down to a scalar
float f(float3x3 a) { return (float)a; }
//@ 5 accept: a matrix of one row is a vector
float3 f(float1x3 a) { return a; }
//# Conv.CWise
//@ 1 accept: a vector is converted by components
int3 f(float3 a) { return a; }
//@ 2 accept: a matrix too
int2x2 f(float2x2 a) { return a; }
//# Conv.Qual
//@ 1 accept: a value becomes a constant one
int f(int a) { const int b = a; return b; }
//@ 1 reject: a constant is not written through
void g(inout int a) { a = 1; } void f() { const int a = 1; g(a); }
//# Conv.Rank.Int
//@ 1 accept dxc reject follow dxc: 64 bits outrank 32
_Static_assert(sizeof(1 + 1l) == 8, "");
//@ 1 accept dxc reject follow dxc -enable-16bit-types: 32 bits outrank 16
_Static_assert(sizeof((int16_t)1 + 1) == 4, "");
//# Conv.Rank.Float
//@ 1 accept: `double` outranks `float`
_Static_assert(sizeof(1.0f + 1.0l) == 8, "");
//@ 1 accept -enable-16bit-types: `float` outranks `half`
_Static_assert(sizeof(1.0f + (half)1) == 4, "");

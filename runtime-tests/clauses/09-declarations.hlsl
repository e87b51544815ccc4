//# Decl.Pre
//@ 1 accept: an empty declaration
;;
//@ 1 accept: declarations of each kind
static int a; void f() {} template <typename T> T g(T a) { return a; } namespace N {} cbuffer C {}
//@ 1 accept dxc reject follow dxc: another name of a namespace
namespace Long { static const int a = 1; } namespace L = Long; _Static_assert(L::a == 1, "");
//@ 1 accept: a static assertion
_Static_assert(1 == 1, "fine");
//@ 1 accept dxc reject follow draft -HV 202x: by its word of C++
static_assert(1 == 1, "fine");
//@ 1 accept dxc reject follow dxc: an enumeration without its enumerators
enum class E : uint; enum class E : uint { a };
//# Decl.Spec.Fct
//@ 1 reject: `export` is for functions
export static int a;
//@ 2 accept -T lib_6_6: `export` gives a function program linkage
export float f(float a) { return a; }
//@ 3 reject -T lib_6_6: not in a namespace without a name
namespace { export float f(float a) { return a; } }
//@ 5 reject dxc accept follow dxc -T lib_6_6: all declarations of one are exported, or none
float f(float a); export float f(float a) { return a; }
//# Decl.Init
//@ 1 accept: a value after `=`, or a list
static int a = 1; static int2 b = { 1, 2 };
//@ 1 accept: a list without `=`
static int2 a{ 1, 2 };
//@ 1 accept: a list may end with a comma
static int2 a = { 1, 2, };
//# Decl.Init.Agg
//@ 1 accept: vectors, matrices, arrays and classes are aggregates
struct S { int a; }; static float2 a = { 1, 2 }; static float2x2 b = { 1, 2, 3, 4 }; static int c[2] = { 1, 2 }; static S d = { 1 };
//@ 2 accept: members of a base come first
struct A { int a; }; struct B : A { int b; }; static B b = { 1, 2 };
//@ 3 accept: lists are flattened
struct S { float2 a; int b[2]; }; static S a = { 1, 2, 3, 4 }; static S b = { { 1, 2 }, { 3, 4 } };
//@ 4 accept: so are the aggregates in a list
float4 f(float2 a) { float4 b = { a, a }; return b; }
//@ 6 accept: a list gives an array its size
static int a[] = { 1, 2, 3 }; _Static_assert(sizeof(a) == 12, "");
//@ 6 reject: which must be whole
struct S { int2 a; }; static S a[] = { 1, 2, 3 };
//@ 7 reject: too few
static float3 a = { 1, 2 };
//@ 7 reject: too many
static float3 a = { 1, 2, 3, 4 };
//@ 7 reject: no number
static float2 a = { 1, "two" };
//# Decl.cbuffer
//@ 1 accept: names of a buffer are names around it
cbuffer C { float a; float4 b; } float f() { return a + b.x; }
//@ 1 accept: it may hold functions
cbuffer C { float a; float f() { return a; } }
//@ 1 reject: but no other names of types
cbuffer C { typedef float F; F a; }

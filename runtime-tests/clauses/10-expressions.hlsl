//# Expr
//@ 2 accept: the operand of `sizeof` is not evaluated
int g() { return 1; } static const int a = sizeof(g()); _Static_assert(a == 4, "");
//# Expr.Conv
//@ 1 reject: scoped enumerations do not mix
enum class E { a }; enum class F { a }; bool f() { return E::a == F::a; }
//@ 1 accept: a scalar grows to a vector
float3 f(float3 a) { return a + 1; }
//@ 1 accept: the longer vector is cut
float2 f(float3 a, float2 b) { return a + b; }
//@ 1 accept: `double` takes the other along
_Static_assert(sizeof(1.0l + 1.0f) == 8 && sizeof(1.0l + 1) == 8, "");
//@ 1 accept: `float` takes an integer along
_Static_assert(sizeof(1.0f + 1) == 4 && (int)((1.5f + 1) * 2) == 5, "");
//@ 1 accept: an unsigned integer of the same rank takes a signed one along
_Static_assert(-1 + 0u > 0, "");
//@ 1 accept dxc reject follow dxc: a signed one that holds all values takes an unsigned one along
_Static_assert(-1l + 0u < 0, "");
//# Expr.Primary.This
//@ 1 accept: `this` is the object of a method
struct S { int a; void f() { this.a = 1; } };
//@ 2 reject: outside methods there is none
int f() { return this.a; }
//@ 2 reject: nor in a static one
struct S { int a; static int f() { return this.a; } };
//# Expr.Primary.Paren
//@ 1 accept: parentheses change nothing
void f() { int a; (a) = 1; ((a))++; }
//# Expr.Primary.ID
//@ 1 accept: names with and without scope
namespace N { template <typename T> T f(T a) { return a; } } int g() { return N::f<int>(1); }
//# Expr.Post
//@ 1 accept: calls, constructors, members and steps follow what they apply to
struct S { int a[2]; int f() { return 1; } }; int g(S s) { s.a[0]++; s.a[1]--; return s.f() + int(1.5f) + float2(1, 2).x; }
//# Expr.Post.Swizzle
//@ 2 accept: a swizzle without repetition is assigned
void f(inout float4 a) { a.xz = 1; }
//@ 2 reject: one with repetition is not
void f(inout float4 a) { a.xx = 1; }
//@ 1 reject: a struct has none
struct S { int a; }; int f(S s) { return s.xy; }
//# Expr.Post.Swizzle.Vector
//@ 1 accept: both sets of letters
float2 f(float4 a) { return a.xy + a.rg; }
//@ 1 reject: and not both at once
float2 f(float4 a) { return a.xg; }
//@ 1 accept: a swizzle has as many components as letters
float4 f(float2 a) { return a.xyxy; }
//@ 2 accept: the letters name components in order
int f() { int4 v = { 1, 2, 3, 4 }; return v.w + v.a; }
//@ 3 reject: a component must be there
float f(float2 a) { return a.z; }
//# Expr.Post.Swizzle.Matrix
//@ 1 accept: indices from zero and from one
float4 f(float4x4 m) { return m._m00_m11_m22_m33 + m._11_22_33_44; }
//@ 1 reject: and not both at once
float2 f(float4x4 m) { return m._m00_22; }
//@ 1 reject: at most four
float f(float4x4 m) { return m._m00_m01_m02_m03_m10.x; }
//@ 1 reject: an element must be there
float f(float2x2 m) { return m._m22; }
//# Expr.Post.Call
//@ 1 accept: functions and methods are called
struct S { int f() { return 1; } }; int g() { return 1; } int h(S s) { return g() + s.f(); }
//@ 2 reject: each parameter gets an argument
int f(int a, int b) { return a + b; } int g() { return f(1); }
//@ 5 accept: an input is a value
void f(int a) { a = 2; } int g() { int a = 1; f(a); return a; }
//@ 6 reject: an output takes what can be assigned
void f(out int a) { a = 1; } void g() { f(1); }
//@ 6 accept: it is converted back
void f(out int a) { a = 1; } float g() { float a; f(a); return a; }
//@ 7 accept: an array is copied in and out
void f(inout int a[2]) { a[0] = 1; } int g() { int a[2] = { 0, 0 }; f(a); return a[0]; }
//@ 9 reject: a parameter is of a complete type
struct S; void f(S s) {}
//@ 11 reject: what a call gives is not assigned
int g() { return 1; } void f() { g() += 1; }

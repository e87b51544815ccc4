//# Basic.Decl
//@ 1 accept: a declaration may introduce several names
static const int a = 1, b = 2; _Static_assert(a + b == 3, "");
//@ 2 accept: functions, structs, enumerations and namespaces are defined
int f(int x) { return x + 1; } struct S { int a; int b; }; enum { up, down }; namespace N { static int i; }
//@ 4 accept: declarations that define nothing
int f(int); struct S; typedef int Int; cbuffer CB { int z; } tbuffer TB { int w; } using Float = float;
//@ 4 accept: a `using` declaration
namespace N { static const int d = 1; } using N::d; _Static_assert(d == 1, "");
//# Basic.ODR
//@ 1 reject: a function is defined once
int f() { return 1; } int f() { return 2; }
//@ 1 reject: a struct is defined once
struct S { int a; }; struct S { int a; };
//# Basic.Scope
//@ 3 accept: an inner declaration hides an outer one
static const int a = 1; void f() { const int a = 2; _Static_assert(a == 2, ""); } _Static_assert(a == 1, "");
//@ 5 reject: two variables of one scope have different names
void f() { int a; float a; }
//@ 5 accept: functions may share a name
int f(int a) { return a; } int f(int2 a) { return a.x; }
//@ 5 reject: a variable and a function do not
static int f; int f() { return 1; }
//# Basic.Scope.Point
//@ 2 reject: a name is not declared before its declarator
int f() { return a; } static int a = 1;
//@ 2 accept: it is declared before its initializer
void f() { int a = sizeof(a); }
//@ 3 accept: a class is declared after its name
struct S { static S make() { S s; s.a = 1; return s; } int a; };
//@ 4 accept: an enumerator is declared after its definition
enum E { one = 1, two = one + 1 }; _Static_assert(two == 2, "");
//@ 5 accept: a member is known in the methods before it
struct S { int f() { return a; } int a; };
//@ 6 accept: a forward declaration declares a class
struct S; struct S { int a; };
//@ 8 accept: a template parameter is declared after itself
template <typename T, T n> struct C { static const T value = n; }; _Static_assert(C<int, 3>::value == 3, "");
//# Basic.Scope.Block
//@ 1 accept: a loop opens a scope
int f() { int s = 0; for (int i = 0; i < 2; ++i) s += i; for (int i = 0; i < 2; ++i) s += i; return s; }
//@ 2 reject: a local name ends with its block
int f() { { int a = 1; } return a; }
//@ 3 reject: a parameter is not declared again in the outermost block
int f(int a) { int a = 1; return a; }
//@ 4 reject: nor is what a statement declares, in its outermost block
void f() { for (int i = 0; i < 2; ++i) { int i = 1; } }
//# Basic.Scope.Prototype
//@ 1 accept: parameters of a declaration need no names
int f(int, float); int g(int a, float b);
//# Basic.Scope.Namespace
//@ 1 accept: a namespace goes on in a further definition
namespace N { static const int a = 1; } namespace N { static const int b = a + 1; } _Static_assert(N::b == 2, "");
//@ 3 accept: a `using` directive makes the members visible
namespace N { static const int a = 1; } using namespace N; _Static_assert(a == 1, "");
//@ 3 reject: without one they are not
namespace N { static const int a = 1; } static const int b = a;
//@ 4 accept: a qualified name names a member
namespace N { namespace M { static const int a = 1; } } _Static_assert(N::M::a == 1, "");
//@ 5 accept: the outermost region is the global namespace
static const int a = 1; namespace N { static const int a = 2; static const int b = ::a; } _Static_assert(N::b == 1, "");
//# Basic.Scope.Class
//@ 1 accept: members have class scope
struct S { static const int a = 1; }; _Static_assert(S::a == 1, "");
//# Basic.Scope.Enumeration
//@ 1 accept: a scoped enumerator is named through its enumeration
enum class E { a = 1 }; _Static_assert((int)E::a == 1, "");
//@ 1 reject: and not without it
enum class E { a = 1 }; static const int b = (int)a;
//# Basic.Scope.Template
//@ 1 reject: a template parameter ends with its declaration
template <typename T> T f(T a) { return a; } T g() { return 1; }
//# Basic.Lookup.Unqualified
//@ 1 accept: the nearest declaration is found
static const int a = 1; namespace N { static const int a = 2; static const int b = a; } _Static_assert(N::b == 2, "");
//@ 3 accept dxc reject follow dxc: a default argument sees the parameters before it
int f(int a, int b = sizeof(a)) { return b; }
//@ 4 accept: an enumerator sees those before it
enum E { a = 1, b = a }; _Static_assert(b == 1, "");
//# Basic.Lookup.Argument
//@ 1 accept: a function is found in the namespace of its argument
namespace N { struct S { int a; }; int f(S s) { return s.a; } } int g() { N::S s = { 1 }; return f(s); }
//@ 1 reject: a number has no namespace
namespace N { int f(int a) { return a; } } int g() { return f(1); }
//# Basic.Lookup.Qualified
//@ 3 accept: `::` asks for the global namespace
static const int a = 1; int f() { int a = 2; return ::a; }
//@ 3 reject: which has no local names
int f() { int only = 2; return ::only; }
//@ 4 reject: an enumeration has enumerators alone
enum class E { a }; static const int b = (int)E::c;
//# Basic.Lookup.Qualified.Class
//@ 2 accept: a hidden member of a base is found with its class
struct A { int a; }; struct B : A { int a; }; int f(B b) { return b.A::a; }
//# Basic.Lookup.Qualified.Namespace
//@ 2 accept: names of the namespace itself come before those it uses
namespace A { void f() {} void g() {} } namespace B { void f() {} using namespace A; } void h() { B::f(); B::g(); }
//@ 3 accept: namespaces may use each other
namespace A {} namespace B { using namespace A; static const int b = 1; } namespace A { using namespace B; } _Static_assert(A::b == 1, "");
//@ 4 reject: different variables of two namespaces are ambiguous
namespace A { static const int v = 1; } namespace B { static const int v = 2; } namespace C { using namespace A; using namespace B; } static const int w = C::v;
//@ 5 reject: what a namespace uses is not defined through it
namespace A { void f(); } namespace B { using namespace A; } void B::f() {}
//# Basic.Lookup.Elaborated
//@ 1 accept: `struct S` names a type that a variable hides
struct S { int a; }; static int S; struct S s();
//@ 4 reject: `enum E` names a declared enumeration
enum E f();
//@ 6 reject: a qualified name must be found
namespace N {} struct N::S f();
//# Basic.Lookup.Using
//@ 1 accept: a `using` directive looks for namespaces alone
namespace N { static const int a = 1; } int f() { int N = 1; using namespace N; return a; }
//# Basic.Storage.Static
//@ 1 accept: a `static` object may be written
static int a = 1; void f() { a = 2; }
//# Basic.Storage.Program
//@ 1 reject: a global one may not, for it comes from outside
int a; void f() { a = 2; }
//@ 1 reject: nor a member of a buffer
cbuffer C { int a; } void f() { a = 2; }
//# Basic.Storage.Groupshared
//@ 1 accept: `groupshared` memory is written
groupshared int a[4]; void f() { a[0] = 1; }
//# Basic.Linkage.Program
//@ 2 accept -T lib_6_6: an exported function
export int f() { return 1; }
//@ 2 accept dxc reject follow dxc -T lib_6_6: a group of exported declarations
export { int f() { return 1; } int g() { return 2; } }
//# Basic.Start
//@ 1 reject: a program has an entry point
//@@ entry
int f() { return 1; }
//@ 3 reject: a parameter of one has a semantic
//@@ entry
[numthreads(1, 1, 1)] void main(uint a) {}
//@ 3 accept: with one it is given
//@@ entry
[numthreads(1, 1, 1)] void main(uint a : SV_GroupIndex) {}
//@ 3 reject -T ps_6_6: an intangible type is no parameter of one
//@@ entry
float4 main(SamplerState s : S) : SV_Target { return 1; }
//# Basic.Types
//@ 4 accept: a class is complete after its definition
struct S; struct S { int a; }; _Static_assert(sizeof(S) == 4, "");
//@ 4 reject: an incomplete one makes no object
struct S; void f() { S s; }
//@ 8 accept: vectors have one to four components
vector<float, 1> a; vector<float, 4> b;
//@ 9 accept: matrices have one to four rows and columns
matrix<float, 1, 4> a; matrix<float, 4, 1> b;
//@ 9 reject: and no more
static matrix<float, 5, 1> a;
//@ 9 reject: and no fewer
static matrix<float, 0, 1> a;
//# Basic.Types.Arithmetic
//@ 1 accept -enable-16bit-types: signed integers are named after their bits
_Static_assert(sizeof(int16_t) == 2 && sizeof(int32_t) == 4 && sizeof(int64_t) == 8 && sizeof(int) == 4, "");
//@ 2 accept -enable-16bit-types: so are unsigned ones
_Static_assert(sizeof(uint16_t) == 2 && sizeof(uint32_t) == 4 && sizeof(uint64_t) == 8 && sizeof(uint) == 4, "");
//@ 1 accept dxc reject follow draft: a minimum-precision integer lies in memory as an `int`
_Static_assert(sizeof(min16int) == 4 && sizeof(min16uint) == 4, "");
//@ 3 accept: integers are those of two's complement
_Static_assert(~0 == -1 && (-1 >> 1) == -1, "");
//@ 4 accept: `float` has 32 bits and `double` 64
_Static_assert(sizeof(float) == 4 && sizeof(float32_t) == 4 && sizeof(double) == 8 && sizeof(float64_t) == 8, "");
//@ 4 accept -enable-16bit-types: `half` may have 16
_Static_assert(sizeof(half) == 2 && sizeof(float16_t) == 2, "");
//@ 4 accept: or 32
_Static_assert(sizeof(half) == 4, "");
//@ 6 accept: any expression can be converted to `void`
void f() { (void)1; }
//@ 6 reject: no object is `void`
void f() { void a; }
//# Basic.Types.Scalarized
//@ 1 accept: types of the same scalars are converted to each other
struct A { float2 a; float b; }; struct B { float a[3]; }; B f(A a) { return (B)a; }
//# Basic.LVal
//@ 1 reject: a prvalue is not assigned
void f() { 1 = 2; }
//@ 1 reject: nor what a function returns
int g() { return 1; } void f() { g() = 2; }

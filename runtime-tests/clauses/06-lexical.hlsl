//# Lex.Phases
//@ 1 accept: a backslash before a new line joins the lines
static const int jo\
ined = 1; _Static_assert(joined == 1, "");
//@ 1 accept: strings that follow each other are one
_Static_assert(true, "one" " " "text");
//@ 1 reject: a comment must end
int a; /* it does not
//@ 1 accept: there are no trigraphs, of which this would be a backslash
_Static_assert(true, "??/");
//# Lex.Comments
//@ 1 accept: comments of both kinds are white space
static/**/const int a = 1; // until the new line /* and no further
_Static_assert(a == 1, "");
//@ 1 accept: comments do not nest
static const int a = 1 /* /* */ ; _Static_assert(a == 1, "");
//# Lex.CharSet
//@ 1 accept: a tab and the characters of the basic set stand in sources
static	const	int	a	=	(1	+	2)	*	3	%	4	^	5	&	6	|	7;
//# Lex.PPTokens
//@ 2 accept: white space may separate tokens or not
static const int a=1+ +1; _Static_assert ( a == 2 , "" ) ;
//@ 3 accept: a header name is one within an include directive alone
#define LESS(a, b) a<b>1
_Static_assert(LESS(1, 2) == 0, "");
//# Lex.Headers
//@ 1 reject: what a header name names must be found
#include "nowhere.hlsli"
//# Lex.PPNumber
//@ 1 accept: a number may hold an exponent with a sign
static const float a = 1e+2 + 1E-2;
//@ 1 accept dxc reject follow dxc: digits may be separated
static const int a = 1'000; _Static_assert(a == 1000, "");
//@ 2 reject: what is no literal in the end has no value
static const int a = 1abc;
//# Lex.Ident
//@ 1 accept: letters, digits and underscores make names
static const int _a1_b = 1;
//@ 2 accept: letters of any script make names
static const int größe = 1; _Static_assert(größe == 1, "");
//@ 1 reject: a name does not begin with a digit
static const int 1a = 1;
//# Lex.Keywords
//@ 1 reject: a keyword is no name
static const int while = 1;
//@ 1 reject: `cbuffer` is no name
static const int cbuffer = 1;
//@ 1 reject dxc accept follow dxc: `constexpr` is a keyword
static const int constexpr = 1;
//@ 1 reject: `auto` is a keyword
static const int auto = 1;
//@ 1 accept: a keyword may name an attribute
[[vk::const]] static int a;
//# Lex.Operators
//@ 1 accept: the operators of C++ are there
static const int a = (1 + 2 - 3 * 4 / 5 % 6 << 1 >> 1 & 7 ^ 1 | 8) + (1 < 2) + (1 <= 2) + (1 > 2) + (1 >= 2) + (1 == 2) + (1 != 2) + ~0 + !0 + (true && false || true) + (1, 2);
//@ 1 accept: assignments with an operator
void f(inout int a) { a += 1; a -= 1; a *= 2; a /= 2; a %= 3; a <<= 1; a >>= 1; a &= 7; a |= 8; a ^= 1; ++a; a--; }
//@ 1 reject: `->` is none
struct S { int a; }; int f(S s) { return s->a; }
//# Lex.Literals.Int
//@ 1 accept: decimal, octal and hexadecimal
_Static_assert(10 == 012 && 10 == 0xA && 10 == 0Xa, "");
//@ 1 reject: 8 is no octal digit
static const int a = 08;
//@ 2 accept dxc reject follow dxc: a decimal literal has 32 bits if they hold it
_Static_assert(sizeof(2147483647) == 4, "");
//@ 2 accept -HV 202x: a decimal literal that 32 bits do not hold has 64
_Static_assert(sizeof(2147483648) == 8 && sizeof(3000000000) == 8, "");
//@ 2 accept -HV 202x: a hexadecimal literal may be unsigned
_Static_assert(sizeof(0x80000000) == 4 && 0x80000000 > 0 && sizeof(0xFFFFFFFFF) == 8, "");
//@ 2 accept: `u` makes it unsigned
_Static_assert(sizeof(1u) == 4 && 0u - 1u > 0u, "");
//@ 2 accept dxc reject follow dxc: `l` makes it one of 64 bits
_Static_assert(sizeof(1l) == 8 && sizeof(1L) == 8, "");
//@ 2 accept dxc reject follow dxc: both make it unsigned of 64 bits
_Static_assert(sizeof(1ul) == 8 && sizeof(1LU) == 8 && 0ul - 1ul > 0ul, "");
//@ 3 reject: what no type holds is no literal
static const uint64_t a = 99999999999999999999;
//@ 4 accept: `ll` and `ull` stand for `l` and `ul`
_Static_assert(sizeof(1ll) == 8 && sizeof(1ull) == 8, "");
//# Lex.Literal.Float
//@ 1 accept: a fraction, an exponent, or both
static const float a = 1. + .5 + 1.5e2 + 1e2;
//@ 2 accept -HV 202x: without a suffix it is a `float`
_Static_assert(sizeof(1.0) == 4, "");
//@ 2 accept: `f` makes it a `float`, `l` a `double`
_Static_assert(sizeof(1.0f) == 4 && sizeof(1.0F) == 4 && sizeof(1.0l) == 8 && sizeof(1.0L) == 8, "");
//@ 2 accept -enable-16bit-types: `h` makes it a `half`
_Static_assert(sizeof(1.0h) == 2 && sizeof(1.0H) == 2, "");
//@ 2 accept -HV 202x -enable-16bit-types: a suffix may state the bits
_Static_assert(sizeof(1.0f16) == 2 && sizeof(1.0f32) == 4 && sizeof(1.0f64) == 8, "");
//@ 2 reject -HV 202x: `f16` needs native types of 16 bits
static const float a = 1.0f16;
//@ 2 reject dxc accept follow dxc: a value beyond the range of its type is ill-formed
static const float a = 1e999f;
//# Lex.Literal.Char
//@ 1 accept: a character has a number
static const int a = 'A'; _Static_assert(a == 65, "");

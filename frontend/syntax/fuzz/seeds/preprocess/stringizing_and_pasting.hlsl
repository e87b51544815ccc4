#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define ONE 1
STR( a  +  "b\n" 'c' ) XSTR(ONE) STR(ONE) STR()
CAT(x, 1) XCAT(ONE, ONE) CAT(, y) CAT(z, ) [CAT(,)] CAT(<, <=) CAT(1., 5)
#define MID(n) v ## n ## _t
MID(3) MID()

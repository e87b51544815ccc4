#define A 1 + B
#define B A
#define F(x, y) x * (y)
#define G() nothing
#define H F
A; F(1, 2); F((1, 2), F(3, 4)); F(, ); G(); G; H(5, 6); F (7,
8);

#define F(...) f(__VA_ARGS__)
#define G(a, ...) g(a, ##__VA_ARGS__)
#define H(a, rest...) h(a, rest)
F() F(1) F(1, (2, 3)) G(1) G(1, 2, 3) H(1, 2, 3)

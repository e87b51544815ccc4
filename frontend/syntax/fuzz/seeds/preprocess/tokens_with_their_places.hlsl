#define F(x) x + 1
float4 a = F(2.5f) << "s";

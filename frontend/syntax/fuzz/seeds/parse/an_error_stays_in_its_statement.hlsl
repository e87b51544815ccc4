float a = 1
float b = ;
struct T { int x int y; float z; };
float g() {
    float q = 1 + * 2, r = 3;
    if (q > ) { r = 4 5; } else { foo(1, 2 3); }
    for (int i = 0; i < 3 i++) { }
    w w w;
    return r
}
void h() { float3 v = float3(1, 2, 3; v.x = 1; }
cbuffer C { float x; float 3; float y; }
void after() { Unknown u; }

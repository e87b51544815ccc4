// Blanks around operators, casts, templates and everything else.
float4   f( float2 uv,const int n ){
    float x=-1.0f*+n-~n+!n;
    x=( float )n+(float3)(n).x+(int)-x;
    x = n&1|2^3<<4>>5%6;
    x+=a[ n ].b ( 1 )->c::d;
    bool b=x<1&&x>2||x<=3!=(x>=4)==true;
    x=b?1:b ? 2 :3;
    x++;--x;
    x = - -n;
    StructuredBuffer < float4 > s=buffer;
    x = s.Load< float >( 0 );
    vector<float,4> v; matrix < float , 4,4 > m;
    ConstantBuffer<Foo<int>> c;
    float y[ 2 ]={1,2};
    float z[] = {  };
    if(a<b)return (x);
    return float4( uv , 0 , 1 ).xyzw;
}
template < typename T > T g(T t){ return t; }
struct O { O operator+(O o) { return o; } float operator[](int i) { return 1; } float operator()(int i) { return 1; } };
[ numthreads( 8,8 , 1 ) ] void h() {}
[[ vk::binding( 1,2 ) ]] Texture2D t;
[RootSignature("RootFlags(0), "
               "CBV(b0)")]
void i() { [unroll] for (;;) {} [branch]
if (x) {} }
enum class E : uint { A, B=2, };
enum F {
  A,
    B = 2, // two
  C };
float k : packoffset( c0 );
uint bits:3;
// ---------- formatted ----------
// Blanks around operators, casts, templates and everything else.
float4 f(float2 uv, const int n) {
    float x = -1.0f * +n - ~n + !n;
    x = (float)n + (float3)(n).x + (int)-x;
    x = n & 1 | 2 ^ 3 << 4 >> 5 % 6;
    x += a[n].b(1)->c::d;
    bool b = x < 1 && x > 2 || x <= 3 != (x >= 4) == true;
    x = b ? 1 : b ? 2 : 3;
    x++;
    --x;
    x = - -n;
    StructuredBuffer<float4> s = buffer;
    x = s.Load<float>(0);
    vector<float, 4> v;
    matrix<float, 4, 4> m;
    ConstantBuffer<Foo<int>> c;
    float y[2] = { 1, 2 };
    float z[] = {};
    if (a < b) return (x);
    return float4(uv, 0, 1).xyzw;
}
template <typename T> T g(T t) { return t; }
struct O { O operator+(O o) { return o; } float operator[](int i) { return 1; } float operator()(int i) { return 1; } };
[numthreads(8, 8, 1)] void h() {}
[[vk::binding(1, 2)]] Texture2D t;
[RootSignature("RootFlags(0), "
               "CBV(b0)")]
void i() {
    [unroll] for (;;) {}
    [branch]
    if (x) {}
}
enum class E : uint { A, B = 2, };
enum F {
    A,
    B = 2, // two
    C
};
float k : packoffset(c0);
uint bits : 3;

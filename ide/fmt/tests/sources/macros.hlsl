// Macros are no expressions, and their definitions stay as they are.
#define   TABLE(x)   \
    x( 1,  2 )       \
    x( 3,  4 )
#define OPEN {
DECLARE_TEXTURE(a, 0)
DECLARE_TEXTURE( b,1 )
IMPLEMENT_SHADER(Foo)
float4   g;
INLINE float
f(float x)
{
UNROLL
for (int i = 0; i < 2; ++i)
x += i;
BRANCH if (x > 0) { x = 1; }
LOG("x is {}" , x)
LOG( "y" )
return x;
}
FOREACH(item, list)
{
use(item);
}
// ---------- formatted ----------
// Macros are no expressions, and their definitions stay as they are.
#define   TABLE(x)   \
    x( 1,  2 )       \
    x( 3,  4 )
#define OPEN {
DECLARE_TEXTURE(a, 0)
DECLARE_TEXTURE(b, 1)
IMPLEMENT_SHADER(Foo)
float4 g;
INLINE float
f(float x)
{
    UNROLL
    for (int i = 0; i < 2; ++i)
        x += i;
    BRANCH if (x > 0) { x = 1; }
    LOG("x is {}", x)
    LOG("y")
    return x;
}
FOREACH(item, list)
{
    use(item);
}

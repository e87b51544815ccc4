// Blocks, headers and bodies. Braces go where most of the file has them.
float f(float x){
    if(x>1){ return 1; }
  if (x > 2)
  {
  x=1;
  } else if(x<0) {
      x = 2;
  } else
      x = 3;
  for(int i=0;i<4;++i)
   for (int j = 0; j < 4; ++j)
     x+=i*j;
  do { x--; } while(x>0);
  do
    {
  --x;
    }
  while (x > 0);
  while (x < 3) ++x;
  { float y = x;
  x = y; }
  return x;
}
struct Empty {};
struct S { float a; float get() { return a; } };
namespace N
{
float g() { return 1; }
}
namespace M {
    float h() { return 1; }
}
// ---------- formatted ----------
// Blocks, headers and bodies. Braces go where most of the file has them.
float f(float x) {
  if (x > 1) { return 1; }
  if (x > 2)
  {
    x = 1;
  } else if (x < 0)
  {
    x = 2;
  } else
    x = 3;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      x += i * j;
  do { x--; } while (x > 0);
  do
  {
    --x;
  } while (x > 0);
  while (x < 3) ++x;
  {
    float y = x;
    x = y;
  }
  return x;
}
struct Empty {};
struct S { float a; float get() { return a; } };
namespace N {
float g() { return 1; }
}
namespace M {
  float h() { return 1; }
}

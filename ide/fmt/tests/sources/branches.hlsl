// Branches of #if may open what a common part closes, and directives stay where they are.
#ifdef A
float4 main(float4 a : A) : SV_Target {
#else
float4 main(float4 b : B) : SV_Target {
  #endif
#if 1
  if (a.x > 0) {
#else
  if (b.x > 0)
  {
#endif
  return 1;
  }
    #if 0
  this isn't  code,   and stays   as it is
    #endif
  float x =
#ifdef A
      1
#else
      2
#endif
      + 3;
  foo(x,
#ifdef A
  1,
#endif
  2);
  return x;
}
// ---------- formatted ----------
// Branches of #if may open what a common part closes, and directives stay where they are.
#ifdef A
float4 main(float4 a : A) : SV_Target {
#else
float4 main(float4 b : B) : SV_Target {
  #endif
#if 1
  if (a.x > 0)
  {
#else
  if (b.x > 0)
  {
#endif
    return 1;
  }
    #if 0
  this isn't  code,   and stays   as it is
    #endif
    float x =
#ifdef A
    1
#else
    2
#endif
    + 3;
  foo(x,
#ifdef A
    1,
#endif
    2);
  return x;
}

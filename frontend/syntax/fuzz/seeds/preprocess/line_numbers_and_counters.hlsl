int a = __LINE__;
string f = __FILE__;
#line 100 "other.hlsl"
int b = __LINE__;
string g = __FILE__;
int c = __COUNTER__ + __COUNTER__; int l = __INCLUDE_LEVEL__;
#define L __LINE__
int d[2] = { L,
  L };

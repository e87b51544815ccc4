// Formatting can be switched off.
float   a;
// hlslc-format off
float   b  =  1 ;
   struct S { int   x ; };
// hlslc-format on
float   c;
void f() {
  int m[] = {
  // hlslc-format off
  1,0,
    0,1
  // hlslc-format on
  };
  // clang-format off
  x   =   1;
  // clang-format on
  y   =   1;
}
// ---------- formatted ----------
// Formatting can be switched off.
float a;
// hlslc-format off
float   b  =  1 ;
   struct S { int   x ; };
// hlslc-format on
float c;
void f() {
  int m[] = {
    // hlslc-format off
  1,0,
    0,1
  // hlslc-format on
  };
  // clang-format off
  x   =   1;
  // clang-format on
  y = 1;
}

namespace N { struct S { float x; }; namespace M { static int n; } }
         namespace N { S s; float f(); }
         using namespace N;
         S t;
         float N::f() { S s; return s.x + ::N::M::n + N::s.x; }
         N::S u;

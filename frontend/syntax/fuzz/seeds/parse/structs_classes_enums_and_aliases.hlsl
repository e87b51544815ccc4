struct S;
         struct S { nointerpolation float4 p : SV_Position, q : Q; static const int n = 3; uint a : 3, b : 5; uint : 4; };
         interface I { float f(); };
         class D : S, I { float f() { return this.p.x; } float operator+(D o); bool operator()(int i, int j); };
         float D::f() { return 1; }
         int S::n = 4;
         struct { float x; } unnamed;
         struct P { struct { float inner; }; enum { A, B }; };
         enum class E : uint { X, Y = 1 << 2, };
         typedef struct Q { float x; } R, U[2];
         using V = R[3];
         struct [raypayload] Ray { float t : read(caller, anyhit) : write(miss); };

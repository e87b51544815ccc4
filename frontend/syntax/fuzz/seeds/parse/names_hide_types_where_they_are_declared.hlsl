struct Light { float4 colour; };
         StructuredBuffer<Light> Light : register(t0);
         struct Foo { float x; };
         float f(Foo Foo) { return Foo.x < 1 ? Foo.x * 2 : (Foo.x); }
         Foo g() { float4 Foo; int a, vector = 1; Foo < a; return (vector); }
         Foo h;

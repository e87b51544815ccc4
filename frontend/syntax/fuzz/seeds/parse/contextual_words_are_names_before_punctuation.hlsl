struct S { sample float a; float sample; precise float center; float4 vertices, indices : payload; };
         void f(out vertices S v[3], out indices uint3 t[1], in payload S p) { p.sample = 1; dot(p); }
         float dot(S read) { return read ? read(1) : write(2); }

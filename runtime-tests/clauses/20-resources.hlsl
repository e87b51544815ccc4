//# Resources.TypedBuffers
//@ 2 accept: buffers that are read, and that are written
Buffer<float4> a; RWBuffer<float4> b; void f() { b[0] = a[0] + a.Load(1) + b.Load(2); }
//@ 2 reject: one that is read is not written
Buffer<float4> a; void f() { a[0] = 1; }
//@ 3 accept: an element has up to 16 bytes
Buffer<uint4> a; Buffer<double2> b; Buffer<int64_t2> c;
//@ 3 reject: and no more
Buffer<double4> a;
//@ 3 reject: nor is it a struct
struct S { float a; float4 b; }; Buffer<S> a; float4 f() { return a[0].b; }
//@ 4 accept: `Buffer` is one of `float4`
Buffer a; float4 f() { return a[0]; }
//@ 4 reject: `RWBuffer` says of what
RWBuffer a;
//# Resources.TypedBuffers.Copy
//@ 1 accept: a local one refers to another
Buffer<float> a; float f() { Buffer<float> b = a; return b[0]; }
//# Resources.TypedBuffers.Inspect
//@ 1 accept: it knows its length
Buffer<float> a; uint f() { uint n; a.GetDimensions(n); return n; }
//@ 3 accept: a load may say whether memory was there
Buffer<float> a; bool f() { uint status; float v = a.Load(0, status); return CheckAccessFullyMapped(status) && v > 0; }
//# Resources.TypedBuffers.Operators
//@ 2 accept: a part of an element is written
RWBuffer<float4> a; void f() { a[0].x = 1; }
//# Resources.Special.Initialization
//@ 1 accept: a global one is bound
Texture2D<float4> t : register(t3); SamplerState s : register(s1); float4 f() { return t.SampleLevel(s, 0, 0); }

//! The shaders that are broken: small ones of every stage.

use dxil::container::Container;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// A shader.
pub struct Base {
    pub name: &'static str,
    profile: &'static str,
    options: &'static [&'static str],
    source: &'static str,
}

impl Base {
    /// Its container.
    pub fn compile(&self) -> Container {
        self.compile_with(&[])
    }

    /// The same with further options.
    pub fn compile_with(&self, options: &[&str]) -> Container {
        let options: Vec<&str> = ["-E", "main"].iter().chain(self.options).chain(options).copied().collect();
        compile(self.name, self.profile, &options, self.source)
    }

    /// The minor version of its shader model.
    pub fn minor(&self) -> u8 {
        self.profile.rsplit('_').next().and_then(|minor| minor.parse().ok()).expect("a profile")
    }
}

/// Compiles a shader.
fn compile(name: &str, profile: &str, options: &[&str], source: &str) -> Container {
    let arguments: Vec<String> =
        ["-HV", "2021", "-T", profile].iter().chain(options).map(ToString::to_string).collect();
    let line = CommandLine::parse(&arguments, &|path| Err(format!("no file {path}")));
    assert_eq!(line.errors, Vec::<String>::new(), "{name}");
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{name}: {}", output.render(Style::Excerpt, false));
    Container::read(&output.object.expect("an object")).expect("a container")
}

macro_rules! bases {
    ($($name:ident = $profile:literal $([$($option:literal),*])? $source:literal;)*) => {
        $(pub static $name: Base = Base {
            name: stringify!($name),
            profile: $profile,
            options: &[$($($option),*)?],
            source: $source,
        };)*
        pub static ALL: &[&Base] = &[$(&$name),*];
    };
}

bases! {
    VERTEX = "vs_6_0" "
        struct Out { float4 place : SV_Position; float2 where : PLACE; nointerpolation uint kind : KIND; float far : SV_ClipDistance; };
        Out main(float3 p : POINT, float2 w : WHERE, uint id : SV_VertexID) {
            Out o; o.place = float4(p, 1); o.where = w; o.kind = id; o.far = p.z; return o;
        }";
    VERTEX_ARRAY = "vs_6_0" "
        void main(float4 p : P, uint i : I, out float4 o : SV_Position, out float2 a[3] : A, out float b : B) {
            o = p; a[0] = p.xy; a[1] = p.yz; a[2] = p.zw; b = i; }";
    VERTEX_HALF = "vs_6_2" ["-enable-16bit-types"] "
        void main(float4 p : P, half2 h : H, out float4 o : SV_Position, out half2 a : A, out float b : B) { o = p; a = h; b = p.x; }";
    CLIP = "vs_6_0" "
        void main(float4 p : P, out float4 o : SV_Position, out float4 a : SV_ClipDistance0, out float4 b : SV_CullDistance0) {
            o = p; a = p; b = p; }";
    PIXEL = "ps_6_0" "
        Texture2D<float4> image : register(t0); SamplerState s : register(s0); SamplerComparisonState compare : register(s1);
        float4 main(float4 place : SV_Position, float2 where : PLACE, nointerpolation uint kind : KIND) : SV_Target {
            float4 found = image.Sample(s, where, int2(1, 2)) + image.SampleBias(s, where, 0.5) + image.SampleCmp(compare, where, 0.5);
            found += image.Gather(s, where, int2(1, 1)) + image.CalculateLevelOfDetail(s, where) + ddx(where.x);
            if (kind == 3) discard;
            return found * place;
        }";
    PIXEL_MANY = "ps_6_1" "
        struct Out { float4 a : SV_Target0; float2 b : SV_Target1; float d : SV_DepthGreaterEqual; uint c : SV_Coverage; };
        Out main(noperspective centroid float4 place : SV_Position, float4 colour : COLOUR, float2 u : PLACE, uint v : SV_ViewID,
                 float3 bary : SV_Barycentrics, nointerpolation float flat_ : FLAT, uint id : SV_PrimitiveID) {
            Out o; o.a = EvaluateAttributeCentroid(colour) + EvaluateAttributeSnapped(u, int2(1, 2)).xyxy + v + id;
            o.b = bary.xy * GetAttributeAtVertex(flat_, 1); o.d = place.z; o.c = 1; return o;
        }";
    PIXEL_VIEW = "ps_6_1" "float4 main(float4 a : A, uint v : SV_ViewID) : SV_Target { return a * v; }";
    PIXEL_INNER = "ps_6_0" "float4 main(float4 p : SV_Position, uint i : SV_InnerCoverage) : SV_Target { return i; }";
    PIXEL_COVERAGE = "ps_6_0" "float4 main(float4 p : SV_Position, uint i : SV_Coverage) : SV_Target { return i; }";
    PIXEL_FEEDBACK = "ps_6_5" "
        FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> map : register(u4); Texture2D<float4> image; SamplerState s;
        float4 main(float2 u : U) : SV_Target { map.WriteSamplerFeedback(image, s, u); return image.Sample(s, u); }";
    COMPUTE = "cs_6_0" "
        RWBuffer<float> out_ : register(u0); uint count;
        [numthreads(8, 8, 1)] void main(uint3 i : SV_DispatchThreadID) {
            float sum = asin(i.x * 0.5) + acos(i.y * 0.5) + log(i.z + 1.0);
            for (uint k = 0; k < count; k++) sum += k;
            out_[i.x] = sum;
        }";
    COMPUTE_66 = "cs_6_6" "
        Texture2D<float4> image; SamplerState s; RWBuffer<float> out_ : register(u0); RWByteAddressBuffer raw : register(u1);
        [WaveSize(32)] [numthreads(8, 8, 1)] void main(uint3 i : SV_DispatchThreadID) {
            out_[i.x] = WaveActiveSum(i.y) + image.SampleLevel(s, 0.5, 0).x;
            raw.Store(4, i.z);
        }";
    COMPUTE_610 = "cs_6_10" "
        RWBuffer<float> out_ : register(u0);
        [GroupSharedLimit(64)] [numthreads(64, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { out_[i.x] = GetGroupWaveIndex(); }";
    COMPUTE_68 = "cs_6_8" "
        RWBuffer<float> out_ : register(u0); groupshared uint shared_;
        [WaveSize(16, 64, 32)] [numthreads(64, 1, 1)] void main(uint3 i : SV_DispatchThreadID) {
            uint before; InterlockedAdd(shared_, i.x, before);
            Barrier(UAV_MEMORY, DEVICE_SCOPE);
            out_[i.x] = before;
        }";
    DERIVATIVES = "cs_6_6" "
        RWBuffer<float> out_ : register(u0);
        [numthreads(8, 8, 1)] void main(uint3 i : SV_DispatchThreadID) { out_[i.x] = ddx(i.x * 0.5); }";
    RESOURCES = "cs_6_0" "
        struct Pair { float4 a; uint b; }; struct Made { float4 k; float2 m; };
        Texture2D<float4> image : register(t0); Texture2DMS<float4, 4> samples : register(t1); ByteAddressBuffer bytes : register(t2);
        StructuredBuffer<Pair> pairs : register(t3); Buffer<float4> typed : register(t4); TextureCube<float4> cube : register(t5);
        SamplerState s : register(s0); ConstantBuffer<Made> made : register(b0);
        RWTexture2D<float4> out_ : register(u0); RWStructuredBuffer<Pair> other : register(u1); RWByteAddressBuffer raw : register(u2);
        RWBuffer<float4> flat_ : register(u3);
        [numthreads(8, 8, 1)] void main(uint3 i : SV_DispatchThreadID) {
            uint w, h, n; image.GetDimensions(w, h); bytes.GetDimensions(n); uint before, status;
            float4 sum = image.Load(int3(i.xy, 0), int2(1, 1)) + samples.Load(i.xy, 2) + pairs[i.x].a + typed[i.y] + made.k;
            sum += image.SampleLevel(s, made.m, 0, int2(0, 0), status) + cube.SampleLevel(s, made.k.xyz, 0);
            if (CheckAccessFullyMapped(status)) sum += out_[i.yx];
            out_[i.xy] = sum * w; flat_[i.x] = sum; other[other.IncrementCounter()].a = sum;
            raw.InterlockedAdd(i.z, n, before); raw.Store2(8, i.xy);
            AllMemoryBarrier();
        }";
    RAW_64 = "cs_6_3" "
        RWByteAddressBuffer raw : register(u0);
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { raw.Store<double>(8 * i, raw.Load<double>(0)); }";
    HALVES = "cs_6_0" "
        RWBuffer<float> out_ : register(u0);
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
            min16float h = (min16float)i * (min16float)0.5; precise float sum = i * 2.0; out_[i] = h + sum; }";
    NATIVE_HALVES = "cs_6_2" ["-enable-16bit-types"] "
        RWBuffer<float> out_ : register(u0);
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { half h = out_[i]; out_[i] = isinf(out_[i + 1]) ? sqrt(h) : 0.5; }";
    SHARED = "cs_6_0" "
        groupshared uint cells[64]; RWBuffer<uint> out_ : register(u0);
        [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
            uint before; InterlockedAdd(cells[i], 2, before); GroupMemoryBarrierWithGroupSync();
            uint local_[4]; local_[i & 3] = before; local_[before & 3] = i; out_[i] = cells[63 - i] + local_[i & 1];
        }";
    BRANCHES = "cs_6_0" "
        RWBuffer<uint> out_ : register(u0); uint count;
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
            [branch] if (i > 3) out_[0] = 1; else out_[1] = 2;
            [forcecase] switch (i) { case 0: out_[2] = 3; break; case 7: out_[3] = 4; break; default: out_[4] = 5; break; }
            [loop] for (uint k = 0; k < count; k++) out_[k] = i;
        }";
    QUERY = "cs_6_5" "
        RaytracingAccelerationStructure scene : register(t0); RWBuffer<float> out_ : register(u0);
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
            RayQuery<RAY_FLAG_FORCE_OPAQUE> q; RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 9 };
            q.TraceRayInline(scene, 0, 255, ray); while (q.Proceed()) {} out_[i] = q.CommittedRayT(); }";
    QUERY_69 = "cs_6_9" "
        RaytracingAccelerationStructure scene : register(t0); RWBuffer<float> out_ : register(u0);
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
            RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> q; RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 9 };
            q.TraceRayInline(scene, 0, 255, ray); while (q.Proceed()) {} out_[i] = q.CommittedRayT(); }";
    WIDE_ATOMIC = "cs_6_6" "
        groupshared uint64_t sum; RWStructuredBuffer<uint64_t> out_ : register(u0);
        [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { InterlockedAdd(sum, (uint64_t)i); out_[i] = sum; }";
    GEOMETRY = "gs_6_0" "
        struct In { float4 p : SV_Position; float2 u : U; }; struct Out { float4 p : SV_Position; float2 u : U; };
        [maxvertexcount(3)] void main(triangle In i[3], uint id : SV_PrimitiveID, inout TriangleStream<Out> o) {
            for (uint k = 0; k < 3; k++) { Out w; w.p = i[k].p; w.u = i[0].u + id; o.Append(w); } o.RestartStrip(); }";
    STREAMS = "gs_6_0" "
        struct A { float4 p : SV_Position; }; struct B { float2 q : Q; float3 r : R; };
        [maxvertexcount(2)] void main(point A i[1], inout PointStream<A> a, inout PointStream<B> b) {
            A x; x.p = i[0].p; a.Append(x); B y; y.q = 1; y.r = 2; b.Append(y); }";
    HULL = "hs_6_0" "
        struct V { float4 p : POINT; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float2 k : EXTRA; };
        C factors(InputPatch<V, 3> v, const OutputPatch<V, 3> w) {
            C c; c.e[0] = 1; c.e[1] = 2; c.e[2] = w[0].p.x; c.i = 3; c.k = v[1].p.xy; return c; }
        [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
        [patchconstantfunc(\"factors\")] [maxtessfactor(16)] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) {
            V o; o.p = v[i].p * 2; return o; }";
    DOMAIN = "ds_6_0" "
        struct V { float4 p : POINT; }; struct C { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float k : EXTRA; };
        [domain(\"quad\")] float4 main(C c, float2 at : SV_DomainLocation, const OutputPatch<V, 4> v) : SV_Position {
            return lerp(v[0].p, v[3].p, at.x) + at.y * c.k; }";
    MESH = "ms_6_5" "
        struct V { float4 p : SV_Position; float2 u : U; }; struct Q { nointerpolation uint m : MATERIAL; }; struct P { uint base[4]; };
        [outputtopology(\"triangle\")] [numthreads(32, 1, 1)] void main(uint g : SV_GroupIndex, in payload P given,
            out vertices V v[32], out indices uint3 t[16], out primitives Q q[16]) {
            SetMeshOutputCounts(32, 16); v[g].p = given.base[g & 3]; v[g].u = g; t[g & 15] = uint3(g, g + 1, g + 2); q[g & 15].m = g; }";
    AMPLIFICATION = "as_6_5" "
        struct P { uint base[4]; }; groupshared P given;
        [numthreads(4, 1, 1)] void main(uint g : SV_GroupIndex) { given.base[g] = g; DispatchMesh(4, 1, 1, given); }";
    RAYS = "lib_6_3" "
        RaytracingAccelerationStructure scene : register(t0); RWTexture2D<float4> out_ : register(u0);
        struct P { float4 c; }; struct A { float2 b; };
        [shader(\"miss\")] void gone(inout P p) { }
        [shader(\"raygeneration\")] void gen() { RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 9 }; P p; p.c = 1;
            TraceRay(scene, 0, 255, 0, 1, 0, ray, p); out_[DispatchRaysIndex().xy] = p.c; }
        [shader(\"closesthit\")] void hit(inout P p, in A a) { p.c = a.b.xyxy; }
        [shader(\"callable\")] void called(inout P p) { p.c = 7; }";
    RAYS_REFLECTED = "lib_6_3" ["-Qkeep_reflect_in_dxil"] "
        struct Made { float4 k; float m[2]; float3 n; }; ConstantBuffer<Made> made : register(b0); struct P { float4 c; };
        [shader(\"miss\")] void gone(inout P p) { p.c = made.k + made.m[1] + made.n.x; }";
    HITS = "lib_6_9" "
        RaytracingAccelerationStructure scene : register(t0); RWBuffer<float> out_ : register(u0); struct [raypayload] P { float4 c : read(caller) : write(caller); };
        [shader(\"raygeneration\")] void gen() { RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 9 }; P p; p.c = 1;
            dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 255, 0, 1, 0, ray, p);
            dx::MaybeReorderThread(hit, 3, 2); out_[0] = hit.LoadLocalRootTableConstant(8); dx::HitObject::Invoke(hit, p); out_[1] = p.c.x; }";
    NODES = "lib_6_8" "
        struct R { uint3 grid : SV_DispatchGrid; uint v; }; struct T { uint w; };
        [Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeMaxDispatchGrid(16, 1, 1)] [NumThreads(8, 1, 1)]
        void first(DispatchNodeInputRecord<R> i, uint g : SV_GroupIndex, [MaxRecords(4)] NodeOutput<T> second) {
            ThreadNodeOutputRecords<T> o = second.GetThreadNodeOutputRecords(1); o.Get().w = i.Get().v + g; o.OutputComplete(); }
        [Shader(\"node\")] [NodeLaunch(\"thread\")] void second(ThreadNodeInputRecord<T> i) { }";
    FUNCTIONS = "lib_6_6" "
        RWBuffer<float> out_ : register(u2);
        [noinline] export float slope(float x) { return ddx(x) * 2; }
        [shader(\"compute\")] [numthreads(8, 8, 1)] void main(uint i : SV_DispatchThreadID) { out_[i] = slope(out_[i]); }";
    ROOTED_OTHERWISE = "cs_6_0" "
        RWBuffer<float> out_ : register(u0);
        [RootSignature(\"DescriptorTable(UAV(u0))\")] [numthreads(1, 1, 1)] void main() { out_[0] = 1; }";
    ROOTED = "cs_6_0" "
        RWBuffer<float> out_ : register(u0); float4 k;
        [RootSignature(\"CBV(b0), DescriptorTable(UAV(u0))\")] [numthreads(1, 1, 1)] void main() { out_[0] = k.x; }";
    MATRICES = "cs_6_10" ["-enable-16bit-types"] "
        #include <dx/linalg.h>
        using namespace dx::linalg; ByteAddressBuffer given : register(t0); RWByteAddressBuffer out_ : register(u0);
        [numthreads(32, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave> a =
                Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave>::Load(given, 0, 0, MatrixLayout::RowMajor);
            Matrix<ComponentType::F16, 32, 16, MatrixUse::B, MatrixScope::Wave> b =
                Matrix<ComponentType::F16, 32, 16, MatrixUse::B, MatrixScope::Wave>::Load(given, 0, 0, MatrixLayout::RowMajor);
            Multiply(a, b).Store(out_, 0, 0, MatrixLayout::RowMajor); }";
    MATRIX_FACTOR = "cs_6_10" ["-enable-16bit-types"] "
        #include <dx/linalg.h>
        using namespace dx::linalg; RWByteAddressBuffer out_ : register(u0);
        [numthreads(32, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave> a =
                Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave>::Splat(float16_t(2));
            a.Store(out_, 0, 0, MatrixLayout::RowMajor); }";
    MATRIX_SUMS = "cs_6_10" ["-enable-16bit-types"] "
        #include <dx/linalg.h>
        using namespace dx::linalg; RWByteAddressBuffer out_ : register(u0);
        [numthreads(32, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Wave> a =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Wave>::Splat(float16_t(2));
            Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave> c =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave>::Splat(float16_t(3));
            c.Accumulate(a); c.InterlockedAccumulate(out_, 0, 0, MatrixLayout::RowMajor); }";
    MATRIX_PRODUCT_SUM = "cs_6_10" ["-enable-16bit-types"] "
        #include <dx/linalg.h>
        using namespace dx::linalg; RWByteAddressBuffer out_ : register(u0);
        [numthreads(32, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave> a =
                Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave>::Splat(float16_t(2));
            Matrix<ComponentType::F16, 32, 16, MatrixUse::B, MatrixScope::Wave> b =
                Matrix<ComponentType::F16, 32, 16, MatrixUse::B, MatrixScope::Wave>::Splat(float16_t(3));
            Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave> c =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave>::Splat(float16_t(1));
            c.MultiplyAccumulate(a, b); c.Store(out_, 0, 0, MatrixLayout::RowMajor); }";
    MATRIX_VECTOR = "cs_6_10" ["-enable-16bit-types"] "
        #include <dx/linalg.h>
        using namespace dx::linalg; ByteAddressBuffer given : register(t0); RWByteAddressBuffer out_ : register(u0);
        [numthreads(1, 1, 1)] void main() {
            vector<float16_t, 16> v = out_.Load<vector<float16_t, 16> >(0); vector<float16_t, 8> w = given.Load<vector<float16_t, 8> >(64);
            Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Thread> a =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Thread>::Load<MatrixLayout::RowMajor>(given, 0, 0);
            out_.Store<vector<float16_t, 8> >(0, MultiplyAdd<float16_t>(a, v, w)); }";
}

/// Sums of linear algebra of other types than their operands, which the rules reject: compiled without a validator.
pub static UNSOUND_SUM: Base = Base {
    name: "UNSOUND_SUM",
    profile: "cs_6_10",
    options: &["-enable-16bit-types", "-Vd"],
    source: "
        #include <dx/linalg.h>
        using namespace dx::linalg; RWByteAddressBuffer out_ : register(u0);
        [numthreads(32, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Wave> a =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Wave>::Splat(float16_t(2));
            Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave> c =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave>::Splat(float16_t(3));
            Matrix<ComponentType::F32, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave> d;
            __builtin_LinAlg_MatrixAccumulate(d.__handle, c.__handle, a.__handle);
            d.Store(out_, 0, 0, MatrixLayout::RowMajor); }",
};
pub static UNSOUND_BIAS: Base = Base {
    name: "UNSOUND_BIAS",
    profile: "cs_6_10",
    options: &["-enable-16bit-types", "-Vd"],
    source: "
        #include <dx/linalg.h>
        using namespace dx::linalg; ByteAddressBuffer given : register(t0); RWByteAddressBuffer out_ : register(u0);
        [numthreads(1, 1, 1)] void main() {
            Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Thread> a =
                Matrix<ComponentType::F16, 8, 16, MatrixUse::A, MatrixScope::Thread>::Load<MatrixLayout::RowMajor>(given, 0, 0);
            vector<float16_t, 16> v = given.Load<vector<float16_t, 16> >(0); vector<float, 8> w = given.Load<vector<float, 8> >(64);
            vector<float16_t, 8> sum;
            __builtin_LinAlg_MatrixVectorMultiplyAdd(sum, a.__handle, true, v, ComponentType::F16, w);
            out_.Store<vector<float16_t, 8> >(0, sum); }",
};

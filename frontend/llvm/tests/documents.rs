//! Tests the examples of the documents that define resources and root signatures, in a function around them.
//!
//! What the documents leave out is put in: values that are used and defined nowhere. Slips are as they stand there: `f32` for `float`, a number
//! too many in `target("dx.RawBuffer", float, 0, 0, 0)`, names of intrinsics that do not say the type.

use hlslc_base::Span;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::verify::{Form, verify};

pub(crate) fn module(text: &str) -> hlslc_ir::Module {
    let module = hlslc_llvm::read(text, &|_| Span::NONE);
    let module = module.unwrap_or_else(|why| panic!("{why} at `{}`", text.get(why.range.clone()).unwrap_or("")));
    if let Err(broken) = verify(&module, Form::Any) {
        panic!("{:?}\n{}", broken[0].message, print(&module, PrintOptions::default()));
    }
    module
}

/// The module as text, without the lines that say how it is entered.
pub(crate) fn text_of(text: &str) -> String {
    print(&module(text), PrintOptions::default())
}

/// Instructions in a compute shader.
pub(crate) fn shader(body: &str) -> String {
    format!(
        "define void @main() #0 {{\n{body}\n  ret void\n}}\nattributes #0 = {{ \"hlsl.numthreads\"=\"8,1,1\" \"hlsl.shader\"=\"compute\" }}\n"
    )
}

/// "DXIL Resource Handling", handles by binding.
#[test]
fn handles_from_bindings() {
    let text = text_of(&shader(
        r#"
   ; RWBuffer<float4> Buf : register(u5, space3)
   %buf = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0)
        @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0(
            i32 3, i32 5, i32 1, i32 0, i1 false)

   ; RWBuffer<int> Buf : register(u7, space2)
   %buf1 = call target("dx.TypedBuffer", i32, 1, 0, 1)
        @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_1_0t(
            i32 2, i32 7, i32 1, i32 0, i1 false)

   ; Buffer<uint4> Buf[24] : register(t3, space5)
   %buf2 = call target("dx.TypedBuffer", <4 x i32>, 0, 0, 0)
        @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_0_0t(
            i32 2, i32 7, i32 24, i32 0, i1 false)

   ; struct S { float4 a; uint4 b; };
   ; StructuredBuffer<S> Buf : register(t2, space4)
   %buf3 = call target("dx.RawBuffer", {<4 x float>, <4 x i32>}, 0, 0)
       @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_sl_v4f32v4i32s_0_0t(
           i32 4, i32 2, i32 1, i32 0, i1 false)

   ; ByteAddressBuffer Buf : register(t8, space1)
   %buf4 = call target("dx.RawBuffer", i8, 0, 0)
       @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(
           i32 1, i32 8, i32 1, i32 0, i1 false)

   ; RWBuffer<float4> Global[3] : register(u6, space5)
   ; RWBuffer<float4> Buf = Global[2];
   %buf5 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0)
       @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0(
           i32 5, i32 6, i32 3, i32 2, i1 false)

   ; RWStructuredBuffer<float4> Buf = ResourceDescriptorHeap[2];
   %buf6 = call target("dx.RawBuffer", <4 x f32>, 1, 0)
               @llvm.dx.handle.fromHeap.tdx.RawBuffer_v4f32_1_0(
                   i32 2, i1 false)
"#,
    ));
    insta::assert_snapshot!(text);
}

/// "DXIL Resource Handling", accesses; `%buffer` and `%index` are defined before.
#[test]
fn loads_and_stores() {
    let text = text_of(&shader(
        r#"
   %index = call i32 @llvm.dx.thread.id(i32 0)
   %byte_offset = shl i32 %index, 4
   %t = call target("dx.TypedBuffer", <4 x float>, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
   %f = call target("dx.TypedBuffer", float, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, i1 false)
   %d = call target("dx.TypedBuffer", <2 x double>, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, i1 false)
   %r = call target("dx.RawBuffer", float, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 3, i32 1, i32 0, i1 false)
   %b = call target("dx.RawBuffer", i8, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 4, i32 1, i32 0, i1 false)
   %s = call target("dx.RawBuffer", {i32, {<4 x float>, <3 x i32>}}, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 5, i32 1, i32 0, i1 false)
   %w = call target("dx.TypedBuffer", <4 x f32>, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 6, i32 1, i32 0, i1 false)

   %ptr = call ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_0_0_0t(
       target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %t, i32 %index)
   %loaded = load <4 x float>, ptr %ptr
   %ret0 = call {<4 x float>, i1}
       @llvm.dx.resource.load.typedbuffer.v4f32.tdx.TypedBuffer_v4f32_0_0_0t(
           target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %t, i32 %index)
   %ret1 = call {float, i1}
       @llvm.dx.resource.load.typedbuffer.f32.tdx.TypedBuffer_f32_0_0_0t(
           target("dx.TypedBuffer", float, 0, 0, 0) %f, i32 %index)
   %ret2 = call {<2 x double>, i1}
       @llvm.dx.resource.load.typedbuffer.v2f64.tdx.TypedBuffer_v2f64_0_0t(
           target("dx.TypedBuffer", <2 x double>, 0, 0, 0) %d, i32 %index)
   ; float
   %ret3 = call {float, i1}
       @llvm.dx.resource.load.rawbuffer.f32.tdx.RawBuffer_f32_0_0_0t(
           target("dx.RawBuffer", float, 0, 0, 0) %r,
           i32 %index,
           i32 0)
   %ret4 = call {float, i1}
       @llvm.dx.resource.load.rawbuffer.f32.tdx.RawBuffer_i8_0_0_0t(
           target("dx.RawBuffer", i8, 0, 0, 0) %b,
           i32 %byte_offset,
           i32 0)
   ; struct Q { float4 f; int3 i; }
   ; struct R { int z; S x; }
   %ret5 = call {<4 x float>, i1}
       @llvm.dx.resource.load.rawbuffer.i32(
           target("dx.RawBuffer", {i32, {<4 x float>, <3 x i32>}}, 0, 0, 0)
               %s, i32 %index, i32 4)
   %data = extractvalue {<4 x float>, i1} %ret5, 0
   call void @llvm.dx.resource.store.typedbuffer.tdx.Buffer_v4f32_1_0_0t(
       target("dx.TypedBuffer", <4 x f32>, 1, 0) %w, i32 %index, <4 x f32> %data)
"#,
    ));
    insta::assert_snapshot!(text);
}

/// HLSL proposal 0024: the order number, then space, range and index.
#[test]
fn handles_from_implicit_bindings() {
    let text = text_of(&shader(
        r#"
   %b = call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefromimplicitbinding(i32 1, i32 0, i32 4, i32 2)
   %a = call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefromimplicitbinding(i32 0, i32 0, i32 1, i32 0, i1 false)
"#,
    ));
    insta::assert_snapshot!(text);
}

/// "Root Signatures": the reference root signature, with its misprints corrected and its sampler complete.
#[test]
fn root_signatures() {
    let text = shader("")
        + r#"
!dx.rootsignatures = !{!0}
!0 = !{ptr @main, !2, i32 2 }
!2 = !{ !3, !4, !5, !6, !7 }
!3 = !{ !"RootFlags", i32 1 }
!4 = !{ !"RootConstants", i32 0, i32 0, i32 1, i32 3 }
!5 = !{ !"RootCBV", i32 0, i32 1, i32 0, i32 0 }
!6 = !{ !"StaticSampler", i32 1, i32 4, i32 1, i32 1, float 0.0, i32 16, i32 4, i32 2, float 0.0, float 128.0, i32 0, i32 0, i32 0 }
!7 = !{ !"DescriptorTable", i32 0, !8, !9 }
!8 = !{ !"SRV", i32 1, i32 0, i32 0, i32 -1, i32 4 }
!9 = !{ !"UAV", i32 5, i32 1, i32 10, i32 5, i32 2 }
"#;
    let module = module(&text);
    let signature = module.entries[0].root_signature.as_ref().expect("it has one");
    insta::assert_snapshot!(hlslc_rootsig::listing("main", &signature.signature));
}

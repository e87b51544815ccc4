//! Tests LLVM assembly as the input of the command, in the form that the documents on resources of Direct3D write it.

use crate::support::Folder;

/// A buffer to scale, by thread; its root signature binds what it reads and writes.
const SHADER: &str = r#"
target triple = "dxil-unknown-shadermodel6.6-compute"
%__cblayout_Settings = type <{ float, i32 }>
@In.str = private unnamed_addr constant [3 x i8] c"In\00", align 1

; Function Attrs: convergent noinline norecurse
define void @main() local_unnamed_addr #0 {
entry:
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %settings = call target("dx.CBuffer", %__cblayout_Settings)
      @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false, ptr null)
  %p = call ptr @llvm.dx.resource.getpointer(target("dx.CBuffer", %__cblayout_Settings) %settings, i32 0)
  %c = getelementptr inbounds nuw i8, ptr %p, i32 4
  %count = load i32, ptr %c, align 4
  %outside = icmp uge i32 %id, %count
  br i1 %outside, label %exit, label %work
work:
  %in = call target("dx.RawBuffer", float, 0, 0)
      @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_0_0t(i32 0, i32 0, i32 1, i32 0, i1 false, ptr @In.str)
  %loaded = call { float, i1 } @llvm.dx.resource.load.rawbuffer.f32.tdx.RawBuffer_f32_0_0t(
      target("dx.RawBuffer", float, 0, 0) %in, i32 %id, i32 0)
  %x = extractvalue { float, i1 } %loaded, 0
  %negative = fcmp fast olt float %x, 0.000000e+00
  br i1 %negative, label %store, label %scale
scale:
  %factor = load float, ptr %p, align 4
  %scaled = fmul fast float %x, %factor
  br label %store
store:
  %y = phi float [ 0.000000e+00, %work ], [ %scaled, %scale ]
  %out = call target("dx.RawBuffer", float, 1, 0)
      @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", float, 1, 0) %out, i32 %id, i32 0, float %y)
  br label %exit
exit:
  ret void
}

declare i32 @llvm.dx.thread.id(i32) #1

attributes #0 = { convergent noinline norecurse "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind memory(none) }

!dx.rootsignatures = !{!0}
!0 = !{ptr @main, !1, i32 2}
!1 = !{!2, !3, !4}
!2 = !{!"RootCBV", i32 0, i32 0, i32 0, i32 4}
!3 = !{!"RootSRV", i32 0, i32 0, i32 0, i32 4}
!4 = !{!"RootUAV", i32 0, i32 0, i32 0, i32 2}
"#;

/// The same in HLSL.
const IN_HLSL: &str = "cbuffer Settings { float factor; uint count; };\n\
    StructuredBuffer<float> In; RWStructuredBuffer<float> Out;\n\
    [RootSignature(\"CBV(b0), SRV(t0), UAV(u0)\")]\n\
    [numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {\n\
    if (id >= count) return;\n float x = In[id];\n float y = 0; if (!(x < 0)) y = x * factor;\n Out[id] = y; }\n";

fn done(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args);
    assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    ran.out
}

/// The calls of operations in a listing, without the names of values.
fn operations(listing: &str) -> Vec<String> {
    let calls = listing.lines().filter_map(|line| line.split_once("@dx.op.").filter(|_| !line.starts_with("declare")));
    calls.map(|(_, call)| call.split('(').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_module_of_the_documents_compiles_to_what_hlsl_compiles_to() {
    let folder = Folder::new("llvm-same");
    folder.file("a.ll", SHADER.as_bytes());
    folder.file("a.hlsl", IN_HLSL.as_bytes());
    let listing = |input: &str| done(&folder, &[input, "-T", "cs_6_6", "--emit=dxil"]);
    let (from_llvm, from_hlsl) = (listing("a.ll"), listing("a.hlsl"));
    assert_eq!(operations(&from_llvm), operations(&from_hlsl), "{from_llvm}");
    let rootsig = |input: &str| done(&folder, &[input, "-T", "cs_6_6", "--emit=rootsig"]);
    assert_eq!(rootsig("a.ll"), rootsig("a.hlsl"));
    let resources = done(&folder, &["a.ll", "-T", "cs_6_6", "--emit=resources"]);
    assert!(resources.contains("Name: In\n") && resources.contains("CBuffer size: 8\n"), "{resources}");
}

#[test]
fn a_module_of_the_documents_becomes_spirv() {
    let folder = Folder::new("llvm-spirv");
    folder.file("a.ll", SHADER.as_bytes());
    let text = done(&folder, &["a.ll", "-T", "cs_6_6", "-spirv", "--emit=spirv-asm"]);
    assert!(text.contains("LocalSize 64 1 1") && text.contains("OpFMul"), "{text}");
}

#[test]
fn functions_without_a_shader_attribute_are_a_library() {
    let folder = Folder::new("llvm-library");
    let source = "define noundef <3 x float> @mix(<3 x float> noundef %a, <3 x float> noundef %b) {\n\
        %s = call <3 x float> @llvm.maxnum.v3f32(<3 x float> %a, <3 x float> %b)\n  ret <3 x float> %s\n}\n";
    folder.file("a.txt", source.as_bytes());
    let listing = done(&folder, &["a.txt", "-x", "ll", "-T", "lib_6_3", "--emit=dxil"]);
    assert_eq!(operations(&listing), ["binary.f32"; 3], "{listing}");
    assert!(listing.contains("<3 x float> @mix(<3 x float>"), "{listing}");
}

#[test]
fn what_cannot_be_read_is_reported_where_it_stands() {
    let folder = Folder::new("llvm-errors");
    folder.file("a.ll", SHADER.replace("%x = extractvalue", "%x = extractpart").as_bytes());
    let ran = folder.run(&["a.ll", "-T", "cs_6_6"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("a.ll:22:8: error: this LLVM assembly cannot be read: unknown instruction `extractpart`"),
        "{}",
        ran.stderr
    );
}

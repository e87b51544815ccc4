target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%0 = type { i64 }
%"quoted name" = type <{ i8, i32 }>
%list = type { i32, %list* }
%hidden = type opaque
%dx.types.Handle = type { i8* }

@table = internal unnamed_addr constant [4 x i32] [i32 1, i32 -2, i32 3, i32 4], align 4
@text = private constant [4 x i8] c"a\22\5C\00"
@"\01?shared@@3PAMA" = external addrspace(3) global [8 x float], align 4
@zero = global { float, [2 x %0] } zeroinitializer
@packed = constant %"quoted name" { i8 1, i32 2 }
@floats = internal constant [5 x float] [float 1.000000e+00, float -0.000000e+00, float 0x3FB99999A0000000, float 0x7FF0000000000000, float 0x7FF8000020000000]
@halves = internal constant <2 x half> <half 0xH3C00, half 0xHFE01>
@doubles = internal constant [2 x double] [double 1.000000e-01, double 0x3FB999999999999B]
@addresses = appending global [2 x i8*] [i8* bitcast (i32* getelementptr inbounds ([4 x i32], [4 x i32]* @table, i32 0, i32 1) to i8*), i8* null], section "llvm.metadata"
@folded = global i32 add nuw (i32 ptrtoint ([4 x i32]* @table to i32), i32 1)
@chosen = global i1 icmp eq (i32 ptrtoint ([4 x i32]* @table to i32), i32 0)
@cell = linkonce_odr global %list { i32 1, %list* @cell }
@0 = internal global i64 undef
@far = external global %hidden

; Function Attrs: nounwind
define void @main(i32, float %x) #0 {
  %2 = add nuw nsw i32 %0, 1
  %3 = udiv exact i32 %2, 3
  %4 = fmul fast float %x, 2.000000e+00
  %5 = fdiv nnan ninf nsz arcp float %4, %x
  %6 = fcmp fast olt float %5, 0.000000e+00
  %7 = icmp ult i32 %3, 5
  br i1 %6, label %8, label %named

; <label>:8                                       ; preds = %named, %1
  %9 = phi i32 [ 0, %1 ], [ %later, %named ]
  %10 = uitofp i32 %9 to float
  %11 = alloca [4 x i32], align 4
  %12 = alloca i32, i32 2
  %13 = getelementptr inbounds [4 x i32], [4 x i32]* %11, i32 0, i32 %9
  store i32 %9, i32* %13, align 4
  %14 = load i32, i32* %13, align 4
  store volatile i32 %14, i32* %12
  switch i32 %14, label %named [
    i32 1, label %15
    i32 -2, label %15
  ]

; <label>:15                                      ; preds = %8, %8
  %16 = getelementptr [8 x float], [8 x float] addrspace(3)* @"\01?shared@@3PAMA", i32 0, i32 3
  %17 = bitcast float addrspace(3)* %16 to i32 addrspace(3)*
  %18 = atomicrmw add i32 addrspace(3)* %17, i32 %14 seq_cst
  %19 = cmpxchg i32 addrspace(3)* %17, i32 0, i32 1 seq_cst seq_cst
  %20 = cmpxchg weak volatile i32 addrspace(3)* %17, i32 0, i32 1 singlethread acq_rel monotonic
  %21 = extractvalue { i32, i1 } %19, 0
  %22 = insertvalue { i32, i1 } %20, i1 true, 1
  %23 = insertelement <2 x i32> undef, i32 %21, i32 0
  %24 = shufflevector <2 x i32> %23, <2 x i32> zeroinitializer, <2 x i32> <i32 0, i32 3>
  %25 = extractelement <2 x i32> %24, i32 1
  %26 = select i1 %7, i32 %25, i32 7
  %27 = call %dx.types.Handle @make(i32 57, i8* noalias null, %0 undef) #2
  tail call fastcc void @"call me"(i32 zeroext %26)
  call void @llvm.dbg.value(metadata i32 %26, i64 0, metadata !5, metadata !13) ; var:"v" !DIExpression() func:"main"
  call void @llvm.dbg.value(metadata i32 %0, i64 0, metadata !5, metadata !14), !dbg !15 ; var:"v" !DIExpression(DW_OP_deref, DW_OP_bit_piece, 32, 32) func:"main"
  ret void

named:                                            ; preds = %8, %1
  %later = sub i32 0, %2, !dbg !16, !dx.precise !17 ; line:9 col:0
  br i1 false, label %8, label %"un reachable", !llvm.loop !18

"un reachable":                                   ; preds = %named
  unreachable
}

; Function Attrs: nounwind readnone
declare noalias i8* @attributed(i32 signext, i8* nocapture align 8 dereferenceable(16)) #1

declare %dx.types.Handle @make(i32, i8*, %0)

define internal fastcc void @"call me"(i32) unnamed_addr align 16 {
  ret void
}

; Function Attrs: nounwind
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0

attributes #0 = { nounwind }
attributes #1 = { nounwind readnone }
attributes #2 = { "fp32-denorm-mode"="any" "key only" }

!dx.version = !{!0}
!llvm.dbg.cu = !{!1}
!\31odd\2Bname = !{!0, !4}

!0 = !{i32 1, i32 9}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "a \22compiler\22", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !3)
!2 = !DIFile(filename: "a.hlsl", directory: "")
!3 = !{}
!4 = !{null, !"text \22 \FF", %list undef, [2 x i8*]* @addresses, !0}
!5 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "v", scope: !6, file: !2, line: 3, type: !10)
!6 = !DISubprogram(name: "main", scope: !2, file: !2, line: 1, type: !7, isLocal: false, isDefinition: true, scopeLine: 2, flags: DIFlagPublic | DIFlagPrototyped, isOptimized: false, function: void (i32, float)* @main)
!7 = !DISubroutineType(types: !8)
!8 = !{null, !9}
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, elements: !11)
!10 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!11 = !{!12}
!12 = !DISubrange(count: -1, lowerBound: -2)
!13 = !DIExpression()
!14 = !DIExpression(DW_OP_deref, DW_OP_bit_piece, 32, 32)
!15 = !DILocation(line: 3, column: 7, scope: !6)
!16 = !DILocation(line: 9, scope: !6, inlinedAt: !15)
!17 = !{i32 1}
!18 = distinct !{!18, !"llvm.loop.unroll.disable"}

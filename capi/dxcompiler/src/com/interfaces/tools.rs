//! Declares the interfaces of tools for containers and debug information.

use super::{
    IDxcBlob, IDxcBlobEncoding, IDxcBlobWide, IDxcCompiler3, IDxcIncludeHandler, IDxcOperationResult, IDxcResult,
    IDxcVersionInfo,
};
use crate::com::interface::{IUnknown, UnknownMethods, interface};
use crate::com::{Done, Given, Guid, In, List, Out, OutAny, OutBstr, OutRef, OutWide, Pair, Wide};

interface! {
    /// Links libraries.
    IDxcLinker (LinkerMethods): IUnknown (UnknownMethods) = "f1b5be2a-62dd-4327-a1c2-42ac1e1e78e6" {
        fn RegisterLibrary(name: Wide, library: Given<IDxcBlob>) -> Done;
        fn Link(entry: Wide, profile: Wide, libraries: List<Wide>, library_count: u32, arguments: List<Wide>, count: u32, result: OutRef<IDxcOperationResult>) -> Done;
    }

    /// Puts containers together.
    IDxcContainerBuilder (ContainerBuilderMethods): IUnknown (UnknownMethods) = "334b1f50-2292-4b35-99a1-25588d8c17fe" {
        fn Load(container: Given<IDxcBlob>) -> Done;
        fn AddPart(kind: u32, part: Given<IDxcBlob>) -> Done;
        fn RemovePart(kind: u32) -> Done;
        fn SerializeContainer(result: OutRef<IDxcOperationResult>) -> Done;
    }

    /// Makes containers of assembly or bitcode.
    IDxcAssembler (AssemblerMethods): IUnknown (UnknownMethods) = "091f7a26-1c1f-4948-904b-e6e3a8a771d5" {
        fn AssembleToContainer(shader: Given<IDxcBlob>, result: OutRef<IDxcOperationResult>) -> Done;
    }

    /// Parts of a container.
    IDxcContainerReflection (ContainerReflectionMethods): IUnknown (UnknownMethods) = "d2c21b26-8350-4bdc-976a-331ce6f4c54c" {
        fn Load(container: Given<IDxcBlob>) -> Done;
        fn GetPartCount(count: Out<u32>) -> Done;
        fn GetPartKind(index: u32, kind: Out<u32>) -> Done;
        fn GetPartContent(index: u32, content: OutRef<IDxcBlob>) -> Done;
        fn FindFirstPartKind(kind: u32, index: Out<u32>) -> Done;
        fn GetPartReflection(index: u32, iid: In<Guid>, reflection: OutAny) -> Done;
    }

    /// An optimisation.
    IDxcOptimizerPass (OptimizerPassMethods): IUnknown (UnknownMethods) = "ae2cd79f-cc22-453f-9b6b-b124e7a5204c" {
        fn GetOptionName(name: OutWide) -> Done;
        fn GetDescription(text: OutWide) -> Done;
        fn GetOptionArgCount(count: Out<u32>) -> Done;
        fn GetOptionArgName(index: u32, name: OutWide) -> Done;
        fn GetOptionArgDescription(index: u32, text: OutWide) -> Done;
    }

    /// Runs optimisations.
    IDxcOptimizer (OptimizerMethods): IUnknown (UnknownMethods) = "25740e2e-9cba-401b-9119-4fb42f39f270" {
        fn GetAvailablePassCount(count: Out<u32>) -> Done;
        fn GetAvailablePass(index: u32, pass: OutRef<IDxcOptimizerPass>) -> Done;
        fn RunOptimizer(module: Given<IDxcBlob>, options: List<Wide>, count: u32, output: OutRef<IDxcBlob>, text: OutRef<IDxcBlobEncoding>) -> Done;
    }

    /// Debug information, as clients of before `IDxcPdbUtils2` ask for it.
    IDxcPdbUtils (PdbUtilsMethods): IUnknown (UnknownMethods) = "e6c9647e-9d6a-4c3b-b94c-524b5a6c343d" {
        fn Load(file: Given<IDxcBlob>) -> Done;
        fn GetSourceCount(count: Out<u32>) -> Done;
        fn GetSource(index: u32, source: OutRef<IDxcBlobEncoding>) -> Done;
        fn GetSourceName(index: u32, name: OutBstr) -> Done;
        fn GetFlagCount(count: Out<u32>) -> Done;
        fn GetFlag(index: u32, flag: OutBstr) -> Done;
        fn GetArgCount(count: Out<u32>) -> Done;
        fn GetArg(index: u32, argument: OutBstr) -> Done;
        fn GetArgPairCount(count: Out<u32>) -> Done;
        fn GetArgPair(index: u32, name: OutBstr, value: OutBstr) -> Done;
        fn GetDefineCount(count: Out<u32>) -> Done;
        fn GetDefine(index: u32, define: OutBstr) -> Done;
        fn GetTargetProfile(profile: OutBstr) -> Done;
        fn GetEntryPoint(entry: OutBstr) -> Done;
        fn GetMainFileName(name: OutBstr) -> Done;
        fn GetHash(hash: OutRef<IDxcBlob>) -> Done;
        fn GetName(name: OutBstr) -> Done;
        fn IsFullPDB() -> i32;
        fn GetFullPDB(pdb: OutRef<IDxcBlob>) -> Done;
        fn GetVersionInfo(info: OutRef<IDxcVersionInfo>) -> Done;
        fn SetCompiler(compiler: Given<IDxcCompiler3>) -> Done;
        fn CompileForFullPDB(result: OutRef<IDxcResult>) -> Done;
        fn OverrideArgs(pairs: List<Pair>, count: u32) -> Done;
        fn OverrideRootSignature(signature: Wide) -> Done;
    }

    /// Debug information.
    IDxcPdbUtils2 (PdbUtils2Methods): IUnknown (UnknownMethods) = "4315d938-f369-4f93-95a2-252017cc3807" {
        fn Load(file: Given<IDxcBlob>) -> Done;
        fn GetSourceCount(count: Out<u32>) -> Done;
        fn GetSource(index: u32, source: OutRef<IDxcBlobEncoding>) -> Done;
        fn GetSourceName(index: u32, name: OutRef<IDxcBlobWide>) -> Done;
        fn GetLibraryPDBCount(count: Out<u32>) -> Done;
        fn GetLibraryPDB(index: u32, pdb: OutRef<IDxcPdbUtils2>, name: OutRef<IDxcBlobWide>) -> Done;
        fn GetFlagCount(count: Out<u32>) -> Done;
        fn GetFlag(index: u32, flag: OutRef<IDxcBlobWide>) -> Done;
        fn GetArgCount(count: Out<u32>) -> Done;
        fn GetArg(index: u32, argument: OutRef<IDxcBlobWide>) -> Done;
        fn GetArgPairCount(count: Out<u32>) -> Done;
        fn GetArgPair(index: u32, name: OutRef<IDxcBlobWide>, value: OutRef<IDxcBlobWide>) -> Done;
        fn GetDefineCount(count: Out<u32>) -> Done;
        fn GetDefine(index: u32, define: OutRef<IDxcBlobWide>) -> Done;
        fn GetTargetProfile(profile: OutRef<IDxcBlobWide>) -> Done;
        fn GetEntryPoint(entry: OutRef<IDxcBlobWide>) -> Done;
        fn GetMainFileName(name: OutRef<IDxcBlobWide>) -> Done;
        fn GetHash(hash: OutRef<IDxcBlob>) -> Done;
        fn GetName(name: OutRef<IDxcBlobWide>) -> Done;
        fn GetVersionInfo(info: OutRef<IDxcVersionInfo>) -> Done;
        fn GetCustomToolchainID(id: Out<u32>) -> Done;
        fn GetCustomToolchainData(data: OutRef<IDxcBlob>) -> Done;
        fn GetWholeDxil(container: OutRef<IDxcBlob>) -> Done;
        fn IsFullPDB() -> i32;
        fn IsPDBRef() -> i32;
    }

    /// Rewrites HLSL.
    IDxcRewriter (RewriterMethods): IUnknown (UnknownMethods) = "c012115b-8893-4eb9-9c5a-111456ea1c45" {
        fn RemoveUnusedGlobals(source: Given<IDxcBlobEncoding>, entry: Wide, defines: List<Pair>, define_count: u32, result: OutRef<IDxcOperationResult>) -> Done;
        fn RewriteUnchanged(source: Given<IDxcBlobEncoding>, defines: List<Pair>, define_count: u32, result: OutRef<IDxcOperationResult>) -> Done;
        fn RewriteUnchangedWithInclude(source: Given<IDxcBlobEncoding>, name: Wide, defines: List<Pair>, define_count: u32, includes: Given<IDxcIncludeHandler>, options: u32, result: OutRef<IDxcOperationResult>) -> Done;
    }

    /// Rewrites HLSL, with options.
    IDxcRewriter2 (Rewriter2Methods): IDxcRewriter (RewriterMethods) = "261afca1-0609-4ec6-a77f-d98c7035194e" {
        fn RewriteWithOptions(source: Given<IDxcBlobEncoding>, name: Wide, arguments: List<Wide>, count: u32, defines: List<Pair>, define_count: u32, includes: Given<IDxcIncludeHandler>, result: OutRef<IDxcOperationResult>) -> Done;
    }
}

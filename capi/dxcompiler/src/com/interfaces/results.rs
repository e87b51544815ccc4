//! Declares the interfaces of compilers and their results.

use super::{IDxcBlob, IDxcBlobEncoding, IDxcBlobWide, IDxcIncludeHandler};
use crate::com::interface::{IUnknown, UnknownMethods, interface};
use crate::com::{Buffer, Done, Given, Guid, In, List, Out, OutAny, OutNarrow, OutRef, OutWide, Pair, Wide};

interface! {
    /// What an operation gave.
    IDxcOperationResult (OperationResultMethods): IUnknown (UnknownMethods) = "cedb484a-d4e9-445a-b991-ca21ca157dc2" {
        fn GetStatus(status: Out<i32>) -> Done;
        fn GetResult(result: OutRef<IDxcBlob>) -> Done;
        fn GetErrorBuffer(errors: OutRef<IDxcBlobEncoding>) -> Done;
    }

    /// What an operation gave, by kinds.
    IDxcResult (ResultMethods): IDxcOperationResult (OperationResultMethods) = "58346cda-dde7-4497-9461-6f87af5e0659" {
        fn HasOutput(kind: u32) -> i32;
        fn GetOutput(kind: u32, iid: In<Guid>, object: OutAny, name: OutRef<IDxcBlobWide>) -> Done;
        fn GetNumOutputs() -> u32;
        fn GetOutputByIndex(index: u32) -> u32;
        fn PrimaryOutput() -> u32;
    }

    /// Outputs without a kind of their own.
    IDxcExtraOutputs (ExtraOutputsMethods): IUnknown (UnknownMethods) = "319b37a2-a5c2-494a-a5de-4801b2faf989" {
        fn GetOutputCount() -> u32;
        fn GetOutput(index: u32, iid: In<Guid>, object: OutAny, kind: OutRef<IDxcBlobWide>, name: OutRef<IDxcBlobWide>) -> Done;
    }

    /// The compiler, as clients of before `IDxcCompiler3` call it.
    IDxcCompiler (CompilerMethods): IUnknown (UnknownMethods) = "8c210bf3-011f-4422-8d70-6f9acb8db617" {
        fn Compile(source: Given<IDxcBlob>, name: Wide, entry: Wide, profile: Wide, arguments: List<Wide>, count: u32, defines: List<Pair>, define_count: u32, includes: Given<IDxcIncludeHandler>, result: OutRef<IDxcOperationResult>) -> Done;
        fn Preprocess(source: Given<IDxcBlob>, name: Wide, arguments: List<Wide>, count: u32, defines: List<Pair>, define_count: u32, includes: Given<IDxcIncludeHandler>, result: OutRef<IDxcOperationResult>) -> Done;
        fn Disassemble(source: Given<IDxcBlob>, text: OutRef<IDxcBlobEncoding>) -> Done;
    }

    /// The same, with debug information beside the object.
    IDxcCompiler2 (Compiler2Methods): IDxcCompiler (CompilerMethods) = "a005a9d9-b8bb-4594-b5c9-0e633bec4d37" {
        fn CompileWithDebug(source: Given<IDxcBlob>, name: Wide, entry: Wide, profile: Wide, arguments: List<Wide>, count: u32, defines: List<Pair>, define_count: u32, includes: Given<IDxcIncludeHandler>, result: OutRef<IDxcOperationResult>, debug_name: OutWide, debug: OutRef<IDxcBlob>) -> Done;
    }

    /// The compiler.
    IDxcCompiler3 (Compiler3Methods): IUnknown (UnknownMethods) = "228b4687-5a6a-4730-900c-9702b2203f54" {
        fn Compile(source: In<Buffer>, arguments: List<Wide>, count: u32, includes: Given<IDxcIncludeHandler>, iid: In<Guid>, result: OutAny) -> Done;
        fn Disassemble(object: In<Buffer>, iid: In<Guid>, result: OutAny) -> Done;
    }

    /// Which compiler it is.
    IDxcVersionInfo (VersionInfoMethods): IUnknown (UnknownMethods) = "b04f5b50-2059-4f12-a8ff-a1e0cde1cc7e" {
        fn GetVersion(major: Out<u32>, minor: Out<u32>) -> Done;
        fn GetFlags(flags: Out<u32>) -> Done;
    }

    /// Which state of its source it is built from.
    IDxcVersionInfo2 (VersionInfo2Methods): IDxcVersionInfo (VersionInfoMethods) = "fb6904c4-42f0-4b62-9c46-983af7da7c83" {
        fn GetCommitInfo(count: Out<u32>, hash: OutNarrow) -> Done;
    }

    /// What it calls its version.
    IDxcVersionInfo3 (VersionInfo3Methods): IUnknown (UnknownMethods) = "5e13e843-9d25-473c-9ad2-03b2d0b44b1e" {
        fn GetCustomVersionString(text: OutNarrow) -> Done;
    }

    /// Checks containers.
    IDxcValidator (ValidatorMethods): IUnknown (UnknownMethods) = "a6e82bd2-1fd7-4826-9811-2857e797f49a" {
        fn Validate(shader: Given<IDxcBlob>, flags: u32, result: OutRef<IDxcOperationResult>) -> Done;
    }

    /// The same, with a module that knows the lines.
    IDxcValidator2 (Validator2Methods): IDxcValidator (ValidatorMethods) = "458e1fd1-b1b2-4750-a6e1-9c10f03bed92" {
        fn ValidateWithDebug(shader: Given<IDxcBlob>, flags: u32, debug: In<Buffer>, result: OutRef<IDxcOperationResult>) -> Done;
    }
}

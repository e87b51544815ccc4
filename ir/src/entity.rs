//! Defines the ids of all parts of a module. Each is printed as in the text form.

use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[doc = $doc:literal])+ $name:ident $prefix:literal;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

entities! {
    /// An interned type.
    Type "ty";
    /// A named struct.
    StructId "struct";
    /// An interned constant.
    Const "const";
    /// An interned source location.
    Loc "loc";
    /// A function.
    Func "fn";
    /// A basic block of a function.
    Block "block";
    /// An instruction of a function.
    Inst "inst";
    /// A value of a function: the result of an instruction, a block parameter or a constant.
    Value "v";
    /// A groupshared, static or constant variable of the module.
    Global "g";
    /// A declared (or heap) resource.
    Resource "res";
    /// An interned instruction that the source takes from SPIR-V.
    ForeignId "foreign";
    /// An element of an entry point's input or output signature.
    SigElement "sig";
    /// A type as debug information has it.
    DebugType "debugty";
    /// A variable of the source, for debug information.
    DebugVariable "var";
}

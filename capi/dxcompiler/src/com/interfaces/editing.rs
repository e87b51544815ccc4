//! Declares the interfaces for editors. Only [`IDxcIntelliSense`] has objects; those that it would create need a
//! persistent syntax tree.

use crate::com::interface::{IUnknown, UnknownMethods, interface};
use crate::com::{Bytes, Done, Given, Narrow, Out, OutRef};

/// How messages are shown by default: with their place (1), its column (2) and the option that turns them off (8).
pub const DEFAULT_DISPLAY: u32 = 0x1 | 0x2 | 0x8;

/// How a file that changes is parsed by default: its first lines once (4), completions kept (8), on the caller's thread.
pub const DEFAULT_EDITING: u32 = 0x4 | 0x8 | 0x800;

interface! {
    /// Makes what editors work with.
    IDxcIntelliSense (IntelliSenseMethods): IUnknown (UnknownMethods) = "b1f99513-46d6-4112-8169-dd0d6053f17d" {
        fn CreateIndex(index: OutRef<IUnknown>) -> Done;
        fn GetNullLocation(location: OutRef<IUnknown>) -> Done;
        fn GetNullRange(range: OutRef<IUnknown>) -> Done;
        fn GetRange(start: Given<IUnknown>, end: Given<IUnknown>, range: OutRef<IUnknown>) -> Done;
        fn GetDefaultDiagnosticDisplayOptions(options: Out<u32>) -> Done;
        fn GetDefaultEditingTUOptions(options: Out<u32>) -> Done;
        fn CreateUnsavedFile(name: Narrow, contents: Bytes, length: u32, file: OutRef<IUnknown>) -> Done;
    }
}

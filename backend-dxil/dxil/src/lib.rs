//! DXIL by itself: the module model, the operation table, bitcode, and the container.
//!
//! What comes in is a [`Module`] built through [`builder`], or the bytes of a container; what goes out is the other.
//! The crate knows the format and nothing of any shading language, and does no I/O.

pub mod attributes;
pub mod bitcode;
pub mod bitstream;
pub mod builder;
pub mod bytestr;
pub mod constants;
pub mod container;
pub mod debug_info;
pub mod dependencies;
pub mod disasm;
mod enumerate;
pub mod errors;
pub mod flags;
pub mod inst;
pub mod layout;
pub mod metadata;
pub mod module;
pub mod ops;
pub mod optable;
pub mod packing;
pub mod rules;
pub mod semantics;
pub mod shader;
pub mod signature;
pub mod target;
pub mod types;

pub use attributes::{AttrKind, AttrListId, Attribute, AttributeList};
pub use builder::FunctionBuilder;
pub use bytestr::ByteStr;
pub use constants::{ConstId, ConstKind, Constant};
pub use inst::{AtomicOp, BinaryOp, BlockId, CastOp, Flags, Inst, InstId, InstKind, Predicate, Value};
pub use metadata::{MdId, MdKind, Metadata};
pub use module::{Body, FuncId, Function, Global, GlobalId, Linkage, Module};
pub use ops::Overload;
pub use optable::Op;
pub use target::{ShaderKind, ShaderModel, Version};
pub use types::{Type, TypeId};

//! Defines the IR between HLSL and its two targets: data, text form and verifier, without any transformation.
//!
//! The IR is in SSA form with block parameters. A [`Module`] owns a [`Context`] of interned types, constants and
//! locations, and its functions, resources, globals and entry points by typed ids. Operations are rows of one table
//! ([`ops`]); properties of an instruction beyond its operands are in its [`Imm`]. Resources are handles of target
//! types ([`types::ResourceType`]), so a dump reads like the LLVM documents on DXIL resources.
//!
//! These properties hold in every stage, except where a target's form ([`verify::Form`]) states otherwise:
//! * a matrix value is an array of row vectors; orientation belongs to memory layouts only;
//! * `bool` is one bit in registers and 32 bits in every memory;
//! * a pointer into a resource is a handle, an element index and a typed path, never a byte offset, until the passes of a
//!   target apply its layout;
//! * exits through several levels of control flow are legal; region annotations are valid or all dropped.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod builder;
pub mod cfg;
pub mod context;
pub mod cursor;
pub mod debug;
pub mod entity;
pub mod fixed_layout;
pub mod foreign;
pub mod form;
pub mod function;
pub mod interface;
pub mod layout;
pub mod module;
pub mod node;
pub mod ops;
pub mod part;
pub mod reach;
pub mod stage;
pub mod subobject;
pub mod text;
pub mod types;
pub mod typing;
pub mod verify;
pub mod vulkan;

pub use builder::Builder;
pub use context::{ConstData, Context};
pub use cursor::Cursor;
pub use entity::{Block, Const, Func, Global, Inst, Loc, Resource, SigElement, StructId, Type, Value};
pub use function::{BlockCall, FloatFlags, Function, Imm, InstData, Region, Terminator, ValueDef};
pub use module::Module;
pub use ops::Op;
pub use types::{AddressSpace, CooperativeMatrix, OpaqueType, ResourceType, Scalar, TypeData};

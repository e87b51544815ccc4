//! Reads and writes DXIL, the format of shaders in Direct3D 12, without LLVM.
//!
//! The input is a [`Module`] built through a [`FunctionBuilder`], or the bytes of a container; the output is the
//! other, or a listing. The crate knows the format and nothing of any shading language; it does no I/O, has no global
//! state, and gives the same bytes for the same module everywhere.
//!
//! | to | use |
//! | --- | --- |
//! | build a module | [`Module`], [`FunctionBuilder`], [`FunctionBuilder::call_op`] and the operation table [`Op`] |
//! | say what it is | [`shader::Shader`], [`signature`] elements with registers from [`packing`], [`flags`] worked out by [`requirements`] |
//! | check it | [`rules::verify`] |
//! | make a container | [`container::assemble()`], then [`container::Container::write`] |
//! | read one | [`container::Container::read`], [`bitcode::read`], [`shader::Shader::read`] |
//! | list it as `dxc -dumpbin` does | [`disasm`] |
//! | make a module of such a listing | [`asm::parse`], then [`complete()`] for its container |
//! | reflect it | [`reflect::reflect`] |
//!
//! A compute shader that waits for its group:
//!
//! ```
//! use dxil::container::{ExtraParts, Signing, assemble};
//! use dxil::flags::ShaderFlags;
//! use dxil::shader::{EntryPoint, Resources, Shader, StageProperties};
//! use dxil::{FunctionBuilder, Module, Op, Overload, ShaderKind, ShaderModel, ValidatorVersion, rules};
//!
//! let mut module = Module::new();
//! let void = module.types.void();
//! let ty = module.types.function(void, &[]);
//! let main = module.declare_function("main", ty, None);
//!
//! let mut b = FunctionBuilder::new(&mut module, main);
//! let mode = b.i32(9); // Group-shared memory, and all threads of the group.
//! b.call_op(Op::Barrier, Overload::None, &[mode]);
//! b.ret(None);
//!
//! let model = ShaderModel::new(ShaderKind::Compute, 6, 0);
//! let shader = Shader {
//!     shader_model: model,
//!     dxil_version: model.dxil_version(),
//!     validator: ValidatorVersion::DEFAULT,
//!     producer: None,
//!     resources: Resources::default(),
//!     dependencies: None,
//!     annotations: dxil::shader::TypeAnnotations::default(),
//!     entries: vec![EntryPoint {
//!         function: Some(main),
//!         kind: ShaderKind::Compute,
//!         name: "main".into(),
//!         inputs: vec![],
//!         outputs: vec![],
//!         patch: vec![],
//!         flags: ShaderFlags::empty(),
//!         stage: StageProperties::Compute { num_threads: [64, 1, 1], wave_size: None },
//!         auto_space: None,
//!         root_signature: Vec::new(),
//!         group_memory_limit: None,
//!     }],
//!     subobjects: vec![],
//! };
//! shader.write(&mut module);
//! assert!(rules::verify(&module).is_empty());
//!
//! let bytes = assemble(&module, &shader, ExtraParts::default())?.write(Signing::Digest);
//! assert!(dxil::disasm::disassemble_container(&bytes)?.contains("@dx.op.barrier(i32 80, i32 9)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::wildcard_enum_match_arm)]

pub mod asm;
pub mod attributes;
pub mod bitcode;
pub mod bitstream;
pub mod builder;
pub mod bytestr;
pub mod calls;
pub mod compatibility;
pub mod complete;
pub mod constant_use;
pub mod constants;
pub mod container;
pub mod counters;
pub mod debug_info;
pub mod dependencies;
pub mod diff;
pub mod disasm;
mod enumerate;
pub mod errors;
pub mod features;
pub mod flags;
pub mod inst;
pub mod layout;
pub mod metadata;
pub mod module;
pub mod ops;
pub mod optable;
mod opwords;
pub mod packing;
pub mod reflect;
pub mod reflection;
pub mod requirements;
pub mod rules;
pub mod semantics;
pub mod shader;
pub mod signature;
pub mod subobject;
pub mod target;
pub mod types;

pub use attributes::{AttrKind, AttrListId, Attribute, AttributeList};
pub use builder::FunctionBuilder;
pub use bytestr::ByteStr;
pub use complete::complete;
pub use constants::{ConstId, ConstKind, Constant};
pub use hlslc_semantics::limits;
pub use hlslc_semantics::validator::{self, ValidatorVersion};
pub use inst::{AtomicOp, BinaryOp, BlockId, CastOp, Flags, Inst, InstId, InstKind, Predicate, Value};
pub use metadata::{MdId, MdKind, Metadata};
pub use module::{Body, FuncId, Function, Global, GlobalId, Linkage, Module};
pub use ops::Overload;
pub use optable::Op;
pub use target::{ShaderKind, ShaderModel, Version};
pub use types::{Type, TypeId};

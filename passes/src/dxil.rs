//! This folder has the passes that bring a module into the form that DXIL can express.
//!
//! Input: a module in common form. Output: scalars in place of vectors and aggregates, flat memory, resources accessed by byte
//! offsets, bound registers. Invariant: [`Form::Dxil`](hlslc_ir::verify::Form) holds at the end; from shader model 6.9 on vectors
//! remain, and it is `Form::DxilVectors`.

pub(crate) mod dedicate_exits;
pub(crate) mod drop_regions;
pub(crate) mod flatten_memory;
pub(crate) mod helper_lanes;
pub(crate) mod implicit_binding;
pub(crate) mod keep_exits;
pub(crate) mod keep_specialized;
pub(crate) mod nest_exits;
pub(crate) mod resource_access;
pub(crate) mod scalarise;
pub(crate) mod settle_undefined;
pub(crate) mod split_lanes;
pub(crate) mod split_payloads;

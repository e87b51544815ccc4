//! Streams, patches and meshes.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::geometry;
use hlslc_ir::Value;

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`geometry`](hlslc_hir::intrinsics::geometry); `None` for `void`.
    pub(super) fn expand_geometry(&mut self, expansion: geometry::Expansion, call: &Call) -> Option<Value> {
        use geometry::Expansion as E;
        match expansion {
            // Checked, but not built yet.
            E::StreamAppend
            | E::StreamRestart
            | E::SetMeshOutputCounts
            | E::DispatchMesh
            | E::QuadTessFactors(_)
            | E::TriTessFactors(_)
            | E::IsolineTessFactors => self.not_yet(call),
        }
    }
}

//! Lists the classes of which `DxcCreateInstance` creates objects.

use crate::arguments::CompilerArgs;
use crate::com::hresult::{Hresult, REGDB_E_CLASSNOTREG};
use crate::com::{Guid, IUnknown, Memory, Own, Ref};
use crate::utils::Utils;
use crate::{assembler, compiler, containers, editing, linker, optimizer, pdb, rewriter, validator};

/// A class that can be asked for.
pub struct Row {
    /// Its name in DXC's headers.
    pub name: &'static str,
    id: Guid,
    create: fn(&Memory) -> Result<Ref<IUnknown>, Hresult>,
}

const fn row(name: &'static str, id: &str, create: fn(&Memory) -> Result<Ref<IUnknown>, Hresult>) -> Row {
    Row { name, id: Guid::parse(id), create }
}

/// Every class.
pub const ROWS: &[Row] = &[
    row("DxcCompiler", "73e22d93-e6ce-47f3-b5bf-f0664f39c1b0", compiler::create),
    // `DxcLibrary` is the same class by its former name.
    row("DxcUtils", "6245d6af-66e0-48fd-80b4-4d271796748c", |memory| {
        Ok(Own::new(memory, Utils::new(memory.clone()))?.into_unknown())
    }),
    row("DxcCompilerArgs", "3e56ae82-224d-470f-a1a1-fe3016ee9f9d", |memory| {
        Ok(Own::new(memory, CompilerArgs::default())?.into_unknown())
    }),
    row("DxcValidator", "8ca3e215-f728-4cf3-8cdd-88af917587a1", validator::create),
    row("DxcContainerBuilder", "94134294-411f-4574-b4d0-8741e25240d2", containers::create_builder),
    row("DxcContainerReflection", "b9f54489-55b8-400c-ba3a-1675e4728b91", containers::create_reflection),
    row("DxcPdbUtils", "54621dfb-f2ce-457e-ae8c-ec355faeec7c", pdb::create),
    row("DxcLinker", "ef6a8087-b0ea-4d56-9e45-d07e1a8b7806", linker::create),
    row("DxcAssembler", "d728db68-f903-4f80-94cd-dccf76ec7151", assembler::create),
    row("DxcOptimizer", "ae2cd79f-cc22-453f-9b6b-b124e7a5204c", optimizer::create),
    row("DxcRewriter", "b489b951-e07f-40b3-968d-93e124734da4", rewriter::create),
    row("DxcIntelliSense", "3047833c-d1c0-4b8e-9d40-102878605985", editing::create),
];

/// An object of every class.
#[cfg(test)]
pub fn every(memory: &Memory) -> Vec<Ref<IUnknown>> {
    ROWS.iter().map(|row| (row.create)(memory).unwrap_or_else(|_| panic!("no object of {}", row.name))).collect()
}

/// An object of the class with this identifier.
pub fn create(class: &Guid, memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    let row = ROWS.iter().find(|row| row.id == *class).ok_or(REGDB_E_CLASSNOTREG)?;
    (row.create)(memory)
}

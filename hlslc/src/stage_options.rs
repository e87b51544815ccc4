//! Gives each stage of the front end its options, as those of the compiler decide them.

use crate::options::{Backend, BindingTable, Options};
use hlslc_base::Target;
use hlslc_hir::dialect::Dialect;
use hlslc_hir::types::Orientation;
use hlslc_sema::CheckOptions;
use hlslc_syntax::{Define, PreprocessOptions};

/// The options of the preprocessor.
pub(crate) fn preprocess(options: &Options) -> PreprocessOptions {
    let target = options.target;
    let defaults = PreprocessOptions::default();
    PreprocessOptions {
        language: options.language,
        stage: target.map_or(defaults.stage, |t| t.stage),
        shader_model: target.map_or(defaults.shader_model, |t| (t.model.major, t.model.minor)),
        spirv: (options.backend == Backend::Spirv).then(|| options.spirv.env.version()),
        native_16bit: options.native_16bit,
        defines: options
            .defines
            .iter()
            .map(|(name, value)| Define { name: name.clone(), value: value.clone() })
            .collect(),
        watched: Vec::new(),
        expands_after: named_macros(options),
        ignore_line_directives: options.ignore_line_directives,
        keep_pragmas: options.preprocess_only,
        legacy_macros: options.legacy_macros,
        budgets: options.budgets,
    }
}

/// The macros of the source that options name: they are looked up after it.
fn named_macros(options: &Options) -> Vec<String> {
    // Only what Direct3D binds has them.
    if options.backend != Backend::Dxil {
        return Vec::new();
    }
    let signature = options.root_signature_define.as_ref().filter(|_| !options.ignore_root_signature);
    let table = options.binding_table.as_ref().and_then(|table| match table {
        BindingTable::Macro(name) => Some(name),
        BindingTable::Text(_) => None,
    });
    signature.into_iter().chain(table).cloned().collect()
}

/// Whether some semantics of Direct3D 9 stand for system values. As in DXC, not for SPIR-V.
pub(crate) fn has_old_semantics(options: &Options) -> bool {
    options.writable_constants && options.backend == Backend::Dxil
}

/// The options of the checker.
pub(crate) fn check(options: &Options, target: Target) -> CheckOptions {
    CheckOptions {
        target,
        entry: options.entry.clone(),
        language: options.language,
        native_16bit: options.native_16bit,
        precise_outputs: options.precise_outputs.clone(),
        default_orientation: if options.row_major { Orientation::RowMajor } else { Orientation::ColumnMajor },
        writable_constants: options.writable_constants,
        old_semantics: has_old_semantics(options),
        may_end_early: options.warnings.groups.get("return-type") == Some(&false),
        warns_of_unset: options.warnings.may_give(&[
            "uninitialized",
            "sometimes-uninitialized",
            "conditional-uninitialized",
        ]),
        warns_of_shadows: options.warnings.may_give(&["shadow"]),
        dialect: match options.backend {
            Backend::Dxil => Dialect::DXIL,
            Backend::Spirv => Dialect::SPIRV,
        },
        // Vulkan has no root signatures; dxc does not look at them there.
        root_signatures: (!options.ignore_root_signature && options.backend == Backend::Dxil)
            .then(|| options.root_signature_version.unwrap_or_default()),
        library: options.library.clone(),
    }
}

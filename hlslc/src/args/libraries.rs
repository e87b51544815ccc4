//! Rejects options that contradict what a library is.

use super::{Action, CommandLine};
use crate::options::ValidatorVersion;
use hlslc_base::Stage;
use hlslc_base::target::ShaderModel;

impl CommandLine {
    /// Rejects a validator for libraries that none knows, in DXC's words, which clients look for.
    pub(super) fn check_libraries_without_validator(&mut self) {
        let library = self.options.target.filter(|target| target.stage == Stage::Library);
        let Some(model) = library.map(|target| target.model) else { return };
        let has_validator = self.options.validator.is_some_and(ValidatorVersion::validates);
        if model == ShaderModel::OFFLINE && has_validator {
            let why = "Offline library profile cannot be used with non-zero -validator-version.";
            self.errors.push(why.to_owned());
        } else if model < ShaderModel::FIRST_OF_LIBRARIES && !self.options.skip_validation {
            self.errors.push("Must disable validation for unsupported lib_6_1 or lib_6_2 targets.".to_owned());
        } else if model < ShaderModel::FIRST_OF_LIBRARIES && has_validator {
            let why = "-validator-version cannot be used with library profiles lib_6_1 or lib_6_2.";
            self.errors.push(why.to_owned());
        }
    }

    /// Rejects the export options for anything but libraries.
    pub(super) fn check_library_options(&mut self) {
        let library = &self.options.library;
        if self.options.target.is_none_or(|target| target.stage == Stage::Library) {
            return;
        }
        let is_linking = self.action == Action::Link;
        let given = [
            (!library.exports.is_empty(), "-exports"),
            (library.shaders_only, "-export-shaders-only"),
            // Sources that are linked are compiled as libraries.
            (library.default_external.is_some() && !is_linking, "-default-linkage"),
        ];
        for (_, option) in given.into_iter().filter(|row| row.0) {
            self.errors.push(format!("option `{option}` is for libraries: compile with a profile such as lib_6_6"));
        }
    }
}

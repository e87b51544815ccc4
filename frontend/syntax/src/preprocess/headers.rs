//! Provides built-in headers, which `#include <…>` finds if no file has that name.
//!
//! Input: a path as written in angle brackets. Output: the text under a name that no file has. Their source is HLSL like any other,
//! and lies in `frontend/syntax/headers`.

use hlslc_base::source::IncludedFile;

/// The prefix of the names of all such files.
const PREFIX: &str = "<built-in>/";

/// (path, text).
const HEADERS: [(&str, &str); 8] = [
    ("enable_if", include_str!("../../headers/enable_if")),
    ("limits", include_str!("../../headers/limits")),
    ("type_traits", include_str!("../../headers/type_traits")),
    ("vector_utils", include_str!("../../headers/vector_utils")),
    ("dx/linalg.h", include_str!("../../headers/dx/linalg.h")),
    ("vk/spirv.h", include_str!("../../headers/vk/spirv.h")),
    ("vk/opcode_selector.h", include_str!("../../headers/vk/opcode_selector.h")),
    ("vk/khr/cooperative_matrix.h", include_str!("../../headers/vk/khr/cooperative_matrix.h")),
];

/// The header of this path.
pub(super) fn find(path: &str) -> Option<IncludedFile> {
    let path = path.replace('\\', "/");
    let (path, text) = HEADERS.iter().find(|row| row.0 == path)?;
    Some(IncludedFile { name: format!("{PREFIX}{path}"), bytes: text.as_bytes().to_vec() })
}

/// Whether a file is one of these: nothing on a disk, so nothing to depend on.
pub(super) fn is_built_in(name: &str) -> bool {
    name.starts_with(PREFIX)
}

//! Defines the predefined macros: those of dxc, and those whose value depends on their place.

use crate::options::PreprocessOptions;
use hlslc_base::target::Stage;
use std::fmt::{Display, Write as _};
use std::sync::LazyLock;

/// Macros computed at each use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Line,
    File,
    BaseFile,
    Counter,
    IncludeLevel,
    Date,
    Time,
    Timestamp,
}

/// Name of each computed macro.
pub(super) const BUILTINS: [(&str, Builtin); 8] = [
    ("__LINE__", Builtin::Line),
    ("__FILE__", Builtin::File),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__COUNTER__", Builtin::Counter),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__DATE__", Builtin::Date),
    ("__TIME__", Builtin::Time),
    ("__TIMESTAMP__", Builtin::Timestamp),
];

/// Value of each macro that does not depend on options.
const CONSTANTS: [(&str, &str); 16] = [
    ("__hlsl_dx_compiler", "1"),
    ("__DXC_VERSION_MAJOR", "1"),
    ("__DXC_VERSION_MINOR", "7"),
    ("__DXC_VERSION_RELEASE", "0"),
    ("__DXC_VERSION_COMMITS", "0"),
    ("__clang__", "1"),
    ("__clang_major__", "3"),
    ("__clang_minor__", "7"),
    ("__llvm__", "1"),
    ("__GNUC__", "4"),
    ("__GXX_ABI_VERSION", "1002"),
    ("__VERSION__", "\"4.2.1 Compatible\""),
    ("__FLT_MAX__", "3.40282347e+38F"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__LITTLE_ENDIAN__", "1"),
];

/// Name of the macro that holds the number of each stage.
const STAGES: [(&str, Stage); 9] = [
    ("__SHADER_STAGE_VERTEX", Stage::Vertex),
    ("__SHADER_STAGE_PIXEL", Stage::Pixel),
    ("__SHADER_STAGE_GEOMETRY", Stage::Geometry),
    ("__SHADER_STAGE_HULL", Stage::Hull),
    ("__SHADER_STAGE_DOMAIN", Stage::Domain),
    ("__SHADER_STAGE_COMPUTE", Stage::Compute),
    ("__SHADER_STAGE_AMPLIFICATION", Stage::Amplification),
    ("__SHADER_STAGE_MESH", Stage::Mesh),
    ("__SHADER_STAGE_LIBRARY", Stage::Library),
];

/// The definitions that are the same for all options.
static FIXED: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    for (name, value) in CONSTANTS {
        define(&mut text, name, value);
    }
    for (name, stage) in STAGES {
        define(&mut text, name, stage as u8);
    }
    text
});

/// The prefix of a line of the built-in text.
const DEFINE: &str = "#define ";

fn define(text: &mut String, name: &str, value: impl Display) {
    let _ = writeln!(text, "{DEFINE}{name} {value}");
}

/// The names that such a text defines, and where in it each stands.
pub(super) fn names(text: &str) -> impl Iterator<Item = (&str, u32)> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let at = start;
        start += line.len();
        let (name, _) = line.strip_prefix(DEFINE)?.split_once(' ')?;
        Some((name, (at + DEFINE.len()) as u32))
    })
}

/// The definitions as text, as if they stood in a file.
pub(super) fn predefined_text(options: &PreprocessOptions) -> String {
    let mut text = FIXED.clone();
    define(&mut text, "__HLSL_VERSION", options.language.number());
    define(&mut text, "__SHADER_TARGET_STAGE", options.stage as u8);
    define(&mut text, "__SHADER_TARGET_MAJOR", options.shader_model.0);
    define(&mut text, "__SHADER_TARGET_MINOR", options.shader_model.1);
    if let Some((major, minor)) = options.spirv {
        define(&mut text, "__spirv__", 1);
        define(&mut text, "__SPIRV_MAJOR_VERSION__", major);
        define(&mut text, "__SPIRV_MINOR_VERSION__", minor);
    }
    if options.native_16bit {
        define(&mut text, "__HLSL_ENABLE_16_BIT", 1);
    }
    text
}

/// The `-D` options as text. A line break in one would be a directive of its own, so it becomes a space.
pub(super) fn command_line_text(options: &PreprocessOptions) -> String {
    let mut text = String::new();
    for define in &options.defines {
        let line = format!("#define {} {}", define.name, define.value).replace(['\n', '\r'], " ");
        text.push_str(&line);
        text.push('\n');
    }
    text
}

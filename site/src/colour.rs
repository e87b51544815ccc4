//! Colours listings: each language is a row of [`LANGUAGES`].
//!
//! Input: the language that a listing names, and its text. Output: HTML in which words have a class for what they are. It is a lexer and
//! no parser, so it takes every text.

use std::fmt::Write as _;

use hlslc_prose::escaped;

/// What a language colours.
struct Language {
    /// The words after the fence of a listing.
    names: &'static [&'static str],
    /// What begins a comment that ends with its line.
    comments: &'static [&'static str],
    /// Whether `/*` begins a comment.
    has_blocks: bool,
    /// Whether `%name`, `@name` and `!name` are values, globals and metadata.
    has_sigils: bool,
    /// Whether `#name` at the beginning of a line is a directive.
    has_directives: bool,
    /// Keywords.
    words: &'static [&'static str],
    /// Names of types without numbers after them.
    types: &'static [&'static str],
}

const NOTHING: Language = Language {
    names: &[],
    comments: &[],
    has_blocks: false,
    has_sigils: false,
    has_directives: false,
    words: &[],
    types: &[],
};

/// The languages of listings.
const LANGUAGES: &[Language] = &[
    Language {
        names: &["hlsl"],
        comments: &["//"],
        has_blocks: true,
        has_directives: true,
        words: HLSL_WORDS,
        types: HLSL_TYPES,
        ..NOTHING
    },
    Language {
        names: &["llvm"],
        comments: &[";"],
        has_sigils: true,
        words: &[
            "define",
            "declare",
            "input",
            "output",
            "global",
            "constant",
            "resource",
            "entry",
            "ret",
            "br",
            "switch",
            "label",
            "call",
            "load",
            "store",
            "alloca",
            "gep",
            "select",
            "extractvalue",
            "insertvalue",
            "bitcast",
            "variable",
            "type",
            "target",
            "count",
            "space",
            "register",
            "cond_br",
            "phi",
            "unreachable",
            "attributes",
            "nounwind",
            "readnone",
            "readonly",
            "null",
            "undef",
            "zeroinitializer",
        ],
        types: &["void", "float", "double", "half", "ptr", "label"],
        ..NOTHING
    },
    Language {
        names: &["rust"],
        comments: &["//"],
        has_blocks: true,
        words: &[
            "use", "let", "mut", "fn", "pub", "struct", "enum", "impl", "match", "if", "else", "for", "in", "return",
            "const", "static",
        ],
        types: &["Vec", "Option", "Result", "String", "str", "u8", "u32", "usize", "bool"],
        ..NOTHING
    },
    Language {
        names: &["c", "cpp", "h"],
        comments: &["//"],
        has_blocks: true,
        has_directives: true,
        words: &[
            "if", "else", "for", "while", "return", "const", "struct", "enum", "typedef", "static", "sizeof", "extern",
            "NULL",
        ],
        types: &["void", "int", "char", "size_t", "uint32_t", "uint8_t", "bool", "float"],
        ..NOTHING
    },
    Language { names: &["sh", "bash"], comments: &["#"], ..NOTHING },
    Language { names: &["yaml", "yml", "toml", "cmake"], comments: &["#"], words: &["true", "false"], ..NOTHING },
    Language { names: &["json"], words: &["true", "false", "null"], ..NOTHING },
    Language {
        names: &["js", "mjs", "ts"],
        comments: &["//"],
        has_blocks: true,
        words: &["const", "let", "import", "from", "await", "new", "return", "function", "if", "else", "for", "of"],
        ..NOTHING
    },
    Language {
        names: &["py"],
        comments: &["#"],
        words: &["import", "from", "def", "return", "with", "as", "for", "in", "if", "else"],
        ..NOTHING
    },
];

/// The keywords of HLSL, for the editor of the first page as well.
pub(crate) const HLSL_WORDS: &[&str] = &[
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "discard",
    "struct",
    "class",
    "enum",
    "namespace",
    "typedef",
    "using",
    "template",
    "typename",
    "cbuffer",
    "tbuffer",
    "static",
    "const",
    "groupshared",
    "globallycoherent",
    "in",
    "out",
    "inout",
    "uniform",
    "precise",
    "nointerpolation",
    "linear",
    "centroid",
    "sample",
    "row_major",
    "column_major",
    "register",
    "packoffset",
    "inline",
    "export",
    "triangle",
    "point",
    "line",
    "vertices",
    "indices",
    "primitives",
    "payload",
    "true",
    "false",
    "this",
    "operator",
    "numthreads",
    "unroll",
    "loop",
    "branch",
    "flatten",
    "shader",
];

/// Types of HLSL without the numbers of their components, and the beginnings of names of objects.
pub(crate) const HLSL_TYPES: &[&str] = &[
    "void",
    "bool",
    "int",
    "uint",
    "dword",
    "half",
    "float",
    "double",
    "min16float",
    "min16int",
    "min16uint",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "float16_t",
    "float32_t",
    "float64_t",
    "vector",
    "matrix",
    "string",
    "Texture1D",
    "Texture2D",
    "Texture3D",
    "TextureCube",
    "Texture1DArray",
    "Texture2DArray",
    "TextureCubeArray",
    "Texture2DMS",
    "RWTexture1D",
    "RWTexture2D",
    "RWTexture3D",
    "RWTexture2DArray",
    "Buffer",
    "RWBuffer",
    "StructuredBuffer",
    "RWStructuredBuffer",
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "ByteAddressBuffer",
    "RWByteAddressBuffer",
    "ConstantBuffer",
    "SamplerState",
    "SamplerComparisonState",
    "RaytracingAccelerationStructure",
    "RayDesc",
    "RayQuery",
    "TriangleStream",
    "PointStream",
    "LineStream",
    "InputPatch",
    "OutputPatch",
];

/// A listing with its colours.
pub(crate) fn coloured(language: &str, text: &str) -> String {
    let is_ir = language == "text"
        && text.lines().any(|line| line.starts_with("define ") || line.trim_start().starts_with('%'));
    let language = if is_ir { "llvm" } else { language };
    match LANGUAGES.iter().find(|row| row.names.contains(&language)) {
        Some(row) => row.colour(text),
        None => escaped(text),
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl Language {
    fn colour(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() * 2);
        let mut rest = text;
        let mut begins_line = true;
        while let Some(first) = rest.chars().next() {
            let (class, length) = self.token(rest, first, begins_line);
            // No token is empty, and each ends between two letters.
            let (token, after) = rest.split_at(length);
            match class {
                "" => out.push_str(&escaped(token)),
                class => {
                    let _ = write!(out, "<i class=\"{class}\">{}</i>", escaped(token));
                }
            }
            begins_line = first == '\n' || begins_line && first.is_whitespace();
            rest = after;
        }
        out
    }

    /// The class and the length of the first token of a text.
    fn token(&self, rest: &str, first: char, begins_line: bool) -> (&'static str, usize) {
        let until =
            |stop: &dyn Fn(char) -> bool, from: usize| rest[from..].find(stop).map_or(rest.len(), |at| from + at);
        if self.comments.iter().any(|start| rest.starts_with(start)) {
            return ("c", until(&|letter| letter == '\n', 0));
        }
        if self.has_blocks && rest.starts_with("/*") {
            return ("c", rest[2..].find("*/").map_or(rest.len(), |at| at + 4));
        }
        if first == '"' {
            let end = rest[1..].find(['"', '\n']).map_or(rest.len(), |at| at + 1);
            return ("s", if rest[end..].starts_with('"') { end + 1 } else { end });
        }
        if self.has_directives && begins_line && first == '#' {
            return ("g", until(&|letter| !is_of_name(letter), 1));
        }
        if self.has_sigils && matches!(first, '%' | '@' | '!') {
            let end = until(&|letter| !is_of_name(letter) && !matches!(letter, '.' | '#' | '-'), 1);
            return (if first == '%' { "v" } else { "g" }, end);
        }
        if first.is_ascii_digit() {
            return ("n", until(&|letter| !is_of_name(letter) && letter != '.', 0));
        }
        if is_of_name(first) {
            let end = until(&|letter| !is_of_name(letter), 0);
            return (self.word(&rest[..end]), end);
        }
        ("", first.len_utf8())
    }

    fn word(&self, word: &str) -> &'static str {
        // `float4x4` is of the type `float`, and `i32` is a type of its own.
        let plain = word.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == 'x');
        let is_integer = self.has_sigils && plain == "i" && word.len() > 1;
        if self.words.contains(&word) || self.has_sigils && word.starts_with("Op") && word.len() > 3 {
            "k"
        } else if self.types.contains(&word) || self.types.contains(&plain) || is_integer {
            "t"
        } else if word.len() > 3 && word[..word.len().min(3)].eq_ignore_ascii_case("sv_") {
            "g"
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_hlsl_are_those_of_the_compiler() {
        use hlslc_syntax::words::{Word, word};
        // Attributes are names to the grammar.
        const ATTRIBUTES: [&str; 6] = ["numthreads", "unroll", "loop", "branch", "flatten", "shader"];
        for text in HLSL_WORDS.iter().filter(|text| !ATTRIBUTES.contains(text)) {
            assert!(!matches!(word(text), Word::Plain | Word::Type), "`{text}` is no word of the language");
        }
        for text in HLSL_TYPES {
            assert_eq!(word(text), Word::Type, "`{text}` is no type of the language");
        }
    }

    #[test]
    fn words_have_the_class_of_what_they_are() {
        for (language, text, wanted) in [
            ("hlsl", "float4x4 a; // <b>", "<i class=\"t\">float4x4</i> a; <i class=\"c\">// &lt;b&gt;</i>"),
            ("hlsl", "#define N 1.5f\n", "<i class=\"g\">#define</i> N <i class=\"n\">1.5f</i>\n"),
            ("hlsl", "/* a", "<i class=\"c\">/* a</i>"),
            ("hlsl", "Ü : SV_Target", "Ü : <i class=\"g\">SV_Target</i>"),
            ("llvm", "%v1 = load i32", "<i class=\"v\">%v1</i> = <i class=\"k\">load</i> <i class=\"t\">i32</i>"),
            ("text", "define x", "<i class=\"k\">define</i> x"),
            ("text", "a < 1", "a &lt; 1"),
            ("json", "{\"a\": \"b", "{<i class=\"s\">&quot;a&quot;</i>: <i class=\"s\">&quot;b</i>"),
        ] {
            assert_eq!(coloured(language, text), wanted);
        }
    }
}

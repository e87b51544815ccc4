//! Lists the intended differences between hlslc and DXC over the table of attributes, with reasons.

/// A difference on purpose.
#[derive(Debug)]
pub struct Known {
    /// The part of the table.
    pub part: &'static str,
    /// Which cases, where `*` stands for anything and `?` for one letter.
    pub cases: &'static str,
    /// How they differ: the word of [`Found::reported`](super::Found::reported).
    pub how: &'static str,
    /// What is informed of it, or a part of that.
    pub reported: &'static str,
    /// Why.
    pub why: &'static str,
}

impl Known {
    /// Whether it is this difference.
    pub fn explains(&self, case: &str, how: &str, reported: &str) -> bool {
        self.how == how && reported.contains(self.reported) && fits(self.cases, case)
    }
}

/// The rows.
pub const ROWS: &[Known] = &[
    Known {
        part: "places",
        cases: "ext_capability on *",
        how: "differs",
        reported: "capabilities:\n+ 11\n",
        why: "what the source asks for by its number stays, though the shader could do without; DXC takes away what it finds no use of",
    },
    Known {
        part: "places",
        cases: "post_depth_coverage on functions",
        how: "differs",
        reported: "modes:\n+ 9 []",
        why: "what is covered behind the tests is known early only with EarlyFragmentTests",
    },
    Known {
        part: "places",
        cases: "ext_builtin_output on global variables",
        how: "differs",
        reported: "modes:\n+ 5027 []",
        why: "a shader that writes a reference says StencilRefReplacingEXT",
    },
    Known {
        part: "places",
        cases: "ext_* on `cbuffer` and `tbuffer`",
        how: "only DXC rejects",
        reported: "only applies to functions",
        why: "a block of constants may ask for what it needs as any other variable may",
    },
    Known {
        part: "places",
        cases: "vk::SpirvOpaqueType",
        how: "only DXC rejects",
        reported: "decorated with DescriptorSet multiple times",
        why: "DXC gives the variable a set and a binding of its own beside those that the source decorates it with",
    },
    Known {
        part: "places",
        cases: "vk::Literal",
        how: "only DXC rejects",
        reported: "decorated with DescriptorSet multiple times",
        why: "DXC gives the variable a set and a binding of its own beside those that the source decorates it with",
    },
    Known {
        part: "places",
        cases: "vk::ext_result_id",
        how: "only DXC rejects",
        reported: "cannot convert",
        why: "what an instruction gives is of the type that it is the result id of",
    },
    Known {
        part: "places",
        cases: "builtin on parameters",
        how: "only DXC rejects",
        reported: "PointSize builtin must be of float type",
        why: "an `out` parameter of type float is of type float; DXC sees a reference",
    },
    Known {
        part: "places",
        cases: "ext_builtin_input on parameters",
        how: "only hlslc rejects",
        reported: "means nothing here",
        why: "DXC says nothing, and reads no built-in",
    },
    Known {
        part: "resources",
        cases: "[[vk::ext_capability(11)]] on *",
        how: "differs",
        reported: "capabilities:\n+ 11\n",
        why: "what the source asks for by its number stays, though the shader could do without; DXC takes away what it finds no use of",
    },
    Known {
        part: "resources",
        cases: "*CubeArray*",
        how: "differs",
        reported: "capabilities:\n+ 45",
        why: "an array of cubes that are sampled needs SampledCubeArray, which DXC does not say",
    },
    Known {
        part: "resources",
        cases: "*CUBEArray<*",
        how: "differs",
        reported: "capabilities:\n+ 45",
        why: "an array of cubes that are sampled needs SampledCubeArray, which DXC does not say",
    },
    Known {
        part: "resources",
        cases: "*SampledTextureCUBE*",
        how: "differs",
        reported: "bindings:\n- 0.2\n+ 0.1",
        why: "DXC counts a binding too many where a cube with a sampler stands behind an array; other shapes take the next one",
    },
    Known {
        part: "resources",
        cases: "[[vk::ext_decorate(23)]] on a *number*",
        how: "differs",
        reported: "[23]",
        why: "a number outside of buffers is a member of $Globals, and that member is decorated, not the whole block",
    },
    Known {
        part: "resources",
        cases: "*RWTexture2DMS*",
        how: "only DXC rejects",
        reported: "UniformConstant",
        why: "DXC has no type for a writable texture with samples",
    },
    Known {
        part: "resources",
        cases: "[[vk::image_format(*)]] on RWTexture2DMS*",
        how: "only DXC rejects",
        reported: "only applies to RWTextures",
        why: "a writable texture with samples is a writable texture",
    },
    Known {
        part: "resources",
        cases: "*counter_binding(8)]] on RasterizerOrderedStructuredBuffer*",
        how: "only DXC rejects",
        reported: "only applies to RWStructuredBuffers",
        why: "a rasterizer-ordered structured buffer has a counter, and that has a binding",
    },
    Known {
        part: "resources",
        cases: "[[vk::input_attachment_index(3)]] on SubpassInput*[3]",
        how: "only DXC rejects",
        reported: "only applies to SubpassInput",
        why: "Vulkan has arrays of attachments, which take one index after the other",
    },
    Known {
        part: "resources",
        cases: "[[vk::ext_capability(11)]] on ?buffer",
        how: "only DXC rejects",
        reported: "only applies to functions",
        why: "a block of constants may ask for what it needs as any other variable may",
    },
    Known {
        part: "resources",
        cases: "[[vk::push_constant]] on ConstantBuffer<S>",
        how: "differs",
        reported: "push constants:\n+ ",
        why: "what is to be kept is kept; DXC keeps push constants without optimisation alone",
    },
    Known {
        part: "resources",
        cases: "[[vk::push_constant]] on *",
        how: "only hlslc rejects",
        reported: "is for structs of numbers and ConstantBuffer",
        why: "DXC says nothing, and binds the resource as if nothing were written",
    },
    Known {
        part: "resources",
        cases: "[[vk::shader_record_ext]] on *",
        how: "only hlslc rejects",
        reported: "is for ray shaders",
        why: "DXC says nothing as long as nothing uses it; where it is used, it writes a module that is not valid",
    },
    Known {
        part: "elements",
        cases: "*, pixel in",
        how: "differs",
        reported: "types of the interface:\n- in ",
        why: "what is said of the interpolation of a parameter holds for its members too, as in DXIL; DXC keeps it for numbers alone",
    },
    Known {
        part: "elements",
        cases: "* out",
        how: "differs",
        reported: "types of the interface:\n- out ",
        why: "integers are flat where they leave as where they come in; DXC says it of some outputs alone, and nobody looks at it there",
    },
    Known {
        part: "elements",
        cases: "[[vk::builtin(\"HelperInvocation\")]] on *",
        how: "differs",
        reported: "+ in built-in 23",
        why: "`discard` ends an invocation, nothing is demoted: the built-in says the same as the instruction and needs no capability",
    },
    Known {
        part: "elements",
        cases: "[[vk::builtin(\"DrawIndex\")]] on *",
        how: "differs",
        reported: "+ in built-in 4426: u32",
        why: "the number of the draw is read by an operation, which has no sign",
    },
    Known {
        part: "elements",
        cases: "post_depth_coverage on *",
        how: "differs",
        reported: "+ 9 []",
        why: "what is covered behind the tests is known early only with EarlyFragmentTests",
    },
    Known {
        part: "elements",
        cases: "* on a pixel shader *",
        how: "differs",
        reported: "modes:\n+ 5027 []",
        why: "a shader that writes a reference says StencilRefReplacingEXT",
    },
    Known {
        part: "elements",
        cases: "[[vk::ext_decorate(14)]] on *, vertex in",
        how: "invalid to both",
        reported: "[VUID-StandaloneSpirv-Flat-06202]",
        why: "what the source says by its number is taken as it stands: hlslc knows no rules of single decorations",
    },
    Known {
        part: "elements",
        cases: "[[vk::ext_decorate(30, 2)]] on depth",
        how: "invalid to both",
        reported: "[VUID-StandaloneSpirv-Location-04915]",
        why: "what the source says by its number is taken as it stands: hlslc knows no rules of single decorations",
    },
    Known {
        part: "elements",
        cases: "[[vk::ext_decorate_string(*)]] on a target as a member",
        how: "only DXC rejects",
        reported: "partial explicit stage",
        why: "elements without a location take what the others leave free",
    },
    Known {
        part: "elements",
        cases: "[[vk::location(*",
        how: "only DXC rejects",
        reported: "partial explicit stage",
        why: "elements without a location take what the others leave free",
    },
    Known {
        part: "elements",
        cases: "[[vk::builtin(\"PointSize\")]] on a parameter*",
        how: "only DXC rejects",
        reported: "PointSize builtin must be of float type",
        why: "an `out` parameter of type float is of type float; DXC sees a reference",
    },
    Known {
        part: "elements",
        cases: "[[vk::builtin(\"ViewportMaskNV\")]] on a member, mesh primitives out",
        how: "only DXC rejects",
        reported: "generated SPIR-V is invalid",
        why: "DXC forgets the capability",
    },
    Known {
        part: "elements",
        cases: "* on a vertex shader",
        how: "only hlslc rejects",
        reported: "is for pixel shaders",
        why: "DXC says nothing and does nothing",
    },
    Known {
        part: "elements",
        cases: "* on a compute shader",
        how: "only hlslc rejects",
        reported: "is for pixel shaders",
        why: "DXC says nothing and does nothing",
    },
    Known {
        part: "blocks",
        cases: "* in shader record*",
        how: "differs",
        reported: "capabilities:\n+ 4433",
        why: "16-bit numbers in a record ask for the access to memory of 16 bits that all other blocks ask for",
    },
    Known {
        part: "blocks",
        cases: "offsets that fall in *",
        how: "differs",
        reported: "resources:",
        why: "an element ends where its last member does, not where the member declared last does",
    },
    Known {
        part: "blocks",
        cases: "row_major float2x3 in * dx-layout",
        how: "invalid to both",
        reported: "overlaps previous member",
        why: "a matrix of Direct3D's layout ends in the middle of its last row, where the next member stands: SPIR-V cannot say so",
    },
    Known {
        part: "blocks",
        cases: "constant_id on *",
        how: "only DXC rejects",
        reported: "unsupported specialization constant type",
        why: "SPIR-V has constants of every scalar type",
    },
    Known {
        part: "blocks",
        cases: "constant_id of a static",
        how: "only DXC rejects",
        reported: "must be externally visible",
        why: "`static` says nothing of who gives the value",
    },
    Known {
        part: "blocks",
        cases: "float1x3 in TextureBuffer dx-layout",
        how: "only DXC rejects",
        reported: "missing DescriptorSet",
        why: "DXC forgets the binding of a buffer that it lays out again",
    },
    Known {
        part: "blocks",
        cases: "* in shader record",
        how: "only hlslc rejects",
        reported: "is no multiple of 4",
        why: "no device reads a number across its alignment; DXC says so of other blocks, in the words of a validator",
    },
    Known {
        part: "blocks",
        cases: "constant_id twice of two types",
        how: "only hlslc rejects",
        reported: "and `int` elsewhere",
        why: "one number stands for one value of one type",
    },
    Known {
        part: "options",
        cases: "-fcgl on *",
        how: "differs",
        reported: "capabilities:\n- ",
        why: "without its optimiser DXC lists capabilities for all that some shader might need",
    },
    Known {
        part: "options",
        cases: "-fvk-use-dx-layout on a vertex shader",
        how: "only DXC rejects",
        reported: "generated SPIR-V is invalid",
        why: "DXC takes a truth value in memory for one in a register",
    },
    Known {
        part: "options",
        cases: "-Gis on a compute shader",
        how: "only DXC rejects",
        reported: "In Logical addressing",
        why: "DXC leaves a pointer to a resource of the heap in a variable where it may not fold floats",
    },
    Known {
        part: "options",
        cases: "-denorm ftz on a compute shader",
        how: "only DXC rejects",
        reported: "In Logical addressing",
        why: "DXC leaves a pointer to a resource of the heap in a variable where it may not fold floats",
    },
    Known {
        part: "wrong",
        cases: "* with a negative number",
        how: "only hlslc rejects",
        reported: "must not have a negative argument",
        why: "no number of SPIR-V is negative; DXC takes 4294967295",
    },
    Known {
        part: "wrong",
        cases: "ext_decorate_id with a string",
        how: "only hlslc rejects",
        reported: "must have a numeric constant",
        why: "DXC takes a string for a number",
    },
    Known {
        part: "wrong",
        cases: "image_format with an unknown word",
        how: "only hlslc rejects",
        reported: "is no format of an image",
        why: "DXC says nothing and takes the format of the texels",
    },
];

/// Whether a pattern fits a text: `*` stands for anything, `?` for one letter.
fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut next) = (0, 0);
    // Where the last `*` stands, and what of the text it has taken.
    let mut star: Option<(usize, usize)> = None;
    while next < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, next));
                at += 1;
            }
            Some(&letter) if letter == '?' || letter == text[next] => (at, next) = (at + 1, next + 1),
            _ => {
                let Some((back, taken)) = star else { return false };
                star = Some((back, taken + 1));
                (at, next) = (back + 1, taken + 1);
            }
        }
    }
    pattern[at..].iter().all(|&letter| letter == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_stand_for_names() {
        assert!(!fits("a *, b*", "a, x, b c"));
        assert!(fits("a*, b*", "a, x, b c"));
        assert!(fits("?buffer", "tbuffer"));
        assert!(!fits("?buffer", "buffer"));
        assert!(fits("* out", "vertex out"));
    }
}

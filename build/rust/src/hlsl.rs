/// What shaders have in common: types of the constants, and how values lie in buffers.
pub mod hlsl {
    /// A shader.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Shader {
        /// The container, or the words of the SPIR-V module as bytes.
        pub bytes: &'static [u8],
        /// The entry point.
        pub entry: &'static str,
        /// The profile that it was compiled for.
        pub profile: &'static str,
        /// Threads of a group, for a stage that has groups.
        pub threads: Option<[u32; 3]>,
        /// The bindings.
        pub bindings: &'static [Binding],
        /// The inputs.
        pub inputs: &'static [Element],
        /// The outputs.
        pub outputs: &'static [Element],
    }

    /// The kind of a binding: the letter of its register.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Class {
        /// `b`: constants.
        Constants,
        /// `t`: what is read.
        Read,
        /// `u`: what is written as well.
        Write,
        /// `s`: a sampler.
        Sampler,
    }

    /// A resource or an array of resources.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Binding {
        /// Its name.
        pub name: &'static str,
        /// The kind of its registers.
        pub class: Class,
        /// Its type: `Texture2D` and the like, or for SPIR-V the type of its descriptors, `VK_DESCRIPTOR_TYPE_SAMPLER` and the like.
        pub kind: &'static str,
        /// The first register, or the binding of Vulkan.
        pub register: u32,
        /// The register space, or the descriptor set.
        pub space: u32,
        /// The number of registers; none if it is unbounded.
        pub count: Option<u32>,
        /// Bytes from an element of a structured buffer to the next.
        pub stride: Option<u32>,
    }

    /// An element of a signature: an input or an output.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Element {
        /// The semantic without its index; for SPIR-V without reflection the name of the variable.
        pub semantic: &'static str,
        /// The index of the semantic.
        pub index: u32,
        /// The register, or the location; none for a system value that has none.
        pub location: Option<u32>,
        /// The type of a component: `float` and the like.
        pub component: &'static str,
        /// The components, a bit each from the lowest on.
        pub mask: u8,
        /// Whether it is a system value.
        pub is_system_value: bool,
    }

    /// Something with a place in a buffer.
    pub trait Write {
        /// Writes it to the start of these bytes.
        fn write(&self, out: &mut [u8]);
    }

    macro_rules! numbers {
        ($($number:ty),*) => {
            $(impl Write for $number {
                fn write(&self, out: &mut [u8]) {
                    out[..size_of::<Self>()].copy_from_slice(&self.to_le_bytes());
                }
            })*
        };
    }
    numbers!(f32, f64, i16, u16, i32, u32, i64, u64);

    /// Writes elements with this many bytes from one to the next.
    pub fn array<T>(values: &[T], stride: usize, out: &mut [u8], one: impl Fn(&T, &mut [u8])) {
        for (at, value) in values.iter().enumerate() {
            one(value, &mut out[at * stride..]);
        }
    }

    /// The words of a SPIR-V module.
    pub const fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
        let mut words = [0; N];
        let mut at = 0;
        while at < N {
            words[at] = u32::from_le_bytes([bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]]);
            at += 1;
        }
        words
    }
}

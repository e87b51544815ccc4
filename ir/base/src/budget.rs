//! Defines limits on work that a small input can multiply: one row for each, with its name on the command line, its
//! default and what it counts. Each is spent by one stage, which reports one error that names it when it runs out,
//! instead of running on.

/// The name of a budget, its default, and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Its name, as `-budget NAME=N` has it.
    pub name: &'static str,
    /// The default limit.
    pub default: u64,
    /// The counted unit.
    pub counts: &'static str,
}

macro_rules! budgets {
    ($($(#[doc = $doc:literal])* $field:ident: $number:ty = $default:expr, $name:literal;)*) => {
        /// Limits of one compilation. The defaults are far above what real shaders use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Budgets {
            $($(#[doc = $doc])* pub $field: $number,)*
        }

        impl Default for Budgets {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl Budgets {
            /// All of them.
            pub const ROWS: &'static [Budget] =
                &[$(Budget { name: $name, default: $default as u64, counts: concat!($($doc),*) },)*];

            /// The maximum number of reported errors: 0 is no limit.
            pub fn error_limit(&self) -> usize {
                if self.errors == 0 { usize::MAX } else { self.errors as usize }
            }

            /// Gives a budget another size. The error says what can be given.
            pub fn set(&mut self, name: &str, size: u64) -> Result<(), String> {
                match name {
                    $($name => {
                        self.$field = <$number>::try_from(size)
                            .map_err(|_| format!("{size} is too much: at most {}", <$number>::MAX))?;
                    })*
                    _ => {
                        let names: Vec<&str> = Self::ROWS.iter().map(|row| row.name).collect();
                        let close = crate::suggest::nearest(name, names.iter().copied());
                        return Err(match close {
                            Some(close) => format!("there is no budget `{name}`; did you mean `{close}`?"),
                            None => format!("there is no budget `{name}`: use {}", names.join(", ")),
                        });
                    }
                }
                Ok(())
            }
        }
    };
}

budgets! {
    /// Depth of nested `#include`s
    include_depth: u32 = 200, "include-depth";
    /// `#include`s in total
    includes: u32 = 20_000, "includes";
    /// Bytes of all files, each as often as it is included, and of the text that macros make with `#` and `##`
    source_bytes: u64 = 64 << 20, "source-bytes";
    /// Tokens of the whole source, macros expanded
    tokens: u32 = 2_000_000, "tokens";
    /// Tokens that macro expansion may produce in total
    expanded_tokens: u32 = 5_000_000, "expanded-tokens";
    /// Depth of nested parentheses, blocks, types, array extents and initialisers
    nesting: u32 = 256, "nesting";
    /// Template instantiations in total
    instantiations: u32 = 20_000, "instantiations";
    /// Depth of template instantiations that need each other
    instantiation_depth: u32 = 128, "instantiation-depth";
    /// Arguments that calls leave out, those of default arguments among them
    default_arguments: u32 = 1 << 14, "default-arguments";
    /// Arms of one `switch` or of one chain of `else if`
    arms: u32 = 32_768, "arms";
    /// Depth of calls, all of which are inlined into the entry point
    call_depth: u32 = 8192, "call-depth";
    /// Steps of constant evaluation
    const_steps: u32 = 5_000_000, "const-steps";
    /// Scalars in one type, arrays and structs flattened
    type_scalars: u32 = 1 << 26, "type-scalars";
    /// Members of one type, those of its members among them, arrays counted once
    type_members: u32 = 1 << 16, "type-members";
    /// Parts of one type that hold nothing, as structs without members
    type_empties: u32 = 1 << 15, "type-empties";
    /// Scalars of structs and arrays that one function copies whole
    copied_parts: u32 = 1 << 18, "copied-parts";
    /// Ray queries and hit objects in the variables of one function
    queries: u32 = 1 << 14, "queries";
    /// Members of all structs that hold resources, each as often as arrays have it
    resource_parts: u32 = 1 << 16, "resource-parts";
    /// Instructions of one function after inlining and unrolling
    instructions: u32 = 1_000_000, "instructions";
    /// Instructions of all functions together after inlining
    module_instructions: u32 = 2_000_000, "module-instructions";
    /// Iterations of one unrolled loop
    unroll: u32 = 4096, "unroll";
    /// Errors reported before the compiler gives up; 0 for no end
    errors: u32 = 1000, "errors";
}

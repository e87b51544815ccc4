//! Lists the results of methods in one table.

/// A result: negative values are failures.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hresult(pub i32);

/// Success, or the result that a method fails with.
pub type Done = Result<(), Hresult>;

impl Hresult {
    /// Whether it says that something failed.
    pub const fn is_failure(self) -> bool {
        self.0 < 0
    }
}

macro_rules! results {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        $($(#[$doc])* pub const $name: Hresult = Hresult(($value as u32).cast_signed());)*

        /// Every result by its name.
        #[cfg(test)]
        const ALL: &[(&str, Hresult)] = &[$((stringify!($name), $name)),*];
    };
}

results! {
    /// Success.
    S_OK = 0x0000_0000;
    /// Success, with the answer no.
    S_FALSE = 0x0000_0001;
    /// The method does not exist here.
    E_NOTIMPL = 0x8000_4001;
    /// The object has not the interface.
    E_NOINTERFACE = 0x8000_4002;
    /// A pointer is null.
    E_POINTER = 0x8000_4003;
    /// Unspecified: of a compilation, that the shader has errors.
    E_FAIL = 0x8000_4005;
    /// An index is out of bounds.
    E_BOUNDS = 0x8000_000b;
    /// The class is not known.
    REGDB_E_CLASSNOTREG = 0x8004_0154;
    /// No memory.
    E_OUTOFMEMORY = 0x8007_000e;
    /// An argument is wrong.
    E_INVALIDARG = 0x8007_0057;
    /// The object is not ready for the call.
    E_NOT_VALID_STATE = 0x8007_139f;
    /// Two semantics at one place.
    DXC_E_OVERLAPPING_SEMANTICS = 0x80aa_0001;
    /// A file does not fit 32 bits.
    DXC_E_INPUT_FILE_TOO_LARGE = 0x80aa_0003;
    /// Not a container.
    DXC_E_INCORRECT_DXBC = 0x80aa_0004;
    /// Bytes that cannot be read.
    DXC_E_ERROR_PARSING_DXBC_BYTECODE = 0x80aa_0005;
    /// What was read breaks a rule.
    DXC_E_IR_VERIFICATION_FAILED = 0x80aa_0009;
    /// It cannot be done.
    DXC_E_NOT_SUPPORTED = 0x80aa_000b;
    /// A text is not in the encoding that it is said to be in.
    DXC_E_STRING_ENCODING_FAILED = 0x80aa_000c;
    /// The container cannot be read.
    DXC_E_CONTAINER_INVALID = 0x80aa_000d;
    /// The container has no program.
    DXC_E_CONTAINER_MISSING_DXIL = 0x80aa_000e;
    /// The metadata of the program contradicts the container.
    DXC_E_INCORRECT_DXIL_METADATA = 0x80aa_000f;
    /// The part is there.
    DXC_E_DUPLICATE_PART = 0x80aa_0011;
    /// The part is not there.
    DXC_E_MISSING_PART = 0x80aa_0012;
    /// The container contradicts itself.
    DXC_E_MALFORMED_CONTAINER = 0x80aa_0013;
    /// The root signature does not fit the shader.
    DXC_E_INCORRECT_ROOT_SIGNATURE = 0x80aa_0014;
    /// The container has no debug information.
    DXC_E_CONTAINER_MISSING_DEBUG = 0x80aa_0015;
    /// A mistake of the compiler.
    DXC_E_GENERAL_INTERNAL_ERROR = 0x80aa_0018;
}

/// What `errno` says of a file, as a result: the code of Windows that stands for a number of the system.
pub const fn of_system_error(number: i32) -> Hresult {
    Hresult((0x8007_0000_u32 | (number as u32 & 0xffff)).cast_signed())
}

/// There is no such thing: `ERROR_NOT_FOUND`, which is `ENOTSUP` for DXC on systems other than Windows.
pub const NOT_FOUND: Hresult = of_system_error(if cfg!(windows) { 1168 } else { 95 });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_failures_but_for_success_and_no_two_are_equal() {
        for (at, (name, value)) in ALL.iter().enumerate() {
            assert_eq!(value.is_failure(), !name.starts_with("S_"), "{name}");
            assert!(ALL[at + 1..].iter().all(|(_, other)| other != value), "{name} has the value of another");
        }
    }
}

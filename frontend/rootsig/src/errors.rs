//! Lists the errors in the text of a root signature.

hlslc_base::diagnostics! {
    /// A token that cannot stand where it stands.
    E1101 error unexpected_token(found: &str, expected: &str) => "root signature: expected {expected}, found {found}";
    /// The text ends too early.
    E1102 error unexpected_end(expected: &str) => "root signature: expected {expected}, but the text ends";
    /// A comma after the last element.
    W1103 warning["rootsig-trailing-comma", all] trailing_comma() => "root signature ends with a comma";
    /// A word that is no value of the enum.
    E1104 error unknown_value(what: &str, word: &str) => "unknown {what} `{word}`";
    /// A word that is no flag of the set.
    E1105 error unknown_flag(what: &str, word: &str) => "unknown {what} `{word}`";
    /// A number other than 0 among flags.
    E1106 error number_as_flag(number: &str) => "`{number}` is not a flag: the only number that is allowed as flags is 0";
    /// `flags =` with nothing after it.
    W1107 warning["rootsig-empty-flags"] empty_flags() => "no flags are given; this is read as 0";
    /// An argument given twice.
    E1108 error repeated_argument(name: &str, element: &str) => "`{name}` is given twice in one {element}";
    /// An element without register.
    E1109 error missing_register(element: &str, letter: char) => "{element} needs a register `{letter}#`";
    /// Root constants without their number.
    E1110 error missing_constant_count() => "RootConstants needs `num32BitConstants`";
    /// A register of another class.
    E1111 error wrong_register(element: &str, letter: char, found: &str) => "{element} takes a register `{letter}#`, not `{found}`";
    /// A number that needs more than 32 bits.
    E1112 error number_too_large(number: &str) => "`{number}` does not fit into 32 bits";
    /// A number that no float can hold.
    E1113 error float_out_of_range(number: &str) => "`{number}` is out of the range of a 32-bit float";
    /// Text that is no YAML.
    E1114 error yaml_syntax(message: &str) => "not valid YAML: {message}";
    /// A key that a mapping must have.
    E1115 error yaml_missing(key: &str, what: &str) => "the {what} lacks `{key}`";
    /// A key that a mapping does not have.
    E1116 error yaml_unknown_key(key: &str, what: &str) => "a {what} has no `{key}`";
    /// A key given twice.
    E1117 error yaml_repeated_key(key: &str) => "`{key}` is given twice";
    /// A value of the wrong type.
    E1118 error yaml_type(expected: &str) => "expected {expected}";
    /// A word or number that is no value of the enum.
    E1119 error yaml_unknown_value(what: &str, text: &str) => "unknown {what} `{text}`";
    /// A count that is not that of the list it counts; it is not needed.
    W1150 warning["rootsig-yaml-count"] yaml_count(key: &str, actual: usize) => "`{key}` is not the number of items, {actual}";
    /// `CBV(b0, flags=)`: unlike those of a range, the flags of a root descriptor may not be left out after the `=`.
    E1151 error flags_missing(element: &str) => "`flags=` of a root {element} needs a flag or 0";
    /// `CBV(b0, flags=0 | DATA_STATIC)`: the number says that there is no flag.
    E1152 error zero_among_flags(element: &str) => "0 must be the only flag of a root {element}: it means that there are none";
    /// `b0x1`: only the digits count.
    W1153 warning["rootsig-register-suffix"] register_suffix(found: &str, register: &str) => "`{found}` is read as `{register}`: what follows the digits is ignored";
}

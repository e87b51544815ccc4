//! Filters the options in a container, which are untrusted data: only options that access no file and have valid values
//! are accepted.
//!
//! Which options these are says a column of the table. They are taken apart as the command line is, so what is a value here is one
//! there too, and what has not the values that its row asks for is rejected.

use crate::args::find;
#[cfg(any(feature = "dxil", test))]
use crate::flags::Takes;
use crate::flags::{Flag, FromData};

/// Why an option that is carried cannot be used.
fn rejected(option: &str, why: &str) -> String {
    format!("the option `-{}` that it carries {why}", option.escape_debug())
}

const UNKNOWN: &str = "is not known";
const READS_FILES: &str = "reads a file or does something else than compiling";
const WRONG_VALUES: &str = "has not the values that it takes";

/// The words of an option that is kept as its name and its value.
#[cfg(any(feature = "dxil", test))]
pub(crate) fn words_of(name: &[u8], value: &[u8]) -> Result<Vec<String>, String> {
    let [name, value] = [name, value].map(|text| String::from_utf8_lossy(text).into_owned());
    // An input has no name.
    if name.is_empty() {
        return Ok(Vec::new());
    }
    let exact = crate::flags::spelt_like(&name).iter().find(|row| row.0 == name).map(|row| (row.1, ""));
    let (flag, glued) = exact.or_else(|| find(&name)).ok_or_else(|| rejected(&name, UNKNOWN))?;
    match flag.from_data {
        FromData::Carried => {}
        FromData::Dropped => return Ok(Vec::new()),
        FromData::Rejected => return Err(rejected(&name, READS_FILES)),
    }
    let values: Vec<String> = match flag.takes {
        Takes::Nothing | Takes::Either | Takes::Separate(_) if !glued.is_empty() => {
            return Err(rejected(&name, WRONG_VALUES));
        }
        Takes::Nothing if value.is_empty() => Vec::new(),
        Takes::Either | Takes::Separate(1) => vec![value],
        // More than one value is kept as one text.
        Takes::Separate(count) => {
            let values: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
            if values.len() != usize::from(count) {
                return Err(rejected(&name, WRONG_VALUES));
            }
            values
        }
        // DXC keeps the value as part of the name.
        Takes::Joined if glued.is_empty() || value.is_empty() => {
            let joined = format!("{name}{value}");
            // Joined, it could be the name of another option.
            if !find(&joined).is_some_and(|(found, _)| std::ptr::eq(found, flag)) {
                return Err(rejected(&name, WRONG_VALUES));
            }
            return Ok(vec![format!("-{joined}")]);
        }
        Takes::Nothing | Takes::Joined => return Err(rejected(&name, WRONG_VALUES)),
    };
    Ok(std::iter::once(format!("-{name}")).chain(values).collect())
}

/// The options among the words of a command line that are carried, as `what_of` says; those that are dropped are left out.
pub(crate) fn options_of(
    mut words: impl Iterator<Item = String>,
    what_of: impl Fn(&Flag) -> FromData,
) -> Result<Vec<String>, String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix(['-', '/']).filter(|name| !name.is_empty()) else { continue };
        let Some((flag, glued)) = find(name) else {
            // An absolute path looks like an option that nothing knows.
            if word.starts_with('/') {
                continue;
            }
            return Err(rejected(name, UNKNOWN));
        };
        let wanted = flag.further(glued);
        let values: Vec<String> = words.by_ref().take(wanted).collect();
        if values.len() != wanted {
            return Err(rejected(name, WRONG_VALUES));
        }
        match what_of(flag) {
            FromData::Carried => kept.extend(std::iter::once(format!("-{name}")).chain(values)),
            FromData::Dropped => {}
            FromData::Rejected => return Err(rejected(name, READS_FILES)),
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::all;

    #[test]
    fn options_kept_as_pairs_become_words() {
        let cases: [(&str, &str, &[&str]); 10] = [
            ("T", "cs_6_0", &["-T", "cs_6_0"]),
            ("D", "FOO=1 -P", &["-D", "FOO=1 -P"]),
            ("Zi", "", &["-Zi"]),
            ("", "a.hlsl", &[]),
            ("Fo", "a.dxo", &[]),
            ("W", "no-parentheses-equality", &["-Wno-parentheses-equality"]),
            ("Wno-parentheses-equality", "", &["-Wno-parentheses-equality"]),
            ("fspv-target-env=", "vulkan1.1", &["-fspv-target-env=vulkan1.1"]),
            ("fvk-b-shift", "10 all", &["-fvk-b-shift", "10", "all"]),
            ("setprivate", "secret.bin", &[]),
        ];
        for (name, value, words) in cases {
            let found = words_of(name.as_bytes(), value.as_bytes());
            assert_eq!(
                found.as_deref(),
                Ok(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()[..]),
                "{name}"
            );
        }
    }

    #[test]
    fn pairs_that_would_be_other_options_are_refused() {
        let cases = [
            ("T=cs_6_0", ""),
            ("Fo/tmp/x", ""),
            ("MF/tmp/x", ""),
            ("Zi", "-P"),
            ("fvk-b-shift", "0 0 -P -Fi /tmp/x"),
            ("fvk-b-shift", "0"),
            ("W", "X"),
            ("import-binding-table", "/etc/passwd"),
            ("-Fo", "x"),
            ("nonesuch", ""),
        ];
        for (name, value) in cases {
            // A name with something glued on is that of an option that writes: it is left out.
            let found = words_of(name.as_bytes(), value.as_bytes());
            assert!(found.as_ref().is_err() || found == Ok(Vec::new()), "{name} {value}: {found:?}");
        }
    }

    /// The words that come out are split as they were joined, whatever stands in them.
    #[test]
    fn no_carried_option_becomes_one_that_is_not_carried() {
        let values = ["", "x", "-P", "/P", "-Fo", "@x", "1 2", "0 0 -Fo x", "=-P", "X", "error"];
        for name in all().flat_map(|flag| flag.names) {
            for value in values {
                let Ok(words) = words_of(name.as_bytes(), value.as_bytes()) else { continue };
                let again = options_of(words.iter().cloned(), |flag| flag.from_data);
                assert_eq!(again, Ok(words), "{name} {value}");
            }
        }
    }

    #[test]
    fn words_of_a_command_line_lose_inputs_and_outputs() {
        let line = "-E main a.hlsl -T ps_6_0 -Fd out/ -Foa.dxo -D X=1 -Zi -Fre stat.bin -HV 2018";
        let kept = options_of(line.split(' ').map(str::to_owned), |flag| flag.from_data).expect("all are known");
        assert_eq!(kept.join(" "), "-E main -T ps_6_0 -D X=1 -Zi -HV 2018");
    }
}

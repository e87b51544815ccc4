//! Asks `spirv-val`, the validator of the SPIR-V tools, whether a module is valid.

use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};

/// What `spirv-val` said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The module is valid.
    Valid,
    /// It is not, for this reason.
    Invalid(String),
    /// The tool is not installed, or could not be run.
    Unavailable(String),
}

/// Validates a module for an environment such as `vulkan1.1`.
pub fn validate(module: &[u8], environment: &str) -> Verdict {
    validate_with(module, environment, &[])
}

/// Validates a module for an environment, with more options.
pub fn validate_with(module: &[u8], environment: &str, options: &[&str]) -> Verdict {
    let spawned = Command::new("spirv-val")
        .args(options)
        .args(["--target-env", environment, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Verdict::Unavailable("spirv-val is not installed".to_owned());
        }
        Err(error) => return Verdict::Unavailable(format!("spirv-val does not start: {error}")),
    };
    // It reads all its input before it writes, so writing first cannot block both sides. If it stops reading early, its
    // exit status shows more than the failed write.
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(module);
    }
    match child.wait_with_output() {
        Ok(output) if output.status.success() => Verdict::Valid,
        Ok(output) => {
            let messages = [output.stderr, output.stdout].concat();
            Verdict::Invalid(String::from_utf8_lossy(&messages).trim().to_owned())
        }
        Err(error) => Verdict::Unavailable(format!("spirv-val failed: {error}")),
    }
}

/// Why there is no `spirv-val`, if there is none.
pub fn unavailable() -> Option<String> {
    match validate(&[], "vulkan1.1") {
        Verdict::Unavailable(reason) => Some(reason),
        Verdict::Valid | Verdict::Invalid(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
    fn what_is_no_module_is_invalid() {
        match validate(b"not a module", "vulkan1.1") {
            Verdict::Invalid(reason) => assert!(!reason.is_empty()),
            Verdict::Unavailable(reason) => panic!("{reason}"),
            Verdict::Valid => panic!("it is no module"),
        }
    }
}

//! Shared parts of this crate's tests: lowering of IR text, and the verdict of validators.

#![allow(dead_code, reason = "each test file uses what it needs")]

use dxil::ValidatorVersion;
use dxil::container::Signing;
use dxil::container::assemble::{ExtraParts, assemble};
use hlslc_base::Target;
use hlslc_dxil_lower::{LowerOptions, lower};

/// The container of a module in DXIL form, or what is wrong.
pub fn container(target: &str, validator: ValidatorVersion, text: &str) -> Result<Vec<u8>, String> {
    let target: Target = target.parse().expect("a profile");
    let module = hlslc_ir::text::parse(text).map_err(|e| e.to_string())?;
    hlslc_ir::verify::verify(&module, hlslc_ir::verify::Form::Dxil).map_err(|errors| errors[0].to_string())?;
    let lowered = lower(&module, LowerOptions::new(target).with_validator(validator))
        .map_err(|problems| problems.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; "))?;
    let container = assemble(&lowered.module, &lowered.shader, ExtraParts::default()).map_err(|e| e.to_string())?;
    Ok(container.write(Signing::Digest))
}

/// What the rules of DXIL say of a module.
pub fn complaints(target: &str, text: &str) -> Vec<String> {
    let module = hlslc_ir::text::parse(text).unwrap_or_else(|why| panic!("{why}"));
    let target: Target = target.parse().expect("a profile");
    let lowered = lower(&module, LowerOptions::new(target)).unwrap_or_else(|problems| panic!("{problems:?}"));
    dxil::rules::verify(&lowered.module).iter().map(ToString::to_string).collect()
}

/// Lowers for each target, and lets the validator judge.
pub fn check(targets: &[&str], text: &str) {
    let dxc = dxc_oracle::oracle();
    let versions = dxc.validators();
    for target in targets {
        for &(_, minor) in &versions {
            let validator = ValidatorVersion::minor(minor as u8);
            let bytes = container(target, validator, text).unwrap_or_else(|why| panic!("{target}: {why}"));
            if let Err(why) = dxc.validate(&bytes) {
                let listing = dxc.disassemble(&bytes).unwrap_or_default();
                panic!("{target} for validator {validator}: {why}\n{listing}");
            }
        }
    }
}

//! Shared parts of this crate's tests: lowering of IR text, and the verdict of validators.

#![allow(dead_code, reason = "each test file uses what it needs")]

use dxil::ValidatorVersion;
use dxil::container::Signing;
use dxil::container::assemble::{ExtraParts, assemble};
use hlslc_base::{Diagnostics, Target};
use hlslc_dxil_lower::{LowerOptions, Lowered, lower};
use hlslc_ir::form::DxilModule;
use hlslc_ir::verify::Form;

/// A module from its text, in the form for DXIL, or the first thing that is wrong with it.
pub fn parse(text: &str, thorough: bool) -> Result<DxilModule, String> {
    let module = hlslc_ir::text::parse(text).map_err(|e| e.to_string())?;
    DxilModule::verified(module, Form::Dxil, thorough).map_err(|(_, errors)| errors[0].to_string())
}

/// A module lowered, or the messages that say why not.
pub fn lowered(module: &DxilModule, options: LowerOptions) -> Result<Lowered, String> {
    let mut found = Diagnostics::default();
    lower(module, options, &mut found)
        .map_err(|_| found.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; "))
}

/// The container of a module in DXIL form, or what is wrong.
pub fn container(target: &str, validator: ValidatorVersion, text: &str) -> Result<Vec<u8>, String> {
    let target: Target = target.parse().expect("a profile");
    let module = parse(text, true)?;
    let lowered = lowered(&module, LowerOptions::new(target).with_validator(validator))?;
    let container = assemble(&lowered.module, &lowered.shader, ExtraParts::default()).map_err(|e| e.to_string())?;
    Ok(container.write(Signing::Digest))
}

/// What the rules of DXIL say of a module.
pub fn complaints(target: &str, text: &str) -> Vec<String> {
    let module = parse(text, false).unwrap_or_else(|why| panic!("{why}"));
    let target: Target = target.parse().expect("a profile");
    let lowered = lowered(&module, LowerOptions::new(target)).unwrap_or_else(|problems| panic!("{problems}"));
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

//! Cases of rules on metadata: versions, entry points, flags.

use super::bases::*;
use super::{Case, Dxc, case};
use dxil::flags::ShaderFlags;
use dxil::{ValidatorVersion, Version};

pub const CASES: &[Case] = &[
    case("META.WELLFORMED", &COMPUTE, "a resource of two operands", |m| {
        m.node("dx.resources", &[1, 0], |module| {
            let (zero, one) = (module.md_i32(0), module.md_i32(1));
            Some(module.metadata.tuple(&[zero, one]))
        });
    }),
    case("META.VERSIONSUPPORTED", &COMPUTE, "validator version 1.99", |m| {
        m.says(|shader| shader.validator = ValidatorVersion(Version::new(1, 99)));
    }),
    case("SM.NAME", &COMPUTE, "shader model 5.0", |m| {
        m.says(|shader| shader.shader_model.version = Version::new(5, 0));
    })
    .dxc(Dxc::Same),
    case("SM.DXILVERSION", &COMPUTE, "DXIL 1.3 in shader model 6.0", |m| {
        m.says(|shader| shader.dxil_version = Version::new(1, 3));
    }),
    case("META.FLAGSUSAGE", &RAW_64, "the flags do not say that doubles are used", |m| {
        m.keep_flags();
        m.says(|shader| shader.entries[0].flags -= ShaderFlags::DOUBLES);
    }),
    case("META.ENTRYFUNCTION", &COMPUTE, "there are two entry points", |m| {
        m.says(|shader| {
            let again = shader.entries[0].clone();
            shader.entries.push(again);
        });
    }),
    case("DECL.SHADERRETURNVOID", &COMPUTE, "the entry point returns a number", |m| m.returns_number()),
];

//! Cases of rules on metadata: versions, entry points, flags.

use super::bases::*;
use super::{Broken, Case, Dxc, case};
use dxil::flags::ShaderFlags;
use dxil::{BinaryOp, ValidatorVersion, Value, Version};

pub const CASES: &[Case] = &[
    case("META.WELLFORMED", &COMPUTE, "the metadata of a loop does not name itself", |m| {
        m.append(|b| {
            let one = b.i32(1);
            let kind = b.module.metadata.kind("llvm.loop");
            let node = b.module.metadata.tuple(&[]);
            if let Value::Inst(inst) = b.binary(BinaryOp::Add, one, one, 0) {
                b.attach(inst, kind, node);
            }
        });
    }),
    case("META.VERSIONSUPPORTED", &COMPUTE, "validator version 1.99", |m| {
        m.says(|shader| shader.validator = ValidatorVersion(Version::new(1, 99)));
    }),
    case("SM.NAME", &COMPUTE, "shader model 5.0", |m| {
        m.says(|shader| shader.shader_model.version = Version::new(5, 0));
    })
    .dxc(Dxc::Other("it does not load a shader model that it does not know"))
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLESHADERMODEL"]),
    case("SM.DXILVERSION", &COMPUTE, "DXIL 1.3 in shader model 6.0", |m| {
        m.says(|shader| shader.dxil_version = Version::new(1, 3));
    }),
    case("META.FLAGSUSAGE", &RAW_64, "the flags do not say that doubles are used", |m| {
        m.keep_flags();
        m.says(|shader| shader.entries[0].flags -= ShaderFlags::DOUBLES);
    }),
    case("META.ENTRYFUNCTION", &COMPUTE, "the entry point has no code", Broken::without_code)
        .also(&["DECL.DXILFNEXTERN", "DECL.USEDEXTERNALFUNCTION"]),
    case("DECL.SHADERRETURNVOID", &COMPUTE, "the entry point returns a number", Broken::returns_number),
];

//! Tests ray tracing shaders in SPIR-V, from IR text: several entry points in one module, their parameters and
//! payloads.

use crate::common::{body, emit, lines, parse, spirv};
use hlslc_spirv::{SpirvEnv, SpirvOptions, disassemble};

const FACE: &[&str] =
    &["Version:", "OpCapability", "OpExtension", "OpEntryPoint", "OpDecorate", "OpVariable", "OpTypePointer"];

const RAYS: &str = include_str!("ir/rays.ir");

fn later() -> SpirvOptions {
    SpirvOptions { env: SpirvEnv::Vulkan1_2, library: true, ..SpirvOptions::default() }
}

/// Each lists what it uses, and nothing of the others.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn each_kind_of_ray_shader_is_an_entry_point() {
    let text = spirv("rays", RAYS, &later());
    insta::assert_snapshot!(format!("{}\n{}", lines(&text, FACE), body(&text)));
}

/// Ids of payloads are locations there, and what ends an any-hit shader ends no block.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn the_older_extension_names_payloads_by_location() {
    let extensions = vec!["SPV_NV_ray_tracing".to_owned()];
    let text = spirv("rays", RAYS, &SpirvOptions { library: true, extensions, ..SpirvOptions::default() });
    insta::assert_snapshot!(lines(
        &text,
        &[
            "Version:",
            "OpCapability",
            "OpExtension",
            "OpEntryPoint",
            "OpTraceNV",
            "OpExecuteCallableNV",
            "OpIgnoreIntersectionNV",
            "OpTerminateRayNV"
        ]
    ));
}

#[test]
fn ray_shaders_need_an_environment_that_has_them() {
    let module = parse(RAYS).unwrap_or_else(|error| panic!("{error}"));
    let problems = emit(&module, &SpirvOptions { library: true, ..SpirvOptions::default() }).expect_err("too early");
    let problems: Vec<_> =
        problems.iter().map(|problem| format!("{} {}", problem.info.code, problem.message)).collect();
    insta::assert_snapshot!(problems.join("\n"), @"E0912 ray shaders need an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4, or -fspv-extension=SPV_NV_ray_tracing");
}

/// Vulkan takes whole modules only, so that nothing is exported there.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn what_a_library_exports_can_be_linked_outside_vulkan() {
    let ir = "define float @inner(float %v0) keep {\nblock0:\n  %v1 = fadd float %v0, 1.0\n  ret float %v1\n}\n\
              define float @twice(float %v0) keep exported \"\\01?twice@@YAMM@Z\" {\nblock0:\n  \
              %v1 = call float @inner(float %v0)\n  ret float %v1\n}\n";
    let options = SpirvOptions { env: SpirvEnv::Universal1_5, ..later() };
    let text = spirv("exports", ir, &options);
    insta::assert_snapshot!(lines(&text, &["OpCapability", "OpName", "OpDecorate", "OpFunction", "OpFunctionCall"]));
    for text in [ir, ""] {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let words = emit(&module, &later()).unwrap_or_default();
        assert_eq!(lines(&disassemble(&words), &["OpFunction", "OpDecorate", "OpEntryPoint"]), "");
    }
}

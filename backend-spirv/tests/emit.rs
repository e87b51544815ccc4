//! Tests the translation of IR text to SPIR-V: the text of the module, and the result of `spirv-val` if that is
//! installed.

use crate::common::{body, emit, lines, parse, spirv};
use hlslc_spirv::{SpirvEnv, SpirvOptions, disassemble};

macro_rules! ir {
    ($name:literal) => {
        spirv($name, include_str!(concat!("ir/", $name, ".ir")), &SpirvOptions::default())
    };
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_loop_has_its_merge_and_its_phis() {
    insta::assert_snapshot!(body(&ir!("loop")));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_return_inside_a_construct_gets_its_own_block() {
    insta::assert_snapshot!(body(&ir!("early_return")));
}

/// What is left of `do { … } while (false)`.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_loop_of_one_iteration_has_a_back_edge() {
    insta::assert_snapshot!(body(&ir!("once")));
}

/// Drivers have code for a sign, an interpolation and a clamp as a whole; what is strict stays what it is.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn groups_of_operations_are_one_instruction() {
    insta::assert_snapshot!(body(&ir!("fused")));
}

/// `OpSRem` of negative numbers is undefined in Vulkan.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_remainder_is_what_a_division_leaves() {
    insta::assert_snapshot!(body(&ir!("signs")));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn memory_has_forms_of_its_own() {
    let text = ir!("memory_forms");
    insta::assert_snapshot!(lines(
        &text,
        &["OpName", "OpDecorate", "OpMemberDecorate", "OpTypeStruct", "OpTypeMatrix"]
    ));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn bytes_are_words_put_together() {
    insta::assert_snapshot!(body(&ir!("bytes")));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn groups_share_memory_and_counters_are_buffers() {
    let text = ir!("groupshared");
    insta::assert_snapshot!(lines(
        &text,
        &["OpVariable", "OpControlBarrier", "OpAtomicIAdd", "OpDecorate", "OpExecutionMode"]
    ));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn textures_are_sampled_fetched_and_written() {
    let text = ir!("texture");
    insta::assert_snapshot!(
        text.lines()
            .filter(|line| line.contains("OpImage") || line.contains("OpTypeImage") || line.contains("OpCapability"))
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn the_number_of_levels_is_asked_for_where_it_is_used() {
    let text = ir!("sizes");
    assert_eq!(text.matches("OpImageQuerySizeLod").count(), 2);
    assert_eq!(text.matches("OpImageQueryLevels").count(), 1);
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_vertex_shader_has_locations_and_built_ins() {
    let text = ir!("interface");
    insta::assert_snapshot!(lines(&text, &["OpEntryPoint", "OpName", "OpDecorate", "OpVariable", "OpStore"]));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn lanes_are_a_subgroup() {
    let text = ir!("lanes");
    insta::assert_snapshot!(
        text.lines()
            .filter(|line| line.contains("GroupNonUniform") || line.contains("Version"))
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn indices_that_differ_between_lanes_are_marked() {
    let text = ir!("bindless");
    insta::assert_snapshot!(lines(
        &text,
        &["OpDecorate", "OpExtension", "OpTypeRuntimeArray", "OpTypeArray", "OpVariable"]
    ));
}

/// Numbers that `dxc -spirv` gives the same declarations: what has a register first, then all others in order, then the
/// counters that are stepped.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn bindings_are_those_of_dxc() {
    let text = ir!("bindings");
    let named = |id: &str| {
        let name = text.lines().find(|line| line.starts_with("OpName ") && line.split(' ').nth(1) == Some(id));
        name.and_then(|line| line.split('"').nth(1)).unwrap_or("?").to_owned()
    };
    let mut list: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("OpDecorate "))
        .filter(|line| line.contains("Binding") || line.contains("DescriptorSet"))
        .map(|line| {
            let (id, rest) = line.split_once(' ').unwrap_or((line, ""));
            format!("{} {rest}", named(id))
        })
        .collect();
    list.sort();
    insta::assert_snapshot!(list.join("\n"));
}

#[test]
fn what_is_not_supported_yet_is_said() {
    let complaint = |line: &str| {
        let ir = format!(
            "define void @main() {{\nblock0:\n  {line}\n  ret void\n}}\nentry \"main\" = @main \"compute\" {{\n  \
             numthreads 1 1 1\n}}\n"
        );
        let module = parse(&ir).unwrap_or_else(|error| panic!("{error}"));
        let problems = emit(&module, &SpirvOptions::default()).expect_err("it is not supported");
        problems
            .iter()
            .map(|problem| format!("{} {}", problem.info.code, problem.message))
            .collect::<Vec<_>>()
            .join("\n")
    };
    insta::assert_snapshot!(
        complaint("%v0 = call i32 @dx.rendertarget.samplecount()"),
        @"E0901 the number of samples of the render target is not supported yet in SPIR-V"
    );
    let lanes = parse(include_str!("ir/lanes.ir")).unwrap_or_else(|error| panic!("{error}"));
    let options = SpirvOptions { env: SpirvEnv::Vulkan1_0, ..SpirvOptions::default() };
    let problems = emit(&lanes, &options).expect_err("Vulkan 1.0 has no subgroups");
    insta::assert_snapshot!(
        problems.first().map(|problem| problem.message.as_str()).unwrap_or_default(),
        @"the shader needs SPIR-V 1.3, which vulkan1.0 does not have: choose another with -fspv-target-env"
    );
    let module = parse("").expect("a text of nothing is a module");
    let problems = emit(&module, &SpirvOptions::default()).expect_err("there is nothing to write");
    assert_eq!(problems.first().map(|problem| problem.info.code), Some("E0903"));
}

/// A feedback texture is rejected whether anything reaches it or not, as DXC does.
#[test]
fn there_is_no_sampler_feedback() {
    let ir = "@Map = resource target(\"dx.FeedbackTexture\", 1, 0), count 1, implicit 0\n\
              define void @main() {\nblock0:\n  ret void\n}\n\
              entry \"main\" = @main \"compute\" {\n  numthreads 1 1 1\n}\n";
    let module = parse(ir).unwrap_or_else(|error| panic!("{error}"));
    let problems = emit(&module, &SpirvOptions::default()).expect_err("SPIR-V has no type for it");
    let problems: Vec<_> =
        problems.iter().map(|problem| format!("{} {}", problem.info.code, problem.message)).collect();
    insta::assert_snapshot!(problems.join("\n"), @"E0905 `Map` is a feedback texture, which SPIR-V does not have");
}

#[test]
fn words_that_are_no_module_disassemble_to_a_remark() {
    assert!(disassemble(&[1, 2, 3]).starts_with("; no SPIR-V module"));
}

/// The listing in the chapter on SPIR-V is what is written.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn the_chapter_shows_what_is_written() {
    let chapter = include_str!("../../docs/07-spirv.md");
    let listing = chapter.split("```text spirv\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    assert_eq!(listing.trim_end(), body(&ir!("tour")).trim_end());
}

//! Features that only Vulkan has: push and specialization constants, attachments, options for bindings, and errors in their
//! use.

use crate::common::{body, emit, lines, parse, spirv};
use hlslc_ir::types::ResourceClass;
use hlslc_ir::vulkan::VkBinding;
use hlslc_spirv::{BindingOptions, Layout, RegisterBinding, Shift, SpirvEnv, SpirvOptions, disassemble};

/// Options with nothing but bindings.
fn bound(bindings: BindingOptions) -> SpirvOptions {
    SpirvOptions { bindings, ..SpirvOptions::default() }
}

/// What is wrong with a module.
fn complaint(ir: &str, options: &SpirvOptions) -> String {
    let module = parse(ir).unwrap_or_else(|error| panic!("{error}"));
    let problems = emit(&module, options).expect_err("it is not possible");
    problems.iter().flat_map(|problem| [problem.info.code, " ", &problem.message, "\n"]).collect()
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn constants_of_pipelines_and_attachments_are_variables_of_their_own_kinds() {
    let text = spirv("constants", include_str!("ir/pipeline.ir"), &SpirvOptions::default());
    let kinds =
        ["SpecId", "Offset", "Block", "InputAttachmentIndex", "Binding", "OpSpecConstant", "OpSpecConstantTrue"];
    insta::assert_snapshot!(lines(&text, &kinds));
    assert!(!body(&text).contains("OpSpecConstant"), "{text}");
    assert!(
        text.contains("OpSpecConstantOp  ") && text.contains("SubpassData") && text.contains("PushConstant"),
        "{text}"
    );
}

#[test]
fn each_layout_has_its_offsets() {
    // Not validated: the last two ask for features of the device that the validator would have to know.
    let module = parse(include_str!("ir/pipeline.ir")).unwrap_or_else(|error| panic!("{error}"));
    let mut all = String::new();
    for layout in [Layout::Relaxed, Layout::OpenGl, Layout::Direct3d, Layout::Scalar] {
        let words = emit(&module, &SpirvOptions { layout, ..SpirvOptions::default() }).expect("it is right");
        let offsets = lines(&disassemble(&words), &["Offset", "ArrayStride"]);
        all.extend([format!("{layout:?}\n"), offsets, "\n".to_owned()]);
    }
    insta::assert_snapshot!(all);
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn bindings_are_moved_as_options_say() {
    let shift = |class, set, by| Shift { class, set, by };
    let options = BindingOptions {
        shifts: vec![shift(ResourceClass::Uav, Some(0), 10), shift(ResourceClass::Srv, None, 20)],
        shift_all: true,
        ..BindingOptions::default()
    };
    let text = spirv("shifts", include_str!("ir/bindings.ir"), &bound(options));
    insta::assert_snapshot!(lines(&text, &["Binding", "DescriptorSet"]));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn what_the_source_takes_from_spirv_goes_through() {
    let options = SpirvOptions { env: SpirvEnv::Vulkan1_3, ..SpirvOptions::default() };
    insta::assert_snapshot!(spirv("foreign", include_str!("ir/foreign.ir"), &options));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn numbers_that_spirv_does_not_know_are_said() {
    let ir = include_str!("ir/foreign.ir");
    let options = SpirvOptions { env: SpirvEnv::Vulkan1_3, ..SpirvOptions::default() };
    let complaints = [
        ("capability 39", "capability 39999"),
        ("capability 39", "capability 6"),
        ("mode 4461 (32)", "mode 77777 ()"),
        ("decorate 20 ()", "decorate 77777 ()"),
        ("builtin 24", "builtin 77777"),
        ("class 6", "class 77777"),
        ("[113 i32", "[65000 i32"),
        ("spirv(21", "spirv(65000"),
        ("decorate 24 ()", "decorate_id 27 (i32 1)"),
    ]
    .map(|(from, to)| complaint(&ir.replace(from, to), &options));
    insta::assert_snapshot!(complaints.concat());
}

#[test]
fn what_cannot_be_bound_or_named_is_said() {
    let ir = include_str!("ir/bindings.ir");
    let row = RegisterBinding {
        class: ResourceClass::Cbv,
        number: 9,
        space: 9,
        is_counter: false,
        at: VkBinding { binding: 1, set: 0 },
    };
    let rows = bound(BindingOptions { registers: vec![row], ..BindingOptions::default() });
    insta::assert_snapshot!("no_rows", complaint(ir, &rows));
    let few = SpirvOptions { max_id: Some(3), ..SpirvOptions::default() };
    let complaints = complaint(include_str!("ir/once.ir"), &few);
    assert!(
        complaints.starts_with("E0916 the module has ")
            && complaints.ends_with(" ids, more than the 3 of -fspv-max-id\n"),
        "{complaints}"
    );
    let none = SpirvOptions { extensions: vec!["SPV_KHR_multiview".to_owned()], ..SpirvOptions::default() };
    insta::assert_snapshot!(complaint(include_str!("ir/bindless.ir"), &none), @"E0915 the shader needs SPV_EXT_descriptor_indexing, which -fspv-extension does not allow");
    let twice = include_str!("ir/interface.ir").replace("[1 x 3 x float]", "[1 x 3 x float], vk_location 1");
    let twice = twice.replace("[1 x 2 x min16f]", "[1 x 2 x min16f], vk_location 1");
    insta::assert_snapshot!(complaint(&twice, &SpirvOptions::default()), @"E0918 location 1 is already used by another of the same direction");
    let flat = bound(BindingOptions { flatten: true, ..BindingOptions::default() });
    let array =
        include_str!("ir/bindless.ir").replace("unbounded", "count 4").replace("i32 -1, i32 %v2", "i32 4, i32 %v2");
    let complaints = complaint(&array, &flat);
    assert!(complaints.contains("E0917 with -fspv-flatten-resource-arrays the index"), "{complaints}");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn each_access_says_who_sees_it_in_the_memory_model_of_vulkan() {
    let options = SpirvOptions { vulkan_memory_model: true, env: SpirvEnv::Vulkan1_2, ..SpirvOptions::default() };
    let buffers = spirv("coherent", include_str!("ir/coherent.ir"), &options);
    insta::assert_snapshot!(buffers);
    let group = spirv("groupshared", include_str!("ir/groupshared.ir"), &options);
    insta::assert_snapshot!(body(&group));
    assert!(!(buffers + &group).contains("Coherent"));
}

//! Tests the registers of signature elements: each rule of packing by the smallest signature that shows it.

use dxil::packing::{PackError, Packing, pack};
use dxil::semantics::{PackingKind, SigPoint};
use dxil::signature::{ComponentType, Interpolation, SignatureElement};
use dxil::{Version, signature::scalar_count};

/// `name index : rows x columns`, floats, linear.
fn element(point: SigPoint, name: &str, rows: u32, columns: u8) -> SignatureElement {
    SignatureElement::new(point, Version::new(6, 6), name, 0, ComponentType::F32, columns)
        .with_rows(rows)
        .with_interpolation(Interpolation::Linear)
}

fn packed(mut elements: Vec<SignatureElement>, kind: PackingKind) -> String {
    match pack(&mut elements, kind, Packing::PrefixStable, true) {
        Err(PackError { element }) => format!("no room for {}", elements[element].name),
        Ok(()) => {
            let place = |element: &SignatureElement| match element.location {
                Some(at) => format!("{}@{}.{}", element.name, at.row, char::from(b"xyzw"[usize::from(at.column)])),
                None => format!("{}@-", element.name),
            };
            elements.iter().map(place).collect::<Vec<_>>().join(" ")
        }
    }
}

fn vertex(elements: &[(&str, u32, u8)]) -> String {
    let elements = elements.iter().map(|&(name, rows, columns)| element(SigPoint::VsOut, name, rows, columns));
    packed(elements.collect(), PackingKind::Vertex)
}

#[test]
fn inputs_of_vertex_shaders_get_a_register_each() {
    let elements = ["A", "B", "SV_VertexID"].map(|name| element(SigPoint::VsIn, name, 1, 1));
    assert_eq!(packed(elements.into(), PackingKind::InputAssembler), "A@0.x B@1.x SV_VertexID@2.x");
    let matrix = [element(SigPoint::VsIn, "M", 4, 4), element(SigPoint::VsIn, "N", 1, 2)];
    assert_eq!(packed(matrix.into(), PackingKind::InputAssembler), "M@0.x N@4.x");
}

#[test]
fn render_targets_take_their_index_and_depth_none() {
    let mut targets = vec![element(SigPoint::PsOut, "SV_Target", 1, 4), element(SigPoint::PsOut, "SV_Depth", 1, 1)];
    targets[0].indices = vec![3];
    assert_eq!(packed(targets, PackingKind::Target), "SV_Target@3.x SV_Depth@-");
}

#[test]
fn small_elements_fill_holes_in_order() {
    assert_eq!(vertex(&[("A", 1, 3), ("B", 1, 2), ("C", 1, 1), ("D", 1, 2)]), "A@0.x B@1.x C@0.w D@1.z");
}

#[test]
fn what_comes_later_moves_nothing() {
    let all = [("A", 1, 3), ("SV_Position", 1, 4), ("B", 2, 2), ("C", 1, 1), ("D", 3, 1)];
    let whole = vertex(&all);
    for length in 1..all.len() {
        assert!(whole.starts_with(&vertex(&all[..length])), "{length} of {whole}");
    }
}

#[test]
fn a_register_has_one_interpolation() {
    let mut elements = vec![element(SigPoint::VsOut, "A", 1, 1), element(SigPoint::VsOut, "B", 1, 1)];
    elements[1].interpolation = Interpolation::Constant;
    assert_eq!(packed(elements, PackingKind::Vertex), "A@0.x B@1.x");
}

#[test]
fn native_16_bit_components_keep_apart() {
    let mut elements = vec![element(SigPoint::VsOut, "A", 1, 1), element(SigPoint::VsOut, "B", 1, 1)];
    elements[1].component = ComponentType::F16;
    assert_eq!(packed(elements.clone(), PackingKind::Vertex), "A@0.x B@1.x");
    pack(&mut elements, PackingKind::Vertex, Packing::PrefixStable, false).expect("room");
    assert_eq!(elements[1].location.map(|at| (at.row, at.column)), Some((0, 1)), "minimum precision does not");
}

#[test]
fn system_values_stand_right_of_others_and_generated_ones_right_of_all() {
    assert_eq!(vertex(&[("SV_ViewportArrayIndex", 1, 1), ("A", 1, 1)]), "SV_ViewportArrayIndex@0.x A@1.x");
    assert_eq!(vertex(&[("A", 1, 1), ("SV_ViewportArrayIndex", 1, 1)]), "A@0.x SV_ViewportArrayIndex@0.y");
    let generated = ["SV_PrimitiveID", "A", "SV_ViewportArrayIndex"];
    let elements = generated.map(|name| element(SigPoint::PsIn, name, 1, 1));
    assert_eq!(packed(elements.into(), PackingKind::Vertex), "SV_PrimitiveID@0.x A@1.x SV_ViewportArrayIndex@1.y");
}

#[test]
fn arrays_do_not_share_rows_with_system_values() {
    assert_eq!(vertex(&[("A", 2, 1), ("SV_ViewportArrayIndex", 1, 1)]), "A@0.x SV_ViewportArrayIndex@2.x");
    assert_eq!(vertex(&[("SV_ViewportArrayIndex", 1, 1), ("A", 2, 1)]), "SV_ViewportArrayIndex@0.x A@1.x");
}

#[test]
fn clip_and_cull_distances_share_two_whole_registers() {
    let elements = [("A", 1, 2), ("SV_ClipDistance", 1, 3), ("SV_CullDistance", 1, 2), ("B", 1, 1)];
    assert_eq!(vertex(&elements), "A@0.x SV_ClipDistance@1.x SV_CullDistance@2.x B@0.z");
    assert_eq!(
        vertex(&[("SV_ClipDistance", 1, 2), ("SV_CullDistance", 1, 2)]),
        "SV_ClipDistance@0.x SV_CullDistance@0.z"
    );
    assert_eq!(vertex(&[("SV_ClipDistance", 2, 4), ("SV_CullDistance", 1, 1)]), "no room for SV_CullDistance");
    assert_eq!(vertex(&[("SV_ClipDistance", 2, 2), ("A", 1, 4)]), "SV_ClipDistance@0.x A@2.x");
}

#[test]
fn arrays_of_tessellation_factors_stand_in_the_last_component() {
    let point = SigPoint::PcOut;
    let elements = vec![
        element(point, "SV_TessFactor", 3, 1),
        element(point, "SV_InsideTessFactor", 1, 1),
        element(point, "A", 3, 3),
    ];
    assert_eq!(packed(elements, PackingKind::PatchConstant), "SV_TessFactor@0.w SV_InsideTessFactor@3.x A@0.x");
}

#[test]
fn geometry_streams_have_registers_of_their_own() {
    let mut elements = ["A", "B", "C"].map(|name| element(SigPoint::GsOut, name, 1, 3)).to_vec();
    elements[1].stream = 2;
    assert_eq!(packed(elements, PackingKind::Vertex), "A@0.x B@0.x C@1.x");
}

#[test]
fn too_much_is_an_error_that_names_the_element() {
    let names: Vec<String> = (0..9).map(|index| format!("A{index}")).collect();
    let elements = names.iter().map(|name| element(SigPoint::VsOut, name, 4, 4)).collect();
    assert_eq!(packed(elements, PackingKind::Vertex), "no room for A8");
}

#[test]
fn counts_end_at_the_last_component() {
    let mut elements = vec![element(SigPoint::VsOut, "A", 2, 4), element(SigPoint::VsOut, "B", 1, 2)];
    pack(&mut elements, PackingKind::Vertex, Packing::PrefixStable, false).expect("room");
    assert_eq!(scalar_count(&elements), 10);
}

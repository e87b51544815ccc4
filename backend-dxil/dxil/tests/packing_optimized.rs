//! Tests the optimised packing of signature elements.

use dxil::Version;
use dxil::packing::{Packing, pack};
use dxil::semantics::SigPoint;
use dxil::signature::{ComponentType, Interpolation, Location, SignatureElement};

/// An output of a vertex shader.
fn element(name: &str, rows: u32, columns: u8) -> SignatureElement {
    let mut element = SignatureElement::new(SigPoint::VsOut, Version::new(6, 2), name, 0, ComponentType::F32, columns)
        .with_rows(rows);
    element.interpolation = Interpolation::Linear;
    element
}

fn places(packing: Packing, mut elements: Vec<SignatureElement>) -> Vec<(u32, u8)> {
    pack(&mut elements, SigPoint::VsOut.packing(), packing, false).expect("there is room");
    let place =
        |element: &SignatureElement| element.location.map_or((99, 99), |Location { row, column }| (row, column));
    elements.iter().map(place).collect()
}

/// As DXC places them.
#[test]
fn the_large_ones_come_first_if_few_registers_are_wanted() {
    let list = || {
        vec![
            element("A", 1, 1),
            element("B", 1, 3),
            element("C", 2, 2),
            element("D", 1, 4),
            element("SV_Position", 1, 4),
        ]
    };
    assert_eq!(places(Packing::PrefixStable, list()), [(0, 0), (0, 1), (1, 0), (3, 0), (4, 0)]);
    assert_eq!(places(Packing::Optimized, list()), [(2, 2), (4, 0), (2, 0), (0, 0), (1, 0)]);
}

#[test]
fn distances_share_registers_with_what_stands_left_of_them() {
    let list = |rows| vec![element("SV_ClipDistance", rows, 2), element("A", 1, 1), element("SV_CullDistance", 1, 1)];
    assert_eq!(places(Packing::Optimized, list(1)), [(0, 1), (0, 0), (0, 3)]);
    assert_eq!(places(Packing::Optimized, list(2)), [(0, 1), (0, 0), (0, 3)]);
}

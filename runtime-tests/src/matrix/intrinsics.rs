//! Generates cases for every built-in function, with every type and shape of its arguments in compute shaders, and once
//! in every other stage that has it.

use hlslc::Stage;
use hlslc_hir::intrinsics::{Element, Expansion, Intrinsic, Lowering, Mode, Pattern, Shape, Size, TABLE, geometry};
use hlslc_hir::types::ScalarKind;

use super::building::{Choice, Form, Place, call};
use super::{Case, Row};

/// The shader model of functions that all have.
const MINOR: u8 = 6;

/// What `*` stands for.
const ANY: [Form; 5] = [Form::Scalar, Form::Vector(2), Form::Vector(3), Form::Vector(4), Form::Matrix(2, 3)];

/// What the letters stand for.
const SIZES: [[u8; 3]; 3] = [[2, 3, 4], [4, 4, 4], [3, 2, 2]];

/// The functions that cases are made of, with their places in the table.
fn functions() -> impl Iterator<Item = (usize, &'static Intrinsic)> {
    let is_function =
        |row: &Intrinsic| row.objects.is_empty() && !row.vulkan_only && !row.lowering.is_missing() && !is_of_nodes(row);
    TABLE.iter().enumerate().filter(move |(_, row)| is_function(row))
}

/// Whether it needs what only nodes have.
fn is_of_nodes(row: &Intrinsic) -> bool {
    matches!(row.lowering, Lowering::Expand(Expansion::Nodes(_)))
}

/// The patterns of a row.
fn patterns(row: &Intrinsic) -> impl Iterator<Item = Pattern> {
    row.signature.params().iter().map(|param| param.pattern).chain([row.signature.ret])
}

/// Everything that a signature leaves open, chosen in turn: kinds of each parameter, forms, places.
fn choices(row: &Intrinsic) -> Vec<Choice<'static>> {
    let mut kinds: Vec<Option<(usize, ScalarKind)>> = Vec::new();
    let mut first = true;
    for (at, param) in row.signature.params().iter().enumerate() {
        let Element::Class(class) = param.pattern.element else { continue };
        // Without native types a half is a float; the preferred kind is there already.
        let others = class.kinds().iter().filter(|kind| !kind.is_literal() && **kind != ScalarKind::Half);
        kinds.extend(others.skip(usize::from(!first)).map(|&kind| Some((at, kind))));
        first &= class.kinds().is_empty();
    }
    if kinds.is_empty() {
        kinds.push(None);
    }
    let has_any = patterns(row).any(|pattern| pattern.shape == Shape::Any);
    let named = |size: Size| matches!(size, Size::Named(_));
    let has_sizes = patterns(row).any(|pattern| match pattern.shape {
        Shape::Vector(size) => named(size),
        Shape::Matrix(rows, columns) => named(rows) || named(columns),
        _ => false,
    });
    let forms: &[Form] = if has_any { &ANY } else { &ANY[..1] };
    let sizes: &[[u8; 3]] = if has_sizes { &SIZES } else { &SIZES[..1] };
    let has_place = row.signature.params().iter().any(|param| param.mode == Mode::Ref);
    let places: &[Place] = if has_place { &Place::ALL } else { &Place::ALL[..1] };
    let most = row.signature.params().iter().filter(|param| param.optional).count();
    let mut choices = Vec::new();
    for &kind in &kinds {
        for &any in forms {
            for &sizes in sizes {
                for &place in places {
                    for optional in 0..=most {
                        choices.push(Choice { kind, any, sizes, optional, place, ..Choice::default() });
                    }
                }
            }
        }
    }
    choices
}

/// The case of a choice in a stage.
fn case(at: usize, row: &'static Intrinsic, stage: Stage, choice: &Choice) -> Option<Case> {
    let mut case = Case::new(String::new(), Row::Function(at), stage, row.since.minor.max(MINOR));
    let ends = ["IgnoreHit", "AcceptHitAndEndSearch"];
    case.is_alone = ends.contains(&row.name()) || row.name().starts_with("dx::");
    // What the shaders of their stages do anyway.
    let is_there = matches!(
        row.lowering,
        Lowering::Expand(Expansion::Geometry(
            geometry::Expansion::SetMeshOutputCounts | geometry::Expansion::DispatchMesh
        ))
    );
    if !is_there && !call(&mut case, row, None, choice) {
        return None;
    }
    let kind = choice.kind.map_or(String::new(), |(_, kind)| format!(" {}", kind.name()));
    let place = if row.signature.params().iter().any(|param| param.mode == Mode::Ref) {
        format!(" {:?}", choice.place)
    } else {
        String::new()
    };
    let signature = row.signature_text();
    case.name = format!(
        "{}({signature}):{kind} {:?} {:?}{place} +{} in {}",
        row.name(),
        choice.any,
        choice.sizes,
        choice.optional,
        stage
    );
    Some(case)
}

/// The stage in which all of a function is shown.
fn home(row: &Intrinsic) -> Option<Stage> {
    let compute = row.stages.contains_exactly(Stage::Compute).then_some(Stage::Compute);
    compute.or_else(|| row.stages.iter().find(|&stage| stage != Stage::Library))
}

/// Every overload, in compute shaders where they have it.
pub fn of_compute() -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, row) in functions() {
        let Some(stage) = home(row) else { continue };
        cases.extend(choices(row).iter().filter_map(|choice| case(at, row, stage, choice)));
    }
    cases
}

/// Every function in every other stage that has it.
pub fn of_other_stages() -> Vec<Case> {
    let mut cases = Vec::new();
    for stage in Stage::all() {
        for (at, row) in functions() {
            if home(row) == Some(stage) || !row.stages.contains_exactly(stage) {
                continue;
            }
            let Some(choice) = choices(row).into_iter().next() else { continue };
            cases.extend(case(at, row, stage, &choice));
        }
    }
    cases
}

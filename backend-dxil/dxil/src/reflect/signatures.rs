//! Reflects signatures: the elements of an entry point, one parameter for each row, with the enumerators of D3D.

use super::d3d::{MinPrecision, RegisterComponentType, SystemValue};
use super::{Budget, EntryPoint, Parameter, Reflect, stages};
use crate::container::psv0::{Psv0, PsvElement};
use crate::container::signature::{Direction, SignaturePart};
use crate::semantics::{Domain, SemanticKind, tess_factor_system_value};
use crate::shader::{self, Shader};
use crate::signature::{ComponentType, Interpolation, SignatureElement};

/// The entry point of a shader that is no library.
pub(super) fn entry_point(shader: &Shader, entry: &shader::EntryPoint, budget: &mut Budget) -> Reflect<EntryPoint> {
    use Direction::{Read, Written};
    let mut list = |elements: &[SignatureElement], direction| -> Reflect<Vec<Parameter>> {
        let mut rows = Vec::new();
        for element in elements {
            of_element(&mut rows, element, direction, entry.domain(), shader.validator.states_component_use(), budget)?;
        }
        Ok(rows)
    };
    let (inputs, outputs) = (list(&entry.inputs, Read)?, list(&entry.outputs, Written)?);
    // As D3D has it, also where they are read.
    let patch_constants = list(&entry.patch, Written)?;
    Ok(EntryPoint {
        name: budget.text(&entry.name)?,
        stage: stages::of_metadata(entry, budget)?,
        inputs,
        outputs,
        patch_constants,
    })
}

fn of_element(
    rows: &mut Vec<Parameter>,
    element: &SignatureElement,
    direction: Direction,
    domain: Option<Domain>,
    states_use: bool,
    budget: &mut Budget,
) -> Reflect<()> {
    let column = element.location.map_or(0, |location| location.column);
    // A damaged container may name any column.
    let from_column = |mask: u8| mask.checked_shl(u32::from(column)).unwrap_or(0) & 0xF;
    let (mask, usage) = (from_column(element.column_mask()), from_column(element.usage_mask));
    let read_write_mask = match direction {
        Direction::Read if states_use => usage,
        Direction::Written if states_use => !usage & 0xF,
        // It is not said: nothing is always read, and nothing is known to be written.
        Direction::Read => 0,
        Direction::Written => mask,
    };
    for (row, &index) in (0u32..).zip(&element.indices) {
        budget.draw(size_of::<Parameter>())?;
        let number = tess_factor_system_value(element.semantic, domain, row).0;
        rows.push(Parameter {
            semantic_name: semantic_name(element.name.as_bytes(), element.is_system_value(), budget)?,
            semantic_index: index,
            register: element.location.map(|location| location.row.saturating_add(row)),
            system_value: SystemValue::from_number(number).unwrap_or(SystemValue::Undefined),
            component_type: register_type(element.component),
            component: element.component,
            mask,
            read_write_mask,
            stream: u32::from(element.stream),
            min_precision: min_precision(element.component),
            interpolation: stated(element.interpolation),
        });
    }
    Ok(())
}

/// The parameters of a signature part, where there is no program.
pub(super) fn of_part(part: &SignaturePart, budget: &mut Budget) -> Reflect<Vec<Parameter>> {
    let mut rows = Vec::new();
    for record in &part.records {
        let name = part.names.get(record.name).map_or(&[][..], Vec::as_slice);
        let component = component(record.component);
        budget.draw(size_of::<Parameter>())?;
        rows.push(Parameter {
            semantic_name: semantic_name(name, names_system_value(name), budget)?,
            semantic_index: record.index,
            register: record.register,
            system_value: SystemValue::from_number(record.system_value).unwrap_or(SystemValue::Undefined),
            component_type: register_type(component),
            component,
            mask: record.mask,
            read_write_mask: record.usage,
            stream: record.stream,
            min_precision: MinPrecision::from_number(record.min_precision).unwrap_or(MinPrecision::Default),
            interpolation: None,
        });
    }
    Ok(rows)
}

/// The parameters that `PSV0` states, where there is no signature part either. It says nothing about what is read or written.
pub(super) fn of_pipeline(psv: &Psv0, elements: &[PsvElement], budget: &mut Budget) -> Reflect<Vec<Parameter>> {
    let mut rows = Vec::new();
    for element in elements {
        let kind = element.semantic_kind().unwrap_or(SemanticKind::Arbitrary);
        let name = if element.name.is_empty() { kind.name().as_bytes() } else { &element.name };
        let component = component(u32::from(element.component));
        for row in 0..u32::from(element.rows) {
            budget.draw(size_of::<Parameter>())?;
            let number = tess_factor_system_value(kind, psv.stage.domain(), row).0;
            rows.push(Parameter {
                semantic_name: semantic_name(name, kind != SemanticKind::Arbitrary, budget)?,
                semantic_index: element.indices.get(row as usize).copied().unwrap_or(0),
                register: element.allocated.then(|| u32::from(element.start_row) + row),
                system_value: SystemValue::from_number(number).unwrap_or(SystemValue::Undefined),
                component_type: register_type(component),
                component,
                mask: ((1u16 << element.columns.min(4)) - 1) as u8 & 0xF << element.start_column,
                read_write_mask: 0,
                stream: u32::from(element.stream),
                min_precision: MinPrecision::Default,
                interpolation: element.interpolation_mode().and_then(stated),
            });
        }
    }
    Ok(rows)
}

/// The name of a semantic. D3D has those of system values in capitals.
fn semantic_name(name: &[u8], is_system_value: bool, budget: &mut Budget) -> Reflect<String> {
    let name = budget.text(name)?;
    Ok(if is_system_value { name.to_ascii_uppercase() } else { name })
}

fn names_system_value(name: &[u8]) -> bool {
    name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"SV_"))
}

fn stated(interpolation: Interpolation) -> Option<Interpolation> {
    Some(interpolation).filter(|&mode| mode != Interpolation::Undefined)
}

/// The component type of a number in the parts.
fn component(number: u32) -> ComponentType {
    match number {
        1 => ComponentType::U32,
        2 => ComponentType::I32,
        3 => ComponentType::F32,
        4 => ComponentType::U16,
        5 => ComponentType::I16,
        6 => ComponentType::F16,
        7 => ComponentType::U64,
        8 => ComponentType::I64,
        9 => ComponentType::F64,
        _ => ComponentType::Invalid,
    }
}

fn register_type(component: ComponentType) -> RegisterComponentType {
    match component {
        ComponentType::F16 | ComponentType::F32 => RegisterComponentType::Float32,
        ComponentType::I1 | ComponentType::U16 | ComponentType::U32 => RegisterComponentType::UInt32,
        ComponentType::I16 | ComponentType::I32 => RegisterComponentType::SInt32,
        ComponentType::Invalid
        | ComponentType::I64
        | ComponentType::U64
        | ComponentType::F64
        | ComponentType::SNormF16
        | ComponentType::UNormF16
        | ComponentType::SNormF32
        | ComponentType::UNormF32
        | ComponentType::SNormF64
        | ComponentType::UNormF64
        | ComponentType::PackedS8x32
        | ComponentType::PackedU8x32 => RegisterComponentType::Unknown,
    }
}

fn min_precision(component: ComponentType) -> MinPrecision {
    MinPrecision::from_number(component.min_precision()).unwrap_or(MinPrecision::Default)
}

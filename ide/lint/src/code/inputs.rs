//! Lints of inputs that a pixel shader is given and does not use.

use super::{Code, List};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_base::Stage;
use hlslc_ir::SigElement;
use hlslc_ir::module::SystemValue;

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let Some(entry) = code.entry.filter(|_| code.stage() == Some(Stage::Pixel)) else { return };
    let mut used: EntitySet<SigElement> = EntitySet::new();
    for (_, inst) in code.insts() {
        if let Some((element, _)) = code.func.insts[inst].imm.element() {
            used.insert(element);
        }
    }
    for (element, data) in &entry.inputs {
        if data.system == SystemValue::Arbitrary && !used.contains(element) {
            list.push(errors::unused_input(data.span, &format!("{}{}", data.name, data.index)));
        }
    }
}

//! Writes the pages of functions and methods of HLSL.

use super::{becomes, link, method, or_dash};
use hlslc_base::{ShaderModel, Stage};
use hlslc_hir::intrinsics::{Class, Element, Intrinsic, IntrinsicId, Lowering, TABLE, stages};
use hlslc_hir::objects::ObjectKind;
use hlslc_sema::prototype;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEAD: &str = "\
`N` stands for any number of components, and a type for all that the parameter takes: below the overloads is which those are. What \
an intrinsic becomes are the operations of the IR, each with the operations of DXIL that are written for it; one with an expansion \
becomes arithmetic besides. Below a function stands what this compiler makes of a call of its first overload, for DXIL and for
SPIR-V; `N` is 1 there, or 3 if the result has fewer components than the arguments. Functions that need a certain stage, a resource or\n\
a struct have no such example.

";

/// The functions, by name.
pub(super) fn functions() -> String {
    let mut named: BTreeMap<&str, Vec<IntrinsicId>> = BTreeMap::new();
    for (id, row) in rows().filter(|(_, row)| row.objects.is_empty()) {
        named.entry(row.name()).or_default().push(id);
    }
    let mut out = HEAD.to_owned();
    let shown = becomes::functions(named.iter().map(|(&name, ids)| (name, ids[0])));
    for (name, ids) in named {
        let _ = writeln!(out, "## {name}\n");
        entry(&mut out, &ids, None);
        if let Some(call) = shown.get(name) {
            call.write(&mut out);
        }
    }
    out
}

/// The methods, by object and name.
pub(super) fn methods() -> String {
    let mut out = HEAD.to_owned();
    for &kind in ObjectKind::ALL {
        let mut named: BTreeMap<&str, Vec<IntrinsicId>> = BTreeMap::new();
        for (id, row) in rows().filter(|(_, row)| row.objects.contains(kind)) {
            named.entry(row.name()).or_default().push(id);
        }
        if named.is_empty() {
            continue;
        }
        let _ = writeln!(out, "## {}\n", kind.name());
        for (name, ids) in named {
            let _ = writeln!(out, "### {}\n", method(kind.name(), name));
            entry(&mut out, &ids, Some(kind));
        }
    }
    out
}

fn rows() -> impl Iterator<Item = (IntrinsicId, &'static Intrinsic)> {
    (0u32..).map(IntrinsicId).zip(&TABLE)
}

/// The overloads of one name, and what holds of them.
fn entry(out: &mut String, ids: &[IntrinsicId], object: Option<ObjectKind>) {
    out.push_str("```hlsl\n");
    for &id in ids {
        let _ = writeln!(out, "{};", prototype(id, object));
    }
    out.push_str("```\n\n");
    let mut facts: Vec<(&str, String)> = Vec::new();
    let mut each = |title, of: &dyn Fn(&Intrinsic) -> String| {
        let mut texts: Vec<String> = ids.iter().map(|id| of(id.row())).collect();
        texts.dedup();
        // Overloads that differ are listed in their order.
        facts.push((title, if texts.len() == 1 { texts.remove(0) } else { texts.join("; ") }));
    };
    each("takes", &taken);
    each("shader model", &|row| {
        if row.since == ShaderModel::new(6, 0) { "6.0".to_owned() } else { row.since.to_string() }
    });
    each("stages", &stages_of);
    each("becomes", &lowered);
    for (title, text) in facts.into_iter().filter(|fact| !fact.1.is_empty()) {
        let _ = writeln!(out, "* {title}: {text}");
    }
    out.push('\n');
}

/// The types that parameters take, where a type of the overload stands for several.
fn taken(row: &Intrinsic) -> String {
    let signature = &row.signature;
    let mut texts = Vec::new();
    for param in signature.params() {
        let Element::Class(class) = param.pattern.element else { continue };
        let kinds = class.kinds().iter().filter(|kind| !kind.is_literal());
        let names: Vec<&str> = kinds.map(|kind| kind.name()).collect();
        if names.len() > 1 && class != Class::Variadic {
            texts.push(format!("`{}` {}", row.name_of(param), names.join(", ")));
        }
    }
    texts.join("; ")
}

fn stages_of(row: &Intrinsic) -> String {
    let mut text = if row.stages == stages::ANY {
        "all".to_owned()
    } else {
        row.stages.iter().map(|stage: Stage| stage.to_string()).collect::<Vec<_>>().join(", ")
    };
    if row.derivatives {
        text.push_str(", with derivatives: those that run in groups from shader model 6.6 on");
    }
    if row.vulkan_only {
        text.push_str(", for SPIR-V alone");
    }
    text
}

/// What a row becomes.
fn lowered(row: &Intrinsic) -> String {
    let expansion = match row.lowering {
        Lowering::Op(_) | Lowering::ByClass(..) => "",
        Lowering::Expand(_) => "an expansion",
        Lowering::NotYet => return "nothing yet".to_owned(),
        Lowering::Gone(today) => return format!("nothing: `{}` has taken its place", today.text()),
    };
    let operation = |op: &hlslc_ir::Op| {
        let calls = hlslc_dxil_lower::calls(*op);
        let calls: Vec<String> =
            calls.into_iter().map(|call| link(call.info().name(), "operations.md", call.info().name())).collect();
        if calls.is_empty() { format!("`{}`", op.name()) } else { format!("`{}` ({})", op.name(), calls.join(", ")) }
    };
    let operations: Vec<String> = row.lowering.operations().iter().map(operation).collect();
    match (expansion, operations.is_empty()) {
        ("", _) => or_dash(&operations),
        (expansion, true) => expansion.to_owned(),
        (expansion, false) => format!("{expansion} with {}", operations.join(", ")),
    }
}

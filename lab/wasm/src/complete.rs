//! Lists the words that the page completes: functions, methods and types, with what they are, from the compiler's own tables.

use std::collections::BTreeMap;

use hlslc_hir::intrinsics::{Intrinsic, IntrinsicId, Lowering, TABLE};
use hlslc_hir::objects::ObjectKind;
use hlslc_sema::prototype;
use hlslc_semantics::SystemValue;
use serde::Serialize;

use crate::{Answer, Request, Session};

/// A function or a method.
#[derive(Clone, Debug, Serialize)]
struct Word {
    /// Its name.
    name: &'static str,
    /// The object that it is a method of.
    object: Option<&'static str>,
    /// Its overloads as HLSL declares them.
    overloads: Vec<String>,
    /// The first shader model that has it.
    since: String,
    /// The stages that have it; nothing for all.
    stages: Vec<String>,
    /// The operations of the IR that it becomes, each with those of DXIL.
    becomes: String,
}

/// `words`: functions, methods, object types and semantics of the system.
pub fn words(_: &mut Session, _: &Request) -> Result<Answer, String> {
    let mut words = named(None, |row| row.objects.is_empty());
    for &kind in ObjectKind::ALL {
        words.extend(named(Some(kind), |row| row.objects.contains(kind)));
    }
    let objects: Vec<&str> = ObjectKind::ALL.iter().map(|kind| kind.name()).collect();
    // Those without a spelling are values for which there is a function.
    let semantics: Vec<&str> =
        SystemValue::ALL.iter().map(|value| value.name()).filter(|name| !name.is_empty()).collect();
    Ok(Answer::of(serde_json::json!({ "words": words, "objects": objects, "semantics": semantics })))
}

fn named(object: Option<ObjectKind>, is_wanted: impl Fn(&Intrinsic) -> bool) -> Vec<Word> {
    let mut rows: BTreeMap<&str, Vec<IntrinsicId>> = BTreeMap::new();
    for (id, row) in (0u32..).map(IntrinsicId).zip(&TABLE).filter(|(_, row)| is_wanted(row)) {
        rows.entry(row.name()).or_default().push(id);
    }
    let word = |(name, ids): (&'static str, Vec<IntrinsicId>)| {
        let row = ids[0].row();
        Word {
            name,
            object: object.map(ObjectKind::name),
            overloads: ids.iter().map(|&id| prototype(id, object)).collect(),
            since: row.since.to_string(),
            stages: if row.stages == hlslc_hir::intrinsics::stages::ANY {
                Vec::new()
            } else {
                row.stages.iter().map(|stage| stage.to_string()).collect()
            },
            becomes: becomes(row),
        }
    };
    rows.into_iter().map(word).collect()
}

/// What a row becomes, in words.
fn becomes(row: &Intrinsic) -> String {
    let operation = |op: &hlslc_ir::Op| {
        let calls: Vec<&str> = hlslc_dxil_lower::calls(*op).into_iter().map(|call| call.info().name()).collect();
        if calls.is_empty() { op.name().to_owned() } else { format!("{} ({})", op.name(), calls.join(", ")) }
    };
    let operations = row.lowering.operations().iter().map(operation).collect::<Vec<_>>().join(", ");
    match row.lowering {
        Lowering::Op(_) | Lowering::ByClass(..) => operations,
        Lowering::Expand(_) if operations.is_empty() => "an expansion".to_owned(),
        Lowering::Expand(_) => format!("an expansion with {operations}"),
        Lowering::NotYet => "nothing yet".to_owned(),
        Lowering::Gone(today) => format!("nothing: {} has taken its place", today.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_methods_have_their_overloads() {
        let answer = words(&mut Session::default(), &Request::new("words", serde_json::Value::Null)).unwrap();
        let all = answer.json["words"].as_array().unwrap();
        let of = |object: serde_json::Value, name: &str| {
            all.iter().find(|word| word["object"] == object && word["name"] == name).unwrap_or_else(|| panic!("{name}"))
        };
        assert!(of(serde_json::Value::Null, "saturate")["overloads"][0].as_str().unwrap().contains("saturate("));
        assert!(of("Texture2D".into(), "Sample")["overloads"][0].as_str().unwrap().contains("SamplerState"));
        assert_eq!(of(serde_json::Value::Null, "ddx")["since"], of(serde_json::Value::Null, "sin")["since"]);
    }
}

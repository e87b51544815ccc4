//! Finds the source file of a scope of debug information, once for each scope.

use dxil::debug_info::{DebugField, DebugKind};
use dxil::metadata::Metadata;
use dxil::module::DebugLoc;
use dxil::{MdId, Module};
use rustc_hash::FxHashMap;

use crate::report::Place;

/// Scopes deeper than this have no file.
const MOST_SCOPES: u32 = 256;

#[derive(Default)]
pub(super) struct Places {
    numbers: FxHashMap<([Option<MdId>; 2], u32, u32), u32>,
    found: Vec<Place>,
    /// The scope of each, and the call that its function was inlined at.
    scopes: Vec<[Option<MdId>; 2]>,
}

impl Places {
    /// The number of a place, from 1.
    pub fn number(&mut self, module: &Module, location: &DebugLoc) -> u32 {
        let scopes = [location.scope, location.inlined_at];
        let key = (scopes, location.line, location.column);
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let file = location.scope.and_then(|scope| file_of(module, scope)).unwrap_or_default();
        self.found.push(Place { file, line: location.line, column: location.column });
        self.scopes.push(scopes);
        let number = self.found.len() as u32;
        self.numbers.insert(key, number);
        number
    }

    pub fn finish(self) -> (Vec<Place>, Vec<[Option<MdId>; 2]>) {
        (self.found, self.scopes)
    }
}

/// A field of a record of debug information, by its name.
fn field(module: &Module, record: MdId, name: &str) -> Option<MdId> {
    let Metadata::Debug(record) = module.metadata.is_valid(record).then(|| module.metadata.get(record))? else {
        return None;
    };
    let at = record.kind.fields().iter().position(|(field, _)| *field == name)?;
    match record.fields.get(at)? {
        DebugField::Ref(target) => *target,
        DebugField::Int(_) => None,
    }
}

fn file_of(module: &Module, mut scope: MdId) -> Option<String> {
    for _ in 0..MOST_SCOPES {
        let Metadata::Debug(record) = module.metadata.is_valid(scope).then(|| module.metadata.get(scope))? else {
            return None;
        };
        if record.kind == DebugKind::DIFile {
            let name = field(module, scope, "filename")?;
            return Some(String::from_utf8_lossy(module.metadata.as_string(name)?.as_bytes()).into_owned());
        }
        scope = field(module, scope, "file").or_else(|| field(module, scope, "scope"))?;
    }
    None
}

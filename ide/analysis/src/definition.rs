//! Finds where what a name means is declared, and where else it is named.

use crate::index::{Entry, Source, Target};
use crate::snapshot::Snapshot;
use crate::{Place, TextRange};
use hlslc_base::Span;
use hlslc_hir::types::{ObjectArg, Ty, TyData};

/// A use of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// Where.
    pub place: Place,
    /// Whether it is a declaration.
    pub is_declaration: bool,
    /// Whether the name is assigned to there.
    pub is_write: bool,
}

impl Snapshot {
    /// Where what the name at a place means is defined, and the name itself. An `#include` leads to the file.
    pub fn definition(&self, file: &str, offset: usize) -> Option<(TextRange, Vec<Place>)> {
        if let Some((at, included)) = self.include_at(file, offset) {
            return Some((at, vec![Place { file: included, range: TextRange::default() }]));
        }
        let names = self.names_at(file, offset);
        let range = names.first()?.range;
        let mut places: Vec<Place> = Vec::new();
        for entry in &names {
            // Where the cursor is on the definition itself, its declaration may be wanted.
            let found = self.definition_of(entry.target);
            places.extend(found.map(|entry| self.place_of(entry)));
        }
        places.dedup();
        (!places.is_empty()).then_some((range, places))
    }

    /// Where it is declared first.
    pub fn declaration(&self, file: &str, offset: usize) -> Option<(TextRange, Vec<Place>)> {
        let names = self.names_at(file, offset);
        let range = names.first()?.range;
        let mut places: Vec<Place> = Vec::new();
        for entry in &names {
            let first = self.declarations_of(entry.target).first().map(|entry| self.place_of(entry));
            places.extend(first);
        }
        places.dedup();
        (!places.is_empty()).then_some((range, places))
    }

    /// Where the type of what the name means is declared.
    pub fn type_definition(&self, file: &str, offset: usize) -> Vec<Place> {
        let names = self.names_at(file, offset);
        let types = names.iter().filter_map(|entry| self.use_of(entry)).map(|used| used.ty);
        let mut places: Vec<Place> = types.filter_map(|ty| self.place_of_type(ty)).collect();
        places.dedup();
        places
    }

    /// Where a struct or enumeration is declared; of an object or an array, its element.
    fn place_of_type(&self, ty: Ty) -> Option<Place> {
        let mut ty = ty;
        loop {
            match self.program.types.data(ty) {
                TyData::Array(element, _) => ty = *element,
                TyData::Object(_, args) => {
                    ty = args.iter().find_map(|arg| match arg {
                        ObjectArg::Type(ty) => Some(*ty),
                        ObjectArg::Number(_) => None,
                    })?;
                }
                TyData::Struct(id) => return self.place_of_name(self.program.types.structs[*id].span),
                TyData::Enum(id) => return self.place_of_name(self.program.types.enums[*id].span),
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::String => return None,
            }
        }
    }

    /// The first name that a span declares: that of an instance of a template is all of its declaration.
    fn place_of_name(&self, span: Span) -> Option<Place> {
        let place = self.spelt(span)?;
        let entries = self.index().of_file(self.file(&place.file)?);
        let first = entries.iter().find(|entry| entry.is_declaration && place.range.covers(entry.range));
        Some(first.map_or(place, |entry| self.place_of(entry)))
    }

    /// Everywhere the things that the name at a place means are named, in the order of files and places.
    pub fn references(&self, file: &str, offset: usize, with_declarations: bool) -> Vec<Reference> {
        let mut targets: Vec<Target> = self.names_at(file, offset).iter().map(|entry| entry.target).collect();
        targets.retain(|target| *target != Target::BuiltIn);
        let entries = &self.index().entries;
        let found = entries.iter().filter(|entry| targets.contains(&entry.target));
        let mut list: Vec<Reference> = found
            .filter(|entry| with_declarations || !entry.is_declaration)
            .map(|entry| Reference {
                place: self.place_of(entry),
                is_declaration: entry.is_declaration,
                is_write: self.is_written(entry),
            })
            .collect();
        list.dedup_by(|later, first| later.place == first.place);
        list
    }

    /// The definition of a target: a declaration with a body if there is one, or else the first.
    pub(crate) fn definition_of(&self, target: Target) -> Option<&Entry> {
        let all = self.declarations_of(target);
        let with_body = all.iter().rev().find(|entry| self.is_definition(entry));
        with_body.or(all.first()).copied()
    }

    /// Whether the name of a declaration is followed by a body before its end.
    fn is_definition(&self, entry: &Entry) -> bool {
        if matches!(entry.source, Source::MacroDefinition(_)) {
            return true;
        }
        let place = self.place_of(entry);
        let Some(text) = self.file_text(&place.file) else { return false };
        let rest = text.get(place.range.end..).unwrap_or_default();
        let mut depth = 0usize;
        for byte in rest.bytes() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                b'{' if depth == 0 => return true,
                b';' if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether the name is followed by an assignment, as far as its text says so.
    fn is_written(&self, entry: &Entry) -> bool {
        let place = self.place_of(entry);
        let Some(text) = self.file_text(&place.file) else { return false };
        let rest = text.get(place.range.end..).unwrap_or_default();
        let mut rest = rest.trim_start();
        // Members, swizzles and indices are parts of what is assigned to.
        loop {
            if let Some(after) = rest.strip_prefix('.') {
                rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
            } else if rest.starts_with('[') {
                let Some(end) = rest.find(']') else { return false };
                rest = rest[end + 1..].trim_start();
            } else {
                break;
            }
        }
        let assigns = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];
        (rest.starts_with('=') && !rest.starts_with("==")) || assigns.iter().any(|operator| rest.starts_with(operator))
    }
}

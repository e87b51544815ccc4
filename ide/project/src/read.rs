//! Reads the text: TOML to a tree with places, and each table of the tree by the rows of its keys.

use crate::keys::{self, TableRow};
use crate::problem::Problem;
use crate::settings::*;
use hlslc_base::suggest::nearest;
use hlslc_base::target::TargetError;
use hlslc_syntax::LanguageVersion;
use std::ops::Range;
use toml_span::value::{Table, ValueInner};
use toml_span::{ErrorKind, Span, Value};

/// Reads the text of a file. What is wrong is left out and everything else is kept.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "an error of any other kind is shown as the reader of TOML words it"
)]
pub fn parse(text: &str) -> Parsed {
    let mut reader = Reader::default();
    match toml_span::parse(text) {
        Ok(mut root) => {
            if let ValueInner::Table(table) = root.take() {
                reader.root(table);
            }
        }
        Err(error) => {
            let (kind, range) = (&error.kind, range(error.span));
            let message = match kind {
                ErrorKind::DuplicateKey { key, .. } => format!("the key `{key}` is there twice"),
                ErrorKind::DuplicateTable { name, .. } => format!("the table `{name}` is there twice"),
                other => other.to_string().replace('\n', " "),
            };
            let end = range.end.clamp(range.start, text.len());
            reader.problems.push(Problem { message, range: range.start.min(end)..end });
        }
    }
    reader.check();
    reader.problems.sort_by_key(|problem| problem.range.start);
    Parsed { project: reader.project, problems: reader.problems }
}

fn range(span: Span) -> Range<usize> {
    span.start..span.end
}

/// A table whose keys are taken one after another.
struct Keys<'de> {
    row: &'static TableRow,
    table: Table<'de>,
    range: Range<usize>,
}

impl<'de> Keys<'de> {
    fn take(&mut self, key: &str) -> Option<Value<'de>> {
        debug_assert!(self.row.keys.iter().any(|row| row.name == key), "{key} has a row");
        self.table.remove(key)
    }
}

#[derive(Default)]
struct Reader {
    project: Project,
    problems: Vec<Problem>,
}

impl Reader {
    fn wrong(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.problems.push(Problem { message: message.into(), range });
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn root(&mut self, table: Table<'_>) {
        let mut tables: Vec<_> = table.into_iter().collect();
        tables.sort_by_key(|(key, _)| key.span.start);
        for (key, mut value) in tables {
            let Some(row) = keys::table(&key.name) else {
                let names = keys::TABLES.iter().map(|row| row.name);
                let message = format!("unknown table `{}`{}", key.name, did_you_mean(&key.name, names));
                self.wrong(range(key.span), message);
                continue;
            };
            let (place, of_key) = (range(value.span), range(key.span));
            match (value.take(), row.is_list) {
                (ValueInner::Table(table), false) => self.table(Keys { row, table, range: of_key }),
                (ValueInner::Array(values), true) => {
                    for mut value in values {
                        let place = range(value.span);
                        match value.take() {
                            ValueInner::Table(table) => {
                                // The place of an element of `[[name]]` is that of its first key.
                                let first = table.keys().map(|key| key.span.start).min();
                                let of_first = table.keys().find(|key| Some(key.span.start) == first);
                                let place = of_first.map_or(place, |key| range(key.span));
                                self.table(Keys { row, table, range: place });
                            }
                            other => self.type_error(place, "a table", &other),
                        }
                    }
                }
                (other, _) => {
                    let place = if place.is_empty() { of_key } else { place };
                    self.type_error(place, &row.heading(), &other);
                }
            }
        }
    }

    fn table(&mut self, mut keys: Keys<'_>) {
        match keys.row.name {
            "project" => self.general(&mut keys),
            "entry" => self.entry(&mut keys),
            "variants" => self.variants(&mut keys),
            "axis" => self.axis(&mut keys),
            "format" => self.format(&mut keys),
            _ => self.lints(&mut keys),
        }
        for key in keys.table.keys() {
            let names = keys.row.keys.iter().map(|row| row.name);
            let hint = did_you_mean(&key.name, names);
            self.wrong(range(key.span), format!("unknown key `{}` in {}{hint}", key.name, keys.row.heading()));
        }
    }

    fn general(&mut self, keys: &mut Keys<'_>) {
        let include = self.strings(keys.take("include"));
        let defines = self.defines(keys.take("defines"));
        let language = self.string(keys.take("language")).and_then(|text| {
            let version = LanguageVersion::from_option(&text.value);
            if version.is_none() {
                self.wrong(
                    text.range.clone(),
                    format!("`{}` is no version of HLSL: they are 2015 to 2018, 2021 and 202x", text.value),
                );
            }
            version.map(|value| Spanned { value, range: text.range })
        });
        let options = self.strings(keys.take("options"));
        let output = self.string(keys.take("output"));
        self.project.general = General { include, defines, language, options, output };
    }

    fn entry(&mut self, keys: &mut Keys<'_>) {
        let (name, file) = (self.string(keys.take("name")), self.string(keys.take("file")));
        let entry = self.string(keys.take("entry"));
        let has_profile = keys.table.contains_key("profile");
        let profile = self.string(keys.take("profile")).and_then(|text| match text.value.parse() {
            Ok(value) => Some(Spanned { value, range: text.range }),
            Err(why) => {
                let why = match why {
                    TargetError::Malformed => "is no profile: it is a stage and a shader model, such as `ps_6_6`",
                    TargetError::UnsupportedModel => "has a shader model that is not known",
                };
                self.wrong(text.range, format!("`{}` {why}", text.value));
                None
            }
        });
        let mut targets = Vec::new();
        let place = keys.take("targets");
        let of_targets = place.as_ref().map(|value| range(value.span));
        let count = self.problems.len();
        for text in self.strings(place) {
            if let Some(kind) = self.word(&text, "a target", &OutputKind::ALL)
                && !targets.contains(&kind)
            {
                targets.push(kind);
            }
        }
        if targets.is_empty() {
            if let Some(place) = of_targets.filter(|_| count == self.problems.len()) {
                self.wrong(place, "an entry has a target: `dxil`, `spirv` or both");
            }
            targets.push(OutputKind::Dxil);
        }
        let defines = self.defines(keys.take("defines"));
        let options = self.strings(keys.take("options"));
        let axes = keys.take("axes").map(|value| self.strings(Some(value)));
        if file.is_none() {
            self.wrong(keys.range.clone(), "an entry needs `file`, its source");
        }
        if !has_profile {
            self.wrong(keys.range.clone(), "an entry needs `profile`, such as `ps_6_6`");
        }
        let (Some(file), Some(profile)) = (file, profile) else { return };
        let entry = entry.unwrap_or_else(|| Spanned { value: "main".to_owned(), range: file.range.clone() });
        let name = name.unwrap_or_else(|| {
            let base = file.value.rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
            let value = if entry.value == "main" { stem.to_owned() } else { format!("{stem}.{}", entry.value) };
            Spanned { value, range: file.range.clone() }
        });
        self.project.entries.push(Entry { name, file, entry, profile, targets, defines, options, axes });
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn variants(&mut self, keys: &mut Keys<'_>) {
        let mut exclude = Vec::new();
        for mut value in self.list(keys.take("exclude")) {
            let place = range(value.span);
            match value.take() {
                ValueInner::Table(table) => {
                    let mut rows: Vec<_> = table.into_iter().collect();
                    rows.sort_by_key(|(key, _)| key.span.start);
                    let mut conditions = Vec::new();
                    for (key, mut value) in rows {
                        let of_value = range(value.span);
                        let values = match value.take() {
                            ValueInner::Array(values) => values,
                            other => vec![Value::with_span(other, value.span)],
                        };
                        let values: Vec<_> = values
                            .into_iter()
                            .filter_map(|value| self.define_value(value))
                            .map(|it| it.value)
                            .collect();
                        if values.is_empty() {
                            self.wrong(of_value, "a condition needs a value");
                        }
                        conditions.push((Spanned { value: key.name.into_owned(), range: range(key.span) }, values));
                    }
                    if conditions.is_empty() {
                        self.wrong(place, "an exclusion without a condition would leave out everything");
                        continue;
                    }
                    exclude.push(Exclusion { conditions, range: place });
                }
                other => self.type_error(place, "a table such as `{ SHADOWS = 0, SOFT = 1 }`", &other),
            }
        }
        let limit = self.number(keys.take("limit"));
        let pack = self.string(keys.take("pack"));
        let manifest = self.string(keys.take("manifest"));
        self.project.variants = Variants { exclude, limit, pack, manifest };
    }

    fn axis(&mut self, keys: &mut Keys<'_>) {
        let name = self.string(keys.take("name"));
        let of_macro = self.string(keys.take("macro"));
        let (values, ends) = (keys.take("values"), keys.take("range"));
        let place = of_macro.as_ref().or(name.as_ref()).map_or_else(|| keys.range.clone(), |it| it.range.clone());
        if let Some(name) = &of_macro {
            self.identifier(name);
        }
        let values = match (values, ends) {
            (Some(_), Some(ends)) => {
                self.wrong(range(ends.span), "an axis has `values` or `range`, not both");
                None
            }
            (None, None) => {
                self.wrong(place, "an axis needs `values` or `range`");
                None
            }
            (None, Some(ends)) if of_macro.is_none() => {
                self.wrong(range(ends.span), "a `range` is of a `macro`, which is missing");
                None
            }
            (None, Some(ends)) => self.ends(ends),
            (Some(values), None) => {
                let place = range(values.span);
                let values = self.list(Some(values));
                let values = if of_macro.is_some() {
                    AxisValues::List(values.into_iter().filter_map(|value| self.define_value(value)).collect())
                } else {
                    AxisValues::Sets(values.into_iter().map(|value| self.defines(Some(value))).collect())
                };
                if values.count() == 0 {
                    self.wrong(place, "an axis needs a value");
                }
                if let AxisValues::List(values) = &values {
                    for (at, value) in values.iter().enumerate() {
                        if values[..at].iter().any(|before| before.value == value.value) {
                            self.wrong(value.range.clone(), "this value is there already");
                        }
                    }
                }
                Some(values)
            }
        };
        let name = name.or_else(|| of_macro.clone());
        let Some(name) = name else {
            return self.wrong(keys.range.clone(), "an axis needs `macro`, or `name` and tables of macros as `values`");
        };
        if let Some(values) = values {
            self.project.axes.push(Axis { name, of_macro, values });
        }
    }

    fn ends(&mut self, ends: Value<'_>) -> Option<AxisValues> {
        let place = range(ends.span);
        let ends: Vec<Option<i64>> = self.list(Some(ends)).iter().map(Value::as_integer).collect();
        match ends[..] {
            [Some(from), Some(to)] if from <= to => Some(AxisValues::Range { from, to }),
            _ => {
                self.wrong(place, "a range is two numbers, the first and the last, such as `[0, 15]`");
                None
            }
        }
    }

    fn format(&mut self, keys: &mut Keys<'_>) {
        let width = self.small_number(keys.take("width"));
        let indent = self.small_number(keys.take("indent"));
        let use_tabs = self.boolean(keys.take("use_tabs"));
        let brace_style = self.string(keys.take("brace_style")).and_then(|text| {
            let value = self.word(&text, "a brace style", &BraceStyle::ALL)?;
            Some(Spanned { value, range: text.range })
        });
        self.project.format = Format { width, indent, use_tabs, brace_style };
    }

    fn lints(&mut self, keys: &mut Keys<'_>) {
        let mut rows: Vec<_> = std::mem::take(&mut keys.table).into_iter().collect();
        rows.sort_by_key(|(key, _)| key.span.start);
        for (key, value) in rows {
            let Some(text) = self.string(Some(value)) else { continue };
            if let Some(value) = self.word(&text, "a level", &Level::ALL) {
                let code = Spanned { value: key.name.into_owned(), range: range(key.span) };
                self.project.lints.push(Lint { code, level: Spanned { value, range: text.range } });
            }
        }
    }

    /// Checks what depends on several tables.
    fn check(&mut self) {
        let mut wrong = Vec::new();
        let (entries, axes) = (&self.project.entries, &self.project.axes);
        for (at, entry) in entries.iter().enumerate() {
            if entries[..at].iter().any(|before| before.name.value == entry.name.value) {
                let message =
                    format!("there is an entry `{}` already: give one of them another `name`", entry.name.value);
                wrong.push((entry.name.range.clone(), message));
            }
            for name in entry.axes.iter().flatten() {
                if !axes.iter().any(|axis| axis.name.value == name.value) {
                    let names = axes.iter().map(|axis| axis.name.value.as_str());
                    let hint = did_you_mean(&name.value, names);
                    wrong.push((name.range.clone(), format!("unknown axis `{}`{hint}", name.value)));
                }
            }
        }
        for (at, axis) in axes.iter().enumerate() {
            if axes[..at].iter().any(|before| before.name.value == axis.name.value) {
                wrong.push((axis.name.range.clone(), format!("there is an axis `{}` already", axis.name.value)));
            }
        }
        let macros: Vec<&str> = axes.iter().flat_map(Axis::macros).collect();
        for (name, _) in self.project.variants.exclude.iter().flat_map(|exclusion| &exclusion.conditions) {
            if !macros.contains(&name.value.as_str()) {
                let hint = did_you_mean(&name.value, macros.iter().copied());
                wrong.push((name.range.clone(), format!("`{}` is the macro of no axis{hint}", name.value)));
            }
        }
        for (range, message) in wrong {
            self.wrong(range, message);
        }
    }

    fn type_error(&mut self, place: Range<usize>, wanted: &str, found: &ValueInner<'_>) {
        let found = match found {
            ValueInner::String(_) => "a string",
            ValueInner::Integer(_) => "a number",
            ValueInner::Float(_) => "a number with a fraction",
            ValueInner::Boolean(_) => "a Boolean",
            ValueInner::Array(_) => "a list",
            ValueInner::Table(_) => "a table",
        };
        self.wrong(place, format!("{wanted} is expected here, not {found}"));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn string(&mut self, value: Option<Value<'_>>) -> Setting<String> {
        let mut value = value?;
        let place = range(value.span);
        match value.take() {
            ValueInner::String(text) => Some(Spanned { value: text.into_owned(), range: place }),
            other => {
                self.type_error(place, "a string", &other);
                None
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn list<'de>(&mut self, value: Option<Value<'de>>) -> Vec<Value<'de>> {
        let Some(mut value) = value else { return Vec::new() };
        let place = range(value.span);
        match value.take() {
            ValueInner::Array(values) => values,
            other => {
                self.type_error(place, "a list", &other);
                Vec::new()
            }
        }
    }

    fn strings(&mut self, value: Option<Value<'_>>) -> Vec<Spanned<String>> {
        self.list(value).into_iter().filter_map(|value| self.string(Some(value))).collect()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn number(&mut self, value: Option<Value<'_>>) -> Setting<u64> {
        let mut value = value?;
        let place = range(value.span);
        match value.take() {
            ValueInner::Integer(number) if number >= 0 => Some(Spanned { value: number as u64, range: place }),
            ValueInner::Integer(_) => {
                self.wrong(place, "this number cannot be negative");
                None
            }
            other => {
                self.type_error(place, "a number", &other);
                None
            }
        }
    }

    fn small_number(&mut self, value: Option<Value<'_>>) -> Setting<u32> {
        let number = self.number(value)?;
        let Ok(value) = u32::try_from(number.value) else {
            self.wrong(number.range, "this number is too large");
            return None;
        };
        Some(Spanned { value, range: number.range })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn boolean(&mut self, value: Option<Value<'_>>) -> Setting<bool> {
        let mut value = value?;
        let place = range(value.span);
        match value.take() {
            ValueInner::Boolean(value) => Some(Spanned { value, range: place }),
            other => {
                self.type_error(place, "`true` or `false`", &other);
                None
            }
        }
    }

    fn word<T: Copy>(&mut self, text: &Spanned<String>, what: &str, words: &[(T, &'static str)]) -> Option<T> {
        let found = words.iter().find(|row| row.1 == text.value).map(|row| row.0);
        if found.is_none() {
            let names = words.iter().map(|row| format!("`{}`", row.1)).collect::<Vec<_>>().join(", ");
            let hint = did_you_mean(&text.value, words.iter().map(|row| row.1));
            self.wrong(text.range.clone(), format!("`{}` is not {what}, which is one of {names}{hint}", text.value));
        }
        found
    }

    fn identifier(&mut self, name: &Spanned<String>) {
        let mut chars = name.value.chars();
        let is_one = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && chars.all(|c| c.is_alphanumeric() || c == '_');
        if !is_one {
            self.wrong(name.range.clone(), format!("`{}` is no name of a macro", name.value));
        }
    }

    fn define_value(&mut self, mut value: Value<'_>) -> Option<Spanned<DefineValue>> {
        let place = range(value.span);
        let value = match value.take() {
            ValueInner::String(text) => DefineValue::Text(text.into_owned()),
            ValueInner::Integer(number) => DefineValue::Text(number.to_string()),
            ValueInner::Boolean(true) => DefineValue::Text("1".to_owned()),
            ValueInner::Boolean(false) => DefineValue::Undefined,
            other @ (ValueInner::Float(_) | ValueInner::Array(_) | ValueInner::Table(_)) => {
                self.type_error(place, "the value of a macro (a string, a whole number, `true` or `false`)", &other);
                return None;
            }
        };
        Some(Spanned { value, range: place })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other type is reported")]
    fn defines(&mut self, value: Option<Value<'_>>) -> Vec<Define> {
        let Some(mut value) = value else { return Vec::new() };
        let place = range(value.span);
        let table = match value.take() {
            ValueInner::Table(table) => table,
            other => {
                self.type_error(place, "a table of macros", &other);
                return Vec::new();
            }
        };
        let mut rows: Vec<_> = table.into_iter().collect();
        rows.sort_by_key(|(key, _)| key.span.start);
        let mut defines = Vec::new();
        for (key, value) in rows {
            let name = Spanned { value: key.name.into_owned(), range: range(key.span) };
            self.identifier(&name);
            if let Some(value) = self.define_value(value) {
                defines.push(Define { name, value });
            }
        }
        defines
    }
}

impl Axis {
    /// The macros that it decides.
    pub fn macros(&self) -> impl Iterator<Item = &str> {
        let of_sets = match &self.values {
            AxisValues::Sets(sets) => sets.as_slice(),
            AxisValues::List(_) | AxisValues::Range { .. } => &[],
        };
        let own = self.of_macro.iter().map(|name| name.value.as_str());
        own.chain(of_sets.iter().flatten().map(|define| define.name.value.as_str()))
    }
}

fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
}

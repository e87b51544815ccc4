//! Parses the values of options: a text becomes a typed value or an error.

use crate::args::{Action, CommandLine};
use hlslc_base::suggest::nearest;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::vulkan::VkBinding;
use hlslc_options_spirv::{RegisterBinding, Shift};
use hlslc_passes::Pipeline;
use hlslc_passes::optimisations;

pub(super) fn value(values: &[String]) -> &str {
    values.first().map_or("", String::as_str)
}

/// The number of threads that `--jobs` requests.
pub fn job_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=1024).contains(count));
    count.ok_or_else(|| format!("`{text}` is no number of jobs: use 1 to 1024"))
}

/// A name that C takes.
pub(super) fn c_name(text: &str) -> Result<String, String> {
    let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    if is_name { Ok(text.to_owned()) } else { Err(format!("`{text}` is no name of a variable in C")) }
}

/// Takes `NAME` or `NAME=VALUE`, as `-D` takes it.
pub(super) fn define(line: &mut CommandLine, values: &[String]) -> Result<(), String> {
    let text = value(values);
    let (name, body) = text.split_once('=').unwrap_or((text, "1"));
    if name.is_empty() {
        return Err("a macro needs a name".to_owned());
    }
    line.options.defines.push((name.to_owned(), body.to_owned()));
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "the table wants this shape")]
pub(super) fn warning(line: &mut CommandLine, values: &[String]) -> Result<(), String> {
    let name = value(values);
    if name == "help" {
        line.action = Action::ListWarnings;
        return Ok(());
    }
    let warnings = &mut line.options.warnings;
    if let Some(group) = name.strip_prefix("no-error=") {
        warnings.error_groups.insert(group.to_owned(), false);
    } else if let Some(group) = name.strip_prefix("error=") {
        warnings.error_groups.insert(group.to_owned(), true);
    } else if name == "error" {
        warnings.as_errors = true;
    } else if let Some(group) = name.strip_prefix("no-") {
        warnings.groups.insert(group.to_owned(), false);
    } else {
        warnings.groups.insert(name.to_owned(), true);
    }
    note_unknown_warning(line, name);
    Ok(())
}

/// Scripts turn off warnings that only other compilers have; what is turned on, or nearly the name of one, is a slip.
fn note_unknown_warning(line: &mut CommandLine, given: &str) {
    let (is_off, name) = match given.strip_prefix("no-") {
        Some(rest) => (true, rest.strip_prefix("error=").unwrap_or(rest)),
        None => (false, given.strip_prefix("error=").unwrap_or(given)),
    };
    let mut groups = crate::warning_groups();
    if matches!(name, "all" | "extra" | "error" | "everything" | "pedantic") || groups.any(|group| group == name) {
        return;
    }
    match nearest(name, crate::warning_groups()) {
        Some(close) => line.notes.push(format!("there is no warning `-W{name}`; did you mean `-W{close}`?")),
        None if is_off => {}
        None => line.notes.push(format!("there is no warning `-W{name}`")),
    }
}

/// The name of a pass, of one of its runs (`late dce`), or `all`.
pub(super) fn pass_name(name: &str) -> Result<String, String> {
    let pipelines = [Pipeline::Common, Pipeline::Dxil, Pipeline::Spirv];
    let mut names: Vec<&str> = pipelines.into_iter().flat_map(Pipeline::names).collect();
    names.extend(pipelines.into_iter().flat_map(Pipeline::passes).map(|pass| pass.name));
    names.push("all");
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    let hint = nearest(name, names.iter().copied())
        .map_or_else(|| "; -Odump lists them".to_owned(), |close| format!("; did you mean `{close}`?"));
    Err(format!("there is no pass `{name}`{hint}"))
}

/// The names of passes, with commas between them.
pub(super) fn passes(names: &str) -> Result<Vec<String>, String> {
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(pass_name).collect()
}

/// An optimisation to choose. A pass of dxc's that there is none like here is a note, as it changes no result.
pub(super) fn optimisation(line: &mut CommandLine, option: &str, name: &str) -> Result<Option<String>, String> {
    if optimisations().contains(&name) {
        return Ok(Some(name.to_owned()));
    }
    if pass_name(name).is_ok() {
        return Err(format!("`{name}` makes code legal for the target: it always runs"));
    }
    let all = optimisations();
    let hint = nearest(name, all.iter().copied())
        .map_or_else(|| "; -Odump lists what runs".to_owned(), |close| format!("; did you mean `{close}`?"));
    line.notes.push(format!("option `{option}`: there is no optimisation `{name}` here{hint}"));
    Ok(None)
}

pub(super) fn number(values: &[String]) -> Result<u32, String> {
    value(values).parse().map_err(|_| format!("`{}` is no number", value(values)))
}

fn number_at(values: &[String], at: usize) -> Result<u32, String> {
    number(values.get(at..).unwrap_or_default())
}

/// `N SPACE`, or `N all`.
pub(super) fn register_shift(class: ResourceClass, values: &[String]) -> Result<Shift, String> {
    let set = if values.get(1).is_some_and(|space| space == "all") { None } else { Some(number_at(values, 1)?) };
    Ok(Shift { class, set, by: number_at(values, 0)? })
}

/// `BINDING SET`.
pub(super) fn binding(values: &[String]) -> Result<VkBinding, String> {
    Ok(VkBinding { binding: number_at(values, 0)?, set: number_at(values, 1)? })
}

/// `REGISTER SPACE BINDING SET`.
pub(super) fn register_binding(values: &[String]) -> Result<RegisterBinding, String> {
    const COUNTER: &str = ".counter";
    let register = value(values);
    let is_counter = register.starts_with('u') && register.ends_with(COUNTER);
    let register = if is_counter { register.trim_end_matches(COUNTER) } else { register };
    let classes = [
        ('b', ResourceClass::Cbv),
        ('t', ResourceClass::Srv),
        ('s', ResourceClass::Sampler),
        ('u', ResourceClass::Uav),
    ];
    let found = classes.iter().find_map(|row| Some((row.1, register.strip_prefix(row.0)?.parse().ok()?)));
    let (class, number) = found.ok_or_else(|| format!("`{register}` is no register: use b, t, s or u and a number"))?;
    Ok(RegisterBinding {
        class,
        number,
        space: number_at(values, 1)?,
        is_counter,
        at: binding(values.get(2..).unwrap_or_default())?,
    })
}

/// Whether the value of `-encoding` names wide characters; nothing if it names no encoding.
pub fn is_wide_encoding(name: &str) -> Option<bool> {
    let wide = if cfg!(windows) { "utf16" } else { "utf32" };
    match name.to_ascii_lowercase().as_str() {
        "utf8" | "utf-8" => Some(false),
        name if name == "wide" || name == wide => Some(true),
        _ => None,
    }
}

//! Fills templates: `{{name}}` stands for a value.
//!
//! Input: a text of `templates`, and values by their names. Output: the text with the values, which are HTML already.

/// The template of a page with a list of its neighbours.
pub(crate) const PAGE: &str = include_str!("../templates/page.html");
/// The template of the first page.
pub(crate) const FRONT: &str = include_str!("../templates/front.html");
/// What both begin and end with.
const FRAME: [(&str, &str); 2] =
    [("head", include_str!("../templates/head.html")), ("foot", include_str!("../templates/foot.html"))];

/// The template with its values. A frame is filled with the same values.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> Result<String, String> {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").ok_or("a template has `{{` without `}}`")?;
        out.push_str(before);
        if let Some((_, value)) = values.iter().find(|value| value.0 == name) {
            out.push_str(value);
        } else if let Some((_, frame)) = FRAME.iter().find(|frame| frame.0 == name) {
            // Frames name no frames, so this ends.
            out.push_str(&fill(frame, values)?);
        } else {
            return Err(format!("a template asks for `{name}`, which nothing gives"));
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

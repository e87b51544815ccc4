//! Says which parameters the call around a place takes.

use crate::context::Context;
use crate::cursor::check_at;
use crate::host::Host;
use crate::snapshot::{Session, Snapshot};
use hlslc_sema::uses::Callee;

/// What the call around the cursor may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signatures {
    /// Each declaration with its parameters as they stand in it.
    pub list: Vec<Signature>,
    /// The one that fits best.
    pub active: usize,
    /// The parameter that the cursor is in.
    pub argument: usize,
}

/// Something that can be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its declaration.
    pub text: String,
    /// The parameters as they stand there.
    pub params: Vec<String>,
    /// The comment above the declaration.
    pub documentation: Option<String>,
}

/// The call whose arguments a cursor is in: the position of its `(`, and the number of commas before the cursor.
fn call_around(text: &str, offset: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut depth, mut commas, mut at) = (0usize, 0, offset.min(bytes.len()));
    while at > 0 {
        at -= 1;
        match bytes[at] {
            b')' | b']' => depth += 1,
            b'[' if depth > 0 => depth -= 1,
            b'(' if depth > 0 => depth -= 1,
            b'(' => {
                let before = text[..at].trim_end();
                let is_name = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '>'));
                let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                if is_name && !matches!(word, "if" | "for" | "while" | "switch" | "return" | "register") {
                    return Some((at, commas));
                }
                commas = 0;
            }
            b',' if depth == 0 => commas += 1,
            b';' | b'{' | b'}' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The signatures of the call around a place.
pub fn signatures(host: &Host, context: &Context, file: &str, offset: usize) -> Option<Signatures> {
    signatures_in(None, host, context, file, offset)
}

/// The same with what is kept between checks.
pub fn signatures_in(
    session: Option<&Session>,
    host: &Host,
    context: &Context,
    file: &str,
    offset: usize,
) -> Option<Signatures> {
    let text = host.text(file)?;
    let offset = offset.min(text.len());
    if !text.is_char_boundary(offset) {
        return None;
    }
    let (paren, argument) = call_around(&text, offset)?;
    let snapshot = check_at(host, context, session, file, offset)?;
    let name_end = text[..paren].trim_end().len();
    // Of template arguments only the name before them is the name of the call.
    let call = snapshot.uses.calls.iter().rev().find(|call| {
        snapshot.place(call.name).is_some_and(|place| {
            &*place.file == file
                && place.range.start < paren
                && (place.range.end == name_end || text[place.range.end..name_end].trim_start().starts_with('<'))
        })
    })?;
    if call.candidates.is_empty() {
        return None;
    }
    // With fewer arguments than the cursor has before it nothing fits.
    let takes = |callee: &Callee| callee.params.len() > argument || (callee.params.is_empty() && argument == 0);
    let order = |(at, callee): &(usize, &Callee)| (!takes(callee), callee.cost.is_none(), callee.cost, *at);
    let best = call.candidates.iter().enumerate().min_by_key(order).map_or(0, |(at, _)| at);
    let list = call.candidates.iter().map(|callee| signature(&snapshot, callee)).collect();
    Some(Signatures { list, active: best, argument })
}

fn signature(snapshot: &Snapshot, callee: &Callee) -> Signature {
    let place = snapshot.spelt(callee.declared);
    let documentation = place.and_then(|place| {
        let entry = snapshot.names_at(&place.file, place.range.start).first().copied()?;
        snapshot.documentation(entry.target)
    });
    let params = callee.params.iter().map(|param| param.text.clone()).collect();
    Signature { text: callee.text.clone(), params, documentation }
}

//! Assembles DXIL: text in the form of a listing becomes a container, checked and signed as what is compiled.
//!
//! No pass runs: the program is what the text says. Everything else in the container follows from it.

use super::{Assembly, containers};
use crate::Reflection;
use crate::errors;
use crate::options::{Backend, Emit};
use crate::parts::{self, Strip};
use crate::session::{Done, Session, Step};
use dxil::complete;
use dxil::container::{FourCc, Signing};
use dxil::reflect::reflect;
use dxil::{asm, rules};
use hlslc_base::source::FileId;
use std::ops::Range;

pub(super) const ASSEMBLY: Assembly = Assembly { is: asm::is_dxil, assemble };

fn assemble(session: &mut Session, file: FileId) -> Step<()> {
    session.stage = "assemble";
    let options = session.options;
    let text = session.sources.file(file).text.clone();
    let module = match asm::parse(&text) {
        Ok(module) => module,
        Err(asm::Errors(found)) => {
            for error in found {
                let span = session.sources.span_in(file, error.range);
                session.found.push(errors::llvm_syntax(span, &error.message));
            }
            return Err(Done);
        }
    };
    let refuse = |session: &mut Session, range: Range<usize>, why: &str| {
        let span = session.sources.span_in(file, range);
        session.found.push(errors::llvm_syntax(span, why));
        Err(Done)
    };
    if options.backend != Backend::Dxil {
        let why = format!(
            "assembly of DXIL becomes a container of DXIL, not {}: leave the option out",
            options.backend.name()
        );
        return refuse(session, 0..0, &why);
    }
    let stages = [Emit::Object, Emit::Dxil, Emit::Container];
    if let Some((_, name)) = Emit::ALL.iter().find(|(stage, _)| *stage == options.emit && !stages.contains(stage)) {
        let why = format!("assembly of DXIL has no `{name}`: use `--emit=dxil` or `--emit=container`");
        return refuse(session, 0..0, &why);
    }
    let validator = options.validator.unwrap_or_default();
    session.stage = "validate";
    if !options.skip_validation {
        for violation in rules::verify(&module) {
            // The tag of an instruction is where it begins, plus one.
            let start = violation.place.map_or(0, |place| place.tag.saturating_sub(1)) as usize;
            let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
            let range = if violation.place.is_some() { start..end } else { 0..0 };
            let span = session.sources.span_in(file, range);
            session.found.push(errors::not_valid_dxil(span, &violation.to_string()));
        }
        session.check_point("validate", ())?;
    }
    session.stage = "write the container";
    let container = match complete(module, validator) {
        Ok(container) => container,
        Err(why) => return refuse(session, 0..0, &why.to_string()),
    };
    if let Some(wanted) = options.target {
        let stated = containers::profile(&container);
        if stated.as_ref().is_some_and(|stated| *stated != wanted.to_string()) {
            let stated = stated.unwrap_or_default();
            return refuse(
                session,
                0..0,
                &format!("the module is for {stated}, and `-T` names {wanted}: leave `-T` out"),
            );
        }
    }
    if options.separate_reflection {
        let part = container.part(FourCc::STAT).map(|part| containers::part_with_header(FourCc::STAT, part));
        session.output.reflection_part = part;
    }
    let mut object = container.write(if options.no_digest { Signing::Unsigned } else { Signing::Digest });
    if options.reflect {
        match reflect(&object) {
            Ok(found) => session.output.reflection = Some(Reflection::Dxil(Box::new(found))),
            Err(why) => return session.fail(&why.to_string()),
        }
    }
    let unwanted =
        [(options.strip_reflection, Strip::Reflection), (options.strip_root_signature, Strip::RootSignature)];
    for (_, part) in unwanted.into_iter().filter(|(is_unwanted, _)| *is_unwanted) {
        match parts::strip(&object, part) {
            Ok(stripped) => object = stripped,
            Err(why) => return session.fail(&why),
        }
    }
    let listing = if options.emit == Emit::Dxil {
        Some(containers::disassemble(&object))
    } else if options.emit == Emit::Container {
        Some(containers::describe(&object))
    } else {
        None
    };
    match listing {
        Some(Ok(text)) => session.emit(text),
        Some(Err(why)) => session.fail(&why),
        None => {
            session.output.object = Some(object);
            Ok(())
        }
    }
}

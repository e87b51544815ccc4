//! Lists the facts of a compiler's output: the parts of a container and the properties of its program, the interface of
//! a SPIR-V module, or the words of a text. Hashes and code do not count: they differ with every compiler.

use dxc_oracle::Dxc;
use dxil::container::{Container, FourCc};

use crate::outer::{Aspect, Outer};
use crate::shown;

/// Facts, each a few words, sorted.
pub type Facts = Vec<String>;

/// Words after which floats may be treated loosely.
const FAST: &str = " fast ";

/// The facts of some bytes.
pub fn of(dxc: &Dxc, bytes: &[u8]) -> Facts {
    let mut facts = if bytes.starts_with(b"DXBC") {
        of_container(dxc, bytes)
    } else if bytes.starts_with(&0x0723_0203u32.to_le_bytes()) {
        of_module(bytes)
    } else {
        of_text(&String::from_utf8_lossy(bytes))
    };
    facts.sort();
    facts.dedup();
    facts
}

/// What one list has that another does not: `-` before what goes, `+` before what comes.
pub fn changes(before: &[String], after: &[String]) -> Facts {
    let gone = before.iter().filter(|fact| !after.contains(fact)).map(|fact| format!("- {fact}"));
    let new = after.iter().filter(|fact| !before.contains(fact)).map(|fact| format!("+ {fact}"));
    gone.chain(new).collect()
}

fn of_container(dxc: &Dxc, bytes: &[u8]) -> Facts {
    let Ok(container) = Container::read(bytes) else { return vec!["a container that cannot be read".to_owned()] };
    let mut facts: Facts = container.parts.iter().map(|part| format!("part {}", part.name)).collect();
    let word =
        |part: FourCc| container.part(part).and_then(|bytes| bytes.first_chunk()).map(|w| u32::from_le_bytes(*w));
    facts.extend(
        word(FourCc::HASH)
            .map(|flags| format!("hash {}", if flags & 1 == 1 { "of the source" } else { "of the binary" })),
    );
    facts.extend(word(FourCc::RTS0).map(|version| format!("root signature version {version}")));
    facts.extend(
        container
            .part(FourCc::PRIV)
            .filter(|part| part.len() < 1000)
            .map(|part| format!("{} private bytes", part.len())),
    );
    if let Ok(listing) = dxc.disassemble(bytes) {
        facts.extend(shown::said(&listing).iter().map(|line| line.trim_start_matches([';', ' ']).to_owned()));
        facts.extend(listing.contains(FAST).then(|| "fast floats".to_owned()));
        let names = |line: &str| line.starts_with("!dx.typeAnnotations") || line.contains("!{i32 6, !\"");
        facts.extend(listing.lines().any(names).then(|| "names of types".to_owned()));
        facts.extend(listing.contains("!llvm.dbg.cu").then(|| "debug information".to_owned()));
        let attributes = listing.lines().filter(|line| line.starts_with("attributes #"));
        for line in attributes.filter(|line| line.contains('"')) {
            let words = line.split_once('{').map_or("", |halves| halves.1).trim_end_matches('}');
            let quoted = words.split_whitespace().filter(|word| word.starts_with('"'));
            facts.extend(quoted.map(|word| format!("attribute {word}")));
        }
    }
    facts
}

fn of_module(bytes: &[u8]) -> Facts {
    match Outer::of_module(bytes) {
        Ok(outer) => {
            let nothing = Outer::default();
            let reported = nothing.differences(&outer).into_iter();
            reported.flat_map(|(aspect, text)| lines(aspect, &text)).collect()
        }
        Err(why) => vec![why],
    }
}

fn lines(aspect: Aspect, text: &str) -> Facts {
    text.lines().map(|line| format!("{}: {}", aspect.title(), line.trim_start_matches(['+', ' ']))).collect()
}

/// A text by its words, without lines for the preprocessor; anything else that is no object is a text to read.
fn of_text(text: &str) -> Facts {
    let kept = text.lines().filter(|line| !line.starts_with('#'));
    let words: Vec<&str> = kept.flat_map(str::split_whitespace).collect();
    let words: String = words.concat();
    if words.is_empty() { vec!["nothing".to_owned()] } else { vec![format!("text {words}")] }
}

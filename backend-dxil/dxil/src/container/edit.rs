//! Replaces parts of a finished container, and checks that the result is consistent.
//!
//! A container states many facts twice: its parts repeat facts of the program, and a runtime trusts them. [`lies`] lists
//! their contradictions, so that a tool can reject a change that causes one. The facts of the program are computed from its
//! bitcode, so this works for containers of other compilers, too.

use crate::bitcode;
use crate::container::rdat::RuntimeData;
use crate::container::small::ShaderHash;
use crate::container::{Container, Digest, ExtraParts, FourCc, Part, Signing, assemble, program::Program, rts0};
use crate::shader::Shader;

/// The parts in the order in which compilers write them.
const ORDER: [FourCc; 16] = [
    FourCc::SFI0,
    FourCc::ISG1,
    FourCc::OSG1,
    FourCc::PSG1,
    FourCc::PSV0,
    FourCc::RTS0,
    FourCc::VERS,
    FourCc::RDAT,
    FourCc::ILDB,
    FourCc::STAT,
    FourCc::ILDN,
    FourCc::HASH,
    FourCc::SRCI,
    FourCc::PDBI,
    FourCc::DXIL,
    FourCc::PRIV,
];

/// The parts that follow from the program.
const DERIVED: [FourCc; 6] = [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT];

/// Digests that say that a container is to be run as it is.
const BYPASSES: [Digest; 2] = [Digest([1; 16]), Digest([2; 16])];

impl Container {
    /// Puts a part in place of the one with its name, or where compilers put it. The user's bytes stay last: they may be of
    /// any length.
    pub fn put(&mut self, name: FourCc, data: Vec<u8>) {
        if let Some(part) = self.parts.iter_mut().find(|part| part.name == name) {
            part.data = data;
            return;
        }
        let rank = |name: FourCc| ORDER.iter().position(|&known| known == name).unwrap_or(ORDER.len() - 2);
        let index = self.parts.iter().position(|part| rank(part.name) > rank(name)).unwrap_or(self.parts.len());
        self.parts.insert(index, Part { name, data });
    }

    /// Takes out all parts with that name. Returns whether there was one.
    pub fn remove(&mut self, name: FourCc) -> bool {
        let before = self.parts.len();
        self.parts.retain(|part| part.name != name);
        self.parts.len() < before
    }

    /// How a container is signed whose parts have changed: as it was before, when its bytes were these. One whose digest was
    /// not that of its bytes is not signed.
    pub fn signing_after_change(&self, before: &[u8]) -> Signing {
        if BYPASSES.contains(&self.digest) {
            return Signing::Keep;
        }
        let was_signed = Self::digest_of(before) == Some(self.digest);
        if was_signed { Signing::Digest } else { Signing::Unsigned }
    }
}

/// The contradictions in a container: lines for users. Containers of compilers have none.
pub fn lies(container: &Container) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: Vec<_> = container.parts.iter().map(|part| part.name).collect();
    names.sort_unstable();
    found.extend(names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| format!("{} is there twice", pair[0])));
    if container.part(FourCc::DXIL).is_none() {
        // A root signature alone is no lie, nor is a file of debug information.
        if DERIVED.iter().any(|&name| container.part(name).is_some()) {
            found.push("there is no program (DXIL), of which the other parts speak".to_owned());
        }
        return found;
    }
    let programs = [FourCc::DXIL, FourCc::ILDB, FourCc::STAT].map(|name| {
        let part = container.part(name)?;
        let read = Program::read(name, part).map_err(|error| error.to_string());
        let read = read.and_then(|program| match bitcode::read(&program.bitcode) {
            Ok(module) => Ok((program, module)),
            Err(error) => Err(format!("{name}: {error}")),
        });
        read.map_err(|why| found.push(why)).ok()
    });
    let [main, debug, reflection] = &programs;
    let Some((program, module)) = main else { return found };
    for (name, other) in [(FourCc::ILDB, debug), (FourCc::STAT, reflection)] {
        if let Some((other, _)) = other
            && other.shader_model != program.shader_model
        {
            found.push(format!("{name} is of {}, the program of {}", other.shader_model, program.shader_model));
        }
    }
    found.extend(wrong_hash(container, program, debug.as_ref().map(|debug| &debug.0)));
    match rts0::verify(container) {
        Ok(problems) => found.extend(problems.into_iter().map(|problem| format!("RTS0: {problem}"))),
        Err(error) => found.push(error.to_string()),
    }
    found.extend(wrong_derived(container, module));
    found
}

/// Whether the hash is that of the program, or of the one with debug information if it says so and that is there.
fn wrong_hash(container: &Container, program: &Program, debug: Option<&Program>) -> Option<String> {
    let hash = match ShaderHash::read(container.part(FourCc::HASH)?) {
        Ok(hash) => hash,
        Err(error) => return Some(error.to_string()),
    };
    let hashed = if hash.includes_source { debug? } else { program };
    let is_right = ShaderHash::of(&hashed.bitcode).digest == hash.digest;
    (!is_right).then(|| "HASH is not the hash of the program".to_owned())
}

/// The parts that are not as they follow from the program.
fn wrong_derived(container: &Container, module: &crate::module::Module) -> Vec<String> {
    let Ok(mut shader) = Shader::read(module) else {
        return vec!["the metadata of the program cannot be read".to_owned()];
    };
    // Subobjects stand in the runtime data alone.
    if let Some(part) = container.part(FourCc::RDAT)
        && let Ok(data) = RuntimeData::read(part)
    {
        shader.subobjects = data.subobjects().collect();
    }
    let Ok(made) = assemble(module, &shader, ExtraParts::default()) else {
        return vec!["the program is not one of a container".to_owned()];
    };
    let mut found = Vec::new();
    for name in DERIVED {
        match (container.part(name), made.part(name)) {
            (Some(part), Some(made)) if part != made => {
                found.push(format!("{name} does not say what the program says"));
            }
            (None, Some(_)) => found.push(format!("{name} is missing, which the program needs")),
            (Some(_), None) => found.push(format!("{name} is there, which the program has no use for")),
            _ => {}
        }
    }
    found
}

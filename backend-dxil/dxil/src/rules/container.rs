//! Checks the container: its frame, its parts, and whether each agrees with the program.
//!
//! A part that follows from the program is derived again from the module and compared field by field.

use crate::bitcode;
use std::rc::Rc;

use cranelift_entity::SecondaryMap;

use crate::compatibility::Compatibility;
use crate::container::assemble::{derived, runtime_info};
use crate::container::dump::{self, Difference};
use crate::container::program::Program;
use crate::container::rdat::RuntimeData;
use crate::container::{Container, FourCc, HEADER_SIZE, MAGIC, PART_HEADER_SIZE, rts0};
use crate::module::{FuncId, Module};
use crate::shader::Shader;
use crate::target::{ShaderKind, Version};
use crate::validator::ValidatorVersion;

use super::{Demand, Fault, Rule, Verdict, Violation, psv, verify, verify_for};

/// What each function of a library needs.
type Needs = SecondaryMap<FuncId, Compatibility>;

const PROGRAM_HEADER_SIZE: usize = 24;
/// Where the second magic number of a program stands, from which its offset counts.
const BITCODE_HEADER: usize = 8;
/// The most bytes of a container that a runtime takes.
const MOST_BYTES: usize = 0x8000_0000;
/// The bytes of `HASH` and the least of `VERS`.
const HASH_SIZE: usize = 20;
const VERSION_SIZE: usize = 16;

/// A part as it lies in the bytes.
#[derive(Clone, Copy)]
struct Part<'b> {
    name: FourCc,
    data: &'b [u8],
}

/// The parts of a container whose header, offsets and sizes agree: in sequence, without gaps, up to the end.
fn parts(bytes: &[u8]) -> Result<Vec<Part<'_>>, Fault> {
    let fault = Fault::Frame;
    let header = bytes.get(..HEADER_SIZE).ok_or(fault("it is shorter than its header"))?;
    let word = |at: usize| u32_at(header, at) as usize;
    if !header.starts_with(&MAGIC) {
        return Err(fault("the magic number is not DXBC"));
    }
    if header[20..22] != [1, 0] {
        return Err(fault("the major version is not 1"));
    }
    let (size, count) = (word(24), word(28));
    if size > bytes.len() || size > MOST_BYTES {
        return Err(fault("the stated size is more than there is"));
    }
    let mut next = count.checked_mul(4).and_then(|table| table.checked_add(HEADER_SIZE));
    next = next.filter(|&end| end <= size);
    let mut at = next.ok_or(fault("the table of offsets does not fit"))?;
    let mut found = Vec::with_capacity(count);
    for index in 0..count {
        if u32_at(bytes, HEADER_SIZE + 4 * index) as usize != at {
            return Err(fault("a part does not begin where the one before it ends"));
        }
        let head = bytes.get(at..at + PART_HEADER_SIZE).filter(|_| at + PART_HEADER_SIZE <= size);
        let head = head.ok_or(fault("a part's header does not fit"))?;
        let start = at + PART_HEADER_SIZE;
        let end = start + u32_at(head, 4) as usize;
        let data = bytes.get(start..end).filter(|_| end <= size).ok_or(fault("a part does not fit"))?;
        found.push(Part { name: FourCc([head[0], head[1], head[2], head[3]]), data });
        at = end;
    }
    if at == size { Ok(found) } else { Err(fault("there are bytes after the last part")) }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
    word.map_or(0, u32::from_le_bytes)
}

/// The bitcode of a program part, found as a runtime finds it.
fn bitcode_of(part: &[u8]) -> Result<&[u8], Fault> {
    let fault = Fault::Program;
    if part.len() <= PROGRAM_HEADER_SIZE {
        return Err(fault("it is no longer than its header"));
    }
    if part.len() < 4 * u32_at(part, 4) as usize {
        return Err(fault("the stated size is more than there is"));
    }
    if part[BITCODE_HEADER..][..4] != FourCc::DXIL.0 {
        return Err(fault("the second magic number is not DXIL"));
    }
    let (offset, size) = (u32_at(part, 16) as usize, u32_at(part, 20) as usize);
    let rest = &part[BITCODE_HEADER..];
    let end = offset.checked_add(size).filter(|_| size > 0);
    end.and_then(|end| rest.get(offset..end)).ok_or(fault("the bitcode does not fit"))
}

/// The module of a program part.
pub(super) fn module_of(part: &[u8]) -> Result<Module, Fault> {
    bitcode::read(bitcode_of(part)?).map_err(Fault::Bitcode)
}

/// Validates a container: the frame, the program, and the parts beside it.
pub fn validate(bytes: &[u8]) -> Verdict {
    validate_for(bytes, ValidatorVersion::LATEST)
}

/// The same, as a validator of some version does.
pub fn validate_for(bytes: &[u8], latest: ValidatorVersion) -> Verdict {
    let (module, debug, parts) = match read(bytes) {
        Ok(read) => read,
        Err(fault) => return Verdict::rejected(fault),
    };
    let checked = verify_for(&module, latest);
    let mut violations = checked.violations;
    let of_parts = violations.is_empty();
    if of_parts {
        let mut checker = Parts { module: &module, parts: &parts, found: Vec::new() };
        checker.all(bytes, checked.shader, checked.needs);
        violations = checker.found;
    }
    Verdict { fault: None, violations, of_parts, module: Some(module), debug }
}

/// The module, the one with debug information if there is one, and the parts.
fn read(bytes: &[u8]) -> Result<(Module, Option<Module>, Vec<Part<'_>>), Fault> {
    let parts = parts(bytes)?;
    let find = |name: FourCc| parts.iter().find(|part| part.name == name);
    let module = module_of(find(FourCc::DXIL).ok_or(Fault::NoProgram)?.data)?;
    let debug = find(FourCc::ILDB).map(|part| module_of(part.data)).transpose()?;
    Ok((module, debug, parts))
}

/// Checks parts against the module.
struct Parts<'p> {
    module: &'p Module,
    parts: &'p [Part<'p>],
    found: Vec<Violation>,
}

impl Parts<'_> {
    fn demand(&mut self, demand: Demand, of: impl Into<String>) {
        self.found.push(Violation { rule: Rule::Demand { demand, of: of.into() }, place: None });
    }

    fn all(&mut self, bytes: &[u8], shader: Option<Rc<Shader>>, needs: Option<Rc<Needs>>) {
        // A program without violations can be read; if one could not, its parts would be unchecked, which must not pass for valid.
        let Some(mut shader) = shader else {
            self.demand(Demand::PartDiffers, "the metadata of the program cannot be read");
            return;
        };
        let is_library = shader.is_library();
        let kind = shader.shader_model.kind;
        let mut needs = needs;
        let subobjects = self.parts.iter().find(|part| part.name == FourCc::RDAT);
        if let Some(data) = subobjects.and_then(|part| RuntimeData::read(part.data).ok()) {
            let subobjects: Vec<_> = data.subobjects().collect();
            if !subobjects.is_empty() {
                // They add to what functions need.
                needs = None;
                Rc::make_mut(&mut shader).subobjects = subobjects;
            }
        }
        let Ok(made) = derived(self.module, &shader, needs.as_deref()) else {
            self.demand(Demand::PartDiffers, "the program is not one of a container");
            return;
        };
        let mut seen: Vec<FourCc> = Vec::new();
        for &Part { name, data } in self.parts {
            if seen.contains(&name) {
                self.demand(Demand::PartRepeated, name.to_string());
                continue;
            }
            seen.push(name);
            match name {
                FourCc::DXIL | FourCc::ILDB => {
                    let stated = Version::new((u32_at(data, 0) >> 4 & 15) as u8, (u32_at(data, 0) & 15) as u8);
                    let version = shader.shader_model.version;
                    if stated != version {
                        self.demand(Demand::ProgramVersion, format!("{name} states {stated}, the program {version}"));
                        return;
                    }
                }
                FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 | FourCc::PSV0 | FourCc::RTS0 if is_library => {
                    self.demand(Demand::PartUnknown, format!("{name} in a library"));
                }
                FourCc::RDAT | FourCc::VERS if !is_library => {
                    self.demand(Demand::PartUnknown, format!("{name} beside a program that is no library"));
                }
                FourCc::PSG1 if !matches!(kind, ShaderKind::Hull | ShaderKind::Domain | ShaderKind::Mesh) => {
                    self.demand(Demand::PartDiffers, "PSG1 beside a shader without such a signature");
                }
                FourCc::PSV0 => {
                    let made = made.part(name).unwrap_or_default();
                    for (demand, of) in self.runtime_info(data, made, &shader) {
                        self.demand(demand, of);
                    }
                }
                FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 | FourCc::SFI0 | FourCc::RDAT => {
                    let made = made.part(name).unwrap_or_default();
                    if data != made && !(name == FourCc::PSG1 && is_empty_signature(data) && made.is_empty()) {
                        self.demand(Demand::PartDiffers, difference(name, data, made));
                    }
                }
                FourCc::HASH if data.len() != HASH_SIZE => {
                    self.demand(Demand::PartUnknown, format!("HASH has {} bytes, not {HASH_SIZE}", data.len()));
                }
                FourCc::VERS if !is_compiler_version(data) => {
                    self.demand(Demand::PartUnknown, "VERS is not well-formed");
                }
                FourCc::HASH | FourCc::VERS | FourCc::RTS0 | FourCc::ILDN | FourCc::STAT | FourCc::PRIV => {}
                FourCc([b'R', b'D', b'E', b'F']) => {}
                _ => self.demand(Demand::PartUnknown, name.to_string()),
            }
        }
        let required: &[FourCc] =
            if is_library { &[FourCc::RDAT] } else { &[FourCc::ISG1, FourCc::OSG1, FourCc::SFI0, FourCc::PSV0] };
        for name in required.iter().filter(|name| !seen.contains(name)) {
            self.demand(Demand::PartMissing, name.to_string());
        }
        if made.part(FourCc::PSG1).is_some() && !seen.contains(&FourCc::PSG1) {
            self.demand(Demand::PartMissing, "PSG1");
        }
        if !is_library && seen.contains(&FourCc::PSV0) && seen.contains(&FourCc::RTS0) {
            self.root_signature(bytes);
        }
    }

    /// What differs between a `PSV0` and the one that the program makes.
    fn runtime_info(&self, data: &[u8], made: &[u8], shader: &Shader) -> psv::Found {
        let Some(entry) = shader.entries.first() else { return Vec::new() };
        let elements = [&entry.inputs, &entry.outputs, &entry.patch].into_iter().flatten();
        let indices: Vec<usize> = elements.map(|element| element.indices.len()).collect();
        // The newest validator states dependencies that some left out.
        let newest = || runtime_info(self.module, shader, entry, ValidatorVersion::LATEST).write();
        psv::compare(data, made, newest, &indices, entry.kind)
    }

    fn root_signature(&mut self, bytes: &[u8]) {
        let found = match Container::read(bytes).and_then(|container| rts0::verify(&container)) {
            Ok(found) => found,
            Err(error) => vec![error.to_string()],
        };
        for what in found {
            self.demand(Demand::RootSignature, what);
        }
    }
}

/// A signature part that has no element.
fn is_empty_signature(data: &[u8]) -> bool {
    data.len() == 8 && u32_at(data, 0) == 0
}

/// Where two forms of a part begin to differ.
fn difference(name: FourCc, part: &[u8], made: &[u8]) -> String {
    if let Some(Difference { field, values: [part, made] }) = dump::difference(name, part, made) {
        let of = |value: Option<String>| value.unwrap_or_else(|| "not there".to_owned());
        return format!("{name}: {field} is {}, the program says {}", of(part), of(made));
    }
    if part.len() != made.len() {
        return format!("{name} has {} bytes, the program makes {}", part.len(), made.len());
    }
    let at = part.iter().zip(made).position(|(part, made)| part != made).unwrap_or(0) & !3;
    format!("{name} has {:#x} at byte {at}, the program makes {:#x}", u32_at(part, at), u32_at(made, at))
}

/// Whether the version of the compiler is well-formed: numbers, then one or two strings and zeros up to a word.
fn is_compiler_version(data: &[u8]) -> bool {
    if data.len() < VERSION_SIZE {
        return false;
    }
    let (size, text) = (u32_at(data, 12) as usize, &data[VERSION_SIZE..]);
    if size == 0 {
        return text.is_empty();
    }
    if size > text.len() || text.len() != size.next_multiple_of(4) {
        return false;
    }
    let (text, padding) = text.split_at(size);
    let strings = text.split(|&byte| byte == 0).count() - 1;
    text.last() == Some(&0) && (1..=2).contains(&strings) && padding.iter().all(|&byte| byte == 0)
}

/// Validates a program by itself: its part, or bare bitcode.
pub fn validate_module(bytes: &[u8]) -> Verdict {
    let read = match Program::read(FourCc::DXIL, bytes) {
        Ok(program) => bitcode::read(&program.bitcode),
        Err(_) => bitcode::read(bytes),
    };
    match read {
        Ok(module) => {
            Verdict { fault: None, violations: verify(&module), of_parts: false, module: Some(module), debug: None }
        }
        Err(error) => Verdict::rejected(Fault::Bitcode(error)),
    }
}

/// Validates a container that may hold a root signature alone.
pub fn validate_root_signature(bytes: &[u8]) -> Verdict {
    let parts = match parts(bytes) {
        Ok(parts) => parts,
        Err(fault) => return Verdict::rejected(fault),
    };
    let has = |name: FourCc| parts.iter().any(|part| part.name == name);
    if !has(FourCc::RTS0) {
        return Verdict::rejected(Fault::NoRootSignature);
    }
    if has(FourCc::DXIL) && !has(FourCc::PSV0) {
        return Verdict::rejected(Fault::NoRuntimeInfo);
    }
    let found = match Container::read(bytes) {
        Ok(container) if has(FourCc::PSV0) => rts0::verify(&container).unwrap_or_else(|error| vec![error.to_string()]),
        Ok(container) => rts0::verify_alone(&container),
        Err(error) => vec![error.to_string()],
    };
    let violation = |of: String| Violation { rule: Rule::Demand { demand: Demand::RootSignature, of }, place: None };
    Verdict {
        fault: None,
        violations: found.into_iter().map(violation).collect(),
        of_parts: true,
        module: None,
        debug: None,
    }
}

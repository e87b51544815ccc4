//! Translates SPIR-V to the languages of browsers, by naga: a module of WebAssembly of its own, which the page loads when it draws
//! on a GPU.
//!
//! Input: a request in the form of `lab/wasm/src/mail.rs`: the method `translate` with a module of SPIR-V apart. Output: the same
//! shader in WGSL for WebGPU, with the bindings that its entry point uses, and a fragment shader also in GLSL ES 3.00 for WebGL 2,
//! with the names that uniforms and textures have there; or why there is none.

#![warn(clippy::wildcard_enum_match_arm)]

// What both modules of the page share.
#[path = "../../wasm/src/border.rs"]
mod border;
#[path = "../../wasm/src/mail.rs"]
pub mod mail;

use naga::back::{glsl, wgsl};
use naga::front::spv;
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, GlobalUse, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Handle, ImageClass, Module, ShaderStage, Span, StorageAccess, Type, TypeInner};
use serde_json::{Value, json};

use mail::{Answer, Request};

/// Nothing is kept from one request to the next.
#[derive(Debug, Default)]
pub struct Session;

/// Answers a request.
pub fn respond(_: &mut Session, request: &[u8]) -> Vec<u8> {
    let answer = Request::read(request).and_then(|request| match request.method.as_str() {
        "translate" => translate(&request),
        other => Err(format!("there is no method `{other}`")),
    });
    answer.unwrap_or_else(|fault| Answer::fault(&fault)).write()
}

fn translate(request: &Request) -> Result<Answer, String> {
    let words = request.blobs.first().ok_or("a module of SPIR-V is wanted")?;
    let entry = request.args["entry"].as_str().ok_or("an entry point is wanted")?;
    let options =
        spv::Options { adjust_coordinate_space: false, strict_capabilities: false, block_ctx_dump_prefix: None };
    let mut module =
        spv::parse_u8_slice(words, &options).map_err(|error| format!("naga does not read this module: {error}"))?;
    let mut info = checked(&module)?;
    let at = module.entry_points.iter().position(|one| one.name == entry);
    let at = at.ok_or_else(|| format!("the module has no entry point `{entry}`"))?;
    if narrow_accesses(&mut module, &info, at) {
        info = checked(&module)?;
    }
    let wgsl = wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).map_err(|error| chain(&error));
    let or_why = |text: Result<Value, String>| text.unwrap_or_else(|why| json!({ "why": why }));
    let wgsl = or_why(wgsl.map(|text| json!({ "text": text, "bindings": bindings(&module, &info, at) })));
    let glsl = if module.entry_points[at].stage == ShaderStage::Fragment {
        or_why(glsl_of(&module, &info, entry))
    } else {
        json!({ "why": "WebGL 2 has no shaders of this stage" })
    };
    Ok(Answer::of(json!({ "glsl": glsl, "wgsl": wgsl })))
}

fn checked(module: &Module) -> Result<ModuleInfo, String> {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(module);
    validated.map_err(|error| format!("naga does not accept this module: {}", chain(&error)))
}

/// Gives each texture that is written or read without a sampler the accesses that the entry point makes. In SPIR-V of HLSL it has all,
/// which WebGPU allows for formats of one component alone. Returns whether a type changed.
fn narrow_accesses(module: &mut Module, info: &ModuleInfo, entry: usize) -> bool {
    let uses = info.get_entry_point(entry);
    let mut types = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let Type { name, inner } = &module.types[variable.ty];
        let TypeInner::Image { dim, arrayed, class: ImageClass::Storage { format, access } } = *inner else { continue };
        let mut made = StorageAccess::empty();
        made.set(StorageAccess::LOAD, uses[handle].contains(GlobalUse::READ));
        made.set(StorageAccess::STORE, uses[handle].contains(GlobalUse::WRITE));
        if made.is_empty() || made == access {
            continue;
        }
        let class = ImageClass::Storage { format, access: made };
        types.push((handle, Type { name: name.clone(), inner: TypeInner::Image { dim, arrayed, class } }));
    }
    let is_changed = !types.is_empty();
    for (handle, ty) in types {
        module.global_variables.get_mut(handle).ty = module.types.insert(ty, Span::UNDEFINED);
    }
    is_changed
}

/// The bindings that an entry point uses, with the format of those that are textures without a sampler.
fn bindings(module: &Module, info: &ModuleInfo, entry: usize) -> Vec<Value> {
    let uses = info.get_entry_point(entry);
    let used = module.global_variables.iter().filter(|&(handle, _)| !uses[handle].is_empty());
    let bound = used.filter_map(|(_, variable)| Some((variable.binding.as_ref()?, variable)));
    let described = bound.map(|(place, variable)| {
        let inner = &module.types[variable.ty].inner;
        let format = if let TypeInner::Image { class: ImageClass::Storage { format, .. }, .. } = inner {
            Some(format!("{format:?}").to_lowercase())
        } else {
            None
        };
        let is_read_only =
            matches!(variable.space, AddressSpace::Storage { access } if !access.contains(StorageAccess::STORE));
        json!({ "binding": [place.group, place.binding], "format": format, "is_read_only": is_read_only })
    });
    described.collect()
}

/// An error and its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

fn glsl_of(module: &Module, info: &ModuleInfo, entry: &str) -> Result<Value, String> {
    let options = glsl::Options {
        version: glsl::Version::Embedded { version: 300, is_webgl: true },
        // The page turns the picture itself.
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    let pipeline =
        glsl::PipelineOptions { shader_stage: ShaderStage::Fragment, entry_point: entry.to_owned(), multiview: None };
    let mut text = String::new();
    let writer = glsl::Writer::new(&mut text, module, info, &options, &pipeline, BoundsCheckPolicies::default());
    let found = writer.and_then(|mut writer| writer.write()).map_err(|error| chain(&error))?;
    let binding = |global: Handle<naga::GlobalVariable>| {
        module.global_variables[global].binding.as_ref().map(|place| json!([place.group, place.binding]))
    };
    let mut uniforms: Vec<Value> =
        found.uniforms.iter().map(|(&global, name)| json!({ "name": name, "binding": binding(global) })).collect();
    let mut textures: Vec<Value> = found
        .texture_mapping
        .iter()
        .map(|(name, pair)| json!({ "name": name, "texture": binding(pair.texture), "sampler": pair.sampler.and_then(binding) }))
        .collect();
    // A map has no order.
    for list in [&mut uniforms, &mut textures] {
        list.sort_by_key(ToString::to_string);
    }
    Ok(json!({ "text": text, "uniforms": uniforms, "textures": textures }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_module_is_said() {
        for words in [&b""[..], b"\x03\x02\x23\x07", b"garbage!"] {
            let mut request = Request::new("translate", json!({ "entry": "main" }));
            request.blobs.push(words.to_vec());
            let (said, _) = Request::read_parts(&respond(&mut Session, &request.write())).unwrap();
            assert!(said["fault"].as_str().unwrap().contains("naga"), "{said}");
        }
    }
}

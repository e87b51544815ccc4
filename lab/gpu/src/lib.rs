//! Translates SPIR-V to the languages of browsers, by naga: a module of WebAssembly of its own, which the page loads when it draws
//! on a GPU.
//!
//! Input: a request in the form of `lab/wasm/src/mail.rs`: the method `translate` with a module of SPIR-V apart. Output: the same
//! fragment shader in GLSL ES 3.00 for WebGL 2, with the names that uniforms and textures have there, and in WGSL for WebGPU; or why
//! there is none.

// What both modules of the page share.
#[path = "../../wasm/src/border.rs"]
mod border;
#[path = "../../wasm/src/mail.rs"]
pub mod mail;

use naga::back::{glsl, wgsl};
use naga::front::spv;
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Handle, Module, ShaderStage};
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
    let module =
        spv::parse_u8_slice(words, &options).map_err(|error| format!("naga does not read this module: {error}"))?;
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    let info = validated.map_err(|error| format!("naga does not accept this module: {}", chain(&error)))?;
    let glsl = glsl_of(&module, &info, entry);
    let wgsl = wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).map_err(|error| chain(&error));
    let or_why = |text: Result<Value, String>| text.unwrap_or_else(|why| json!({ "why": why }));
    Ok(Answer::of(json!({ "glsl": or_why(glsl), "wgsl": or_why(wgsl.map(|text| json!({ "text": text }))) })))
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

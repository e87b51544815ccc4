//! Reports what a root signature holds and how many of its 64 words each element takes: the method `signature`.

use dxil::container::{Container, FourCc};
use hlslc_rootsig::{DWORD_LIMIT, Element, RootSignature, Version, binary, print, suggest};
use serde::Serialize;
use serde_json::json;

use crate::compile::{self, Asked};
use crate::{Answer, Request, Session};

/// An element of a root signature.
#[derive(Serialize)]
struct Part {
    kind: &'static str,
    /// As HLSL writes it.
    text: String,
    /// The words of 32 bits that it takes.
    words: u64,
}

/// `signature`: the root signature of a shader, or one that would fit it.
pub fn signature(_: &mut Session, request: &Request) -> Result<Answer, String> {
    let asked: Asked = request.args()?;
    let output = asked.compile(asked.options()?);
    let own = output.root_signature.as_deref().map(read).transpose()?;
    let is_own = own.is_some();
    let signature = own.or_else(|| suggested(output.object.as_deref()?));
    let Some(signature) = signature else {
        return Ok(Answer::of(json!({ "elements": null, "reported": compile::reported(&output, &asked.source) })));
    };
    let texts = print::print_elements(&signature).map_err(|error| error.to_string())?;
    let part =
        |(element, text): (&Element, String)| Part { kind: kind(element), text, words: element.cost_in_dwords() };
    let elements: Vec<Part> = signature.elements.iter().zip(texts).map(part).collect();
    Ok(Answer::of(json!({
        "is_own": is_own,
        "elements": elements,
        "words": signature.cost_in_dwords(),
        "limit": DWORD_LIMIT,
        "version": signature.version.to_string(),
    })))
}

fn read(container: &[u8]) -> Result<RootSignature, String> {
    let container = Container::read(container).map_err(|error| error.to_string())?;
    let part = container.part(FourCc::RTS0).ok_or("there is no root signature")?;
    binary::read(part).map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// A signature that fits the shader of a container.
fn suggested(container: &[u8]) -> Option<RootSignature> {
    let shader = hlslc::rootsig::shader_of(container).ok()?;
    Some(suggest::suggest(&[shader], Version::V1_1))
}

fn kind(element: &Element) -> &'static str {
    match element {
        Element::Flags(_) => "flags",
        Element::Constants(_) => "constants",
        Element::Descriptor(_) => "descriptor",
        Element::Table(_) => "table",
        Element::StaticSampler(_) => "sampler",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> serde_json::Value {
        let request = Request::new("signature", json!({ "args": ["-T", "ps_6_0"], "source": source }));
        signature(&mut Session::default(), &request).unwrap().json
    }

    #[test]
    fn each_element_has_its_words() {
        let said = of(
            "cbuffer A : register(b0) { float4 X; }; [RootSignature(\"RootConstants(num32BitConstants=4, b0), CBV(b1), \
                       DescriptorTable(SRV(t0))\")] float4 main() : SV_Target { return X; }",
        );
        let words: Vec<&serde_json::Value> =
            said["elements"].as_array().unwrap().iter().map(|part| &part["words"]).collect();
        assert_eq!(words, [4, 2, 1]);
        assert_eq!((&said["words"], &said["limit"], &said["is_own"]), (&json!(7), &json!(64), &json!(true)));
    }

    #[test]
    fn a_shader_without_one_gets_a_suggestion() {
        let said = of("Texture2D T : register(t3); float4 main() : SV_Target { return T.Load(0); }");
        assert_eq!(said["is_own"], false);
        assert!(said["elements"].to_string().contains("t3"), "{said}");
        assert_eq!(of("float4 main() : SV_Target { return nothing; }")["elements"], serde_json::Value::Null);
    }
}

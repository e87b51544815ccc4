//! Runs the front end and lowering in one call.

use hlslc_base::source::NoIncludes;
use hlslc_base::{Budgets, Diagnostics, Interner, SourceMap, Span, Target};
use hlslc_ir::Module;
use hlslc_ir::text::{self, PrintOptions};
use hlslc_ir::verify::{Form, verify};
use hlslc_sema::{CheckOptions, check};
use hlslc_syntax::{PreprocessOptions, parse, preprocess};

/// Lowers the shader `main` of a source for a profile; diagnostics if there are any, else IR that verifies, as text.
pub fn ir(source: &str, profile: &str) -> String {
    match lowered(source, profile) {
        Ok(module) => text::print(&module, PrintOptions::default()),
        Err(errors) => messages(&errors),
    }
}

/// Lowers a function with this body, some locals and buffers declared, and prints all functions but the entry point.
#[allow(dead_code, reason = "not every test file uses it")]
pub fn function(body: &str) -> String {
    let source = format!(
        "RWBuffer<int> Out; RWBuffer<float> Float; RWStructuredBuffer<uint> Uint;
        struct S {{ float2 v; int n; }};
        groupshared int cache[8];
        void test(int i, int j, uint u, float f) {{ {body} }}
        [numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ test(id.x, id.y, id.z, 1); }}"
    );
    match lowered(&source, "cs_6_6") {
        Ok(module) => {
            let functions = module.funcs.iter().filter(|(_, f)| f.name != "main");
            functions.map(|(id, _)| text::print_function(&module, id, PrintOptions::default())).collect()
        }
        Err(errors) => messages(&errors),
    }
}

fn lowered(source: &str, profile: &str) -> Result<Module, Diagnostics> {
    let target: Target = profile.parse().expect("a known profile");
    let mut map = SourceMap::default();
    let mut names = Interner::default();
    let mut errors = Diagnostics::default();
    let budgets = Budgets::default();
    let main = map.add_file("shader.hlsl", source, Span::NONE).expect("a small source");
    let options = PreprocessOptions {
        stage: target.stage,
        shader_model: (target.model.major, target.model.minor),
        ..PreprocessOptions::default()
    };
    let tokens = preprocess(&mut map, &mut names, &NoIncludes, main, &options, &mut errors);
    let ast = parse(&tokens, &names, &budgets, &mut errors).partial();
    let options = CheckOptions { target, ..CheckOptions::default() };
    let program = check(&ast, &mut names, &options, &budgets, &mut errors);
    let Ok(program) = program.complete() else { return Err(errors) };
    let lowered = hlslc_lower::lower(&program, &names, hlslc_lower::Options::default(), &mut errors);
    let Ok(module) = lowered else { return Err(errors) };
    if let Err(errors) = verify(&module, Form::Any) {
        panic!("{errors:#?}\n{}", text::print(&module, PrintOptions::default()));
    }
    Ok(module)
}

fn messages(errors: &Diagnostics) -> String {
    let lines: Vec<String> =
        errors.iter().map(|d| format!("{} at {:?}: {}", d.info.code, d.primary.span, d.message)).collect();
    lines.join("\n")
}

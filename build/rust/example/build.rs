//! Compiles the shaders of this package.

use hlslc_build::{Build, Shader};

fn main() {
    shaders().compile("shaders.rs");
}

/// The shaders, which a test of hlslc-build compiles as well.
pub fn shaders() -> Build {
    Build::new()
        .include("shaders/include")
        .define("GROUP", "64")
        .shader(Shader::new("shaders/particles.hlsl", "cs_6_6").entry("Step").name("step"))
        .shader(Shader::new("shaders/particles.hlsl", "cs_6_6").entry("Step").name("step_vulkan").spirv())
        .shader(Shader::new("shaders/draw.hlsl", "vs_6_6").entry("Vertex"))
        .shader(Shader::new("shaders/draw.hlsl", "ps_6_6").entry("Pixel"))
}

//! Shows what the build script has made of the shaders.

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

fn main() {
    let settings = step::Settings {
        Gravity: [0.0, -9.81, 0.0],
        Seconds: 0.5,
        Turn: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        Drag: [0.1, 0.2, 0.3],
        Count: 1000,
    };
    let bytes = settings.to_bytes();
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    println!("{} bytes: {} {} {} {}", bytes.len(), float(4), float(12), float(32), float(96));
    println!("groups: {}", settings.Count.div_ceil(step::THREADS[0]));
    for binding in step::BINDINGS.iter().chain(step_vulkan::BINDINGS) {
        println!("{binding:?}");
    }
    println!("{:?}", draw_Pixel::bindings::SPRITES);
    for input in draw_Vertex::SHADER.inputs {
        println!("{input:?}");
    }
    println!("{:?} {:#x}", draw_Pixel::BYTES.first_chunk::<4>(), step_vulkan::WORDS[0]);
    let particle = step::Particles_element { position: [1.0; 3], kind: 7, velocity: [2.0; 3] };
    let mut element = [0; 28];
    step::write_Particles_element(&particle, &mut element);
    println!("{element:?}");
}

//! Lists the positions of the samples of a pixel: Direct3D's standard patterns.

/// The places of samples in sixteenths of a pixel from its middle, for 1, 2, 4, 8 and 16 of them.
const PATTERNS: [&[[i8; 2]]; 5] = [
    &[[0, 0]],
    &[[4, 4], [-4, -4]],
    &[[-2, -6], [6, -2], [-6, 2], [2, 6]],
    &[[1, -3], [-1, 3], [5, 1], [-3, -5], [-5, 5], [-7, -1], [3, 7], [7, -7]],
    &[
        [1, 1],
        [-1, -3],
        [-3, 2],
        [4, -1],
        [-5, -2],
        [2, 5],
        [5, 3],
        [3, -5],
        [-2, 6],
        [0, -7],
        [-4, -6],
        [-6, 4],
        [-8, 0],
        [7, -4],
        [6, 7],
        [-7, -8],
    ],
];

/// The position of a sample, in pixels from the centre of its pixel; the centre if there is no such sample.
pub fn position(count: u32, sample: u32) -> [f32; 2] {
    let pattern = PATTERNS.iter().find(|pattern| pattern.len() == count as usize);
    let place = pattern.and_then(|pattern| pattern.get(sample as usize));
    place.map_or([0.0; 2], |place| place.map(|sixteenths| f32::from(sixteenths) / 16.0))
}

//! Says in a sentence what the functions and methods of the table of intrinsics do. The text is shown, and nothing follows from it.
//!
//! Input: a row. Output: its sentence, if there is one; names that say all themselves have none.

use hlslc_hir::intrinsics::Intrinsic;

/// (name, what it does), in the order of the names.
const SENTENCES: &[(&str, &str)] = &[
    ("AcceptHitAndEndSearch", "Takes the hit and ends the search of the ray and this shader."),
    ("AllMemoryBarrier", "Waits until all accesses of this thread to memory are visible to others."),
    (
        "AllMemoryBarrierWithGroupSync",
        "Waits until all accesses to memory are visible to others and all threads of the group have come here.",
    ),
    ("Append", "Adds an element at the end; for a stream, a vertex."),
    ("CalculateLevelOfDetail", "The level that a sample at this coordinate would choose, clamped to those that exist."),
    ("CalculateLevelOfDetailUnclamped", "The level that a sample at this coordinate would choose, as it is computed."),
    ("CallShader", "Runs a callable shader of the shader table with a parameter."),
    ("CheckAccessFullyMapped", "Whether all texels or elements of an access lie in tiles that are mapped."),
    ("Consume", "Takes the last element away and gives it."),
    ("D3DCOLORtoUBYTE4", "Scales by 255.001953 and swaps red and blue, as vertices of Direct3D 9 have colours."),
    ("DecrementCounter", "Decrements the counter of the buffer; gives the value after it."),
    ("DeviceMemoryBarrier", "Waits until all accesses of this thread to resources are visible to others."),
    (
        "DeviceMemoryBarrierWithGroupSync",
        "Waits until all accesses to resources are visible to others and all threads of the group have come here.",
    ),
    ("DispatchMesh", "Starts groups of the mesh shader with a payload, and ends this shader."),
    ("EvaluateAttributeAtSample", "An input, interpolated at the place of a sample."),
    ("EvaluateAttributeCentroid", "An input, interpolated at the centroid of what the primitive covers of the pixel."),
    ("EvaluateAttributeSnapped", "An input, interpolated at an offset from the centre, in sixteenths of the pixel."),
    ("Gather", "The red channel of the four texels that a filtered sample would read."),
    ("GatherAlpha", "The alpha channel of the four texels that a filtered sample would read."),
    ("GatherBlue", "The blue channel of the four texels that a filtered sample would read."),
    ("GatherCmp", "Compares the four texels that a filtered sample would read with a value; 0 or 1 each."),
    ("GatherGreen", "The green channel of the four texels that a filtered sample would read."),
    ("GatherRaw", "The bits of the four texels that a filtered sample would read."),
    ("GatherRed", "The red channel of the four texels that a filtered sample would read."),
    ("GetAttributeAtVertex", "An input as it is at a vertex of the primitive, without interpolation."),
    ("GetDimensions", "The size of the resource."),
    ("GetRenderTargetSampleCount", "The number of samples of the render target."),
    ("GetRenderTargetSamplePosition", "The place in the pixel of a sample of the render target."),
    ("GetSamplePosition", "The place in the pixel of a sample of the texture."),
    ("GroupMemoryBarrier", "Waits until all accesses of this thread to group-shared memory are visible to others."),
    (
        "GroupMemoryBarrierWithGroupSync",
        "Waits until all accesses to group-shared memory are visible and all threads of the group have come here.",
    ),
    ("IgnoreHit", "Turns the hit down and ends this shader; the search goes on."),
    ("IncrementCounter", "Increments the counter of the buffer; gives the value before it."),
    ("InterlockedAdd", "Adds to memory as one step that no other thread divides; gives the value before."),
    ("InterlockedAnd", "Bitwise and with memory as one step that no other thread divides; gives the value before."),
    (
        "InterlockedCompareExchange",
        "Stores if memory equals the value to compare with, as one step; gives the value before.",
    ),
    ("InterlockedCompareStore", "Stores if memory equals the value to compare with, as one step."),
    ("InterlockedExchange", "Stores as one step that no other thread divides; gives the value before."),
    ("InterlockedMax", "Stores the greater value as one step that no other thread divides; gives the value before."),
    ("InterlockedMin", "Stores the smaller value as one step that no other thread divides; gives the value before."),
    ("InterlockedOr", "Bitwise or with memory as one step that no other thread divides; gives the value before."),
    ("InterlockedXor", "Bitwise exclusive or with memory as one step; gives the value before."),
    ("IsHelperLane", "Whether the lane runs only so that its neighbours have derivatives; its writes have no effect."),
    ("Load", "Reads one element or texel, without a filter."),
    ("Load2", "Reads two words at a byte address."),
    ("Load3", "Reads three words at a byte address."),
    ("Load4", "Reads four words at a byte address."),
    ("NonUniformResourceIndex", "Marks an index as one that differs between the lanes of a wave."),
    ("Proceed", "Goes on to the next candidate of the ray query; whether there is one."),
    ("QuadAll", "Whether a condition is true in all lanes of the quad."),
    ("QuadAny", "Whether a condition is true in any lane of the quad."),
    ("QuadReadAcrossDiagonal", "The value of the lane diagonally across in the quad."),
    ("QuadReadAcrossX", "The value of the lane across in the quad, along x."),
    ("QuadReadAcrossY", "The value of the lane across in the quad, along y."),
    ("QuadReadLaneAt", "The value of a lane of the quad."),
    ("ReportHit", "Offers a hit at a distance; whether it was taken."),
    ("RestartStrip", "Ends the strip of primitives; the next vertex begins another."),
    ("Sample", "Samples with a filter; the level follows from the derivatives of the coordinate in the quad."),
    ("SampleBias", "Samples with a filter; a bias is added to the level that follows from the derivatives."),
    ("SampleCmp", "Compares each texel with a value and filters the results; the level follows from the derivatives."),
    ("SampleCmpLevelZero", "Compares each texel of level 0 with a value and filters the results."),
    ("SampleGrad", "Samples with a filter at the level that given derivatives choose."),
    ("SampleLevel", "Samples with a filter at a given level."),
    ("SetMeshOutputCounts", "Says how many vertices and primitives the group writes, before it writes any."),
    ("Store", "Writes at a byte address."),
    ("Store2", "Writes two words at a byte address."),
    ("Store3", "Writes three words at a byte address."),
    ("Store4", "Writes four words at a byte address."),
    ("TraceRay", "Sends a ray into the scene and runs the shaders of what it meets."),
    ("TraceRayInline", "Starts the query on a ray; `Proceed` finds the candidates."),
    ("WaveActiveAllEqual", "Whether a value is the same in all active lanes, component by component."),
    ("WaveActiveAllTrue", "Whether a condition is true in all active lanes."),
    ("WaveActiveAnyTrue", "Whether a condition is true in any active lane."),
    ("WaveActiveBallot", "A bit for each lane, set where it is active and the condition is true."),
    ("WaveActiveBitAnd", "Bitwise and of the values of all active lanes."),
    ("WaveActiveBitOr", "Bitwise or of the values of all active lanes."),
    ("WaveActiveBitXor", "Bitwise exclusive or of the values of all active lanes."),
    ("WaveActiveCountBits", "The number of active lanes in which a condition is true."),
    ("WaveActiveMax", "The greatest value of all active lanes."),
    ("WaveActiveMin", "The least value of all active lanes."),
    ("WaveActiveProduct", "The product of the values of all active lanes."),
    ("WaveActiveSum", "The sum of the values of all active lanes."),
    ("WaveGetLaneCount", "The number of lanes of a wave."),
    ("WaveGetLaneIndex", "The number of this lane in its wave."),
    ("WaveIsFirstLane", "Whether this is the active lane with the least number."),
    ("WaveMatch", "A bit for each active lane with the same value as this one."),
    ("WaveMultiPrefixSum", "The sum of the values of the lanes before this one that a mask selects."),
    ("WavePrefixCountBits", "The number of active lanes before this one in which a condition is true."),
    ("WavePrefixProduct", "The product of the values of the active lanes before this one."),
    ("WavePrefixSum", "The sum of the values of the active lanes before this one, without its own."),
    ("WaveReadLaneAt", "The value of a lane; undefined if that lane is not active."),
    ("WaveReadLaneFirst", "The value of the active lane with the least number, the same for all."),
    ("WriteSamplerFeedback", "Records in a feedback texture which texels a sample would read."),
    ("abs", "The absolute value."),
    ("acos", "The arc cosine of a number in -1 to 1, in radians."),
    ("all", "Whether all components are not zero."),
    ("and", "The logical and, component by component, both sides evaluated."),
    ("any", "Whether any component is not zero."),
    ("asdouble", "A double with these low and high halves as its bits."),
    ("asfloat", "The same bits as a float."),
    ("asin", "The arc sine of a number in -1 to 1, in radians."),
    ("asint", "The same bits as a signed integer."),
    ("asuint", "The same bits as an unsigned integer."),
    ("atan", "The arc tangent, in radians from -π/2 to π/2."),
    ("atan2", "The angle of the point (x, y), in radians from -π to π; the first argument is y."),
    ("ceil", "The least integer that is not below the number."),
    ("clamp", "The number, or the limit that it is beyond."),
    ("clip", "Discards the pixel if any component is below zero."),
    ("cos", "The cosine of an angle in radians."),
    ("cosh", "The hyperbolic cosine."),
    ("countbits", "The number of bits that are one."),
    ("cross", "The cross product of two vectors."),
    ("ddx", "The difference to the neighbouring pixel along x, which all of the quad may share."),
    ("ddx_coarse", "The difference to the neighbouring pixel along x, one for the quad."),
    ("ddx_fine", "The difference to the neighbouring pixel along x, one for each row of the quad."),
    ("ddy", "The difference to the neighbouring pixel along y, which all of the quad may share."),
    ("ddy_coarse", "The difference to the neighbouring pixel along y, one for the quad."),
    ("ddy_fine", "The difference to the neighbouring pixel along y, one for each column of the quad."),
    ("degrees", "Degrees of an angle in radians."),
    ("determinant", "The determinant of a square matrix."),
    ("distance", "The distance of two points."),
    ("dot", "The sum of the products of the components."),
    ("dot2add", "The dot product of two vectors of two halves, added to a float."),
    ("dot4add_i8packed", "The dot product of the four signed bytes of two words, added to an integer."),
    ("dot4add_u8packed", "The dot product of the four unsigned bytes of two words, added to an integer."),
    ("exp", "e to the power of a number."),
    ("exp2", "2 to the power of a number."),
    ("f16tof32", "The float with the half in the low 16 bits of an integer."),
    ("f32tof16", "The float as a half, in the low 16 bits of an integer."),
    ("faceforward", "The first vector, turned so that it faces against the second as the third shows."),
    (
        "firstbithigh",
        "The position of the highest bit that is set, or that differs from the sign; -1 if there is none.",
    ),
    ("firstbitlow", "The position of the lowest bit that is set; -1 if there is none."),
    ("floor", "The greatest integer that is not above the number."),
    ("fma", "a · b + c in doubles, rounded once."),
    ("fmod", "The remainder of a float division, with the sign of the dividend."),
    ("frac", "The fraction: the number less its `floor`, at least 0 and below 1."),
    ("frexp", "The mantissa of a float; its exponent goes to the second argument."),
    ("fwidth", "The sum of the absolute differences to the neighbouring pixels along x and y."),
    ("isfinite", "Whether a float is neither infinite nor NaN."),
    ("isinf", "Whether a float is infinite."),
    ("isnan", "Whether a float is not a number."),
    ("ldexp", "A number times 2 to the power of another."),
    ("length", "The length of a vector."),
    ("lerp", "The linear interpolation a + s · (b - a)."),
    ("lit", "The ambient, diffuse and specular factors of the lighting of Direct3D 9."),
    ("log", "The natural logarithm."),
    ("log10", "The logarithm to the base 10."),
    ("log2", "The logarithm to the base 2."),
    ("mad", "a · b + c; it may be rounded in between."),
    ("max", "The greater of two numbers; the other one if one is NaN."),
    ("min", "The smaller of two numbers; the other one if one is NaN."),
    ("modf", "The fraction of a number, with its sign; the integer part goes to the second argument."),
    ("mul", "The product of matrices and vectors; a vector on the left is a row, on the right a column."),
    ("normalize", "The vector of length 1 in the same direction; not a number for a vector of length 0."),
    ("or", "The logical or, component by component, both sides evaluated."),
    ("pow", "x to the power of y, as exp2(y · log2(x)): not a number for a negative x."),
    ("radians", "Radians of an angle in degrees."),
    ("rcp", "The reciprocal, which may be approximate."),
    ("reflect", "The direction i, reflected at a surface with the normal n."),
    ("refract", "The direction i, refracted at a surface with the normal n; zero for total reflection."),
    ("reversebits", "The bits in reverse order."),
    ("round", "The nearest integer; the even one of two."),
    ("rsqrt", "The reciprocal of the square root."),
    ("saturate", "The number, clamped to 0 and 1; 0 for NaN."),
    ("select", "One of two values by a condition, component by component, both evaluated."),
    ("sign", "-1, 0 or 1: the sign of a number."),
    ("sin", "The sine of an angle in radians."),
    ("sincos", "The sine and the cosine of an angle in radians."),
    ("sinh", "The hyperbolic sine."),
    ("smoothstep", "0 below a, 1 above b, and 3t² - 2t³ between them."),
    ("sqrt", "The square root; not a number for a negative number."),
    ("step", "1 if x is not below the edge, else 0."),
    ("tan", "The tangent of an angle in radians."),
    ("tanh", "The hyperbolic tangent."),
    ("transpose", "The matrix with rows and columns exchanged."),
    ("trunc", "The integer part of a number, towards zero."),
];

/// What an intrinsic does, in a sentence.
pub fn prose(row: &Intrinsic) -> Option<&'static str> {
    let at = SENTENCES.binary_search_by_key(&row.name, |known| known.0).ok()?;
    SENTENCES.get(at).map(|known| known.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc_hir::intrinsics::{Expansion, Lowering, TABLE};

    #[test]
    fn sentences_are_sorted_and_each_is_of_a_row() {
        assert!(SENTENCES.is_sorted_by(|a, b| a.0 < b.0));
        for (name, text) in SENTENCES {
            assert!(TABLE.iter().any(|row| row.name == *name), "{name} is no intrinsic");
            assert!(text.ends_with('.') && text.len() < 120, "{name}: {text}");
        }
    }

    #[test]
    fn each_function_of_arithmetic_has_a_sentence() {
        let is_arithmetic = |row: &&Intrinsic| {
            matches!(row.lowering, Lowering::Expand(Expansion::Math(_)) | Lowering::ByClass(..))
                || matches!(row.lowering, Lowering::Op(op) if op.is_pure() && row.objects.is_empty())
        };
        let without: Vec<&str> =
            TABLE.iter().filter(is_arithmetic).filter(|row| prose(row).is_none()).map(|row| row.name).collect();
        assert!(without.len() <= 16, "{without:?}");
    }
}

// A root signature that the hull shader alone sees binds the resources of both functions.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

Buffer<float> factors : register(t0);
Buffer<float4> offsets : register(t1);

Constants constants(uint number : SV_PrimitiveID) {
    Constants result;
    result.edges[0] = result.edges[1] = result.edges[2] = factors[number];
    result.inside = 2;
    return result;
}

[RootSignature("DescriptorTable(SRV(t0, numDescriptors = 2), visibility = SHADER_VISIBILITY_HULL)")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    Point result;
    result.position = patch[i].position + offsets[i].xyz;
    return result;
}

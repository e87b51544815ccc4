// A shader that a list of exports names goes out as that shader and as the function it is, each under every name.
//: target lib_6_3
//: args -exports Shade,Again=Shade;Double=twice
//: only container
Buffer<int> numbers : register(t1);

float twice(float x) {
    return x * 2;
}

[shader("pixel")]
float4 Shade(int index : INDEX, out float2 more : SV_Target1) : SV_Target {
    more = index;
    return twice(numbers[index]);
}

[shader("pixel")]
float4 NotNamed() : SV_Target {
    return 1;
}

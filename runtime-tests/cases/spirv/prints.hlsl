// What a debugger prints: texts, names of texts, numbers, vectors and truth values.
//: target cs_6_2
//: only spirv
//: dxc-fault spirv 1.7 It puts texts into $Globals.
//: args -fspv-target-env=vulkan1.2
const string first = "a constant";
string second = "no constant";
static const string third = "with a number: %d";
RWStructuredBuffer<float3> numbers;

[numthreads(4, 1, 1)]
void main(uint thread : SV_DispatchThreadID) {
    printf(first);
    printf(second);
    printf(third, thread);
    if (thread > 2) printf("%d and %f, %v3f", 3, 1.5f + thread, numbers[thread]);
    printf("\"%d\" is a truth value", thread > 1);
}

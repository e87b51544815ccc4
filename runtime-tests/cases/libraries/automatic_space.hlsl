// Resources without a register get one in the space that is asked for.
//: target lib_6_3
//: args -auto-binding-space 7
//: only container newer
Buffer<float> values;
RWBuffer<float> results[3] : register(u4);
RWBuffer<uint> counts;

export void copy(uint i) {
    results[1][i] = values[i];
    counts[i]++;
}

// A function that must not be inlined stays one.
//: target lib_6_3
//: only container newer
struct State {
    float4 value;
    int count;
};

[noinline]
float step_once(inout State state, float2 by) {
    state.value.xy += by;
    state.count++;
    return state.value.z;
}

export float run(float2 by, int times) {
    State state = (State)0;
    float all = 0;
    [loop]
    for (int i = 0; i < times; i++)
        all += step_once(state, by);
    return all + state.count;
}

A// saxpy: y = a * x + y, the "hello, world" of programs that run on thousands of threads.
//
//     hlslc examples/saxpy.hlsl -T cs_6_0
//
// A compute shader is a function that the GPU calls once per thread. Threads come in groups of a size that the shader
// states in [numthreads]; the program that starts it, says how many groups there are.
//
// The lines that begin with a slash, a slash and a colon are for the test suite, which runs this file: two groups,
// the contents of each buffer, and what the last one must hold afterwards.
//: target cs_6_0
//: dispatch 2
//: buffer b0 ConstantBuffer<float, uint> = 2 100
//: buffer t1 StructuredBuffer<float> = 0..127
//: buffer u2 RWStructuredBuffer<float> = 128*1
//: expect u2 = 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 41 43 45 47 49 51 53 55 57 59 61 63 65 67 69 71
//: + 73 75 77 79 81 83 85 87 89 91 93 95 97 99 101 103 105 107 109 111 113 115 117 119 121 123 125 127 129 131 133 135
//: + 137 139 141 143 145 147 149 151 153 155 157 159 161 163 165 167 169 171 173 175 177 179 181 183 185 187 189 191
//: + 193 195 197 199 28*1

// A constant buffer holds what is the same for all threads. Register b0 is where the program puts it.
cbuffer Parameters : register(b0) {
    float A;
    uint Count;
};

// t registers are for buffers that are only read, u registers for those that are written as well.
StructuredBuffer<float> X : register(t1);
RWStructuredBuffer<float> Y : register(u2);

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
    // Two groups of 64 are 128 threads, but there are only 100 numbers: the threads past the end have nothing to do.
    uint i = thread.x;
    if (i >= Count)
        return;
    Y[i] = A * X[i] + Y[i];
}

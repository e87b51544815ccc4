A// mandelbrot: the famous picture, one thread per pixel.
//
//     hlslc examples/mandelbrot.hlsl -T cs_6_0
//
// For every point c of the plane, follow z = z * z + c from zero. If z stays near, c belongs to the set; if it runs
// away, how soon it does gives the colour. No pixel needs another one, which is what a GPU likes best.
//
//: target cs_6_0
//: dispatch 3 2
//: buffer b0 ConstantBuffer<float2, float, uint> = -2 -1.25  0.25 12
//: buffer u1 RWBuffer<uint> = 96*0
//: expect u1 = 35 35 34 34 34 46 46 46 34 34 34 34
//: + 35 35 34 46 46 46 58 61 32 58 34 34
//: + 35 34 46 46 46 58 61 43 43 45 46 34
//: + 35 46 46 58 45 61 32 32 32 32 45 46
//: + 35 58 45 43 32 43 32 32 32 32 45 46
//: + 32 32 32 32 32 32 32 32 32 32 45 46
//: + 35 58 45 43 32 43 32 32 32 32 45 46
//: + 35 46 46 58 45 61 32 32 32 32 45 46

// Where the picture lies in the plane, how large a pixel is, and how many pixels are in a row.
cbuffer View : register(b0) {
    float2 Corner;
    float PixelSize;
    uint Width;
};
RWBuffer<uint> Picture : register(u1);

static const uint MostTurns = 64;

// Shades from far away to inside, as characters: a program could print the buffer as it is.
static const uint Shades[8] = { '#', '"', '.', ':', '-', '=', '+', ' ' };

uint TurnsUntilAway(float2 c) {
    float2 z = c;
    for (uint turn = 0; turn < MostTurns; turn++) {
        // Once further than 2 from the origin, z never comes back.
        if (dot(z, z) > 4)
            return turn;
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    }
    return MostTurns;
}

[numthreads(4, 4, 1)]
void main(uint3 pixel : SV_DispatchThreadID) {
    uint turns = TurnsUntilAway(Corner + PixelSize * pixel.xy);
    uint shade = turns == MostTurns ? 7 : min(turns, 6);
    Picture[pixel.y * Width + pixel.x] = Shades[shade];
}

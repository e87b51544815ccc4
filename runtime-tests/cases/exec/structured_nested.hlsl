// Structs within structs, and an array as a member.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<float3, float, uint, uint, uint> = 1 2 3  4  7 8 9
//: buffer u1 RWStructuredBuffer<float> = 5*0
//: expect u1 = 2 4 7 8 9
struct Sphere {
    float3 centre;
    float radius;
};
struct Body {
    Sphere shape;
    uint tags[3];
};
StructuredBuffer<Body> Bodies : register(t0);
RWStructuredBuffer<float> Seen : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Body body = Bodies[0];
    Seen[0] = body.shape.centre.y;
    Seen[1] = body.shape.radius;
    for (uint i = 0; i < 3; i++)
        Seen[2 + i] = body.tags[i];
}

// A sphere is hit where the ray says.
//: target lib_6_3
//: only container newer
struct Attributes {
    float3 normal;
};

[shader("intersection")]
void sphere() {
    float3 from = ObjectRayOrigin(), along = ObjectRayDirection();
    float b = dot(from, along), c = dot(from, from) - 1, d = b * b - c;
    if (d < 0)
        return;
    float t = -b - sqrt(d);
    Attributes found = {from + t * along};
    if (t > RayTMin())
        ReportHit(t, 7, found);
}

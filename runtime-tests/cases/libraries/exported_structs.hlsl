// Structs and arrays cross the border by reference.
//: target lib_6_3
//: only container newer
struct Ray {
    float3 from;
    float3 along;
    int depth;
};

export Ray advance(Ray ray, float by) {
    ray.from += ray.along * by;
    ray.depth++;
    return ray;
}

export float sum(float values[4], inout float total, out float2 both) {
    total += values[0] + values[3];
    both = total;
    return values[1] * values[2];
}

// The three ways to sort threads: by a hit object, by bits of a number, by both.
//: target lib_6_9
//: only newer
ByteAddressBuffer keys : register(t0);

[shader("raygeneration")]
void main() {
    uint key = keys.Load(DispatchRaysIndex().x * 4);
    dx::MaybeReorderThread(key, 5);
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), float(key) };
    dx::HitObject missed = dx::HitObject::MakeMiss(RAY_FLAG_CULL_BACK_FACING_TRIANGLES, key & 3, ray);
    dx::MaybeReorderThread(missed);
    dx::MaybeReorderThread(missed, key >> 5, 3);
}

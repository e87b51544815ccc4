//- -T ps_6_6
#define RATIO(a, b) ((a) / (b))
float4 main(float2 size : SIZE, nointerpolation uint2 counts : COUNTS) : SV_Target {
    float sum = size.x / size.x; // expect
    sum += size.x / size.y; // fine
    sum += size.x * size.x; // fine
    sum += size.x != size.x ? 0 : 1; // fine
    sum += RATIO(size.y, size.y); // fine
    sum += counts.x == counts.x ? 1 : 0; // expect
    return sum;
}

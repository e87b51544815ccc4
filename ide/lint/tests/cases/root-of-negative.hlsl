//- -T ps_6_6
float4 main(float2 n : N, float x : X) : SV_Target {
    float sum = sqrt(1 - dot(n, n)); // expect
    sum += sqrt(saturate(1 - dot(n, n))); // fine
    sum += sqrt(dot(n, n)); // fine
    sum += sqrt(1 - saturate(x)); // fine
    sum += sqrt(x); // fine
    float discriminant = n.x * n.x - 4 * n.y * x;
    sum += sqrt(discriminant); // fine
    return sum;
}

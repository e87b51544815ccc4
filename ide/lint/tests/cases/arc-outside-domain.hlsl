//- -T ps_6_6
float4 main(float3 a : A, float3 b : B, float x : X) : SV_Target {
    float cosine = dot(normalize(a), normalize(b));
    float sum = acos(cosine); // expect
    sum += acos(clamp(cosine, -1, 1)); // fine
    sum += asin(saturate(cosine)); // fine
    sum += acos(x); // fine
    return sum;
}

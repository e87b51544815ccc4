Cfloat4 main(float4 v : V) : SV_Target {
    float4 r = sin(v) + cos(v) * tan(v) - asin(v) + acos(v) * atan(v) + sinh(v) - cosh(v) + tanh(v);
    r += exp2(v) + log2(abs(v)) + sqrt(v) + rsqrt(v) + frac(v) + floor(v) - ceil(v) + trunc(v) + round(v) + saturate(v);
    if (any(isnan(r)) || any(isinf(v)) || !all(isfinite(v))) return 0;
    precise float4 exact = v * v + 1.1;
    return dot(v, r) * min(exact, max(r, 0.1)) + atan2(v.x, v.y) + pow(abs(v), 2.2) + 1e-7 + 3.4e38 + 0.1;
}

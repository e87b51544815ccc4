// Acceleration structures and sampler feedback.
//: target ps_6_5
RaytracingAccelerationStructure world : register(t4, space1);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> mips : register(u2);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> regions;
Texture2D<float4> picture; Texture2DArray<float4> pictures; SamplerState smooth;
float main(float2 uv : UV) : SV_Target {
    mips.WriteSamplerFeedback(picture, smooth, uv);
    regions.WriteSamplerFeedbackBias(pictures, smooth, uv.xyx, 1);
    RayQuery<RAY_FLAG_NONE> query; RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 10 };
    query.TraceRayInline(world, 0, 255, ray);
    query.Proceed();
    return query.CommittedRayT();
}

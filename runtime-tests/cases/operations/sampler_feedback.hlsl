// What a sample would touch is recorded, by every kind of level, for both kinds of feedback, plain and in arrays.
//: target ps_6_5
//: only container
//: operations writeSamplerFeedback writeSamplerFeedbackBias writeSamplerFeedbackGrad writeSamplerFeedbackLevel
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Least;
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Used : register(u7, space2);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIN_MIP> LeastOfMany[3];
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> UsedOfMany;
Texture2D Image;
Texture2D<float> Height;
Texture2DArray<float2> Images;
SamplerState Filter;

float4 main(float2 uv : UV, nointerpolation uint which : WHICH) : SV_Target {
    Least.WriteSamplerFeedback(Image, Filter, uv);
    Used.WriteSamplerFeedback(Height, Filter, uv, 2.5);
    Least.WriteSamplerFeedbackBias(Image, Filter, uv * 2, 0.5);
    // A known bias is kept within what Direct3D has.
    Used.WriteSamplerFeedbackBias(Image, Filter, uv, 27.0, 1);
    Least.WriteSamplerFeedbackGrad(Image, Filter, uv, ddx(uv), float2(0.25, 0.5));
    LeastOfMany[which % 3].WriteSamplerFeedbackGrad(Images, Filter, float3(uv, 3), float2(1, 2), uv, 1.5);
    UsedOfMany.WriteSamplerFeedbackLevel(Images, Filter, float3(uv, which), 4);
    if (uv.x > 0.5) {
        UsedOfMany.WriteSamplerFeedback(Images, Filter, float3(uv, 5));
    }
    return 0;
}

// A level that is given needs no neighbours, so feedback is written in any stage, through a heap too.
//: target cs_6_6
//: only container
//: operations writeSamplerFeedbackGrad writeSamplerFeedbackLevel
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Least;
Texture2D Image;
SamplerState Filter;

[numthreads(8, 1, 1)]
void main(uint2 i : SV_DispatchThreadID) {
    Least.WriteSamplerFeedbackLevel(Image, Filter, i, 3);
    FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> heap = ResourceDescriptorHeap[i.x];
    Texture2DArray<float> images = ResourceDescriptorHeap[i.y];
    heap.WriteSamplerFeedbackGrad(images, Filter, float3(i, 1), 0.5, 0.25, 1);
}

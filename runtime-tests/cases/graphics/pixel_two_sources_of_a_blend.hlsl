// The two sources of a blend are one place in Vulkan, told apart by an index.
//: target ps_6_0

struct Sources
{
    [[vk::location(0), vk::index(0)]] float4 colour : SV_Target0;
    [[vk::location(0), vk::index(1)]] float4 factor : SV_Target1;
};

Sources main(float4 colour : COLOR)
{
    Sources sources;
    sources.colour = colour;
    sources.factor = 1 - colour.aaaa;
    return sources;
}

// The author's rows stay, and those that are too long are broken.
float4 f(float4 first, float4 second, float4 third, float4 fourth, float4 fifth, float4 sixth, float4 seventh, float4 eighth)
{
    float4 value = some_function(first, second, third) + another_function(fourth, fifth, sixth) * third_function(seventh, eighth);
    if (first.x > second.x && third.x > fourth.x && fifth.x > sixth.x || seventh.x > eighth.x && first.y > second.y)
        return a ?
        b :
            c;
    value = first
          + second
          + third;
    value.x = dot(first,
                  second);
    call(
       first,
       second
       );
    call(first,
        second);
    result = texture_of_a_very_long_name.SampleLevel(sampler_of_a_long_name, coordinates.of.the.pixel, level_of_detail_of_it).xyz;
    return float4(
        value.x,
            value.y,
        0, 1);
}
// ---------- formatted ----------
// The author's rows stay, and those that are too long are broken.
float4 f(float4 first, float4 second, float4 third, float4 fourth, float4 fifth, float4 sixth, float4 seventh,
         float4 eighth)
{
    float4 value = some_function(first, second, third) +
        another_function(fourth, fifth, sixth) * third_function(seventh, eighth);
    if (first.x > second.x && third.x > fourth.x && fifth.x > sixth.x || seventh.x > eighth.x && first.y > second.y)
        return a ?
            b :
            c;
    value = first
          + second
          + third;
    value.x = dot(first,
                  second);
    call(
        first,
        second
    );
    call(first,
        second);
    result = texture_of_a_very_long_name.SampleLevel(sampler_of_a_long_name, coordinates.of.the.pixel,
                                                     level_of_detail_of_it).xyz;
    return float4(
        value.x,
        value.y,
        0, 1);
}

// Names of constants in reflection: with their namespaces in `$Globals`, with those in the buffer in a buffer.
//: target ps_6_0
//: only container
//: args -HV 2021
namespace outer {
    float loose;
    namespace inner {
        float2 deep;
    }
}

cbuffer Around {
    float plain;
    namespace within {
        float named;
    }
}

float4 main() : SV_Target {
    return float4(outer::loose, outer::inner::deep, plain + within::named);
}

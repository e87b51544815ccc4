// A buffer in a namespace: its members go by names without that one.
//: target ps_6_0
//: only newer
//: args -HV 2021
namespace outer {
    float loose;
    namespace inner {
        float2 deep;
    }
    cbuffer Held {
        float held;
    };
}
using namespace outer;

cbuffer Around {
    float plain;
    namespace within {
        float named;
    }
}

float4 main() : SV_Target {
    return float4(outer::loose + held, outer::inner::deep, plain + within::named);
}

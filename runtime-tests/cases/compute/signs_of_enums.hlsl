// Reflection has the numbers of an enumeration signed if one is negative, if it says so or if it is a class.
//: target cs_6_0
//: args -HV 2021
//: only container
enum Plain { plain = 7 };
enum Below { below = -1, above = 0 };
enum Written : int { written };
enum Natural : uint { natural };
enum class Scoped { scoped };

struct All {
    Plain a;
    Below b;
    Written c;
    Natural d;
    Scoped e;
};
StructuredBuffer<All> source : register(t0);
StructuredBuffer<Below> alone : register(t1);
RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = (int)source[0].a + (int)alone[0];
}

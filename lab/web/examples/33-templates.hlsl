// Templates and operators | -T cs_6_0 -HV 2021
// HLSL of 2021 has templates and operators of one's own: complex numbers of any scalar.
template<typename T> struct Complex
{
    T Real;
    T Imaginary;

    Complex<T> operator*(Complex<T> other)
    {
        Complex<T> product;
        product.Real = Real * other.Real - Imaginary * other.Imaginary;
        product.Imaginary = Real * other.Imaginary + Imaginary * other.Real;
        return product;
    }
};

RWStructuredBuffer<float2> Powers : register(u0);

[numthreads(16, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    Complex<float> turn;
    turn.Real = 0.8;
    turn.Imaginary = 0.6;
    Complex<float> power = turn;
    for (uint count = 0; count < at; count++)
        power = power * turn;
    Powers[at] = float2(power.Real, power.Imaginary);
}

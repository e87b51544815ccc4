// Structs have operators of their own.
//: target cs_6_8
//: only newer
RWStructuredBuffer<float2> b : register(u0);

struct Complex {
    float re, im;
    Complex operator*(Complex o) {
        Complex r = { re * o.re - im * o.im, re * o.im + im * o.re };
        return r;
    }
    bool operator<(Complex o) { return re < o.re; }
    float operator[](int i) { return i == 0 ? re : im; }
};

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Complex a = { b[i].x, b[i].y };
    Complex c = a * a;
    b[i] = a < c ? float2(c[0], c[1]) : 0;
}

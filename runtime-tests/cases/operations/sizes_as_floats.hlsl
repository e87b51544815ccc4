// `GetDimensions` into floats takes the sizes for signed.
//: target cs_6_0
//: operations getDimensions sitofp uitofp
Texture2D<float4> Image;
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() {
    float w, h, levels;
    Image.GetDimensions(w, h);
    Out[0] = w + h;
    Image.GetDimensions(1, w, h, levels);
    Out[1] = w + h + levels;
}

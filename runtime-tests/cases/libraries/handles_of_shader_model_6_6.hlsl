// From shader model 6.6 on variables hold handles.
//: target lib_6_6
//: only container newer
Texture2D<float4> picture;
RWTexture2DArray<uint> layers[2];
cbuffer Settings {
    uint layer;
};

export float4 look(uint3 at) {
    layers[layer][at] = layer;
    return picture.Load(at);
}

//! vs_6_1 main
//! ps_6_1 pixel
//! gs_6_1 geometry
// The view number, and outputs that depend on it.
struct Out { float4 position : SV_Position; float shift : SHIFT; };
Out main(float4 p : POSITION, uint view : SV_ViewID) {
    Out o = { p + float4(view, 0, 0, 0), p.x };
    return o;
}
float4 pixel(Out i, uint view : SV_ViewID) : SV_Target { return i.position * (view == 1 ? i.shift : 1); }
[maxvertexcount(1)]
void geometry(point Out p[1], inout PointStream<Out> stream, uint view : SV_ViewID) {
    p[0].shift += view;
    stream.Append(p[0]);
}

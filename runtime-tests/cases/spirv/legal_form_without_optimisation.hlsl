// Where a resource is chosen by a variable, what nothing uses in the end is gone without optimisation too.
//: target ps_6_0
//: args -Od
//: only spirv
Texture2D first : register(t0);
Texture2D second : register(t1);
Texture2D unused : register(t2);

float4 main(float4 position : SV_Position, float2 uv : UV, float more : MORE) : SV_Target {
  Texture2D chosen = first;
  chosen = second;
  return chosen.Load(int3(position.xy, 0));
}

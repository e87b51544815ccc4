// Effect files of Direct3D 9 and of ReShade.
texture   Tex<string UIName = "Texture";  string file="a.dds";>;
uniform float Strength <
    ui_type = "slider";
    ui_min = 0.0; ui_max = 1.0;
> = 0.5;
sampler2D S = sampler_state { Texture = <Tex>; MinFilter = Linear; };
sampler Long = sampler_state
{
  Texture=<Tex>;
      AddressU = Clamp;
};
technique T<string Script="x";>
{
pass P0
{
VertexShader = compile vs_2_0 main();
ZEnable=true;
}
}
technique11 U { pass { SetVertexShader(CompileShader(vs_5_0, VS())); } }
BlendState B { BlendEnable[0]=TRUE; };
// ---------- formatted ----------
// Effect files of Direct3D 9 and of ReShade.
texture Tex<string UIName = "Texture"; string file = "a.dds";>;
uniform float Strength <
    ui_type = "slider";
    ui_min = 0.0; ui_max = 1.0;
> = 0.5;
sampler2D S = sampler_state { Texture = <Tex>; MinFilter = Linear; };
sampler Long = sampler_state
{
    Texture = <Tex>;
    AddressU = Clamp;
};
technique T<string Script = "x";>
{
    pass P0
    {
        VertexShader = compile vs_2_0 main();
        ZEnable = true;
    }
}
technique11 U { pass { SetVertexShader(CompileShader(vs_5_0, VS())); } }
BlendState B { BlendEnable[0] = TRUE; };

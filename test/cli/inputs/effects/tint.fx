float4 tint;
float4 squared(float4 a) { return a * a + tint; }
void vs(float4 p : POSITION, out float4 c : COLOR, out float4 o : SV_POSITION) { c = squared(p); o = p; }
float4 ps(float4 c : COLOR) : SV_TARGET { return squared(c) + tint; }
#if MODEL == 2
technique Tint { pass First { VertexShader = compile vs_2_0 vs(); PixelShader = compile ps_2_0 ps(); } }
#else
technique10 Tint { pass First { SetVertexShader(CompileShader(vs_4_0, vs())); SetPixelShader(CompileShader(ps_4_0, ps())); } }
#endif

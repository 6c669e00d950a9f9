/** Sources about which dxlens says something else than Microsoft's compiler; each with the code that is expected. */

/** Sources whose first error has another code or line, or that only one of the two refuses. */
export const DIFFERENT: ReadonlySet<string> = new Set([
  // accepted
  'ps_5_0 groupshared float g[4]; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a.x = g[0];   return a; }',
  // accepted
  'ps_5_0 void f(out float4 x) { if (x.x > 0) x = 1; } float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   f(a);   return a; }',
  // accepted
  'ps_5_0 #error no float4 main() : SV_Target { return 1; }',
  // X3017
  'ps_5_0 string g = 1; float4 main() : SV_Target { return 1; }',
  // accepted
  'ps_5_0 struct S { float4 x; }; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   S y = (S)0; y++;   return a; }',
  // X3025
  'ps_5_0 Texture2D t; SamplerState s; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   t.GetDimensions(1, 2);   return a; }',
  // X3535
  'ps_5_0 float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = NonUniformResourceIndex(i);   return a; }',
  // X3000
  'ps_5_0 float f() { a: return 1; } float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = f();   return a; }',
  // X3017
  'ps_5_0 cbuffer C { float4x4 x : packoffset(c0.y); }; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = x;   return a; }',
  // accepted
  'ps_5_0 Texture2D main() : SV_Target { Texture2D t; return t; }',
  // X3502
  'ps_5_0 float main() : SV_Depth { return 1; } float main(float x) { return x; }',
  // X3672
  'vs_5_0 float4 main(float4 a : A) : SV_Position { return EvaluateAttributeCentroid(a); }',
  // X4566
  'ps_4_1 Texture2D t; SamplerState s; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = t.Gather(s, b, int2(i, 0));   return a; }',
  // X4612
  'ps_5_1 [RootSignature("CBV(b0")] float4 main() : SV_Target { return 1; }',
  // X4614
  'ps_5_1 Texture2D t; [RootSignature("CBV(b0)")] float4 main() : SV_Target { return t.Load(0); }',
  // X3000
  'hs_5_0 struct V { float4 p : P; }; struct T { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; T patch() { T t; t.e[0] = t.e[1] = t.e[2] = 1; t.i = 1; return t; } [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")] V main(InputPatch<V> p, uint i : SV_OutputControlPointID) { return p[i]; }',
]);

/** Sources whose first error has another column. */
export const OTHER_COLUMN: ReadonlySet<string> = new Set([
  'ps_5_0 float k; Texture2D t1, t2; SamplerState s1, s2; Buffer<float4> c1, c2; float4 main() : SV_Target {   return t1.Sample(k > 1 ? s1 : s2, 0); }',
  'ps_5_0 float k; Texture2D t1, t2; SamplerState s1, s2; Buffer<float4> c1, c2; float4 main() : SV_Target {   SamplerState l;   return t1.Sample(l, 0); }',
  'vs_5_0 struct V { float4 p : SV_Position; float4 a : SV_ClipDistance0; float4 b : SV_ClipDistance1; float c : SV_CullDistance; }; V main(float4 p : P) { V v; v.p = p; v.a = p; v.b = p; v.c = 1; return v; }',
  'ps_3_0 float4 main(float4 t : TEXCOORD) : COLOR {   uint a = t.x; return t; }',
  'ps_3_0 float4 main(float4 t : TEXCOORD) : COLOR {   double d = 2; return t; }',
  'ps_5_0 float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   float4 v; v.x = 1; int4 w = (int4)v; return w + i; }',
  'ps_5_0 struct S { float4 p; float4 q; }; S f() { S s; s.p = 1; return s; } float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   return f().q + a; }',
  'ps_3_0 tbuffer T { float4 a; }; float4 main() : COLOR { return a; }',
  'ps_5_1 [RootSignature("CBV(b0), CBV(b0)")] float4 main() : SV_Target { return 1; }',
  'ps_5_0 cbuffer C { float4 x[4097]; }; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = x[0];   return a; }',
  'ps_5_0 float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   float x : packoffset(c0);   return a; }',
  'ps_5_0 struct S { S s; }; float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {      return a; }',
  'ps_5_0 float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   nointerpolation linear float x;   return a; }',
  'ps_5_0 float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   switch (i) { case 0: a = 1; break; case 0: break; }   return a; }',
  'ps_5_0 float x : packoffset(c0); float4 main(float4 a : A, float2 b : B, nointerpolation int i : I) : SV_Target {   a = x;   return a; }',
  'gs_5_0 struct V { float4 p : SV_Position; }; [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> s) { V w; s.Append(w); }',
]);

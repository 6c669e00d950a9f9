// fxc /T vs_4_1 /E main

float4 main(
  uint vertex_id : SV_VertexID,
  uint instance_id : SV_InstanceID,
  min10float f : F,
  min16int g : G,
  min16int h : H,
  min16uint k : K,
  int l : L,
  uint m : M,
  float4 averylongsemanticnamebeyondthecolumn17 : AVERYLONGSEMANTICNAMEBEYONDTHECOLUMN17) : SV_Position
{
  return (float4)((float)(vertex_id + instance_id) + f + (float)g + (float)h + (float)k + (float)l) + (float4)(m != 0u ? 1.0 : 0.0);
}

// fxc /T vs_4_1 /E main

void main(
  uint vertex_id : SV_VertexID,
  uint instance_id : SV_InstanceID,
  min10float f : F,
  min16int g : G,
  min16int h : H,
  min16uint k : K,
  int l : L,
  uint m : M,
  float4 averylongsemanticnamebeyondthecolumn17 : AVERYLONGSEMANTICNAMEBEYONDTHECOLUMN17,
  out float4 out_position : SV_Position)
{
  out_position = (float4)(f + (float)(instance_id + vertex_id) + (float)g + (float)h + (float)k + (float)l) + (float4)(m != 0u ? 1.0 : 0.0);
}

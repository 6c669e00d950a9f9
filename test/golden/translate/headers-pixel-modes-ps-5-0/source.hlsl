// fxc /T ps_5_0 /E main

void main(
  sample float4 c : C,
  centroid float q : Q,
  noperspective sample float k : K,
  uint primitive_id : SV_PrimitiveID,
  uint is_front_face : SV_IsFrontFace,
  uint coverage : SV_Coverage,
  out float4 out_target : SV_Target)
{
  out_target = asfloat((uint4)(is_front_face & 0x3f800000u)) + ((float)primitive_id + ((float)coverage + (k + (q + c))));
}

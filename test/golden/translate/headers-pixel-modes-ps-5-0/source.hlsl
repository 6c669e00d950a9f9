// fxc /T ps_5_0 /E main

float4 main(
  sample float4 c : C,
  centroid float q : Q,
  noperspective sample float k : K,
  uint primitive_id : SV_PrimitiveID,
  uint is_front_face : SV_IsFrontFace,
  uint coverage : SV_Coverage) : SV_Target
{
  return asfloat((uint4)(is_front_face & 0x3f800000u)) + ((float)primitive_id + ((float)coverage + (c + q + k)));
}

#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[2]; };

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_target0;
layout(location = 1) out vec4 out_target1;
layout(location = 2) out vec4 out_target2;
layout(location = 3) out vec4 out_target3;
layout(location = 4) out vec4 out_target4;

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 max_number4(vec4 a, vec4 b) {
  return mix(mix(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

vec4 min_number4(vec4 a, vec4 b) {
  return mix(mix(min(a, b), a, is_nan4(b)), b, is_nan4(a));
}

void main() {
  bool v = !(0.0 == varying0.x);
  vec4 v1 = vec4(float(v ? 1 : 0), float(!(0.0 == varying0.y) ? 1 : 0), float(!(0.0 == varying0.z) ? 1 : 0), float(!(0.0 == varying0.w) ? 1 : 0));
  out_target0 = v1 + (!(0.0 == varying1.y) || v ? ps_Globals_data[0] : varying1);
  out_target1 = max_number4((-ps_Globals_data[1]), ps_Globals_data[1]);
  out_target2 = min_number4(max_number4((-varying0), vec4(0.0)), vec4(1.0));
  out_target3 = (-varying1.wzyx);
  out_target4 = (-max_number4((-ps_Globals_data[0]), ps_Globals_data[0]));
}

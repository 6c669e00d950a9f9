#version 450 core

layout(std140, binding = 0) uniform ps_Draw { vec4 ps_Draw_data[1]; };
layout(std140, binding = 1) uniform ps_Frame { vec4 ps_Frame_data[5]; };
layout(binding = 0) uniform sampler2D ps_albedo_smooth;
layout(binding = 1) uniform sampler2D ps_normals_chosen;

layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_target0;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_normals_chosen_texel = texture(ps_normals_chosen, varying1.xy);
  vec4 ps_albedo_smooth_texel = texture(ps_albedo_smooth, varying1.xy);
  out_target0 = clamp01(dot(ps_normals_chosen_texel.xyz, ps_Frame_data[4].xyz)) * (ps_albedo_smooth_texel * ps_Draw_data[0]);
}

#version 450 core

layout(binding = 0) uniform sampler2D ps_map_map_sampler;

layout(location = 7) in vec4 varying7;
layout(location = 0) in vec4 varying0;
layout(location = 12) in vec4 varying12;
layout(location = 10) in vec4 varying10;
layout(location = 0) out vec4 out_color0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec2 legacy_product2(vec2 a, vec2 b) {
  return mix(a * b, vec2(0.0), bvec2(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0));
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uint d3d_FrontFacing = gl_FrontFacing ? 0xffffffffu : 0u;
  vec4 ps_map_map_sampler_texel = texture(ps_map_map_sampler, legacy_product2(floor(d3d_FragCoord.xy), varying7.zw));
  vec4 v = ps_map_map_sampler_texel + varying0.xyzx;
  vec4 v1 = legacy_product4(varying12, vec4(varying10.x));
  bool v2 = -((d3d_FrontFacing != 0u ? 1.0 : -1.0) >= 0.0 ? 1.0 : -1.0) >= 0.0;
  out_color0 = vec4(v2 ? v1.x : v.x, v2 ? v1.y : v.y, v2 ? v1.z : v.z, v2 ? v1.w : v.w);
}

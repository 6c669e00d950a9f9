#version 450 core

layout(location = 0) out vec4 out_target0;
layout(location = 1) out ivec4 out_target1;
layout(location = 7) out uvec4 out_target7;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uint d3d_SampleID = uint(gl_SampleID);
  uint d3d_SampleMaskIn = uint(gl_SampleMaskIn[0]);
  out_target0 = d3d_FragCoord;
  out_target1 = ivec4(ivec2(to_i32(d3d_FragCoord.x), to_i32(d3d_FragCoord.y)), 0, 0);
  out_target7 = uvec4(uint(int(d3d_SampleID + d3d_SampleMaskIn)), 0u, 0u, 0u);
  gl_FragDepth = d3d_FragCoord.z * 0.5;
  gl_SampleMask[0] = int(d3d_SampleMaskIn & 5u);
  if (runtime.sample_count == 1u && (gl_SampleMask[0] & 1) == 0) discard;
}

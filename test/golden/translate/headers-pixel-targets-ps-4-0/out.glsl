#version 450 core

layout(location = 0) out vec4 out_target0;
layout(location = 1) out uvec4 out_target1;
layout(location = 2) out ivec4 out_target2;
layout(location = 3) out vec4 out_target3;
layout(location = 4) out vec4 out_target4;
layout(location = 5) out vec4 out_target5;
layout(location = 6) out uvec4 out_target6;
layout(location = 7) out vec4 out_target7;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  out_target0 = d3d_FragCoord;
  out_target1 = uvec4(0u);
  out_target2 = ivec4(ivec2(0, 0), 0, 0);
  out_target3 = vec4(0.0, 0.0, 0.0, 0.0);
  out_target4 = vec4(vec2(0.0, 0.0), 0.0, 0.0);
  out_target5 = vec4(vec3(0.0), 0.0);
  out_target6 = uvec4(0u, 0u, 0u, 0u);
  out_target7 = vec4(0.0, 0.0, 0.0, 0.0);
  gl_FragDepth = 0.0;
}

#version 450 core

layout(location = 1) in vec4 varying1;
layout(location = 2) centroid in vec4 varying2;
layout(location = 3) flat in vec4 varying3;
layout(location = 4) noperspective in vec4 varying4;
layout(location = 5) noperspective centroid in vec4 varying5;
layout(location = 6) sample in vec4 varying6;
layout(location = 7) noperspective sample in vec4 varying7;
layout(location = 8) flat in uvec4 varying8;
layout(location = 10) in vec4 varying10;
layout(location = 0) out vec4 out_target0;

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
  vec4 v = d3d_FragCoord + varying1 + varying2.xyzx + varying3 + varying4.xyxy + varying5 + float(int(varying8.x));
  out_target0 = varying6 * varying7 + (v + varying10.xyxy);
}

#version 450 core

layout(location = 0) sample in vec4 varying0;
layout(location = 1) centroid in vec4 varying1;
layout(location = 2) noperspective sample in vec4 varying2;
layout(location = 0) out vec4 out_target0;

void main() {
  uint d3d_PrimitiveID = uint(gl_PrimitiveID);
  uint d3d_FrontFacing = gl_FrontFacing ? 0xffffffffu : 0u;
  uint d3d_SampleMaskIn = uint(gl_SampleMaskIn[0]);
  out_target0 = varying0 + varying1.x + varying2.x + float(d3d_SampleMaskIn) + float(d3d_PrimitiveID) + uintBitsToFloat(uvec4(d3d_FrontFacing & 0x3f800000u));
}

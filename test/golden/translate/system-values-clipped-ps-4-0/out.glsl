#version 450 core

layout(location = 3) in vec4 varying3;
layout(location = 0) out vec4 out_target0;
in float gl_ClipDistance[4];
in float gl_CullDistance[2];

void main() {
  vec4 d3d_ClipDistance0 = vec4(gl_ClipDistance[0], gl_ClipDistance[1], gl_ClipDistance[2], gl_ClipDistance[3]);
  vec4 d3d_CullDistance1 = vec4(gl_CullDistance[0], gl_CullDistance[1], 0.0, 0.0);
  precise vec4 v = d3d_ClipDistance0 + varying3 + d3d_CullDistance1.xyxy;
  out_target0 = v;
}

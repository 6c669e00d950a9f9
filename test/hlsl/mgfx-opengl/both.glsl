#ifdef GL_ES
precision mediump float;
precision mediump int;
#endif

varying vec4 vFrontSecondaryColor;

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

void main() {
  gl_FragData[0] = vFrontSecondaryColor;
  gl_FragData[1] = legacy_inverse_sqrt(dot(vFrontSecondaryColor, vFrontSecondaryColor)) * vFrontSecondaryColor;
}

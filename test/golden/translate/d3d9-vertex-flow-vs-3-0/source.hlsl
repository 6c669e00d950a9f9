// fxc /T vs_3_0 /E main

float4 rows[32];
bool switched;
int count;

struct Output
{
  float4 position : POSITION;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION,
  float4 texcoord1 : TEXCOORD1)
{
  Output output;
  float4 v = position.yzwx;
  [loop] for (int i = 0; i < count; i++) {
    v = (v.wxyz + texcoord1.x * rows[i]).yzwx;
  }
  float v1 = v.w;
  [loop] while (true) {
    float v2 = texcoord1.y + v1;
    [branch] if (rows[0].x < v2) {
      v1 = v2;
      break;
    }
    v1 = v2;
  }
  float v3 = 0.0;
  float v4 = 0.0;
  float v5 = 0.0;
  float v6 = 0.0;
  [branch] if (texcoord1.z > 0.5) {
    float4 v7 = frac(float4(v1, v.xyz) * 0.15915494 + 0.25) * 6.2831855 - 3.1415927;
    float4 v8 = v7 * v7;
    float4 v9 = v8 * (v8 * (v8 * (v8 * (v8 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664) - 0.5) + 1.0;
    float4 v10 = frac(texcoord1 * 0.15915494 + 0.5) * 6.2831855 - 3.1415927;
    float4 v11 = v10 * v10;
    float4 v12 = v11 * (v11 * (v11 * (v11 * (v11 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664) - 0.5) + 1.0;
    float4 v13 = v12 * v9;
    v6 = v13.w;
    v5 = v13.z;
    v4 = v13.y;
    v3 = v13.x;
  } else {
    float4 v14 = texcoord1 * float4(log2(abs(v1)), log2(abs(v.xyz)));
    float4 v15 = exp2(v14);
    v6 = v15.w;
    v5 = v15.z;
    v4 = v15.y;
    v3 = v15.x;
  }
  float4 v16 = (-position < position ? 1.0 : 0.0) - (position < -position ? 1.0 : 0.0);
  float4 v17 = float4(v3, v4, v5, v6);
  float4 v18 = v17 * v16 - v17;
  float4 v19 = switched * v18 + v17;
  float3 v20 = position.xyz * texcoord1.yzx + (-(texcoord1.zxy * position.xyz)).yzx;
  float v21 = rows[(int)texcoord1.w + 3].w;
  output.position = lerp(v19, float4(v20.yzx, v21), v19 < float4(v20.yzx, v21) ? 1.0 : 0.0);
  output.color = float4(v20.yzx, v21);
  return output;
}

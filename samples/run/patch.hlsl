// compile: vertex vs_5_0
// compile: hull hs_5_0
// compile: domain ds_5_0
// compile: pixel ps_5_0
// A patch of four points that becomes a curved surface.

struct Point { float3 position : POSITION; };
struct Factors { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; };
struct Surface { float4 position : SV_Position; float2 place : PLACE; };

Point vertex(Point input) { return input; }

Factors factors() { Factors f; f.edges[0] = f.edges[1] = f.edges[2] = f.edges[3] = 4; f.inside[0] = f.inside[1] = 4; return f; }

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("factors")]
Point hull(InputPatch<Point, 4> patch, uint index : SV_OutputControlPointID) { return patch[index]; }

[domain("quad")]
Surface domain(Factors f, float2 place : SV_DomainLocation, const OutputPatch<Point, 4> patch)
{
    float3 top = lerp(patch[0].position, patch[1].position, place.x);
    float3 bottom = lerp(patch[2].position, patch[3].position, place.x);
    Surface s;
    s.position = float4(lerp(top, bottom, place.y), 1);
    s.place = place;
    return s;
}

float4 pixel(Surface s) : SV_Target { return float4(s.place, 0, 1); }

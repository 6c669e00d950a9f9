/** Stages together: links, generated ids, geometry shaders, stream output, limits, faults. */
import { describe, expect, it } from 'vitest';
import { format, texture, view } from '../../../smith/checks/textures.ts';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import { draw } from '../../../src/vm/draw/draw.ts';
import type { Sm4DrawCall } from '../../../src/vm/draw/draw-call.ts';
import {
  at,
  COLORED,
  callOf,
  drawArguments,
  drawn,
  floatsAt,
  PASS_ON,
  picture,
  pixelShader,
  rectangle,
  shaderOf,
  target,
} from '../../support/draws.ts';

const [vertex, colored] = [callOf([]).stages.vertex, shaderOf(COLORED)];

/** A geometry shader with the signatures of {@link PASS_ON} on both sides. */
function geometryShader(body: string): string {
  return `
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
// SV_RenderTargetArrayIndex  0 x           2  RTINDEX    uint   x
//
gs_5_0
dcl_globalFlags refactoringAllowed
${body}
ret`;
}

describe('links', () => {
  it('are by semantic, also where registers differ', () => {
    const moved = COLORED.replace(
      'COLOR                    0   xyzw        1',
      'color                    0   xyzw        3',
    )
      .replace('dcl_input_ps linear v1.xyzw', 'dcl_input_ps linear v3.xyzw')
      .replace('o0.xyzw, v1.xyzw', 'o0.xyzw, v3.wzyx');
    const call = callOf(rectangle(0, 0, 8, 8, [1, 2, 3, 4]), { stages: { vertex, pixel: shaderOf(moved) } });
    drawn(call);
    expect(floatsAt(call.renderTargets[0]!, 1, 1)).toEqual([4, 3, 2, 1]);
  });

  it('give ids of vertices, instances and primitives', () => {
    const listing = PASS_ON.replace(
      'dcl_output_siv',
      'dcl_input_sgv v2.x, vertex_id\ndcl_input_sgv v3.x, instance_id\ndcl_output_siv',
    ).replace('mov o1.xyzw, v1.xyzw', 'utof o1.x, v2.x\nutof o1.y, v3.x\nmov o1.zw, l(0, 0, 0, 0)');
    const pixel = shaderOf(
      pixelShader(
        'utof r0.x, v2.x\nmov o0.xy, v1.xyxx\nmov o0.zw, r0.xxxx',
        'constant',
        'dcl_input_ps_sgv constant v2.x, primitive_id\ndcl_output o0.xyzw',
      ),
    );
    const indices = new Uint8Array(Uint16Array.of(2, 3, 0, 1, 2, 0).buffer);
    const call = callOf([at(0, 0), at(8, 0), at(8, 8), at(0, 8)], {
      stages: { vertex: shaderOf(listing), pixel },
      indexBuffer: { bytes: indices, bits: 16, offset: 0 },
      arguments: drawArguments({ isIndexed: true, count: 6, instances: 2 }),
    });
    drawn(call);
    // Vertex, instance, primitive, primitive: the leading vertices are 2 and 1, and the second instance is on top.
    expect(floatsAt(call.renderTargets[0]!, 1, 6)).toEqual([2, 1, 0, 0]);
    expect(floatsAt(call.renderTargets[0]!, 6, 1)).toEqual([1, 1, 1, 1]);
  });
});

describe('geometry shaders', () => {
  const STRIP = `dcl_inputprimitive point
dcl_input_siv v[1][0].xyzw, position
dcl_input v[1][1].xyzw
dcl_input vPrim
dcl_temps 1
dcl_outputtopology trianglestrip
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output_siv o2.x, rendertarget_array_index
dcl_maxout 4
mov o2.x, vPrim
mov o1.xyzw, v[0][1].xyzw
mov o0.xyzw, v[0][0].xyzw
emit
add o0.xyzw, v[0][0].xyzw, l(0.5, 0.0, 0.0, 0.0)
mov o1.xyzw, v[0][1].xyzw
mov o2.x, vPrim
emit
add o0.xyzw, v[0][0].xyzw, l(0.0, -0.5, 0.0, 0.0)
mov o1.xyzw, v[0][1].xyzw
mov o2.x, vPrim
emit
add o0.xyzw, v[0][0].xyzw, l(0.5, -0.5, 0.0, 0.0)
mov o1.xyzw, v[0][1].xyzw
mov o2.x, vPrim
emit`;

  it('make primitives and select layers', () => {
    const array = view(
      texture({ dimension: '2d', format: format('R32G32B32A32_FLOAT'), width: 8, height: 8, layers: 2 }),
    );
    const call = callOf([at(1, 1, [5, 0, 0, 0]), at(4, 2, [6, 0, 0, 0]), at(6, 6, [7, 0, 0, 0])], {
      topology: 'point-list',
      stages: { vertex, geometry: shaderOf(geometryShader(STRIP)), pixel: colored },
      renderTargets: [array],
    });
    const { counts } = drawn(call);
    expect(counts.geometryPrimitives).toBe(6);
    // The third primitive names an unknown layer: it goes to the first.
    expect(picture(array, 0, 0)).toEqual([
      '........',
      '.##.....',
      '.##.....',
      '........',
      '........',
      '........',
      '......##',
      '......##',
    ]);
    expect(picture(array, 0, 1)).toEqual([
      '........',
      '........',
      '....##..',
      '....##..',
      '........',
      '........',
      '........',
      '........',
    ]);
    expect(floatsAt(array, 6, 6)[0]).toBe(7);
  });

  it('select viewports', () => {
    const listing = geometryShader(STRIP)
      .replace('rendertarget_array_index', 'viewport_array_index')
      .replace(
        'SV_RenderTargetArrayIndex  0 x           2  RTINDEX',
        'SV_ViewportArrayIndex  0 x               2  VPINDEX',
      );
    const viewport = { x: 0, y: 0, width: 8, height: 8, minDepth: 0, maxDepth: 1 };
    const call = callOf([at(0, 0), at(0, 0), at(4, 4)], {
      topology: 'point-list',
      stages: { vertex, geometry: shaderOf(listing), pixel: colored },
      viewports: [viewport, { ...viewport, x: 4, width: 4 }],
    });
    drawn(call);
    // Two by two pixels, in the second viewport half as wide; the third primitive names an unknown viewport.
    const rows = picture(call.renderTargets[0]!);
    expect([rows[0], rows[1], rows[4]]).toEqual(['##..#...', '##..#...', '....##..']);
  });

  it('see neighbors', () => {
    const body = `dcl_inputprimitive lineadj
dcl_input_siv v[4][0].xyzw, position
dcl_input v[4][1].xyzw
dcl_outputtopology pointlist
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output_siv o2.x, rendertarget_array_index
dcl_maxout 1
mov o0.xyzw, v[1][0].xyzw
mov o1.x, v[0][1].x
mov o1.y, v[1][1].x
mov o1.z, v[2][1].x
mov o1.w, v[3][1].x
mov o2.x, l(0)
emit`;
    const call = callOf(
      [1, 2, 3, 4, 5].map((x) => at(x + 0.5, 0.5, [x, 0, 0, 0])),
      {
        topology: 'line-strip-adj',
        stages: { vertex, geometry: shaderOf(geometryShader(body)), pixel: colored },
      },
    );
    drawn(call);
    expect(floatsAt(call.renderTargets[0]!, 2, 0)).toEqual([1, 2, 3, 4]);
    expect(floatsAt(call.renderTargets[0]!, 3, 0)).toEqual([2, 3, 4, 5]);
    expect(picture(call.renderTargets[0]!)[0]).toBe('..##....');
  });
});

describe('stream output', () => {
  const element = (semantic: string, startComponent: number, components: number, slot = 0) => ({
    stream: 0,
    semantic,
    semanticIndex: 0,
    startComponent,
    components,
    slot,
  });

  it('writes whole primitives while there is room', () => {
    const bytes = new Uint8Array(4 * 4 * 7);
    const buffer = { bytes, offset: 16, stride: 16 };
    const call = callOf(
      [1, 2, 3, 4, 5, 6, 7, 8].map((x) => at(x, 1, [x, 10 * x, 0, 0])),
      {
        topology: 'line-list',
        stages: { vertex },
        streamOutput: {
          elements: [element('COLOR', 1, 1), element('', 0, 1), element('color', 0, 2)],
          buffers: [buffer],
          rasterizedStream: undefined,
        },
      },
    );
    const { streams, streamOffsets } = drawn(call);
    expect(streams[0]).toEqual({ primitivesWritten: 3, primitivesNeeded: 4 });
    expect(streamOffsets).toEqual([112]);
    const floats = new Float32Array(bytes.buffer);
    expect([...floats.subarray(4, 12)]).toEqual([10, 0, 1, 10, 20, 0, 2, 20]);
    expect(floats[27]).toBe(60);
    expect(floats[0]).toBe(0);
  });
});

describe('views of pixel shaders', () => {
  it('are written by pixels that are no helpers', () => {
    const bindings = new Bindings();
    const memory = new BufferMemory(new Uint32Array(4));
    bindings.unorderedAccess.set(1, memory);
    const pixel = shaderOf(
      pixelShader('atomic_iadd u1, l(0), l(1)\nmov o0.xyzw, v1.xyzw', 'linear', 'dcl_uav_raw u1\ndcl_output o0.xyzw'),
      bindings,
    );
    drawn(callOf([at(0, 0), at(5, 0), at(0, 5)], { stages: { vertex, pixel } }));
    // Rows of 4, 3, 2, 1 and 0: centers on the diagonal belong to a right edge.
    expect(memory.words[0]).toBe(10);
  });
});

describe('limits and faults', () => {
  const codes = (changes: Partial<Sm4DrawCall>) =>
    draw(callOf(rectangle(0, 0, 8, 8), changes)).diagnostics.map(({ code }) => code);

  it('end a draw', () => {
    expect(codes({ limits: { maxInstructions: 20 } })).toEqual(['DX7108']);
    expect(codes({ limits: { maxVertices: 5 } })).toEqual(['DX7108']);
    expect(codes({ limits: { maxQuads: 3 } })).toEqual(['DX7108']);
    const endless = shaderOf(pixelShader('loop\nmov r0.x, l(1)\nendloop\nmov o0.xyzw, v1.xyzw'));
    expect(codes({ stages: { vertex, pixel: endless }, limits: { maxInstructions: 1000 } })).toEqual(['DX7108']);
  });

  it('are asked for while a program runs and between programs', { tags: 'slow' }, () => {
    const endless = shaderOf(pixelShader('loop\nmov r0.x, l(1)\nendloop\nmov o0.xyzw, v1.xyzw'));
    let questions = 0;
    const { counts, diagnostics } = draw(
      callOf(rectangle(0, 0, 8, 8), { stages: { vertex, pixel: endless }, isStopped: () => ++questions >= 3 }),
    );
    expect([diagnostics, counts.samplesPassed]).toEqual([[], 0]);
    // About 196,000 instructions, where 268 million are allowed.
    expect(counts.instructions).toBeLessThan(1e6);
    const many = Array.from({ length: 5000 }, () => rectangle(0, 0, 1, 1)).flat();
    const stopped = draw(callOf(many, { isStopped: () => true })).counts;
    expect(stopped.pixelInvocations).toBeLessThan(5000);
  });

  it('are found before anything is drawn', () => {
    expect(codes({ stages: { vertex: colored } })).toContain('DX7100');
    expect(codes({ inputLayout: [] })).toEqual(['DX7102', 'DX7102']);
    expect(codes({ arguments: drawArguments({ count: -1 }) })).toEqual(['DX7103']);
    expect(codes({ stages: { vertex, hull: vertex } })).toContain('DX7104');
    expect(codes({ renderTargets: [target(), target('R8_UNORM', 4)] })).toEqual(['DX7106']);
    expect(codes({ renderTargets: [target('D32_FLOAT')] })).toEqual(['DX7107']);
    expect(codes({ stages: { vertex, geometry: shaderOf(geometryShader('dcl_inputprimitive line')) } })).toEqual([
      'DX7109',
    ]);
    expect(codes({ viewports: [{ x: 0, y: 0, width: Number.NaN, height: 1, minDepth: 0, maxDepth: 1 }] })).toEqual([
      'DX7117',
    ]);
  });
});

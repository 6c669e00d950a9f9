/** What a stage says about itself before its declarations: groups of threads, tests of depth, primitives. */
import type { LineWriter } from '../common/lines.ts';
import { primitiveVertices } from '../common/stage-elements.ts';
import type { GlslContext } from './context.ts';

type Words = Readonly<Record<string, string>>;

const INPUT_PRIMITIVES: Words = {
  point: 'points',
  line: 'lines',
  triangle: 'triangles',
  lineadj: 'lines_adjacency',
  triangleadj: 'triangles_adjacency',
};

const OUTPUT_TOPOLOGIES: Words = { pointlist: 'points', linestrip: 'line_strip', trianglestrip: 'triangle_strip' };

/** Writes the layouts of a stage. */
export function writeLayouts(w: GlslContext, lines: LineWriter): void {
  const list = layoutsOf(w);
  for (const one of list) lines.line(one);
  if (list.length > 0) lines.line('');
}

function layoutsOf(w: GlslContext): string[] {
  const { stage, facts } = w.module;
  if (stage === 'cs') {
    const [x, y, z] = facts.threadGroupSize ?? [1, 1, 1];
    return [`layout(local_size_x = ${x}, local_size_y = ${y}, local_size_z = ${z}) in;`];
  }
  if (stage === 'gs') return geometryLayouts(w);
  return w.testsEarly ? ['layout(early_fragment_tests) in;'] : [];
}

function geometryLayouts(w: GlslContext): string[] {
  const { inputPrimitive = '', outputTopologies = [], maxVertices = 0, instances = 1 } = w.module.facts;
  if (primitiveVertices(w.module) === undefined)
    w.report('DX6005', 0, { target: w.version.name, what: `geometry shaders that get ${inputPrimitive}` });
  const input = INPUT_PRIMITIVES[inputPrimitive] ?? 'points';
  const output = OUTPUT_TOPOLOGIES[outputTopologies.find((name) => name in OUTPUT_TOPOLOGIES) ?? ''] ?? 'points';
  const hasInstances = instances > 1 && w.needsFact('geometryInstances', 'instances of geometry shaders', 0);
  return [
    `layout(${input}${hasInstances ? `, invocations = ${instances}` : ''}) in;`,
    `layout(${output}, max_vertices = ${Math.max(maxVertices, 1)}) out;`,
  ];
}

/** The layout qualifiers of a stage before its declarations: thread groups, depth tests, primitives. */
import type { LineWriter } from '../common/lines.ts';
import { DX6005 } from '../common/messages.ts';
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
  if (stage === 'hs') return [`layout(vertices = ${Math.max(facts.outputPoints ?? 0, 1)}) out;`];
  if (stage === 'ds') return domainLayouts(w);
  return w.testsEarly ? ['layout(early_fragment_tests) in;'] : [];
}

const DOMAINS: Words = { isoline: 'isolines', tri: 'triangles', quad: 'quads' };

/** GLSL has no qualifier for powers of two: they are treated as integers, as in the interpreter. */
const PARTITIONINGS: Words = { fractionalOdd: 'fractional_odd_spacing', fractionalEven: 'fractional_even_spacing' };

/** How a patch is divided, which the hull shader says in Direct3D. */
function domainLayouts(w: GlslContext): string[] {
  const { domain = '', partitioning, outputPrimitive } = w.module.facts;
  if (partitioning === undefined)
    w.assumptions.add(
      'Patches are divided into whole parts and triangles go clockwise: the hull shader is not linked.',
    );
  const words = [DOMAINS[domain] ?? 'triangles', PARTITIONINGS[partitioning ?? ''] ?? 'equal_spacing'];
  // The order is that of vertices in a picture of the domain, whose second coordinate goes down in Direct3D and up in
  // OpenGL: clockwise here is counter-clockwise there, for the same vertices. It does not depend on `y_sign`, which
  // turns all triangles alike, tessellated or not.
  words.push(outputPrimitive === 'triangleCcw' ? 'cw' : 'ccw');
  if (outputPrimitive === 'point') words.push('point_mode');
  return [`layout(${words.join(', ')}) in;`];
}

function geometryLayouts(w: GlslContext): string[] {
  const { inputPrimitive = '', outputTopologies = [], maxVertices = 0, instances = 1 } = w.module.facts;
  if (primitiveVertices(w.module) === undefined)
    w.report(DX6005, 0, { target: w.version.name, what: `geometry shaders that get ${inputPrimitive}` });
  const input = INPUT_PRIMITIVES[inputPrimitive] ?? 'points';
  const output = OUTPUT_TOPOLOGIES[outputTopologies.find((name) => name in OUTPUT_TOPOLOGIES) ?? ''] ?? 'points';
  const hasInstances = instances > 1 && w.needsFact('geometryInstances', 'instances of geometry shaders', 0);
  return [
    `layout(${input}${hasInstances ? `, invocations = ${instances}` : ''}) in;`,
    `layout(${output}, max_vertices = ${Math.max(maxVertices, 1)}) out;`,
  ];
}

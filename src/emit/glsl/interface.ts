/** The entry point with its inputs and outputs, and the declarations of resources and arrays. */
import { type IrRange, Kind, typeOf } from '../../ir/index.ts';
import type { LineWriter } from '../common/lines.ts';
import { groupWords } from '../common/memory.ts';
import {
  type ConstantLayout,
  type ConstantMember,
  componentsBefore,
  type PlannedElement,
  type PlannedResource,
} from '../common/plan.ts';
import { hasOperation, readsInput, Use } from '../common/resource-uses.ts';
import { constantKind, immediateKind, memberSize } from '../common/rules/constants.ts';
import {
  inputRangeCopies,
  inputRangeName,
  outputRangeName,
  rangeKind,
  rowType,
  variableName,
} from '../common/rules/io.ts';
import { elementCount, isReadByVertex } from '../common/stage-elements.ts';
import { BUILTIN_INPUTS, ES_EXTENSIONS, REPORTED_NEEDS } from './builtins.ts';
import type { GlslContext } from './context.ts';
import { handleType, imageQualifier } from './resources.ts';
import { DISTANCES, distancesOfPixel } from './stage-inputs.ts';
import { glslType, literal, zeroOf } from './types.ts';
import type { GlslFact } from './versions.ts';

// --- resources ------------------------------------------------------------------------------------------------------

/** Declarations of all resources, in their order. */
export function declareResources(w: GlslContext, lines: LineWriter): void {
  for (const resource of w.plan.resources) lines.block(declarationOf(w, resource));
  if (w.plan.resources.length > 0) lines.line('');
}

/** A layout with a binding, where the version has them, and other words. */
function layoutOf(w: GlslContext, { number }: { readonly number: number }, ...words: string[]): string {
  const list = [...words, ...(w.version.bindings ? [`binding = ${number}`] : [])];
  return list.length === 0 ? '' : `layout(${list.join(', ')}) `;
}

function declarationOf(w: GlslContext, resource: PlannedResource): string {
  const { binding, kind, role, name, format, access } = resource;
  const of = w.binding(binding);
  switch (kind) {
    case 'workgroup':
      return `shared uint ${w.rowsOf(resource)}[${groupWords(of)}];`;
    case 'uniformBuffer':
      return `${layoutOf(w, resource, 'std140')}uniform ${name} ${constantsText(w, resource)}`;
    case 'storageBuffer':
    case 'readOnlyStorageBuffer': {
      const layout = layoutOf(w, resource, 'std430');
      if (of.kind === 'constants') return `${layout}readonly buffer ${name} ${constantsText(w, resource)}`;
      if (role === 'counter') return `${layout}buffer ${name} { uint ${w.rowsOf(resource)}; };`;
      const words = kind === 'readOnlyStorageBuffer' ? 'readonly ' : sharesMemory(w, binding) ? 'coherent ' : '';
      return `${layout}${words}buffer ${name} { uint ${w.rowsOf(resource)}[]; };`;
    }
    case 'storageTexture': {
      const type = handleType(resource);
      w.opaqueTypes.add(type);
      const words = `${access === 'read' ? 'readonly ' : access === 'write' ? 'writeonly ' : ''}${sharesMemory(w, binding) ? 'coherent ' : ''}`;
      return `${layoutOf(w, resource, imageQualifier(format ?? ''))}${words}uniform ${type} ${name};`;
    }
    default: {
      const type = handleType(resource);
      w.opaqueTypes.add(type);
      return `${layoutOf(w, resource)}uniform ${type} ${name};`;
    }
  }
}

/** Whether other threads see what is written while they run: after barriers, and where the program says so. */
function sharesMemory(w: GlslContext, binding: number): boolean {
  const use = w.uses.bindings[binding]!;
  const reads = (use & (Use.load | Use.atomic)) !== 0;
  return w.binding(binding).isCoherent === true || (reads && hasOperation(w.uses, 'barrier'));
}

function constantsText(w: GlslContext, resource: PlannedResource): string {
  const { binding } = resource;
  const data = w.rowsOf(resource);
  const layout = w.layout(binding);
  if (layout !== undefined) return `{\n${membersText(layout)}\n} ${data};`;
  const rows = Math.max(w.binding(binding).size ?? 0, 1);
  return `{ ${w.type(constantKind(w, binding), 4)} ${data}[${rows}]; };`;
}

function memberType({ type, width, rows, elements }: ConstantMember): {
  readonly name: string;
  readonly count: string;
} {
  const isRow = rows > 1 || elements > 0;
  const count = isRow ? rows * Math.max(elements, 1) : 0;
  return { name: glslType(typeOf(Kind[type], isRow ? 4 : width)), count: count > 0 ? `[${count}]` : '' };
}

/** Members at their offsets: what is between them are words without use. */
function membersText({ members }: ConstantLayout): string {
  const lines: string[] = [];
  let end = 0;
  let unused = 0;
  for (const member of members) {
    const { size, align } = memberSize(member);
    while (Math.ceil(end / align) * align < member.offset) {
      const rows = end % 16 === 0 ? Math.floor((member.offset - end) / 16) : 0;
      lines.push(rows > 0 ? `  uvec4 unused${unused++}[${rows}];` : `  uint unused${unused++};`);
      end += rows > 0 ? 16 * rows : 4;
    }
    const { name, count } = memberType(member);
    lines.push(`  ${name} ${member.name}${count};`);
    end = member.offset + size;
  }
  return lines.join('\n');
}

/** The buffer of runtime uniforms. */
export function declareRuntime(w: GlslContext, lines: LineWriter): void {
  const uniforms = w.runtimeUniforms;
  if (uniforms.length === 0) return;
  const types = { u32: 'uint', i32: 'int', f32: 'float' };
  lines.line(`${layoutOf(w, w.plan.runtime, 'std140')}uniform ${w.plan.runtime.name} {`);
  for (const { name, type } of uniforms) lines.line(`  ${types[type]} ${name};`);
  lines.line('} runtime;');
  lines.line('');
}

/** Immediate constants, with a row of zeros at their end. */
export function declareImmediates(w: GlslContext, lines: LineWriter): void {
  const { immediateConstants } = w.module;
  if (!hasOperation(w.uses, 'icb.load')) return;
  const kind = immediateKind(w);
  const type = w.type(kind, 4);
  const rows: string[] = [];
  for (let i = 0; i + 3 < immediateConstants.length; i += 4) {
    const row = Array.from(immediateConstants.subarray(i, i + 4), (word) => literal(kind, word | 0));
    rows.push(`  ${type}(${row.join(', ')}),`);
  }
  lines.line(`const ${type} immediate_constants[${rows.length + 1}] = ${type}[${rows.length + 1}](`);
  for (const row of rows) lines.line(row);
  lines.line(`  ${zeroOf(typeOf(kind, 4))}`);
  lines.line(');');
  lines.line('');
}

// --- inputs and outputs ---------------------------------------------------------------------------------------------

/** Modes of interpolation as GLSL has them, and what each needs of the version. */
const INTERPOLATIONS = {
  flat: ['flat'],
  'perspective, centroid': ['centroid'],
  linear: ['noperspective', 'noPerspective'],
  'linear, centroid': ['noperspective centroid', 'noPerspective'],
  'perspective, sample': ['sample', 'sampleShading'],
  'linear, sample': ['noperspective sample', 'noPerspective', 'sampleShading'],
} as const satisfies Record<string, readonly [words: string, ...facts: GlslFact[]]>;

/** Name of what versions without streams lack, for messages. */
export const STREAMS = 'streams of vertices besides the first one';

/** The declarations of inputs and outputs with locations. */
export function declareElements(w: GlslContext, lines: LineWriter): void {
  const { inputs, outputs } = w.plan;
  const before = lines.tokens.length;
  for (const [list, isInput] of [
    [inputs, true],
    [outputs, false],
  ] as const) {
    const seen = new Set<string>();
    for (const element of list) {
      if (element.slot.kind !== 'location' || seen.has(element.name)) continue;
      seen.add(element.name);
      lines.line(elementText(w, element, isInput));
    }
  }
  if (w.plan.invariantPosition && hasBuiltin(outputs, 'gl_Position')) lines.line('invariant gl_Position;');
  declareArrays(w, lines);
  for (const [list, direction] of [
    [inputs, 'in'],
    [outputs, 'out'],
  ] as const)
    for (const { slot } of list) {
      const need = slot.kind === 'builtin' ? REPORTED_NEEDS[`${w.module.stage} ${direction} ${slot.value}`] : undefined;
      if (need !== undefined) w.needsFact(...need, 0);
    }
  if (lines.tokens.length > before) lines.line('');
}

function hasBuiltin(list: readonly PlannedElement[], name: string): boolean {
  return list.some(({ slot }) => slot.kind === 'builtin' && slot.value === name);
}

function elementText(w: GlslContext, element: PlannedElement, isInput: boolean): string {
  const { name, slot } = element;
  if (slot.kind !== 'location') return '';
  const { stage, inputs, outputs } = w.module;
  const isBetween = isInput ? stage !== 'vs' : stage !== 'ps';
  const of = (isInput ? inputs : outputs)[element.element]!;
  const { stream = 0 } = of;
  const words = [
    ...(!isBetween || w.version.locations ? [`location = ${slot.location}`] : []),
    ...(stream > 0 && w.needsFact('streams', STREAMS, 0) ? [`stream = ${stream}`] : []),
  ];
  const layout = words.length > 0 ? `layout(${words.join(', ')}) ` : '';
  const array = elementCount(w.module, of, isInput) === undefined ? '' : '[]';
  const isPatch = of.kind === 'patch';
  const mode = isPatch ? 'patch ' : isBetween ? interpolationOf(w, element) : '';
  return `${layout}${mode}${isInput ? 'in' : 'out'} ${w.type(Kind[slot.type], 4)} ${name}${array};`;
}

function interpolationOf(w: GlslContext, { slot, interpolation }: PlannedElement): string {
  if (slot.kind === 'location' && slot.type !== 'f32') return 'flat ';
  if (interpolation === undefined) return '';
  const [words, ...facts] = INTERPOLATIONS[interpolation as keyof typeof INTERPOLATIONS];
  for (const fact of facts) w.needsFact(fact, `inputs with the interpolation ${words}`, 0);
  return `${words} `;
}

/** Declares the arrays of distances with their sizes, except those that are in the structures of vertices. */
function declareArrays(w: GlslContext, lines: LineWriter): void {
  const { stage, inputs, outputs } = w.module;
  for (const value of DISTANCES) {
    const read = stage === 'ps' ? componentsBefore(w.plan.inputs, inputs, inputs.length, value) : 0;
    const written = stage === 'hs' ? 0 : componentsBefore(w.plan.outputs, outputs, outputs.length, value);
    if (read > 0) lines.line(`in float ${value}[${read}];`);
    if (written > 0) lines.line(`out float ${value}[${written}];`);
  }
  const all = [...w.plan.inputs, ...w.plan.outputs];
  if (w.version.isEs)
    for (const { slot } of all) {
      const extension = slot.kind === 'builtin' ? ES_EXTENSIONS[slot.value] : undefined;
      if (extension !== undefined) w.extensions.add(extension);
    }
  const depth = w.module.outputs.find(({ special }) => special?.startsWith('depth') === true && special !== 'depth');
  if (depth !== undefined && w.version.conservativeDepth)
    lines.line(
      `layout(${depth.special === 'depthLessEqual' ? 'depth_less' : 'depth_greater'}) out float gl_FragDepth;`,
    );
}

interface ConvertedInput {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** System values that Direct3D has in another way, as far as the module reads them. */
function convertedInputs(w: GlslContext): ConvertedInput[] {
  const list: ConvertedInput[] = [];
  const seen = new Set<string>();
  for (const { element, slot } of w.plan.inputs) {
    if (slot.kind !== 'builtin' || !readsInput(w.uses, element) || seen.has(slot.value)) continue;
    const distances = distancesOfPixel(w, element);
    if (distances !== undefined) {
      list.push({ name: convertedName(slot.value, element), type: 'vec4', text: distances });
      continue;
    }
    const { convert, type } = BUILTIN_INPUTS[slot.value] ?? {};
    if (convert === undefined || type === undefined) continue;
    seen.add(slot.value);
    list.push({ name: convertedName(slot.value), type, text: convert(w) });
  }
  return list;
}

/** @param element the number of an input whose value is its part of an array */
function convertedName(value: string, element?: number): string {
  return `${value.replace(/^gl_/, 'd3d_')}${element ?? ''}`;
}

/** Determines the expressions of all inputs. */
export function nameInputs(w: GlslContext): void {
  for (const { element, name, slot, interpolation } of w.plan.inputs) {
    if (slot.kind === 'none') continue;
    if (slot.kind === 'location') {
      const isConstant = interpolation === 'flat';
      w.inputExpressions.set(element, { text: name, isScalar: false, kind: Kind[slot.type], isConstant });
      continue;
    }
    if (distancesOfPixel(w, element) !== undefined) {
      w.inputExpressions.set(element, { text: convertedName(slot.value, element), isScalar: false, kind: Kind.f32 });
      continue;
    }
    const known = BUILTIN_INPUTS[slot.value];
    // Inputs of several vertices are in arrays (stage-inputs.ts).
    if (known === undefined) continue;
    const { convert, kind, isScalar } = known;
    w.inputExpressions.set(element, {
      text: convert === undefined ? slot.value : convertedName(slot.value),
      isScalar,
      kind,
    });
  }
}

/** Ranges of inputs that are copied at the beginning, with their numbers. */
function copiedRanges({ module }: GlslContext): [number, IrRange][] {
  return [...module.inputRanges.entries()].filter(([i]) => !isReadByVertex(module, i));
}

/** Variables of the entry point: arrays, copies of ranges that are indexed, and what becomes system values. */
function localLines(w: GlslContext): string[] {
  const { module } = w;
  const lines: string[] = [];
  if (w.writesPosition) lines.push('vec4 clip_position;');
  if (hasOperation(w.uses, 'in.at'))
    for (const [i, { count }] of copiedRanges(w))
      lines.push(`${w.type(rangeKind(w, i, true), 4)} ${inputRangeName(i)}[${count + 1}];`);
  // Phases of a hull shader write single registers.
  if (hasOperation(w.uses, 'out.at') && module.stage !== 'hs')
    for (const [i, { count }] of module.outputRanges.entries())
      lines.push(`${w.type(rangeKind(w, i, false), 4)} ${outputRangeName(i)}[${count + 1}];`);
  if (hasOperation(w.uses, 'var.load') || hasOperation(w.uses, 'var.store'))
    for (const [i, { rows }] of module.variables.entries())
      lines.push(`${rowType(w, i)} ${variableName(i)}[${rows + 2}];`);
  return lines;
}

/** Statements that fill arrays with zeros: GLSL does not say what is in them. */
function clearLines(w: GlslContext): string[] {
  const { module } = w;
  const lines: string[] = [];
  const clear = (name: string, count: number, zero: string): void => {
    lines.push(`for (int i = 0; i < ${count}; i++) ${name}[i] = ${zero};`);
  };
  if (hasOperation(w.uses, 'in.at'))
    for (const [i, { count }] of copiedRanges(w))
      clear(inputRangeName(i), count + 1, zeroOf(typeOf(rangeKind(w, i, true), 4)));
  if (hasOperation(w.uses, 'out.at') && module.stage !== 'hs')
    for (const [i, { count }] of module.outputRanges.entries())
      clear(outputRangeName(i), count + 1, zeroOf(typeOf(rangeKind(w, i, false), 4)));
  if (hasOperation(w.uses, 'var.load') || hasOperation(w.uses, 'var.store'))
    for (const [i, { rows }] of module.variables.entries()) clear(variableName(i), rows + 2, `${rowType(w, i)}(0)`);
  return lines;
}

/** Declarations of what all functions share. */
export function declareShared(w: GlslContext, lines: LineWriter): void {
  const before = lines.tokens.length;
  if (w.keepsDiscarded) lines.line('bool discarded = false;');
  if (w.sharesVariables) {
    for (const line of localLines(w)) lines.line(line);
    for (const { name, type } of convertedInputs(w)) lines.line(`${type} ${name};`);
  }
  if (lines.tokens.length > before) lines.line('');
}

/** Opens the entry point. */
export function openEntry(w: GlslContext, lines: LineWriter): void {
  const shared = w.sharesVariables;
  lines.line('void main() {');
  lines.indent();
  if (!shared) for (const line of localLines(w)) lines.line(line);
  // Without it points have no size in OpenGL ES; Direct3D 10 and later have points of one pixel.
  if (w.module.stage === 'vs' && w.version.isEs) lines.line('gl_PointSize = 1.0;');
  for (const line of clearLines(w)) lines.line(line);
  for (const { name, type, text } of convertedInputs(w)) lines.line(`${shared ? '' : `${type} `}${name} = ${text};`);
  for (const line of inputRangeCopies(w)) lines.line(line);
}

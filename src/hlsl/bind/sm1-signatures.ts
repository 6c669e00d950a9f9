/**
 * The inputs and outputs of an entry point in shader models 1 to 3: each row of a variable is a register with a usage
 * and an index (source: oracle). Registers count in the order of the source, over what the program uses.
 *
 * Not for: models 4 and later (signatures.ts).
 */
import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import { type IrElement, type IrSpecial, type IrStage, newElement } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_ROWS } from '../../ir/ops.ts';
import { widthOf } from '../../ir/types.ts';
import type { SignatureVariable } from '../declarations.ts';
import { elementsOf, type PackedElement, type PackedSignature, type SignatureFault } from './signatures.ts';
import { type SemanticRule, type SignatureDirection, splitSemantic } from './system-semantics.ts';

/** The usage of a semantic, and the indices that it may have. */
interface Usage {
  readonly usage: string;
  readonly first: number;
  readonly last: number;
  readonly special?: IrSpecial;
}

const usage = (name: string, last: number, special?: IrSpecial, first = 0): Usage => ({
  usage: name,
  first,
  last,
  ...(special === undefined ? {} : { special }),
});

/** Usages that vertices have, with all indices. */
const VERTEX_USAGES = [
  ...['blendweight', 'blendindices', 'normal', 'texcoord', 'tangent', 'binormal', 'color', 'fog', 'depth'],
] as const;
const LAST_INDEX = 15;

function usagesOf(names: readonly string[], others: Readonly<Record<string, Usage>>): Readonly<Record<string, Usage>> {
  return { ...Object.fromEntries(names.map((name) => [name, usage(name, LAST_INDEX)])), ...others };
}

const LINKED = usagesOf(VERTEX_USAGES, {
  psize: usage('psize', LAST_INDEX),
  positiont: usage('positiont', LAST_INDEX, undefined, 1),
  sv_depth: usage('depth', LAST_INDEX),
});

const COORDINATES = { texcoord: usage('texcoord', 7), color: usage('color', 1) };

/** Usages by stage, direction and whether the version is 3_0 or later, by semantic in lower case. */
const USAGES_BY_NAME: Readonly<Record<string, Readonly<Record<string, Usage>>>> = {
  'vs in': usagesOf([...VERTEX_USAGES, 'position', 'psize', 'sample'], {
    positiont: usage('positiont', LAST_INDEX, undefined, 1),
    sv_position: usage('position', LAST_INDEX),
  }),
  'vs out': {
    ...COORDINATES,
    position: usage('position', 0, 'position'),
    sv_position: usage('position', 0, 'position'),
    psize: usage('psize', 0, 'pointSize'),
    fog: usage('fog', 0, 'fog'),
  },
  'vs out 3': {
    ...LINKED,
    position: usage('position', LAST_INDEX),
    sv_position: usage('position', LAST_INDEX),
  },
  'ps in': COORDINATES,
  'ps in 3': {
    ...LINKED,
    position: usage('position', LAST_INDEX, undefined, 1),
    vpos: usage('position', 0, 'position'),
    sv_position: usage('position', LAST_INDEX, 'position'),
    vface: usage('face', 0, 'face'),
  },
  // Texture shaders are pixel shaders of version 1.
  'ps in 1': { position: usage('position', 0), psize: usage('psize', 0) },
  'ps out 1': { color: usage('color', 0) },
  'ps out': {
    color: usage('color', 3),
    sv_target: usage('color', 3),
    depth: usage('depth', 0, 'depth'),
    sv_depth: usage('depth', 0, 'depth'),
  },
};

const USAGES: ReadonlyMap<string, ReadonlyMap<string, Usage>> = /* @__PURE__ */ new Map(
  Object.entries(USAGES_BY_NAME).map(([side, usages]) => [side, new Map(Object.entries(usages))]),
);

function usageOf(stage: IrStage, direction: SignatureDirection, major: number, name: string): Usage | undefined {
  const side = `${stage} ${direction}`;
  const usages = (major === 2 ? undefined : USAGES.get(`${side} ${major}`)) ?? USAGES.get(side)!;
  return usages.get(name.toLowerCase());
}

/** Registers of outputs of vertices, and of inputs of pixels, from this one on are texture coordinates. */
export const FIRST_COORDINATE = 2;
/** The register with the size of a texel, after that of its position; in texture shaders. */
const TEXEL_SIZE = 1;
/** Registers before it have a fixed usage in some version; counted ones get their numbers later. */
const FIRST_COUNTED = 16;

/** The register of an element before 3_0, whose usage decides it; -1 where registers are counted. */
function fixedRegister(stage: IrStage, direction: SignatureDirection, major: number, name: string, index: number) {
  if (stage === 'ps' && direction === 'out') return index;
  if (major >= 3 || (stage === 'vs' && direction === 'in')) return -1;
  if (name === 'psize' && stage === 'ps') return TEXEL_SIZE;
  return name === 'texcoord' ? FIRST_COORDINATE + index : index;
}

/** Elements of an entry point, before it is known which of them the program uses. */
export function packSm1Signature(
  variables: readonly SignatureVariable[],
  stage: IrStage,
  direction: SignatureDirection,
  [major, minor]: readonly [major: number, minor: number],
): PackedSignature {
  const faults: SignatureFault[] = [];
  const elements: PackedElement[] = [];
  const taken = new Set<string>();
  const isTexture = stage === 'ps' && major === 1;
  const model = `${isTexture ? 'tx' : stage}_${major}_${minor}`;
  for (const [variable, one] of variables.entries()) {
    const { name, number } = splitSemantic(one.semantic);
    const found = usageOf(stage, direction, major, name);
    const side = direction === 'in' ? 'input' : 'output';
    const report = (code: string, message: string) => faults.push({ code, message, variable });
    if (found === undefined) report('X4502', `${name} is not an ${side} semantic of ${model}`);
    if (found === undefined && direction === 'out') continue;
    const { usage: usageName, first, last, special } = found ?? usage(name.toLowerCase(), Number.POSITIVE_INFINITY);
    const rule: SemanticRule = {
      rowClass: 'user',
      isSystemValue: false,
      isTarget: stage === 'ps' && direction === 'out',
      special,
      isStored: false,
      systemValue: () => 0,
      declared: () => undefined,
    };
    for (const element of elementsOf(one, variable, usageName, number, rule)) {
      const { semanticIndex: index, scalars } = element;
      if (index < first || index > last)
        report('X4502', `the index of ${name} is from ${first} to ${last}, not ${index}`);
      if (special === 'face' && scalars.length > 1) report('X4555', `${name} is one number`);
      const key = `${usageName} ${index}`;
      if (taken.has(key) && direction === 'out')
        report(stage === 'vs' && major >= 3 ? 'X5639' : 'X4503', `${name}${index} is used more than once`);
      taken.add(key);
      const fixed = found === undefined ? -1 : fixedRegister(stage, direction, major, usageName, index);
      const register = special === undefined && fixed < 0 ? FIRST_COUNTED + elements.length : fixed;
      elements.push({ ...element, register, component: 0, mask: (1 << scalars.length) - 1 });
    }
  }
  const isVertex = stage === 'vs';
  const hasLimit = direction === 'out' && !isTexture;
  const limit = !hasLimit ? undefined : isVertex ? positionFault(elements) : targetFault(elements, variables);
  if (limit !== undefined && faults.length === 0) faults.push(limit);
  return { elements, faults };
}

/** A vertex shader writes all of a position. */
function positionFault(elements: readonly PackedElement[]): SignatureFault | undefined {
  const position = elements.find(
    ({ semanticName, semanticIndex }) => semanticName === 'position' && semanticIndex === 0,
  );
  if (position?.mask === 15) return undefined;
  const message = 'a vertex shader writes all four components of POSITION';
  return { code: 'X4541', message, variable: position?.variable ?? -1 };
}

/** Colors have four components, and no color is left out. */
function targetFault(
  elements: readonly PackedElement[],
  variables: readonly SignatureVariable[],
): SignatureFault | undefined {
  const colors = elements.filter(({ semanticName }) => semanticName === 'color');
  const short = colors.find(({ mask }) => mask !== 15);
  if (short !== undefined) {
    const message = `${variables[short.variable]!.semantic} has four components`;
    return { code: 'X4529', message, variable: short.variable };
  }
  const depth = elements.find(({ semanticName, mask }) => semanticName === 'depth' && mask !== 1);
  if (depth !== undefined) return { code: 'X4528', message: 'a depth is one float', variable: depth.variable };
  if (!colors.some(({ semanticIndex }) => semanticIndex === 0))
    return { code: 'X4530', message: 'a pixel shader writes COLOR0', variable: -1 };
  const indices = new Set(colors.map(({ semanticIndex }) => semanticIndex));
  for (let i = 0; i < indices.size; i++)
    if (!indices.has(i)) return { code: 'X4538', message: `COLOR${i} is left out`, variable: -1 };
  return undefined;
}

const CENTROID: ReadonlySet<number> = /* @__PURE__ */ new Set([
  InterpolationMode.linearCentroid,
  InterpolationMode.linearNoperspectiveCentroid,
]);

/** The element of a module that a packed element is. */
export function toSm1Element(packed: PackedElement, stage: IrStage, direction: SignatureDirection): IrElement {
  const { rule, semanticIndex, semanticName, mask, interpolation } = packed;
  const { special } = rule;
  const isSpecial = special !== undefined;
  const element = newElement(isSpecial ? 'special' : 'vertex', isSpecial ? 0 : packed.register, mask);
  element.special = special;
  if (isSpecial) return element;
  element.semantic = semanticName;
  element.semanticIndex = semanticIndex;
  if (stage === 'ps' && direction === 'in')
    element.interpolation = CENTROID.has(interpolation) ? 'linearCentroid' : 'linear';
  if (stage === 'vs' && direction === 'out' && semanticName === 'position' && semanticIndex === 0)
    element.systemValue = 'position';
  return element;
}

/**
 * Leaves only the inputs that the program reads, with the components that it reads, and counts registers: of inputs
 * where the model has numbers for them, and of the outputs of vertex shaders from 3_0 on.
 *
 * @param isCountable the numbers of inputs are not those of a library function, which stay
 */
export function numberSm1Registers(module: IrModule, isCountable = true): void {
  const { ops, inputs, outputs, stage, facts } = module;
  const masks = new Uint8Array(inputs.length);
  const reads: number[] = [];
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || OP_ROWS[ops.code[op]!]!.attribute !== 'input') continue;
    reads.push(op);
    const extra = ops.extra[op]!;
    masks[extra >> 2]! |= ((1 << widthOf(ops.type[op]!)) - 1) << (extra & 3);
  }
  const [major] = facts.version;
  const numbers = new Int32Array(inputs.length);
  const used: IrElement[] = [];
  let next = 0;
  for (const [i, element] of inputs.entries()) {
    const mask = masks[i]!;
    if (mask === 0) continue;
    const isCounted = isCountable && element.special === undefined && (stage === 'vs' || major >= 3);
    const register = isCounted ? next++ : element.register;
    numbers[i] = used.push({ ...element, register, mask }) - 1;
  }
  inputs.splice(0, inputs.length, ...used);
  for (const op of reads) ops.extra[op] = (numbers[ops.extra[op]! >> 2]! << 2) | (ops.extra[op]! & 3);
  if (stage === 'vs' && major >= 3)
    for (const [register, element] of outputs.entries()) outputs[register] = { ...element, register };
}

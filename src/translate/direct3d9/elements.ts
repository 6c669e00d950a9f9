/**
 * Converts inputs and outputs of Direct3D 9 to those of later versions: registers without a number become system values
 * or separate registers, and the position and the face of a pixel are computed from those of later versions.
 *
 * Source: the Direct3D 9 shader reference (registers of vertex and pixel shaders).
 */
import { F32, type IrElement, type IrModule, Kind, Op, refOf, typeOf, U32, widthOf } from '../../ir/index.ts';
import { builderBefore, Replacements, walkModule } from '../../ir/passes/walk.ts';
import type { IntegerInput, State9 } from './options.ts';

/** Registers that elements without a number get: past those that an index reaches. */
export const FIXED_REGISTERS = { fog: 64, position: 65, face: 66, clip: 67 } as const;

const ALL = 15;

/** Whether an element is what the rasterizer gets or gives under a name. */
export function isPosition({ systemValue }: IrElement): boolean {
  return systemValue === 'position';
}

/** Changes the elements of a module, and the reads of those that hold something else in later versions. */
export function raiseElements(module: IrModule, state: State9): void {
  const { stage, inputs, outputs } = module;
  const [major] = module.facts.version;
  for (const [i, element] of outputs.entries()) outputs[i] = raisedOutput(element, stage === 'vs');
  if (stage === 'vs') {
    if (state.flatShading === true) flatten(outputs);
    convertIntegers(module, state.integerInputs ?? []);
    return;
  }
  if (state.flatShading === true) flatten(inputs);
  if (state.pointSprite === true) raiseSprites(module);
  if (major >= 3) raisePixelInputs(module);
}

function raisedOutput(element: IrElement, isVertex: boolean): IrElement {
  // Most outputs stay as they are.
  if (!isVertex || (element.special === undefined && element.semantic !== 'psize')) return element;
  const { special, semantic, semanticIndex, register, mask } = element;
  if (special === 'position')
    return {
      kind: 'vertex',
      register: FIXED_REGISTERS.position,
      mask,
      systemValue: 'position',
      semantic: 'position',
    };
  if (special === 'fog') return FOG;
  const isSize = special === 'pointSize' || (semantic === 'psize' && semanticIndex === 0);
  if (isSize) return { kind: 'special', register, mask: 1, special: 'pointSize' };
  return element;
}

/** The factor of fog between the stages. */
export const FOG: IrElement = {
  kind: 'vertex',
  register: FIXED_REGISTERS.fog,
  mask: 1,
  semantic: 'fog',
  semanticIndex: 0,
};

function flatten(list: IrElement[]): void {
  for (const [i, element] of list.entries())
    if (element.semantic === 'color') list[i] = { ...element, interpolation: 'constant' };
}

// --- inputs ---------------------------------------------------------------------------------------------------------

const PIXEL_INPUTS = {
  position: { kind: 'vertex', register: FIXED_REGISTERS.position, mask: ALL, systemValue: 'position' },
  face: { kind: 'vertex', register: FIXED_REGISTERS.face, mask: 1, systemValue: 'is_front_face', type: 'u32' },
} as const satisfies Record<string, IrElement>;

/** `vPos` counts pixels, and `vFace` is 1 or -1. */
function raisePixelInputs(module: IrModule): void {
  const { ops, inputs } = module;
  // Declarations may have parts of a register each.
  const specials = new Map<number, 'position' | 'face'>();
  for (const [i, { special }] of inputs.entries())
    if (special === 'position' || special === 'face') {
      specials.set(i, special);
      inputs[i] = PIXEL_INPUTS[special];
    }
  if (specials.size === 0) return;
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const element = ops.extra[op]! >> 2;
    const special = specials.get(element);
    if (ops.code[op] !== Op.in || special === undefined) return;
    const b = builderBefore(module, op);
    const first = ops.extra[op]! & 3;
    const width = widthOf(ops.type[op]!);
    let refs: number[];
    if (special === 'face') {
      const isFront = b.op(Op['i.ne'], Kind.bool, b.opWith(element << 2, Op.in, U32), b.unsigned(0));
      refs = Array<number>(width).fill(refOf(b.op(Op.select, F32, isFront, b.float(1), b.float(-1))));
    } else {
      const pixel = b.op(Op['f.floor'], typeOf(Kind.f32, 2), b.opWith(element << 2, Op.in, typeOf(Kind.f32, 2)));
      refs = Array.from({ length: width }, (_, i) => (first + i < 2 ? refOf(pixel, first + i) : refOf(b.float(0))));
    }
    replacements.replace(op, b.pick(refs));
    module.remove(op);
  });
  replacements.release();
}

/** Texture coordinates are those of the pixel in its point, with 0 and 1 as the last components. */
function raiseSprites(module: IrModule): void {
  const { ops, inputs } = module;
  let coordinates = -1;
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const extra = ops.extra[op]!;
    if (ops.code[op] !== Op.in || inputs[extra >> 2]!.semantic !== 'texcoord') return;
    if (coordinates < 0)
      coordinates = inputs.push({ kind: 'special', register: 0, mask: 3, special: 'pointCoord' }) - 1;
    const b = builderBefore(module, op);
    const position = b.opWith(coordinates << 2, Op.in, typeOf(Kind.f32, 2));
    const all = [refOf(position, 0), refOf(position, 1), refOf(b.float(0)), refOf(b.float(1))];
    replacements.replace(op, b.pick(all.slice(extra & 3, (extra & 3) + widthOf(ops.type[op]!))));
    module.remove(op);
  });
  replacements.release();
}

/** Converts inputs that are integers in memory to floats. */
function convertIntegers(module: IrModule, list: readonly IntegerInput[]): void {
  const { ops, inputs } = module;
  const types = new Map<number, 'u32' | 'i32'>();
  for (const [i, element] of inputs.entries()) {
    const found = list.find(
      ({ semantic, index = 0 }) =>
        semantic.toLowerCase() === element.semantic && index === (element.semanticIndex ?? 0),
    );
    if (found === undefined) continue;
    types.set(i, found.type);
    inputs[i] = { ...element, type: found.type };
  }
  if (types.size === 0) return;
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const type = types.get(ops.extra[op]! >> 2);
    if (ops.code[op] !== Op.in || type === undefined) return;
    const b = builderBefore(module, op);
    const width = widthOf(ops.type[op]!);
    const value = b.opWith(ops.extra[op]!, Op.in, typeOf(Kind[type], width));
    const convert = type === 'u32' ? Op['cvt.u2f'] : Op['cvt.i2f'];
    const refs = Array.from({ length: width }, (_, i) => refOf(b.op(convert, F32, b.pick([refOf(value, i)]))));
    replacements.replace(op, b.pick(refs));
    module.remove(op);
  });
  replacements.release();
}

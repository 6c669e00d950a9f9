/**
 * Makes of a module of shader models 1 to 3 one that has only what later versions have: textures with samplers, one
 * buffer of constants, system values, and the states of Direct3D 9 as operations. Emitters need no rule for any of it.
 * Reads of depth textures become comparisons: formats that drivers let applications read are compared with the third
 * coordinate, and the result is in all components.
 *
 * Not for: arithmetic of Direct3D 9, which emitters write as functions.
 */
import { newBinding } from '../../ir/declarations.ts';
import { type IrBinding, type IrModule, Op, refOf } from '../../ir/index.ts';
import { builderBefore, Replacements, walkModule } from '../../ir/passes/walk.ts';
import type { Sm1Names } from '../reflected.ts';
import { type ConstantBuffer, mergeConstants, samplerName } from './constants.ts';
import { raiseElements } from './elements.ts';
import { applyPixelStates, applyVertexStates } from './operations.ts';
import type { State9 } from './options.ts';
import { STATE_BUFFER, StateReader } from './states.ts';

/** Components of coordinates that address the texture where the third one is compared. */
const COMPARED_AXES = { texture2D: 2, textureCube: 3 } as const;
const THIRD = 2;

const SAMPLES: ReadonlySet<number> = /* @__PURE__ */ new Set([
  Op['tex.sample'],
  Op['tex.sample.bias'],
  Op['tex.sample.level'],
  Op['tex.sample.grad'],
]);

const FLOATS = ['float', 'float', 'float', 'float'] as const;

/**
 * Divides the samplers of a module.
 *
 * @param nameOf the name of a sampler in the constant table
 * @returns what is not exactly as in Direct3D 9
 */
export function divideSamplers(module: IrModule, nameOf: (register: number) => string | undefined): string[] {
  const { bindings, accesses } = module;
  const compared = new Set<number>();
  const approximations: string[] = [];
  if (bindings.some(({ kind, dimension }) => kind === 'stage' && dimension === 'textureCube'))
    approximations.push('Linear filters of cubes go across the edges of faces, which those of Direct3D 9 do not.');
  const count = bindings.length;
  for (let number = 0; number < count; number++) {
    const binding = bindings[number]!;
    if (binding.kind !== 'stage') continue;
    const { register, space, dimension } = binding;
    const name = nameOf(register);
    const isComparison = binding.isComparison === true && dimension !== 'texture3D';
    if (isComparison) compared.add(number);
    const view = newBinding('view', register, space);
    view.returnTypes = FLOATS;
    view.dimension = dimension;
    view.name = name;
    bindings[number] = view;
    const one = newBinding('sampler', register, space);
    if (isComparison) one.isComparison = isComparison;
    if (name !== undefined) one.name = `${name}_sampler`;
    const sampler = bindings.push(one) - 1;
    for (const [i, access] of accesses.entries()) if (access.binding === number) accesses[i] = { ...access, sampler };
  }
  return compared.size === 0 ? approximations : [...approximations, ...compareReads(module, compared)];
}

function compareReads(module: IrModule, compared: ReadonlySet<number>): string[] {
  const { ops, accesses, bindings } = module;
  const approximations = new Set<string>();
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const code = ops.code[op]!;
    if (!SAMPLES.has(code)) return;
    const access = ops.extra[op]!;
    const { binding } = accesses[access]!;
    if (!compared.has(binding)) return;
    const axes = COMPARED_AXES[bindings[binding]!.dimension as keyof typeof COMPARED_AXES];
    const b = builderBefore(module, op);
    const at = ops.operand(op, 0);
    const position = b.pick(Array.from({ length: axes }, (_, c) => refOf(at, c)));
    const reference = b.pick([refOf(at, THIRD)]);
    // Targets compare at the level that the device chooses, or at the first one.
    const isFirst = code === Op['tex.sample.level'];
    if (code !== Op['tex.sample'])
      approximations.add(
        isFirst
          ? 'Comparisons with a depth texture at a given level of detail read its first level.'
          : 'Comparisons with a depth texture ignore biases and derivatives of levels of detail.',
      );
    const result = b.opWith(
      access,
      isFirst ? Op['tex.sample.cmp.zero'] : Op['tex.sample.cmp'],
      ops.type[op]!,
      position,
      reference,
    );
    replacements.replace(op, b.pick(Array<number>(4).fill(refOf(result))));
    module.remove(op);
  });
  replacements.release();
  return [...approximations];
}

/** Properties of a raised module. */
export interface Raised9 {
  /** The buffer of constants; undefined where the program reads none. */
  readonly constants: ConstantBuffer | undefined;
  readonly assumptions: readonly string[];
  readonly approximations: readonly string[];
}

const STATE_BINDING: IrBinding = {
  kind: 'constants',
  register: STATE_BUFFER.register,
  space: 0,
  count: 1,
  size: STATE_BUFFER.rows,
  file: 'state',
  name: STATE_BUFFER.name,
};

/** Raises a module, which has been lowered and not changed since. */
export function raise9(module: IrModule, state: State9, reflection: Sm1Names | undefined): Raised9 {
  const approximations = divideSamplers(module, (register) => samplerName(reflection, register));
  raiseElements(module, state);
  const reader = new StateReader(module);
  if (module.stage === 'vs') applyVertexStates(module, state, reader);
  else applyPixelStates(module, state, reader);
  const constants = mergeConstants(module);
  const states = module.bindings.findIndex(({ file }) => file === 'state');
  if (states >= 0) module.bindings[states] = STATE_BINDING;
  return { constants, assumptions: assumptionsOf(module), approximations };
}

function assumptionsOf({ inputs }: IrModule): string[] {
  return inputs.some(({ systemValue }) => systemValue === 'is_front_face')
    ? ['The front of a triangle is the one whose vertices are clockwise on the screen.']
    : [];
}

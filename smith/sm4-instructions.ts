/** Builds one instruction out of its rows in the opcode table and the recipes. */
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4OperandRole, sm4NeedsQuad } from '../src/isa/sm4/opcodes.ts';

import { Sm4ExtendedOpcodeKind, Sm4ExtendedOpcodeToken, Sm4InstructionControls } from '../src/isa/sm4/tokens.ts';
import { type Body, randomControls } from './sm4-body.ts';
import {
  type InstructionMnemonic,
  isAvailable,
  RECIPES,
  type Recipe,
  type ResultLetter,
  type SourceKind,
  type SourceLetter,
} from './sm4-recipes.ts';
import type { Shader } from './sm4-shader.ts';
import { hasRangeIds, reaches } from './sm4-target.ts';
import { dimensionCode, returnTypesWord, type Shape, type View } from './sm4-views.ts';
import { happens, WEIGHTS, weighted } from './sm4-weights.ts';
import { type OperandSpec, operandWords } from './sm4-words.ts';

type Groups = Partial<Record<keyof typeof WEIGHTS.group, InstructionMnemonic[]>>;

const MNEMONICS = Object.keys(RECIPES) as InstructionMnemonic[];

/** The opcodes that each program may have, by group: all, and those that need no other lanes. */
const GROUPS = { all: new WeakMap<Shader, Groups>(), alone: new WeakMap<Shader, Groups>() };

/**
 * Appends a random instruction that is no part of a block's or a program's structure.
 *
 * @param hasAllLanes whether it may be one that needs all pixels of a quad or that ends some
 */
export function writeInstruction(body: Body, hasAllLanes: boolean): void {
  const { random, shader } = body;
  const cache = GROUPS[hasAllLanes ? 'all' : 'alone'];
  const groups = cache.get(shader) ?? groupsOf(shader, hasAllLanes);
  cache.set(shader, groups);
  const group = weighted(random, WEIGHTS.group, (name) => groups[name] !== undefined)!;
  const all = groups[group]!;
  const scarce = happens(random, 'scarceOpcode') ? all.filter(isScarce) : [];
  writeRecipe(body, random.pick(scarce.length > 0 ? scarce : all));
}

/** Whether only some stages have an opcode, so that it would come up less than others. */
function isScarce(mnemonic: InstructionMnemonic): boolean {
  return 'stages' in SM4_OPCODES[mnemonic];
}

function groupsOf(shader: Shader, hasAllLanes: boolean): Groups {
  const groups: Groups = {};
  for (const mnemonic of MNEMONICS) {
    const recipe = RECIPES[mnemonic];
    if (typeof recipe === 'string' || !isAvailable(shader.target, mnemonic)) continue;
    if (!hasAllLanes && needsLanes(mnemonic)) continue;
    if (shader.runs && mnemonic === 'abort') continue;
    if (recipe.feature && !shader.features.has(recipe.feature)) continue;
    if (recipe.views && !recipe.views.some((need) => shader.views.allows(need))) continue;
    const group = groups[recipe.group] ?? [];
    group.push(mnemonic);
    groups[recipe.group] = group;
  }
  return groups;
}

function needsLanes(mnemonic: InstructionMnemonic): boolean {
  return sm4NeedsQuad(SM4_OPCODE_BY_CODE[SM4_OPCODES[mnemonic].code]!);
}

/** Appends `mnemonic`, or nothing when there is no register left for what it needs. */
function writeRecipe(body: Body, mnemonic: InstructionMnemonic): void {
  const recipe = RECIPES[mnemonic] as Recipe;
  const { views } = body.shader;
  const need = recipe.views && body.random.pick(recipe.views.filter((one) => views.allows(one)));
  const view = need && views.find(need);
  if (need && need.register !== 'rasterizer' && view === undefined) return;
  const sampler = recipe.sampler && views.sampler(recipe.sampler);
  if (recipe.sampler && sampler === undefined) return;

  const [results, sources] = parseValues(recipe.values);
  // Sources first: they must not read what only this instruction writes.
  const isAddressed = body.shader.runs && (need?.form !== undefined || recipe.group === 'atomic') && !recipe.sampler;
  const sourceWords = sources.map((letter) => {
    const words = body.source(letter);
    const isAddress = isAddressed && (letter === 'u' || letter === 'U') && !body.random.oneIn(4);
    return isAddress ? body.address(words, letter) : words;
  });
  const viewWords = need && viewOperand(body, recipe, view);
  const samplerWords = sampler && body.view(sampler, samplerSelection(body, recipe));
  const resultWords = writeResults(body, results, view);

  const operands = SM4_OPCODES[mnemonic].operands.map(({ role }: { role: Sm4OperandRole }) => {
    switch (role) {
      case 'destination':
        return resultWords.shift()!;
      case 'source':
        return sourceWords.shift()!;
      case 'sampler':
        return samplerWords!;
      default:
        return viewWords!;
    }
  });
  const more = extensions(body, recipe, view);
  const offsets = more.some((token) => Sm4ExtendedOpcodeToken.kind.get(token) === Sm4ExtendedOpcodeKind.sampleControls);
  if (!offsets) operands.push(remnant(body, mnemonic, view));
  body.emit(mnemonic, operands, controlsOf(body, recipe), more);
}

/** After the operands of these, compilers write a DWORD if there are no texel offsets (source: oracle). */
export const WITH_REMNANT: readonly InstructionMnemonic[] = [
  ...(['samplepos', 'sample_l_s', 'sample_c_lz_s', 'sample_cl_s'] as const),
  ...(['sample_b_cl_s', 'sample_d_cl_s', 'sample_c_cl_s'] as const),
];
const REMNANT_OF_D_CL_5_0 = 0x2000;

function remnant({ shader }: Body, mnemonic: InstructionMnemonic, view: View | undefined): number[] {
  const cube = view?.shape.form === 'typed' && view.shape.dimension.startsWith('texturecube');
  if (!WITH_REMNANT.includes(mnemonic) || view === undefined || cube) return [];
  return [mnemonic === 'sample_d_cl_s' && !hasRangeIds(shader.target) ? REMNANT_OF_D_CL_5_0 : 0];
}

/** A result of a recipe, and whether it may be null. */
interface Result {
  readonly letter: ResultLetter;
  readonly nullable: boolean;
}

/** Splits `i? i = u u` into results and sources. */
function parseValues(values: string): [Result[], SourceLetter[]] {
  const [left, right] = values.split('=').map((side) => side.split(' ').filter((word) => word !== ''));
  const results = left!.map((word) => ({ letter: word[0] as ResultLetter, nullable: word.endsWith('?') }));
  return [results, right as SourceLetter[]];
}

/** The results' operands; two registers are never the same one. */
function writeResults(body: Body, results: readonly Result[], view: View | undefined): number[][] {
  let taken = '';
  return results.map(({ letter, nullable }) => {
    if (nullable && happens(body.random, 'nullResult')) return operandWords('null');
    const { words, key } = body.result(letter, view && precisionOf(view), taken);
    taken = key;
    return words;
  });
}

function viewOperand(body: Body, { viewSelection = 'swizzle' }: Recipe, view: View | undefined): number[] {
  if (view === undefined) return operandWords('rasterizer', body.swizzle());
  return body.view(view, selectionOf(body, viewSelection));
}

function selectionOf(body: Body, selection: NonNullable<Recipe['viewSelection']>): OperandSpec {
  switch (selection) {
    case 'swizzle':
      return body.swizzle();
    case 'x':
      return { swizzle: 0 };
    case 'fullMask':
      return { mask: 15 };
    case 'leadingMask':
      return { mask: body.random.pick([1, 3, 7, 15]) };
    case 'none':
      return {};
  }
}

function samplerSelection({ random, shader }: Body, { picksComponent }: Recipe): OperandSpec {
  if (!picksComponent) return {};
  return { select: reaches(shader.target, '5.0') ? random.below(4) : 0 };
}

/** The minimum precision that what comes out of a view may have. */
function precisionOf({ shape }: View): SourceKind['precision'] {
  if (shape.form !== 'typed') return 'any';
  const ints = shape.returns.filter((type) => type === 'sint' || type === 'uint').length;
  return ints === 0 ? 'float' : ints === shape.returns.length ? 'int' : 'none';
}

function controlsOf(body: Body, recipe: Recipe): number {
  const controls = randomControls(body, recipe.saturates ?? false);
  const { returnTypes } = recipe;
  return returnTypes ? Sm4InstructionControls.returnType.set(controls, body.random.below(returnTypes)) : controls;
}

/** Texel offsets, and in 5.0 what the view was declared as. */
function extensions(body: Body, recipe: Recipe, view: View | undefined): number[] {
  const words: number[] = [];
  if (view?.shape.form === 'typed' && recipe.offsets && happens(body.random, 'texelOffset')) {
    const offset = texelOffset(body, view.shape.dimension);
    if (offset !== undefined) words.push(offset);
  }
  const { target } = body.shader;
  const reported = isRead(recipe) && reaches(target, '5.0') && !hasRangeIds(target);
  if (
    view &&
    reported &&
    view.register !== 'groupSharedMemory' &&
    (body.self || happens(body.random, 'resourceTokens'))
  )
    words.push(...resourceTokens(view));
  return words;
}

/** Whether an instruction takes values out of a view and leaves it as it is. */
function isRead({ group, values }: Recipe): boolean {
  return group !== 'atomic' && !values.startsWith('=');
}

/** How many texel offsets a dimension has; none where it is not here. */
const OFFSETS: Readonly<Record<string, number>> = {
  texture1d: 1,
  texture1darray: 1,
  texture2d: 2,
  texture2darray: 2,
  texture2dms: 2,
  texture2dmsarray: 2,
  texture3d: 3,
};

function texelOffset(body: Body, dimension: string): number | undefined {
  const count = OFFSETS[dimension];
  if (count === undefined) return undefined;
  const fields = [Sm4ExtendedOpcodeToken.offsetU, Sm4ExtendedOpcodeToken.offsetV, Sm4ExtendedOpcodeToken.offsetW];
  const token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.sampleControls);
  return fields.slice(0, count).reduce((word, field) => field.set(word, body.random.below(16)), token);
}

/** Dimension and return type of a view; nothing for a stride that the token cannot hold. */
function resourceTokens({ shape }: View): number[] {
  const stride = shape.form === 'structured' ? shape.stride : 0;
  if (stride > Sm4ExtendedOpcodeToken.stride.ones) return [];
  let dimension = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceDimension);
  dimension = Sm4ExtendedOpcodeToken.dimension.set(dimension, dimensionCode(dimensionOf(shape)));
  dimension = Sm4ExtendedOpcodeToken.stride.set(dimension, stride);
  const returns = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceReturnType);
  const types = shape.form === 'typed' ? returnTypesWord(shape.returns) : MIXED;
  return [dimension, Sm4ExtendedOpcodeToken.returnTypes.set(returns, types)];
}

/** Four times `mixed`, what compilers say of raw and structured buffers. */
const MIXED = 0x6666;

function dimensionOf(shape: Shape): Parameters<typeof dimensionCode>[0] {
  if (shape.form === 'typed') return shape.dimension;
  return shape.form === 'raw' ? 'raw_buffer' : 'structured_buffer';
}

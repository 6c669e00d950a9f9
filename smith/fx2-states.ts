/**
 * Random states of passes and samplers of an effect of Direct3D 9, from the table of states: values by name and number,
 * lists, references to parameters, expressions.
 *
 * Not for: shaders, which the effect compiles (fx2.ts).
 */

import {
  FX2_ENUMERATIONS,
  FX2_STATES,
  type Fx2Enumeration,
  type Fx2StateRow,
  fx2IsFloat,
  fx2IsIndexed,
} from '../src/effects/fx2/states.ts';
import type { SourceAssignment, SourceState } from './fx2-model.ts';
import { floatWord, randomNumber } from './fx2-variables.ts';
import type { Random } from './random.ts';

/** The objects that states may refer to. */
export interface StateContext {
  readonly random: Random;
  readonly textures: readonly string[];
  readonly samplers: readonly string[];
  /** Expressions of type float that read parameters. */
  readonly reads: readonly string[];
}

/** A state with its text. */
export interface WrittenState {
  readonly states: readonly SourceState[];
  readonly text: string;
}

const FLOAT = 3;
const INT = 2;
/** `DMAPOffset` takes one index only. */
const DISPLACEMENT_SAMPLER = 256;
/** The index of states inside a sampler (source: oracle). */
export const SAMPLER_INDEX = 256;

const ORDINARY = FX2_STATES.filter(({ group }) => group !== 'shader');
const SAMPLER_STATES = FX2_STATES.filter(
  ({ group, name }) => (group === 'samplerState' && name !== 'DMAPOffset') || group === 'texture',
);

/** A state of a pass; undefined where the context has nothing that it could refer to. */
export function randomPassState(context: StateContext): WrittenState | undefined {
  const { random } = context;
  if (random.oneIn(40)) return filterState(context, random.below(16));
  const row = random.pick(ORDINARY);
  const index = fx2IsIndexed(row) ? (row.name === 'DMAPOffset' ? DISPLACEMENT_SAMPLER : random.below(8)) : 0;
  return written(row, index, fx2IsIndexed(row), context);
}

/** A state of a sampler. */
export function randomSamplerState(context: StateContext): WrittenState | undefined {
  if (context.random.oneIn(20)) return filterState(context, undefined);
  return written(context.random.pick(SAMPLER_STATES), SAMPLER_INDEX, false, context);
}

/**
 * The states after all assignments: a later one to the same state replaces the earlier one and is last (source:
 * oracle).
 */
export function assigned(states: readonly SourceState[]): SourceState[] {
  const unique = new Map<string, SourceState>();
  for (const state of states) {
    const key = `${state.name}[${state.index}]`;
    unique.delete(key);
    unique.set(key, state);
  }
  return [...unique.values()];
}

/** `Filter` sets three states. */
function filterState({ random }: StateContext, index: number | undefined): WrittenState {
  const word = random.below(3);
  const name = ['NONE', 'POINT', 'LINEAR'][word]!;
  const value: SourceAssignment = { kind: 'numbers', words: [word], type: INT };
  const states = ['MagFilter', 'MinFilter', 'MipFilter'].map((one) => ({
    name: one,
    index: index ?? SAMPLER_INDEX,
    value,
  }));
  return { states, text: `Filter${index === undefined ? '' : `[${index}]`} = ${name};` };
}

function written(row: Fx2StateRow, index: number, brackets: boolean, context: StateContext): WrittenState | undefined {
  const assignment = assignmentOf(row, context);
  if (assignment === undefined) return undefined;
  const { text, value } = assignment;
  const name = spelled(row.name, context.random);
  const left = `${name}${brackets ? `[${index}]` : ''}`;
  return { states: [{ name: row.name, index, value }], text: `${left} = ${text};` };
}

interface Assignment {
  readonly text: string;
  readonly value: SourceAssignment;
}

function assignmentOf(row: Fx2StateRow, context: StateContext): Assignment | undefined {
  const { random, textures, samplers, reads } = context;
  if (row.group === 'texture') {
    if (textures.length === 0 || random.oneIn(5)) return { text: 'NULL', value: { kind: 'null' } };
    return reference(random, random.pick(textures));
  }
  if (row.group === 'sampler') return samplers.length === 0 ? undefined : reference(random, random.pick(samplers));
  const size = listSize(row, random);
  if (reads.length > 0 && random.oneIn(5)) return expression(size, context);
  if (size === 1) return single(row, random);
  const type = row.group === 'constants' ? constantType(row.name) : FLOAT;
  const numbers = Array.from({ length: size }, () => randomNumber(random, type));
  const text = `{ ${numbers.map((one) => one.text).join(', ')} }`;
  return { text, value: { kind: 'numbers', words: numbers.map(({ word }) => word), type } };
}

/** How many numbers a state takes. */
function listSize({ name, group }: Fx2StateRow, random: Random): number {
  if (group === 'transform') return 16;
  if (/^(Material|Light)(Diffuse|Ambient|Specular|Emissive)$/.test(name)) return 4;
  if (/^Light(Position|Direction)$/.test(name)) return 3;
  if (group !== 'constants') return 1;
  const count = Number(/\d$/.exec(name)?.[0] ?? random.between(1, 3));
  return name.endsWith('B') ? 1 : 4 * count;
}

function constantType(name: string): number {
  return name.endsWith('B') ? 1 : name.endsWith('I') ? INT : FLOAT;
}

function single(row: Fx2StateRow, random: Random): Assignment {
  const number = (text: string, word: number, type: number): Assignment => ({
    text: random.oneIn(8) ? `(${text})` : text,
    value: { kind: 'numbers', words: [word >>> 0], type },
  });
  if (row.group === 'constants') {
    const type = constantType(row.name);
    const { text, word } = randomNumber(random, type);
    return number(text, word, type);
  }
  if (fx2IsFloat(row)) {
    const { text, word } = randomNumber(random, FLOAT);
    return number(text, word, FLOAT);
  }
  if (row.values !== undefined && row.values !== 'color' && !random.oneIn(4)) {
    const { values, flags = {}, source = '' }: Fx2Enumeration = FX2_ENUMERATIONS[row.values];
    const names: string[] = [];
    let word = 0;
    const choices = Object.entries(values);
    if (choices.length > 0) {
      const [name, value] = random.pick(choices);
      names.push(name);
      word = value;
    }
    for (const [name, bit] of Object.entries(flags)) {
      if (names.length > 0 && !random.oneIn(3)) continue;
      names.push(name);
      word |= bit;
    }
    // Names that begin with a digit are none in parentheses.
    if (source !== null && names.every((name) => !/^\d/.test(source + name)))
      return number(names.map((name) => spelled(source + name, random)).join(' | '), word, INT);
  }
  const { text, word } = randomNumber(random, INT);
  return number(text, word, INT);
}

function expression(size: number, { random, reads }: StateContext): Assignment {
  const term = (): string => {
    const read = random.pick(reads);
    return random.pick([
      read,
      `${read} * 2`,
      `sin(${read})`,
      `${read} + ${random.pick(reads)}`,
      `max(${read}, 0.5)`,
      `(${read} > 1 ? 2 : ${random.pick(reads)})`,
    ]);
  };
  const value = { kind: 'expression' } as const;
  if (size === 3 || size === 4)
    return { text: `float${size}(${Array.from({ length: size }, term).join(', ')})`, value };
  if (size === 1) return { text: random.oneIn(2) ? term() : `(${term()})`, value };
  return { text: `float4x4(${Array.from({ length: 16 }, () => random.pick(reads)).join(', ')})`, value };
}

function reference(random: Random, name: string): Assignment {
  return { text: random.pick([name, `<${name}>`, `(${name})`]), value: { kind: 'parameter', name } };
}

/** A name of a state or value, in any case. */
function spelled(name: string, random: Random): string {
  return random.pick([name, name, name.toUpperCase(), name.toLowerCase()]);
}

export { floatWord };

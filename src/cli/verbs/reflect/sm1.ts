/** The text of `dxlens reflect` for a program of shader models 1-3. */
import type { Sm1Reflection, Sm1SamplerDesc, Sm1SemanticDesc } from '../../../reflect/sm1.ts';
import type { Sm1ConstantDesc, Sm1TypeDesc } from '../../../reflect/sm1-constants.ts';
import { madeBy, plural, section, spacedMask, titled } from './words.ts';

/** The text for one program. */
export function sm1Text(one: Sm1Reflection): string {
  const { profile, creator, target, instructionCount, slots, tempCount, bytes } = one;
  const { constants, samplers, inputs, outputs, definitions } = one;
  const compiledFor = target === null || target === profile ? '' : `, compiled for ${target}`;
  const texture = slots.texture === 0 ? '' : ` (${slots.texture} texture, ${slots.arithmetic} arithmetic)`;
  let text = `${profile}${compiledFor}${madeBy(creator)}\n`;
  text += `${plural(instructionCount, 'instruction')}, ${plural(slots.total, 'slot')}${texture}, `;
  text += `${plural(tempCount, 'temporary', 'temporaries')}, ${plural(bytes, 'byte')}\n`;
  const traits = traitsOf(one);
  if (traits.length > 0) text += `${traits.join(', ')}\n`;
  text += section('constants', constantTable(constants));
  text += section('constants of the preshader', constantTable(one.preshader?.constants ?? []));
  text += titled('samplers', SAMPLER_TITLES, samplers.map(samplerRow));
  text += titled('inputs', SEMANTIC_TITLES, inputs.map(semanticRow));
  text += titled('outputs', SEMANTIC_TITLES, outputs.map(semanticRow));
  text += section(
    'definitions',
    definitions.map(({ register, values }) => [register, values.join(', ')]),
  );
  return text;
}

function traitsOf({ flow, ...one }: Sm1Reflection): string[] {
  const traits: string[] = [];
  if (flow.nesting > 0) {
    traits.push(`${flow.dynamic ? 'dynamic' : 'static'} flow: ${plural(flow.branches, 'branch', 'branches')}`);
    traits.push(plural(flow.loops, 'loop'), plural(flow.calls, 'call'));
  }
  if (flow.predicated) traits.push('predicates');
  if (one.usesDerivatives) traits.push('derivatives');
  if (one.usesKill) traits.push('kills pixels');
  if (one.usesRelativeAddressing) traits.push('relative addressing');
  if (one.preshader !== null) traits.push('preshader');
  if (one.hasDebugInformation) traits.push('debug information');
  return traits;
}

/** By the letter of the registers. */
const REGISTER_SETS: Readonly<Record<string, string>> = { b: 'bool', i: 'int', c: 'float', s: 'sampler' };

function constantTable(constants: readonly Sm1ConstantDesc[]): string[][] {
  if (constants.length === 0) return [];
  return [['registers', 'set', 'constant'], ...constants.flatMap((constant) => constantRows(constant))];
}

/** `c4`, `c4-c7`. */
function registersText({ register, registerCount }: Sm1ConstantDesc): string {
  if (registerCount < 2) return register;
  const letter = register.slice(0, 1);
  return `${register}-${letter}${Number(register.slice(1)) + registerCount - 1}`;
}

/** A constant and, below it, the members of a structure and the default value. */
function constantRows(constant: Sm1ConstantDesc): string[][] {
  const { register, name, defaultValue } = constant;
  const set = REGISTER_SETS[register.slice(0, 1)] ?? '';
  const rows = [[registersText(constant), set, `${constant.typeName} ${name}${elements(constant)}`]];
  for (const row of memberRows(constant.structMembers, '  ')) rows.push(row);
  if (defaultValue !== null) rows.push(['', '', `  = ${defaultValue.join(', ')}`]);
  return rows;
}

function memberRows(members: readonly Sm1TypeDesc[], indent: string): string[][] {
  return members.flatMap((member) => [
    ['', '', `${indent}${member.typeName} ${member.name ?? ''}${elements(member)}`],
    ...memberRows(member.structMembers, `${indent}  `),
  ]);
}

function elements({ elements }: Sm1TypeDesc): string {
  return elements > 1 ? `[${elements}]` : '';
}

const SAMPLER_TITLES = ['name', 'dimension', 'register'];

function samplerRow({ register, dimension, name }: Sm1SamplerDesc): string[] {
  return [name ?? '', SAMPLER_DIMENSIONS[dimension ?? ''] ?? '', register];
}

/** As in models 4-5.1. */
const SAMPLER_DIMENSIONS: Readonly<Record<string, string>> = { '2d': '2D', cube: 'cube', volume: '3D' };

const SEMANTIC_TITLES = ['semantic', 'register', 'mask'];

function semanticRow({ register, usage, usageIndex, mask }: Sm1SemanticDesc): string[] {
  return [usage === null ? '' : `${usage}${usageIndex}`, register, spacedMask(mask)];
}

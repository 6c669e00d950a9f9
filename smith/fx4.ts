/**
 * Random sources of effects of fx_4_0, fx_4_1 and fx_5_0, over the entire language: buffers, variables of all types
 * with annotations and default values, objects, state blocks, shaders in variables and passes, classes, groups,
 * techniques and passes. Most of them compile; the same seed gives the same source.
 *
 * Not for: damaged bytes (fx4-damage.ts).
 */

import { floatExpression } from './fx4-expressions.ts';
import { objectVariable } from './fx4-objects.ts';
import { type Fx4Profile, Fx4Scope } from './fx4-scope.ts';
import { shaderFunction, shaderPreamble, shaderVariable } from './fx4-shaders.ts';
import { stateBlock } from './fx4-states.ts';
import { techniques } from './fx4-techniques.ts';
import { array, buffer, globalVariable, stringObject, structDeclaration } from './fx4-types.ts';
import type { Random } from './random.ts';

export interface Fx4Source {
  readonly source: string;
  readonly profile: Fx4Profile;
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
  /** `D3DCOMPILE_EFFECT_*` flags. */
  readonly effectFlags: number;
}

/** `D3DCOMPILE_DEBUG`. */
export const COMPILE_DEBUG = 0x1;
/** `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY`. */
const COMPILE_COMPATIBLE = 0x1000;
/** `D3DCOMPILE_EFFECT_CHILD_EFFECT`. */
const CHILD = 1;
/** `D3DCOMPILE_EFFECT_ALLOW_SLOW_OPS`. */
const SLOW = 2;
/** Unoptimized, row-major, column-major, flow control, compatibility, IEEE, optimization levels. */
const COMPILE_FLAGS = [0, 0, 0, 0, 0x4, 0x8, 0x10, 0x200, 0x400, 0x1000, 0x2000, 0x4000, 0x8000, 0xc000] as const;

/** A random effect. */
export function effect4Source(random: Random): Fx4Source {
  const profile = random.pick<Fx4Profile>(['fx_4_0', 'fx_4_1', 'fx_5_0', 'fx_5_0']);
  const child = random.oneIn(6);
  const slow = random.oneIn(2);
  const flags = random.pick(COMPILE_FLAGS) | (random.oneIn(10) ? COMPILE_DEBUG : 0);
  const scope = new Fx4Scope(random, profile, slow, child, (flags & COMPILE_COMPATIBLE) !== 0);
  let source = random.oneIn(4) ? '// an effect\n#define UNUSED(x) (x)\n#ifdef NEVER\nbroken {{\n#endif\n' : '';
  source += shaderPreamble(scope);
  if (scope.five && random.oneIn(2)) source += classes(scope);
  const size = random.pick([1, 3, 8, 14]);
  const count = () => random.below(size + 1);
  const sections: readonly ((one: Fx4Scope) => string)[] = [
    structDeclaration,
    globalVariable,
    buffer,
    objectVariable,
    stringObject,
    stateBlock,
  ];
  for (let left = count(); left > 0; left--) source += random.pick(sections)(scope);
  for (let left = Math.min(4, count()); left > 0; left--) source += shaderFunction(scope);
  for (let left = Math.min(5, count()); left > 0; left--) source += shaderVariable(scope);
  if (random.oneIn(4)) source += stateBlock(scope);
  for (let left = Math.min(4, count()); left > 0; left--) source += techniques(scope);
  return { source, profile, flags, effectFlags: (child ? CHILD : 0) | (slow ? SLOW : 0) };
}

/** An interface, classes that implement it, instances of them, and interface variables. */
function classes(scope: Fx4Scope): string {
  const { random } = scope;
  const type = `I_${scope.name()}`;
  const names = Array.from({ length: random.between(1, 3) }, () => `C_${scope.name()}`);
  let text = `interface ${type} { float get(float x); };\n`;
  for (const name of names) {
    const members = Array.from(
      { length: random.between(1, 2) },
      () => `${random.pick(['float', 'float4', 'int'])} ${scope.name()};`,
    );
    const member = members[0]!.split(' ')[1]!.slice(0, -1);
    const body = `x * ${members[0]!.startsWith('float4') ? `${member}.y` : member} + ${floatExpression(new Fx4Scope(random, scope.profile, false, false, false), 1, 1)}`;
    text += `class ${name} : ${type} { ${members.join(' ')} float get(float x) { return ${body}; } };\n`;
  }
  for (let left = random.between(1, 4); left > 0; left--) {
    const elements = random.oneIn(3) ? random.between(1, 3) : 0;
    const name = scope.name();
    scope.instances.push({ type, name, elements });
    text += `${random.pick(names)} ${name}${array(elements)};\n`;
  }
  const [first] = scope.instances;
  for (let left = random.below(3); left > 0; left--) text += interfaceVariable(scope, type, first!);
  return text;
}

function interfaceVariable(
  scope: Fx4Scope,
  type: string,
  { name, elements }: { name: string; elements: number },
): string {
  const { random } = scope;
  const variable = scope.name();
  if (random.oneIn(2)) return `${type} ${variable}${array(random.below(3))};\n`;
  const value = elements > 0 ? `${name}[${random.below(elements)}]` : name;
  return random.oneIn(2) ? `${type} ${variable} = ${value};\n` : `${type} ${variable}[2] = { ${value}, ${value} };\n`;
}

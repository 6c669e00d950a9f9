/**
 * Facts of an effect other than the code of its shaders, by which two effects are compared: buffers, variables,
 * annotations, techniques, passes, states.
 *
 * Not for: shaders and expressions, which are compared as listings (listing-lines.ts).
 */
import {
  effectAssignmentText,
  effectStateText,
  effectStreamLines,
  effectTypeText,
  effectValueText,
} from '../reflect/effect/spelling.ts';
import type {
  EffectAnnotationDesc,
  EffectReflection,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
} from '../reflect/effect/types.ts';
import type { Fact, FactValue } from './fact.ts';

/** Structures within structures that are described. */
const MAX_DEPTH = 32;

/**
 * The facts about an effect in the order of its reflection.
 *
 * @param bytes the file that offsets count in
 */
export function effectFacts(effect: EffectReflection, bytes: Uint8Array): Fact[] {
  const collector = new EffectFacts();
  collector.effect(effect);
  // Effects share shaders: each is there once.
  for (const { name, profile, offset, length } of effect.shaders)
    collector.facts.push({
      subject: 'embedded shader',
      name,
      values: { profile, size: length },
      bytes: bytes.subarray(offset, offset + length),
    });
  return collector.facts;
}

class EffectFacts {
  readonly facts: Fact[] = [];

  effect({ constantBuffers, variables, groups }: EffectReflection): void {
    for (const { name, type, size, isSingle, isShared, explicitBindPoint, annotations } of constantBuffers) {
      this.add('buffer', name, { type, size, isSingle, isShared, explicitBindPoint });
      this.annotations(name, annotations);
    }
    for (const variable of variables) {
      const { name, type, semantic, value, isShared, isLiteral, buffer, bufferOffset, explicitBindPoint } = variable;
      const values = { semantic, isShared, isLiteral, buffer, bufferOffset, explicitBindPoint };
      this.add('variable', name, { type: typeText(type), value: effectValueText(value) || null, ...values });
      this.members(name, type, 0);
      this.blocks(name, value);
      this.annotations(name, variable.annotations);
    }
    for (const [i, group] of groups.entries()) {
      const owner = group.name ?? (groups.length > 1 ? `${i}` : '');
      if (group.name !== null) this.add('group', owner, {});
      this.annotations(owner, group.annotations);
      for (const [k, technique] of group.techniques.entries()) {
        const name = qualified(owner, technique.name ?? `${k}`);
        this.add('technique', name, {});
        this.annotations(name, technique.annotations);
        for (const [n, pass] of technique.passes.entries()) {
          const own = qualified(name, pass.name ?? `${n}`);
          this.add('pass', own, {});
          this.annotations(own, pass.annotations);
          this.states(own, pass.states);
        }
      }
    }
  }

  private add(subject: string, name: string, values: Readonly<Record<string, FactValue>>): void {
    this.facts.push({ subject, name, values });
  }

  private annotations(owner: string, annotations: readonly EffectAnnotationDesc[]): void {
    for (const { name, type, value } of annotations)
      this.add('annotation', qualified(owner, name), { type: typeText(type), value: effectValueText(value) || null });
  }

  private members(owner: string, type: EffectTypeDesc | null, depth: number): void {
    if (depth >= MAX_DEPTH) return;
    for (const { name, semantic, type: own } of type?.members ?? []) {
      const member = qualified(owner, name);
      this.add('member', member, { type: typeText(own), semantic, offset: own?.offset ?? null });
      this.members(member, own, depth + 1);
    }
  }

  /** The states and shaders of a variable. */
  private blocks(name: string, value: EffectValue | null): void {
    if (value?.kind === 'states') {
      const several = value.blocks.length > 1;
      for (const [i, block] of value.blocks.entries()) this.states(several ? `${name}[${i}]` : name, block);
    } else if (value?.kind === 'shaders')
      for (const [i, shader] of value.shaders.entries())
        this.add('element', `${name}[${i}]`, { value: shader === null ? 'NULL' : shaderText(shader) });
  }

  private states(owner: string, states: readonly EffectStateDesc[]): void {
    for (const state of states)
      this.add('state', qualified(owner, effectStateText(state)), {
        value: effectAssignmentText(state.value, shaderText),
      });
  }
}

function typeText(type: EffectTypeDesc | null): string {
  const { type: text, elements } = effectTypeText(type);
  return text + elements;
}

function shaderText(shader: EffectShaderValue): string {
  return [shader.profile ?? 'shader', ...effectStreamLines(shader)].join(', ');
}

function qualified(owner: string, name: string): string {
  return owner === '' ? name : `${shortened(owner)}.${name}`;
}

/** Characters of a name that the names of its parts begin with: damaged effects may have few but very long ones. */
const OWNER_LENGTH = 256;

function shortened(owner: string): string {
  return owner.length > OWNER_LENGTH ? `${owner.slice(0, OWNER_LENGTH)}...` : owner;
}

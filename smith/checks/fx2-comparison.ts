/**
 * Compares an effect of Direct3D 9 that was read with what its source says.
 *
 * Not for: compiling (fx2.ts), or the code of shaders.
 */
import { VariableClass } from '../../src/base/d3d/enumerations.ts';
import { latin1Text, u32At } from '../../src/base/words.ts';
import { FX2_EXPRESSION } from '../../src/effects/fx2/links.ts';
import {
  type Effect2,
  FX2_NONE,
  type Fx2Annotation,
  type Fx2State,
  Fx2Usage,
  type Fx2Value,
} from '../../src/effects/fx2/model.ts';
import { FX2_STATES } from '../../src/effects/fx2/states.ts';
import type {
  SourceAnnotation,
  SourceEffect,
  SourceShader,
  SourceState,
  SourceValue,
  SourceVariable,
} from '../fx2-model.ts';

/** Counts of compared items. */
export const compared = { parameters: 0, states: 0 };

export class Effect2Comparison {
  readonly shaders: [SourceShader, Uint8Array][] = [];
  private readonly objects: Map<number, Uint8Array>;
  private resourcesLeft: Set<Effect2['resources'][number]>;

  constructor(
    private readonly actual: Effect2,
    private readonly differences: string[],
  ) {
    this.objects = new Map(actual.objects.map(({ id, data }) => [id, data]));
    this.resourcesLeft = new Set(actual.resources);
  }

  effect({ parameters, techniques }: SourceEffect): void {
    const { actual } = this;
    this.same('parameters', actual.parameters.length, parameters.length);
    this.same('techniques', actual.techniques.length, techniques.length);
    for (const [i, parameter] of parameters.entries()) {
      const one = actual.parameters[i];
      if (one === undefined) continue;
      compared.parameters++;
      const { name } = parameter.variable;
      this.same(`${name} flags`, one.flags, parameter.shared ? 1 : 0);
      this.annotation(name, one, parameter, (element) => ({ technique: FX2_NONE, owner: i, element }));
      this.annotations(name, one.annotations, parameter.annotations);
    }
    let items = 0;
    for (const { declaration, value } of actual.parameters)
      if (value.kind === 'samplers' || declaration.type === 15 || declaration.type === 16)
        items += Math.max(1, declaration.elements);
    for (const [t, technique] of techniques.entries()) {
      const one = actual.techniques[t];
      if (one === undefined) continue;
      this.same('technique', one.name, technique.name);
      this.annotations(technique.name, one.annotations, technique.annotations);
      this.same(`${technique.name} passes`, one.passes.length, technique.passes.length);
      for (const [p, pass] of technique.passes.entries()) {
        const other = one.passes[p];
        if (other === undefined) continue;
        this.same('pass', other.name, pass.name);
        items++;
        this.annotations(pass.name, other.annotations, pass.annotations);
        this.states(`${technique.name}.${pass.name}`, other.states, pass.states, {
          technique: t,
          owner: p,
          element: FX2_NONE,
        });
        for (const { declaration } of other.states)
          if (declaration.class === VariableClass.object && declaration.type >= 15) items++;
      }
    }
    this.same('count of items', actual.itemCount, items);
    this.same('resources of nothing', this.resourcesLeft.size, 0);
    const used = new Set(actual.objects.map(({ id }) => id));
    this.same('objects', used.size, actual.objects.length);
  }

  private annotations(owner: string, actual: readonly Fx2Annotation[], expected: readonly SourceAnnotation[]): void {
    this.same(`${owner} annotations`, actual.length, expected.length);
    for (const [i, one] of expected.entries())
      if (actual[i] !== undefined) this.annotation(`${owner} annotation`, actual[i], one, undefined);
  }

  private annotation(
    what: string,
    { declaration, value }: Fx2Annotation,
    expected: SourceAnnotation,
    owner: ((element: number) => Owner) | undefined,
  ): void {
    this.same(what, described(declaration), described(expected.variable));
    this.value(what, value, expected.value, owner);
  }

  private value(
    what: string,
    actual: Fx2Value,
    expected: SourceValue,
    owner: ((element: number) => Owner) | undefined,
  ): void {
    if (expected.kind === 'numbers') this.same(what, wordsIn(actual).join(), expected.words.join());
    else if (expected.kind === 'samplers') {
      if (actual.kind !== 'samplers') {
        this.same(what, actual.kind, 'samplers');
        return;
      }
      this.same(`${what} samplers`, actual.samplers.length, expected.samplers.length);
      for (const [i, states] of expected.samplers.entries())
        this.states(what, actual.samplers[i]?.states ?? [], states, owner!(i));
    } else if (actual.kind !== 'objects') this.same(what, actual.kind, 'objects');
    else {
      const data = actual.ids.map((id) => this.objects.get(id));
      if (expected.kind === 'strings')
        this.same(what, JSON.stringify(data.map(textOf)), JSON.stringify(expected.strings));
      else if (expected.kind === 'textures') this.same(what, data.map((one) => one?.byteLength).join(), '0');
      else
        for (const [i, shader] of expected.shaders.entries()) {
          if (shader === null) this.same(`${what}[${i}]`, data[i]?.byteLength, 0);
          else if (data[i] === undefined) this.differences.push(`${what}[${i}] has no object`);
          else this.shaders.push([shader, data[i]]);
        }
    }
  }

  private states(what: string, actual: readonly Fx2State[], expected: readonly SourceState[], owner: Owner): void {
    const nameOf = ({ operation, index }: Fx2State) => `${FX2_STATES[operation]?.name}[${index}]`;
    this.same(
      `${what} states`,
      actual.map(nameOf).join(),
      expected.map(({ name, index }) => `${name}[${index}]`).join(),
    );
    for (const [i, { name, value }] of expected.entries()) {
      const state = actual[i];
      if (state === undefined) continue;
      compared.states++;
      this.assignment(`${what} ${name}`, state, value, { ...owner, state: i });
    }
  }

  private assignment(
    what: string,
    { declaration, value }: Fx2State,
    expected: SourceState['value'],
    at: Owner & { state: number },
  ): void {
    const resource = this.actual.resources.find(
      (one) =>
        one.technique === at.technique &&
        one.owner === at.owner &&
        one.element === at.element &&
        one.state === at.state,
    );
    if (resource !== undefined) this.resourcesLeft.delete(resource);
    switch (expected.kind) {
      case 'numbers':
        this.same(`${what} resource`, resource, undefined);
        this.same(what, wordsIn(value).join(), expected.words.join());
        this.same(`${what} type`, declaration.type, expected.type);
        return;
      case 'null':
        this.same(`${what} resource`, resource, undefined);
        this.same(what, wordsIn(value).join(), '0');
        return;
      case 'expression':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.code);
        this.same(`${what} code`, resource && u32At(resource.data, 0), FX2_EXPRESSION);
        return;
      case 'parameter':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.parameter);
        this.same(what, textOf(resource?.data), expected.name);
        return;
      case 'shader':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.code);
        if (resource !== undefined) this.shaders.push([expected.shader, resource.data]);
        return;
      case 'element': {
        this.same(`${what} usage`, resource?.usage, Fx2Usage.element);
        if (resource === undefined) return;
        const size = u32At(resource.data, 0);
        this.same(what, textOf(resource.data.subarray(4, 4 + size)), expected.name);
        this.same(`${what} code`, u32At(resource.data, 4 + size), FX2_EXPRESSION);
      }
    }
  }

  private same(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.differences.push(`${what}: ${String(actual)}, not ${String(expected)}`);
  }
}

interface Owner {
  readonly technique: number;
  readonly owner: number;
  readonly element: number;
}

function wordsIn(value: Fx2Value): number[] {
  if (value.kind === 'numbers') return [...value.words];
  return value.kind === 'structure' ? value.members.flatMap(wordsIn) : [];
}

/** The text with its NUL dropped; null for an object without data. */
function textOf(data: Uint8Array | undefined): string | null {
  if (data === undefined || data.byteLength === 0) return null;
  return latin1Text(data, 0, data.byteLength).replace(/\0+$/, '');
}

export function described({
  name,
  semantic,
  type,
  class: kind,
  rows,
  columns,
  elements,
  members,
}: SourceVariable | Fx2State['declaration']): string {
  return `${type}/${kind} ${rows}x${columns} ${name}[${elements}] : ${semantic} {${members.map(described).join()}}`;
}

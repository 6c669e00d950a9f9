/**
 * The shaders and expressions inside a binary effect, and what uses each of them.
 *
 * Not for: effects of fx_2_0, or finding the format of a file (../embedded-shaders.ts).
 */
import type { EmbeddedShader, EmbeddedShaderUse } from '../embedded-shaders.ts';
import { FX4_OBJECT_NAMES, FX4_SHADER_STAGES } from './enums.ts';
import type { Effect4, Fx4Assignment, Fx4Object } from './model.ts';
import { FX4_STATES } from './states.ts';

type Stage = EmbeddedShader['stage'];

/** The stages of the states that take a shader. */
export const STATE_STAGES: Readonly<Record<string, NonNullable<Stage>>> = {
  VertexShader: 'vs',
  PixelShader: 'ps',
  GeometryShader: 'gs',
  HullShader: 'hs',
  DomainShader: 'ds',
  ComputeShader: 'cs',
};

/** Code in the bytes of an effect, or in one element of a variable. */
interface Code {
  readonly offset: number;
  readonly length: number;
  readonly stage: Stage;
}

/**
 * Returns the shaders and expressions of an effect in the order of their bytes; offsets count as the effect counts
 * them.
 */
export function embeddedShadersOf4(effect: Effect4): EmbeddedShader[] {
  const collector = new Collector();
  const variables = new Map<string, readonly (readonly Code[])[]>();
  for (const object of effect.objects) if (object.name !== undefined) variables.set(object.name, codesOf(object));
  const used = new Set<string>();
  for (const group of effect.groups) {
    for (const [techniqueIndex, technique] of group.techniques.entries()) {
      for (const [passIndex, pass] of technique.passes.entries()) {
        const use = {
          group: group.name ?? null,
          technique: technique.name ?? null,
          techniqueIndex,
          pass: pass.name ?? null,
          passIndex,
        };
        for (const assignment of pass.assignments) {
          for (const code of codesIn(assignment)) collector.add(code, { ...use, variable: null, element: 0 });
          const { value } = assignment;
          if (value === undefined || !('name' in value) || value.name === undefined || collector.isFull) continue;
          const { name } = value;
          used.add(name);
          for (const [element, codes] of (variables.get(name) ?? []).entries()) {
            if (value.kind === 'constantIndex' && value.index !== element) continue;
            for (const code of codes) collector.add(code, { ...use, variable: name, element });
          }
        }
      }
    }
  }
  for (const object of effect.objects) {
    if (object.name !== undefined && used.has(object.name)) continue;
    for (const [element, codes] of codesOf(object).entries())
      for (const code of codes) collector.add(code, { ...NO_PASS, variable: object.name ?? null, element });
  }
  // An element that no pass uses, in an array with elements that passes use.
  for (const [name, elements] of variables) {
    for (const [element, codes] of elements.entries())
      for (const code of codes) if (!collector.has(code)) collector.add(code, { ...NO_PASS, variable: name, element });
  }
  return collector.list();
}

const NO_PASS = { group: null, technique: null, techniqueIndex: null, pass: null, passIndex: null } as const;

function codesOf({ type, shaders, states }: Fx4Object): readonly (readonly Code[])[] {
  if (states.length > 0) return states.map((assignments) => assignments.flatMap(codesIn));
  const name = type.object === undefined ? undefined : FX4_OBJECT_NAMES[type.object];
  const stage = (name === undefined ? undefined : FX4_SHADER_STAGES[name]) ?? null;
  return shaders.map(({ code, offset }) => (code === undefined ? [] : [{ offset, length: code.byteLength, stage }]));
}

/** The code in an assignment itself. */
function codesIn({ state, value }: Fx4Assignment): Code[] {
  if (value?.kind === 'shader') {
    const { code, offset } = value.shader;
    if (code === undefined) return [];
    return [{ offset, length: code.byteLength, stage: STATE_STAGES[FX4_STATES[state]?.name ?? ''] ?? null }];
  }
  if (value?.kind !== 'expression' && value?.kind !== 'expressionIndex') return [];
  return [{ offset: value.code.offset, length: value.code.bytes.byteLength, stage: 'expression' }];
}

/** Collects code by its offset. */
class Collector {
  readonly #found = new Map<number, Code & { uses: EmbeddedShaderUse[] }>();
  #left = MAX_ALL_USES;

  add(code: Code, use: EmbeddedShaderUse): void {
    const found = this.#found.get(code.offset);
    if (found === undefined) this.#found.set(code.offset, { ...code, uses: [use] });
    else if (found.uses.length < MAX_USES) found.uses.push(use);
    this.#left--;
  }

  /** Whether no more uses of variables are followed: passes and elements multiply. */
  get isFull(): boolean {
    return this.#left <= 0;
  }

  has({ offset }: Code): boolean {
    return this.#found.has(offset);
  }

  list(): EmbeddedShader[] {
    return [...this.#found.values()].sort((a, b) => a.offset - b.offset);
  }
}

/** The limit on uses of one shader, which only damaged effects reach. */
const MAX_USES = 2 ** 12;
/** The limit on uses of all shaders, likewise. */
const MAX_ALL_USES = 2 ** 20;

/**
 * Checks that the shaders of a pass fit together, by the rules of pipelines. Of an array of shaders that a pass
 * indexes, one has to (source: oracle).
 */
import { getOrInsert } from '../../base/collections.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Text } from '../../base/words.ts';
import { readContainer } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import type { Effect4, Fx4Assignment, Fx4Pass, Fx4Shader } from '../../effects/fx4/model.ts';
import { FX4_STATES } from '../../effects/fx4/states.ts';
import { validatePipeline } from '../../validate/pipeline/validate-pipeline.ts';
import type { Reporter } from '../check/scope.ts';
import { DX6226, DX6231 } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';

/** The stages of a pass that pass values on, in order. */
const STAGES = ['VertexShader', 'HullShader', 'DomainShader', 'GeometryShader', 'PixelShader'] as const;
type StageName = (typeof STAGES)[number];

/** A technique or a pass without a name. */
const NO_NAME = '(unnamed)';
/** Rules about the signatures of two stages. */
const OF_SIGNATURES = /^DX41(1[0-4]|2[01])$/;

/** Combinations of shaders with different signatures that are tried. */
const MAX_COMBINATIONS = 4096;
const NO_CHUNKS: Partial<ReturnType<typeof pickChunks>> = {};

type Code = Uint8Array | undefined;

/** @param locations of the passes, in their order */
export function reportStageLinks(effect: Effect4, locations: readonly Tokens[], reporter: Reporter): void {
  const links = new StageLinks(effect);
  let next = 0;
  for (const { techniques } of effect.groups)
    for (const { name: technique = NO_NAME, passes } of techniques)
      for (const pass of passes) {
        const at = locations[next++]!;
        const values = { technique, pass: pass.name ?? NO_NAME };
        const sets = (stage: StageName) => pass.assignments.some((one) => FX4_STATES[one.state]?.name === stage);
        if (sets('HullShader') !== sets('DomainShader')) reporter.report(DX6226, at, values);
        const fault = links.faultOf(pass);
        if (fault !== undefined) reporter.report(DX6231, at, { ...values, ...fault });
      }
}

interface LinkFault {
  readonly first: string;
  readonly second: string;
  readonly reason: string;
}

class StageLinks {
  readonly #shaders = new Map<string, readonly Fx4Shader[]>();
  /** Results by the signatures of both stages. */
  readonly #results = new Map<string, string | undefined>();
  /** The numbers of different signatures. */
  readonly #signatures = new Map<string, number>();
  readonly #known = new Map<Uint8Array, number>();

  constructor(effect: Effect4) {
    for (const { name, shaders } of effect.objects) this.#shaders.set(name, shaders);
  }

  /** The first two stages of a pass whose shaders do not fit together. */
  faultOf({ assignments }: Fx4Pass): LinkFault | undefined {
    let first: StageName | undefined;
    let before: readonly Code[] = [];
    for (const second of STAGES) {
      const found = assignments.find((one) => FX4_STATES[one.state]?.name === second);
      const codes = found === undefined ? [] : this.#codesOf(found);
      if (codes.every((code) => code === undefined)) continue;
      const reason = first && this.#fault(before, codes);
      if (first !== undefined && reason !== undefined) return { first, second, reason };
      first = second;
      before = codes;
    }
    return undefined;
  }

  /** Why no combination of shaders fits; undefined where one does. */
  #fault(before: readonly Code[], after: readonly Code[]): string | undefined {
    if (before.includes(undefined) || after.includes(undefined)) return undefined;
    const [firsts, seconds] = [this.#different(before), this.#different(after)];
    // So many different ones are not compared.
    if (firsts.size * seconds.size > MAX_COMBINATIONS) return undefined;
    let reason: string | undefined;
    for (const [a, first] of firsts)
      for (const [b, second] of seconds) {
        const found = this.#reason(`${a} ${b}`, first, second);
        if (found === undefined) return undefined;
        reason ??= found;
      }
    return reason;
  }

  /** A shader of each number of signatures. */
  #different(codes: readonly Code[]): Map<number, Uint8Array> {
    const made = new Map<number, Uint8Array>();
    for (const code of codes) if (code !== undefined) made.set(this.#numberOf(code), code);
    return made;
  }

  /** Shaders with the same profile and the same signatures have one number. */
  #numberOf(code: Uint8Array): number {
    return getOrInsert(this.#known, code, () => {
      const diagnostics = new Diagnostics();
      const container = readContainer(code, diagnostics);
      const { program, input, output, patchConstants } = container ? pickChunks(container, diagnostics) : NO_CHUNKS;
      const key = [program?.data.subarray(0, 4), input?.data, output?.data, patchConstants?.data]
        .map((data) => (data === undefined ? '' : latin1Text(data, 0, data.byteLength)))
        .join('|');
      return getOrInsert(this.#signatures, key, () => this.#signatures.size);
    });
  }

  #reason(key: string, first: Uint8Array, second: Uint8Array): string | undefined {
    if (!this.#results.has(key)) {
      const found = validatePipeline([first, second]).diagnostics.find(
        ({ code, severity }) => severity === 'error' && OF_SIGNATURES.test(code),
      );
      // The locations in the shaders are of no interest.
      this.#results.set(key, found?.message.replace(/ \([^)]*:\d+\)/, ''));
    }
    return this.#results.get(key);
  }

  /** The shaders that an assignment may set; undefined for NULL. */
  #codesOf({ value }: Fx4Assignment): readonly Code[] {
    switch (value?.kind) {
      case 'shader':
        return [value.shader.code];
      case 'variable':
      case 'variableIndex':
      case 'expressionIndex':
        return (this.#shaders.get(value.name ?? '') ?? []).map(({ code }) => code);
      case 'constantIndex':
        return [this.#shaders.get(value.name ?? '')?.[value.index]?.code];
      default:
        return [];
    }
  }
}

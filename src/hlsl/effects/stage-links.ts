/**
 * Checks that the shaders of a pass fit together, by the rules of pipelines. Of an array of shaders that a pass indexes,
 * one has to (source: oracle).
 */
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
  /** Results by the shaders of both stages. */
  readonly #results = new Map<Uint8Array, Map<Uint8Array, string | undefined>>();

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
    let reason: string | undefined;
    for (const first of before)
      for (const second of after) {
        if (first === undefined || second === undefined) return undefined;
        const found = this.#reason(first, second);
        if (found === undefined) return undefined;
        reason ??= found;
      }
    return reason;
  }

  #reason(first: Uint8Array, second: Uint8Array): string | undefined {
    const results = this.#results.get(first) ?? new Map<Uint8Array, string | undefined>();
    this.#results.set(first, results);
    if (!results.has(second)) {
      const found = validatePipeline([first, second]).diagnostics.find(
        ({ code, severity }) => severity === 'error' && OF_SIGNATURES.test(code),
      );
      // The locations in the shaders are of no interest.
      results.set(second, found?.message.replace(/ \([^)]*:\d+\)/, ''));
    }
    return results.get(second);
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

/**
 * The code inside effects: shaders with their profiles, and expressions with the variables that they read.
 *
 * Not for: reflecting a shader (../sm1.ts, ../sm4.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { readConstantTable } from '../../chunks/ctab.ts';
import { isContainer, readChunkDirectory } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { embeddedShaderName } from '../../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../../effects/embedded-shaders.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import type {
  EffectBudget,
  EffectExpressionDesc,
  EffectInstanceDesc,
  EffectShaderDesc,
  EffectShaderValue,
} from './types.ts';

/** Describes the code inside one effect. A piece that several variables share is read once. */
export class EffectCode {
  private readonly profiles = new Map<number, string | null>();
  private readonly variables = new Map<number, readonly string[]>();

  /** @param bytes the file that offsets count in */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly budget: EffectBudget,
  ) {}

  /** Describes the shaders of `embedded`, which has expressions, too. */
  shaders(embedded: readonly EmbeddedShader[]): EffectShaderDesc[] {
    return embedded.flatMap((shader) => {
      const { stage, offset, length, uses } = shader;
      if (stage === 'expression') return [];
      const name = embeddedShaderName(shader);
      // In damaged effects a name of a group may be that of many shaders.
      if (
        !this.budget.take(1, name) ||
        !uses.every((use) => this.budget.take(1, `${use.group}${use.technique}${use.pass}`))
      )
        return [];
      const profile = this.profile(offset, length);
      return [{ name, stage: stage ?? stageOf(profile), profile, offset, length, uses }];
    });
  }

  /**
   * Describes a shader in a variable or state.
   *
   * @param streams what the effect says about its outputs and interfaces
   */
  shader(
    stage: EffectShaderDesc['stage'],
    offset: number,
    length: number,
    streams: Pick<EffectShaderValue, 'streamOut' | 'rasterizedStream' | 'interfaceBindings'> = NO_STREAMS,
  ): EffectShaderValue {
    const profile = this.profile(offset, length);
    return { stage: stage ?? stageOf(profile), profile, offset, length, ...streams };
  }

  expression(offset: number, length: number): EffectExpressionDesc {
    const known = this.variables.get(offset) ?? variablesIn(this.bytes.subarray(offset, offset + length));
    this.variables.set(offset, known);
    return { kind: 'expression', offset, length, variables: known.filter((name) => this.budget.take(1, name)) };
  }

  private profile(offset: number, length: number): string | null {
    const known = this.profiles.get(offset);
    if (known !== undefined) return known;
    const profile = detectBinaryFormat(this.bytes.subarray(offset, offset + length))?.profile ?? null;
    this.profiles.set(offset, profile);
    return profile;
  }
}

const NO_INSTANCES: readonly EffectInstanceDesc[] = [];
const NO_STREAMS = { streamOut: [], rasterizedStream: null, interfaceBindings: NO_INSTANCES } as const;

function stageOf(profile: string | null): EffectShaderDesc['stage'] {
  const stage = profile?.slice(0, 2);
  return stage === 'vs' || stage === 'ps' || stage === 'gs' || stage === 'hs' || stage === 'ds' || stage === 'cs'
    ? stage
    : null;
}

/** The constants in the table of an expression: a comment before fx_4_0, a chunk from then on. */
function variablesIn(code: Uint8Array): readonly string[] {
  const table = isContainer(code) ? readChunkDirectory(code, new Diagnostics())?.find(TAG.CTAB)?.data : commentIn(code);
  return table === undefined ? [] : readConstantTable(table).constants.map(({ name }) => name);
}

function commentIn(code: Uint8Array): Uint8Array | undefined {
  const words = wordsOf(code);
  const table = findSm1Comment(words, Sm1CommentTag.constantTable, 0, words.length);
  return table && bytesOf(words.subarray(table.start, table.end));
}

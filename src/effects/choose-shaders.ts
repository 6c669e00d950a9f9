/**
 * Finds shaders of an effect by technique, pass and stage, and names them.
 *
 * Not for: reading effects (embedded-shaders.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostics, type ParseResult, parse } from '../base/diagnostics.ts';
import type { EmbeddedShader, EmbeddedShaderUse } from './embedded-shaders.ts';
import { embeddedShadersOf2 } from './fx2/embedded.ts';
import { isEffect2, readEffect2 } from './fx2/read.ts';
import { embeddedShadersOf4 } from './fx4/embedded.ts';
import { readEffect4File } from './fx4/read.ts';

/**
 * Which shaders of an effect; what is absent does not matter. Techniques, passes and groups by their name or their
 * index.
 */
export interface ShaderChoice {
  readonly group?: string;
  readonly technique?: string;
  readonly pass?: string;
  readonly stage?: string;
  /** The variable that holds the shader. */
  readonly variable?: string;
}

/** The parts of a choice that name something, in the order in which they narrow it down. */
const NAMED = ['group', 'technique', 'pass', 'variable'] as const;

/** Why a choice has no shader: the part that nothing matches, and what there is. */
export interface EmptyChoice {
  readonly part: keyof ShaderChoice;
  /** The existing names, or indices of unnamed objects. */
  readonly names: readonly string[];
}

/**
 * Returns the shaders of `choice`, without expressions; at least one, or why there is none.
 *
 * @param shaders as `embeddedShaders` returns them
 */
export function chooseShaders(
  shaders: readonly EmbeddedShader[],
  choice: ShaderChoice,
): readonly EmbeddedShader[] | EmptyChoice {
  let left = shaders.filter(({ stage }) => stage !== 'expression').map((shader) => ({ shader, uses: shader.uses }));
  for (const part of NAMED) {
    const wanted = choice[part];
    if (wanted === undefined) continue;
    const used = left
      .flatMap(({ uses }) => uses)
      .toSorted((a, b) => (a.techniqueIndex ?? 0) - (b.techniqueIndex ?? 0) || (a.passIndex ?? 0) - (b.passIndex ?? 0));
    const names = [...new Set(used.flatMap((use) => nameOf(use, part) ?? []))];
    // A name that is a number is a name first.
    const byName = names.includes(wanted);
    left = left
      .map(({ shader, uses }) => ({
        shader,
        uses: uses.filter((use) => (byName ? use[part] === wanted : indexOf(use, part) === wanted)),
      }))
      .filter(({ uses }) => uses.length > 0);
    if (left.length === 0) return { part, names };
  }
  const { stage } = choice;
  const found = left.filter(({ shader }) => stage === undefined || shader.stage === stage);
  if (found.length > 0) return found.map(({ shader }) => shader);
  return { part: 'stage', names: [...new Set(left.flatMap(({ shader }) => shader.stage ?? []))] };
}

function nameOf(use: EmbeddedShaderUse, part: (typeof NAMED)[number]): string | undefined {
  return use[part] ?? indexOf(use, part);
}

function indexOf(use: EmbeddedShaderUse, part: (typeof NAMED)[number]): string | undefined {
  const index = part === 'technique' ? use.techniqueIndex : part === 'pass' ? use.passIndex : null;
  return index === null ? undefined : `${index}`;
}

/**
 * A name of a shader in its effect for people: `Technique/Pass/vs` of its first use, with indices for what has no name;
 * `variable` or `variable[2]` for one that no pass uses.
 */
export function embeddedShaderName({ stage, uses, offset }: EmbeddedShader): string {
  const use = uses.find(({ techniqueIndex }) => techniqueIndex !== null) ?? uses[0];
  if (use === undefined) return `offset ${offset}`;
  const { group, technique, techniqueIndex, pass, passIndex, variable, element } = use;
  if (techniqueIndex === null) return element === 0 ? `${variable}` : `${variable}[${element}]`;
  const path = [technique ?? techniqueIndex, pass ?? passIndex, stage ?? 'shader'].join('/');
  return group === null || group === '' ? path : `${group}/${path}`;
}

/**
 * Returns the shaders and expressions inside an effect in the order of their bytes, and what uses each; undefined when
 * the bytes are no effect. Each is a separate container or token stream: `bytes.subarray(offset, offset + length)`.
 *
 * @param source a complete file of fx_2_0, fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function embeddedShaders(source: ByteSource): ParseResult<readonly EmbeddedShader[]> {
  const bytes = toBytes(source, 'embeddedShaders');
  return parse((diagnostics) => readEmbeddedShaders(bytes, diagnostics));
}

/** {@link embeddedShaders} with a collector. */
export function readEmbeddedShaders(
  bytes: Uint8Array,
  diagnostics: Diagnostics,
): readonly EmbeddedShader[] | undefined {
  if (isEffect2(bytes)) {
    const effect = readEffect2(bytes, diagnostics);
    return effect && embeddedShadersOf2(effect);
  }
  const file = readEffect4File(bytes, diagnostics);
  if (file === undefined) return undefined;
  const { effect, offset } = file;
  return embeddedShadersOf4(effect).map((shader) => ({ ...shader, offset: shader.offset + offset }));
}

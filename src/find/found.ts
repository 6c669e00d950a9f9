/**
 * The results of a search: shaders, and diagnostics about parts that could not be searched.
 *
 * Not for: finding them (find-shaders.ts).
 */
import type { Diagnostic } from '../base/diagnostics.ts';
import type { EmbeddedShaderUse } from '../effects/embedded-shaders.ts';
import type { Format } from '../file/detect-format.ts';

/** How a shader was found. */
export const FOUND_BY = {
  content: 'a file or member is the shader',
  carving: 'a search of bytes of unknown format',
  'c-array': 'an array of numbers in source code',
  effect: 'the reader of effects',
} as const;

export type FoundBy = keyof typeof FOUND_BY;

export interface FoundShader {
  readonly kind: 'shader';
  /**
   * The members from the source down to the innermost container, joined by `/`: `b.xnb/effect/Technique1/P0`. Empty for
   * the source itself. Names are as they are stored: they may hold `..`, control characters, and be the same for
   * several shaders.
   */
  readonly path: string;
  /** Byte offset in the innermost member of the path: where the shader begins, or the text of its array. */
  readonly offset: number;
  /** The shader itself. It is a view where possible: copy it to keep it without the bytes around it. */
  readonly bytes: Uint8Array;
  /** `sm1`, `tx`, `dxbc`, `library`, `dxil`, `root-signature`, `fx2`, `fx4` or `fx5`. */
  readonly format: Format;
  /** The profile, such as `ps_2_x`; null where the bytes do not specify one. */
  readonly profile: string | null;
  readonly foundBy: FoundBy;
  /**
   * Whether the digest of a DXBC container is right; null for other formats. One that was carved with a wrong digest
   * has a well-formed directory without gaps.
   */
  readonly digestMatches: boolean | null;
  /** The techniques, passes and variables that use it; empty outside effects. */
  readonly uses: readonly EmbeddedShaderUse[];
}

/** A diagnostic about the source or a member. */
export interface FoundDiagnostic {
  readonly kind: 'diagnostic';
  /** The member that it is about, as in {@link FoundShader.path}; the offsets of the diagnostic count in its bytes. */
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

/** One result of a search. */
export type Found = FoundShader | FoundDiagnostic;

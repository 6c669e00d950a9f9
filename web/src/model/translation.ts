/**
 * What the page asks for when it shows a shader in another language, and what it gets.
 *
 * Not for: translating (worker/translation.ts).
 */
import type { Diagnostic } from 'dxlens';
import type { TargetLanguage, TranslateOptions, TranslationMap } from 'dxlens/translate';
import type { ListingData } from './listing.ts';

/** The options that the page has controls for. */
export interface TranslationChoice
  extends Required<Pick<TranslateOptions, 'profile' | 'robustness' | 'constants' | 'comments'>> {
  readonly to: TargetLanguage;
  /** One of the versions of the language; empty for the usual one. */
  readonly version: string;
}

export const USUAL_CHOICE: TranslationChoice = {
  to: 'wgsl',
  version: '',
  profile: 'guarded',
  robustness: 'd3d',
  constants: 'array',
  comments: false,
};

export interface TranslationData {
  /**
   * The code as a listing: the bytes of a line are those of the instruction that it comes from. Undefined where there is no code.
   */
  readonly code: ListingData | undefined;
  /** The words of SPIR-V; `code` is their text. */
  readonly words?: Uint32Array;
  readonly map: TranslationMap | undefined;
  /** Spans are bytes of the shader. */
  readonly diagnostics: readonly Diagnostic[];
}

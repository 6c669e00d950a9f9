/**
 * The request and the result of showing a shader in another language.
 *
 * Not for: translating (worker/translation.ts), decompiling (worker/decompilation.ts).
 */
import type { Diagnostic } from 'dxlens';
import type { InterfacePointer, TargetLanguage, TranslateOptions, TranslationMap } from 'dxlens/translate';
import type { ListingData } from './listing.ts';

/** A language of the pane: HLSL comes from decompiling, which has no options. */
/** Bytecode is no text. */
export type PaneLanguage = 'hlsl' | Exclude<TargetLanguage, 'dxbc' | 'wasm'>;

/** The options that the page has controls for. */
export interface TranslationChoice
  extends Required<Pick<TranslateOptions, 'profile' | 'robustness' | 'constants' | 'comments'>> {
  readonly to: PaneLanguage;
  /** One of the versions of the language; empty for the default. */
  readonly version: string;
  /** Class instances by interface pointer, both as names; pointers without one have the first compatible one. */
  readonly instances?: Readonly<Record<string, string>>;
}

export const DEFAULT_CHOICE: TranslationChoice = {
  to: 'hlsl',
  version: '',
  profile: 'guarded',
  robustness: 'd3d',
  constants: 'array',
  comments: false,
};

export interface TranslationData {
  /**
   * The code as a listing: the bytes of a line are those of the instruction that it comes from. Undefined where there
   * is no code.
   */
  readonly code: ListingData | undefined;
  /** The words of SPIR-V; `code` is their text. */
  readonly words?: Uint32Array;
  /** Undefined without code, and for HLSL. */
  readonly map: TranslationMap | undefined;
  /** The interface pointers of the shader. */
  readonly pointers: readonly InterfacePointer[];
  /** Spans are bytes of the shader. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The class instance of an interface pointer: the chosen one if it is compatible, or the first that is. `undefined` if
 * none is.
 */
export function chosenInstance(
  { name, instances }: InterfacePointer,
  chosen: TranslationChoice['instances'] = {},
): string | undefined {
  const chosenValue = Object.hasOwn(chosen, name) ? chosen[name]! : '';
  return instances.includes(chosenValue) ? chosenValue : instances[0];
}

/** The options of a listing. The names are those of the command line; the bits are `D3DDisassemble`'s flags. */
import type { OptionTypes } from '../base/check-options.ts';
import { HTML, type Markup, NO_MARKUP } from './markup.ts';

export interface ListingOptions {
  /** Number the executable lines (0x4). */
  readonly numbers?: boolean;
  /** Put the byte offset before each line (0x20). */
  readonly offsets?: boolean;
  /** `false` leaves out the `//` header sections (0x40). Default `true`. */
  readonly header?: boolean;
  /**
   * Print literals as hexadecimal words (0x80). The assembler reads these bits from 4.0 on; in `def` they are numbers.
   */
  readonly hex?: boolean;
  /**
   * Print literals so that the assembler reads the same bits, in every model: as few decimal digits as that takes, and
   * the bits of what has no digits. `D3DDisassemble` has no flag for it; `exact` wins over `hex`.
   */
  readonly exact?: boolean;
  /** `false` leaves out debug information (0x10): `#line` lines and the variables after instructions. */
  readonly debug?: boolean;
  /** Microsoft's HTML colors (0x1). */
  readonly html?: boolean;
  /** Any other markup, such as terminal colors; `html` wins over it. */
  readonly markup?: Markup;
}

export const LISTING_OPTIONS: OptionTypes<ListingOptions> = {
  numbers: 'boolean',
  offsets: 'boolean',
  header: 'boolean',
  hex: 'boolean',
  exact: 'boolean',
  debug: 'boolean',
  html: 'boolean',
  markup: 'object',
};

/**
 * How literals print: as Microsoft's tools print them, as hexadecimal words, or so that the assembler reads the same
 * bits.
 */
export type LiteralNotation = 'usual' | 'hex' | 'exact';

/** {@link ListingOptions} with every choice made: what printers are given. */
export interface ListingStyle {
  readonly numbers: boolean;
  readonly offsets: boolean;
  readonly header: boolean;
  readonly literals: LiteralNotation;
  /** Microsoft's HTML of shader models 1-3 has empty marks for debug information, unless it is off. */
  readonly debug: boolean;
  readonly markup: Markup;
}

export function listingStyle(options: ListingOptions = {}): ListingStyle {
  return {
    numbers: options.numbers ?? false,
    offsets: options.offsets ?? false,
    header: options.header ?? true,
    literals: options.exact ? 'exact' : options.hex ? 'hex' : 'usual',
    debug: options.debug ?? true,
    markup: options.html ? HTML : (options.markup ?? NO_MARKUP),
  };
}

/** The flag bits of `D3DDisassemble` for each option (source: d3dcompiler.h, tried against the oracle). */
export const D3D_DISASM_FLAGS = {
  html: 0x01,
  numbers: 0x04,
  noDebug: 0x10,
  offsets: 0x20,
  noHeader: 0x40,
  hex: 0x80,
} as const;

/** Returns the options for `flags` of `D3DDisassemble`. */
export function optionsOfFlags(flags: number): ListingOptions {
  return {
    html: (flags & D3D_DISASM_FLAGS.html) !== 0,
    numbers: (flags & D3D_DISASM_FLAGS.numbers) !== 0,
    debug: (flags & D3D_DISASM_FLAGS.noDebug) === 0,
    offsets: (flags & D3D_DISASM_FLAGS.offsets) !== 0,
    header: (flags & D3D_DISASM_FLAGS.noHeader) === 0,
    hex: (flags & D3D_DISASM_FLAGS.hex) !== 0,
  };
}

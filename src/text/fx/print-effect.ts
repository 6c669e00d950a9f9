/**
 * The listing of an effect, by its version. Effects that Microsoft's disassembler refuses have none; diagnostics say
 * what is wrong. Effects of Direct3D 9, for which Microsoft has no listing, are printed like their source: parameters,
 * then techniques; the programs inside are listed as Microsoft lists them alone. The page docs/effects.md describes the
 * format.
 *
 * Not for: reading effects (src/effects), later effects (effect4.ts), or how pieces are written (fx2-text.ts).
 */
import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { Effect2Links, type Fx2Owner } from '../../effects/fx2/links.ts';
import {
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Parameter,
  type Fx2Pass,
  type Fx2Technique,
} from '../../effects/fx2/model.ts';
import { readEffect2 } from '../../effects/fx2/read.ts';
import { readEffect4 } from '../../effects/fx4/read.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import { DX0115, DX1016 } from '../messages.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { EffectText, listingLimit } from './effect-text.ts';
import { Effect4Printer, Effect4Values } from './effect4.ts';
import type { Fx2Source } from './fx2-source.ts';
import { Fx2Text } from './fx2-text.ts';
import { counted, Fx2ValuePrinter } from './fx2-values.ts';

/**
 * Writes the listing of an effect without the frame of the markup; nothing where it cannot be read.
 *
 * @param source what the text has in place of the listings of programs
 */
export function printEffect2(
  out: TextWriter,
  bytes: Uint8Array,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug?: DebugPrinters,
  source?: Fx2Source,
): void {
  // The source reports what cannot be read.
  const effect = readEffect2(bytes, source === undefined ? diagnostics : new Diagnostics());
  if (effect === undefined) return;
  const links = new Effect2Links(effect);
  const limit = listingLimit(out.length, bytes.byteLength);
  const text = new Fx2Text(out, style, diagnostics, debug, limit);
  new Effect2Printer(text, links, style, source).print();
  if (text.full) diagnostics.report(DX1016, 0, bytes.byteLength, { limit });
}

const SHARED = 1;
const LITERAL = 2;
/** `D3DXPARAMETER_FLAGS` in words. */
const FLAG_WORDS: readonly (readonly [bit: number, word: string])[] = [
  [SHARED, 'shared'],
  [LITERAL, 'literal'],
];

class Effect2Printer {
  private readonly values: Fx2ValuePrinter;

  constructor(
    private readonly text: Fx2Text,
    private readonly links: Effect2Links,
    private readonly style: ListingStyle,
    private readonly source: Fx2Source | undefined,
  ) {
    this.values = new Fx2ValuePrinter(text, links, style, source);
  }

  print(): void {
    const { text, links } = this;
    const { parameters, techniques } = links.effect;
    if (this.style.header) this.header();
    for (const [index, parameter] of parameters.entries()) {
      if (text.full) return;
      text.code(this.source?.before(index) ?? '');
      this.parameter(parameter, index);
    }
    text.code(this.source?.before(parameters.length) ?? '');
    for (const [index, technique] of techniques.entries()) {
      if (text.full) return;
      this.technique(technique, index);
    }
  }

  private header(): void {
    const { text, links } = this;
    const { parameters, techniques, prefix } = links.effect;
    const passes = techniques.reduce((sum, technique) => sum + technique.passes.length, 0);
    const counts = [
      counted(parameters.length, 'parameter'),
      counted(techniques.length, 'technique'),
      counted(passes, 'pass', 'passes'),
    ];
    text.comment(`// fx_2_0: ${counts.join(', ')}`);
    text.end();
    if (prefix !== undefined) {
      text.comment(`// after ${counted(prefix.byteLength, 'byte')} of XNA`);
      text.end();
    }
    text.end();
  }

  private parameter({ declaration, value, flags, annotations }: Fx2Parameter, index: number): void {
    const { text } = this;
    let rest = flags;
    for (const [bit, word] of FLAG_WORDS) {
      if ((flags & bit) === 0) continue;
      text.keyword(word);
      text.code(' ');
      rest &= ~bit;
    }
    this.values.declaration(declaration, 0, declaration.name ?? '');
    text.code(this.source?.registers(declaration.name ?? '') ?? '');
    this.annotations(annotations, 0);
    this.values.initializer(declaration, value, { technique: FX2_NONE, owner: index, element: 0 }, 0);
    text.code(';');
    if (rest !== 0) text.comment(` // flags ${hex(rest)}`);
    text.end();
  }

  /** Annotations after a name: nothing, or lines in angle brackets. */
  private annotations(annotations: readonly Fx2Annotation[], depth: number): void {
    const { text } = this;
    if (annotations.length === 0) return;
    text.end();
    text.line(depth);
    text.code('<');
    text.end();
    for (const { declaration, value } of annotations) {
      if (text.full) break;
      text.line(depth + 1);
      this.values.declaration(declaration, depth + 1);
      text.code(' = ');
      this.values.value(declaration, value, NO_OWNER, depth + 1);
      text.code(';');
      text.end();
    }
    text.line(depth);
    text.code('>');
  }

  private technique({ name, annotations, passes }: Fx2Technique, index: number): void {
    const { text } = this;
    text.end();
    text.keyword('technique');
    text.code(named(name));
    this.annotations(annotations, 0);
    text.end();
    text.code('{');
    text.end();
    for (const [i, pass] of passes.entries()) {
      if (text.full) break;
      if (i > 0) text.end();
      this.pass(pass, { technique: index, owner: i, element: FX2_NONE });
    }
    text.code('}');
    text.end();
  }

  private pass({ name, annotations, states }: Fx2Pass, owner: Fx2Owner): void {
    const { text } = this;
    text.line(1);
    text.keyword('pass');
    text.code(named(name));
    this.annotations(annotations, 1);
    text.end();
    this.values.states(states, owner, 1, true);
    text.end();
  }
}

const NO_OWNER: Fx2Owner = { technique: FX2_NONE, owner: FX2_NONE, element: FX2_NONE };

/** The name of a technique or pass after its word. */
function named(name: string | null): string {
  return name === null || name === '' ? '' : ` ${name}`;
}

/** Writes the listing of an effect without the frame of the markup; nothing, with diagnostics, where it has none. */
export function printEffect(
  out: TextWriter,
  file: ShaderFile,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters = {},
): void {
  const { format, bytes, container } = file;
  const chunk = container?.find(TAG.FX10);
  if (format === 'fx2') printEffect2(out, bytes, style, diagnostics, debug);
  else if (format === 'fx5') printEffect4(out, bytes, false, style, diagnostics, debug);
  else if (chunk) printEffect4(out, chunk.data, true, style, diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE), debug);
}

/** Writes the listing of a binary effect. */
function printEffect4(
  out: TextWriter,
  bytes: Uint8Array,
  isChunk: boolean,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters,
): void {
  if (!style.header) {
    diagnostics.report(DX0115, 0, bytes.byteLength);
    return;
  }
  const effect = readEffect4(bytes, isChunk, diagnostics);
  if (!effect?.intact) return;
  const { length } = out;
  // Of the flags, shaders inside effects only know the one of colors.
  const literals = style.literals === 'hex' ? 'usual' : style.literals;
  const shaders: ListingStyle = { ...style, numbers: false, offsets: false, debug: true, literals };
  const limit = listingLimit(length, bytes.byteLength);
  const text = new EffectText(out, style.markup, limit);
  const values = new Effect4Values(out, text, { shaders, expressions: style }, debug, diagnostics);
  new Effect4Printer(text, values, effect).print();
  if (!values.intact) out.rewind(length);
  else if (text.full) diagnostics.report(DX1016, 0, bytes.byteLength, { limit });
}

/**
 * Writes the pieces that declarations of SM 4-5.1 consist of as words: registers, ranges, names, numbers, lists. Bits
 * that a listing does not show are as compilers write them.
 */

import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import type { Field } from '../../base/field.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { IDENTITY_SWIZZLE } from '../../isa/components.ts';
import {
  ACCESS_PATTERNS,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  SM4_UNKNOWN_SYSTEM_NAME,
} from '../../isa/sm4/names.ts';
import {
  SM4_OPERAND_TYPE_BY_CODE,
  SM4_OPERAND_TYPES,
  SM4_UNBOUNDED,
  type Sm4OperandTypeName,
} from '../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4DeclarationControls,
  Sm4GlobalFlags,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../isa/sm4/tokens.ts';
import type { DeclarationMnemonic } from '../../text/sm4/declarations.ts';
import { DX3105, DX3107, DX3109, DX3111 } from '../messages.ts';
import { type MnemonicMatch, OPERAND_RULE } from './mnemonics.ts';
import type { OperandWriter } from './operand-writer.ts';
import { registerType, type WordBuffer } from './registers.ts';
import {
  BAR,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  GREATER,
  isDigit,
  isLetter,
  LESS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  type Scanner,
  STAR,
} from './scanner.ts';

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 32 - 1;

/** The numbers of names; empty and unknown names are left out. */
const byName = (names: Readonly<Record<number, string>> | readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(names)
      .map(([code, name]): [string, number] => [name, Number(code)])
      .filter(([name]) => name !== '' && name !== SM4_UNKNOWN_SYSTEM_NAME),
  );

const RETURNS = byName(SM4_RETURN_TYPES);

export class DeclarationWriter {
  /** The dimension of each resource that has been declared, by range id or register. */
  readonly dimensions = new Map<number, number>();

  constructor(
    readonly scanner: Scanner,
    readonly out: WordBuffer,
    readonly operands: OperandWriter,
    /** Resources are declared by range id, from 5.1 on. */
    readonly rangeIds: boolean,
  ) {}

  /** Writes a number as a word. */
  number(lowest = LOWEST, highest = HIGHEST): boolean {
    const { numbers } = this.operands;
    if (!this.integer(lowest, highest)) return false;
    this.out.put(numbers.integer);
    return true;
  }

  integer(lowest: number, highest: number): boolean {
    const { numbers } = this.operands;
    return numbers.readInteger(this.scanner) && numbers.isInteger(this.scanner, lowest, highest);
  }

  /** Reads a name, angle brackets and the text in them included. */
  name(): string {
    const { scanner } = this;
    if (scanner.next() !== LESS) return scanner.word();
    const start = scanner.at;
    let at = start;
    while (at < scanner.end && scanner.codes[at] !== GREATER && scanner.codes[at]! >= 0x20) at++;
    scanner.at = Math.min(at + 1, scanner.end);
    return scanner.source.slice(start, scanner.at);
  }

  /** A name of `names` as the field `field` of the opcode token. */
  named(first: number, field: Field, names: ReadonlyMap<string, number>, what: string): boolean {
    const start = this.scanner.here();
    const name = this.name();
    const code = names.get(name) ?? names.get(name.toLowerCase());
    if (code === undefined) return this.noName(start, name, what, names.keys());
    this.out.words[first] = field.set(this.out.words[first]!, code);
    return true;
  }

  noName(start: number, name: string, what: string, names: Iterable<string>): boolean {
    const { scanner } = this;
    const all = [...names];
    const nearest = nearestName(name, all);
    const few = all.length <= 12 ? `one of ${all.join(', ')}` : undefined;
    const end = Math.max(scanner.at, scanner.pieceEnd(start));
    return scanner.fail(
      DX3111,
      start,
      end,
      { name: name || scanner.found(start), what },
      nearest ? `did you mean ${nearest}?` : few,
    );
  }

  /** `(float,float,float,float)` as 16 bits; -1, with a diagnostic, when it is invalid. */
  returnTypes(): number {
    const { scanner } = this;
    if (!scanner.expect(OPEN_PAREN)) return -1;
    let types = 0;
    for (let i = 0; i < 4; i++) {
      if (i > 0 && !scanner.expect(COMMA)) return -1;
      const start = scanner.here();
      const name = this.name();
      const code = RETURNS.get(name);
      if (code === undefined) {
        this.noName(start, name, 'a return type', RETURNS.keys());
        return -1;
      }
      types |= code << (4 * i);
    }
    return scanner.expect(CLOSE_PAREN) ? types : -1;
  }

  /** The register of a resource: `t3`, or from 5.1 on a range, `T0[5:*]`. */
  range(type: Sm4OperandTypeName): boolean {
    const { scanner, out } = this;
    const { code } = SM4_OPERAND_TYPES[type];
    if (!this.rangeIds) {
      const start = scanner.here();
      if (!this.prefix(code)) return false;
      scanner.at = start;
      return this.operands.operand(OPERAND_RULE.declared, 'int');
    }
    if (!this.prefix(code)) return false;
    out.put(rangeToken(code, 3));
    return this.number(0) && scanner.expect(OPEN_BRACKET) && this.bounds() && scanner.expect(CLOSE_BRACKET);
  }

  /** Reads the letters before the number of a register of type `code`. */
  prefix(code: number): boolean {
    const { scanner } = this;
    scanner.skipBlanks();
    const start = scanner.at;
    const end = scanner.lettersEnd(start);
    if (end > start && registerType(scanner, start, end) === code) {
      scanner.at = end;
      return true;
    }
    const { prefix } = SM4_OPERAND_TYPE_BY_CODE[code]!;
    const hint = `a register that begins with ${prefix} belongs here`;
    return scanner.fail(DX3105, start, scanner.pieceEnd(start), { found: scanner.found(start) }, hint);
  }

  /** `5:*` in a range. */
  bounds(): boolean {
    const { scanner, out } = this;
    if (!this.number() || !scanner.expect(COLON)) return false;
    if (!scanner.take(STAR)) return this.number();
    out.put(SM4_UNBOUNDED);
    return true;
  }

  /** `, space=2`, from 5.1 on. */
  space(): boolean {
    const { scanner } = this;
    if (!this.rangeIds) return true;
    if (!scanner.expect(COMMA)) return false;
    const start = scanner.here();
    if (scanner.word() !== 'space') {
      return scanner.fail(DX3107, start, scanner.pieceEnd(start), {
        expected: 'space=',
        found: scanner.found(start),
      });
    }
    return scanner.expect(EQUALS) && this.number();
  }

  /** `{fb0, fb1}`: writes the number of registers to word `count`, in the bits of `field`, then their numbers. */
  list(prefix: Sm4OperandTypeName, count: number, field: Field | undefined): boolean {
    const { scanner, out } = this;
    if (!scanner.expect(OPEN_BRACE)) return false;
    let length = 0;
    if (scanner.next() !== CLOSE_BRACE) {
      do {
        if (!this.prefix(SM4_OPERAND_TYPES[prefix].code) || !this.number()) return false;
        length++;
      } while (scanner.take(COMMA));
    }
    if (field !== undefined && length > field.ones) {
      return scanner.fail(DX3109, scanner.at - 1, scanner.at, { value: length, lowest: 0, highest: field.ones });
    }
    out.words[count] = field === undefined ? length : field.set(out.words[count]!, length);
    return scanner.expect(CLOSE_BRACE);
  }
}

/** The operand token of a range or a constant buffer: compilers give it four components. */
function rangeToken(type: number, dimension: number): number {
  let token = Sm4OperandToken.type.set(0, type);
  token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
  token = Sm4OperandToken.selection.set(token, Sm4SelectionMode.swizzle);
  token = Sm4OperandToken.swizzle.set(token, IDENTITY_SWIZZLE);
  return Sm4OperandToken.indexDimension.set(token, dimension);
}

/** Writes the text after the mnemonic of a declaration; false, with a diagnostic, when it is invalid. */
export type Declaration = (writer: DeclarationWriter, match: MnemonicMatch, first: number) => boolean;

const SYSTEM_VALUES = byName(SM4_SYSTEM_NAMES);
const SAMPLERS = byName(SM4_SAMPLER_MODES);
const INTERPOLATIONS = byName(SM4_INTERPOLATION_MODES);
const INTERPOLATION_WORDS: ReadonlySet<string> = new Set(SM4_INTERPOLATION_MODES.flatMap((mode) => mode.split(' ')));
const TOPOLOGIES = byName(SM4_OUTPUT_TOPOLOGIES);
const PRIMITIVES = byName(SM4_INPUT_PRIMITIVES);
const DOMAINS = byName(SM4_TESSELLATOR_DOMAINS);
const PARTITIONINGS = byName(SM4_TESSELLATOR_PARTITIONINGS);
const TESSELLATED = byName(SM4_TESSELLATOR_OUTPUT_PRIMITIVES);
const PATTERNS = byName(ACCESS_PATTERNS);
const FLAGS: ReadonlyMap<string, Field> = new Map(Object.values(Sm4GlobalFlags).map((field) => [field.name, field]));

const register: Declaration = (w) => w.operands.operand(OPERAND_RULE.declared, 'float');

const all =
  (...parts: readonly Declaration[]): Declaration =>
  (w, match, first) => {
    for (const part of parts) if (!part(w, match, first)) return false;
    return true;
  };

const comma: Declaration = (w) => w.scanner.expect(COMMA);
const number: Declaration = (w) => w.number();
const space: Declaration = (w) => w.space();

const systemName: Declaration = (w) => {
  const start = w.scanner.here();
  const name = w.name();
  const code = SYSTEM_VALUES.get(name);
  if (code === undefined) return w.noName(start, name, 'a system value', SYSTEM_VALUES.keys());
  w.out.put(Sm4NameToken.name.set(0, code));
  return true;
};

/** One to three words such as `linear noperspective`, before the register. */
const interpolation: Declaration = (w, _, first) => {
  const { scanner, out } = w;
  const start = scanner.here();
  let mode = '';
  let end = start;
  while (isLetter(scanner.next())) {
    const at = scanner.at;
    const word = scanner.word();
    if (!INTERPOLATION_WORDS.has(word)) {
      scanner.at = at;
      break;
    }
    end = scanner.at;
    mode += mode === '' ? word : ` ${word}`;
  }
  const code = INTERPOLATIONS.get(mode);
  if (code === undefined) {
    scanner.at = end;
    return w.noName(start, mode, 'an interpolation mode', INTERPOLATIONS.keys());
  }
  out.words[first] = Sm4DeclarationControls.interpolation.set(out.words[first]!, code);
  return true;
};

/**
 * The mode of a system value that the hardware generates. Compilers before `d3dcompiler_47` do not print it: it is
 * `constant`.
 */
const generatedInterpolation: Declaration = (w, match, first) => {
  const { scanner, out } = w;
  if (
    !INTERPOLATION_WORDS.has(wordAt(scanner)) &&
    registerType(scanner, scanner.at, scanner.lettersEnd(scanner.at)) >= 0
  ) {
    out.words[first] = Sm4DeclarationControls.interpolation.set(out.words[first]!, InterpolationMode.constant);
    return true;
  }
  return interpolation(w, match, first);
};

/** The word here, which is not taken. */
function wordAt(scanner: Scanner): string {
  const at = scanner.here();
  return scanner.source.slice(at, scanner.wordEnd(at));
}

/** One number that is stored in the opcode token. */
const field =
  (bits: Field): Declaration =>
  (w, _, first) => {
    if (!w.integer(0, bits.ones)) return false;
    w.out.words[first] = bits.set(w.out.words[first]!, w.operands.numbers.integer);
    return true;
  };

const named =
  (bits: Field, names: ReadonlyMap<string, number>, what: string): Declaration =>
  (w, _, first) =>
    w.named(first, bits, names, what);

const range =
  (type: Sm4OperandTypeName): Declaration =>
  (w) =>
    w.range(type);

/** A typed view: `(4)` after multisampled dimensions, return types, the range; the types are written after it. */
const typed =
  (type: Sm4OperandTypeName): Declaration =>
  (w, _, first) => {
    const { scanner, out } = w;
    const { resourceDimension, sampleCount } = Sm4DeclarationControls;
    if (scanner.next() === OPEN_PAREN && isDigitNext(scanner)) {
      scanner.at++;
      if (!w.integer(0, sampleCount.ones) || !scanner.expect(CLOSE_PAREN)) return false;
      out.words[first] = sampleCount.set(out.words[first]!, w.operands.numbers.integer);
    }
    const types = w.returnTypes();
    if (types < 0 || !w.range(type)) return false;
    // Its number is the word after the operand token.
    if (type === 'resource') w.dimensions.set(out.words[first + 2]!, resourceDimension.get(out.words[first]!));
    out.put(types);
    return w.space();
  };

function isDigitNext(scanner: Scanner): boolean {
  let ahead = 1;
  while (scanner.peek(ahead) === 0x20) ahead++;
  return isDigit(scanner.peek(ahead));
}

/** `CB0[4], immediateIndexed`, from 5.1 on `CB0[0:0][4], immediateIndexed, space=0`. */
const constantBuffer: Declaration = (w, _, first) => {
  const { scanner, out } = w;
  const { code } = SM4_OPERAND_TYPES.constantBuffer;
  if (!w.prefix(code)) return false;
  out.put(rangeToken(code, w.rangeIds ? 3 : 2));
  if (!w.number() || !scanner.expect(OPEN_BRACKET)) return false;
  if (!(w.rangeIds ? w.bounds() : w.number()) || !scanner.expect(CLOSE_BRACKET)) return false;
  if (w.rangeIds && !(scanner.expect(OPEN_BRACKET) && w.number() && scanner.expect(CLOSE_BRACKET))) return false;
  if (!scanner.expect(COMMA)) return false;
  return w.named(first, Sm4DeclarationControls.dynamicallyIndexed, PATTERNS, 'a way of indexing') && w.space();
};

const sampler: Declaration = (w, _, first) => {
  const { scanner } = w;
  if (!w.range('sampler')) return false;
  // The mode may be missing; then the space follows the comma.
  if (scanner.next() === COMMA && !isSpaceNext(scanner)) {
    scanner.at++;
    if (!w.named(first, Sm4DeclarationControls.samplerMode, SAMPLERS, 'a sampler mode')) return false;
  }
  return w.space();
};

function isSpaceNext(scanner: Scanner): boolean {
  let ahead = 1;
  while (scanner.peek(ahead) === 0x20) ahead++;
  return scanner.source.startsWith('space', scanner.at + ahead);
}

const flags: Declaration = (w, _, first) => {
  const { scanner, out } = w;
  if (scanner.atLineEnd()) return true;
  do {
    const start = scanner.here();
    const name = w.name();
    const bit = FLAGS.get(name);
    if (bit === undefined) return w.noName(start, name, 'a global flag', FLAGS.keys());
    out.words[first] = bit.set(out.words[first]!, 1);
  } while (scanner.take(BAR));
  return true;
};

/** A number after the letters of `type`. */
const numberOf =
  (type: Sm4OperandTypeName): Declaration =>
  (w) =>
    w.prefix(SM4_OPERAND_TYPES[type].code) && w.number();

const indexableTemp: Declaration = (w) =>
  w.prefix(SM4_OPERAND_TYPES.indexableTemp.code) &&
  w.number() &&
  w.scanner.expect(OPEN_BRACKET) &&
  w.number() &&
  w.scanner.expect(CLOSE_BRACKET) &&
  w.scanner.expect(COMMA) &&
  w.number(1, 4);

const functionTable: Declaration = (w) => {
  const { scanner, out } = w;
  if (!w.prefix(SM4_OPERAND_TYPES.functionTable.code) || !w.number() || !scanner.expect(EQUALS)) return false;
  out.put(0);
  return w.list('functionBody', out.count - 1, undefined);
};

/** `fp0[4][2] = {ft0, ft1}`: the number of pointers, the number of call sites, a table for each class. */
const interfaces: Declaration = (w) => {
  const { scanner, out } = w;
  if (!w.prefix(SM4_OPERAND_TYPES.interface.code) || !w.number(0, Sm4InterfaceIdToken.id.ones)) return false;
  if (!scanner.expect(OPEN_BRACKET) || !w.integer(0, Sm4InterfaceToken.arrayLength.ones)) return false;
  const shape = Sm4InterfaceToken.arrayLength.set(0, w.operands.numbers.integer);
  if (!scanner.expect(CLOSE_BRACKET) || !scanner.expect(OPEN_BRACKET) || !w.number()) return false;
  if (!scanner.expect(CLOSE_BRACKET) || !scanner.expect(EQUALS)) return false;
  out.put(shape);
  return w.list('functionTable', out.count - 1, Sm4InterfaceToken.tableCount);
};

/** A float in parentheses after `l`. */
const factor: Declaration = (w) => {
  const { scanner, out } = w;
  const { numbers } = w.operands;
  if (!w.prefix(SM4_OPERAND_TYPES.immediate32.code) || !scanner.expect(OPEN_PAREN) || !numbers.read(scanner))
    return false;
  out.put(numbers.word(scanner, 'float'));
  return scanner.expect(CLOSE_PAREN);
};

const primitive: Declaration = (w, match, first) =>
  w.scanner.atLineEnd() ||
  named(Sm4DeclarationControls.tessellatorOutputPrimitive, TESSELLATED, 'a primitive')(w, match, first);

const controlPoints = field(Sm4DeclarationControls.controlPointCount);

export const DECLARATIONS: Readonly<Record<DeclarationMnemonic, Declaration>> = {
  dcl_resource: typed('resource'),
  dcl_constantbuffer: constantBuffer,
  dcl_sampler: sampler,
  dcl_indexrange: all(register, number),
  dcl_outputtopology: named(Sm4DeclarationControls.outputTopology, TOPOLOGIES, 'a topology'),
  dcl_inputprimitive: named(Sm4DeclarationControls.inputPrimitive, PRIMITIVES, 'a primitive'),
  dcl_maxout: number,
  dcl_input: register,
  dcl_input_sgv: all(register, comma, systemName),
  dcl_input_siv: all(register, comma, systemName),
  dcl_input_ps: all(interpolation, register),
  dcl_input_ps_sgv: all(generatedInterpolation, register, comma, systemName),
  dcl_input_ps_siv: all(interpolation, register, comma, systemName),
  dcl_output: register,
  dcl_output_sgv: all(register, comma, systemName),
  dcl_output_siv: all(register, comma, systemName),
  dcl_temps: number,
  dcl_indexableTemp: indexableTemp,
  dcl_globalFlags: flags,
  dcl_stream: register,
  dcl_function_body: numberOf('functionBody'),
  dcl_function_table: functionTable,
  dcl_interface: interfaces,
  dcl_input_control_point_count: controlPoints,
  dcl_output_control_point_count: controlPoints,
  dcl_tessellator_domain: named(Sm4DeclarationControls.tessellatorDomain, DOMAINS, 'a domain'),
  dcl_tessellator_partitioning: named(Sm4DeclarationControls.tessellatorPartitioning, PARTITIONINGS, 'a partitioning'),
  dcl_tessellator_output_primitive: primitive,
  dcl_hs_max_tessfactor: factor,
  dcl_hs_fork_phase_instance_count: number,
  dcl_hs_join_phase_instance_count: number,
  dcl_thread_group: all(number, comma, number, comma, number),
  dcl_uav_typed: typed('unorderedAccessView'),
  dcl_uav_raw: all(range('unorderedAccessView'), space),
  dcl_uav_structured: all(range('unorderedAccessView'), comma, number, space),
  dcl_tgsm_raw: all(register, comma, number),
  dcl_tgsm_structured: all(register, comma, number, comma, number),
  dcl_resource_raw: all(range('resource'), space),
  dcl_resource_structured: all(range('resource'), comma, number, space),
  dcl_gsinstances: number,
};

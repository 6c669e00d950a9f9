/**
 * The text of each declaration of SM 4-5.1 after its mnemonic. One entry for each opcode, the inverse of the table of the printer: a
 * new opcode does not compile without one.
 */
import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import type { Field } from '../../base/field.ts';
import {
  ACCESS_PATTERNS,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
} from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import {
  Sm4DeclarationControls,
  Sm4GlobalFlags,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
} from '../../isa/sm4/tokens.ts';
import type { DeclarationMnemonic } from '../../text/sm4/declarations.ts';
import { byName, type DeclarationWriter, rangeToken } from './declaration-writer.ts';
import { type MnemonicMatch, OPERAND_RULE } from './mnemonics.ts';
import { registerType } from './registers.ts';
import {
  BAR,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PAREN,
  type Scanner,
} from './scanner.ts';
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

/** The mode of a system value that the hardware generates. Compilers before `d3dcompiler_47` do not print it: it is `constant`. */
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

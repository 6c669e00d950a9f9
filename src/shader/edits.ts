/**
 * Edits of names and literals. Constants and samplers of a constant table, and buffers, resources and variables of
 * resource definitions are renamed: the program does not know these names. Literals are the values of `def`, `defi` and
 * `defb` in shader models 1 to 3, and literal operands from 4.0 on.
 *
 * Not for: semantics, which connect stages and vertex layouts, names of types, and constants by name or register
 * (constants.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { type Rdef, readRdef } from '../chunks/rdef.ts';
import { renameRdefResource, renameRdefVariable, rewriteRdef } from '../chunks/rdef-writer.ts';
import type { Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer } from '../container/write.ts';
import { sm1OpcodeOf, sm1RegisterOf } from '../isa/sm1/edit.ts';
import type { Sm1InstructionNode, Sm1Module } from '../isa/sm1/encode.ts';
import { setSm4Literal, sm4OpcodeOf } from '../isa/sm4/edit.ts';
import type { Sm4InstructionNode, Sm4Module } from '../isa/sm4/encode.ts';
import { SM4_OPCODES, type Sm4OpcodeRow, type Sm4ValueType } from '../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../isa/sm4/operands.ts';
import { sm4HasNumber } from '../isa/sm4/program.ts';
import { Sm4OperandToken } from '../isa/sm4/tokens.ts';
import { noSuchName, ShaderEditError } from './paths.ts';
import { mapSm1Constants, sm1AllConstants } from './sm1-tables.ts';
import { type ConstantValues, numbersOf, sm1ValueWord, valueWords } from './values.ts';

const RENAME = 'rename';

/** An identifier, perhaps with an index, as compilers name the elements of arrays of resources. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*(\[\d+\])*$/;

function checkNew(name: string): void {
  if (!IDENTIFIER.test(name)) throw new ShaderEditError(RENAME, `'${name}' is not a name of HLSL`);
}

function taken(name: string): ShaderEditError {
  return new ShaderEditError(RENAME, `there is already a ${name}`);
}

/** The stream with another name of a constant or sampler, in the table of its preshader, too. */
export function renameSm1(program: Uint8Array, from: string, to: string): Uint8Array {
  checkNew(to);
  const names = sm1AllConstants(program).map(({ name }) => name);
  if (!names.includes(from)) throw noSuchName(RENAME, 'constant or sampler', from, names);
  if (from !== to && names.includes(to)) throw taken(to);
  return mapSm1Constants(program, RENAME, (constant) =>
    constant.name === from ? { ...constant, name: to } : constant,
  );
}

/** The file with another name of a buffer, resource or variable. */
export function renameSm4(input: Uint8Array, container: Container, from: string, to: string): Uint8Array {
  checkNew(to);
  const chunk = container.find(TAG.RDEF);
  const rdef = chunk && readRdef(container, chunk, new Diagnostics());
  if (chunk === undefined || rdef === undefined)
    throw new ShaderEditError(RENAME, `there is no name ${from}, because the shader has no resource definitions`);
  if (from === to) return input;
  const data = rewriteRdef(rdef, renamed(rdef, from, to));
  return rewriteContainer(
    container,
    container.chunks.map((one) => (one === chunk ? { tag: one.tag, data } : one)),
    input,
  );
}

function renamed(rdef: Rdef, from: string, to: string): Rdef {
  const resources = new Set([...rdef.buffers, ...rdef.bindings].map(({ name }) => name));
  const variables = rdef.buffers.flatMap((buffer) =>
    buffer.variables.map(({ name }) => ({ buffer: buffer.name, name, path: `${buffer.name}.${name}` })),
  );
  if (resources.has(from)) {
    if (resources.has(to)) throw taken(to);
    return renameRdefResource(rdef, from, to);
  }
  const found = variables.filter(({ name, path }) => name === from || path === from);
  if (found.length === 0) {
    const names = [...resources, ...variables.map(({ name }) => name)];
    throw noSuchName(RENAME, 'buffer, resource or variable', from, names);
  }
  const [one, second] = found;
  if (second !== undefined)
    throw new ShaderEditError(
      RENAME,
      `several buffers have a variable ${from}; name one of ${found.map(({ path }) => path).join(', ')}`,
    );
  if (variables.some(({ buffer, name }) => buffer === one!.buffer && name === to)) throw taken(`${one!.buffer}.${to}`);
  return renameRdefVariable(rdef, one!.buffer, one!.name, to);
}

const SET_LITERAL = 'setLiteral';

/** Where a literal is. */
export interface LiteralLocation {
  /**
   * Number of the instruction, as in diagnostics: the first one after the version token is 1, and declarations and
   * comments count.
   */
  readonly instruction: number;
  /** Number of the operand, from 1; `def`, `defi` and `defb` have one literal and need none. */
  readonly operand?: number;
}

/** A literal of a program. */
export interface ShaderLiteral extends LiteralLocation {
  readonly operand: number;
  /** The number of the instruction in a listing with numbers; absent in shader models 1 to 3. */
  readonly number?: number;
  /** The instruction, such as `def` or `mad`. */
  readonly mnemonic: string;
  /** The register that `def`, `defi` or `defb` sets, such as `c7`. */
  readonly register?: string;
  /** The type of the values as the instruction reads them; floats if it does not specify one. */
  readonly type: 'float' | 'int' | 'uint' | 'double' | 'bool';
  readonly values: readonly number[];
  readonly words: readonly number[];
}

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** How the values of each defining instruction read, and the letter of its registers. */
const DEFINITIONS = {
  def: { role: 'float', type: 'f32', letter: 'c' },
  defi: { role: 'int', type: 'i32', letter: 'i' },
  defb: { role: 'bool', type: 'bool', letter: 'b' },
} as const;

/** The operand that holds the values: the first one is the register. */
const VALUES_OPERAND = 2;

function definitionOf(node: Sm1Module['nodes'][number]): (typeof DEFINITIONS)[keyof typeof DEFINITIONS] | undefined {
  const opcode = sm1OpcodeOf(node);
  return opcode !== undefined && opcode in DEFINITIONS ? DEFINITIONS[opcode as keyof typeof DEFINITIONS] : undefined;
}

export function sm1Literals({ nodes }: Sm1Module): ShaderLiteral[] {
  return nodes.flatMap((node, position) => {
    const definition = definitionOf(node);
    if (definition === undefined || node.kind !== 'instruction') return [];
    const ref = node.destination && sm1RegisterOf(node.destination.token);
    return {
      instruction: position + 1,
      operand: VALUES_OPERAND,
      mnemonic: sm1OpcodeOf(node)!,
      ...(ref === undefined ? {} : { register: `${definition.letter}${ref.number}` }),
      type: definition.role,
      values: numbersOf(node.literals, definition.type),
      words: node.literals,
    };
  });
}

export function setSm1LiteralAt(
  module: Sm1Module,
  { instruction }: LiteralLocation,
  values: ConstantValues,
): Sm1Module {
  const node = module.nodes[instruction - 1];
  const definition = node && definitionOf(node);
  if (node?.kind !== 'instruction' || definition === undefined)
    throw new ShaderEditError(SET_LITERAL, `instruction ${instruction} defines no constant`);
  checkCount(node.literals.length, values.length);
  const { role } = definition;
  const literals =
    values instanceof Uint32Array ? [...values] : Array.from(values, (value) => sm1ValueWord(value, role));
  const changed: Sm1InstructionNode = { ...node, literals };
  return { ...module, nodes: module.nodes.with(instruction - 1, changed) };
}

function checkCount(expected: number, found: number): void {
  if (expected !== found) throw new ShaderEditError(SET_LITERAL, `the literal has ${expected} values, not ${found}`);
}

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

const TYPE_NAMES: Readonly<Partial<Record<Sm4ValueType, ShaderLiteral['type']>>> = {
  i32: 'int',
  u32: 'uint',
  bits: 'uint',
  bool: 'bool',
  f64: 'double',
};

/**
 * How an instruction reads its literal operand: by the row of the opcode, and as doubles where the token has 64 bits. A
 * value that is copied, as by `mov`, is a float.
 */
function typeOf(node: Sm4InstructionNode, operand: number): Sm4ValueType {
  const wide = Sm4OperandToken.type.get(node.operands[operand]!.token) === SM4_OPERAND_TYPES.immediate64.code;
  if (wide) return 'f64';
  const opcode = sm4OpcodeOf(node);
  const row: Sm4OpcodeRow | undefined = opcode && SM4_OPCODES[opcode];
  return row?.operands[operand]?.type ?? 'f32';
}

export function sm4LiteralsOf({ nodes }: Sm4Module): ShaderLiteral[] {
  let next = 0;
  return nodes.flatMap((node, position) => {
    const numbered = sm4HasNumber(node.token);
    const number = numbered ? next++ : undefined;
    if (node.kind !== 'instruction') return [];
    return node.operands.flatMap(({ literal }, operand): ShaderLiteral[] => {
      if (literal.length === 0) return [];
      const type = typeOf(node, operand);
      return [
        {
          instruction: position + 1,
          operand: operand + 1,
          ...(number === undefined ? {} : { number }),
          mnemonic: sm4OpcodeOf(node) ?? '',
          type: TYPE_NAMES[type] ?? 'float',
          values: numbersOf(literal, type),
          words: literal,
        },
      ];
    });
  });
}

export function setSm4LiteralAt(
  module: Sm4Module,
  { instruction, operand = 0 }: LiteralLocation,
  values: ConstantValues,
): Sm4Module {
  const node = module.nodes[instruction - 1];
  const literal = node?.kind === 'instruction' ? node.operands[operand - 1]?.literal : undefined;
  if (node?.kind !== 'instruction' || literal === undefined || literal.length === 0)
    throw new ShaderEditError(SET_LITERAL, `operand ${operand} of instruction ${instruction} is not a literal`);
  const type = typeOf(node, operand - 1);
  const words = valueWords(values, type);
  checkCount(type === 'f64' ? literal.length / 2 : literal.length, type === 'f64' ? words.length / 2 : words.length);
  return setSm4Literal(module, instruction - 1, operand - 1, words);
}

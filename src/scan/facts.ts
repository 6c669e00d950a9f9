/**
 * Facts of one shader, computed once, when a column first needs them: a scan that prints three columns does not
 * validate.
 *
 * Not for: which facts a record has (columns.ts).
 */

import { Diagnostics } from '../base/diagnostics.ts';
import { FEATURES } from '../chunks/sfi0.ts';
import { verifyChecksum } from '../container/digest.ts';
import { debugInformationOf } from '../debug/read.ts';
import { readShaderFile, type ShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { type Sm1Category, sm1OpcodeRow } from '../isa/sm1/opcodes.ts';
import { readSm1Words, type Sm1Program } from '../isa/sm1/program.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS } from '../isa/sm1/registers.ts';
import { Sm1SourceToken } from '../isa/sm1/tokens.ts';
import { readSm4Declarations, type Sm4Declarations } from '../isa/sm4/declarations.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Category } from '../isa/sm4/opcodes.ts';
import type { Sm4ResourceType } from '../isa/sm4/operands.ts';
import { readSm4Words, type Sm4Program } from '../isa/sm4/program.ts';
import { countSm4, type Sm4Counts } from '../isa/sm4/statistics.ts';
import { Sm4OpcodeToken } from '../isa/sm4/tokens.ts';
import type { DxilReflection } from '../reflect/dxil.ts';
import { reflectShaderFile, type ShaderReflection } from '../reflect/reflect.ts';
import type { Sm1Reflection } from '../reflect/sm1.ts';
import type { Sm4Reflection } from '../reflect/sm4.ts';
import { type ValidationResult, validate } from '../validate/validate.ts';

/** The categories of a record, each with what it holds. */
export const CATEGORY_DOCS = {
  arithmetic: 'floating-point arithmetic; in models 1-3 also mov and macros',
  comparison: 'comparisons, and setp of models 2-3',
  integer: 'integer arithmetic',
  bitwise: 'bitwise operations and shifts',
  conversion: 'conversions between types',
  move: 'mov, movc and swapc of models 4-5.1, mova of models 2-3',
  texture: 'operations on texture coordinates without sampling (models 1-3)',
  sample: 'samples of textures',
  gather: 'gathers of four texels',
  load: 'loads from resources and memory',
  store: 'stores to resources and memory',
  atomic: 'atomic operations',
  query: 'queries of resources: size, level of detail, samples',
  derivative: 'derivatives',
  interpolation: 'evaluations of inputs at other positions',
  flow: 'flow control, and discard of models 4-5.1',
  stream: 'emit and cut of geometry shaders',
  barrier: 'barriers',
  other: 'everything else, such as nop',
} as const;

export type InstructionCategory = keyof typeof CATEGORY_DOCS;

/** All categories, in the order of the columns. */
export const CATEGORIES = Object.keys(CATEGORY_DOCS) as readonly InstructionCategory[];

/** The count for each category of shader models 1 to 3; null: no instruction that runs. */
const SM1_CATEGORIES: Readonly<Record<Sm1Category, InstructionCategory | null>> = {
  arithmetic: 'arithmetic',
  matrix: 'arithmetic',
  texture: 'texture',
  sample: 'sample',
  derivative: 'derivative',
  flow: 'flow',
  declaration: null,
  constant: null,
  address: 'move',
  predicate: 'comparison',
  other: 'other',
};

/** The count for each category of shader models 4 to 5.1. */
const SM4_CATEGORIES: Readonly<Record<Sm4Category, InstructionCategory | null>> = {
  arithmetic: 'arithmetic',
  comparison: 'comparison',
  integer: 'integer',
  bitwise: 'bitwise',
  conversion: 'conversion',
  move: 'move',
  sample: 'sample',
  gather: 'gather',
  load: 'load',
  store: 'store',
  atomic: 'atomic',
  query: 'query',
  derivative: 'derivative',
  interpolation: 'interpolation',
  flow: 'flow',
  stream: 'stream',
  barrier: 'barrier',
  phase: null,
  debug: 'other',
  none: 'other',
};

/** The category of an opcode of shader models 4 to 5.1 by its number; undefined for declarations and data. */
const SM4_CATEGORY_BY_CODE = /* @__PURE__ */ SM4_OPCODE_BY_CODE.map((row) =>
  row?.kind === 'instruction' ? (SM4_CATEGORIES[row.category] ?? undefined) : undefined,
);

/** Counts of one pass over a program. */
interface InstructionCounts {
  /** Instructions that run. */
  readonly total: number;
  readonly byCategory: Readonly<Record<InstructionCategory, number>>;
}

type Counts = Record<InstructionCategory, number>;

function noCounts(): Counts {
  return Object.fromEntries(CATEGORIES.map((name) => [name, 0])) as Counts;
}

/** Counts the instructions of a program of shader models 4 to 5.1. Linear in its instructions. */
function countSm4Instructions({ words, starts, count }: Sm4Program): InstructionCounts {
  const byCategory = noCounts();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const category = SM4_CATEGORY_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
    if (category === undefined) continue;
    byCategory[category]++;
    total++;
  }
  return { total, byCategory };
}

/** Counts of one pass over a program of shader models 1 to 3. */
interface Sm1Counts extends InstructionCounts {
  /**
   * Different constant registers that instructions name, of all three types; rows of matrices count, relative addresses
   * do not.
   */
  readonly constantRegisters: number;
}

/** Types of constant registers by D3DSPR_*. */
const CONSTANTS: ReadonlySet<number> = new Set(
  (['const', 'const2', 'const3', 'const4', 'constInt', 'constBool'] as const).map((name) => SM1_REGISTERS[name].code),
);
/** Constant registers of the type `c` are numbered through the four types that hold them. */
const FLOAT = SM1_REGISTERS.const.code;
const FLOATS: ReadonlySet<number> = new Set(
  (['const', 'const2', 'const3', 'const4'] as const).map((name) => SM1_REGISTERS[name].code),
);
/** More than any type has: the constants of all four types, and rows of a matrix after the last one. */
const REGISTERS = 8 * (Sm1SourceToken.number.ones + 1);

/** Counts the instructions and constant registers of a program of shader models 1 to 3. Linear in its instructions. */
function countSm1Instructions(program: Sm1Program): Sm1Counts {
  const byCategory = noCounts();
  const constants = new Set<number>();
  const cursor = new Sm1Cursor(program);
  let total = 0;
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    if (cursor.isComment) continue;
    const row = sm1OpcodeRow(cursor.opcode);
    const category = row === undefined ? 'other' : SM1_CATEGORIES[row.category];
    if (category === null) continue;
    byCategory[category]++;
    total++;
    for (let operand = cursor.firstSource; operand < cursor.operandCount; operand++) {
      const { type, number } = cursor.operands[operand]!;
      if (!CONSTANTS.has(type)) continue;
      const first = number + (SM1_REGISTER_BY_CODE[type]!.base ?? 0);
      const bank = FLOATS.has(type) ? FLOAT : type;
      const rows = row?.operands[operand]?.rows ?? 1;
      for (let at = 0; at < rows; at++) constants.add(bank * REGISTERS + first + at);
    }
  }
  return { total, byCategory, constantRegisters: constants.size };
}

/** Returns a function that computes its value the first time, and returns the same later. */
function once<Value>(compute: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}

/** The facts of one shader. Nothing in it throws on any bytes. */
export class ShaderFacts {
  /** The shader, opened: its format and its programs. */
  readonly file: ShaderFile;
  /** The main program; that of feature level 9 in a container without another; undefined in effects and the like. */
  readonly program: ShaderProgram | undefined;

  constructor(readonly bytes: Uint8Array) {
    this.file = readShaderFile(bytes, new Diagnostics());
    this.program = this.file.programs[0];
  }

  /** The bytes that an application passes to Direct3D: of C source the array, and no bytes after a container. */
  code(): Uint8Array {
    return this.file.container?.bytes ?? this.file.bytes;
  }

  /** The main program of shader models 1 to 3. */
  readonly sm1 = once((): Sm1Program | undefined =>
    this.program?.isa === 'sm1' ? readSm1Words(this.program.words) : undefined,
  );

  /** The main program of shader models 4 to 5.1. */
  readonly sm4 = once((): Sm4Program | undefined =>
    this.program?.isa === 'sm4' ? readSm4Words(this.program.words) : undefined,
  );

  readonly reflection = once((): ShaderReflection | undefined => reflectShaderFile(this.file, new Diagnostics()));

  /** The reflection of the main program of shader models 1 to 3, also where it is one of feature level 9. */
  sm1Reflection(): Sm1Reflection | undefined {
    const reflection = this.reflection();
    if (reflection?.format === 'sm1') return reflection;
    return this.program?.isa === 'sm1' && reflection?.format === 'dxbc' ? reflection.level9[0] : undefined;
  }

  /** The reflection of a container of shader models 4 to 5.1. */
  sm4Reflection(): Sm4Reflection | undefined {
    const reflection = this.reflection();
    return reflection?.format === 'dxbc' ? reflection : undefined;
  }

  /** The reflection of a container of shader model 6. */
  dxilReflection(): DxilReflection | undefined {
    const reflection = this.reflection();
    return reflection?.format === 'dxil' ? reflection : undefined;
  }

  readonly sm1Counts = once((): Sm1Counts | undefined => {
    const program = this.sm1();
    return program === undefined ? undefined : countSm1Instructions(program);
  });

  /** The counts that Microsoft's compiler stores, computed from the program: stripped shaders have them, too. */
  readonly sm4Counts = once((): Sm4Counts | undefined => {
    const program = this.sm4();
    return program === undefined ? undefined : countSm4(program);
  });

  /** Instructions of the main program. */
  readonly instructions = once((): InstructionCounts | undefined => {
    const program = this.sm4();
    return program === undefined ? this.sm1Counts() : countSm4Instructions(program);
  });

  readonly declarations = once((): Sm4Declarations | undefined => {
    const program = this.sm4();
    return program === undefined ? undefined : readSm4Declarations(program);
  });

  /** Declared resources of one type; null without a program of shader models 4 to 5.1. */
  resources(type: Sm4ResourceType): number | null {
    return this.declarations()?.resources.filter((resource) => resource.type === type).length ?? null;
  }

  /** The debug information, read on first use. */
  readonly debug = once(() => debugInformationOf(this.file, new Diagnostics()));

  readonly validation = once((): ValidationResult => validate(this.bytes));

  /** Whether the digest of the container is right; null where there is none. */
  checksum(): boolean | null {
    const { container } = this.file;
    return container === undefined ? null : verifyChecksum(container.bytes, container.words).kind !== undefined;
  }

  /** Names of `D3D_SHADER_REQUIRES_*` bits. */
  features(): string[] {
    const flags = this.sm4Reflection()?.requiresFlags ?? 0;
    return Object.entries(FEATURES)
      .filter(([, bit]) => (flags & (1 << bit)) !== 0)
      .map(([name]) => name);
  }
}

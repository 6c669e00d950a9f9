/**
 * The fields that declarations of a module have in its text, and their permitted values. Numbers have bounds, so that
 * no text makes evaluation or a pass allocate more than Direct3D permits.
 *
 * Not for: whether operations and declarations agree (verify.ts).
 */

import { InterpolationMode, ResourceDimension, ReturnType } from '../base/d3d/enumerations.ts';
import { MAX_IR_RANGE } from '../base/limits.ts';
import type {
  IrAccess,
  IrBinding,
  IrBindingKind,
  IrElement,
  IrElementKind,
  IrFacts,
  IrRange,
  IrSpecial,
  IrVariable,
} from './declarations.ts';

/** Whether a value may be that of a field. */
type Rule = (value: unknown) => boolean;

/** The rules of all fields of a row: those in the second list may be missing. */
interface RowRules<Row> {
  readonly required: { readonly [Name in keyof Row as undefined extends Row[Name] ? never : Name]-?: Rule };
  readonly optional: { readonly [Name in keyof Row as undefined extends Row[Name] ? Name : never]-?: Rule };
}

/** Registers of any kind; Direct3D has 4096 rows of constants or temporaries at most. */
const MAX_REGISTERS = 4096;
/** Bytes of a constant buffer, elements of memory: any 32 bits. */
const MAX_WORD = 0xffff_ffff;
/** Control points of a patch: more than Direct3D has. */
const MAX_POINTS = 64;

const integer = (low: number, high: number): Rule => {
  return (value) => Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
};
const word = integer(0, MAX_WORD);
const flag: Rule = (value) => typeof value === 'boolean';
const text: Rule = (value) => typeof value === 'string';
const among = (names: object): Rule => {
  return (value) => typeof value === 'string' && Object.hasOwn(names, value);
};
const list = (rule: Rule, low: number, high: number): Rule => {
  return (value) => Array.isArray(value) && value.length >= low && value.length <= high && value.every(rule);
};

const BINDING_KINDS = { constants: 1, view: 1, uav: 1, sampler: 1, stage: 1, group: 1 } satisfies Record<
  IrBindingKind,
  1
>;
const ELEMENT_KINDS = { vertex: 1, inputPoint: 1, outputPoint: 1, patch: 1, special: 1 } satisfies Record<
  IrElementKind,
  1
>;
const SPECIALS = {
  primitiveId: 1,
  threadId: 1,
  threadGroupId: 1,
  threadIdInGroup: 1,
  threadIdInGroupFlattened: 1,
  coverage: 1,
  innerCoverage: 1,
  pointCoord: 1,
  instanceId: 1,
  outputPointId: 1,
  forkInstanceId: 1,
  joinInstanceId: 1,
  domainPoint: 1,
  cycleCounter: 1,
  depth: 1,
  depthGreaterEqual: 1,
  depthLessEqual: 1,
  stencilReference: 1,
  position: 1,
  face: 1,
  pointSize: 1,
  fog: 1,
} satisfies Record<IrSpecial, 1>;

const BINDING: RowRules<IrBinding> = {
  required: { kind: among(BINDING_KINDS), register: word, space: word, count: word },
  optional: {
    dimension: among(ResourceDimension),
    returnTypes: list(among(ReturnType), 0, 4),
    samples: word,
    stride: word,
    size: word,
    file: among({ float: 1, int: 1, bool: 1, state: 1 }),
    isIndexed: flag,
    isComparison: flag,
    isCoherent: flag,
    hasCounter: flag,
    isOrdered: flag,
    isRasterizerOrdered: flag,
    name: text,
  },
};

const ELEMENT: RowRules<IrElement> = {
  required: { kind: among(ELEMENT_KINDS), register: word, mask: integer(0, 15) },
  optional: {
    special: among(SPECIALS),
    semantic: text,
    semanticIndex: word,
    systemValue: text,
    type: among({ f32: 1, i32: 1, u32: 1 }),
    interpolation: among(InterpolationMode),
    precision: (value) => value === 10 || value === 16,
    stream: integer(0, 3),
  },
};

const RANGE: RowRules<IrRange> = {
  required: { kind: among(ELEMENT_KINDS), register: word, count: integer(0, MAX_IR_RANGE) },
  optional: {},
};

const VARIABLE: RowRules<IrVariable> = {
  required: { rows: integer(0, MAX_REGISTERS), components: integer(1, 4) },
  optional: { name: text },
};

const ACCESS: RowRules<IrAccess> = {
  required: {
    binding: integer(-1, MAX_WORD),
    sampler: integer(-1, MAX_WORD),
    offsets: list(integer(-8, 7), 3, 3),
    channel: integer(0, 3),
    hasClamp: flag,
    isIndexed: flag,
    isSamplerIndexed: flag,
  },
  optional: {},
};

const FACTS: RowRules<IrFacts> = {
  required: { version: list(integer(0, 255), 2, 2), profile: text },
  optional: {
    allowsRefactoring: flag,
    skipsOptimization: flag,
    allResourcesBound: flag,
    forcesEarlyDepth: flag,
    threadGroupSize: list(word, 3, 3),
    inputPrimitive: text,
    inputPoints: integer(0, MAX_POINTS),
    outputPoints: integer(0, MAX_POINTS),
    outputTopologies: list(text, 0, 4),
    maxVertices: integer(0, MAX_WORD),
    instances: integer(0, MAX_WORD),
    domain: text,
    partitioning: text,
    outputPrimitive: text,
    maxTessFactor: (value) => typeof value === 'number',
    pointerArrays: list(list(word, 2, 2), 0, MAX_REGISTERS),
    messages: list(list(text, 2, 2), 0, MAX_WORD),
    tokens: word,
  },
};

const RULES = {
  shader: FACTS,
  binding: BINDING,
  input: ELEMENT,
  output: ELEMENT,
  inputRange: RANGE,
  outputRange: RANGE,
  variable: VARIABLE,
  access: ACCESS,
} as const;

/** Declarations by the word that begins their line. */
export type DeclarationWord = keyof typeof RULES;

export function isDeclarationWord(word: string): word is DeclarationWord {
  return Object.hasOwn(RULES, word);
}

/** The first field of a row that is missing, unknown, or has a value that it cannot have; undefined without one. */
export function wrongField(declaration: DeclarationWord, row: object): string | undefined {
  const { required, optional } = RULES[declaration] as RowRules<object> as {
    required: Readonly<Record<string, Rule>>;
    optional: Readonly<Record<string, Rule>>;
  };
  const missing = Object.keys(required).find((name) => !Object.hasOwn(row, name));
  if (missing !== undefined) return missing;
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(required, name) ? required[name]! : Object.hasOwn(optional, name) && optional[name];
    if (rule === false || rule === undefined || !rule(value)) return name;
  }
  return undefined;
}

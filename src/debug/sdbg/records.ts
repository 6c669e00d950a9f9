/**
 * THE TABLE of the fields of the chunk SDBG, by the offsets of layout.ts.
 *
 * Not for: reading and writing (sdbg.ts).
 */
import type { RecordLayout } from '../records.ts';
import {
  SDBG_FILE,
  SDBG_FILE_SIZE,
  SDBG_HEADER,
  SDBG_HEADER_SIZE,
  SDBG_HELD,
  SDBG_HELD_SIZE,
  SDBG_INPUT,
  SDBG_INPUT_SIZE,
  SDBG_INSTRUCTION,
  SDBG_INSTRUCTION_SIZE,
  SDBG_MAX_OUTPUTS,
  SDBG_OUTPUT,
  SDBG_OUTPUT_SIZE,
  SDBG_SCALAR,
  SDBG_SCALAR_SIZE,
  SDBG_SCOPE,
  SDBG_SCOPE_SIZE,
  SDBG_TOKEN,
  SDBG_TOKEN_SIZE,
  SDBG_VARIABLE,
  SDBG_VARIABLE_SIZE,
} from './layout.ts';

const u32 = (at: number) => ({ kind: 'u32', at }) as const;
const text = (at: number, length?: number) =>
  (length === undefined ? { kind: 'text', at } : { kind: 'text', at, length }) as {
    readonly kind: 'text';
    readonly at: number;
    readonly length?: number;
  };
/** The count precedes the offset. */
const table = <Of extends RecordLayout>(at: number, of: Of) => ({ kind: 'table', at: at + 4, count: at, of }) as const;

/** A layout whose fields are all DWORDs. */
function numbers<Fields extends Readonly<Record<string, number>>>(size: number, offsets: Fields) {
  const fields = Object.fromEntries(Object.entries(offsets).map(([name, at]) => [name, u32(at)]));
  return { size, fields: fields as { readonly [K in keyof Fields]: ReturnType<typeof u32> } };
}

const HELD = /* @__PURE__ */ numbers(SDBG_HELD_SIZE, SDBG_HELD);

const OUTPUT = {
  size: SDBG_OUTPUT_SIZE,
  fields: {
    registerSet: u32(SDBG_OUTPUT.registerSet),
    register: u32(SDBG_OUTPUT.register),
    array: u32(SDBG_OUTPUT.array),
    components: { kind: 'u32s', at: SDBG_OUTPUT.components, items: 4 },
    held: { kind: 'records', at: SDBG_OUTPUT.held, items: 4, of: HELD },
    indexRegister: u32(SDBG_OUTPUT.indexRegister),
    indexComponent: u32(SDBG_OUTPUT.indexComponent),
  },
} as const satisfies RecordLayout;

const INSTRUCTION = {
  size: SDBG_INSTRUCTION_SIZE,
  fields: {
    id: u32(SDBG_INSTRUCTION.id),
    opcode: u32(SDBG_INSTRUCTION.opcode),
    outputCount: u32(SDBG_INSTRUCTION.outputCount),
    outputs: { kind: 'records', at: SDBG_INSTRUCTION.outputs, items: SDBG_MAX_OUTPUTS, of: OUTPUT },
    token: u32(SDBG_INSTRUCTION.token),
    nesting: u32(SDBG_INSTRUCTION.nesting),
    scopes: { kind: 'integers', count: SDBG_INSTRUCTION.scopes, at: SDBG_INSTRUCTION.scopes + 4 },
    accessed: { kind: 'integers', count: SDBG_INSTRUCTION.accessed, at: SDBG_INSTRUCTION.accessed + 4 },
  },
} as const satisfies RecordLayout;

const SCOPE = {
  size: SDBG_SCOPE_SIZE,
  fields: {
    type: u32(SDBG_SCOPE.type),
    name: text(SDBG_SCOPE.name, SDBG_SCOPE.nameLength),
    variables: { kind: 'integers', count: SDBG_SCOPE.count, at: SDBG_SCOPE.variables },
  },
} as const satisfies RecordLayout;

const VARIABLE = {
  size: SDBG_VARIABLE_SIZE,
  fields: {
    token: u32(SDBG_VARIABLE.token),
    kind: u32(SDBG_VARIABLE.kind),
    class: u32(SDBG_VARIABLE.class),
    rows: u32(SDBG_VARIABLE.rows),
    columns: u32(SDBG_VARIABLE.columns),
    members: u32(SDBG_VARIABLE.members),
    lengths: { kind: 'integers', count: SDBG_VARIABLE.dimensions, at: SDBG_VARIABLE.lengths },
    strides: { kind: 'integers', count: SDBG_VARIABLE.dimensions, at: SDBG_VARIABLE.strides },
    scalarCount: u32(SDBG_VARIABLE.scalarCount),
    firstScalar: u32(SDBG_VARIABLE.firstScalar),
  },
} as const satisfies RecordLayout;

/** The header and everything that it refers to. */
export const SDBG_RECORD = {
  size: SDBG_HEADER_SIZE,
  fields: {
    creator: text(SDBG_HEADER.creator),
    entryPoint: text(SDBG_HEADER.entryPoint),
    target: text(SDBG_HEADER.target),
    flags: u32(SDBG_HEADER.flags),
    files: table(SDBG_HEADER.files, {
      size: SDBG_FILE_SIZE,
      fields: {
        name: text(SDBG_FILE.name, SDBG_FILE.nameLength),
        data: text(SDBG_FILE.data, SDBG_FILE.dataLength),
      },
    }),
    instructions: table(SDBG_HEADER.instructions, INSTRUCTION),
    scalars: table(SDBG_HEADER.scalars, numbers(SDBG_SCALAR_SIZE, SDBG_SCALAR)),
    inputs: table(SDBG_HEADER.inputs, numbers(SDBG_INPUT_SIZE, SDBG_INPUT)),
    tokens: table(SDBG_HEADER.tokens, {
      size: SDBG_TOKEN_SIZE,
      fields: {
        file: u32(SDBG_TOKEN.file),
        line: u32(SDBG_TOKEN.line),
        column: u32(SDBG_TOKEN.column),
        text: text(SDBG_TOKEN.text, SDBG_TOKEN.length),
      },
    }),
    scopes: table(SDBG_HEADER.scopes, SCOPE),
    variables: table(SDBG_HEADER.variables, VARIABLE),
  },
} as const;

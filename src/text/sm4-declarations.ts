/**
 * How each declaration of SM 4-5.1 prints: one entry an opcode, so that a new row of the table does not compile until it
 * has one here. Which numbers are signed and which are not is as the oracle has it; only absurd ones show the difference.
 */
import type { Cursor, OperandSlot } from '../isa/sm4/cursor.ts';
import {
  dimensionName,
  INPUT_PRIMITIVES,
  INTERPOLATION_MODES,
  MULTISAMPLED_DIMENSIONS,
  OUTPUT_TOPOLOGIES,
  returnTypeNames,
  SAMPLER_MODES,
  SYSTEM_NAMES,
  TESSELLATOR_DOMAINS,
  TESSELLATOR_OUTPUT_PRIMITIVES,
  TESSELLATOR_PARTITIONINGS,
  UNKNOWN_NAME,
} from '../isa/sm4/names.ts';
import type { Mnemonic, OPCODES, OpcodeRow } from '../isa/sm4/opcodes.ts';
import { OPERAND_TYPES } from '../isa/sm4/operands.ts';
import { DeclarationControls, GlobalFlags, InterfaceIdToken, InterfaceToken, NameToken } from '../isa/sm4/tokens.ts';
import { formatF } from './numbers.ts';
import type { TextWriter } from './writer.ts';

/** The opcodes whose rows are declarations. */
export type DeclarationMnemonic = {
  [M in Mnemonic]: (typeof OPCODES)[M]['kind'] extends 'declaration' ? M : never;
}[Mnemonic];

/** What a declaration needs of the printer. */
export interface DeclarationWriter {
  readonly out: TextWriter;
  /** Whether resources are declared and named by range id (SM51-1). */
  readonly rangeIds: boolean;
  /** Writes `text` marked as a keyword. */
  keyword(text: string): void;
  /** Writes the operand of the declaration. */
  declared(literals: OpcodeRow['literals']): void;
}

/** Writes the declaration that the cursor stands on. */
type DeclarationPrinter = (printer: DeclarationWriter, cursor: Cursor) => void;

/** The upper bound of a range without one. */
const UNBOUNDED = 0xffff_ffff;
/** Prefixes of ranges, whatever operand type stands in the token (source: oracle). */
const RESOURCE_RANGE = OPERAND_TYPES.resource.rangePrefix;
const UAV_RANGE = OPERAND_TYPES.unorderedAccessView.rangePrefix;
const SAMPLER_RANGE = OPERAND_TYPES.sampler.rangePrefix;
const CONSTANT_BUFFER_RANGE = OPERAND_TYPES.constantBuffer.rangePrefix;

const payload = (cursor: Cursor, i: number) => cursor.word(cursor.payload + i);
const signedPayload = (cursor: Cursor, i: number) => payload(cursor, i) | 0;

/** The register space, payload word `i`, from 5.1 on (SM51-3). */
const space = (printer: DeclarationWriter, cursor: Cursor, i: number) =>
  printer.rangeIds ? `, space=${payload(cursor, i)}` : '';

/** Range id, lower and upper bound of a declared operand; indices that are not there count as 0 (SM51-2). */
function bounds(slot: OperandSlot): [id: number, lower: number, upper: number] {
  const at = (i: number) => (i < slot.indexCount ? slot.index(i) : 0);
  return [at(0), at(1), at(2)];
}

/** The register that a resource declaration is about: `t3`, or from 5.1 on the range `T0[5:*]`. */
function range(printer: DeclarationWriter, cursor: Cursor, prefix: string): void {
  if (!printer.rangeIds) {
    printer.declared(cursor.row!.literals);
    return;
  }
  const [id, lower, upper] = bounds(cursor.operands[0]!);
  const last = upper >>> 0 === UNBOUNDED ? '*' : upper >>> 0;
  printer.out.text(`${prefix}${id >>> 0}[${lower >>> 0}:${last}]`);
}

/** `fb4, fb5`: `length` numbers from payload word `from` on, no more than the instruction holds. */
function list(prefix: string, cursor: Cursor, from: number, length: number): string {
  const there = Math.min(length, Math.max(0, cursor.end - cursor.payload - from));
  let text = '';
  for (let i = 0; i < there; i++) text += `${i > 0 ? ', ' : ''}${prefix}${payload(cursor, from + i)}`;
  return text;
}

/** A declaration whose text behind the mnemonic is `tail`. */
const plain =
  (tail: (cursor: Cursor) => string): DeclarationPrinter =>
  (p, c) => {
    p.keyword(c.row!.mnemonic);
    p.out.text(tail(c));
  };

/** A declaration of a register, with `before` and `after` around it. */
const register =
  (after: (cursor: Cursor) => string = () => '', before: (cursor: Cursor) => string = () => ' '): DeclarationPrinter =>
  (p, c) => {
    p.keyword(c.row!.mnemonic);
    p.out.text(before(c));
    p.declared(c.row!.literals);
    p.out.text(after(c));
  };

const systemName = (c: Cursor) => `, ${SYSTEM_NAMES[NameToken.name.get(payload(c, 0))] ?? ''}`;
const interpolation = (c: Cursor) =>
  ` ${INTERPOLATION_MODES[DeclarationControls.interpolation.get(c.token)] ?? UNKNOWN_NAME} `;
const unsignedCount = plain((c) => ` ${payload(c, 0)}`);
const signedCount = plain((c) => ` ${signedPayload(c, 0)}`);
const controlPoints = plain((c) => ` ${DeclarationControls.controlPointCount.get(c.token)}`);

/** A typed view: dimension, what `marks` writes of it, return types, range and space. */
function typedResource(prefix: string, marks: DeclarationPrinter): DeclarationPrinter {
  return (p, c) => {
    p.keyword(c.row!.mnemonic);
    p.keyword(`_${dimensionName(DeclarationControls.resourceDimension.get(c.token))}`);
    marks(p, c);
    p.out.text(` (${returnTypeNames(payload(c, 0))}) `);
    range(p, c, prefix);
    p.out.text(space(p, c, 1));
  };
}

/** A raw or structured view; `stride` tells whether a payload word with the stride stands before the space. */
function bufferResource(prefix: string, marks: DeclarationPrinter, stride: boolean): DeclarationPrinter {
  return (p, c) => {
    p.keyword(c.row!.mnemonic);
    marks(p, c);
    p.out.text(' ');
    range(p, c, prefix);
    p.out.text(stride ? `, ${payload(c, 0)}${space(p, c, 1)}` : space(p, c, 0));
  };
}

const noMarks: DeclarationPrinter = () => {};

/** `(4)` behind the dimension of a multisampled resource. */
const sampleCount: DeclarationPrinter = (p, c) => {
  const dimension = DeclarationControls.resourceDimension.get(c.token);
  const count = DeclarationControls.sampleCount.get(c.token);
  if (MULTISAMPLED_DIMENSIONS.includes(dimension)) p.out.text(`(${count})`);
};

const uavMarks: DeclarationPrinter = (p, c) => {
  if (DeclarationControls.globallyCoherent.test(c.token)) p.keyword('_glc');
  if (DeclarationControls.orderPreservingCounter.test(c.token)) p.keyword('_opc');
  if (DeclarationControls.rasterizerOrdered.test(c.token)) p.keyword('_rov');
};

function globalFlags(cursor: Cursor): string {
  let names = '';
  for (const flag of Object.values(GlobalFlags)) {
    if (flag.test(cursor.token)) names += `${names === '' ? ' ' : ' | '}${flag.name}`;
  }
  return names || 'none';
}

export const DECLARATIONS: Readonly<Record<DeclarationMnemonic, DeclarationPrinter>> = {
  dcl_resource: typedResource(RESOURCE_RANGE, sampleCount),
  dcl_constantbuffer: (p, c) => {
    // In capitals before 5.1 too; its numbers are signed.
    const [id, lower, upper] = bounds(c.operands[0]!);
    const last = upper >>> 0 === UNBOUNDED ? '*' : upper;
    const buffer = p.rangeIds ? `${id}[${lower}:${last}][${signedPayload(c, 0)}]` : `${id}[${lower}]`;
    const access = DeclarationControls.dynamicallyIndexed.test(c.token) ? 'dynamicIndexed' : 'immediateIndexed';
    p.keyword(c.row!.mnemonic);
    p.out.text(` ${CONSTANT_BUFFER_RANGE}${buffer}, ${access}`);
    if (p.rangeIds) p.out.text(`, space=${signedPayload(c, 1)}`);
  },
  dcl_sampler: (p, c) => {
    const mode = SAMPLER_MODES[DeclarationControls.samplerMode.get(c.token)];
    p.keyword(c.row!.mnemonic);
    p.out.text(' ');
    range(p, c, SAMPLER_RANGE);
    p.out.text((mode === undefined ? '' : `, ${mode}`) + space(p, c, 0));
  },
  dcl_indexrange: register((c) => ` ${signedPayload(c, 0)}`),
  dcl_outputtopology: plain(
    (c) => ` ${OUTPUT_TOPOLOGIES[DeclarationControls.outputTopology.get(c.token)] ?? UNKNOWN_NAME} `,
  ),
  dcl_inputprimitive: plain(
    (c) => ` ${INPUT_PRIMITIVES[DeclarationControls.inputPrimitive.get(c.token)] ?? UNKNOWN_NAME} `,
  ),
  dcl_maxout: unsignedCount,
  dcl_input: register(),
  dcl_input_sgv: register(systemName),
  dcl_input_siv: register(systemName),
  dcl_input_ps: register(undefined, interpolation),
  dcl_input_ps_sgv: register(systemName, interpolation),
  dcl_input_ps_siv: register(systemName, interpolation),
  dcl_output: register(),
  dcl_output_sgv: register(systemName),
  dcl_output_siv: register(systemName),
  dcl_temps: signedCount,
  dcl_indexableTemp: plain((c) => {
    const components = Math.min(4, Math.max(1, payload(c, 2)));
    return ` x${signedPayload(c, 0)}[${signedPayload(c, 1)}], ${components}`;
  }),
  dcl_globalFlags: plain(globalFlags),
  dcl_stream: register(),
  dcl_function_body: plain((c) => ` fb${payload(c, 0)}`),
  dcl_function_table: plain((c) => ` ft${payload(c, 0)} = {${list('fb', c, 2, payload(c, 1))}}`),
  dcl_interface: (p, c) => {
    const shape = payload(c, 2);
    const id = InterfaceIdToken.id.get(payload(c, 0));
    const tables = list('ft', c, 3, InterfaceToken.tableCount.get(shape));
    p.keyword(c.row!.mnemonic);
    if (DeclarationControls.interfaceDynamicallyIndexed.test(c.token)) p.keyword('_dynamicindexed');
    p.out.text(` fp${id}[${InterfaceToken.arrayLength.get(shape)}][${payload(c, 1)}] = {${tables}}`);
  },
  dcl_input_control_point_count: controlPoints,
  dcl_output_control_point_count: controlPoints,
  dcl_tessellator_domain: plain((c) => ` ${TESSELLATOR_DOMAINS[DeclarationControls.tessellatorDomain.get(c.token)]}`),
  dcl_tessellator_partitioning: plain((c) => {
    const partitioning = DeclarationControls.tessellatorPartitioning.get(c.token);
    return ` ${TESSELLATOR_PARTITIONINGS[partitioning] ?? UNKNOWN_NAME}`;
  }),
  dcl_tessellator_output_primitive: plain((c) => {
    const name = TESSELLATOR_OUTPUT_PRIMITIVES[DeclarationControls.tessellatorOutputPrimitive.get(c.token)];
    return name ? ` ${name}` : '';
  }),
  // A float in every listing, with hexadecimal literals too.
  dcl_hs_max_tessfactor: plain((c) => ` l(${formatF(payload(c, 0))})`),
  dcl_hs_fork_phase_instance_count: signedCount,
  dcl_hs_join_phase_instance_count: signedCount,
  dcl_thread_group: plain((c) => ` ${payload(c, 0)}, ${payload(c, 1)}, ${payload(c, 2)}`),
  dcl_uav_typed: typedResource(UAV_RANGE, uavMarks),
  dcl_uav_raw: bufferResource(UAV_RANGE, uavMarks, false),
  dcl_uav_structured: bufferResource(UAV_RANGE, uavMarks, true),
  dcl_tgsm_raw: register((c) => `, ${payload(c, 0)}`),
  dcl_tgsm_structured: register((c) => `, ${payload(c, 0)}, ${payload(c, 1)}`),
  dcl_resource_raw: bufferResource(RESOURCE_RANGE, noMarks, false),
  dcl_resource_structured: bufferResource(RESOURCE_RANGE, noMarks, true),
  dcl_gsinstances: unsignedCount,
};

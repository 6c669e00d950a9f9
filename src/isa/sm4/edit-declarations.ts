/**
 * Edits of what a shader model 4-5.1 program declares: declarations in their places, counts of temporary registers, unused
 * declarations, global flags, the immediate constant buffer. Each gives a new program.
 *
 * Not for: instructions and registers (edit.ts).
 */

import { sm4ImmediateConstantBuffer } from './builder.ts';
import { globalFlagBits, type Sm4GlobalFlag } from './builder-declarations.ts';
import { type Sm4ControlFlow, sm4ModuleControlFlow } from './control-flow.ts';
import {
  findSm4Nodes,
  insertSm4Nodes,
  replaceSm4Nodes,
  sm4FileOf,
  sm4NumberIndex,
  sm4OpcodeOf,
  sm4RegisterOf,
} from './edit.ts';
import type { Sm4InstructionNode, Sm4Module, Sm4Node, Sm4OperandNode } from './encode.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from './opcodes.ts';
import type { Sm4OperandTypeName } from './operands.ts';
import { Sm4GlobalFlags } from './tokens.ts';

// --- places -----------------------------------------------------------------------------------------------------

const DATA: Sm4Mnemonic = 'customdata';

/** Declarations in the order in which Microsoft's compiler writes them (source: oracle). */
const ORDER: readonly (readonly Sm4Mnemonic[])[] = [
  ['dcl_hs_fork_phase_instance_count', 'dcl_hs_join_phase_instance_count', 'dcl_input_control_point_count'],
  ['dcl_output_control_point_count'],
  ['dcl_tessellator_domain'],
  ['dcl_tessellator_partitioning'],
  ['dcl_tessellator_output_primitive'],
  ['dcl_hs_max_tessfactor'],
  ['dcl_globalFlags'],
  [DATA],
  ['dcl_constantbuffer'],
  ['dcl_sampler'],
  ['dcl_resource', 'dcl_resource_raw', 'dcl_resource_structured'],
  ['dcl_uav_typed', 'dcl_uav_raw', 'dcl_uav_structured'],
  ['dcl_function_body'],
  ['dcl_function_table'],
  ['dcl_interface'],
  [
    ...(['dcl_input', 'dcl_input_sgv', 'dcl_input_siv'] as const),
    ...(['dcl_input_ps', 'dcl_input_ps_sgv', 'dcl_input_ps_siv'] as const),
  ],
  ['dcl_output', 'dcl_output_sgv', 'dcl_output_siv'],
  ['dcl_temps'],
  ['dcl_indexrange'],
  ['dcl_indexableTemp'],
  ['dcl_tgsm_raw', 'dcl_tgsm_structured'],
  ['dcl_thread_group'],
  // The outputs of geometry shaders follow the stream and the topology that they belong to.
  ['dcl_gsinstances'],
  ['dcl_inputprimitive'],
  ['dcl_stream'],
  ['dcl_outputtopology'],
  ['dcl_maxout'],
];
const OUTPUTS: readonly Sm4Mnemonic[] = ['dcl_output', 'dcl_output_sgv', 'dcl_output_siv'];

const RANKS: ReadonlyMap<Sm4Mnemonic, number> = new Map(
  ORDER.flatMap((group, rank) => group.map((name) => [name, rank])),
);

/** Declarations that each phase of a hull shader has of its own; the others stand in front of all phases. */
const OF_PHASES: ReadonlySet<Sm4Mnemonic> = new Set([
  ...(['dcl_hs_fork_phase_instance_count', 'dcl_hs_join_phase_instance_count'] as const),
  ...(['dcl_input', 'dcl_input_sgv', 'dcl_input_siv', 'dcl_output', 'dcl_output_sgv', 'dcl_output_siv'] as const),
  ...(['dcl_temps', 'dcl_indexrange', 'dcl_indexableTemp'] as const),
]);

/** A part of a program with declarations of its own: a phase of a hull shader, or the whole of any other. */
interface Section {
  /** Position behind the phase's mark. */
  readonly start: number;
  readonly end: number;
  /** Position behind the last declaration that stands in front of all code. */
  readonly code: number;
}

function sectionsOf({ nodes }: Sm4Module, { phases }: Sm4ControlFlow): Section[] {
  const marks = [0, ...phases.map(({ start }) => start + 1)];
  // Nothing stands in front of the first mark.
  if (marks[1] === 1) marks.shift();
  return marks.map((start, i) => {
    const end = i + 1 < marks.length ? marks[i + 1]! - 1 : nodes.length;
    let code = start;
    while (code < end && isDeclaration(nodes[code]!)) code++;
    return { start, end, code };
  });
}

function isDeclaration(node: Sm4Node): boolean {
  if (node.kind !== 'instruction') return node.kind !== 'shaderMessage';
  const name = sm4OpcodeOf(node);
  return name !== undefined && SM4_OPCODES[name].kind === 'declaration';
}

/**
 * A declaration put where Microsoft's compiler writes it: behind those of its kind and of the kinds before. The immediate
 * constant buffer counts as one.
 *
 * @param near any position in the phase of a hull shader that inputs, outputs and temporary registers are declared for
 * @throws RangeError where `near` is in no phase that has such declarations
 */
export function addSm4Declaration(draft: Sm4Module, declaration: Sm4Node, near = 0): Sm4Module {
  const name = sm4OpcodeOf(declaration)!;
  const rank = RANKS.get(name);
  if (rank === undefined || !isDeclaration(declaration)) throw new TypeError('declaration: no declaration');
  const sections = sectionsOf(draft, sm4ModuleControlFlow(draft));
  let section = sections[0]!;
  if (sections.length > 1 && OF_PHASES.has(name)) {
    section = sections.find(({ start, end }) => near >= start && near < end) ?? section;
    if (section === sections[0]) throw new RangeError(`near: ${name} belongs to a phase, and ${near} is in none`);
  }
  const { start, code } = section;
  return insertSm4Nodes(draft, start + placeAmong(draft.nodes.slice(start, code), name), declaration);
}

/** Where among the declarations of a section one of `name` goes. */
function placeAmong(declarations: readonly Sm4Node[], name: Sm4Mnemonic): number {
  const names = declarations.map((node) => sm4OpcodeOf(node)!);
  const topology = names.lastIndexOf('dcl_outputtopology');
  const isOutput = (one: Sm4Mnemonic) => OUTPUTS.includes(one);
  if (isOutput(name) && topology >= 0) {
    let at = topology + 1;
    while (at < names.length && isOutput(names[at]!)) at++;
    return at;
  }
  // Behind the last that comes before; outputs among the declarations of streams come before what follows these.
  const rank = RANKS.get(name)!;
  const rankOf = (one: Sm4Mnemonic) => RANKS.get(isOutput(one) && topology >= 0 ? 'dcl_outputtopology' : one)!;
  return names.findLastIndex((one) => rankOf(one) <= rank) + 1;
}

// --- temporary registers ----------------------------------------------------------------------------------------

/**
 * `dcl_temps` and `dcl_indexableTemp` raised where code uses more than they say, and added where there are none; in each phase
 * of a hull shader for itself, subroutines that it calls included. For what is indexed by a register, only the number that is added can be seen.
 */
export function coverSm4Temps(draft: Sm4Module): Sm4Module {
  const flow = sm4ModuleControlFlow(draft);
  const sections = sectionsOf(draft, flow);
  const { nodes } = draft;
  const subroutines = sections.length > 1 ? flow.mainEnd : nodes.length;
  const shared = tempUse(nodes.slice(subroutines));
  const made: Sm4Node[] = [...nodes.slice(0, sections[0]!.start)];
  for (const { start: from, code, end } of sections) {
    const own = nodes.slice(code, Math.min(end, subroutines));
    const calls = own.some((node) => CALLS.has(sm4OpcodeOf(node)!));
    const use = tempUse(own, calls ? shared : undefined);
    // The mark of the next phase belongs to none.
    append(made, covered(nodes.slice(from, code), use), nodes.slice(code, end + 1));
  }
  return { ...draft, nodes: made };
}

/** Without spreading lists into arguments, of which there may not be too many. */
function append(nodes: Sm4Node[], ...lists: readonly (readonly Sm4Node[])[]): void {
  for (const list of lists) for (const node of list) nodes.push(node);
}

const CALLS: ReadonlySet<Sm4Mnemonic> = new Set(['call', 'callc', 'fcall'] as const);

/** The registers that some code uses: how many temporary ones, and how many elements of each array. */
interface TempUse {
  readonly temps: number;
  readonly arrays: ReadonlyMap<number, number>;
}

function tempUse(nodes: readonly Sm4Node[], more?: TempUse): TempUse {
  let temps = more?.temps ?? 0;
  const arrays = new Map(more?.arrays);
  for (const node of nodes) {
    visitOperands(node, (operand) => {
      const ref = sm4RegisterOf(operand);
      if (ref?.register === 'temp') temps = Math.max(temps, ref.number + 1);
      const element = operand.indices[1];
      if (ref?.register !== 'indexableTemp' || element === undefined) return;
      const length = (element.immediate ?? 0) + 1;
      arrays.set(ref.number, Math.max(arrays.get(ref.number) ?? 0, length));
    });
  }
  return { temps, arrays };
}

/** The declarations of a section with those of temporary registers raised to what is used. */
function covered(declarations: readonly Sm4Node[], use: TempUse): readonly Sm4Node[] {
  let { temps } = use;
  const arrays = new Map(use.arrays);
  const made = declarations.map((node) => {
    if (node.kind !== 'instruction') return node;
    const name = sm4OpcodeOf(node);
    if (name === 'dcl_temps') {
      const raised = withPayload(node, 0, temps);
      temps = 0;
      return raised;
    }
    if (name !== 'dcl_indexableTemp') return node;
    const array = node.payload[0] ?? 0;
    const raised = withPayload(node, 1, arrays.get(array) ?? 0);
    arrays.delete(array);
    return raised;
  });
  if (temps > 0) made.splice(placeAmong(made, 'dcl_temps'), 0, declaration('dcl_temps', temps));
  const byNumber = [...arrays].sort(([a], [b]) => a - b);
  const missing = byNumber.map(([array, length]) => declaration('dcl_indexableTemp', array, length, 4));
  if (missing.length === 0) return made;
  const at = placeAmong(made, 'dcl_indexableTemp');
  return [...made.slice(0, at), ...missing, ...made.slice(at)];
}

function declaration(name: Sm4Mnemonic, ...payload: readonly number[]): Sm4InstructionNode {
  return { kind: 'instruction', token: SM4_OPCODES[name].code, extensions: [], operands: [], payload };
}

/** A declaration with payload word `i` raised to `least`. */
function withPayload(node: Sm4InstructionNode, i: number, least: number): Sm4InstructionNode {
  if ((node.payload[i] ?? 0) >= least) return node;
  const payload = [...node.payload];
  while (payload.length < i) payload.push(0);
  payload[i] = least;
  return { ...node, payload };
}

function visitOperands(node: Sm4Node, visit: (operand: Sm4OperandNode) => void): void {
  if (node.kind !== 'instruction' && node.kind !== 'shaderMessage') return;
  const walk = (operand: Sm4OperandNode) => {
    visit(operand);
    for (const { relative } of operand.indices) if (relative !== undefined) walk(relative);
  };
  node.operands.forEach(walk);
}

// --- unused declarations ----------------------------------------------------------------------------------------

/** Files whose declarations the rest of a pipeline does not ask for. */
const DROPPED: readonly Sm4OperandTypeName[] = [
  ...(['constantBuffer', 'sampler', 'resource', 'unorderedAccessView', 'groupSharedMemory'] as const),
  ...(['indexableTemp', 'immediateConstantBuffer'] as const),
];

/**
 * Without the declarations of registers that no instruction names. Where a register's number is computed, all of its file count
 * as used.
 *
 * @param files whose; inputs and outputs, which signatures and other stages know of, only where they are named here
 */
export function removeUnusedSm4Declarations(
  draft: Sm4Module,
  files: readonly Sm4OperandTypeName[] = DROPPED,
): Sm4Module {
  const used = new Set<string>();
  const key = (register: Sm4OperandTypeName, number: number | '*') => `${register} ${number}`;
  for (const node of draft.nodes) {
    if (isDeclaration(node)) continue;
    visitOperands(node, (operand) => {
      const file = sm4FileOf(operand);
      if (file === undefined) return;
      const computed = operand.indices[sm4NumberIndex(file, operand.indices.length)]?.relative !== undefined;
      const number = computed ? '*' : sm4RegisterOf(operand)?.number;
      if (number !== undefined) used.add(key(file, number));
    });
  }
  const unused = (register: Sm4OperandTypeName | undefined, number: number) =>
    register !== undefined &&
    files.includes(register) &&
    !used.has(key(register, number)) &&
    !used.has(key(register, '*'));
  const keepsConstants =
    !files.includes('immediateConstantBuffer') || [...used].some((one) => one.startsWith('immediateConstantBuffer '));
  const kept = draft.nodes.filter((node) => {
    if (node.kind === 'immediateConstantBuffer') return keepsConstants;
    if (node.kind !== 'instruction' || !isDeclaration(node)) return true;
    if (sm4OpcodeOf(node) === 'dcl_indexableTemp') return !unused('indexableTemp', node.payload[0] ?? 0);
    const ref = node.operands[0] && sm4RegisterOf(node.operands[0]);
    return !unused(ref?.register, ref?.number ?? 0);
  });
  return { ...draft, nodes: kept };
}

// --- global flags and constants ---------------------------------------------------------------------------------

/** Global flags set or cleared; those that are not named stay. Where nothing declares any, a declaration is added. */
export function setSm4GlobalFlags(
  draft: Sm4Module,
  flags: Readonly<Partial<Record<Sm4GlobalFlag, boolean>>>,
): Sm4Module {
  const names = Object.keys(flags) as Sm4GlobalFlag[];
  globalFlagBits(names);
  const [at] = findSm4Nodes(draft, 'dcl_globalFlags');
  const old = at === undefined ? declaration('dcl_globalFlags') : (draft.nodes[at] as Sm4InstructionNode);
  let { token } = old;
  for (const name of names) token = Sm4GlobalFlags[name].set(token, flags[name] ? 1 : 0);
  const node = { ...old, token };
  if (at !== undefined) return replaceSm4Nodes(draft, { start: at, end: at + 1 }, node);
  return token === old.token ? draft : addSm4Declaration(draft, node);
}

/** Whether each global flag is set. */
export function sm4GlobalFlags(draft: Sm4Module): Readonly<Record<Sm4GlobalFlag, boolean>> {
  const [at] = findSm4Nodes(draft, 'dcl_globalFlags');
  const token = at === undefined ? 0 : draft.nodes[at]!.token;
  const entries = Object.entries(Sm4GlobalFlags).map(([name, field]) => [name, field.test(token)]);
  return Object.fromEntries(entries) as Record<Sm4GlobalFlag, boolean>;
}

/**
 * The immediate constant buffer with other contents: rows of four floats, raw DWORDs as a `Uint32Array`, or undefined to remove
 * it. Where there is none, it is put in its place.
 */
export function setSm4ImmediateConstants(
  draft: Sm4Module,
  rows: readonly (readonly number[])[] | Uint32Array | undefined,
): Sm4Module {
  const made = rows === undefined ? [] : [sm4ImmediateConstantBuffer(rows)];
  const at = draft.nodes.findIndex(({ kind }) => kind === 'immediateConstantBuffer');
  if (at >= 0) return replaceSm4Nodes(draft, { start: at, end: at + 1 }, ...made);
  return made.length === 0 ? draft : addSm4Declaration(draft, made[0]!);
}

/** The words of the immediate constant buffer, four a row; undefined where there is none. */
export function sm4ImmediateConstants(draft: Sm4Module): Uint32Array | undefined {
  const node = draft.nodes.find(({ kind }) => kind === 'immediateConstantBuffer');
  return node?.kind === 'immediateConstantBuffer' ? node.words : undefined;
}

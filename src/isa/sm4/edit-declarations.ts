/**
 * Edits of the declarations of a shader model 4-5.1 program: adds them in Microsoft's order, raises counts of temporary
 * registers, removes unused ones, changes global flags and the immediate constant buffer. Each returns a new program.
 *
 * Not for: instructions and registers (edit.ts).
 */

import { sm4ImmediateConstantBuffer } from './builder.ts';
import { globalFlagBits, type Sm4Declaration, type Sm4GlobalFlag } from './builder-declarations.ts';
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
import { SM4_OPCODES, type Sm4Declares, type Sm4Mnemonic, type Sm4OpcodeRow } from './opcodes.ts';
import type { Sm4OperandTypeName } from './operands.ts';
import { Sm4GlobalFlags } from './tokens.ts';

// --- order ------------------------------------------------------------------------------------------------------

const DATA = 'customdata' satisfies Sm4Mnemonic;

/** The rank of each declaration in the order in which Microsoft's compiler writes them (source: oracle). */
const RANKS: Readonly<Record<Sm4Declaration | typeof DATA, number>> = {
  dcl_hs_fork_phase_instance_count: 0,
  dcl_hs_join_phase_instance_count: 0,
  dcl_input_control_point_count: 0,
  dcl_output_control_point_count: 1,
  dcl_tessellator_domain: 2,
  dcl_tessellator_partitioning: 3,
  dcl_tessellator_output_primitive: 4,
  dcl_hs_max_tessfactor: 5,
  dcl_globalFlags: 6,
  customdata: 7,
  dcl_constantbuffer: 8,
  dcl_sampler: 9,
  dcl_resource: 10,
  dcl_resource_raw: 10,
  dcl_resource_structured: 10,
  dcl_uav_typed: 11,
  dcl_uav_raw: 11,
  dcl_uav_structured: 11,
  dcl_function_body: 12,
  dcl_function_table: 13,
  dcl_interface: 14,
  dcl_input: 15,
  dcl_input_sgv: 15,
  dcl_input_siv: 15,
  dcl_input_ps: 15,
  dcl_input_ps_sgv: 15,
  dcl_input_ps_siv: 15,
  dcl_output: 16,
  dcl_output_sgv: 16,
  dcl_output_siv: 16,
  dcl_temps: 17,
  dcl_indexrange: 18,
  dcl_indexableTemp: 19,
  dcl_tgsm_raw: 20,
  dcl_tgsm_structured: 20,
  dcl_thread_group: 21,
  // The outputs of geometry shaders follow the stream and the topology that they belong to.
  dcl_gsinstances: 22,
  dcl_inputprimitive: 23,
  dcl_stream: 24,
  dcl_outputtopology: 25,
  dcl_maxout: 26,
};

function rankOf(name: Sm4Mnemonic): number | undefined {
  return (RANKS as Readonly<Partial<Record<Sm4Mnemonic, number>>>)[name];
}

function isOutput(name: Sm4Mnemonic): boolean {
  return declaredBy(name) === 'output';
}

/** Returns the kind of register or state that a declaration declares; undefined for everything else. */
function declaredBy(name: Sm4Mnemonic): Sm4Declares | undefined {
  const row: Sm4OpcodeRow = SM4_OPCODES[name];
  return row.kind === 'declaration' ? row.declares : undefined;
}

/** Declarations that each phase of a hull shader has for itself; all others come before the phases. */
const OF_PHASES: ReadonlySet<Sm4Declares | undefined> = new Set<Sm4Declares>([
  ...(['input', 'output', 'temps', 'indexRange', 'indexableTemp', 'phaseInstances'] as const),
]);

/**
 * A part of a program with separate declarations: a phase of a hull shader, or the entire program of any other stage.
 */
interface Section {
  /** Position after the marker of the phase. */
  readonly start: number;
  readonly end: number;
  /** Position after the last declaration before the code. */
  readonly code: number;
}

function sectionsOf({ nodes }: Sm4Module, { phases }: Sm4ControlFlow): Section[] {
  const marks = [0, ...phases.map(({ start }) => start + 1)];
  // Nothing comes before the first marker.
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
 * Adds a declaration where Microsoft's compiler writes it: after those of its kind and of the kinds before. The
 * immediate constant buffer counts as a declaration.
 *
 * @param near any position in the phase of a hull shader that inputs, outputs and temporary registers are declared for
 * @throws RangeError if `near` is not in a phase that has such declarations
 */
export function addSm4Declaration(module: Sm4Module, declaration: Sm4Node, near = 0): Sm4Module {
  const name = sm4OpcodeOf(declaration)!;
  const rank = rankOf(name);
  if (rank === undefined || !isDeclaration(declaration)) throw new TypeError('declaration: not a declaration');
  const sections = sectionsOf(module, sm4ModuleControlFlow(module));
  let section = sections[0]!;
  if (sections.length > 1 && OF_PHASES.has(declaredBy(name))) {
    section = sections.find(({ start, end }) => near >= start && near < end) ?? section;
    if (section === sections[0]) throw new RangeError(`near: ${name} belongs to a phase, and ${near} is in none`);
  }
  const { start, code } = section;
  return insertSm4Nodes(module, start + insertionIndex(module.nodes.slice(start, code), name), declaration);
}

/** The position of a new declaration `name` among the declarations of a section. */
function insertionIndex(declarations: readonly Sm4Node[], name: Sm4Mnemonic): number {
  const names = declarations.map((node) => sm4OpcodeOf(node)!);
  const topology = names.lastIndexOf('dcl_outputtopology');
  if (isOutput(name) && topology >= 0) {
    let at = topology + 1;
    while (at < names.length && isOutput(names[at]!)) at++;
    return at;
  }
  // After the last declaration of the same or a lower rank; the outputs of streams count with their topology.
  const rank = rankOf(name)!;
  const effectiveRank = (one: Sm4Mnemonic) => rankOf(isOutput(one) && topology >= 0 ? 'dcl_outputtopology' : one)!;
  return names.findLastIndex((one) => effectiveRank(one) <= rank) + 1;
}

// --- temporary registers ----------------------------------------------------------------------------------------

/**
 * Raises `dcl_temps` and `dcl_indexableTemp` to the registers that the code uses, and adds them if they are missing.
 * Each phase of a hull shader counts for itself, with the subroutines that it calls. For an index with a register, only
 * the added number counts.
 */
export function coverSm4Temps(module: Sm4Module): Sm4Module {
  const flow = sm4ModuleControlFlow(module);
  const sections = sectionsOf(module, flow);
  const { nodes } = module;
  const subroutines = sections.length > 1 ? flow.mainEnd : nodes.length;
  const shared = tempUse(nodes.slice(subroutines));
  const made: Sm4Node[] = [...nodes.slice(0, sections[0]!.start)];
  for (const { start: from, code, end } of sections) {
    const body = nodes.slice(code, Math.min(end, subroutines));
    const calls = body.some((node) => CALLS.has(sm4OpcodeOf(node)!));
    const use = tempUse(body, calls ? shared : undefined);
    // The marker of the next phase belongs to no section.
    append(made, covered(nodes.slice(from, code), use), nodes.slice(code, end + 1));
  }
  return { ...module, nodes: made };
}

/** Appends without spreading lists into arguments, whose number is limited. */
function append(nodes: Sm4Node[], ...lists: readonly (readonly Sm4Node[])[]): void {
  for (const list of lists) for (const node of list) nodes.push(node);
}

const CALLS: ReadonlySet<Sm4Mnemonic> = new Set(['call', 'callc', 'fcall'] as const);

/** The temporary registers that code uses: how many, and how many elements of each array. */
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

/** The declarations of a section with those of temporary registers raised to `use`. */
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
  if (temps > 0) made.splice(insertionIndex(made, 'dcl_temps'), 0, declaration('dcl_temps', temps));
  const byNumber = [...arrays].sort(([a], [b]) => a - b);
  const missing = byNumber.map(([array, length]) => declaration('dcl_indexableTemp', array, length, 4));
  if (missing.length === 0) return made;
  const at = insertionIndex(made, 'dcl_indexableTemp');
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

/** Files whose declarations other stages and signatures do not depend on. */
const DROPPED: readonly Sm4OperandTypeName[] = [
  ...(['constantBuffer', 'sampler', 'resource', 'unorderedAccessView', 'groupSharedMemory'] as const),
  ...(['indexableTemp', 'immediateConstantBuffer'] as const),
];

/**
 * Removes the declarations of registers that no instruction names. If the number of a register is computed, all
 * registers of its file count as used.
 *
 * @param files the files to clean up; inputs and outputs, which signatures and other stages depend on, only if they
 *   are named
 *     here
 */
export function removeUnusedSm4Declarations(
  module: Sm4Module,
  files: readonly Sm4OperandTypeName[] = DROPPED,
): Sm4Module {
  const used = new Set<string>();
  const key = (register: Sm4OperandTypeName, number: number | '*') => `${register} ${number}`;
  for (const node of module.nodes) {
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
  const remaining = module.nodes.filter((node) => {
    if (node.kind === 'immediateConstantBuffer') return keepsConstants;
    if (node.kind !== 'instruction' || !isDeclaration(node)) return true;
    if (sm4OpcodeOf(node) === 'dcl_indexableTemp') return !unused('indexableTemp', node.payload[0] ?? 0);
    const ref = node.operands[0] && sm4RegisterOf(node.operands[0]);
    return !unused(ref?.register, ref?.number ?? 0);
  });
  return { ...module, nodes: remaining };
}

// --- global flags and constants ---------------------------------------------------------------------------------

/** Sets or clears global flags; others stay. Adds a declaration if there is none. */
export function setSm4GlobalFlags(
  module: Sm4Module,
  flags: Readonly<Partial<Record<Sm4GlobalFlag, boolean>>>,
): Sm4Module {
  const names = Object.keys(flags) as Sm4GlobalFlag[];
  globalFlagBits(names);
  const [at] = findSm4Nodes(module, 'dcl_globalFlags');
  const old = at === undefined ? declaration('dcl_globalFlags') : (module.nodes[at] as Sm4InstructionNode);
  let { token } = old;
  for (const name of names) token = Sm4GlobalFlags[name].set(token, flags[name] ? 1 : 0);
  const node = { ...old, token };
  if (at !== undefined) return replaceSm4Nodes(module, { start: at, end: at + 1 }, node);
  return token === old.token ? module : addSm4Declaration(module, node);
}

/** Returns whether each global flag is set. */
export function sm4GlobalFlags(module: Sm4Module): Readonly<Record<Sm4GlobalFlag, boolean>> {
  const [at] = findSm4Nodes(module, 'dcl_globalFlags');
  const token = at === undefined ? 0 : module.nodes[at]!.token;
  const entries = Object.entries(Sm4GlobalFlags).map(([name, field]) => [name, field.test(token)]);
  return Object.fromEntries(entries) as Record<Sm4GlobalFlag, boolean>;
}

/**
 * Replaces the immediate constant buffer: rows of four floats, raw DWORDs as a `Uint32Array`, or undefined to remove
 * it. Adds it if there is none.
 */
export function setSm4ImmediateConstants(
  module: Sm4Module,
  rows: readonly (readonly number[])[] | Uint32Array | undefined,
): Sm4Module {
  const made = rows === undefined ? [] : [sm4ImmediateConstantBuffer(rows)];
  const at = module.nodes.findIndex(({ kind }) => kind === 'immediateConstantBuffer');
  if (at >= 0) return replaceSm4Nodes(module, { start: at, end: at + 1 }, ...made);
  return made.length === 0 ? module : addSm4Declaration(module, made[0]!);
}

/** Returns the words of the immediate constant buffer, four per row; undefined if there is none. */
export function sm4ImmediateConstants(module: Sm4Module): Uint32Array | undefined {
  const node = module.nodes.find(({ kind }) => kind === 'immediateConstantBuffer');
  return node?.kind === 'immediateConstantBuffer' ? node.words : undefined;
}

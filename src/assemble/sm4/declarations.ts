/**
 * What a program declares, as the chunks around it need it: resources with their bind points and strides, inputs and outputs,
 * interfaces, global flags.
 *
 * Not for: instructions.
 */
import { Sm4Cursor, type Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { SM4_MULTISAMPLED_DIMENSIONS, SM4_SAMPLER_MODES } from '../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../../isa/sm4/opcodes.ts';
import { SM4_UNBOUNDED } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import {
  Sm4DeclarationControls,
  Sm4ExtendedOperandToken,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4ReturnTypeToken,
} from '../../isa/sm4/tokens.ts';

/** Letters in front of bind points. */
export type ResourceLetter = 'cb' | 't' | 's' | 'u';

export interface DeclaredResource {
  /** Which instruction of the program declares it. */
  readonly position: number;
  readonly mnemonic: Sm4Mnemonic;
  readonly letter: ResourceLetter;
  /** Range id; before 5.1 the bind point. */
  readonly id: number;
  readonly bindPoint: number;
  /** 0 when the range has no upper bound. */
  readonly bindCount: number;
  readonly space: number;
  /** `D3D10_SB_RESOURCE_DIMENSION` of typed views. */
  readonly dimension: number;
  readonly sampleCount: number;
  /** `D3D10_SB_RESOURCE_RETURN_TYPE` of the first component. */
  readonly returnType: number;
  /** Bytes of a structured buffer's element; registers of a constant buffer. */
  readonly size: number;
  readonly comparison: boolean;
  /** A UAV with a counter, as far as the declaration or an instruction shows it. */
  readonly counter: boolean;
}

/** An input, output or patch constant. */
export interface DeclaredRegister {
  /** Which instruction of the program declares it. */
  readonly position: number;
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  readonly register: number;
  readonly mask: number;
  /** `D3D10_SB_NAME`; 0 for none. */
  readonly name: number;
  readonly minPrecision: number;
  readonly stream: number;
  /** Of hull shaders: which phase declares it. */
  readonly phase: 'control' | 'patch' | undefined;
}

export interface DeclaredInterface {
  /** Function tables, one for each class that may stand behind it. */
  readonly tables: readonly number[];
  /** Pointers of this name. */
  readonly count: number;
}

export interface Declarations {
  readonly resources: readonly DeclaredResource[];
  readonly inputs: readonly DeclaredRegister[];
  readonly outputs: readonly DeclaredRegister[];
  /** By the number of the first interface pointer. */
  readonly interfaces: ReadonlyMap<number, DeclaredInterface>;
  /** Interface pointers, arrays counted with all their elements. */
  readonly interfaceSlots: number;
  /** The token of `dcl_globalFlags`; 0 without. */
  readonly flags: number;
  /** `D3D11_SB_TESSELLATOR_DOMAIN`; 0 without. */
  readonly domain: number;
}

const RESOURCES: Readonly<Partial<Record<Sm4Mnemonic, ResourceLetter>>> = {
  dcl_constantbuffer: 'cb',
  dcl_sampler: 's',
  dcl_resource: 't',
  dcl_resource_raw: 't',
  dcl_resource_structured: 't',
  dcl_uav_typed: 'u',
  dcl_uav_raw: 'u',
  dcl_uav_structured: 'u',
};
const COMPARISON_MODE = SM4_SAMPLER_MODES.indexOf('mode_comparison');
const PHASES: ReadonlyMap<number, DeclaredRegister['phase']> = new Map([
  [SM4_OPCODES.hs_control_point_phase.code, 'control'],
  [SM4_OPCODES.hs_fork_phase.code, 'patch'],
  [SM4_OPCODES.hs_join_phase.code, 'patch'],
]);
const COUNTING: ReadonlySet<number> = new Set([SM4_OPCODES.imm_atomic_alloc.code, SM4_OPCODES.imm_atomic_consume.code]);

/** Opcodes of declarations, and of what else is looked at. */
const DECLARING = new Uint8Array(Sm4OpcodeToken.opcode.ones + 1);
for (const { code, kind } of Object.values(SM4_OPCODES)) if (kind === 'declaration') DECLARING[code] = 1;
for (const code of [...PHASES.keys(), ...COUNTING]) DECLARING[code] = 1;

/** What `program` declares; declarations stand anywhere in hull shaders, so the whole of it is looked at. */
export function declarationsOf(program: Sm4Program): Declarations {
  return new Reader(program).read();
}

class Reader {
  private readonly cursor: Sm4Cursor;
  private readonly rangeIds: boolean;
  private readonly resources: DeclaredResource[] = [];
  private readonly inputs: DeclaredRegister[] = [];
  private readonly outputs: DeclaredRegister[] = [];
  private readonly interfaces = new Map<number, DeclaredInterface>();
  /** Ids of UAVs that instructions count in. */
  private readonly counters = new Set<number>();
  private interfaceSlots = 0;
  private flags = 0;
  private domain = 0;
  private stream = 0;
  private phase: DeclaredRegister['phase'];

  constructor(private readonly program: Sm4Program) {
    this.cursor = new Sm4Cursor(program);
    this.rangeIds = sm4UsesRangeIds(program);
  }

  read(): Declarations {
    const { cursor, program } = this;
    const { words, starts } = program;
    for (let i = 0; i < program.count; i++) {
      if (DECLARING[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)] === 0) continue;
      cursor.goto(i);
      const { row, code } = cursor;
      if (row?.kind === 'declaration') this.declaration(row.mnemonic);
      else if (PHASES.has(code)) this.phase = PHASES.get(code);
      else if (COUNTING.has(code) && cursor.operandCount > 1) this.counters.add(indexOf(cursor.operands[1]!, 0));
    }
    const resources = this.resources.map((resource) =>
      resource.letter === 'u' && this.counters.has(resource.id) ? { ...resource, counter: true } : resource,
    );
    const { inputs, outputs, interfaces, interfaceSlots, flags, domain } = this;
    return { resources, inputs, outputs, interfaces, interfaceSlots, flags, domain };
  }

  private declaration(mnemonic: Sm4Mnemonic): void {
    const { cursor } = this;
    const letter = RESOURCES[mnemonic];
    if (mnemonic === 'dcl_globalFlags') this.flags |= cursor.token;
    else if (mnemonic === 'dcl_interface') this.interface();
    else if (mnemonic === 'dcl_tessellator_domain')
      this.domain = Sm4DeclarationControls.tessellatorDomain.get(cursor.token);
    else if (cursor.operandCount === 0) return;
    else if (letter !== undefined) this.resource(mnemonic, letter);
    else if (mnemonic.startsWith('dcl_input')) this.register(mnemonic, this.inputs);
    else if (mnemonic.startsWith('dcl_output')) this.register(mnemonic, this.outputs);
    else if (mnemonic === 'dcl_stream') this.stream = indexOf(cursor.operands[0]!, 0) & 3;
  }

  /** Word `i` behind the operands; 0 where there is none. */
  private payload(i: number): number {
    const { cursor } = this;
    return cursor.payload + i < cursor.end ? cursor.word(cursor.payload + i) >>> 0 : 0;
  }

  private resource(mnemonic: Sm4Mnemonic, letter: ResourceLetter): void {
    const { cursor, rangeIds } = this;
    const { token } = cursor;
    const slot = cursor.operands[0]!;
    const lower = indexOf(slot, 1);
    const upper = indexOf(slot, 2);
    const typed = mnemonic === 'dcl_resource' || mnemonic === 'dcl_uav_typed';
    const structured = mnemonic === 'dcl_resource_structured' || mnemonic === 'dcl_uav_structured';
    const sized = mnemonic === 'dcl_constantbuffer';
    const dimension = typed ? Sm4DeclarationControls.resourceDimension.get(token) : 0;
    this.resources.push({
      position: cursor.position,
      mnemonic,
      letter,
      id: indexOf(slot, 0),
      bindPoint: rangeIds ? lower : indexOf(slot, 0),
      bindCount: !rangeIds ? 1 : upper === SM4_UNBOUNDED ? 0 : (upper - lower + 1) >>> 0,
      space: rangeIds ? this.payload(typed || structured || sized ? 1 : 0) : 0,
      dimension,
      sampleCount: SM4_MULTISAMPLED_DIMENSIONS.includes(dimension) ? Sm4DeclarationControls.sampleCount.get(token) : 0,
      returnType: typed ? Sm4ReturnTypeToken.x.get(this.payload(0)) : 0,
      // Before 5.1, the size of a constant buffer is the second index.
      size: structured || (sized && rangeIds) ? this.payload(0) : sized ? lower : 0,
      comparison: letter === 's' && Sm4DeclarationControls.samplerMode.get(token) === COMPARISON_MODE,
      counter: letter === 'u' && Sm4DeclarationControls.orderPreservingCounter.test(token),
    });
  }

  private register(mnemonic: Sm4Mnemonic, list: DeclaredRegister[]): void {
    const slot = this.cursor.operands[0]!;
    const named = mnemonic.endsWith('_sgv') || mnemonic.endsWith('_siv');
    list.push({
      position: this.cursor.position,
      type: slot.type,
      // The last index is the register; the one in front of it counts vertices.
      register: indexOf(slot, slot.indexCount - 1),
      mask: Sm4OperandToken.mask.get(slot.token),
      name: named ? Sm4NameToken.name.get(this.payload(0)) : 0,
      minPrecision: Sm4ExtendedOperandToken.minPrecision.get(slot.extension),
      stream: this.stream,
      phase: this.phase,
    });
  }

  private interface(): void {
    const { cursor } = this;
    const shape = this.payload(2);
    const id = Sm4InterfaceIdToken.id.get(this.payload(0));
    const there = Math.max(0, cursor.end - cursor.payload - 3);
    const length = Math.min(there, Sm4InterfaceToken.tableCount.get(shape));
    const tables = Array.from({ length }, (_, i) => this.payload(3 + i));
    const count = Sm4InterfaceToken.arrayLength.get(shape);
    this.interfaces.set(id, { tables, count });
    this.interfaceSlots = Math.max(this.interfaceSlots, id + count);
  }
}

/** Index `i` of an operand; 0 where there is none. */
function indexOf(slot: Sm4OperandSlot, i: number): number {
  return i >= 0 && i < slot.indexCount ? slot.index(i) >>> 0 : 0;
}

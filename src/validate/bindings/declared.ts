/**
 * What a program of shader models 4.0 to 5.1 uses of the root signature, from its own declarations: a register or, from 5.1 on, a
 * range of them in a register space.
 *
 * Not for: names (RDEF), or whether the declarations are valid.
 */
import { DescriptorRangeType } from '../../container/rts0.ts';
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { SM4_SAMPLER_MODES } from '../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { Sm4DeclarationControls, Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';

/** What a descriptor has to be, beyond its kind. */
export type BindingForm = 'constants' | 'typed' | 'raw' | 'structured' | 'sampler' | 'comparison sampler';

export interface DeclaredBinding {
  /** One of {@link DescriptorRangeType}. */
  readonly rangeType: number;
  readonly form: BindingForm;
  readonly space: number;
  readonly first: number;
  /** The last register; 0xffffffff where the range has no end. */
  readonly last: number;
  /** By which instructions mean it. */
  readonly id: number;
  /** UAVs: a counter that may be used to index back is declared. */
  readonly hasCounter: boolean;
  /** UAVs: an instruction uses its counter. */
  usesCounter: boolean;
  /** Constant buffers: how many times 16 bytes, and whether they are indexed at run time. */
  readonly size: number;
  readonly isIndexed: boolean;
  /** DWORD index of the declaration in the program, and behind it. */
  readonly at: number;
  readonly end: number;
}

interface FormRow {
  readonly rangeType: number;
  readonly form: BindingForm;
}

const { srv, uav, cbv, sampler } = DescriptorRangeType;

const FORMS: ReadonlyMap<number, FormRow> = new Map<number, FormRow>([
  [SM4_OPCODES.dcl_constantbuffer.code, { rangeType: cbv, form: 'constants' }],
  [SM4_OPCODES.dcl_sampler.code, { rangeType: sampler, form: 'sampler' }],
  [SM4_OPCODES.dcl_resource.code, { rangeType: srv, form: 'typed' }],
  [SM4_OPCODES.dcl_resource_raw.code, { rangeType: srv, form: 'raw' }],
  [SM4_OPCODES.dcl_resource_structured.code, { rangeType: srv, form: 'structured' }],
  [SM4_OPCODES.dcl_uav_typed.code, { rangeType: uav, form: 'typed' }],
  [SM4_OPCODES.dcl_uav_raw.code, { rangeType: uav, form: 'raw' }],
  [SM4_OPCODES.dcl_uav_structured.code, { rangeType: uav, form: 'structured' }],
]);

const COUNTING: ReadonlySet<number> = new Set([SM4_OPCODES.imm_atomic_alloc.code, SM4_OPCODES.imm_atomic_consume.code]);

const CONSTANT_BUFFER = SM4_OPCODES.dcl_constantbuffer.code;
const SAMPLER = SM4_OPCODES.dcl_sampler.code;
const STRUCTURED_UAV = SM4_OPCODES.dcl_uav_structured.code;
const COMPARISON = SM4_SAMPLER_MODES.indexOf('mode_comparison');

/** The bindings in the order of their declarations. */
export function declaredBindings(program: Sm4Program): DeclaredBinding[] {
  const bindings: DeclaredBinding[] = [];
  /** UAVs by what instructions call them. */
  const views = new Map<number, DeclaredBinding>();
  const cursor = new Sm4Cursor(program);
  const { words, starts, count } = program;
  for (let i = 0; i < count; i++) {
    const code = Sm4OpcodeToken.opcode.get(words[starts[i]!]!);
    const row = FORMS.get(code);
    if (row === undefined && !COUNTING.has(code)) continue;
    cursor.goto(i);
    if (row === undefined) {
      const view = views.get(cursor.operands[1]!.index0 >>> 0);
      if (view !== undefined) view.usesCounter = true;
      continue;
    }
    const binding = bindingAt(cursor, row);
    bindings.push(binding);
    if (binding.rangeType === uav) views.set(binding.id, binding);
  }
  return bindings;
}

function bindingAt(cursor: Sm4Cursor, { rangeType, form }: FormRow): DeclaredBinding {
  const { program, token, code, payload, start, end } = cursor;
  const slot = cursor.operands[0]!;
  const isRange = sm4UsesRangeIds(program);
  // What damaged programs leave out is 0.
  const index = (i: number) => (i < slot.indexCount ? slot.index(i) >>> 0 : 0);
  const id = index(0);
  const isBuffer = code === CONSTANT_BUFFER;
  const space = (cursor.row?.payload ?? []).indexOf('space');
  const isComparison = code === SAMPLER && Sm4DeclarationControls.samplerMode.get(token) === COMPARISON;
  return {
    rangeType,
    form: isComparison ? 'comparison sampler' : form,
    space: isRange && space >= 0 ? cursor.word(payload + space) : 0,
    first: isRange ? index(1) : id,
    last: isRange ? index(2) : id,
    id,
    hasCounter: code === STRUCTURED_UAV && Sm4DeclarationControls.orderPreservingCounter.test(token),
    usesCounter: false,
    size: isBuffer ? (isRange ? cursor.word(payload) : index(1)) : 0,
    isIndexed: isBuffer && Sm4DeclarationControls.dynamicallyIndexed.test(token),
    at: start,
    end,
  };
}

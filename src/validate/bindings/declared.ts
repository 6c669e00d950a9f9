/**
 * What a program of shader models 4.0 to 5.1 uses of the root signature, from its own declarations: a register or, from 5.1 on, a
 * range of them in a register space.
 *
 * Not for: names (RDEF), or whether the declarations are valid.
 */
import { DescriptorRangeType } from '../../container/rts0.ts';
import { Cursor } from '../../isa/sm4/cursor.ts';
import { SAMPLER_MODES } from '../../isa/sm4/names.ts';
import { OPCODES } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, usesRangeIds } from '../../isa/sm4/program.ts';
import { DeclarationControls, OpcodeToken } from '../../isa/sm4/tokens.ts';

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
  [OPCODES.dcl_constantbuffer.code, { rangeType: cbv, form: 'constants' }],
  [OPCODES.dcl_sampler.code, { rangeType: sampler, form: 'sampler' }],
  [OPCODES.dcl_resource.code, { rangeType: srv, form: 'typed' }],
  [OPCODES.dcl_resource_raw.code, { rangeType: srv, form: 'raw' }],
  [OPCODES.dcl_resource_structured.code, { rangeType: srv, form: 'structured' }],
  [OPCODES.dcl_uav_typed.code, { rangeType: uav, form: 'typed' }],
  [OPCODES.dcl_uav_raw.code, { rangeType: uav, form: 'raw' }],
  [OPCODES.dcl_uav_structured.code, { rangeType: uav, form: 'structured' }],
]);

const COUNTING: ReadonlySet<number> = new Set([OPCODES.imm_atomic_alloc.code, OPCODES.imm_atomic_consume.code]);

const CONSTANT_BUFFER = OPCODES.dcl_constantbuffer.code;
const SAMPLER = OPCODES.dcl_sampler.code;
const STRUCTURED_UAV = OPCODES.dcl_uav_structured.code;
const COMPARISON = SAMPLER_MODES.indexOf('mode_comparison');

/** The bindings in the order of their declarations. */
export function declaredBindings(program: Sm4Program): DeclaredBinding[] {
  const bindings: DeclaredBinding[] = [];
  /** UAVs by what instructions call them. */
  const views = new Map<number, DeclaredBinding>();
  const cursor = new Cursor(program);
  const { words, starts, count } = program;
  for (let i = 0; i < count; i++) {
    const code = OpcodeToken.opcode.get(words[starts[i]!]!);
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

function bindingAt(cursor: Cursor, { rangeType, form }: FormRow): DeclaredBinding {
  const { program, token, code, payload, start, end } = cursor;
  const slot = cursor.operands[0]!;
  const isRange = usesRangeIds(program);
  // What damaged programs leave out is 0.
  const index = (i: number) => (i < slot.indexCount ? slot.index(i) >>> 0 : 0);
  const id = index(0);
  const isBuffer = code === CONSTANT_BUFFER;
  const space = (cursor.row?.payload ?? []).indexOf('space');
  const isComparison = code === SAMPLER && DeclarationControls.samplerMode.get(token) === COMPARISON;
  return {
    rangeType,
    form: isComparison ? 'comparison sampler' : form,
    space: isRange && space >= 0 ? cursor.word(payload + space) : 0,
    first: isRange ? index(1) : id,
    last: isRange ? index(2) : id,
    id,
    hasCounter: code === STRUCTURED_UAV && DeclarationControls.orderPreservingCounter.test(token),
    usesCounter: false,
    size: isBuffer ? (isRange ? cursor.word(payload) : index(1)) : 0,
    isIndexed: isBuffer && DeclarationControls.dynamicallyIndexed.test(token),
    at: start,
    end,
  };
}

/**
 * The instruction of each operation of the IR that computes lane by lane. Operations that are not here have code in
 * select.ts and select-memory.ts.
 */
import { type IrOpName, OP_NAMES, OP_ROWS, Op } from '../../ir/ops.ts';
import type { Sm4InstructionMnemonic } from '../../isa/sm4/opcodes.ts';

/**
 * The reading of an operand: `f` as a float, with modifiers; `i` as an integer that may be negated; `u` as bits.
 */
export type Reading = 'f' | 'i' | 'u';

export interface LanewiseRow {
  readonly mnemonic: Sm4InstructionMnemonic;
  readonly readings: readonly Reading[];
  /** Which of two results it is; undefined where the instruction has only one. */
  readonly result?: 0 | 1;
}

const row = (mnemonic: Sm4InstructionMnemonic, readings: string, result?: 0 | 1): LanewiseRow => ({
  mnemonic,
  readings: [...readings] as Reading[],
  ...(result !== undefined && { result }),
});

const ROWS: Readonly<Partial<Record<IrOpName, LanewiseRow>>> = {
  'f.add': row('add', 'ff'),
  'f.mul': row('mul', 'ff'),
  'f.mad': row('mad', 'fff'),
  'f.div': row('div', 'ff'),
  'f.rcp': row('rcp', 'f'),
  'f.rsq': row('rsq', 'f'),
  'f.sqrt': row('sqrt', 'f'),
  'f.exp2': row('exp', 'f'),
  'f.log2': row('log', 'f'),
  'f.sin': row('sincos', 'f', 0),
  'f.cos': row('sincos', 'f', 1),
  'f.min': row('min', 'ff'),
  'f.max': row('max', 'ff'),
  'f.frc': row('frc', 'f'),
  'f.floor': row('round_ni', 'f'),
  'f.ceil': row('round_pi', 'f'),
  'f.trunc': row('round_z', 'f'),
  'f.rne': row('round_ne', 'f'),
  'f.eq': row('eq', 'ff'),
  'f.ne': row('ne', 'ff'),
  'f.lt': row('lt', 'ff'),
  'f.ge': row('ge', 'ff'),
  'deriv.x': row('deriv_rtx_coarse', 'f'),
  'deriv.y': row('deriv_rty_coarse', 'f'),
  'deriv.x.coarse': row('deriv_rtx_coarse', 'f'),
  'deriv.y.coarse': row('deriv_rty_coarse', 'f'),
  'deriv.x.fine': row('deriv_rtx_fine', 'f'),
  'deriv.y.fine': row('deriv_rty_fine', 'f'),
  'i.add': row('iadd', 'ii'),
  'i.neg': row('ineg', 'u'),
  'i.mul': row('imul', 'ii', 1),
  'i.mulhi': row('imul', 'uu', 0),
  'u.mulhi': row('umul', 'uu', 0),
  'u.div': row('udiv', 'uu', 0),
  'u.mod': row('udiv', 'uu', 1),
  'i.min': row('imin', 'ii'),
  'i.max': row('imax', 'ii'),
  'u.min': row('umin', 'uu'),
  'u.max': row('umax', 'uu'),
  'i.shl': row('ishl', 'uu'),
  'i.shr': row('ishr', 'uu'),
  'u.shr': row('ushr', 'uu'),
  'i.bfe': row('ibfe', 'uuu'),
  'u.bfe': row('ubfe', 'uuu'),
  'i.bfi': row('bfi', 'uuuu'),
  'i.bfrev': row('bfrev', 'u'),
  'i.bits': row('countbits', 'u'),
  'i.first_lo': row('firstbit_lo', 'u'),
  'u.first_hi': row('firstbit_hi', 'u'),
  'i.first_hi': row('firstbit_shi', 'u'),
  'u.addc': row('uaddc', 'uu', 1),
  'u.subb': row('usubb', 'uu', 1),
  'u.msad': row('msad', 'uuu'),
  'i.and': row('and', 'uu'),
  'i.or': row('or', 'uu'),
  'i.xor': row('xor', 'uu'),
  'i.not': row('not', 'u'),
  'i.eq': row('ieq', 'uu'),
  'i.ne': row('ine', 'uu'),
  'i.lt': row('ilt', 'uu'),
  'i.ge': row('ige', 'uu'),
  'u.lt': row('ult', 'uu'),
  'u.ge': row('uge', 'uu'),
  'cvt.f2i': row('ftoi', 'f'),
  'cvt.f2u': row('ftou', 'f'),
  'cvt.i2f': row('itof', 'i'),
  'cvt.u2f': row('utof', 'u'),
  'cvt.f2h': row('f32tof16', 'f'),
  'cvt.h2f': row('f16tof32', 'u'),
  'status.mapped': row('check_access_fully_mapped', 'u'),
};

/** The rows by the number of the operation. */
export const LANEWISE: readonly (LanewiseRow | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => ROWS[name]);

/** A double operation: its mnemonic and the operands that are doubles, a character each: `d` or `u` for 32 bits. */
export interface DoubleRow {
  readonly mnemonic: Sm4InstructionMnemonic;
  readonly operands: string;
  readonly result: 'd' | 'u';
}

const DOUBLES: Readonly<Partial<Record<IrOpName, DoubleRow>>> = {
  'd.add': { mnemonic: 'dadd', operands: 'dd', result: 'd' },
  'd.mul': { mnemonic: 'dmul', operands: 'dd', result: 'd' },
  'd.div': { mnemonic: 'ddiv', operands: 'dd', result: 'd' },
  'd.rcp': { mnemonic: 'drcp', operands: 'd', result: 'd' },
  'd.fma': { mnemonic: 'dfma', operands: 'ddd', result: 'd' },
  'd.min': { mnemonic: 'dmin', operands: 'dd', result: 'd' },
  'd.max': { mnemonic: 'dmax', operands: 'dd', result: 'd' },
  'd.eq': { mnemonic: 'deq', operands: 'dd', result: 'u' },
  'd.ne': { mnemonic: 'dne', operands: 'dd', result: 'u' },
  'd.lt': { mnemonic: 'dlt', operands: 'dd', result: 'u' },
  'd.ge': { mnemonic: 'dge', operands: 'dd', result: 'u' },
  'd.to_f': { mnemonic: 'dtof', operands: 'd', result: 'u' },
  'd.to_i': { mnemonic: 'dtoi', operands: 'd', result: 'u' },
  'd.to_u': { mnemonic: 'dtou', operands: 'd', result: 'u' },
  'd.from_f': { mnemonic: 'ftod', operands: 'u', result: 'd' },
  'd.from_i': { mnemonic: 'itod', operands: 'u', result: 'd' },
  'd.from_u': { mnemonic: 'utod', operands: 'u', result: 'd' },
};

export const DOUBLE_ROWS: readonly (DoubleRow | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => DOUBLES[name]);

/** A read of a view: mnemonic without and with an access status, and the operands before and after the view. */
export interface ReadRow {
  readonly mnemonic: Sm4InstructionMnemonic;
  /** With an access status. */
  readonly sparse?: Sm4InstructionMnemonic;
  /** With a smallest level, which implies the status. */
  readonly clamped?: Sm4InstructionMnemonic;
  /** Operands of the operation before the view, as shapes: `v` a vector, `o` one component. */
  readonly before: string;
  /** Operands of the operation after the view and the sampler. */
  readonly after: string;
  readonly sampler: boolean;
}

const READS: Readonly<Partial<Record<IrOpName, ReadRow>>> = {
  'tex.sample': {
    mnemonic: 'sample',
    clamped: 'sample_cl_s',
    sparse: 'sample_cl_s',
    before: 'v',
    after: '',
    sampler: true,
  },
  'tex.sample.bias': {
    mnemonic: 'sample_b',
    clamped: 'sample_b_cl_s',
    sparse: 'sample_b_cl_s',
    before: 'v',
    after: 'o',
    sampler: true,
  },
  'tex.sample.level': { mnemonic: 'sample_l', sparse: 'sample_l_s', before: 'v', after: 'o', sampler: true },
  'tex.sample.grad': {
    mnemonic: 'sample_d',
    clamped: 'sample_d_cl_s',
    sparse: 'sample_d_cl_s',
    before: 'v',
    after: 'vv',
    sampler: true,
  },
  'tex.sample.cmp': {
    mnemonic: 'sample_c',
    clamped: 'sample_c_cl_s',
    sparse: 'sample_c_cl_s',
    before: 'v',
    after: 'o',
    sampler: true,
  },
  'tex.sample.cmp.zero': { mnemonic: 'sample_c_lz', sparse: 'sample_c_lz_s', before: 'v', after: 'o', sampler: true },
  'tex.gather': { mnemonic: 'gather4', sparse: 'gather4_s', before: 'v', after: '', sampler: true },
  'tex.gather.cmp': { mnemonic: 'gather4_c', sparse: 'gather4_c_s', before: 'v', after: 'o', sampler: true },
  'tex.gather.offset': { mnemonic: 'gather4_po', sparse: 'gather4_po_s', before: 'vv', after: '', sampler: true },
  'tex.gather.offset.cmp': {
    mnemonic: 'gather4_po_c',
    sparse: 'gather4_po_c_s',
    before: 'vv',
    after: 'o',
    sampler: true,
  },
  'tex.lod': { mnemonic: 'lod', before: 'v', after: '', sampler: true },
  'tex.fetch': { mnemonic: 'ld', sparse: 'ld_s', before: 'v', after: '', sampler: false },
  'tex.fetch.sample': { mnemonic: 'ldms', sparse: 'ldms_s', before: 'v', after: 'o', sampler: false },
  'tex.size': { mnemonic: 'resinfo', before: 'o', after: '', sampler: false },
  'buf.fetch': { mnemonic: 'ld', sparse: 'ld_s', before: 'v', after: '', sampler: false },
  'img.load': { mnemonic: 'ld_uav_typed', sparse: 'ld_uav_typed_s', before: 'v', after: '', sampler: false },
  'buf.load.raw': { mnemonic: 'ld_raw', sparse: 'ld_raw_s', before: 'o', after: '', sampler: false },
  'buf.load': { mnemonic: 'ld_structured', sparse: 'ld_structured_s', before: 'oo', after: '', sampler: false },
  'buf.size': { mnemonic: 'bufinfo', before: '', after: '', sampler: false },
};

export const READ_ROWS: readonly (ReadRow | undefined)[] = /* @__PURE__ */ OP_NAMES.map((name) => READS[name]);

/** Atomic operations: the mnemonic without and with the value before. */
const ATOMICS: Readonly<
  Partial<Record<IrOpName, readonly [Sm4InstructionMnemonic | undefined, Sm4InstructionMnemonic]>>
> = {
  'atomic.add': ['atomic_iadd', 'imm_atomic_iadd'],
  'atomic.and': ['atomic_and', 'imm_atomic_and'],
  'atomic.or': ['atomic_or', 'imm_atomic_or'],
  'atomic.xor': ['atomic_xor', 'imm_atomic_xor'],
  'atomic.imin': ['atomic_imin', 'imm_atomic_imin'],
  'atomic.imax': ['atomic_imax', 'imm_atomic_imax'],
  'atomic.umin': ['atomic_umin', 'imm_atomic_umin'],
  'atomic.umax': ['atomic_umax', 'imm_atomic_umax'],
  'atomic.exchange': [undefined, 'imm_atomic_exch'],
  'atomic.compare': ['atomic_cmp_store', 'imm_atomic_cmp_exch'],
};

export const ATOMIC_ROWS = /* @__PURE__ */ OP_NAMES.map((name) => ATOMICS[name]);

/** Minima and maxima of floats are not among them: of two zeros they are the first or the second one. */
export const COMMUTATIVE: ReadonlySet<string> = new Set([
  ...(['add', 'mul', 'iadd', 'imul', 'umul', 'imin', 'imax', 'umin', 'umax'] as const),
  ...(['and', 'or', 'xor', 'eq', 'ne', 'ieq', 'ine'] as const),
]);

/** Operations whose value has no subnormal number. */
export const FLUSHED: ReadonlySet<number> = new Set(
  OP_NAMES.flatMap((name, code) => {
    const { result } = OP_ROWS[code]!;
    const isFloat = name.startsWith('f.') && result.startsWith('f') && name !== 'f.neg' && name !== 'f.abs';
    return isFloat || name.startsWith('deriv.') || name === 'cvt.i2f' || name === 'cvt.u2f' ? [code] : [];
  }),
);

export const SHIFTS: ReadonlySet<number> = new Set([Op['i.shl'], Op['i.shr'], Op['u.shr']]);

/** Operations that no instruction computes. */
export const TRANSPARENT: ReadonlySet<number> = new Set([
  ...[Op.pick, Op.bitcast, Op.mask, Op.const, Op.undef, Op['d.low'], Op['d.high'], Op['d.pack'], Op.in, Op['in.at']],
  ...[Op['cb.load'], Op['cb.dynamic'], Op['icb.load'], Op['instance.table'], Op['instance.constants']],
  ...[Op['instance.offset'], Op['instance.texture'], Op['instance.sampler']],
]);

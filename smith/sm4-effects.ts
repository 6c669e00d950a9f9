/** Statements that some stages have and that are more than a computation: vertices, barriers, discards, messages. */
import { Sm4CustomDataClass } from '../src/isa/sm4/names.ts';
import { Sm4SyncControls } from '../src/isa/sm4/tokens.ts';
import type { Body } from './sm4-body.ts';
import type { InstructionMnemonic } from './sm4-recipes.ts';
import { textWords } from './sm4-signatures.ts';
import { reaches } from './sm4-target.ts';
import { customDataWords, operandWords } from './sm4-words.ts';

/** Whether a statement is allowed in a body. */
export type Condition = (body: Body) => boolean;

const SYNC_BITS = [
  Sm4SyncControls.threadsInGroup,
  Sm4SyncControls.sharedMemory,
  Sm4SyncControls.uavGroup,
  Sm4SyncControls.uavGlobal,
];

export const hasSync: Condition = ({ shader: { target, features } }) =>
  target.stage === 'cs' || (target.stage === 'ps' ? reaches(target, '5.0') : features.has('uavsAtEveryStage'));

/** A fence, in compute shaders perhaps with a barrier. */
export function writeSync(body: Body, mayWait = true): void {
  const bits = body.shader.target.stage === 'cs' ? randomFences(body, mayWait) : [UAV_GLOBAL];
  const controls = bits.reduce((word, bit) => SYNC_BITS[bit]!.set(word, 1), 0);
  body.emit('sync', [], controls);
}

const UAV_GLOBAL = 3;

/** Bits of a compute shader's `sync`: some memory must be fenced, UAVs in one way only. */
function randomFences({ random }: Body, mayWait: boolean): number[] {
  const memory = random.pick([[1], [2], [UAV_GLOBAL], [1, 2], [1, UAV_GLOBAL]]);
  return random.oneIn(2) && mayWait ? [0, ...memory] : memory;
}

export const hasClock: Condition = ({ shader: { target } }) => reaches(target, '5.0');

/** Reads the cycle counter, which `mov` alone may do. */
export function writeClock(body: Body): void {
  body.readsClock = true;
  const { words } = body.result('b');
  body.emit('mov', [words, operandWords('cycleCounter', body.random.pick([{ swizzle: 0x44 }, { select: 0 }]))]);
}

const EVALUATIONS = ['eval_snapped', 'eval_sample_index', 'eval_centroid'] as const;

export const hasEvaluation: Condition = ({ inputs, shader: { target } }) =>
  reaches(target, '5.0') && inputs.some(({ evaluable }) => evaluable);

/** Interpolates an input somewhere else. */
export function writeEvaluation(body: Body): void {
  const mnemonic = body.random.pick(EVALUATIONS);
  const input = body.sourceOf(
    body.inputs.filter(({ evaluable }) => evaluable),
    'f',
  );
  const where = mnemonic === 'eval_centroid' ? [] : [body.source(mnemonic === 'eval_snapped' ? 'u' : 'U')];
  body.emit(mnemonic, [body.result('f').words, input, ...where]);
}

const SM4_EMITS = ['emit', 'cut', 'emit_then_cut'] as const satisfies readonly InstructionMnemonic[];
const STREAM_EMITS = [
  'emit_stream',
  'cut_stream',
  'emit_then_cut_stream',
] as const satisfies readonly InstructionMnemonic[];

export const hasEmit: Condition = ({ shader: { target } }) => target.stage === 'gs';

/** Ends a vertex, a strip or both. */
export function writeEmit(body: Body): void {
  const { random, streams } = body;
  if (streams.length === 0) body.emit(random.pick(SM4_EMITS));
  else body.emit(random.pick(STREAM_EMITS), [operandWords('stream', { indices: [random.pick(streams)] })]);
}

export const hasMessages: Condition = (body) => hasDataBlocks(body) && reaches(body.shader.target, '5.0');

/** Phases of hull shaders must not have data blocks (source: oracle). */
export const hasDataBlocks: Condition = ({ shader: { target } }) => target.stage !== 'hs';

/** `printf` and `errorf` of the debug layer's queue, and the one format of messages. */
const MESSAGE_IDS = [0x0020_0102, 0x0020_0103] as const;
const ANSI_PRINTF = 1;

/** A debug message with up to four operands. */
export function writeMessage(body: Body): void {
  const { random } = body;
  const operands = Array.from({ length: random.below(5) }, () => body.source('U'));
  const text = `message${operands.map(() => random.pick([' %d', ', %f', ' 0x%x'])).join('')}`;
  const words = operands.flat();
  const header = [random.pick(MESSAGE_IDS), ANSI_PRINTF, text.length, operands.length, words.length];
  body.words.push(
    ...customDataWords(Sm4CustomDataClass.shaderMessage, [...header, ...words, ...textWords(`${text}\0`, 0)]),
  );
}

/** A data block that is no instruction: a comment. */
export function writeComment(body: Body): void {
  const text = 'a comment, of any length'.slice(0, body.random.between(1, 24));
  body.words.push(...customDataWords(Sm4CustomDataClass.comment, textWords(`${text}\0`, 0)));
}

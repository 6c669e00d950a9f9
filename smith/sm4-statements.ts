/** Statements and blocks: everything between the declarations of a body and its last `ret`. */
import { Sm4InstructionControls } from '../src/isa/sm4/tokens.ts';
import type { Body } from './sm4-body.ts';
import {
  hasClock,
  hasDataBlocks,
  hasEmit,
  hasEvaluation,
  hasMessages,
  hasSync,
  writeClock,
  writeComment,
  writeEmit,
  writeEvaluation,
  writeMessage,
  writeSync,
} from './sm4-effects.ts';
import { writeInstruction } from './sm4-instructions.ts';
import type { InterfacePointer } from './sm4-linkage.ts';
import type { InstructionMnemonic } from './sm4-recipes.ts';
import { happens, SIZES, WEIGHTS, weighted } from './sm4-weights.ts';
import { literalWords, operandWords } from './sm4-words.ts';

/** The location of a statement. */
export interface Scope {
  /** How many more blocks may be opened around what is inside. */
  readonly depth: number;
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  /** Subroutines that may be called. */
  readonly labels: readonly number[];
  /** Whether functions of interfaces may be called. */
  readonly functions: boolean;
  /** Of programs made to run: whether some lanes may not be here. */
  readonly isDivergent: boolean;
}

/** The largest of small case values. */
const SMALL_CASES = 3;

type Statement = keyof typeof WEIGHTS.statement;

/** Writers of each kind of statement. */
const WRITERS: Readonly<Record<Statement, (body: Body, scope: Scope) => void>> = {
  instruction: (body, scope) => writeInstruction(body, hasAllLanes(body, scope)),
  if: writeIf,
  loop: writeLoop,
  switch: writeSwitch,
  call: (body, scope) => body.emit('call', [callee(body, scope)]),
  conditionalCall: (body, scope) => writeTest(body, 'callc', [callee(body, scope)]),
  functionCall: writeRandomFunctionCall,
  conditionalReturn: writeConditionalReturn,
  conditionalBreak: (body) => writeTest(body, 'breakc'),
  conditionalContinue: (body) => writeTest(body, 'continuec'),
  discard: (body) => writeTest(body, 'discard'),
  emit: writeEmit,
  evaluate: writeEvaluation,
  sync: (body, scope) => writeSync(body, hasAllLanes(body, scope)),
  clock: writeClock,
  message: writeMessage,
  comment: writeComment,
};

/** Whether all lanes are here: what needs them may be written. Only programs made to run ask. */
function hasAllLanes({ shader, hasReturned }: Body, { isDivergent }: Scope): boolean {
  return !shader.runs || !(isDivergent || hasReturned);
}

function writeConditionalReturn(body: Body): void {
  writeTest(body, 'retc');
  noteReturn(body);
}

/** After this some lanes may have returned. */
function noteReturn(body: Body): void {
  if (!body.shader.isUniform) body.hasReturned = true;
}

/** Whether a statement is allowed in a scope; without an entry it is allowed everywhere. */
const POSSIBLE: Readonly<Partial<Record<Statement, (body: Body, scope: Scope) => boolean>>> = {
  if: (_, { depth }) => depth > 0,
  loop: (_, { depth }) => depth > 0,
  switch: (_, { depth }) => depth > 0,
  call: (_, { labels }) => labels.length > 0,
  conditionalCall: (_, { labels }) => labels.length > 0,
  functionCall: ({ linkage }, { functions }) => linkage !== undefined && functions,
  conditionalBreak: (_, { inLoop, inSwitch }) => inLoop || inSwitch,
  conditionalContinue: (_, { inLoop }) => inLoop,
  discard: ({ shader }) => shader.target.stage === 'ps',
  emit: hasEmit,
  evaluate: hasEvaluation,
  sync: hasSync,
  clock: hasClock,
  message: hasMessages,
  comment: hasDataBlocks,
};

/** Appends up to `most` random statements. */
export function writeStatements(body: Body, most: number, scope: Scope): void {
  for (let left = body.random.between(1, most); left > 0; left--) {
    const statement = weighted(body.random, WEIGHTS.statement, (name) => POSSIBLE[name]?.(body, scope) ?? true)!;
    WRITERS[statement](body, scope);
  }
}

/** One of the subroutines in reach, which has to be written now. */
function callee({ random, called }: Body, { labels }: Scope): number[] {
  const label = random.pick(labels);
  called.add(label);
  return labelOperand(label);
}

function writeRandomFunctionCall(body: Body): void {
  const pointer = body.random.pick(body.linkage!.pointers);
  writeFunctionCall(body, pointer, body.random.below(pointer.callSites));
}

/** Calls a function of an interface. */
export function writeFunctionCall(
  body: Body,
  pointer: InterfacePointer,
  callSite: number,
  element = body.index(0, pointer.length - 1, pointer.length > 1),
): void {
  pointer.called.add(callSite);
  if (typeof element !== 'number') pointer.dynamic = true;
  const operand = operandWords('interface', { indices: [pointer.id, element] });
  body.emit('fcall', [[callSite], operand]);
}

export function labelOperand(label: number): number[] {
  return operandWords('label', { indices: [label] });
}

/** A conditional instruction with either test. */
function writeTest(body: Body, mnemonic: InstructionMnemonic, more: readonly number[][] = []): void {
  const condition = mnemonic === 'discard' ? body.source('U') : body.condition();
  const nonZero = Sm4InstructionControls.testNonZero.set(0, body.random.below(2));
  body.emit(mnemonic, [condition, ...more], nonZero);
}

function writeIf(body: Body, scope: Scope): void {
  writeTest(body, 'if');
  writeBlock(body, scope, () => writeEnd(body, scope));
  if (happens(body.random, 'elseBranch')) {
    body.emit('else');
    writeBlock(body, scope, () => writeEnd(body, scope));
  }
  body.emit('endif');
}

function writeLoop(body: Body, scope: Scope): void {
  const inside = { ...scope, inLoop: true, inSwitch: false };
  if (body.shader.runs) body.loop();
  else body.emit('loop');
  writeBlock(body, inside, () => writeTest(body, 'breakc'));
  body.emit('endloop');
}

function writeSwitch(body: Body, scope: Scope): void {
  const { random } = body;
  const inside = { ...scope, inSwitch: true };
  body.emit('switch', [switchSelector(body)]);
  const values = randomCases(body);
  const groups = random.between(1, values.length);
  const defaultGroup = happens(random, 'defaultCase') ? random.below(groups) : -1;
  for (let group = 0; group < groups; group++) {
    const count = group + 1 < groups ? 1 : values.length;
    for (const value of values.splice(0, count)) body.emit('case', [literalWords(value)]);
    if (group === defaultGroup) body.emit('default');
    writeBlock(body, inside, () => (random.oneIn(4) ? writeReturn(body) : body.emit('break')));
  }
  body.emit('endswitch');
}

function writeReturn(body: Body): void {
  body.emit('ret');
  noteReturn(body);
}

/** The selector of a switch: in programs made to run mostly a small number, as most cases are. */
function switchSelector(body: Body): number[] {
  const selector = body.condition();
  return body.shader.runs && !body.random.oneIn(4) ? body.small(selector, SMALL_CASES) : selector;
}

/** Different case values. */
function randomCases(body: Body): number[] {
  const { random } = body;
  const most = body.shader.runs ? SMALL_CASES + 1 : 50;
  const values = Array.from({ length: random.between(1, SIZES.cases) }, () =>
    random.oneIn(4) ? random.word() : random.below(most),
  );
  return [...new Set(values)];
}

/** The inside of a block; what it writes may be unwritten after it. */
function writeBlock(body: Body, scope: Scope, end: () => void): void {
  const saved = body.save();
  const isDivergent = scope.isDivergent || !body.shader.isUniform;
  writeStatements(body, SIZES.blockStatements, { ...scope, depth: scope.depth - 1, isDivergent });
  end();
  body.restore(saved);
}

/** How a branch ends. */
function writeEnd(body: Body, { inLoop, inSwitch }: Scope): void {
  const way = weighted(body.random, WEIGHTS.blockEnd, (name) => {
    if (name === 'break') return inLoop || inSwitch;
    return name !== 'continue' || inLoop;
  })!;
  if (way === 'return') writeReturn(body);
  else if (way !== 'fallThrough') body.emit(way);
}

/** Statements and blocks: everything between the declarations of a body and its last `ret`. */
import { Sm4InstructionControls } from '../../../src/isa/sm4/tokens.ts';
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
}

type Statement = keyof typeof WEIGHTS.statement;

/** What each kind of statement appends. */
const WRITERS: Readonly<Record<Statement, (body: Body, scope: Scope) => void>> = {
  instruction: writeInstruction,
  if: writeIf,
  loop: writeLoop,
  switch: writeSwitch,
  call: (body, scope) => body.emit('call', [callee(body, scope)]),
  conditionalCall: (body, scope) => writeTest(body, 'callc', [callee(body, scope)]),
  functionCall: writeRandomFunctionCall,
  conditionalReturn: (body) => writeTest(body, 'retc'),
  conditionalBreak: (body) => writeTest(body, 'breakc'),
  conditionalContinue: (body) => writeTest(body, 'continuec'),
  discard: (body) => writeTest(body, 'discard'),
  emit: writeEmit,
  evaluate: writeEvaluation,
  sync: writeSync,
  clock: writeClock,
  message: writeMessage,
  comment: writeComment,
};

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
  const condition = body.source('U');
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
  body.emit('loop');
  writeBlock(body, inside, () => writeTest(body, 'breakc'));
  body.emit('endloop');
}

function writeSwitch(body: Body, scope: Scope): void {
  const { random } = body;
  const inside = { ...scope, inSwitch: true };
  body.emit('switch', [body.source('U')]);
  const values = randomCases(body);
  const groups = random.between(1, values.length);
  const defaultGroup = happens(random, 'defaultCase') ? random.below(groups) : -1;
  for (let group = 0; group < groups; group++) {
    const count = group + 1 < groups ? 1 : values.length;
    for (const value of values.splice(0, count)) body.emit('case', [literalWords(value)]);
    if (group === defaultGroup) body.emit('default');
    writeBlock(body, inside, () => body.emit(random.oneIn(4) ? 'ret' : 'break'));
  }
  body.emit('endswitch');
}

/** Different case values. */
function randomCases(body: Body): number[] {
  const { random } = body;
  const values = Array.from({ length: random.between(1, SIZES.cases) }, () =>
    random.oneIn(4) ? random.word() : random.below(50),
  );
  return [...new Set(values)];
}

/** The inside of a block; what it writes may be unwritten after it. */
function writeBlock(body: Body, scope: Scope, end: () => void): void {
  const saved = body.save();
  writeStatements(body, SIZES.blockStatements, { ...scope, depth: scope.depth - 1 });
  end();
  body.restore(saved);
}

/** How a branch ends. */
function writeEnd(body: Body, { inLoop, inSwitch }: Scope): void {
  const way = weighted(body.random, WEIGHTS.blockEnd, (name) => {
    if (name === 'break') return inLoop || inSwitch;
    return name !== 'continue' || inLoop;
  })!;
  if (way !== 'fallThrough') body.emit(way === 'return' ? 'ret' : way);
}

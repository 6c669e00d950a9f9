/** A body from its first statement to the `ret` of its last subroutine. */
import type { Body } from './sm4-body.ts';
import type { InterfacePointer } from './sm4-linkage.ts';
import { labelOperand, type Scope, writeFunctionCall, writeStatements } from './sm4-statements.ts';
import { happens, SIZES } from './sm4-weights.ts';
import { operandWords } from './sm4-words.ts';

/** A finished body. */
export interface Code {
  /** Declarations of what only this body has. */
  readonly declarations: readonly number[];
  readonly words: readonly number[];
  /** The subroutines that it calls; they follow the last body. */
  readonly subroutines: readonly number[];
}

/**
 * Statements, a value for every output, `ret`, and the subroutines that were called.
 *
 * @param most statements at the outermost level
 * @param end writes the code before `ret`
 */
export function writeCode(body: Body, most: number, end: (body: Body) => void = () => {}): Code {
  const labels = randomLabels(body);
  writeStatements(body, most, outermost(labels, true, false));
  writeOutputs(body);
  end(body);
  writeUnusedCalls(body);
  body.emit('ret');
  const words = body.words.splice(0);
  labels.forEach((label, i) => {
    if (body.called.has(label)) writeSubroutine(body, label, callees(body, labels.slice(i + 1)));
  });
  for (const pointer of body.linkage?.pointers ?? []) writeFunctions(body, pointer);
  return { declarations: body.declarations(), words, subroutines: body.words };
}

/** Calls every function and every element of an interface that nothing calls yet. */
function writeUnusedCalls(body: Body): void {
  for (const pointer of body.linkage?.pointers ?? []) {
    for (let callSite = 0; callSite < pointer.callSites; callSite++) {
      if (!pointer.called.has(callSite)) writeFunctionCall(body, pointer, callSite);
    }
    // One call that may go to any element is enough for all of them.
    if (pointer.length > 1 && !pointer.dynamic) {
      const register = body.scalarTemp();
      writeFunctionCall(body, pointer, 0, { register: body.shader.runs ? body.small(register, 1) : register });
    }
  }
}

function randomLabels({ random, shader }: Body): number[] {
  if (!happens(random, 'subroutines')) return [];
  return Array.from({ length: random.between(1, SIZES.subroutines) }, () => shader.freshLabel());
}

function outermost(labels: readonly number[], functions: boolean, isDivergent: boolean): Scope {
  return { depth: SIZES.blockDepth, inLoop: false, inSwitch: false, labels, functions, isDivergent };
}

/**
 * The subroutines that a subroutine may call: `later` ones, so that nothing calls itself. In hull shaders nothing may
 * be called both by a phase and by a subroutine, nor by two subroutines; the same holds for functions of interfaces
 * (source: oracle).
 */
function callees({ shader, called }: Body, later: readonly number[]): readonly number[] {
  return shader.target.stage === 'hs' ? later.filter((label) => !called.has(label)) : later;
}

function writeSubroutine(body: Body, label: number, inReach: readonly number[]): void {
  body.restore(new Map());
  body.emit('label', [labelOperand(label)]);
  const { target, isUniform } = body.shader;
  writeStatements(body, SIZES.blockStatements, outermost(inReach, target.stage !== 'hs', !isUniform));
  body.emit('ret');
}

/** The function bodies in the tables of `pointer`. */
function writeFunctions(body: Body, pointer: InterfacePointer): void {
  body.self = pointer;
  for (const number of pointer.tables.flatMap(({ bodies }) => bodies)) {
    body.restore(new Map());
    body.emit('label', [operandWords('functionBody', { indices: [number] })]);
    writeStatements(body, SIZES.blockStatements, outermost([], false, true));
    body.emit('ret');
  }
  body.self = undefined;
}

function writeOutputs(body: Body): void {
  for (const register of body.outputs) body.emit('mov', [body.fullOutput(register), body.source('c')]);
}

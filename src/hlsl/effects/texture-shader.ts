/**
 * Texture shaders (tx_1_0): code with which an application fills a texture on the CPU, texel by texel. It has the
 * instructions of preshaders, and reads the position and the size of a texel.
 *
 * Not for: the instructions (expression-writer.ts).
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import type { TextLocation } from '../../assemble/text-location.ts';
import { bytesOf } from '../../base/words.ts';
import { OP_ROWS, Op } from '../../ir/ops.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import { widthOf } from '../../ir/types.ts';
import { preshaderOperand } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTERS } from '../../isa/preshader/opcodes.ts';
import type { LoweredProgram } from '../front-end.ts';
import { DX6240, X4000, X4548 } from '../messages.ts';
import { ExpressionConstants } from './expression-constants.ts';
import { type ExpressionOutput, ExpressionWriter } from './expression-writer.ts';
import { expressionWords } from './expressions.ts';

/** The letters TX and the version 1.0. */
const VERSION = 0x5458_0100;
const GENERATION = 1;

/** The words of a texture shader; undefined where there are errors. */
export function compileTexture(
  lowered: LoweredProgram,
  creator: string,
  flags: number,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): Uint8Array | undefined {
  const constants = new ExpressionConstants(lowered.source, GENERATION, lowered.profile);
  const writer = new ExpressionWriter(lowered, constants, GENERATION);
  const { entryLocation } = lowered;
  const outputs = outputsOf(lowered);
  const fault = outputs === 'unset' ? X4000 : outputs === 'more' || !writer.write(outputs) ? DX6240 : undefined;
  if (fault !== undefined) {
    diagnostics.report(fault, entryLocation, { name: 'COLOR' });
    return undefined;
  }
  const words = expressionWords(VERSION, writer.parts(creator, { version: VERSION, flags }));
  if (words === undefined) diagnostics.report(X4548, nowhere);
  return words && bytesOf(words);
}

/** The values of the color; `unset` where some have none, `more` where the program does more than compute them. */
function outputsOf({ module }: LoweredProgram): readonly ExpressionOutput[] | 'unset' | 'more' {
  const { ops } = module;
  const color: { readonly component: number; readonly refs: number[] }[] = [];
  let fault: 'unset' | 'more' | undefined;
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code !== Op.out) {
      const { effect } = OP_ROWS[code]!;
      if (code === Op.undef) fault ??= 'unset';
      else if (effect !== 'pure' && effect !== 'reads' && code !== Op.return) fault ??= 'more';
      return;
    }
    const component = ops.extra[op]! & 3;
    const value = ops.operand(op, 0);
    const last = color.at(-1);
    // Components that follow each other are computed together.
    if (last !== undefined && last.component + last.refs.length === component && widthOf(ops.type[value]!) === 1)
      last.refs.push(value);
    else color.push({ component, refs: [value] });
  });
  if (fault !== undefined) return fault;
  const { code } = PRESHADER_REGISTERS.floatOutput;
  return color.map(({ component, refs }) => ({ refs, operand: preshaderOperand(code, component) }));
}

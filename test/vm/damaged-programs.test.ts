/** Programs that lack operands or the beginnings of blocks run to their end. */
import { expect, it } from 'vitest';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { sm1Executable } from '../../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../../src/vm/sm1/interpreter.ts';
import { sm4Executable } from '../../src/vm/sm4/executable.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';

const NO_CONSTANTS = { floats: new Uint32Array(0), integers: new Int32Array(0), booleans: [] };
const R0 = 0x800f_0000;

it.each([
  ['mov without operands', [0x0000_0001]],
  ['add with a result only', [0x0100_0002, R0]],
  ['mad with one of three sources', [0x0200_0004, R0, 0x80e4_0000]],
  ['m4x4 without sources', [0x0100_0014, R0]],
  ['an end of a loop without a beginning', [0x0000_001d]],
])('models 1 to 3: %s', (_, instruction) => {
  const executable = sm1Executable(readSm1(Uint32Array.from([0xfffe_0200, ...instruction, 0x0000_ffff])));
  const quad = new Sm1Interpreter(executable, NO_CONSTANTS);
  quad.start(15, 0, executable.mainEnd);
  quad.run(100);
  expect(quad.state).toBe('ended');
});

it.each([
  ['endloop', 22],
  ['else', 18],
  ['endif', 21],
  ['endswitch', 23],
])('models 4 to 5.1: a stray %s', (_, opcode) => {
  const words = Uint32Array.from([0x50, 4, (1 << 24) | opcode, 0x0100_003e]);
  const executable = sm4Executable(readSm4(words));
  const quad = new Sm4Interpreter(executable, new Bindings());
  quad.start(15, 0, executable.parts[0]!.end);
  quad.run(100);
  expect(quad.state).toBe('ended');
});

/** The writer of WebAssembly modules: numbers, sections, locals, memory. */
import { describe, expect, test } from 'vitest';
import { WasmBytes, WasmCode, WasmModuleWriter } from '../../../src/emit/wasm/encoder.ts';
import { WASM_OPCODES, type WasmOp } from '../../../src/emit/wasm/opcodes.ts';

function instantiate(writer: WasmModuleWriter, memory = new WebAssembly.Memory({ initial: 1 }), more = {}) {
  const bytes = writer.encode('left', 1);
  expect(WebAssembly.validate(bytes)).toBe(true);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory, ...more } }).exports;
}

describe('numbers', () => {
  test.each([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 1]],
    [0xffff_ffff, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('unsigned %d', (value, bytes) => {
    const out = new WasmBytes();
    out.unsigned(value);
    expect([...out.bytes]).toEqual(bytes);
  });

  test.each([
    [0, [0]],
    [63, [0x3f]],
    [64, [0xc0, 0]],
    [-1, [0x7f]],
    [-64, [0x40]],
    [-65, [0xbf, 0x7f]],
    [0x7fff_ffff, [0xff, 0xff, 0xff, 0xff, 0x07]],
    [-0x8000_0000, [0x80, 0x80, 0x80, 0x80, 0x78]],
  ])('signed %d', (value, bytes) => {
    const out = new WasmBytes();
    out.signed(value);
    expect([...out.bytes]).toEqual(bytes);
  });
});

test('a function with an import, a constant, a variable and data', () => {
  const writer = new WasmModuleWriter();
  const twice = writer.importFunction('twice', { parameters: ['i32'], results: ['i32'] });
  const base = writer.importConstant('base');
  const code = new WasmCode({ parameters: ['i32'], results: ['i32'] });
  const local = code.local('i32');
  code.get(0);
  code.index('call', twice);
  code.set(local);
  code.get(local);
  code.index('global.get', base);
  code.op('i32.add');
  code.index('global.set', writer.counter);
  code.i32(0);
  code.memory('i32.load', 8);
  code.index('global.get', writer.counter);
  code.op('i32.add');
  writer.exportFunction('main', writer.addFunction(code));
  writer.addData(8, new Uint8Array([0x10, 0x27, 0, 0]));
  const exports = instantiate(writer, undefined, { twice: (x: number) => 2 * x, base: 5 });
  expect((exports.main as (x: number) => number)(100)).toBe(10_205);
  expect((exports.left as WebAssembly.Global).value).toBe(205);
});

test('locals are used again', () => {
  const code = new WasmCode({ parameters: ['i32'], results: [] });
  const first = code.take();
  const second = code.take();
  code.give(first);
  expect(code.take()).toBe(first);
  expect(second).not.toBe(first);
  expect(code.localCount).toBe(3);
});

/** Operand types of each instruction of vectors that has no immediate, by its name. */
function operandsOf(name: string): readonly ('i32' | 'v128')[] | undefined {
  if (/load|store|const|shuffle|lane|splat/.test(name) || !/^[vif]\d+(x\d+)?\./.test(name)) return undefined;
  if (!/^(v128|[if]\d+x)/.test(name)) return undefined;
  if (/bitselect/.test(name)) return ['v128', 'v128', 'v128'];
  if (/\.sh[lr]/.test(name)) return ['v128', 'i32'];
  const isUnary =
    /abs|neg|sqrt|ceil|floor|trunc|nearest|\.not$|any_true|bitmask|popcnt|extend|extadd|convert|promote|demote/.test(
      name,
    );
  return isUnary ? ['v128'] : ['v128', 'v128'];
}

test.each((Object.keys(WASM_OPCODES) as WasmOp[]).filter((name) => operandsOf(name) !== undefined))(
  'the code of %s is an instruction with its operands',
  (name) => {
    const writer = new WasmModuleWriter();
    const code = new WasmCode({ parameters: operandsOf(name)!, results: [] });
    for (const i of operandsOf(name)!.keys()) code.get(i);
    code.ops(name, 'drop');
    writer.exportFunction('main', writer.addFunction(code));
    instantiate(writer);
  },
);

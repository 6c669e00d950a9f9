/** Byte inputs of public functions, and their options. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type ByteSource, toBytes } from '../../src/base/bytes.ts';
import { checkOptions } from '../../src/base/check-options.ts';
import { wordsOf } from '../../src/base/words.ts';
import { decodeSm1, readSm1 } from '../../src/isa/sm1/index.ts';
import { decodeSm4, readSm4 } from '../../src/isa/sm4/index.ts';

const DATA = [1, 2, 3, 4, 5, 6, 7, 8];

describe('toBytes takes', () => {
  const all = Uint8Array.from(DATA);
  const sources: Record<string, ByteSource> = {
    'a Uint8Array': all,
    'an ArrayBuffer': all.buffer.slice(0),
    'a Buffer': Buffer.from(DATA),
    'a DataView': new DataView(all.buffer),
    'a Uint16Array': new Uint16Array(all.buffer),
    'a Uint8Array of another realm': runInNewContext(`Uint8Array.of(${DATA})`) as Uint8Array,
    'an ArrayBuffer of another realm': runInNewContext(`Uint8Array.of(${DATA}).buffer`) as ArrayBuffer,
  };
  test.each(Object.entries(sources))('%s', (_, source) => {
    const bytes = toBytes(source, 'f');
    expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
    expect([...bytes]).toEqual(DATA);
  });

  test('a part of a buffer, as a view of the same memory', () => {
    const bytes = toBytes(new DataView(all.buffer, 2, 3), 'f');
    expect([...bytes]).toEqual([3, 4, 5]);
    expect(bytes.buffer).toBe(all.buffer);
    expect(toBytes(all, 'f')).toBe(all);
  });

  test('a Buffer at an odd offset, whose `slice` is no copy', () => {
    const pooled = Buffer.from(new Uint8Array([0, ...DATA]).buffer, 1);
    expect([...wordsOf(toBytes(pooled, 'f'))]).toEqual([0x0403_0201, 0x0807_0605]);
  });
});

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['DXBC', 'a string'],
  [12, 'a number'],
  [DATA, 'an array'],
  [{}, 'an object'],
  [Promise.resolve(new Uint8Array(4)), 'a Promise (await it first)'],
  [new Map(), 'a Map'],
])('%s is no bytes', (value, text) => {
  expect(() => toBytes(value as never, 'disassemble')).toThrow(
    new TypeError(`disassemble: bytes must be a Uint8Array, an ArrayBuffer or a view of one, not ${text}`),
  );
});

describe('checkOptions', () => {
  interface Options {
    readonly numbers?: boolean;
    readonly noHeader?: boolean;
    readonly as?: 'runtime' | 'compiler';
    readonly name?: string | undefined;
  }
  const check = (options: unknown) => () =>
    checkOptions(
      options as Options,
      { numbers: 'boolean', noHeader: 'boolean', as: ['runtime', 'compiler'], name: 'string' },
      'f',
    );

  test('takes what is right', () => {
    expect(check({ numbers: true, as: 'compiler', name: undefined })).not.toThrow();
    expect(check({})).not.toThrow();
  });

  test.each([
    [{ nmbers: true }, "f: unknown option 'nmbers'; did you mean 'numbers'?"],
    [{ noheader: true }, "f: unknown option 'noheader'; did you mean 'noHeader'?"],
    [{ somethingElse: 1 }, "f: unknown option 'somethingElse'; the options are numbers, noHeader, as, name"],
    [{ numbers: 'yes' }, 'f: numbers must be a boolean, not a string'],
    [{ as: 'driver' }, "f: as must be 'runtime' or 'compiler', not 'driver'"],
    [{ name: null }, 'f: name must be a string, not null'],
    [null, 'f: options must be an object, not null'],
    ['numbers', 'f: options must be an object, not a string'],
  ])('%o is a TypeError', (options, message) => {
    expect(check(options)).toThrow(new TypeError(message));
  });
});

describe('readers of programs say what they were given', () => {
  const container = new TextEncoder().encode('DXBC and so on..');
  const sm1 = Uint32Array.of(0xffff_0200, 0x0000_ffff);
  const sm4 = Uint32Array.of(0x50, 3, 0x0100_003e);
  test.each([
    ['decodeSm1', decodeSm1, sm4, 'a program of shader model 4-5.1 (ps_5_0)'],
    ['readSm1', readSm1, sm4, 'a program of shader model 4-5.1 (ps_5_0)'],
    ['decodeSm4', decodeSm4, sm1, 'a program of shader model 1-3 (ps_2_0)'],
    ['readSm4', readSm4, sm1, 'a program of shader model 1-3 (ps_2_0)'],
  ] as const)('%s', (name, read, other, what) => {
    expect(() => read(other)).toThrow(new TypeError(`${name}: these bytes are ${what}`));
    expect(() => read(container)).toThrow(/these bytes are a DXBC container; openShaderFile\(\) gives the programs/);
    expect(() => read('text' as never)).toThrow(new RegExp(`^${name}: program must be a Uint8Array`));
  });

  test('and report what is wrong with a program', () => {
    expect(decodeSm1(Uint32Array.of(0xffff_0200)).diagnostics.map(({ code }) => code)).toEqual(['DX2003']);
    expect(decodeSm4(Uint32Array.of(0x50)).diagnostics.map(({ code }) => code)).toEqual(['DX3001']);
  });
});

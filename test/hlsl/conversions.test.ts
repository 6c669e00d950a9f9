import { describe, expect, test } from 'vitest';
import {
  castTo,
  conversionTo,
  INT_LITERAL,
  isLiteralType,
  isSameType,
  scalarSources,
  withoutLiteral,
} from '../../src/hlsl/types/conversions.ts';
import {
  arrayType,
  FLOAT,
  FLOAT4,
  INT,
  type InterfaceType,
  matrixType,
  objectType,
  type StructType,
  vectorType,
} from '../../src/hlsl/types/types.ts';

function structOf(name: string, rest: Partial<StructType> = {}): StructType {
  const members = [{ name: 'a', type: vectorType('float', 3), semantic: undefined, modifiers: [] }];
  return { kind: 'struct', name, isClass: false, base: undefined, interfaces: [], members, ...rest };
}

describe('conversions', () => {
  test('a class converts to the interfaces of its bases, and not to its base', () => {
    const light: InterfaceType = { kind: 'interface', name: 'Light' };
    const base = structOf('Base', { interfaces: [light] });
    const derived = structOf('Derived', { base });
    expect(conversionTo(derived, light)?.rank).toBe(0);
    expect(conversionTo(derived, base)).toBeUndefined();
    expect(castTo(derived, base)).toEqual({ isTruncation: true });
  });

  test('a sampler without a dimension becomes one with it, and not the other way', () => {
    const sampler = objectType('sampler');
    const sampler2D = objectType('sampler2D');
    expect(isSameType(sampler, objectType('SamplerState'))).toBe(true);
    expect(conversionTo(sampler, sampler2D)).toBeDefined();
    expect(conversionTo(sampler2D, sampler)).toBeUndefined();
    expect(conversionTo(sampler2D, objectType('sampler3D'))).toBeUndefined();
    expect(conversionTo(objectType('SamplerComparisonState'), sampler)).toBeUndefined();
  });

  test('textures with other elements are other types', () => {
    const texture = objectType('Texture2D', FLOAT4);
    expect(conversionTo(texture, objectType('Texture2D', vectorType('int', 4)))).toBeUndefined();
    expect(castTo(texture, FLOAT4)).toBeUndefined();
  });

  test('the order of a matrix in memory does not count', () => {
    expect(isSameType(matrixType('float', 2, 3, true), matrixType('float', 2, 3))).toBe(true);
    expect(isSameType(arrayType(FLOAT, 2), arrayType(FLOAT, 3))).toBe(false);
  });

  test('literals become variables of int and float', () => {
    expect(isLiteralType(INT_LITERAL)).toBe(true);
    expect(withoutLiteral(INT_LITERAL)).toBe(INT);
  });

  test.each([
    [FLOAT, vectorType('float', 3), [0, 0, 0]],
    [FLOAT4, vectorType('int', 2), [0, 1]],
    [FLOAT4, matrixType('float', 2, 2), [0, 1, 2, 3]],
    [matrixType('float', 3, 3), matrixType('float', 2, 2), [0, 1, 3, 4]],
    [structOf('S'), arrayType(FLOAT, 2), [0, 1]],
    [INT_LITERAL, arrayType(vectorType('float', 2), 2), [0, 0, 0, 0]],
  ] as const)('scalars of conversion %#', (from, to, sources) => {
    expect(scalarSources(from, to)).toEqual(sources);
  });
});

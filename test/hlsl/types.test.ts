import { describe, expect, test } from 'vitest';
import { readTypeAnswers, type TypeAnswer, type TypeCase, typeCaseId, typeCases } from '../../fixtures/hlsl-types.ts';
import { isResolved, type Parameter, resolveIntrinsic, resolveMethod } from '../../src/hlsl/intrinsics/index.ts';
import {
  binaryType,
  castTo,
  chooseOverload,
  conditionalType,
  conversionTo,
  FLOAT_LITERAL,
  INT_LITERAL,
  unaryType,
} from '../../src/hlsl/types/conversions.ts';
import {
  arrayType,
  FLOAT,
  FLOAT4,
  type HlslType,
  INT,
  matrixType,
  numericType,
  type ObjectName,
  objectType,
  type ScalarName,
  type StructType,
  typeName,
  vectorType,
} from '../../src/hlsl/types/types.ts';

function structOf(name: string, members: readonly HlslType[]): StructType {
  const list = members.map((type, i) => ({ name: `m${i}`, type, semantic: undefined, modifiers: [] }));
  return { kind: 'struct', name, isClass: false, base: undefined, interfaces: [], members: list };
}

const NAMED: Readonly<Record<string, HlslType>> = {
  S: structOf('S', [FLOAT, vectorType('int', 2)]),
  S2: structOf('S2', [vectorType('float', 3)]),
  A2: arrayType(FLOAT, 2),
  A3: arrayType(FLOAT, 3),
  A4: arrayType(FLOAT, 4),
  I3: arrayType(INT, 3),
  B2: arrayType(vectorType('float', 2), 2),
  '1': INT_LITERAL,
  '1.0': FLOAT_LITERAL,
};

function typeOf(name: string): HlslType {
  if (NAMED[name] !== undefined) return NAMED[name];
  if (name.startsWith('Sampler')) return objectType(name as ObjectName);
  const [, scalar, rows, columns] = /^(.*?(?:min\d\d)?[a-z]+)(?:(\d)(?:x(\d))?)?$/.exec(name)!;
  if (columns !== undefined) return matrixType(scalar as ScalarName, Number(rows), Number(columns));
  return rows === undefined ? numericType(scalar as ScalarName) : vectorType(scalar as ScalarName, Number(rows));
}

/** A type as messages of the compiler print it: a matrix with one row is a vector there. */
function printed(type: HlslType): string {
  return typeName(type).replace(/1x(\d)$/, '$1');
}

interface Result {
  readonly type?: string;
  readonly error?: string;
  readonly isTruncation?: boolean;
  readonly isNarrowing?: boolean;
  readonly hasMixedSigns?: boolean;
}

/** Warnings of the conversions of arguments to parameters. */
function converted(type: string, args: readonly HlslType[], parameters: readonly Parameter[]): Result {
  const conversions = args.map((arg, i) => {
    const { type: parameter, isOut } = parameters[i]!;
    return isOut ? conversionTo(parameter, arg) : conversionTo(arg, parameter);
  });
  return {
    type,
    isTruncation: conversions.some((one) => one?.isTruncation),
    isNarrowing: conversions.some((one) => one?.isNarrowing),
  };
}

function resultOf(one: TypeCase): Result {
  const args = one.args.map(typeOf);
  switch (one.kind) {
    case 'overload': {
      const candidates = one.candidates.map((types) => types.map(typeOf));
      const choice = chooseOverload(candidates, args);
      // The number of arguments is right.
      if (choice === 'none') return { error: 'X3017' };
      return choice === 'ambiguous'
        ? { error: 'X3067' }
        : converted(
            `int${choice + 2}`,
            args,
            candidates[choice]!.map((type) => ({ type, isOut: false, isMemory: false })),
          );
    }
    case 'binary': {
      const types = binaryType(one.operator, args[0]!, args[1]!);
      return typeof types === 'string' ? { error: types } : { ...types, type: printed(types.result) };
    }
    case 'conditional': {
      const types = conditionalType(args[0]!, args[1]!, args[2]!);
      return typeof types === 'string' ? { error: types } : { ...types, type: printed(types.result) };
    }
    case 'unary': {
      const type = unaryType(one.operator, args[0]!);
      return typeof type === 'string' ? { error: type } : { type: printed(type) };
    }
    case 'cast':
      return castTo(args[0]!, typeOf(one.to)) === undefined ? { error: 'X3017' } : { type: printed(typeOf(one.to)) };
    case 'method': {
      const name = one.object.replace(/<.*/, '') as ObjectName;
      const object = objectType(name, name.includes('ByteAddress') ? undefined : FLOAT4);
      const call = resolveMethod(object, one.name, args);
      if (!isResolved(call)) return { error: call.reason === 'ambiguous' ? 'X3067' : 'X3013' };
      return converted(printed(call.result), args, call.parameters);
    }
    case 'call': {
      const call = resolveIntrinsic(one.name, args);
      if (!isResolved(call)) return { error: call.reason === 'ambiguous' ? 'X3067' : 'X3013' };
      return converted(printed(call.result), args, call.parameters);
    }
  }
}

function textOf(one: TypeCase, { type, error, isTruncation, isNarrowing, hasMixedSigns }: Result): string {
  // Casts say nothing about what they drop, and errors come without warnings.
  if (error !== undefined || one.kind === 'cast') return error ?? type!;
  const warnings = [hasMixedSigns && 'X3203', isNarrowing && 'X3205', isTruncation && 'X3206'];
  return [type, ...warnings.filter((code) => code)].join(' ');
}

function answerText(one: TypeCase, { type, error, warnings = [] }: TypeAnswer): string {
  if (error !== undefined || one.kind === 'cast') return error ?? type!;
  return [type, ...warnings].join(' ');
}

const answers = new Map(readTypeAnswers().map((answer) => [answer.id, answer]));
const cases = typeCases();

describe('types of expressions', () => {
  test('the recorded answers are those of the cases', () => {
    expect([...answers.keys()]).toEqual(cases.map(typeCaseId));
  });

  test.each(['overload', 'binary', 'conditional', 'unary', 'cast', 'call', 'method'] as const)('%s', (kind) => {
    const differences: string[] = [];
    for (const one of cases) {
      if (one.kind !== kind) continue;
      const answer = answers.get(typeCaseId(one))!;
      const expected = answerText(one, answer);
      const found = textOf(one, resultOf(one));
      if (found !== expected) differences.push(`${answer.id}: ${found}, expected ${expected}`);
    }
    expect(differences).toEqual([]);
  });
});

/** The reference of the functions and methods of HLSL that are compiled, from their tables. */
import type { Availability } from '../../src/hlsl/intrinsics/emitter.ts';
import { METHODS } from '../../src/hlsl/intrinsics/methods.ts';
import { type ParameterPattern, parseSignatures, SCALAR_SETS } from '../../src/hlsl/intrinsics/signature.ts';
import { INTRINSICS } from '../../src/hlsl/intrinsics/table.ts';
import { code, GENERATED, table } from './markdown.ts';

/** How sets of scalars are called. */
const SET_NAMES: Readonly<Record<string, string>> = {
  F: 'float',
  H: 'float',
  D: 'float or double',
  N: 'number',
  A: 'number or bool',
  W: 'float or int',
  I: 'int',
  J: 'int',
  X: 'float or int',
  Y: 'float or int',
  Z: 'float or int',
  S: 'uint',
  B: 'double',
  T: 'element',
  E: 'scalar of the element',
  memory: 'memory',
};

function typeText({ scalar, shape, isOut }: ParameterPattern): string {
  const name = SET_NAMES[scalar] ?? scalar;
  const suffixed = (size: string) => name.replace(/\w+(?= or |$)/g, `$&${size}`);
  const isSized = scalar in SCALAR_SETS || ['float', 'int', 'uint', 'bool', 'double'].includes(scalar);
  const text =
    shape.kind === 'vector' && shape.columns !== '1'
      ? suffixed(shape.columns)
      : shape.kind === 'matrix'
        ? suffixed(`${shape.rows}x${shape.columns}`)
        : shape.kind === 'any' && isSized
          ? suffixed('*')
          : name;
  return isOut ? `out ${text}` : text;
}

/** Each overload as a line: those of optional parameters have them in brackets. */
function signatureLines(name: string, text: string): string {
  const overloads = parseSignatures(text);
  const [shortest, longest] = [overloads[0]!, overloads.at(-1)!];
  const parameters = longest.parameters.map((one, i) => {
    const isOptional = i >= shortest.parameters.length;
    return isOptional ? `[${typeText(one)}]` : typeText(one);
  });
  return code(`${typeText(longest.result)} ${name}(${parameters.join(', ')})`);
}

/** Objects that are written and have no other name for it. */
const WRITTEN = /Stream$|^Append|^Consume/;

function modelText(available: readonly Availability[]): string {
  return available
    .map(({ model, stages }) => {
      const version = model > 40 ? `${(model / 10).toFixed(1)}` : '';
      return [version, stages].filter(Boolean).join(' ');
    })
    .join('; ');
}

export function hlslFunctionsPage(): string {
  const functions = Object.entries(INTRINSICS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { signatures, available, doc, isLegacy }]) => [
      signatures.map((one) => signatureLines(name, one)).join('<br>'),
      isLegacy ? 'with `/Gec`' : modelText(available),
      doc,
    ]);
  const methods = METHODS.map(({ name, objects, signature, access, available, doc }) => [
    objects.map((object) => (access === 'write' && !WRITTEN.test(object) ? `RW${object}` : object)).join(', '),
    signatureLines(name, signature),
    modelText(available),
    doc,
  ]);
  return `# Functions and methods of HLSL

${GENERATED}These are the functions and methods that [\`dxlens compile\`](compiling.md) has, from the tables that it compiles by. Types are patterns: \`float*\` is a
scalar, a vector or a matrix of floats, and all parameters with such a type have the same shape; \`floatN\` is a vector, where equal letters are equal
sizes; \`number\` is any scalar type of numbers; parameters in brackets may be left out. An empty column of models means all models and stages.

## Functions

${table(['function', 'models', 'meaning'], functions)}

## Methods

\`C\` is the number of coordinates of the object with its slice, \`L\` one more, for the level; \`G\` and \`O\` are those of gradients and offsets, without
the slice. The last parameter \`out uint\` gets a status for \`CheckAccessFullyMapped\`.

${table(['objects', 'method', 'models', 'meaning'], methods)}
`;
}

/**
 * Shaders of MonoGame for OpenGL: programs of models 1 to 3 as GLSL. A buffer of the file is the array of constants of
 * a shader: the variables of the program, arrays first, each at the next free row.
 *
 * MonoGame writes integers and booleans as floats, and all uniforms as vectors of floats. So the variables in the
 * registers of loops and branches are rows of the same array.
 *
 * Source of the order of variables, and of what is written of them: MonoGame's effect compiler (`ShaderData.mojo.cs`,
 * `ConstantBufferData.mojo.cs`), `ConstantBuffer.cs` and `ConstantBuffer.OpenGL.cs`.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { type CtabConstant, readConstantTable } from '../../chunks/ctab.ts';
import { MGFX_VALUES, MgfxProfile } from '../../effects/mgfx/model.ts';
import { emitGlsl110 } from '../../emit/glsl110/emit-glsl110.ts';
import { attributeName, samplerName, uniformsName } from '../../emit/glsl110/interface.ts';
import type { IrModule } from '../../ir/module.ts';
import { runDefaultPasses } from '../../ir/passes/run-passes.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { readSm1Words } from '../../isa/sm1/program.ts';
import { lowerSm1 } from '../../lower/sm1/lower-sm1.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { type ConstantRows, joinConstants, ROW_BYTES } from './mgfx-constants.ts';
import {
  type CompiledShader,
  type MgfxPlatform,
  numericParameter,
  type PlatformBuffer,
  type PlatformInput,
  type PlatformShader,
  samplerType,
} from './mgfx-platform.ts';

export const OPENGL: MgfxPlatform = {
  number: MgfxProfile.openGl,
  profile: 'mgfx_opengl',
  model: '2_0',
  macros: { GLSL: '1', OPENGL: '1' },
  compatibility: false,
  read: (shaders, input) => {
    const tables = shaders.map(({ bytes }) => tableOf(wordsOf(bytes)));
    const registers = registersOf(tables.flat());
    return shaders.map((one, i) => readShader(one, tables[i]!, registers, input));
  },
};

/** Sets of registers in constant tables: indices of `CTAB_REGISTER_SETS`. */
const CONDITIONS = 0;
const FLOATS = 2;
const SAMPLERS = 3;

function tableOf(words: Uint32Array): readonly CtabConstant[] {
  const span = findSm1Comment(words, Sm1CommentTag.constantTable);
  return span === undefined ? [] : readConstantTable(bytesOf(words.subarray(span.start, span.end))).constants;
}

const isArray = ({ type }: CtabConstant) => type.elements > 1;

/** Registers of an element of a type. */
function elementRegisters({ type }: CtabConstant): number {
  return type.class === VariableClass.matrixColumns ? type.columns : 1;
}

/**
 * Registers of each variable by its name. The application writes as many rows as its parameter has, which all shaders
 * share: of a matrix those that any shader reads, of an array all.
 */
function registersOf(constants: readonly CtabConstant[]): ReadonlyMap<string, number> {
  const registers = new Map<string, number>();
  for (const one of constants) {
    const count = isArray(one) ? one.type.elements * elementRegisters(one) : one.registerCount;
    registers.set(one.name, Math.max(registers.get(one.name) ?? 0, count));
  }
  return registers;
}

function readShader(
  { shader, bytes }: CompiledShader,
  table: readonly CtabConstant[],
  registers: ReadonlyMap<string, number>,
  input: PlatformInput,
): PlatformShader {
  const words = wordsOf(bytes);
  const { module, diagnostics } = lowerSm1(readSm1Words(words), { separatesConstants: true });
  for (const { code, severity, message } of diagnostics)
    input.reporter.report({ code, severity, text: message }, shader.at, {});
  if (module === undefined) return { code: new Uint8Array(), buffers: [], samplers: [], attributes: [] };
  const rows = rowsOf(table, registers);
  const size = rows.reduce((end, { row, count }) => Math.max(end, row + count), 0);
  joinConstants(module, rows, size);
  runDefaultPasses(module);
  const code = emitGlsl110(module, size, (message, _, values = {}) =>
    input.reporter.report(message, shader.at, values),
  );
  const variables = rows.flatMap(({ constant, row, count }) =>
    constant === undefined ? [] : [{ offset: ROW_BYTES * row, parameter: parameterOf(constant, count, input) }],
  );
  const name = uniformsName(module.stage);
  const buffer: PlatformBuffer = { name, label: name, size: ROW_BYTES * size, variables };
  return {
    code: new TextEncoder().encode(code),
    buffers: size === 0 ? [] : [buffer],
    samplers: samplersOf(module, table, input),
    attributes: attributesOf(module),
  };
}

/** Rows of the variables of a program, in the order of their parameters. */
function rowsOf(table: readonly CtabConstant[], registers: ReadonlyMap<string, number>): ConstantRows[] {
  const numbers = table.filter(({ registerSet }) => registerSet < SAMPLERS);
  // Variables in registers of loops and branches come last.
  const keyOf = (one: CtabConstant) => [one.registerSet === FLOATS ? 0 : 1, isArray(one) ? 0 : 1, one.registerIndex];
  const sorted = numbers.toSorted((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    const i = first.findIndex((key, k) => key !== second[k]);
    return i < 0 ? 0 : first[i]! - second[i]!;
  });
  const rows: ConstantRows[] = [];
  let next = 0;
  for (const constant of sorted) {
    const { name, registerSet: set, registerIndex: register, registerCount } = constant;
    const known = rows.find((one) => one.name === name);
    const count = registers.get(name)!;
    rows.push({
      name,
      set,
      register,
      registerCount,
      row: known?.row ?? next,
      count,
      constant: known === undefined ? constant : undefined,
    });
    if (known === undefined) next += count;
  }
  return rows;
}

function parameterOf(constant: CtabConstant, registers: number, input: PlatformInput) {
  const { name, type } = constant;
  const isMatrix = type.class === VariableClass.matrixColumns;
  // A matrix whose last columns nothing reads has fewer.
  const columns = isMatrix ? Math.min(type.columns, registers) : type.columns;
  const elements = isArray(constant) ? type.elements : 0;
  const known = type.members.length === 0 ? { ...type, columns } : undefined;
  return numericParameter(name, known, elements, known && defaultOf(constant, columns), input);
}

/** The default value of a variable as floats: components of each column of a matrix follow each other. */
function defaultOf({ type, registerSet, defaultValue }: CtabConstant, columns: number): Uint8Array | undefined {
  if (defaultValue === undefined) return undefined;
  const isMatrix = type.class === VariableClass.matrixColumns;
  const [registers, width] = isMatrix ? [columns, type.rows] : [1, columns];
  const words = Array.from({ length: registers }, (_, i) => [...defaultValue.subarray(4 * i, 4 * i + width)]).flat();
  const isBool = registerSet === CONDITIONS;
  const floatOf = (word: number) => bitsOfFloat(isBool ? Number(word !== 0) : word | 0);
  return bytesOf(Uint32Array.from(words, (word) => (registerSet === FLOATS ? word : floatOf(word))));
}

const USAGES: Readonly<Record<string, string>> = {
  position: 'Position',
  color: 'Color',
  texcoord: 'TextureCoordinate',
  normal: 'Normal',
  binormal: 'Binormal',
  tangent: 'Tangent',
  blendindices: 'BlendIndices',
  blendweight: 'BlendWeight',
  depth: 'Depth',
  fog: 'Fog',
  psize: 'PointSize',
  sample: 'Sample',
  tessfactor: 'TessellateFactor',
};

function attributesOf({ stage, inputs }: IrModule): PlatformShader['attributes'] {
  if (stage !== 'vs') return [];
  return inputs.map(({ register, semantic = '', semanticIndex = 0 }) => ({
    name: attributeName(register),
    usage: Math.max(0, MGFX_VALUES.usage.indexOf(USAGES[semantic] ?? '')),
    index: semanticIndex,
    location: 0,
  }));
}

const SAMPLER_TYPES: Readonly<Record<string, string>> = { textureCube: 'Cube', texture3D: 'Volume' };

function samplersOf(
  { stage, bindings }: IrModule,
  table: readonly CtabConstant[],
  { samplers }: PlatformInput,
): PlatformShader['samplers'] {
  return bindings
    .filter(({ kind }) => kind === 'stage')
    .toSorted((a, b) => a.register - b.register)
    .map(({ register, dimension = '' }) => {
      const constant = table.find(
        ({ registerSet, registerIndex, registerCount }) =>
          registerSet === SAMPLERS && register >= registerIndex && register < registerIndex + registerCount,
      );
      // A texture that is read through a sampler has both names.
      const [name = '', texture] = constant?.name.split('+') ?? [];
      const facts = samplers.get(name);
      return {
        type: samplerType(SAMPLER_TYPES[dimension] ?? '2D'),
        textureSlot: register,
        samplerSlot: register,
        state: facts?.state,
        name: samplerName(stage, register),
        parameterName: facts?.texture ?? texture ?? name,
      };
    });
}

/** The plan of a shader of models 1 to 3. */
import type { Sm1ConstantDesc, Sm1Reflection } from 'dxlens/reflect';
import { type ConstantControl, type InputControl, type RunPlan, stageOf, type TextureDimension } from './controls.ts';

const DIMENSIONS: Readonly<Record<string, TextureDimension>> = { '2d': '2d', cube: 'cube', volume: '3d' };
const SETS: Readonly<Record<string, ConstantControl['type']>> = { float4: 'float', int4: 'int', bool: 'bool' };

export function planOfSm1(reflection: Sm1Reflection): RunPlan | string {
  const { profile, constants, samplers, preshader } = reflection;
  const stage = stageOf(profile);
  if (stage !== 'vs' && stage !== 'ps') return stage;
  // Registers of a preshader are not those of the shader, so members of its structures cannot be set by them.
  const others = (preshader?.constants ?? []).filter(({ name }) => constants.every((one) => one.name !== name));
  const variables = others.filter((one) => one.class !== 'struct');
  return {
    profile,
    stage,
    isLegacy: true,
    constants: [...constants, ...variables].flatMap(controlsOf),
    textures: samplers.map(({ register, name, dimension }) => ({
      register,
      name: name ?? register,
      dimension: DIMENSIONS[dimension ?? '2d'] ?? '2d',
      isArray: false,
      type: 'float',
      isWritable: false,
    })),
    samplers: [],
    buffers: [],
    inputs: inputsOf(reflection),
    groupSize: [1, 1, 1],
    missing:
      variables.length === others.length ? [] : ['Structures that only the preshader reads have their default values.'],
  };
}

/** A structure is a row of registers, which have no names of their own. */
function controlsOf(constant: Sm1ConstantDesc): ConstantControl[] {
  const { name, typeName, rows, columns, elements, registerSet, registerIndex, registerCount, defaultValue } = constant;
  const type = SETS[registerSet];
  if (type === undefined) return [];
  const group = 'Constants';
  const isStructure = constant.class === 'struct';
  if (isStructure)
    return Array.from({ length: registerCount }, (_, i) => ({
      name: `${'cib'.charAt(['float', 'int', 'bool'].indexOf(type))}${registerIndex + i}`,
      buffer: undefined,
      group,
      typeName: `${name}, register ${i}`,
      type,
      rows: 1,
      columns: type === 'bool' ? 1 : 4,
      elements: 1,
      defaults: defaultValue?.slice(4 * i, 4 * i + 4).map(Number),
    }));
  const perRegister = type === 'bool' ? 1 : 4;
  const isByColumns = constant.class === 'matrixColumns';
  const registersOfElement = type === 'bool' ? rows * columns : isByColumns ? columns : rows;
  const valueAt = (element: number, row: number, column: number) => {
    const [line, i] = isByColumns ? [column, row] : [row, column];
    const at = type === 'bool' ? row * columns + column : perRegister * line + i;
    return Number(defaultValue?.[element * registersOfElement * perRegister + at] ?? 0);
  };
  const count = Math.max(elements, 1);
  const defaults = Array.from({ length: count * rows * columns }, (_, i) =>
    valueAt(Math.floor(i / (rows * columns)), Math.floor(i / columns) % rows, i % columns),
  );
  return [
    {
      name,
      buffer: undefined,
      group,
      typeName,
      type,
      rows,
      columns,
      elements: count,
      defaults: defaultValue === null ? undefined : defaults,
    },
  ];
}

function inputsOf({ inputs }: Sm1Reflection): InputControl[] {
  return inputs.map(({ register, usage, usageIndex, mask }): InputControl => {
    const semantic = usage === null ? register.toLowerCase() : String(usage).toLowerCase();
    return {
      name: usage === null ? register : `${semantic.toUpperCase()}${usageIndex}`,
      semantic,
      index: usageIndex,
      register,
      mask: [...mask].reduce((sum, letter) => sum | (1 << 'xyzw'.indexOf(letter)), 0),
      type: 'float',
    };
  });
}

/** The plan of a shader of models 4.0 to 5.1. */
import type { BindingDesc, Sm4Reflection, TypeDesc, VariableDesc } from 'dxlens/reflect';
import {
  type BufferControl,
  type ConstantControl,
  type InputControl,
  type NumberType,
  type RunPlan,
  stageOf,
  type TextureControl,
  type TextureDimension,
} from './controls.ts';

/** Constants of a shader that get a control. */
const MAX_CONSTANTS = 256;
/** Structures in structures. */
const MAX_DEPTH = 8;
const REGISTER_BYTES = 16;
const WORD_BYTES = 4;

export function planOfSm4(reflection: Sm4Reflection): RunPlan | string {
  const stage = stageOf(reflection.profile);
  if (stage !== 'vs' && stage !== 'ps' && stage !== 'cs') return stage;
  const missing: string[] = [];
  if (reflection.creator === null)
    missing.push('The shader has no reflection data: constants are 0, and nothing is bound to its registers.');
  if (reflection.numInterfaceSlots > 0) missing.push('Class instances are not set: calls of interfaces do nothing.');
  const plan = {
    constants: [] as ConstantControl[],
    textures: [] as TextureControl[],
    samplers: [] as RunPlan['samplers'][number][],
    buffers: [] as BufferControl[],
  };
  for (const binding of reflection.boundResources) {
    if (binding.bindCount !== 1) missing.push(`Of the array ${binding.name}, only the first element is bound.`);
    addBinding(plan, binding, reflection, missing);
  }
  return {
    profile: reflection.profile ?? '',
    stage,
    isLegacy: false,
    ...plan,
    inputs: inputsOf(reflection),
    groupSize: reflection.threadGroupSize,
    missing,
  };
}

/** The register of a binding in a job: `t0`, `u1,space2`. */
function registerOf({ type, bindPoint, space }: BindingDesc): string {
  const letter = type === 'cbuffer' ? 'b' : type === 'sampler' ? 's' : String(type).startsWith('uav') ? 'u' : 't';
  return `${letter}${bindPoint}${space > 0 ? `,space${space}` : ''}`;
}

interface Lists {
  readonly constants: ConstantControl[];
  readonly textures: TextureControl[];
  readonly samplers: RunPlan['samplers'][number][];
  readonly buffers: BufferControl[];
}

function addBinding(plan: Lists, binding: BindingDesc, reflection: Sm4Reflection, missing: string[]): void {
  const { name, type } = binding;
  const register = registerOf(binding);
  const buffer = reflection.constantBuffers.find((one) => one.name === name);
  if (type === 'cbuffer' || type === 'tbuffer') {
    for (const variable of buffer?.variables ?? []) addVariable(plan.constants, variable, register, name);
  } else if (type === 'sampler') {
    plan.samplers.push({ register, name, isComparison: (binding.uFlags & 2) !== 0 });
  } else if (binding.dimension === 'buffer' || String(type).match(/structured|byteAddress/i)) {
    plan.buffers.push(bufferOf(binding, register, buffer?.variables[0]?.type ?? null));
  } else {
    const texture = textureOf(binding, register);
    if (texture === undefined) missing.push(`${name} has several samples a texel and is not bound: reads give 0.`);
    else plan.textures.push(texture);
  }
}

function textureOf(binding: BindingDesc, register: string): TextureControl | undefined {
  const { name, dimension, returnType, type } = binding;
  const [, sort = '', array] = /^texture(1D|2D|3D|Cube)(Array)?$/.exec(String(dimension)) ?? [];
  if (sort === '') return undefined;
  const isInteger = returnType === 'uint' || returnType === 'sint';
  return {
    register,
    name,
    dimension: sort.toLowerCase() as TextureDimension,
    isArray: array !== undefined,
    type: isInteger ? (returnType === 'uint' ? 'uint' : 'int') : 'float',
    isWritable: String(type).startsWith('uav'),
  };
}

const FORMATS: Readonly<Record<NumberType, string>> = {
  float: 'R32_FLOAT',
  int: 'R32_SINT',
  uint: 'R32_UINT',
  bool: 'R32_UINT',
};
const TYPED: Readonly<Record<string, readonly [string, number]>> = {
  float: ['R32G32B32A32_FLOAT', 16],
  uint: ['R32G32B32A32_UINT', 16],
  sint: ['R32G32B32A32_SINT', 16],
  unorm: ['R8G8B8A8_UNORM', 4],
  snorm: ['R8G8B8A8_SNORM', 4],
};
const ONE_COMPONENT: Readonly<Record<string, string>> = { float: 'R32_FLOAT', uint: 'R32_UINT', sint: 'R32_SINT' };

function bufferOf(binding: BindingDesc, register: string, element: TypeDesc | null): BufferControl {
  const { name, type, returnType, uFlags, numSamples } = binding;
  const sort = String(type);
  const isWritable = sort.startsWith('uav');
  const common = { register, name, isWritable, hasCounter: /counter|append|consume/i.test(sort) };
  if (/structured/i.test(sort)) {
    const leaves = element === null ? [] : leavesOf(element, '', 0);
    const words = Math.max(1, numSamples / WORD_BYTES);
    const formats = Array.from({ length: words }, () => FORMATS.uint);
    const columns = formats.map((_, i) => `+${WORD_BYTES * i}`);
    for (const { name: path, type: kind, offset, count } of leaves)
      for (let i = 0; i < count && offset / WORD_BYTES + i < words; i++) {
        formats[offset / WORD_BYTES + i] = FORMATS[kind];
        columns[offset / WORD_BYTES + i] = count > 1 ? `${path}[${i}]` : path === '' ? 'value' : path;
      }
    return { ...common, layout: 'structured', formats, columns, stride: words * WORD_BYTES };
  }
  if (/byteAddress/i.test(sort))
    return { ...common, layout: 'raw', formats: [FORMATS.uint], columns: ['value'], stride: WORD_BYTES };
  // Bits 2 and 3 of the flags are the components of the type, less 1; loads of writable buffers need a format with one.
  const one = ONE_COMPONENT[String(returnType)];
  if (((uFlags >> 2) & 3) === 0 && one !== undefined)
    return { ...common, layout: 'typed', formats: [one], columns: ['value'], stride: WORD_BYTES };
  const [format, stride] = TYPED[String(returnType)] ?? TYPED.float!;
  return { ...common, layout: 'typed', formats: [format], columns: ['x', 'y', 'z', 'w'], stride };
}

interface Leaf {
  readonly name: string;
  readonly type: NumberType;
  /** In bytes. */
  readonly offset: number;
  /** Numbers. */
  readonly count: number;
}

/** The numbers of the element of a structured buffer, whose parts follow each other without gaps. */
function leavesOf(desc: TypeDesc, path: string, at: number, depth = 0): Leaf[] {
  if (depth > MAX_DEPTH) return [];
  if (desc.members.length > 0 && desc.elements <= 1)
    return desc.members.flatMap(({ name, type }) =>
      type === null ? [] : leavesOf(type, path === '' ? name : `${path}.${name}`, at + type.offset, depth + 1),
    );
  if (desc.members.length > 0) return [];
  return [
    {
      name: path,
      type: numberTypeOf(desc.type),
      offset: at,
      count: Math.max(1, desc.rows * desc.columns) * Math.max(1, desc.elements),
    },
  ];
}

function numberTypeOf(type: string | number): NumberType {
  const name = String(type);
  if (name === 'bool') return 'bool';
  if (/uint/.test(name)) return 'uint';
  return /int/.test(name) ? 'int' : 'float';
}

function addVariable(controls: ConstantControl[], variable: VariableDesc, buffer: string, group: string): void {
  const { type, name, startOffset, defaultValue } = variable;
  const values = defaultValue?.values;
  if (type !== null) addType(type, name, 0, 0);

  /** @param at where the part begins in the variable, in bytes */
  function addType(desc: TypeDesc, path: string, at: number, depth: number): void {
    if (controls.length >= MAX_CONSTANTS || depth > MAX_DEPTH || desc.class === 'object') return;
    const count = Math.max(1, desc.elements);
    if (desc.members.length > 0) {
      for (let i = 0; i < (desc.elements > 0 ? count : 1); i++) {
        const start = at + i * elementBytes(desc);
        for (const member of desc.members)
          if (member.type !== null)
            addType(
              member.type,
              `${path}${desc.elements > 0 ? `[${i}]` : ''}.${member.name}`,
              start + member.type.offset,
              depth + 1,
            );
      }
      return;
    }
    if (/interface/i.test(String(desc.class)) || desc.rows * desc.columns === 0) return;
    const { rows, columns } = desc;
    const defaults = Array.from({ length: count * rows * columns }, (_, i) => {
      const element = Math.floor(i / (rows * columns));
      return Number(values?.[wordAt(desc, at, element, Math.floor(i / columns) % rows, i % columns)] ?? 0);
    });
    controls.push({
      name: path,
      buffer,
      group,
      typeName: desc.name ?? `${desc.type}${columns > 1 || rows > 1 ? columns : ''}`,
      type: numberTypeOf(desc.type),
      rows,
      columns,
      elements: count,
      defaults: values === undefined ? undefined : defaults,
    });
  }

  /** The DWORD of a number, from the start of the variable. */
  function wordAt(desc: TypeDesc, at: number, element: number, row: number, column: number): number {
    const [line, i] = desc.class === 'matrixColumns' ? [column, row] : [row, column];
    // Registers begin at multiples of 16 bytes of the buffer.
    const lead = (startOffset + at) % REGISTER_BYTES;
    const isSingle = element === 0 && line === 0;
    const start = isSingle ? at : at - lead + element * elementBytes(desc) + line * REGISTER_BYTES;
    return start / WORD_BYTES + i;
  }
}

/** Bytes from an element of an array to the next. */
function elementBytes(desc: TypeDesc): number {
  return Math.ceil(oneElementBytes(desc) / REGISTER_BYTES) * REGISTER_BYTES;
}

/** Bytes of an element, padding at the end left out. */
function oneElementBytes(desc: TypeDesc): number {
  if (desc.members.length === 0) {
    const [lines, width] = desc.class === 'matrixColumns' ? [desc.columns, desc.rows] : [desc.rows, desc.columns];
    return (lines - 1) * REGISTER_BYTES + width * WORD_BYTES;
  }
  return desc.members.reduce((end, { type }) => {
    if (type === null) return end;
    const before = (Math.max(1, type.elements) - 1) * elementBytes(type);
    return Math.max(end, type.offset + before + oneElementBytes(type));
  }, 0);
}

function inputsOf({ inputParameters }: Sm4Reflection): InputControl[] {
  return inputParameters.map(({ semanticName, semanticIndex, register, componentType, mask }): InputControl => {
    const isSystem = /^SV_(?!Target|ClipDistance|CullDistance)/i.test(semanticName);
    return {
      name: isSystem && semanticIndex === 0 ? semanticName : `${semanticName}${semanticIndex}`,
      semantic: semanticName.toLowerCase(),
      index: semanticIndex,
      register: register === NO_REGISTER ? '' : `v${register}`,
      mask,
      type: componentType === 'uint32' ? 'uint' : componentType === 'sint32' ? 'int' : 'float',
    };
  });
}

const NO_REGISTER = 0xffff_ffff;

/** Fills constant buffers by the names of their variables. Reflection says where each variable is. */
import { reflectShader } from 'dxlens/reflect';
import type { Constants } from './scene.ts';

const ROW = 16;

/**
 * The contents of constant buffer b`register`; of a shader for Direct3D 9, of its float constants, c0 first.
 *
 * @param size bytes that the shader reads at least
 */
export function constantBytes(shader: Uint8Array, register: number, size: number, values: Constants): ArrayBuffer {
  const variables = variablesOf(shader, register);
  const end = Math.max(size, ...variables.map(({ offset, rows }) => offset + ROW * rows));
  const bytes = new DataView(new ArrayBuffer(Math.ceil(end / ROW) * ROW));
  for (const { name, offset, isColumns, columns, rows, width } of variables) {
    const numbers = values[name];
    if (numbers === undefined) throw new Error(`no value for the constant ${name}`);
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < width; i++)
        bytes.setFloat32(offset + ROW * row + 4 * i, numbers[isColumns ? i * columns + row : row * columns + i]!, true);
  }
  return bytes.buffer;
}

/** A scalar, vector or matrix of floats. */
interface Variable {
  readonly name: string;
  /** In bytes. */
  readonly offset: number;
  /** Whether rows in memory are columns of the matrix, as HLSL has them by default. */
  readonly isColumns: boolean;
  /** Of the matrix, or components of the vector. */
  readonly columns: number;
  /** Rows of 16 bytes, and floats in each. */
  readonly rows: number;
  readonly width: number;
}

function variablesOf(shader: Uint8Array, register: number): Variable[] {
  const { reflection } = reflectShader(shader);
  if (reflection?.format === 'sm1')
    return reflection.constants
      .filter(({ registerSet }) => registerSet === 'float4')
      .map(({ name, registerIndex, registerCount, ...type }) => ({
        ...variable(name, ROW * registerIndex, type),
        // Registers that the shader does not read are not part of it.
        rows: registerCount,
      }));
  if (reflection?.format !== 'dxbc') throw new Error('this is no shader');
  const bound = reflection.boundResources.find(({ type, bindPoint }) => type === 'cbuffer' && bindPoint === register);
  const buffer = reflection.constantBuffers.find(({ name }) => name === bound?.name);
  return (buffer?.variables ?? []).map(({ name, startOffset, type }) => variable(name, startOffset, type!));
}

/** The facts on a type that the reflections of all shader models share. */
interface Type {
  readonly class: string | number | undefined;
  readonly rows: number;
  readonly columns: number;
}

function variable(name: string, offset: number, type: Type): Variable {
  const isColumns = type.class === 'matrixColumns';
  const isMatrix = isColumns || type.class === 'matrixRows';
  const [rows, width] = isColumns ? [type.columns, type.rows] : [type.rows, type.columns];
  return { name, offset, isColumns, columns: type.columns, rows: isMatrix ? rows : 1, width };
}

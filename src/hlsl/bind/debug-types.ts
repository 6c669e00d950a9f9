/** Types of HLSL as debug information has them. */
import type { NewType } from '../../debug/spdb/write-types.ts';
import { allMembers, type HlslType, isPatch } from '../types/types.ts';

/** Bytes of a scalar. */
const BYTES = 4;

/** Whether a type is that of a parameter that a geometry shader appends vertices to. */
export function isStream(type: HlslType): boolean {
  return type.kind === 'object' && type.element !== undefined && type.name.endsWith('Stream');
}

/** A type of HLSL as debug information has it; resources and interfaces have no values. */
export function newTypeOf(type: HlslType): NewType {
  switch (type.kind) {
    case 'numeric': {
      const { scalar: element, shape, rows, columns, isRowMajor } = type;
      if (shape === 'scalar') return { kind: 'scalar', name: element };
      return shape === 'vector'
        ? { kind: 'vector', element, count: columns }
        : { kind: 'matrix', element, rows, columns, isRowMajor };
    }
    case 'array':
      return { kind: 'array', element: newTypeOf(type.element), length: type.length };
    case 'struct':
      return {
        kind: 'struct',
        name: type.name,
        members: allMembers(type).map((member) => ({ name: member.name, type: newTypeOf(member.type) })),
      };
    case 'object':
      if (isStream(type)) return { kind: 'stream', name: type.name, element: newTypeOf(type.element!) };
      if (isPatch(type) && type.element !== undefined)
        return { kind: 'array', element: newTypeOf(type.element), length: type.count };
      return { kind: 'scalar', name: 'void' };
    default:
      return { kind: 'scalar', name: 'void' };
  }
}

/** Where each scalar of a type is in its memory, in the order of values. */
export function scalarOffsetsOf(type: HlslType): { readonly offset: number; readonly size: number }[] {
  const found: { offset: number; size: number }[] = [];
  const visit = (one: HlslType, start: number): number => {
    if (one.kind === 'array') {
      let at = start;
      for (let i = 0; i < one.length; i++) at = visit(one.element, at);
      return at;
    }
    if (one.kind === 'struct') return allMembers(one).reduce((at, member) => visit(member.type, at), start);
    if (one.kind !== 'numeric') return start;
    const { rows, columns, isRowMajor, scalar } = one;
    const size = scalar === 'double' ? 2 * BYTES : BYTES;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        found.push({ offset: start + size * (isRowMajor ? columns * row + column : rows * column + row), size });
    return start + size * rows * columns;
  };
  visit(type, 0);
  return found;
}

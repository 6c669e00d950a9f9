/** Names of constants and samplers of Direct3D 9: those of the constant table. */

import { identifierFrom } from '../../emit/common/names.ts';
import type { ConstantMember } from '../../emit/common/plan.ts';
import type { Sm1ConstantDesc, Sm1TypeDesc } from '../../reflect/sm1-constants.ts';
import type { Sm1Names } from '../reflected.ts';
import { rowsOfType } from '../type-rows.ts';
import { type ConstantBuffer, constantOffset, registerCountOf } from './constants.ts';

const ROW = 16;

/** Types in the buffer: the register file decides them, not the type in HLSL. */
const FILES = {
  float4: { file: 'float', type: 'f32' },
  int4: { file: 'int', type: 'i32' },
  bool: { file: 'bool', type: 'u32' },
} as const;

/** The name of a sampler. */
export function samplerName(reflection: Sm1Names | undefined, register: number): string | undefined {
  const name = reflection?.samplers.get(register);
  return name === undefined ? undefined : identifierFrom(name);
}

/** The constants of the table as members of the buffer, in the order of their offsets; undefined without a table. */
export function namedMembers(buffer: ConstantBuffer, reflection: Sm1Names | undefined): ConstantMember[] | undefined {
  if (reflection === undefined || reflection.constants.length === 0) return undefined;
  const members: ConstantMember[] = [];
  for (const constant of reflection.constants) addConstant(buffer, constant, members);
  return members.length === 0 ? undefined : members.sort((a, b) => a.offset - b.offset);
}

function addConstant(buffer: ConstantBuffer, constant: Sm1ConstantDesc, members: ConstantMember[]): void {
  const { name, registerSet, registerIndex } = constant;
  const found = FILES[registerSet as keyof typeof FILES];
  if (found === undefined) return;
  const { file, type } = found;
  // A table may have registers that the shader does not read, and a damaged one those that Direct3D does not have.
  const registerCount = Math.min(constant.registerCount, registerCountOf(buffer, file) - registerIndex);
  if (registerCount <= 0) return;
  const offset = constantOffset(buffer, file, registerIndex);
  const identifier = identifierFrom(name);
  if (file === 'float') {
    addFloats(identifier, constant, offset, offset + ROW * registerCount, members);
    return;
  }
  // Loops read several components of an integer, and booleans are one word each.
  const width = file === 'int' ? 4 : 1;
  for (let i = 0; i < registerCount; i++)
    members.push({
      name: registerCount > 1 ? `${identifier}_${i}` : identifier,
      type,
      offset: constantOffset(buffer, file, registerIndex + i),
      width,
      rows: 1,
      elements: 0,
    });
}

/**
 * Adds what is before `end`, because the table counts only registers that the shader reads; returns where the next
 * member would be.
 */
function addFloats(name: string, type: Sm1TypeDesc, offset: number, end: number, members: ConstantMember[]): number {
  const count = Math.max(type.elements, 1);
  if (type.structMembers.length > 0) {
    let at = offset;
    for (let i = 0; i < count; i++)
      for (const member of type.structMembers)
        at = addFloats(
          identifierFrom(count > 1 ? `${name}_${i}_${member.name}` : `${name}_${member.name}`),
          member,
          at,
          end,
          members,
        );
    return at;
  }
  const shape = rowsOfType(type);
  const { rows, width } = shape;
  const size = ROW * rows * count;
  const available = Math.floor((Math.min(offset + size, end) - offset) / ROW);
  if (available > 0 && width >= 1 && width <= 4) {
    const elements = count > 1 ? Math.floor(available / rows) : 0;
    if (count === 1)
      members.push({ name, type: 'f32', offset, ...shape, rows: Math.min(rows, available), elements: 0 });
    else if (elements > 0) members.push({ name, type: 'f32', offset, ...shape, elements });
  }
  return offset + size;
}

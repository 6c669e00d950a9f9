/**
 * Resources as members of structures, which 5.0 has: all textures inside of a variable are one array of registers, and
 * so are its samplers and its views (source: oracle).
 *
 * Not for: their registers (registers.ts).
 */
import type { RdefVariable } from '../../chunks/rdef.ts';
import type { ConstantVariable, ResourceDeclaration, ResourceElement } from '../declarations.ts';
import { allMembers, type HlslType, type ObjectType } from '../types/types.ts';
import { type BoundRange, fileOfType, type RegisterFile } from './registers.ts';

/** Calls `visit` for each resource inside of a value with its path. */
export function visitResources(type: HlslType, path: string, visit: (type: ObjectType, path: string) => void): void {
  if (type.kind === 'object') visit(type, path);
  else if (type.kind === 'array')
    for (let i = 0; i < type.length; i++) visitResources(type.element, `${path}[${i}]`, visit);
  else if (type.kind === 'struct')
    for (const member of allMembers(type)) visitResources(member.type, `${path}.${member.name}`, visit);
}

/**
 * Declarations of the resources inside of a variable, one for each register file; elements are in the order of
 * registers.
 */
export function resourcesInside(variable: ConstantVariable): ResourceDeclaration[] {
  const files = new Map<RegisterFile, ResourceElement[]>();
  visitResources(variable.type, variable.name, (type, name) => {
    const file = fileOfType(type);
    const elements = files.get(file) ?? [];
    elements.push({ name, type });
    files.set(file, elements);
  });
  return [...files.values()].map((elements) => ({
    name: variable.name,
    type: elements[0]!.type,
    lengths: [elements.length],
    registers: variable.registers.filter(({ file }) => file === fileOfType(elements[0]!.type)),
    isGloballyCoherent: false,
    elements,
  }));
}

/** Whether a type has anything that a buffer stores. */
export function hasData(type: HlslType): boolean {
  if (type.kind === 'object') return false;
  if (type.kind === 'array') return hasData(type.element);
  if (type.kind !== 'struct') return true;
  return allMembers(type).some((member) => hasData(member.type));
}

/** Scalars of a type as records count them: a resource is one. */
export function slotCount(type: HlslType): number {
  switch (type.kind) {
    case 'numeric':
      return type.rows * type.columns;
    case 'array':
      return type.length * slotCount(type.element);
    case 'struct':
      return allMembers(type).reduce((sum, member) => sum + slotCount(member.type), 0);
    case 'object':
      return 1;
    default:
      return 0;
  }
}

/** The registers of the resources inside of variables, by the names of the variables: up to the last used one. */
export function slotsOf(ranges: readonly BoundRange[]): ReadonlyMap<string, Partial<RdefVariable>> {
  const slots = new Map<string, Partial<RdefVariable>>();
  for (const { declaration, file, element, register } of ranges) {
    if ('kind' in declaration || declaration.elements === undefined || element === undefined) continue;
    const known = slots.get(declaration.name) ?? {};
    const start = register - element;
    // Ranges are in the order of registers: the last one counts.
    const found: Partial<RdefVariable> =
      file === 's'
        ? { samplerStart: start, samplerCount: element + 1 }
        : file === 't'
          ? { textureStart: start, textureCount: element + 1 }
          : {};
    slots.set(declaration.name, { ...known, ...found });
  }
  return slots;
}

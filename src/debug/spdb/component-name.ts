/**
 * The name of a component of a variable, by its offset in the type of the variable: `.x`, `._m01`, `[2].color.x`.
 * Spelling: oracle.
 *
 * Not for: registers.
 */
import { COMPONENTS } from '../../isa/components.ts';
import type { PdbTypes } from './types.ts';

/** Why a name is cut short. */
export type NameFault =
  | 'no type'
  | 'no length'
  | 'overrun'
  | 'no member'
  | 'no array element'
  | 'no vector element'
  | 'vector member'
  | 'no matrix element'
  | 'matrix member'
  | 'kind';

export interface ComponentName {
  /** The text after the name of the variable. */
  readonly text: string;
  /** Null where the name is complete. */
  readonly fault: NameFault | null;
}

/** {@link componentName} without what listings write for types that they do not know. */
export function partName(types: PdbTypes, index: number, offset: number): string {
  return componentName(types, index, offset).text.replace(/<unknown HLSL built-in .*$/, '');
}

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;

/** The name of the bytes from byte `offset` on of a value of type `index`. */
export function componentName(types: PdbTypes, index: number, offset: number): ComponentName {
  let text = '';
  let at = offset;
  let next = index;
  const cut = (fault: NameFault): ComponentName => ({ text, fault });
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const type = types.bare(next);
    if (type?.kind === 'pointer') return cut('kind');
    const length = types.sizeOf(next);
    if (type === undefined || length === undefined) return cut('no length');
    if (at >= length) return cut('overrun');
    switch (type.kind) {
      case 'struct': {
        const member = types
          .members(type.fields)
          .find((field) => at >= field.offset && at - field.offset < types.size(field.type));
        if (member === undefined) return cut('no member');
        if (member.name !== '') text += `.${member.name}`;
        at -= member.offset;
        next = member.type;
        break;
      }
      case 'array': {
        if (!types.has(type.element)) return cut('no array element');
        if (type.stride === 0) return cut('overrun');
        text += `[${Math.floor(at / type.stride)}]`;
        at %= type.stride;
        next = type.element;
        break;
      }
      case 'vector': {
        const element = types.size(type.element);
        if (element === 0) return cut('no vector element');
        const component = at / element;
        const letter = component < type.count ? COMPONENTS[component] : undefined;
        if (letter === undefined) return cut('vector member');
        text += `.${letter}`;
        return { text, fault: null };
      }
      case 'matrix': {
        const element = types.size(type.element);
        if (element === 0) return cut('no matrix element');
        if (type.stride === 0) return cut('matrix member');
        const major = Math.floor(at / type.stride);
        const minor = (at % type.stride) / element;
        const [row, column] = type.rowMajor ? [major, minor] : [minor, major];
        if (!Number.isInteger(minor) || row >= type.rows || column >= type.columns) return cut('matrix member');
        text += `._m${row}${column}`;
        return { text, fault: null };
      }
      case 'resource':
        if (type.builtIn === INTERFACE) return { text: `${text}.${COMPONENTS[(at >>> 2) & 3]}`, fault: null };
        return { text: `${text}<unknown HLSL built-in ${type.builtIn} offset ${at}>`, fault: null };
      case 'scalar':
        return { text, fault: null };
      default:
        return cut('kind');
    }
  }
  return cut('no length');
}

/** The built-in type of `this` in methods of classes that are called through an interface. */
const INTERFACE = 0x200;

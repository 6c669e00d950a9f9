/**
 * The name of a component of a variable, by its offset in the type of the variable: `.x`, `._m01`, `[2].color.x`. Spelling: oracle.
 *
 * Not for: registers.
 */
import type { PdbTypes } from './types.ts';

/** Why a name is cut short. */
export type NameFault = 'no type' | 'overrun' | 'no member';

export interface ComponentName {
  /** What follows the name of the variable. */
  readonly text: string;
  /** Null where the name is complete. */
  readonly fault: NameFault | null;
}

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;
const LETTERS = 'xyzw';

/** The name of the `size` bytes from byte `offset` on of a value of type `index`. */
export function componentName(types: PdbTypes, index: number, offset: number): ComponentName {
  let text = '';
  let at = offset;
  let next = index;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const type = types.bare(next);
    if (type === undefined) return { text, fault: 'no type' };
    const length = types.size(next);
    if (at >= length) return { text, fault: 'overrun' };
    switch (type.kind) {
      case 'struct': {
        const member = types
          .members(type.fields)
          .find((field) => at >= field.offset && at - field.offset < types.size(field.type));
        if (member === undefined) return { text, fault: 'no member' };
        if (member.name !== '') text += `.${member.name}`;
        at -= member.offset;
        next = member.type;
        break;
      }
      case 'array': {
        if (type.stride === 0) return { text, fault: 'overrun' };
        text += `[${Math.floor(at / type.stride)}]`;
        at %= type.stride;
        next = type.element;
        break;
      }
      case 'vector': {
        const element = types.size(type.element);
        const component = element === 0 ? 0 : Math.floor(at / element);
        return { text: `${text}.${LETTERS[component] ?? ''}`, fault: null };
      }
      case 'matrix': {
        const element = types.size(type.element);
        if (type.stride === 0 || element === 0) return { text, fault: 'overrun' };
        const major = Math.floor(at / type.stride);
        const minor = Math.floor((at % type.stride) / element);
        return { text: `${text}._m${type.rowMajor ? `${major}${minor}` : `${minor}${major}`}`, fault: null };
      }
      case 'resource':
        return { text: `${text}<unknown HLSL built-in ${type.builtIn} offset ${at}>`, fault: null };
      default:
        return { text, fault: null };
    }
  }
  return { text, fault: 'no type' };
}

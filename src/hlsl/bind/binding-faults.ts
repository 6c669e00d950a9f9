/**
 * Faults of buffers and resources with the codes of Microsoft's compiler: registers that two of them have or the model
 * does not have, variables at the same offset, buffers that are too large.
 *
 * Not for: faults of signatures (signatures.ts) and root signatures.
 */
import type { BufferDeclaration, ConstantVariable } from '../declarations.ts';
import { bufferLayout, strideOf } from './layout.ts';
import {
  type AssignedRegisters,
  type BoundDeclaration,
  type BoundRange,
  isAnnotated,
  type RegisterFile,
  type RegisterOptions,
} from './registers.ts';

/** A declaration that cannot be bound. */
export interface BindingFault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly declaration: BoundDeclaration;
  /** The variable of a buffer that is at fault. */
  readonly variable?: ConstantVariable | undefined;
}

interface FileRule {
  readonly name: string;
  /** Registers that models before 5.1 have. */
  readonly limit: number;
  /** The code of a register beyond them that the compiler chose, and of one in the source; undefined: not checked. */
  readonly chosen: string;
  readonly written: string | undefined;
}

const FILES: Readonly<Record<RegisterFile, FileRule>> = {
  b: { name: 'constant buffers', limit: 14, chosen: 'X4567', written: 'X4567' },
  s: { name: 'samplers', limit: 16, chosen: 'X4510', written: 'X4509' },
  t: { name: 'textures', limit: 128, chosen: 'X4565', written: 'X4509' },
  u: { name: 'views for unordered access', limit: 64, chosen: 'X4585', written: undefined },
};
/** Registers of a space in model 5.1. */
const REGISTERS = 2 ** 32;
/** Compute shaders of 4.x have one. */
const VIEWS_OF_MODEL_4 = 1;

const MAX_SAMPLES = 32;

/** The largest element of a structured buffer, in bytes. */
const MAX_ELEMENT_SIZE = 2048;

/** The largest constant buffer, in bytes. */
const MAX_BUFFER_SIZE = 4096 * 16;

/** Faults of the registers of what is used. */
export function registerFaults({ ranges, overflowing }: AssignedRegisters, options: RegisterOptions): BindingFault[] {
  const { version, profile, targets } = options;
  const hasSpaces = version[0] === 5 && version[1] === 1;
  const faults = overflowing.map((declaration): BindingFault => {
    const message = `there are no registers for ${declaration.name}: an array without a bound takes them`;
    return { code: 'X4609', message, declaration };
  });
  for (const [i, range] of ranges.entries()) {
    const { declaration, file, register, count, isExplicit } = range;
    const next = ranges[i + 1];
    if (next !== undefined && isOverlapping(range, next)) faults.push(overlap(range, next, hasSpaces));
    if (hasSpaces && !('kind' in declaration) && declaration.elements !== undefined) {
      const message = `${declaration.name} has resources inside, which have no ranges in 5_1`;
      faults.push({ code: 'X4609', message, declaration });
    }
    if (hasSpaces && count === 0 && file !== 'b' && !options.hasUnboundedTables) {
      const message = `${declaration.name} has no bound`;
      const hint = 'give it one, or compile with --unbounded-tables';
      faults.push({ code: 'X3596', message, hint, declaration });
    }
    if (hasSpaces && register + count > REGISTERS) {
      const message = `there are no registers for all of ${declaration.name}: the last one has the number ${REGISTERS - 1}`;
      faults.push({ code: 'X4609', message, declaration });
    }
    if (file === 's' && !isExplicit && isAnnotated(declaration, profile)) {
      const message = `the source gives the sampler ${declaration.name} no register s`;
      faults.push({ code: 'X4509', message, declaration });
    }
    if (!('kind' in declaration) && /MS/.test(declaration.type.name) && declaration.type.count > MAX_SAMPLES) {
      const message = `${declaration.name} has ${declaration.type.count} samples; the most are ${MAX_SAMPLES}`;
      faults.push({ code: 'X4539', message, declaration });
    }
    const stride = strideOfElements(declaration);
    if (stride > MAX_ELEMENT_SIZE) {
      const message = `an element of ${declaration.name} has ${stride} bytes; the most are ${MAX_ELEMENT_SIZE}`;
      faults.push({ code: 'X4599', message, declaration });
    }
    if (hasSpaces) continue;
    const missing = missingFault(range, profile, version);
    if (missing !== undefined) {
      faults.push({ ...missing, declaration });
      continue;
    }
    if (file === 'u' && version[0] === 4 && !('kind' in declaration) && !/Structured|Byte/.test(declaration.type.name))
      faults.push({ code: 'X3666', message: `${profile} has no typed views for unordered access`, declaration });
    const { name, limit: registers, chosen, written } = FILES[file];
    const limit = file === 'u' && version[0] === 4 ? VIEWS_OF_MODEL_4 : registers;
    const code = isExplicit ? written : chosen;
    if (register + count > limit && code !== undefined)
      faults.push({
        code,
        message: `${profile} has ${limit} ${name}, and ${declaration.name} does not fit`,
        declaration,
      });
    if (file === 'u' && register < targets) {
      const message = `the first ${targets} registers of views are those of render targets; use u${targets} or more`;
      faults.push({ code: 'X4509', message, declaration });
    }
  }
  return faults;
}

/** The bytes of an element of a structured buffer; 0 for other declarations. */
function strideOfElements(declaration: BoundDeclaration): number {
  if ('kind' in declaration || !declaration.type.name.includes('Structured')) return 0;
  return strideOf(declaration.type.element!, 'structured');
}

/** Why a model does not have a kind of resource at all. */
function missingFault(
  { declaration, file }: BoundRange,
  profile: string,
  [major, minor]: RegisterOptions['version'],
): Pick<BindingFault, 'code' | 'message'> | undefined {
  if (major !== 4 || 'kind' in declaration) return undefined;
  const { name, count } = declaration.type;
  if (file === 'u' && !profile.startsWith('cs'))
    return {
      code: profile.startsWith('lib') ? 'X3667' : 'X4585',
      message: `${profile} has no views for unordered access`,
    };
  const isUncounted = /^Texture2DMS/.test(name) && count === 0;
  if (minor === 0 && (name === 'TextureCubeArray' || isUncounted))
    return { code: 'X4539', message: `${profile} has no ${name}${isUncounted ? ' without a number of samples' : ''}` };
  return undefined;
}

/** Ranges are in the order of registers. */
function isOverlapping(a: BoundRange, b: BoundRange): boolean {
  return a.file === b.file && a.space === b.space && (a.count === 0 || a.register + a.count > b.register);
}

function overlap(first: BoundRange, { declaration, file, register }: BoundRange, hasSpaces: boolean): BindingFault {
  const code = hasSpaces ? 'X4610' : file === 'b' ? 'X4578' : 'X4500';
  const message = `${declaration.name} and ${first.declaration.name} have the same register ${file}${register}`;
  return { code, message, declaration };
}

/** Faults of the variables of a used buffer. */
export function layoutFaults(
  buffer: BufferDeclaration,
  version: readonly [major: number, minor: number],
): BindingFault[] {
  const { variables, size } = bufferLayout(buffer, version);
  const faults: BindingFault[] = [];
  const sorted = variables.toSorted((a, b) => a.offset - b.offset);
  let end = 0;
  // The variable that ends last, which a later one overlaps.
  let last = sorted[0]?.variable;
  for (const { variable, offset, size: bytes } of sorted) {
    if (bytes > 0 && offset < end && buffer.kind === 'cbuffer') {
      const message = `${variable.name} is at the offset of another variable of ${buffer.name}`;
      faults.push({ code: 'X4019', message, declaration: buffer, variable: last });
    }
    if (offset + bytes <= end) continue;
    end = offset + bytes;
    last = variable;
  }
  if (buffer.kind === 'cbuffer' && size > MAX_BUFFER_SIZE) {
    const message = `${buffer.name} has ${size / 16} rows; the most are ${MAX_BUFFER_SIZE / 16}`;
    faults.push({ code: 'X4601', message, declaration: buffer });
  }
  return faults;
}

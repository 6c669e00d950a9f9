/**
 * Types as written to types: sizes, arguments in angle brackets, structures with their members.
 */
import { ANONYMOUS } from '../bind/types.ts';
import { MAX_SCALARS } from '../limits.ts';
import {
  DX6202,
  X3000,
  X3020_SAMPLES,
  X3037_ELEMENT,
  X3048_MAJOR,
  X3052,
  X3053,
  X3058,
  X3059,
  X3077,
  X3085,
  X3085_UNSIGNED,
  X3122,
  X3124,
} from '../messages.ts';
import type { Expression, Tokens, TypeNode } from '../syntax/tree.ts';
import { EFFECT_OBJECTS, OBJECT_ALIASES, SCALAR_ALIASES, SIZED } from '../syntax/type-names.ts';
import {
  arrayType,
  ERROR,
  FLOAT,
  FLOAT4,
  type HlslType,
  isPatch,
  matrixType,
  type NumericType,
  numericType,
  OBJECT_NAMES,
  type ObjectName,
  objectType,
  SCALAR_NAMES,
  type ScalarName,
  STRING,
  type StructMember,
  scalarCount,
  typeName,
  VOID,
  vectorType,
  withScalar,
} from '../types/types.ts';
import type { Reporter, Scopes } from './scope.ts';

const OBJECTS: ReadonlySet<string> = new Set(OBJECT_NAMES);
/** Objects without a type in angle brackets. */
const WITHOUT_ELEMENT =
  /^(ByteAddressBuffer|RWByteAddressBuffer|RasterizerOrderedByteAddressBuffer|SamplerState|SamplerComparisonState|sampler.*|texture)$/;
/** Objects whose element is float4 where it is not given. */
const WITH_DEFAULT = /^(Texture|Buffer)/;

/** The longest arrays; those of resources may be longer in model 5.1 (source: oracle). */
export const MAX_LENGTH = 65_536;

/** The parts of the check that the resolver needs. */
export interface TypeContext {
  readonly reporter: Reporter;
  readonly scopes: Scopes;
  /** The value of an expression that has to be a literal. */
  integerOf(node: Expression): number | undefined;
  /** Declares a structure that is written inside of a type. */
  structOf(node: NonNullable<TypeNode['struct']>): HlslType;
  /** The longest arrays of resources. */
  readonly maxResources: number;
  /** Whether matrices are row by row in memory from a token on; undefined without /Zpr and `#pragma pack_matrix`. */
  readonly isRowMajorAt: (token: number) => boolean | undefined;
}

/** A type as written, in angle brackets or not. */
type ResolvedNode = TypeNode & { readonly isArgument?: boolean };

/** The names of a type in a declaration (declarations.ts). */
type Spelling = Pick<StructMember, 'typeName' | 'arrayName' | 'isColumnMajor'>;

export class TypeResolver {
  constructor(private readonly context: TypeContext) {}

  /** A type; {@link ERROR} after a report. */
  resolve(node: ResolvedNode): HlslType {
    const { scopes, reporter } = this.context;
    if (node.struct !== undefined) return this.context.structOf(node.struct);
    const { name } = node;
    this.#modifiers(node);
    const sized = SIZED.exec(name);
    if (sized !== null) return this.#sized(scalarNamed(sized[1]!)!, sized[2]!, sized[3], node);
    const scalar = scalarNamed(name);
    if (scalar !== undefined) return numericType(scalar, 'scalar', 1, 1, { norm: normOf(node) });
    if (name === 'void') return VOID;
    if (name === 'string' || name === 'String') return STRING;
    if (name === 'vector' || name === 'matrix') return this.#generic(name, node);
    // A structure may have the other spelling of an object as its name: `Texture`.
    const found = scopes.find(name);
    if (found?.kind === 'type') return this.#modified(found.type, node, found.hasOpenOrder ?? false);
    const object = OBJECTS.has(name) ? (name as ObjectName) : OBJECT_ALIASES[name];
    if (object !== undefined) return this.#object(object, node);
    if (EFFECT_OBJECTS.has(name)) return objectType('object of effects');
    reporter.report(X3000, node, { found: `'${name}'` });
    return ERROR;
  }

  /** Returns the names and modifiers of a type that reflection shows. */
  spelling({ name, arguments: items, modifiers }: TypeNode): Spelling {
    const isColumnMajor = modifiers.includes('column_major');
    if ((name === 'vector' || name === 'matrix') && items.length > 0) return { typeName: ANONYMOUS, isColumnMajor };
    const found = this.context.scopes.find(name);
    if (modifiers.includes('unsigned')) {
      const isScalar = found?.kind === 'type' ? scalarCount(found.type) === 1 : name === 'uint';
      return isScalar ? {} : { typeName: ANONYMOUS, isColumnMajor };
    }
    if (found?.kind !== 'type') return { isColumnMajor };
    if (found.type.kind === 'array') return { arrayName: name };
    return found.type.kind === 'numeric' ? { typeName: name } : {};
  }

  /** Modifiers that are for other types. */
  #modifiers(node: TypeNode): void {
    const { name, modifiers } = node;
    const { reporter } = this.context;
    if (modifiers.length === 0) return;
    const sized = SIZED.exec(name);
    const scalar = scalarNamed(sized?.[1] ?? name);
    if (scalar === undefined) return;
    const isMajor = modifiers.includes('row_major') || modifiers.includes('column_major');
    if (isMajor && sized?.[3] === undefined) reporter.report(X3077, modifierTokens(node));
    if (normOf(node) !== undefined && !/float|half|double/.test(scalar)) reporter.report(X3085, modifierTokens(node));
  }

  #sized(scalar: ScalarName, first: string, second: string | undefined, node: ResolvedNode): NumericType {
    if (second === undefined) return numericType(scalar, 'vector', 1, Number(first), { norm: normOf(node) });
    return matrixType(scalar, Number(first), Number(second), this.#isRowMajor(node));
  }

  /** Matrices that are arguments of types lie column by column, with any flag or pragma (source: oracle). */
  #isRowMajor({ modifiers, first, isArgument = false }: ResolvedNode): boolean {
    if (isArgument) return false;
    if (modifiers.includes('row_major')) return true;
    return !modifiers.includes('column_major') && (this.context.isRowMajorAt(first) ?? false);
  }

  /** Whether each use of a `typedef` says anew how its matrices lie in memory: neither the type nor an option does. */
  hasOpenOrder({ name, modifiers, first }: TypeNode): boolean {
    if (this.context.isRowMajorAt(first) !== undefined || modifiers.some((one) => /_major$/.test(one))) return false;
    const found = this.context.scopes.find(name);
    return found?.kind !== 'type' || (found.hasOpenOrder ?? false);
  }

  /** A type of a typedef with the modifiers of its use. */
  #modified(known: HlslType, node: TypeNode, hasOpenOrder: boolean): HlslType {
    const isUnsigned = node.modifiers.includes('unsigned');
    const isInt = known.kind === 'numeric' && known.scalar === 'int';
    if (isUnsigned && !isInt) this.context.reporter.report(X3085_UNSIGNED, node);
    const type = isUnsigned && isInt ? withScalar(known, 'uint') : known;
    if (type.kind !== 'numeric' || type.shape !== 'matrix') return type;
    const order = node.modifiers.find((one) => /_major$/.test(one));
    if (order === undefined && !hasOpenOrder) return type;
    const isRowMajor = this.#isRowMajor(node);
    if (!hasOpenOrder && isRowMajor !== type.isRowMajor)
      this.context.reporter.report(X3048_MAJOR, modifierTokens(node));
    return matrixType(type.scalar, type.rows, type.columns, isRowMajor);
  }

  #generic(name: 'vector' | 'matrix', node: ResolvedNode): HlslType {
    const [element, ...sizes] = node.arguments;
    const numbers = sizes.map((size) => ('kind' in size ? this.context.integerOf(size) : undefined) ?? 0);
    const type = element === undefined ? FLOAT : this.#argument(element);
    if (type.kind !== 'numeric' || type.shape !== 'scalar') {
      if (type !== ERROR) this.context.reporter.report(X3122, node, { name });
      return ERROR;
    }
    const [first = 4, second = 4] = numbers;
    if (!isSize(first) || (name === 'matrix' && !isSize(second))) {
      this.context.reporter.report(name === 'vector' ? X3052 : X3053, node);
      return ERROR;
    }
    if (name === 'vector') return vectorType(type.scalar, first);
    return matrixType(type.scalar, first, second, this.#isRowMajor(node));
  }

  #argument(node: TypeNode | Expression): HlslType {
    if (!('kind' in node)) {
      const order = node.modifiers.find((modifier) => /_major$/.test(modifier));
      if (order === undefined) return this.resolve({ ...node, isArgument: true });
      this.context.reporter.report(X3000, modifierTokens(node), { found: `'${order}'` });
      return ERROR;
    }
    this.context.reporter.report(X3000, node, { found: 'an expression' });
    return ERROR;
  }

  #object(name: ObjectName, node: TypeNode): HlslType {
    const { reporter } = this.context;
    const [first, second] = node.arguments;
    if (WITHOUT_ELEMENT.test(name)) {
      if (first !== undefined)
        reporter.report(X3000, { first: node.first + 1, last: node.first + 1 }, { found: "'<'" });
      return objectType(name);
    }
    const element = first === undefined ? (WITH_DEFAULT.test(name) ? FLOAT4 : undefined) : this.#argument(first);
    if (element === undefined) {
      // The variable is where `<` is missing.
      reporter.report(X3000, { first: node.last + 1, last: node.last + 1 }, { found: 'a name' });
      return ERROR;
    }
    if (element === ERROR) return ERROR;
    const isTyped = /Texture(?!Buffer)|^(RW|RasterizerOrdered)?Buffer$/.test(name);
    if (isTyped && element.kind !== 'numeric' && element.kind !== 'struct')
      reporter.report(X3124, node, { type: typeName(element) });
    else if (isTyped && scalarCount(element) > 4) reporter.report(X3037_ELEMENT, node, { type: typeName(element) });
    else if (/Structured/.test(name) && element.kind === 'object')
      reporter.report(X3124, node, { type: typeName(element) });
    const count = second === undefined || !('kind' in second) ? undefined : this.context.integerOf(second);
    const made = objectType(name, element, Math.max(count ?? 0, 0));
    if (isPatch(made) && count !== undefined && count < 1) reporter.report(X3059, node, { name: 'patch' });
    if (!isPatch(made) && count === 0) reporter.report(X3020_SAMPLES, node);
    return made;
  }

  /** An array of a type with the lengths as written; an open one takes its length from `items`. */
  array(type: HlslType, lengths: readonly (Expression | undefined)[], items: number | undefined, at: Tokens): HlslType {
    if (type === ERROR) return ERROR;
    let made = type;
    let resources = this.context.maxResources;
    for (let i = lengths.length - 1; i >= 0; i--) {
      const length = this.#length(
        lengths[i],
        i === 0 ? items : undefined,
        type.kind === 'object' ? resources : MAX_LENGTH,
        at,
      );
      if (length === undefined) return ERROR;
      resources = Math.floor(resources / Math.max(1, length));
      made = arrayType(made, length);
    }
    if (scalarCount(made) > MAX_SCALARS) {
      this.context.reporter.report(DX6202, at, { limit: MAX_SCALARS });
      return ERROR;
    }
    return made;
  }

  #length(node: Expression | undefined, items: number | undefined, limit: number, at: Tokens): number | undefined {
    if (node === undefined) return items ?? 0;
    const length = this.context.integerOf(node);
    if (length !== undefined && length > 0 && length <= limit) return length;
    this.context.reporter.report(length === undefined ? X3058 : X3059, at, { name: 'array' });
    return undefined;
  }
}

/** The first token of a type with its modifiers before it. */
function modifierTokens({ first, last, modifiers }: TypeNode): Tokens {
  return { first: Math.max(0, first - modifiers.length), last };
}

function scalarNamed(name: string): ScalarName | undefined {
  return SCALAR_ALIASES[name] ?? SCALAR_NAMES.find((scalar) => scalar === name);
}

function normOf({ modifiers }: TypeNode): NumericType['norm'] {
  return modifiers.includes('snorm') ? 'snorm' : modifiers.includes('unorm') ? 'unorm' : undefined;
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 4;
}

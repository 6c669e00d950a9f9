/**
 * The variables that the code of an expression reads, with their registers, and the table that names them.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { ALL_VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { type CtabType, constantTable, ctabType, serializeConstantTable } from '../../chunks/ctab.ts';
import { FX2_EXPRESSION } from '../../effects/fx2/links.ts';
import type { PreshaderGeneration } from '../../isa/preshader/opcodes.ts';
import {
  annotationOf,
  bindingOfNamed,
  ConstantRegisters,
  constantName,
  initialValue,
  registerCount,
  registerScalars,
} from '../bind/index.ts';
import { hasData } from '../bind/struct-resources.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { ConstantVariable } from '../declarations.ts';
import { EXPRESSION_SPAN } from '../lower/locations.ts';
import { allMembers, type HlslType, type ScalarName, scalarCount } from '../types/types.ts';

/** The name of the profile. */
const TARGET = 'tx';
/** The flag of shaders and expressions in effects. */
export const OF_EFFECT = 0x2000_0000;
/** The version and flags of expressions, by generation; versions have the letters FX. */
const TARGETS = {
  1: { version: FX2_EXPRESSION, flags: OF_EFFECT },
  2: { version: 0x4658_0500, flags: 0 },
} as const;
/** A flag that compilers set in all tables. */
const FLAGS = 0x100;
const WIDTH = 4;
/** The registers of floats, which all variables have. */
const FLOAT_SET = 2;

/** The version and the flags in a table that is not one of an expression. */
export interface ExpressionTarget {
  readonly version: number;
  readonly flags: number;
}

interface UsedVariable {
  readonly variable: ConstantVariable;
  /** In the table. */
  readonly name: string;
  readonly order: number;
  /** The first register that is read, and those up to the last one. */
  first: number;
  count: number;
  /** The register that the source names. */
  readonly named: number | undefined;
  register: number;
}

export class ExpressionConstants {
  readonly #used = new Map<ConstantVariable, UsedVariable>();

  /** @param profile of a texture shader, whose variables may have registers that the source names */
  constructor(
    private readonly source: Pick<CheckedSource, 'buffers'>,
    private readonly generation: PreshaderGeneration,
    private readonly profile?: string,
  ) {}

  /**
   * Notes that a scalar is read.
   *
   * @param buffer number of the buffer
   * @param address four times its register, and its component; variables are `EXPRESSION_SPAN` registers apart
   * @param isIndexed whether an index is added to the register
   */
  use(buffer: number, address: number, isIndexed: boolean): void {
    const { variable, register, order } = this.#locate(buffer, address);
    const name = constantName(variable, buffer);
    const named = this.profile === undefined ? undefined : annotationOf(variable.registers, 'c', this.profile)?.number;
    const known = this.#used.get(variable) ?? { variable, name, order, first: register, count: 0, named, register: 0 };
    known.first = Math.min(known.first, isIndexed ? 0 : register);
    known.count = Math.max(known.count, isIndexed ? registerCount(variable.type) : register + 1);
    this.#used.set(variable, known);
  }

  /** Gives the variables their registers: long ones first, then in the order of the source (source: oracle). */
  assign(): void {
    const registers = new ConstantRegisters();
    const used = [...this.#used.values()].sort((a, b) => b.count - a.count || a.order - b.order);
    for (const { named, variable } of used)
      if (named !== undefined) registers.take(named, registerCount(variable.type));
    for (const one of used) one.register = one.named ?? registers.first(one.count);
  }

  /** The component of a scalar: four times its register, and its number there. */
  indexOf(buffer: number, address: number): number {
    const { variable, register } = this.#locate(buffer, address);
    return 4 * (this.#used.get(variable)!.register + register) + (address & 3);
  }

  /** Whether an address has a condition, 0 or 1. */
  isBoolean(buffer: number, address: number): boolean {
    const { variable, register } = this.#locate(buffer, address);
    return registerScalars(variable.type)[register] === 'bool';
  }

  /** The variable that an address is in, and the register there. */
  #locate(buffer: number, address: number) {
    const register = address >> 2;
    const number = Math.floor(register / EXPRESSION_SPAN) - 1;
    const variable = this.source.buffers[buffer]!.variables[number]!;
    return { variable, register: register % EXPRESSION_SPAN, order: buffer * EXPRESSION_SPAN + number };
  }

  /**
   * The bytes of the table; its constants are in the order of their names.
   *
   * @param target that of an expression by default
   */
  table(creator: string, target: ExpressionTarget = TARGETS[this.generation]): Uint8Array {
    const { generation } = this;
    const types = new Map<HlslType, CtabType>();
    // In tables of effects of Direct3D 9, all variables have initial values.
    const hasValues = generation === 1 && (target.flags & OF_EFFECT) !== 0;
    const zeros = (variable: ConstantVariable) => new Uint32Array(WIDTH * registerCount(variable.type));
    const constants = [...this.#used.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ variable, name, first, named, register, count }) => ({
        name,
        registerSet: FLOAT_SET,
        registerIndex: register,
        registerCount: count,
        binding: named === undefined ? 0 : bindingOfNamed(register + first),
        type: typeRecord(variable.type, { generation, types }),
        defaultValue:
          generation === 1 ? (initialValue(variable) ?? (hasValues ? zeros(variable) : undefined)) : undefined,
      }));
    return serializeConstantTable(
      constantTable({
        creator,
        target: TARGET,
        version: target.version,
        flags: FLAGS | target.flags,
        constants,
      }),
    );
  }
}

function typeNumber(scalar: ScalarName): number {
  const name = scalar === 'half' ? 'float' : scalar === 'uint' ? 'int' : scalar;
  return Math.max(0, ALL_VARIABLE_TYPE_NAMES.indexOf(name));
}

interface KnownTypes {
  readonly generation: PreshaderGeneration;
  readonly types: Map<HlslType, CtabType>;
}

/** The record of a type. In the first generation, each variable and member has its own (source: oracle). */
function typeRecord(type: HlslType, known: KnownTypes): CtabType {
  if (known.generation === 1) return newTypeRecord(type, known);
  const found = known.types.get(type);
  if (found !== undefined) return found;
  const made = newTypeRecord(type, known);
  known.types.set(type, made);
  return made;
}

function newTypeRecord(type: HlslType, known: KnownTypes): CtabType {
  switch (type.kind) {
    case 'array': {
      let elements = 1;
      let element: HlslType = type;
      for (; element.kind === 'array'; element = element.element) elements *= element.length;
      return { ...newTypeRecord(element, known), elements };
    }
    case 'struct': {
      const members = allMembers(type).filter((member) => hasData(member.type));
      return ctabType({
        class: VariableClass.struct,
        columns: known.generation === 1 ? scalarCount(type) : 1,
        members: members.map((member) => ({ name: member.name, type: typeRecord(member.type, known) })),
      });
    }
    case 'numeric': {
      const { shape, isRowMajor, rows, columns, scalar } = type;
      const matrix = isRowMajor ? VariableClass.matrixRows : VariableClass.matrixColumns;
      const kind = shape === 'scalar' ? VariableClass.scalar : shape === 'vector' ? VariableClass.vector : matrix;
      return ctabType({ class: kind, type: typeNumber(scalar), rows, columns });
    }
    default:
      return ctabType({ class: VariableClass.object });
  }
}

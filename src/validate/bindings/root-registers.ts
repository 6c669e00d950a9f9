/**
 * The registers of a root signature: one row for each parameter, range and static sampler.
 *
 * Not for: whether rows overlap or make sense (../validate-root-signature.ts).
 */
import {
  DESCRIPTOR_KINDS,
  DescriptorRangeType,
  type RootParameter,
  type RootSignature,
  type StaticSampler,
  UNBOUNDED,
} from '../../chunks/rts0.ts';

export interface RootRegisters {
  /** One of {@link DescriptorRangeType}. */
  readonly rangeType: number;
  readonly space: number;
  readonly visibility: number;
  readonly first: number;
  /** The last register; 0xffffffff for an unbounded range. */
  readonly last: number;
  /** The kind of parameter that the register is bound by. */
  readonly origin: 'table' | 'root descriptor' | 'root constants' | 'static sampler';
  /** Root constants: how many. */
  readonly constants: number;
  /** Of a static sampler. */
  readonly sampler?: StaticSampler;
  /** `parameter 2, range 0`. */
  readonly name: string;
}

const MAX_U32 = 0xffff_ffff;

/** The rows that one stage sees, searchable by range. */
export class VisibleRegisters {
  /** By type and space, in the order of the first registers. */
  readonly #rows = new Map<string, RootRegisters[]>();
  /** For each list, by index: the row up to there with the highest last register. */
  readonly #furthest = new Map<string, RootRegisters[]>();

  constructor(rows: readonly RootRegisters[]) {
    for (const row of rows) {
      const key = keyOf(row);
      const list = this.#rows.get(key) ?? [];
      this.#rows.set(key, list);
      list.push(row);
    }
    for (const [key, list] of this.#rows) {
      list.sort((a, b) => a.first - b.first);
      let best = list[0]!;
      this.#furthest.set(
        key,
        list.map((row) => {
          if (row.last > best.last) best = row;
          return best;
        }),
      );
    }
  }

  /**
   * The row that has all registers of a range. Adjacent rows do not add up, because their descriptors are not adjacent
   * (source: oracle).
   */
  covering(range: RegisterRange): RootRegisters | undefined {
    const list = this.#rows.get(keyOf(range)) ?? [];
    let low = 0;
    for (let high = list.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (list[middle]!.first <= range.first) low = middle + 1;
      else high = middle;
    }
    const row = low === 0 ? undefined : this.#furthest.get(keyOf(range))![low - 1]!;
    return row !== undefined && row.last >= range.last ? row : undefined;
  }

  /** The rows that have some of the registers of a range. */
  touching(range: RegisterRange): readonly RootRegisters[] {
    const list = this.#rows.get(keyOf(range)) ?? [];
    return list.filter(({ first, last }) => first <= range.last && last >= range.first);
  }
}

/** Registers of one kind and space. */
export type RegisterRange = Pick<RootRegisters, 'rangeType' | 'space' | 'first' | 'last'>;

function keyOf({ rangeType, space }: RegisterRange): string {
  return `${rangeType} ${space}`;
}

/** The rows of a root signature, in its order. */
export function rootRegisters({ parameters, staticSamplers }: RootSignature): RootRegisters[] {
  const rows = parameters.flatMap(rowsOf);
  for (const [index, sampler] of staticSamplers.entries()) {
    const { shaderRegister: first, registerSpace: space, shaderVisibility: visibility } = sampler;
    const common = { rangeType: DescriptorRangeType.sampler, space, visibility, first, last: first, constants: 0 };
    rows.push({ ...common, origin: 'static sampler', sampler, name: `static sampler ${index}` });
  }
  return rows;
}

function rowsOf(parameter: RootParameter, index: number): RootRegisters[] {
  const { parameterType, shaderVisibility: visibility, descriptorTable, constants, descriptor } = parameter;
  const name = `parameter ${index}`;
  if (descriptorTable)
    return descriptorTable.descriptorRanges.map((range, i): RootRegisters => {
      const { rangeType, numDescriptors, baseShaderRegister: first, registerSpace: space } = range;
      const last = numDescriptors === UNBOUNDED ? MAX_U32 : Math.min(first + numDescriptors - 1, MAX_U32);
      return { rangeType, space, visibility, first, last, origin: 'table', constants: 0, name: `${name}, range ${i}` };
    });
  const register = constants ?? descriptor;
  if (register === undefined) return [];
  const { shaderRegister: first, registerSpace: space } = register;
  const kind = DESCRIPTOR_KINDS.find((one) => one.parameterType === parameterType);
  const rangeType = constants ? DescriptorRangeType.cbv : kind!.rangeType;
  const count = constants?.num32BitValues ?? 0;
  const origin = constants ? 'root constants' : 'root descriptor';
  return [{ rangeType, space, visibility, first, last: first, origin, constants: count, name }];
}

/**
 * The language of root signatures: entries, the arguments of each, and the names of values, in any letter case.
 *
 * Not for: grammar (parser.ts).
 */

import { nearestName } from '../../base/nearest-name.ts';
import {
  COMPARISON_FUNCTIONS,
  DESCRIPTOR_KINDS,
  DESCRIPTOR_RANGE_FLAGS,
  type DescriptorKind,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  type NamedValues,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
} from '../../chunks/rts0-names.ts';

/** A table of names, in any letter case, with those that only standalone root signature texts may have. */
export class Names {
  readonly #byLower = new Map<string, number>();
  readonly #later = new Set<string>();
  /** In their spelling. */
  readonly #all: readonly string[];

  constructor(names: NamedValues, later: NamedValues = {}) {
    for (const [name, value] of Object.entries({ ...names, ...later })) this.#byLower.set(name.toLowerCase(), value);
    for (const name of Object.keys(later)) this.#later.add(name.toLowerCase());
    this.#all = Object.keys({ ...names, ...later });
  }

  find(spelling: string, isLenient: boolean): number | undefined {
    const lower = spelling.toLowerCase();
    return isLenient || !this.#later.has(lower) ? this.#byLower.get(lower) : undefined;
  }

  /** The hint for `spelling`, which is not one of the names. */
  hint(spelling: string): string {
    if (this.#later.has(spelling.toLowerCase())) return 'compilers of shader model 6 have this one; leave it out';
    const near = nearestName(
      spelling.toLowerCase(),
      this.#all.map((name) => name.toLowerCase()),
    );
    const meant = near && this.#all.find((name) => name.toLowerCase() === near);
    return meant
      ? `did you mean ${meant}?`
      : `write one of ${this.#all.slice(0, MAX_NAMES).join(', ')}${this.#all.length > MAX_NAMES ? ', ...' : ''}`;
  }
}

/** The maximum number of names in a hint. */
const MAX_NAMES = 8;

type ValueKind = 'unsigned' | 'count' | 'offset' | 'float';

/** An argument `NAME=` in the parentheses of an entry. */
interface Argument {
  /** The field of the record that it fills. */
  readonly field: string;
  readonly kind: ValueKind | 'name' | 'flags';
  readonly names?: Names;
}

export interface ArgumentSpelling extends Argument {
  readonly spelling: string;
}

/** The arguments of an entry, by name in lower case. */
export type Arguments = ReadonlyMap<string, ArgumentSpelling>;

const argumentsOf = (rows: Readonly<Record<string, Argument>>): Arguments =>
  new Map(Object.entries(rows).map(([spelling, row]) => [spelling.toLowerCase(), { spelling, ...row }]));

const SPACE: Argument = { field: 'registerSpace', kind: 'unsigned' };
const VISIBILITY: Argument = {
  field: 'shaderVisibility',
  kind: 'name',
  names: new Names(SHADER_VISIBILITIES, LATER_SHADER_VISIBILITIES),
};
const ADDRESS_NAMES = new Names(TEXTURE_ADDRESS_MODES);

export const CONSTANTS_ARGUMENTS = argumentsOf({
  num32BitConstants: { field: 'num32BitValues', kind: 'unsigned' },
  space: SPACE,
  visibility: VISIBILITY,
});
export const DESCRIPTOR_ARGUMENTS = argumentsOf({
  space: SPACE,
  visibility: VISIBILITY,
  flags: { field: 'flags', kind: 'flags', names: new Names(ROOT_DESCRIPTOR_FLAGS) },
});
export const TABLE_ARGUMENTS = argumentsOf({ visibility: VISIBILITY });
export const RANGE_ARGUMENTS = argumentsOf({
  numDescriptors: { field: 'numDescriptors', kind: 'count' },
  space: SPACE,
  offset: { field: 'offsetInDescriptorsFromTableStart', kind: 'offset' },
  flags: { field: 'flags', kind: 'flags', names: new Names(DESCRIPTOR_RANGE_FLAGS) },
});
export const SAMPLER_ARGUMENTS = argumentsOf({
  filter: { field: 'filter', kind: 'name', names: new Names(SAMPLER_FILTERS) },
  addressU: { field: 'addressU', kind: 'name', names: ADDRESS_NAMES },
  addressV: { field: 'addressV', kind: 'name', names: ADDRESS_NAMES },
  addressW: { field: 'addressW', kind: 'name', names: ADDRESS_NAMES },
  mipLODBias: { field: 'mipLODBias', kind: 'float' },
  maxAnisotropy: { field: 'maxAnisotropy', kind: 'unsigned' },
  comparisonFunc: { field: 'comparisonFunc', kind: 'name', names: new Names(COMPARISON_FUNCTIONS) },
  borderColor: { field: 'borderColor', kind: 'name', names: new Names(STATIC_BORDER_COLORS) },
  minLOD: { field: 'minLOD', kind: 'float' },
  maxLOD: { field: 'maxLOD', kind: 'float' },
  space: SPACE,
  visibility: VISIBILITY,
});
export const ROOT_FLAG_NAMES = new Names(ROOT_FLAGS, LATER_ROOT_FLAGS);

/** Words for a number with all bits set, which has no digits. */
export const UNBOUNDED_NAME = 'unbounded';
export const APPEND_NAME = 'DESCRIPTOR_RANGE_OFFSET_APPEND';

export const ROOT_DESCRIPTORS: ReadonlyMap<string, DescriptorKind> = new Map(
  DESCRIPTOR_KINDS.filter(({ parameterType }) => parameterType >= 0).map((kind) => [kind.name.toLowerCase(), kind]),
);
export const RANGES: ReadonlyMap<string, DescriptorKind> = new Map(
  DESCRIPTOR_KINDS.map((kind) => [kind.name.toLowerCase(), kind]),
);

export const ENTRIES = ['RootFlags', 'RootConstants', 'CBV', 'SRV', 'UAV', 'DescriptorTable', 'StaticSampler'] as const;

/**
 * Random sources of root signatures: mostly valid ones, in any spelling that Microsoft's compiler takes, with values at
 * the limits; ones with a few faults; and random sequences of words.
 *
 * Not for: sources of their own (line ends, comments), which no compiler takes.
 */
import {
  COMPARISON_FUNCTIONS,
  DESCRIPTOR_KINDS,
  DESCRIPTOR_RANGE_FLAGS,
  type DescriptorKind,
  LATER_ROOT_FLAGS,
  type NamedValues,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
} from '../src/chunks/rts0.ts';
import type { Random } from './random.ts';

// biome-ignore format: lists
const U32_LIMITS = [
  '0', '1', '2', '15', '16', '17', '63', '64', '65', '4294967279', '4294967280', '4294967294', '4294967295', '4294967296',
  '00', '007', '+3', '-1', '-0', '1.0', '0x10', '99999999999999999999',
];
// biome-ignore format: lists
const FLOATS = [
  '0', '-0', '1', '-1', '-0.0', '.5', '5.', '-.25f', '1e3', '1E-3F', '15.99', '15.991', '-16', '-16.5', '16777217', '4294967295',
  '4294967296', '-2147483648', '-2147483649', '3.402823466e+38', '3.4028235e38', '1e-45', '1e-320', '1e-330', '0e999',
  '1.00000005960464477539', '7f', '1e', '.', '+', '-', '1.5h', '1.#INF', 'nan',
];
/** The words of soups and damages. */
// biome-ignore format: lists
const WORDS = [
  'CBV', 'SRV', 'UAV', 'Sampler', 'StaticSampler', 'RootFlags', 'RootConstants', 'DescriptorTable', 'b0', 't1', 's2', 'u3', 'B0',
  'space', 'visibility', 'flags', 'offset', 'numDescriptors', 'num32BitConstants', 'unbounded', 'DESCRIPTOR_RANGE_OFFSET_APPEND',
  'DATA_STATIC', 'DATA_VOLATILE', 'DESCRIPTORS_VOLATILE', 'SHADER_VISIBILITY_ALL', 'filter', 'minLOD', '(', ')', ',', '=', '|',
  '0', '1', '-1', '1.5', ' ', ';', '/', '#', '\t', '\x80', '[', '0x1', 'LOCAL_ROOT_SIGNATURE', '\\', 'b0x1', 't0_', 's9a', '', '\\x20',
  '\\40', '\\n', '\\0', '\\,',
];

const names = (table: NamedValues) => Object.keys(table);

class TextSmith {
  /** Register numbers that are free, so that most sources overlap nowhere. */
  #next = 0;

  constructor(
    private readonly random: Random,
    private readonly hasFlags: boolean,
  ) {}

  text(): string {
    const { random } = this;
    const entries: string[] = [];
    const count = random.oneIn(8) ? random.below(20) : random.below(6);
    if (random.oneIn(2))
      entries.push(
        this.#call('RootFlags', [this.#flags({ ...ROOT_FLAGS, ...(random.oneIn(60) ? LATER_ROOT_FLAGS : {}) })]),
      );
    for (let i = 0; i < count; i++) entries.push(this.#entry());
    if (random.oneIn(4)) entries.push(entries.shift() ?? '');
    return entries.filter((entry) => entry !== '').join(this.#separator(',')) + (random.oneIn(20) ? ',' : '');
  }

  #entry(): string {
    const { random } = this;
    switch (random.below(6)) {
      case 0:
        return this.#constants();
      case 1:
        return this.#descriptor(random.pick(DESCRIPTOR_KINDS.filter(({ parameterType }) => parameterType >= 0)));
      case 2:
      case 3:
        return this.#table();
      default:
        return this.#sampler();
    }
  }

  #constants(): string {
    const args = [this.#register('b'), `num32BitConstants${this.#equals()}${this.#unsigned()}`];
    return this.#call('RootConstants', this.#shuffled([...args, ...this.#space(), ...this.#visibility()]));
  }

  #descriptor({ name, register }: DescriptorKind): string {
    const args = [this.#register(register), ...this.#space(), ...this.#visibility()];
    if (this.hasFlags && this.random.oneIn(3)) args.push(`flags${this.#equals()}${this.#flags(ROOT_DESCRIPTOR_FLAGS)}`);
    return this.#call(name, this.#shuffled(args));
  }

  #table(): string {
    const { random } = this;
    const isSampler = random.oneIn(4);
    const kinds = DESCRIPTOR_KINDS.filter(({ parameterType }) => random.oneIn(40) || parameterType < 0 === isSampler);
    const ranges = Array.from({ length: random.between(kinds.length > 0 ? 1 : 0, 4) }, () =>
      this.#range(random.pick(kinds)),
    );
    return this.#call('DescriptorTable', this.#shuffled([...ranges, ...this.#visibility()]));
  }

  #range({ name, register }: DescriptorKind): string {
    const { random } = this;
    const args = [this.#register(register), ...this.#space()];
    if (random.oneIn(2)) {
      const count = random.oneIn(12)
        ? this.#cased('unbounded')
        : random.oneIn(12)
          ? this.#unsigned()
          : `${random.between(1, 3)}`;
      args.push(`numDescriptors${this.#equals()}${count}`);
    }
    if (random.oneIn(3)) {
      const offset = random.oneIn(3) ? this.#cased('DESCRIPTOR_RANGE_OFFSET_APPEND') : this.#unsigned();
      args.push(`offset${this.#equals()}${offset}`);
    }
    if (this.hasFlags && random.oneIn(4)) args.push(`flags${this.#equals()}${this.#flags(DESCRIPTOR_RANGE_FLAGS)}`);
    return this.#call(name, this.#shuffled(args));
  }

  #sampler(): string {
    const { random } = this;
    const args = [this.#register('s'), ...this.#space(), ...this.#visibility()];
    const rows: readonly [string, () => string][] = [
      ['filter', () => this.#cased(random.pick(names(SAMPLER_FILTERS)))],
      ['addressU', () => this.#cased(random.pick(names(TEXTURE_ADDRESS_MODES)))],
      ['addressV', () => this.#cased(random.pick(names(TEXTURE_ADDRESS_MODES)))],
      ['addressW', () => this.#cased(random.pick(names(TEXTURE_ADDRESS_MODES)))],
      ['mipLODBias', () => this.#float(16)],
      ['maxAnisotropy', () => (random.oneIn(20) ? this.#unsigned() : `${random.below(17)}`)],
      ['comparisonFunc', () => this.#cased(random.pick(names(COMPARISON_FUNCTIONS)))],
      ['borderColor', () => this.#cased(random.pick(names(STATIC_BORDER_COLORS)))],
      ['minLOD', () => this.#float(1e6)],
      ['maxLOD', () => this.#float(1e30)],
    ];
    for (const [name, value] of rows) if (random.oneIn(4)) args.push(`${this.#cased(name)}${this.#equals()}${value()}`);
    return this.#call('StaticSampler', this.#shuffled(args));
  }

  #register(letter: string): string {
    const { random } = this;
    if (random.oneIn(300)) return random.pick(['t', 'u', 'b', 's']) + random.pick(U32_LIMITS);
    this.#next += random.oneIn(60) ? 0 : 4;
    return `${letter}${this.#next}${random.oneIn(60) ? random.pick(['x', '_1', 'a0']) : ''}`;
  }

  #space(): string[] {
    const { random } = this;
    if (!random.oneIn(4)) return [];
    return [`${this.#cased('space')}${this.#equals()}${random.oneIn(10) ? this.#unsigned() : random.below(4)}`];
  }

  #visibility(): string[] {
    if (!this.random.oneIn(4)) return [];
    return [
      `${this.#cased('visibility')}${this.#equals()}${this.#cased(this.random.pick(names(SHADER_VISIBILITIES)))}`,
    ];
  }

  #flags(table: NamedValues): string {
    const { random } = this;
    if (random.oneIn(8)) return random.oneIn(10) ? random.pick(U32_LIMITS) : '0';
    const all = names(table);
    const count = random.oneIn(5) ? random.between(1, 4) : 1;
    return Array.from({ length: count }, () => this.#cased(random.pick(all))).join(this.#separator('|'));
  }

  #unsigned(): string {
    const { random } = this;
    return random.oneIn(6) ? random.pick(U32_LIMITS) : `${random.oneIn(4) ? random.word() >>> 0 : random.below(64)}`;
  }

  #float(range: number): string {
    const { random } = this;
    if (random.oneIn(20)) return random.pick(FLOATS);
    const value = ((random.word() >>> 0) / 2 ** 32 - 0.5) * 2 * range;
    switch (random.below(4)) {
      case 0:
        return `${Math.trunc(value)}`;
      case 1:
        return value.toFixed(random.below(8));
      case 2:
        return value.toExponential(random.below(20));
      default:
        return value.toPrecision(random.between(1, 30));
    }
  }

  #call(name: string, args: readonly string[]): string {
    return `${this.#cased(name)}${this.#blank()}(${this.#blank()}${args.join(this.#separator(','))}${this.#blank()})`;
  }

  #separator(punctuator: string): string {
    return this.#blank() + punctuator + (this.random.oneIn(2) ? ' ' : '');
  }

  #equals(): string {
    return this.#separator('=');
  }

  #blank(): string {
    return this.random.oneIn(8) ? ' '.repeat(this.random.below(3)) : '';
  }

  #cased(name: string): string {
    const { random } = this;
    if (!random.oneIn(12)) return name;
    return random.oneIn(2) ? name.toLowerCase() : name.toUpperCase();
  }

  #shuffled(args: string[]): string[] {
    const { random } = this;
    if (random.oneIn(150)) args.push(random.pick(args));
    if (random.oneIn(200)) args.shift();
    for (let i = args.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [args[i], args[j]] = [args[j]!, args[i]!];
    }
    return args;
  }
}

/** A text that is mostly valid. @param hasFlags of version 1.1 */
export function randomRootSignatureText(random: Random, hasFlags: boolean): string {
  return new TextSmith(random, hasFlags).text();
}

/** `text` with one to three faults, mostly one; no fault opens or ends a string. */
export function damageRootSignatureText(text: string, random: Random): string {
  let damaged = text;
  for (let i = random.oneIn(4) ? random.between(2, 3) : 1; i > 0; i--) {
    const at = random.below(damaged.length + 1);
    const end = Math.min(damaged.length, at + random.below(6));
    switch (random.below(4)) {
      case 0:
        damaged = damaged.slice(0, at) + damaged.slice(end);
        break;
      case 1:
        damaged = damaged.slice(0, at) + random.pick(WORDS) + damaged.slice(at);
        break;
      case 2:
        damaged = damaged.slice(0, at) + random.pick(WORDS) + damaged.slice(end);
        break;
      default: {
        // Another token replaces the token.
        const tokens = damaged.split(/(\w+|[^\w])/).filter((token) => token !== '');
        if (tokens.length > 0) tokens[random.below(tokens.length)] = random.pick(random.oneIn(2) ? tokens : WORDS);
        damaged = tokens.join('');
      }
    }
  }
  return damaged;
}

/** Words in any order. */
export function rootSignatureSoup(random: Random): string {
  return Array.from({ length: random.below(16) }, () => random.pick(WORDS)).join(random.oneIn(2) ? ' ' : '');
}

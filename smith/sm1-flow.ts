/**
 * Random SM 2-3 programs of flow control: blocks nested deep, subroutines that call each other, breaks, predicates,
 * gradients and loop counters, mostly but not always as they should be. For the rules of flow control.
 */

import { Sm1Version } from '../src/base/profile.ts';
import { SM1_OPCODES, type Sm1Opcode } from '../src/isa/sm1/opcodes.ts';
import type { Random } from './random.ts';
import { destinationToken, IDENTITY_SWIZZLE, instructionWords, sourceToken, streamWords } from './sm1.ts';

const VERSIONS = [
  0xfffe_0200, 0xfffe_0201, 0xfffe_02ff, 0xfffe_0300, 0xffff_0201, 0xffff_02ff, 0xffff_0300, 0xffff_03ff,
];
const LABELS = 4;
const DECLARED_SAMPLER = [0x9000_0000, 0xa00f_0800];

/** A program of one of the versions that have flow control. */
export function flowSm1Words(random: Random): Uint32Array {
  const version = random.pick(VERSIONS);
  return new FlowProgram(random, version).words();
}

class FlowProgram {
  readonly #instructions: number[][] = [];
  readonly #version: number;
  readonly #pixel: boolean;
  /** How far blocks go on opening in this program. */
  readonly #appetite: number;

  constructor(
    private readonly random: Random,
    private readonly token: number,
  ) {
    this.#version = token & 0xffff;
    this.#pixel = token >>> 16 === 0xffff;
    this.#appetite = random.pick([3, 8, 30]);
  }

  words(): Uint32Array {
    const { random } = this;
    if (this.#pixel) this.#add('dcl', DECLARED_SAMPLER);
    this.#add('mov', [destinationToken('temp', 0), sourceToken('const', 0, IDENTITY_SWIZZLE)]);
    if (this.#version > Sm1Version.v2_0) this.#setp();
    this.#body(0);
    for (let label = 0; label < LABELS; label++) {
      if (random.oneIn(4)) continue;
      if (!random.oneIn(30)) this.#add('ret');
      this.#add('label', [this.#label(random.oneIn(30) ? random.below(LABELS) : label)]);
      this.#body(0);
    }
    if (!random.oneIn(8)) this.#add('ret');
    return streamWords(this.token, this.#instructions);
  }

  #add(name: Sm1Opcode, operands: number[] = [], controls = 0): void {
    const token = SM1_OPCODES[name].code | (controls << 16);
    this.#instructions.push(instructionWords(this.#version, token, operands));
  }

  #body(depth: number): void {
    const { random } = this;
    const count = random.below(depth > 20 ? 2 : 5);
    for (let i = 0; i < count; i++) this.#statement(depth);
    if (depth < this.#appetite && !random.oneIn(4)) this.#block(depth);
  }

  #block(depth: number): void {
    const { random } = this;
    const kind = random.below(this.#appetite > 10 ? 12 : 6);
    // Loops are rare in deep programs: four of them are the limit.
    const loop = kind === 0 || kind === 1;
    if (loop) {
      const counted = kind === 0 && (!this.#pixel || this.#version >= Sm1Version.v3_0);
      if (counted) this.#add('loop', [sourceToken('loop', 0, IDENTITY_SWIZZLE), this.#integer()]);
      else this.#add('rep', [this.#integer()]);
      this.#body(depth + 1);
      if (!random.oneIn(100)) this.#add(counted ? 'endloop' : 'endrep');
      return;
    }
    const first = this.#version === Sm1Version.v2_0;
    if (first || kind % 3 === 0) this.#add('if', [sourceToken('constBool', random.below(3), IDENTITY_SWIZZLE)]);
    else if (kind % 3 === 1) this.#add('if', [this.#predicate()]);
    else this.#add('ifc', this.#pair(), random.between(1, 6));
    this.#body(depth + 1);
    if (random.oneIn(4)) {
      this.#add('else');
      this.#body(depth + 1);
    }
    if (!random.oneIn(100)) this.#add('endif');
  }

  #statement(depth: number): void {
    const { random } = this;
    const later = this.#version > Sm1Version.v2_0;
    const kind = random.below(12);
    const breaks = later && (depth > 0 || random.oneIn(20));
    if (kind === 0) this.#add('call', [this.#label(random.below(LABELS))]);
    else if (kind === 1) {
      const condition = later && random.oneIn(2) ? this.#predicate() : sourceToken('constBool', 0, IDENTITY_SWIZZLE);
      this.#add('callnz', [this.#label(random.below(LABELS)), condition]);
    } else if (kind === 2 && breaks) this.#add('breakc', this.#pair(), 1);
    else if (kind === 3 && breaks) this.#add('breakp', [this.#predicate()]);
    else if (kind === 4 && breaks) this.#add('break');
    else if (kind === 5 && later) this.#setp();
    else if (kind === 6 || kind === 7) {
      if (this.#pixel) this.#gradient();
      else this.#counted();
    } else if (kind === 8 && random.oneIn(40)) this.#add(random.pick(['ret', 'endif', 'else', 'endrep'] as const));
    else this.#mov();
  }

  #mov(): void {
    const source = sourceToken('temp', 0, IDENTITY_SWIZZLE);
    this.#add('mov', [destinationToken('temp', 0, this.random.between(1, 15)), source]);
  }

  #gradient(): void {
    const destination = destinationToken('temp', 0);
    const source = sourceToken(this.random.oneIn(4) ? 'const' : 'temp', 0, IDENTITY_SWIZZLE);
    if (this.random.oneIn(2)) this.#add('dsx', [destination, source]);
    else this.#add('texld', [destination, source, sourceToken('sampler', 0, IDENTITY_SWIZZLE)]);
  }

  /** Reads relative to aL. */
  #counted(): void {
    const source = sourceToken('const', 0, IDENTITY_SWIZZLE) | 0x2000;
    this.#add('mov', [destinationToken('temp', 0), source >>> 0, sourceToken('loop', 0, IDENTITY_SWIZZLE)]);
  }

  #setp(): void {
    this.#add('setp', [destinationToken('predicate', 0), ...this.#pair()], 1);
  }

  #pair(): number[] {
    return [sourceToken('temp', 0, 0), sourceToken('const', 0, 0)];
  }

  #integer(): number {
    return sourceToken('constInt', this.random.below(3), IDENTITY_SWIZZLE);
  }

  #label(number: number): number {
    return sourceToken('label', number, IDENTITY_SWIZZLE);
  }

  #predicate(): number {
    return sourceToken('predicate', 0, this.random.below(4) * 0x55, this.random.oneIn(2) ? 13 : 0);
  }
}

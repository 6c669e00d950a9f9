/**
 * Types of random HLSL for debug information: scalars, vectors, matrices, arrays, structures in structures, and their
 * scalars.
 *
 * Not for: statements (hlsl-debug-body.ts).
 */
import type { Random } from './random.ts';

export interface HlslType {
  readonly name: string;
  /** Sizes of its arrays, as written after the name of a variable. */
  readonly arrays: string;
  /** How each scalar is reached from the variable. */
  readonly scalars: readonly string[];
  /** Whether all scalars are numbers of 32 bits or fewer. */
  readonly wide: boolean;
  /** Whether some scalars are of type bool, which has no arithmetic. */
  readonly hasBool?: boolean;
}

const LETTERS = 'xyzw';

/** Makes types; structures that it declares are in {@link declarations}. */
export class HlslTypes {
  readonly declarations: string[] = [];
  readonly #structs: HlslType[] = [];
  readonly #random: Random;
  readonly #doubles: boolean;
  #count = 0;

  readonly #floats: boolean;

  constructor(random: Random, doubles: boolean, floats = false) {
    this.#random = random;
    this.#floats = floats;
    this.#doubles = doubles;
    for (let n = random.below(4); n > 0; n--) this.#struct();
  }

  /** Any type; arrays and structures where `deep`. */
  type(deep = true): HlslType {
    const random = this.#random;
    if (deep && this.#structs.length > 0 && random.oneIn(4)) return this.#array(random.pick(this.#structs));
    const type = this.numeric();
    return deep ? this.#array(type) : type;
  }

  /** A scalar, a vector or a matrix. */
  numeric(): HlslType {
    const random = this.#random;
    const scalar = this.#scalar();
    const wide = scalar !== 'double';
    switch (random.below(scalar === 'double' ? 2 : 5)) {
      case 0:
      case 1:
        return { name: scalar, arrays: '', scalars: [''], wide };
      case 2:
      case 3: {
        const size = random.between(1, 4);
        const scalars = Array.from({ length: size }, (_, i) => `.${LETTERS[i]}`);
        return { name: `${scalar}${size}`, arrays: '', scalars, wide };
      }
      default: {
        const [rows, columns] = [random.between(1, 4), random.between(1, 4)];
        const scalars: string[] = [];
        for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) scalars.push(`[${r}][${c}]`);
        const order = random.pick(['', '', 'row_major ', 'column_major ']);
        return { name: `${order}${scalar}${rows}x${columns}`, arrays: '', scalars, wide };
      }
    }
  }

  #scalar(): string {
    const random = this.#random;
    if (this.#floats) return 'float';
    if (this.#doubles && random.oneIn(16)) return 'double';
    if (random.oneIn(8)) return random.pick(['min16float', 'min10float', 'min16int', 'min12int', 'min16uint']);
    return random.pick(['float', 'float', 'float', 'float', 'int', 'uint', 'bool', 'float']);
  }

  #array(type: HlslType): HlslType {
    const random = this.#random;
    if (type.arrays !== '' || !random.oneIn(4)) return type;
    const sizes = random.oneIn(4) ? [random.between(1, 3), random.between(1, 3)] : [random.between(1, 4)];
    let elements = [''];
    for (const size of sizes)
      elements = elements.flatMap((path) => Array.from({ length: size }, (_, i) => `${path}[${i}]`));
    const scalars = elements.flatMap((path) => type.scalars.map((scalar) => path + scalar));
    return { ...type, arrays: sizes.map((size) => `[${size}]`).join(''), scalars };
  }

  #struct(): void {
    const random = this.#random;
    const name = `${random.pick(['Light', 'S', 'Material_', 'Vertex', 'T'])}${this.#count++}`;
    const scalars: string[] = [];
    let wide = true;
    let hasBool = false;
    let members = '';
    for (let i = random.between(1, 4); i > 0; i--) {
      const type = this.type(random.oneIn(2));
      if (scalars.length + type.scalars.length > 40) continue;
      const member = `${random.pick(['color', 'm', 'weights', 'p'])}${i}`;
      members += `${type.name} ${member}${type.arrays}; `;
      wide &&= type.wide;
      hasBool ||= type.hasBool === true || type.name.includes('bool');
      scalars.push(...type.scalars.map((scalar) => `.${member}${scalar}`));
    }
    if (scalars.length === 0) return;
    this.declarations.push(`struct ${name} { ${members}};`);
    this.#structs.push({ name, arrays: '', scalars, wide, hasBool });
  }
}

/**
 * Signatures of generated programs: elements as the words of a chunk, as declarations, and as registers of a body.
 *
 * Not for: deciding which elements there are (sm4-elements.ts).
 */
import { SM4_SYSTEM_NAMES } from '../src/isa/sm4/names.ts';
import type { Sm4Mnemonic } from '../src/isa/sm4/opcodes.ts';
import type { Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import { Sm4DeclarationControls } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { happens } from './sm4-weights.ts';
import type { Register } from './sm4-words.ts';
import { instructionWords, operandWords } from './sm4-words.ts';

export type SystemName = (typeof SM4_SYSTEM_NAMES)[number];

export interface Element {
  readonly semantic: string;
  readonly semanticIndex: number;
  /** D3D_NAME of the signature; 0 for none and for what pixel shaders put out. */
  readonly systemValue: number;
  readonly type: ComponentType;
  /** Undefined for an element with a register of its own, such as `oDepth`. */
  readonly register?: number;
  readonly mask: number;
  readonly stream: number;
  /** The name in the declaration, if it has one, and whether the pipeline generates the value. */
  readonly system?: { readonly name: SystemName; readonly generated: boolean };
  /** D3D10_SB_INTERPOLATION_MODE; 0 outside pixel shader inputs. */
  readonly interpolation: number;
  /** D3D_MIN_PRECISION. */
  readonly minPrecision?: number;
  /** Whether the program declares it; if not, the signature mentions it all the same. */
  readonly declared: boolean;
}

/** D3D_REGISTER_COMPONENT_TYPE. */
export const COMPONENT_TYPES = { uint: 1, int: 2, float: 3 } as const;
export type ComponentType = keyof typeof COMPONENT_TYPES;

export type Direction = 'input' | 'output';

const NO_REGISTER = 0xffff_ffff;
/** DWORDs of an element: plain, with a stream before it, and with its minimum precision after it. */
const ELEMENT_WORDS = { plain: 6, streams: 7, precisions: 8 } as const;

export type SignatureLayout = keyof typeof ELEMENT_WORDS;

/** The payload of a signature chunk. */
export function signatureWords(
  elements: readonly Element[],
  direction: Direction,
  layout: SignatureLayout,
): Uint32Array {
  const header = 2 + ELEMENT_WORDS[layout] * elements.length;
  const words: number[] = [elements.length, 8];
  let names = '\0';
  for (const element of elements) {
    const { semantic, mask } = element;
    let at = names.indexOf(`\0${semantic}\0`);
    if (at < 0) {
      at = names.length - 1;
      names += `${semantic}\0`;
    }
    // Inputs have the components that are read, outputs those that are never written.
    const used = direction === 'input' && element.declared ? mask : 0;
    if (layout !== 'plain') words.push(element.stream);
    words.push(4 * header + at, element.semanticIndex, element.systemValue, COMPONENT_TYPES[element.type]);
    words.push(element.register ?? NO_REGISTER, mask | (used << 8));
    if (layout === 'precisions') words.push(element.minPrecision ?? 0);
  }
  return Uint32Array.from([...words, ...textWords(names.slice(1))]);
}

/** Text as words, filled up as compilers fill up the names of a chunk. */
export function textWords(text: string, filler = 0xab): number[] {
  const words: number[] = [];
  for (let i = 0; i < text.length; i += 4) {
    const byte = (k: number) => (i + k < text.length ? text.charCodeAt(i + k) : filler);
    words.push((byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0);
  }
  return words;
}

/** Where the registers of a signature are. */
export interface RegisterFile {
  readonly type: Sm4OperandTypeName;
  readonly direction: Direction;
  /** Vertices or control points, each with its own copy of the registers. */
  readonly vertices?: number;
  /** Whether declarations say how values are interpolated. */
  readonly interpolated?: boolean;
  /** Whether declarations leave system names out, as those of control points do. */
  readonly unnamed?: boolean;
}

/** The declarations of those elements that are declared and have a numbered register. */
export function declareElements(elements: readonly Element[], file: RegisterFile): number[] {
  return elements.flatMap((element) =>
    element.declared && element.register !== undefined ? declareElement(element, file, element.register) : [],
  );
}

function declareElement(element: Element, file: RegisterFile, register: number): number[] {
  const { mask, interpolation, minPrecision = 0 } = element;
  const system = file.unnamed ? undefined : element.system;
  const indices = file.vertices === undefined ? [register] : [file.vertices, register];
  const words = operandWords(file.type, { indices, mask, minPrecision });
  if (system !== undefined) words.push(SM4_SYSTEM_NAMES.indexOf(system.name));
  const suffix = system === undefined ? '' : system.generated ? '_sgv' : '_siv';
  const mnemonic = `dcl_${file.direction}${file.interpolated ? '_ps' : ''}${suffix}` as Sm4Mnemonic;
  return instructionWords(mnemonic, words, Sm4DeclarationControls.interpolation.set(0, interpolation));
}

/** The interpolation mode that does nothing; those above it do. */
const CONSTANT = 1;

/** Whether an element may be interpolated anew; positions may not (source: oracle). */
const isEvaluable = ({ interpolation, system }: Element) => interpolation > CONSTANT && system?.name !== 'position';

/** The declared registers, elements that share one joined. */
export function registersOf(elements: readonly Element[], file: RegisterFile): Register[] {
  const masks = new Map<number, number>();
  for (const { declared, register, mask } of elements) {
    if (declared && register !== undefined) masks.set(register, (masks.get(register) ?? 0) | mask);
  }
  const { type, vertices } = file;
  return [...masks].map(([register, mask]) => ({
    type,
    register,
    mask,
    evaluable: elements.every((element) => element.register !== register || isEvaluable(element)),
    ...(vertices === undefined ? {} : { vertices }),
  }));
}

/** Whether a system value is a tessellation factor. */
function isFactor(name: SystemName): boolean {
  return SM4_SYSTEM_NAMES.indexOf(name) >= SM4_SYSTEM_NAMES.indexOf('finalQuadUeq0EdgeTessFactor');
}

/**
 * Perhaps an index range over some of `registers`: one register more. All that it spans have the same components and
 * interpolation, and no name, unless they are tessellation factors of one kind.
 */
export function randomIndexRange(
  random: Random,
  elements: readonly Element[],
  registers: readonly Register[],
): Register | undefined {
  if (!happens(random, 'indexRange')) return undefined;
  const kind = ({ register, mask }: Register) => {
    const sharing = elements.filter((element) => element.register === register);
    const { system, semantic, interpolation, minPrecision } = sharing.find((element) => element.system) ?? sharing[0]!;
    if (system !== undefined && !isFactor(system.name)) return undefined;
    return `${system ? semantic : ''} ${mask} ${interpolation} ${minPrecision}`;
  };
  const runs = registers.map((first, i) => {
    let range = 1;
    for (const next of registers.slice(i + 1)) {
      if (next.register !== first.register! + range || kind(next) !== kind(first)) break;
      range++;
    }
    return { ...first, range };
  });
  const ranges = runs.filter((run) => run.range > 1 && kind(run) !== undefined);
  return ranges.length === 0 ? undefined : random.pick(ranges);
}

/** The declaration of an index range. */
export function declareIndexRange({ type, register, vertices, mask, range }: Register): number[] {
  const indices = vertices === undefined ? [register!] : [vertices, register!];
  return instructionWords('dcl_indexrange', [...operandWords(type, { indices, mask }), range!]);
}

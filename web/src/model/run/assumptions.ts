/**
 * The initial values of inputs, constants and textures, by their names and types. All of it is shown, and can be
 * changed.
 */
import type { ConstantControl, InputControl, TextureControl } from './controls.ts';
import type { Source, Values4 } from './sources.ts';
import { EYE } from './sources.ts';
import type { Pattern } from './textures.ts';

/** The control that a constant gets. */
export type ControlKind = 'color' | 'time' | 'matrix' | 'flag' | 'numbers';

export function controlKind({ name, type, rows, columns, elements }: ConstantControl): ControlKind {
  const word = lastName(name);
  if (type === 'bool' && rows * columns * elements === 1) return 'flag';
  if (rows > 1) return 'matrix';
  if (type !== 'float' || elements > 1) return 'numbers';
  if (columns >= 3 && /colou?r|tint|ambient|diffuse|specular|albedo|emissive/i.test(word)) return 'color';
  return columns === 1 && /time/i.test(word) ? 'time' : 'numbers';
}

/** The last name of `lights[1].color`: `color`. */
function lastName(name: string): string {
  return name
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '');
}

/** The values of a constant that the shader gives no value for, by rows. */
export function assumedConstant(control: ConstantControl): readonly number[] {
  const { rows, columns, elements, type, name } = control;
  const element = assumedElement(control, lastName(name));
  if (type !== 'float') return new Array<number>(rows * columns * elements).fill(0);
  return Array.from({ length: elements }, () => element).flat();
}

function assumedElement(control: ConstantControl, word: string): readonly number[] {
  const { rows, columns } = control;
  if (rows > 1)
    return Array.from({ length: rows * columns }, (_, i) => (Math.floor(i / columns) === i % columns ? 1 : 0));
  if (controlKind(control) === 'color') return [0.9, 0.8, 0.65, 1].slice(0, columns);
  if (controlKind(control) === 'time') return [0];
  if (columns === 1) return [/power|exponent|shininess|gloss/i.test(word) ? 16 : 1];
  if (columns >= 3 && /eye|camera|viewpos/i.test(word)) return [...EYE, 1].slice(0, columns);
  if (columns >= 3 && /dir|light|sun|lamp/i.test(word)) return [0.48, 0.6, -0.64, 0].slice(0, columns);
  if (/resolution|viewport|screen/i.test(word)) return [256, 256, 1 / 256, 1 / 256].slice(0, columns);
  return new Array<number>(columns).fill(0.5);
}

/** The source of an input. */
export interface InputChoice {
  readonly source: Source;
  /** With the source `value`. */
  readonly value: Values4;
}

const WHITE: Values4 = [1, 1, 1, 1];
const ZERO: Values4 = [0, 0, 0, 0];
const FRONT: Values4 = [0xffff_ffff, 0, 0, 0];
/** The sources of texture coordinates with more than two components, by their index. */
const COORDINATES: readonly Source[] = ['uv', 'normal', 'view', 'position', 'tangent', 'bitangent'];
const THREE = 7;

export function assumedInput({ semantic, index, mask, type }: InputControl, stage: string): InputChoice {
  const value = (values: Values4): InputChoice => ({ source: 'value', value: values });
  const from = (source: Source): InputChoice => ({ source, value: ZERO });
  if (semantic === 'sv_position' || semantic === 'vpos') return from('pixel');
  if (semantic === 'vface') return value(WHITE);
  if (semantic === 'sv_isfrontface') return value(FRONT);
  if (type !== 'float') return value(ZERO);
  if (/^colou?r/.test(semantic)) return value(WHITE);
  if (/^(normal|tangent)/.test(semantic)) return from(semantic.startsWith('n') ? 'normal' : 'tangent');
  if (/^bi(normal|tangent)/.test(semantic)) return from('bitangent');
  if (/view|eye/.test(semantic)) return from('view');
  if (/pos|world/.test(semantic)) return from('position');
  const isWide = (mask & THREE) === THREE;
  if (semantic === 'texcoord' && isWide) return from(COORDINATES[index] ?? 'position');
  return from(isWide && stage === 'ps' ? 'position' : 'uv');
}

/** The pattern of a texture. */
export function assumedPattern({ name, dimension }: TextureControl): Pattern {
  if (dimension === 'cube') return 'gradient';
  if (/norm|bump/i.test(name)) return 'normals';
  if (/noise|wave|rand|rough|height/i.test(name)) return 'noise';
  return 'checker';
}

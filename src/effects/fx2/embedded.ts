/**
 * The shaders and expressions inside an effect of Direct3D 9, and what uses each of them.
 *
 * Not for: other effects, or finding the format of a file (../embedded-shaders.ts).
 */
import { u16At, u32At } from '../../base/words.ts';
import type { EmbeddedShader, EmbeddedShaderUse } from '../embedded-shaders.ts';
import { FX2_EXPRESSION, fx2ElementCode, nameIn, splitElement } from './links.ts';
import { type Effect2, FX2_NONE, type Fx2Parameter, type Fx2Resource, Fx2Usage } from './model.ts';

type Stage = EmbeddedShader['stage'];

const PIXEL_SHADER = 0xffff;
const VERTEX_SHADER = 0xfffe;
/** The limit on uses of one shader, which only damaged effects reach. */
const MAX_USES = 2 ** 12;
const NO_PASS = { group: null, technique: null, techniqueIndex: null, pass: null, passIndex: null } as const;

interface Found {
  readonly offset: number;
  readonly length: number;
  readonly stage: Stage;
  readonly uses: EmbeddedShaderUse[];
}

/**
 * Returns the shaders and expressions of an effect in the order of their bytes; offsets count from the start of the
 * file.
 */
export function embeddedShadersOf2(effect: Effect2): EmbeddedShader[] {
  const found = new Map<number, Found>();
  const add = (data: Uint8Array, offset: number, use: EmbeddedShaderUse): void => {
    const stage = stageOf(data);
    if (stage === undefined) return;
    const known = found.get(offset) ?? { offset, length: data.byteLength, stage, uses: [] };
    found.set(offset, known);
    if (known.uses.length < MAX_USES) known.uses.push(use);
  };
  const objects = new Map(effect.objects.map((object) => [object.id, object]));
  const addElement = (parameter: Fx2Parameter, element: number, use: typeof NO_PASS | PassUse): void => {
    const { declaration, value } = parameter;
    const object = value.kind === 'objects' ? objects.get(value.ids[element] ?? FX2_NONE) : undefined;
    if (object !== undefined) add(object.data, object.offset, { ...use, variable: declaration.name, element });
  };
  const parameters = new Map(effect.parameters.map((one) => [one.declaration.name, one]));
  for (const resource of effect.resources) {
    const use = passOf(effect, resource);
    const { usage, data, offset } = resource;
    if (usage === Fx2Usage.code) add(data, offset, codeUse(effect, resource, use));
    else if (usage === Fx2Usage.parameter) {
      const { name, element } = splitElement(nameIn(data));
      const parameter = parameters.get(name);
      if (parameter) addElement(parameter, element, use);
    } else if (usage === Fx2Usage.element) {
      const { name, code, at } = fx2ElementCode(data);
      add(code, offset + at, codeUse(effect, resource, use));
      const parameter = parameters.get(name);
      const count = parameter?.value.kind === 'objects' ? parameter.value.ids.length : 0;
      for (let element = 0; element < count; element++) addElement(parameter!, element, use);
    }
  }
  // Shaders in variables that no pass uses.
  for (const parameter of effect.parameters) {
    const { value } = parameter;
    if (value.kind !== 'objects') continue;
    for (const [element, id] of value.ids.entries())
      if (!found.has(objects.get(id)?.offset ?? -1)) addElement(parameter, element, NO_PASS);
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

type PassUse = Omit<EmbeddedShaderUse, 'variable' | 'element'>;

/** The pass of a resource; nothing for one of a sampler. */
function passOf({ techniques }: Effect2, { technique: index, owner }: Fx2Resource): PassUse {
  const technique = techniques[index];
  const pass = technique?.passes[owner];
  if (technique === undefined || pass === undefined) return NO_PASS;
  return { group: null, technique: technique.name, techniqueIndex: index, pass: pass.name, passIndex: owner };
}

function codeUse(
  { parameters }: Effect2,
  { technique, owner, element }: Fx2Resource,
  pass: PassUse,
): EmbeddedShaderUse {
  if (technique !== FX2_NONE) return { ...pass, variable: null, element: 0 };
  return { ...pass, variable: parameters[owner]?.declaration.name ?? null, element };
}

/** Returns the stage of code; undefined for text and for empty data. */
function stageOf(data: Uint8Array): Stage | undefined {
  if (data.byteLength < 4) return undefined;
  if (u32At(data, 0) === FX2_EXPRESSION) return 'expression';
  const type = u16At(data, 2);
  if (type === PIXEL_SHADER) return 'ps';
  return type === VERTEX_SHADER ? 'vs' : undefined;
}

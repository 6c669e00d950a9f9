/**
 * Random state blocks of effects: samplers, blend, depth-stencil and rasterizer states, with every state of the table
 * and every form of value.
 *
 * Not for: what passes assign (fx4-techniques.ts).
 */
import { FX4_STATES, type Fx4State, type Fx4StateBlock } from '../src/effects/fx4/states.ts';
import { floatExpression, integerExpression, variableIndex } from './fx4-expressions.ts';
import type { Fx4Named, Fx4Object, Fx4Scope } from './fx4-scope.ts';
import { annotations, array, literal, semantic } from './fx4-types.ts';

const BLOCKS: readonly { readonly block: Fx4StateBlock & Fx4Object; readonly type: string }[] = [
  { block: 'sampler', type: 'SamplerState' },
  { block: 'sampler', type: 'SamplerComparisonState' },
  { block: 'sampler', type: 'sampler' },
  { block: 'blend', type: 'BlendState' },
  { block: 'depth-stencil', type: 'DepthStencilState' },
  { block: 'rasterizer', type: 'RasterizerState' },
];

/** A variable with a state block, or an array of them. */
export function stateBlock(scope: Fx4Scope): string {
  const { random } = scope;
  const { block, type } = random.pick(BLOCKS);
  const name = scope.name();
  const elements = random.oneIn(5) ? random.between(1, 3) : 0;
  scope.objects[block].push({ name, elements });
  const shared = random.oneIn(scope.child ? 2 : 20) ? 'shared ' : '';
  const old = type === 'sampler' && elements === 0;
  const register = block === 'sampler' && random.oneIn(8) ? ` : register(s${scope.slot('s')})` : '';
  const head = `${shared}${type} ${name}${array(elements)}${register === '' ? semantic(random, 12) : register}${annotations(scope, 10)}`;
  if (random.oneIn(10) && elements === 0) return `${head};\n`;
  const body = () => `{\n${assignments(scope, block)}}`;
  if (elements === 0) return `${head}${old ? ' = sampler_state' : ''}\n${body()};\n`;
  return `${head}\n{\n${Array.from({ length: elements }, body).join(',\n')}\n};\n`;
}

function assignments(scope: Fx4Scope, block: Fx4StateBlock): string {
  const { random } = scope;
  const states = FX4_STATES.filter((state) => state.block === block);
  let text = '';
  for (let left = random.below(8); left > 0; left--) text += `  ${assignment(scope, random.pick(states))}\n`;
  return text;
}

function assignment(scope: Fx4Scope, state: Fx4State): string {
  return `${recased(scope, state.name)}${index(scope, state)} = ${stateValue(scope, state)};`;
}

/** States are read in any case. */
function recased({ random }: Fx4Scope, name: string): string {
  return random.oneIn(12) ? random.pick([name.toUpperCase(), name.toLowerCase()]) : name;
}

/** fx_4_0 has one source and destination for all render targets; later versions have one for each. */
function index({ random, profile }: Fx4Scope, { elements = 1, indexOptional }: Fx4State): string {
  if (elements === 1 || (indexOptional && (profile === 'fx_4_0' || random.oneIn(2)))) return '';
  return `[${random.below(elements)}]`;
}

/** The value of a state, in one of the forms that the language has. */
export function stateValue(scope: Fx4Scope, state: Fx4State): string {
  const { random } = scope;
  if (state.name === 'Texture') return textureValue(scope);
  if (scope.slow && random.oneIn(3)) return wrapped(scope, variableValue(scope, state));
  return constantValue(scope, state);
}

function textureValue(scope: Fx4Scope): string {
  const { random } = scope;
  const textures = scope.objects.texture;
  if (textures.length === 0 || random.oneIn(4)) return random.pick(['NULL', '0']);
  return wrapped(scope, element(scope, random.pick(textures)));
}

/** A variable, or a constant element of an array of them. */
export function element({ random }: Fx4Scope, { name, elements }: Fx4Named): string {
  return elements === 0 ? name : `${name}[${random.below(elements)}]`;
}

/** The old notations around a value. */
function wrapped({ random }: Fx4Scope, value: string): string {
  return random.oneIn(6) ? `(${value})` : value;
}

function constantValue(scope: Fx4Scope, { type, components = 1, values }: Fx4State): string {
  const { random } = scope;
  if (components > 1) {
    const scalars = Array.from({ length: components }, () => literal(random, random.pick(['float', 'float', 'int'])));
    return `float${components}(${scalars.join(', ')})`;
  }
  if (values !== undefined && !random.oneIn(4)) {
    const name = random.pick(Object.keys(values));
    return random.oneIn(4) ? name[0] + name.slice(1).toLowerCase() : name;
  }
  if (values !== undefined && random.oneIn(2)) return String(random.pick(Object.values(values)));
  if (random.oneIn(8))
    return random.pick(['1 + 2', '(3 * 4) - 1', 'true', '2.75', '-1', '0xff', '1 << 3', 'sin(1)', 'max(1, 2)']);
  return literal(random, type === 'float' ? 'float' : type === 'bool' ? 'bool' : random.pick(['int', 'uint']));
}

function variableValue(scope: Fx4Scope, { type, components = 1 }: Fx4State): string {
  const { random } = scope;
  const matching = scope.values.filter(({ rows, columns }) => rows === 0 && columns === components);
  if (matching.length > 0 && random.oneIn(3)) return random.pick(matching).text;
  if (components > 1 || type === 'float' || random.oneIn(3)) return floatExpression(scope, components, random.below(3));
  return random.oneIn(3) ? variableIndex(scope) : integerExpression(scope, random.below(3));
}

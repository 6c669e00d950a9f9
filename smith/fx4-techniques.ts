/**
 * Random groups, techniques and passes of effects.
 *
 * Not for: what they refer to (the other fx4 files).
 */
import { floatExpression, integerExpression, variableIndex } from './fx4-expressions.ts';
import type { Fx4Named, Fx4Object, Fx4Scope, Fx4Stage } from './fx4-scope.ts';
import { shaderValue, TYPES } from './fx4-shaders.ts';
import { annotations, literal } from './fx4-types.ts';

/** A group with techniques (fx_5_0), or a technique. */
export function techniques(scope: Fx4Scope): string {
  const { random } = scope;
  if (!scope.five || !random.oneIn(3)) return technique(scope);
  let text = `fxgroup ${scope.name()}${annotations(scope)}\n{\n`;
  for (let left = random.between(1, 2); left > 0; left--) text += technique(scope);
  return `${text}}\n`;
}

function technique(scope: Fx4Scope): string {
  const { random } = scope;
  const keyword = scope.five && !random.oneIn(4) ? 'technique11' : 'technique10';
  let text = `${keyword}${name(scope)}${annotations(scope)}\n{\n`;
  for (let left = random.pick([0, 1, 1, 1, 2, 3]); left > 0; left--) text += pass(scope);
  return `${text}}\n`;
}

function name(scope: Fx4Scope): string {
  return scope.random.oneIn(6) ? '' : ` ${scope.name()}`;
}

function pass(scope: Fx4Scope): string {
  const { random } = scope;
  let text = `  pass${name(scope)}${annotations(scope)}\n  {\n`;
  for (let left = random.below(7); left > 0; left--) text += `    ${assignment(scope)}\n`;
  return `${text}  }\n`;
}

function assignment(scope: Fx4Scope): string {
  const { random } = scope;
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return shader(scope);
    case 4:
      return `SetRasterizerState(${object(scope, 'rasterizer')});`;
    case 5:
      return `SetDepthStencilState(${object(scope, 'depth-stencil')}, ${integer(scope)});`;
    case 6:
      return `SetBlendState(${object(scope, 'blend')}, ${vector(scope)}, ${integer(scope)});`;
    case 7:
      return targets(scope);
    case 8:
      return state(scope);
    default:
      return `${random.pick([`AB_BlendFactor = ${vector(scope)}`, `AB_SampleMask = ${integer(scope)}`, `DS_StencilRef = ${integer(scope)}`])};`;
  }
}

function shader(scope: Fx4Scope): string {
  const { random } = scope;
  const stage = random.pick<Fx4Stage>(scope.five ? ['vs', 'ps', 'gs', 'cs'] : ['vs', 'ps', 'gs']);
  // A hull shader needs a domain shader, and they are checked against each other.
  if (scope.five && random.oneIn(8)) {
    const both = scope.functions.some((one) => one.stage === 'hs') && scope.functions.some((one) => one.stage === 'ds');
    if (!both) return 'SetHullShader(NULL); SetDomainShader(NULL);';
    const compiled = (of: Fx4Stage) =>
      `CompileShader(${of}_5_0, ${scope.functions.find((one) => one.stage === of)!.name}())`;
    return `SetHullShader(${compiled('hs')}); SetDomainShader(${compiled('ds')});`;
  }
  const variables = scope.shaders.filter((one) => one.stage === stage);
  const value =
    variables.length > 0 && random.oneIn(2) ? reference(scope, random.pick(variables)) : shaderValue(scope, stage);
  if (random.oneIn(6))
    return `${TYPES[stage].toLowerCase()} = ${random.oneIn(3) && /^\w+$/.test(value) ? `<${value}>` : value};`;
  return `Set${TYPES[stage]}(${value});`;
}

/** A variable; of an array a constant, variable or computed element. */
function reference(scope: Fx4Scope, { name: variable, elements }: Fx4Named): string {
  const { random } = scope;
  if (elements === 0) return variable;
  return `${variable}[${random.oneIn(2) ? random.below(elements) : variableIndex(scope)}]`;
}

function object(scope: Fx4Scope, type: Fx4Object): string {
  const { random } = scope;
  const all = scope.objects[type];
  return all.length === 0 || random.oneIn(8) ? 'NULL' : reference(scope, random.pick(all));
}

function targets(scope: Fx4Scope): string {
  const views = Array.from({ length: scope.random.pick([1, 1, 2, 3, 8]) }, () => object(scope, 'render-target'));
  return `OMSetRenderTargets(${views.join(', ')}, ${object(scope, 'depth-target')});`;
}

/** An assignment in the syntax of older effects, where the names of the states are no types in their case. */
function state(scope: Fx4Scope): string {
  const { random } = scope;
  const [text, type] = random.pick([
    ['blendstate', 'blend'],
    ['rasterizerSTATE', 'rasterizer'],
    ['depthstencilstate', 'depth-stencil'],
  ] as const);
  return `${text} = ${object(scope, type)};`;
}

function integer(scope: Fx4Scope): string {
  const { random } = scope;
  if (random.oneIn(2)) return literal(random, 'uint');
  return random.oneIn(4)
    ? literal(random, random.pick(['float', 'bool', 'int']))
    : integerExpression(scope, random.below(4));
}

function vector(scope: Fx4Scope): string {
  const { random } = scope;
  if (random.oneIn(2)) return `float4(${Array.from({ length: 4 }, () => literal(random, 'float')).join(', ')})`;
  const matching = scope.values.filter(
    ({ rows, columns, scalar }) => rows === 0 && columns === 4 && scalar === 'float',
  );
  return matching.length > 0 && random.oneIn(3)
    ? random.pick(matching).text
    : floatExpression(scope, 4, random.below(4));
}

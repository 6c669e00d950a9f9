/**
 * Compares the reflection of an effect of Direct3D 9 with what its source says.
 *
 * Not for: the data that is read (fx2-comparison.ts).
 */
import type {
  EffectAnnotationDesc,
  EffectAssignment,
  EffectReflection,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
} from '../../src/reflect/index.ts';
import type {
  SourceAnnotation,
  SourceAssignment,
  SourceEffect,
  SourceShader,
  SourceState,
  SourceValue,
  SourceVariable,
} from '../fx2-model.ts';

/** By `D3DXPARAMETER_CLASS` and `D3DXPARAMETER_TYPE`. */
const CLASSES = ['scalar', 'vector', 'matrixRows', 'matrixColumns', 'object', 'struct'];
// biome-ignore format: one line a topic
const TYPES = [
  'void', 'bool', 'int', 'float', 'string', 'Texture', 'Texture1D', 'Texture2D', 'Texture3D', 'TextureCube',
  'sampler', 'sampler1D', 'sampler2D', 'sampler3D', 'samplerCUBE', 'PixelShader', 'VertexShader',
];

/** The differences, one a line. */
export function reflectionDifferences(actual: EffectReflection, expected: SourceEffect): string[] {
  const differences: string[] = [];
  const same = (what: string, one: unknown, other: unknown): void => {
    const [text, wanted] = [JSON.stringify(one), JSON.stringify(other)];
    if (text !== wanted) differences.push(`${what}: ${text}, not ${wanted}`);
  };
  same('profile', actual.profile, 'fx_2_0');
  same(
    'variables',
    actual.variables.map((one) => [...annotation(one), one.semantic, one.isShared, one.annotations.map(annotation)]),
    expected.parameters.map((one) => [
      ...sourceAnnotation(one),
      one.variable.semantic,
      one.shared,
      one.annotations.map(sourceAnnotation),
    ]),
  );
  same(
    'techniques',
    actual.groups.flatMap(({ techniques }) =>
      techniques.map((technique) => [
        technique.name,
        technique.annotations.map(annotation),
        technique.passes.map((pass) => [pass.name, pass.annotations.map(annotation), pass.states.map(state)]),
      ]),
    ),
    expected.techniques.map((technique) => [
      technique.name,
      technique.annotations.map(sourceAnnotation),
      technique.passes.map((pass) => [
        pass.name,
        pass.annotations.map(sourceAnnotation),
        pass.states.map((one) => sourceState(one)),
      ]),
    ]),
  );
  return differences;
}

function annotation({ name, type, value }: EffectAnnotationDesc): unknown[] {
  return [name, typeOf(type!), comparableValue(value)];
}

function sourceAnnotation({ variable, value }: SourceAnnotation): unknown[] {
  return [variable.name, sourceType(variable), sourceValue(value)];
}

function typeOf(type: EffectTypeDesc): unknown {
  const members = type.members.map((member) => [member.name, member.semantic, typeOf(member.type!)]);
  return [type.class, type.type, type.rows, type.columns, type.elements, members];
}

function sourceType(type: SourceVariable): unknown {
  const members = type.members.map((member) => [member.name, member.semantic, sourceType(member)]);
  return [CLASSES[type.class], TYPES[type.type], type.rows, type.columns, type.elements, members];
}

function comparableValue(value: EffectValue | null): unknown {
  switch (value?.kind) {
    case 'numbers':
      return value.words.map(Number);
    case 'strings':
      return value.strings;
    case 'states':
      return value.blocks.map((block) => block.map(state));
    case 'shaders':
      return value.shaders.map(shaderOf);
    default:
      return null;
  }
}

function sourceValue(value: SourceValue): unknown {
  switch (value.kind) {
    case 'numbers':
      return value.words.length === 0 ? null : value.words;
    case 'strings':
      return value.strings;
    case 'textures':
      return null;
    case 'samplers':
      // States of samplers have no index in a source.
      return value.samplers.map((states) => states.map((one) => sourceState(one, true)));
    default:
      return value.shaders.map(sourceShader);
  }
}

function shaderOf(shader: EffectShaderValue | null): string | null {
  return shader === null ? null : shader.profile;
}

/** Profiles `2_a` and `2_b` have the version number of `2_x`. */
function sourceShader(shader: SourceShader | null): string | null {
  return shader === null ? null : shader.profile.replace(/_2_[ab]$/, '_2_x');
}

function state({ name, index, value }: EffectStateDesc): unknown[] {
  return [name, index ?? 0, assignment(value!)];
}

function sourceState({ name, index, value }: SourceState, sampler = false): unknown[] {
  return [name, sampler ? 0 : index, sourceAssignment(value)];
}

function assignment(value: EffectAssignment): unknown {
  switch (value.kind) {
    case 'constants':
      return value.constants.map(({ word, type }) => [Number(word), type]);
    case 'variable':
      if (typeof value.index === 'object' && value.index !== null) return `${value.name}[expression]`;
      return value.index === null ? value.name : `${value.name}[${value.index}]`;
    case 'shader':
      return shaderOf(value);
    default:
      return value.kind;
  }
}

function sourceAssignment(value: SourceAssignment): unknown {
  switch (value.kind) {
    case 'numbers':
      return value.words.map((word) => [word, TYPES[value.type]]);
    case 'parameter':
      return value.name;
    case 'element':
      return `${value.name}[expression]`;
    case 'shader':
      return sourceShader(value.shader);
    default:
      return value.kind;
  }
}

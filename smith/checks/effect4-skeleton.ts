/**
 * Microsoft's listing of an effect of Direct3D 10 or 11 without the code in it, made from the listing and from our
 * reflection: both are the same where reflection has every fact of the listing.
 *
 * Not for: our listing (src/text/fx), which does not come from reflection.
 */
import type {
  EffectAnnotationDesc,
  EffectAssignment,
  EffectBufferDesc,
  EffectConstantDesc,
  EffectExpressionDesc,
  EffectInstanceDesc,
  EffectReflection,
  EffectShaderValue,
  EffectStateDesc,
  EffectTechniqueDesc,
  EffectTypeDesc,
  EffectVariableDesc,
} from '../../src/reflect/index.ts';
import { formatG9, hex32 } from '../../src/text/numbers.ts';

/**
 * The lines of Microsoft's listing without blanks. A shader is `asm PROFILE`, an expression `eval NAMES` with the names
 * of `variables` in its code.
 */
export function skeletonOfListing(listing: string, variables: readonly string[]): string[] {
  const names = new Set(variables);
  let text = '';
  let rest = listing;
  for (let start = rest.indexOf('asm {\n'); start >= 0; start = rest.indexOf('asm {\n')) {
    const before = rest.slice(0, start);
    const margin = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))![0];
    // The lines of a shader are indented further than the brace after it.
    const end = rest.indexOf(`\n${margin}}`, start);
    text += `${before}asm ${profileIn(rest.slice(start, end))}`;
    rest = rest.slice(end + margin.length + 2);
  }
  text += rest;
  return lines(
    text.replace(/eval\(([\s\S]*?)\)(?=\]?;\n)/g, (_, body: string) => `eval ${namesIn(body, names).join(' ')}`),
  );
}

function profileIn(body: string): string {
  // The programs of feature level 9 come first.
  return /^ *([vpghdc]s_[45]_\d) *$/m.exec(body)?.[1] ?? '?';
}

/** The identifiers of code that are names of variables, each once. */
function namesIn(body: string, names: ReadonlySet<string>): string[] {
  const found = body.match(/(?<![\w.])[A-Za-z_$][\w$]*/g) ?? [];
  return [...new Set(found.filter((word) => names.has(word)))].sort();
}

/** Lines with single blanks between words; empty lines are left out. */
function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/; *\/\/ /, ';// ')
        .replace(/ +/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** The lines of a skeleton, made from a reflection. */
export function skeletonOfReflection(effect: EffectReflection): string[] {
  return lines(new Skeleton(effect).text);
}

/** Letters of the registers of objects; others have `x`. */
function registerLetter({ type }: EffectTypeDesc): string {
  if (type === 'SamplerState') return 's';
  return /^(Texture|Buffer$)/.test(String(type)) ? 't' : 'x';
}

class Skeleton {
  text = '';

  constructor(private readonly effect: EffectReflection) {
    const { profile, isChildEffect, groups } = effect;
    this.text += `//\n// FX Version: ${profile}\n`;
    if (profile !== 'fx_5_0') this.text += `// Child effect (requires effect pool): ${isChildEffect}\n`;
    this.buffers(false);
    this.objects(false);
    const interfaces = effect.variables.filter(({ type }) => type!.class === 'interfacePointer');
    this.section(interfaces.length, 'local interface(s)');
    for (const one of interfaces) this.interface(one);
    this.buffers(true);
    this.objects(true);
    if (profile !== 'fx_5_0') this.techniques(groups[0]!.techniques, 'technique10');
    else {
      this.section(groups.length, 'groups(s)');
      for (const { name, annotations, techniques } of groups) {
        this.text += `fxgroup ${name ?? ''}\n${annotationsText(annotations)}\n{\n`;
        this.techniques(techniques, 'technique11');
        this.text += '}\n';
      }
    }
  }

  private section(count: number, what: string): void {
    if (count > 0) this.text += `//\n// ${count} ${what}\n//\n`;
  }

  private buffers(shared: boolean): void {
    const buffers = this.effect.constantBuffers.filter(({ isShared }) => isShared === shared);
    this.section(buffers.length, `${shared ? 'shared' : 'local'} buffer(s)`);
    // Names are unique among the buffers of one sort.
    for (const buffer of buffers)
      this.buffer(
        buffer,
        this.effect.variables.filter((one) => one.buffer === buffer.name && one.isShared === shared),
      );
  }

  private buffer(buffer: EffectBufferDesc, variables: readonly EffectVariableDesc[]): void {
    const { name, type, isSingle, explicitBindPoint: register, annotations } = buffer;
    const at = register === null ? '' : ` : register(${type === 'tbuffer' ? 't' : 'b'}${register})`;
    this.text += `${type} ${isSingle ? 'single ' : ''}${name}${at}\n${annotationsText(annotations)}\n{\n`;
    for (const {
      name: variableName,
      type: of,
      semantic,
      value,
      bufferOffset,
      explicitBindPoint,
      ...rest
    } of variables) {
      this.text += declaration(of!, variableName, semantic);
      if (explicitBindPoint !== null)
        this.text += ` : packoffset(c${explicitBindPoint >> 4}.${'xyzw'[(explicitBindPoint >> 2) & 3]})`;
      this.text += inlineAnnotations(rest.annotations);
      if (value?.kind === 'numbers') this.text += numbersText(of!, value.words);
      this.text += `;// Offset: ${bufferOffset}, size: ${of!.unpackedSize}\n`;
    }
    this.text += '}\n';
  }

  private objects(shared: boolean): void {
    const objects = this.effect.variables.filter(
      ({ buffer, isShared, type }) => buffer === null && isShared === shared && type!.class === 'object',
    );
    this.section(objects.length, `${shared ? 'shared' : 'local'} object(s)`);
    for (const { name, type, semantic, explicitBindPoint: register, annotations, value } of objects) {
      this.text += declaration(type!, name, semantic);
      if (register !== null) this.text += ` : register(${registerLetter(type!)}${register})`;
      this.text += inlineAnnotations(annotations);
      const several = type!.elements > 1;
      if (value?.kind === 'strings') this.text += stringsText(type!, value.strings);
      else if (value?.kind === 'states') {
        const blocks = value.blocks.map((block) => statesText(block));
        this.text += `\n{\n${several ? blocks.map((block) => `{\n${block}}`).join(',\n') : blocks.join('')}\n}`;
      } else if (value?.kind === 'shaders') {
        const shaders = value.shaders.map(shaderText);
        this.text += ` = \n${several ? `{\n${shaders.join(',\n')}\n}` : shaders[0]}`;
      }
      this.text += ';\n';
    }
  }

  private interface({ name, type, annotations, value }: EffectVariableDesc): void {
    this.text += declaration(type!, name, null) + inlineAnnotations(annotations);
    if (value?.kind === 'instances') {
      const list = value.instances.map(instanceText).join(', ');
      this.text += type!.elements > 0 ? ` = { ${list} }` : ` = ${list}`;
    }
    this.text += ';\n';
  }

  private techniques(techniques: readonly EffectTechniqueDesc[], keyword: string): void {
    this.section(techniques.length, 'technique(s)');
    for (const { name, annotations, passes } of techniques) {
      this.text += `${keyword} ${name ?? ''}\n${annotationsText(annotations)}\n{\n`;
      for (const pass of passes) {
        this.text += `pass ${pass.name ?? ''}\n${annotationsText(pass.annotations)}\n{\n`;
        this.text += `${statesText(pass.states)}}\n`;
      }
      this.text += '}\n';
    }
  }
}

function declaration({ name, elements }: EffectTypeDesc, variable: string, semantic: string | null): string {
  return `${name} ${variable}${elements > 1 ? `[${elements}]` : ''}${semantic === null ? '' : ` : ${semantic}`}`;
}

function annotationsText(annotations: readonly EffectAnnotationDesc[]): string {
  if (annotations.length === 0) return '';
  const list = annotations.map(({ name, type, value }) => {
    let text = declaration(type!, name, null);
    if (value?.kind === 'strings') text += stringsText(type!, value.strings);
    else if (value?.kind === 'numbers') text += numbersText(type!, value.words);
    return `${text};\n`;
  });
  return `<\n${list.join('')}>`;
}

function inlineAnnotations(annotations: readonly EffectAnnotationDesc[]): string {
  return annotations.length === 0 ? '' : `\n${annotationsText(annotations)}`;
}

function stringsText({ elements }: EffectTypeDesc, strings: readonly (string | null)[]): string {
  const list = strings.map((text) => `"${text ?? ''}"`).join(', ');
  return elements > 1 ? ` = { ${list} }` : ` = ${list}`;
}

/** One number if all are the same. */
function numbersText({ class: kind, type }: EffectTypeDesc, words: readonly string[]): string {
  const bits = words.map(Number);
  const shown = bits.every((word) => word === bits[0]) ? bits.slice(0, 1) : bits;
  const numeric = kind !== 'struct' && kind !== 'interfaceClass';
  const list = shown.map((word) => (numeric ? scalarText(type, word) : hex32(word))).join(', ');
  return words.length > 1 ? ` = { ${list} }` : ` = ${list}`;
}

const LARGEST_DECIMAL = 10_000;

function scalarText(type: string | number, bits: number): string {
  if (type === 'float') return formatG9(bits);
  if (type === 'bool') return bits === 0 ? 'false' : 'true';
  if (type === 'int')
    return Math.abs(bits | 0) <= LARGEST_DECIMAL || bits === 0x8000_0000 ? String(bits | 0) : hex32(bits);
  return bits <= LARGEST_DECIMAL ? String(bits) : hex32(bits);
}

function instanceText({ name, index }: EffectInstanceDesc): string {
  return index === null ? name : `${name}[${index}]`;
}

/** The type that the listing gives the value of a state. */
const FLOATS = /^(AB_BlendFactor|DepthBiasClamp|SlopeScaledDepthBias|MipLODBias|BorderColor|MinLOD|MaxLOD)$/;
const BYTES = /(ReadMask|WriteMask)$/;

function statesText(states: readonly EffectStateDesc[]): string {
  return states
    .map((state) => {
      const { name, index, value } = state;
      return `${name}${index === null ? '' : `[${index}]`} = ${value === null ? '' : assignmentText(state, value)};\n`;
    })
    .join('');
}

function assignmentText({ name }: EffectStateDesc, value: EffectAssignment): string {
  switch (value.kind) {
    case 'null':
      return 'NULL';
    case 'constants': {
      const state = String(name);
      const isByte = BYTES.test(state) && state !== 'DepthWriteMask';
      const type = FLOATS.test(state) ? 'float' : isByte ? 'byte' : isBoolean(state) ? 'bool' : textureOr(state);
      const list = value.constants.map((one) => constantText(one, isByte)).join(', ');
      return `${type}${value.constants.length > 1 ? value.constants.length : ''}(${list})`;
    }
    case 'variable': {
      if (value.index === null) return value.name;
      return `${value.name}[${typeof value.index === 'object' ? expressionText(value.index) : value.index}]`;
    }
    case 'expression':
      return expressionText(value);
    case 'shader':
      return shaderText(value);
    default:
      return '?';
  }
}

function textureOr(state: string): string {
  return state === 'GenerateMips' ? 'Texture' : 'uint';
}

function isBoolean(state: string): boolean {
  return /Enable$/.test(state) || state === 'FrontCounterClockwise';
}

function constantText({ type, word, name }: EffectConstantDesc, isByte: boolean): string {
  const bits = Number(word);
  const hexadecimal = isByte && (type === 'int' || type === 'uint');
  const text = hexadecimal ? `0x${(bits & 0xff).toString(16).padStart(2, '0')}` : scalarText(type, bits);
  return name === null ? text : `${name} /* ${text} */`;
}

function expressionText({ variables }: EffectExpressionDesc): string {
  return `eval ${[...new Set(variables)].sort().join(' ')}`;
}

function shaderText(shader: EffectShaderValue | null): string {
  if (shader === null) return 'NULL';
  const { profile, streamOut, rasterizedStream, interfaceBindings } = shader;
  let text = `asm ${profile}`;
  if (rasterizedStream === null) {
    if (streamOut[0] != null) text += `\n/* Stream out decl: "${streamOut[0]}" */`;
  } else {
    for (const [stream, outputs] of streamOut.entries())
      if (outputs !== null) text += `\n/* Stream ${stream} out decl: "${outputs}" */`;
    text += `\n/* Stream ${rasterizedStream} to rasterizer */`;
  }
  for (const [i, one] of interfaceBindings.entries())
    text += `\n/* Interface parameter ${i} bound to: ${instanceText(one)} */`;
  return text;
}

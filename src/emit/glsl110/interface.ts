/**
 * Names that stages which were compiled separately agree on, and that the runtime of MonoGame looks for: arrays of
 * constants, samplers, attributes, variables between the stages. They are those of MojoShader. Usages that MojoShader
 * has no variable for are named alike.
 *
 * Source of the facts: the published effects of MonoGame's runtime, `ShaderProgramCache.cs` and
 * `GraphicsDevice.OpenGL.cs`.
 */
import type { IrElement, IrModule, IrStage } from '../../ir/index.ts';

/** The uniform that turns the picture for a render target (y) and moves it by a part of a pixel (z, w). */
export const POSITION_UNIFORM = 'posFixup';

/** The name of the array of float constants of a stage. */
export function uniformsName(stage: IrStage): string {
  return `${stage}_uniforms_vec4`;
}

/** The name of a sampler. */
export function samplerName(stage: IrStage, register: number): string {
  return `${stage}_s${register}`;
}

/** The name of an input of a vertex shader. */
export function attributeName(register: number): string {
  return `vs_v${register}`;
}

/** An input or output as text. */
export interface ElementText {
  readonly text: string;
  readonly isScalar: boolean;
  /** The declaration; undefined for what the language declares. */
  readonly declaration?: string;
}

const COLORS = ['vFrontColor', 'vFrontSecondaryColor'] as const;

/** A variable between the stages. */
function varyingOf({ semantic = '', semanticIndex = 0, register }: IrElement): ElementText {
  const isFog = semantic === 'fog' && semanticIndex === 0;
  const name = isFog ? 'vFogFragCoord' : varyingName(semantic, semanticIndex, register);
  return { text: name, isScalar: isFog, declaration: `varying ${isFog ? 'float' : 'vec4'} ${name};` };
}

function varyingName(semantic: string, index: number, register: number): string {
  if (semantic === 'color' && index < COLORS.length) return COLORS[index]!;
  if (semantic === 'texcoord') return `vTexCoord${index}`;
  return semantic === '' ? `vRegister${register}` : `v${semantic[0]!.toUpperCase()}${semantic.slice(1)}${index}`;
}

/** An input of a shader. */
export function inputText(stage: IrStage, element: IrElement): ElementText {
  const { special, register } = element;
  if (special === 'face') return { text: '(gl_FrontFacing ? 1.0 : -1.0)', isScalar: true };
  if (special === 'position') return { text: 'gl_FragCoord', isScalar: false };
  if (stage === 'ps') return varyingOf(element);
  const name = attributeName(register);
  return { text: name, isScalar: false, declaration: `attribute vec4 ${name};` };
}

/** The position of a vertex: that of Direct3D until the shader ends. */
export const POSITION = 'gl_Position';
/** The depth of a pixel, which OpenGL ES has under another name. */
export const FRAGMENT_DEPTH = 'frag_depth';

/** Whether an output is the position of a vertex. */
export function isPosition({ special, systemValue }: IrElement): boolean {
  return special === 'position' || systemValue === 'position';
}

/** An output of a shader. */
export function outputText({ stage, outputs }: IrModule, element: IrElement): ElementText {
  const { special, semantic, semanticIndex, register } = element;
  if (stage === 'ps') {
    if (special === 'depth') return { text: FRAGMENT_DEPTH, isScalar: true };
    const isAlone = outputs.every((one) => one.special !== undefined || one.register === 0);
    return { text: isAlone ? 'gl_FragColor' : `gl_FragData[${register}]`, isScalar: false };
  }
  if (isPosition(element)) return { text: POSITION, isScalar: false };
  if (special === 'pointSize' || (semantic === 'psize' && semanticIndex === 0))
    return { text: 'gl_PointSize', isScalar: true };
  if (special === 'fog') return varyingOf({ ...element, semantic: 'fog', semanticIndex: 0 });
  return varyingOf(element);
}

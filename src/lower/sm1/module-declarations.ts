/**
 * Makes the declarations of a module from those of a program, and finds them by the registers that instructions name:
 * inputs, outputs, samplers and register files of constants.
 *
 * Registers of the module: from 3_0 on those of `dcl`. Before, `v#` and `oD#` are registers 0 and 1, `t#` and `oT#` are
 * registers 2 to 9, so that an output of a vertex shader has the same number as the corresponding input of a pixel
 * shader; `oC#`, and r0 before 2_0, use their register number. The position, the face, the fog and the size of points
 * have no number.
 *
 * Not for: the values of constants that a program defines (constants.ts).
 */
import type { InterpolationMode, ResourceDimension } from '../../base/d3d/enumerations.ts';
import { Sm1Version } from '../../base/profile.ts';
import type { Writable } from '../../base/writable.ts';
import { newBinding } from '../../ir/declarations.ts';
import { accessOf, type IrElement, type IrModule, type IrSpecial } from '../../ir/index.ts';
import { type Sm1ProgramDeclarations, sm1FixedInputUsage, sm1FixedOutputUsage } from '../../isa/sm1/declarations.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken } from '../../isa/sm1/tokens.ts';
import { componentsOf, outputAt } from './registers.ts';

/** State of a sampler, or in versions before 1_4 of a texture stage. */
export interface LowerSm1Sampler {
  /**
   * The dimension of its texture, for versions before 2_0, where programs do not declare it. Without it, the textures
   * of `texm3x3tex`, `texm3x3spec` and
   * `texm3x3vspec` are cubes, that of `texreg2rgb` is a volume, and all others have two dimensions.
   */
  readonly dimension?: Sm1Dimension;
  /** Whether its texture is a depth texture, which is compared with the third coordinate. */
  readonly isComparison?: boolean;
  /**
   * Whether the stage divides coordinates by the last one (`D3DTTFF_PROJECTED`); before 1_4. Without it, the module
   * reads it from its constants.
   */
  readonly isProjected?: boolean;
}

export interface LowerSm1Options {
  /** By the number of the sampler or stage. */
  readonly samplers?: readonly (LowerSm1Sampler | undefined)[];
  /**
   * Whether an index stays among the constants that it begins at, those of the program or those of the application, as
   * compilers write it. Without it, each read by an index chooses between both.
   */
  readonly separatesConstants?: boolean;
}

/** Dimensions of textures in this model. */
export type Sm1Dimension = Extract<keyof typeof ResourceDimension, 'texture2D' | 'texture3D' | 'textureCube'>;

const R = SM1_REGISTERS;
const CENTROID = 4;
/** Registers before those of texture coordinates, in versions before 3_0. */
const FIRST_COORDINATE = 2;

/** D3DSAMPLER_TEXTURE_TYPE. */
const DIMENSIONS: readonly (Sm1Dimension | undefined)[] = [
  undefined,
  undefined,
  'texture2D',
  'textureCube',
  'texture3D',
];

/** Named registers of vertex shaders before 3_0, and of pixel shaders from 3_0 on. */
const RASTERIZER: readonly IrSpecial[] = ['position', 'fog', 'pointSize'];
const MISC: readonly IrSpecial[] = ['position', 'face'];

export type ConstantFile = 'float' | 'int' | 'bool' | 'state';

export interface Sm1Output {
  readonly element: number;
  readonly mask: number;
  /** The number of the register's first component. */
  readonly components: number;
  readonly register: number;
}

export class Sm1ModuleDeclarations {
  readonly outputs: Sm1Output[] = [];
  /** Registers of inputs that an index reaches, from 0 on. */
  readonly inputCount: number;
  readonly #module: IrModule;
  readonly #declarations: Sm1ProgramDeclarations;
  readonly #version: number;
  readonly #isPixel: boolean;
  readonly #words: Uint32Array;
  readonly #options: LowerSm1Options;
  /** Elements of inputs by register type, number and component. */
  readonly #inputs = new Map<number, number>();
  readonly #starts: number[] = [];
  /** The file that was asked for last: nearly all reads are of floats. */
  #lastFile: ConstantFile | undefined;
  #lastConstants = -1;
  readonly #files = new Map<ConstantFile, number>();
  readonly #stages = new Map<number, number>();
  readonly #declaredMasks = new Map<number, number>();
  #inputRange = -1;

  constructor(
    module: IrModule,
    words: Uint32Array,
    version: number,
    declarations: Sm1ProgramDeclarations,
    options: LowerSm1Options,
  ) {
    this.#module = module;
    this.#words = words;
    this.#version = version;
    this.#declarations = declarations;
    this.#options = options;
    this.#isPixel = module.stage === 'ps';
    let count = 0;
    for (const { type, number, mask, usage, usageIndex, at } of declarations.registers) {
      if (type === R.input.code) count = Math.max(count, number + 1);
      const isFixed = this.#isPixel && version < Sm1Version.v3_0;
      const fixed = isFixed ? sm1FixedInputUsage(type, number) : undefined;
      if (type === R.misc.code) this.#addInput(type, number, mask, at, MISC[number]);
      else if (fixed !== undefined) this.#addInput(type, number, mask, at, undefined, fixed.usage, fixed.index);
      else if (type === R.input.code) this.#addInput(type, number, mask, at, undefined, usage, usageIndex);
    }
    this.inputCount = count;
  }

  // --- inputs -------------------------------------------------------------------------------------------------------

  #addInput(
    type: number,
    number: number,
    mask: number,
    at: number,
    special: IrSpecial | undefined,
    usage = -1,
    usageIndex = 0,
  ): void {
    let free = mask;
    for (let c = 0; c < 4; c++) if (this.#inputs.has(inputKey(type, number, c))) free &= ~(1 << c);
    if (free === 0) return;
    const element: Writable<IrElement> = {
      kind: special === undefined ? 'vertex' : 'special',
      register: special === undefined ? this.#registerOf(type, number) : 0,
      mask: free,
    };
    if (special !== undefined) element.special = special;
    nameElement(element, usage, usageIndex);
    if (this.#isPixel && special === undefined) element.interpolation = this.#interpolation(at);
    const index = this.#module.inputs.push(element) - 1;
    this.#starts[index] = at;
    for (let c = 0; c < 4; c++) if (free & (1 << c)) this.#inputs.set(inputKey(type, number, c), index);
  }

  #interpolation(at: number): keyof typeof InterpolationMode {
    const modifiers = at < 0 ? 0 : Sm1DestinationToken.modifiers.get(this.#words[at]!);
    return (modifiers & CENTROID) === 0 ? 'linear' : 'linearCentroid';
  }

  #registerOf(type: number, number: number): number {
    const isCoordinate = type === R.addressOrTexture.code || type === R.outputOrTexCoordOut.code;
    return isCoordinate && this.#version < Sm1Version.v3_0 ? FIRST_COORDINATE + number : number;
  }

  /**
   * The input that has a component of a register; -1 for none. Before 2_0 pixel shaders declare none.
   *
   * @param widens whether the component may be missing in the declaration of a register
   */
  inputOf(type: number, number: number, component: number, widens = false): number {
    const key = inputKey(type, number, component);
    if (!this.#inputs.has(key) && this.#isPixel && this.#version < Sm1Version.v2_0) {
      const fixed = sm1FixedInputUsage(type, number);
      const limit = type === R.input.code ? 2 : 8;
      if (fixed !== undefined && number < limit)
        this.#addInput(type, number, 15, -1, undefined, fixed.usage, fixed.index);
    }
    return this.#inputs.get(key) ?? (widens ? this.#widened(type, number, component) : -1);
  }

  /**
   * The input with a component that its declaration leaves out: `texkill` of versions 2 reads all components, even
   * undeclared ones.
   */
  #widened(type: number, number: number, component: number): number {
    if (!this.#isPixel || this.#version >= Sm1Version.v3_0) return -1;
    for (let c = 0; c < 4; c++) {
      const element = this.#inputs.get(inputKey(type, number, c));
      if (element === undefined) continue;
      const input = this.#module.inputs[element]!;
      this.#module.inputs[element] = { ...input, mask: input.mask | (1 << component) };
      this.#inputs.set(inputKey(type, number, component), element);
      return element;
    }
    return -1;
  }

  /** Index of the token that declares an input; 0 without one. */
  inputStart(element: number): number {
    return Math.max(this.#starts[element]!, 0);
  }

  /** The range of all numbered inputs. */
  inputRange(): number {
    if (this.#inputRange < 0)
      this.#inputRange =
        this.#module.inputRanges.push({ kind: 'vertex', register: 0, count: Math.max(this.inputCount, 1) }) - 1;
    return this.#inputRange;
  }

  // --- outputs ------------------------------------------------------------------------------------------------------

  /**
   * Declares the outputs, where `written` has a mask for each register that the program writes, by its first component.
   */
  declareOutputs(written: ReadonlyMap<number, number>, isIndexed: boolean): void {
    if (!this.#isPixel && this.#version >= Sm1Version.v3_0) {
      this.#declaredOutputs(written, isIndexed);
      return;
    }
    for (const components of [...written.keys()].sort((a, b) => a - b)) {
      const { type, number } = outputAt(components);
      const mask = written.get(components)!;
      const usage = sm1FixedOutputUsage(type, number);
      if (mask === 0 || usage === undefined) continue;
      const special =
        type === R.rasterizerOut.code ? RASTERIZER[number] : type === R.depthOut.code ? 'depth' : undefined;
      // Vertex shaders give all components of colors and coordinates: those that they do not write have a value.
      const outputMask = special === 'depth' ? mask & 1 : special === undefined && !this.#isPixel ? 15 : mask;
      const register = special === undefined ? this.#registerOf(type, number) : 0;
      this.#addOutput(
        special === undefined
          ? nameElement({ kind: 'vertex', register, mask: outputMask }, usage.usage, usage.index)
          : { kind: 'special', register, mask: outputMask, special },
        components,
        number,
      );
    }
    // Before 2_0 the color of a pixel is r0.
    if (this.#isPixel && this.#version < Sm1Version.v2_0)
      this.#addOutput(
        nameElement({ kind: 'vertex', register: 0, mask: 15 }, SM1_USAGES.indexOf('color'), 0),
        componentsOf(R.temp.code, 0),
        0,
      );
  }

  #declaredOutputs(written: ReadonlyMap<number, number>, isIndexed: boolean): void {
    const taken = new Map<number, number>();
    for (const { type, number, mask, usage, usageIndex } of this.#declarations.registers) {
      const components = componentsOf(type, number);
      if (type !== R.outputOrTexCoordOut.code || components < 0) continue;
      this.#declaredMasks.set(components, this.declaredMask(components) | mask);
      const reached = isIndexed ? mask : mask & (written.get(components) ?? 0);
      const free = reached & ~(taken.get(components) ?? 0);
      if (free === 0) continue;
      taken.set(components, (taken.get(components) ?? 0) | free);
      const element = nameElement({ kind: 'vertex', register: number, mask: free }, usage, usageIndex);
      if (usageIndex === 0 && SM1_USAGES[usage] === 'position') element.systemValue = 'position';
      this.#addOutput(element, components, number);
    }
  }

  /** Declared components of an output of a vertex shader from 3_0 on. */
  declaredMask(components: number): number {
    return this.#declaredMasks.get(components) ?? 0;
  }

  #addOutput(element: IrElement, components: number, register: number): void {
    if (element.mask === 0) return;
    const number = this.#module.outputs.push(element) - 1;
    this.outputs.push({ element: number, mask: element.mask, components, register });
  }

  // --- bindings -----------------------------------------------------------------------------------------------------

  /** The binding of a register file of constants. */
  constants(file: ConstantFile): number {
    if (file === this.#lastFile) return this.#lastConstants;
    let number = this.#files.get(file);
    if (number === undefined) {
      const binding = newBinding('constants', 0);
      binding.size = 0;
      binding.file = file;
      number = this.#module.bindings.push(binding) - 1;
      this.#files.set(file, number);
    }
    this.#lastFile = file;
    this.#lastConstants = number;
    return number;
  }

  /** Whether a sampler or stage is known to divide coordinates; undefined if it is not known. */
  isProjected(stage: number): boolean | undefined {
    return this.#options.samplers?.[stage]?.isProjected;
  }

  /**
   * The access to a sampler; -1 for one that is not declared.
   *
   * @param fallback the dimension if neither the program nor the caller declares it
   */
  sampler(number: number, fallback: Sm1Dimension): number {
    let binding = this.#stages.get(number);
    if (binding === undefined) {
      const dimension = this.#dimensionOf(number, fallback);
      if (dimension === undefined) return -1;
      const stage = newBinding('stage', number);
      stage.dimension = dimension;
      stage.returnTypes = FLOATS;
      if (this.#options.samplers?.[number]?.isComparison) stage.isComparison = true;
      binding = this.#module.bindings.push(stage) - 1;
      this.#stages.set(number, binding);
    }
    return this.#module.accessNumber(accessOf(binding));
  }

  #dimensionOf(number: number, fallback: Sm1Dimension): Sm1Dimension | undefined {
    if (this.#version < Sm1Version.v2_0) return this.#options.samplers?.[number]?.dimension ?? fallback;
    const declared = this.#declarations.registers.find((one) => one.type === R.sampler.code && one.number === number);
    return DIMENSIONS[declared?.textureType ?? 0];
  }
}

const FLOATS = ['float', 'float', 'float', 'float'] as const;

function inputKey(type: number, number: number, component: number): number {
  return (((type << 11) | number) << 2) | component;
}

/** Gives an element the name of a usage, if it has one. */
function nameElement(element: Writable<IrElement>, usage: number, index: number): Writable<IrElement> {
  const semantic = SM1_USAGES[usage];
  if (semantic !== undefined) {
    element.semantic = semantic;
    element.semanticIndex = index;
  }
  return element;
}

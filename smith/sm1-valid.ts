/**
 * Random SM 1-3 programs that Microsoft's assembler accepts (nearly always): registers within the limits of the
 * version, everything written before it is read, nested flow control, predicates, co-issue, relative addressing, all
 * declarations.
 *
 * Not for: what no validator lets pass but a disassembler must print (sm1.ts).
 */

import { Sm1Version } from '../src/base/profile.ts';
import { SM1_OPCODES, type Sm1Opcode, type Sm1OpcodeRow, sm1HasOpcode, sm1Operands } from '../src/isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS, SM1_USAGES, type Sm1RegisterName } from '../src/isa/sm1/registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
} from '../src/isa/sm1/tokens.ts';
import type { Random } from './random.ts';
import {
  commentWords,
  destinationToken,
  floatWord,
  IDENTITY_SWIZZLE,
  instructionWords,
  SM1_VERSION_TOKENS,
  sourceToken,
  streamWords,
} from './sm1.ts';
import { constantTableWords } from './sm1-ctab.ts';

const MARK = 0x8000_0000;
const X = 1;
const XY = 3;
const XYZ = 7;
const W = 8;
const XYZW = 15;
/** The swizzle xyw of coordinates that are divided by w. */
const XYW_SWIZZLE = 0xf4;
/** Registers of each kind that a program uses; all versions have that many, ps_1_1 to ps_1_3 two temporaries. */
const TEMPS = 4;
const CONSTANTS = 6;
const MAX_DEPTH = 3;

/** Only these write masks are allowed. */
const MASKS: Partial<Record<Sm1Opcode, readonly number[]>> = {
  m4x4: [XYZW],
  m4x3: [XYZ],
  m3x4: [XYZW],
  m3x3: [XYZ],
  m3x2: [XY],
  crs: [XYZ, XY, X],
  nrm: [XYZ, XYZW],
  sincos: [XY, X, 2],
  texldl: [XYZW],
  texldd: [XYZW],
  texld: [XYZW],
};
/** Their sources are one component. */
const SCALAR: ReadonlySet<Sm1Opcode> = new Set(['rcp', 'rsq', 'exp', 'log', 'expp', 'logp', 'pow', 'sincos'] as const);
/** The destination may not be a source. */
const FRESH: ReadonlySet<Sm1Opcode> = new Set([
  'lrp',
  'pow',
  'm4x4',
  'm4x3',
  'm3x4',
  'm3x3',
  'm3x2',
  'crs',
  'nrm',
  'sgn',
  'sincos',
] as const);
const MATRIX_ROWS: Partial<Record<Sm1Opcode, number>> = { m4x4: 4, m4x3: 3, m3x4: 4, m3x3: 3, m3x2: 2 };
/** {@link ValidProgram} itself emits these where they are needed. */
const POSITIONAL: ReadonlySet<Sm1Opcode> = new Set([
  ...([
    'call',
    'callnz',
    'loop',
    'ret',
    'endloop',
    'label',
    'dcl',
    'rep',
    'endrep',
    'if',
    'ifc',
    'else',
    'endif',
  ] as const),
  ...(['break', 'breakc', 'breakp', 'mova', 'defb', 'defi', 'def', 'phase', 'setp'] as const),
]);

/** A random program of any version that Microsoft's assembler takes. */
export function validSm1Words(random: Random): Uint32Array {
  return new ValidProgram(random, random.pick(SM1_VERSION_TOKENS)).words();
}

/**
 * A random program for runs: in addition, it has nested loops, conditional calls, registers that a loop counter
 * indexes, predicated outputs and divided coordinates. Nearly all are valid.
 */
export function runnableSm1Words(random: Random): Uint32Array {
  return new ValidProgram(random, random.pick(SM1_VERSION_TOKENS), true).words();
}

class ValidProgram {
  private readonly version: number;
  private readonly pixel: boolean;
  private readonly instructions: number[][] = [];
  /** Opcodes without a special position. */
  private readonly unrestricted: readonly Sm1Opcode[];
  private readonly temps: number;
  /** The texture register that arithmetic may read; what `texbem` bends with may not be read again. */
  private texture = 0;
  private depth = 0;
  private loops = 0;
  /** The constant and the input that the instruction reads: the oldest versions allow one of each. */
  private constant = -1;
  private input = -1;
  /** The subroutine that statements may call. */
  private callee = -1;

  constructor(
    private readonly random: Random,
    private readonly token: number,
    private readonly isRun = false,
  ) {
    const version = token & 0xffff;
    this.version = version;
    this.pixel = token >>> 16 === 0xffff;
    this.temps = this.pixel && version < Sm1Version.v1_4 ? 2 : TEMPS;
    this.unrestricted = (Object.keys(SM1_OPCODES) as Sm1Opcode[]).filter(
      (name) =>
        sm1HasOpcode(SM1_OPCODES[name], this.pixel ? 'ps' : 'vs', version) &&
        !POSITIONAL.has(name) &&
        !name.startsWith('tex') &&
        !name.startsWith('ds') &&
        // Assemblers write an addition instead (IT9).
        name !== 'sub' &&
        !(this.pixel && version < Sm1Version.v2_0 && name === 'nop'),
    );
  }

  words(): Uint32Array {
    const { random, version } = this;
    if (random.oneIn(4)) this.instructions.push(commentWords('CTAB', constantTableWords(random)));
    if (this.pixel && version < Sm1Version.v1_4) this.firstPixelShaders();
    else if (this.pixel && version < Sm1Version.v2_0) this.twoPhases();
    else this.program();
    return streamWords(this.token, this.instructions);
  }

  // --- complete programs --------------------------------------------------------------------------------------------

  /** Everything from 2_0 on, and vs_1_1. */
  private program(): void {
    const { random } = this;
    this.constants();
    this.declarations();
    this.initialise();
    const subroutine = this.has('call') && random.oneIn(this.isRun ? 2 : 4);
    this.callee = this.isRun && subroutine ? 0 : -1;
    this.statements(random.between(2, 14));
    this.callee = -1;
    if (subroutine) this.emit('call', [sourceToken('label', 0)]);
    this.outputs();
    if (!subroutine) return;
    this.emit('ret', []);
    this.emit('label', [sourceToken('label', 0)]);
    this.statements(random.between(1, 4));
    this.emit('ret', []);
  }

  /** ps_1_1 to ps_1_3: texture instructions, then at most eight others. */
  private firstPixelShaders(): void {
    const { random } = this;
    this.constants();
    const textures = random.between(1, 4);
    let at = 0;
    while (at < textures) at = this.textureStage(at, textures);
    this.emit('mov', [destinationToken('temp', 0), sourceToken('addressOrTexture', this.texture)]);
    this.emit('mov', [destinationToken('temp', 1), sourceToken('input', 0)]);
    this.pixelArithmetic(random.below(5), textures);
  }

  /** One or more texture instructions from stage `at` on; the next free stage. */
  private textureStage(at: number, textures: number): number {
    const { random, version } = this;
    const texture = (name: Sm1Opcode, stage: number, ...sources: number[]) =>
      this.emit(name, [destinationToken('addressOrTexture', stage), ...sources]);
    const first = sourceToken('addressOrTexture', 0);
    if (at === 0) {
      texture(random.oneIn(4) ? 'texcoord' : 'texld', 0);
      return 1;
    }
    const pair = at + 1 < textures;
    const triple = at + 2 < textures && at === 1;
    if (triple && random.oneIn(2)) {
      texture('texm3x3pad', at, first);
      texture('texm3x3pad', at + 1, first);
      const last: Sm1Opcode[] = ['texm3x3tex', 'texm3x3vspec'];
      if (version >= Sm1Version.v1_2) last.push('texm3x3');
      if (random.oneIn(4)) texture('texm3x3spec', at + 2, first, sourceToken('const', 0));
      else texture(random.pick(last), at + 2, first);
      return at + 3;
    }
    if (pair && random.oneIn(3)) {
      texture('texm3x2pad', at, first);
      texture(version >= Sm1Version.v1_3 && random.oneIn(2) ? 'texm3x2depth' : 'texm3x2tex', at + 1, first);
      return at + 2;
    }
    if (textures === 2 && random.oneIn(3)) {
      texture(random.oneIn(2) ? 'texbem' : 'texbeml', at, first);
      this.texture = at;
      return at + 1;
    }
    const single: Sm1Opcode[] = ['texreg2ar', 'texreg2gb'];
    if (version >= Sm1Version.v1_2) single.push('texreg2rgb', 'texdp3tex', 'texdp3');
    if (random.oneIn(2)) texture(random.pick(single), at, first);
    else if (random.oneIn(4)) texture('texkill', at);
    else texture('texld', at);
    return at + 1;
  }

  private twoPhases(): void {
    const { random } = this;
    this.constants();
    for (let i = 0; i < this.temps; i++) {
      const coordinate = sourceToken('addressOrTexture', i);
      const divided = sourceToken('addressOrTexture', i, XYW_SWIZZLE, SM1_SOURCE_MODIFIERS.dw.code);
      const kind = this.isRun ? random.below(5) : -1;
      if (kind === 0) this.emit('texld', [destinationToken('temp', i), divided]);
      else if (kind === 1) this.emit('texcoord', [destinationToken('temp', i, XY), divided]);
      else if (random.oneIn(3)) this.emit('texcoord', [destinationToken('temp', i, XYZ), coordinate]);
      else this.emit('texld', [destinationToken('temp', i), coordinate]);
    }
    const phases = random.oneIn(2);
    const depth = phases && random.oneIn(2);
    if (depth) this.emit('texcoord', [destinationToken('temp', 5, XYZ), sourceToken('addressOrTexture', 5)]);
    this.initialise();
    if (phases && random.oneIn(3)) {
      this.emit('bem', [destinationToken('temp', 0, XY), sourceToken('temp', 1), sourceToken('temp', 2)]);
    }
    this.pixelArithmetic(random.below(4), 0);
    if (phases) {
      this.emit('phase', []);
      for (let i = 0; i < this.temps; i++) {
        const modifier = this.isRun && random.oneIn(4) ? SM1_SOURCE_MODIFIERS.dz.code : 0;
        this.emit('texld', [destinationToken('temp', i), sourceToken('temp', i, IDENTITY_SWIZZLE, modifier)]);
      }
      if (depth) this.emit('texdepth', [destinationToken('temp', 5)]);
      this.initialise();
      this.pixelArithmetic(random.below(4), 0);
    }
    this.emit('mov', [destinationToken('temp', 0), sourceToken('temp', 1)]);
  }

  // --- parts -----------------------------------------------------------------------------------------------------

  private constants(): void {
    const { random } = this;
    for (let i = 0; i < CONSTANTS; i++) {
      if (i > 3 && random.oneIn(2)) continue;
      const values = [0, 1, 2, 3].map(() =>
        floatWord(
          this.pixel && this.version < Sm1Version.v2_0 ? random.between(-8, 8) / 8 : random.between(-999, 999) / 8,
        ),
      );
      this.emit('def', [destinationToken('const', i), ...values]);
    }
    if (this.has('defi'))
      this.emit('defi', [destinationToken('constInt', 0), random.between(1, 9), 0, this.has('loop') ? 1 : 0, 0]);
    if (this.has('defb')) this.emit('defb', [destinationToken('constBool', 0), random.below(2)]);
  }

  private declarations(): void {
    const { random, version, pixel } = this;
    if (!pixel) {
      for (let i = 0; i < 3; i++) this.declare(this.usage(SM1_USAGES.indexOf('texcoord'), i), 'input', i);
      if (version < Sm1Version.v3_0) return;
      this.declare(this.usage(0, 0), 'outputOrTexCoordOut', 0);
      this.declare(this.usage(SM1_USAGES.indexOf('color'), 0), 'outputOrTexCoordOut', 1, random.oneIn(2) ? XYZW : XY);
      this.samplers();
      return;
    }
    if (version < Sm1Version.v3_0) {
      for (let i = 0; i < 2; i++) this.declare(MARK, 'addressOrTexture', i, XYZW, random.oneIn(4) ? 2 : 0);
      this.declare(MARK, 'input', 0);
    } else {
      const centroid = random.oneIn(4) ? 4 : 0;
      for (let i = 0; i < 3; i++)
        this.declare(this.usage(SM1_USAGES.indexOf('texcoord'), i), 'input', i, XYZW, centroid);
      this.declare(MARK, 'misc', 0, XY);
      this.declare(MARK, 'misc', 1);
    }
    this.samplers();
  }

  private samplers(): void {
    for (let i = 0; i < 3; i++) this.declare(Sm1SamplerToken.textureType.set(MARK, 2 + i), 'sampler', i);
  }

  private usage(usage: number, index: number): number {
    return Sm1UsageToken.index.set(Sm1UsageToken.usage.set(MARK, usage), index);
  }

  private declare(attributes: number, register: Sm1RegisterName, number: number, mask = XYZW, modifiers = 0): void {
    this.emit('dcl', [attributes, destinationToken(register, number, mask, modifiers)]);
  }

  /** Writes every temporary, the address register and the predicate, so that anything may read them. */
  private initialise(): void {
    const { pixel, version } = this;
    for (let i = 0; i < this.temps; i++) {
      const source = pixel && version < Sm1Version.v2_0 ? sourceToken('const', i) : sourceToken('input', 0);
      this.emit('mov', [destinationToken('temp', i), source]);
    }
    if (!pixel) {
      const address = destinationToken('addressOrTexture', 0, version < Sm1Version.v2_0 ? X : XYZW);
      this.emit(this.has('mova') ? 'mova' : 'mov', [
        address,
        sourceToken('temp', 0, version < Sm1Version.v2_0 ? 0 : IDENTITY_SWIZZLE),
      ]);
    }
    if (this.has('setp')) this.setPredicate();
  }

  private outputs(): void {
    const { pixel, version, random } = this;
    const out = (register: Sm1RegisterName, number: number, mask: number, source: number) => {
      this.emit('mov', [destinationToken(register, number, mask), source]);
      if (!this.isRun || !this.has('setp') || !random.oneIn(3) || register === 'depthOut') return;
      const other = sourceToken('temp', random.below(TEMPS));
      this.emit('mov', [destinationToken(register, number, mask), this.predicate(false), other], 0, true);
    };
    if (pixel) {
      out('colorOut', 0, XYZW, sourceToken('temp', random.below(TEMPS)));
      if (random.oneIn(4)) out('colorOut', 1, XYZW, sourceToken('temp', 0));
      if (random.oneIn(4)) out('depthOut', 0, XYZW, sourceToken('temp', 0, 0));
      return;
    }
    if (version >= Sm1Version.v3_0) {
      out('outputOrTexCoordOut', 0, XYZW, sourceToken('temp', 0));
      out('outputOrTexCoordOut', 1, XY, sourceToken('temp', 1));
      return;
    }
    out('rasterizerOut', 0, XYZW, sourceToken('temp', 0));
    if (random.oneIn(3)) out('rasterizerOut', 1, XYZW, sourceToken('temp', 1, 0));
    if (random.oneIn(3)) out('rasterizerOut', 2, XYZW, sourceToken('temp', 1, 0x55));
    if (random.oneIn(2)) out('attributeOut', random.below(2), XYZW, sourceToken('temp', 2));
    if (random.oneIn(2)) out('outputOrTexCoordOut', random.below(8), XYZ, sourceToken('temp', 3));
  }

  private statements(count: number): void {
    for (let i = 0; i < count; i++) this.statement();
  }

  private statement(): void {
    const { random } = this;
    if (this.depth < MAX_DEPTH && this.has('if') && random.oneIn(7)) this.branch();
    else if (this.depth < MAX_DEPTH && this.loops < (this.isRun ? 2 : 1) && this.has('rep') && random.oneIn(9))
      this.loop();
    else if (this.loops > 0 && this.has('breakc') && random.oneIn(6)) this.leave();
    else if (this.callee >= 0 && random.oneIn(6)) this.callConditionally();
    else if (this.pixel && random.oneIn(4)) this.sample();
    else if (this.has('setp') && random.oneIn(9)) this.setPredicate();
    else this.arithmetic(random.pick(this.unrestricted));
  }

  private branch(): void {
    const { random } = this;
    const kind = this.has('ifc') ? random.below(3) : 0;
    if (kind === 0) this.emit('if', [sourceToken('constBool', 0, IDENTITY_SWIZZLE, random.oneIn(2) ? this.not() : 0)]);
    else if (kind === 1) this.emit('if', [this.predicate(true)]);
    else this.emit('ifc', [this.scalar(), this.scalar()], random.between(1, 6));
    this.depth++;
    this.statements(random.between(1, 3));
    if (random.oneIn(2)) {
      this.emit('else', []);
      this.statements(random.between(1, 2));
    }
    this.depth--;
    this.emit('endif', []);
  }

  private loop(): void {
    const { random } = this;
    const counted = this.has('loop') && random.oneIn(2);
    if (counted) this.emit('loop', [sourceToken('loop', 0), sourceToken('constInt', 0)]);
    else this.emit('rep', [sourceToken('constInt', 0)]);
    this.depth++;
    this.loops++;
    this.statements(random.between(1, 4));
    if (counted && !this.pixel) {
      const relative = Sm1SourceToken.relative.set(sourceToken('const', random.below(CONSTANTS)), 1);
      this.emit('add', [destinationToken('temp', 0), ...[relative, sourceToken('loop', 0)], sourceToken('temp', 1)]);
    }
    if (counted && this.isRun) this.countedRegisters();
    this.loops--;
    this.depth--;
    this.emit(counted ? 'endloop' : 'endrep', []);
  }

  private callConditionally(): void {
    const { random } = this;
    const label = sourceToken('label', this.callee);
    const isPredicated = this.has('setp') && random.oneIn(2);
    const not = random.oneIn(2) ? this.not() : 0;
    const condition = isPredicated ? this.predicate(true) : sourceToken('constBool', 0, IDENTITY_SWIZZLE, not);
    if (random.oneIn(3)) this.emit('call', [label]);
    else this.emit('callnz', [label, condition]);
  }

  /** Reads inputs and writes outputs by the counter of the loop (version 3_0). */
  private countedRegisters(): void {
    const { random, pixel, version } = this;
    if (version < Sm1Version.v3_0 || !random.oneIn(2)) return;
    const counter = sourceToken('loop', 0);
    const input = Sm1SourceToken.relative.set(sourceToken('input', random.below(2), this.swizzle()), 1);
    this.emit('mov', [destinationToken('temp', random.below(TEMPS)), input, counter]);
    if (pixel || !random.oneIn(2)) return;
    const output = Sm1DestinationToken.relative.set(destinationToken('outputOrTexCoordOut', 0, XYZW), 1);
    this.emit('mov', [output, counter, sourceToken('temp', random.below(TEMPS))]);
  }

  private leave(): void {
    const { random } = this;
    const kind = random.below(3);
    if (kind === 0) this.emit('break', []);
    else if (kind === 1) this.emit('breakc', [this.scalar(), this.scalar()], random.between(1, 6));
    else this.emit('breakp', [this.predicate(true)]);
  }

  private setPredicate(): void {
    this.startOperands();
    this.emit('setp', [destinationToken('predicate', 0), this.vector(), this.vector()], this.random.between(1, 6));
  }

  /** A texture load. Its coordinates do not depend on another load, because the depth of dependent loads is limited. */
  private sample(): void {
    const { random, version } = this;
    const names = (['texld', 'texld', 'texldd', 'texldl', 'texkill', 'dsx', 'dsy'] as const).filter((n) => this.has(n));
    const name = random.pick(names);
    // Gradients may not depend on a condition that differs between neighboring pixels.
    if (this.depth > 0 && name !== 'texldl' && name !== 'texldd') return;
    if (name === 'dsx' || name === 'dsy' || name === 'texkill') {
      if (version < Sm1Version.v2_x && name !== 'texkill') return;
      const destination = destinationToken('temp', random.below(TEMPS));
      this.emit(name, name === 'texkill' ? [destination] : [destination, sourceToken('temp', 0)]);
      return;
    }
    const coordinate = sourceToken(version < Sm1Version.v3_0 ? 'addressOrTexture' : 'input', random.below(2));
    const operands = [destinationToken('temp', random.below(TEMPS), XYZW, random.oneIn(4) ? 2 : 0), coordinate];
    const isSwizzled = this.isRun && version >= Sm1Version.v3_0 && random.oneIn(3);
    operands.push(sourceToken('sampler', random.below(3), isSwizzled ? random.below(256) : IDENTITY_SWIZZLE));
    if (name === 'texldd') operands.push(sourceToken('temp', 0), sourceToken('temp', 1));
    this.emit(name, operands, name === 'texld' ? random.below(3) : 0);
  }

  private arithmetic(name: Sm1Opcode): void {
    const { random, version } = this;
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    const roles = sm1Operands(row, version);
    if (roles.length === 0) {
      this.emit(name, []);
      return;
    }
    this.startOperands();
    const written = random.below(this.temps);
    const predicated = this.has('setp') && random.oneIn(5);
    const operands = [this.destination(name, written)];
    if (predicated) operands.push(this.predicate(false));
    roles.slice(1).forEach((_, i) => {
      operands.push(...this.source(name, i, written));
    });
    this.emit(name, operands, 0, predicated);
    // It leaves the components undefined that it does not write.
    if (name === 'sincos')
      this.emit('mov', [destinationToken('temp', written), sourceToken('temp', this.other(written))]);
  }

  /** Arithmetic of pixel shaders before 2_0, some of it co-issued. */
  private pixelArithmetic(count: number, textures: number): void {
    const { random, version } = this;
    const names = (['mov', 'add', 'sub', 'mad', 'mul', 'dp3', 'lrp', 'cnd', 'cmp', 'dp4'] as const).filter((n) =>
      this.has(n),
    );
    for (let i = 0; i < count; i++) {
      const pair = random.oneIn(3);
      const name = random.pick(pair ? (['mov', 'add', 'mul'] as const) : names);
      this.startOperands();
      const cnd = name === 'cnd' && version < Sm1Version.v1_4;
      const written = random.below(this.temps);
      const mask = pair ? XYZ : random.oneIn(2) ? XYZW : random.pick([XYZW, XYZ]);
      const sources = sm1Operands(SM1_OPCODES[name], version)
        .slice(1)
        .map((_, k) => {
          if (cnd && k === 0) return sourceToken('temp', 0, 0xff);
          return name === 'cmp' || name === 'dp4'
            ? sourceToken('temp', this.other(written))
            : this.pixelSource(textures);
        });
      const modifiers = random.oneIn(4) ? 1 : 0;
      const shift = random.oneIn(3) ? random.pick(version >= Sm1Version.v1_4 ? [1, 2, 3, 13, 14, 15] : [1, 2, 15]) : 0;
      const token = Sm1DestinationToken.shift.set(destinationToken('temp', written, mask, modifiers), shift);
      this.emit(name, [token, ...sources]);
      if (!pair) continue;
      this.emit(
        'mov',
        [destinationToken('temp', random.below(this.temps), W), this.pixelSource(textures)],
        0,
        false,
        true,
      );
    }
  }

  private pixelSource(textures: number): number {
    const { random, version } = this;
    const names = ['none', 'negate', 'bias', 'sign', 'complement'] as const;
    const newer = version >= Sm1Version.v1_4 ? (['x2', 'x2Negate', 'biasNegate', 'signNegate'] as const) : [];
    const modifier = SM1_SOURCE_MODIFIERS[random.oneIn(2) ? 'none' : random.pick([...names, ...newer])].code;
    if (random.oneIn(4)) {
      if (this.constant < 0) this.constant = random.below(4);
      return sourceToken('const', this.constant);
    }
    if (textures > 0 && random.oneIn(3))
      return sourceToken('addressOrTexture', this.texture, IDENTITY_SWIZZLE, modifier);
    return sourceToken('temp', random.below(this.temps), random.oneIn(4) ? 0xff : IDENTITY_SWIZZLE, modifier);
  }

  // --- operands --------------------------------------------------------------------------------------------------

  private startOperands(): void {
    this.constant = -1;
    this.input = -1;
  }

  private destination(name: Sm1Opcode, number: number): number {
    const { random, version, pixel } = this;
    const masks = name === 'frc' && version === Sm1Version.v1_1 ? [XY, 2] : MASKS[name];
    const mask = masks ? random.pick(masks) : random.oneIn(2) ? XYZW : random.between(1, XYZW);
    let modifiers = 0;
    if ((pixel || version >= Sm1Version.v3_0) && random.oneIn(4)) modifiers |= 1;
    if (pixel && random.oneIn(4)) modifiers |= 2;
    return destinationToken('temp', number, mask, name === 'sincos' || name === 'frc' ? modifiers & 2 : modifiers);
  }

  private source(name: Sm1Opcode, index: number, written: number): number[] {
    const rows = MATRIX_ROWS[name];
    if (rows !== undefined && index === 1) return [sourceToken('const', this.random.below(3))];
    const avoid = FRESH.has(name) ? written : -1;
    if (name === 'sgn') return [sourceToken('temp', (written + 1 + index) % TEMPS)];
    if (name === 'crs') return [sourceToken('temp', this.other(avoid))];
    if (name === 'sincos' && index > 0) return [sourceToken('const', index)];
    if (SCALAR.has(name) || (name === 'dp2add' && index === 2)) return [this.scalar(avoid)];
    if (rows !== undefined) return [sourceToken('temp', this.other(avoid))];
    return this.relativeOr(avoid);
  }

  private relativeOr(avoid: number): number[] {
    const { random, version, pixel } = this;
    if (pixel || this.constant >= 0 || !random.oneIn(8)) return [this.vector(avoid)];
    this.constant = CONSTANTS;
    const relative = Sm1SourceToken.relative.set(sourceToken('const', random.below(CONSTANTS), this.swizzle()), 1);
    if (version < Sm1Version.v2_0) return [relative];
    return [relative, sourceToken('addressOrTexture', 0, random.below(4) * 0x55)];
  }

  private other(avoid: number): number {
    const number = this.random.below(this.temps);
    return number === avoid ? (number + 1) % this.temps : number;
  }

  private vector(avoid = -1): number {
    const { random } = this;
    const modifier = this.modifier();
    if (random.oneIn(4) && this.constant < 0) {
      this.constant = random.below(CONSTANTS - 2);
      return sourceToken('const', this.constant, this.swizzle(), modifier);
    }
    if (random.oneIn(4) && this.input < 0 && !(this.pixel && this.version < Sm1Version.v3_0)) {
      this.input = random.below(3);
      return sourceToken('input', this.input, this.swizzle(), modifier);
    }
    return sourceToken('temp', this.other(avoid), this.swizzle(), modifier);
  }

  private scalar(avoid = -1): number {
    return sourceToken('temp', this.other(avoid), this.random.below(4) * 0x55, this.modifier());
  }

  private predicate(single: boolean): number {
    const { random } = this;
    const swizzle = single || random.oneIn(2) ? random.below(4) * 0x55 : IDENTITY_SWIZZLE;
    return sourceToken('predicate', 0, swizzle, random.oneIn(2) ? this.not() : 0);
  }

  private not(): number {
    return SM1_SOURCE_MODIFIERS.not.code;
  }

  private modifier(): number {
    const { random, version } = this;
    if (!random.oneIn(4)) return 0;
    const newest = (['negate', 'abs', 'absNegate'] as const).map((name) => SM1_SOURCE_MODIFIERS[name].code);
    return version >= Sm1Version.v3_0 ? random.pick(newest) : SM1_SOURCE_MODIFIERS.negate.code;
  }

  /** ps_2_0 has no arbitrary swizzles. */
  private swizzle(): number {
    const { random } = this;
    if (random.oneIn(2)) return IDENTITY_SWIZZLE;
    const simple = [0, 0x55, 0xaa, 0xff, 0xc9, 0xd2, 0x1b];
    return this.pixel && this.version < Sm1Version.v2_x ? random.pick(simple) : random.below(256);
  }

  // --- emitting --------------------------------------------------------------------------------------------------

  private has(name: Sm1Opcode): boolean {
    return sm1HasOpcode(SM1_OPCODES[name], this.pixel ? 'ps' : 'vs', this.version);
  }

  private emit(name: Sm1Opcode, operands: readonly number[], controls = 0, predicated = false, coissued = false): void {
    let token = Sm1InstructionToken.controls.set(SM1_OPCODES[name].code, controls);
    if (predicated) token = Sm1InstructionToken.predicated.set(token, 1);
    if (coissued) token = Sm1InstructionToken.coissue.set(token, 1);
    this.instructions.push(instructionWords(this.version, token, operands));
  }
}

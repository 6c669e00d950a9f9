/**
 * Targets that take complete shader files: listings, validation, reflection, records, comparison, edits.
 *
 * Not for: parts of containers (containers.ts), or programs alone (programs.ts).
 */
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { fastPaths } from '../../../src/base/direct-mapped-cache.ts';
import { inspectedParts } from '../../../src/cli/verbs/inspect/parts.ts';
import { textOf, viewOf } from '../../../src/cli/verbs/inspect/text.ts';
import { diffShaders } from '../../../src/diff/diff-shaders.ts';
import { detectFormat, formatName } from '../../../src/file/detect-format.ts';
import { openShaderFile, readShaderFile } from '../../../src/file/shader-file.ts';
import { reflect, shaderHashes } from '../../../src/reflect/index.ts';
import { scanShader } from '../../../src/scan/index.ts';
import { openShader, ShaderEditError } from '../../../src/shader/index.ts';
import { disassemble, disassembleShader } from '../../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../../src/text/options.ts';
import { validateBindings, validateEmbeddedRootSignature } from '../../../src/validate/bindings/validate-bindings.ts';
import { validatePipeline } from '../../../src/validate/pipeline/validate-pipeline.ts';
import { validate } from '../../../src/validate/validate.ts';
import { changed } from '../change.ts';
import { fixtures, linkFixtures, linkSignatures, pickSmall } from '../corpus.ts';
import { checkSpans, targets } from '../target.ts';
import { changedFixture, changedShader, damagedShader } from './bytes.ts';

export const FILE_TARGETS = targets({
  detectFormat: {
    input: changedFixture,
    run: (bytes) => {
      const name = formatName(detectFormat(bytes));
      const { programs, diagnostics } = openShaderFile(bytes);
      let size = name.length;
      for (const { words } of programs) size += words.byteLength;
      return { size, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  disassemble: {
    input: changedFixture,
    run: (bytes, flags) => {
      const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
      return { size: text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  disassembleShader: {
    input: damagedShader,
    run: (bytes, flags) => {
      const { text, diagnostics } = disassembleShader(bytes, optionsOfFlags(flags));
      return { size: text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  withoutFastPaths: {
    input: changedShader,
    run: (bytes, flags) => {
      const results = [true, false].map((enabled) => {
        fastPaths.enabled = enabled;
        try {
          return [disassemble(bytes, optionsOfFlags(flags)).text, JSON.stringify(validate(bytes).diagnostics)];
        } finally {
          fastPaths.enabled = true;
        }
      });
      const [fast, slow] = results;
      if (fast![0] !== slow![0]) throw new Error('without fast paths the listing is another one');
      if (fast![1] !== slow![1]) throw new Error('without fast paths the diagnostics are others');
      return { size: fast![0]!.length, diagnostics: 0 };
    },
  },
  validate: {
    input: changedShader,
    run: (bytes, flags) => {
      const as = flags & 1 ? 'compiler' : 'runtime';
      const { diagnostics } = validate(bytes, { as, pedantic: (flags & 4) !== 0 });
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  validateSm4: {
    input: damagedShader,
    run: (bytes) => {
      const { diagnostics, programs, valid } = validate(bytes);
      for (const { code, program, at } of diagnostics)
        if (program !== undefined && !(at! < programs[program]!.words.length))
          throw new Error(`${code} is in no program`);
      if (valid && diagnostics.some(({ severity }) => severity === 'error')) throw new Error('valid with errors');
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  inspect: {
    input: changedFixture,
    run: (bytes, flags) => {
      const diagnostics = new Diagnostics();
      const parts = inspectedParts(readShaderFile(bytes, diagnostics), diagnostics);
      let size = 0;
      for (const piece of textOf(parts, '', viewOf(false, (flags & 1) === 0))) size += piece.length;
      return { size, diagnostics: diagnostics.list.length };
    },
  },
  reflect: {
    input: changedFixture,
    run: (bytes) => {
      shaderHashes(bytes);
      const { reflection, diagnostics } = reflect(bytes);
      // A member of a type takes 270 characters, and any input may have some thousands of them.
      const size = JSON.stringify(reflection ?? {}).length >> 2;
      return { size, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  scanShader: {
    input: changedShader,
    run: (bytes) => {
      const record = scanShader(bytes);
      for (const value of Object.values(record))
        if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
      return { size: JSON.stringify(record).length, diagnostics: 0 };
    },
  },
  diff: {
    input: changedFixture,
    run: (bytes, flags) => {
      const { facts, parts, diagnostics } = diffShaders(bytes, fixtures[flags % fixtures.length]!);
      for (const { name, lines } of parts) {
        let last = -1;
        for (const { before } of lines) {
          if (before === undefined) continue;
          const position = before.offset ?? before.number ?? last;
          if (position < last) throw new Error(`the lines of ${name} are not in order`);
          last = position;
        }
      }
      return { size: 16 * facts.length, diagnostics: diagnostics.before.length + diagnostics.after.length };
    },
  },
  openShader: {
    input: changedShader,
    run: (bytes, flags) => {
      const shader = openShader(bytes);
      const { diagnostics } = shader;
      const { reflection } = reflect(bytes);
      const names =
        reflection?.format === 'dxbc'
          ? reflection.boundResources.map(({ name }) => name)
          : reflection?.format === 'sm1'
            ? reflection.constants.map(({ name }) => name)
            : [];
      const [name = 'tint'] = names.slice(flags % Math.max(1, names.length));
      const register = ['c0', 't0', 's0', 'cb0', 'u0', 'i0', 'icb[0]', 'c1.x'][flags & 7]!;
      const [literal] = shader.literals();
      const edits = [
        () => shader.setConstant(register, [1, 2, 3, 4]),
        () => shader.setDefault(name, [1]),
        () => shader.rename(name, 'aLongerNameThanBefore'),
        () => shader.rebind({ [register]: register.replace('0', '7') }),
        () => literal !== undefined && shader.setLiteral(literal, literal.values),
      ];
      for (const edit of edits) {
        try {
          edit();
        } catch (error) {
          // A refused edit is an answer; anything else is a fault.
          if (!(error instanceof ShaderEditError)) throw error;
        }
      }
      return { size: shader.toBytes().byteLength, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  link: {
    input: (random) => changed(random, pickSmall(random, linkFixtures)),
    run: (bytes, flags) => {
      const partners = [flags, flags >> 2, flags >> 4].map((n) => linkFixtures[n % linkFixtures.length]!);
      const inputs = [bytes, ...partners.slice(0, flags & 3)].map((one, n) => ({ name: `${n}`, bytes: one }));
      const { valid, diagnostics } = validatePipeline(inputs, { rasterizedStream: flags & 1 });
      if (valid && diagnostics.some(({ severity }) => severity === 'error')) throw new Error('valid with errors');
      for (const one of diagnostics) checkSpans([one], inputs[one.shader!]!.bytes.byteLength);
      const signature = linkSignatures[flags % linkSignatures.length]!;
      const bindings =
        validateBindings(bytes, signature).diagnostics.length + validateEmbeddedRootSignature(bytes).diagnostics.length;
      return { size: 0, diagnostics: diagnostics.length + bindings };
    },
  },
});

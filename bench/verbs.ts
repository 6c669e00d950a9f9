/** The measurements on a set of shaders: the work of each verb, and the function of Microsoft with the same result. */
import { latin1Bytes, latin1Text } from '../src/base/words.ts';
import type { Oracle } from '../tools/oracle/client.ts';
import type { Build } from './builds.ts';
import type { ShaderSet } from './shaders.ts';
import type { ValidatorClient } from './validator.ts';

/** The programs of Microsoft to compare with. */
export interface Microsoft {
  readonly oracle?: Oracle | undefined;
  readonly validator?: ValidatorClient | undefined;
}

/** The work of a verb on a set. */
export interface Job {
  /** Input of one pass. */
  readonly bytes: number;
  readonly files: number;
  /** One pass with a build. */
  readonly pass: (build: Build) => () => void;
  /**
   * Seconds of one pass of Microsoft's, measured in about `seconds`; undefined where there is nothing to compare with.
   */
  readonly microsoft?: ((seconds: number) => Promise<number>) | undefined;
}

export interface Verb {
  readonly what: string;
  /** The work on `set`, with inputs that `ours` makes; undefined where it has none. */
  job(set: ShaderSet, ours: Build, microsoft: Microsoft): Job | undefined;
}

/** From the words of a program to the positions of its instructions. */
const decode: Verb = {
  what: 'decode',
  job({ files }, ours) {
    const programs = files.flatMap((file) => ours.main.openShaderFile(file).programs);
    const pass =
      ({ sm1: { readSm1 }, sm4: { readSm4 } }: Build) =>
      () => {
        for (const { isa, words } of programs) isa === 'sm1' ? readSm1(words) : readSm4(words);
      };
    return { bytes: sizeOf(programs.map(({ words }) => words)), files: files.length, pass };
  },
};

/** From the bytes of a file to the bytes of its listing, as Microsoft's function does. */
const disassemble: Verb = {
  what: 'disassemble',
  job({ files }, _, { oracle }) {
    const pass =
      ({ main: { disassemble } }: Build) =>
      () => {
        for (const file of files) listingBytes(disassemble(file));
      };
    const benchmark = oracle && ((loops: number) => oracle.benchDisassemble(files, loops));
    return { bytes: sizeOf(files), files: files.length, pass, microsoft: benchmark && timed(benchmark) };
  },
};

/** The bytes of a listing. A string may be a rope, which is not a result yet: making bytes of it counts. */
function listingBytes(listing: { readonly text: string; readonly bytes?: Uint8Array }): Uint8Array {
  return listing.bytes ?? Buffer.from(listing.text, 'latin1');
}

/** From the bytes of a file to its complete reflection. */
const reflect: Verb = {
  what: 'reflect',
  job: ({ model, files }, ours, microsoft) =>
    reflectJob(
      files.filter((file) => ours.main.reflect(file).diagnostics.length === 0),
      model === 'SM 1-3' ? undefined : microsoft.oracle,
    ),
};

/** Microsoft reads no programs of feature level 9. */
const reflectWithoutLevel9: Verb = {
  what: 'reflect, no 9_x',
  job({ model, files }, ours, { oracle }) {
    const without = files.filter((file) => !ours.main.openShaderFile(file).programs.some(({ level9 }) => level9));
    if (model === 'SM 1-3' || without.length === files.length) return undefined;
    return reflectJob(
      without.filter((file) => ours.main.reflect(file).diagnostics.length === 0),
      oracle,
    );
  },
};

function reflectJob(files: readonly Uint8Array[], oracle: Oracle | undefined): Job {
  const pass =
    ({ main: { reflect } }: Build) =>
    () => {
      for (const file of files) reflect(file);
    };
  const benchmark = oracle && ((loops: number) => oracle.benchReflect(files, loops));
  return { bytes: sizeOf(files), files: files.length, pass, microsoft: benchmark && timed(benchmark) };
}

/** From the bytes of a file to its diagnostics. Validation of what is invalid stops early, so that is left out. */
const validate: Verb = {
  what: 'validate',
  job({ model, files }, ours, { validator }) {
    const valid = files.filter((file) => ours.main.validate(file).valid === true);
    const pass =
      ({ main: { validate } }: Build) =>
      () => {
        for (const file of valid) validate(file);
      };
    const microsoft = model === 'SM 1-3' && validator ? () => validator.secondsToValidate(valid) : undefined;
    return { bytes: sizeOf(valid), files: valid.length, pass, microsoft };
  },
};

/** From a listing to the bytes of the shader, validation included. */
const assemble: Verb = {
  what: 'assemble',
  job({ model, files }, ours, { oracle }) {
    const header = model !== 'SM 1-3';
    const listings = files
      .map((file) => flat(ours.main.disassemble(file, { header }).text))
      .filter((text) => ours.main.assemble(text).bytes !== undefined);
    const pass =
      ({ main: { assemble } }: Build) =>
      () => {
        for (const text of listings) assemble(text);
      };
    const inputs = listings.map((text) => latin1Bytes(text));
    const benchmark = oracle && !header ? (loops: number) => oracle.benchAssemble(inputs, loops) : undefined;
    return { bytes: sizeOf(inputs), files: listings.length, pass, microsoft: benchmark && timed(benchmark) };
  },
};

/** From a listing to the bytes of the container that it replaces the program of. */
const assembleInto: Verb = {
  what: 'assemble, into',
  job({ model, files }, ours) {
    if (model === 'SM 1-3') return undefined;
    const sources = files
      .map((into) => ({ into, text: flat(ours.main.disassemble(into).text) }))
      .filter(({ into, text }) => ours.main.assemble(text, { into }).bytes !== undefined);
    const pass =
      ({ main: { assemble } }: Build) =>
      () => {
        for (const { into, text } of sources) assemble(text, { into });
      };
    return { bytes: sources.reduce((sum, { text }) => sum + text.length, 0), files: sources.length, pass };
  },
};

/** Every DWORD of the programs with its fields, and the sections of a container. */
const inspect: Verb = {
  what: 'inspect',
  job({ files }) {
    const pass =
      ({ main: { openShaderFile }, explain: { explainContainer }, sm1, sm4 }: Build) =>
      () => {
        let fields = 0;
        for (const file of files) {
          const { container, bytes, programs } = openShaderFile(file);
          if (container !== undefined) explainContainer(bytes, container);
          const count = (word: { readonly fields: readonly unknown[] }) => {
            fields += word.fields.length;
          };
          for (const { isa, words, level9 } of programs) {
            if (isa === 'sm1') sm1.explainSm1(sm1.readSm1(words), count, { level9 });
            else sm4.explainSm4(sm4.readSm4(words), count);
          }
        }
        return fields;
      };
    return { bytes: sizeOf(files), files: files.length, pass };
  },
};

/** From the bytes of a container to its chunks, digest checked. */
const parse: Verb = {
  what: 'parse',
  job({ model, files }) {
    if (model === 'SM 1-3') return undefined;
    const pass =
      ({ container: { parseContainer } }: Build) =>
      () => {
        for (const file of files) parseContainer(file);
      };
    return { bytes: sizeOf(files), files: files.length, pass };
  },
};

/** To the bytes of the container without reflection: one digest is checked and another computed. */
const strip: Verb = {
  what: 'strip',
  job({ model, files }) {
    if (model === 'SM 1-3') return undefined;
    const pass =
      ({ main: { stripShader, STRIP_FLAGS } }: Build) =>
      () => {
        for (const file of files) stripShader(file, STRIP_FLAGS.reflection);
      };
    return { bytes: sizeOf(files), files: files.length, pass };
  },
};

/**
 * From the words of a program to its module after all passes, as a translation runs them: without the verifier, and the
 * memory is used again.
 */
const lower: Verb = {
  what: 'lower',
  job({ files }, { main: { openShaderFile }, ir: { lowerProgram } }, { oracle }) {
    const opened = files.map((file) => ({ file, programs: openShaderFile(file).programs }));
    // A program without a module, such as the library of a link, would cost only Microsoft time.
    const lowerable = opened.filter(({ programs }) => programs.every((one) => lowerProgram(one).module !== undefined));
    const programs = lowerable.flatMap((one) => one.programs);
    const pass =
      ({ ir: { lowerProgram, runPasses } }: Build) =>
      () => {
        for (const program of programs) {
          const module = lowerProgram(program).module!;
          runPasses(module);
          // An older build has no such method.
          if ('release' in module) module.release();
        }
      };
    const lowerableFiles = lowerable.map(({ file }) => file);
    const benchmark = oracle && ((loops: number) => oracle.benchDisassemble(lowerableFiles, loops));
    const bytes = sizeOf(programs.map(({ words }) => words));
    return { bytes, files: lowerableFiles.length, pass, microsoft: benchmark && timed(benchmark) };
  },
};

/** In the order of the report; translation.ts has those of translation. */
export const VERBS: readonly Verb[] = [
  ...[decode, disassemble, reflect, reflectWithoutLevel9, validate, assemble, assembleInto],
  ...[inspect, parse, strip, lower],
];

/** Times a benchmark of the oracle for about a given time: the first call finds out how many loops that is. */
export function timed(benchmark: (loops: number) => ReturnType<Oracle['benchDisassemble']>) {
  let pass: number | undefined;
  return async (seconds: number): Promise<number> => {
    if (pass === undefined) {
      const { failed, meanSeconds } = await benchmark(2);
      if (failed > 0) throw new Error(`Microsoft's DLL failed on ${failed} inputs`);
      pass = meanSeconds;
    }
    return (await benchmark(Math.max(1, Math.round(seconds / pass)))).meanSeconds;
  };
}

/** `text` as one flat string, as it comes from a file. */
const flat = (text: string) => latin1Text(latin1Bytes(text), 0, text.length);

export function sizeOf(list: readonly ArrayBufferView[]): number {
  return list.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

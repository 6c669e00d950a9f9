/**
 * Translation: from the bytes of a file to code and map, and what is left of that after lowering and the passes; and
 * decompilation, from the bytes of a file to HLSL.
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import type { EmitTarget } from '../src/emit/common/plan.ts';
import type { TargetLanguage } from '../src/translate/index.ts';
import type { Build } from './builds.ts';
import type { ShaderSet } from './shaders.ts';
import { sizeOf, timed, type Verb } from './verbs.ts';

/** The languages that are measured, GLSL in the version that has most of what shaders need. */
export const LANGUAGES = [
  { name: 'SPIR-V', to: 'spirv', target: ({ spirv }: Build) => spirv.SPIRV },
  { name: 'WGSL', to: 'wgsl', target: ({ wgsl }: Build) => wgsl.WGSL },
  { name: 'GLSL', to: 'glsl', target: ({ glsl }: Build) => glsl.glslTarget('450') },
] as const satisfies readonly {
  readonly name: string;
  readonly to: TargetLanguage;
  readonly target: (build: Build) => EmitTarget;
}[];

type Language = (typeof LANGUAGES)[number];

/** The verbs of a language, as rows of the report name them. */
export const translateTo = (name: Language['name']) => `to ${name}`;
export const emitOf = (name: Language['name']) => `emit ${name}`;

/**
 * The files of a set that a language can express, with one program: Microsoft's listing of a file has no second one
 * either.
 */
function translated({ files }: ShaderSet, { translate, main }: Build, { to }: Language): Uint8Array[] {
  return files.filter(
    (file) =>
      main.openShaderFile(file).programs.length === 1 &&
      translate.translate(file, { to, validate: false }).stages.length === 1,
  );
}

/** From the bytes of a file to its code and its map, without the validator. */
function translateVerb(language: Language): Verb {
  const { name, to } = language;
  return {
    what: translateTo(name),
    job(set, ours, { oracle }) {
      const files = translated(set, ours, language);
      const pass =
        ({ translate: { translate } }: Build) =>
        () => {
          for (const file of files) translate(file, { to, validate: false });
        };
      const benchmark = oracle && ((loops: number) => oracle.benchDisassemble(files, loops));
      return { bytes: sizeOf(files), files: files.length, pass, microsoft: benchmark && timed(benchmark) };
    },
  };
}

/**
 * From a module after the passes to its code and its map: bindings, locations, names, the code. The modules are stored
 * between passes.
 */
function emitVerb(language: Language): Verb {
  const { name, to } = language;
  return {
    what: emitOf(name),
    job(set, ours) {
      const files = translated(set, ours, language);
      const pass = (build: Build) => {
        const { main, ir, stageTranslator } = build;
        const target = language.target(build);
        const prepared = files.map((bytes) => {
          const file = main.openShaderFile(bytes);
          const program = file.programs[0]!;
          const module = ir.lowerProgram(program).module!;
          const diagnostics = new Diagnostics();
          const input = { file, program, module, target, diagnostics };
          const stage = new stageTranslator.StageTranslator(input, { to });
          stage.optimize();
          return stage;
        });
        return () => {
          for (const stage of prepared) stage.translate();
        };
      };
      return { bytes: sizeOf(files), files: files.length, pass };
    },
  };
}

/** From the bytes of a file to its HLSL. */
const decompileVerb: Verb = {
  what: 'decompile',
  job({ files }, { main: { openShaderFile }, decompile: { decompile } }, { oracle }) {
    const decompiled = files.filter(
      (file) => openShaderFile(file).programs.length === 1 && decompile(file).code !== undefined,
    );
    const pass = (build: Build) => () => {
      for (const file of decompiled) build.decompile.decompile(file);
    };
    const benchmark = oracle && ((loops: number) => oracle.benchDisassemble(decompiled, loops));
    return { bytes: sizeOf(decompiled), files: decompiled.length, pass, microsoft: benchmark && timed(benchmark) };
  },
};

/** In the order of the report. */
export const TRANSLATION_VERBS: readonly Verb[] = [
  ...LANGUAGES.map(translateVerb),
  ...LANGUAGES.map(emitVerb),
  decompileVerb,
];

/**
 * The verbs that are measured on one program in several sizes, so that ratios show whether time grows with the size.
 */
export const LINEAR_VERBS: readonly string[] = [
  'lower',
  ...LANGUAGES.map(({ name }) => translateTo(name)),
  decompileVerb.what,
];

/**
 * Debug information of compiled programs, next to what Microsoft's compiler wrote when the sources were recorded: the
 * files, functions, calls, lines, and the registers of parameters and results. Instructions are not the same, so lines
 * are compared as sets.
 */
import { describe, expect, test } from 'vitest';
import {
  DEBUG_CASES,
  DEBUG_DIRECTORY,
  DEBUG_INCLUDE,
  type DebugCase,
  debugFileName,
  debugSource,
  readDebugAnswers,
} from '../../fixtures/hlsl-debug.ts';
import { wordsOf } from '../../src/base/words.ts';
import { parseIldn } from '../../src/chunks/debug-name.ts';
import { parseContainer } from '../../src/container/dxbc.ts';
import type { DebugInformation, DebugVariable } from '../../src/debug/model.ts';
import { readDebugInformation } from '../../src/debug/read.ts';
import { stripDebugInformation } from '../../src/debug/strip.ts';
import { embeddedShaders } from '../../src/effects/index.ts';
import { type CompileOptions, compile, compileEffect } from '../../src/hlsl/index.ts';
import { findSm1HeaderComments } from '../../src/isa/sm1/comments.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const answers = readDebugAnswers();
const CASES = Object.keys(DEBUG_CASES) as DebugCase[];
const of = (profile: RegExp) => CASES.filter((name) => profile.test(DEBUG_CASES[name]));
/** Sources of models 4 and later, those of models 1 to 3, and effects. */
const [NEW_CASES, OLD_CASES, EFFECTS] = [of(/^[^f]s_[45]_\d$/), of(/^[^f]s_[123]/), of(/^fx/)];

/** Lines with columns that only one of the two compilers has instructions for: joined branches and the ends of them. */
const ONLY_THEIRS: Readonly<Partial<Record<DebugCase, readonly string[]>>> = {
  branches: ['branches.hlsl:18:8', 'branches.hlsl:22:12'],
};

function compiled(name: DebugCase, options: Partial<CompileOptions> = {}): Uint8Array {
  const file = debugFileName(name);
  const make = EFFECTS.includes(name) ? compileEffect : compile;
  const { bytes, diagnostics } = make(debugSource(file), {
    profile: DEBUG_CASES[name],
    name: DEBUG_DIRECTORY + file,
    include: (path) => (path === DEBUG_INCLUDE ? { name: path, text: debugSource(path) } : undefined),
    debug: true,
    ...options,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return bytes!;
}

function informationOf(bytes: Uint8Array): DebugInformation {
  const { programs, diagnostics } = readDebugInformation(bytes);
  expect(diagnostics).toEqual([]);
  return programs[0]!;
}

function linesOf({ files, instructions }: DebugInformation): Set<string> {
  const lines = instructions.map(({ location }) => {
    const name = files[location?.file ?? -1]?.name ?? 'no file';
    return `${name.replace(DEBUG_DIRECTORY, '')}:${location?.line}:${location?.column}`;
  });
  return new Set(lines);
}

/** Parameters and results of the entry point with their registers, without ranges of the program. */
function interfaceOf({ variables, functions }: DebugInformation) {
  const isInterface = ({ function: number, parameter, name }: DebugVariable) =>
    number === 0 && (parameter || name === `<${functions[0]!.name} return value>`);
  const rows = variables
    .filter(isInterface)
    .flatMap(({ name, type, values }) =>
      values.map(({ part, register, component }) => `${type} ${name}${part} ${register}.${component}`),
    );
  return rows.sort();
}

describe('next to those of Microsoft', () => {
  test.each(NEW_CASES)('%s', (name) => {
    const [ours, theirs] = [informationOf(compiled(name)), informationOf(answers.get(name)!)];
    expect(ours.files).toEqual(theirs.files);
    expect(ours.arguments).toEqual(theirs.arguments);
    const functions = ({ functions: list }: DebugInformation) =>
      list.map((one) => ({ ...one, ranges: [], callSite: one.callSite?.line }));
    expect(functions(ours)).toEqual(functions(theirs));
    const expected = linesOf(theirs);
    for (const line of ONLY_THEIRS[name] ?? []) expect(expected.delete(line), line).toBe(true);
    expect(linesOf(ours)).toEqual(expected);
    expect(interfaceOf(ours)).toEqual(interfaceOf(theirs));
    // Each instruction that can have a line has one.
    expect(ours.instructions.every(({ location }) => location !== null)).toBe(true);
  });
});

describe('of models 1 to 3', () => {
  /** Each variable with the parts that instructions write. */
  const partsOf = ({ variables, functions }: DebugInformation) =>
    variables.map(({ name, type, function: number, parameter, values }) => {
      const parts = [...new Set(values.map(({ part }) => part))].sort();
      return [number === null ? null : functions[number]!.name, parameter, type, name, ...parts];
    });

  test.each([...OLD_CASES, 'level9'] as const)('%s', (name) => {
    const [ours, theirs] = [informationOf(compiled(name)), informationOf(answers.get(name)!)];
    expect(ours.files).toEqual(theirs.files);
    expect(ours.entryPoint).toBe(theirs.entryPoint);
    expect(linesOf(ours)).toEqual(linesOf(theirs));
    expect(partsOf(ours)).toEqual(partsOf(theirs));
  });

  test('for feature level 9, the program of model 4 has its own', () => {
    const formatsOf = (bytes: Uint8Array) => readDebugInformation(bytes).programs.map(({ format }) => format);
    const chunksOf = (bytes: Uint8Array) => parseContainer(bytes).value!.chunks.map(({ name }) => name);
    const [ours, theirs] = [compiled('level9'), answers.get('level9')!];
    expect(formatsOf(ours)).toEqual(formatsOf(theirs));
    expect(formatsOf(ours)).toHaveLength(2);
    expect(chunksOf(ours)).toEqual(chunksOf(theirs));
    expect(chunksOf(compiled('level9', { debugName: 'binary' }))).toEqual(chunksOf(theirs));
    const listing = (bytes: Uint8Array) => disassemble(bytes).text;
    expect(listing(stripDebugInformation(ours, { all: true }).bytes!)).toBe(
      listing(compiled('level9', { debug: false })),
    );
  });

  test('the comment is the first one, before the table of constants', () => {
    for (const name of OLD_CASES) {
      const tags = (bytes: Uint8Array) => {
        const { debug, constantTable } = findSm1HeaderComments(wordsOf(bytes));
        return [debug!.start, debug!.end + 2 === constantTable!.start];
      };
      expect(tags(compiled(name))).toEqual(tags(answers.get(name)!));
    }
  });

  test('without it, the program is that of a compilation without debug information', () => {
    for (const name of OLD_CASES) {
      const listing = (bytes: Uint8Array) => disassemble(bytes, { header: false }).text;
      const stripped = stripDebugInformation(compiled(name)).bytes!;
      expect(listing(stripped)).toBe(listing(compiled(name, { debug: false })));
      expect(informationOf(stripped)).toBeUndefined();
    }
  });

  test('leaves out variables whose scalars it cannot number', () => {
    const source =
      'struct Many { float4 all[17000]; float4 last; }; float4 main(float4 p : TEXCOORD0) : COLOR ' +
      '{ Many many = (Many)0; many.last = p * p; float4 few = many.last + p; return few * few; }';
    const { variables } = informationOf(compile(source, { profile: 'ps_3_0', debug: true }).bytes!);
    expect(variables.map(({ name }) => name)).toEqual(['few', 'main', 'p']);
  });

  test('is left out with a warning where it is too long for a comment', { tags: 'slow' }, () => {
    // A line of eight bytes for each instruction, and more for its variable; a comment has 131,068 bytes.
    const steps = Array.from({ length: 7000 }, (_, i) => `float4 x${i + 1} = x${i} * x${i}.wzyx + k;`);
    const source = `float4 k; float4 main(float4 x0 : POSITION) : POSITION { ${steps.join('\n')} return x7000; }`;
    const { bytes, diagnostics } = compile(source, { profile: 'vs_2_sw', debug: true });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['X4547', 'warning']]);
    expect(informationOf(bytes!)).toBeUndefined();
  });

  test('lines have 16 bits, and names one byte a character', () => {
    const source = '#line 70000 "\u{1f4a7}.hlsl"\nfloat4 main(float4 a : TEXCOORD0) : COLOR { return a * a; }';
    const { bytes } = compile(source, { profile: 'ps_3_0', debug: true });
    const { files, instructions } = informationOf(bytes!);
    expect(files.map(({ name }) => name)).toEqual(['??.hlsl']);
    expect(instructions.at(-1)!.location!.line).toBe(70000 - 65536);
  });
});

describe('of shaders in effects', () => {
  const programsOf = (bytes: Uint8Array) =>
    readDebugInformation(bytes).programs.map((program) => ({
      ...{ shader: program.shader, format: program.format, entryPoint: program.entryPoint, profile: program.profile },
      ...{ arguments: program.arguments, files: program.files },
      functions: program.functions.map(({ name, type }) => `${type} ${name}`),
      lines: [...linesOf(program)].sort(),
      // Only dxlens has parameters of inlined functions that are other variables.
      variables: program.variables
        .filter(({ name }) => name !== 'v')
        .map(({ name, type }) => `${type} ${name}`)
        .sort(),
    }));

  test.each(EFFECTS)('%s', (name) => {
    const ours = programsOf(compiled(name));
    expect(ours.length).toBeGreaterThan(3);
    expect(ours).toEqual(programsOf(answers.get(name)!));
  });

  test('with a name for its file', () => {
    const names = (debugName: 'source' | 'binary') =>
      (embeddedShaders(compiled('scene11', { debugName })).value ?? []).map(({ offset, length }) => {
        const bytes = compiled('scene11', { debugName }).slice(offset, offset + length);
        return readDebugInformation(bytes).debugName;
      });
    for (const name of [...names('source'), ...names('binary')]) expect(name).toMatch(/^[0-9a-f]{32}\.pdb$/);
  });

  test('nothing else changes', () => {
    for (const name of EFFECTS) {
      const stripped = stripDebugInformation(compiled(name)).bytes!;
      const listing = (bytes: Uint8Array) => disassemble(bytes).text;
      expect(listing(stripped)).toBe(listing(compiled(name, { debug: false })));
    }
  });
});

describe('local variables', () => {
  const localsOf = ({ variables, functions }: DebugInformation) =>
    variables
      .filter(({ function: number, parameter }) => number !== null && !parameter)
      .map(({ name, type, function: number }) => `${functions[number!]!.name}: ${type} ${name}`);

  test.each(['calls', 'branches', 'threads'] as const)('%s has those that Microsoft finds in registers', (name) => {
    const ours = new Set(localsOf(informationOf(compiled(name))));
    expect(localsOf(informationOf(answers.get(name)!)).filter((local) => !ours.has(local))).toEqual([]);
  });

  test('static ones have a register, and are variables of functions that change them', () => {
    const named = (information: DebugInformation) =>
      information.variables.filter(({ name }) => ['sum', 'count', 'unused'].includes(name));
    const [ours, theirs] = [informationOf(compiled('statics')), informationOf(answers.get('statics')!)].map(named);
    const facts = ({ name, type, function: number }: DebugVariable) => `${number} ${type} ${name}`;
    // Functions that change them have them, too, as long as their instructions are there.
    const ofEntry = ({ function: number }: DebugVariable) => number === null || number === 0;
    expect(ours!.filter(ofEntry).map(facts)).toEqual(theirs!.filter(ofEntry).map(facts));
    expect(theirs!.map(facts)).toEqual(expect.arrayContaining(ours!.map(facts)));
    expect(ours!.length).toBeGreaterThan(4);
    for (const { values } of ours!) for (const { register } of values) expect(register).toMatch(/^r\d+$/);
  });

  test('are in one register at a time, and only inside of the program', () => {
    const { variables, functions } = informationOf(compiled('branches'));
    const { start, end } = functions[0]!.ranges[0]!;
    for (const { values, parameter } of variables) {
      if (parameter) continue;
      for (const part of new Set(values.map((value) => value.part))) {
        const ranges = values.filter((value) => value.part === part).flatMap((value) => value.ranges);
        ranges.sort((a, b) => a.start - b.start);
        for (const [i, range] of ranges.entries()) {
          expect(range.start).toBeGreaterThanOrEqual(i === 0 ? start : ranges[i - 1]!.end!);
          expect(range.end).toBeLessThanOrEqual(end!);
        }
      }
    }
  });
});

describe('the container', () => {
  test('has the instructions of one without debug information', () => {
    const program = (bytes: Uint8Array) =>
      Buffer.from(parseContainer(bytes).value!.chunks.find((chunk) => chunk.name.startsWith('SH'))!.data);
    for (const name of NEW_CASES)
      expect(program(compiled(name)).equals(program(compiled(name, { debug: false })))).toBe(true);
  });

  test('is the same each time, and can be stripped', () => {
    const bytes = compiled('calls');
    expect(compiled('calls')).toEqual(bytes);
    const stripped = stripDebugInformation(bytes).bytes!;
    const names = ({ chunks }: { readonly chunks: readonly { readonly name: string }[] }) =>
      chunks.map((chunk) => chunk.name);
    expect(names(parseContainer(stripped).value!)).toEqual(
      names(parseContainer(answers.get('calls')!).value!).filter((chunk) => chunk !== 'SPDB'),
    );
  });

  test('names a file by a hash of the source or of the program', () => {
    const named = (debugName: 'source' | 'binary', defines = {}) => {
      const container = parseContainer(compiled('threads', { debugName, defines })).value!;
      const chunk = container.chunks.find(({ name }) => name === 'ILDN')!;
      return parseIldn(container, chunk).value!.name;
    };
    expect(named('binary')).toMatch(/^[0-9a-f]{32}\.pdb$/);
    expect(named('source')).not.toBe(named('binary'));
    // A macro that nothing uses is part of the debug information only.
    expect(named('binary', { UNUSED: '1' })).toBe(named('binary'));
    expect(named('source', { UNUSED: '1' })).not.toBe(named('source'));
  });
});

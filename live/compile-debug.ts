/**
 * Compiles random HLSL with debug information, with dxlens and with Microsoft's compiler. Different is: a program that
 * changes when debug information is asked for, a listing of it that Microsoft prints otherwise, and a source that only
 * dxlens refuses with it. Counted is what both compilers say: the source lines that programs have, the variables; and
 * of programs with the same instructions the line of each.
 */
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import { sm1Shader, sm4Shader } from '../smith/hlsl/shaders.ts';
import { randomDebugShader } from '../smith/hlsl-debug.ts';
import { u32At } from '../src/base/words.ts';
import type { DebugInformation } from '../src/debug/index.ts';
import { readDebugInformation, stripDebugInformation } from '../src/debug/index.ts';
import { compile } from '../src/hlsl/index.ts';
import { disassemble } from '../src/text/index.ts';
import { latin1, Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomDebugShader as randomDebugShader9 } from './debug-hlsl.ts';
import type { DebugSource } from './debug-sources.ts';
import { Trials, trialSeed } from './trials.ts';

/** D3DCOMPILE_DEBUG */
const DEBUG = 1;
/** Seconds that Microsoft's compiler may take for a source. */
const LIMIT = 20;
/** The opcode in an instruction token. */
const OPCODE = 0x7ff;

const GENERATORS: Readonly<Record<string, (seed: number) => Partial<DebugSource> & Pick<DebugSource, 'source'>>> = {
  debug: randomDebugShader,
  debug9: randomDebugShader9,
  games: sm4Shader,
  games9: sm1Shader,
};

export async function run(values: Values<'compile-debug'>): Promise<void> {
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  const trials = new Trials(values);
  const shared = { lines: new Share(), variables: new Share(), instructions: new Share() };
  await trials.run(async (_, index) => {
    const shader = GENERATORS[values.kind]!(trialSeed(values.seed, index));
    const { source, entry = 'main', profile = '', flags = 0, name = 'a.hlsl', files = {}, defines = {} } = shader;
    if (/level_9_0|^lib/.test(profile)) return false;
    const theirs = await oracle.compile(source, entry, profile, { flags: flags | DEBUG, name, files, defines });
    if (theirs.hr !== 0) return false;
    const options = {
      ...optionsOfFlags(flags & ~DEBUG),
      ...{ profile, entry, name, defines },
      include: (path: string) => (files[path] === undefined ? undefined : { name: path, text: files[path] }),
    };
    const stripped = compile(source, options).bytes;
    if (stripped === undefined) return false;
    const { bytes, diagnostics } = compile(source, { ...options, debug: true });
    const title = `source ${index} (${profile})`;
    if (bytes === undefined) {
      trials.different(title, 'accepted', diagnostics[0]?.message);
      return true;
    }
    const [before, after] = [stripped, stripDebugInformation(bytes).bytes!].map(instructionsOf);
    if (before !== after) trials.differentStrings(`${title}: another program`, before!, after!);
    const listing = await oracle.disassemble(bytes);
    const ours = disassemble(bytes).text;
    if (latin1(listing.output) !== ours) trials.differentStrings(`${title}: listing`, latin1(listing.output), ours);
    compareInformation(title, bytes, theirs.output);
    trials.count('compared');
    return true;
  });
  oracle.stop();
  for (const [name, share] of Object.entries(shared)) console.log(`${name}: ${share}`);
  trials.finish();

  function compareInformation(title: string, ours: Uint8Array, theirs: Uint8Array): void {
    const [a, b] = [ours, theirs].map((bytes) => readDebugInformation(bytes).programs[0]!);
    shared.lines.compare(new Set(linesOf(a!)), new Set(linesOf(b!)));
    shared.variables.compare(new Set(variablesOf(a!)), new Set(variablesOf(b!)));
    const opcodes = opcodesOf(ours, a!);
    if (opcodes.join() !== opcodesOf(theirs, b!).join()) return;
    trials.count('with the same instructions');
    const [lines, expected] = [linesOf(a!), linesOf(b!)];
    for (const [i, line] of expected.entries()) {
      shared.instructions.add(line === lines[i]);
      if (values.lines && line !== lines[i]) console.log(`${title}: instruction ${i}: ${line} is ${lines[i]}`);
    }
  }
}

/** How many of some things are as expected. */
class Share {
  #count = 0;
  #same = 0;

  add(isSame: boolean): void {
    this.#count++;
    if (isSame) this.#same++;
  }

  compare(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): void {
    for (const one of theirs) this.add(ours.has(one));
  }

  toString(): string {
    return `${this.#same} of ${this.#count} (${((100 * this.#same) / Math.max(this.#count, 1)).toFixed(1)} %)`;
  }
}

function instructionsOf(bytes: Uint8Array): string {
  return disassemble(bytes, { header: false, debug: false }).text;
}

/** The opcodes of the instructions that come from a line, in the order of the program. */
function opcodesOf(bytes: Uint8Array, { instructions, program }: DebugInformation): number[] {
  return instructions
    .filter(({ location }) => location !== null)
    .map(({ offset }) => u32At(bytes, program! + offset) & OPCODE);
}

/** The lines of these instructions, with the names of their files. */
function linesOf({ instructions, files }: DebugInformation): string[] {
  return instructions.flatMap(({ location }) =>
    location === null ? [] : [`${nameOf(files[location.file ?? -1]?.name ?? '')}:${location.line}`],
  );
}

/** Microsoft's compiler stores complete paths. */
function nameOf(path: string): string {
  return path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
}

/** The variables that are in registers, with their functions. */
function variablesOf({ variables, functions }: DebugInformation): string[] {
  return variables
    .filter(({ values, function: owner }) => values.length > 0 && (owner === null || functions[owner] !== undefined))
    .map(({ name, type, function: owner }) => `${owner === null ? '' : functions[owner]!.name} ${type} ${name}`);
}

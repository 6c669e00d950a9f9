/**
 * Compares the assembler of SM 4-5.1 with the disassembler and with Microsoft's, live: the words of a program, their
 * listing with hexadecimal literals, and the words that it assembles to, which must be the same; then Microsoft's
 * listing of a container around these, which must be ours.
 *
 * `valid` takes random programs that Microsoft's validator accepts; `compiled` the output of Microsoft's compiler for
 * random HLSL, and of the sources of the fixtures under other flags and profiles; `wild` programs with any words, where
 * a difference is counted and no failure: their listing is not complete. Each default listing is assembled, too, and
 * must print the same again. --alone skips Microsoft's disassembler. Exit status 1 when anything differs.
 */
import { sm4Text } from '../smith/checks/print.ts';
import { Random } from '../smith/random.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { wildProgram } from '../smith/sm4-wild.ts';
import { containerOf } from '../smith/sm4-words.ts';
import { AssemblyDiagnostics } from '../src/assemble/diagnostics.ts';
import { assembleProgram } from '../src/assemble/sm4/program.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { SM4_STAGES } from '../src/base/profile.ts';
import { latin1Text, wordsOf } from '../src/base/words.ts';
import { type Container, isContainer, readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { Sm4CustomDataClass } from '../src/isa/sm4/names.ts';
import { SM4_OPCODES } from '../src/isa/sm4/opcodes.ts';
import { readSm4, type Sm4Program, sm4CustomDataClass } from '../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../src/isa/sm4/tokens.ts';
import { D3D_DISASM_FLAGS, listingStyle } from '../src/text/options.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { compiledShader } from './compiled-shaders.ts';

const HEX = listingStyle({ hex: true });
const DEFAULT = listingStyle({});
const FLAGS = D3D_DISASM_FLAGS.hex | D3D_DISASM_FLAGS.noHeader;
const REQUESTS = 100;

function programsIn(bytes: Uint8Array): Uint32Array[] {
  const container: Container | undefined = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  return (container?.chunks ?? []).flatMap(({ tag, data }) => {
    if (tag === TAG.LIBF) return programsIn(data.slice());
    return tag === TAG.SHDR || tag === TAG.SHEX ? [wordsOf(data.slice())] : [];
  });
}

/**
 * A number that is too small for six digits and not 0 prints as `0.000000` where the type is not known; it assembles to
 * 0.
 */
function withoutSmall(text: string): string {
  return text.replace(/(?<![-\d])0\.000000/g, '0');
}

function lineDifference(theirs: string, ours: string): string {
  const [a, b] = [theirs.split('\n'), ours.split('\n')];
  const line = a.findIndex((text, k) => text !== b[k]);
  return `  line ${line + 1}\n  theirs: ${a[line]}\n  ours:   ${b[line]}`;
}

export async function run(values: Values<'sm4-assemble'>): Promise<void> {
  const counts = {
    programs: 0,
    same: 0,
    'message with bytes that no listing shows': 0,
    'words differ': 0,
    'default listing differs': 0,
    'not assembled': 0,
    "Microsoft's listing differs": 0,
    refused: 0,
    died: 0,
    'not compiled': 0,
  };
  let shown = 0;

  const oracle = await Oracle.start();
  const total = values.count;
  for (let from = 0; from < total; from += REQUESTS) {
    const batch = Array.from({ length: Math.min(REQUESTS, total - from) }, (_, i) => one(from + i));
    await Promise.all(batch);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  const { 'words differ': words, 'default listing differs': texts, 'not assembled': refused } = counts;
  const failures = counts["Microsoft's listing differs"] + (values.kind === 'wild' ? 0 : words + texts + refused);
  process.exitCode = failures > 0 ? 1 : 0;

  async function one(index: number): Promise<void> {
    const random = new Random(values.seed * 1_000_003 + index);
    if (values.kind === 'valid') await compare(`program ${index}`, validProgram(random).words);
    else if (values.kind === 'wild') await compare(`program ${index}`, wildProgram(random));
    else for (const program of await compiled(random)) await compare(`program ${index}`, program);
  }

  /** The programs in the compiler's output for one source. */
  async function compiled(random: Random): Promise<Uint32Array[]> {
    const shader = await compiledShader(oracle, random);
    if (shader !== undefined) return programsIn(shader.bytes);
    counts['not compiled']++;
    return [];
  }

  async function compare(title: string, words: Uint32Array): Promise<void> {
    counts.programs++;
    const program = readSm4(words);
    const text = sm4Text(program, HEX);
    const assembled = assembled32(title, text);
    if (assembled === undefined) return;
    if (hasUnprintable(program)) counts['message with bytes that no listing shows']++;
    else if (!isSame(words, assembled)) {
      counts['words differ']++;
      show(title, firstDifference(program, assembled, text));
      return;
    }
    const listing = sm4Text(program, DEFAULT);
    const again = assembled32(title, listing);
    if (again === undefined) return;
    const printed = sm4Text(readSm4(again), DEFAULT);
    if (withoutSmall(printed) !== withoutSmall(listing)) {
      counts['default listing differs']++;
      show(title, lineDifference(listing, printed));
      return;
    }
    if (await listsAlike(title, program, assembled, text)) counts.same++;
  }

  /** Microsoft lists no library function outside of its library; those are left to the words. */
  async function listsAlike(
    title: string,
    program: Sm4Program,
    assembled: Uint32Array,
    text: string,
  ): Promise<boolean> {
    const isListed = (SM4_STAGES as readonly (string | undefined)[]).includes(program.stage);
    if (values.alone || !isListed) return true;
    try {
      const answer = await oracle.disassemble(containerOf([['SHEX', assembled]]), FLAGS);
      if (answer.hr !== 0) {
        counts.refused++;
        return false;
      }
      const theirs = latin1Text(answer.output, 0, answer.output.byteLength);
      if (theirs === text) return true;
      counts["Microsoft's listing differs"]++;
      show(title, lineDifference(theirs, text));
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
    }
    return false;
  }

  function assembled32(title: string, text: string): Uint32Array | undefined {
    const diagnostics = new AssemblyDiagnostics(text, title);
    const words = assembleProgram(text, diagnostics);
    if (words !== undefined) return words;
    counts['not assembled']++;
    const { code, message, line } = diagnostics.list.find(({ severity }) => severity === 'error')!;
    show(title, `${code} ${message}\n  line ${line}: ${text.split('\n')[line - 1]}`);
    return undefined;
  }

  /** Whether a debug message has bytes that a listing shows as dots. */
  function hasUnprintable({ words, starts, count }: Sm4Program): boolean {
    for (const start of starts.subarray(0, count)) {
      const token = words[start]!;
      if (Sm4OpcodeToken.opcode.get(token) !== SM4_OPCODES.customdata.code) continue;
      if (sm4CustomDataClass(token) !== Sm4CustomDataClass.shaderMessage) continue;
      const text = new Uint8Array(words.slice(start + 7 + words[start + 6]!, start + words[start + 1]!).buffer);
      const length = words[start + 4]!;
      if (
        text
          .subarray(0, length)
          .some((byte) => byte > 0x7f || (byte < 0x20 && !'\b\t\n\r'.includes(String.fromCharCode(byte))))
      )
        return true;
    }
    return false;
  }

  /** The words up to the stated length are the program. */
  function isSame(words: Uint32Array, assembled: Uint32Array): boolean {
    const length = words[1]!;
    return assembled.length === length && assembled.every((word, i) => word === words[i]);
  }

  function firstDifference({ words, starts, count, end }: Sm4Program, assembled: Uint32Array, text: string): string {
    let at = 2;
    while (at < words.length && words[at] === assembled[at]) at++;
    let i = 0;
    while (i + 1 < count && starts[i + 1]! <= at) i++;
    const hex = (part: Uint32Array) => [...part].map((word) => word.toString(16)).join(' ');
    const [from, to] = [starts[i]!, i + 1 < count ? starts[i + 1]! : end];
    const line = text.split('\n')[i + 1];
    return `  ${line}\n  words:     ${hex(words.subarray(from, to))}\n  assembled: ${hex(assembled.subarray(from, to))}`;
  }

  function show(title: string, text: string): void {
    if (++shown <= values.show) console.log(`--- ${title}\n${text}`);
  }
}

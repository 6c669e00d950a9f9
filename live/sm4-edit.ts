/**
 * Compares programs of SM 4-5.1 that were built and edited with Microsoft's results for them, live.
 *
 * Random valid programs are taken apart, and of each several are made: built again from names and numbers, with
 * temporary registers renamed, with instructions inserted, with unused declarations removed and put back. Microsoft's
 * listing of each must be ours, and Microsoft's validator must accept it. That is no exported function, so its client
 * is a module outside of this repository: it exports `Oracle` with `start()`, `validate(bytes, {flags})` and `stop()`.
 * Without --client only listings are compared. Exit status 1 when any differ or are refused.
 */
import { pathToFileURL } from 'node:url';
import { rebuilt } from '../smith/checks/sm4-rebuild.ts';
import { Random } from '../smith/random.ts';
import { type ValidProgram, validProgram } from '../smith/sm4-valid.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { latin1Bytes } from '../src/base/words.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../src/container/shader-chunks.ts';
import { serializeContainer } from '../src/container/write.ts';
import { type Sm4ProfileName, sm4Mnemonics } from '../src/isa/sm4/builder.ts';
import { sm4Literals, sm4Registers } from '../src/isa/sm4/builder-operands.ts';
import { findSm4Nodes, insertSm4Nodes, renameSm4Registers } from '../src/isa/sm4/edit.ts';
import { addSm4Declaration, coverSm4Temps, removeUnusedSm4Declarations } from '../src/isa/sm4/edit-declarations.ts';
import { decodeSm4, encodeSm4, type Sm4Module, type Sm4Node } from '../src/isa/sm4/encode.ts';
import { readSm4, sm4ProfileOf } from '../src/isa/sm4/program.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

interface Validator {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: readonly string[] }>;
  stop(): void;
}

const { r } = sm4Registers;
const { float } = sm4Literals;

/** The edits of a program. */
const KINDS: Readonly<Record<string, (module: Sm4Module, profile: Sm4ProfileName) => Sm4Module>> = {
  built: (module, profile) => ({ ...module, nodes: module.nodes.map((node) => built(node, profile)) }),
  renamed: (module) =>
    coverSm4Temps(
      renameSm4Registers(module, (ref) => (ref.register === 'temp' ? { ...ref, number: ref.number + 3 } : ref)),
    ),
  inserted: (module, profile) => {
    const { mov, add } = sm4Mnemonics(profile);
    const [end] = findSm4Nodes(module, 'ret');
    const nodes = [mov(r(40), float(1, 2, 3, 4)), add(r(41).mask('xy'), r(40), r(40).swizzle('wzyx').negate())];
    return end === undefined ? module : coverSm4Temps(insertSm4Nodes(module, end, ...nodes));
  },
  dropped: (module) => removeUnusedSm4Declarations(module),
  'put back': (module) => {
    const fewer = removeUnusedSm4Declarations(module);
    const gone = module.nodes.filter((node) => !fewer.nodes.includes(node));
    // An array is declared for each phase, and those that are gone no longer say for which.
    return gone.reduce((made, node) => (isArray(node) ? made : addSm4Declaration(made, node)), fewer);
  },
};

function isArray(node: Sm4Node): boolean {
  return findSm4Nodes({ version: 0, nodes: [node], tail: new Uint8Array(0) }, 'dcl_indexableTemp').length > 0;
}

/** Instructions that the builder does not make (a nop with operands, a precise store) stay. */
function built(node: Sm4Node, profile: Sm4ProfileName): Sm4Node {
  try {
    return rebuilt(node, profile);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return node;
  }
}

/** The container of `program` with another program in it. */
function around({ bytes }: ValidProgram, module: Sm4Module): Uint8Array {
  const { chunks } = readContainer(bytes, new Diagnostics())!;
  const isProgram = (tag: number) => (PROGRAM_TAGS as readonly number[]).includes(tag);
  return serializeContainer(chunks.map(({ tag, data }) => ({ tag, data: isProgram(tag) ? encodeSm4(module) : data })));
}

export async function run(values: Values<'sm4-edit'>): Promise<void> {
  const oracle = await Oracle.start();
  const validator: Validator | undefined =
    values.client === undefined
      ? undefined
      : await (
          (await import(pathToFileURL(values.client).href)) as { Oracle: { start(): Promise<Validator> } }
        ).Oracle.start();
  const counts: Record<string, number> = { same: 0, different: 0, refused: 0 };
  for (let i = 0; i < values.count; i++) {
    const program = validProgram(new Random(values.seed * 1_000_003 + i));
    const module = decodeSm4(program.words);
    const profile = sm4ProfileOf(readSm4(program.words)) as Sm4ProfileName;
    for (const [kind, make] of Object.entries(KINDS)) await compare(i, kind, around(program, make(module, profile)));
  }
  oracle.stop();
  validator?.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different! + counts.refused! > 0 ? 1 : 0;

  async function compare(index: number, kind: string, bytes: Uint8Array): Promise<void> {
    const theirs = await oracle.disassemble(bytes, 0);
    const ours = latin1Bytes(disassemble(bytes).text);
    const same = Buffer.compare(theirs.output, ours) === 0;
    counts[same ? 'same' : 'different']!++;
    if (!same && counts.different! <= values.show) {
      const [a, b] = [theirs.output, ours].map((text) => Buffer.from(text).toString('latin1').split('\n'));
      const line = a!.findIndex((text, k) => text !== b![k]);
      console.log(`--- program ${index}, ${kind}, line ${line + 1}\n  theirs: ${a![line]}\n  ours:   ${b![line]}`);
    }
    const result = await validator?.validate(bytes, { flags: 0 });
    if (result === undefined || result.hr === 0) return;
    if (++counts.refused! <= values.show) console.log(`--- program ${index}, ${kind}: ${result.messages[0]}`);
  }
}

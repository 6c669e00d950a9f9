/**
 * The builder of shader model 4-5.1: it makes every instruction that Microsoft's compiler made in the fixtures, word for word,
 * and programs that Microsoft's disassembler reads and Microsoft's validator accepts (recorded with the oracle).
 *
 * Lines below `@ts-expect-error` must not compile; `npm run typecheck` fails where one does.
 */
import { describe, expect, it } from 'vitest';
import type { Sm4ProfileName } from '../src/isa/sm4/builder.ts';
import { decodeSm4, encodeSm4, type Sm4InstructionNode, type Sm4Node, sm4Draft } from '../src/isa/sm4/encode.ts';
import { OPCODE_BY_CODE } from '../src/isa/sm4/opcodes.ts';
import { profileOf, readSm4 } from '../src/isa/sm4/program.ts';
import { OpcodeToken } from '../src/isa/sm4/tokens.ts';
import { readRecorded } from '../tools/fixtures/recorded.ts';
import { programsIn } from './sm4-programs.ts';
import { rebuilt } from './sm4-rebuild.ts';

const wordsOfNode = (node: Sm4Node) => encodeSm4(sm4Draft(0, [node])).join();

/**
 * Opcodes behind which the compiler leaves a word that belongs to nothing, now and then: nothing in the instruction tells
 * when, and once it was not even zero.
 */
const PADDED = ['samplepos', ...['l', 'c_lz', 'cl', 'b_cl', 'd_cl', 'c_cl'].map((kind) => `sample_${kind}_s`)];

describe('made again from names and numbers', () => {
  it('every instruction of every compiled program has the same words', () => {
    let count = 0;
    let padded = 0;
    const different: string[] = [];
    for (const { bytes, provenance } of readRecorded()) {
      if (provenance.how !== 'compiled') continue;
      for (const words of programsIn(bytes)) {
        const profile = profileOf(readSm4(words)) as Sm4ProfileName;
        for (const [position, node] of decodeSm4(words).nodes.entries()) {
          count++;
          const made = rebuilt(node, profile);
          if (wordsOfNode(made) === wordsOfNode(node)) continue;
          const row = node.kind === 'instruction' ? OPCODE_BY_CODE[OpcodeToken.opcode.get(node.token)] : undefined;
          const { payload } = node as Sm4InstructionNode;
          const same = payload?.length === 1 && wordsOfNode({ ...made, payload } as Sm4Node) === wordsOfNode(node);
          if (same && PADDED.includes(row!.mnemonic)) padded++;
          else different.push(`${provenance.id} ${position}: ${row?.mnemonic ?? node.kind}`);
        }
      }
    }
    expect(different).toEqual([]);
    expect(count).toBeGreaterThan(18_000);
    expect(padded).toBeLessThan(count / 500);
  });
});

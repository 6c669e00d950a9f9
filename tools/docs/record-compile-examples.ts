/**
 * Records what Microsoft's compiler says about the sources of compile-seeds.ts: codes, lines and columns.
 *
 *     npx tsx tools/docs/record-compile-examples.ts
 *
 * docs/diagnostics/compiler.md shows one source for each code, and a test runs all of them through dxlens.
 */
import { writeFileSync } from 'node:fs';
import { Oracle, OracleDied } from '../oracle/client.ts';
import { COMPILE_EXAMPLES, type CompileExample, type Located } from './compile-examples.ts';
import { COMPILE_SEEDS } from './compile-seeds.ts';

const oracle = await Oracle.start({ limitSeconds: 20 });
const examples: CompileExample[] = [];
for (const { profile, source } of COMPILE_SEEDS) {
  try {
    const { messages } = await oracle.compile(source, profile.startsWith('lib_') ? '' : 'main', profile);
    const located = (severity: string) => list(messages, severity);
    examples.push({ profile, source, errors: located('error'), warnings: located('warning') });
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    console.log(`no answer: ${source}`);
  }
}
oracle.stop();
// A source without an error or warning shows that something is allowed.
writeFileSync(COMPILE_EXAMPLES, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
const codes = new Set(examples.flatMap(({ errors, warnings }) => [...errors, ...warnings].map(([code]) => code)));
console.log(`${examples.length} sources, ${codes.size} codes`);

function list(messages: string, severity: string): Located[] {
  const found = messages.matchAll(/(?:\((\d+),(\d+)[^)]*\): )?(error|warning) (X\d+):/g);
  return [...found].flatMap(([, line, column, kind, code]) =>
    kind === severity ? [[code!, Number(line ?? 0), Number(column ?? 0)] as const] : [],
  );
}

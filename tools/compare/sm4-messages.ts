/**
 * Messages of Microsoft's validator of shader models 4 to 5.1 without their wording: the code of ours for each, and the numbers in it.
 * The messages have no codes, so ours are mapped to fingerprints of the texts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Sm4RuleRow } from '../../src/validate/sm4/rule.ts';
import { rulesOf } from '../../test/support/rules.ts';
import { diagnosticName } from '../../test/support/sm4-diagnostics.ts';

const TABLE = new URL('../../test/fixtures/sm4-validate/messages.tsv', import.meta.url);
const FINGERPRINT_LENGTH = 8;
/** Everything that a hull shader lacks is reported together, and then the validation ends (source: oracle). */
const ENDS_WITH_OTHERS = 'DX3752';
const VALIDATOR = new URL('../../src/validate/sm4/', import.meta.url);
const NAMELESS = 'already declared count is';
/** Messages whose numbers are not those of an instruction and an operand, as their text says (source: oracle). */
const MISNUMBERED: ReadonlySet<string> = new Set(['dbad4eb4', '44f2529f', '890c6109']);

/** Messages whose numbers are in an unusual order: the index of the instruction number and of the operand number (source: oracle). */
const SHIFTED: ReadonlyMap<string, readonly [instruction: number, operand: number]> = new Map([
  ['88040d53', [2, -1]],
  ['56fd13e9', [4, 3]],
]);

/** A diagnostic of either side as it is compared: `DX3401@12.2` names instruction and operand. */
export type DiagnosticText = string;

/**
 * The fingerprint of a message: what is left of it without names and numbers. Words with capitals count as names.
 *
 * @param exact they count as words: for messages that are about different things and differ in nothing else
 */
export function fingerprint(message: string, exact = false): string {
  const words = message
    .replace(/^.*Invalid Bytecode: /, '')
    .replace(/parameter \S* \(/, 'parameter (')
    .replace(/(?<=specifies semantic ).*$/s, '')
    .replaceAll(
      exact ? /[^\s()[\],.:]*[^a-zA-Z\s()[\],.:][^\s()[\],.:]*/g : /[^\s()[\],.:]*[^a-z\s()[\],.:][^\s()[\],.:]*/g,
      ' ',
    )
    .match(/[a-zA-Z]+/g);
  const rest = (words ?? []).join(' ');
  // Names with capital letters are left out; of these messages nothing else says what they are about.
  const subject =
    rest === NAMELESS ? /[A-Za-z]+/.exec(message.replace(/^.*Invalid Bytecode: /, ''))![0].toLowerCase() : '';
  return createHash('sha256').update(`${subject} ${rest}`.trimStart()).digest('hex').slice(0, FINGERPRINT_LENGTH);
}

const ABORTING = '79167d1c';

/** The codes by the fingerprints of messages. */
export function readMessageCodes(): ReadonlyMap<string, string> {
  const rows = readFileSync(TABLE, 'utf8').split('\n');
  return new Map(
    rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t') as [string, string]),
  );
}

/** The codes of diagnostics that end the validation. */
export async function readAbortingCodes(): Promise<ReadonlySet<string>> {
  const files = readdirSync(VALIDATOR, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, VALIDATOR).href)));
  const rows = rulesOf<Sm4RuleRow>(...modules);
  return new Set([ENDS_WITH_OTHERS, ...rows.filter(({ aborts }) => aborts).map(({ code }) => code)]);
}

/** Whether `message` says that the rest is not validated, which follows every message that ends the validation. */
export function saysItEnds(message: string | undefined): boolean {
  return message !== undefined && fingerprint(message) === ABORTING;
}

/** A message as a {@link DiagnosticText}; a message without a code has its fingerprint. */
export function diagnosticText(message: string, codes: ReadonlyMap<string, string>): DiagnosticText | undefined {
  const print = fingerprint(message);
  if (print === ABORTING) return undefined;
  if (MISNUMBERED.has(print)) return diagnosticName(codes.get(print) ?? `?${print}`, 0, 0);
  const positions = SHIFTED.get(print);
  const numbers = positions && message.replace(/^.*Invalid Bytecode: /, '').match(/\d+/g);
  const opcode = numbers ? numbers[positions[0]] : /pcode #(\d+)/.exec(message)?.[1];
  const operand = numbers ? numbers[positions[1]] : /perand #(\d+)/.exec(message)?.[1];
  const code = codes.get(fingerprint(message, true)) ?? codes.get(print);
  return diagnosticName(code ?? `?${print}`, Number(opcode ?? 0), Number(operand ?? 0));
}

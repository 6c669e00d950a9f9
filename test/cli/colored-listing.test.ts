/** In a colored listing, control characters of names are not mistaken for colors. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasForeignControls } from '../../src/cli/verbs/disasm/disasm.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { ANSI } from '../../src/text/markup.ts';

test.each(['tint2.cso', 'tint5.cso', 'link/vs.cso'])('%s has none', (name) => {
  const { text } = disassemble(readFileSync(`test/cli/inputs/${name}`), { markup: ANSI });
  expect(text).toContain('\x1b[90m');
  expect(hasForeignControls(text)).toBe(false);
});

test.each([
  '\x1b[2J',
  '\x1b]0;title\x07',
  '\x1b[31mred\x1b[39m',
  '\x1b[90m// \x1b[33mname\x1b[39m\x1b[39m',
  '\x1b[33mmov',
  'a\rb',
  '\x9b2J',
])('%j', (text) => expect(hasForeignControls(`\x1b[33mmov\x1b[39m r0${text}\n`)).toBe(true));

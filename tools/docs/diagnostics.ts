/** The list of diagnostics, from the one file that has their texts. */
import { MESSAGES } from '../../src/base/messages.ts';
import { code, GENERATED, table } from './markdown.ts';

export function diagnosticsPage(): string {
  const rows = Object.entries(MESSAGES).map(([name, { severity, text }]) => [code(name), severity, text]);
  let page = `${GENERATED}# Diagnostics\n\n`;
  page += 'What dxlens can say about an input. `{name}` stands for a value that the message fills in. ';
  page += 'Codes are stable; wording is not. An error makes `dxlens` end with status 1, a warning does not.\n\n';
  return page + table(['code', 'severity', 'text'], rows);
}

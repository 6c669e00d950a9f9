/** Facts of two shaders that differ, as a table. */
import type { FactChange } from 'dxlens/internals/diff';
import { hexText, visibleText } from '../../model/format.ts';
import { TableHead } from '../../ui/table-head.tsx';

/** Facts that are shown. */
const MAX_SHOWN = 300;

export function FactChanges({ facts }: { facts: readonly FactChange[] }) {
  if (facts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll" tabIndex={0} aria-label="Facts that differ">
      <table class="bindings">
        <TableHead columns={['What', 'Before', 'After']} />
        <tbody>
          {facts.slice(0, MAX_SHOWN).flatMap((fact, i) => rowsOf(fact, i))}
          {facts.length > MAX_SHOWN && (
            <tr>
              <td colSpan={3}>{facts.length - MAX_SHOWN} more are not shown.</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

function rowsOf({ change, subject, name, fields, differsAt }: FactChange, index: number) {
  const title = `${subject} ${name}`.trim();
  const rows = fields.map(({ field, before, after }) => (
    <tr key={`${index} ${field}`}>
      <th scope="row">
        {visibleText(title)} <span class="muted">{field}</span>
      </th>
      <td class="code">{before === null ? '' : visibleText(String(before))}</td>
      <td class="code">{after === null ? '' : visibleText(String(after))}</td>
    </tr>
  ));
  if (rows.length > 0 && differsAt === undefined) return rows;
  const text = differsAt === undefined ? change : `bytes differ from ${hexText(differsAt, 4)} on`;
  return [
    ...rows,
    <tr key={`${index}`}>
      <th scope="row">{visibleText(title)}</th>
      <td colSpan={2}>{text}</td>
    </tr>,
  ];
}

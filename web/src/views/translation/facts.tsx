/** The facts that an application needs to use translated code: bindings, requirements, assumptions, approximations. */
import type { TranslationBinding, TranslationMap } from 'dxlens/translate';
import { visibleText } from '../../model/format.ts';
import { TableHead } from '../../ui/table-head.tsx';

const PREFIXES: Readonly<Record<TranslationBinding['type'], string>> = {
  cbv: 'b',
  srv: 't',
  uav: 'u',
  sampler: 's',
  runtime: '',
};

function registerText({ type, register, space }: TranslationBinding): string {
  if (type === 'runtime') return 'runtime';
  return `${PREFIXES[type]}${register}${space > 0 ? `, space ${space}` : ''}`;
}

export function Facts({ map }: { map: TranslationMap }) {
  const { bindings, requires, assumptions, approximations, runtimeUniforms } = map;
  const limits = Object.entries(requires.limits).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {bindings.length > 0 && (
        <table class="bindings">
          <caption>Bindings</caption>
          <TableHead columns={['Register', 'Variable', 'Group', 'Binding', 'Kind']} />
          <tbody>
            {bindings.map((row) => (
              <tr key={row.name}>
                <td class="code">{registerText(row)}</td>
                <td class="code">{visibleText(row.name)}</td>
                <td>{row.group}</td>
                <td>{row.binding}</td>
                <td>{[row.kind, row.viewDimension, row.format].filter(Boolean).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <List title="What the application writes" lines={runtimeUniforms.map(({ name, why }) => `${name}: ${why}`)} />
      <List title="Required of the device" lines={[...requires.features, ...requires.languageFeatures, ...limits]} />
      <List title="Not exactly as in Direct3D" lines={approximations} />
      <List title="Assumed" lines={assumptions} />
    </>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{visibleText(line)}</li>
        ))}
      </ul>
    </>
  );
}

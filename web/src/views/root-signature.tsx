/** A root signature as tables: its parameters with the ranges of descriptor tables, and its static samplers. */
import type { RootSignature } from 'dxlens/internals/chunks';
import type { ComponentChildren } from 'preact';
import { MAX_ROOT_COST, type RootBinding, rootSignatureRows } from '../model/root-signature.ts';
import { TableHead } from '../ui/table-head.tsx';
import './root-signature.css';

const PARAMETER_COLUMNS = ['Parameter', 'Visibility', 'DWORDs', 'Registers', 'Space', 'Count', 'Offset', 'Flags'];
const SAMPLER_COLUMNS = [
  ...['Register', 'Space', 'Visibility', 'Filter', 'Address u, v, w'],
  ...['Anisotropy', 'Level bias', 'Levels', 'Comparison', 'Border'],
];

export function RootSignatureTables({ signature }: { signature: RootSignature }) {
  const { version, flags, cost, parameters, samplers } = rootSignatureRows(signature);
  return (
    <section class="root-signature" aria-label="Root signature">
      <h3>Root signature</h3>
      <dl class="facts">
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd class={cost > MAX_ROOT_COST ? 'error' : ''}>
            {cost} of {MAX_ROOT_COST} DWORDs
          </dd>
        </div>
        <div>
          <dt>Flags</dt>
          <dd>
            <Flags names={flags} />
          </dd>
        </div>
      </dl>
      {parameters.length > 0 && (
        <Wide label="Root parameters">
          <table class="bindings">
            <caption>Parameters</caption>
            <TableHead columns={PARAMETER_COLUMNS} />
            {parameters.map(({ index, type, visibility, cost: size, bindings }) => (
              <tbody key={index} class="parameter">
                {(bindings.length === 0 ? [undefined] : bindings).map((binding, i) => (
                  <tr key={i}>
                    {i === 0 && (
                      <>
                        <th scope="rowgroup" rowSpan={bindings.length || 1}>
                          <span class="muted">{index}</span> {type}
                        </th>
                        <td class="code" rowSpan={bindings.length || 1}>
                          {visibility}
                        </td>
                        <td rowSpan={bindings.length || 1}>{size}</td>
                      </>
                    )}
                    {binding === undefined ? (
                      <td class="muted" colSpan={5}>
                        nothing
                      </td>
                    ) : (
                      <Binding binding={binding} parameter={type} />
                    )}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </Wide>
      )}
      {samplers.length > 0 && (
        <Wide label="Static samplers">
          <table class="bindings">
            <caption>Static samplers</caption>
            <TableHead columns={SAMPLER_COLUMNS} />
            <tbody>
              {samplers.map((one, i) => (
                <tr key={i}>
                  <td class="code">{one.register}</td>
                  <td>{one.space}</td>
                  <td class="code">{one.visibility}</td>
                  <td class="code">{one.filter}</td>
                  <td class="code">
                    {one.address.every((mode) => mode === one.address[0]) ? one.address[0] : one.address.join(', ')}
                  </td>
                  <td>{one.anisotropy}</td>
                  <td>{one.bias}</td>
                  <td>{one.lod}</td>
                  <td class="code">{one.comparison}</td>
                  <td class="code">{one.border}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </section>
  );
}

function Binding({ binding, parameter }: { binding: RootBinding; parameter: string }) {
  const { type, register, space, count, offset, flags } = binding;
  return (
    <>
      <td>
        {type !== parameter && <span>{type} </span>}
        <span class="code resource">{register}</span>
      </td>
      <td>{space}</td>
      <td>{count}</td>
      <td>{offset}</td>
      <td>
        <Flags names={flags} />
      </td>
    </>
  );
}

function Flags({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="flags code">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** A table that may be wider than the window scrolls by itself. */
function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="wide-table" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

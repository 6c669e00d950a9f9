/** A constant buffer to scale: a row for each register, with the variables in it, and holes. */
import type { BufferDesc, TypeDesc } from 'dxlens/reflect';
import { bufferRows, isUsed } from '../model/buffer-rows.ts';
import { sizeText, visibleText } from '../model/format.ts';

export function Buffer({ buffer }: { buffer: BufferDesc }) {
  const rows = bufferRows(buffer);
  const { name, type, size, variables } = buffer;
  return (
    <section class="buffer" aria-label={`Buffer ${visibleText(name)}`}>
      <h3>
        <span class="code">{visibleText(name)}</span>{' '}
        <span class="muted">
          {type}, {sizeText(size)}
        </span>
      </h3>
      <div class="buffer-rows">
        {rows.map(({ register, cells }) => (
          <div class="buffer-row" key={register}>
            <span class="muted code offset">{16 * register}</span>
            {cells.map(({ first, count, variable, isStart }) => {
              const desc = variable === undefined ? undefined : variables[variable]!;
              const used = desc !== undefined && isUsed(desc);
              return (
                <div
                  key={first}
                  class={`buffer-cell ${desc === undefined ? 'hole' : used ? 'used' : 'unused'}`}
                  style={{ gridColumn: `${first + 2} / span ${count}` }}
                  title={
                    desc === undefined
                      ? 'padding'
                      : `${visibleText(desc.name)}: offset ${desc.startOffset}, ${sizeText(desc.size)}${used ? '' : ', not used'}`
                  }
                >
                  {desc === undefined ? (
                    <span class="visually-hidden">padding</span>
                  ) : isStart ? (
                    <>
                      <span class="code">{visibleText(desc.name)}</span>{' '}
                      <span class="muted">
                        {typeText(desc.type)}
                        {!used && ', unused'}
                        {desc.defaultValue !== null && ` = ${defaultText(desc.defaultValue)}`}
                      </span>
                    </>
                  ) : (
                    <span class="muted" aria-hidden="true">
                      ⋯
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}

/** `float4x4[2]`. */
function typeText(type: TypeDesc | null): string {
  if (type === null) return '';
  const { class: kind, rows, columns, elements } = type;
  const base = type.name ?? String(type.type);
  const isNamed = type.name !== null;
  const size =
    isNamed || kind === 'scalar' || kind === 'struct' ? '' : kind === 'vector' ? `${columns}` : `${rows}x${columns}`;
  return visibleText(`${base}${size}${elements > 0 ? `[${elements}]` : ''}`);
}

function defaultText({ values, words }: NonNullable<BufferDesc['variables'][number]['defaultValue']>): string {
  // Infinities and NaN are only among the words.
  return visibleText(values.map((value, i) => value ?? words[i]).join(', '), 48);
}

/** The tab that compares the shader with another one: the facts that differ, and the listings side by side. */
import { useEffect } from 'preact/hooks';
import { countText, visibleText } from '../../model/format.ts';
import { rowName } from '../../model/rows.ts';
import type { ShaderRow } from '../../model/shader-row.ts';
import { compared, compareWithOriginal, comparison, followComparison } from '../../state/comparing.ts';
import { currentRow, overlay, rows } from '../../state/store.ts';
import type { ComparisonData } from '../../worker/protocol.ts';
import { DiffList } from './diff-list.tsx';
import { FactChanges } from './fact-changes.tsx';
import './compare.css';

export function Compare() {
  useEffect(followComparison, []);
  const other = compared.value;
  const row = currentRow.value;
  const otherRow = other && rows.value.find(({ id }) => id === other.id);
  return (
    <section class="compare" aria-label="Comparison">
      <div class="compare-title">
        {otherRow !== undefined && row !== undefined && (
          <span>
            <span class="removed-mark">− </span>
            <span class="code">{nameOf(otherRow)}</span>
            {other?.isOriginal && ' as it was found'} <span class="added-mark">+ </span>
            <span class="code">{nameOf(row)}</span>
            {row.isEdited && ' as it is now'}
          </span>
        )}
        <button type="button" class="bordered" title="Choose the other shader (Alt+C)" onClick={choose}>
          {other === undefined ? 'Compare with…' : 'Another…'}
        </button>
        {row?.isEdited && !other?.isOriginal && (
          <button type="button" class="bordered" onClick={compareWithOriginal}>
            Original
          </button>
        )}
      </div>
      {other === undefined ? (
        <p class="message muted">
          Choose a shader to see what differs. Changes of the program are compared with its original.
        </p>
      ) : (
        <Result data={comparison.value} />
      )}
    </section>
  );
}

function choose(): void {
  overlay.value = 'compare';
}

function nameOf(row: ShaderRow): string {
  return visibleText(rowName(row).split('/').slice(-2).join('/'));
}

function Result({ data }: { data: ComparisonData | undefined }) {
  if (data === undefined) return <p class="message muted">Comparing…</p>;
  const { identical, facts, parts } = data;
  if (identical)
    return (
      <p class="message" role="status">
        The shaders are equal, byte for byte.
      </p>
    );
  return (
    <>
      <details class="facts-box" open={parts.length === 0}>
        <summary>{countText(facts.length, 'fact')} of the container and the interface differ</summary>
        <FactChanges facts={facts} />
      </details>
      {parts.length === 0 ? (
        <p class="message" role="status">
          The programs are equal.
        </p>
      ) : (
        <DiffList parts={parts} />
      )}
    </>
  );
}

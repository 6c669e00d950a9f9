/** A DWORD as 32 cells, the highest bit first, grouped and colored by field. */
import { visibleText } from '../model/format.ts';
import { selectsField } from '../state/selection.ts';
import { select, selection } from '../state/store.ts';
import type { FieldData, WordData } from '../worker/protocol.ts';

const UNKNOWN: FieldData = {
  name: 'data',
  low: 0,
  width: 32,
  value: 0,
  meaning: '',
  doc: '',
  rule: undefined,
  expected: undefined,
  role: 'text',
};

export function BitStrip({ word: { offset, value = 0, fields } }: { word: WordData }) {
  const shown = fields.length === 0 ? [{ ...UNKNOWN, value }] : fields.toReversed();
  return (
    <div class="strip">
      {shown.map((field) => {
        const { name, low, width, role, expected, doc, rule, meaning } = field;
        const bits = width === 1 ? `bit ${low}` : `bits ${low + width - 1} to ${low}`;
        const what = meaning === '' ? `${field.value}` : visibleText(meaning);
        const isSelected = selectsField(selection.value, offset, low, width);
        return (
          <button
            key={low}
            type="button"
            class={`cells field-${role} ${isSelected ? 'selected' : ''} ${expected === undefined ? '' : 'invalid'}`}
            style={{ flexGrow: width, flexBasis: 0 }}
            aria-pressed={isSelected}
            aria-label={`${name}, ${bits}: ${what}${expected === undefined ? '' : `, not allowed, expected ${expected}`}`}
            title={[`${name} (${bits}): ${what}`, [rule, doc].filter(Boolean).join(': ')].filter(Boolean).join('\n')}
            onClick={() => select(offset, offset + 4, 'inspector', { low, width })}
          >
            {Array.from({ length: width }, (_, i) => (
              <span key={i} data-bit={(value >>> (low + width - 1 - i)) & 1} />
            ))}
          </button>
        );
      })}
    </div>
  );
}

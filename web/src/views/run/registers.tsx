/**
 * The registers of the lane that is shown, with the colors of all four; those that the last instruction wrote are
 * marked.
 */
import { useComputed, useSignal } from '@preact/signals';
import { visibleText } from '../../model/format.ts';
import {
  COMPONENTS,
  LANES,
  lastWriteBefore,
  REGISTER_WORDS,
  registersAt,
  writtenBy,
} from '../../model/run/debug-trace.ts';
import { registerNames } from '../../model/run/register-names.ts';
import { colorText, WORD_FORMATS, wordText } from '../../model/run/word-text.ts';
import { goTo, lane, searchNote, step, trace, wordFormat } from '../../state/debug.ts';
import { reflection } from '../../state/store.ts';
import { Select } from '../../ui/select.tsx';

/** Registers of programs come before inputs and constants. */
const ORDER = /^(r|x\d|a\d|p\d|o|v|t)/;

export function Registers() {
  const showsAll = useSignal(false);
  const names = useComputed(() => registerNames(reflection.value?.reflection));
  const recorded = trace.value!;
  const at = step.value;
  const state = registersAt(recorded, at);
  const changed = writtenBy(recorded, at - 1);
  const order = recorded.registers.map((_, i) => i).filter((i) => state.isSet[i]);
  order.sort((a, b) => rankOf(recorded.registers[a]!) - rankOf(recorded.registers[b]!) || a - b);
  const lanes = showsAll.value ? [0, 1, 2, 3] : [lane.value];
  return (
    <>
      <div class="run-actions">
        <Select
          class="run-select"
          label="Numbers"
          names={WORD_FORMATS}
          value={wordFormat.value}
          onSelect={(next) => {
            wordFormat.value = next;
          }}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={showsAll.value}
            onChange={({ currentTarget }) => {
              showsAll.value = currentTarget.checked;
            }}
          />
          All lanes
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Registers">
        <table class="registers">
          <caption class="visually-hidden">Registers before the next instruction</caption>
          <thead>
            <tr>
              <th scope="col">Register</th>
              <th scope="col">Colors</th>
              {lanes.flatMap((one) =>
                [...'xyzw'].map((component) => (
                  <th key={`${one}${component}`} scope="col">
                    {showsAll.value && `${one}.`}
                    {component}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {order.map((register) => {
              const name = recorded.registers[register]!;
              const written = changed.get(register) ?? 0;
              return (
                <tr key={name} class={written === 0 ? '' : 'changed'}>
                  <th scope="row">
                    <button
                      type="button"
                      class="code register"
                      title={`Show the instruction that wrote ${name} last`}
                      onClick={() => showLastWrite(register)}
                    >
                      {name}
                    </button>{' '}
                    <span class="muted">{visibleText(names.value.get(name) ?? '', 40)}</span>
                    {written !== 0 && <span class="visually-hidden">, changed</span>}
                  </th>
                  <td>
                    <Swatches words={state.words} register={register} />
                  </td>
                  {lanes.flatMap((one) =>
                    Array.from({ length: COMPONENTS }, (_, component) => {
                      const i = LANES * component + one;
                      const word = state.words[REGISTER_WORDS * register + i]!;
                      return (
                        <td
                          key={i}
                          class={`code ${written & (1 << i) ? 'changed' : ''}`}
                          title={`${wordText(word, 'float', 'any')}, ${wordText(word, 'int', 'any')}, ${wordText(word, 'hex', 'any')}`}
                        >
                          {wordText(word, wordFormat.value, state.types[register]!)}
                        </td>
                      );
                    }),
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

function rankOf(name: string): number {
  const [letter] = ORDER.exec(name) ?? [];
  if (letter === undefined) return 9;
  return 'rxapovt'.indexOf(letter[0]!);
}

/** Goes to where the instruction that wrote the register last has just been executed. */
function showLastWrite(register: number): void {
  const recorded = trace.peek();
  if (recorded === undefined) return;
  // The write of the last instruction is shown already: the one before it is wanted.
  const found = lastWriteBefore(recorded, step.peek() - 1, register);
  if (found !== undefined) goTo(found + 1);
  else searchNote.value = `Nothing wrote ${recorded.registers[register]} before.`;
}

/** The color of each lane as squares: upper left, upper right, lower left, lower right. */
function Swatches({ words, register }: { words: Uint32Array; register: number }) {
  return (
    <span class="swatches" aria-hidden="true">
      {[0, 1, 2, 3].map((one) => (
        <span
          key={one}
          style={{
            background: colorText(
              [0, 1, 2].map((component) => words[REGISTER_WORDS * register + LANES * component + one]!),
            ),
          }}
        />
      ))}
    </span>
  );
}

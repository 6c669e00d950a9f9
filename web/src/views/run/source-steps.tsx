/**
 * The source in the debugger: the line that is executed next, and the variables that are in registers before it.
 */
import { useComputed } from '@preact/signals';
import { visibleText } from '../../model/format.ts';
import { registersAt } from '../../model/run/debug-trace.ts';
import { endsOf, type VariableRow, type VariableValue, variablesAt } from '../../model/run/source-variables.ts';
import { wordText } from '../../model/run/word-text.ts';
import { lane, nextLine, step, stepLines, trace, wordFormat } from '../../state/debug.ts';
import { debugSource } from '../../state/debug-source.ts';
import { SourceText } from '../source-text.tsx';
import '../source.css';

export function SourceSteps() {
  const data = debugSource.value;
  const lines = stepLines.value;
  const rows = useVariables();
  if (data === undefined || lines === undefined) return null;
  // At the end, the last line stays in view.
  const shown = nextLine.value ?? lines.at(-1)!;
  const { name, text } = data.files[shown.file]!;
  const inside = data.functions[shown.function]?.name;
  // A variable of the function hides others of its name.
  const visible = [...rows.filter((row) => row.function !== inside), ...rows.filter((row) => row.function === inside)];
  return (
    <>
      <div class="run-source">
        <p class="muted run-file">{visibleText(name)}</p>
        {text === undefined ? (
          <p class="message muted">The debug information has the name of this file, but not its text.</p>
        ) : (
          <SourceText
            data={data}
            file={shown.file}
            selected={undefined}
            shown={shown.line}
            values={new Map(visible.map((row) => [row.name, valueText(row)]))}
          />
        )}
      </div>
      <Variables rows={rows} />
    </>
  );
}

/** The variables before the next instruction. */
function useVariables(): readonly VariableRow[] {
  return useComputed(() => {
    const data = debugSource.value;
    const recorded = trace.value;
    if (data === undefined || recorded === undefined) return [];
    const at = step.value;
    const owner = (nextLine.value ?? stepLines.value?.at(-1))?.function ?? -1;
    return variablesAt(recorded, registersAt(recorded, at), data, endsOf(data), at, owner);
  }).value;
}

function Variables({ rows }: { rows: readonly VariableRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll run-variables" tabIndex={0} aria-label="Variables">
      <table class="variables">
        <caption class="visually-hidden">Variables before the next line</caption>
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Value</th>
            <th scope="col">In</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <th scope="row">
                <code>{visibleText(row.name)}</code> <span class="muted">{visibleText(row.type, 40)}</span>
              </th>
              <td class="code">{valueText(row)}</td>
              <td class="code muted">{registersOf(row)}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={3} class="muted">
                No variable is in a register here.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** The components of a variable in the shown lane; `?` for those that are in no register. */
function valueText({ type, values }: VariableRow): string {
  const numbers = values.map((value) => (value === undefined ? '?' : numberText(type, value)));
  return numbers.length === 1 ? numbers[0]! : `(${numbers.join(', ')})`;
}

function numberText(type: string, { words, type: written }: VariableValue): string {
  const word = words[lane.value]!;
  const format = wordFormat.value;
  if (format !== 'written') return wordText(word, format, written);
  if (/^bool/.test(type)) return word === 0 ? 'false' : 'true';
  // The type of a word that was only copied is that of the variable.
  const isInteger = written === 'any' && /^(?:u?int|min1\du?int)/.test(type);
  return isInteger ? wordText(word, type.startsWith('u') ? 'uint' : 'int', written) : wordText(word, format, written);
}

/** Such as `r0.xyz`: registers with the components that are read. */
function registersOf({ values }: VariableRow): string {
  const components = new Map<string, string>();
  for (const value of values) {
    if (value === undefined) continue;
    const [register = '', component = ''] = value.register.split(/\.(?=[xyzw]$)/);
    components.set(register, (components.get(register) ?? '') + component);
  }
  return [...components].map(([register, letters]) => `${register}.${letters}`).join(', ');
}

/** Registers as rows of four components, with the elements of a signature in them. */
import { visibleText } from '../model/format.ts';

export interface GridElement {
  readonly name: string;
  /** As listings spell it. */
  readonly register: string;
  /** Components, x to w from bit 0. */
  readonly mask: number;
  /** Those that the shader uses. */
  readonly usedMask: number;
  readonly detail: string;
}

interface Props {
  readonly title: string;
  readonly elements: readonly GridElement[];
  /** The description of components that the shader does not use. */
  readonly unusedText: string;
  readonly onSelect: (register: string) => void;
}

const COMPONENTS = [...'xyzw'];

export function RegisterGrid({ title, elements, unusedText, onSelect }: Props) {
  if (elements.length === 0) return null;
  return (
    <table class="grid">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">Register</span>
          </th>
          {COMPONENTS.map((component) => (
            <th scope="col" key={component}>
              {component}
            </th>
          ))}
          <th scope="col">Semantic</th>
        </tr>
      </thead>
      <tbody>
        {elements.map(({ name, register, mask, usedMask, detail }) => (
          <tr key={register + name + mask}>
            <th scope="row">
              <button type="button" class="code register" onClick={() => onSelect(register)}>
                {register}
              </button>
            </th>
            {COMPONENTS.map((component, i) => {
              const has = (mask >> i) & 1;
              const isUsed = (usedMask >> i) & 1;
              const state = has ? (isUsed ? 'used' : 'unused') : 'hole';
              return (
                <td key={component} class={`component ${state}`} title={state === 'unused' ? unusedText : undefined}>
                  {has ? component : ''}
                  {state === 'unused' && <span class="visually-hidden"> ({unusedText})</span>}
                </td>
              );
            })}
            <td class="semantic">
              <span class="code">{visibleText(name)}</span> <span class="muted">{detail}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

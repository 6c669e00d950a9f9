/** An effect as a tree: techniques, passes, states and shaders; the parameters with their values and annotations. */
import { useComputed } from '@preact/signals';
import type { EffectReflection, EffectShaderValue, EffectStateDesc, EffectVariableDesc } from 'dxlens/reflect';
import type { ComponentChildren } from 'preact';
import {
  annotationsText,
  assignmentText,
  shadersOfEffect,
  stateText,
  typeText,
  valueText,
} from '../model/effect-text.ts';
import { countText, sizeText, visibleText } from '../model/format.ts';
import type { ShaderRow } from '../model/shader-row.ts';
import { showShader } from '../state/actions.ts';
import { pane, rows, shader } from '../state/store.ts';
import { TableHead } from '../ui/table-head.tsx';
import './effect.css';

/** Techniques, passes or parameters that are shown. */
const MAX_SHOWN = 500;
/** Passes of an effect up to which all are open at first. */
const MAX_OPEN = 12;

type Rows = ReadonlyMap<number, ShaderRow>;

export function Effect({ data }: { data: EffectReflection }) {
  const { profile, groups, variables, shaders } = data;
  const id = shader.value?.id ?? -1;
  const found = useComputed(() => shadersOfEffect(data, rows.value, id)).value;
  const techniques = groups.flatMap((group) => group.techniques);
  const passes = techniques.reduce((count, technique) => count + technique.passes.length, 0);
  const isOpen = passes <= MAX_OPEN;
  return (
    <div class="effect">
      <p>
        <code>{profile ?? 'effect'}</code>{' '}
        <span class="muted">
          {[
            countText(techniques.length, 'technique'),
            countText(passes, 'pass', 'passes'),
            countText(shaders.length, 'shader'),
            countText(variables.length, 'parameter'),
          ].join(', ')}
        </span>
      </p>
      <h3>Techniques</h3>
      {groups.map((group, i) => {
        const inside = (
          <Some all={group.techniques} name="techniques">
            {(technique, j) => (
              <details key={j} open>
                <summary>
                  <span class="muted">technique</span> <b class="code">{nameText(technique.name, j)}</b>
                  <Annotations text={annotationsText(technique.annotations)} />
                </summary>
                <Some all={technique.passes} name="passes">
                  {(pass, k) => (
                    <details key={k} open={isOpen}>
                      <summary>
                        <span class="muted">pass</span> <b class="code">{nameText(pass.name, k)}</b>{' '}
                        <span class="muted">{countText(pass.states.length, 'state')}</span>
                        <Annotations text={annotationsText(pass.annotations)} />
                      </summary>
                      <States states={pass.states} found={found} label={`States of ${nameText(pass.name, k)}`} />
                    </details>
                  )}
                </Some>
              </details>
            )}
          </Some>
        );
        if (group.name === null) return <div key={i}>{inside}</div>;
        return (
          <details key={i} open>
            <summary>
              <span class="muted">group</span> <b class="code">{visibleText(group.name)}</b>
              <Annotations text={annotationsText(group.annotations)} />
            </summary>
            {inside}
          </details>
        );
      })}
      {variables.length > 0 && <h3>Parameters</h3>}
      <Some all={variables} name="parameters">
        {(variable, i) => <Parameter key={i} variable={variable} found={found} />}
      </Some>
    </div>
  );
}

function nameText(name: string | null, index: number): string {
  return name === null ? `${index}` : visibleText(name);
}

interface SomeProps<Item> {
  readonly all: readonly Item[];
  readonly name: string;
  readonly children: (item: Item, index: number) => ComponentChildren;
}

/** The first items of a list, and how many more there are. */
function Some<Item>({ all, name, children }: SomeProps<Item>) {
  return (
    <>
      {all.slice(0, MAX_SHOWN).map(children)}
      {all.length > MAX_SHOWN && (
        <p class="muted">
          {(all.length - MAX_SHOWN).toLocaleString('en')} more {name} are not shown.
        </p>
      )}
    </>
  );
}

function Annotations({ text }: { text: string }) {
  return text === '' ? null : <code class="annotations">{visibleText(text, 400)}</code>;
}

function States({ states, found, label }: { states: readonly EffectStateDesc[]; found: Rows; label: string }) {
  if (states.length === 0) return <p class="muted nothing">No state is set.</p>;
  const hasNames = states.some(({ d3dName }) => d3dName !== null);
  return (
    <table class="bindings">
      <caption class="visually-hidden">{label}</caption>
      <TableHead columns={hasNames ? ['State', 'Value', 'In Direct3D'] : ['State', 'Value']} />
      <tbody>
        {states.slice(0, MAX_SHOWN).map((state, i) => (
          <tr key={i}>
            <td class="code">{visibleText(stateText(state))}</td>
            <td class="code">
              {state.value?.kind === 'shader' ? (
                <ShaderLink value={state.value} found={found} />
              ) : (
                visibleText(assignmentText(state.value))
              )}
            </td>
            {hasNames && <td class="code muted names">{state.d3dName}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The profile of a shader, which opens it. */
function ShaderLink({ value, found }: { value: EffectShaderValue; found: Rows }) {
  const { profile, offset, length } = value;
  const row = found.get(offset);
  const text = profile ?? 'shader';
  if (row === undefined) return <>{text}</>;
  return (
    <>
      <button
        type="button"
        class="code register"
        title={`Open ${visibleText(row.path)}`}
        onClick={() => {
          pane.value = 'listing';
          void showShader(row.id);
        }}
      >
        {text}
      </button>{' '}
      <span class="muted">{sizeText(length)}</span>
    </>
  );
}

function Parameter({ variable, found }: { variable: EffectVariableDesc; found: Rows }) {
  const { name, type, semantic, value, annotations, buffer, bufferOffset, isShared } = variable;
  const text = valueText(value);
  const shaders = value?.kind === 'shaders' ? value.shaders.flatMap((one) => one ?? []) : [];
  const head = (
    <>
      <span class="code muted">{visibleText(typeText(type))}</span> <b class="code">{visibleText(name)}</b>
      {semantic !== null && <span class="code"> : {visibleText(semantic)}</span>}
      {text !== '' && shaders.length === 0 && <span class="code"> = {visibleText(text, 400)}</span>}
      {shaders.map((one) => (
        <span key={one.offset}>
          {' '}
          <ShaderLink value={one} found={found} />
        </span>
      ))}
      {buffer !== null && (
        <span class="muted">
          {' '}
          {visibleText(buffer)} + {bufferOffset}
        </span>
      )}
      {isShared && <span class="muted"> shared</span>}
      <Annotations text={annotationsText(annotations)} />
    </>
  );
  if (value?.kind !== 'states') return <div class="parameter">{head}</div>;
  return (
    <details>
      <summary>{head}</summary>
      {value.blocks.slice(0, MAX_SHOWN).map((states, i) => (
        <States key={i} states={states} found={found} label={`States of ${visibleText(name)}`} />
      ))}
    </details>
  );
}

/** The pane with the shader in another language. */
import type { Diagnostic } from 'dxlens';
import { useEffect } from 'preact/hooks';
import { visibleText } from '../../model/format.ts';
import { fileName, saveFile } from '../../model/save-file.ts';
import type { PaneLanguage, TranslationData } from '../../model/translation.ts';
import { editAsHlsl, hlslRefusal } from '../../state/edit-as-hlsl.ts';
import { paneSizes } from '../../state/settings.ts';
import { currentRow, select } from '../../state/store.ts';
import { choice, followTranslation, translation } from '../../state/translation.ts';
import { Code } from './code.tsx';
import { Facts } from './facts.tsx';
import { LanguageSelect, Options } from './options.tsx';
import './translation.css';

const EXTENSIONS: Readonly<Record<PaneLanguage, string>> = {
  hlsl: 'hlsl',
  wgsl: 'wgsl',
  essl: 'glsl',
  glsl: 'glsl',
  spirv: 'spv',
};

export function Translation() {
  useEffect(followTranslation, []);
  const data = translation.value;
  const code = data?.code?.text;
  return (
    <section
      class="pane translation"
      aria-label="Translation"
      style={{ '--size': `${100 * paneSizes.translation.value}%` }}
    >
      <div class="pane-title">
        <h2 class="visually-hidden">Translation</h2>
        <LanguageSelect />
        <span class="end" />
        {choice.value.to === 'hlsl' && (
          <button
            type="button"
            disabled={code === undefined || hlslRefusal.value !== undefined}
            title={`Change the program as HLSL (Alt+H)${hlslRefusal.value === undefined ? '' : `: ${hlslRefusal.value}`}`}
            onClick={() => void editAsHlsl()}
          >
            Edit
          </button>
        )}
        <button
          type="button"
          disabled={code === undefined}
          onClick={() => {
            if (code !== undefined) void navigator.clipboard.writeText(code);
          }}
        >
          Copy
        </button>
        <button
          type="button"
          disabled={code === undefined}
          title={`Download as .${EXTENSIONS[choice.value.to]}`}
          onClick={() => data?.code !== undefined && download(data.code.text, data.words)}
        >
          Download
        </button>
      </div>
      {data === undefined && <p class="message muted">Translating…</p>}
      {data !== undefined && code === undefined && <Refusal diagnostics={data.diagnostics} />}
      <Code />
      {choice.value.to === 'hlsl' ? <Remarks data={data} /> : <FactsBox data={data} />}
    </section>
  );
}

/** The options of a translation, and what the application needs to know. */
function FactsBox({ data }: { data: TranslationData | undefined }) {
  return (
    <details class="facts-box">
      <summary>Options, bindings and differences{count(data?.map?.approximations.length ?? 0)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Options, bindings and differences">
        <Options />
        {data?.map !== undefined && <Facts map={data.map} />}
      </section>
    </details>
  );
}

/** The diagnostics of HLSL that could be written. */
function Remarks({ data }: { data: TranslationData | undefined }) {
  if (data?.code === undefined || data.diagnostics.length === 0) return null;
  return (
    <details class="facts-box">
      <summary>Diagnostics: {data.diagnostics.length}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section class="scroll message" tabIndex={0} aria-label="Diagnostics of the source">
        <Reports diagnostics={data.diagnostics} />
      </section>
    </details>
  );
}

function count(approximations: number): string {
  return approximations === 0 ? '' : `: ${approximations} not exactly as in Direct3D`;
}

/** Why there is no code, and what to do. */
function Refusal({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <div class="message" role="status">
      <p>This shader has no translation to this language.</p>
      <Reports diagnostics={diagnostics} />
    </div>
  );
}

function Reports({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <>
      {diagnostics.map(({ code, severity, message, hint, span }) => (
        <p key={`${code}${message}${span.start}`}>
          <code class={severity}>{code}</code> {visibleText(message)}{' '}
          {hint !== undefined && <span class="muted">{visibleText(hint)}</span>}{' '}
          {span.unit === 'byte' && span.end > span.start && (
            <button type="button" class="bordered" onClick={() => select(span.start, span.end, 'diagnostics')}>
              Show the place
            </button>
          )}
        </p>
      ))}
    </>
  );
}

/** Of SPIR-V the module is saved, not its text. */
function download(code: string, words: TranslationData['words']): void {
  const { file = 'shader', path = '', offset = 0 } = currentRow.peek() ?? {};
  const { to } = choice.peek();
  const content = words === undefined ? new Blob([code], { type: 'text/plain' }) : new Blob([littleEndian(words)]);
  saveFile(`${fileName(file, path, offset)}.${EXTENSIONS[to]}`, content);
}

function littleEndian(words: Uint32Array): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true);
  return view.buffer;
}

/** The explanation of a diagnostic code, with an example: loaded when it is opened for the first time. */
import type { CodeExplanation as Explanation } from 'dxlens/internals/codes';
import { useState } from 'preact/hooks';

export function CodeExplanation({ code }: { readonly code: string }) {
  const [known, setKnown] = useState<Explanation | 'none' | 'failed'>();
  const load = (isOpen: boolean) => {
    if (!isOpen || (known !== undefined && known !== 'failed')) return;
    import('dxlens/internals/codes').then(
      ({ explainCode }) => setKnown(explainCode(code) ?? 'none'),
      () => setKnown('failed'),
    );
  };
  return (
    <details onToggle={({ currentTarget }) => load(currentTarget.open)}>
      <summary>
        What <code>{code}</code> means
      </summary>
      {known === undefined && <p class="muted">Loading…</p>}
      {known === 'none' && <p class="muted">There is no explanation of this code.</p>}
      {known === 'failed' && (
        <p class="muted">The explanations could not be loaded. Close this and open it again to try once more.</p>
      )}
      {typeof known === 'object' && <Text {...known} />}
    </details>
  );
}

function Text({ text, hint, models, rules, runtime, example }: Explanation) {
  return (
    <>
      <p>
        <WithValues text={text} />
      </p>
      {hint !== undefined && (
        <p>
          <WithValues text={hint} />
        </p>
      )}
      {models !== undefined && <p class="muted">Shader models: {models}.</p>}
      {rules !== undefined && <p class="muted">Rules of the format documents: {rules.join(', ')}.</p>}
      {runtime !== undefined && <p class="muted">The debug layers of Direct3D call it {runtime.join(', ')}.</p>}
      {example !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
        <pre class="code" tabIndex={0}>
          {example.join('\n')}
        </pre>
      )}
    </>
  );
}

/** A text of a code, in which `{found}` is the name of what differs from case to case. */
function WithValues({ text }: { readonly text: string }) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 0 ? part : <var key={`${i}`}>{valueName(part)}</var>));
}

/** `maxCount` as people write it. */
function valueName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The link dialog: the link that was made, or why one cannot be opened. */
import { useSignal } from '@preact/signals';
import { sizeText } from '../model/format.ts';
import { downloadShader } from '../state/editing.ts';
import { copyText, link, type SharedLink } from '../state/sharing.ts';
import { overlay } from '../state/store.ts';
import { useModal } from '../ui/use-modal.ts';

function close(): void {
  overlay.value = undefined;
}

export function Link() {
  const dialog = useModal(close);
  const shown = link.value;
  if (shown === undefined) return null;
  const isMade = 'address' in shown && shown.address !== undefined;
  const title = isMade
    ? 'Link to this shader'
    : 'problem' in shown
      ? 'This link cannot be opened'
      : 'This shader is too large for a link';
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="link-title">
      <h2 id="link-title">{title}</h2>
      {'problem' in shown ? (
        <Unopened problem={shown.problem} />
      ) : isMade ? (
        <Made {...shown} />
      ) : (
        <TooLarge {...shown} />
      )}
    </dialog>
  );
}

function Made({ address = '', size, limit, isCopied, isLocal }: SharedLink) {
  const copied = useSignal(isCopied);
  return (
    <>
      <p role="status">
        {copied.value ? 'Copied.' : 'Copy it from here.'} Everyone who opens it sees the shader as you see it now.
      </p>
      <input
        type="text"
        class="code"
        readOnly
        aria-label="Link"
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p class="muted">
        The shader is in the link itself and on no server: {sizeText(size)} of {sizeText(limit)}.
        {isLocal &&
          ' This address is of this machine as long as dxlens explore runs. Elsewhere, paste the link into an explorer that is open.'}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          onClick={async () => {
            copied.value = await copyText(address);
          }}
        >
          Copy
        </button>
        <button type="button" class="bordered" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}

function TooLarge({ size, limit }: SharedLink) {
  return (
    <>
      <p>
        It would take {sizeText(size)}, and links have {sizeText(limit)} at most. Send the file instead: the explorer
        opens it without a server.
      </p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => {
            downloadShader();
            close();
          }}
        >
          Download the shader
        </button>
        <button type="button" class="bordered" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}

function Unopened({ problem }: { problem: string }) {
  return (
    <>
      <p role="alert">{problem} Nothing was opened.</p>
      <p class="muted">Copy the whole link again, or ask for the file: what is in a link is nowhere else.</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}

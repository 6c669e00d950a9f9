/** A dialog above the page. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Opens a dialog as long as its component exists.
 *
 * @param onClose is called when the user closes the dialog; always the same function. Browsers report a closed dialog
 *   at the next frame, when another one may be open already: a dialog whose component is gone calls nothing.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key, which is for the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.addEventListener('close', onClose);
    element?.showModal();
    return () => {
      element?.removeEventListener('close', onClose);
      element?.close();
    };
  }, [onClose]);
  return dialog;
}

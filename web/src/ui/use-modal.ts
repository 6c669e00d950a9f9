/** A dialog above the page. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Opens a dialog as long as its component exists. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key, which is for the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

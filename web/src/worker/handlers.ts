/** What each call of the page does. */
import { reflect } from 'dxlens/reflect';
import { validate } from 'dxlens/validate';
import { findIn } from './find.ts';
import { OpenShader } from './open-shader.ts';
import type { Handlers, ShaderId } from './protocol.ts';
import { ShaderStore } from './shader-store.ts';

/** The handlers of a session, with its shaders. */
export function createHandlers(): Handlers {
  const store = new ShaderStore();
  /** The shader that was asked for last: calls about one shader follow each other. */
  let opened: { readonly id: ShaderId; readonly shader: Promise<OpenShader> } | undefined;

  const open = (id: ShaderId): Promise<OpenShader> => {
    if (opened?.id !== id) opened = { id, shader: load(id) };
    return opened.shader;
  };
  const load = async (id: ShaderId): Promise<OpenShader> => {
    const bytes = await store.get(id);
    if (bytes === undefined) throw new Error(`there is no shader ${id}`);
    return new OpenShader(id, bytes);
  };

  return {
    find: ({ name, file }, { report, signal }) => findIn(name, file, store, report, signal),
    clear: () => {
      store.clear();
      opened = undefined;
      return undefined;
    },
    view: async (id) => (await open(id)).data(),
    explain: async ({ id, offset }) => (await open(id)).explain(offset),
    check: async (id) => {
      const { valid, diagnostics } = validate((await open(id)).bytes);
      return { valid, diagnostics };
    },
    reflect: async (id) => reflect((await open(id)).bytes),
    translate: async ({ id, choice }) => {
      const { translationOf } = await import('./translation.ts');
      return translationOf((await open(id)).bytes, choice);
    },
  };
}

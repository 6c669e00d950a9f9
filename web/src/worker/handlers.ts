/** The handlers of the page's calls. */
import { reflect } from 'dxlens/reflect';
import { validate } from 'dxlens/validate';
import type { ShaderId } from '../model/shader-row.ts';
import { debugSourceOf, debugSourceOfCompiled } from './debug-source.ts';
import { columnsOf, findIn } from './find.ts';
import type { MadeFrom } from './hlsl.ts';
import { OpenShader } from './open-shader.ts';
import type { Handlers } from './protocol.ts';
import { ShaderStore } from './shader-store.ts';

/** The handlers of a session, with its shaders. */
export function createHandlers(): Handlers {
  const store = new ShaderStore();
  /** Shaders that the user edited. */
  const edited = new Map<ShaderId, Uint8Array>();
  /** Shaders before a source replaced their program. */
  const bases = new Map<ShaderId, Uint8Array>();
  /** The sources of shaders that were compiled. */
  const madeFrom = new Map<ShaderId, MadeFrom>();
  /** The shader that was asked for last: calls about one shader follow each other. */
  let opened: { readonly id: ShaderId; readonly shader: Promise<OpenShader> } | undefined;

  const open = (id: ShaderId): Promise<OpenShader> => {
    if (opened?.id !== id) opened = { id, shader: load(id) };
    return opened.shader;
  };
  const load = async (id: ShaderId): Promise<OpenShader> => new OpenShader(id, edited.get(id) ?? (await original(id)));
  const original = async (id: ShaderId): Promise<Uint8Array> => {
    const bytes = await store.get(id);
    if (bytes === undefined) throw new Error(`there is no shader ${id}`);
    return bytes;
  };

  return {
    find: (input, { report, signal }) => findIn(input, store, report, signal),
    clear: () => {
      store.clear();
      edited.clear();
      bases.clear();
      madeFrom.clear();
      opened = undefined;
      return undefined;
    },
    view: async (id) => (await open(id)).data(),
    explain: async ({ id, offset }) => (await open(id)).explain(offset),
    edit: async ({ id, text }) => {
      const { assembleEdit, changesOf } = await import('./edit.ts');
      const before = await original(id);
      const { bytes, diagnostics } = assembleEdit(store.isAssembled(id) ? undefined : before, text);
      if (bytes === undefined) return { shader: undefined, values: [], diagnostics, changes: [], removed: 0 };
      const shader = new OpenShader(id, bytes);
      edited.set(id, bytes);
      opened = { id, shader: Promise.resolve(shader) };
      return { shader: shader.data(text), values: columnsOf(bytes), diagnostics, ...changesOf(before, bytes) };
    },
    compile: async ({ id, text, choice, target }) => {
      const { compileSource } = await import('./hlsl.ts');
      const start = performance.now();
      const base = target === 'shader' ? undefined : (bases.get(id) ?? (await open(id)).bytes);
      const source = store.setSource(id, text);
      const { bytes: made, ...result } = await compileSource(source, store.sources, choice, base);
      const milliseconds = performance.now() - start;
      if (target === 'program' && base !== undefined) bases.set(id, base);
      else bases.delete(id);
      const bytes = target === 'original' ? base : made;
      if (target === 'original') madeFrom.delete(id);
      else if (made !== undefined && result.choice !== undefined)
        madeFrom.set(id, { source, files: store.sources, choice: result.choice });
      if (bytes === undefined) return { ...result, shader: undefined, values: [], milliseconds };
      const shader = new OpenShader(id, bytes);
      edited.set(id, bytes);
      opened = { id, shader: Promise.resolve(shader) };
      return { ...result, shader: shader.data(), values: columnsOf(bytes), milliseconds };
    },
    compare: async ({ before, after }) => {
      const { compareShaders } = await import('./compare.ts');
      const one = before.isOriginal ? undefined : edited.get(before.id);
      return compareShaders(one ?? (await original(before.id)), (await open(after)).bytes);
    },
    check: async (id) => {
      const { valid, diagnostics } = validate((await open(id)).bytes);
      return { valid, diagnostics };
    },
    reflect: async (id) => reflect((await open(id)).bytes),
    source: async (id) => {
      const { bytes } = await open(id);
      const data = debugSourceOf(bytes);
      const made = madeFrom.get(id);
      if (data.files.length > 0 || made === undefined) return data;
      const { compileWithDebug } = await import('./hlsl.ts');
      const compiled = compileWithDebug(made);
      return compiled === undefined ? data : debugSourceOfCompiled(bytes, compiled, [made.source, ...made.files]);
    },
    flow: async (id) => {
      const { flowOf } = await import('./flow.ts');
      return flowOf((await open(id)).programs);
    },
    liveness: async (id) => {
      const { livenessOf } = await import('./liveness.ts');
      return livenessOf((await open(id)).programs);
    },
    statistics: async (id) => {
      const { statisticsOf } = await import('./statistics.ts');
      return statisticsOf((await open(id)).programs);
    },
    translate: async ({ id, choice }) => {
      const { to } = choice;
      if (to === 'hlsl') {
        const { decompilationOf } = await import('./decompilation.ts');
        return decompilationOf((await open(id)).bytes);
      }
      const { translationOf } = await import('./translation.ts');
      return translationOf((await open(id)).bytes, { ...choice, to });
    },
  };
}

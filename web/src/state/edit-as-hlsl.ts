/** The program of a compiled shader as HLSL that can be changed, and back to the program that it had. */
import { batch, computed } from '@preact/signals';
import { DEFAULT_CHOICE } from '../model/translation.ts';
import { showShader } from './actions.ts';
import { addDecompiled, compileInput, discardSource, hlslSource, showCompiled } from './hlsl.ts';
import { worker } from './session.ts';
import { showsTranslation } from './settings.ts';
import * as store from './store.ts';
import { choice } from './translation.ts';

/** Why the program of the shader that is shown cannot be edited as HLSL; undefined when it can. */
export const hlslRefusal = computed(() => {
  const data = store.shader.value;
  if (data === undefined) return 'no shader is open';
  if (hlslSource.value !== undefined) return 'its HLSL is shown';
  return /^[vpghdc]s_[45]_[01]$/.test(data.profile ?? '') ? undefined : 'only models 4.0 to 5.1 are compiled';
});

/** Shows the decompiled source of the shader that is shown: when it is changed, the shader gets its program. */
export async function editAsHlsl(): Promise<void> {
  const id = store.current.peek();
  if (id === undefined || hlslRefusal.peek() !== undefined) return;
  try {
    const { code } = await worker().call('translate', { id, choice: DEFAULT_CHOICE });
    if (store.current.peek() !== id) return;
    if (code === undefined) {
      showRefusal();
      return;
    }
    const source = addDecompiled(id, code.text);
    const result = await worker().call('compile', compileInput(source));
    if (store.current.peek() !== id) return;
    batch(() => {
      showCompiled(source, source.text, result);
      showsTranslation.value = false;
      store.pane.value = 'hlsl';
    });
  } catch (error) {
    store.failure.value = String(error);
  }
}

/** Shows the pane that says why there is no HLSL. */
function showRefusal(): void {
  batch(() => {
    showsTranslation.value = true;
    choice.value = DEFAULT_CHOICE;
    store.pane.value = 'translation';
  });
}

/** Brings the program back that the shader had before its HLSL was edited. */
export async function leaveHlsl(): Promise<void> {
  const id = store.current.peek();
  if (id === undefined) return;
  await discardSource(id);
  if (store.pane.peek() === 'hlsl') store.pane.value = 'listing';
  await showShader(id);
}

/** Results of the worker that a view shows as long as it is open. */
import { effect, type Signal } from '@preact/signals';
import { isAbort } from '../worker/client.ts';
import type { CallName, Calls, InputOf, ResultOf } from '../worker/protocol.ts';
import { worker } from './session.ts';
import { failure } from './store.ts';

/** A call of the worker that is repeated when its input changes. */
export interface FollowedCall<Name extends CallName> {
  readonly call: Name;
  /** The input of the call by the signals that it reads; undefined where there is nothing to ask. */
  readonly input: () => InputOf<Calls, Name> | undefined;
  /** Gets the result; undefined until the worker has answered. */
  readonly result: Signal<ResultOf<Calls, Name> | undefined>;
  /** Whether the last result stays until the worker has answered. */
  readonly keepsLast?: boolean;
}

/** Keeps a result up to date with its input. Returns the function that ends this. */
export function followCall<Name extends CallName>({ call, input, result, keepsLast }: FollowedCall<Name>): () => void {
  let running: AbortController | undefined;
  const stop = effect(() => {
    const asked = input();
    running?.abort();
    if (!keepsLast || asked === undefined) result.value = undefined;
    if (asked === undefined) return;
    const controller = new AbortController();
    running = controller;
    worker()
      .call(call, asked, { signal: controller.signal })
      .then(
        (data) => {
          result.value = data;
        },
        (error: unknown) => {
          if (!isAbort(error)) failure.value = String(error);
        },
      );
  });
  return () => {
    stop();
    running?.abort();
  };
}

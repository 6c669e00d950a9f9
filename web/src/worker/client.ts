/**
 * The page's side of the worker: a call is a promise, and an `AbortSignal` cancels it.
 *
 * Not for: what calls do (handlers.ts).
 */
import type { Calls, InputOf, Reply, ReportOf, Request, ResultOf } from './protocol.ts';

export interface CallOptions<Report> {
  readonly signal?: AbortSignal;
  /** Gets each report of progress. */
  readonly onReport?: (report: Report) => void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onReport: ((report: never) => void) | undefined;
}

/** The part of a worker's interface that the client uses. */
export type Port = Pick<Worker, 'postMessage' | 'addEventListener'>;

/** Sends calls to a worker and matches the replies. */
export class WorkerClient<Table = Calls> {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  constructor(port: Port) {
    this.#port = port;
    port.addEventListener('message', (event) => this.#receive((event as MessageEvent<Reply>).data));
    port.addEventListener('error', (event) => this.#fail((event as ErrorEvent).message || 'the worker ended'));
  }

  /**
   * Runs a call in the worker.
   *
   * @throws DOMException `AbortError` when it is cancelled, Error when the worker fails
   */
  call<Name extends keyof Table>(
    name: Name,
    input: InputOf<Table, Name>,
    { signal, onReport }: CallOptions<ReportOf<Table, Name>> = {},
  ): Promise<ResultOf<Table, Name>> {
    const call = ++this.#last;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortError());
        return;
      }
      const onAbort = () => {
        if (!this.#pending.delete(call)) return;
        this.#send({ cancel: call });
        reject(abortError());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const settled = () => signal?.removeEventListener('abort', onAbort);
      this.#pending.set(call, {
        resolve: (result) => {
          settled();
          resolve(result as ResultOf<Table, Name>);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
        onReport,
      });
      this.#send({ call, name, input } as Request<Table>);
    });
  }

  #send(request: Request<Table>): void {
    this.#port.postMessage(request);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.call);
    if (pending === undefined) return;
    if ('report' in reply) {
      pending.onReport?.(reply.report as never);
      return;
    }
    this.#pending.delete(reply.call);
    if ('error' in reply) pending.reject(new Error(reply.error));
    else pending.resolve(reply.result);
  }

  #fail(message: string): void {
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}

function abortError(): DOMException {
  return new DOMException('cancelled', 'AbortError');
}

/** Whether an error says that a call was cancelled. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * The worker's side of the protocol: runs the handler of each call and sends what it reports and gives.
 *
 * Not for: what calls do (handlers.ts).
 */
import type { Calls, Handlers, Reply, Request } from './protocol.ts';

/** Answers requests with `handlers`. Returns the function that takes a message. */
export function serve<Table = Calls>(
  handlers: Handlers<Table>,
  post: (reply: Reply) => void,
): (request: Request<Table>) => void {
  const running = new Map<number, AbortController>();
  return (request) => {
    if ('cancel' in request) {
      running.get(request.cancel)?.abort();
      return;
    }
    const { call, name, input } = request;
    const controller = new AbortController();
    running.set(call, controller);
    const context = {
      report: (report: unknown) => {
        if (!controller.signal.aborted) post({ call, report });
      },
      signal: controller.signal,
    };
    const run = handlers[name as keyof Table] as (input: never, context: never) => unknown;
    Promise.resolve()
      .then(() => run(input as never, context as never))
      .then(
        (result) => post({ call, result }),
        (error: unknown) => post({ call, error: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => running.delete(call));
  };
}

/** Calls between the page and its worker: results, reports, errors, cancelling. */
import { expect, test } from 'vitest';
import { isAbort, type Port, WorkerClient } from '../../web/src/worker/client.ts';
import type { Handlers, Reply, Request } from '../../web/src/worker/protocol.ts';
import { serve } from '../../web/src/worker/serve.ts';

/** A client that is connected with `handlers` without a worker. */
function connect(handlers: Partial<Handlers>): WorkerClient {
  let receive: ((event: MessageEvent<Reply>) => void) | undefined;
  const take = serve(handlers as Handlers, (data) =>
    queueMicrotask(() => receive?.({ data: structuredClone(data) } as MessageEvent<Reply>)),
  );
  const port = {
    postMessage: (request: Request) => queueMicrotask(() => take(structuredClone(request))),
    addEventListener: (name: string, listener: unknown) => {
      if (name === 'message') receive = listener as typeof receive;
    },
  };
  return new WorkerClient(port as unknown as Port);
}

const RESULT = { count: 2, diagnostics: [], raw: undefined };

test('a call reports and gives its result', async () => {
  const client = connect({
    find: ({ name }, { report }) => {
      report({ rows: [], count: name.length });
      return RESULT;
    },
    check: () => ({ valid: true, diagnostics: [] }),
  });
  const reports: number[] = [];
  const input = { name: 'a.cso', file: new Blob() };
  const [found, checked] = await Promise.all([
    client.call('find', input, { onReport: ({ count }) => reports.push(count) }),
    client.call('check', 0),
  ]);
  expect(found).toEqual(RESULT);
  expect(checked.valid).toBe(true);
  expect(reports).toEqual([5]);
});

test('an exception of a handler rejects the call', async () => {
  const client = connect({
    check: (id) => {
      throw new Error(`there is no shader ${id}`);
    },
  });
  await expect(client.call('check', 7)).rejects.toThrow('there is no shader 7');
});

test('a cancelled call ends at once, and its handler sees it', async () => {
  let isAborted = false;
  const started = deferred();
  const ended = deferred();
  const client = connect({
    find: async (_, { signal }) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isAborted = signal.aborted;
      ended.resolve();
      return RESULT;
    },
  });
  const controller = new AbortController();
  const call = client.call('find', { name: '', file: new Blob() }, { signal: controller.signal });
  const outcome = call.catch((error: unknown) => error);
  await started.promise;
  controller.abort();
  expect(isAbort(await outcome)).toBe(true);
  await ended.promise;
  expect(isAborted).toBe(true);
  const late = client.call('check', 0, { signal: controller.signal }).catch((error: unknown) => error);
  expect(isAbort(await late)).toBe(true);
});

/** A promise and the function that fulfils it. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

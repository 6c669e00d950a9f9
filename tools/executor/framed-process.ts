/**
 * A child process that answers requests in their order: frames on standard input, answers (status, size, bytes) on
 * standard output. A crash or a hang ends one request only; later ones go to a new process.
 *
 * Not for: what frames and answers mean (the clients).
 */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export type FramedChild = ChildProcessByStdio<Writable, Readable, null>;

/** Exit status of a program that cannot start at all. */
const EXIT_USAGE = 2;
const HEAD_SIZE = 8;

/** The process ended or hung on a request; the client is ready for the next one. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
  constructor(readonly how: 'crash' | 'hang') {
    super(`the executor ended in a ${how} on this request`);
  }
}

export interface FramedAnswer {
  /** 0 where the request succeeded. */
  readonly status: number;
  readonly body: Buffer;
}

interface Pending {
  readonly frame: Uint8Array;
  readonly resolve: (answer: FramedAnswer) => void;
  readonly reject: (error: Error) => void;
}

export class FramedProcess {
  #child: FramedChild | undefined;
  #received: Buffer = Buffer.alloc(0);
  /** In the order sent: the process answers one at a time. */
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isHung = false;

  /**
   * @param launch starts the process
   * @param limitSeconds how long one request may take before it counts as a hang
   */
  constructor(
    private readonly launch: () => FramedChild,
    private readonly limitSeconds: number,
  ) {}

  call(frame: Uint8Array): Promise<FramedAnswer> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ frame, resolve, reject });
      if (this.#child) this.#child.stdin.write(frame);
      else this.#launch();
      if (this.#pending.length === 1) this.#startTimer();
    });
  }

  /**
   * Ends the process; requests that are still under way fail.
   *
   * @param farewell what makes it end
   * @param closed called when it has ended
   */
  stop(farewell: Uint8Array, closed: () => void = () => {}): void {
    const child = this.#child;
    this.#child = undefined;
    clearInterval(this.#timer);
    for (const request of this.#pending.splice(0)) request.reject(new Error('the executor was stopped'));
    child?.stdin.end(farewell);
    if (child === undefined) closed();
    else child.once('close', closed);
  }

  #launch(): void {
    const child = this.launch();
    this.#child = child;
    this.#received = Buffer.alloc(0);
    child.stdin.on('error', () => {}); // 'close' reports it
    child.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
    child.on('error', (error) => this.#fail(error));
    child.on('close', (status) => this.#ended(child, status));
    for (const request of this.#pending) child.stdin.write(request.frame);
  }

  #startTimer(): void {
    clearInterval(this.#timer);
    if (this.#pending.length === 0) return;
    let seconds = 0;
    // Seconds are counted, not compared with a clock: one that stops both processes is no hang.
    this.#timer = setInterval(() => {
      seconds++;
      if (seconds < this.limitSeconds) return;
      clearInterval(this.#timer);
      this.#isHung = true;
      this.#child?.kill('SIGKILL');
    }, 1000);
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= HEAD_SIZE) {
      const end = HEAD_SIZE + this.#received.readUInt32LE(4);
      if (this.#received.length < end) return;
      const body = this.#received.subarray(HEAD_SIZE, end);
      const status = this.#received.readUInt32LE(0);
      this.#received = this.#received.subarray(end);
      this.#pending.shift()?.resolve({ status, body });
      this.#startTimer();
    }
  }

  /** The process ended: its current request fails, later ones go to a new process. */
  #ended(child: FramedChild, status: number | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (status === EXIT_USAGE) {
      this.#fail(new Error('the executor could not start'));
      return;
    }
    const how = this.#isHung ? 'hang' : 'crash';
    this.#isHung = false;
    this.#pending.shift()?.reject(new ProcessDied(how));
    if (this.#pending.length > 0) this.#launch();
    this.#startTimer();
  }

  #fail(error: Error): void {
    this.#child = undefined;
    for (const request of this.#pending.splice(0)) request.reject(error);
  }
}

/** Cuts an answer into what each read gave, each with its size before it: copies of their own, aligned. */
export function resultsOf(body: Buffer): Uint8Array[] {
  const results: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const size = body.readUInt32LE(at);
    results.push(new Uint8Array(body.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return results;
}

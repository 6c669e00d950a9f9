/** Lines of a text that is written: indentation, and the token that each line is from. */

/**
 * Parts that become one string: engines join strings when they are read, and until then a long text would be as many
 * objects as it has parts.
 */
const MAX_PARTS = 512;

export class LineWriter {
  /** The token of each line; 0 for none. */
  readonly tokens: number[] = [];
  /** The text up to the parts that are not joined yet. */
  readonly #chunks: string[] = [];
  readonly #parts: string[] = [];
  #indent = '';

  /** All lines. */
  get text(): string {
    this.#join();
    return this.#chunks.join('');
  }

  /** Levels of indentation. */
  get depth(): number {
    return this.#indent.length / STEP.length;
  }

  /** Pairs of a line, from 1, and its token, where the token changes. */
  get sourceMap(): [number, number][] {
    const { tokens } = this;
    const pairs: [number, number][] = [];
    let last = -1;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token === last) continue;
      last = token;
      pairs.push([i + 1, token]);
    }
    return pairs;
  }

  /** Adds a line; an empty text is an empty line. */
  line(text: string, at = 0): void {
    if (text !== '') this.#parts.push(this.#indent, text);
    if (this.#parts.push('\n') >= MAX_PARTS) this.#join();
    this.tokens.push(at);
  }

  /** Adds the lines of a text at the top level; it is already indented. */
  block(text: string): void {
    this.#parts.push(text, '\n');
    this.tokens.push(0);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.tokens.push(0);
  }

  indent(): void {
    this.#indent += STEP;
  }

  outdent(): void {
    this.#indent = this.#indent.slice(STEP.length);
  }

  /** Adds what another writer has. */
  append(other: LineWriter): void {
    this.#join();
    other.#join();
    for (const chunk of other.#chunks) this.#chunks.push(chunk);
    for (const token of other.tokens) this.tokens.push(token);
  }

  #join(): void {
    if (this.#parts.length === 0) return;
    this.#chunks.push(this.#parts.join(''));
    this.#parts.length = 0;
  }
}

const STEP = '  ';

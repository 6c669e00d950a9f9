/** Lines of a text that is written: indentation, and the token that each line is from. */
export class LineWriter {
  text = '';
  /** The token of each line; 0 for none. */
  readonly tokens: number[] = [];
  #indent = '';

  /** Levels of indentation. */
  get depth(): number {
    return this.#indent.length / STEP.length;
  }

  /** Pairs of a line, from 1, and its token, where the token changes. */
  get sourceMap(): [number, number][] {
    const pairs: [number, number][] = [];
    let last = -1;
    for (const [i, token] of this.tokens.entries()) {
      if (token === last) continue;
      last = token;
      pairs.push([i + 1, token]);
    }
    return pairs;
  }

  /** Adds a line; an empty text is an empty line. */
  line(text: string, at = 0): void {
    this.text += text === '' ? '\n' : `${this.#indent}${text}\n`;
    this.tokens.push(at);
  }

  /** Adds the lines of a text that has its own indentation. */
  block(text: string): void {
    for (const line of text.split('\n')) this.line(line);
  }

  indent(): void {
    this.#indent += STEP;
  }

  outdent(): void {
    this.#indent = this.#indent.slice(STEP.length);
  }

  /** Adds what another writer has. */
  append(other: LineWriter): void {
    this.text += other.text;
    for (const token of other.tokens) this.tokens.push(token);
  }
}

const STEP = '  ';

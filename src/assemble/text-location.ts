/** A range of characters in a text, with the position that messages give for it. Every token is one. */
export interface TextLocation {
  /** The text that `start` and `end` count in, in characters. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** The name of the file. */
  readonly file: string;
}

/** A location that can be set: where a parser was. */
export class LocationMark implements TextLocation {
  source = '';
  start = 0;
  end = 0;
  line = 0;
  column = 0;
  file = '';

  set(from: TextLocation): void {
    this.source = from.source;
    this.start = from.start;
    this.end = from.end;
    this.line = from.line;
    this.column = from.column;
    this.file = from.file;
  }

  /** Lets go of the text. */
  clear(): void {
    this.source = '';
  }
}

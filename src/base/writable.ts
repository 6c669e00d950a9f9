/** A record while it is filled in: its properties can be assigned. */
export type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

/**
 * The parts that descriptions of JSON values are made of. One description serves the validator, the JSON Schema, the
 * page of the documentation and the TypeScript types, so that they agree.
 *
 * Not for: descriptions themselves (vm/job, translate), checking values (vm/job/validate-shape.ts).
 */

/** The structure that a value must have. */
export type Shape =
  | IntegerShape
  | NumberShape
  | BooleanShape
  | TextShape
  | WordShape
  | ReferenceShape
  | NumbersShape
  | ValuesShape
  | BytesShape
  | ListShape
  | MapShape
  | ObjectShape
  | ChoiceShape
  | EitherShape;

export interface IntegerShape {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
}

/** A number; NaN and infinities as strings. */
export interface NumberShape {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
}

export interface BooleanShape {
  readonly type: 'boolean';
}

export interface TextShape {
  readonly type: 'text';
}

/** One of some words. */
export interface WordShape<Word extends string = string> {
  readonly type: 'word';
  readonly words: readonly Word[];
}

/** The parts of a job whose entries have names. */
export type Section = 'buffers' | 'textures' | 'samplers' | 'shaders' | 'invocations' | 'resources';

/** The name of an entry of a part of the job; `resources` are buffers and textures. */
export interface ReferenceShape {
  readonly type: 'reference';
  readonly to: Section;
}

/** Numbers in lists of any depth. */
export interface NumbersShape {
  readonly type: 'numbers';
}

/** Numbers, booleans, lists and objects of them: the values of variables. */
export interface ValuesShape {
  readonly type: 'values';
}

/** A `Uint8Array`, which JSON cannot have. */
export interface BytesShape {
  readonly type: 'bytes';
}

export interface ListShape<Of = unknown> {
  readonly type: 'list';
  readonly of: Of;
  readonly min: number;
  readonly max: number;
}

export interface MapShape<Of = unknown> {
  readonly type: 'map';
  readonly of: Of;
}

export interface Field<Of = unknown, Required extends boolean = boolean> {
  readonly shape: Of;
  readonly required: Required;
  readonly doc: string;
}

export type Fields = Readonly<Record<string, Field>>;

export interface ObjectShape<F extends Fields = Fields> {
  readonly type: 'object';
  readonly fields: F;
  /** Exactly one of these fields must be there; empty for no such rule. */
  readonly oneOf: readonly string[];
}

/** Objects that one field distinguishes. */
export interface ChoiceShape<Options = Readonly<Record<string, unknown>>, Tag extends string = string> {
  readonly type: 'choice';
  readonly tag: Tag;
  readonly options: Options;
}

/** Shapes that differ in the sort of JSON value. */
export interface EitherShape<Options = readonly unknown[]> {
  readonly type: 'either';
  readonly options: Options;
}

/** A number of a job: NaN, infinities and the bits of a word are strings. */
export type JobNumber = number | 'NaN' | 'Infinity' | '-Infinity' | `0x${string}`;

/** Numbers of a job, in lists of any depth. */
export type JobNumbers = readonly (JobNumber | JobNumbers)[];

/** The value of a variable of a job. */
export type JobValues = JobNumber | boolean | readonly JobValues[] | { readonly [name: string]: JobValues };

type RequiredNames<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K : never }[keyof F];
type OptionalNames<F extends Fields> = Exclude<keyof F, RequiredNames<F>>;

export type ValueOf<S> = S extends IntegerShape
  ? number
  : S extends NumberShape
    ? JobNumber
    : S extends BooleanShape
      ? boolean
      : S extends TextShape | ReferenceShape
        ? string
        : S extends WordShape<infer Word>
          ? Word
          : S extends NumbersShape
            ? JobNumbers
            : S extends ValuesShape
              ? JobValues
              : S extends BytesShape
                ? Uint8Array
                : S extends ListShape<infer Of>
                  ? readonly ValueOf<Of>[]
                  : S extends MapShape<infer Of>
                    ? { readonly [name: string]: ValueOf<Of> }
                    : S extends ObjectShape<infer F>
                      ? ObjectValue<F>
                      : S extends ChoiceShape<infer Options, infer Tag>
                        ? { [K in keyof Options]: { readonly [T in Tag]: K } & ValueOf<Options[K]> }[keyof Options]
                        : S extends EitherShape<infer Options>
                          ? Options extends readonly (infer One)[]
                            ? One extends unknown
                              ? ValueOf<One>
                              : never
                            : never
                          : never;

type ObjectValue<F extends Fields> = {
  readonly [K in RequiredNames<F>]: ValueOf<F[K]['shape']>;
} & { readonly [K in OptionalNames<F>]?: ValueOf<F[K]['shape']> | undefined };

export function integer(min = 0, max = 0xffff_ffff): IntegerShape {
  return { type: 'integer', min, max };
}

export function number(min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): NumberShape {
  return { type: 'number', min, max };
}

export const BOOLEAN: BooleanShape = { type: 'boolean' };
export const TEXT: TextShape = { type: 'text' };
export const NUMBERS: NumbersShape = { type: 'numbers' };
export const VALUES: ValuesShape = { type: 'values' };
export const BYTES: BytesShape = { type: 'bytes' };

export function word<const Word extends string>(words: readonly Word[]): WordShape<Word> {
  return { type: 'word', words };
}

export function reference(to: Section): ReferenceShape {
  return { type: 'reference', to };
}

export function list<Of>(of: Of, min = 0, max = 2 ** 20): ListShape<Of> {
  return { type: 'list', of, min, max };
}

export function map<Of>(of: Of): MapShape<Of> {
  return { type: 'map', of };
}

export function required<Of>(shape: Of, doc: string): Field<Of, true> {
  return { shape, required: true, doc };
}

export function optional<Of>(shape: Of, doc: string): Field<Of, false> {
  return { shape, required: false, doc };
}

/** @param oneOf fields, and exactly one of them must be there */
export function object<F extends Fields>(fields: F, oneOf: readonly (keyof F & string)[] = []): ObjectShape<F> {
  return { type: 'object', fields, oneOf };
}

export function choice<Options extends Readonly<Record<string, ObjectShape>>, Tag extends string>(
  tag: Tag,
  options: Options,
): ChoiceShape<Options, Tag> {
  return { type: 'choice', tag, options };
}

export function either<const Options extends readonly Shape[]>(...options: Options): EitherShape<Options> {
  return { type: 'either', options };
}

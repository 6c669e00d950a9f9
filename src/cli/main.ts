#!/usr/bin/env node

/**
 * Starts the program `dxlens`: loads run-command.ts and the files it needs, and saves their compiled code for the next
 * start with the same verb.
 *
 * Not for: what the program does.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { SAVE_CODE } from './process.ts';

/** The compiled code of a file of the program. */
interface Compiled {
  /** Changes with the file. */
  readonly key: string;
  readonly code: () => Uint8Array;
}

/** The first line of a file with compiled code: the name, key and size of each part. */
type Index = readonly (readonly [name: string, key: string, size: number])[];

/** The module that a file of the program sees. */
interface Module {
  readonly exports: object;
  /** For what is not a file of the program: a script whose compiled code was saved cannot import. */
  readonly import: (id: string) => Promise<unknown>;
}

type Run = (exports: object, require: (id: string) => unknown, module: Module, file: string, directory: string) => void;

const DIRECTORY = import.meta.dirname;
const { env } = process;
const savedFile = savedFileFor(process.argv[2]);
/** The open file with compiled code; undefined without one, and when new code is saved. */
let descriptor: number | undefined;
/** More than the first line of any file with compiled code has. */
const MAX_INDEX = 2 ** 16;
const compiled = savedFile === undefined ? new Map<string, Compiled>() : readSaved(savedFile);
/** Whether a file was compiled whose code was not saved. */
let hasMore = false;
let isSaved = false;
const modules = new Map<string, Module>();

/** The file for compiled code, in a directory of the user: code in it runs as if it were part of the program. */
function savedFileFor(verb = ''): string | undefined {
  const caches =
    env['NODE_COMPILE_CACHE'] ||
    env['XDG_CACHE_HOME'] ||
    env['LOCALAPPDATA'] ||
    (env['HOME'] && `${env['HOME']}/.cache`);
  // Measuring coverage needs all code compiled anew.
  if (!caches || env['NODE_DISABLE_COMPILE_CACHE'] || env['NODE_V8_COVERAGE']) return undefined;
  const name = /^[a-z]+$/.test(verb) && existsSync(join(DIRECTORY, `${verb}.cjs`)) ? verb : 'main';
  return join(caches, 'dxlens', `${name}-${process.versions.modules}.bin`);
}

/**
 * The parts of a file with compiled code. Each is read when it is needed: the file also has those that other runs of
 * the verb needed, and reading all of them may take a tenth of the time of a translation (measured).
 */
function readSaved(path: string): Map<string, Compiled> {
  const parts = new Map<string, Compiled>();
  try {
    descriptor = openSync(path, 'r');
    const { uid, size: end } = fstatSync(descriptor);
    if (uid === (process.geteuid?.() ?? uid)) {
      const head = readSavedAt(0, Math.min(end, MAX_INDEX));
      let next = head.indexOf('\n') + 1;
      for (const [name, key, size] of JSON.parse(head.toString('latin1', 0, next)) as Index) {
        const start = next;
        parts.set(name, { key, code: () => readSavedAt(start, Math.max(0, Math.min(size, end - start))) });
        next += size;
      }
    }
  } catch {
    // Nothing was saved, or it is of no use.
  }
  return parts;
}

function readSavedAt(start: number, size: number): Buffer {
  try {
    const bytes = Buffer.allocUnsafe(size);
    return bytes.subarray(0, readSync(descriptor!, bytes, 0, size, start));
  } catch {
    // V8 rejects it.
    return Buffer.alloc(0);
  }
}

function save(path: string): void {
  const temporary = `${path}.${process.pid}`;
  let file: number | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(temporary, 'wx', 0o600);
    const parts = [...compiled].map(([name, { key, code }]) => ({ name, key, bytes: code() }));
    // Files that are loaded later are compiled anew. Some systems replace no open files.
    compiled.clear();
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
    const index: Index = parts.map(({ name, key, bytes }) => [name, key, bytes.byteLength]);
    writeFileSync(file, `${JSON.stringify(index)}\n`);
    for (const { bytes } of parts) writeFileSync(file, bytes);
    closeSync(file);
    renameSync(temporary, path);
  } catch {
    // The next start takes longer.
    if (file !== undefined) rmSync(temporary, { force: true });
  }
}

/** Runs a file of the program once, and returns its exports. */
function load(name: string): object {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  // Without a prototype: adding hundreds of exports to other objects takes 4 ms (measured).
  const module: Module = { exports: Object.create(null), import: (id) => import(id) };
  modules.set(name, module);
  const path = join(DIRECTORY, name);
  const { ctimeMs, size } = statSync(path);
  const key = `${ctimeMs} ${size}`;
  const saved = compiled.get(name);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`,
    {
      filename: path,
      ...(saved?.key === key && { cachedData: saved.code() as Buffer }),
    },
  );
  if (script.cachedDataRejected !== false) {
    hasMore = true;
    compiled.set(name, { key, code: () => script.createCachedData() });
  }
  const run = script.runInThisContext() as Run;
  run(module.exports, (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id)), module, path, DIRECTORY);
  return module.exports;
}

/** Saves compiled code, once. */
function saveNew(): void {
  if (savedFile !== undefined && hasMore && !isSaved) save(savedFile);
  isSaved = true;
}

process.on('exit', saveNew);
(process as NodeJS.EventEmitter).on(SAVE_CODE, saveNew);
load('run-command.cjs');

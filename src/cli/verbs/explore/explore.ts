/**
 * `dxlens explore`: serves the explorer to browsers on this machine, with the files that the command line names: on
 * 127.0.0.1, below a random path, with a content security policy that allows nothing but the page itself.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { strFromU8, unzipSync } from 'fflate';
import { lookup } from 'mrmime';
import { isFileError, reasonOf } from '../../file-errors.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, type Input } from '../../inputs/read-input.ts';
import { siblingParts, withoutParts } from '../../inputs/siblings.ts';
import { DX0004, DX0018, DX0036 } from '../../messages.ts';
import { refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus } from '../../process.ts';
import { reportFile } from '../../report.ts';
import { readIn, STANDARD, writeError, writeOut } from '../../streams.ts';

/** A file that the page opens. */
export interface ServedFile {
  /** The name that the page shows. */
  readonly name: string;
  /** Its path, or its contents. */
  readonly content: string | Uint8Array;
  /** Files next to it that have a part of its data, which the page reads in pieces. */
  readonly parts?: readonly { readonly name: string; readonly path: string }[];
}

export interface PageServer {
  /** The address of the page. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Bytes of the random path and of the nonce: too many to guess. */
const SECRET_BYTES = 16;
const PAGE = 'index.html';
const BYTES = 'application/octet-stream';

/** Headers of every response. */
const HEADERS = {
  'cache-control': 'no-store',
  // The random path stays here.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The content security policy. Styles that scripts add have the nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Starts to serve the page in `archive`, a ZIP archive. It is read once; `files` are read when the page asks for them.
 *
 * @throws the error of the file system when the page cannot be read, or of the network when no port is free
 */
export async function servePage(archive: string, files: readonly ServedFile[]): Promise<PageServer> {
  const root = `/${randomBytes(SECRET_BYTES).toString('hex')}/`;
  // The page itself is sent with what belongs to one request.
  const { [PAGE]: pageBytes, ...others } = unzipSync(readFileSync(archive));
  const page = strFromU8(pageBytes!);
  const assets = new Map(Object.entries(others).map(([name, bytes]) => [root + name, bytes]));
  const opened = new Map<string, ServedFile['content']>();
  const open = (content: ServedFile['content']) => {
    const url = `files/${opened.size}`;
    opened.set(root + url, content);
    return url;
  };
  const list = files.map(({ name, content, parts = [] }) => ({
    name,
    url: open(content),
    ...(parts.length > 0 && {
      parts: parts.map((part) => ({ name: part.name, url: open(part.path), size: statSync(part.path).size })),
    }),
  }));

  const server = createServer(({ method, url = '', headers }, response) => {
    const { port } = server.address() as AddressInfo;
    // A request to another name comes from a page that rebound its name to this address.
    if (headers.host !== `${HOST}:${port}`) return refuse(response, 403);
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
    const file = opened.get(url);
    const asset = assets.get(url);
    if (url === root) sendPage(response, page, list);
    else if (file !== undefined) sendFile(response, file, headers.range);
    else if (asset === undefined) refuse(response, 404);
    else response.writeHead(200, { ...HEADERS, 'content-type': lookup(url) ?? BYTES }).end(asset);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${root}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, HEADERS).end();
}

/** Sends the page with the nonce of its styles and the list of files to open. */
function sendPage(response: ServerResponse, page: string, files: readonly { name: string; url: string }[]): void {
  const nonce = randomBytes(SECRET_BYTES).toString('base64url');
  const facts = [
    `<meta name="style-nonce" content="${nonce}" />`,
    `<meta name="opened-files" content="${attributeText(JSON.stringify(files))}" />`,
  ];
  const headers = { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(nonce) };
  // A function, because a name may have what `replace` takes for a pattern.
  response.writeHead(200, headers).end(page.replace('<head>', () => `<head>${facts.join('')}`));
}

/** Text as the value of an attribute in double quotes. */
function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** @param range the header of a request for a part of a file on the disk; of anything else all is sent */
function sendFile(response: ServerResponse, content: string | Uint8Array, range: string | undefined): void {
  const headers = { ...HEADERS, 'content-type': BYTES };
  if (typeof content !== 'string') {
    response.writeHead(200, headers).end(content);
    return;
  }
  const [, start, end] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? [];
  const part = start === undefined ? undefined : { start: Number(start), end: Number(end) };
  if (part !== undefined && part.end < part.start) {
    refuse(response, 416);
    return;
  }
  const stream = createReadStream(content, part);
  stream.on('open', () => {
    if (part === undefined) response.writeHead(200, headers);
    else response.writeHead(206, { ...headers, 'content-range': `bytes ${part.start}-${part.end}/*` });
  });
  // After the headers are sent, a shorter body would look complete.
  stream.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 404)));
  stream.pipe(response);
}

/** The page, next to the program in the package. */
const PAGE_ARCHIVE = join(import.meta.dirname, '../explorer.zip');

interface Flags {
  readonly open: boolean;
}

const EXAMPLES = `
Examples:
  dxlens explore                       open the explorer; drop files on it
  dxlens explore shader.cso            open it with a file
  dxlens explore game.zip content/     with the shaders in an archive and in a directory
  dxlens explore --no-open game.zip    print the address, and open nothing

The address has a random path, and only programs on this machine can reach it. Nothing is sent to any other machine.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineExplore(command: Command): void {
  command
    .description(
      'Opens the explorer in the browser: a page that shows the shaders in files of any kind as listing, bytes, bits, reflection and other ' +
        'languages. The files are read by this page alone. Ctrl+C ends the command.',
    )
    .argument('[path...]', 'files of any kind, directories, and patterns ("*.zip"); - is standard input')
    .option('--no-open', 'print the address of the page, and do not open a browser')
    .addHelpText('after', EXAMPLES)
    .action(explore);
}

async function explore(words: string[], { open }: Flags): Promise<void> {
  const files = await filesOf(words);
  if (files === undefined) return;
  const server = await servePage(PAGE_ARCHIVE, files);
  closeOnSignal(server);
  await writeOut(`${server.url}\n`);
  writeError('the explorer is at this address until you press Ctrl+C');
  if (open) await openInBrowser(server.url);
}

/** The files to serve; undefined if files are named and no file can be read. */
async function filesOf(words: readonly string[]): Promise<ServedFile[] | undefined> {
  const { inputs, directories } = await findInputs(words);
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  const files: ServedFile[] = [];
  for (const input of withoutParts(inputs)) {
    if (input.isPart) continue;
    // A pipe in a directory may never end.
    if (input.found && input.isSpecial) continue;
    try {
      if (input.unreadable === undefined) files.push(await servedFile(input));
      else reportUnreadable(input.file, input.unreadable);
    } catch (error) {
      if (!isFileError(error)) throw error;
      reportUnreadable(input.file, reasonOf(error));
    }
  }
  for (const { directory, start, end } of directories) {
    if (end > start) continue;
    reportFile(directory, DX0018, { count: 0 });
    raiseStatus(BAD_INPUT);
  }
  return words.length > 0 && files.length === 0 ? undefined : files;
}

/** @throws the error of the file system when the file cannot be read */
async function servedFile({ file }: Input): Promise<ServedFile> {
  const name = displayName(file);
  if (file === STANDARD) return { name, content: await readIn() };
  // A pipe can be read once only.
  if (!statSync(file).isFile()) return { name, content: readFileSync(file) };
  accessSync(file, constants.R_OK);
  const parts = siblingParts(file).map((path) => ({ name: basename(path), path }));
  return { name, content: file, ...(parts.length > 0 && { parts }) };
}

function reportUnreadable(file: string, reason: string): void {
  reportFile(displayName(file), DX0004, { reason });
  raiseStatus(BAD_INPUT);
}

/** Ends the program as planned when it is interrupted. */
function closeOnSignal(server: PageServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  try {
    await open(url);
  } catch (error) {
    reportFile('explorer', DX0036, { reason: reasonOf(error) });
  }
}

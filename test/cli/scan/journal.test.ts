/** Journals: what counts after a scan ended at any byte. */
import { expect, test } from 'vitest';
import {
  type JournalEntry,
  journalEnd,
  journalHeader,
  journalLine,
  readJournal,
} from '../../../src/cli/verbs/scan/resumable-output.ts';

const HEADER = journalHeader('1.2.3', { '--format': 'ndjson' });
const ENTRIES: JournalEntry[] = [10, 10, 250].map((end, index) => ({
  path: `päth ${index}\n`,
  size: 100,
  modified: 12.5,
  searched: true,
  failed: false,
  shaders: 1,
  rows: 1,
  end,
}));
const LINES = ENTRIES.map(journalLine);
const COMPLETE = Buffer.from(HEADER + LINES.join(''));

test('a journal gives back what was written', () => {
  const journal = readJournal(COMPLETE, 250)!;
  expect(journal.header).toMatchObject({ dxlens: '1.2.3', settings: { '--format': 'ndjson' } });
  expect(journal.entries).toEqual(ENTRIES);
  expect(journal).toMatchObject({ complete: false, end: 250, length: COMPLETE.byteLength });
});

test('cut anywhere, it has the entries whose lines are whole', () => {
  const ends = LINES.map((_, index) => Buffer.byteLength(HEADER + LINES.slice(0, index + 1).join('')));
  for (let length = 0; length <= COMPLETE.byteLength; length++) {
    const journal = readJournal(COMPLETE.subarray(0, length), 250);
    if (length < Buffer.byteLength(HEADER)) expect(journal).toBeUndefined();
    else {
      const count = ends.filter((end) => end <= length).length;
      expect(journal!.entries).toEqual(ENTRIES.slice(0, count));
      expect(journal!.length).toBe(count === 0 ? Buffer.byteLength(HEADER) : ends[count - 1]);
    }
  }
});

test('entries whose rows are not all there do not count', () => {
  expect(readJournal(COMPLETE, 249)).toMatchObject({ entries: ENTRIES.slice(0, 2), end: 10 });
  expect(readJournal(COMPLETE, 9)).toMatchObject({ entries: [], end: 0, length: Buffer.byteLength(HEADER) });
});

test('what follows damage does not count', () => {
  const damaged = Buffer.from(`${HEADER + LINES[0]}\0\0\0\n${LINES[2]}`);
  expect(readJournal(damaged, 250)).toMatchObject({ entries: ENTRIES.slice(0, 1), complete: false });
  const backwards = Buffer.from(HEADER + LINES[2] + LINES[0]);
  expect(readJournal(backwards, 250)!.entries).toEqual([ENTRIES[2]]);
});

test('the end', () => {
  const ended = Buffer.concat([COMPLETE, Buffer.from(journalEnd())]);
  expect(readJournal(ended, 250)).toMatchObject({ complete: true, entries: ENTRIES, length: COMPLETE.byteLength });
  // Rows are missing, so the end does not count either.
  expect(readJournal(ended, 100)!.complete).toBe(false);
});

test('other files are no journals', () => {
  for (const text of ['', '\n', '{}\n', '[]\n', 'null\n', '{"dxlens":"1","journal":99,"settings":{}}\n', 'hello\n'])
    expect(readJournal(Buffer.from(text), 0), text).toBeUndefined();
});

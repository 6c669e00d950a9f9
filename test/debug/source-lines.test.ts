import { expect, test } from 'vitest';
import { sourceLineAt } from '../../src/debug/model.ts';
import { readDebugInformation } from '../../src/debug/read.ts';
import { DEBUG_FIXTURES } from '../support/debug-fixtures.ts';

const { bytes } = DEBUG_FIXTURES.find(({ provenance }) => provenance.id === 'debug-information.main.ps_4_0.0x5')!;
const { programs } = readDebugInformation(bytes);
const [{ program, instructions, files }] = programs as [(typeof programs)[number]];

test('every token of an instruction has its line', () => {
  for (const { offset, end, location } of instructions)
    for (let at = offset; at < end; at += 4)
      expect(sourceLineAt(programs, program!, at)).toEqual({
        file: files[location!.file!]!.name,
        line: location!.line,
        column: location!.column,
      });
});

test('declarations, other programs and what follows the program have none', () => {
  expect(sourceLineAt(programs, program!, 8)).toBeUndefined();
  expect(sourceLineAt(programs, program! + 4, instructions[0]!.offset)).toBeUndefined();
  expect(sourceLineAt(programs, program!, instructions.at(-1)!.end)).toBeUndefined();
});

/** Steps by line of the source, and the variables in registers, of shaders that are compiled with debug information. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/hlsl/index.ts';
import type { SourceData } from '../../../web/src/model/debug-source.ts';
import { type DebugTrace, registersAt, stepCount } from '../../../web/src/model/run/debug-trace.ts';
import { hoverParts } from '../../../web/src/model/run/hover-values.ts';
import { beginsLine, linesOfSteps, type StepLines, stepLine } from '../../../web/src/model/run/source-steps.ts';
import { endsOf, variablesAt } from '../../../web/src/model/run/source-variables.ts';
import { floatOfWord } from '../../../web/src/model/run/word-text.ts';
import { debugSourceOf, debugSourceOfCompiled } from '../../../web/src/worker/debug-source.ts';
import { recordLanes } from '../../../web/src/worker/run/record.ts';
import { setupOf } from './support.ts';

const SOURCE = `float4 tint;
float cube(float x)
{
  float y = sqrt(x);
  return y * y * y;
}
float4 main(float2 at : TEXCOORD0) : SEMANTIC
{
  float a = cube(at.x + 3);
  float sum = tint.x;
  [loop] for (int i = 0; i < 3; i++)
  {
    sum += at.y * i;
  }
  float4 color = sqrt(a * sum);
  return color * color.x + at.y;
}
`;
/** Lines of the source. */
const [ROOT, CUBE, CALL, ADD, COLOR, RETURN] = [4, 5, 9, 13, 15, 16];

interface Recorded {
  readonly bytes: Uint8Array;
  readonly trace: DebugTrace;
  readonly data: SourceData;
  readonly lines: StepLines;
}

function record(profile: string): Recorded {
  const text = SOURCE.replace('SEMANTIC', profile.endsWith('3_0') ? 'COLOR0' : 'SV_Target');
  const { bytes } = compile(text, { profile, name: 'a.hlsl', debug: true });
  const { trace } = recordLanes(setupOf(bytes!), { x: 5, y: 7, size: 16 });
  const data = debugSourceOf(bytes!);
  return { bytes: bytes!, trace: trace!, data, lines: linesOfSteps(trace!, data) };
}

/** The lines at which steps stop, from the first step to the end. */
function walk({ trace, data, lines }: Recorded, isOver: boolean): (number | undefined)[] {
  const stops: (number | undefined)[] = [lines[0]?.line];
  for (let at = 0; at < stepCount(trace); ) {
    const next = stepLine(trace, data, lines, at, 1, isOver);
    expect(next).toBeGreaterThan(at);
    at = next;
    stops.push(lines[at]?.line);
  }
  return stops;
}

/** The values of the variables before a step in lane 0, by name; undefined components are null. */
function valuesAt({ trace, data, lines }: Recorded, step: number): Record<string, (number | null)[]> {
  const owner = (lines[step] ?? lines.at(-1))!.function;
  const rows = variablesAt(trace, registersAt(trace, step), data, endsOf(data), step, owner);
  return Object.fromEntries(
    rows.map(({ name, values }) => [
      name,
      values.map((one) => (one === undefined ? null : floatOfWord(one.words[0]!))),
    ]),
  );
}

describe.each(['ps_5_0', 'ps_3_0'])('%s', (profile) => {
  const recorded = record(profile);
  const { trace, data, lines } = recorded;

  test('steps stop at each line, and in loops again', () => {
    const stops = walk(recorded, false);
    for (const line of [ROOT, CUBE, ADD, COLOR, RETURN]) expect(stops).toContain(line);
    expect(stops.filter((line) => line === ADD).length).toBeGreaterThanOrEqual(3);
    expect(stops.at(-1)).toBeUndefined();
  });

  test('steps back stop at the beginnings of lines', () => {
    for (let at = stepCount(trace); at > 0; ) {
      const before = stepLine(trace, data, lines, at, -1, false);
      expect(before).toBeLessThan(at);
      at = before;
      expect(at === 0 || beginsLine(lines, at)).toBe(true);
    }
  });

  test('variables have the values that the source says', () => {
    const { trace: all, lines: ofAll } = recorded;
    const last = valuesAt(
      recorded,
      ofAll.findIndex((one) => one?.line === RETURN),
    );
    const [x, y] = last.at!;
    const a = Math.sqrt(x! + 3) ** 3;
    // In models 1 to 3, a value has the name of the first variable that gets it: the result of the function.
    const before = valuesAt(
      recorded,
      ofAll.findIndex((one) => one?.line === COLOR),
    );
    expect((before.a ?? before.cube)![0]).toBeCloseTo(a, 4);
    const sum = before.sum![0]!;
    const first = ofAll.findIndex((one) => one?.line === ADD);
    expect(sum - 3 * y!).toBeCloseTo(valuesAt(recorded, first).sum![0]!, 4);
    const colors = last.color!.filter((value) => value !== null);
    expect(colors.length).toBeGreaterThan(0);
    for (const value of colors) expect(value).toBeCloseTo(Math.sqrt(a * sum), 3);
    expect(valuesAt(recorded, stepCount(all)).at).toEqual([x, y]);
  });
});

describe('calls', () => {
  const recorded = record('ps_5_0');
  const { trace, data, lines } = recorded;

  test('are stepped over, forwards and backwards', () => {
    const stops = walk(recorded, true);
    expect(stops).toContain(CALL);
    for (const line of [ROOT, CUBE]) expect(stops).not.toContain(line);
    const after = lines.findIndex(
      (one, i) => i > lines.findIndex((inner) => inner?.line === CUBE) && one?.line !== CUBE,
    );
    expect(lines[stepLine(trace, data, lines, after, -1, true)]!.line).toBe(CALL);
    expect(lines[stepLine(trace, data, lines, after, -1, false)]!.line).toBe(CUBE);
  });

  test('have their variables, and those of the functions around them', () => {
    const inside = lines.findIndex((one) => one?.line === CUBE);
    expect(Object.keys(valuesAt(recorded, inside))).toEqual(expect.arrayContaining(['at', 'y']));
    const outside = lines.findIndex((one) => one?.line === COLOR);
    expect(Object.keys(valuesAt(recorded, outside))).not.toContain('y');
  });
});

describe('a shader that was compiled without debug information', () => {
  test.each(['ps_5_0', 'ps_3_0'])('has the source of the same program with it: %s', (profile) => {
    const text = SOURCE.replace('SEMANTIC', profile === 'ps_3_0' ? 'COLOR0' : 'SV_Target');
    const [shader, debugged] = [false, true].map((debug) => compile(text, { profile, name: 'a.hlsl', debug }).bytes!);
    const data = debugSourceOfCompiled(shader!, debugged!, [{ name: 'a.hlsl', text }]);
    expect(data.files).toEqual([{ name: 'a.hlsl', text }]);
    const { trace } = recordLanes(setupOf(shader!), { x: 5, y: 7, size: 16 });
    const shifted = linesOfSteps(trace!, data).map((one) => one?.line);
    expect(shifted).toEqual(record(profile).lines.map((one) => one?.line));
    expect(shifted).toContain(RETURN);
  });

  test('has none of another program', () => {
    const { bytes: shader } = compile('float4 main() : SV_Target { return 1; }', { profile: 'ps_5_0' });
    expect(debugSourceOfCompiled(shader!, record('ps_5_0').bytes, []).files).toEqual([]);
  });
});

describe('values in a line', () => {
  const values = new Map([
    ['a', '1'],
    ['light.direction', '(0, 1, 0)'],
    ['light.range', '8'],
    ['rows[1].x', '3'],
  ]);
  const shown = (line: string) => hoverParts(line, values).flatMap(({ value }) => value ?? []);

  test('belong to the longest name', () => {
    expect(shown('float b = dot(a, light.direction.xyz) + rows[1].x;')).toEqual([
      'a = 1',
      'light.direction = (0, 1, 0)',
      'rows[1].x = 3',
    ]);
  });

  test('of a structure are those of its members', () => {
    expect(shown('use(light);')).toEqual(['light.direction = (0, 1, 0)\nlight.range = 8']);
  });

  test('are not those of members and comments', () => {
    expect(shown('b.a = fab; // a')).toEqual([]);
  });

  test('leave the text of the line as it is', () => {
    for (const line of ['', 'a', ' a+a ', 'f(a).a; // a'])
      expect(
        hoverParts(line, values)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
  });
});

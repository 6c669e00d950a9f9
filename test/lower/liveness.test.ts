import { describe, expect, it } from 'vitest';
import { Random } from '../../smith/random.ts';
import { carriedComponents, FlowNotes, MAX_BLOCKS, Note } from '../../src/lower/liveness.ts';

/** A step of a program: an access of a register's component x, or flow. */
type Step = readonly [code: number, value: number];

const REGISTERS = 5;
const OPENS: readonly number[] = [Note.if, Note.loop, Note.switch];

/** A random program with blocks in blocks. */
function randomSteps(random: Random): Step[] {
  const steps: Step[] = [];
  let blocks = 0;
  const part = (depth: number, inLoop: boolean, inSwitch: boolean) => {
    for (let i = random.below(4); i >= 0; i--) {
      const chosen = random.below(10);
      if (chosen < 3) steps.push([Note.read, random.below(REGISTERS)]);
      else if (chosen < 6) steps.push([Note.write, random.below(REGISTERS)]);
      else if (depth < 3) block(depth + 1, inLoop, inSwitch);
      else if (inLoop || inSwitch) steps.push([random.below(2) === 0 ? Note.breakIf : Note.returnIf, 0]);
    }
  };
  const leave = (inLoop: boolean, inSwitch: boolean) => {
    const ways: number[] = [Note.return, Note.returnIf];
    if (inLoop || inSwitch) ways.push(Note.break, Note.breakIf, Note.break, Note.breakIf);
    if (inLoop) ways.push(Note.continue, Note.continueIf);
    if (random.below(3) === 0) steps.push([ways[random.below(ways.length)]!, 0]);
  };
  const block = (depth: number, inLoop: boolean, inSwitch: boolean) => {
    const kind = OPENS[random.below(3)]!;
    steps.push([kind, blocks++]);
    if (kind === Note.if) {
      part(depth, inLoop, inSwitch);
      leave(inLoop, inSwitch);
      if (random.below(2) === 0) {
        steps.push([Note.else, 0]);
        part(depth, inLoop, inSwitch);
        leave(inLoop, inSwitch);
      }
      steps.push([Note.endIf, 0]);
    } else if (kind === Note.loop) {
      part(depth, true, false);
      leave(true, false);
      steps.push([Note.endLoop, 0]);
    } else {
      for (let i = random.below(3); i >= 0; i--) {
        steps.push([Note.case, 0]);
        part(depth, inLoop, true);
        if (random.below(4) > 0) steps.push([Note.break, 0]);
      }
      if (random.below(2) === 0) steps.push([Note.default, 0], [Note.break, 0]);
      steps.push([Note.endSwitch, 0]);
    }
  };
  part(0, false, false);
  return steps;
}

/** Where control may go after each step; the position after the last one is the end. */
function successors(steps: readonly Step[]): number[][] {
  const next = steps.map((_, i) => [i + 1]);
  const end = steps.length;
  const open: {
    kind: number;
    start: number;
    exits: number[];
    continues: number[];
    hasDefault: boolean;
    other: number;
  }[] = [];
  for (const [i, [code]] of steps.entries()) {
    const top = open.at(-1);
    const breakable = open.findLast(({ kind }) => kind !== Note.if);
    const loop = open.findLast(({ kind }) => kind === Note.loop);
    if (OPENS.includes(code)) {
      open.push({ kind: code, start: i, exits: [], continues: [], hasDefault: false, other: -1 });
      if (code === Note.switch) next[i] = [];
    } else if (code === Note.else) {
      next[top!.start]!.push(i + 1);
      top!.other = i;
      next[i] = [];
      top!.exits.push(i);
    } else if (code === Note.case || code === Note.default) {
      next[top!.start]!.push(i);
      if (code === Note.default) top!.hasDefault = true;
    } else if (code === Note.break) {
      next[i] = [];
      breakable!.exits.push(i);
    } else if (code === Note.breakIf) breakable!.exits.push(i);
    else if (code === Note.continue) next[i] = [loop!.start];
    else if (code === Note.continueIf) next[i]!.push(loop!.start);
    else if (code === Note.return) next[i] = [end];
    else if (code === Note.returnIf) next[i]!.push(end);
    else if (code === Note.endIf || code === Note.endLoop || code === Note.endSwitch) {
      open.pop();
      if (code === Note.endLoop) next[i] = [top!.start];
      else if (code === Note.endIf ? top!.other < 0 : !top!.hasDefault) next[top!.start]!.push(i);
      for (const exit of top!.exits) next[exit]!.push(i + 1);
    }
  }
  return next;
}

/**
 * The registers that are live before each step, by iteration over all of them; those of `atEnd` are live at the end.
 */
function liveBefore(steps: readonly Step[], atEnd: number): number[] {
  const next = successors(steps);
  const live = [...Array<number>(steps.length).fill(0), atEnd];
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let i = steps.length - 1; i >= 0; i--) {
      const [code, value] = steps[i]!;
      let now = 0;
      for (const to of next[i]!) now |= live[to]!;
      if (code === Note.write) now &= ~(1 << value);
      if (code === Note.read) now |= 1 << value;
      if (now !== live[i]) isChanged = true;
      live[i] = now;
    }
  }
  return live;
}

const ALL = Array.from({ length: REGISTERS }, (_, register) => 4 * register);
const inSet = (set: number) => ALL.filter((component) => set & (1 << (component >> 2)));

describe('components that blocks carry', () => {
  it('are those that iteration over the flow graph finds, in random programs', { tags: 'slow' }, () => {
    let loops = 0;
    for (let seed = 1; seed <= 3000; seed++) {
      const random = new Random(seed);
      const steps = randomSteps(random);
      const atEnd = random.below(1 << REGISTERS);
      const notes = new FlowNotes();
      const starts: number[] = [];
      const ends: number[] = [];
      const open: number[] = [];
      for (const [i, [code, value]] of steps.entries()) {
        if (code === Note.read) notes.read(value, 1);
        else if (code === Note.write) notes.write(value, 1);
        else if (OPENS.includes(code)) {
          notes.open(code, value, 0);
          starts.push(i);
          open.push(value);
        } else if (code === Note.endIf || code === Note.endLoop || code === Note.endSwitch) {
          notes.close(code);
          ends[open.pop()!] = i;
        } else notes.step(code);
      }
      notes.end(-1);
      const blocks = starts.map(() => ALL);
      const carried = carriedComponents(notes, REGISTERS, { blocks, writes: [], uses: [] }, inSet(atEnd));
      const live = liveBefore(steps, atEnd);
      for (const [block, start] of starts.entries()) {
        const isLoop = steps[start]![0] === Note.loop;
        if (isLoop) loops++;
        const after = live[ends[block]! + 1]!;
        expect(carried.after[block], `after block ${block} of ${seed}`).toEqual(inSet(after));
        const before = isLoop ? live[start]! : live[start]! | after;
        expect(carried.before[block], `before block ${block} of ${seed}`).toEqual(inSet(before));
      }
    }
    expect(loops).toBeGreaterThan(1000);
  });

  it('of calls are what the subroutine needs, and of a subroutine what it returns', () => {
    const notes = new FlowNotes();
    notes.open(Note.loop, 0, 0);
    notes.write(0, 15);
    notes.step(Note.call, 0);
    notes.step(Note.breakIf);
    notes.close(Note.endLoop);
    notes.end(-1);
    notes.open(Note.if, 1, 0);
    notes.write(2, 3);
    notes.close(Note.endIf);
    notes.end(0);
    const uses = {
      blocks: [
        [0, 1, 4],
        [8, 9],
      ],
      writes: [[8]],
      uses: [[0, 4, 8]],
    };
    expect(carriedComponents(notes, 3, uses, [])).toEqual({ before: [[4], [8]], after: [[], [8]] });
  });

  it('are found in programs with damaged blocks, too', () => {
    const notes = new FlowNotes();
    for (const code of [Note.else, Note.break, Note.continue, Note.case]) notes.step(code);
    notes.close(Note.endLoop);
    notes.open(Note.if, 0, 0);
    notes.close(Note.endSwitch);
    notes.open(Note.loop, 1, 0);
    notes.end(-1);
    const uses = { blocks: [[0], [1]], writes: [], uses: [] };
    expect(carriedComponents(notes, 1, uses, [])).toEqual({ before: [[0], [1]], after: [[0], [1]] });
  });

  it('are not looked for in deeper blocks than there may be', () => {
    const notes = new FlowNotes();
    for (let i = 0; i < MAX_BLOCKS; i++) notes.open(Note.if, i, 0);
    expect(() => notes.open(Note.if, MAX_BLOCKS, 0)).toThrow();
  });
});

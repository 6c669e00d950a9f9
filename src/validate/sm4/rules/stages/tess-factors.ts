/**
 * Rules of tessellation factors as a set: the domain decides which exist, related factors are in consecutive registers,
 * in the same component, and no index range extends past them.
 *
 * Not for: the declaration of a single factor (declarations.ts).
 */
import { SM4_SYSTEM_NAMES, SM4_TESSELLATOR_DOMAINS } from '../../../../isa/sm4/names.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { COMPONENTS, INTERFACE_REGISTERS } from '../../limits.ts';
import type { IndexRange } from '../registers/state.ts';
import type { SignatureMap } from '../signatures/signature-map.ts';

export const MISSING_RULE: Sm4RuleRow = {
  code: 'DX3766',
  text: 'The tessellation factor {name}, which {domain} needs, is missing.',
  hint: 'Output all tessellation factors of the domain.',
};
export const MISPLACED_RULE: Sm4RuleRow = {
  code: 'DX3767',
  text: 'The tessellation factor {name} is not in component {component} of register {register}, after {before}.',
  hint: 'Put related factors in order, into the same component of consecutive registers.',
};
export const PAST_END_RULE: Sm4RuleRow = {
  code: 'DX3768',
  text: 'There is no register for the tessellation factor {name}; the related factors start in register {register}.',
  hint: 'Start the related factors in a lower register.',
};
export const CROSSED_RULE: Sm4RuleRow = {
  code: 'DX3769',
  text: 'The index range of registers {first} to {last} extends past the related tessellation factors in {from} to {to}.',
  hint: 'End index ranges with the factors, or leave the factors out of them.',
};

type SystemName = (typeof SM4_SYSTEM_NAMES)[number];
type Group = readonly SystemName[];

/** The groups of related factors by `TESSELLATOR_DOMAINS`, each in its order. */
const GROUPS: readonly (readonly Group[])[] = [
  [],
  [['finalLineDensityTessFactor', 'finalLineDetailTessFactor']],
  [
    ['finalTriUeq0EdgeTessFactor', 'finalTriVeq0EdgeTessFactor', 'finalTriWeq0EdgeTessFactor'],
    ['finalTriInsideTessFactor'],
  ],
  [
    [
      'finalQuadUeq0EdgeTessFactor',
      'finalQuadVeq0EdgeTessFactor',
      'finalQuadUeq1EdgeTessFactor',
      'finalQuadVeq1EdgeTessFactor',
    ],
    ['finalQuadUInsideTessFactor', 'finalQuadVInsideTessFactor'],
  ],
];

/** The registers that hold patch constants. */
interface Registers {
  mask(register: number): number;
  name(register: number, component: number): number;
  rangeAt(register: number): IndexRange | undefined;
}

/** Checks the factors that the phases of a hull shader output. */
export function checkPatchFactors(ctx: Sm4ValidationContext): void {
  checkGroups(ctx, ctx.tessellation.hull.constants, true);
}

/** Checks the factors that a domain shader declares; it may leave out those that it does not read. */
export function checkDomainFactors(ctx: Sm4ValidationContext): void {
  checkGroups(ctx, ctx.registers.current.patchConstant, false);
}

/** Checks the factors of a patch constant signature. */
export function checkSignatureFactors(ctx: Sm4ValidationContext, map: SignatureMap): void {
  if (ctx.stage !== 'hs' && ctx.stage !== 'ds') return;
  checkGroups(ctx, new SignatureRegisters(map), true);
}

/** The registers of a signature, which has no index ranges. */
class SignatureRegisters implements Registers {
  constructor(private readonly map: SignatureMap) {}

  mask(): number {
    return 0;
  }

  name(register: number, component: number): number {
    return this.map.name(0, register, component);
  }

  rangeAt(): undefined {
    return undefined;
  }
}

function checkGroups(ctx: Sm4ValidationContext, registers: Registers, complete: boolean): void {
  for (const group of GROUPS[ctx.tessellation.domain]!) checkGroup(ctx, registers, group, complete);
}

/** `complete`: all factors must be present. */
function checkGroup(ctx: Sm4ValidationContext, registers: Registers, group: Group, complete: boolean): void {
  const location = locationOf(registers, codeOf(group[0]!));
  if (location < 0) {
    if (complete)
      ctx.reportProgram(MISSING_RULE, {
        name: group[0]!,
        domain: SM4_TESSELLATOR_DOMAINS[ctx.tessellation.domain]!,
      });
    return;
  }
  const from = Math.floor(location / COMPONENTS);
  const component = location % COMPONENTS;
  let isComplete = true;
  for (let i = 1; i < group.length; i++) {
    const register = from + i;
    const name = group[i]!;
    if (register >= INTERFACE_REGISTERS) {
      ctx.reportProgram(PAST_END_RULE, { name, register: from });
    } else {
      if (registers.name(register, component) === codeOf(name)) continue;
      if (!complete && (registers.mask(register) & (1 << component)) === 0) continue;
      const values = { name, register, component: 'xyzw'.charAt(component), before: group[i - 1]! };
      ctx.reportProgram(MISPLACED_RULE, values);
    }
    isComplete = false;
  }
  if (!isComplete) return;
  const to = from + group.length - 1;
  const range = registers.rangeAt(from);
  if (range === undefined || (range.first >= from && range.last <= to)) return;
  ctx.reportProgram(CROSSED_RULE, { first: range.first, last: range.last, from, to });
}

const codeOf = (name: SystemName): number => SM4_SYSTEM_NAMES.indexOf(name);

/** The first component that is declared as `name`, register by register; -1: none. */
function locationOf(registers: Registers, name: number): number {
  for (let register = 0; register < INTERFACE_REGISTERS; register++) {
    for (let component = 0; component < COMPONENTS; component++) {
      if (registers.name(register, component) === name) return register * COMPONENTS + component;
    }
  }
  return -1;
}

/**
 * Interfaces and classes of a module (models 5.0 and 5.1): the declarations that IFCE and RDEF describe, and the calls,
 * whose functions become independent of the values around them.
 *
 * Not for: their text (src/emit/hlsl/classes.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { type ClassLinkage, INTERFACE_POINTERS, NO_SLOT, readIfce } from '../chunks/ifce.ts';
import type { Container } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import type { NameScope } from '../emit/common/names.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import {
  type CallBody,
  type ClassPlan,
  type ClassResource,
  type HlslClass,
  type InterfaceCall,
  memberNames,
} from '../emit/hlsl/class-plan.ts';
import { type Component, constantOf, type SplitIndex, sourceOf, splitIndex } from '../emit/hlsl/indices.ts';
import { baseOf, type MemoryLayout, type MemoryStruct, slotIn } from '../emit/hlsl/layouts.ts';
import { type IrModule, isTextureRead, Kind, NO_OP, OP_ROWS, Op, widthOf } from '../ir/index.ts';
import { valuesOf } from '../ir/passes/op-facts.ts';
import { builderBefore, walkRegion } from '../ir/passes/walk.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { CallArguments, joinResults } from './call-arguments.ts';
import { Layouts } from './layouts.ts';

/** The parts of an instance that its class data is found with. */
const ADDRESSES: readonly number[] = [
  Op['instance.constants'],
  Op['instance.offset'],
  Op['instance.texture'],
  Op['instance.sampler'],
];
/** Operations that pass parts of an address through. */
const PASSING: readonly number[] = [Op['i.add'], Op.pick, Op.bitcast];
/** Operations that a method cannot have: they are on what belongs to the entry point. */
const ENTRY_ONLY: readonly number[] = [
  Op['in.at'],
  Op.out,
  Op['out.at'],
  Op['var.load'],
  Op['var.store'],
  Op.emit,
  Op.cut,
  Op.return,
  Op.abort,
  Op['eval.centroid'],
  Op['eval.sample'],
  Op['eval.snapped'],
];
const ROW = 16;
const WORD = 4;

/** A reason to refuse a module. */
class Refused extends Error {}

function refuse(what: string): never {
  throw new Refused(what);
}

/**
 * Makes calls of interfaces return nothing where no class is bound: registers hold no result of a method then. The
 * passes come afterwards, and remove what is unused because of it.
 */
export function dropDefaultBodies(module: IrModule): void {
  const { ops } = module;
  for (const op of callsIn(module))
    for (let i = 0; i < module.regionCount(op); i++) {
      const region = ops.extra[op]! + i;
      const exit = module.last[region]!;
      if (module.cases[region]!.isDefault !== true || exit === NO_OP || ops.code[exit] !== Op.exit) continue;
      const b = builderBefore(module, exit);
      ops.setOperands(
        exit,
        ops.operands(exit).map((value) => b.undefined(ops.type[value]!)),
      );
    }
}

/** The calls of a module, outer ones first. A walk cannot add operations itself. */
function callsIn(module: IrModule): number[] {
  const calls: number[] = [];
  forEachOp(module, (op) => {
    if (isCall(module, op)) calls.push(op);
  });
  return calls;
}

/** Whether an operation is a switch over the function table of an interface pointer. */
function isCall({ ops }: IrModule, op: number): boolean {
  return ops.code[op] === Op.switch && ops.code[ops.operand(op, 0)] === Op['instance.table'];
}

/**
 * Plans the classes of a module, whose calls it changes.
 *
 * @returns undefined for a module without any, a text for one that HLSL cannot say
 */
export function planClasses(
  module: IrModule,
  container: Container | undefined,
  reflection: ShaderInterface | undefined,
  layouts: ReadonlyMap<number, MemoryLayout>,
  names: NameScope,
): Omit<ClassPlan, 'names'> | string | undefined {
  let isUsed = false;
  forEachOp(module, (op) => {
    const code = module.ops.code[op]!;
    isUsed ||= code === Op['instance.table'] || code === Op['cb.dynamic'] || ADDRESSES.includes(code);
  });
  if (!isUsed) return undefined;
  const diagnostics = new Diagnostics();
  const chunk = container && pickChunks(container, diagnostics).linkage;
  const linkage = chunk && readIfce(container!, chunk, diagnostics);
  if (linkage === undefined) return 'calls of interfaces without class linkage (IFCE)';
  try {
    return new ClassPlanner(module, linkage, reflection, layouts, names).plan();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** A variable that is an interface pointer, or an array of them. */
interface PointerVariable {
  readonly name: string;
  readonly interfaceName: string;
  readonly first: number;
  readonly count: number;
  readonly isArray: boolean;
}

class ClassPlanner {
  readonly #addresses = new Set<number>();
  readonly #rows = new Map<number, SplitIndex>();
  readonly #resources = new Map<number, number>();
  readonly #buffers = new Set<number>();
  readonly #undeclared = new Set<number>();
  /** Bindings of all registers, which methods choose one of. */
  readonly #ranges = new Set<number>();
  /** Names of interfaces, by those of the file. */
  readonly #interfaces = new Map<string, string>();
  readonly #pointers: PointerVariable[] = [];
  /** By the number of the type. */
  readonly #classes: (HlslClass | undefined)[] = [];
  readonly #calls = new Map<number, InterfaceCall>();

  constructor(
    private readonly module: IrModule,
    private readonly linkage: ClassLinkage,
    private readonly reflection: ShaderInterface | undefined,
    private readonly layouts: ReadonlyMap<number, MemoryLayout>,
    private readonly names: NameScope,
  ) {}

  plan(): Omit<ClassPlan, 'names'> {
    this.#readPointers();
    const { types } = this.linkage;
    for (let i = types.length - 1; i >= 0; i--) this.#readClass(i);
    this.#findAddresses();
    // Inner calls take their arguments from the parameters of outer ones.
    for (const op of callsIn(this.module)) {
      joinResults(this.module, op);
      this.#planCall(op);
    }
    forEachOp(this.module, (op) => this.#check(op));
    // Members hide variables of the same name in methods: nothing else may have their names.
    for (const one of this.#classes)
      for (const name of one === undefined ? [] : memberNames(one)) this.names.unique(name);
    return {
      interfaces: [...this.#interfaces.values()],
      pointers: this.#pointers.map(
        ({ name, interfaceName, count, isArray }) => `${interfaceName} ${name}${isArray ? `[${count}]` : ''}`,
      ),
      classes: types.flatMap((_, i) => this.#classes[i] ?? []).reverse(),
      calls: this.#calls,
      addresses: this.#addresses,
      rows: this.#rows,
      resources: this.#resources,
      buffers: this.#buffers,
      undeclared: new Set([...this.#undeclared, ...this.#ranges]),
    };
  }

  // --- declarations -------------------------------------------------------------------------------------------------

  /** Interface pointers by reflection, or one variable for the slots that have the same classes. */
  #readPointers(): void {
    const buffers = this.reflection?.constantBuffers.filter(({ type }) => type === 'interfacePointers') ?? [];
    for (const { variables } of buffers)
      for (const { name, startOffset, type, interfaceSlots } of variables) {
        const count = Math.max(type?.elements ?? 0, 1);
        if (count > INTERFACE_POINTERS) refuse('an array of more interface pointers than there are');
        this.#pointers.push({
          name: this.names.unique(name),
          interfaceName: this.#interfaceOf(type?.name ?? type?.subType?.name ?? 'Interface'),
          first: interfaceSlots.length === 0 ? INTERFACE_POINTERS : startOffset,
          count,
          isArray: (type?.elements ?? 0) > 0,
        });
      }
    if (this.#pointers.length > 0) return;
    let first = 0;
    for (const { count, typeIds } of this.linkage.slots) {
      const interfaceName = this.#interfaceOf(`Interface ${typeIds.join(' ')}`);
      this.#pointers.push({ name: this.names.unique('pointer'), interfaceName, first, count, isArray: count > 1 });
      first += count;
    }
  }

  #interfaceOf(name: string): string {
    let known = this.#interfaces.get(name);
    if (known === undefined) {
      known = this.names.unique(name.split(' ')[0]!);
      this.#interfaces.set(name, known);
    }
    return known;
  }

  /** The slots of the interface that a pointer has. */
  #slotsOf(pointer: number): ClassLinkage['slots'][number] | undefined {
    let end = 0;
    return this.linkage.slots.find(({ count }) => {
      end += count;
      return pointer < end;
    });
  }

  #variableOf(pointer: number): PointerVariable {
    const found = this.#pointers.find(({ first, count }) => pointer >= first && pointer < first + count);
    return found ?? refuse(`the interface pointer ${pointer}, which no variable has`);
  }

  /** Reads the class with a number; those after it are known. */
  #readClass(number: number): void {
    const type = this.linkage.types[number]!;
    const structs = new Set<MemoryStruct>();
    const instances = this.linkage.instances.filter((one) => one.type === number);
    for (const { constantBuffer, constantBufferOffset } of instances) {
      if (constantBuffer === NO_SLOT) continue;
      const binding = this.module.bindings.findIndex(
        ({ kind, register }) => kind === 'constants' && register === constantBuffer,
      );
      const variable = this.layouts
        .get(binding)
        ?.variables.find(({ offset, type: { struct } }) => offset === ROW * constantBufferOffset && struct);
      if (variable === undefined) continue;
      this.#buffers.add(binding);
      structs.add(variable.type.struct!);
    }
    // Of a class without instances, the size is not always known.
    const guessed = instances.length === 0 ? type.constantBufferStride || rowsOfMethods(this.module) : 0;
    const [struct] = guessed > 0 ? [this.#guessedStruct(type.name, guessed)] : structs;
    if (structs.size > 1 || (struct === undefined && type.constantBufferStride > 0))
      refuse(`the class ${type.name}, whose members are not known`);
    const base = baseOf(struct);
    const parent = this.#classes.find((one) => one !== undefined && base !== undefined && one.struct === base);
    const resources = ([kind, stride, first]: readonly ['view' | 'sampler', number, 'texture' | 'sampler']) =>
      this.#readResources(
        type.name,
        kind,
        stride,
        instances.find((one) => one[first] !== NO_SLOT),
        first,
      );
    const textures = resources(['view', type.textureStride, 'texture']);
    const samplers = resources(['sampler', type.samplerStride, 'sampler']);
    const all = [...new Set(this.#pointers.flatMap((one) => (this.#implements(number, one) ? one.interfaceName : [])))];
    this.#classes[number] = {
      name: struct?.name ?? this.names.unique(type.name),
      ...(struct !== undefined && { struct }),
      members: struct?.members ?? [],
      interfaces: all.filter((one) => !this.#hasInterface(parent, one)),
      textures,
      samplers,
      inherited: [parent?.textures.length ?? 0, parent?.samplers.length ?? 0],
    };
  }

  /** The data of a class that has no instance: only its size is known, or what methods read at most. */
  #guessedStruct(name: string, rows: number): MemoryStruct {
    const vector = new Layouts(this.names).vector(Kind.f32, 4);
    const type = rows === 1 ? vector : { ...vector, count: rows, stride: ROW, size: ROW * rows };
    return { name: this.names.unique(name), isGuessed: true, members: [{ name: 'rows', offset: 0, type }] };
  }

  #implements(type: number, { first }: PointerVariable): boolean {
    return this.#slotsOf(first)?.typeIds.includes(type) === true;
  }

  #hasInterface(one: HlslClass | undefined, name: string): boolean {
    if (one === undefined) return false;
    const base = baseOf(one.struct);
    const parent = this.#classes.find((other) => other !== undefined && other.struct === base && base !== undefined);
    return one.interfaces.includes(name) || this.#hasInterface(parent, name);
  }

  /** The members of a class that are textures or samplers: those of an instance, in the order of their registers. */
  #readResources(
    className: string,
    kind: 'view' | 'sampler',
    stride: number,
    instance: ClassLinkage['instances'][number] | undefined,
    first: 'texture' | 'sampler',
  ): ClassResource[] {
    if (stride > 0 && (instance === undefined || this.reflection === undefined))
      refuse(`textures of the class ${className}, whose names are not known`);
    const list: ClassResource[] = [];
    for (let i = 0; i < stride; i++) {
      const register = instance![first] + i;
      const binding = this.module.bindings.findIndex(
        (one) => one.kind === kind && one.register === register && one.count === 1,
      );
      const row = this.reflection!.boundResources.find(
        ({ bindPoint, type }) =>
          bindPoint === register && (type === 'sampler') === (kind === 'sampler') && !isBuffer(type),
      );
      const member = /^[^.]*\.([A-Za-z_]\w*)$/.exec(row?.name ?? '')?.[1];
      if (binding < 0 || member === undefined) refuse(`textures of the class ${className}, whose names are not known`);
      list.push({ name: member, binding });
    }
    for (const one of this.linkage.instances)
      if (this.linkage.types[one.type]?.name === className && one[first] !== NO_SLOT)
        for (const [i, { kind: other, register }] of this.module.bindings.entries())
          if (
            other === kind &&
            this.module.bindings[i]!.count === 1 &&
            register >= one[first] &&
            register < one[first] + stride * Math.max(one.elements, 1)
          )
            this.#undeclared.add(i);
    return list;
  }

  // --- addresses of class data --------------------------------------------------------------------------------------

  #findAddresses(): void {
    const { ops } = this.module;
    forEachOp(this.module, (op) => {
      const code = ops.code[op]!;
      if (ADDRESSES.includes(code)) this.#addresses.add(op);
      else if (PASSING.includes(code) && valuesOf(this.module.ops, op).some((value) => this.#addresses.has(value)))
        this.#addresses.add(op);
    });
  }

  /** An address as the part of an instance and what is added to it; undefined for any other value. */
  #addressOf(value: number, part: number): { readonly pointer: number; readonly rest: SplitIndex } | undefined {
    const { module } = this;
    const { ops } = module;
    let constant = 0;
    let pointer: number | undefined;
    const rest: Component[] = [];
    const visit = (one: Component): void => {
      const word = constantOf(module, one);
      const code = ops.code[one.value]!;
      if (word !== undefined) constant += word;
      else if (code === part && pointer === undefined) pointer = ops.operand(one.value, 0);
      else if (code === Op['i.add'])
        for (let i = 0; i < 2; i++) {
          const operand = ops.operand(one.value, i);
          visit(sourceOf(module, operand, widthOf(ops.type[operand]!) === 1 ? 0 : one.component));
        }
      else rest.push(one);
    };
    visit(sourceOf(module, value, 0));
    if (pointer === undefined || rest.length > 1 || rest.some((one) => this.#addresses.has(one.value)))
      return undefined;
    const [variable] = rest;
    if (variable === undefined) return { pointer, rest: { constant, variable, factor: 1, product: undefined } };
    const split = splitIndex(module, variable.value, variable.component);
    return { pointer, rest: { ...split, constant: split.constant + constant } };
  }

  /** Whether two values are the same interface pointer. */
  #isPointer(a: number, b: number): boolean {
    const [x, y] = [a, b].map((value) => this.#pointerOf(value));
    return (
      x!.number === y!.number && x!.index?.value === y!.index?.value && x!.index?.component === y!.index?.component
    );
  }

  /** An interface pointer: a number, and an index that is added. */
  #pointerOf(value: number): { readonly number: number; readonly index: Component | undefined } {
    const { constant, variable, factor } = splitIndex(this.module, value);
    if (factor !== 1) refuse('an interface pointer whose number is computed');
    return { number: constant, index: variable };
  }

  // --- calls --------------------------------------------------------------------------------------------------------

  #planCall(op: number): void {
    const { module } = this;
    const { ops } = module;
    const pointer = ops.operand(ops.operand(op, 0), 0);
    const { number, index } = this.#pointerOf(pointer);
    const variable = this.#variableOf(number);
    const slots = this.#slotsOf(number);
    if (slots === undefined) refuse('an interface pointer without slots');
    const bodies: Omit<CallBody, 'parameters'>[] = [];
    for (let i = 0; i < module.regionCount(op); i++) {
      const region = ops.extra[op]! + i;
      for (const table of module.cases[region]!.values) {
        const implementor = this.#classes[slots.typeIds[slots.tableIds.indexOf(table)] ?? -1];
        if (implementor === undefined) refuse('a function table that no class has');
        bodies.push({ region, implementor });
      }
    }
    if (new Set(bodies.map(({ implementor }) => implementor)).size !== slots.typeIds.length)
      refuse('a call that not all classes of its interface have a function for');
    for (const { region, implementor } of bodies) this.#planAddresses(region, implementor, pointer, op);
    const args = new CallArguments(module, op, (read) => this.#isHoisted(read, bodies), this.#addresses, this.#rows);
    const regions = [...new Set(bodies.map(({ region }) => region))];
    args.scan(regions);
    for (const region of regions)
      if (!args.separate(region)) refuse('an interface pointer that a method gets from outside');
    const { values } = args;
    const operands = [ops.operand(op, 0), ...values];
    if (index !== undefined) operands.push(scalarOf(module, index, op));
    ops.setOperands(op, operands);
    this.#calls.set(op, {
      interfaceName: variable.interfaceName,
      pointer: variable.isArray && index === undefined ? `${variable.name}[${number - variable.first}]` : variable.name,
      index: index === undefined ? undefined : operands.length - 1,
      offset: number - variable.first,
      names: values.map((value) => this.#nameOf(value)),
      bodies: bodies.map((body) => ({ ...body, parameters: args.parametersOf(body.region) })),
    });
  }

  /** The name of the parameter that gets a value. */
  #nameOf(value: number): string {
    const { ops, inputs } = this.module;
    const { value: source } = sourceOf(this.module, value, 0);
    if (ops.code[source] !== Op.in) return 'value';
    const { semantic } = inputs[ops.extra[source]! >> 2]!;
    return semantic === undefined ? 'value' : semantic.replace(/^SV_|\d+$/gi, '').toLowerCase();
  }

  /** Whether a read belongs outside of methods: what it reads has no name there. */
  #isHoisted(op: number, bodies: readonly Omit<CallBody, 'parameters'>[]): boolean {
    const { ops } = this.module;
    if (ops.code[op] === Op.in) return ops.arity[op] === 0;
    if (ops.code[op] !== Op['cb.load'] || ops.arity[op] !== 1 || ops.code[ops.operand(op, 0)] !== Op.const)
      return false;
    const binding = ops.extra[op]! >> 2;
    if (this.#buffers.has(binding)) return true;
    const members = new Set(bodies.flatMap(({ implementor }) => memberNames(implementor)));
    return this.layouts.get(binding)?.variables.some(({ name }) => members.has(name)) === true;
  }

  /** Resolves reads of class data in a method. */
  #planAddresses(
    region: number,
    { name, members, textures, samplers }: HlslClass,
    pointer: number,
    call: number,
  ): void {
    const { module } = this;
    const { ops, accesses } = module;
    const resolve = (value: number, part: number): SplitIndex => {
      const address = this.#addressOf(value, part);
      if (address === undefined || !this.#isPointer(address.pointer, pointer))
        refuse(`data of the class ${name} at an address that is computed`);
      return address.rest;
    };
    walkRegion(module, region, (op) => {
      const code = ops.code[op]!;
      if (isInner(module, op, call)) return;
      if (code === Op['cb.dynamic']) {
        const constants = resolve(ops.operand(op, 0), Op['instance.constants']);
        const rest = resolve(ops.operand(op, 1), Op['instance.offset']);
        const index = rest.variable && { scale: ROW * rest.factor, text: () => '' };
        for (let c = 0; c < widthOf(ops.type[op]!); c++) {
          const slot = slotIn(members, ROW * rest.constant + WORD * ((ops.extra[op]! & 3) + c), index);
          if (
            slot === undefined ||
            slot.kind === Kind.bool ||
            slot.kind === Kind.f64 ||
            constants.variable !== undefined
          )
            refuse(`data of the class ${name} that is in no member`);
        }
        this.#rows.set(op, rest);
      } else if (OP_ROWS[code]!.attribute === 'access')
        for (const [operand, isSampler] of indexOperands(accesses[ops.extra[op]!]!, ops.arity[op]!)) {
          const value = ops.operand(op, operand);
          if (!this.#addresses.has(value)) continue;
          const { constant, variable } = resolve(value, Op[isSampler ? 'instance.sampler' : 'instance.texture']);
          const member = (isSampler ? samplers : textures)[constant];
          const isSampled = isTextureRead(code);
          if (variable !== undefined || member === undefined || !isSampled)
            refuse(`a texture of the class ${name} that is no member`);
          const { binding, sampler } = accesses[ops.extra[op]!]!;
          this.#ranges.add(isSampler ? sampler : binding);
          this.#resources.set(value, constant);
        }
    });
  }

  /** Refuses what is left of class data, and what methods cannot do. */
  #check(op: number): void {
    const { module } = this;
    const { ops } = module;
    const code = ops.code[op]!;
    const call = this.#callAround(op);
    if (code === Op['cb.dynamic'] && !this.#rows.has(op)) refuse('class data that is read outside of methods');
    const isAddressed = this.#addresses.has(op) || this.#rows.has(op) || code === Op['instance.table'];
    if (!isAddressed && OP_ROWS[code]!.attribute !== 'access')
      for (const value of valuesOf(this.module.ops, op)) {
        if (this.#addresses.has(value)) refuse('where class data is as a number');
        if (ops.code[value] === Op['instance.table'] && !this.#calls.has(op)) refuse('a function table as a number');
      }
    if (call === undefined) return;
    if (ENTRY_ONLY.includes(code) || code === Op.in)
      refuse('methods that use arrays, inputs or outputs of the entry point');
    for (const binding of this.#bindingsOf(op))
      if (!this.#ranges.has(binding) && (this.#undeclared.has(binding) || this.#buffers.has(binding)))
        refuse('methods that use instances by their names');
    if (code !== Op['cb.load']) return;
    const members = new Set(this.#calls.get(call)!.bodies.flatMap(({ implementor }) => memberNames(implementor)));
    if (this.layouts.get(ops.extra[op]! >> 2)?.variables.some(({ name }) => members.has(name)))
      refuse('methods that use variables with the names of members');
  }

  #bindingsOf(op: number): number[] {
    const { ops, accesses } = this.module;
    switch (OP_ROWS[ops.code[op]!]!.attribute) {
      case 'constants':
        return [ops.extra[op]! >> 2];
      case 'binding':
        return [ops.extra[op]!];
      case 'access': {
        const { binding, sampler } = accesses[ops.extra[op]!]!;
        return [binding, sampler];
      }
      default:
        return [];
    }
  }

  /** The innermost call that an operation is in. */
  #callAround(op: number): number | undefined {
    const { module } = this;
    for (
      let at = module.owner[module.ops.region[op]!] ?? NO_OP;
      at !== NO_OP;
      at = module.owner[module.ops.region[at]!]!
    )
      if (this.#calls.has(at)) return at;
    return undefined;
  }
}

/** The rows of instances that methods read, of all classes. */
function rowsOfMethods(module: IrModule): number {
  let rows = 0;
  forEachOp(module, (op) => {
    if (module.ops.code[op] !== Op['cb.dynamic']) return;
    rows = Math.max(rows, splitIndex(module, module.ops.operand(op, 1)).constant + 1);
  });
  return rows;
}

function isBuffer(type: string | number | undefined): boolean {
  return type === 'cbuffer' || String(type).startsWith('uav');
}

/** The operands of an access that are indices of its view and of its sampler. */
function indexOperands(
  { isIndexed, isSamplerIndexed }: { readonly isIndexed: boolean; readonly isSamplerIndexed: boolean },
  arity: number,
): [operand: number, isSampler: boolean][] {
  const list: [number, boolean][] = [];
  if (isSamplerIndexed) list.push([arity - 1, true]);
  if (isIndexed) list.push([arity - (isSamplerIndexed ? 2 : 1), false]);
  return list;
}

/** Whether an operation is in a call inside of another call. */
function isInner(module: IrModule, op: number, call: number): boolean {
  for (
    let at = module.owner[module.ops.region[op]!]!;
    at !== call && at !== NO_OP;
    at = module.owner[module.ops.region[at]!]!
  )
    if (isCall(module, at)) return true;
  return false;
}

/** A component as a scalar, before an operation. */
function scalarOf(module: IrModule, { value, component }: Component, before: number): number {
  if (widthOf(module.ops.type[value]!) === 1) return value;
  return builderBefore(module, before).pick([(value << 2) | component]);
}

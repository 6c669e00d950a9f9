/**
 * Random inputs and outputs of entry points of all stages, as objects and as text, and the entry point around a body.
 *
 * Not for: buffers and resources (hlsl-declarations.ts).
 */
import type { SignatureVariable } from '../src/hlsl/declarations.ts';
import { matrixType, type NumericType, type ScalarName, scalarType, vectorType } from '../src/hlsl/types/types.ts';
import type { Random } from './random.ts';

/** A variable with its name in a structure. */
interface Member {
  readonly name: string;
  readonly text: string;
  readonly variable: SignatureVariable;
}

export interface DeclaredSignatures {
  readonly inputs: readonly SignatureVariable[];
  readonly outputs: readonly SignatureVariable[];
  readonly patch: readonly SignatureVariable[] | undefined;
  /** Declarations before the entry point. */
  readonly text: readonly string[];
  readonly main: string;
}

const SMALL: readonly ScalarName[] = ['min16float', 'min10float', 'min16int', 'min12int', 'min16uint'];
const MODIFIERS = ['', '', '', '', 'nointerpolation', 'noperspective', 'centroid', 'linear', 'noperspective centroid'];
const LETTERS = 'ABCDEFGHJKLM';

export class RandomSignatures {
  readonly #stage: string;
  readonly #model: number;

  constructor(
    private readonly random: Random,
    profile: string,
    private readonly hasSmall: boolean,
  ) {
    this.#stage = profile.slice(0, 2);
    this.#model = Number(`${profile[3]}${profile[5]}`);
  }

  /** @param uses statements that change the float `x`; they may use the integer `index` */
  make(uses: readonly string[]): DeclaredSignatures {
    switch (this.#stage) {
      case 'vs':
        return this.#vertex(uses);
      case 'ps':
        return this.#pixel(uses);
      case 'gs':
        return this.#geometry(uses);
      case 'hs':
        return this.#hull(uses);
      case 'ds':
        return this.#domain(uses);
      default:
        return this.#compute(uses);
    }
  }

  #numeric(): { type: NumericType; text: string } {
    const { random } = this;
    const scalar: ScalarName =
      this.hasSmall && random.oneIn(3)
        ? random.pick(SMALL)
        : random.pick(['float', 'float', 'float', 'float', 'int', 'uint', 'bool'] as const);
    const shape = random.below(7);
    if (shape < 2) return { type: scalarType(scalar), text: scalar };
    if (shape < 6) {
      const columns = random.between(1, 4);
      return { type: vectorType(scalar, columns), text: `${scalar}${columns}` };
    }
    const [rows, columns] = [random.between(1, 4), random.between(1, 4)];
    const isRowMajor = random.oneIn(3);
    return {
      type: matrixType(scalar, rows, columns, isRowMajor),
      text: `${isRowMajor ? 'row_major ' : ''}${scalar}${rows}x${columns}`,
    };
  }

  #member(
    name: string,
    type: NumericType,
    text: string,
    semantic: string,
    rest: Partial<SignatureVariable> = {},
  ): Member {
    const variable: SignatureVariable = { semantic, type, length: undefined, modifiers: [], stream: 0, ...rest };
    const modifiers = variable.modifiers.map((one) => `${one} `).join('');
    const array = variable.length === undefined ? '' : `[${variable.length}]`;
    return { name, text: `${modifiers}${text} ${name}${array} : ${semantic};`, variable };
  }

  #system(name: string, text: string, semantic: string, rest: Partial<SignatureVariable> = {}): Member {
    const columns = Number(/\d$/.exec(text)?.[0] ?? 0);
    const scalar = text.replace(/\d$/, '') as ScalarName;
    return this.#member(name, columns === 0 ? scalarType(scalar) : vectorType(scalar, columns), text, semantic, rest);
  }

  /** Members with names of the user. */
  #userMembers(limit: number, hasModifiers: boolean, stream = 0): Member[] {
    const { random } = this;
    const members: Member[] = [];
    let rows = 0;
    for (let i = 0, n = random.between(1, limit); i < n; i++) {
      const { type, text } = this.#numeric();
      const length = random.oneIn(6) ? random.between(1, 3) : undefined;
      rows += 4 * (length ?? 1);
      if (rows > 24) break;
      const isFloat = /float/.test(type.scalar);
      const modifier = hasModifiers && isFloat ? random.pick(MODIFIERS) : '';
      const semantic = `${random.pick(['', 'TEX'])}${LETTERS[i]}${random.oneIn(3) ? random.between(0, 9) : ''}`;
      members.push(
        this.#member(`e${i}`, type, text, semantic, {
          length,
          modifiers: modifier === '' ? [] : modifier.split(' '),
          stream,
        }),
      );
    }
    return members;
  }

  /** System values that a vertex has on its way to the rasterizer, in between others. */
  #withPosition(members: Member[], stream = 0): Member[] {
    const { random } = this;
    const list = [...members];
    const add = (member: Member) => list.splice(random.below(list.length + 1), 0, member);
    if (random.oneIn(2)) add(this.#system('pos', 'float4', random.pick(['SV_Position', 'SV_POSITION']), { stream }));
    if (random.oneIn(4)) add(this.#system('clip', `float${random.between(2, 4)}`, 'SV_ClipDistance', { stream }));
    if (random.oneIn(5)) add(this.#system('clip1', `float${random.between(2, 4)}`, 'SV_ClipDistance1', { stream }));
    if (random.oneIn(5)) add(this.#system('cull', 'float', 'SV_CullDistance', { stream }));
    return list;
  }

  #reads(path: string, members: readonly Member[]): string[] {
    const { random } = this;
    return members.flatMap(({ name, variable: { type, length } }) => {
      if (random.oneIn(2)) return [];
      const element = length === undefined ? '' : `[${random.below(length)}]`;
      const component =
        type.shape === 'scalar'
          ? ''
          : type.shape === 'vector'
            ? `.${'xyzw'[random.below(type.columns)]}`
            : `._m${random.below(type.rows)}${random.below(type.columns)}`;
      return [`x += (float)${path}${name}${element}${component};`];
    });
  }

  #structText(name: string, members: readonly Member[]): string {
    return `struct ${name} { ${members.map(({ text }) => text).join(' ')} };`;
  }

  /** Writes all members of `o`. */
  #writes(members: readonly Member[]): string {
    return members
      .map(({ name, variable: { length } }) =>
        length === undefined
          ? `o.${name} = x;`
          : Array.from({ length }, (_, i) => `o.${name}[${i}] = x + ${i};`).join(' '),
      )
      .join(' ');
  }

  #variables(members: readonly Member[]): SignatureVariable[] {
    return members.map(({ variable }) => variable);
  }

  #body(uses: readonly string[], reads: readonly string[], index: string): string {
    return `float x = 0; uint index = ${index};\n${reads.join(' ')}\n${uses.join('\n')}\n`;
  }

  #vertex(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const inputs = this.#userMembers(6, false);
    if (random.oneIn(3)) inputs.push(this.#system('vid', 'uint', 'SV_VertexID'));
    if (random.oneIn(3)) inputs.splice(0, 0, this.#system('iid', 'uint', 'SV_InstanceID'));
    const outputs = this.#withPosition(this.#userMembers(9, true));
    const index = this.#system('index0', 'uint', 'INDEX');
    return {
      inputs: this.#variables([...inputs, index]),
      outputs: this.#variables(outputs),
      patch: undefined,
      text: [this.#structText('In', inputs), this.#structText('Out', outputs)],
      main: `Out main(In i, uint index0 : INDEX) { Out o; ${this.#body(uses, this.#reads('i.', inputs), 'index0')}${this.#writes(outputs)} return o; }`,
    };
  }

  #pixel(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const inputs = this.#withPosition(this.#userMembers(8, true));
    inputs.push(this.#member('index0', scalarType('uint'), 'uint', 'INDEX'));
    const tail: Member[] = [];
    if (random.oneIn(4)) tail.push(this.#system('rt', 'uint', 'SV_RenderTargetArrayIndex'));
    if (random.oneIn(4)) tail.push(this.#system('vp', 'uint', 'SV_ViewportArrayIndex'));
    if (random.oneIn(4)) tail.push(this.#system('pid', 'uint', 'SV_PrimitiveID'));
    if (random.oneIn(4)) tail.push(this.#system('ff', 'bool', 'SV_IsFrontFace'));
    if (this.#model > 40 && random.oneIn(4)) tail.push(this.#system('si', 'uint', 'SV_SampleIndex'));
    if (this.#model >= 50 && random.oneIn(4)) tail.push(this.#system('cov', 'uint', 'SV_Coverage'));
    inputs.push(...tail);
    const outputs: Member[] = [];
    const targets = [0, 1, 2, 3].filter(() => random.oneIn(3));
    for (const target of targets.length === 0 ? [0] : targets) {
      const scalar = random.pick(['float', 'float', 'uint', 'int'] as const);
      const columns = random.between(1, 4);
      const member = this.#member(
        `c${target}`,
        vectorType(scalar, columns),
        `${scalar}${columns}`,
        `${random.pick(['SV_Target', 'SV_TARGET'])}${target === 0 ? random.pick(['', '0']) : target}`,
      );
      outputs.splice(random.below(outputs.length + 1), 0, member);
    }
    const add = (member: Member) => outputs.splice(random.below(outputs.length + 1), 0, member);
    if (random.oneIn(4)) add(this.#system('depth', 'float', 'SV_Depth'));
    if (this.#model > 40 && random.oneIn(4)) add(this.#system('mask', 'uint', 'SV_Coverage'));
    return {
      inputs: this.#variables(inputs),
      outputs: this.#variables(outputs),
      patch: undefined,
      text: [this.#structText('In', inputs), this.#structText('Out', outputs)],
      main: `Out main(In i) { Out o; ${this.#body(uses, this.#reads('i.', inputs), 'i.index0')}${this.#writes(outputs)} return o; }`,
    };
  }

  #geometry(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const inputs = this.#withPosition(this.#userMembers(6, true));
    const count = this.#model >= 50 && random.oneIn(3) ? random.between(2, 3) : 1;
    const parameters: Member[] = [];
    if (random.oneIn(2)) parameters.push(this.#system('pid', 'uint', 'SV_PrimitiveID'));
    if (this.#model >= 50 && random.oneIn(3)) parameters.push(this.#system('gid', 'uint', 'SV_GSInstanceID'));
    const streams = Array.from({ length: count }, (_, stream) => {
      const list =
        stream === 0
          ? this.#withPosition(this.#userMembers(5, true, stream), stream)
          : this.#userMembers(3, true, stream);
      const members = list.map((member) =>
        count === 1 || member.variable.semantic.startsWith('SV_')
          ? member
          : this.#member(
              member.name,
              member.variable.type,
              member.text.replace(/^.*?(row_major )?([a-z]\w*?) e\d.*$/, '$1$2'),
              `S${stream}${member.variable.semantic}`,
              { length: member.variable.length, stream },
            ),
      );
      if (stream === 0 && random.oneIn(3)) members.push(this.#system('rt', 'uint', 'SV_RenderTargetArrayIndex'));
      if (stream === 0 && random.oneIn(3)) members.push(this.#system('prim', 'uint', 'SV_PrimitiveID'));
      return members;
    });
    const kind = count > 1 ? 'PointStream' : random.pick(['PointStream', 'LineStream', 'TriangleStream']);
    const appends = streams.map((members, i) => `{ Out${i} o; ${this.#writes(members)} s${i}.Append(o); }`).join(' ');
    const list = [
      'point In v[1]',
      ...parameters.map(({ text }) => text.slice(0, -1)),
      ...streams.map((_, i) => `inout ${kind}<Out${i}> s${i}`),
    ];
    return {
      inputs: this.#variables([...inputs, ...parameters]),
      outputs: streams.flatMap((members) => this.#variables(members)),
      patch: undefined,
      text: [this.#structText('In', inputs), ...streams.map((members, i) => this.#structText(`Out${i}`, members))],
      main: `[maxvertexcount(4)] void main(${list.join(', ')}) { ${this.#body(
        uses,
        [...this.#reads('v[0].', inputs), ...this.#reads('', parameters)],
        '(uint)x',
      )}${appends} }`,
    };
  }

  /** Patch constants with the factors of a domain. */
  #patch(domain: string): Member[] {
    const { random } = this;
    const edges = domain === 'quad' ? 4 : domain === 'tri' ? 3 : 2;
    const factors = [this.#member('edges', scalarType('float'), 'float', 'SV_TessFactor', { length: edges })];
    const inside = domain === 'quad' ? 2 : undefined;
    if (domain !== 'isoline')
      factors.push(this.#member('inside', scalarType('float'), 'float', 'SV_InsideTessFactor', { length: inside }));
    const members = random.oneIn(4) ? [] : this.#userMembers(6, false);
    for (const factor of factors) members.splice(random.oneIn(2) ? 0 : random.below(members.length + 1), 0, factor);
    return members;
  }

  #hull(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const inputs = this.#withPosition(this.#userMembers(5, true));
    const outputs = this.#withPosition(this.#userMembers(5, true));
    const domain = random.pick(['tri', 'quad', 'isoline']);
    const patch = this.#patch(domain);
    const topology = domain === 'isoline' ? 'line' : 'triangle_cw';
    const inPatch = random.oneIn(2);
    const body = this.#body(uses, [], 'pid');
    const start = `float x = 0; uint index = 0; `;
    const attributes = `[domain("${domain}")][partitioning("integer")][outputtopology("${topology}")][outputcontrolpoints(3)][patchconstantfunc("constants")]`;
    return {
      inputs: this.#variables(inputs),
      outputs: this.#variables(outputs),
      patch: this.#variables(patch),
      text: [
        this.#structText('In', inputs),
        this.#structText('Out', outputs),
        this.#structText('Patch', patch),
        `Patch constants(InputPatch<In, 3> p, uint pid : SV_PrimitiveID) { Patch o; ${inPatch ? body : start}${this.#writes(patch)} return o; }`,
      ],
      main: `${attributes}\nOut main(InputPatch<In, 3> p, uint cp : SV_OutputControlPointID, uint pid : SV_PrimitiveID) { Out o; ${inPatch ? start : body}${this.#reads('p[1].', inputs).join(' ')} ${this.#writes(outputs)} return o; }`,
    };
  }

  #domain(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const inputs = this.#withPosition(this.#userMembers(5, true));
    const outputs = this.#withPosition(this.#userMembers(5, true));
    const domain = random.pick(['tri', 'quad', 'isoline']);
    const patch = this.#patch(domain);
    const location = domain === 'tri' ? 'float3' : 'float2';
    const reads = [...this.#reads('q[1].', inputs), ...this.#reads('p.', patch)];
    return {
      inputs: this.#variables(inputs),
      outputs: this.#variables(outputs),
      patch: this.#variables(patch),
      text: [this.#structText('In', inputs), this.#structText('Out', outputs), this.#structText('Patch', patch)],
      main: `[domain("${domain}")] Out main(Patch p, ${location} uv : SV_DomainLocation, OutputPatch<In, 3> q, uint pid : SV_PrimitiveID) { Out o; ${this.#body(uses, reads, 'pid')}${this.#writes(outputs)} return o; }`,
    };
  }

  #compute(uses: readonly string[]): DeclaredSignatures {
    const { random } = this;
    const parameters = [
      this.#system('tid', 'uint3', 'SV_DispatchThreadID'),
      this.#system('gi', 'uint', 'SV_GroupIndex'),
      this.#system('gid', 'uint3', 'SV_GroupID'),
    ].slice(0, random.between(1, 3));
    return {
      inputs: this.#variables(parameters),
      outputs: [],
      patch: undefined,
      text: [],
      main: `[numthreads(4, 1, 1)] void main(${parameters.map(({ text }) => text.slice(0, -1)).join(', ')}) { ${this.#body(uses, this.#reads('', parameters), 'tid.x')}result[tid.x] = x; }`,
    };
  }
}

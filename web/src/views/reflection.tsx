/**
 * The facts about the shader that an application needs: buffers to scale, bindings by space, signatures as grids of
 * registers.
 */
import type {
  BindingDesc,
  ParameterDesc,
  Reflection as ReflectionData,
  Sm1Reflection,
  Sm4Reflection,
} from 'dxlens/reflect';
import { visibleText } from '../model/format.ts';
import { bytesOfLine } from '../model/listing.ts';
import { bindingRegister, lineOfRegister } from '../model/registers.ts';
import { reflection, select, shader } from '../state/store.ts';
import { Buffer } from './buffer.tsx';
import { DataTree } from './data-tree.tsx';
import { Effect } from './effect.tsx';
import { type GridElement, RegisterGrid } from './register-grid.tsx';
import { RootSignatureTables } from './root-signature.tsx';
import './reflection.css';
import { TableHead } from '../ui/table-head.tsx';

export function Reflection() {
  const result = reflection.value;
  if (result === undefined) return <p class="message muted">Reading…</p>;
  if (result.reflection === undefined) return <p class="message muted">There is no reflection of this format.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll reflection" tabIndex={0} aria-label="Reflected data">
      <Content data={result.reflection} />
    </section>
  );
}

function Content({ data }: { data: ReflectionData }) {
  if (data.format === 'dxbc') return <Sm4 data={data} />;
  if (data.format === 'sm1') return <Sm1 data={data} />;
  if ('rootSignature' in data && data.rootSignature !== null) {
    const { rootSignature, ...others } = data;
    return (
      <>
        {data.format === 'dxil' && <DataTree name={data.format} value={others} />}
        <RootSignatureTables signature={rootSignature} />
      </>
    );
  }
  if (data.format === 'effect') return <Effect data={data} />;
  return <DataTree name={data.format} value={data} />;
}

/** Selects the declaration of a register, or its first use. */
function selectRegister(register: string): void {
  const listing = shader.peek()?.listing;
  const bytes = listing === undefined ? undefined : bytesOfLine(listing, lineOfRegister(listing, register));
  if (bytes !== undefined) select(bytes.start, bytes.end, 'reflection');
}

function RegisterButton({ register, text = register }: { register: string; text?: string }) {
  return (
    <button
      type="button"
      class="code register"
      title={`Select the declaration of ${register}`}
      onClick={() => selectRegister(register)}
    >
      {text}
    </button>
  );
}

/** The count of a range of constant buffers without an upper bound; other types have 0. */
const UNBOUNDED = 0xffff_ffff;

function Sm4({ data }: { data: Sm4Reflection }) {
  const { boundResources, constantBuffers, inputParameters, outputParameters, patchConstantParameters } = data;
  return (
    <>
      <Facts
        facts={[
          ['Profile', data.profile],
          ['Compiler', data.creator],
          ['Minimum feature level', data.minFeatureLevel],
          ['Instruction slots', data.instructionCount],
          ['Temporary registers', data.tempRegisterCount],
          ['Thread group', data.threadGroupSize.some((size) => size > 0) ? data.threadGroupSize.join(' × ') : null],
        ]}
      />
      {data.creator === null && <DeclaredBindings bindings={data.declaredResources} />}
      {boundResources.length > 0 && <h3>Bindings</h3>}
      <BindingTables bindings={boundResources} title="Bindings" />
      {constantBuffers.map((buffer) => (
        <Buffer key={buffer.name} buffer={buffer} />
      ))}
      <div class="grids">
        <Signature title="Inputs" prefix="v" parameters={inputParameters} access="not read" isOutput={false} />
        <Signature title="Outputs" prefix="o" parameters={outputParameters} access="never written" isOutput />
        <Signature
          title="Patch constants"
          prefix="vpc"
          parameters={patchConstantParameters}
          access=""
          isOutput={false}
        />
      </div>
      {data.rootSignature !== null && <RootSignatureTables signature={data.rootSignature} />}
    </>
  );
}

/** Bindings of a shader whose reflection data was removed. */
function DeclaredBindings({ bindings }: { bindings: readonly BindingDesc[] }) {
  return (
    <>
      <h3>Bindings from declarations</h3>
      <p class="muted">
        This shader has no reflection data. Its program says what is bound where; names, and what is in constant
        buffers, are not known.
      </p>
      {bindings.length === 0 && <p>The program declares no bindings.</p>}
      <BindingTables bindings={bindings} title="Bindings from declarations" />
    </>
  );
}

/** A table for each register space. */
function BindingTables({ bindings, title }: { bindings: readonly BindingDesc[]; title: string }) {
  const spaces = [...new Set(bindings.map(({ space }) => space))].sort((a, b) => a - b);
  return spaces.map((space) => (
    <table class="bindings" key={space}>
      <caption>
        {spaces.length > 1 || space > 0 ? `Space ${space}` : <span class="visually-hidden">{title}</span>}
      </caption>
      <TableHead columns={['Register', 'Name', 'Type', 'Dimension', 'Count']} />
      <tbody>
        {bindings
          .filter((binding) => binding.space === space)
          .map(({ name, type, bindPoint, registerName, bindCount, uID, returnType, dimension, numSamples }) => (
            <tr key={`${name}${type}${bindPoint}`}>
              <td>
                <RegisterButton register={bindingRegister(type, uID)} text={registerName} />
              </td>
              <td class="code">{visibleText(name)}</td>
              <td>
                {type}
                {returnType !== 'none' && returnType !== 0 && `, ${returnType}`}
                {type === 'structured' || type === 'uavRwStructured' ? `, ${numSamples} bytes` : ''}
              </td>
              <td>{dimension === 'unknown' ? '' : dimension}</td>
              <td>{bindCount === 0 || bindCount === UNBOUNDED ? 'unbounded' : bindCount}</td>
            </tr>
          ))}
      </tbody>
    </table>
  ));
}

interface SignatureProps {
  readonly title: string;
  readonly prefix: string;
  readonly parameters: readonly ParameterDesc[];
  /** The description of components that the shader does not use. */
  readonly access: string;
  readonly isOutput: boolean;
}

const NO_REGISTER = 0xffff_ffff;

function Signature({ title, prefix, parameters, access, isOutput }: SignatureProps) {
  const elements = parameters.map(
    ({ semanticName, semanticIndex, register, systemValueType, componentType, mask, readWriteMask }): GridElement => ({
      name: `${semanticName}${semanticIndex > 0 ? semanticIndex : ''}`,
      register: register === NO_REGISTER ? 'own' : `${prefix}${register}`,
      mask,
      // Of outputs, the mask has what is never written.
      usedMask: isOutput ? mask & ~readWriteMask : mask & readWriteMask,
      detail: [componentType, systemValueType === 'undefined' ? '' : systemValueType].filter(Boolean).join(', '),
    }),
  );
  return <RegisterGrid title={title} elements={elements} unusedText={access} onSelect={selectRegister} />;
}

function Sm1({ data }: { data: Sm1Reflection }) {
  const { constants, samplers, inputs, outputs, definitions } = data;
  const grid = (semantics: Sm1Reflection['inputs']) =>
    semantics.map(({ register, usage, usageIndex, mask }): GridElement => {
      const bits = [...mask].reduce((sum, letter) => sum | (1 << 'xyzw'.indexOf(letter)), 0);
      const name = usage === null ? register : `${usage}${usageIndex > 0 ? usageIndex : ''}`;
      return { name, register, mask: bits, usedMask: bits, detail: '' };
    });
  return (
    <>
      <Facts
        facts={[
          ['Profile', data.profile],
          ['Compiler', data.creator],
          ['Instruction slots', data.slots.total],
          ['Texture slots', data.slots.texture],
          ['Temporary registers', data.tempCount],
        ]}
      />
      {constants.length > 0 && (
        <>
          <h3>Constants</h3>
          <table class="bindings">
            <caption class="visually-hidden">Constants</caption>
            <TableHead columns={['Registers', 'Name', 'Type', 'Default']} />
            <tbody>
              {constants.map(({ name, register, registerCount, typeName, elements, defaultValue }) => (
                <tr key={register + name}>
                  <td>
                    <RegisterButton register={register} />
                    {registerCount > 1 && <span class="muted"> {registerCount} registers</span>}
                  </td>
                  <td class="code">
                    {visibleText(name)}
                    {elements > 1 && `[${elements}]`}
                  </td>
                  <td class="code">{visibleText(typeName)}</td>
                  <td class="code">{defaultValue?.slice(0, 16).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {definitions.length > 0 && <h3>Constants that the code sets</h3>}
      {definitions.length > 0 && (
        <table class="bindings">
          <caption class="visually-hidden">Constants that the code sets</caption>
          <tbody>
            {definitions.map(({ register, values }) => (
              <tr key={register}>
                <td>
                  <RegisterButton register={register} />
                </td>
                <td class="code">{values.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {samplers.length > 0 && <h3>Samplers</h3>}
      <ul class="samplers">
        {samplers.map(({ register, dimension, name }) => (
          <li key={register}>
            <RegisterButton register={register} /> {dimension}{' '}
            <span class="code">{name !== null && visibleText(name)}</span>
          </li>
        ))}
      </ul>
      <div class="grids">
        <RegisterGrid title="Inputs" elements={grid(inputs)} unusedText="" onSelect={selectRegister} />
        <RegisterGrid title="Outputs" elements={grid(outputs)} unusedText="" onSelect={selectRegister} />
      </div>
    </>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string | number | null])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visibleText(String(value))}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Vertex buffers and layouts of a draw, for both instruction sets. */

import { SM1_USAGES } from '../../../isa/sm1/registers.ts';
import type { InputElement } from '../../draw/draw-call.ts';
import type { VertexBuffer } from '../../draw/draw-common.ts';
import type { LegacyElement, LegacyStream } from '../../draw/legacy-call.ts';
import { DX7015, DX7021 } from '../../messages.ts';
import type { JobContext } from '../context.ts';
import { jobFormat } from '../format-names.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { suggestion } from '../validate-shape.ts';

/** Vertex buffers by slot, as draws of each instruction set have them. */
export interface VertexInputs {
  readonly vertexBuffers: readonly (VertexBuffer | undefined)[];
  readonly inputLayout: readonly InputElement[];
  readonly streams: readonly (LegacyStream | undefined)[];
  readonly declaration: readonly LegacyElement[];
}

/** A semantic and its index: `TEXCOORD1` is TEXCOORD and 1. */
export function splitSemantic(text: string): { readonly semantic: string; readonly semanticIndex: number } {
  const [, semantic = text, digits = ''] = /^(.*?)(\d{0,4})$/.exec(text) ?? [];
  return { semantic, semanticIndex: Number(digits) };
}

export function vertexInputs(
  { resources, report, shaders }: JobContext,
  { vertexBuffers: buffers = [], vs }: CommandOf<'draw'>,
  path: JsonPath,
): VertexInputs {
  const vertexBuffers: VertexBuffer[] = [];
  const inputLayout: InputElement[] = [];
  const streams: LegacyStream[] = [];
  const declaration: LegacyElement[] = [];
  const isLegacy = shaders.get(vs?.shader ?? '')?.isa === 'sm1';
  for (const [slot, spec] of buffers.entries()) {
    const { bytes } = resources.buffers.get(spec.buffer)!;
    const perInstance = spec.stepMode === 'instance';
    let end = 0;
    for (const [i, attribute] of spec.attributes.entries()) {
      const at = [...path, 'vertexBuffers', slot, 'attributes', i];
      const format = jobFormat(attribute.format)!;
      const offset = attribute.offset ?? end;
      end = offset + format.blockBytes;
      if (!format.canDecode || format.blockWidth > 1) {
        report.add(DX7015, [...at, 'format'], { format: format.name, use: 'a vertex' });
        continue;
      }
      const semantic = splitSemantic(attribute.semantic);
      const stepRate = perInstance ? (spec.stepRate ?? 1) : 0;
      inputLayout.push({ ...semantic, format, slot, offset, perInstance, stepRate });
      const usage = (SM1_USAGES as readonly string[]).indexOf(semantic.semantic.toLowerCase());
      if (usage >= 0) declaration.push({ stream: slot, offset, format, usage, usageIndex: semantic.semanticIndex });
      else if (isLegacy) {
        const values = {
          what: 'usage',
          name: attribute.semantic,
          suggestion: suggestion(attribute.semantic, SM1_USAGES),
        };
        report.add(DX7021, [...at, 'semantic'], values);
      }
    }
    const buffer = { bytes, stride: spec.stride ?? end, offset: spec.offset ?? 0 };
    vertexBuffers.push(buffer);
    streams.push(perInstance ? { ...buffer, instanceStepRate: spec.stepRate ?? 1 } : buffer);
  }
  return { vertexBuffers, inputLayout, streams, declaration };
}

/** Reads the notes on features. */

import { FEATURES, type Feature, RAW_BUFFERS_IN_4 } from '../../../chunks/sfi0.ts';
import { FEATURE_TEXTS } from '../../../text/dxbc/features.ts';
import { DX3204 } from '../../messages.ts';
import type { LineReports, Section } from './lines.ts';
import { contentOf, isEmpty, sectionName } from './rows.ts';

const BITS: ReadonlyMap<string, number> = new Map(
  Object.entries(FEATURE_TEXTS).map(([feature, text]) => [text, 1 << FEATURES[feature as Feature]]),
);

/** The bits of the chunk SFI0 for the features of the note, which names bit 1 for a flag of the program (`earlyDepthStencil`). */
export function readFeatures(section: Section, reports: LineReports): number {
  let bits = 0;
  for (const line of section.lines) {
    if (isEmpty(line)) break;
    const bit = BITS.get(contentOf(line));
    if (bit === undefined) {
      reports.report(DX3204, line, { section: sectionName(section), expected: 'the name of a feature' });
    } else bits |= bit;
  }
  return bits & ~RAW_BUFFERS_IN_4;
}

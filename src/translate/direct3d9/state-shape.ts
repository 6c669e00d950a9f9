/** The shape of files with the option `state9` of `translate`, for programs that read them. */
import { BOOLEAN, integer, list, object, optional, required, TEXT, word } from '../../base/shapes.ts';
import { MAX_CLIP_PLANES, STATE9_WORDS } from './options.ts';

/** The shape of a file with the option `state9`: an empty object is a sampler that nothing is known about. */
export const STATE9_SHAPE = object({
  samplers: optional(
    list(
      object({
        dimension: optional(word(STATE9_WORDS.dimension), 'The dimension of the texture, before ps_2_0.'),
        isComparison: optional(BOOLEAN, 'Whether it is a depth texture that is compared.'),
        isProjected: optional(BOOLEAN, 'Whether the stage divides coordinates by the last one, before ps_1_4.'),
      }),
    ),
    'By the number of the sampler.',
  ),
  alphaTest: optional(word(STATE9_WORDS.alphaTest), 'The function of the alpha test.'),
  fog: optional(word(STATE9_WORDS.fog), 'Fog of pixel shaders before 3_0.'),
  fogDistance: optional(word(STATE9_WORDS.fogDistance), 'The distance of fog.'),
  clipPlanes: optional(integer(0, MAX_CLIP_PLANES), 'How many clip planes are enabled.'),
  clipBy: optional(word(STATE9_WORDS.clipBy), 'How planes clip.'),
  halfPixel: optional(BOOLEAN, 'Whether positions move by half a pixel.'),
  pointSize: optional(word(STATE9_WORDS.pointSize), 'The size of points.'),
  pointSprite: optional(BOOLEAN, 'Whether points have texture coordinates of their own, from 0 to 1.'),
  flatShading: optional(BOOLEAN, 'Whether colors are those of the first vertex.'),
  integerInputs: optional(
    list(
      object({
        semantic: required(TEXT, 'The usage.'),
        index: optional(integer(), 'Its index.'),
        type: required(word(STATE9_WORDS.type), 'What the vertex has.'),
      }),
    ),
    'Inputs that are whole numbers in memory.',
  ),
});

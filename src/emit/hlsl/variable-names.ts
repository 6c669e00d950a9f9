/**
 * Names of variables by what the text of their values says. A rule sees names that other rules gave: `to_camera` makes
 * its unit vector `direction_to_camera`.
 *
 * Not for: names of outputs and of coordinates (roles.ts), what is read from textures (emit-hlsl.ts).
 */

/** The text of a value, and its components. */
interface Text {
  readonly text: string;
  readonly width: number;
}

type NameRule = (value: Text) => string | undefined;

/** A variable or constant, with the indices and members of its path. */
const PATH = String.raw`-?[A-Za-z_][\w.]*(?:\[[^\[\]]*\][\w.]*)*`;

/** Names of vectors that say a direction. */
const DIRECTION =
  /(?:^|_)(?:normal|(?:bi|bi_)?tangent|binormal|direction|half_vector|reflection)\d*(?:$|_to_|_from_)|(?:Dir|Direction|Axis)$/i;

/** A path without its sign, its swizzle, and the number at its end. */
function stemOf(path: string): string {
  return path
    .replace(/^-/, '')
    .replace(/\.[xyzw]{1,4}$/, '')
    .replace(/\d+$/, '');
}

const isDirection = (path: string) => DIRECTION.test(stemOf(path));

/** The groups of a pattern of an entire text, in which `@` is a path. */
function pattern(source: string): (text: string) => readonly string[] | undefined {
  const expression = new RegExp(`^${source.replaceAll('@', `(${PATH})`)}$`);
  return (text) => expression.exec(text)?.slice(1);
}

// --- differences and directions --------------------------------------------------------------------------------------

const DIFFERENCE = /* @__PURE__ */ pattern('@ [-+] @');
/** A light without a position has 0 as the last component of its direction. */
const LIGHT_DIFFERENCE = /* @__PURE__ */ pattern(String.raw`@ - \w+ \* (\w+)\.w|\w+ \* -(\w+)\.w \+ @`);
const NORMALIZED = /* @__PURE__ */ pattern(String.raw`normalize\(@\)`);
const UNIT = String.raw`(?:normalize\()?@\)?`;
const DOT = /* @__PURE__ */ pattern(String.raw`(?:saturate\(|max\()?dot\(${UNIT}, ${UNIT}\)(?:, 0\.0)?\)?`);
const INVERSE = /* @__PURE__ */ pattern(String.raw`rsqrt\((?:dot\((\w+), \1\)|(squared_\w+))\)`);
const LENGTH = /* @__PURE__ */ pattern(String.raw`length\(@\)`);
const CROSS = /* @__PURE__ */ pattern(String.raw`cross\(@, @\)(?: \* ${PATH})?`);
const REFLECTION = /* @__PURE__ */ pattern(String.raw`@ \* -(?:\(float3\))?\((\w+) \+ \2\) [-+] @`);

/** The owner of a position: `camera` for `CameraPosition`, `light` for `Lights[i].position`. */
function ownerOf(path: string): string | undefined {
  const stem = stemOf(path.replace(/\[[^\]]*\]/g, ''));
  if (!/pos(?:ition)?s?(?:range|radius)?$|(?:^|[._])(?:eye|camera)$/i.test(stem)) return undefined;
  return /eye|camera|light|sun/i.exec(path)?.[0].toLowerCase();
}

/** A difference with the position of the camera or of a light, or of two directions. */
const difference: NameRule = ({ text, width }) => {
  if (width === 3 && (LIGHT_DIFFERENCE(text) ?? []).some((path) => path && ownerOf(path) === 'light'))
    return 'to_light';
  const [a, b] = DIFFERENCE(text) ?? [];
  if (a === undefined || b === undefined || width < 3) return undefined;
  if (isDirection(a) && isDirection(b)) return 'direction_sum';
  if (!text.includes(' - ')) return undefined;
  const [to, from] = [ownerOf(a), ownerOf(b)];
  if (to !== undefined) return `to_${to}`;
  return from && `from_${from}`;
};

const normalized: NameRule = ({ text }) => {
  const stem = stemOf(NORMALIZED(text)?.[0] ?? '');
  if (stem === 'direction_sum') return 'half_vector';
  if (stem === 'normal_sum') return 'surface_normal';
  if (/^(?:to|from)_/.test(stem)) return `direction_${stem}`;
  return /^\w*(?:normal|tangent)$/i.test(stem) ? `unit_${stem.replace(/^unit_/, '')}` : undefined;
};

const product: NameRule = ({ text }) => {
  const [a, b] = DOT(text) ?? [];
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return /^(?:to|from)_/.test(a) ? 'squared_distance' : 'squared_length';
  return isDirection(a) && isDirection(b) ? 'cosine' : undefined;
};

const inverse: NameRule = ({ text }) => {
  const [vector, square] = INVERSE(text) ?? [];
  if (vector === undefined && square === undefined) return undefined;
  return /^(?:to|from)_|distance/.test(vector ?? square!) ? 'inverse_distance' : 'inverse_length';
};

const length: NameRule = ({ text }) => {
  const stem = stemOf(LENGTH(text)?.[0] ?? '');
  return /^(?:to|from)_/.test(stem) ? `distance_${stem}` : undefined;
};

const cross: NameRule = ({ text }) => {
  const paths = CROSS(text);
  if (paths === undefined) return undefined;
  const isOf = (word: RegExp) => paths.some((path) => word.test(stemOf(path)));
  return isOf(/normal$/i) && isOf(/tangent$/i) ? 'bitangent' : 'perpendicular';
};

const reflection: NameRule = ({ text, width }) =>
  width === 3 && (text.startsWith('reflect(') || REFLECTION(text) !== undefined) ? 'reflection' : undefined;

// --- normal maps -----------------------------------------------------------------------------------------------------

/** A texel of a normal map from -1 to 1. */
const mappedNormal: NameRule = ({ text, width }) =>
  width > 1 && /^\w*(?:normal|bump)\w*_texel\d*(?:\.[xyzw]+)? \* 2\.0 (?:\+ -|- )1\.0$/i.test(text)
    ? 'mapped_normal'
    : undefined;

/** A sum of products with the components of such a texel. */
const normalSum: NameRule = ({ text, width }) => {
  if (width !== 3 || !/mapped_normal|normal_sum/.test(text)) return undefined;
  let rest = text;
  for (let inner = ''; inner !== rest; ) {
    inner = rest;
    rest = rest.replace(/\w+\([^()]*\)/g, '');
  }
  const names = rest.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];
  const isPart = (name: string) => /^(?:mapped_normal|normal_sum)\d*$/.test(name);
  return /^[\w.\s*+-]*$/.test(rest) && names.some(isPart) && new Set(names).size > 1 ? 'normal_sum' : undefined;
};

// --- products with matrices ------------------------------------------------------------------------------------------

/** Where a matrix of this name takes a vector; undefined for others. */
function spaceOf(matrix: string): string | undefined {
  const name = matrix.toLowerCase();
  const isInverse = /inv/.test(name) && !/transpose/.test(name);
  const hasView = /view/.test(name);
  if (/tex|uv|colou?r/.test(name)) return undefined;
  if (/shadow/.test(name)) return 'shadow';
  if (/proj|wvp|mvp/.test(name)) {
    if (isInverse) return hasView ? 'world' : 'view';
    return /prev|last/.test(name) ? 'previous_clip' : 'clip';
  }
  if (hasView) return isInverse ? 'world' : 'view';
  if (/world|model/.test(name)) return isInverse ? 'object' : 'world';
  return /bone|skin/.test(name) ? 'skinned' : undefined;
}

/** The arguments of a `mul` that is all of a text. */
function argumentsOf(text: string): readonly [string, string] | undefined {
  if (!text.startsWith('mul(')) return undefined;
  let depth = 0;
  let comma = -1;
  for (let i = 3; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) {
      return i === text.length - 1 && comma > 0 ? [text.slice(4, comma), text.slice(comma + 2, -1)] : undefined;
    } else if (text[i] === ',' && depth === 1) comma = i;
  }
  return undefined;
}

const transformed: NameRule = ({ text, width }) => {
  const sides = argumentsOf(text);
  if (sides === undefined || width < 3) return undefined;
  for (const [i, side] of sides.entries()) {
    const [, cast = '', matrix = ''] = /^(\(float\dx\d\))?([A-Za-z_][\w.]*)(?:\[[^[\]]*\])?$/.exec(side) ?? [];
    const space = spaceOf(matrix);
    if (space === undefined) continue;
    const vector = sides[1 - i]!;
    const stem = stemOf(vector);
    const what = /binormal|bitangent|normal|tangent/i.exec(stem)?.[0].toLowerCase();
    if (what !== undefined) return `${space}_${what}`;
    const isTurned = cast === '(float3x3)' || vector.endsWith('.xyz');
    return `${space}_${isTurned && !/pos/i.test(stem) ? 'direction' : 'position'}`;
  }
  return undefined;
};

/** A member of an element of an array. */
const member: NameRule = ({ text }) => /^[\w.]+\[[^[\]]+\]\.([A-Za-z_]\w+)(?<!\.[xyzw]+)$/.exec(text)?.[1];

/** A position that is divided by its last component. */
const projected: NameRule = ({ text }) =>
  /^(\w+)\.xyz? \/ \1\.w$/.test(text) && /position/.test(text) ? 'projected_position' : undefined;

/** A position that has another component, or others than the input. */
const extended: NameRule = ({ text }) => {
  const stem = stemOf(/^float4\((\w+), 1\.0\)$/.exec(text)?.[1] ?? '');
  if (/position$/i.test(stem)) return stem;
  return /^float4\(.*, position\.w\)$/.test(text) ? 'moved_position' : undefined;
};

// --- colors ----------------------------------------------------------------------------------------------------------

/** A texel of the color of a surface, times a factor. */
const surfaceColor: NameRule = ({ text, width }) => {
  if (width < 3) return undefined;
  const [, word] = /^\w*(albedo|diffuse|base_?colou?r)\w*_texel\d*(?:\.xyzw?)? \* [\w.]+$/i.exec(text) ?? [];
  return word && (/^base/i.test(word) ? 'base_color' : word.toLowerCase());
};

const TERM = String.raw`(?:\w+_texel\d*(?:\.xyz)?|sum\d*)(?: \* [\w.[\]]+)?`;
const SUM = /* @__PURE__ */ new RegExp(`^${TERM}(?: \\+ ${TERM})+$`);

/** A sum of texels, or of such a sum and more texels. */
const texelSum: NameRule = ({ text, width }) =>
  width > 2 && text.includes('_texel') && SUM.test(text) ? 'sum' : undefined;

/** The color of a light, times the cosine of its angle. */
const light: NameRule = ({ text, width }) =>
  width === 3 && /light\w*colou?r/i.test(text) && /cosine|dot\(/.test(text) && !/ \+ | \? /.test(text)
    ? 'light'
    : undefined;

// --- numbers ---------------------------------------------------------------------------------------------------------

/** The weights of red, green and blue, which are added up with them. */
const LUMINANCE = /^dot\(.*float3\(0\.(?:2\d*|3\d{0,2}), 0\.[567]\d*, 0\.[01]\d*\)\)$/;

const luminance: NameRule = ({ text }) => (LUMINANCE.test(text) ? 'luminance' : undefined);

/** A number that is computed with the range of fog. */
const fog: NameRule = ({ text, width }) => {
  const names = text.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];
  const isRange = (name: string) => /fog/i.test(name) && !/colou?r/i.test(name);
  return width === 1 && names.some(isRange) && !names.every(isRange) ? 'fog' : undefined;
};

const RULES: readonly NameRule[] = [
  member,
  transformed,
  normalized,
  difference,
  mappedNormal,
  normalSum,
  projected,
  extended,
  surfaceColor,
  texelSum,
  reflection,
  cross,
  length,
  inverse,
  product,
  light,
  luminance,
  fog,
];

/** Returns the name that the text of a value gives; undefined where it says nothing. */
export function nameFromText(text: string, width: number): string | undefined {
  for (const rule of RULES) {
    const name = rule({ text, width });
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Returns the name of a unit vector that no rule names. */
export function directionFromText(text: string): string | undefined {
  return text.startsWith('normalize(') && text.indexOf(')') === text.length - 1 ? 'direction' : undefined;
}

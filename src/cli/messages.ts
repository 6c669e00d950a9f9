/** The messages of the program. The reporter fills in the `{name}` placeholders. */
import { error, note, warning } from '../base/messages.ts';

// Files, outputs and options.

export const DX0004 = /* @__PURE__ */ error('DX0004', 'cannot read the file: {reason}');
export const DX0005 = /* @__PURE__ */ error('DX0005', 'cannot write the output: {reason}');
export const DX0016 = /* @__PURE__ */ error('DX0016', 'this is {kind}, not assembly{way}');
export const DX0017 = /* @__PURE__ */ error('DX0017', 'this is {kind} without a root signature');
export const DX0018 = /* @__PURE__ */ error(
  'DX0018',
  'found no input for this command in this directory (files: {count})',
);
export const DX0019 = /* @__PURE__ */ error('DX0019', 'this is {name}, not a compiled shader{way}');
export const DX0020 = /* @__PURE__ */ note('DX0020', 'this looks like {name}; {hint}');
export const DX0021 = /* @__PURE__ */ warning(
  'DX0021',
  'the shader has no {what}: these are comments of the listing; --into ORIGINAL keeps those of a shader',
);
export const DX0023 = /* @__PURE__ */ warning(
  'DX0023',
  'the preshader of the text is not that of the original, which is kept',
);
export const DX0024 = /* @__PURE__ */ warning(
  'DX0024',
  'line {line}: a def reads {value} as a number, not as the bits of a float; disassemble with --exact, or write bits({value})',
);
export const DX0022 = /* @__PURE__ */ error(
  'DX0022',
  'the original has no program that can be replaced: it is {kind}; --into takes the compiled shader',
);
export const DX0025 = /* @__PURE__ */ error(
  'DX0025',
  'there is no instruction {number}; disasm --numbers counts {count} of them',
);
export const DX0026 = /* @__PURE__ */ error('DX0026', 'offset {offset} is outside the input of {size} bytes');
export const DX0027 = /* @__PURE__ */ error(
  'DX0027',
  '{option}: {reason}',
  'Nothing was written. Correct the edit; `dxlens reflect` prints names and registers.',
);
export const DX0028 = /* @__PURE__ */ note(
  'DX0028',
  'no instruction set {register}; one was added, and it overrides what the application sets',
);
export const DX0029 = /* @__PURE__ */ error(
  'DX0029',
  'the editor failed: {reason}',
  'Set VISUAL or EDITOR to the command of an editor that waits until the file is closed.',
);
export const DX0030 = /* @__PURE__ */ error('DX0030', 'this is {kind}, which has no program that can be changed{way}');
export const DX0031 = /* @__PURE__ */ note(
  'DX0031',
  'the original breaks these rules, too, so they do not count: {codes}',
);
export const DX0032 = /* @__PURE__ */ error(
  'DX0032',
  'the result would be invalid, so nothing was written; --no-validate writes it',
);
export const DX0033 = /* @__PURE__ */ note('DX0033', 'the edits change nothing');
export const DX0034 = /* @__PURE__ */ note(
  'DX0034',
  '{name} has a new default value, which Direct3D does not read: effects and reflection do; {way}',
);
export const DX0035 = /* @__PURE__ */ warning(
  'DX0035',
  'line {line}: the header of a listing is a comment here, so this change of it is lost; `dxlens patch` has --rename, --rebind and --set',
);
export const DX0036 = /* @__PURE__ */ warning(
  'DX0036',
  'no browser could be opened: {reason}',
  'Open the printed address yourself.',
);
export const DX0037 = /* @__PURE__ */ warning(
  'DX0037',
  'the extension is that of a compiled shader, but {kind}',
  'Compile it again, or remove it; `dxlens validate --strict` fails for it.',
);
export const DX0038 = /* @__PURE__ */ error(
  'DX0038',
  'the program of this source does not fit the shader: {reason}',
  'Parameters and registers must be those of the shader; `dxlens decompile` writes a source that has them.',
);
export const DX0039 = /* @__PURE__ */ error('DX0039', 'this is {kind}, not HLSL');
export const DX0040 = /* @__PURE__ */ note('DX0040', 'the edited text is in {path}; `dxlens patch --apply` takes it');
export const DX0041 = /* @__PURE__ */ note(
  'DX0041',
  'the debug information of the shader describes another program; it is left out',
);
export const DX0042 = /* @__PURE__ */ note(
  'DX0042',
  'the program of the shader for feature level 9 stays as it is; a first line with its profile, such as // fxc /T ps_4_0_level_9_1, replaces it, too',
);
export const DX0380 = /* @__PURE__ */ error('DX0380', '{option} chooses a shader of an effect, and this is {kind}');
export const DX0381 = /* @__PURE__ */ error('DX0381', "no shader of the effect has the {part} '{word}'{way}");
export const DX0382 = /* @__PURE__ */ error(
  'DX0382',
  'the options choose {count} shaders of the effect, and only one can be changed at a time: {names}',
);
export const DX0383 = /* @__PURE__ */ note(
  'DX0383',
  'the shader {name} is shared by {count} passes, and changes in all of them',
);
export const DX0384 = /* @__PURE__ */ error(
  'DX0384',
  'this is {kind}, whose shaders have to be chosen',
  'Choose them with --technique, --pass, --stage, --group or --variable, such as --technique 0.',
);
export const DX0360 = /* @__PURE__ */ warning(
  'DX0360',
  'the file has changed since it was scanned; its rows are those of before',
  'Remove FILE.partial and FILE.journal next to the output, and scan again.',
);
export const DX0361 = /* @__PURE__ */ error(
  'DX0361',
  'another process writes this output, too; nothing more was written',
  'Give each task an output of its own.',
);
export const DX0362 = /* @__PURE__ */ error('DX0362', 'found no shader (files: {count})');
export const DX0225 = /* @__PURE__ */ error('DX0225', 'no source file is embedded in this shader{files}');
export const DX0226 = /* @__PURE__ */ error(
  'DX0226',
  'a file of this name with other bytes exists already, so the source was not written; --force replaces it',
);
export const DX0227 = /* @__PURE__ */ error(
  'DX0227',
  'a file of this name with other bytes exists already, so the program database was not written',
  'Remove the file, or write to another directory.',
);
export const DX0228 = /* @__PURE__ */ error(
  'DX0228',
  '{count} shaders of the effect have a program database: {names}; for a directory use -o DIR/',
);
export const DX0320 = /* @__PURE__ */ error('DX0320', 'no compiled shader is found in these {size} bytes');
export const DX0321 = /* @__PURE__ */ error(
  'DX0321',
  'a file of this name with other bytes exists already, so the shader was not written; --force replaces it',
);
export const DX0322 = /* @__PURE__ */ error(
  'DX0322',
  'this is one of the inputs, so the shader was not written; use another directory',
);
export const DX1036 = /* @__PURE__ */ error('DX1036', 'this is {kind}, not a DXBC container');
export const DX1039 = /* @__PURE__ */ note(
  'DX1039',
  'the container has {count} chunks {tag}; the first is extracted, the others have the numbers {others}',
);
export const DX1041 = /* @__PURE__ */ error('DX1041', 'there is no chunk {chunk}{suggestion}');
export const DX1044 = /* @__PURE__ */ error('DX1044', 'digest mismatch: stored {found}, computed {expected} (retail)');
export const DX4032 = /* @__PURE__ */ error('DX4032', '{option} does not apply to this input: it is {kind}');

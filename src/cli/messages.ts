/** The messages of the program. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** What only the program reports: files, outputs, options. */
export const CLI_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0004: { text: 'cannot read the file: {reason}' },
  DX0005: { text: 'cannot write the output: {reason}' },
  DX0016: { text: 'this is {kind}, not assembly{way}' },
  DX0017: { text: 'this is {kind} without a root signature' },
  DX0018: { text: 'found no input for this command in this directory (files: {count})' },
  DX0019: { text: 'this is {name}, not a compiled shader{way}' },
  DX0020: { severity: 'note', text: 'this looks like {name}; {hint}' },
  DX0021: {
    severity: 'warning',
    text: 'the shader has no {what}: these are comments of the listing; --into ORIGINAL keeps those of a shader',
  },
  DX0023: {
    severity: 'warning',
    text: 'the preshader of the text is not that of the original, which is kept',
  },
  DX0024: {
    severity: 'warning',
    text: 'line {line}: a def reads {value} as a number, not as the bits of a float; disassemble with --exact, or write bits({value})',
  },
  DX0022: {
    text: 'the original has no program that can be replaced: it is {kind}; --into takes the compiled shader',
  },
  DX0025: {
    text: 'there is no instruction {number}; disasm --numbers counts {count} of them',
  },
  DX0026: { text: 'offset {offset} is outside the input of {size} bytes' },
  DX0027: {
    text: '{option}: {reason}',
    hint: 'Nothing was written. Correct the edit; `dxlens reflect` prints names and registers.',
  },
  DX0028: {
    severity: 'note',
    text: 'no instruction set {register}; one was added, and it overrides what the application sets',
  },
  DX0029: {
    text: 'the editor failed: {reason}',
    hint: 'Set VISUAL or EDITOR to the command of an editor that waits until the file is closed.',
  },
  DX0030: { text: 'this is {kind}, which has no program that can be changed{way}' },
  DX0031: { severity: 'note', text: 'the original breaks these rules, too, so they do not count: {codes}' },
  DX0032: { text: 'the result would be invalid, so nothing was written; --no-validate writes it' },
  DX0033: { severity: 'note', text: 'the edits change nothing' },
  DX0034: {
    severity: 'note',
    text: '{name} has a new default value, which Direct3D does not read: effects and reflection do; {way}',
  },
  DX0035: {
    severity: 'warning',
    text: 'line {line}: the header of a listing is a comment here, so this change of it is lost; `dxlens patch` has --rename, --rebind and --set',
  },
  DX0036: {
    severity: 'warning',
    text: 'no browser could be opened: {reason}',
    hint: 'Open the printed address yourself.',
  },
  DX0037: {
    severity: 'warning',
    text: 'the extension is that of a compiled shader, but {kind}',
    hint: 'Compile it again, or remove it; `dxlens validate --strict` fails for it.',
  },
  DX0380: { text: '{option} chooses a shader of an effect, and this is {kind}' },
  DX0381: { text: "no shader of the effect has the {part} '{word}'{way}" },
  DX0382: {
    text: 'the options choose {count} shaders of the effect, and only one can be changed at a time: {names}',
  },
  DX0383: { severity: 'note', text: 'the shader {name} is shared by {count} passes, and changes in all of them' },
  DX0384: {
    text: 'this is {kind}, whose shaders have to be chosen',
    hint: 'Choose them with --technique, --pass, --stage, --group or --variable, such as --technique 0.',
  },
  DX0360: {
    severity: 'warning',
    text: 'the file has changed since it was scanned; its rows are those of before',
    hint: 'Remove FILE.partial and FILE.journal beside the output, and scan again.',
  },
  DX0361: {
    text: 'another process writes this output, too; nothing more was written',
    hint: 'Give each task an output of its own.',
  },
  DX0362: { text: 'found no shader (files: {count})' },
  DX0225: { text: 'no source file is embedded in this shader' },
  DX0226: {
    text: 'a file of this name with other bytes exists already, so the source was not written; --force replaces it',
  },
  DX0227: {
    text: 'a file of this name with other bytes exists already, so the program database was not written',
    hint: 'Remove the file, or write to another directory.',
  },
  DX0228: {
    text: '{count} shaders of the effect have a program database: {names}; for a directory use -o DIR/',
  },
  DX0320: { text: 'no compiled shader is found in these {size} bytes' },
  DX0321: {
    text: 'a file of this name with other bytes exists already, so the shader was not written; --force replaces it',
  },
  DX0322: {
    text: 'this is one of the inputs, so the shader was not written; use another directory',
  },
  DX1036: { text: 'this is {kind}, not a DXBC container' },
  DX1039: {
    severity: 'note',
    text: 'the container has {count} chunks {tag}; the first is extracted, the others have the numbers {others}',
  },
  DX1041: { text: 'there is no chunk {chunk}{suggestion}' },
  DX1044: {
    text: 'digest mismatch: stored {found}, computed {expected} (retail)',
  },
  DX4032: { text: '{option} does not apply to this input: it is {kind}' },
});

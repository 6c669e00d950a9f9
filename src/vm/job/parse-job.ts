/** Reads jobs: from the text of a JSON document, or from an object. */

import { MAX_JOB_LENGTH } from '../../base/limits.ts';
import type { Section } from '../../base/shapes.ts';
import { DX7000, DX7008, DX7009, DX7010, DX7011 } from '../messages.ts';
import { JOB, JOB_VERSION, type Job } from './job-shape.ts';
import { jsonFault, lineAndColumn, locateJson } from './json-text.ts';
import { type JobDiagnostic, JobReport } from './report.ts';
import { isObject, type JobNames, validateShape } from './validate-shape.ts';

/** A job, or what is wrong with it. */
export interface JobParseResult {
  /** Present where there are no errors. */
  readonly job?: Job;
  readonly diagnostics: readonly JobDiagnostic[];
}

/**
 * Reads a job from the text of a JSON document. The diagnostics have line and column, and spans in characters.
 *
 * @throws TypeError when `text` is no string
 */
export function parseJob(text: string): JobParseResult {
  if (typeof text !== 'string') throw new TypeError('parseJob: the job must be a string');
  const report = new JobReport();
  const fault = text.length > MAX_JOB_LENGTH ? LONG : jsonFault(text);
  if (fault === undefined) {
    const { job, diagnostics } = validateJob(JSON.parse(text) as unknown);
    return { ...(job && { job }), diagnostics: diagnostics.map((one) => locateInJob(text, one)) };
  }
  const { kind, what, start, end } = fault;
  const message = { syntax: DX7000, duplicate: DX7008, nesting: DX7009 }[kind];
  report.add(message, [], { expected: what, name: what, limit: what }, rangeIn(text, start, end));
  return { diagnostics: report.list };
}

const LONG = { kind: 'syntax', what: `at most ${MAX_JOB_LENGTH} characters`, start: 0, end: 0 } as const;

/** Returns a diagnostic with its position in the text of the job. */
export function locateInJob(text: string, one: JobDiagnostic): JobDiagnostic {
  const { start, end } = locateJson(text, one.steps, one.ofName === true);
  return { ...one, ...rangeIn(text, start, end) };
}

function rangeIn(text: string, start: number, end: number): Partial<JobDiagnostic> {
  const { line, column } = lineAndColumn(text, start);
  return { span: { unit: 'char', start, end }, line, column };
}

/**
 * Checks whether `value` is a job: its fields, their types and ranges, and the names that it refers to. Never throws.
 */
export function validateJob(value: unknown): JobParseResult {
  const report = new JobReport();
  const version = isObject(value) ? value.version : undefined;
  if (Number.isInteger(version) && version !== JOB_VERSION) {
    report.add(DX7010, ['version'], { found: version as number, expected: JOB_VERSION });
    return { diagnostics: report.list };
  }
  const names = namesOf(value);
  validateShape(value, JOB, names, report);
  for (const name of names.textures)
    if (names.buffers.has(name)) report.add(DX7011, ['textures', name], { name }, { ofName: true });
  return report.hasErrors ? { diagnostics: report.list } : { job: value as Job, diagnostics: report.list };
}

function namesOf(value: unknown): JobNames {
  const section = (name: Section) => {
    const entries = isObject(value) ? value[name] : undefined;
    return new Set(isObject(entries) ? Object.keys(entries) : []);
  };
  const [buffers, textures] = [section('buffers'), section('textures')];
  const commands: unknown = isObject(value) ? value.commands : undefined;
  const invocations = new Set<string>();
  for (const command of Array.isArray(commands) ? (commands as unknown[]) : [])
    if (isObject(command) && typeof command.name === 'string') invocations.add(command.name);
  return {
    buffers,
    textures,
    samplers: section('samplers'),
    shaders: section('shaders'),
    invocations,
    resources: new Set([...buffers, ...textures]),
  };
}

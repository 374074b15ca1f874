import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { type LabRecording, labRecordingSchema } from '#shared/console-contract/modal-lab-calls.ts';
import { visibleLines } from '#shared/visible-text.ts';
import { asRecord, readJson } from '#shared/tolerant-reading/read-json.ts';
import { fileNameTime, twoDigits } from '../exports/save-file.ts';
import type { Lab } from './lab.ts';

export function recordLab(lab: Lab, now: Date): { readonly fileName: string; readonly text: string } {
  const recording: LabRecording = {
    format: 'ferry-modal-lab-recording',
    version: 1,
    recordedAt: now.toISOString(),
    service: new URL(lab.input.serviceURL).host,
    ...lab.lines(),
  };
  return {
    fileName: `ferry-lab-${fileNameTime(now)}${twoDigits(now.getSeconds())}.json`,
    text: `${visibleLines(JSON.stringify(recording, null, 2))}\n`,
  };
}

export function readRecording(text: string, now: Date): Outcome<LabRecording> {
  const refuse = (detail: string) => fail('invalid_import', now, { detail });
  const parsed = readJson(text);
  if (!parsed.ok) return refuse("This file isn't JSON.");
  const { json } = parsed;
  const head = asRecord(json);
  if (head?.['format'] !== 'ferry-modal-lab-recording') {
    return refuse('This file contains no modal lab session.');
  }
  if (head['version'] !== 1) return refuse('This session was recorded by a newer console.');
  const result = labRecordingSchema.safeParse(json);
  const [issue] = result.success ? [] : result.error.issues;
  return result.success
    ? succeed(result.data)
    : refuse(`The recording is damaged at ${issue?.path.join('.') || 'the start'}.`);
}

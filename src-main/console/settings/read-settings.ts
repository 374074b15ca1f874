import { asRecord, parseJson, readJson } from '#shared/tolerant-reading/read-json.ts';
import { type SettingsDocument, settingsDocumentSchema, settingsVersion } from './settings-document.ts';

export type ReadSettings =
  | { readonly kind: 'good'; readonly document: SettingsDocument }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged' };

/** Parses the settings file. There is one version so far, so that no older file needs an upgrade. */
export function readSettings(text: string): ReadSettings {
  const parsed = readJson(text);
  const version = parsed.ok ? asRecord(parsed.json)?.['version'] : undefined;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > settingsVersion)
    return { kind: 'newer', version };
  const document = parseJson(settingsDocumentSchema, text);
  return document === null ? { kind: 'damaged' } : { kind: 'good', document };
}

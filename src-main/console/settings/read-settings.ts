import { type SettingsDocument, settingsDocumentSchema, settingsVersion } from './settings-document.ts';

export type SettingsStep = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const settingsSteps: readonly SettingsStep[] = [];

export type ReadSettings =
  | { readonly kind: 'good'; readonly document: SettingsDocument; readonly upgraded: boolean }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged' };

const damagedSettings = { kind: 'damaged' } as const;

export function readSettings(text: string): ReadSettings {
  const json = parse(text);
  if (json === null) return damagedSettings;
  const version = json['version'];
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return damagedSettings;
  if (version > settingsVersion) return { kind: 'newer', version };
  const current = upgrade(json, version, settingsSteps);
  const document = current && settingsDocumentSchema.safeParse(current);
  return document?.success
    ? { kind: 'good', document: document.data, upgraded: version < settingsVersion }
    : damagedSettings;
}

/** Returns null if an upgrade step can't read the document. Versions start at 1. */
export function upgrade(
  document: Readonly<Record<string, unknown>>,
  version: number,
  steps: readonly SettingsStep[],
): Record<string, unknown> | null {
  try {
    return steps
      .slice(version - 1)
      .reduce<Record<string, unknown>>((older, step, index) => ({ ...step(older), version: version + index + 1 }), {
        ...document,
      });
  } catch {
    return null;
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

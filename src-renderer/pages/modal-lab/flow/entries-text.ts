import type { LabEntry } from '#shared/console-contract/modal-lab-calls.ts';

const parseIfJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
};

export const entriesText = (entries: readonly LabEntry[]): string =>
  JSON.stringify(
    entries.map(({ atMs, name, json }) => ({
      at_ms: Math.round(atMs),
      name,
      ...(json === null ? {} : { data: parseIfJson(json) }),
    })),
    null,
    2,
  );

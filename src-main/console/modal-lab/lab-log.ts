import type { LabEntry, LabRequest } from '#shared/console-contract/modal-lab-calls.ts';
import type { Redactor } from '../log/redactor.ts';

const maxLines = 5_000;
const longestJson = 20_000;

type NewEntry = Pick<LabEntry, 'flow' | 'atMs' | 'kind' | 'name'> & {
  readonly unknown?: boolean;
  readonly data?: unknown;
};

export function createLabLog(redactor: Pick<Redactor, 'value' | 'text'>) {
  let entries: LabEntry[] = [];
  let requests: LabRequest[] = [];
  let lastId = 0;
  let lastReportedId = 0;
  let cleared = false;

  const jsonOf = (data: unknown): string | null => {
    if (data === undefined) return null;
    const text = JSON.stringify(redactor.value(data)) ?? 'null';
    return text.length > longestJson ? `${text.slice(0, longestJson)}…` : text;
  };
  return {
    add: ({ flow, atMs, kind, name, unknown = false, data }: NewEntry) => {
      lastId += 1;
      const entry: LabEntry = { id: lastId, flow, atMs, kind, name: redactor.text(name), unknown, json: jsonOf(data) };
      entries = [...entries, entry].slice(-maxLines);
    },
    addRequest: (request: Omit<LabRequest, 'id'>) => {
      lastId += 1;
      requests = [...requests, { ...request, path: redactor.text(request.path), id: lastId }].slice(-maxLines);
    },
    clear: () => {
      entries = [];
      requests = [];
      cleared = true;
    },
    all: () => ({ entries, requests }),
    takeNewLines: () => {
      const isNew = ({ id }: { id: number }) => id > lastReportedId;
      const lines = { entries: entries.filter(isNew), requests: requests.filter(isNew), cleared };
      lastReportedId = lastId;
      cleared = false;
      return lines;
    },
  };
}

export type LabLog = ReturnType<typeof createLabLog>;

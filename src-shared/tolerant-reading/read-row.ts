import {
  companyFields,
  type Fields,
  fieldList,
  migrationFields,
  type RowOf,
  sentFields,
} from '../migration-api/fields.ts';
import { asRecord, textOrNull } from './read-json.ts';
import type { ReadRow } from './read-listing.ts';
import { plainName } from '../plain-name.ts';

/** Creates a reader for rows that may differ from the specification. Only the required fields must be present. */
function createRowReader<Sent extends Fields>(fields: Sent): (value: unknown) => ReadRow<RowOf<Sent>> {
  const list = fieldList(fields);
  return (value) => {
    const record = asRecord(value);
    if (!record) return { ok: false, problem: "The row isn't an object." };
    const row: Record<string, string | null> = {};
    for (const [name, { api, required, isName }] of list) {
      const sentText = textOrNull(record[api]);
      const text = isName && sentText !== null ? plainName(sentText) || null : sentText;
      if (required && text === null) return { ok: false, problem: `The row has no ${api}.` };
      row[name] = text;
    }
    return { ok: true, value: row as RowOf<Sent> };
  };
}

export const readMigration = createRowReader(sentFields(migrationFields));
export const readCompany = createRowReader(companyFields);

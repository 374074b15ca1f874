import type { LoggedBody, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { asRecord } from '#shared/tolerant-reading/read-field.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';

const withoutText = (body: LoggedBody, state: LoggedBody['state']): LoggedBody => ({ ...body, text: null, state });

/** Of a list of rows, those that name the id; anything else as it is. */
function narrow(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    const isRows = value.some((one) => asRecord(one) !== null);
    return isRows ? value.filter((one) => JSON.stringify(one).includes(id)).map((one) => narrow(one, id)) : value;
  }
  const record = asRecord(value);
  if (record === null) return value;
  return Object.fromEntries(Object.entries(record).map(([name, held]) => [name, narrow(held, id)]));
}

const narrowBody = (body: LoggedBody, id: string): LoggedBody => {
  if (body.text === null) return body;
  const parsed = readJson(body.text);
  // What is no JSON, or was cut, cannot be told apart by rows.
  return parsed.ok ? { ...body, text: JSON.stringify(narrow(parsed.json, id), null, 2) } : withoutText(body, 'dropped');
};

/** Whether a request is about this migration: it asks for it, or its reply holds it. */
export const concerns = ({ line, requestBody, replyBody }: RequestDetail, id: string): boolean =>
  [line.path, requestBody.text, replyBody.text].some((text) => text?.toLowerCase().includes(id) ?? false);

/** The request with the rows of other migrations taken out of its bodies. */
export const narrowRequest = (detail: RequestDetail, id: string): RequestDetail => ({
  ...detail,
  requestBody: narrowBody(detail.requestBody, id),
  replyBody: narrowBody(detail.replyBody, id),
});

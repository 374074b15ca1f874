import { randomUUID } from 'node:crypto';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { asRecord } from '#shared/tolerant-reading/read-json.ts';
import type { LabReply } from './lab-caller.ts';
import { check, conclude, type Proof } from './proof.ts';

const expected = 'A flat or nested Error body each time';

/** Accepts any code in the nested form, because the specification doesn't list the codes ("Errors" 2 and 4). */
const isNested = (json: unknown): boolean => {
  const error = asRecord(asRecord(json)?.['error']);
  return typeof error?.['code'] === 'string' && typeof error['message'] === 'string';
};

const shapeOf = (json: unknown): 'flat' | 'nested' | null => {
  if (apiErrorSchema.safeParse(json).success) return 'flat';
  return isNested(json) ? 'nested' : null;
};

const judge = (name: string, reply: LabReply) => {
  const { status, json, summary } = reply;
  if (status === null || status < 400) return check(name, 'an error', summary, 'unknown');
  const shape = shapeOf(json);
  return check(
    name,
    'flat or nested',
    shape === null ? `${status}, unknown shape` : `${status}, ${shape}`,
    shape ? 'pass' : 'fail',
    reply,
  );
};

/** Causes three errors and checks the shape of their bodies (specification, "Errors" 1 to 3). */
export const errorShapes: Proof = async (lab) => {
  const authorization = `Bearer ${lab.access.apiKey}`;
  const { getMigration, createAccessToken, listMigrations } = operations;
  const unknownId = await lab.send('A migration that does not exist', {
    operation: getMigration,
    path: getMigration.path.replace('{id}', randomUUID()),
    authorization,
  });
  const exchange = { operation: createAccessToken, authorization, body: {} };
  const noToken = await lab.send('An exchange without a link token', exchange);
  const noKey = await lab.send('A list request without an API key', {
    operation: listMigrations,
    path: `${listMigrations.path}?page=1&page_size=1`,
    authorization: null,
  });
  const checks = [judge('Not found', unknownId), judge('Missing parameter', noToken), judge('Missing key', noKey)];
  const received = checks.map((one) => one.received).join('; ');
  const failedCount = checks.filter((one) => one.verdict === 'fail').length;
  return conclude(expected, checks, {
    pass: {
      title: 'Every error has a known shape',
      text: 'Three different errors have a shape that clients understand.',
      received,
    },
    fail: {
      title: `${failedCount} of 3 errors had an unknown shape`,
      text: "Clients can't show what went wrong, because the message isn't where the specification puts it.",
      received,
    },
    unknown: {
      title: 'Not every request returned an error',
      text: "At least one request returned no error, so its error format couldn't be checked. It succeeded or got no response.",
      received,
    },
  });
};

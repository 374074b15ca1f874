import { randomBytes, randomUUID } from 'node:crypto';
import { operations } from '#shared/migration-api/operations.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { RunSecrets } from '../../console/token-lab/proofs/run-secrets.ts';
import { hasWebhooks } from './has-webhooks.ts';
import { type ListSurvey, surveyList } from './list-survey.ts';
import { type SendSurveyed, sendOperation, type SurveyedCall, type SurveyRequest } from './send-surveyed.ts';
import type { ControlledSubject } from './subject.ts';

export interface Survey {
  readonly calls: readonly SurveyedCall[];
  readonly migrations: ListSurvey;
  readonly companies: ListSurvey;
  readonly single: readonly { readonly row: Readonly<Record<string, unknown>>; readonly call: SurveyedCall }[];
  /** The oldest events, the same page again, and the next page. Null if the service doesn't support webhooks. */
  readonly feed: {
    readonly first: SurveyedCall;
    readonly again: SurveyedCall;
    readonly following: SurveyedCall;
  } | null;
  /** Modal responses, with the tokens that their modal URL must not contain. */
  readonly modals: readonly { readonly call: SurveyedCall; readonly secrets: readonly string[] }[];
}

/** An origin that isn't registered with any service. */
const unknownOrigin = 'https://page.verify.example';
const maxSingles = 10;

/** Calls every operation with requests that the service must accept and requests that it must refuse. */
export async function takeSurvey({ send, secrets, apiKey, signal }: ControlledSubject): Promise<Survey> {
  const calls: SurveyedCall[] = [];
  const ask = async (request: SurveyRequest): Promise<SurveyedCall> => {
    const call = await send(request);
    calls.push(call);
    return call;
  };
  const key = `Bearer ${apiKey}`;
  const {
    checkHealth,
    getMigration,
    listMigrations,
    listCompanies,
    createLinkToken,
    createAccessToken,
    createModal,
    resumeModal,
  } = operations;
  const get = (operation: SurveyRequest['operation'], path: string, expects: SurveyRequest['expects'] = 'success') =>
    sendOperation(ask, operation, { path, authorization: key, expects });
  const idPath = (id: string): string => getMigration.path.replace('{id}', encodeURIComponent(id));

  await get(checkHealth, checkHealth.path);
  const migrations = await surveyList(ask, listMigrations, key);
  const companies = await surveyList(ask, listCompanies, key);
  const single: { row: Record<string, unknown>; call: SurveyedCall }[] = [];
  for (const row of migrations.rows.slice(0, maxSingles)) {
    const id = textOrNull(row['id']);
    if (id !== null && !signal.aborted) single.push({ row, call: await get(getMigration, idPath(id), null) });
  }

  const modals = await surveyModal(ask, secrets, key);
  const feed = await surveyFeed(send, ask, key);

  await get(getMigration, idPath(randomUUID()), 'absence');
  await get(getMigration, idPath('no-uuid'), 'refusal');
  await get(listCompanies, `${listCompanies.path}?page=0`, 'refusal');
  await get(listCompanies, `${listCompanies.path}?page_size=101`, 'refusal');
  await sendOperation(ask, createAccessToken, { authorization: key, body: {}, expects: 'refusal' });

  const madeUpToken = randomBytes(24).toString('base64url');
  secrets.keep('MADE_UP_TOKEN', madeUpToken);
  for (const authorization of [null, `Bearer ${madeUpToken}`]) {
    const sendRefused = (operation: SurveyRequest['operation'], more: Partial<SurveyRequest> = {}) =>
      sendOperation(ask, operation, { authorization, credential: 'an invalid key', expects: 'refusal', ...more });
    for (const operation of [checkHealth, listMigrations, listCompanies, resumeModal]) await sendRefused(operation);
    await sendRefused(getMigration, { path: idPath(randomUUID()) });
    await sendRefused(createLinkToken, { body: {} });
    await sendRefused(createAccessToken, { body: { link_token: madeUpToken } });
    await sendRefused(createModal, { body: { user_id: randomUUID() } });
  }

  const knownId = textOrNull(migrations.rows[0]?.['id']) ?? randomUUID();
  for (const [operation, path] of [
    [checkHealth, checkHealth.path],
    [getMigration, idPath(knownId)],
    [listMigrations, listMigrations.path],
    [listCompanies, listCompanies.path],
    [createLinkToken, createLinkToken.path],
  ] as const) {
    const common = { operation, path, origin: unknownOrigin, expects: null };
    await ask({ ...common, method: 'OPTIONS', authorization: null });
    if (operation.method === 'GET') await ask({ ...common, method: 'GET', authorization: key });
  }
  return { calls, migrations, companies, single, modals, feed };
}

async function surveyFeed(send: SendSurveyed, ask: SendSurveyed, key: string): Promise<Survey['feed']> {
  const common = { operation: listEvents, method: 'GET' as const, authorization: key, expects: null };
  if (!(await hasWebhooks(send))) return null;
  const read = (after: string) =>
    ask({ ...common, path: `${listEvents.path}?after=${encodeURIComponent(after)}&limit=100&wait=0` });
  const first = await read('');
  const next = textOrNull(asRecord(first.json)?.['next']) ?? '';
  const [again, following] = [await read(''), await read(next)];
  await ask({ ...common, path: listEvents.path, authorization: null, expects: 'refusal' });
  return { first, again, following };
}

async function surveyModal(ask: SendSurveyed, secrets: RunSecrets, key: string): Promise<Survey['modals']> {
  const { createLinkToken, createAccessToken, createModal, resumeModal } = operations;
  const call = (operation: SurveyRequest['operation'], authorization: string, body?: unknown) =>
    sendOperation(ask, operation, { authorization, body, expects: 'success' });
  const mintResult = await call(createLinkToken, key, {});
  const linkToken = textOrNull(asRecord(mintResult.json)?.['link_token']);
  if (linkToken === null) return [];
  secrets.keep('LINK_TOKEN', linkToken);
  const exchangeResult = await call(createAccessToken, `Bearer ${linkToken}`, { link_token: linkToken });
  const accessToken = textOrNull(asRecord(exchangeResult.json)?.['access_token']);
  if (accessToken === null) return [];
  secrets.keep('ACCESS_TOKEN', accessToken);
  const authorization = `Bearer ${accessToken}`;
  const createResult = await call(createModal, authorization, { user_id: randomUUID() });
  const resumedReply = await call(resumeModal, authorization);
  return [createResult, resumedReply].map((modal) => ({ call: modal, secrets: [linkToken, accessToken] }));
}

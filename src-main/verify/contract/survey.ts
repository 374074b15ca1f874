import { randomBytes, randomUUID } from 'node:crypto';
import { operations } from '#shared/migration-api/operations.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { RunSecrets } from '../../console/token-lab/proofs/run-secrets.ts';
import { surveyList } from './list-survey.ts';
import {
  hasWebhooks,
  type SendSurveyed,
  sendOperation,
  type SurveyedCall,
  type SurveyRequest,
} from './send-surveyed.ts';
import type { ControlledSubject } from './subject.ts';

/** An origin that isn't registered with any service. */
const unknownOrigin = 'https://page.verify.example';
const maxSingles = 10;

/** Calls every operation with requests that the service must accept and requests that it must refuse. */
export async function takeSurvey({ send, secrets, apiKey, signal }: ControlledSubject) {
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

export type Survey = Awaited<ReturnType<typeof takeSurvey>>;

/** Returns the oldest events, the same page again, and the next page. Null if the service doesn't support webhooks. */
async function surveyFeed(send: SendSurveyed, ask: SendSurveyed, key: string) {
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

/** Creates a link token, an access token and a modal, as a page with the SDK would. Stops at the first failed call. */
export async function startModal(send: SendSurveyed, secrets: RunSecrets, key: string, userId: string) {
  const call = (operation: SurveyRequest['operation'], authorization: string, body: unknown) =>
    sendOperation(send, operation, { authorization, body, expects: 'success' });
  const mintCall = await call(operations.createLinkToken, key, {});
  const linkToken = textOrNull(asRecord(mintCall.json)?.['link_token']);
  if (linkToken === null) return { lastCall: mintCall, tokens: null };
  secrets.keep('LINK_TOKEN', linkToken);
  const exchangeCall = await call(operations.createAccessToken, `Bearer ${linkToken}`, { link_token: linkToken });
  const accessToken = textOrNull(asRecord(exchangeCall.json)?.['access_token']);
  if (accessToken === null) return { lastCall: exchangeCall, tokens: null };
  secrets.keep('ACCESS_TOKEN', accessToken);
  const lastCall = await call(operations.createModal, `Bearer ${accessToken}`, { user_id: userId });
  return { lastCall, tokens: { linkToken, accessToken } };
}

/** Returns modal responses, with the tokens that their modal URL must not contain. */
async function surveyModal(ask: SendSurveyed, secrets: RunSecrets, key: string) {
  const { lastCall, tokens } = await startModal(ask, secrets, key, randomUUID());
  if (tokens === null) return [];
  const authorization = `Bearer ${tokens.accessToken}`;
  const resumeCall = await sendOperation(ask, operations.resumeModal, { authorization, expects: 'success' });
  return [lastCall, resumeCall].map((call) => ({ call, secrets: Object.values(tokens) }));
}

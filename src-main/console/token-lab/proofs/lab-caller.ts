import type { LabCall } from '#shared/console-contract/token-lab-calls.ts';
import type { Operation } from '#shared/migration-api/operations.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import { asRecord, readJson, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { Access } from '../../api-client/service-client.ts';
import type { RecordAttempt } from '../../api-client/attempt-record.ts';
import type { ConsolePorts } from '../../ports/console-ports.ts';
import type { RequestMessage } from '../../ports/http-transport.ts';
import { requestLimits } from '../../api-client/limits.ts';
import { readErrorMessage } from '../../api-client/judge-reply.ts';
import { buildRequest } from '../../api-client/build-request.ts';
import { sendOnce } from '../../api-client/send-once.ts';
import type { ReceivedReply } from '../../api-client/without-keys.ts';
import type { RunSecrets } from './run-secrets.ts';

const maxCharacters = 2_000;

const shownHeaders = [
  'www-authenticate',
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'allow',
  'retry-after',
  'content-type',
];

const truncate = (text: string): string => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);

const requestText = ({ method, url, headers, body }: RequestMessage, secrets: RunSecrets): string => {
  const { pathname, search } = new URL(url);
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'User-Agent')
    .map(([name, value]) => `${name}: ${value}`);
  return secrets.hide(
    [`${method} ${pathname}${search}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n'),
  );
};

const replyText = ({ status, headers, text }: ReceivedReply, secrets: RunSecrets): string => {
  const lines = shownHeaders.flatMap((name) => {
    const values = name === 'set-cookie' ? headers.getSetCookie() : [headers.get(name)];
    return values.flatMap((value) => (value === null ? [] : [`${name}: ${cookieShown(name, value, secrets)}`]));
  });
  return [String(status), ...lines, ...(text === '' ? [] : ['', truncate(secrets.hide(text))])].join('\n');
};

/** Hides the cookie's value, which is stored separately, and shows its attributes, which the proof checks. */
const cookieShown = (name: string, value: string, secrets: RunSecrets): string =>
  name === 'set-cookie' ? secrets.hide(value.replace(/^([^=;]+)=[^;]*/, '$1=…')) : secrets.hide(value);

/** Quotes a POSIX shell word in double quotes. Only the names of secrets are expanded. */
const quote = (text: string, secrets: RunSecrets): string => {
  const hiddenText = secrets.hide(text.replaceAll('\0', ''));
  const parts = hiddenText.split(/(\$[A-Z][A-Z_0-9]*)/);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\"`$]/g, String.raw`\$&`))).join('')}"`;
};

const curlText = ({ method, url, headers, body }: RequestMessage, secrets: RunSecrets): string =>
  [
    `curl --silent --show-error --globoff --include --write-out '\\n' --request ${method} ${quote(url, secrets)}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== 'User-Agent' && name !== 'Accept')
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`, secrets)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body, secrets)}`]),
  ].join(' \\\n  ');

interface LabRequest {
  /** Operation in the contract; undefined for a preflight of `path`. */
  readonly operation?: Operation;
  /** @default the operation's path */
  readonly path?: string;
  readonly authorization: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly lane?: boolean;
  /** Field that a successful response must have. If it is missing, the response is inconclusive. */
  readonly must?: keyof typeof tokenNames;
}

export interface LabReply {
  readonly no: number;
  readonly outcome: LabCall['outcome'];
  readonly status: number | null;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  readonly summary: string;
}

export interface LabCallerPorts extends Pick<ConsolePorts, 'clock' | 'redactor' | 'transport' | 'version'> {
  readonly run: { readonly proofId: ProofId; readonly called: (call: LabCall) => void };
  readonly access: Access;
  readonly signal: AbortSignal;
  readonly record: RecordAttempt;
}

/** Sends one request of a proof, without retries, and records it as evidence. Never rejects. */
export type SendLabRequest = (what: string, request: LabRequest) => Promise<LabReply>;

const outcomeOf = (status: number | null): LabCall['outcome'] => {
  if (status === null || status === 429 || status >= 500) return 'unclear';
  if (status >= 400) return 'refused';
  return status >= 200 && status < 300 ? 'accepted' : 'unclear';
};

const tokenNames = { link_token: 'LINK_TOKEN', access_token: 'ACCESS_TOKEN' } as const;

/** Stores tokens and cookies before other code records the response. Returns their names. */
function storeSecrets(secrets: RunSecrets, json: unknown, headers: Headers): LabCall['gives'] {
  const secretNames: LabCall['gives'] = [];
  for (const from of ['link_token', 'access_token'] as const) {
    const token = asRecord(json)?.[from];
    if (typeof token === 'string' && token !== '')
      secretNames.push({ name: secrets.keep(tokenNames[from], token), from });
  }
  for (const cookie of headers.getSetCookie()) {
    const value = /^[^=;]+=([^;]+)/.exec(cookie)?.[1];
    if (value !== undefined && value.length >= 8)
      secretNames.push({ name: secrets.keep('COOKIE', value), from: 'cookie' });
  }
  return secretNames;
}

/** Attempt numbers for the log of a request that is sent once and immediately. */
const onlyTry = { queueMs: 0, tryNumber: 1, triesAllowed: 1, last: true } as const;

export function createLabCaller(
  ports: LabCallerPorts,
  secrets: RunSecrets,
  takePassedSeconds: () => number,
): SendLabRequest {
  const { run, clock, access, signal, version, redactor: sanitizer } = ports;
  const bulk = { label: `Token lab: ${proofTexts[run.proofId].title}`, refusalsExpected: true } as const;
  const startedAt = clock.monotonic();
  let last = 0;
  return async (what, { operation, authorization, body, headers, lane = false, must, ...target }) => {
    const method = operation?.method ?? 'OPTIONS';
    const path = target.path ?? operation?.path ?? '';
    last += 1;
    const no = last;
    const request = buildRequest({ method, url: access.baseURL + path, version, authorization, body, headers });
    const at = clock.now();
    const startMs = clock.monotonic() - startedAt;
    const attempt = await sendOnce(ports.transport, request, { clock, limits: requestLimits, signal, sanitizer });
    const endMs = clock.monotonic() - startedAt;
    const reply = attempt.ok ? attempt.reply : null;
    const text = reply?.text ?? '';
    const parsed = readJson(text);
    const json = parsed.ok ? parsed.json : undefined;
    const replyHeaders = reply?.headers ?? new Headers();
    const secretNames = storeSecrets(secrets, json, replyHeaders);
    const status = reply?.status ?? null;
    const isEmpty = must !== undefined && textOrNull(asRecord(json)?.[must]) === null;
    const statusOutcome = outcomeOf(status);
    const outcome = statusOutcome === 'accepted' && isEmpty ? 'unclear' : statusOutcome;
    const output = attempt.ok ? summaryOf(text, json, secrets) : `No response: ${attempt.detail}`;
    const prefix = outcome !== statusOutcome && must ? `without ${must.replace('_', ' ')}: ` : '';
    const summary = secrets.hide(prefix + output);
    run.called({
      no,
      what,
      method,
      path,
      sent: requestText(request, secrets),
      status,
      summary,
      reply: attempt.ok ? replyText(attempt.reply, secrets) : summary,
      startMs,
      endMs,
      outcome,
      wrong: false,
      lane,
      curl: curlText(request, secrets),
      gives: secretNames,
      afterSeconds: takePassedSeconds(),
    });
    const { profileId } = access;
    if (operation) ports.record({ ...onlyTry, profileId, operation, request, attempt, at, bulk });
    return {
      no,
      outcome,
      status,
      headers: replyHeaders,
      text,
      json,
      summary: status === null ? summary : `${status} ${summary}`,
    };
  };
}

function summaryOf(text: string, json: unknown, secrets: RunSecrets): string {
  const message = readErrorMessage(text);
  const fields = Object.keys(asRecord(json) ?? {});
  const isError = fields.includes('message') || fields.includes('error');
  if (isError || json === undefined) return message ?? (text === '' ? 'no body' : "a body that isn't JSON");
  // Redacts the raw names first, because a name can be a secret, which isn't found after spaces are added.
  const names = fields.slice(0, 4).map((field) => secrets.hide(field));
  return names.length > 0 ? names.join(', ').replaceAll('_', ' ') : 'JSON';
}

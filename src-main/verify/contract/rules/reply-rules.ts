import { asRecord } from '#shared/tolerant-reading/read-json.ts';
import { isSecretName } from '../../../console/log/secret-forms.ts';
import { createSecretSearch } from '../../../console/log/secret-search.ts';
import { type ContractRule, isSuccess, placeOf } from '../rule.ts';
import type { SurveyedCall } from '../send-surveyed.ts';

const isRedirect = ({ status }: SurveyedCall): boolean => status !== null && status >= 300 && status <= 399;
const isPreflight = ({ method }: SurveyedCall): boolean => method === 'OPTIONS';
const hasNoResponse = ({ status }: SurveyedCall): boolean => status === null || status === 429 || status >= 500;

/** Whether the service neither accepted nor refused: no response, or a status that asks for a later retry. */
const isSilent = ({ status }: SurveyedCall): boolean => status === null || [429, 502, 503, 504].includes(status);

export const holdsError = ({ json }: SurveyedCall): boolean => {
  const body = asRecord(json);
  return body?.['type'] === 'api_error' || typeof asRecord(body?.['error'])?.['message'] === 'string';
};

const isKeyOnly = ({ operation }: SurveyedCall): boolean => operation.credential === 'api-key';
const headerOf = ({ headers }: SurveyedCall, name: string): string => headers.get(name) ?? '';

function credentialIn(address: string, secrets: readonly string[]): string | null {
  if (createSecretSearch(secrets).replace(address, '') !== address) return 'a token of this flow';
  if (!URL.canParse(address)) return null;
  const { username, password, searchParams, hash } = new URL(address);
  if (username !== '' || password !== '') return 'a user name or password';
  const names = [...searchParams.keys(), ...new URLSearchParams(hash.slice(1)).keys()];
  const name = names.find((one) => isSecretName(one));
  return name === undefined ? null : `the parameter ${name}`;
}

export const replyRules: readonly ContractRule[] = [
  {
    id: 'documented_calls',
    title: 'Every operation accepts a valid request',
    broken: 'A valid request was refused',
    check: ({ calls }) => {
      const expectedSuccesses = calls.filter(({ expects }) => expects === 'success');
      const unanswered = expectedSuccesses.find(hasNoResponse);
      const refusedCalls = expectedSuccesses.filter(({ status }) => status !== null && status >= 400 && status < 500);
      // Skips operations that the key may not use, and calls over the rate limit.
      const violations = refusedCalls.filter(({ status }) => status !== 403 && status !== 429);
      return {
        checkedCount: expectedSuccesses.filter(isSuccess).length,
        wrong: violations.map(placeOf),
        ...(unanswered && { inconclusive: `A valid request got no response: ${placeOf(unanswered)}` }),
      };
    },
  },
  {
    id: 'json_bodies',
    title: 'Every body is JSON with a JSON content type',
    broken: "A body isn't JSON or has another content type",
    check: ({ calls }) => {
      const answeredCalls = calls.filter((call) => call.status !== null && !isRedirect(call) && !isPreflight(call));
      const violations = answeredCalls.flatMap((call) => {
        const [type = ''] = headerOf(call, 'content-type').toLowerCase().split(';');
        if (call.json === undefined) return `${placeOf(call)}, a body that isn't JSON (${type.trim() || 'no type'})`;
        return type.trim() === 'application/json' ? [] : `${placeOf(call)}, Content-Type ${type.trim() || 'missing'}`;
      });
      return { checkedCount: answeredCalls.length, wrong: violations };
    },
  },
  {
    id: 'error_statuses',
    title: 'Invalid requests are refused with the right status',
    broken: 'An invalid request got the wrong status',
    check: ({ calls }) => {
      const refusals = calls.filter(({ expects }) => expects === 'refusal' || expects === 'absence');
      const silent = refusals.find(isSilent);
      const answeredCalls = calls.filter((call) => !isPreflight(call) && !isSilent(call));
      const violations = answeredCalls.flatMap((call) => {
        const status = call.status ?? 0;
        const isRefusal = refusals.includes(call);
        if (isSuccess(call) && (isRefusal || holdsError(call))) return placeOf(call);
        if (isRefusal && (isRedirect(call) || status >= 500)) return `${placeOf(call)} instead of a 4xx status`;
        const isWrongStatus = call.expects === 'absence' && call.authorization !== null && ![404, 403].includes(status);
        return isWrongStatus && status >= 400 ? `${placeOf(call)} instead of 404` : [];
      });
      return {
        checkedCount: refusals.filter((call) => !isSilent(call)).length,
        wrong: violations,
        ...(silent && { inconclusive: `An invalid request got no response: ${placeOf(silent)}` }),
      };
    },
  },
  {
    id: 'challenge',
    title: 'Every 401 response has a Bearer challenge',
    broken: 'A 401 response has no Bearer challenge',
    check: ({ calls }) => {
      const unauthorizedCalls = calls.filter(({ status }) => status === 401);
      const violations = unauthorizedCalls.filter(
        (call) => !/(^|[\s,])bearer\b/i.test(headerOf(call, 'www-authenticate')),
      );
      return {
        checkedCount: unauthorizedCalls.length,
        wrong: violations.map(placeOf),
        missed: 'No request was refused with 401',
      };
    },
  },
  {
    id: 'key_endpoints_cors',
    title: 'Endpoints that need an API key refuse web pages',
    broken: 'An endpoint that needs an API key allows pages from other sites',
    check: ({ calls }) => {
      const requests = calls.filter((call) => call.origin !== undefined && isKeyOnly(call) && call.status !== null);
      const violations = requests.filter((call) => call.headers.has('access-control-allow-origin'));
      return { checkedCount: requests.length, wrong: [...new Set(violations.map(placeOf))] };
    },
  },
  {
    id: 'key_echo',
    title: 'No response contains the key',
    broken: "A response contains the request's key",
    check: ({ calls }) => ({
      checkedCount: calls.filter(({ status }) => status !== null).length,
      wrong: calls.filter(({ hasKey }) => hasKey).map(placeOf),
      missed: 'No response to any request',
    }),
  },
  {
    id: 'redirects',
    title: 'No authenticated request is redirected',
    broken: 'An authenticated request was redirected, so a client might send the credential to the new URL',
    check: ({ calls }) => {
      const sentCalls = calls.filter(({ authorization }) => authorization !== null);
      return { checkedCount: sentCalls.length, wrong: sentCalls.filter(isRedirect).map(placeOf) };
    },
  },
  {
    id: 'modal_address',
    title: "The modal's URL contains no token",
    broken: "The modal's URL contains a credential",
    check: ({ modals }) => {
      const answeredModals = modals.flatMap(({ call, secrets }) => {
        const url = asRecord(call.json)?.['url'];
        return typeof url === 'string' ? [{ call, found: credentialIn(url, secrets) }] : [];
      });
      const violations = answeredModals.flatMap(({ call, found }) =>
        found === null ? [] : `${placeOf(call)}, ${found}`,
      );
      return { checkedCount: answeredModals.length, wrong: violations, missed: "Couldn't create a modal" };
    },
  },
];

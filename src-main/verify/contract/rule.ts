import { type Finding, holds, type ProofCard, skipped, unclear, violated } from '../base/verification.ts';
import type { SurveyedCall } from './send-surveyed.ts';
import type { Survey } from './survey.ts';

export interface RuleResult {
  readonly checkedCount: number;
  readonly wrong: readonly string[];
  /** Why nothing was checked. */
  readonly missed?: string;
  /** Which response the rule needs and the service didn't send. */
  readonly inconclusive?: string;
}

export interface ContractRule extends Omit<ProofCard, 'group'> {
  readonly broken: string;
  readonly check: (survey: Survey) => RuleResult;
}

/** Formats a call, such as `POST /api/v1/link-token with an invalid key, body {}: 200`. */
export const placeOf = ({ method, path, status, failure, authorization, credential, body }: SurveyedCall): string => {
  const credentialText = authorization === null ? ' without a key' : credential ? ` with ${credential}` : '';
  const content = body === undefined ? '' : `, body ${JSON.stringify(body)}`;
  return `${method} ${path}${credentialText}${content}: ${status ?? `no response, ${failure}`}`;
};

/** Whether the status is 2xx. The body isn't checked, so it may still contain an error. */
export const isSuccess = ({ status }: SurveyedCall): boolean => status !== null && status >= 200 && status <= 299;

const maxPlaces = 20;

export function judge({ check, broken }: ContractRule, survey: Survey): Finding {
  const { checkedCount, wrong, missed = 'Nothing to check', inconclusive } = check(survey);
  if (wrong.length > 0) {
    const more = wrong.length > maxPlaces ? [`and ${wrong.length - maxPlaces} more`] : [];
    return violated(broken, [...wrong.slice(0, maxPlaces), ...more]);
  }
  if (inconclusive) return unclear(inconclusive);
  return checkedCount === 0 ? skipped(missed) : holds(`${checkedCount} checked`);
}

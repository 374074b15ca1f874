import type { Access } from '../console/api-client/api-client.ts';
import { createServiceControl } from '../console/service-control/service-control.ts';
import type { RunSecrets } from '../console/token-lab/proofs/run-secrets.ts';
import { type ContractRule, judge } from './contract/rule.ts';
import { feedRules } from './contract/rules/feed-rules.ts';
import { listRules } from './contract/rules/list-rules.ts';
import { replyRules } from './contract/rules/reply-rules.ts';
import { shapeRules } from './contract/rules/shape-rules.ts';
import { createSurveySender, type SurveySenderPorts } from './contract/send-surveyed.ts';
import { type SurveyPorts, takeSurvey } from './contract/survey.ts';
import { sdkProofs } from './sdk/sdk-proofs.ts';
import { tokenProofs } from './token-proofs.ts';
import type { VerifyProof } from './base/verification.ts';
import { webhookProofs } from './webhooks/webhook-proofs.ts';

export interface Subject extends SurveySenderPorts {
  readonly apiKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly labFiles: string;
  readonly waits: boolean;
  readonly secrets: RunSecrets;
  /** Time limit for the SDK flow in a browser, ms. */
  readonly walkMs: number;
}

/** Returns the contract rules as proofs. They share one survey, which runs with the first of them. */
function contractProofs(ports: SurveyPorts): VerifyProof[] {
  let survey: ReturnType<typeof takeSurvey> | undefined;
  const proof =
    (group: VerifyProof['group']) =>
    (rule: ContractRule): VerifyProof => ({
      id: rule.id,
      group,
      title: rule.title,
      run: async () => judge(rule, await (survey ??= takeSurvey(ports))),
    });
  return [...[...replyRules, ...shapeRules, ...listRules].map(proof('contract')), ...feedRules.map(proof('webhooks'))];
}

function controlOf(subject: Subject) {
  const { baseURL, apiKey, signal, redactor } = subject;
  const access: Access = {
    profileId: 'verify',
    binding: 'verify',
    baseURL,
    apiKey,
    companiesPageSizeParameter: 'page_size',
    ended: signal,
  };
  const control = createServiceControl({ ...subject, sanitizer: redactor, onAnswer: () => undefined });
  const controlled = async () => {
    const stateResult = await control.state(access, signal);
    return stateResult.ok && typeof stateResult.value !== 'string' ? stateResult.value : null;
  };
  return { access, control, controlled };
}

/** Returns the warning to print before the proofs move the service's clock, or null if they cannot move it. */
export async function clockWarning(subject: Subject): Promise<string | null> {
  if ((await controlOf(subject).controlled()) === null) return null;
  return "Moving the service's clock forward and back. Tokens of this key's organization will stop working.";
}

/** Returns all proofs in their order. Proofs that move the service's clock come last. */
export function allProofs(subject: Subject): VerifyProof[] {
  const { signal } = subject;
  const { access, control, controlled } = controlOf(subject);
  const sendUntil = (end: AbortSignal) => createSurveySender({ ...subject, signal: end });
  const send = sendUntil(signal);
  return [
    ...contractProofs({ ...subject, send }),
    ...webhookProofs({ ...subject, access, control, controlled, send, sendUntil }),
    ...sdkProofs({ ...subject, access, control, controlled, send }),
    ...tokenProofs({ ...subject, control, controlled, access, record: () => undefined }),
  ];
}

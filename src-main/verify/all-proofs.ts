import { type Access, createServiceClient } from '../console/api-client/service-client.ts';
import { createServiceControl } from '../console/service-control/service-control.ts';
import { type ContractRule, judge } from './contract/rule.ts';
import { feedRules } from './contract/rules/feed-rules.ts';
import { listRules } from './contract/rules/list-rules.ts';
import { replyRules } from './contract/rules/reply-rules.ts';
import { shapeRules } from './contract/rules/shape-rules.ts';
import { createSurveySender } from './contract/send-surveyed.ts';
import type { ControlledSubject, Subject } from './contract/subject.ts';
import { takeSurvey } from './contract/survey.ts';
import { sdkProofs } from './sdk/sdk-proofs.ts';
import { tokenProofs } from './token-proofs.ts';
import type { VerifyProof } from './base/verification.ts';
import { webhookProofs } from './webhooks/webhook-proofs.ts';

/** Returns the contract rules as proofs. They share one survey, which runs with the first of them. */
function contractProofs(subject: ControlledSubject): VerifyProof[] {
  let survey: ReturnType<typeof takeSurvey> | undefined;
  const proof =
    (group: VerifyProof['group']) =>
    (rule: ContractRule): VerifyProof => ({
      id: rule.id,
      group,
      title: rule.title,
      run: async () => judge(rule, await (survey ??= takeSurvey(subject))),
    });
  return [...[...replyRules, ...shapeRules, ...listRules].map(proof('contract')), ...feedRules.map(proof('webhooks'))];
}

function takeControl(subject: Subject): ControlledSubject {
  const { baseURL, apiKey, signal, redactor } = subject;
  const access: Access = {
    profileId: 'verify',
    binding: 'verify',
    baseURL,
    apiKey,
    companiesPageSizeParameter: 'page_size',
    ended: signal,
  };
  const client = createServiceClient({ ...subject, sanitizer: redactor });
  const control = createServiceControl({ clock: subject.clock, client, onAnswer: () => undefined });
  const controlled = async () => {
    const stateResult = await control.state(access, signal);
    return stateResult.ok && typeof stateResult.value !== 'string' ? stateResult.value : null;
  };
  return { ...subject, access, control, controlled, send: createSurveySender(subject) };
}

export async function clockWarning(subject: Subject): Promise<string | null> {
  if ((await takeControl(subject).controlled()) === null) return null;
  return "Moving the service's clock forward and back. Tokens of this key's organization will stop working.";
}

/** Proofs that move the service's clock come last. */
export function allProofs(subject: Subject): VerifyProof[] {
  const controlledSubject = takeControl(subject);
  return [contractProofs, webhookProofs, sdkProofs, tokenProofs].flatMap((proofs) => proofs(controlledSubject));
}

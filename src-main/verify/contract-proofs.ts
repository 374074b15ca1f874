import { type ContractRule, judge } from './contract/rule.ts';
import { feedRules } from './contract/rules/feed-rules.ts';
import { listRules } from './contract/rules/list-rules.ts';
import { replyRules } from './contract/rules/reply-rules.ts';
import { shapeRules } from './contract/rules/shape-rules.ts';
import { type SurveyPorts, takeSurvey } from './contract/survey.ts';
import type { VerifyProof } from './base/verification.ts';

/** The rules of the contract as proofs; what they look at is asked once, when the first of them runs. */
export function contractProofs(ports: SurveyPorts): VerifyProof[] {
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

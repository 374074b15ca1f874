import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { countedText } from '#ui/values/number-text.ts';
import { durationText } from '#ui/values/times.tsx';

export const scenarioWords: Readonly<Record<ScenarioName, { readonly label: string; readonly text: string }>> = {
  good: { label: 'Good', text: 'The copy completes after 8 s.' },
  partial: { label: 'Partial', text: 'The copy completes after 8 s with failures: 14 attachments are missing.' },
  failing: { label: 'Failing', text: 'The copy fails after 4 s. The modal offers one retry.' },
  slow: { label: 'Slow', text: 'The copy takes 3 minutes.' },
  needs_input: { label: 'Needs input', text: 'After 3 s, the modal asks the end user a question.' },
  abandons: { label: 'Abandoned', text: 'The end user abandons the sign-in after 5 s.' },
};

/** Says what the next modals will do. Without a scenario, the user name of the sign-in selects the outcome. */
export const scenarioText = (scenario: ControlState['scenario']): string => {
  if (!scenario) return 'The user name of the sign-in selects what the next modal does.';
  const modals = scenario.times === 1 ? 'In the next modal' : `In each of the next ${scenario.times} modals`;
  const { text } = scenarioWords[scenario.next];
  return `${modals}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
};

export const spanText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const days = Math.floor(seconds / 86_400);
  if (days === 0) return durationText(seconds * 1000);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  return `${countedText(days, 'day')}${hours === 0 ? '' : ` ${hours} h`}`;
};

export const activeInSandbox = ({ rules, scenario, offset_ms: offset }: ControlState): string[] => {
  const activeRules = rules.filter(({ times, met, held }) => held > 0 || met < (times ?? Number.POSITIVE_INFINITY));
  const pausedCount = rules.reduce((sum, rule) => sum + rule.held, 0);
  return [
    ...(activeRules.length > 0 ? [countedText(activeRules.length, 'fault')] : []),
    ...(pausedCount > 0 ? [countedText(pausedCount, 'paused response')] : []),
    ...(scenario
      ? [
          `next ${scenario.times === 1 ? 'modal' : `${scenario.times} modals`}: ${scenarioWords[scenario.next].label.toLowerCase()}`,
        ]
      : []),
    ...(offset > 0 ? [`clock ${spanText(offset)} ahead`] : []),
  ];
};

export const controlOf = (view: SandboxView | undefined): ControlState | null =>
  view?.kind === 'control' ? view.state : null;

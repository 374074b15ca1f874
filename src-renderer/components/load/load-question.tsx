import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { planText } from './load-text.ts';

interface LoadQuestionProps {
  readonly resource: Resource;
  readonly plan: LoadPlan;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const LoadQuestion = ({ resource, plan, busy, onConfirm, onClose }: LoadQuestionProps) => {
  const profile = useConsoleState()?.profile;
  return (
    <ConfirmDialog
      title={`Load all ${plan.rows === null ? '' : `${countText(plan.rows)} `}${resource}?`}
      confirm="Load all"
      busy={busy}
      tag={profile ? <EnvironmentTag environment={profile.environment} /> : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        This takes <strong className="number">{planText(plan)}</strong>. Loading continues in the background, two
        requests at a time. You can pause or stop it.
      </p>
      <p>Loading changes no data.</p>
    </ConfirmDialog>
  );
};

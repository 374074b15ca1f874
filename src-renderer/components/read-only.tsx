import { Lock } from 'lucide-react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { tip } from '#ui/tooltip/tip.ts';
import './read-only.css';

export const readOnlyReason = (state: Pick<ConsoleState, 'readOnly' | 'profile'> | undefined): string | null => {
  if (!state?.readOnly) return null;
  return state.profile.readOnly
    ? `${state.profile.name} is read-only: the console creates no data`
    : "Your administrator doesn't allow changes to data";
};

export const ReadOnlyTag = () => (
  <span className="read-only-tag muted text-nowrap" {...tip('The console sends no changes to this service')}>
    <Lock size={10} strokeWidth={2.25} aria-hidden="true" />
    Read-only
  </span>
);

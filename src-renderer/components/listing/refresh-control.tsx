import { ChevronDown, RefreshCw } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useChangePreferences } from '../../api/settings-view.ts';
import { IconButton } from '../button.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import { showToast } from '../toast-store.ts';
import { refreshSteps, stepText, type RefreshSeconds } from './auto-refresh.ts';
import './refresh-control.css';

interface RefreshControlProps {
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly seconds: RefreshSeconds;
}

/** Refresh now, and how often by itself. */
export const RefreshControl = ({ busy, onRefresh, seconds }: RefreshControlProps) => {
  const change = useChangePreferences();
  const choose = (chosen: string | undefined): void => {
    const autoRefreshSeconds = refreshSteps.find((step) => String(step) === chosen);
    if (autoRefreshSeconds === undefined) return;
    change({ autoRefreshSeconds }).catch((thrown: unknown) =>
      showToast(describeAppError(appErrorOf(thrown)).title, 'note'),
    );
  };
  const every = seconds === 0 ? '' : 'Every ';
  return (
    <span className="refresh-control">
      <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={busy} onPress={onRefresh} />
      <MenuButton
        className="button secondary regular number"
        name={`Auto-refresh: ${every}${stepText(seconds)}`}
        placement="bottom end"
        parts={[
          {
            kind: 'one',
            head: 'Refresh by itself',
            ariaName: 'Refresh by itself',
            lines: refreshSteps.map((step) => ({
              id: String(step),
              label: step === 0 ? 'Off' : `Every ${stepText(step)}`,
            })),
            chosen: [String(seconds)],
            onChoose: ([chosen]) => choose(chosen),
          },
        ]}
      >
        <span>
          {every === '' ? null : <span className="refresh-word">{every}</span>}
          {stepText(seconds)}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
  );
};

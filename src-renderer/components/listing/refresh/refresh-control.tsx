import { ChevronDown, RefreshCw } from 'lucide-react';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { isStopped, refreshSteps, stepText, type RefreshSeconds } from './auto-refresh.ts';
import { useSavedChoice } from '../views/use-saved-choice.ts';
import './refresh-control.css';

interface RefreshControlProps {
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly seconds: RefreshSeconds;
  /** Of the last read. */
  readonly errorCode: AppErrorCode | null;
}

/** Refresh now, and how often by itself. */
export const RefreshControl = ({ busy, onRefresh, seconds, errorCode }: RefreshControlProps) => {
  const save = useSavedChoice();
  const choose = (chosen: string | undefined): void => {
    const autoRefreshSeconds = refreshSteps.find((step) => String(step) === chosen);
    if (autoRefreshSeconds !== undefined) save({ autoRefreshSeconds });
  };
  const every = seconds === 0 ? '' : 'Every ';
  const isPaused = seconds !== 0 && isStopped(errorCode);
  return (
    <span className="refresh-control">
      <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={busy} onPress={onRefresh} />
      <MenuButton
        className="button secondary regular number"
        // "Refresh" is the name of one button only: people and tests look for it.
        name={`Update interval: ${every}${stepText(seconds)}${isPaused ? '. Auto-refresh is paused' : ''}`}
        tooltip
        placement="bottom end"
        parts={() => [
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
          {every === '' || isPaused ? null : <span className="refresh-word">{every}</span>}
          {isPaused ? 'Paused' : stepText(seconds)}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
  );
};

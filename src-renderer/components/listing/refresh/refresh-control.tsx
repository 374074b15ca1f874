import { ChevronDown, RefreshCw } from 'lucide-react';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { IconButton } from '#ui/controls/controls.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { Ring } from '#ui/values/ring.tsx';
import { useNow } from '#ui/values/times.tsx';
import { useSavedChoice } from '../views/use-saved-choice.ts';
import { isStopped, type RefreshSeconds, refreshShare, refreshSteps, stepText } from './auto-refresh.ts';
import './refresh-control.css';

export const RefreshRing = ({ nextAt, seconds }: { readonly nextAt: number; readonly seconds: RefreshSeconds }) => {
  const now = useNow(1000);
  return <Ring className="refresh-ring" size={16} radius={6} share={refreshShare(nextAt, seconds, now.getTime())} />;
};

interface RefreshControlProps {
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly seconds: RefreshSeconds;
  readonly errorCode: AppErrorCode | null;
}

export const RefreshControl = ({ busy, onRefresh, seconds, errorCode }: RefreshControlProps) => {
  const save = useSavedChoice();
  const choose = (chosen: string | undefined): void => {
    const autoRefreshSeconds = refreshSteps.find((step) => String(step) === chosen);
    if (autoRefreshSeconds !== undefined) save({ autoRefreshSeconds });
  };
  const isPaused = seconds !== 0 && isStopped(errorCode);
  return (
    <span className="refresh-control">
      <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={busy} onPress={onRefresh} />
      <MenuButton
        className="button secondary regular number"
        name={`Auto-refresh ${seconds === 0 ? 'off' : `every ${stepText(seconds)}`}${isPaused ? ', paused' : ''}`}
        tooltip
        parts={() => [
          {
            kind: 'one',
            head: 'Auto-refresh',
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
          {isPaused ? null : (
            <span className={seconds === 0 ? undefined : 'refresh-word'}>{seconds === 0 ? 'Auto' : 'Every '}</span>
          )}
          {isPaused || seconds !== 0 ? null : <span className="refresh-word">-refresh</span>}
          {isPaused ? 'Paused' : seconds === 0 ? ' off' : stepText(seconds)}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
  );
};

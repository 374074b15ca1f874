import { Link } from '@tanstack/react-router';
import { Box, RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { useSandboxChange, useSandboxView } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { activeInSandbox, controlOf } from '../../components/sandbox-words.ts';
import { showToast } from '#ui/messages/toast.tsx';
import './sandbox-strip.css';

interface SandboxStripProps {
  readonly profileId: string;
  /** True for the built-in Sandbox; false for other services with control endpoints. */
  readonly isBuiltIn: boolean;
}

/** Stores the clock offset, the only control that survives a restart. So the strip is known before the Sandbox runs. */
const useRememberClock = (state: ReturnType<typeof controlOf>): void => {
  const before = useSettingsView()?.preferences.sandboxAhead;
  const change = useChangePreferences();
  const now = state === null ? before : state.offset_ms > 0;
  const remember = useEffectEvent((sandboxAhead: boolean) => void change({ sandboxAhead }).catch(() => undefined));
  useEffect(() => {
    if (before !== undefined && now !== undefined && now !== before) remember(now);
  }, [before, now]);
};

export const SandboxStrip = ({ profileId, isBuiltIn }: SandboxStripProps) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const { data } = useSandboxView(profileId, (view) => (isActive(view) ? 3_000 : false), 1_000);
  const normal = useAction(async (signal) => {
    await show(api.sandbox.backToNormal({}, { signal }), 'data');
    showToast('Back to normal: no faults, no scenario, system time', 'done');
  });
  const state = controlOf(data);
  useRememberClock(isBuiltIn ? state : null);
  const active = state ? activeInSandbox(state) : [];
  if (active.length === 0) return null;
  return (
    <section className="sandbox-strip row rigid" aria-label="Changed in the Sandbox">
      <Box size={14} aria-hidden="true" />
      <p className="sandbox-strip-text grow text-anywhere number">
        <Link to="/sandbox">Changed here</Link>: {active.join(', ')}
        {normal.error ? <span className="text-danger"> {describeAppError(normal.error).title}.</span> : null}
      </p>
      <Button size="small" variant="ghost" icon={RotateCcw} busy={normal.busy} onPress={() => void normal.run()}>
        Back to normal
      </Button>
    </section>
  );
};

const isActive = (view: Parameters<typeof controlOf>[0]): boolean => {
  const state = controlOf(view);
  return state !== null && activeInSandbox(state).length > 0;
};

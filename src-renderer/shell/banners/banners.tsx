import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { keyAgeDays } from '#shared/key-age-days.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import { type ConsoleApi, useConsole } from '../../api/console-api.ts';
import { useIsPageHidden } from '../../components/listing/refresh/auto-refresh.ts';
import type { QueryClient } from '@tanstack/react-query';
import { consoleStateOptions, mayBeControlled, needsKey } from '../../api/profiles.ts';
import { sandboxOptions, useSandboxChange, useSandboxView } from '../../api/sandbox-view.ts';
import { settingsOptions, useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { KeyBanner } from './key-banner.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { Box, KeyRound, Lightbulb, RotateCcw, TriangleAlert } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, CloseButton } from '#ui/controls/controls.tsx';
import { activeInSandbox, controlOf } from '../../components/sandbox-words.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { LazyCrashReports } from '../../components/support-bundle/lazy-dialogs.ts';
import type { CrashOffer } from '#shared/console-contract/diagnostics-calls.ts';
import type { SettingsNotice } from '#shared/console-contract/settings-calls.ts';
import { fullText, shortClockText } from '#ui/values/times.tsx';
import { countedText } from '#ui/values/number-text.ts';
import './sandbox-strip.css';

/** Polls an unreachable service, because a page may send no requests. Pauses in hidden windows. */
const useRetryOnReturn = (connection: ConsoleState['connection']['state'] | undefined): void => {
  const { api } = useConsole();
  const isPageHidden = useIsPageHidden();
  const isUnavailable = connection === 'offline' && !isPageHidden;
  useEffect(() => {
    if (!isUnavailable) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRetry = (tries: number): void => {
      timer = setTimeout(() => void ask(tries), exponentialDelay(retryPolicy.unreachable, tries));
    };
    const ask = async (tries: number): Promise<void> => {
      await api.console.askAgain({}, { signal: stop.signal }).catch(() => undefined);
      // After a successful response, the connection state changes, which ends this effect.
      if (!stop.signal.aborted) scheduleRetry(tries + 1);
    };
    scheduleRetry(1);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, isUnavailable]);
};

const wordsFor = (notice: SettingsNotice): readonly [string, string] => {
  switch (notice.kind) {
    case 'damaged': {
      const backupText = notice.keptAs === null ? '' : ` The damaged file was saved as ${notice.keptAs}.`;
      return notice.backupAt === null
        ? ['Settings damaged.', `There was no backup. Using the defaults.${backupText}`]
        : ['Settings damaged.', `Using the backup of ${shortClockText(new Date(notice.backupAt))}.${backupText}`];
    }
    case 'newer':
      return [
        'These settings are from a newer version.',
        `Using the defaults. The file was saved as ${notice.keptAs}.`,
      ];
    case 'unreadable':
      return ["Settings can't be read.", `Settings can't be saved until this is fixed: ${notice.detail}`];
  }
};

interface PanelBannerProps extends Omit<ComponentProps<typeof Banner>, 'action'> {
  readonly button?: readonly [label: string, onPress: () => void];
  readonly close?: readonly [label: string, onPress: () => void];
}

const PanelBanner = ({ button, close, ...banner }: PanelBannerProps) => (
  <div className="panel-banner">
    <Banner
      {...banner}
      action={
        <>
          {button ? (
            <Button size="small" onPress={button[1]}>
              {button[0]}
            </Button>
          ) : null}
          {close ? <CloseButton label={close[0]} onPress={close[1]} /> : null}
        </>
      }
    />
  </div>
);

const SettingsNoticeBanner = ({ notice }: { readonly notice: SettingsNotice }) => {
  const { api } = useConsole();
  const dismiss = useAction(async () => void (await api.settings.dismissNotice({})));
  const [title, text] = wordsFor(notice);
  return (
    <PanelBanner tone="warning" icon={TriangleAlert} title={title} button={['Got it', () => void dismiss.run()]}>
      {text}
    </PanelBanner>
  );
};

/** What users can try on a page of the Sandbox. */
const hints: Readonly<Record<string, readonly [title: string, text: string]>> = {
  '/migrations': [
    'Open a failed migration.',
    'The details start with the cause and the next step. To list failures, type status:failed in the search field.',
  ],
  '/modal-lab': [
    'Migrate as an end user.',
    'Select New token and open, choose a provider, and follow the flow next to the modal.',
  ],
  '/sandbox': [
    'Cause a failure on purpose.',
    "Add a fault or change a migration's status, then check the other pages.",
  ],
};

const CrashBanner = ({ crash: { at, process } }: { readonly crash: CrashOffer }) => {
  const [isClosed, setClosed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (isClosed) return null;
  return (
    <>
      <PanelBanner
        tone="warning"
        icon={TriangleAlert}
        title={process === 'lab' ? "The modal lab's page crashed." : 'The console crashed.'}
        button={['Show report', () => setOpen(true)]}
        close={['Close this note', () => setClosed(true)]}
      >
        A report of {fullText(new Date(at))} is on this device. You can save or delete it.
      </PanelBanner>
      {isOpen ? <LazyCrashReports onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const SandboxBanner = ({ path }: { readonly path: string }) => {
  const preferences = useSettingsView()?.preferences;
  const change = useChangePreferences();
  const navigate = useNavigate();
  const close = useAction((_signal, changes: Parameters<typeof change>[0]) => change(changes));
  if (!preferences) return null;
  const { closedHints, welcomeBannerClosed } = preferences;
  const hint = closedHints.includes(path) ? undefined : hints[path];
  // Shows one banner at a time. The list first explains that its rows are samples.
  if (!welcomeBannerClosed && (path === '/migrations' || !hint))
    return (
      <PanelBanner
        tone="info"
        icon={Box}
        title="You are looking at the built-in Sandbox."
        button={['Connect your organization', () => void navigate({ to: '/welcome', search: { start: 'connect' } })]}
        close={['Close this note', () => void close.run({ welcomeBannerClosed: true })]}
      >
        <span className="banner-more">The migrations are samples. Nothing leaves this device.</span>
      </PanelBanner>
    );
  if (!hint) return null;
  const closeHint = () => void close.run({ closedHints: [...closedHints, path] });
  return (
    <PanelBanner tone="info" icon={Lightbulb} title={hint[0]} close={['Close this hint', closeHint]}>
      {hint[1]}
    </PanelBanner>
  );
};

const KeyAgeBanner = ({ profile }: { readonly profile: ConsoleState['profile'] }) => {
  const navigate = useNavigate();
  const [isClosed, setClosed] = useState(false);
  const { key } = profile;
  if (isClosed || !key || key.refused || key.age === 'fresh') return null;
  const daysLeft = keyAgeDays.advised - key.ageDays;
  return (
    <PanelBanner
      tone={key.age === 'replace' ? 'warning' : 'info'}
      icon={KeyRound}
      title={`The key is ${key.ageDays} days old.`}
      button={['Replace key', () => void navigate({ to: '/settings', search: { profile: profile.id } })]}
      close={['Close this reminder', () => setClosed(true)]}
    >
      {daysLeft > 0 ? `Rotate it within ${countedText(daysLeft, 'day')}.` : 'Rotate it now.'}
    </PanelBanner>
  );
};

interface SandboxStripProps {
  readonly profileId: string;
  readonly isBuiltIn: boolean;
}

/** Remembers whether the Sandbox's clock is ahead, so that the first page after a restart can wait for the banner. */
const useRememberClock = (state: ReturnType<typeof controlOf>): void => {
  const wasClockAhead = useSettingsView()?.preferences.sandboxAhead;
  const change = useChangePreferences();
  const isClockAhead = state === null ? wasClockAhead : state.offset_ms > 0;
  const remember = useEffectEvent((sandboxAhead: boolean) => void change({ sandboxAhead }).catch(() => undefined));
  useEffect(() => {
    if (wasClockAhead !== undefined && isClockAhead !== undefined && isClockAhead !== wasClockAhead)
      remember(isClockAhead);
  }, [wasClockAhead, isClockAhead]);
};

const SandboxStrip = ({ profileId, isBuiltIn }: SandboxStripProps) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const { data } = useSandboxView(profileId, (view) => (isActive(view) ? 3_000 : false), 1_000);
  const reset = useAction(async (signal) => {
    await show(api.sandbox.backToNormal({}, { signal }), 'data');
    showToast('Back to normal: no faults, no scenario, system time', 'done');
  });
  const state = controlOf(data);
  useRememberClock(isBuiltIn ? state : null);
  const active = state ? activeInSandbox(state) : [];
  if (active.length === 0) return null;
  return (
    <section className="sandbox-strip gap-8 text-small row rigid" aria-label="Changed in the Sandbox">
      <Box size={14} aria-hidden="true" />
      <p className="grow text-anywhere number">
        <Link to="/sandbox" className="text-strong">
          Sandbox changes
        </Link>
        : {active.join(', ')}
        {reset.error ? <span className="text-danger"> {describeAppError(reset.error).title}.</span> : null}
      </p>
      <Button size="small" variant="ghost" icon={RotateCcw} busy={reset.busy} onPress={() => void reset.run()}>
        Back to normal
      </Button>
    </section>
  );
};

const isActive = (view: Parameters<typeof controlOf>[0]): boolean => {
  const state = controlOf(view);
  return state !== null && activeInSandbox(state).length > 0;
};

/** Maximum ms that the first page waits for banners, because a hung service must not block the page. */
const maxWaitMs = 3_000;

/**
 * States in which the service hasn't responded. The first page then waits only for a Sandbox whose clock was ahead
 * before.
 */
const silentStates: readonly ConsoleState['connection']['state'][] = ['unknown', 'starting', 'offline'];

/** Loads the data that decides which banners the first page shows. Never rejects. */
export async function untilBannersKnown(client: QueryClient, api: ConsoleApi): Promise<void> {
  const settings = client.ensureQueryData(settingsOptions(api)).catch(() => undefined);
  const state = await client.ensureQueryData(consoleStateOptions(api)).catch(() => undefined);
  const isSilent = state !== undefined && silentStates.includes(state.connection.state);
  const isAhead = isSilent && state.profile.builtIn && (await settings)?.preferences.sandboxAhead === true;
  if (state && mayBeControlled(state.profile) && (!isSilent || isAhead)) {
    const sandboxRead = client.prefetchQuery(sandboxOptions(api, state.profile.id));
    await Promise.race([sandboxRead, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  }
  await settings;
}

export const Banners = ({ state, path }: { readonly state: ConsoleState | undefined; readonly path: string }) => {
  // Called here because banners are on every page but not part of the first script.
  useRetryOnReturn(state?.connection.state);
  const notice = state?.settingsNotice;
  const profile = path === '/welcome' ? undefined : state?.profile;
  return (
    <>
      {profile?.builtIn ? <SandboxBanner path={path} /> : null}
      {state?.crash ? <CrashBanner key={state.crash.at} crash={state.crash} /> : null}
      {notice ? <SettingsNoticeBanner notice={notice} /> : null}
      {profile && needsKey(profile) ? (
        <KeyBanner key={`${profile.id} key`} profile={profile} hidden={path === '/settings'} />
      ) : null}
      {profile?.key && profile.key.age !== 'fresh' ? (
        <KeyAgeBanner key={`${profile.id} age`} profile={profile} />
      ) : null}
      {profile && mayBeControlled(profile) ? (
        <SandboxStrip key={`${profile.id} strip`} profileId={profile.id} isBuiltIn={profile.builtIn} />
      ) : null}
    </>
  );
};

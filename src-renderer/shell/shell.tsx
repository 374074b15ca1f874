import { CatchBoundary, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { ToastRegion } from '#ui/messages/toast.tsx';
import { TooltipLayer } from '#ui/tooltip/tooltip-layer.tsx';
import { AbsoluteTimes } from '#ui/values/time-cells.tsx';
import { useConsoleState } from '../api/console-state.ts';
import { useEventMap } from '../api/event-map.ts';
import { needsKey } from '../api/needs-key.ts';
import { useAskedEverywhere } from '../components/everywhere-store.ts';
import { ExportTray } from '../components/export/export-tray.tsx';
import { HostGoneBanner } from './banners/host-gone-banner.tsx';
import { mayBeControlled } from './banners/may-be-controlled.ts';
import { SandboxBanner } from './banners/sandbox-banner.tsx';
import './environment-line.css';
import { usePaletteKey } from './palette/use-palette-key.ts';
import './shell.css';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useFirstPages, useHostAsks } from './use-host-asks.ts';
import { usePagePreferences, useSavedTheme } from './use-page-preferences.ts';
import { useWatchNotes } from './watch/use-watch-notes.ts';

type Environment = ConsoleState['profile']['environment'];

/** The line across the window: filled for production, dashed for the Sandbox. */
const EnvironmentLine = ({ environment }: { readonly environment: Environment | undefined }) =>
  environment === undefined || environment === 'test' ? null : (
    <div className="environment-line" data-environment={environment} aria-hidden="true" />
  );

const ShortcutsSheet = lazy(() =>
  import('./dialogs/shortcuts-sheet.tsx').then(({ ShortcutsSheet: Sheet }) => ({ default: Sheet })),
);

const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then(({ CommandPalette: Palette }) => ({ default: Palette })),
);

const KeyBanner = lazy(() => import('./banners/key-banner.tsx').then(({ KeyBanner: Banner }) => ({ default: Banner })));

const KeyAgeBanner = lazy(() =>
  import('./banners/key-age-banner.tsx').then(({ KeyAgeBanner: Banner }) => ({ default: Banner })),
);

const EverywhereDialog = lazy(() =>
  import('./dialogs/everywhere-dialog.tsx').then(({ EverywhereDialog: Dialog }) => ({ default: Dialog })),
);

const SettingsNoticeBanner = lazy(() =>
  import('./banners/settings-notice-banner.tsx').then(({ SettingsNoticeBanner: Banner }) => ({ default: Banner })),
);

const SandboxStrip = lazy(() =>
  import('./banners/sandbox-strip.tsx').then(({ SandboxStrip: Strip }) => ({ default: Strip })),
);

const Nothing = () => null;

/** What stands around every page. */
export const Shell = () => {
  useEventMap();
  useSavedTheme();
  useFirstPages();
  useWatchNotes();
  const { pageKey, absoluteTimes } = usePagePreferences();
  const state = useConsoleState();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });

  // One at a time: what is opened from the palette takes its place.
  const [over, setOver] = useState<'sheet' | 'palette' | null>(null);
  const onShortcuts = useCallback(() => setOver('sheet'), []);
  const onPalette = useCallback(() => setOver('palette'), []);
  const onClose = useCallback(() => setOver(null), []);
  const everywhere = useAskedEverywhere();
  const navigate = useNavigate();
  useShortcuts({ '?': onShortcuts, F1: () => void navigate({ to: '/help' }) });
  usePaletteKey(onPalette);
  useHostAsks({ onShortcuts, onPalette });

  useEffect(() => {
    const page = path.replace('/', '');
    document.title = page === '' ? 'Ferry Console' : `${page[0]?.toUpperCase()}${page.slice(1)} – Ferry Console`;
  }, [path]);

  const isWelcome = path === '/welcome';
  const profile = state?.profile;
  return (
    <div className="shell" data-bare={isWelcome || undefined}>
      {/* A button, because the address's fragment is the route. */}
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <EnvironmentLine environment={profile?.environment} />
      {isWelcome ? null : <Sidebar state={state} {...{ onShortcuts, onPalette }} />}
      <main ref={main} className="panel" tabIndex={-1}>
        <HostGoneBanner />
        {!isWelcome && profile?.builtIn ? <SandboxBanner /> : null}
        {state?.settingsNotice ? (
          <Suspense>
            <SettingsNoticeBanner notice={state.settingsNotice} />
          </Suspense>
        ) : null}
        {!isWelcome && profile && needsKey(profile) ? (
          <Suspense>
            <KeyBanner key={profile.id} profile={profile} hidden={path === '/settings'} />
          </Suspense>
        ) : null}
        {!isWelcome && profile?.key && profile.key.age !== 'fresh' ? (
          <Suspense>
            <KeyAgeBanner key={profile.id} profile={profile} />
          </Suspense>
        ) : null}
        {!isWelcome && profile && mayBeControlled(profile) ? (
          <Suspense>
            <SandboxStrip key={profile.id} profileId={profile.id} />
          </Suspense>
        ) : null}
        <div className="panel-page">
          <AbsoluteTimes value={absoluteTimes} key={pageKey}>
            <Outlet />
          </AbsoluteTimes>
        </div>
      </main>
      {/* What lies over the page must not take it along when it fails. */}
      <CatchBoundary getResetKey={() => over ?? everywhere ?? ''} errorComponent={Nothing}>
        <Suspense>
          {over === 'sheet' ? <ShortcutsSheet onClose={onClose} /> : null}
          {everywhere === null ? null : <EverywhereDialog key={everywhere} id={everywhere} />}
          {over === 'palette' ? <CommandPalette {...{ onShortcuts, onClose }} /> : null}
        </Suspense>
      </CatchBoundary>
      <ExportTray />
      <ToastRegion />
      {/* A tooltip that fails is missed by nobody; it must not take the page with it. */}
      <CatchBoundary getResetKey={() => path} errorComponent={Nothing}>
        <TooltipLayer />
      </CatchBoundary>
    </div>
  );
};

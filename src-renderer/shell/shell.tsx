import { CatchBoundary, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { EnvironmentLine } from '#ui/environment/environment-tag.tsx';
import { isCommand, isUnderDialog, useShortcuts } from '#ui/keys/shortcuts.tsx';
import { ToastRegion } from '#ui/messages/toast.tsx';
import { AbsoluteTimes } from '#ui/values/absolute-times.ts';
import { useConsoleState } from '../api/profiles.ts';
import { useEventMap } from '../api/event-map.ts';
import { consoleKeys } from '../components/palette/console-keys.ts';
import { useEverywhereId, useOpenLink } from '../components/console-requests.ts';
import { ExportTray } from '../components/export/export-tray.tsx';
import { HostGoneBanner } from './banners/host-gone-banner.tsx';
import { KeptLab } from './kept-lab.tsx';
import '#ui/page/panel.css';
import './shell.css';
import { EarlyKeys } from './palette/early-keys.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useBanners } from './use-banners.tsx';
import { useGoKeys } from './use-go-keys.ts';
import { useFirstPages, useHostRequests } from './use-host-requests.ts';
import { usePagePreferences, useSavedTheme } from './use-page-preferences.ts';

const lazySheet = () =>
  lazy(() => import('./dialogs/shortcuts-sheet.tsx').then(({ ShortcutsSheet: Sheet }) => ({ default: Sheet })));

const lazyPalette = () =>
  lazy(() => import('./palette/command-palette.tsx').then(({ CommandPalette: Palette }) => ({ default: Palette })));

const EverywhereDialog = lazy(() =>
  import('./dialogs/everywhere-dialog.tsx').then(({ EverywhereDialog: Dialog }) => ({ default: Dialog })),
);

const LinkDialog = lazy(() =>
  import('./dialogs/link-dialog.tsx').then(({ LinkDialog: Dialog }) => ({ default: Dialog })),
);

// Loaded lazily, because pages don't need tooltips to render.
const TooltipLayer = lazy(() =>
  import('#ui/tooltip/tooltip-layer.tsx').then(({ TooltipLayer: Layer }) => ({ default: Layer })),
);

const EmptyElement = () => null;

const usePaletteKey = (open: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !isCommand(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};

export const Shell = () => {
  useEventMap();
  useSavedTheme();
  useFirstPages();
  useGoKeys();
  const { pageKey, absoluteTimes } = usePagePreferences();
  const state = useConsoleState();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const banners = useBanners(state, path);

  // Only one overlay is open at a time. An overlay opened from the palette replaces the palette.
  const [over, setOver] = useState<'sheet' | 'palette' | null>(null);
  const [ShortcutsSheet, setSheet] = useState(lazySheet);
  const [CommandPalette, setPalette] = useState(lazyPalette);
  const earlyText = useRef('');
  // Discards input typed for a palette that failed to load.
  const leavePalette = useCallback((next: 'sheet' | null) => {
    earlyText.current = '';
    setOver(next);
  }, []);
  const onShortcuts = useCallback(() => leavePalette('sheet'), [leavePalette]);
  // Doesn't open over a page's dialog. The shell's own dialogs close first.
  const isOwn = over !== null;
  const onPalette = useCallback(() => {
    if (isOwn || !isUnderDialog()) setOver('palette');
  }, [isOwn]);
  const onClose = useCallback(() => leavePalette(null), [leavePalette]);
  // Lets the next key press retry the load, because React.lazy caches the failure.
  const onOverFailed = useCallback(() => {
    setSheet(lazySheet);
    setPalette(lazyPalette);
    onClose();
  }, [onClose]);
  const onEarlyText = useCallback((text: string) => void (earlyText.current = text), []);
  const takeEarly = useCallback(() => {
    const text = earlyText.current;
    earlyText.current = '';
    return text;
  }, []);
  const everywhere = useEverywhereId();
  const link = useOpenLink();
  const navigate = useNavigate();
  useShortcuts({ [consoleKeys.sheet]: onShortcuts, [consoleKeys.guide]: () => void navigate({ to: '/help' }) });
  usePaletteKey(onPalette);
  useHostRequests({ onShortcuts, onPalette });

  useEffect(() => {
    const page = path.split('/')[1] ?? '';
    document.title = page === '' ? 'Ferry Console' : `${page[0]?.toUpperCase()}${page.slice(1)} – Ferry Console`;
  }, [path]);

  const isWelcome = path === '/welcome';
  const profile = state?.profile;
  return (
    <div className="shell" data-bare={isWelcome || undefined}>
      {/* A button, because a link would change the URL's fragment, which is the route. */}
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to main content
      </button>
      <EnvironmentLine environment={profile?.environment} />
      {isWelcome ? null : <Sidebar state={state} {...{ onShortcuts, onPalette }} />}
      <main ref={main} className="panel stack" tabIndex={-1}>
        <HostGoneBanner />
        {banners}
        {banners === undefined ? null : (
          <div className="panel-page fill">
            <AbsoluteTimes value={absoluteTimes} key={pageKey}>
              <Outlet />
            </AbsoluteTimes>
            {profile ? <KeptLab profileId={profile.id} /> : null}
          </div>
        )}
      </main>
      {/* An overlay that fails must not crash the page. */}
      <CatchBoundary
        getResetKey={() => over ?? everywhere ?? link ?? ''}
        errorComponent={EmptyElement}
        onCatch={onOverFailed}
      >
        <Suspense>
          {over === 'sheet' ? <ShortcutsSheet onClose={onClose} /> : null}
          {everywhere === null ? null : <EverywhereDialog key={everywhere} id={everywhere} />}
          {link === null ? null : <LinkDialog key={link} text={link} />}
        </Suspense>
        {over === 'palette' ? (
          <Suspense fallback={<EarlyKeys onText={onEarlyText} onClose={onClose} />}>
            <CommandPalette {...{ onShortcuts, onClose }} takeEarly={takeEarly} />
          </Suspense>
        ) : null}
      </CatchBoundary>
      <ExportTray />
      <ToastRegion place={path} />
      {/* A failing tooltip must not crash the page. */}
      <CatchBoundary getResetKey={() => path} errorComponent={EmptyElement}>
        <Suspense>
          <TooltipLayer />
        </Suspense>
      </CatchBoundary>
    </div>
  );
};

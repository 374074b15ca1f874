import { lazyPart } from '#ui/state/lazy-part.tsx';
import { useExports } from '../api/loaded.ts';
import { CatchBoundary, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { Banner } from '#ui/messages/messages.tsx';
import { useStore } from '#ui/state/store.ts';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { EnvironmentLine } from '#ui/environment/environment-tag.tsx';
import { isCommand, isUnderDialog, useShortcuts } from '#ui/keys/shortcuts.tsx';
import { useWindowEvent } from '#ui/keys/use-window-event.ts';
import { ToastRegion } from '#ui/messages/toast.tsx';
import { AbsoluteTimes } from '#ui/values/absolute-times.ts';
import { useConsoleState } from '../api/profiles.ts';
import { useEventMap } from '../api/event-map.ts';
import { consoleKeys } from '../components/palette/console-keys.ts';
import { everywhereText, linkToOpen } from '../components/console-requests.ts';
import { KeptLab } from './kept-lab.tsx';
import '#ui/page/panel.css';
import './shell.css';
import { EarlyKeys } from './palette/early-keys.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useBanners } from './use-banners.tsx';
import { usePagePreferences, useSavedTheme } from './use-page-preferences.ts';
import { focusPage, isFocusTaken } from '#ui/keys/lent-focus.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useConsole, useOnEvent } from '../api/console-api.ts';
import { listOptions, useKnownTotal } from '../api/listings.ts';
import { defaultListingSearch } from '../components/listing/listing-search.ts';

const ExportCards = lazyPart(() => import('../components/export/export-cards.tsx'), 'ExportCards');

const ExportTray = () => {
  const exports = useExports();
  return exports.length === 0 ? null : <ExportCards exports={exports} />;
};

const HostGoneBanner = () => {
  const router = useRouter();
  const isReachable = useStore(router.options.context.reach);
  if (isReachable) return null;
  return (
    <div className="panel-banner">
      <Banner tone="warning" icon={Unplug} title="The console's program isn't responding.">
        The program may have stopped. Start it again in the terminal, then open the link it prints.
      </Banner>
    </div>
  );
};

/** Prefetches the first page of the other list when idle, for the count in the navigation and to open it instantly. */
const useFirstPages = (): void => {
  const { api } = useConsole();
  const client = useQueryClient();
  const migrations = useKnownTotal('migrations');
  const companies = useKnownTotal('companies');
  const isOneTotalKnown = (migrations === null) !== (companies === null);

  const prefetchMissing = useEffectEvent(() => {
    if (migrations === null) void client.prefetchQuery(listOptions(api, 'migrations', defaultListingSearch));
    if (companies === null) void client.prefetchQuery(listOptions(api, 'companies', defaultListingSearch));
  });
  useEffect(() => {
    if (!isOneTotalKnown) return;
    const handle = requestIdleCallback(() => prefetchMissing(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [isOneTotalKnown]);
};

interface HostRequests {
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
}

const useHostRequests = ({ onShortcuts, onPalette }: HostRequests): void => {
  const navigate = useNavigate();
  useOnEvent('console:link-asked', ({ link }) => linkToOpen.set(link));
  useOnEvent(
    'console:migration-asked',
    ({ id }) => void navigate({ to: '/migrations', search: (before) => ({ ...before, open: id }) }),
  );
  useOnEvent('console:menu-asked', ({ item }) => {
    if (item === 'palette') onPalette();
    else if (item === 'shortcuts') onShortcuts();
    else void navigate({ to: `/${item}` });
  });
};

const pages = { o: '/overview', m: '/migrations', c: '/companies', a: '/alerts', w: '/webhooks' } as const;

/** Maximum ms between G and the letter of a page. A later letter has its own meaning. */
const sequenceTimeoutMs = 1_500;

/** Opens a page after G and a letter, and moves the focus to it. Mounted once, before any page. */
const useGoKeys = (): void => {
  const navigate = useNavigate();
  const sequenceEndRef = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isWaiting = performance.now() < sequenceEndRef.current;
    sequenceEndRef.current = 0;
    const page = pages[event.key as keyof typeof pages] as (typeof pages)[keyof typeof pages] | undefined;
    if (!isWaiting || page === undefined || event.ctrlKey || event.metaKey || event.altKey || isFocusTaken()) return;
    // Runs before other listeners, because A alone loads all rows and C alone copies an ID.
    event.preventDefault();
    event.stopImmediatePropagation();
    focusPage();
    void navigate({ to: page });
  });
  // A layout effect runs before the page's effects, so this listener is registered first.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  useShortcuts({ [consoleKeys.go]: () => void (sequenceEndRef.current = performance.now() + sequenceTimeoutMs) });
};

const lazySheet = () => lazyPart(() => import('./dialogs/shortcuts-sheet.tsx'), 'ShortcutsSheet');

const lazyPalette = () =>
  lazy(() => import('./palette/command-palette.tsx').then(({ CommandPalette: Palette }) => ({ default: Palette })));

const SearchDialog = lazyPart(() => import('./dialogs/search-dialog.tsx'), 'SearchDialog');
const LinkDialog = lazyPart(() => import('./dialogs/link-dialog.tsx'), 'LinkDialog');
const TooltipLayer = lazyPart(() => import('#ui/tooltip/tooltip-layer.tsx'), 'TooltipLayer');

const EmptyElement = () => null;

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
  const [overlay, setOverlay] = useState<'sheet' | 'palette' | null>(null);
  const [ShortcutsSheet, setSheet] = useState(lazySheet);
  const [CommandPalette, setPalette] = useState(lazyPalette);
  const earlyText = useRef('');
  // Discards input typed for a palette that failed to load.
  const leavePalette = useCallback((next: 'sheet' | null) => {
    earlyText.current = '';
    setOverlay(next);
  }, []);
  const onShortcuts = useCallback(() => leavePalette('sheet'), [leavePalette]);
  // The palette replaces the shell's own dialogs, but doesn't open over a page's dialog.
  const isOverlayOpen = overlay !== null;
  const onPalette = useCallback(() => {
    if (isOverlayOpen || !isUnderDialog()) setOverlay('palette');
  }, [isOverlayOpen]);
  const onClose = useCallback(() => leavePalette(null), [leavePalette]);
  // Lets the next key press load the palette again, because React.lazy caches a failed load.
  const onOverFailed = useCallback(() => {
    setSheet(lazySheet);
    setPalette(lazyPalette);
    onClose();
  }, [onClose]);
  const onEarlyText = useCallback((text: string) => void (earlyText.current = text), []);
  const takeEarlyText = useCallback(() => {
    const text = earlyText.current;
    earlyText.current = '';
    return text;
  }, []);
  const everywhere = useStore(everywhereText);
  const link = useStore(linkToOpen);
  const navigate = useNavigate();
  useShortcuts({ [consoleKeys.sheet]: onShortcuts, [consoleKeys.guide]: () => void navigate({ to: '/help' }) });
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !isCommand(event)) return;
    event.preventDefault();
    onPalette();
  });
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
      <button type="button" className="skip-link text-main text-medium" onClick={() => main.current?.focus()}>
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
        getResetKey={() => overlay ?? everywhere ?? link ?? ''}
        errorComponent={EmptyElement}
        onCatch={onOverFailed}
      >
        {overlay === 'sheet' ? <ShortcutsSheet onClose={onClose} /> : null}
        {everywhere === null ? null : <SearchDialog key={everywhere} text={everywhere} />}
        {link === null ? null : <LinkDialog key={link} text={link} />}
        {overlay === 'palette' ? (
          <Suspense fallback={<EarlyKeys onText={onEarlyText} onClose={onClose} />}>
            <CommandPalette {...{ onShortcuts, onClose }} takeEarly={takeEarlyText} />
          </Suspense>
        ) : null}
      </CatchBoundary>
      <ExportTray />
      <ToastRegion place={path} />
      {/* A failing tooltip must not crash the page. */}
      <CatchBoundary getResetKey={() => path} errorComponent={EmptyElement}>
        <TooltipLayer />
      </CatchBoundary>
    </div>
  );
};

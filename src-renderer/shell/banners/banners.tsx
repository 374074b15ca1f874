import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { consoleStateOptions, mayBeControlled, needsKey } from '../../api/profiles.ts';
import { sandboxOptions } from '../../api/sandbox-view.ts';
import { settingsOptions } from '../../api/settings.ts';
import { KeyAgeBanner } from './key-age-banner.tsx';
import { KeyBanner } from './key-banner.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { SettingsNoticeBanner } from './settings-notice-banner.tsx';
import { useRetryOnReturn } from './use-come-back.ts';

/** Maximum ms to wait. A service on this device responds sooner, and a hung service must not block the page. */
const longestMs = 3_000;

/** States before the service's first response. The page doesn't wait for it, unless there is a banner to show. */
const silent: readonly ConsoleState['connection']['state'][] = ['unknown', 'starting', 'offline'];

/** Loads the data that decides which banners the first page shows. Never rejects. */
export async function untilBannersKnown(client: QueryClient, api: ConsoleApi): Promise<void> {
  const settings = client.ensureQueryData(settingsOptions(api)).catch(() => undefined);
  const state = await client.ensureQueryData(consoleStateOptions(api)).catch(() => undefined);
  const isSilent = state !== undefined && silent.includes(state.connection.state);
  const isAhead = isSilent && state.profile.builtIn && (await settings)?.preferences.sandboxAhead === true;
  if (state && mayBeControlled(state.profile) && (!isSilent || isAhead)) {
    const sandboxRead = client.prefetchQuery(sandboxOptions(api, state.profile.id));
    await Promise.race([sandboxRead, new Promise((resolve) => setTimeout(resolve, longestMs))]);
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
      {profile?.builtIn ? <SandboxBanner /> : null}
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

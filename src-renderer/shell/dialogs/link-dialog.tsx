import { type DeepLink, linkProblems, readDeepLink } from '#shared/deep-links/deep-link.ts';
import { parseCompaniesSearch } from '../../pages/companies/companies-search.ts';
import { parseMigrationsSearch } from '../../pages/migrations/migrations-search.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { TitledDialog, DialogProblem, MessageDialog } from '#ui/dialogs/dialogs.tsx';
import { useConsole } from '../../api/console-api.ts';
import { hostText, useProfileList } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { linkToOpen, proposedService } from '../../components/console-requests.ts';
import { linkTitle, linkWords } from '../../components/links/link-words.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import { linkedProfiles } from '../links/linked-profiles.ts';
import './link-dialog.css';

type LinkRoute =
  | { readonly to: '/migrations'; readonly search: ReturnType<typeof parseMigrationsSearch> }
  | { readonly to: '/companies'; readonly search: ReturnType<typeof parseCompaniesSearch> }
  | { readonly to: '/companies/$id'; readonly params: { readonly id: string } };

/** Whether the page parses all of the link's search, so that no filter is silently dropped. */
const isKept = (meant: DeepLink['search'], read: object): boolean =>
  Object.entries(meant).every(
    ([name, value]) => JSON.stringify((read as Record<string, unknown>)[name]) === JSON.stringify(value),
  );

/** Returns the route of a link. Null if the page couldn't show the link as intended. */
const linkRoute = ({ page, id, search }: DeepLink): LinkRoute | null => {
  if (id !== null && page === 'companies') return { to: '/companies/$id', params: { id } };
  if (page === 'companies') {
    const parsedSearch = parseCompaniesSearch({ ...search });
    return isKept(search, parsedSearch) ? { to: '/companies', search: parsedSearch } : null;
  }
  const expectedSearch: DeepLink['search'] = id === null ? search : { open: id };
  const read = parseMigrationsSearch({ ...expectedSearch });
  return isKept(expectedSearch, read) ? { to: '/migrations', search: read } : null;
};

const closeLink = (): void => linkToOpen.set(null);

const LinkContents = ({ link }: { readonly link: DeepLink }) => (
  <dl className="link-contents" aria-label="Contents of the link">
    <div>
      <dt className="faint text-small">Shows</dt>
      <dd className="text-anywhere">{linkTitle(link)}</dd>
    </div>
    {linkWords(link).map(({ label, text }) => (
      <div key={label}>
        <dt className="faint text-small">{label}</dt>
        <dd className="text-anywhere">
          <bdi>{text}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

const LinkRefused = (props: Omit<ComponentProps<typeof MessageDialog>, 'closeVariant' | 'onClose'>) => (
  <MessageDialog {...props} closeVariant="primary" onClose={closeLink} />
);

interface OpenLinkDialogProps {
  readonly text: string;
  readonly link: DeepLink;
  readonly activeId: string;
  readonly profiles: readonly ProfileView[];
}

const ReadLink = ({ text, link, activeId, profiles }: OpenLinkDialogProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const choices = linkedProfiles(link.service, { activeId, profiles });
  const route = linkRoute(link);
  const isHere = choices.some(({ id }) => id === activeId);
  const active = profiles.find(({ id }) => id === activeId);
  const { run, busy, error } = useAction(async (_signal, profileId: string) => {
    if (route === null) return;
    if (profileId !== activeId) await api.profiles.switch({ id: profileId });
    // Skips the navigation if a newer link has arrived in the meantime.
    if (linkToOpen.get() !== text) return;
    closeLink();
    await navigate(route);
  });
  const showInActiveProfile = useEffectEvent(() => void run(activeId));
  useEffect(() => {
    if (isHere) showInActiveProfile();
  }, [isHere]);

  if (route === null) return <LinkRefused title="This link can't be opened">{linkProblems.unknown}</LinkRefused>;
  if (isHere && !error) return null;
  if (link.service && choices.length === 0) {
    const { service } = link;
    const { environment, baseURL, profile } = service;
    const startProfile = (): void => {
      closeLink();
      proposedService.set(service);
      void navigate({ to: '/settings', search: { profile: 'new' } });
    };
    return (
      <LinkRefused
        title="No profile matches this link"
        other={baseURL === null ? null : <Button onPress={startProfile}>New profile…</Button>}
      >
        <p>
          The link is for the {environment} service at{' '}
          <span className="mono">{hostText(baseURL) ?? 'this device'}</span>, which the sender calls “
          <bdi>{profile}</bdi>”. Don't add a profile for a base URL you don't know, because the console would send the
          profile's key there. Ask the sender first.
        </p>
      </LinkRefused>
    );
  }
  const [onlyProfile] = choices.length === 1 ? choices : [];
  const isBusy = busy ? 'In progress' : null;
  return (
    <TitledDialog
      title={
        onlyProfile ? (
          <>
            Open this link in <bdi>{onlyProfile.name}</bdi>?
          </>
        ) : (
          'Choose a profile for this link'
        )
      }
      role="alertdialog"
      onClose={closeLink}
    >
      <LinkContents link={link} />
      {onlyProfile ? null : (
        <ul className="link-profiles">
          {choices.map((profile) => (
            <li key={profile.id} className="link-profile row">
              <ProfileTile profile={profile} size="small" />
              <span className="text-medium truncate">{profile.name}</span>
              <EnvironmentTag environment={profile.environment} />
              <span className="row push-end">
                <Button size="small" disabledBecause={isBusy} onPress={() => void run(profile.id)}>
                  Open
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="dialog-text">
        Opening the link switches profiles and stops any loads and labs in progress in <bdi>{active?.name}</bdi>.
      </p>
      <DialogProblem text={error && `${describeAppError(error).title}.`} />
      <div className="dialog-actions">
        {onlyProfile ? <EnvironmentTag environment={onlyProfile.environment} /> : null}
        <Button onPress={closeLink}>Cancel</Button>
        {onlyProfile ? (
          <Button variant="primary" disabledBecause={isBusy} onPress={() => void run(onlyProfile.id)}>
            Open
          </Button>
        ) : null}
      </div>
    </TitledDialog>
  );
};

/** Opens a link from the system, from Find or from the palette. Links are untrusted, so they only open pages. */
export const LinkDialog = ({ text }: { readonly text: string }) => {
  const list = useProfileList();
  const result = readDeepLink(text);
  if ('problem' in result)
    return <LinkRefused title="This link can't be opened">{linkProblems[result.problem]}</LinkRefused>;
  return list ? <ReadLink key={text} text={text} link={result.link} {...list} /> : null;
};

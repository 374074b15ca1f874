import { useNavigate } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { Dialog, Heading } from 'react-aria-components';
import type { WatchState, Watched } from '#shared/console-contract/watch-calls.ts';
import { useWatch } from '../../components/migration/use-watch.ts';
import { dateOf, relativeWords, useNow } from '#ui/values/times.tsx';
import { ShortId } from '#ui/values/ids.tsx';
import { useCompanyNames, type CompaniesById } from '../../api/companies.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { OpenPopover } from '#ui/menu/open-popover.tsx';
import './watch-list.css';
import { GhostButton } from '#ui/controls/form.tsx';

interface WatchListProps {
  readonly state: WatchState;
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
}

const pausedWords = {
  offline: 'Paused: the service is unavailable. The console retries automatically.',
  key: 'Paused: the profile needs a key. Enter it in Settings.',
};

const timeWords = ({ changedAt, readAt, problem, status }: Watched, now: Date): string => {
  if (problem === 'not_found') return 'No longer found';
  const changedDate = dateOf(changedAt);
  if (changedDate) return `changed ${relativeWords(changedDate, now)}`;
  const readDate = dateOf(readAt);
  return readDate
    ? `no change, checked ${relativeWords(readDate, now)}`
    : status === null
      ? 'not checked yet'
      : 'last known status';
};

const Line = ({
  watched,
  companies,
  onOpen,
  onEnd,
}: {
  readonly watched: Watched;
  readonly companies: CompaniesById;
  readonly onOpen: () => void;
  readonly onEnd: () => void;
}) => {
  const now = useNow(20_000);
  const name = watched.companyId === null ? null : companies.get(watched.companyId)?.providerCompanyName;
  return (
    <li className="gap-4 row">
      <button type="button" className="watch-open hover-tint stack grow" onClick={onOpen}>
        <bdi className="text-medium truncate">{name || <ShortId id={watched.id} />}</bdi>
        <span className="gap-8 text-small row">
          {watched.status === null ? <span>Status not known yet</span> : <StatusText status={watched.status} />}
          <span className="faint text-nowrap push-end number">{timeWords(watched, now)}</span>
        </span>
      </button>
      <GhostButton label="Stop watching" icon={EyeOff} onPress={onEnd} />
    </li>
  );
};

export const WatchList = ({ state, trigger, onClose }: WatchListProps) => {
  const navigate = useNavigate();
  const { toggle } = useWatch();
  const { watched, paused } = state;
  const companies = useCompanyNames(watched.flatMap(({ companyId }) => companyId ?? []));
  const open = (id: string): void => {
    onClose();
    void navigate({ to: '/migrations', search: (before) => ({ ...before, open: id }) });
  };
  return (
    <OpenPopover trigger={trigger} onClose={onClose} placement="right bottom" className="watch-popover">
      <Dialog className="watch-dialog">
        <Heading slot="title">Watched migrations</Heading>
        <p className="watch-note note">
          {paused
            ? pausedWords[paused]
            : 'The console checks watched migrations while their profile is active and shows each change.'}
        </p>
        {watched.length === 0 ? <p className="watch-note note">No watched migrations.</p> : null}
        <ul>
          {watched.map((each) => (
            <Line
              key={each.id}
              watched={each}
              companies={companies}
              onOpen={() => open(each.id)}
              onEnd={() => toggle(each.id)}
            />
          ))}
        </ul>
      </Dialog>
    </OpenPopover>
  );
};

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionFilter } from '#shared/attention.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { CopyButton } from '#ui/controls/controls.tsx';
import { ShortId } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, CreatedCell, dateOf, fullText, relativeWords, useClock } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { Card } from '../../../components/card.tsx';
import { userText } from '../../../components/migration/attention-words.ts';
import { StatusBar } from '../../../components/migration/status-bar.tsx';
import { knownStatuses } from '#ui/status/status-style.ts';
import { StatusText } from '../../../components/migration/status.tsx';
import { directionOf } from '#ui/values/text-direction.ts';

type Groups = readonly { readonly key: string; readonly count: number; readonly newest: string | null }[];

export const Filtered = ({
  id,
  status,
  user,
  attention = [],
  children,
  ...more
}: {
  readonly id: string;
  readonly status?: string;
  readonly user?: string;
  readonly attention?: readonly AttentionFilter[];
  readonly children: ReactNode;
  readonly className?: string;
}) => (
  <Link
    to="/migrations"
    search={{
      view: 'all',
      company: [id],
      status: status === undefined ? [] : [status],
      user: user === undefined ? [] : [user],
      attention,
    }}
    {...more}
  >
    {children}
  </Link>
);

/** Returns a status's position in the lifecycle. Undocumented statuses come last. */
const orderOf = (status: string): number =>
  (knownStatuses.indexOf(status) + knownStatuses.length + 1) % (knownStatuses.length + 1);

interface StatusesCardProps {
  readonly id: string;
  readonly groups: Groups;
  readonly scope: string;
}

export const StatusesCard = ({ id, groups, scope }: StatusesCardProps) => {
  const lines = groups
    .map(({ key, count }) => ({ status: key, count }))
    .sort((one, other) => orderOf(one.status) - orderOf(other.status));
  return (
    <Card title="Migrations by status" note={<span className="number">{scope}</span>}>
      <StatusBar lines={lines} />
      <ul className="company-statuses">
        {lines.map(({ status, count }) => (
          <li key={status}>
            <Filtered id={id} status={status} className="company-status gap-6 text-main row">
              <StatusText status={status} /> <strong className="number">{countText(count)}</strong>
            </Filtered>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Moment = ({ at }: { readonly at: string | null }) => {
  const now = useClock();
  const date = dateOf(at);
  if (!date) return <span className="company-aside hint">—</span>;
  return (
    <time className="number" dateTime={date.toISOString()} {...tip(fullText(date))}>
      {absoluteText(date, now)} <span className="company-aside hint">{relativeWords(date, now)}</span>
    </time>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="company-fact">
    <dt>{name}</dt>
    <dd className="truncate">{children}</dd>
  </div>
);

interface FactsCardProps {
  readonly id: string;
  readonly row: CompanyRow | null;
  readonly first: string | null;
  readonly last: string | null;
}

export const FactsCard = ({ id, row, first, last }: FactsCardProps) => (
  <Card title="Details">
    <dl className="company-facts">
      <Fact name="Provider">
        <bdi>{row?.sourceProvider ?? '—'}</bdi>
      </Fact>
      <Fact name="Provider's company ID">
        <bdi className="mono">{row?.providerCompanyId ?? '—'}</bdi>
      </Fact>
      <Fact name="Company ID">
        <ShortId id={id} /> <CopyButton text={id} label="Copy company ID" />
      </Fact>
      <Fact name="Created">
        <Moment at={row?.created ?? null} />
      </Fact>
      <Fact name="First migration">
        <Moment at={first} />
      </Fact>
      <Fact name="Last migration">
        <Moment at={last} />
      </Fact>
    </dl>
  </Card>
);

const maxPeople = 6;

interface PeopleCardProps {
  readonly id: string;
  readonly groups: Groups;
  readonly people: number;
}

export const PeopleCard = ({ id, groups, people }: PeopleCardProps) => {
  const now = useClock();
  return (
    <Card title="End users" note="who started a migration">
      <ul className="company-people">
        {groups.slice(0, maxPeople).map(({ key, count, newest }) => {
          const date = dateOf(newest);
          return (
            <li key={key}>
              <Filtered id={id} user={key} className="card-more company-person">
                <bdi dir={directionOf(key)} className="truncate" {...tip(userText(key), { whenCut: true })}>
                  {userText(key)}
                </bdi>
              </Filtered>
              <strong className="number">{countText(count)}</strong>
              <span className="company-aside hint number">{date ? relativeWords(date, now) : ''}</span>
            </li>
          );
        })}
      </ul>
      {people > maxPeople ? (
        <p className="card-foot hint number">
          {countText(maxPeople)} of {countText(people)}
          <Link
            to="/migrations"
            search={{ view: 'all', company: [id], group: 'user' }}
            className="card-more"
          >{`Show all ${countText(people)}`}</Link>
        </p>
      ) : null}
    </Card>
  );
};

interface MigrationsCardProps {
  readonly id: string;
  readonly migrations: readonly ListedMigration[];
  readonly count: number;
}

export const MigrationsCard = ({ id, migrations, count }: MigrationsCardProps) => (
  <Card
    title="Migrations of this company"
    className="company-migrations"
    note={
      <Filtered id={id} className="card-more">
        Open in Migrations
      </Filtered>
    }
  >
    <ul>
      {migrations.map((migration) => (
        <li key={migration.id}>
          <Link
            to="/migrations"
            search={{ view: 'all', company: [id], open: migration.id }}
            className="company-migration gap-12 text-main hover-tint"
          >
            <StatusText status={migration.status} />
            <ShortId id={migration.id} />
            <bdi dir={directionOf(migration.createdByUserId)} className="truncate">
              {userText(migration.createdByUserId)}
            </bdi>
            <CreatedCell created={migration.created} />
          </Link>
        </li>
      ))}
    </ul>
    <p className="card-foot hint number">
      {countText(migrations.length)} of {countText(count)}
      <Filtered id={id} className="card-more">{`Show all ${countText(count)}`}</Filtered>
    </p>
  </Card>
);

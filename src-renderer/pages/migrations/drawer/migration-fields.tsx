import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useClock } from '#ui/values/clock.tsx';
import { CopyButton } from '#ui/controls/copy.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { dateOf, fullText, relativeText } from '#ui/values/time-text.ts';

const Field = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="drawer-field">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Missing = () => <span className="missing">—</span>;

const Created = ({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const date = dateOf(created);
  if (!date) return created === null ? <Missing /> : <span className="mono">{created}</span>;
  return (
    <span className="number">
      <time dateTime={date.toISOString()}>{fullText(date)}</time>{' '}
      <span className="drawer-aside">{relativeText(date, now)}</span>
    </span>
  );
};

const Copied = ({
  text,
  label,
  mono = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly mono?: boolean;
}) => (
  <>
    <bdi className={mono ? 'mono drawer-value' : 'drawer-value'}>{text}</bdi>
    <CopyButton text={text} label={label} />
  </>
);

/** The fields of one migration, in the order of the drawer. */
export const MigrationFields = ({ migration }: { readonly migration: ListedMigration }) => (
  <dl>
    <Field name="Created">
      <Created created={migration.created} />
    </Field>
    <Field name="Started by">
      {migration.createdByUserId ? <Copied text={migration.createdByUserId} label="Copy user" /> : <Missing />}
    </Field>
    <Field name="Company">
      {migration.companyId !== null && migration.companyName ? (
        <span className="drawer-value">
          <Link to="/companies" search={{ text: migration.companyId }} {...tip('Show it among the companies')}>
            <bdi>{migration.companyName}</bdi>
          </Link>{' '}
          {migration.provider ? (
            <span className="drawer-aside">
              from <bdi>{migration.provider}</bdi>
            </span>
          ) : null}
        </span>
      ) : (
        <span className="missing">
          {migration.companyId === null ? 'None is associated yet' : 'Name not known yet'}
        </span>
      )}
    </Field>
    <Field name="Company id">
      {migration.companyId === null ? <Missing /> : <Copied text={migration.companyId} label="Copy company id" mono />}
    </Field>
    {migration.companyId === null ? null : (
      <Field name="Others">
        <Link
          from="/migrations"
          to="/migrations"
          search={(before) => ({ ...before, view: 'all', company: [migration.companyId ?? ''] })}
        >
          Migrations of this company
        </Link>
      </Field>
    )}
  </dl>
);

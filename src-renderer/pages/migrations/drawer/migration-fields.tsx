import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
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

interface MigrationFieldsProps {
  readonly migration: MigrationRow;
  /** undefined until the console knows it. */
  readonly company: CompanyRow | undefined;
}

/** The fields of one migration, in the order of the drawer. */
export const MigrationFields = ({ migration, company }: MigrationFieldsProps) => (
  <dl>
    <Field name="Created">
      <Created created={migration.created} />
    </Field>
    <Field name="Started by">
      {migration.createdByUserId ? <Copied text={migration.createdByUserId} label="Copy user" /> : <Missing />}
    </Field>
    <Field name="Company">
      {company?.providerCompanyName ? (
        <span className="drawer-value">
          <Link to="/companies" search={{ text: company.id }} {...tip('Show it among the companies')}>
            <bdi>{company.providerCompanyName}</bdi>
          </Link>{' '}
          {company.sourceProvider ? (
            <span className="drawer-aside">
              from <bdi>{company.sourceProvider}</bdi>
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

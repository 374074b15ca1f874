import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Field, fieldList, migrationFields } from '#shared/migration-api/fields.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { dateOf, fullText, relativeText, useClock } from '#ui/values/times.tsx';
import { MissingCell } from '../../../components/listing/columns/field-columns.tsx';
import { CopyButton } from '#ui/controls/controls.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { directionOf } from '#ui/values/text-direction.ts';

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="drawer-field">
    <dt>{name}</dt>
    <dd className="row grow gap-8">{children}</dd>
  </div>
);

const Created = ({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const date = dateOf(created);
  if (!date) return created === null ? <MissingCell /> : <span className="mono">{created}</span>;
  return (
    <span className="number">
      <time dateTime={date.toISOString()}>{fullText(date)}</time>{' '}
      <span className="drawer-aside">{relativeText(date, now)}</span>
    </span>
  );
};

interface CopiedProps {
  readonly text: string;
  readonly label: string;
  readonly mono?: boolean;
}

const Copied = ({ text, label, mono = false }: CopiedProps) => (
  <>
    <bdi dir={directionOf(text)} className={mono ? 'mono drawer-value' : 'drawer-value'}>
      {text}
    </bdi>
    <CopyButton text={text} label={label} />
  </>
);

const copyLabel = (name: string): string => `Copy ${name.toLowerCase().replace(/\bid\b/, 'ID')}`;

const IdLine = ({ name, id }: { readonly name: string; readonly id: string | null }) => (
  <Line name={name}>{id === null ? <MissingCell /> : <Copied text={id} label={copyLabel(name)} mono />}</Line>
);

const separateLineFields: ReadonlySet<string> = new Set<keyof typeof migrationFields>([
  'id',
  'status',
  'created',
  'createdByUserId',
  'companyId',
  'companyName',
  'provider',
  'changed',
]);
const plainLines = fieldList(migrationFields).filter(([name]) => !separateLineFields.has(name));

const PlainValue = ({ text, field: { kind, label } }: { readonly text: string | null; readonly field: Field }) => {
  if (kind === 'time') return <Created created={text} />;
  if (text === null) return <MissingCell />;
  return <Copied text={text} label={copyLabel(label)} mono={kind === 'id'} />;
};

interface MigrationFieldsProps {
  readonly migration: ListedMigration;
  readonly reference: string | null;
  readonly requestId: string | null;
}

export const MigrationFields = ({ migration, reference, requestId }: MigrationFieldsProps) => (
  <dl>
    <Line name="Created">
      <Created created={migration.created} />
    </Line>
    <Line name="Started by">
      {migration.createdByUserId ? (
        <Copied text={migration.createdByUserId} label="Copy user ID" mono={looksLikeUuid(migration.createdByUserId)} />
      ) : (
        <MissingCell />
      )}
    </Line>
    <Line name="Company">
      {migration.companyId !== null && migration.companyName ? (
        <span className="drawer-value">
          <Link to="/companies/$id" params={{ id: migration.companyId }} {...tip('Open company page')}>
            <bdi>{migration.companyName}</bdi>
          </Link>{' '}
          {migration.provider ? (
            <span className="drawer-aside">
              from <bdi>{migration.provider}</bdi>
            </span>
          ) : null}
        </span>
      ) : (
        <span className="missing faint">{migration.companyId === null ? 'No company yet' : 'Name not known yet'}</span>
      )}
    </Line>
    <IdLine name="Company ID" id={migration.companyId} />
    {reference === null ? null : <IdLine name="Reference" id={reference} />}
    {requestId === null ? null : <IdLine name="Request ID" id={requestId} />}
    {plainLines.map(([name, field]) => (
      <Line key={name} name={field.label}>
        <PlainValue text={(migration as Readonly<Record<string, string | null>>)[name] ?? null} field={field} />
      </Line>
    ))}
  </dl>
);

import { Hourglass, Info, Key, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, CopyButton, TextField } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { relativeWords, useClock } from '#ui/values/times.tsx';
import { mayNotChange, useDashboard, useRead, environmentOf } from '../../api/session.ts';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { CreateKey } from './create-key.tsx';
import { daysOld } from './key-age.tsx';
import { type ApiKey, isReplaced, keysOf, keysOverAge } from './key-list.ts';
import { type KeyAction, KeyRow, type RowProps } from './key-row.tsx';
import { hrefOf, replaceHash } from '../../navigation/route.ts';
import './keys-page.css';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { FormDialog } from '../../components/action-form.tsx';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

const RevokeKey = ({ apiKey: { id, description, lastFour, lastUsed, production }, onClose }: RevokeKeyProps) => {
  const [typed, setTyped] = useState('');
  const now = useClock();
  const lastUseText = lastUsed === null ? 'Never used.' : `Last used ${relativeWords(new Date(lastUsed), now)}.`;
  return (
    <FormDialog
      title={`Revoke ${description}?`}
      tag={<EnvironmentTag environment={environmentOf({ production })} />}
      confirm="Revoke"
      tone="danger"
      call="revokeKey"
      sent={{ params: { key: id }, body: { description: typed } }}
      incomplete={typed.trim() !== description && 'Enter the description first'}
      done={`Revoked ····${lastFour}`}
      text={`Everything that uses ····${lastFour} stops working immediately, including modals opened with it. ${lastUseText} This can't be undone.`}
      onClose={onClose}
    >
      <TextField
        label="Description"
        help={`Type “${description}”.`}
        autoComplete="off"
        value={typed}
        onText={setTyped}
      />
    </FormDialog>
  );
};

const AgeBanner = ({
  keys,
  refusal,
  onAsk,
}: Pick<RowProps, 'refusal' | 'onAsk'> & { readonly keys: readonly ApiKey[] }) => {
  const now = useClock();
  const [oldest, ...others] = keysOverAge(keys, now);
  if (oldest === undefined) return null;
  const { description, created } = oldest;
  const isOne = others.length === 0;
  return (
    <Banner
      tone="warning"
      icon={Hourglass}
      title={
        isOne
          ? `${description} is ${daysOld(created, now)} days old; we recommend at most 90.`
          : `${others.length + 1} keys are older than the recommended 90 days.`
      }
      action={
        refusal === null && isOne ? (
          <span className="wide-only">
            <Button onPress={() => onAsk({ kind: 'rotate', key: oldest })}>{`Rotate ${description}`}</Button>
          </span>
        ) : null
      }
    >
      {isOne
        ? `The key works until ${refusal === null ? 'you revoke it. Rotating creates the new key first.' : 'an owner or an admin revokes it.'}`
        : `The oldest keys are listed first. Each key works until ${refusal === null ? 'you revoke it.' : 'an owner or an admin revokes it.'}`}
    </Banner>
  );
};

interface KeyTableProps extends Pick<RowProps, 'refusal' | 'onAsk'> {
  readonly shown: readonly ApiKey[];
  readonly keys: readonly ApiKey[];
  readonly view: 'active' | 'revoked';
}

const KeyTable = ({ shown, keys, view, ...row }: KeyTableProps) => (
  <div className="table-scroll">
    <RowTable
      label="API keys"
      className="key-table phone-table"
      density="relaxed"
      columns={[
        ['Description'],
        ['Key', 'key-four'],
        ['Scopes', 'key-scopes'],
        ['Created by', 'key-by'],
        ['Created', 'key-created'],
        ['Last used', 'key-used'],
        [view === 'active' ? 'Age' : 'Revoked', 'key-age-cell'],
        ['Actions', 'key-actions'],
      ]}
    >
      {shown.map((apiKey) => (
        <KeyRow key={apiKey.id} apiKey={apiKey} isReplaced={isReplaced(apiKey, keys)} {...row} />
      ))}
    </RowTable>
  </div>
);

export const KeysPage = () => {
  const { session, organization, rotation } = useDashboard();
  const query = useRead('listKeys');
  const [view, setView] = useState<'active' | 'revoked'>('active');
  const refusal = mayNotChange(organization);
  const [request, setRequest] = useState<KeyAction | null>(null);
  const [text, setText] = useState('');
  const [linked, setLinked] = useState<string>();
  if (rotation?.lastFour !== linked) {
    setLinked(rotation?.lastFour);
    const keyToRotate = refusal === null ? rotation?.key : undefined;
    if (keyToRotate) setRequest({ kind: 'rotate', key: keyToRotate });
    // If the linked key can't be rotated, the list shows only that key instead.
    if (rotation) setText(keyToRotate ? '' : rotation.lastFour);
  }
  useEffect(() => {
    // The page's own URL replaces the link once this page has read it.
    if (linked !== undefined) replaceHash(hrefOf(organization.id, 'keys'));
  }, [linked, organization.id]);
  const keys = query.data ?? [];
  const active = keysOf(keys, 'active', '').length;
  const shownKeys = keysOf(keys, view, text);
  const close = (): void => setRequest(null);
  const create = (
    <Button variant="primary" icon={Plus} disabledBecause={refusal} onPress={() => setRequest({ kind: 'create' })}>
      Create key
    </Button>
  );
  return (
    <>
      <ListPage
        title="API keys"
        count={query.data ? active : null}
        actions={create}
        filters={
          <>
            <Segments
              label="Filter keys"
              segments={[
                { value: 'active', label: 'Active', count: query.data && String(active) },
                { value: 'revoked', label: 'Revoked', count: query.data && String(keys.length - active) },
              ]}
              value={view}
              onChange={setView}
            />
            <SearchField label="Find by description or last four characters" value={text} onChange={setText} />
            <span className="filter-note row hint">
              <Info size={14} aria-hidden="true" />A key is shown once, when you create it.
            </span>
          </>
        }
        query={query}
        what="The keys"
        foot={
          <>
            <span>Times use this device's time zone. “Last used” is accurate to the minute.</span>
            <span className="row gap-8 shrink">
              Base URL <code className="text-main text-anywhere mono">{session.baseUrl}</code>
              <CopyButton text={session.baseUrl} label="Copy the base URL" />
            </span>
          </>
        }
      >
        {() => (
          <>
            <AgeBanner keys={keys} refusal={refusal} onAsk={setRequest} />
            {shownKeys.length > 0 ? (
              <KeyTable shown={shownKeys} keys={keys} view={view} refusal={refusal} onAsk={setRequest} />
            ) : (
              <NoKeys text={text} view={view} action={create} />
            )}
          </>
        )}
      </ListPage>
      {request?.kind === 'revoke' ? <RevokeKey apiKey={request.key} onClose={close} /> : null}
      {request !== null && request.kind !== 'revoke' ? (
        <CreateKey before={request.kind === 'rotate' ? request.key : undefined} onClose={close} />
      ) : null}
    </>
  );
};

const NoKeys = ({
  text,
  view,
  action,
}: {
  readonly text: string;
  readonly view: string;
  readonly action: React.ReactNode;
}) => {
  if (text !== '')
    return (
      <MessageBlock icon={Key} title="No matching keys">
        No {view} key matches this description or last four characters.
      </MessageBlock>
    );
  return view === 'active' ? (
    <MessageBlock icon={Key} title="No keys yet" actions={action}>
      A key lets your backend call Ferry.
    </MessageBlock>
  ) : (
    <MessageBlock icon={Key} title="No revoked keys">
      Revoked keys stay listed, so you can identify them in the audit log.
    </MessageBlock>
  );
};

import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { splitAddresses } from '#shared/dashboard-api/limits.ts';
import { keyAgeDays } from '#shared/key-age-days.ts';
import { writeDeepLink } from '#shared/deep-links/deep-link.ts';
import { defaultScopes, type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import { Button, copyText, TextField } from '#ui/controls/controls.tsx';
import { SelectBox, Tick } from '#ui/controls/form.tsx';
import { SecretDialog } from '#ui/dialogs/secret-dialog.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { fullText } from '#ui/values/times.tsx';
import { environmentOf, useDashboard } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import type { ApiKey } from './key-list.ts';

type CreatedKey = CallReply<'createKey'>;

const lifetimes = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In 1 year'],
] as const;

const scopeWords: Readonly<Record<KeyScope, string>> = {
  read: 'read everything: migrations, companies, webhooks, reports, activity',
  link: 'create link tokens and hosted links',
  webhooks: 'read and change webhooks, and follow events',
  reports: 'read reports only',
  activity: 'read activity only',
  erase: "erase end users' data",
};

interface KeyCreatedProps {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}

const KeyCreated = ({ created: { apiKey, key }, onClose }: KeyCreatedProps) => {
  const { session, organization } = useDashboard();
  const environment = environmentOf(key);
  const rotateBy = new Date(Date.parse(key.created) + keyAgeDays.advised * 86_400_000);
  const expires = key.expires === null ? null : new Date(key.expires);
  const expiresFirst = expires !== null && expires <= rotateBy;
  const command = (shown: string): string =>
    `curl -H "Authorization: Bearer ${shown}" \\\n    "${session.baseUrl}/api/v1/migrations?page=1"`;
  const prefix = apiKey.slice(0, apiKey.indexOf('_', apiKey.indexOf('_') + 1) + 1);
  const link = writeDeepLink({
    page: 'migrations',
    id: null,
    search: {},
    service: { environment, baseURL: session.baseUrl, profile: organization.name },
  });
  return (
    <SecretDialog
      title="Save this key now"
      tag={<EnvironmentTag environment={environment} />}
      text="The key is shown once. Ferry stores a hash and the last four characters."
      what="key"
      secret={apiKey}
      other={
        'text' in link ? (
          <a className="button secondary regular key-console" href={link.text}>
            <ExternalLink size={14} aria-hidden="true" />
            Open in Ferry Console
          </a>
        ) : null
      }
      onClose={onClose}
    >
      <dl className="key-facts">
        <div>
          <dt className="hint">Description</dt>
          <dd>{key.description}</dd>
        </div>
        <div>
          <dt className="hint">Scopes</dt>
          <dd>
            {key.scopes.map((scope) => (
              <span key={scope} className="word-tag">
                {scope}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt className="hint">{expiresFirst ? 'Expires' : 'Rotate by'}</dt>
          <dd>
            {fullText(expiresFirst ? expires : rotateBy).split(',')[0]}
            {expiresFirst ? null : `, in ${keyAgeDays.advised} days`}
          </dd>
        </div>
      </dl>
      <div className="key-try row">
        <h3>Try it</h3>
        <Button
          size="small"
          variant="ghost"
          icon={Copy}
          onPress={() => copyText(command(apiKey), 'the command with the key')}
        >
          Copy with the key
        </Button>
      </div>
      <pre className="key-command sunken mono">{command(`${prefix}····${key.lastFour}`)}</pre>
      <p className="key-console-note hint">
        The console opens this service and asks for the key. The link doesn't contain the key.
      </p>
    </SecretDialog>
  );
};

interface CreateKeyProps {
  readonly before: ApiKey | undefined;
  readonly onClose: () => void;
}

export const CreateKey = ({ before, onClose }: CreateKeyProps) => {
  const { organization } = useDashboard();
  const [description, setDescription] = useState(before?.description ?? '');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(before?.scopes ?? defaultScopes);
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number][0]>(before?.expires ? '90' : 'never');
  const [addresses, setAddresses] = useState(before?.addresses.join(', ') ?? '');
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  if (createdKey !== null) {
    const close = (): void => {
      onClose();
      if (before) showToast(`Revoke ····${before.lastFour} once nothing uses it`, 'note');
    };
    return <KeyCreated created={createdKey} onClose={close} />;
  }
  const incomplete =
    (description.trim() === '' && 'Enter a description first') || (scopes.length === 0 && 'Choose at least one scope');
  return (
    <FormDialog
      title={before ? `Create a new key for ${before.description}?` : 'Create an API key'}
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      confirm={before ? 'Create new key' : 'Create key'}
      call="createKey"
      sent={{
        body: {
          description,
          scopes: [...scopes],
          addresses: splitAddresses(addresses),
          ...(lifetime !== 'never' && { days: Number(lifetime) }),
        },
      }}
      incomplete={incomplete}
      onDone={setCreatedKey}
      text={
        before
          ? `····${before.lastFour} works until you revoke it. Switch to the new key first.`
          : `The key acts for ${organization.name}. Anyone who has it can do what its scopes allow.`
      }
      onClose={onClose}
    >
      <TextField
        label="Description"
        help="What the key is used for, such as “Billing sync”."
        maxLength={200}
        value={description}
        onText={setDescription}
      />
      <fieldset className="scope-choice">
        <legend>Scopes</legend>
        {keyScopes.map((scope) => (
          <Tick
            key={scope}
            className="gap-8 row muted"
            checked={scopes.includes(scope)}
            onChange={(isChosen) =>
              setScopes(keyScopes.filter((each) => (each === scope ? isChosen : scopes.includes(each))))
            }
          >
            <span className="word-tag">{scope}</span>
            {scopeWords[scope]}
          </Tick>
        ))}
      </fieldset>
      <div className="key-expiry label">
        <label htmlFor="key-expiry">Expires</label>
        <SelectBox id="key-expiry" value={lifetime} options={lifetimes} onChange={setLifetime} />
      </div>
      <TextField
        label="Allowed IP addresses"
        labelNote="Optional"
        help="Addresses or CIDR ranges, separated by commas. If empty, the key works from any address."
        placeholder="203.0.113.0/24, 2001:db8::/32"
        autoComplete="off"
        value={addresses}
        onText={setAddresses}
      />
    </FormDialog>
  );
};

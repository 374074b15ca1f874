import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { keyAgeDays } from '#shared/key-age-days.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { Button, IconButton } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { fullText } from '#ui/values/times.tsx';
import { useConsole, useRead } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { maskedKey } from '../../../components/key-entry/key-entry.tsx';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { keyCardContent } from './key-card-content.ts';
import { KeyForm } from '../../../components/key-entry/key-form.tsx';
import { OutsideAddress } from '../settings-parts.tsx';
import './key-card.css';
import { useIsLate } from '#ui/state/use-is-late.ts';

const slowAfterMs = 1_500;

const useKeyState = (profile: ProfileView) => {
  const client = useQueryClient();
  const queryKey = ['console', 'key-state', profile.id, profile.baseURL, profile.key?.storedAt ?? null];
  const query = useRead(queryKey, (api, options) => api.apiKey.state({ profileId: profile.id }, options), {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return {
    state: query.data,
    asking: query.isFetching,
    waiting: useIsLate(query.isFetching ? 'asking' : null, slowAfterMs),
    askAgain: () => void query.refetch(),
    stopWaiting: () => void client.cancelQueries({ queryKey }),
  };
};

const dayText = (date: Date): string => fullText(date).split(',')[0] ?? '';

const KeyAge = ({ keyView }: { readonly keyView: KeyView }) => {
  const { ageDays, age, storedAt } = keyView;
  const daysLeft = keyAgeDays.advised - ageDays;
  const replaceBy = new Date(Date.parse(storedAt) + keyAgeDays.advised * 24 * 60 * 60 * 1000);
  const share = (Math.min(ageDays, keyAgeDays.advised) / keyAgeDays.advised) * 100;
  return (
    <div className="key-age hint number">
      <div className="key-age-line">
        <strong className="text-main">{countedText(ageDays, 'day')} old</strong>
        <span>
          {daysLeft > 0
            ? `Rotate by ${dayText(replaceBy)}, in ${countedText(daysLeft, 'day')}`
            : `Rotation overdue since ${dayText(replaceBy)}`}
        </span>
      </div>
      <svg className="key-age-bar" height="10" aria-hidden="true">
        <rect className="key-age-track" y="2" width="100%" height="6" rx="3" />
        <rect className={`key-age-fill ${age}`} y="2" width={`${share}%`} height="6" rx="3" />
        <rect className="key-age-tick" x={`${(keyAgeDays.soon / keyAgeDays.advised) * 100}%`} width="2" height="10" />
      </svg>
      <div className="key-age-line">
        <span>
          {age === 'fresh'
            ? `The console reminds you at ${keyAgeDays.soon} days`
            : 'The profile stays when you replace the key'}
        </span>
        <span>{keyAgeDays.advised} days</span>
      </div>
    </div>
  );
};

const ServiceDashboard = ({ profile }: { readonly profile: ProfileView }) => {
  const { id, baseURL, key } = profile;
  const { data } = useRead(
    ['console', 'dashboard', id, baseURL, key?.lastFour ?? null],
    (api, options) => api.dashboards.find({ profileId: id }, options),
    { retry: false },
  );
  const dashboard = data?.dashboard;
  if (!dashboard) return null;
  const isDue = key !== null && key.age !== 'fresh' && dashboard.rotateUrl !== null;
  return (
    <p className="key-dashboard row hint">
      <span>{isDue ? "Create the next key in the service's dashboard:" : 'Create and revoke keys in'}</span>
      <OutsideAddress
        address={(isDue && dashboard.rotateUrl) || dashboard.url}
        words={isDue ? 'Rotate this key' : "this service's dashboard"}
        copyLabel={isDue ? 'Copy the link to rotate this key' : "Copy the dashboard's URL"}
      />
    </p>
  );
};

const RemoveKey = ({ profile, onClose }: { readonly profile: ProfileView; readonly onClose: () => void }) => {
  const { api } = useConsole();
  const { run, busy, error } = useAction(async () => {
    await api.apiKey.remove({ profileId: profile.id });
    showToast('The key was removed', 'done');
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Remove the key ${maskedKey(profile.key?.lastFour ?? '')}?`}
      confirm="Remove key"
      tone="danger"
      busy={busy}
      tag={<EnvironmentTag environment={profile.environment} />}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{profile.name} stays, but can't read anything until you add a key. The key stays valid at the service.</p>
      <ErrorLine className="text-danger" error={error} hasDetail={false} />
    </ConfirmDialog>
  );
};

export const KeyCard = ({ profile }: { readonly profile: ProfileView }) => {
  const { state, asking, waiting, askAgain, stopWaiting } = useKeyState(profile);
  const [openPanel, setOpenPanel] = useState<'form' | 'remove' | null>(null);
  const storedOn = profile.key ? dayText(new Date(profile.key.storedAt)) : '';
  const content = keyCardContent(profile, state, waiting, storedOn);
  const { icon: Icon, tone, title, text, action } = content;
  const hasKey = profile.key !== null && action === null;
  // The card asks the service for its dashboard only if the key is readable or missing.
  const isKnown = state !== undefined && (hasKey || action === 'add');
  const noKeychain = state !== undefined && state.keychain.state !== 'ok';
  // If only the key is missing, its field is shown immediately.
  const isFormAlwaysShown = action === 'add' && !asking;

  return (
    <section className="key-section" aria-labelledby="key-title">
      <h2 id="key-title">API key</h2>
      <p className="settings-help note">
        {state?.keychain.state === 'ok' && profile.key?.storage !== 'session' ? 'Stored in your system keychain. ' : ''}
        The console never shows the key again.
      </p>
      <div className="settings-card outlined key-card" aria-busy={asking || undefined}>
        <div className="key-head row">
          <span className={`key-icon rigid muted ${tone}`}>
            <Icon size={18} aria-hidden="true" />
          </span>
          <output className="key-words">
            <strong>{title}</strong>
            <span>{text}</span>
            {action !== null && state?.keychain.detail ? (
              <span className="key-detail mono">{state.keychain.detail}</span>
            ) : null}
          </output>
          <div className="key-buttons">
            {action === 'again' ? (
              <Button busy={asking} onPress={askAgain}>
                Try again
              </Button>
            ) : null}
            {action === 'stop' ? <Button onPress={stopWaiting}>Stop waiting</Button> : null}
            {hasKey ? (
              <>
                <Button icon={RefreshCw} onPress={() => setOpenPanel('form')}>
                  Replace key
                </Button>
                <span className="key-remove">
                  <IconButton label="Remove key" icon={Trash2} onPress={() => setOpenPanel('remove')} />
                </span>
              </>
            ) : null}
          </div>
        </div>
        {openPanel === 'form' || isFormAlwaysShown ? (
          <KeyForm
            profile={profile}
            noKeychain={noKeychain}
            takesFocus={!isFormAlwaysShown}
            help={profile.key ? 'The old key stays until the console has stored the new one.' : null}
            onDone={() => setOpenPanel(null)}
            onCancel={isFormAlwaysShown ? undefined : () => setOpenPanel(null)}
          />
        ) : null}
        {hasKey && profile.key ? <KeyAge keyView={profile.key} /> : null}
        {isKnown ? <ServiceDashboard profile={profile} /> : null}
      </div>
      {openPanel === 'remove' ? <RemoveKey profile={profile} onClose={() => setOpenPanel(null)} /> : null}
    </section>
  );
};

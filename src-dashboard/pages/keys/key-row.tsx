import { Ban, Copy, MoreHorizontal, RotateCw } from 'lucide-react';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { dateOf, fullText, useClock } from '#ui/values/times.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { Day, Since } from '../../components/times.tsx';
import { ageTone, daysOld, expiresSoon, KeyAge } from './key-age.tsx';
import type { ApiKey } from './key-list.ts';

export type KeyAction = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly key: ApiKey };

export interface RowProps {
  readonly apiKey: ApiKey;
  readonly isReplaced: boolean;
  readonly refusal: string | null;
  readonly onAsk: (request: KeyAction) => void;
}

const RowButton = ({ apiKey, isReplaced: replaced, refusal, onAsk }: RowProps) => {
  const now = useClock();
  if (refusal !== null || apiKey.revoked !== null) return null;
  if (replaced) {
    return (
      <Button size="small" variant="remove" onPress={() => onAsk({ kind: 'revoke', key: apiKey })}>
        Revoke
      </Button>
    );
  }
  return ageTone(daysOld(apiKey.created, now)) === 'good' && !expiresSoon(apiKey, now) ? null : (
    <Button size="small" onPress={() => onAsk({ kind: 'rotate', key: apiKey })}>
      Rotate
    </Button>
  );
};

/** What limits a key besides its scopes, as short words with a longer explanation. */
const limitsOf = ({ expires, revoked, addresses }: ApiKey, now: Date): readonly (readonly [string, string])[] => {
  const end = dateOf(expires ?? '');
  // A key that was revoked before its expiry never expired, so its expiry isn't shown.
  const shownEnd = end !== null && (revoked === null || new Date(revoked) >= end) ? end : null;
  const isExpired = shownEnd !== null && shownEnd <= now;
  return [
    ...(shownEnd === null
      ? []
      : [
          [
            isExpired ? 'expired' : `until ${fullText(shownEnd).split(',')[0]}`,
            `${isExpired ? 'Expired' : 'Expires'} ${fullText(shownEnd)}`,
          ] as const,
        ]),
    ...(addresses.length === 0
      ? []
      : [[countedText(addresses.length, 'IP range'), `Only from ${addresses.join(', ')}`] as const]),
  ];
};

export const KeyRow = ({ apiKey, isReplaced: replaced, refusal, onAsk }: RowProps) => {
  const now = useClock();
  const { description, lastFour, scopes, madeBy, created, lastUsed, revoked } = apiKey;
  const days = daysOld(created, now);
  const mayChange = refusal === null && revoked === null;
  const lines = [
    {
      label: 'Copy the last four characters',
      icon: Copy,
      run: () => copyText(lastFour, 'the last four characters'),
    },
    // Offers both even if the key seems replaced, because different keys may share a description.
    mayChange && { label: 'Rotate…', icon: RotateCw, run: () => onAsk({ kind: 'rotate', key: apiKey }) },
    mayChange && { label: 'Revoke…', icon: Ban, run: () => onAsk({ kind: 'revoke', key: apiKey }) },
  ];
  return (
    <tr className="data-row key-row">
      <td className="key-description text-strong">
        <span className="row gap-8 shrink">
          <span className="truncate" {...tip(description, { whenCut: true })}>
            {description}
          </span>
          {replaced ? (
            <span
              className="word-tag rigid"
              {...tip('A newer key has this description. Revoke this key once nothing uses it.')}
            >
              replaced
            </span>
          ) : null}
          {limitsOf(apiKey, now).map(([words, explanation]) => (
            <span key={words} className="word-tag rigid" {...tip(explanation)}>
              {words}
            </span>
          ))}
        </span>
      </td>
      <td className="key-four mono">····{lastFour}</td>
      <td className="key-scopes">
        {scopes.map((scope) => (
          <span key={scope} className="word-tag">
            {scope}
          </span>
        ))}
      </td>
      <td className="key-by muted truncate">{madeBy}</td>
      <td className="key-created muted">
        <Day time={created} />
      </td>
      <td className="key-used number">
        <span className="phone-word">used </span>
        {lastUsed === null ? <span className="faint">never</span> : <Since time={lastUsed} />}
      </td>
      <td className="key-age-cell">{revoked === null ? <KeyAge days={days} /> : <Day time={revoked} />}</td>
      <td className="key-actions">
        <RowButton apiKey={apiKey} isReplaced={replaced} refusal={refusal} onAsk={onAsk} />
        <MenuButton
          name={`Actions for ${description}`}
          className="icon-button ghost small"
          icon={MoreHorizontal}
          parts={() => [{ kind: 'actions', lines }]}
        />
      </td>
    </tr>
  );
};

import { Building2, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { usePlace, useChange } from '../../api/session.ts';
import { roleNames, RoleSelect } from '../../components/role-select.tsx';
import { Tile } from '../../components/tile.tsx';
import { Since } from '../../components/times.tsx';

export type Member = CallReply<'listPeople'>['members'][number];

const Factor = ({ hasPassword, secondFactor, passkeys }: NonNullable<Member['signsIn']>) => {
  const [Icon, tone, word] = !hasPassword
    ? ([Building2, 'good', 'Company sign-in'] as const)
    : secondFactor
      ? ([ShieldCheck, 'good', 'On'] as const)
      : ([ShieldOff, 'off', 'Off'] as const);
  return (
    <>
      <span className="factor-word" data-tone={tone}>
        <Icon size={14} aria-hidden="true" />
        <span className="phone-word">Second factor </span>
        {word}
      </span>
      {passkeys === 0 ? null : (
        <span className="factor-passkeys hint number">{passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}</span>
      )}
    </>
  );
};

export const MemberRow = ({ member, onRemove }: { readonly member: Member; readonly onRemove: () => void }) => {
  const { session, organization } = usePlace();
  const { send } = useChange('changeRole', organization);
  const { id, name, email, role, lastSeen, signsIn } = member;
  const isSelf = id === session.person.id;
  const grantable = grantableRoles[organization.role];
  const canChange = !isSelf && grantable.includes(role);
  const change = (next: Role): void =>
    void send(
      { params: { person: id }, body: { role: next } },
      () => showToast(`${name} is ${roleNames[next].toLowerCase()} now`, 'done'),
      (sentence) => showToast(sentence, 'note'),
    );
  return (
    <tr className="data-row person-row">
      <td className="person-who">
        <Tile name={name} kind="person" />
        <span className="person-words">
          <strong className="truncate">
            {name} {isSelf ? <span className="word-tag">you</span> : null}
          </strong>
          <span className="truncate">{email}</span>
        </span>
      </td>
      <td className="person-role">
        {canChange ? (
          <RoleSelect label={`Role of ${name}`} value={role} values={grantable} onChange={change} />
        ) : (
          roleNames[role]
        )}
      </td>
      {signsIn === null ? null : (
        <td className="person-factor">
          <Factor {...signsIn} />
        </td>
      )}
      <td className="person-seen number">
        <span className="phone-word">last seen </span>
        {lastSeen === null ? <span className="faint">never</span> : <Since time={lastSeen} />}
      </td>
      <td className="person-actions">
        {canChange ? (
          <IconButton label={`Remove ${name}…`} icon={Trash2} variant="ghost" size="small" onPress={onRemove} />
        ) : null}
      </td>
    </tr>
  );
};

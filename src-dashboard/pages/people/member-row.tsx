import { Building2, LogOut, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { grantableRoles } from '#shared/dashboard-api/roles.ts';
import { GhostButton } from '#ui/controls/form.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { mayNotChange, useDashboard } from '../../api/session.ts';
import { roleNames, RoleSelect } from '../../components/role-select.tsx';
import { Tile } from '../../components/tile.tsx';
import { Since } from '../../components/times.tsx';
import type { Member, MemberChange } from './member-dialogs.tsx';

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
      {passkeys === 0 ? null : <span className="factor-passkeys hint number">{countedText(passkeys, 'passkey')}</span>}
    </>
  );
};

interface MemberRowProps {
  readonly member: Member;
  readonly onChange: (change: MemberChange) => void;
}

export const MemberRow = ({ member, onChange }: MemberRowProps) => {
  const { session, organization } = useDashboard();
  const { id, name, email, role, lastSeen, signsIn } = member;
  const isSelf = id === session.person.id;
  const grantable = grantableRoles[organization.role];
  const canChange = !isSelf && mayNotChange(organization) === null && grantable.includes(role);
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
          <RoleSelect
            label={`Role of ${name}`}
            value={role}
            values={grantable}
            onChange={(next) => onChange({ kind: 'role', role: next })}
          />
        ) : (
          roleNames[role]
        )}
      </td>
      {signsIn === null ? null : (
        <td className="person-factor">
          <Factor {...signsIn} />
        </td>
      )}
      <td className="person-activity number">
        <span className="phone-word">last seen </span>
        {lastSeen === null ? <span className="faint">never</span> : <Since time={lastSeen} />}
      </td>
      <td className="person-actions">
        {canChange ? (
          <>
            <GhostButton label={`Sign out ${name}…`} icon={LogOut} onPress={() => onChange({ kind: 'sign-out' })} />
            <GhostButton label={`Remove ${name}…`} icon={Trash2} onPress={() => onChange({ kind: 'remove' })} />
          </>
        ) : null}
      </td>
    </tr>
  );
};

import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { changingRoles, grantableRoles } from '#shared/dashboard-api/roles.ts';
import { Button } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countedText } from '#ui/values/number-text.ts';
import { mayNotChange, useChange, useDashboard, useRead } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SignOutDialog } from '../../components/sign-out-dialog.tsx';
import { Tile } from '../../components/tile.tsx';
import { Since } from '../../components/times.tsx';
import { browserName } from '../../components/browser-name.ts';
import './sessions-page.css';

type MemberSession = CallReply<'listMemberSessions'>[number];
/** `member` is missing if the user sees only their own sessions. */
type Session = CallReply<'listSessions'>[number] & Partial<Pick<MemberSession, 'member'>>;

/** Null if only owners and the user may see the address. */
const addressText = (address: string | null): string | null => (address === '' ? 'unknown address' : address);

const showNote = (sentence: string): void => showToast(sentence, 'note');

const EndButton = ({ session: { id, userAgent, member } }: { readonly session: Session }) => {
  const { session } = useDashboard();
  const { send } = useChange('endSession');
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = member === undefined || member.id === session.person.id;
  const end = (): void => void send({ params: { session: id } }, () => showToast('Session ended', 'done'), showNote);
  return (
    <>
      <Button size="small" variant="remove" onPress={isOwn ? end : () => setIsAsking(true)}>
        {isOwn ? 'End' : 'End…'}
      </Button>
      {isAsking && member !== undefined ? (
        <FormDialog
          call="endMemberSession"
          sent={{ params: { person: member.id, session: id } }}
          title={`End this session of ${member.name}?`}
          confirm="End session"
          tone="danger"
          done="Session ended"
          text={`${member.name} will be signed out of ${browserName(userAgent)} in all organizations, and can sign in again.`}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
};

interface RowProps {
  readonly session: Session;
  /** Set in the first visible row of a member with several sessions. */
  readonly onEndAll: (() => void) | undefined;
}

const SessionRow = ({ session, onEndAll }: RowProps) => {
  const { session: current, organization } = useDashboard();
  const { isThis, address, userAgent, created, lastUsed, member } = session;
  const isOwn = member === undefined || member.id === current.person.id;
  const canEnd = isOwn
    ? !isThis
    : mayNotChange(organization) === null && grantableRoles[organization.role].includes(member.role);
  return (
    <tr className="data-row session-row">
      {member === undefined ? null : (
        <td>
          <div className="gap-12 row">
            <Tile name={member.name} kind="person" />
            <strong className="truncate" {...tip(member.name, { whenCut: true })}>
              {member.name}
            </strong>
          </div>
        </td>
      )}
      <td className="session-browser">{browserName(userAgent)}</td>
      <td className="session-address number">
        {address === null ? <span className="faint">—</span> : addressText(address)}
      </td>
      <td className="session-time session-start muted number">
        <span className="phone-word">signed in </span>
        <Since time={created} />
      </td>
      <td className="session-time muted number">
        <span className="phone-word">last used </span>
        <Since time={lastUsed} />
      </td>
      <td className="session-actions">
        {isThis ? <span className="word-tag">this session</span> : null}
        {canEnd && onEndAll !== undefined ? (
          <Button size="small" variant="remove" onPress={onEndAll}>
            End all…
          </Button>
        ) : null}
        {canEnd ? <EndButton session={session} /> : null}
      </td>
    </tr>
  );
};

const EndOthers = () => {
  const { send, isInProgress } = useChange('endOtherSessions');
  return (
    <Button
      variant="remove"
      disabledBecause={isInProgress ? 'In progress' : null}
      onPress={() =>
        void send({}, ({ ended }) => showToast(`${countedText(ended, 'session')} ended`, 'done'), showNote)
      }
    >
      Sign out everywhere else
    </Button>
  );
};

/** Owners and admins see the sessions of all members, others only their own. */
export const SessionsPage = () => {
  const { session, organization } = useDashboard();
  const canSeeMembers = changingRoles.includes(organization.role) && !organization.mustEnroll;
  const query = useRead(canSeeMembers ? 'listMemberSessions' : 'listSessions');
  const [text, setText] = useState('');
  const [signedOut, setSignedOut] = useState<MemberSession['member'] | null>(null);
  const sessions: readonly Session[] = query.data ?? [];
  const isOwn = ({ member }: Session): boolean => member === undefined || member.id === session.person.id;
  // The user's own sessions come first; the current session leads.
  const sorted = [...sessions].sort(
    (one, other) => Number(other.isThis) - Number(one.isThis) || Number(isOwn(other)) - Number(isOwn(one)),
  );
  const shown = sorted.filter(({ member, userAgent, address }) =>
    [member?.name, browserName(userAgent), addressText(address)]
      .join(' ')
      .toLowerCase()
      .includes(text.trim().toLowerCase()),
  );
  const counts = new Map<string | undefined, number>();
  for (const { member } of sessions) counts.set(member?.id, (counts.get(member?.id) ?? 0) + 1);
  const endAllOf = (row: Session, index: number): (() => void) | undefined => {
    const { member } = row;
    const isFirst = shown[index - 1]?.member?.id !== member?.id;
    if (member === undefined || isOwn(row) || !isFirst || counts.get(member.id) === 1) return undefined;
    return () => setSignedOut(member);
  };
  return (
    <>
      <ListPage
        title="Sessions"
        count={query.data?.length ?? null}
        actions={sessions.some((row) => isOwn(row) && !row.isThis) ? <EndOthers /> : null}
        filters={
          canSeeMembers ? (
            <SearchField label="Find by name, browser or address" value={text} onChange={setText} />
          ) : undefined
        }
        query={query}
        what="The sessions"
        foot={
          <span>
            A session ends after 30 min without use, and 12 h after signing in.
            {organization.role === 'admin' ? ' Only owners see the addresses of other members.' : ''}
          </span>
        }
      >
        {() => (
          <div className="table-scroll">
            <RowTable
              label="Sessions"
              className="sessions-table phone-table"
              density="relaxed"
              columns={[
                ...(canSeeMembers ? ([['Member']] as const) : []),
                ['Browser', 'session-browser'],
                ['Address', 'session-address'],
                ['Signed in', 'session-time session-start'],
                ['Last used', 'session-time'],
                ['Actions', 'session-actions'],
              ]}
            >
              {shown.map((row, index) => (
                <SessionRow key={row.id} session={row} onEndAll={endAllOf(row, index)} />
              ))}
            </RowTable>
            {shown.length === 0 ? <p className="table-none">No session matches this search.</p> : null}
          </div>
        )}
      </ListPage>
      {signedOut === null ? null : <SignOutDialog {...signedOut} onClose={() => setSignedOut(null)} />}
    </>
  );
};

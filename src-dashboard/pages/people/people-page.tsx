import { Building2, Info, Link2, Mail, ShieldCheck, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import '#ui/table/data-table.css';
import { tip } from '#ui/tooltip/tip.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { relativeText } from '#ui/values/time-text.ts';
import { mayNotChange, usePlace, useChange, useRead } from '../../api/session.ts';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { ReadStates } from '../../components/read-states.tsx';
import { roleNames, RoleSelect } from '../../components/role-select.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Tile } from '../../components/tile.tsx';
import { Since } from '../../components/times.tsx';
import { FactorBanner } from './factor-banner.tsx';
import { InvitePerson } from './invite-person.tsx';
import './people-page.css';

type People = CallReply<'listPeople'>;
type Member = People['members'][number];
type Invitation = People['invitations'][number];
type Link = CallReply<'invite'>;

const tell = (sentence: string): void => showToast(sentence, 'note');

const MemberRow = ({ member, onRemove }: { readonly member: Member; readonly onRemove: () => void }) => {
  const { session, organization } = usePlace();
  const { send } = useChange('changeRole', organization);
  const { id, name, email, role, lastSeen, secondFactor, hasPassword } = member;
  const isSelf = id === session.person.id;
  const grantable = grantableRoles[organization.role];
  const mayChange = !isSelf && grantable.includes(role);
  const change = (next: Role): void =>
    void send(
      { params: { person: id }, body: { role: next } },
      () => showToast(`${name} is ${roleNames[next].toLowerCase()} now`, 'done'),
      tell,
    );
  return (
    <tr className="data-row person-row">
      <td className="person-who">
        <Tile name={name} kind="person" />
        <span className="person-words">
          <strong className="truncate">
            {name} {isSelf ? <span className="word-tag">you</span> : null}{' '}
            {secondFactor ? (
              <span className="person-factor" {...tip('Signs in with a second factor')}>
                <ShieldCheck size={14} aria-hidden="true" />
                <span className="visually-hidden">Second factor on</span>
              </span>
            ) : null}
            {hasPassword ? null : (
              <span className="person-factor" {...tip('Signs in by the company, which looks after second factors')}>
                <Building2 size={14} aria-hidden="true" />
                <span className="visually-hidden">Company sign-in</span>
              </span>
            )}
          </strong>
          <span className="truncate">{email}</span>
        </span>
      </td>
      <td className="person-role">
        {mayChange ? (
          <RoleSelect label={`Role of ${name}`} value={role} values={grantable} onChange={change} />
        ) : (
          roleNames[role]
        )}
      </td>
      <td className="person-seen number">
        <span className="phone-word">seen </span>
        {lastSeen === null ? <span className="quiet">not signed in</span> : <Since time={lastSeen} />}
      </td>
      <td className="person-actions">
        {mayChange ? (
          <IconButton label={`Remove ${name}…`} icon={Trash2} variant="ghost" size="small" onPress={onRemove} />
        ) : null}
      </td>
    </tr>
  );
};

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly onLink: (link: Link) => void;
}

const InvitationRow = ({ invitation: { id, email, role, invitedBy, expires }, onLink }: InvitationRowProps) => {
  const { organization } = usePlace();
  const renew = useChange('renewInvitation', organization);
  const withdraw = useChange('withdrawInvitation', organization);
  const now = useClock();
  const isOver = Date.parse(expires) <= now.getTime();
  const mayChange = grantableRoles[organization.role].includes(role);
  const params = { invitation: id };
  return (
    <tr className="data-row invitation-row">
      <td className="person-who">
        <span className="invitation-tile">
          <Mail size={14} aria-hidden="true" />
        </span>
        <span className="truncate">{email}</span>
      </td>
      <td className="person-role">{roleNames[role]}</td>
      <td className="invitation-by truncate">{invitedBy}</td>
      <td className="invitation-end">
        {isOver ? <span className="quiet">Link ended</span> : `Link ends ${relativeText(new Date(expires), now)}`}
      </td>
      <td className="invitation-actions">
        {mayChange ? (
          <>
            <Button size="small" icon={Link2} onPress={() => void renew.send({ params }, onLink, tell)}>
              New link
            </Button>
            <Button
              size="small"
              variant="remove"
              onPress={() =>
                void withdraw.send({ params }, () => showToast(`${email} is no longer invited`, 'done'), tell)
              }
            >
              Withdraw
            </Button>
          </>
        ) : null}
      </td>
    </tr>
  );
};

const RemovePerson = ({ member: { id, name }, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const { organization } = usePlace();
  const { send, isUnderWay, problem } = useChange('removePerson', organization);
  const remove = (): void =>
    void send({ params: { person: id } }, () => {
      onClose();
      showToast(`Removed ${name}`, 'done');
    });
  return (
    <ConfirmDialog
      title={`Remove ${name} from ${organization.name}?`}
      confirm="Remove"
      tone="danger"
      busy={isUnderWay}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        All sessions lose this organization at once. Keys that {name} made go on working: revoke those that should not.
      </p>
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

const Members = ({
  members,
  text,
  onRemove,
}: {
  readonly members: readonly Member[];
  readonly text: string;
  readonly onRemove: (member: Member) => void;
}) => {
  const wanted = text.trim().toLowerCase();
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted));
  return (
    <>
      <table className="data-table people-table" aria-label="People">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" className="person-role">
              Role
            </th>
            <th scope="col" className="person-seen">
              Last seen
            </th>
            <th scope="col" className="person-actions">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((member) => (
            <MemberRow key={member.id} member={member} onRemove={() => onRemove(member)} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="table-none">Nobody here has this in name or email.</p> : null}
    </>
  );
};

/** Members, their roles, and who was asked to come. */
export const PeoplePage = () => {
  const { organization } = usePlace();
  const query = useRead('listPeople');
  const [text, setText] = useState('');
  const [isInviting, setIsInviting] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [link, setLink] = useState<{ readonly email: string; readonly link: Link } | null>(null);
  const refusal = mayNotChange(organization.role);
  return (
    <>
      <PageHead
        title="People"
        count={query.data?.members.length ?? null}
        actions={
          <Button variant="primary" icon={UserPlus} disabledBecause={refusal} onPress={() => setIsInviting(true)}>
            Invite person
          </Button>
        }
      />
      <div className="filter-line">
        <SearchField label="Find by name or email" value={text} onChange={setText} />
        <span className="filter-note">
          <Info size={14} aria-hidden="true" />
          Owners do all, admins keys, webhooks and people, support sees.
        </span>
      </div>
      <ReadStates query={query} what="The people">
        {({ members, invitations }) => (
          <>
            <FactorBanner members={members} />
            <div className="table-scroll">
              <Members members={members} text={text} onRemove={setRemoving} />
              {invitations.length === 0 ? null : (
                <section className="invitations" aria-labelledby="open-invitations">
                  <h2 id="open-invitations">
                    Open invitations <span className="page-count number">{invitations.length}</span>
                  </h2>
                  <table className="data-table people-table" data-density="relaxed" aria-label="Open invitations">
                    <thead>
                      <tr>
                        <th scope="col">Invited</th>
                        <th scope="col" className="person-role">
                          Role
                        </th>
                        <th scope="col" className="invitation-by">
                          By
                        </th>
                        <th scope="col" className="invitation-end">
                          Link
                        </th>
                        <th scope="col" className="invitation-actions">
                          <span className="visually-hidden">Actions</span>
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {invitations.map((invitation) => (
                        <InvitationRow
                          key={invitation.id}
                          invitation={invitation}
                          onLink={(made) => setLink({ email: invitation.email, link: made })}
                        />
                      ))}
                    </tbody>
                  </table>
                </section>
              )}
            </div>
          </>
        )}
      </ReadStates>
      <footer className="page-foot">
        <span>A link works once, within 24 h. Ferry sends no mail: you pass the link on.</span>
      </footer>
      {isInviting ? (
        <InvitePerson
          onLink={(email, made) => {
            setIsInviting(false);
            setLink({ email, link: made });
          }}
          onClose={() => setIsInviting(false)}
        />
      ) : null}
      {removing ? <RemovePerson member={removing} onClose={() => setRemoving(null)} /> : null}
      {link ? <LinkDialog email={link.email} link={link.link} onClose={() => setLink(null)} /> : null}
    </>
  );
};

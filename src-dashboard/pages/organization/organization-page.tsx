import { useState } from 'react';
import { Button, CopyButton } from '#ui/controls/controls.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { environmentOf, mayNotChange, useDashboard } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { roleNames } from '../../components/role-select.tsx';
import '../../components/facts.css';

export const OrganizationPage = () => {
  const { session, organization } = useDashboard();
  const [question, setQuestion] = useState<'environment' | 'second factor' | null>(null);
  const { id, name, production, role, secondFactorRequired, suspended } = organization;
  const refusal =
    role === 'owner' || suspended !== null
      ? mayNotChange(organization)
      : `Only owners can change this. Your role is ${role}.`;
  const close = (): void => setQuestion(null);
  const next = production ? 'test' : 'production';
  return (
    <>
      <PageHead title="Organization" />
      <div className="facts-page scroller stack">
        <dl className="facts">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>ID</dt>
          <dd>
            <code className="mono">{id}</code>
            <CopyButton text={id} label="Copy the ID" />
          </dd>
          <dt>Base URL</dt>
          <dd>
            <code className="mono">{session.baseUrl}</code>
            <CopyButton text={session.baseUrl} label="Copy the base URL" />
          </dd>
          <dt>Your role</dt>
          <dd>{roleNames[role]}</dd>
          <dt>Environment</dt>
          <dd>
            <EnvironmentTag environment={environmentOf({ production })} />
            <Button size="small" disabledBecause={refusal} onPress={() => setQuestion('environment')}>
              {production ? 'Change to test…' : 'Change to production…'}
            </Button>
          </dd>
          <dt>Two-factor</dt>
          <dd>
            {secondFactorRequired ? 'Required for every member' : 'Optional for members'}
            <Button size="small" disabledBecause={refusal} onPress={() => setQuestion('second factor')}>
              {secondFactorRequired ? 'Make optional…' : 'Require…'}
            </Button>
          </dd>
          <dt>Documentation</dt>
          <dd>
            <a href="../docs">This service's API</a>
          </dd>
        </dl>
      </div>
      {question === 'environment' ? (
        <FormDialog
          call="changeOrganization"
          title={`Change ${name} to ${next}?`}
          confirm={`Change to ${next}`}
          sent={{ body: { production: !production } }}
          text={`New keys get the ${next} prefix. Existing keys don't change. All members see the change immediately.`}
          onClose={close}
        />
      ) : null}
      {question === 'second factor' ? (
        <FormDialog
          call="changeOrganization"
          title={secondFactorRequired ? `Make two-factor optional in ${name}?` : `Require two-factor in ${name}?`}
          confirm={secondFactorRequired ? 'Make optional' : 'Require'}
          sent={{ body: { secondFactorRequired: !secondFactorRequired } }}
          text={
            secondFactorRequired
              ? 'Members can then turn off their second factor, unless another organization requires it.'
              : 'Members who sign in with a password can open only their account page until they turn on two-factor authentication. Members who use only company sign-in are exempt.'
          }
          onClose={close}
        />
      ) : null}
    </>
  );
};

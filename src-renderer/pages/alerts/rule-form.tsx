import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Trash2 } from 'lucide-react';
import type { AppError } from '#shared/app-error.ts';
import type { AlertCondition, AlertRule, AlertScope } from '#shared/console-contract/alerts-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { ChoiceField, Form, Tick } from '#ui/controls/form.tsx';
import { knownStatuses } from '#ui/status/status-style.ts';
import { hoursProblem, readHours } from '../../components/hours.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { askToNotify } from '../../components/migration/use-watch.ts';
import { useRead } from '../../api/console-api.ts';

export interface ChosenCompany {
  readonly id: string;
  readonly name: string;
}

const maxResults = 5;

interface CompanyChoiceProps {
  readonly company: ChosenCompany | null;
  readonly isMissing: boolean;
  readonly onChoose: (company: ChosenCompany | null) => void;
}

const CompanyChoice = ({ company, isMissing, onChoose }: CompanyChoiceProps) => {
  const [text, setText] = useState('');
  const typed = text.trim();
  const { data } = useRead(
    ['companies', 'search', typed],
    (api, options) => api.companies.search({ text: typed, limit: maxResults }, options),
    { enabled: typed !== '' && !company, placeholderData: keepPreviousData },
  );
  if (company) {
    return (
      <p className="alert-company gap-10 text-medium row">
        <bdi className="truncate">{company.name || company.id}</bdi>
        <Button size="small" onPress={() => onChoose(null)}>
          Change
        </Button>
      </p>
    );
  }
  const foundCompanies = typed === '' ? [] : (data ?? []);
  const noMatchText = typed !== '' && data?.length === 0 ? 'No matching company.' : null;
  return (
    <div>
      <TextField
        label="Company"
        value={text}
        maxLength={200}
        placeholder="Company name"
        problem={noMatchText ?? (isMissing ? 'Choose one of the matches.' : null)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        onText={setText}
      />
      <ul className="alert-companies" aria-label="Companies found">
        {foundCompanies.map(({ id, providerCompanyName }) => (
          <li key={id}>
            <button
              type="button"
              className="button ghost small truncate"
              onClick={() => onChoose({ id, name: (providerCompanyName ?? '').slice(0, 500) })}
            >
              <bdi>{providerCompanyName ?? id}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

type Draft = Omit<AlertRule, 'since' | 'id'>;

const statuses = knownStatuses.map((status) => [status, statusWords(status)] as const);
const conditions = [
  ...statuses.map(([status, word]) => [status, `is ${word}`] as const),
  ['kind:change', 'changes its status'],
  ['kind:stuck', 'is stuck'],
  ['kind:waiting', 'waits for the end user for…'],
  ['kind:many', 'is one of many that reach the same status in 1 h…'],
] as const;
const scopes: readonly (readonly [AlertScope['kind'], string])[] = [
  ['any', 'any migration'],
  ['watched', 'migrations you watch'],
  ['company', 'a company…'],
  ['user', 'a user…'],
];

const countOf = (text: string): number | null => {
  const count = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return count >= 1 && count <= 1_000 ? count : null;
};

const whenKey = (when: AlertCondition): string => (when.kind === 'status' ? when.status : `kind:${when.kind}`);

interface RuleFormProps {
  readonly rule: AlertRule | null;
  readonly firstCompany?: ChosenCompany | null;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly onSave: (draft: Draft) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export const RuleForm = ({ rule, firstCompany = null, busy, error, onSave, onRemove, onClose }: RuleFormProps) => {
  const [when, setWhen] = useState(rule ? whenKey(rule.when) : 'FAILED');
  const [hours, setHours] = useState(rule?.when.kind === 'waiting' ? String(rule.when.hours) : '4');
  const [overText, setOverText] = useState(rule?.when.kind === 'many' ? String(rule.when.over) : '5');
  const [manyStatus, setManyStatus] = useState(rule?.when.kind === 'many' ? rule.when.status : 'FAILED');
  const [scopeKind, setScopeKind] = useState<AlertScope['kind']>(rule?.of.kind ?? (firstCompany ? 'company' : 'any'));
  const [company, setCompany] = useState<ChosenCompany | null>(rule?.of.kind === 'company' ? rule.of : firstCompany);
  const [user, setUser] = useState(rule?.of.kind === 'user' ? rule.of.id : '');
  const [notifies, setNotifies] = useState(rule?.notifies ?? true);
  const [hasTried, setHasTried] = useState(false);

  const waitHours = readHours(hours);
  const overCount = countOf(overText);
  const parseCondition = (): AlertCondition | null => {
    if (when === 'kind:change' || when === 'kind:stuck') return { kind: when === 'kind:stuck' ? 'stuck' : 'change' };
    if (when === 'kind:many') return overCount === null ? null : { kind: 'many', status: manyStatus, over: overCount };
    if (when !== 'kind:waiting') return { kind: 'status', status: when };
    return waitHours === null ? null : { kind: 'waiting', hours: waitHours };
  };
  const parseScope = (): AlertScope | null => {
    if (scopeKind === 'company') return company && { kind: 'company', id: company.id, name: company.name };
    if (scopeKind === 'user') return user.trim() === '' ? null : { kind: 'user', id: user.trim() };
    return { kind: scopeKind };
  };
  const save = (): void => {
    setHasTried(true);
    const [chosenWhen, chosenOf] = [parseCondition(), parseScope()];
    if (!chosenWhen || !chosenOf) return;
    if (notifies) askToNotify();
    onSave({ isOn: rule?.isOn ?? true, when: chosenWhen, of: chosenOf, notifies });
  };
  return (
    <Form
      className="alert-form outlined rigid stack"
      aria-label={rule ? 'Edit rule' : 'New rule'}
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="alert-card-head row">
        <h2 className="subtitle">{rule ? 'Edit rule' : 'New rule'}</h2>
      </header>
      <div className="alert-form-pair">
        <ChoiceField label="When a migration" value={when} options={conditions} onChange={setWhen} />
        <ChoiceField
          label="Applies to"
          value={scopeKind}
          options={scopes}
          onChange={(value) => setScopeKind(value as AlertScope['kind'])}
        />
      </div>
      {when === 'kind:stuck' ? (
        <p className="alert-help note">
          A migration is stuck if it stays in a status longer than the limit in Settings, Data.
        </p>
      ) : null}
      {when === 'kind:waiting' ? (
        <TextField
          label="Longer than"
          labelNote="hours"
          inputMode="decimal"
          value={hours}
          problem={waitHours === null ? hoursProblem : null}
          onText={setHours}
        />
      ) : null}
      {when === 'kind:many' ? (
        <>
          <div className="alert-form-pair">
            <TextField
              label="More than"
              labelNote="within 1 h"
              inputMode="numeric"
              value={overText}
              problem={overCount === null ? 'A number from 1 to 1,000.' : null}
              onText={setOverText}
            />
            <ChoiceField label="Change to" value={manyStatus} options={statuses} onChange={setManyStatus} />
          </div>
          <p className="alert-help note">
            The console counts the changes that it observes, and alerts you again after the same number of new changes.
          </p>
        </>
      ) : null}
      {scopeKind === 'company' ? (
        <CompanyChoice company={company} isMissing={hasTried && !company} onChoose={setCompany} />
      ) : null}
      {scopeKind === 'user' ? (
        <TextField
          label="User"
          value={user}
          maxLength={300}
          help="The full user ID or email, as the service sends it."
          problem={hasTried && user.trim() === '' ? 'Enter a user ID or email.' : null}
          onText={setUser}
        />
      ) : null}
      <Tick className="gap-8 row rigid" checked={notifies} onChange={setNotifies}>
        Desktop notification
      </Tick>
      <p className="alert-help note">Alerts always appear in the list. A rule applies to future changes only.</p>
      <ErrorLine className="alert-help note text-danger" error={error} />
      <p className="row gap-8">
        <Button variant="primary" type="submit" disabledBecause={busy ? 'In progress' : null}>
          Save rule
        </Button>
        <Button onPress={onClose}>Cancel</Button>
        {rule ? (
          <span className="push-end">
            <Button variant="remove" icon={Trash2} disabledBecause={busy ? 'In progress' : null} onPress={onRemove}>
              Remove
            </Button>
          </span>
        ) : null}
      </p>
    </Form>
  );
};

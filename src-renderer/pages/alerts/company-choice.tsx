import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import { useConsole } from '../../api/console-context.tsx';

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

export const CompanyChoice = ({ company, isMissing, onChoose }: CompanyChoiceProps) => {
  const { api } = useConsole();
  const [text, setText] = useState('');
  const typed = text.trim();
  const { data } = useQuery({
    queryKey: ['companies', 'search', typed],
    queryFn: ({ signal }) => api.companies.search({ text: typed, limit: maxResults }, { signal }),
    enabled: typed !== '' && !company,
    placeholderData: keepPreviousData,
  });
  if (company) {
    return (
      <p className="alert-company row">
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
        onChange={({ target }) => setText(target.value)}
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

import { useQuery } from '@tanstack/react-query';
import { providerLimits } from '#shared/migration-api/provider-limits.ts';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { providersKey } from '../../../api/listings.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { ProviderTile } from '../../../components/tiles/provider-tile.tsx';
import '#ui/menu/menu.css';
import { addProviders } from './lab-settings.ts';
import './provider-field.css';

interface ProviderFieldProps {
  readonly providers: readonly string[];
  readonly onChange: (providers: readonly string[]) => void;
}

const noNames: readonly string[] = [];

/**
 * Field for provider names as chips: Enter or a comma adds a chip, Backspace removes the last chip. Empty means all
 * providers. Suggests providers of known companies and accepts any other name.
 */
export const ProviderField = ({ providers, onChange }: ProviderFieldProps) => {
  const { api } = useConsole();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const { data: known = noNames } = useQuery({
    queryKey: providersKey,
    queryFn: ({ signal }) => api.companies.providers({}, { signal }),
  });
  const searchText = text.trim().toLowerCase();
  const offers = known.filter((name) => !providers.includes(name) && name.toLowerCase().includes(searchText));

  const add = (list: string): void => {
    const { chosen, rest } = addProviders(providers, list);
    setText(rest);
    if (chosen.length > providers.length) onChange(chosen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isSuggestion = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (event.key === ',' || (event.key === 'Enter' && !isSuggestion)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(providers.slice(0, -1));
  };
  const isFull = providers.length >= providerLimits.names;
  return (
    <ComboBox
      className="provider-field"
      items={offers.map((name) => ({ name }))}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={(key) => (key === null ? undefined : add(String(key)))}
      allowsCustomValue
      menuTrigger="focus"
    >
      <div className="text-field-head">
        <Label>Source providers</Label>
        <output className="note">{isFull ? `${providerLimits.names}, the maximum` : 'optional'}</output>
      </div>
      <div ref={box} className="provider-box">
        {providers.map((name) => (
          <span key={name} className="provider-chip row">
            <bdi className="truncate">{name}</bdi>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(providers.filter((provider) => provider !== name))}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <Input
          placeholder={providers.length === 0 ? 'All providers' : ''}
          onBlur={() => add(text)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Popover triggerRef={box} placement="bottom start" offset={4} className="menu-popover provider-popover">
        <ListBox className="menu">
          {({ name }: { readonly name: string }) => (
            <ListBoxItem id={name} textValue={name} className="menu-item">
              <ProviderTile provider={name} />
              <bdi className="truncate">{name}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};

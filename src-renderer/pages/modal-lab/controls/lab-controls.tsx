import { providerLimits } from '#shared/migration-api/provider-limits.ts';
import { History, SquareX, TicketPlus, UserRoundPlus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { providersKey } from '../../../api/listings.ts';
import { ProviderTile } from '../../../components/tiles/provider-tile.tsx';
import '#ui/menu/menu.css';
import { addProviders, isUserId, type LabSettings, newUserId } from './lab-settings.ts';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { Button, IconButton, TextField } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import './lab-controls.css';
import { useRead } from '../../../api/console-api.ts';

interface ProviderFieldProps {
  readonly providers: readonly string[];
  readonly onChange: (providers: readonly string[]) => void;
}

const noNames: readonly string[] = [];

/**
 * Field for provider names as chips: Enter or a comma adds a chip, Backspace removes the last chip. Empty means all
 * providers. Suggests providers of known companies and accepts any other name.
 */
const ProviderField = ({ providers, onChange }: ProviderFieldProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const { data: known = noNames } = useRead(providersKey, (api, options) => api.companies.providers({}, options));
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
      <div ref={box} className="provider-box wrap gap-4">
        {providers.map((name) => (
          <span key={name} className="provider-chip gap-4 text-small text-nowrap row">
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

interface LabControlsProps {
  readonly settings: LabSettings;
  readonly onChange: (more: Partial<LabSettings>) => void;
  readonly onStart: () => void;
  readonly onResume: () => void;
  readonly onClose: () => void;
  readonly startObstacle: string | null;
  readonly resumeObstacle: string | null;
  readonly isOpen: boolean;
  readonly shownIn: LabView['shownIn'];
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export const LabControls = (props: LabControlsProps) => {
  const { settings, onChange, onStart, onResume, onClose, startObstacle, resumeObstacle, isOpen, shownIn } = props;
  const isUserIdValid = isUserId(settings.userId);
  return (
    <section className="lab-controls stack" aria-label="Controls">
      <div className="user-field">
        <TextField
          label="User ID"
          problem={isUserIdValid ? null : 'The SDK accepts a UUID or an email address.'}
          value={settings.userId}
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          onText={(userId) => onChange({ userId })}
        />
        <IconButton label="New user" icon={UserRoundPlus} onPress={() => onChange({ userId: newUserId() })} />
      </div>
      <ProviderField providers={settings.providers} onChange={(providers) => onChange({ providers })} />
      <div className="lab-theme wrap gap-4 row">
        <span className="label" aria-hidden="true">
          Theme
        </span>
        <Segments
          label="Theme of the page"
          segments={themes}
          value={settings.theme}
          onChange={(theme) => onChange({ theme })}
        />
        {shownIn === 'frame' ? null : <small>The modal uses the system theme.</small>}
      </div>
      <div className="lab-buttons">
        <Button
          variant="primary"
          icon={TicketPlus}
          disabledBecause={startObstacle ?? (isUserIdValid ? null : 'Invalid user ID')}
          onPress={onStart}
        >
          New token and open
        </Button>
        <Button icon={History} disabledBecause={resumeObstacle} onPress={onResume}>
          Resume
        </Button>
        <Button icon={SquareX} disabledBecause={isOpen ? null : 'No modal is open'} onPress={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
};

import { X } from 'lucide-react';
import { useId, useState } from 'react';

interface ProviderFieldProps {
  readonly providers: readonly string[];
  readonly onChange: (providers: readonly string[]) => void;
}

/** Names of providers as chips; Enter or a comma adds one, Backspace takes the last away. Empty means all. */
export const ProviderField = ({ providers, onChange }: ProviderFieldProps) => {
  const id = useId();
  const [text, setText] = useState('');
  const add = (): void => {
    const names = text.split(',').map((name) => name.trim());
    const fresh = names.filter(
      (name, index) => name !== '' && !providers.includes(name) && names.indexOf(name) === index,
    );
    setText('');
    if (fresh.length > 0) onChange([...providers, ...fresh]);
  };
  return (
    <div className="provider-field">
      <div className="text-field-head">
        <label htmlFor={id}>Source providers</label>
        <span className="text-field-aside">optional</span>
      </div>
      <div className="provider-box">
        {providers.map((name) => (
          <span key={name} className="provider-chip">
            {name}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(providers.filter((each) => each !== name))}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={text}
          placeholder={providers.length === 0 ? 'All of them' : ''}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && text === '') onChange(providers.slice(0, -1));
          }}
        />
      </div>
    </div>
  );
};

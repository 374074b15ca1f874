import { History, SquareX, TicketPlus, UserRoundPlus } from 'lucide-react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import './lab-controls.css';
import { isUserId, type LabSettings, newUserId } from './lab-settings.ts';
import { ProviderField } from './provider-field.tsx';

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
          onChange={(event) => onChange({ userId: event.target.value })}
        />
        <IconButton label="New user" icon={UserRoundPlus} onPress={() => onChange({ userId: newUserId() })} />
      </div>
      <ProviderField providers={settings.providers} onChange={(providers) => onChange({ providers })} />
      <div className="lab-theme row">
        <span aria-hidden="true">Theme</span>
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

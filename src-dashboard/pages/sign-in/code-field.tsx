import { TextField } from '#ui/controls/controls.tsx';
import { takeFocus } from './take-focus.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

export const CodeField = ({ value, onChange }: CodeFieldProps) => (
  <TextField
    label="Code"
    mono
    autoComplete="one-time-code"
    maxLength={20}
    help="The 6-digit code from your app, or a backup code."
    inputRef={takeFocus}
    value={value}
    onText={onChange}
  />
);

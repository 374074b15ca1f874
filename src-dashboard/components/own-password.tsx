import { TextField } from '#ui/controls/controls.tsx';
import { useDashboard } from '../api/session.ts';
import { takeFocus } from './take-focus.ts';

interface OwnPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Whether the field takes the focus. @default true */
  readonly isFirst?: boolean;
}

export const OwnPassword = ({ value, onChange, isFirst = true }: OwnPasswordProps) => {
  const { session } = useDashboard();
  return (
    <>
      <input type="email" name="email" autoComplete="username" value={session.person.email} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        inputRef={isFirst ? takeFocus : null}
        value={value}
        onText={onChange}
      />
    </>
  );
};

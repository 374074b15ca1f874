import { TextField } from '#ui/controls/controls.tsx';
import { useDashboard } from '../api/session.ts';

interface OwnPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
}

export const OwnPassword = ({ value, onChange }: OwnPasswordProps) => {
  const { session } = useDashboard();
  return (
    <>
      <input type="email" name="email" autoComplete="username" value={session.person.email} readOnly hidden />
      <TextField label="Password" type="password" autoComplete="current-password" value={value} onText={onChange} />
    </>
  );
};

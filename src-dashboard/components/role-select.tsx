import type { Role } from '#shared/dashboard-api/roles.ts';
import { SelectBox } from '#ui/controls/form.tsx';

export const roleNames: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', support: 'Support' };

export const roleHelp: Readonly<Record<Role, string>> = {
  owner: 'Full access, including managing owners.',
  admin: 'Manages keys, webhooks and members.',
  support: "Views keys, webhooks, members and part of the audit log. Can't change anything.",
};

interface RoleSelectProps {
  readonly label: string;
  readonly value: Role;
  readonly values: readonly Role[];
  readonly onChange: (role: Role) => void;
}

export const RoleSelect = ({ label, value, values, onChange }: RoleSelectProps) => (
  <SelectBox
    boxClass="role-select"
    aria-label={label}
    value={value}
    options={values.map((role) => [role, roleNames[role]] as const)}
    onChange={onChange}
  />
);

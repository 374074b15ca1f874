import { ChevronDown } from 'lucide-react';
import type { Role } from '#shared/dashboard-api/roles.ts';
import '#ui/controls/field.css';
import '#ui/controls/select.css';

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
  <span className="select-box role-select">
    <select
      className="select"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosenRole = values.find((role) => role === event.target.value);
        if (chosenRole !== undefined) onChange(chosenRole);
      }}
    >
      {values.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </select>
    <ChevronDown size={12} aria-hidden="true" />
  </span>
);

import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';

export const flowOf = (more: Partial<LabFlow> = {}): LabFlow => ({
  number: 1,
  how: 'start',
  ageMs: 0,
  linkToken: null,
  accessToken: null,
  modal: null,
  isOpen: false,
  isShown: false,
  isStopped: false,
  isProviderChosen: false,
  login: null,
  status: null,
  migrationId: null,
  lastEventMs: null,
  events: 0,
  end: null,
  ...more,
});

import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { Lab } from './lab.ts';
import type { Labs } from './labs.ts';
import { readRecording, recordLab } from './recording.ts';

export interface ModalLabHandlerPorts {
  readonly labs: Labs;
  readonly clock: Clock;
  /** The active profile and the address of its service; starts the Sandbox where that is the profile. */
  readonly service: () => Promise<Outcome<{ readonly profileId: string; readonly url: string }>>;
}

export function createModalLabHandlers({ labs, clock, service }: ModalLabHandlerPorts): ConsoleHandlers['modalLab'] {
  const withLab = async <Value>(labId: string, use: (lab: Lab) => Value): Promise<Outcome<Value>> => {
    const lab = labs.find(labId);
    return lab ? succeed(use(lab)) : fail('not_found', clock.now(), { detail: 'This lab has ended. Start over.' });
  };
  const run = (labId: string, how: 'start' | 'resume', command: Parameters<Lab['give']>[0]) =>
    withLab(labId, (lab): LabView => {
      lab.begin(how);
      lab.give(command);
      return lab.view();
    });
  return {
    open: async ({ labId }) => {
      const at = await service();
      if (!at.ok) return at;
      const lab = await labs.open(labId, at.value.profileId, at.value.url);
      return succeed(lab.snapshot());
    },
    start: ({ labId, userId, sourceProviders }) => run(labId, 'start', { do: 'start', userId, sourceProviders }),
    resume: ({ labId }) => run(labId, 'resume', { do: 'resume' }),
    close: ({ labId }) =>
      withLab(labId, (lab) => {
        lab.give({ do: 'close' });
        return lab.view();
      }),
    setTheme: ({ labId, theme }) =>
      withLab(labId, (lab) => {
        lab.give({ do: 'theme', theme });
        return lab.view();
      }),
    clear: ({ labId }) =>
      withLab(labId, (lab) => {
        lab.clear();
        return lab.snapshot();
      }),
    end: async ({ labId }) => {
      await labs.end(labId);
      return succeed({});
    },
    record: ({ labId }) => withLab(labId, (lab) => recordLab(lab, clock.now())),
    readRecording: async ({ text }) => readRecording(text, clock.now()),
  };
}

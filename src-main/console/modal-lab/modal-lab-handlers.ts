import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { LabCommand } from '#shared/lab-messages.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { saveBytes, type SaveFile } from '../exports/save-file.ts';
import type { Lab } from './lab.ts';
import type { LabPlace, Labs } from './labs.ts';
import { readRecording, recordLab } from './recording.ts';

interface ModalLabHandlerPorts {
  readonly labs: Labs;
  readonly clock: Clock;
  readonly saveFile: SaveFile;
  /** The active profile and the address of its service; starts the Sandbox where that is the profile. */
  readonly service: () => Promise<Outcome<LabPlace>>;
}

export function createModalLabHandlers({
  labs,
  clock,
  saveFile,
  service,
}: ModalLabHandlerPorts): ConsoleHandlers['modalLab'] {
  const labEnded = () => fail('not_found', clock.now(), { detail: 'This lab has ended. Start over.' });
  const withLab = async (labId: string, use: (lab: Lab) => void): Promise<Outcome<Record<string, never>>> => {
    const lab = labs.find(labId);
    if (!lab) return labEnded();
    use(lab);
    return succeed({});
  };
  const run = (labId: string, how: 'start' | 'resume', command: LabCommand) =>
    withLab(labId, (lab) => {
      lab.begin(how);
      lab.give(command);
    });
  return {
    open: async ({ labId }) => {
      const at = await service();
      if (!at.ok) return at;
      const lab = await labs.open(labId, at.value);
      return succeed(lab.snapshot());
    },
    start: ({ labId, userId, sourceProviders }) => run(labId, 'start', { do: 'start', userId, sourceProviders }),
    resume: ({ labId }) => run(labId, 'resume', { do: 'resume' }),
    close: ({ labId }) => withLab(labId, (lab) => lab.give({ do: 'close' })),
    setTheme: ({ labId, theme }) => withLab(labId, (lab) => lab.give({ do: 'theme', theme })),
    clear: ({ labId }) => withLab(labId, (lab) => lab.clear()),
    end: async ({ labId }) => {
      await labs.end(labId);
      return succeed({});
    },
    save: async ({ labId }) => {
      const lab = labs.find(labId);
      if (!lab) return labEnded();
      const { fileName, text } = recordLab(lab, clock.now());
      return saveBytes(saveFile, { fileName, format: 'json' }, Buffer.from(text), clock.now());
    },
    readRecording: async ({ text }) => readRecording(text, clock.now()),
  };
}

import { Monitor, Moon, Sun } from 'lucide-react';
import { ChoiceGroup } from './settings-parts.tsx';

export const AppearanceSection = () => (
  <>
    <ChoiceGroup
      name="theme"
      title="Appearance"
      help="“System” follows your device."
      choices={[
        ['system', 'System', Monitor],
        ['light', 'Light', Sun],
        ['dark', 'Dark', Moon],
      ]}
    />
    <ChoiceGroup
      name="timeZone"
      title="Time zone"
      help="Applies to all times on the pages. JSON shows times as the service sent them."
      choices={[
        ['local', 'This device'],
        ['utc', 'UTC'],
      ]}
    />
    <ChoiceGroup
      name="times"
      title="Times in tables"
      help="“Relative” shows times such as 5 min ago, and the exact time if it fits."
      choices={[
        ['relative', 'Relative'],
        ['absolute', 'Absolute'],
      ]}
    />
  </>
);

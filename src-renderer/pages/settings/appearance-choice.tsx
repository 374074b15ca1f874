import { Monitor, Moon, Sun } from 'lucide-react';
import { Segments, type Segment } from '../../components/segments.tsx';
import { useThemeChoice, type ThemeChoice } from '../../theme/theme.ts';

const choices: readonly Segment<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** System, light or dark; takes effect at once. */
export const AppearanceChoice = ({ labelledBy }: { readonly labelledBy: string }) => {
  const [choice, choose] = useThemeChoice();
  return <Segments labelledBy={labelledBy} segments={choices} value={choice} onChange={choose} />;
};

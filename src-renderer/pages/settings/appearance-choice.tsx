import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { themeChoices, useThemeChoice, type ThemeChoice } from '../../theme/theme.ts';
import './appearance-choice.css';

const looks: Record<ThemeChoice, { readonly label: string; readonly icon: LucideIcon }> = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
};

/** System, light or dark; takes effect at once. */
export const AppearanceChoice = ({ labelledBy }: { readonly labelledBy: string }) => {
  const [choice, choose] = useThemeChoice();
  return (
    <div className="segments" role="radiogroup" aria-labelledby={labelledBy}>
      {themeChoices.map((each) => {
        const { label, icon: Icon } = looks[each];
        return (
          <label key={each} className="segment">
            <input
              type="radio"
              name="appearance"
              className="visually-hidden"
              checked={choice === each}
              onChange={() => choose(each)}
            />
            <Icon size={14} aria-hidden="true" />
            {label}
          </label>
        );
      })}
    </div>
  );
};

import type { ProfileChanges, ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { type ProfileColour, profileColours } from '#shared/profile-colours.ts';
import { originOf } from '../../../api/profiles.ts';
import { profileColourClass } from '../../../components/tiles/tiles.tsx';

export interface ProfileFields {
  readonly name: string;
  readonly baseURL: string;
  readonly environment: ProfileView['environment'];
  readonly colour: ProfileColour | undefined;
  readonly readOnly: boolean;
}

export const fieldsOf = (profile: ProfileView | null): ProfileFields => ({
  name: profile?.name ?? '',
  baseURL: profile?.baseURL ?? '',
  environment: profile?.environment ?? 'test',
  colour: profile ? colourOf(profile.colour) : undefined,
  readOnly: profile?.readOnly ?? false,
});

export const changesOf = (before: ProfileFields, now: ProfileFields): Partial<ProfileChanges> => ({
  ...(now.name.trim() === before.name ? {} : { name: now.name.trim() }),
  ...(now.baseURL.trim() === before.baseURL ? {} : { baseURL: now.baseURL.trim() }),
  ...(now.environment === before.environment ? {} : { environment: now.environment }),
  ...(now.readOnly === before.readOnly ? {} : { readOnly: now.readOnly }),
  ...(now.colour === before.colour || now.colour === undefined ? {} : { colour: now.colour }),
});

export const removesKey = (profile: ProfileView | null, baseURL: string): boolean =>
  Boolean(profile?.key && profile.baseURL !== null) && originOf(baseURL.trim()) !== originOf(profile?.baseURL ?? null);

const names: Record<ProfileColour, string> = {
  '#1F6E63': 'Sea green',
  '#7A4A1E': 'Brown',
  '#41549E': 'Indigo',
  '#155E86': 'Blue',
  '#7B3B6B': 'Plum',
  '#566A1E': 'Olive',
  '#3B5B8C': 'Steel blue',
  '#4A6B3A': 'Moss',
  '#96532E': 'Rust',
  '#4B5F6B': 'Slate',
};

/** Returns the color if the user can choose it. Undefined for other colors, such as production's. */
const colourOf = (text: string): ProfileColour | undefined =>
  profileColours.find((colour) => colour === text.toUpperCase());

interface ColourChoiceProps {
  readonly value: ProfileColour | undefined;
  readonly isProduction: boolean;
  readonly onChange: (colour: ProfileColour) => void;
}

export const ColourChoice = ({ value, isProduction, onChange }: ColourChoiceProps) => (
  <fieldset className="colours">
    <legend>Color</legend>
    {isProduction ? (
      <div className="colour-fixed row muted">
        <span className="tile small" data-environment="production" aria-hidden="true" />
        Production is always magenta
      </div>
    ) : (
      <div className="colour-row">
        {profileColours.map((colour) => (
          <label key={colour} className="colour" data-tip={names[colour]}>
            <input
              type="radio"
              name="profile-colour"
              className="visually-hidden"
              aria-label={names[colour]}
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
            <span className={`tile small ${profileColourClass(colour)}`} aria-hidden="true" />
          </label>
        ))}
      </div>
    )}
  </fieldset>
);

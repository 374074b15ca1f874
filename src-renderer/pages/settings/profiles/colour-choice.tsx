import { type ProfileColour, profileColours } from '#shared/profile-colours.ts';

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

/** The colour of a profile as one that can be chosen; undefined for any other, such as production's. */
export const colourOf = (text: string): ProfileColour | undefined =>
  profileColours.find((colour) => colour === text.toUpperCase());

interface ColourChoiceProps {
  /** undefined: the console picks one. */
  readonly value: ProfileColour | undefined;
  readonly isProduction: boolean;
  readonly onChange: (colour: ProfileColour) => void;
}

/** The colour of a profile's tile; production has no choice. */
export const ColourChoice = ({ value, isProduction, onChange }: ColourChoiceProps) => (
  <fieldset className="colours">
    <legend>Colour</legend>
    {isProduction ? (
      <div className="colour-fixed">
        <span className="profile-tile small" data-environment="production" aria-hidden="true" />
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
            <span className="profile-tile small" data-colour={colour} aria-hidden="true" />
          </label>
        ))}
      </div>
    )}
  </fieldset>
);

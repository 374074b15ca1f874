import { useId } from 'react';
import { coloursOf } from '#shared/service-control/accent-colours.ts';
import ferryMark from '#ui/brand/ferry.svg';

interface BrandPreviewProps {
  readonly name: string;
  readonly accent: string | null;
  readonly logo: string | null;
}

const ownColours = {
  light: { accent: '#0b6678', 'on-accent': '#ffffff' },
  dark: { accent: '#5ac8da', 'on-accent': '#04222a' },
} as const;
const grounds = {
  light: { ground: '#ffffff', text: '#0e1e27', line: '#e1e7ea' },
  dark: { ground: '#121c22', text: '#e8eff2', line: '#26353d' },
} as const;

export const BrandPreview = ({ name, accent, logo }: BrandPreviewProps) => {
  const clip = useId();
  const colours = accent === null ? ownColours : coloursOf(accent);
  return (
    <div className="brand-preview">
      {(['light', 'dark'] as const).map((theme) => {
        const { ground, text, line } = grounds[theme];
        const { accent: fill, 'on-accent': onFill } = colours[theme];
        return (
          <figure key={theme} aria-label={`Modal preview for ${name}, ${theme}`}>
            <svg viewBox="0 0 176 112" aria-hidden="true">
              <clipPath id={`${clip}-${theme}`}>
                <rect x="12" y="10" width="20" height="20" rx="5" />
              </clipPath>
              <rect x=".5" y=".5" width="175" height="111" rx="11.5" fill={ground} stroke={line} />
              <image
                href={logo === null ? ferryMark : `data:image/png;base64,${logo}`}
                x="12"
                y="10"
                width="20"
                height="20"
                preserveAspectRatio="xMidYMid slice"
                clipPath={`url(#${clip}-${theme})`}
              />
              <g color={text}>
                <foreignObject x="38" y="10" width="72" height="20">
                  <p className="brand-preview-name truncate">{logo === null ? 'Ferry' : name}</p>
                </foreignObject>
                <foreignObject x="12" y="40" width="152" height="20">
                  <p className="brand-preview-title truncate">Copy to {name}?</p>
                </foreignObject>
              </g>
              {[0, 1, 2, 3].map((step) => (
                <rect
                  key={step}
                  x={116 + step * 13}
                  y="18"
                  width="10"
                  height="3"
                  rx="1.5"
                  fill={step < 3 ? fill : line}
                />
              ))}
              <rect x="12" y="74" width="152" height="26" rx="6" fill={fill} />
              <text x="88" y="91" textAnchor="middle" className="brand-preview-button" fill={onFill}>
                Start
              </text>
            </svg>
          </figure>
        );
      })}
    </div>
  );
};

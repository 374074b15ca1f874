import { Clock, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { HarbourScene } from '#ui/brand/harbour-scene.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import './way-in.css';

interface WayInProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export const WayIn = ({ title, lead, children, foot }: WayInProps) => (
  <main className="way-in">
    <HarbourScene />
    <div className="way-in-content">
      <FerryMark size={44} />
      <h1>{title}</h1>
      <p className="way-in-lead">{lead}</p>
      <div className="way-in-card">
        {children}
        <p className="way-in-note">
          <Clock size={14} aria-hidden="true" />A session ends after 12 h, or 30 min idle.
        </p>
      </div>
      {foot ? <p className="way-in-foot">{foot}</p> : null}
    </div>
  </main>
);

interface WayInStopProps extends Pick<WayInProps, 'title' | 'lead'> {
  readonly sentence: string;
  readonly button: string;
  readonly disabledBecause?: string | null;
  readonly onPress: () => void;
}

/** Shown if sign-in can't continue. It has the reason and one button. */
export const WayInStop = ({ title, lead, sentence, button, disabledBecause, onPress }: WayInStopProps) => (
  <WayIn title={title} lead={lead}>
    <div className="way-in-form">
      <p role="alert">{sentence}</p>
      <Button variant="primary" size="large" disabledBecause={disabledBecause} onPress={onPress}>
        {button}
      </Button>
    </div>
  </WayIn>
);

export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password-field">
      <TextField {...props} type={isShown ? 'text' : 'password'} />
      <IconButton
        label={isShown ? 'Hide the password' : 'Show the password'}
        icon={isShown ? EyeOff : Eye}
        variant="ghost"
        size="small"
        onPress={() => setIsShown(!isShown)}
      />
    </div>
  );
};

/** Alternative sign-in methods below the form. */
export const OtherWays = ({ children }: { readonly children: ReactNode }) => (
  <div className="way-in-others">{children}</div>
);

export const WayInProblem = ({ text }: { readonly text: string | null }) => (
  <p className="way-in-problem" role="alert">
    {text}
  </p>
);

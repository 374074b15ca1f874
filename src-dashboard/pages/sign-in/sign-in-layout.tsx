import type { UseQueryResult } from '@tanstack/react-query';
import { Clock, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { HarbourScene } from '#ui/brand/harbour-scene.tsx';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { GhostButton } from '#ui/controls/form.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { environmentOf, type Organization } from '../../api/session.ts';
import { isDeleted, sentenceOf } from '../../api/call.ts';
import './sign-in-layout.css';

interface SignInLayoutProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export const SignInLayout = ({ title, lead, children, foot }: SignInLayoutProps) => (
  <main className="sign-in-layout">
    <HarbourScene />
    <div className="sign-in-layout-content row">
      <FerryMark size={44} />
      <h1>{title}</h1>
      <p className="sign-in-layout-lead">{lead}</p>
      <div className="sign-in-layout-card">
        {children}
        <p className="sign-in-layout-note row note">
          <Clock size={14} aria-hidden="true" />A session ends after 12 h, or after 30 min without activity.
        </p>
      </div>
      {foot ? <p className="sign-in-layout-foot hint">{foot}</p> : null}
    </div>
  </main>
);

interface SignInStoppedProps extends Pick<SignInLayoutProps, 'title' | 'lead'> {
  readonly sentence: string;
  readonly button: string;
  readonly disabledBecause?: string | null;
  readonly onPress: () => void;
}

export const SignInStopped = ({ title, lead, sentence, button, disabledBecause, onPress }: SignInStoppedProps) => (
  <SignInLayout title={title} lead={lead}>
    <div className="sign-in-layout-form">
      <p role="alert">{sentence}</p>
      <Button variant="primary" size="large" disabledBecause={disabledBecause} onPress={onPress}>
        {button}
      </Button>
    </div>
  </SignInLayout>
);

interface LinkStoppedProps extends Pick<UseQueryResult, 'isFetching' | 'refetch'> {
  readonly link: string;
  readonly error: Error;
  readonly onDone: () => void;
}

export const LinkStopped = ({ link, error, isFetching, refetch, onDone }: LinkStoppedProps) => {
  const isOver = isDeleted(error);
  return (
    <SignInStopped
      title={isOver ? 'This link no longer works' : "We can't check this link right now"}
      lead={isOver ? `${link} works once and expires after 24 h.` : "The link wasn't used and may still work."}
      sentence={sentenceOf(error)}
      button={isOver ? 'Go to sign-in' : 'Try again'}
      disabledBecause={isFetching ? 'Checking the link' : null}
      onPress={isOver ? onDone : () => void refetch()}
    />
  );
};

export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password-field">
      <TextField {...props} type={isShown ? 'text' : 'password'} />
      <GhostButton
        label={isShown ? 'Hide the password' : 'Show the password'}
        icon={isShown ? EyeOff : Eye}
        onPress={() => setIsShown(!isShown)}
      />
    </div>
  );
};

export const InvitedAs = ({ role, production }: Pick<Organization, 'role' | 'production'>) => (
  <span className="sign-in-layout-place">
    You were invited as {role} <EnvironmentTag environment={environmentOf({ production })} />
  </span>
);

export const OtherMethods = ({ children }: { readonly children: ReactNode }) => (
  <div className="sign-in-layout-others stack gap-8">{children}</div>
);

export const SignInProblem = ({ text }: { readonly text: string | null }) => (
  <p className="sign-in-layout-problem" role="alert">
    {text}
  </p>
);

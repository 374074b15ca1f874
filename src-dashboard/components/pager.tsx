import { Button } from '#ui/controls/controls.tsx';

interface PagerProps {
  readonly label: string;
  readonly steps: readonly (readonly [name: string, refusal: string | null, onPress: () => void])[];
}

export const Pager = ({ label, steps }: PagerProps) => (
  <nav className="row gap-8 rigid push-end" aria-label={label}>
    {steps.map(([name, refusal, onPress]) => (
      <Button key={name} size="small" disabledBecause={refusal} onPress={onPress}>
        {name}
      </Button>
    ))}
  </nav>
);

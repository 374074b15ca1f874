import { Pause, Play, X, Zap } from 'lucide-react';
import type { ActiveRule } from '#shared/service-control/control-state.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { countText, effectText, isUsedUp, matchText } from './fault-words.ts';

interface FaultListProps {
  readonly rules: readonly ActiveRule[];
  readonly onRemove: (id: number) => void;
}

/** The faults in force, with what they have met; a held reply goes on when its fault is taken away. */
export const FaultList = ({ rules, onRemove }: FaultListProps) => (
  <ul className="fault-list" aria-label="Faults in force">
    {rules.map((rule) => {
      const Icon = rule.effect.stall ? Pause : Zap;
      return (
        <li key={rule.id} className="fault" data-used={isUsedUp(rule) || undefined}>
          <Icon size={16} aria-hidden="true" />
          <span className="fault-words">
            <span className="fault-effect">{effectText(rule.effect)}</span>
            <span className="fault-match mono">{matchText(rule)}</span>
          </span>
          <span className="fault-count number">
            {isUsedUp(rule) ? 'used up, ' : ''}
            {rule.held > 0 ? `holds ${rule.held}, ` : ''}
            {countText(rule)}
          </span>
          {rule.held > 0 ? (
            <Button size="small" icon={Play} onPress={() => onRemove(rule.id)}>
              Resume
            </Button>
          ) : (
            <IconButton
              label={`Take away: ${effectText(rule.effect)}`}
              icon={X}
              size="small"
              variant="ghost"
              onPress={() => onRemove(rule.id)}
            />
          )}
        </li>
      );
    })}
  </ul>
);

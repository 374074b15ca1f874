import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState, useProfileList } from '../../api/profiles.ts';
import { useSelfCheck } from '../../api/settings.ts';
import { useNow } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { healthLines, type HealthLine } from './health-lines.ts';
import { Card } from '../../components/card.tsx';

const styles: Record<
  HealthLine['state'],
  { readonly icon: typeof CircleCheck; readonly tone: string; readonly word: string }
> = {
  good: { icon: CircleCheck, tone: 'good', word: 'Good' },
  attention: { icon: TriangleAlert, tone: 'partial', word: 'Needs attention' },
  bad: { icon: CircleX, tone: 'bad', word: 'Bad' },
  unknown: { icon: CircleDashed, tone: 'neutral', word: 'Unknown' },
};

export const HealthCard = () => {
  const { api } = useConsole();
  const state = useConsoleState();
  const now = useNow(1000);
  const { data: check } = useSelfCheck();
  const profiles = useProfileList()?.profiles;
  const { data: drift } = useQuery({
    queryKey: ['requests', 'drift'],
    queryFn: ({ signal }) => api.requests.drift({}, { signal }),
  });
  if (!state) return <Card title="Health">{null}</Card>;
  const sandbox = profiles?.find(({ builtIn }) => builtIn);
  const facts = { state, items: check?.items, drift: drift?.length ?? null, sandboxURL: sandbox?.baseURL };
  return (
    <Card
      title="Health"
      className="overview-health"
      note={
        <Link to="/settings" search={{ section: 'self-check' }} className="card-more">
          Self-check
        </Link>
      }
    >
      <dl>
        {healthLines(facts, now).map(({ name, state: each, text }) => {
          const { icon: Icon, tone, word } = styles[each];
          return (
            <div key={name} className="health-line">
              <Icon size={16} className={`tone-${tone}`} aria-hidden="true" />
              <dt>
                {name} <span className="visually-hidden">{word}</span>
              </dt>
              <dd className="truncate number" {...tip(text, { whenCut: true })}>
                {text}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
};

import type { Outcome } from '#shared/app-error.ts';
import type { ListedMigration, MigrationDetails, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { SeenMigration } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { StatusObserver } from '../timeline/observer.ts';

/** How long a reply waits for what is known of its rows. The data process needs one or two milliseconds, unless it is busy. */
const waitMs = 100;
/** While the data process is not up, its start is left until the page has its rows. */
const startMs = 500;
/** Rows of ten of the largest pages. */
const mostWaiting = 1_000;

/** What the console knows of migrations beyond a reply: names of companies, and since when they are as they are. */
export interface KnownDetails {
  /**
   * Looks up the rows of a reply; what is not known by now is told when it is. Returns what completes one of them.
   * @param ahead the question that went out with the request: it is not asked again where the reply brings just these rows
   */
  readonly lookUp: (
    profileId: string,
    rows: readonly MigrationRow[],
    ahead?: AskedAhead | null,
  ) => Promise<(row: MigrationRow) => ListedMigration>;
  /** Asks for rows that a reply is likely to bring again, while that is on its way; null where nobody could answer. */
  readonly askAhead: (profileId: string, rows: readonly MigrationRow[]) => AskedAhead | null;
  readonly of: (migrations: readonly Omit<SeenMigration, 'at'>[]) => Promise<Outcome<readonly MigrationDetails[]>>;
  readonly lookAgain: () => Promise<void>;
}

/** A row that a page has, without all that can be known of it. */
interface Waiting {
  readonly seen: SeenMigration;
  readonly lacksNameOnly: boolean;
}

/** What was asked before a reply came. It tells of the moment of the question, so it holds for a moment only. */
interface AskedAhead {
  readonly profileId: string;
  readonly sights: readonly SeenMigration[];
  readonly known: Promise<readonly MigrationDetails[] | null>;
}

const nothingKnown = { companyName: null, provider: null, since: null, seenSince: null, seenAt: null } as const;
const isSame = (one: SeenMigration, other: SeenMigration | undefined): boolean =>
  one.id === other?.id &&
  one.status === other.status &&
  one.companyId === other.companyId &&
  one.created === other.created;
const lacksName = ({ companyId }: SeenMigration, { companyName }: MigrationDetails): boolean =>
  companyId !== null && companyName === null;

interface KnownDetailsPorts {
  readonly data: DataProcess;
  readonly clock: Clock;
  readonly observer: Pick<StatusObserver, 'awaitsOther' | 'flush'>;
  readonly activeId: () => string;
}

/** @param onNews told what pages do not have yet */
export function createKnownDetails(
  { data, clock, observer, activeId }: KnownDetailsPorts,
  onNews: (profileId: string, details: MigrationDetails[]) => void,
): KnownDetails {
  let waiting = new Map<string, Waiting>();
  let waitingOf = '';
  let isUp = false;
  let timer: NodeJS.Timeout | null = null;
  data.onLost(() => (isUp = false));

  const ask = async (profileId: string, migrations: readonly SeenMigration[]) => {
    const answer = await data.call('migrationDetails', { profileId, migrations });
    isUp ||= answer.ok;
    return answer.ok ? answer.value : null;
  };
  const sightsOf = (rows: readonly MigrationRow[]): SeenMigration[] => {
    const at = clock.now().getTime();
    return rows.map(({ id, status, companyId, created }) => ({ id, status, companyId, created, at }));
  };
  const covers = (ahead: AskedAhead, profileId: string, sights: readonly SeenMigration[]): boolean =>
    ahead.profileId === profileId &&
    ahead.sights.length === sights.length &&
    sights.every(
      (sight, index) => isSame(sight, ahead.sights[index]) && sight.at - (ahead.sights[index]?.at ?? 0) <= waitMs,
    );
  const keepWaiting = (profileId: string, rows: readonly Waiting[]) => {
    if (profileId !== waitingOf) waiting = new Map();
    waitingOf = profileId;
    for (const row of rows) {
      waiting.delete(row.seen.id);
      waiting.set(row.seen.id, row);
    }
    for (const id of waiting.keys()) {
      if (waiting.size <= mostWaiting) break;
      waiting.delete(id);
    }
  };

  const lookAgain = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const profileId = waitingOf;
    const questions = [...waiting.values()];
    if (questions.length === 0) return;
    const known = await ask(
      profileId,
      questions.map(({ seen: sights }) => sights),
    );
    if (!known || profileId !== waitingOf) return;
    const news: MigrationDetails[] = [];
    known.forEach((details, at) => {
      const row = questions[at];
      if (!row || waiting.get(details.id) !== row) return;
      const lacks = lacksName(row.seen, details);
      if (lacks) waiting.set(details.id, { ...row, lacksNameOnly: true });
      else waiting.delete(details.id);
      if (!lacks || !row.lacksNameOnly) news.push(details);
    });
    if (news.length > 0) onNews(profileId, news);
  };

  return {
    lookAgain,
    of: (migrations) => {
      // A status that was seen a moment ago is the begin of the next one.
      void observer.flush();
      const at = clock.now().getTime();
      const sights = migrations.map((each) => ({ ...each, at }));
      return data.call('migrationDetails', { profileId: activeId(), migrations: sights });
    },
    askAhead: (profileId, rows) => {
      if (!isUp || rows.length === 0) return null;
      if (observer.awaitsOther(profileId, rows)) void observer.flush();
      const sights = sightsOf(rows);
      return { profileId, sights, known: ask(profileId, sights) };
    },
    lookUp: async (profileId, rows, ahead = null) => {
      const sights = sightsOf(rows);
      const without = (lacksNameOnly: boolean) => (each: SeenMigration) => ({ seen: each, lacksNameOnly });
      const isNews = observer.awaitsOther(profileId, rows);
      if (isNews) void observer.flush();
      const askNow = () => (isUp && rows.length > 0 ? ask(profileId, sights) : null);
      const answer = ahead && !isNews && covers(ahead, profileId, sights) ? ahead.known : askNow();
      const known = answer && (await Promise.race([answer, clock.sleep(waitMs)]));
      if (known) {
        keepWaiting(
          profileId,
          sights.filter((each, index) => known[index] && lacksName(each, known[index])).map(without(true)),
        );
      } else {
        keepWaiting(profileId, sights.map(without(false)));
        if (answer) void answer.then(lookAgain);
        else timer ??= setTimeout(() => void lookAgain(), startMs).unref();
      }
      const byId = new Map(known?.map((each) => [each.id, each]));
      return (row) => {
        const { seenAt: _seenAt, ...more } = byId.get(row.id) ?? nothingKnown;
        return { ...row, ...more };
      };
    },
  };
}

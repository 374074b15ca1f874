import { useQueryClient } from '@tanstack/react-query';
import { BellOff, CheckCheck, Plus } from 'lucide-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { AlertRule, AlertRules as Rules } from '#shared/console-contract/alerts-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useMediaQuery } from '#ui/state/use-media-query.ts';
import { ClockProvider } from '#ui/values/times.tsx';
import { useAlertNotices, useAlertRules, useAlerts } from '../../api/alerts.ts';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { useCompanyNames } from '../../api/companies.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { showFailure } from '../../components/messages/show-failure.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertRules, QuietHours } from './alert-rules.tsx';
import './alerts-page.css';
import { type ChosenCompany, RuleForm } from './rule-form.tsx';

const onPermission = (listener: () => void): (() => void) => {
  const unmountController = new AbortController();
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: unmountController.signal }),
    // If the query fails, the permission is read again when the page opens the next time.
    () => undefined,
  );
  return () => unmountController.abort();
};
const isDenied = (): boolean => !('Notification' in window) || Notification.permission === 'denied';

/**
 * Whether the system blocks notifications.
 * @param canNotify the host's result; null in a browser, whose permission is queried here; undefined until known
 */
const useNotificationsRefused = (canNotify: boolean | null | undefined): boolean => {
  const isDeniedByBrowser = useSyncExternalStore(onPermission, isDenied);
  if (canNotify === undefined) return false;
  return canNotify === null ? isDeniedByBrowser : !canNotify;
};

type Tab = 'unread' | 'all' | 'rules';

type EditedRule = AlertRule | { readonly company: ChosenCompany | null } | null;
const newRule: EditedRule = { company: null };

const useCompanyRule = (rules: Rules | undefined, onAsked: (edited: EditedRule) => void): void => {
  const { ruleFor: id } = useSearch({ from: '/alerts' });
  const navigate = useNavigate();
  const names = useCompanyNames(id === undefined ? [] : [id]);
  const name = id === undefined ? undefined : names.get(id);
  const openRule = useEffectEvent((companyId: string, known: Rules) => {
    const rule = known.find(({ of }) => of.kind === 'company' && of.id === companyId);
    onAsked(rule ?? { company: { id: companyId, name: (name?.providerCompanyName ?? '').slice(0, 500) } });
    void navigate({ to: '/alerts', search: {}, replace: true });
  });
  useEffect(() => {
    if (id !== undefined && rules) openRule(id, rules);
  }, [id, rules]);
};

interface SideProps {
  readonly read: ReturnType<typeof useAlertRules>;
  readonly edited: EditedRule;
  readonly onEdit: (edited: EditedRule) => void;
}

const Side = ({ read, edited, onEdit }: SideProps) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const rules = read.data;
  const show = (next: Rules): void => client.setQueryData(['alerts', 'rules'], next) as undefined;
  const { run, busy, error, forgetError } = useAction(async (_signal, act: () => Promise<Rules>) => {
    show(await act());
    onEdit(null);
  });
  const close = (): void => {
    forgetError();
    onEdit(null);
  };
  const plain = ({ id, isOn, when, of, notifies }: AlertRule) => ({ id, isOn, when, of, notifies });
  const remove = (rule: AlertRule): void =>
    void run(() => api.alerts.removeRule({ id: rule.id })).then((done) =>
      done
        ? showToast('Rule removed', 'done', {
            label: 'Undo',
            run: () => void run(() => api.alerts.saveRule({ ...plain(rule), id: null })),
          })
        : undefined,
    );
  const isNew = edited !== null && 'company' in edited;
  if (read.error && !rules) {
    return <ErrorBlock error={appErrorOf(read.error)} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  return (
    <>
      {edited ? (
        <RuleForm
          key={isNew ? 'new' : edited.id}
          rule={isNew ? null : edited}
          firstCompany={isNew ? edited.company : null}
          busy={busy}
          error={error}
          onSave={(draft) => void run(() => api.alerts.saveRule({ ...draft, id: isNew ? null : edited.id }))}
          onRemove={() => (isNew ? undefined : remove(edited))}
          onClose={close}
        />
      ) : null}
      {rules ? (
        <AlertRules
          rules={rules}
          onEdit={onEdit}
          onSwitch={(rule, isOn) => {
            show(rules.map((each) => (each.id === rule.id ? { ...each, isOn } : each)));
            void api.alerts.saveRule({ ...plain(rule), isOn }).then(show, (thrown: unknown) => {
              showFailure(thrown);
              void read.refetch();
            });
          }}
        />
      ) : null}
      <ErrorLine className="alert-help note text-danger" error={edited ? null : error} />
      <QuietHours />
    </>
  );
};

const ProfileAlerts = () => {
  const { api } = useConsole();
  const isNarrow = useMediaQuery('(max-width: 1180px)');
  const [chosen, setChosen] = useState<Tab | null>(null);
  const [edited, setEdited] = useState<EditedRule>(null);
  const rules = useAlertRules();
  useCompanyRule(rules.data, (request) => {
    setEdited(request);
    setChosen('rules');
  });
  const tab = chosen === null || (chosen === 'rules' && !isNarrow) ? 'all' : chosen;
  const query = useAlerts(tab === 'unread');
  const alertNotices = useAlertNotices();
  const isRefused =
    useNotificationsRefused(alertNotices?.canNotify) && rules.data?.some((rule) => rule.isOn && rule.notifies);
  const counts = query.data?.pages.at(-1);
  const unreadCount = counts?.unread ?? 0;

  const mark = async (ids: readonly number[] | null, isRead: boolean): Promise<void> => {
    try {
      const markResult = await api.alerts.mark({ ids: ids && [...ids], isRead });
      if (ids === null && markResult.ids.length > 0) {
        const undo = (): void => void mark(markResult.ids, !isRead);
        showToast(`${countText(markResult.ids.length)} marked as read`, 'done', { label: 'Undo', run: undo });
      }
    } catch (thrown) {
      showFailure(thrown);
    }
  };
  const segments: readonly Segment<Tab>[] = [
    { value: 'unread', label: `Unread ${counts ? countText(unreadCount) : ''}` },
    { value: 'all', label: `All ${counts ? countText(counts.total) : ''}` },
    ...(isNarrow ? [{ value: 'rules', label: 'Rules' } as const] : []),
  ];
  const side = <Side read={rules} edited={edited} onEdit={setEdited} />;
  return (
    <ClockProvider>
      <section className="stack fill" aria-label="Alerts">
        <PageHead
          title="Alerts"
          actions={
            <>
              <Button
                icon={CheckCheck}
                disabledBecause={unreadCount === 0 ? 'No unread alerts' : null}
                onPress={() => void mark(null, true)}
              >
                Mark all read
              </Button>
              <Button
                icon={Plus}
                onPress={() => {
                  setEdited(newRule);
                  if (isNarrow) setChosen('rules');
                }}
              >
                New rule
              </Button>
            </>
          }
        >
          <output className="muted number">{counts ? `${countText(unreadCount)} unread` : ''}</output>
        </PageHead>
        {isRefused ? (
          <Banner tone="warning" icon={BellOff} title="Notifications are blocked.">
            {window.ferryBridge
              ? "Your system blocks the console's notifications. Allow them in the system settings. Alerts still appear in this list."
              : 'Your browser blocks notifications from this page. Allow them in the site settings. Alerts still appear in this list.'}
          </Banner>
        ) : null}
        <div className="alerts-columns fill">
          <div className="alerts-main stack grow">
            <div className="alerts-bar row rigid">
              <Segments label="Filter alerts" segments={segments} value={tab} onChange={setChosen} />
            </div>
            {tab === 'rules' ? (
              <div className="alerts-side stack">{side}</div>
            ) : (
              <AlertList
                read={query}
                notices={alertNotices?.notices ?? []}
                unreadOnly={tab === 'unread'}
                rulesOn={rules.data?.filter(({ isOn }) => isOn).length}
                onMark={(ids, isRead) => void mark(ids, isRead)}
              />
            )}
          </div>
          {isNarrow ? null : <div className="alerts-side stack">{side}</div>}
        </div>
      </section>
    </ClockProvider>
  );
};

export const AlertsPage = () => <ProfileAlerts key={useConsoleState()?.profile.id} />;

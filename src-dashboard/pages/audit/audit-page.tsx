import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import '#ui/table/data-table.css';
import { usePlace, useRead } from '../../api/session.ts';
import { ReadStates } from '../../components/read-states.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Since } from '../../components/times.tsx';
import { auditCsv, type AuditLine, auditSentence, auditText } from './audit-words.ts';
import './audit-page.css';

const save = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
};

const Line = ({ line }: { readonly line: AuditLine }) => {
  const [before, what, after] = auditSentence(line);
  return (
    <tr className="data-row audit-row">
      <td className="audit-who truncate">{line.by}</td>
      <td
        className={line.action === 'person.refused' ? 'audit-what truncate refused' : 'audit-what truncate'}
        data-tip={auditText(line)}
        data-tip-cut
      >
        {before} <strong>{what}</strong> {after}
      </td>
      <td className="audit-from mono">{line.from ?? '—'}</td>
      <td className="audit-when number">
        <Since time={line.at} />
      </td>
    </tr>
  );
};

/** Who did what, when and from where. */
export const AuditPage = () => {
  const { organization } = usePlace();
  const query = useRead('readAudit');
  const [text, setText] = useState('');
  const { lines = [], hasMore = false } = query.data ?? {};
  const wanted = text.trim().toLowerCase();
  const shown = lines.filter((line) =>
    `${line.by} ${auditText(line)} ${line.from ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHead
        title="Audit log"
        actions={
          <Button
            icon={Download}
            disabledBecause={shown.length === 0 ? 'There is nothing to export' : null}
            onPress={() => save(auditCsv(shown), `audit ${organization.name}.csv`)}
          >
            Export
          </Button>
        }
      />
      <div className="filter-line">
        <SearchField label="Find by who, what or from where" value={text} onChange={setText} />
        <span className="filter-note">
          {shown.length} of {hasMore ? `the newest ${lines.length}` : lines.length} entries match
        </span>
      </div>
      <ReadStates query={query} what="The audit log">
        {() =>
          shown.length === 0 ? (
            <MessageBlock icon={ScrollText} title="No entry matches">
              None of these {lines.length} entries has this.
            </MessageBlock>
          ) : (
            // A region that scrolls must be reachable by keyboard, and this one has nothing else to stop at.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
            <div className="table-scroll" tabIndex={0} role="group" aria-label="Entries">
              <table className="data-table audit-table" aria-label="Audit log">
                <thead>
                  <tr>
                    <th scope="col" className="audit-who">
                      Who
                    </th>
                    <th scope="col">What</th>
                    <th scope="col" className="audit-from">
                      From
                    </th>
                    <th scope="col" className="audit-when">
                      When
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map((line) => (
                    <Line key={line.number} line={line} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </ReadStates>
      <footer className="page-foot">
        <span>Entries cannot be changed or removed by anyone here.</span>
      </footer>
    </>
  );
};

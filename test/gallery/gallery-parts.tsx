import { CircleCheck, CircleX, Download, RefreshCw, Search, Settings, Ship, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, CopyButton, IconButton, TextField } from '#ui/controls/controls.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { CountdownRing } from '#ui/values/countdown.tsx';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { ColumnResizer } from '#ui/table/column-widths.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { ShortId } from '#ui/values/ids.tsx';
import { CreatedCell } from '#ui/values/times.tsx';
import '#ui/controls/tick.css';
import '#ui/table/data-table.css';
import '#ui/table/table-head.css';

const Part = ({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) => (
  <section className={wide ? 'gallery-part stack wide' : 'gallery-part stack'}>
    <h2>{title}</h2>
    {children}
  </section>
);

const nothing = (): void => undefined;
const colours = [
  'canvas',
  'surface',
  'subtle',
  'border',
  'border-control',
  'text',
  'text-2',
  'text-3',
  'accent',
  'focus',
];
const tones = ['danger', 'prod', 'neutral', 'working', 'waiting', 'good', 'bad', 'left', 'partial'];

export const Colours = () => (
  <Part title="Colors" wide>
    <div className="gallery-line row">
      {[...colours, ...tones].map((name) => (
        <span key={name} className="gallery-colour">
          <svg aria-hidden="true">
            <rect width="100%" height="100%" fill={`var(--${name})`} />
          </svg>
          {name}
        </span>
      ))}
    </div>
  </Part>
);

export const Buttons = () => (
  <Part title="Buttons">
    <div className="gallery-line row">
      <Button variant="primary" icon={Download}>
        Primary
      </Button>
      <Button>Secondary</Button>
      <Button variant="ghost">Ghost</Button>
    </div>
    <div className="gallery-line row">
      <Button variant="remove" icon={Trash2}>
        Remove
      </Button>
      <Button variant="danger">Danger</Button>
      <Button disabledBecause="Something must be chosen first">Not now</Button>
    </div>
    <div className="gallery-line row">
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
      <IconButton label="Refresh" icon={RefreshCw} shortcut="R" />
      <IconButton label="Settings" icon={Settings} variant="ghost" />
      <CopyButton text="4a1c" label="Copy ID" />
      <Kbd>Esc</Kbd>
    </div>
  </Part>
);

export const Choices = () => {
  const [which, setWhich] = useState<'all' | 'failed'>('all');
  const [size, setSize] = useState<25 | 100>(25);
  return (
    <Part title="Choices">
      <Segments
        label="Which"
        segments={[
          { value: 'all', label: 'All', count: '1,284' },
          { value: 'failed', label: 'Failed', icon: CircleX },
        ]}
        value={which}
        onChange={setWhich}
      />
      <SelectBox
        aria-label="Rows"
        value={size}
        options={[
          [25, '25'],
          [100, '100'],
        ]}
        onChange={setSize}
      />
      <div className="gallery-line row">
        {(['checkbox', 'radio'] as const).flatMap((type) =>
          [true, false].map((on) => (
            <label key={`${type} ${on}`} className="gallery-line row">
              <input className="tick" type={type} defaultChecked={on} />
              {on ? 'On' : 'Off'}
            </label>
          )),
        )}
      </div>
    </Part>
  );
};

export const Fields = () => (
  <Part title="Fields">
    <TextField label="Name" labelNote="optional" help="Seen by you alone." defaultValue="Staging" />
    <TextField label="Base URL" mono defaultValue="http:/ferry" problem="An address begins with https://." />
  </Part>
);

export const Messages = () => (
  <>
    <Part title="Banners" wide>
      <Banner tone="info" icon={CircleCheck} title="All rows are loaded.">
        Sorting and search go over all of them.
      </Banner>
      <Banner
        tone="warning"
        icon={TriangleAlert}
        title="The key is 80 days old."
        action={<Button size="small">Renew</Button>}
      >
        Put a new one in before it is 90.
      </Banner>
      <Banner tone="danger" icon={CircleX} title="The service isn't responding.">
        The rows below are from 14:31.
      </Banner>
    </Part>
    <Part title="Instead of rows">
      <MessageBlock icon={Ship} title="Nothing here yet" actions={<Button icon={Search}>Look again</Button>}>
        What comes is shown here.
      </MessageBlock>
    </Part>
  </>
);

const json = '{"id":"4a1c","count":3,"ready":true,"owner":null}';

export const Values = ({ now }: { readonly now: Date }) => (
  <Part title="Values">
    <div className="gallery-line row">
      <ShortId id="4a1c9f3e-7f0d-4c11-9b55-0a2d3e4f5a6b" />
      <CreatedCell created={new Date(now.getTime() - 3_600_000).toISOString()} />
      <CountdownRing label="Link token" began={0} lifetimeMs={60_000} usedAfterMs={13_000} />
      <CountdownRing label="Link token" began={0} lifetimeMs={60_000} usedAfterMs={52_000} />
      <CountdownRing label="Link token" began={-60_000} lifetimeMs={60_000} />
    </div>
    <CodeBlock json={json} label="A reply" />
  </Part>
);

const columns = ['Status', 'Id', 'Company'].map((head) => ({ id: `col-${head.toLowerCase()}`, head }));

export const Tables = () => (
  <>
    <Part title="Table">
      <table className="data-table" aria-label="Table">
        <thead>
          <tr data-arranged>
            {columns.map(({ id, head }, index) => (
              <th key={id} scope="col" className={id} aria-label={head}>
                {head}
                {index < 2 ? <ColumnResizer name={head} width={undefined} onWidth={nothing} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {['Complete', 'Working', 'Failed'].map((status, row) => (
            <tr key={status} className="data-row" data-opens aria-current={row === 1 ? 'true' : undefined}>
              <td>{status}</td>
              <td className="mono">{`4a1c9f3${row}`}</td>
              <td>Northwind</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
    <Part title="Rows to come">
      <Skeleton columns={columns} rows={3} density="normal" />
    </Part>
  </>
);

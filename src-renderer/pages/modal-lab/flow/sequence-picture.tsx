import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { lifelines, sequenceOf, type Message } from './sequence.ts';
import './sequence-picture.css';

const width = 240;
const margin = 24;
const head = 24;
const row = 30;
const xOfLine = (line: number): number => margin + (line * (width - 2 * margin)) / (lifelines.length - 1);

const Arrow = ({ message: { from, to, text, isDone }, y }: { readonly message: Message; readonly y: number }) => {
  const [start, end] = [xOfLine(from), xOfLine(to)];
  const direction = end > start ? 1 : -1;
  return (
    <g className={isDone ? 'sequence-message done' : 'sequence-message'}>
      <text x={(start + end) / 2} y={y - 5}>
        {text}
      </text>
      <path d={`M${start} ${y}H${end - direction * 2}`} />
      <path className="sequence-tip" d={`M${end - direction} ${y}l${-direction * 5} -3v6z`} />
    </g>
  );
};

export const SequencePicture = ({ flow }: { readonly flow: LabFlow }) => {
  const messages = sequenceOf(flow);
  const height = head + messages.length * row + 12;
  return (
    <figure className="sequence">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lifelines.map((name, index) => (
          <g key={name}>
            <text className="sequence-name" x={xOfLine(index)} y={11}>
              {name}
            </text>
            <path className="sequence-line" d={`M${xOfLine(index)} 18V${height}`} />
          </g>
        ))}
        {messages.map((message, index) => (
          <Arrow key={`${message.from} ${message.to} ${index}`} message={message} y={head + 20 + index * row} />
        ))}
      </svg>
      <figcaption className="visually-hidden">
        <ol>
          {messages.map(({ from, to, text, isDone }) => (
            <li key={`${from} ${to} ${text}`}>
              {lifelines[from]} to {lifelines[to]}: {text}, {isDone ? 'done' : 'pending'}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
};

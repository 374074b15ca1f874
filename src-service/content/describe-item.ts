import { canonicalComponent } from './canonical-component.ts';
import { canonicalUri } from './canonical-value.ts';
import { allComponents, type Component, readComponent } from './read-component.ts';
import type { Parameter } from './read-content-line.ts';

export interface Meeting {
  readonly organizers: readonly string[];
  /** Addresses in SENT-BY, which act for the organizers. */
  readonly senders: readonly string[];
  readonly attendees: readonly string[];
}

export interface ItemDescription {
  /** Equal for equivalent items. Ignores SCHEDULE-AGENT=CLIENT, which a copy adds. */
  readonly fingerprint: string;
  /** The item's own modification time, in milliseconds since 1970, or 0 if unknown. */
  readonly changedAt: number;
  readonly meeting: Meeting | null;
  readonly isClientScheduled: boolean;
}

const timeOf = (value: string): number => {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?/i.exec(value) ?? [];
  return year === undefined ? 0 : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0;
};

const linesNamed = (component: Component, name: string) =>
  [...allComponents(component)]
    .filter((part) => part.name !== 'VALARM')
    .flatMap(({ lines }) => lines.filter((line) => line.name === name));

const addressesOf = (values: readonly string[]): readonly string[] => [
  ...new Set(values.map((value) => canonicalUri(value.trim()).toLowerCase())),
];

const isClientAgent = ({ name, values }: Parameter): boolean =>
  name === 'SCHEDULE-AGENT' && values[0]?.toUpperCase() === 'CLIENT';

const withoutClientAgent = (component: Component): Component => ({
  ...component,
  lines: component.lines.map((line) => ({
    ...line,
    parameters: line.parameters.filter((parameter) => !isClientAgent(parameter)),
  })),
  components: component.components.map(withoutClientAgent),
});

export const describeItem = (content: Buffer): ItemDescription => {
  const component = readComponent(content);
  const organizerLines = linesNamed(component, 'ORGANIZER');
  const attendeeLines = linesNamed(component, 'ATTENDEE');
  const senderParameters = organizerLines.flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'SENT-BY'),
  );
  const meeting = {
    organizers: addressesOf(organizerLines.map(({ value }) => value)),
    senders: addressesOf(senderParameters.flatMap(({ values }) => values)),
    attendees: addressesOf(attendeeLines.map(({ value }) => value)),
  };
  const changes = ['REV', 'LAST-MODIFIED'].flatMap((name) => linesNamed(component, name));
  return {
    fingerprint: canonicalComponent(withoutClientAgent(component)).key.slice(0, 32),
    changedAt: changes.reduce((latest, { value }) => Math.max(latest, timeOf(value)), 0),
    meeting: meeting.organizers.length > 0 ? meeting : null,
    isClientScheduled: [...organizerLines, ...attendeeLines].some(({ parameters }) => parameters.some(isClientAgent)),
  };
};

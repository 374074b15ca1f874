import { contentLineText, readContentLine } from './read-content-line.ts';

/** Folds a line every 60 characters, which stays below RFC 5545's 75 bytes (3.1) in most languages. */
const foldLine = (line: string): string => line.match(/[^]{1,60}/gu)?.join('\r\n ') ?? '';

const replaceLines = (content: Buffer, name: RegExp, replace: (line: string) => string): Buffer =>
  Buffer.from(
    content.toString('utf8').replaceAll(/^[^\r\n \t][^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gm, (written) => {
      return name.test(written) ? replace(written.replaceAll(/\r?\n[ \t]/g, '')) : written;
    }),
  );

/** Replaces the UID, so that a collection can contain two versions of one item. */
export const withOtherUid = (content: Buffer, uid: string): Buffer =>
  replaceLines(content, /^(?:[a-z0-9-]+\.)?UID[;:]/i, () => `UID:${uid}`);

/** Adds SCHEDULE-AGENT=CLIENT to each organizer and attendee. The server then sends no invitations (RFC 6638, 7.1). */
export const withClientScheduling = (content: Buffer): Buffer => {
  let isAlarm = false;
  return replaceLines(content, /^(?:ORGANIZER|ATTENDEE|BEGIN|END)[;:]/i, (line) => {
    const result = readContentLine(line);
    const { name, parameters, value } = result;
    if (name === 'BEGIN' || name === 'END') {
      if (value.trim().toUpperCase() === 'VALARM') isAlarm = name === 'BEGIN';
      return line;
    }
    if (isAlarm || name === '') return line;
    const others = parameters.filter((parameter) => parameter.name !== 'SCHEDULE-AGENT');
    const agent = { name: 'SCHEDULE-AGENT', values: ['CLIENT'] };
    return foldLine(contentLineText({ ...result, parameters: [agent, ...others] }));
  });
};

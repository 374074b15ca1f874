/** A parameter of a content line. In vCard 2.1 it may have no value. */
export interface Parameter {
  readonly name: string;
  readonly values: readonly string[];
}

/** A property of a vCard or iCalendar object. Escapes aren't decoded. */
export interface ContentLine {
  /** In upper case. Empty without a group. */
  readonly group: string;
  /** In upper case. Empty if the line isn't a property. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly value: string;
}

const plainLine = (line: string): ContentLine => ({ group: '', name: '', parameters: [], value: line });

const indexOfAny = (line: string, characters: string, from: number): number => {
  let index = from;
  while (index < line.length && !characters.includes(line[index] ?? '')) index++;
  return index;
};

/** Parses the parameter value at `from`. Returns it with the next index, or undefined if its quotes don't match. */
const readParameterValue = (line: string, from: number): [string, number] | undefined => {
  if (line[from] !== '"') {
    const end = indexOfAny(line, ',;:', from);
    return [line.slice(from, end), end];
  }
  const end = line.indexOf('"', from + 1);
  return end === -1 ? undefined : [line.slice(from + 1, end), end + 1];
};

export const readContentLine = (line: string): ContentLine => {
  let index = indexOfAny(line, ';:', 0);
  const path = line.slice(0, index).toUpperCase();
  const dot = path.lastIndexOf('.');
  const parameters: Parameter[] = [];
  while (line[index] === ';') {
    const nameEnd = indexOfAny(line, '=;:', index + 1);
    const name = line.slice(index + 1, nameEnd).toUpperCase();
    const values: string[] = [];
    index = nameEnd;
    while (line[index] === (values.length === 0 ? '=' : ',')) {
      const result = readParameterValue(line, index + 1);
      if (result === undefined) return plainLine(line);
      values.push(result[0]);
      index = result[1];
    }
    parameters.push({ name, values });
  }
  if (line[index] !== ':' || path === '') return plainLine(line);
  return {
    group: path.slice(0, Math.max(dot, 0)),
    name: path.slice(dot + 1),
    parameters,
    value: line.slice(index + 1),
  };
};

const quote = (value: string): string => (/[,;:]/.test(value) ? `"${value}"` : value);

export const contentLineText = ({ group, name, parameters, value }: ContentLine): string => {
  if (name === '') return value;
  const texts = parameters.map(({ name: parameter, values }) =>
    values.length === 0 ? `;${parameter}` : `;${parameter}=${values.map(quote).join(',')}`,
  );
  return `${group === '' ? '' : `${group}.`}${name}${texts.join('')}:${value}`;
};
